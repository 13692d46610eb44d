//! Decisions among equally good matchings, one vertex after another.
//!
//! Of the edges only the tight ones are in matchings of least cost, and all perfect matchings along tight edges that leave each blossom
//! once are of least cost (complementary slackness). So the choice between them needs no costs any more: a tree grown from the partner
//! of a vertex along tight edges shows all whom the vertex could have instead.

use super::{Edge, Free, Inner, NONE, Outer, Solver, Weight};
use alloc::vec::Vec;

impl<const N: usize> Solver<'_, N> {
    /// The partner of a matched vertex.
    pub fn partner(&self, v: usize) -> usize {
        self.endpoint[self.mate[v]]
    }

    /// A number for each edge: the perfect matchings for which their sum is least are those of least cost (complementary slackness). It says
    /// whether the edge is not tight, and how many blossoms of some cost, which such a matching leaves once, it leaves.
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

    /// Forgets the edges that are in no matching of least cost.
    pub fn forget_dear_edges(&mut self) {
        for k in 0..self.edges.len() {
            let (u, v, _) = self.edges[k];
            // Within a blossom the slack says less than it seems to.
            self.gone[k] |= self.top[u] != self.top[v] && self.slack(k) != Weight::ZERO;
        }
        for v in 0..self.n {
            self.neighbours[v].retain(|p| !self.gone[p / 2]);
        }
    }

    /// Decides for good what becomes of vertex `v`: among all matchings of least cost those in which its partner has the lowest rank,
    /// where `rank` is below 2^20 in sum over all decisions. Afterwards `v` has no other edges than those of that rank. All vertices
    /// must be matched, and are so again; none if the search is to stop.
    pub fn settle(&mut self, v: usize, rank: impl Fn(usize) -> i64) -> Option<()> {
        if !(self.go_on)() {
            return None;
        }
        // A blossom of no cost is left as often as one likes, and says nothing.
        while self.top[v] >= self.n && self.dual[self.top[v]] == Weight::ZERO {
            self.expand(self.top[v], true);
        }
        let mut lowest = rank(self.partner(v));
        let gone = &self.gone;
        self.neighbours[v].retain(|p| !gone[p / 2]);
        let better: Vec<usize> = self.neighbours[v].iter().copied().filter(|p| rank(self.endpoint[*p]) < lowest).collect();
        let within = |p: &usize| self.top[self.endpoint[*p]] == self.top[v];
        if better.iter().any(within) {
            self.solve_again(v, &rank)?;
        } else if !better.is_empty() {
            let first = better.into_iter().filter(|p| self.slack(p / 2) == Weight::ZERO);
            self.exchange(v, first.map(|p| (rank(self.endpoint[p]), p)).collect());
        }
        lowest = lowest.min(rank(self.partner(v)));
        let mut broken = self.drop_edges(v, |_, other| rank(other) != lowest);
        // With a single edge left the pair is made, and the partner has no other edges either.
        if let [only] = self.neighbours[v][..] {
            let partner = self.endpoint[only];
            broken |= self.drop_edges(partner, |p, _| p / 2 != only / 2);
            if broken && self.top[v] != self.top[partner] {
                self.close(v);
                self.close(partner);
                broken = false;
            }
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

    /// Gives `v` the partner of the lowest rank that some matching along tight edges allows, if one of these ranks and end points is.
    fn exchange(&mut self, v: usize, mut better: Vec<(i64, usize)>) {
        better.sort_unstable();
        // A blossom is matched by its base, and by any of its vertices that is made the base.
        self.held = self.top[v];
        let base = self.base[self.held];
        let (root, edge) = (self.partner(base), self.mate[base] / 2);
        self.prepare();
        (self.mate[base], self.mate[root]) = (NONE, NONE);
        (self.label[self.held], self.link[self.held]) = (Outer, NONE);
        self.assign(root, Outer, NONE);
        let reached = |solver: &Self, p: &&(i64, usize)| solver.label[solver.top[solver.endpoint[p.1]]] == Outer;
        // Until the best is reached, or all there is.
        loop {
            self.scan_until(|solver| better.first().is_some_and(|first| reached(solver, &first)));
            if better.first().is_some_and(|first| reached(self, &first)) {
                break;
            }
            let dissolves =
                |b: &usize| self.base[*b] != NONE && self.parent[*b] == NONE && self.label[*b] == Inner && self.dual[*b] == Weight::ZERO;
            let Some(b) = (self.n..2 * self.n).find(dissolves) else { break };
            self.expand(b, false);
        }
        match better.iter().find(|p| reached(self, p)) {
            Some(&(_, p)) => self.augment(p / 2),
            None => {
                (self.mate[self.edges[edge].0], self.mate[self.edges[edge].1]) = (2 * edge + 1, 2 * edge);
            }
        }
        self.held = NONE;
        self.expand_empty();
    }

    /// The ranks become part of the cost, and the matching is mended from `v` on.
    fn solve_again(&mut self, v: usize, rank: &impl Fn(usize) -> i64) -> Option<()> {
        for at in 0..self.neighbours[v].len() {
            let p = self.neighbours[v][at];
            self.edges[p / 2].2.0[N - 1] += rank(self.endpoint[p]);
        }
        self.release(v);
        self.complete()
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

    /// Takes the blossoms around `v` apart, of which `v` is the one that is matched with another vertex for good: no other edge will
    /// ever leave them, and all that is within stays tight.
    fn close(&mut self, v: usize) {
        while self.top[v] >= self.n {
            let b = self.top[v];
            let leaves = self.leaves(b);
            for &leaf in &leaves {
                self.dual[leaf] = self.dual[leaf] + self.dual[b];
                for at in 0..self.neighbours[leaf].len() {
                    let p = self.neighbours[leaf][at];
                    self.gone[p / 2] |= self.top[self.endpoint[p]] != b && leaf != v && self.dual[b] != Weight::ZERO;
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

    /// Unmatches `v`, whose costs have changed, and gives it a dual that fits them.
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

    /// What is odd in this is odd in the duals along tight edges, and so in those of a blossom's vertices: the dual of the vertex
    /// that the outermost blossom around `v` is matched with.
    fn parity(&self, v: usize) -> Weight<N> {
        self.dual[self.endpoint[self.mate[self.base[self.top[v]]]]]
    }

    /// Takes the outermost blossom around `v` apart, and all within. Its dual goes over to the vertices; where edges are no more tight
    /// by that, they are unmatched.
    ///
    /// The halves of slacks stay whole numbers only as long as all unmatched vertices have even duals, or all odd ones, number by
    /// number: so the vertices are brought to a parity.
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

    /// A blossom that is no more.
    fn forget(&mut self, b: usize) {
        self.children[b].clear();
        self.joints[b].clear();
        (self.label[b], self.parent[b], self.link[b]) = (Free, NONE, NONE);
        (self.base[b], self.best_edge[b], self.best_edges[b]) = (NONE, NONE, None);
        self.dual[b] = Weight::ZERO;
        self.unused.push(b);
    }
}

/// The least cost that is not below this one and agrees with another in what is odd.
fn with_parity<const N: usize>(cost: Weight<N>, other: Weight<N>) -> Weight<N> {
    Weight(core::array::from_fn(|i| cost.0[i] + ((cost.0[i] ^ other.0[i]) & 1)))
}
