//! A whole tournament as one file, out and in again: JSON lines, a header first and a footer with a checksum last.
//!
//! What is taken in is believed in nothing: every game is played again by the rules, and every table is worked out anew. It is read three
//! times from where it was put aside, so that memory holds a line of it and some bytes a match, whatever its size.

mod check;
mod flaw;
mod lines;
mod read;
mod replay;
mod take_in;
mod write;

pub use write::write;

use lines::{Lines, Place, bad};
use protocol::{GameResult, Participants};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use storage::TournamentRow;

const KIND: &str = "arbitre tournament";
const VERSION: u32 = 1;

/// An archive that reads, and whose games are legal.
pub struct Archive<S> {
    lines: Lines<S>,
    /// Where the tournament's log begins, and where the matches do.
    log_at: Place,
    matches_at: Place,
    /// By the numbers that they have in the archive.
    matches: BTreeMap<u64, ArchivedMatch>,
    /// The tournament's, but for its number, which comes when it is taken in.
    row: TournamentRow,
}

/// A match of an archive, which has been played again: what the tournament's log has to agree with.
struct ArchivedMatch {
    /// Which of the archive's matches it is, from 0.
    order: u64,
    /// The name of the game.
    game_name: &'static str,
    likeness: [u8; 32],
    result: GameResult,
    /// Where it is in the archive, from 1.
    at: usize,
}

/// The same for the same players in the same position before the first move, and for nothing else: short, where these may be long.
fn likeness(players: &Participants, position: &str) -> [u8; 32] {
    let text = serde_json::to_vec(&(players, position)).expect("names and a position are writable as JSON");
    Sha256::digest(text).into()
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
