//! Perfect matchings of least cost in general graphs.
//!
//! Edmonds' blossom algorithm in the primal-dual form of Z. Galil, "Efficient Algorithms for Finding Maximum Matching in Graphs",
//! ACM Computing Surveys 18 (1986), O(n m + n³). Costs are vectors in lexicographic order: the algorithm only adds, subtracts, halves and
//! compares them.

mod blossom;
#[cfg(test)]
mod tests;
mod tie_breaking;
mod weight;

pub use weight::Weight;

use alloc::vec::Vec;

/// Two vertices and the cost of matching them.
pub type Edge<const N: usize> = (usize, usize, Weight<N>);

/// The partner of each of `n` vertices in a perfect matching of least cost; none if there is no perfect matching, or `keep_going` returns false.
pub fn perfect_matching<const N: usize>(n: usize, edges: Vec<Edge<N>>, keep_going: &dyn Fn() -> bool) -> Option<Vec<usize>> {
    if !n.is_multiple_of(2) {
        return None;
    }
    let mut solver = MatchingSolver::new(n, edges, keep_going)?;
    solver.start_greedily();
    solver.complete()?;
    Some((0..n).map(|v| solver.endpoint[solver.mate[v]]).collect())
}

const NONE: usize = usize::MAX;

/// The role of a vertex or blossom in the alternating trees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    /// At an even distance from its root.
    Outer,
    /// At an odd distance.
    Inner,
    /// Outer, and visited by the search for a common ancestor.
    Visited,
}
use Label::{Free, Inner, Outer, Visited};

/// Vertices are below `n`, blossoms from `n` to `2n`. Edge `k` has the end points `2k` and `2k + 1`: `endpoint` maps them to vertices, and
/// `mate` and `link` hold the end point at the other side.
pub(super) struct MatchingSolver<'g, const N: usize> {
    /// Once it returns false, the search stops.
    keep_going: &'g dyn Fn() -> bool,
    n: usize,
    edges: Vec<Edge<N>>,
    pub endpoint: Vec<usize>,
    /// The far end points of a vertex' edges.
    neighbours: Vec<Vec<usize>>,
    pub mate: Vec<usize>,
    label: Vec<Label>,
    link: Vec<usize>,
    /// The outermost blossom of a vertex.
    pub top: Vec<usize>,
    parent: Vec<usize>,
    children: Vec<Vec<usize>>,
    base: Vec<usize>,
    /// For each child of a blossom, the end point in the child of the edge to the next child.
    blossom_edges: Vec<Vec<usize>>,
    best_edge: Vec<usize>,
    best_edges: Vec<Option<Vec<usize>>>,
    unused: Vec<usize>,
    dual: Vec<Weight<N>>,
    tight: Vec<bool>,
    removed: Vec<bool>,
    queue: Vec<usize>,
}

impl<'g, const N: usize> MatchingSolver<'g, N> {
    pub fn new(n: usize, edges: Vec<Edge<N>>, keep_going: &'g dyn Fn() -> bool) -> Option<Self> {
        let mut endpoint = Vec::with_capacity(2 * edges.len());
        let mut neighbours = alloc::vec![Vec::new(); n];
        // A dual is the negated cheapest cost at a vertex, doubled, so that slacks are not negative and halves are integers.
        let mut dual = alloc::vec![None; n];
        for (k, &(u, v, cost)) in edges.iter().enumerate() {
            endpoint.extend([u, v]);
            neighbours[u].push(2 * k + 1);
            neighbours[v].push(2 * k);
            for w in [u, v] {
                let gain = Weight::ZERO - cost - cost;
                dual[w] = Some(dual[w].map_or(gain, |best: Weight<N>| best.max(gain)));
            }
        }
        let mut dual = dual.into_iter().collect::<Option<Vec<Weight<N>>>>()?;
        dual.resize(2 * n, Weight::ZERO);
        Some(MatchingSolver {
            keep_going,
            n,
            endpoint,
            neighbours,
            mate: alloc::vec![NONE; n],
            label: alloc::vec![Free; 2 * n],
            link: alloc::vec![NONE; 2 * n],
            top: (0..n).collect(),
            parent: alloc::vec![NONE; 2 * n],
            children: alloc::vec![Vec::new(); 2 * n],
            base: (0..n).chain(core::iter::repeat_n(NONE, n)).collect(),
            blossom_edges: alloc::vec![Vec::new(); 2 * n],
            best_edge: alloc::vec![NONE; 2 * n],
            best_edges: alloc::vec![None; 2 * n],
            unused: (n..2 * n).collect(),
            dual,
            tight: alloc::vec![false; edges.len()],
            removed: alloc::vec![false; edges.len()],
            edges,
            queue: Vec::new(),
        })
    }

