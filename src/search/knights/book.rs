//! Wins that were proved before, and that take longer than a move to prove again.

use rules::knights::Move;
use rules::{Knights, Position};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Positions that the side to move wins, one a line: the board, who is to move, the move that wins, and in how many plies at most it does. After every
/// reply the position is in the list again, or won by a search of [`Win::SEARCHED`] nodes.
///
/// They come from games of the engine against itself: of positions of ply 14 of which the prover says that they are won, the first few
/// plies of the proof (`examples/proofs.rs`).
const LIST: &str = include_str!("proven.txt");

/// By the position's key.
static BOOK: LazyLock<HashMap<u64, Win>> = LazyLock::new(|| Win::listed().map(|(position, win)| (position.key(), win)).collect());

/// A position is won by this move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// The move.
    pub best: Move,
    /// In so many plies at most.
    pub plies: u32,
}

impl Win {
    /// What a search of so many nodes proves is not in the book.
    pub const SEARCHED: u64 = 1_000_000;

    /// The win of a position, if the book has it.
    pub fn of(position: &Knights) -> Option<Win> {
        BOOK.get(&position.key()).copied()
    }

    /// All positions of the book.
    pub fn listed() -> impl Iterator<Item = (Knights, Win)> {
        LIST.lines().map(|line| Win::read(line).unwrap_or_else(|| panic!("the example writes no such line: {line}")))
    }

    fn read(line: &str) -> Option<(Knights, Win)> {
        let words: Vec<&str> = line.split(' ').collect();
        let &[board, side, best, plies] = words.as_slice() else { return None };
        // How many plies were played before has no meaning here, but whose turn it is says whether their number is even.
        let position = format!("{board} {side} {}", u32::from(side == "b")).parse().ok()?;
        Some((position, Win { best: best.parse().ok()?, plies: plies.parse().ok()? }))
    }
}
