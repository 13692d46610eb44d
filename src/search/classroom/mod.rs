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
use crate::{Engine, Found, Progress, SearchLimits, score};
use recorder::Recorder;
use rules::Position;

/// No iteration is deeper than this.
const DEEPEST: u32 = 250;

/// What a method may use while it looks at a position.
pub struct Walk<'a, 'b, P: Position> {
    pub(crate) watch: &'a mut Watch<'b>,
    /// The line of play that the last iteration found.
    previous: &'a [P::Move],
    /// How many plies had been played at the root.
    root: u32,
    /// What keeps the tree, if anybody wants to see it.
    recorder: Option<&'a mut Recorder<P::Move>>,
}

impl<P: Position> Walk<'_, '_, P> {
    /// Counts a node, and tells how many plies from the root it is; none if the search must stop.
    #[inline]
    pub(crate) fn enter(&mut self, position: &P) -> Option<u32> {
        let ply = position.ply() - self.root;
        self.watch.enter(ply).map(|()| ply)
    }

    /// A move is looked at.
    #[inline]
    fn descend(&mut self, mv: P::Move) {
        if let Some(recorder) = &mut self.recorder {
            recorder.descend(mv);
        }
    }

    /// It was worth this for the side that makes it, to whom only values between these two mattered.
    #[inline]
    fn ascend(&mut self, value: i32, window: (i32, i32)) {
        if let Some(recorder) = &mut self.recorder {
            recorder.ascend(value, window);
        }
    }

    /// These moves are not looked at any more.
    #[inline]
    fn cut(&mut self, left: impl Iterator<Item = P::Move>) {
        self.watch.cost.cut_offs += 1;
        if let Some(recorder) = &mut self.recorder {
            recorder.cut(left);
        }
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
    fn value(&mut self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P>) -> Option<i32>;
}

/// The engine that plays by a [`Method`], to the depth that is asked for or as deep as it is let.
pub struct Classroom<M>(pub M);

impl<P: Position, M: Method<P>> Engine<P> for Classroom<M> {
    fn name(&self) -> &'static str {
        M::NAME
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn search(&mut self, position: &P, limits: &SearchLimits, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<Found<P::Move>> {
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
            let walk = &mut Walk { watch: &mut watch, previous: &pv, root: position.ply(), recorder: None };
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
