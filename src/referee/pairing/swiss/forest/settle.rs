//! Decisions among equally good matchings, one vertex after another.

use super::{Cost, Free, NONE, Solver};
use alloc::vec::Vec;

impl<const N: usize> Solver<N> {
    /// The partner of a matched vertex.
    pub fn partner(&self, v: usize) -> usize {
        self.endpoint[self.mate[v]]
    }

    /// Decides for good what becomes of vertex `v`: among all matchings of least cost those in which its partner has the lowest rank,
    /// where `rank` is below 2^20 in sum over all decisions. Afterwards `v` has no other edges than those of that rank. All vertices
    /// must be matched, and are so again; none if they are not, which cannot be.
    ///
    /// The rank is added to the least number of the cost, and the matching is mended from `v` on: a stage or two, where solving anew
    /// would take as many as there are vertices.
    pub fn settle(&mut self, v: usize, rank: impl Fn(usize) -> i64) -> Option<()> {
        let mut lowest = rank(self.partner(v));
        let gone = &self.gone;
        self.neighbours[v].retain(|p| !gone[p / 2]);
        // Only tight edges are in matchings of least cost; within a blossom the slack says less than it seems to, so that all count.
        let possible = |p: &usize| self.top[self.endpoint[*p]] == self.top[v] || self.slack(p / 2) <= Cost::ZERO;
        if self.neighbours[v].iter().any(|p| rank(self.endpoint[*p]) < lowest && possible(p)) {
            for at in 0..self.neighbours[v].len() {
                let p = self.neighbours[v][at];
                self.edges[p / 2].2.0[N - 1] += rank(self.endpoint[p]);
            }
            self.release(v);
            self.complete()?;
            lowest = rank(self.partner(v));
        }
        let mut broken = self.drop_edges(v, |_, other| rank(other) != lowest);
        // With a single edge left the pair is made, and the partner has no other edges either.
        if let [only] = self.neighbours[v][..] {
            broken |= self.drop_edges(self.endpoint[only], |p, _| p / 2 != only / 2);
        }
        // A blossom may rest on an edge that is no more.
        if broken {
            let partner = self.partner(v);
            let parities = [self.parity(v), self.parity(partner)];
            self.dissolve(v, parities[0]);
            self.dissolve(partner, parities[1]);
            self.complete()?;
        }
        Some(())
    }

    /// Takes edges from a vertex, by their far end points and those's vertices. Says whether one was within a blossom.
    fn drop_edges(&mut self, v: usize, which: impl Fn(usize, usize) -> bool) -> bool {
        let (dropped, kept): (Vec<usize>, Vec<usize>) = self.neighbours[v].iter().partition(|p| which(**p, self.endpoint[**p]));
        self.neighbours[v] = kept;
        let mut broken = false;
        for p in dropped {
            broken |= !self.gone[p / 2] && self.top[self.endpoint[p]] == self.top[v];
            self.gone[p / 2] = true;
        }
        broken
    }

    /// Unmatches `v`, whose costs have changed, and gives it a dual that fits them.
    fn release(&mut self, v: usize) {
        let parity = self.parity(v);
        self.dissolve(v, parity);
        if self.mate[v] != NONE {
            let partner = self.partner(v);
            (self.mate[v], self.mate[partner]) = (NONE, NONE);
        }
        self.dual[v] = Cost::ZERO;
        let gains = self.neighbours[v].iter().map(|p| Cost::ZERO - self.slack(p / 2));
        if let Some(dual) = gains.max() {
            self.dual[v] = with_parity(dual, parity);
        }
    }

    /// What is odd in this is odd in the duals along tight edges, and so in those of a blossom's vertices: the dual of the vertex
    /// that the outermost blossom around `v` is matched with.
    fn parity(&self, v: usize) -> Cost<N> {
        self.dual[self.endpoint[self.mate[self.base[self.top[v]]]]]
    }

    /// Takes the outermost blossom around `v` apart, and all within. Its dual goes over to the vertices; where edges are no more tight
    /// by that, they are unmatched.
    ///
    /// The halves of slacks stay whole numbers only as long as all unmatched vertices have even duals, or all odd ones, number by
    /// number: so the vertices are brought to a parity.
    fn dissolve(&mut self, v: usize, parity: Cost<N>) {
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
            self.children[blossom].clear();
            self.joints[blossom].clear();
            (self.label[blossom], self.parent[blossom], self.link[blossom]) = (Free, NONE, NONE);
            (self.base[blossom], self.best_edge[blossom], self.best_edges[blossom]) = (NONE, NONE, None);
            self.dual[blossom] = Cost::ZERO;
            self.unused.push(blossom);
        }
        for leaf in leaves {
            if self.mate[leaf] != NONE && self.slack(self.mate[leaf] / 2) != Cost::ZERO {
                let partner = self.partner(leaf);
                (self.mate[leaf], self.mate[partner]) = (NONE, NONE);
            }
        }
    }
}

/// The least cost that is not below this one and agrees with another in what is odd.
fn with_parity<const N: usize>(cost: Cost<N>, other: Cost<N>) -> Cost<N> {
    Cost(core::array::from_fn(|i| cost.0[i] + ((cost.0[i] ^ other.0[i]) & 1)))
}
