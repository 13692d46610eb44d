//! The record of a step: its messages and disconnections, as seen between the bot and the referee.

use message::Coded;
use serde::Serialize;
use std::collections::VecDeque;
use std::time::Duration;

/// The most messages of a step in the record.
const MOST_FRAMES: usize = 400;
/// The most characters of a message in the record.
const LONGEST: usize = 400;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    ToBot,
    FromBot,
}

/// A message on the wire.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frame {
    /// Seconds since the step began.
    pub at: f64,
    pub way: Way,
    /// The text, cut if it is long.
    pub text: String,
}

/// How a connection ended.
#[derive(Clone, Debug, PartialEq, Coded)]
#[code("doctor_parting")]
pub enum Cause {
    Unsendable { why: String },
    Broke { why: String },
    HungUp,
    Closed,
    ClosedWith { code: u16 },
    ClosedByReferee { code: Option<u16> },
    BrokenByStep,
    RefereeGone,
    RefereeAway,
    NotExamined { wanted: String, name: String },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Disconnection {
    /// Since the step began.
    pub at: Duration,
    pub cause: Cause,
    /// With a close frame.
    pub is_clean: bool,
    /// This program closed it.
    pub is_ours: bool,
    /// The referee closed it because the bot sent too much.
    pub is_flood: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The last messages.
    frames: VecDeque<Frame>,
    pub disconnections: Vec<Disconnection>,
    /// Messages by kind: `your_turn`, `game_over`, `move`.
    pub turns: u32,
    pub endings: u32,
    pub moves: u32,
    /// The bot's last message, since the step began.
    last_message: Duration,
    /// The last `game_over`, since the step began.
    last_ending: Duration,
}

impl Record {
    /// Adds a message; `name` is its field `t`.
    pub fn add(&mut self, at: Duration, way: Way, text: &str, name: &str) {
        match (way, name) {
            (Way::ToBot, "your_turn") => self.turns += 1,
            (Way::ToBot, "game_over") => (self.endings, self.last_ending) = (self.endings + 1, at),
            (Way::FromBot, "move") => self.moves += 1,
            _ => {}
        }
        if way == Way::FromBot {
            self.last_message = at;
        }
        let cut = match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
            None => text.into(),
        };
        self.frames.push_back(Frame { at: (at.as_secs_f64() * 1e3).round() / 1e3, way, text: cut });
        if self.frames.len() > MOST_FRAMES {
            self.frames.pop_front();
        }
    }

    /// The time from the bot's last message to the end of its last game.
    pub fn silence(&self) -> Duration {
        self.last_ending.saturating_sub(self.last_message)
    }

    pub fn first(&self, count: usize) -> Vec<Frame> {
        self.frames.iter().take(count).cloned().collect()
    }

    pub fn last(&self, count: usize) -> Vec<Frame> {
        self.frames.iter().skip(self.frames.len().saturating_sub(count)).cloned().collect()
    }

    /// The `message` of the last error to the bot.
    pub fn error(&self) -> Option<String> {
        let with_sentence = |frame: &Frame| {
            let fields: serde_json::Value = serde_json::from_str(&frame.text).ok()?;
            (fields["t"] == "error").then(|| fields["message"].as_str().unwrap_or_default().to_string())
        };
        self.frames.iter().rev().filter(|frame| frame.way == Way::ToBot).find_map(with_sentence)
    }
}
