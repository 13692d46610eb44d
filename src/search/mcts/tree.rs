//! The tree of a Monte Carlo tree search, its nodes in one vector.

use crate::{SearchObserver, Simulation};
use rules::Position;
use std::ops::Range;

/// A position of the tree, seen as the move that leads to it. Values are for the side that made the move.
#[derive(Clone, Copy)]
pub(super) struct MctsNode<M, K> {
    pub(super) mv: M,
    pub(super) visits: u32,
    /// The children are consecutive; none yet if `count` is 0.
    first: u32,
    count: u16,
    /// The sum of the results of all visits: 1 for a win, ½ for a draw.
    pub(super) value_sum: f64,
    /// Further data of the variant of the search.
    pub(super) known: K,
}

impl<M, K> MctsNode<M, K> {
    pub(super) const fn new(mv: M, known: K) -> MctsNode<M, K> {
        MctsNode { mv, visits: 0, first: 0, count: 0, value_sum: 0.0, known }
    }
}

pub(super) struct MctsTree<M, K> {
    pub(super) nodes: Vec<MctsNode<M, K>>,
    most_nodes: usize,
}

impl<M: Copy, K: Copy> MctsTree<M, K> {
    pub(super) fn new(bytes: usize) -> MctsTree<M, K> {
        MctsTree { nodes: Vec::new(), most_nodes: (bytes / size_of::<MctsNode<M, K>>()).min(u32::MAX as usize) }
    }

    #[inline]
    pub(super) fn children(&self, node: usize) -> Range<usize> {
        let MctsNode { first, count, .. } = self.nodes[node];
        first as usize..first as usize + usize::from(count)
    }

    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.nodes) as u64
    }

    pub(super) fn is_leaf(&self, node: usize) -> bool {
        self.nodes[node].count == 0
    }

    /// Adds the children of a leaf, unless the tree is full.
    pub(super) fn grow(&mut self, node: usize, children: impl ExactSizeIterator<Item = MctsNode<M, K>>) {
        if self.nodes.len() + children.len() <= self.most_nodes {
            (self.nodes[node].first, self.nodes[node].count) = (self.nodes.len() as u32, children.len() as u16);
            self.nodes.extend(children);
        }
    }

    /// Makes a node the root and drops all that is not below it.
    pub(super) fn promote(&mut self, root: usize) {
        let mut kept = vec![self.nodes[root]];
        let mut next = 0;
        while let Some(&MctsNode { first, count, .. }) = kept.get(next) {
            kept[next].first = kept.len() as u32;
            kept.extend_from_slice(&self.nodes[first as usize..first as usize + usize::from(count)]);
            next += 1;
        }
        self.nodes = kept;
    }

    /// The moves from the root on, `best` being the best child of a node.
    pub(super) fn principal_variation(&self, best: impl Fn(usize) -> Option<usize>) -> Vec<M> {
        std::iter::successors(best(0), |&node| best(node)).map(|node| self.nodes[node].mv).collect()
    }

    /// Reports a simulation along a path of nodes, the root first.
    pub(super) fn report<P: Position<Move = M>>(&self, path: &[usize], leaf: &P, won: f64, observer: &mut impl SearchObserver<P>) {
        let path: Vec<M> = path[1..].iter().map(|&node| self.nodes[node].mv).collect();
        let visits: Vec<(M, u32)> = self.nodes[self.children(0)].iter().map(|child| (child.mv, child.visits)).collect();
        observer.simulated(&Simulation { path: &path, leaf, won, visits: &visits });
    }
}
