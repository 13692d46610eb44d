//! What every engine is asked, and what it answers.

use rules::Position;

/// Where a search stops by itself. Whatever is not given is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The deepest iteration in plies, at least 1; ignored by [`Mcts`](crate::mcts::Mcts).
    pub depth: Option<u32>,
    /// How many nodes may be entered; of [`Mcts`](crate::mcts::Mcts), how many simulations are played.
    pub nodes: Option<u64>,
}

/// What a search has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions entered, the root included; of [`Mcts`](crate::mcts::Mcts), simulations.
    pub nodes: u64,
    /// Positions valued without looking further: evaluated, or the game was over.
    pub leaves: u64,
    /// Positions left early because the opponent would not allow them.
    pub cut_offs: u64,
    /// Those of them where the first move that was looked at was enough: the larger this part, the better the order of the moves.
    pub first_cut_offs: u64,
    /// Positions whose value the transposition table knew.
    pub table_hits: u64,
    /// Plies to the deepest position entered.
    pub selective_depth: u32,
}

/// What a search tells its caller when it asks whether to go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Whether an iteration has just been finished (of [`Mcts`](crate::mcts::Mcts): always). Otherwise the search is within one.
    pub finished: bool,
    /// The depth of the last finished iteration, in plies.
    pub depth: u32,
    /// What the last finished iteration found for the side to move: see [`score`](crate::score).
    pub score: i32,
    /// The cost so far.
    pub cost: Statistics,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The move to play, always a legal one.
    pub best: M,
    /// The value for the side to move: see [`score`](crate::score). 0 if not even the first iteration was finished.
    pub score: i32,
    /// The last finished iteration, in plies.
    pub depth: u32,
    /// The principal variation: the play expected of both sides, which begins with `best`.
    pub pv: Vec<M>,
    /// Whether the value is proved: no deeper search would find another one.
    pub is_proved: bool,
    /// What it cost.
    pub cost: Statistics,
}

/// A player that thinks. What it keeps from move to move (a table, a tree) lives in it.
pub trait Engine<P: Position>: Send {
    /// The name it is made by.
    fn name(&self) -> &'static str;

    /// Forgets everything, so that a game does not depend on the games before.
    fn new_game(&mut self) {}

    /// What limits a search to its `number`-th iteration, from 1 on, each one looking further than the one before; none if there are
    /// not so many.
    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        Some(SearchLimits { depth: Some(number), nodes: None })
    }

    /// Thinks about a position; none if the game is over.
    ///
    /// `go_on` is asked every one or two thousand nodes and after each finished iteration. When it says no, the search stops and
    /// answers with the best move known by then, even if it is stopped at once.
    fn search(&mut self, position: &P, limits: &SearchLimits, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<Found<P::Move>>;
}
