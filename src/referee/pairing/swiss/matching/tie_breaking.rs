//! Choosing among the matchings of least cost, one vertex after another.
//!
//! A perfect matching has least cost if and only if it uses tight edges only and leaves each blossom once (complementary slackness). So
//! other edges are removed first, and a vertex whose partner may improve is matched again with the ranks as additional costs.

use super::{Edge, Free, MatchingSolver, NONE, Weight};
use alloc::vec::Vec;

impl<const N: usize> MatchingSolver<'_, N> {
    /// The partner of a matched vertex.
    pub fn partner(&self, v: usize) -> usize {
        self.endpoint[self.mate[v]]
    }

    /// A number for each edge, whose sum is least in the matchings of least cost: 1 if the edge is not tight, plus the number of blossoms
    /// with a non-zero dual that it leaves.
    pub fn excess(&self) -> Vec<i64> {
        let counts = |b: &usize| self.dual[*b] != Weight::ZERO;
        let above = |&b: &usize| Some(self.parent[b]).filter(|&parent| parent != NONE);
        let around = |v: usize| core::iter::successors(above(&v), above).filter(counts).collect::<Vec<usize>>();
        let around: Vec<Vec<usize>> = (0..self.n).map(around).collect();
        let excess = |(k, &(u, v, _)): (usize, &Edge<N>)| {
            let common: Vec<usize> = around[u].iter().copied().filter(|b| around[v].contains(b)).collect();
            let slack = common.iter().fold(self.slack(k), |slack, &b| slack + self.dual[b] + self.dual[b]);
            i64::from(slack != Weight::ZERO) + (around[u].len() + around[v].len() - 2 * common.len()) as i64
        };
        self.edges.iter().enumerate().map(excess).collect()
    }

    /// Removes the edges that are in no matching of least cost.
    pub fn remove_non_tight_edges(&mut self) {
        for k in 0..self.edges.len() {
            let (u, v, _) = self.edges[k];
            // Within a blossom, `slack` is not the real slack.
            self.removed[k] |= self.top[u] != self.top[v] && self.slack(k) != Weight::ZERO;
        }
        for v in 0..self.n {
            self.neighbours[v].retain(|p| !self.removed[p / 2]);
        }
    }

    /// Fixes vertex `v`: of all matchings of least cost, only those remain in which its partner has the lowest rank. The ranks must stay
    /// below 2^20 in sum over all calls. All vertices must be matched, and are matched afterwards; none if the search is stopped.
    pub fn settle(&mut self, v: usize, rank: impl Fn(usize) -> i64) -> Option<()> {
        if !(self.keep_going)() {
            return None;
        }
        // A blossom with a zero dual constrains nothing.
        while self.top[v] >= self.n && self.dual[self.top[v]] == Weight::ZERO {
            self.expand(self.top[v], true);
        }
        let removed = &self.removed;
        self.neighbours[v].retain(|p| !removed[p / 2]);
        let current = rank(self.partner(v));
        if self.neighbours[v].iter().any(|p| rank(self.endpoint[*p]) < current) {
            self.solve_again(v, &rank)?;
        }
        let lowest = rank(self.partner(v));
        let mut broken = self.drop_edges(v, |_, other| rank(other) != lowest);
        // With one edge left the pair is fixed, and the partner loses its other edges.
        if let [only] = self.neighbours[v][..] {
            let partner = self.endpoint[only];
            broken |= self.drop_edges(partner, |p, _| p / 2 != only / 2);
            if broken && self.top[v] != self.top[partner] {
                self.close(v);
                self.close(partner);
                broken = false;
            }
        }
        // A blossom may contain a removed edge.
        if broken {
            let partner = self.partner(v);
            let parities = [self.parity(v), self.parity(partner)];
            self.dissolve(v, parities[0]);
            self.dissolve(partner, parities[1]);
            self.complete()?;
        }
        Some(())
    }

    /// Adds the ranks to the costs, and repairs the matching from `v`.
    fn solve_again(&mut self, v: usize, rank: &impl Fn(usize) -> i64) -> Option<()> {
        for at in 0..self.neighbours[v].len() {
            let p = self.neighbours[v][at];
            self.edges[p / 2].2.0[N - 1] += rank(self.endpoint[p]);
        }
        self.release(v);
        self.complete()
    }

    /// Removes the edges of a vertex whose far end point and vertex satisfy `which`; true if one was within a blossom.
    fn drop_edges(&mut self, v: usize, which: impl Fn(usize, usize) -> bool) -> bool {
        let (dropped, kept): (Vec<usize>, Vec<usize>) = self.neighbours[v].iter().partition(|p| which(**p, self.endpoint[**p]));
        self.neighbours[v] = kept;
        let mut broken = false;
        for p in dropped {
            broken |= !self.removed[p / 2] && self.top[self.endpoint[p]] == self.top[v];
            self.removed[p / 2] = true;
        }
        broken
    }

    /// Expands the blossoms around `v`, which is fixed to a partner outside: no other edge will leave them.
    fn close(&mut self, v: usize) {
        while self.top[v] >= self.n {
            let b = self.top[v];
            let leaves = self.leaves(b);
            for &leaf in &leaves {
                self.dual[leaf] = self.dual[leaf] + self.dual[b];
                for at in 0..self.neighbours[leaf].len() {
                    let p = self.neighbours[leaf][at];
                    self.removed[p / 2] |= self.top[self.endpoint[p]] != b && leaf != v && self.dual[b] != Weight::ZERO;
                }
            }
            for child in core::mem::take(&mut self.children[b]) {
                self.parent[child] = NONE;
                for leaf in self.leaves(child) {
                    self.top[leaf] = child;
                }
            }
            self.forget(b);
        }
    }

    /// Unmatches `v` after a change of its costs, and gives it a feasible dual.
    fn release(&mut self, v: usize) {
        let parity = self.parity(v);
        self.dissolve(v, parity);
        if self.mate[v] != NONE {
            let partner = self.partner(v);
            (self.mate[v], self.mate[partner]) = (NONE, NONE);
        }
        self.dual[v] = Weight::ZERO;
        let gains = self.neighbours[v].iter().map(|p| Weight::ZERO - self.slack(p / 2));
        if let Some(dual) = gains.max() {
            self.dual[v] = with_parity(dual, parity);
        }
    }

    /// The parity of the duals along tight edges from the outermost blossom around `v`: the dual of its mate.
    fn parity(&self, v: usize) -> Weight<N> {
        self.dual[self.endpoint[self.mate[self.base[self.top[v]]]]]
    }

    /// Expands the outermost blossom around `v` and all blossoms within. Its dual moves to the vertices, and edges that are not tight any
    /// more are unmatched.
    ///
    /// Halved slacks are integers only if all unmatched vertices have the same parity in each number of their duals, so the vertices get
    /// this parity.
    fn dissolve(&mut self, v: usize, parity: Weight<N>) {
        let b = self.top[v];
        if b < self.n {
            return;
        }
        let leaves = self.leaves(b);
        let mut blossoms = Vec::new();
        for &leaf in &leaves {
            let mut above = self.parent[leaf];
            while above != NONE {
                self.dual[leaf] = self.dual[leaf] + self.dual[above];
                blossoms.push(above);
                above = self.parent[above];
            }
            self.dual[leaf] = with_parity(self.dual[leaf], parity);
            self.parent[leaf] = NONE;
            self.top[leaf] = leaf;
        }
        blossoms.sort_unstable();
        blossoms.dedup();
        for blossom in blossoms {
            self.forget(blossom);
        }
        for leaf in leaves {
            if self.mate[leaf] != NONE && self.slack(self.mate[leaf] / 2) != Weight::ZERO {
                let partner = self.partner(leaf);
                (self.mate[leaf], self.mate[partner]) = (NONE, NONE);
            }
        }
    }

    /// Frees the number of an expanded blossom.
    pub(super) fn forget(&mut self, b: usize) {
        self.children[b].clear();
        self.blossom_edges[b].clear();
        (self.label[b], self.parent[b], self.link[b]) = (Free, NONE, NONE);
        (self.base[b], self.best_edge[b], self.best_edges[b]) = (NONE, NONE, None);
        self.dual[b] = Weight::ZERO;
        self.unused.push(b);
    }
}

/// The least cost not below `cost` with the parity of `other`.
fn with_parity<const N: usize>(cost: Weight<N>, other: Weight<N>) -> Weight<N> {
    Weight(core::array::from_fn(|i| cost.0[i] + ((cost.0[i] ^ other.0[i]) & 1)))
}
