//! The methods of the classroom, each by name and each reporting its cost, for any game and any evaluation.
//!
//! All the full-width ones find the same value as [`Minimax`], at less and less cost.

mod alpha_beta;
mod greedy;
mod memory;
mod minimax;
mod mtdf;
mod negamax;
mod quiescence;
mod recorder;
mod tree;

pub use alpha_beta::{AlphaBeta, IterativeDeepening};
pub use greedy::Greedy;
pub use memory::Memory;
pub use minimax::Minimax;
pub use mtdf::MtdF;
pub use negamax::Negamax;
pub use quiescence::Quiescence;
pub use recorder::{Bound, TreeNode};
pub use tree::{TREE_METHODS, Tree, tree};

use crate::watch::Watch;
use crate::{Engine, Found, Leaf, Progress, SearchLimits, SearchObserver, Unwatched, score};
use rules::Position;

/// Every value matters.
const EVERYTHING: (i32, i32) = (-score::INFINITY, score::INFINITY);

/// No iteration is deeper than this.
const DEEPEST: u32 = 250;

/// What a method may use while it looks at a position.
pub struct Walk<'a, 'b, P: Position, O> {
    pub(crate) watch: &'a mut Watch<'b>,
    /// The line of play that the last iteration found.
    previous: &'a [P::Move],
    /// How many plies had been played at the root.
    root: u32,
    /// Who is told of it.
    observer: &'a mut O,
}

impl<P: Position, O: SearchObserver<P>> Walk<'_, '_, P, O> {
    /// Counts a node of which only a value within the window matters, and tells how many plies from the root it is; none if the search must
    /// stop.
    #[inline]
    pub(crate) fn enter(&mut self, position: &P, window: (i32, i32)) -> Option<u32> {
        let ply = position.ply() - self.root;
        self.watch.enter(ply)?;
        self.observer.entered(position, ply, window);
        Some(ply)
    }

    /// The value of a game that is over.
    #[inline]
    pub(crate) fn ended(&mut self, position: &P, ply: u32) -> Option<i32> {
        let value = value_of_end(position, ply, self.watch)?;
        self.observer.judged(Leaf::Ended, value);
        Some(value)
    }

    /// The value of a position that was only evaluated.
    #[inline]
    pub(crate) fn evaluated(&mut self, evaluation: i32) -> i32 {
        let value = self.watch.evaluated(evaluation);
        self.observer.judged(Leaf::Evaluated, value);
        value
    }

    /// The table knew this value; whether no deeper search would find another one.
    #[inline]
    pub(crate) fn remembered(&mut self, value: i32, is_final: bool) -> i32 {
        self.watch.at_horizon |= !is_final;
        self.watch.cost.table_hits += 1;
        self.observer.judged(Leaf::Remembered, value);
        value
    }

    /// A move is looked at.
    #[inline]
    pub(crate) fn descend(&mut self, mv: P::Move) {
        self.observer.descend(mv);
    }

    /// It was worth this for the side that makes it, to whom only values between these two mattered.
    #[inline]
    pub(crate) fn ascend(&mut self, value: i32, window: (i32, i32)) {
        self.observer.ascend(value, window);
    }

    /// These moves are not looked at any more, after the `number`-th, counted from 0.
    #[inline]
    pub(crate) fn cut(&mut self, number: usize, left: impl Iterator<Item = P::Move>) {
        self.watch.cut_off(number);
        self.observer.cut(left);
    }
}

/// A way to value a position by looking a fixed number of plies ahead: what [`Classroom`] makes an engine of.
pub trait Method<P: Position>: Send {
    /// Its name.
    const NAME: &'static str;
    /// Whether it needs the shallower iterations before the one that was asked for.
    const DEEPENS: bool = false;

    /// See [`Engine::new_game`].
    fn new_game(&mut self) {}

    /// A new search begins.
    fn begin(&mut self) {}

    /// The value of a position `depth` plies deep, and in `line` the play that leads to it; none if the search was stopped.
    fn value<O: SearchObserver<P>>(&mut self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P, O>) -> Option<i32>;
}

/// The engine that plays by a [`Method`], to the depth that is asked for or as deep as it is let.
pub struct Classroom<M>(pub M);

impl<M> Classroom<M> {
    /// As [`Engine::search`], with somebody who watches.
    pub fn search_watched<P: Position>(
        &mut self,
        position: &P,
        limits: &SearchLimits,
        observer: &mut impl SearchObserver<P>,
        go_on: &mut dyn FnMut(&Progress) -> bool,
    ) -> Option<Found<P::Move>>
    where
        M: Method<P>,
    {
        let &first = position.legal_moves().as_ref().first()?;
        let deepest = limits.depth.map_or(DEEPEST, |depth| depth.clamp(1, DEEPEST));
        let begin = if limits.depth.is_some() && !M::DEEPENS { deepest } else { 1 };
        let mut watch = Watch::new(limits, go_on);
        let (mut pv, mut value, mut reached) = (vec![first], 0, 0);
        let mut is_proved = false;
        self.0.begin();
        for depth in begin..=deepest {
            watch.at_horizon = false;
            let mut line = Vec::new();
            observer.deepened(depth);
            let walk = &mut Walk { watch: &mut watch, previous: &pv, root: position.ply(), observer: &mut *observer };
            let result = self.0.value(position, depth, &mut line, walk);
            let Some(score) = result else {
                // The method that looks at the old best move first has found a better one, or still that one.
                if M::DEEPENS && !line.is_empty() {
                    pv = line;
                }
                break;
            };
            (pv, value, reached) = (line, score, depth);
            is_proved = !watch.at_horizon || score::is_decided(score);
            if !watch.finished(depth, score) || is_proved {
                break;
            }
        }
        let &best = pv.first().unwrap_or(&first);
        Some(Found { best, score: value, depth: reached, pv, is_proved, cost: watch.cost })
    }
}

impl<P: Position, M: Method<P>> Engine<P> for Classroom<M> {
    fn name(&self) -> &'static str {
        M::NAME
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn search(&mut self, position: &P, limits: &SearchLimits, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<Found<P::Move>> {
        self.search_watched(position, limits, &mut Unwatched, go_on)
    }
}

/// Makes `mv` followed by `rest` the line of play.
pub(crate) fn follow<M>(line: &mut Vec<M>, mv: M, rest: Vec<M>) {
    line.clear();
    line.push(mv);
    line.extend(rest);
}

/// The position after a move.
#[inline]
fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut child = position.clone();
    child.play(mv);
    child
}

/// The value of a game that is over, counted from a root `ply` plies ago.
pub(crate) fn value_of_end<P: Position>(position: &P, ply: u32, watch: &mut Watch) -> Option<i32> {
    position.outcome().map(|outcome| watch.ended(score::of(outcome, position.side_to_move(), ply)))
}