    /// Lowers each dual as far as possible, so that each vertex has a tight edge.
    pub fn lower_duals(&mut self) {
        for v in (0..self.n).rev() {
            let gain = |p: &usize| self.dual[v] - self.slack(p / 2);
            if let Some(dual) = self.neighbours[v].iter().map(gain).max() {
                self.dual[v] = dual;
            }
        }
    }

    /// Matches greedily along tight edges.
    pub fn start_greedily(&mut self) {
        for k in 0..self.edges.len() {
            let (u, v, _) = self.edges[k];
            if self.mate[u] == NONE && self.mate[v] == NONE && self.slack(k) == Weight::ZERO {
                self.mate[u] = 2 * k + 1;
                self.mate[v] = 2 * k;
            }
        }
    }

    /// Augments until all vertices are matched; none if that is impossible or the search is stopped.
    pub fn complete(&mut self) -> Option<()> {
        while self.mate.contains(&NONE) {
            self.stage()?;
        }
        Some(())
    }

    /// The slack of an edge that is not within a blossom.
    #[inline]
    pub fn slack(&self, k: usize) -> Weight<N> {
        let (u, v, cost) = self.edges[k];
        let cost = cost + cost;
        self.dual[u] + self.dual[v] + cost + cost
    }

    fn leaves(&self, b: usize) -> Vec<usize> {
        let mut leaves = Vec::new();
        let mut stack = alloc::vec![b];
        while let Some(b) = stack.pop() {
            if b < self.n { leaves.push(b) } else { stack.extend(&self.children[b]) }
        }
        leaves
    }

    /// Grows trees from all unmatched vertices until two of them meet, and augments; none if they cannot meet or the search is stopped.
    pub fn stage(&mut self) -> Option<()> {
        if !(self.keep_going)() {
            return None;
        }
        self.prepare();
        for v in 0..self.n {
            if self.mate[v] == NONE && self.label[self.top[v]] == Free {
                self.assign(v, Outer, NONE);
            }
        }
        while !self.scan() {
            self.adjust()?;
        }
        self.expand_empty();
        Some(())
    }

    /// Removes all trees.
    fn prepare(&mut self) {
        self.label.fill(Free);
        self.link.fill(NONE);
        self.best_edge.fill(NONE);
        self.best_edges[self.n..].fill(None);
        self.tight.fill(false);
        self.queue.clear();
    }

    /// Expands the outer blossoms with a zero dual.
    fn expand_empty(&mut self) {
        for b in self.n..2 * self.n {
            if self.parent[b] == NONE && self.base[b] != NONE && self.label[b] == Outer && self.dual[b] == Weight::ZERO {
                self.expand(b, true);
            }
        }
    }

    /// Follows tight edges from the queued outer vertices; true if the matching has grown.
    fn scan(&mut self) -> bool {
        while let Some(v) = self.queue.pop() {
            for at in 0..self.neighbours[v].len() {
                let p = self.neighbours[v][at];
                let (k, w) = (p / 2, self.endpoint[p]);
                if self.top[v] == self.top[w] || self.removed[k] {
                    continue;
                }
                let mut slack = Weight::ZERO;
                if !self.tight[k] {
                    slack = self.slack(k);
                    self.tight[k] = slack <= Weight::ZERO;
                }
                if self.tight[k] {
                    if self.label[self.top[w]] == Free {
                        self.assign(w, Inner, p ^ 1);
                    } else if self.label[self.top[w]] == Outer {
                        match self.common_ancestor(v, w) {
                            Some(base) => self.shrink(base, k),
                            None => {
                                self.augment(k);
                                return true;
                            }
                        }
                    } else if self.label[w] == Free {
                        // A vertex within an inner blossom is labelled for the later expansion.
                        self.label[w] = Inner;
                        self.link[w] = p ^ 1;
                    }
                } else if self.label[self.top[w]] == Outer {
                    let b = self.top[v];
                    if self.best_edge[b] == NONE || slack < self.slack(self.best_edge[b]) {
                        self.best_edge[b] = k;
                    }
                } else if self.label[w] == Free && (self.best_edge[w] == NONE || slack < self.slack(self.best_edge[w])) {
                    self.best_edge[w] = k;
                }
            }
        }
        false
    }

