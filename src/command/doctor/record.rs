//! The record of a step: its messages and disconnections, as seen between the bot and the referee.

use message::Coded;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// The most messages of a step in the record.
const MAX_FRAMES: usize = 400;
/// The most characters of a message in the record.
const LONGEST: usize = 400;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FrameDirection {
    ToBot,
    FromBot,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordedFrame {
    /// Seconds since the step began.
    pub at: f64,
    pub way: FrameDirection,
    /// The text, cut if it is long.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Coded)]
#[code("doctor_parting")]
pub enum CloseCause {
    Unsendable { why: String },
    Broke { why: String },
    Unmasked,
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
    pub cause: CloseCause,
    /// With a close frame.
    pub is_clean: bool,
    /// This program closed it.
    pub is_ours: bool,
    /// The referee closed it because the bot sent too much.
    pub is_flood: bool,
}

#[derive(Clone, Debug)]
pub struct RecordedError {
    pub sentence: String,
    /// The field that was wrong, if one was.
    pub field: Option<String>,
    /// Whether a move was accepted after it.
    is_past: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The last messages.
    frames: VecDeque<RecordedFrame>,
    pub disconnections: Vec<Disconnection>,
    /// Messages by kind: `your_turn`, `game_over`, `move`.
    pub turns: u32,
    pub endings: u32,
    pub moves: u32,
    /// The greetings of the bot: its connections.
    pub hellos: u32,
    /// Whether the bot said hello again after a lost connection.
    pub is_back: bool,
    /// The turns that had only PASSE.
    pub passes: u32,
    /// Whether the last turn had only PASSE.
    pub must_pass: bool,
    /// The name in the bot's last hello.
    pub last_name: Option<String>,
    /// How a connection without a hello ended.
    pub before_hello: Option<CloseCause>,
    /// The `rejected` messages by code: their number, and the last sentence.
    rejected: BTreeMap<String, (u32, String)>,
    /// The last `error` to the bot; that it has connected anew is none.
    error: Option<RecordedError>,
    /// The bot's last message, since the step began.
    last_message: Duration,
    /// The last `game_over`, since the step began.
    last_ending: Duration,
}

impl Record {
    pub fn add(&mut self, at: Duration, way: FrameDirection, text: &str, fields: &Map<String, Value>) {
        let word = |field: &str| fields.get(field).and_then(Value::as_str).unwrap_or_default();
        match (way, word("t")) {
            (FrameDirection::ToBot, "your_turn") => {
                self.turns += 1;
                self.must_pass = fields.get("legal_moves") == Some(&json!(["PASSE"]));
                self.passes += u32::from(self.must_pass);
            }
            (FrameDirection::ToBot, "error") if word("code") != "superseded" => {
                let field = fields.get("why").and_then(|why| why.pointer("/params/why/params/field")?.as_str());
                self.error = Some(RecordedError { sentence: word("message").into(), field: field.map(str::to_string), is_past: false });
            }
            (FrameDirection::ToBot, "accepted") => self.error.iter_mut().for_each(|error| error.is_past = true),
            (FrameDirection::ToBot, "rejected") => {
                let rejected = self.rejected.entry(word("code").into()).or_default();
                *rejected = (rejected.0 + 1, word("message").into());
            }
            (FrameDirection::FromBot, "hello") => {
                (self.hellos, self.is_back) = (self.hellos + 1, !self.disconnections.is_empty());
                self.last_name = fields.get("bot").and_then(|bot| bot["name"].as_str()).map(str::to_string);
            }
            (FrameDirection::ToBot, "game_over") => (self.endings, self.last_ending) = (self.endings + 1, at),
            (FrameDirection::FromBot, "move") => self.moves += 1,
            _ => {}
        }
        if way == FrameDirection::FromBot {
            self.last_message = at;
        }
        let cut = match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
            None => text.into(),
        };
        self.frames.push_back(RecordedFrame { at: (at.as_secs_f64() * 1e3).round() / 1e3, way, text: cut });
        if self.frames.len() > MAX_FRAMES {
            self.frames.pop_front();
        }
    }

    /// The time from the bot's last message to the end of its last game.
    pub fn silence(&self) -> Duration {
        self.last_ending.saturating_sub(self.last_message)
    }

    pub fn first(&self, count: usize) -> Vec<RecordedFrame> {
        self.frames.iter().take(count).cloned().collect()
    }

    pub fn last(&self, count: usize) -> Vec<RecordedFrame> {
        self.frames.iter().skip(self.frames.len().saturating_sub(count)).cloned().collect()
    }

    /// The code and the sentence of the most frequent rejection, illegal moves aside, which end a game.
    pub fn rejection(&self) -> Option<(&str, u32, &str)> {
        let counted = self.rejected.iter().filter(|(code, _)| *code != "illegal");
        counted.max_by_key(|(_, (count, _))| *count).map(|(code, (count, sentence))| (&**code, *count, &**sentence))
    }

    /// The sentence of the last error to the bot.
    pub fn error(&self) -> Option<String> {
        self.error.as_ref().map(|error| error.sentence.clone())
    }

    /// The last error, unless a move was accepted after it.
    pub fn unread(&self) -> Option<&RecordedError> {
        self.error.as_ref().filter(|error| !error.is_past)
    }
}
