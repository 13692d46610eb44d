//! Tic-tac-toe: an evaluation, and an engine that searches the whole game.

use crate::classroom::Classroom;
use crate::{Engine, Evaluate, KeepSearching, SearchLimits, SearchResult};
use rules::tic_tac_toe::{Cell, LINES};
use rules::{Position, Side, TicTacToe};

/// The lines without an enemy cell, own less the opponent's (Nilsson 1971).
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

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

/// Perfect play: the whole game has a few thousand positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct PerfectTicTacToe;

impl Engine<TicTacToe> for PerfectTicTacToe {
    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        (number == 1).then_some(SearchLimits::default())
    }

    fn search(&mut self, position: &TicTacToe, limits: &SearchLimits, keep_going: KeepSearching) -> Option<SearchResult<Cell>> {
        let whole = SearchLimits { depth: Some(9), ..*limits };
        Engine::search(&mut Classroom::alpha_beta(OpenLines), position, &whole, keep_going)
    }
}