    /// Changes the duals until an edge becomes tight or an inner blossom expands.
    fn adjust(&mut self) -> Option<()> {
        enum DualEvent {
            Tight(usize),
            Dissolve(usize),
        }
        let mut next: Option<(Weight<N>, DualEvent)> = None;
        let mut offer = |delta: Weight<N>, event: DualEvent| {
            if next.as_ref().is_none_or(|(least, _)| delta < *least) {
                next = Some((delta, event));
            }
        };
        for v in 0..self.n {
            if self.label[self.top[v]] == Free && self.best_edge[v] != NONE {
                offer(self.slack(self.best_edge[v]), DualEvent::Tight(self.best_edge[v]));
            }
        }
        for b in 0..2 * self.n {
            if self.parent[b] == NONE && self.label[b] == Outer && self.best_edge[b] != NONE {
                offer(self.slack(self.best_edge[b]).half(), DualEvent::Tight(self.best_edge[b]));
            }
        }
        for b in self.n..2 * self.n {
            if self.base[b] != NONE && self.parent[b] == NONE && self.label[b] == Inner {
                offer(self.dual[b], DualEvent::Dissolve(b));
            }
        }
        let (delta, event) = next?;
        for v in 0..self.n {
            match self.label[self.top[v]] {
                Outer => self.dual[v] = self.dual[v] - delta,
                Inner => self.dual[v] = self.dual[v] + delta,
                _ => {}
            }
        }
        for b in self.n..2 * self.n {
            if self.base[b] != NONE && self.parent[b] == NONE {
                match self.label[b] {
                    Outer => self.dual[b] = self.dual[b] + delta,
                    Inner => self.dual[b] = self.dual[b] - delta,
                    _ => {}
                }
            }
        }
        match event {
            DualEvent::Tight(k) => {
                self.tight[k] = true;
                let (u, v, _) = self.edges[k];
                self.queue.push(if self.label[self.top[u]] == Outer { u } else { v });
            }
            DualEvent::Dissolve(b) => self.expand(b, false),
        }
        Some(())
    }

    /// Labels a vertex and its blossom, reached through end point `p`; the mate of an inner one becomes outer.
    fn assign(&mut self, w: usize, label: Label, p: usize) {
        let (mut w, mut label, mut p) = (w, label, p);
        loop {
            let b = self.top[w];
            (self.label[w], self.label[b]) = (label, label);
            (self.link[w], self.link[b]) = (p, p);
            (self.best_edge[w], self.best_edge[b]) = (NONE, NONE);
            if label == Outer {
                let leaves = self.leaves(b);
                self.queue.extend(leaves);
                return;
            }
            let mate = self.mate[self.base[b]];
            (w, label, p) = (self.endpoint[mate], Outer, mate ^ 1);
        }
    }

    /// The base of the first common blossom on the paths of `v` and `w` to their roots; none if the roots differ.
    fn common_ancestor(&mut self, v: usize, w: usize) -> Option<usize> {
        let (mut v, mut w) = (v, w);
        let mut passed = Vec::new();
        let mut base = None;
        while v != NONE {
            let b = self.top[v];
            if self.label[b] == Visited {
                base = Some(self.base[b]);
                break;
            }
            passed.push(b);
            self.label[b] = Visited;
            v = if self.link[b] == NONE {
                NONE
            } else {
                let inner = self.top[self.endpoint[self.link[b]]];
                self.endpoint[self.link[inner]]
            };
            if w != NONE {
                core::mem::swap(&mut v, &mut w);
            }
        }
        for b in passed {
            self.label[b] = Outer;
        }
        base
    }

    /// Swaps matched and unmatched edges from both ends of edge `k` to their roots.
    fn augment(&mut self, k: usize) {
        let (u, v, _) = self.edges[k];
        for (mut s, mut p) in [(u, 2 * k + 1), (v, 2 * k)] {
            loop {
                let outer = self.top[s];
                if outer >= self.n {
                    self.rotate(outer, s);
                }
                self.mate[s] = p;
                if self.link[outer] == NONE {
                    break;
                }
                let inner = self.top[self.endpoint[self.link[outer]]];
                let link = self.link[inner];
                let entry = self.endpoint[link ^ 1];
                if inner >= self.n {
                    self.rotate(inner, entry);
                }
                self.mate[entry] = link;
                s = self.endpoint[link];
                p = link ^ 1;
            }
        }
    }
}
