//! The tree of a shallow search, recorded for display: the value of each move, and the moves that a cut-off left out.

use super::{Classroom, Context, DEEPEST};
use crate::node_budget::NodeBudget;
use crate::{Evaluate, KeepSearching, NoSearchObserver, SearchLimits, SearchObserver, Statistics};
use rules::Position;

/// The methods whose trees can be recorded.
pub const TREE_METHODS: &[&str] = &["minimax", "classroom-alphabeta", "iterative-deepening"];

/// A sampled tree has at most `SAMPLED` moves of each position that is `SAMPLED_FROM` plies or more from the root.
const SAMPLED_FROM: usize = 2;
const SAMPLED: usize = 2;

/// Whether the value of a move is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueBound {
    Exact,
    /// The true value is this or more.
    AtLeast,
    /// The true value is this or less.
    AtMost,
}

/// A move that was searched, or the root, the first node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedMove<M> {
    pub mv: Option<M>,
    pub parent: Option<usize>,
    /// The value for the side that made the move; of the root, for the side to move.
    pub value: i32,
    pub bound: ValueBound,
    /// The moves after it that a cut-off left out.
    pub cut: Vec<M>,
    /// The number of moves after it that were searched and are not recorded.
    pub hidden: u32,
}

/// A tree, its nodes in the order in which they were entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<M> {
    pub nodes: Vec<SearchedMove<M>>,
    pub is_whole: bool,
    pub cost: Statistics,
}

/// Searches a position to a depth by the method of this name and records up to `most` nodes: all if that is enough, else of each deeper
/// position its first moves. None if the method is not one of [`TREE_METHODS`], the game is over, or `keep_going` said no.
pub fn tree<P: Position, E: Evaluate<P>>(
    name: &str,
    evaluation: E,
    position: &P,
    depth: u32,
    most: usize,
    keep_going: KeepSearching,
) -> Option<Tree<P::Move>> {
    if !TREE_METHODS.contains(&name) || position.outcome().is_some() {
        return None;
    }
    let mut method = Classroom::new(name, evaluation, || unreachable!("none of these methods has a table"))?;
    let depth = depth.clamp(1, DEEPEST);
    let mut previous = Vec::new();
    let begin = if method.method.deepens { 1 } else { depth };
    for depth in begin..depth {
        (_, previous, _) = method.iterate(position, depth, &previous, &mut NoSearchObserver, keep_going)?;
    }
    // Searched twice: once to count the nodes, and once to record them.
    let (.., cost) = method.iterate(position, depth, &previous, &mut NoSearchObserver, keep_going)?;
    let is_whole = cost.nodes <= most as u64;
    let root = SearchedMove { mv: None, parent: None, value: 0, bound: ValueBound::Exact, cut: Vec::new(), hidden: 0 };
    let mut recorder = TreeRecorder { nodes: vec![root], path: vec![(Some(0), 0)], most, is_sampled: !is_whole };
    let (value, _, cost) = method.iterate(position, depth, &previous, &mut recorder, keep_going)?;
    recorder.nodes[0].value = value;
    Some(Tree { nodes: recorder.nodes, is_whole, cost })
}

impl<E> Classroom<E> {
    /// One iteration: the value, the principal variation and the cost.
    fn iterate<P: Position>(
        &mut self,
        position: &P,
        depth: u32,
        previous: &[P::Move],
        observer: &mut impl SearchObserver<P>,
        keep_going: KeepSearching,
    ) -> Option<(i32, Vec<P::Move>, Statistics)>
    where
        E: Evaluate<P>,
    {
        let (mut budget, mut line) = (NodeBudget::new(&SearchLimits::default(), keep_going), Vec::new());
        let context = &mut Context { budget: &mut budget, previous, root: position.ply(), observer };
        let value = self.value(position, depth, &mut line, context)?;
        Some((value, line, budget.cost))
    }
}

struct TreeRecorder<M> {
    nodes: Vec<SearchedMove<M>>,
    /// From the root to the current node: the index of each node that is recorded, and how many of its moves are.
    path: Vec<(Option<usize>, usize)>,
    most: usize,
    is_sampled: bool,
}

impl<P: Position> SearchObserver<P> for TreeRecorder<P::Move> {
    fn descend(&mut self, mv: P::Move) {
        let deep = self.path.len() > SAMPLED_FROM;
        let (parent, recorded) = self.path.last_mut().expect("the path begins with the root");
        let is_recorded = self.nodes.len() < self.most && !(self.is_sampled && deep && *recorded >= SAMPLED);
        let index = parent.and_then(|parent| {
            if !is_recorded {
                self.nodes[parent].hidden += 1;
                return None;
            }
            *recorded += 1;
            self.nodes.push(SearchedMove {
                mv: Some(mv),
                parent: Some(parent),
                value: 0,
                bound: ValueBound::Exact,
                cut: Vec::new(),
                hidden: 0,
            });
            Some(self.nodes.len() - 1)
        });
        self.path.push((index, 0));
    }

    fn ascend(&mut self, value: i32, (alpha, beta): (i32, i32)) {
        if let Some((Some(index), _)) = self.path.pop() {
            let bound = match value {
                value if value >= beta => ValueBound::AtLeast,
                value if value <= alpha => ValueBound::AtMost,
                _ => ValueBound::Exact,
            };
            (self.nodes[index].value, self.nodes[index].bound) = (value, bound);
        }
    }

    fn cut(&mut self, left: impl Iterator<Item = P::Move>) {
        if let Some(&(Some(index), _)) = self.path.last() {
            self.nodes[index].cut.extend(left);
        }
    }
}
