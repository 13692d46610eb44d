//! A tournament as one file of JSON lines: a header first, and a footer with a checksum last.
//!
//! An import trusts nothing: it replays every game by the rules. It reads the file three times, so that memory holds one line and some bytes a match.

mod archive_error;
mod check;
mod import;
mod lines;
mod read;
mod replay;
mod write;

pub use write::write;

use lines::{LinePosition, LineReader};
use protocol::{GameResult, NewTournament, Participants};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use storage::TournamentRow;

const KIND: &str = "arbitre tournament";
/// Raised when a line changes so that an older program cannot read it. Version 1 is from before 0.1.0.
const VERSION: u32 = 2;

/// A valid archive, positioned at its matches.
pub struct Archive<S> {
    lines: LineReader<S>,
    /// Where the tournament's log begins.
    log_at: LinePosition,
    matches: BTreeMap<u64, ArchivedMatch>,
    /// The tournament's row, without a number yet, and its plan.
    row: TournamentRow,
    plan: NewTournament,
}

/// A replayed match; the tournament's log must agree with it.
struct ArchivedMatch {
    /// Its place among the matches, from 0.
    order: u64,
    game_name: &'static str,
    likeness: [u8; 32],
    result: GameResult,
    /// Its first line, from 1.
    at: usize,
}

/// A digest of players and start position.
fn likeness(players: &Participants, position: &str) -> [u8; 32] {
    let text = serde_json::to_vec(&(players, position)).expect("names and a position are writable as JSON");
    Sha256::digest(text).into()
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
