//! Tic-tac-toe: one evaluation, for showing searches that stop before the end.

use crate::Evaluate;
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
