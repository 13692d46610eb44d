//! Perfect play by exact values.

use super::OpenLines;
use super::solver::ConnectFourSolver;
use crate::classroom::Classroom;
use crate::{Engine, KeepSearching, Progress, SearchLimits, SearchResult, Statistics, score};
use rules::connect_four::{CELLS, Column};
use rules::{ConnectFour, Position, Side};

/// The nodes for the rest of the line, besides as many as for the value: 2 s.
const LINE_NODES: u64 = 20_000_000;

/// The depth of the fallback when there was no time for the value: some milliseconds, enough to see every threat.
const FALLBACK_PLIES: u32 = 7;

/// Plays by the exact values of the [`ConnectFourSolver`]: wins as soon as it can, loses as late as it can.
pub struct PerfectConnectFour {
    solver: ConnectFourSolver,
}

impl PerfectConnectFour {
    pub fn new(mebibytes: usize) -> PerfectConnectFour {
        PerfectConnectFour { solver: ConnectFourSolver::new(mebibytes) }
    }

    /// The best moves of both sides from a position of this value, until the game ends or the search is stopped.
    fn line(&mut self, position: &ConnectFour, mut value: i32, keep_going: &mut dyn FnMut(u64) -> bool) -> Vec<Column> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        while let Some(best) = self.solver.known_column(&position, value, keep_going) {
            position.play(best);
            line.push(best);
            value = -value;
        }
        line
    }
}

impl Engine<ConnectFour> for PerfectConnectFour {
    fn new_game(&mut self) {
        self.solver.clear();
    }

    fn bytes(&self) -> u64 {
        self.solver.bytes()
    }

    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        (number == 1).then_some(SearchLimits::default())
    }

    fn search(&mut self, position: &ConnectFour, limits: &SearchLimits, keep_going: KeepSearching) -> Option<SearchResult<Column>> {
        self.solver.begin();
        let mut poll = |nodes: u64| {
            let progress = Progress { cost: Statistics { nodes, ..Statistics::default() }, ..Progress::default() };
            limits.nodes.is_none_or(|most| nodes < most) && keep_going(&progress)
        };
        let value = self.solver.value(position, &mut poll);
        let Some((value, best)) = value.and_then(|value| Some((value, self.solver.best_column(position, value, &mut poll)?))) else {
            let fallback = SearchLimits { depth: Some(FALLBACK_PLIES), nodes: None };
            let mut found = Engine::search(&mut Classroom::alpha_beta(OpenLines), position, &fallback, &mut |_| true)?;
            found.cost.nodes += self.solver.nodes();
            return Some(found);
        };
        let depth = in_plies(position, value);
        let score = value.signum() * score::WIN - value.signum() * depth as i32;
        let most = 2 * self.solver.nodes() + LINE_NODES;
        let rest = self.line(&position.child(best), -value, &mut |nodes| nodes < most && poll(nodes));
        let pv = std::iter::once(best).chain(rest).collect();
        let cost = Statistics { nodes: self.solver.nodes(), selective_depth: depth, ..Statistics::default() };
        Some(SearchResult { best, score, depth, pv, is_proved: true, cost })
    }
}

/// The plies to the end of a game of this value; a draw ends when the board is full.
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
