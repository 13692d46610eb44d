//! The engine that never errs.

use super::solver::Solver;
use crate::{Cost, Engine, Found, Limits, Progress, score};
use rules::connect_four::Column;
use rules::{ConnectFour, Position};

/// Plays by the exact values of the [`Solver`]: wins as soon as it can, loses as late as it can.
pub struct Perfect {
    solver: Solver,
}

impl Perfect {
    /// With a table of so many MiB.
    pub fn new(mebibytes: usize) -> Perfect {
        Perfect { solver: Solver::new(mebibytes) }
    }

    /// The moves that both sides play from here, of equal ones the nearest to the middle; none if it was stopped.
    fn line(&mut self, position: &ConnectFour, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Vec<Column>> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        while position.outcome().is_none() {
            let best = self.solver.best_column(&position, go_on)?;
            position.play(best);
            line.push(best);
        }
        Some(line)
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
    fn iteration(&self, number: u32) -> Option<Limits> {
        (number == 1).then_some(Limits::default())
    }

    fn search(&mut self, position: &ConnectFour, limits: &Limits, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<Found<Column>> {
        let moves = position.legal_moves();
        // Stopped, it plays near the middle.
        let &middle = moves.iter().min_by_key(|column| column.index().abs_diff(3))?;
        self.solver.begin();
        let mut ask = |nodes: u64| {
            let progress = Progress { cost: Cost { nodes, ..Cost::default() }, ..Progress::default() };
            limits.nodes.is_none_or(|most| nodes < most) && go_on(&progress)
        };
        let line = self.line(position, &mut ask);
        let mut cost = Cost { nodes: self.solver.nodes(), ..Cost::default() };
        let Some(pv) = line else {
            return Some(Found { best: middle, score: 0, depth: 0, pv: vec![middle], is_proved: false, cost });
        };
        let mut end = position.clone();
        pv.iter().for_each(|&mv| end.play(mv));
        let depth = pv.len() as u32;
        let score = end.outcome().map_or(score::DRAW, |outcome| score::of(outcome, position.side_to_move(), depth));
        cost.selective_depth = depth;
        Some(Found { best: pv[0], score, depth, pv, is_proved: true, cost })
    }
}
