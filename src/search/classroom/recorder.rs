//! Keeps the tree that a search walks, as it is walked: what each move was found to be worth, and which moves a cut-off left out.

use crate::SearchObserver;
use rules::Position;

/// Where not all is kept, so many moves are of each position that is this far from the root, or farther.
const SAMPLED_FROM: usize = 2;
const SAMPLED: usize = 2;

/// What is known of the value of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is this.
    Exact,
    /// It is this or more, which was enough to know.
    AtLeast,
    /// It is this or less, which was enough to know.
    AtMost,
}

/// A move that was looked at. The root is the first of a tree, and has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode<M> {
    /// The move.
    pub mv: Option<M>,
    /// The place of the node that it was made from.
    pub parent: Option<usize>,
    /// What it is worth for the side that made it; of the root, for the side to move.
    pub value: i32,
    /// Whether that is exact.
    pub bound: Bound,
    /// The moves that were not looked at any more after it: the opponent would not allow what leads here.
    pub cut: Vec<M>,
    /// How many moves were looked at after it and are not kept.
    pub hidden: u32,
}

/// What keeps a tree while it is walked.
pub(crate) struct Recorder<M> {
    nodes: Vec<TreeNode<M>>,
    /// The way from the root to where the walk is: the place of each node, none of one that is not kept.
    path: Vec<Option<usize>>,
    /// How many are kept of the moves of each node on the way.
    kept: Vec<usize>,
    most: usize,
    is_sampled: bool,
}

impl<M> Recorder<M> {
    pub(crate) fn new(most: usize, is_sampled: bool) -> Recorder<M> {
        let root = TreeNode { mv: None, parent: None, value: 0, bound: Bound::Exact, cut: Vec::new(), hidden: 0 };
        Recorder { nodes: vec![root], path: vec![Some(0)], kept: vec![0], most, is_sampled }
    }

    /// The nodes; the root is worth this.
    pub(crate) fn into_nodes(mut self, value: i32) -> Vec<TreeNode<M>> {
        self.nodes[0].value = value;
        self.nodes
    }
}

impl<P: Position> SearchObserver<P> for Recorder<P::Move> {
    fn descend(&mut self, mv: P::Move) {
        let parent = self.path.last().copied().flatten();
        let deep = self.path.len() > SAMPLED_FROM;
        let kept = self.kept.last_mut().expect("the root is never left");
        let has_room = self.nodes.len() < self.most && !(self.is_sampled && deep && *kept >= SAMPLED);
        let place = parent.and_then(|parent| {
            if !has_room {
                self.nodes[parent].hidden += 1;
                return None;
            }
            *kept += 1;
            self.nodes.push(TreeNode { mv: Some(mv), parent: Some(parent), value: 0, bound: Bound::Exact, cut: Vec::new(), hidden: 0 });
            Some(self.nodes.len() - 1)
        });
        self.path.push(place);
        self.kept.push(0);
    }

    fn ascend(&mut self, value: i32, (alpha, beta): (i32, i32)) {
        self.kept.pop();
        if let Some(place) = self.path.pop().flatten() {
            let bound = match value {
                value if value >= beta => Bound::AtLeast,
                value if value <= alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            (self.nodes[place].value, self.nodes[place].bound) = (value, bound);
        }
    }

    fn cut(&mut self, left: impl Iterator<Item = P::Move>) {
        if let Some(place) = self.path.last().copied().flatten() {
            self.nodes[place].cut.extend(left);
        }
    }
}
