//! The tree that a search of few plies walks, kept for people to look at.

use super::recorder::{Recorder, TreeNode};
use super::{AlphaBeta, DEEPEST, IterativeDeepening, Method, Minimax, Walk};
use crate::watch::Watch;
use crate::{Evaluate, Progress, SearchLimits, SearchObserver, Statistics, Unwatched};
use rules::Position;

/// The methods whose trees are kept.
pub const TREE_METHODS: &[&str] = &["minimax", "alpha-beta", "iterative-deepening"];

/// A tree, the nodes in the order in which they were entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<M> {
    /// The nodes that are kept.
    pub nodes: Vec<TreeNode<M>>,
    /// Whether all are.
    pub is_whole: bool,
    /// What the search cost.
    pub cost: Statistics,
}

/// Walks a position to a depth by the method of this name, and keeps what it saw, up to so many nodes: all if that is enough, else of each
/// deeper position its first moves. None if there is no such method, the game is over, or `go_on` said no.
pub fn tree<P, E>(
    name: &str,
    evaluation: E,
    position: &P,
    depth: u32,
    most: usize,
    go_on: &mut dyn FnMut(&Progress) -> bool,
) -> Option<Tree<P::Move>>
where
    P: Position<Move: Send>,
    E: Evaluate<P>,
{
    match name {
        "minimax" => walk(&mut Minimax::new(evaluation), position, depth, most, go_on),
        "alpha-beta" => walk(&mut AlphaBeta::new(evaluation), position, depth, most, go_on),
        "iterative-deepening" => walk(&mut IterativeDeepening::new(evaluation), position, depth, most, go_on),
        _ => None,
    }
}

/// Twice: once to know how much there is, and once to keep it.
fn walk<P: Position, M: Method<P>>(
    method: &mut M,
    position: &P,
    depth: u32,
    most: usize,
    go_on: &mut dyn FnMut(&Progress) -> bool,
) -> Option<Tree<P::Move>> {
    if position.outcome().is_some() {
        return None;
    }
    let depth = depth.clamp(1, DEEPEST);
    let mut previous = Vec::new();
    let begin = if M::DEEPENS { 1 } else { depth };
    for depth in begin..depth {
        let mut line = Vec::new();
        once(method, position, depth, &previous, &mut line, &mut Unwatched, go_on)?;
        previous = line;
    }
    let line = &mut Vec::new();
    let (_, cost) = once(method, position, depth, &previous, line, &mut Unwatched, go_on)?;
    let is_whole = cost.nodes <= most as u64;
    let mut recorder = Recorder::new(most, !is_whole);
    let (value, cost) = once(method, position, depth, &previous, line, &mut recorder, go_on)?;
    Some(Tree { nodes: recorder.into_nodes(value), is_whole, cost })
}

/// One iteration: the value, what it cost, and in `line` the play that leads to it.
fn once<P: Position, M: Method<P>>(
    method: &mut M,
    position: &P,
    depth: u32,
    previous: &[P::Move],
    line: &mut Vec<P::Move>,
    observer: &mut impl SearchObserver<P>,
    go_on: &mut dyn FnMut(&Progress) -> bool,
) -> Option<(i32, Statistics)> {
    let mut watch = Watch::new(&SearchLimits::default(), go_on);
    let walk = &mut Walk { watch: &mut watch, previous, root: position.ply(), observer };
    let value = method.value(position, depth, line, walk)?;
    Some((value, watch.cost))
}
