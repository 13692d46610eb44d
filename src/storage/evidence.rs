//! What a bot's record shows of the log of a finished match, stored with the match's end.

use protocol::{Entry, Line, MoveRecord, Seat};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Evidence {
    #[serde(skip_serializing_if = "protocol::is_default")]
    pub white: PlayerEvidence,
    #[serde(skip_serializing_if = "protocol::is_default")]
    pub black: PlayerEvidence,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayerEvidence {
    /// The move that cost most; of several, the first.
    #[serde(skip_serializing_if = "protocol::is_default")]
    pub slowest: Option<SlowestMove>,
    /// How often the connection was lost.
    #[serde(skip_serializing_if = "protocol::is_default")]
    pub drops: u32,
    /// When that was last: microseconds since the creation of the match.
    #[serde(skip_serializing_if = "protocol::is_default")]
    pub last_drop_us: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlowestMove {
    /// Plies played before it.
    pub ply: u32,
    #[serde(rename = "move")]
    pub text: String,
    /// The time deducted from the clock, in microseconds.
    pub charged_us: u64,
}

impl Evidence {
    pub fn of<'l>(lines: impl IntoIterator<Item = &'l Line>) -> Evidence {
        let mut evidence = Evidence::default();
        lines.into_iter().for_each(|line| evidence.add(line));
        evidence
    }

    /// Adds the next line of the log.
    pub fn add(&mut self, line: &Line) {
        match &line.entry {
            Entry::Moved(MoveRecord { seat, ply, text, charge, .. }) => {
                let slowest = &mut self.player(*seat).slowest;
                if slowest.as_ref().is_none_or(|slowest| charge.charged_us > slowest.charged_us) {
                    *slowest = Some(SlowestMove { ply: *ply, text: text.clone(), charged_us: charge.charged_us });
                }
            }
            Entry::Offline { seat } => {
                let player = self.player(*seat);
                player.drops += 1;
                player.last_drop_us = line.at_us;
            }
            _ => {}
        }
    }

    pub fn to_stored(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers by names always serialise")
    }

    fn player(&mut self, seat: Seat) -> &mut PlayerEvidence {
        match seat {
            Seat::White => &mut self.white,
            Seat::Black => &mut self.black,
        }
    }
}
