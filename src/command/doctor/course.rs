//! What happened in a step, as it was seen from outside.

use message::Coded;
use serde::Serialize;
use std::collections::VecDeque;
use std::time::Duration;

/// How many messages of a step are kept.
const KEPT: usize = 400;
/// How many characters of a message are kept.
const LONGEST: usize = 400;

/// Who says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// The referee, to the bot.
    ToBot,
    /// The bot, to the referee.
    FromBot,
}

/// A message as it was on the wire.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frame {
    /// Seconds since the step began.
    pub at: f64,
    /// Who said it.
    pub way: Way,
    /// The message, cut if it is long.
    pub text: String,
}

/// How a connection ended.
#[derive(Clone, Debug, PartialEq, Coded)]
#[code("doctor_parting")]
pub enum Parting {
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

/// How the bot's connection ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// Since the step began.
    pub at: Duration,
    /// How.
    pub how: Parting,
    /// The bot said good-bye, as is polite.
    pub is_clean: bool,
    /// It was this program that broke it.
    pub is_ours: bool,
    /// Whether the referee closed it because too much was said.
    pub is_flood: bool,
}

/// What happened in a step.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// What was said, the last messages only.
    pub frames: VecDeque<Frame>,
    /// How connections ended.
    pub losses: Vec<Loss>,
    /// How often the bot connected.
    pub connections: u32,
    /// How many turns it was told.
    pub turns: u32,
    /// How many games it was told the end of.
    pub endings: u32,
    /// How many moves came of it.
    pub moves: u32,
    /// When it said something last, since the step began.
    pub last_said: Duration,
    /// When it was told the last end of a game.
    pub last_ending: Duration,
}

impl Course {
    /// Notes a message; `name` is what its `t` says.
    pub fn note(&mut self, at: Duration, way: Way, text: &str, name: &str) {
        match (way, name) {
            (Way::ToBot, "your_turn") => self.turns += 1,
            (Way::ToBot, "game_over") => (self.endings, self.last_ending) = (self.endings + 1, at),
            (Way::FromBot, "move") => self.moves += 1,
            _ => {}
        }
        if way == Way::FromBot {
            self.last_said = at;
        }
        let cut = match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
            None => text.into(),
        };
        self.frames.push_back(Frame { at: (at.as_secs_f64() * 1e3).round() / 1e3, way, text: cut });
        if self.frames.len() > KEPT {
            self.frames.pop_front();
        }
    }

    /// How long the bot had said nothing when its last game ended.
    pub fn silence(&self) -> Duration {
        self.last_ending.saturating_sub(self.last_said)
    }

    /// The first messages, for the report.
    pub fn first(&self, count: usize) -> Vec<Frame> {
        self.frames.iter().take(count).cloned().collect()
    }

    /// The last messages, for the report.
    pub fn last(&self, count: usize) -> Vec<Frame> {
        self.frames.iter().skip(self.frames.len().saturating_sub(count)).cloned().collect()
    }

    /// The sentence of the last message of this name to the bot.
    pub fn told(&self, name: &str) -> Option<String> {
        let with_sentence = |frame: &Frame| {
            let fields: serde_json::Value = serde_json::from_str(&frame.text).ok()?;
            (fields["t"] == name).then(|| fields["message"].as_str().unwrap_or_default().to_string())
        };
        self.frames.iter().rev().filter(|frame| frame.way == Way::ToBot).find_map(with_sentence)
    }
}
