//! Why the log of a tournament cannot be read.

use message::{Coded, Message};
use protocol::json::UnreadableJson;
use referee::UnknownTermination;
use referee::tournament::GameKey;
use runtime::work::WorkError;

#[derive(Debug, Coded)]
#[code("tournament_log")]
pub enum LogFlaw {
    Json(UnreadableJson),
    Termination(UnknownTermination),
    Panic(WorkError),
    Invalid(Message),
    Empty,
    Beginning,
    RulesVersion { version: u32, known: u32 },
    Entrant { number: u32 },
    Game { game: GameKey },
    Games { games: u32 },
    Players { game: GameKey, white: String, black: String },
    Opening { game: GameKey },
    Line { line: usize, why: Message },
}
