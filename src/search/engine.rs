//! The interfaces of engines and evaluations.

use rules::Position;
use std::ops::Add;

/// The limits of a search; none: unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The deepest iteration in plies, at least 1; ignored by [`Puct`](crate::mcts::Puct).
    pub depth: Option<u32>,
    /// The most nodes to enter; of [`Puct`](crate::mcts::Puct), the most simulations.
    pub nodes: Option<u64>,
}

/// The cost of a search so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions entered, the root included; of [`Puct`](crate::mcts::Puct), simulations.
    pub nodes: u64,
    /// Positions evaluated, or where the game was over.
    pub leaves: u64,
    pub cut_offs: u64,
    /// Cut-offs by the first move: their share measures the move ordering.
    pub first_cut_offs: u64,
    /// Positions valued by the transposition table.
    pub table_hits: u64,
    /// Plies to the deepest position entered.
    pub selective_depth: u32,
}

impl Add for Statistics {
    type Output = Statistics;

    fn add(self, part: Statistics) -> Statistics {
        Statistics {
            nodes: self.nodes + part.nodes,
            leaves: self.leaves + part.leaves,
            cut_offs: self.cut_offs + part.cut_offs,
            first_cut_offs: self.first_cut_offs + part.first_cut_offs,
            table_hits: self.table_hits + part.table_hits,
            selective_depth: self.selective_depth.max(part.selective_depth),
        }
    }
}

/// Called with the progress of a search: false stops it.
pub type KeepSearching<'a> = &'a mut dyn FnMut(&Progress) -> bool;

/// The argument of `keep_going`: how far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Whether an iteration has just finished (of [`Puct`](crate::mcts::Puct): always); else the search is within one.
    pub finished: bool,
    /// The depth of the last finished iteration, in plies.
    pub depth: u32,
    /// The [`score`](crate::score) of the last finished iteration.
    pub score: i32,
    pub cost: Statistics,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    pub best: M,
    /// The [`score`](crate::score) for the side to move; 0 if the first iteration was not finished.
    pub score: i32,
    /// The last finished iteration, in plies.
    pub depth: u32,
    /// The principal variation, which begins with `best`.
    pub pv: Vec<M>,
    /// Whether the value is proved: no deeper search changes it.
    pub is_proved: bool,
    pub cost: Statistics,
}

/// An engine, with the state that it keeps from move to move, such as a table or a tree.
pub trait Engine<P: Position>: Send {
    /// Clears the state, so that a game does not depend on earlier ones.
    fn new_game(&mut self) {}

    /// The memory held for positions (a table or a tree), in bytes.
    fn bytes(&self) -> u64 {
        0
    }

    /// The limits of the `number`-th iteration, from 1; none after the last one.
    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        Some(SearchLimits { depth: Some(number), nodes: None })
    }

    /// Searches a position; none if the game is over.
    ///
    /// `keep_going` is called every one or two thousand nodes and after each finished iteration. When it returns false, the search stops and
    /// returns the best move known by then, even if it is stopped immediately.
    fn search(&mut self, position: &P, limits: &SearchLimits, keep_going: KeepSearching) -> Option<SearchResult<P::Move>>;
}

/// An evaluation of the positions of a game that are not over.
pub trait Evaluate<P: Position>: Send {
    /// The value for the side to move, in the evaluation's own unit, within ±900,000.
    fn evaluate(&self, position: &P) -> i32;

    /// A score for move ordering and playouts; only the order of the scores matters.
    fn ordering_score(&self, _position: &P, _mv: P::Move) -> i32 {
        0
    }

    /// Whether quiescence search follows the move: it changes the evaluation much, as a capture does.
    fn is_noisy(&self, _position: &P, _mv: P::Move) -> bool {
        false
    }

    /// The [`score`](crate::score) of a game that the evaluation proves won or lost without a search.
    fn proved(&self, _position: &P) -> Option<i32> {
        None
    }

    /// The unit of the evaluation: an advantage that wins about three games of four.
    fn unit(&self) -> f64 {
        100.0
    }
}
