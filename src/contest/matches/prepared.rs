//! A prepared match: the proposal, and its first storage changes.

use super::seek_limits::Origin;
use super::wire;
use crate::BotName;
use bytestring::ByteString;
use referee::MatchSettings;
use rules::{Board, BySide};
use runtime::wall_clock_ms;
use storage::{Change, MatchRow};

#[derive(Clone, Debug)]
pub struct Proposal {
    pub players: BySide<BotName>,
    /// The position before the first move.
    pub position: Box<dyn Board>,
    pub settings: MatchSettings,
}

/// A match to start after its changes have been stored.
pub struct Prepared {
    pub(super) row: MatchRow,
    pub(super) body: ByteString,
    pub(super) position: Box<dyn Board>,
    pub(super) settings: MatchSettings,
    pub(super) origin: Origin,
}

impl Prepared {
    /// A match with this number, between bots of these versions.
    pub fn new(match_id: u64, proposal: Proposal, tournament: Option<u64>, version_of: impl Fn(&str) -> Option<String>) -> Prepared {
        let Proposal { players, position, settings } = proposal;
        let players = players.map(|name| name.to_string());
        let row = MatchRow {
            match_id,
            game_name: position.game().to_string(),
            versions: BySide { white: version_of(&players.white), black: version_of(&players.black) },
            players,
            created_ms: wall_clock_ms(),
            end: None,
            tournament,
            time: wire::time_control(&settings.time),
        };
        let body = wire::first_line(&row, position.position(), &settings);
        Prepared { row, body, position, settings, origin: Origin::default() }
    }

    /// The changes to store before the start.
    pub fn changes(&self) -> Vec<Change> {
        vec![Change::Match(self.row.clone()), Change::Line { match_id: self.row.match_id, number: 0, body: self.body.clone() }]
    }
}
