//! Tic-tac-toe: one evaluation, for showing searches that stop before the end, and an engine that looks at the whole game.

use crate::classroom::{AlphaBeta, Classroom};
use crate::{Engine, Evaluate, Found, Progress, SearchLimits};
use rules::tic_tac_toe::Cell;
use rules::{Position, Side, TicTacToe};

/// The lines that a side can still fill, own less the opponent's (Nilsson 1971).
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

/// The lines as sets of cells.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Evaluate<TicTacToe> for OpenLines {
    fn evaluate(&self, position: &TicTacToe) -> i32 {
        let open = |side: Side| LINES.iter().filter(|&line| position.set(side.other()) & line == 0).count() as i32;
        let side = position.side_to_move();
        open(side) - open(side.other())
    }

    fn unit(&self) -> f64 {
        2.0
    }
}

/// Plays without an error: the whole game is a few thousand positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Perfect;

impl Engine<TicTacToe> for Perfect {
    fn name(&self) -> &'static str {
        "perfect"
    }

    /// There is one alone, and it answers all.
    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        (number == 1).then_some(SearchLimits::default())
    }

    fn search(&mut self, position: &TicTacToe, limits: &SearchLimits, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<Found<Cell>> {
        let whole = SearchLimits { depth: Some(9), ..*limits };
        Classroom(AlphaBeta::new(OpenLines)).search(position, &whole, go_on)
    }
}
