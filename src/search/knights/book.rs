//! Opening book of proved wins, which take longer than a move to prove.

use rules::knights::Move;
use rules::{Knights, Position};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Won positions, one a line: the board, the side to move, the winning move, and the most plies to the win. After every reply the position
/// is in the list again, or won by a search of [`Win::SEARCHED`] nodes.
///
/// They are the first plies of proofs of positions of ply 14 in games of the engine against itself (`examples/proofs.rs` of
/// commit ebd7dbaa, with `book`).
const LIST: &str = include_str!("proven.txt");

static BOOK: LazyLock<HashMap<u64, Win>> = LazyLock::new(|| Win::listed().map(|(position, win)| (position.key(), win)).collect());

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    pub best: Move,
    /// The most plies to the win.
    pub plies: u32,
}

impl Win {
    /// After a reply that leaves the book, a search of this number of nodes proves the win.
    pub const SEARCHED: u64 = 4_000_000;

    /// The win of a position, if the book has it.
    pub fn of(position: &Knights) -> Option<Win> {
        BOOK.get(&position.key()).copied()
    }

    pub fn listed() -> impl Iterator<Item = (Knights, Win)> {
        LIST.lines().map(|line| Win::read(line).unwrap_or_else(|| panic!("not a line of the book: {line}")))
    }

    fn read(line: &str) -> Option<(Knights, Win)> {
        let words: Vec<&str> = line.split(' ').collect();
        let &[board, side, best, plies] = words.as_slice() else { return None };
        // The number of plies has no meaning here, but its parity must match the side to move.
        let position = format!("{board} {side} {}", u32::from(side == "b")).parse().ok()?;
        Some((position, Win { best: best.parse().ok()?, plies: plies.parse().ok()? }))
    }
}
