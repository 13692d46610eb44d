//! A tree of moves that remembers what is proved.

use crate::score;

/// A position of the tree, seen as the move that leads to it. Everything is from the view of the side that made the move.
#[derive(Clone, Copy)]
pub(super) struct Node<M> {
    pub(super) mv: M,
    pub(super) visits: u32,
    /// The children are consecutive; none yet if `count` is 0.
    first: u32,
    count: u16,
    /// How promising the move looked among its siblings: all of them add up to 1.
    pub(super) prior: f32,
    /// What the evaluation expects, 0 to 1: of a node with children, what it expects of the best of them.
    pub(super) guess: f32,
    /// The sum over all visits of what came out, 0 to 1 each.
    pub(super) won: f64,
    /// The [`score`](crate::score) counted from the node itself, once it is proved.
    pub(super) proved: Option<i32>,
}

/// What a side can expect, 0 to 1, of a value that is proved.
fn share(score: i32) -> f64 {
    (f64::from(score.signum()) + 1.0) / 2.0
}

impl<M> Node<M> {
    pub(super) fn new(mv: M, prior: f32, guess: f32, proved: Option<i32>) -> Node<M> {
        let guess = proved.map_or(guess, |score| share(score) as f32);
        Node { mv, visits: 0, first: 0, count: 0, prior, guess, won: 0.0, proved }
    }

    /// What can be expected of the move: the mean of what came out, and the evaluation's part in it.
    #[inline]
    pub(super) fn expected(&self, trust: f64) -> f64 {
        let guess = f64::from(self.guess);
        if self.visits == 0 { guess } else { (1.0 - trust) * self.won / f64::from(self.visits) + trust * guess }
    }
}

/// A tree whose root is node 0.
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node<M>>,
    most_nodes: usize,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new(most_nodes: usize) -> Tree<M> {
        Tree { nodes: Vec::new(), most_nodes }
    }

    #[inline]
    pub(super) fn children(&self, node: usize) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[node];
        first as usize..first as usize + usize::from(count)
    }

    pub(super) fn is_leaf(&self, node: usize) -> bool {
        self.nodes[node].count == 0
    }

    /// Gives a leaf its children, unless there is no room.
    pub(super) fn grow(&mut self, node: usize, children: impl ExactSizeIterator<Item = Node<M>>) {
        if self.nodes.len() + children.len() <= self.most_nodes {
            (self.nodes[node].first, self.nodes[node].count) = (self.nodes.len() as u32, children.len() as u16);
            self.nodes.extend(children);
        }
    }

    /// Makes a node the root and forgets all that is not below it.
    pub(super) fn promote(&mut self, root: usize) {
        let mut kept = vec![self.nodes[root]];
        let mut next = 0;
        while let Some(&Node { first, count, .. }) = kept.get(next) {
            kept[next].first = kept.len() as u32;
            kept.extend_from_slice(&self.nodes[first as usize..first as usize + usize::from(count)]);
            next += 1;
        }
        self.nodes = kept;
    }

    /// What follows for a node from its children: one that wins for them loses for it; if all lose, it wins (Winands, Björnsson,
    /// Saito 2008).
    pub(super) fn learn(&mut self, node: usize) {
        let children = &self.nodes[self.children(node)];
        if children.is_empty() {
            return;
        }
        // A move is worth for its side what it is a ply later; the parent's view is the other side's.
        let best = children.iter().filter_map(|child| child.proved).max();
        let is_all = children.iter().all(|child| child.proved.is_some());
        let proved = best.filter(|&best| is_all || best > score::DRAW).map(|best| -score::from_root(best, 1));
        let guess = 1.0 - children.iter().map(|child| child.guess).fold(0.0, f32::max);
        let node = &mut self.nodes[node];
        node.proved = proved;
        node.guess = proved.map_or(guess, |score| share(score) as f32);
    }

    /// The move to play: the one that wins soonest, else the most visited that does not lose, else the one that loses latest.
    pub(super) fn best(&self, parent: usize) -> Option<usize> {
        let rank = |child: &usize| {
            let node = &self.nodes[*child];
            let class = node.proved.map_or(0, i32::signum);
            let within = if class == 0 { node.visits.cast_signed() } else { node.proved.unwrap_or(0) };
            (class, within, (node.guess * 1e6) as i32)
        };
        self.children(parent).rev().max_by_key(rank)
    }
}
