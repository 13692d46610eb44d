//! What is said of a match alike while it runs and when it is long over.

use bytestring::ByteString;
use message::Message;
use protocol::{Accepted, Clocks, Entry, GameOver, GameResult};
use rules::BySide;

/// The acceptance of a ply, from the log.
pub fn accepted_before(game: u64, wanted: u32, log: &[ByteString]) -> Option<Accepted> {
    // Whoever resends mostly resends the last.
    log.iter().rev().filter_map(|line| storage::read_line(line).ok()).find_map(|line| match line.entry {
        Entry::Moved { ply, text, charge, clocks, .. } if ply == wanted => Some(Accepted { game, ply, text, charge, clocks }),
        _ => None,
    })
}

/// The message that a game has ended.
pub fn game_over(
    game: u64,
    names: &BySide<String>,
    result: GameResult,
    reason: &str,
    why: Message,
    plies: u32,
    clocks: Clocks,
) -> GameOver {
    let winner = match result {
        GameResult::White => Some(names.white.clone()),
        GameResult::Black => Some(names.black.clone()),
        GameResult::Draw | GameResult::Void => None,
    };
    let url = format!("/game/{game}");
    GameOver { game, result, winner, reason: reason.into(), detail: why.to_string(), why, plies, clocks, url, past: false }
}
