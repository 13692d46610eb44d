//! A whole tournament as one file, out and in again: JSON lines, a header first and a footer with a checksum last.
//!
//! What is taken in is believed in nothing: every game is played again by the rules, and every table is worked out anew.

mod check;
mod read;
mod take_in;
mod write;

pub use write::write;

use crate::core::Error;
use bytestring::ByteString;
use protocol::{GameResult, Line, Participants, TournamentLine, TournamentStage};
use std::collections::BTreeMap;

const KIND: &str = "arbitre tournament";
const VERSION: u32 = 1;

/// An archive that reads, and whose games are legal.
pub struct Archive {
    name: String,
    created_ms: i64,
    lines: Vec<TournamentLine>,
    matches: BTreeMap<u64, ArchivedMatch>,
    stage: TournamentStage,
    /// The name of the game that is played.
    game: String,
}

/// A match of an archive, which has been played again.
struct ArchivedMatch {
    created_ms: i64,
    ended_ms: Option<i64>,
    /// The name of the game.
    game_name: String,
    players: Participants,
    /// The position before the first move.
    position: String,
    end: (GameResult, String, String),
    /// Line 0, which names the match's number, and all others as they are kept.
    first: Line,
    rest: Vec<ByteString>,
    /// Where it is in the archive, from 1.
    at: usize,
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bad(line: usize, why: impl Into<String>) -> Error {
    Error::BadArchive { line, why: why.into() }
}
