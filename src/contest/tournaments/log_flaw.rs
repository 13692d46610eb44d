//! Why the log of a tournament cannot be read.

use message::{Coded, Message};
use protocol::json::UnreadableJson;
use referee::UnknownTermination;
use referee::tournament::GameKey;
use runtime::work::WorkError;

/// A defect of a tournament's log.
#[derive(Debug, Coded)]
#[code("tournament_log")]
pub enum LogFlaw {
    #[code(from)]
    Json(UnreadableJson),
    #[code(from)]
    Termination(UnknownTermination),
    #[code(from)]
    Panic(WorkError),
    /// A plan or a decision that is invalid.
    #[code(same)]
    Invalid(Message),
    Empty,
    Beginning,
    Edition {
        edition: u32,
        known: u32,
    },
    Entrant {
        number: u32,
    },
    Game {
        game: GameKey,
    },
    Games {
        games: u32,
    },
    Players {
        game: GameKey,
        white: String,
        black: String,
    },
    Opening {
        game: GameKey,
    },
    Line {
        line: usize,
        why: Message,
    },
}
