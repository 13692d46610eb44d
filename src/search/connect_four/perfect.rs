//! The engine that never errs.

use super::OpenLines;
use super::solver::Solver;
use crate::classroom::{AlphaBeta, Classroom};
use crate::{Engine, Found, Progress, SearchLimits, Statistics, score};
use rules::connect_four::{CELLS, Column};
use rules::{ConnectFour, Position, Side};

/// How many nodes are spent on the rest of the line once the value is known, as many as on the value, or so many: 2 s.
const LINE_NODES: u64 = 20_000_000;

/// How far is looked ahead when there was no time for the value: some milliseconds, and no threat is overlooked.
const STOPGAP_PLIES: u32 = 7;

/// Plays by the exact values of the [`Solver`]: wins as soon as it can, loses as late as it can.
pub struct Perfect {
    solver: Solver,
}

impl Perfect {
    /// With a table of so many MiB.
    pub fn new(mebibytes: usize) -> Perfect {
        Perfect { solver: Solver::new(mebibytes) }
    }

    /// The moves that both sides play from a position of this value, until the game ends or it was stopped. The value changes sides with
    /// each move, and what was searched to find it mostly tells the move.
    fn line(&mut self, position: &ConnectFour, mut value: i32, go_on: &mut dyn FnMut(u64) -> bool) -> Vec<Column> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        while let Some(best) = self.solver.known_column(&position, value, go_on) {
            position.play(best);
            line.push(best);
            value = -value;
        }
        line
    }
}

impl Engine<ConnectFour> for Perfect {
    fn name(&self) -> &'static str {
        "perfect"
    }

    fn new_game(&mut self) {
        self.solver.clear();
    }

    /// There is one alone, and it answers all.
    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        (number == 1).then_some(SearchLimits::default())
    }

    fn search(&mut self, position: &ConnectFour, limits: &SearchLimits, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<Found<Column>> {
        self.solver.begin();
        let mut ask = |nodes: u64| {
            let progress = Progress { cost: Statistics { nodes, ..Statistics::default() }, ..Progress::default() };
            limits.nodes.is_none_or(|most| nodes < most) && go_on(&progress)
        };
        let value = self.solver.value(position, &mut ask);
        let Some((value, best)) = value.and_then(|value| Some((value, self.solver.best_column(position, value, &mut ask)?))) else {
            let stopgap = SearchLimits { depth: Some(STOPGAP_PLIES), nodes: None };
            let mut found = Classroom(AlphaBeta::new(OpenLines)).search(position, &stopgap, &mut |_| true)?;
            found.cost.nodes += self.solver.nodes();
            return Some(found);
        };
        let depth = in_plies(position, value);
        let score = value.signum() * score::WIN - value.signum() * depth as i32;
        // What comes later is told as far as it is quickly found.
        let most = 2 * self.solver.nodes() + LINE_NODES;
        let mut child = position.clone();
        child.play(best);
        let rest = self.line(&child, -value, &mut |nodes| nodes < most && ask(nodes));
        let pv = std::iter::once(best).chain(rest).collect();
        let cost = Statistics { nodes: self.solver.nodes(), selective_depth: depth, ..Statistics::default() };
        Some(Found { best, score, depth, pv, is_proved: true, cost })
    }
}

/// In how many plies the game ends that has this value (a draw: when the board is full).
pub fn in_plies(position: &ConnectFour, value: i32) -> u32 {
    // Stones are counted from 1: White has the odd ones.
    let wins = if value > 0 { position.side_to_move() } else { position.side_to_move().other() };
    let last = match value.unsigned_abs() {
        0 => CELLS,
        value if wins == Side::White => 43 - 2 * value,
        value => 44 - 2 * value,
    };
    last.saturating_sub(position.ply())
}
