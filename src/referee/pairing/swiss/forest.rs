//! Alternating trees and blossoms: the working parts of the matching.

use super::matching::{Cost, Edge};
use alloc::vec::Vec;

pub(super) const NONE: usize = usize::MAX;

/// How a vertex or blossom hangs in the forest of alternating trees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    /// At an even distance from its root.
    Outer,
    /// At an odd distance.
    Inner,
    /// Outer, and passed while looking for a common ancestor.
    Crumb,
}
use Label::{Crumb, Free, Inner, Outer};

/// Vertices are numbered below `n`, blossoms from `n` to `2n`. Edge `k` has the end points `2k` and `2k + 1`: `endpoint` names their
/// vertices, and a vertex' mate, as well as the link to its parent in a tree, is the end point at the other side.
pub(super) struct Solver<'a> {
    n: usize,
    edges: &'a [Edge],
    pub endpoint: Vec<usize>,
    /// The far end points of a vertex' edges.
    neighbours: Vec<Vec<usize>>,
    pub mate: Vec<usize>,
    label: Vec<Label>,
    link: Vec<usize>,
    /// The outermost blossom a vertex is in.
    pub top: Vec<usize>,
    parent: Vec<usize>,
    children: Vec<Vec<usize>>,
    base: Vec<usize>,
    /// For each child of a blossom the end point, in the child, of the edge to the next one.
    joints: Vec<Vec<usize>>,
    best_edge: Vec<usize>,
    best_edges: Vec<Option<Vec<usize>>>,
    unused: Vec<usize>,
    dual: Vec<Cost>,
    tight: Vec<bool>,
    queue: Vec<usize>,
}

impl<'a> Solver<'a> {
    pub fn new(n: usize, edges: &'a [Edge]) -> Option<Self> {
        let mut endpoint = Vec::with_capacity(2 * edges.len());
        let mut neighbours = alloc::vec![Vec::new(); n];
        // A dual is the negated cheapest cost at a vertex, doubled, so that no edge is better than tight and halves are whole.
        let mut dual = alloc::vec![None; n];
        for (k, &(u, v, cost)) in edges.iter().enumerate() {
            endpoint.extend([u, v]);
            neighbours[u].push(2 * k + 1);
            neighbours[v].push(2 * k);
            for w in [u, v] {
                let gain = Cost::ZERO - cost - cost;
                dual[w] = Some(dual[w].map_or(gain, |best: Cost| best.max(gain)));
            }
        }
        let mut dual = dual.into_iter().collect::<Option<Vec<Cost>>>()?;
        dual.resize(2 * n, Cost::ZERO);
        Some(Solver {
            n,
            edges,
            endpoint,
            neighbours,
            mate: alloc::vec![NONE; n],
            label: alloc::vec![Free; 2 * n],
            link: alloc::vec![NONE; 2 * n],
            top: (0..n).collect(),
            parent: alloc::vec![NONE; 2 * n],
            children: alloc::vec![Vec::new(); 2 * n],
            base: (0..n).chain(core::iter::repeat_n(NONE, n)).collect(),
            joints: alloc::vec![Vec::new(); 2 * n],
            best_edge: alloc::vec![NONE; 2 * n],
            best_edges: alloc::vec![None; 2 * n],
            unused: (n..2 * n).collect(),
            dual,
            tight: alloc::vec![false; edges.len()],
            queue: Vec::new(),
        })
    }

    /// Matches along tight edges as far as they go.
    pub fn start_greedily(&mut self) {
        for k in 0..self.edges.len() {
            let (u, v, _) = self.edges[k];
            if self.mate[u] == NONE && self.mate[v] == NONE && self.slack(k) == Cost::ZERO {
                self.mate[u] = 2 * k + 1;
                self.mate[v] = 2 * k;
            }
        }
    }

    /// How far an edge is from being tight; it does not hold within a blossom.
    #[inline]
    pub fn slack(&self, k: usize) -> Cost {
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

    /// Grows trees from all unmatched vertices until two of them meet, and augments there. None if they cannot.
    pub fn stage(&mut self) -> Option<()> {
        self.label.fill(Free);
        self.link.fill(NONE);
        self.best_edge.fill(NONE);
        self.best_edges[self.n..].fill(None);
        self.tight.fill(false);
        self.queue.clear();
        for v in 0..self.n {
            if self.mate[v] == NONE && self.label[self.top[v]] == Free {
                self.assign(v, Outer, NONE);
            }
        }
        while !self.scan() {
            self.adjust()?;
        }
        for b in self.n..2 * self.n {
            if self.parent[b] == NONE && self.base[b] != NONE && self.label[b] == Outer && self.dual[b] == Cost::ZERO {
                self.expand(b, true);
            }
        }
        Some(())
    }

    /// Follows tight edges from the queued outer vertices; says whether the matching has grown.
    fn scan(&mut self) -> bool {
        while let Some(v) = self.queue.pop() {
            for at in 0..self.neighbours[v].len() {
                let p = self.neighbours[v][at];
                let (k, w) = (p / 2, self.endpoint[p]);
                if self.top[v] == self.top[w] {
                    continue;
                }
                let mut slack = Cost::ZERO;
                if !self.tight[k] {
                    slack = self.slack(k);
                    self.tight[k] = slack <= Cost::ZERO;
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
                        // Inside of an inner blossom, reached from without: remembered for when it is expanded.
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

    /// Changes the duals by as much as makes one more edge tight, or one inner blossom dissolve.
    fn adjust(&mut self) -> Option<()> {
        enum Event {
            Tight(usize),
            Dissolve(usize),
        }
        let mut next: Option<(Cost, Event)> = None;
        let mut offer = |delta: Cost, event: Event| {
            if next.as_ref().is_none_or(|(least, _)| delta < *least) {
                next = Some((delta, event));
            }
        };
        for v in 0..self.n {
            if self.label[self.top[v]] == Free && self.best_edge[v] != NONE {
                offer(self.slack(self.best_edge[v]), Event::Tight(self.best_edge[v]));
            }
        }
        for b in 0..2 * self.n {
            if self.parent[b] == NONE && self.label[b] == Outer && self.best_edge[b] != NONE {
                offer(self.slack(self.best_edge[b]).half(), Event::Tight(self.best_edge[b]));
            }
        }
        for b in self.n..2 * self.n {
            if self.base[b] != NONE && self.parent[b] == NONE && self.label[b] == Inner {
                offer(self.dual[b], Event::Dissolve(b));
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
            Event::Tight(k) => {
                self.tight[k] = true;
                let (u, v, _) = self.edges[k];
                self.queue.push(if self.label[self.top[u]] == Outer { u } else { v });
            }
            Event::Dissolve(b) => self.expand(b, false),
        }
        Some(())
    }

    /// Labels a vertex and its blossom, reached through the end point `p`; the mate of an inner one becomes outer.
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

    /// The base of the first blossom that the ways of `v` and `w` to their roots share; none if the roots differ.
    fn common_ancestor(&mut self, v: usize, w: usize) -> Option<usize> {
        let (mut v, mut w) = (v, w);
        let mut passed = Vec::new();
        let mut base = None;
        while v != NONE {
            let b = self.top[v];
            if self.label[b] == Crumb {
                base = Some(self.base[b]);
                break;
            }
            passed.push(b);
            self.label[b] = Crumb;
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

    /// Makes a blossom of the odd cycle that edge `k` closes through `base`.
    fn shrink(&mut self, base: usize, k: usize) {
        let (v, w, _) = self.edges[k];
        let root = self.top[base];
        let (mut bv, mut bw) = (self.top[v], self.top[w]);
        let b = self.unused.pop().expect("nested blossoms are fewer than vertices");
        self.base[b] = base;
        self.parent[b] = NONE;
        self.parent[root] = b;
        let (mut path, mut joints) = (Vec::new(), Vec::new());
        while bv != root {
            self.parent[bv] = b;
            path.push(bv);
            joints.push(self.link[bv]);
            bv = self.top[self.endpoint[self.link[bv]]];
        }
        path.push(root);
        path.reverse();
        joints.reverse();
        joints.push(2 * k);
        while bw != root {
            self.parent[bw] = b;
            path.push(bw);
            joints.push(self.link[bw] ^ 1);
            bw = self.top[self.endpoint[self.link[bw]]];
        }
        self.label[b] = Outer;
        self.link[b] = self.link[root];
        self.dual[b] = Cost::ZERO;
        self.children[b] = path.clone();
        self.joints[b] = joints;
        for v in self.leaves(b) {
            if self.label[self.top[v]] == Inner {
                self.queue.push(v);
            }
            self.top[v] = b;
        }
        let mut best_to = alloc::vec![NONE; 2 * self.n];
        for child in path {
            let edges = self.best_edges[child]
                .take()
                .unwrap_or_else(|| self.leaves(child).iter().flat_map(|&v| self.neighbours[v].iter().map(|p| p / 2)).collect());
            for k in edges {
                let (i, j, _) = self.edges[k];
                let other = if self.top[j] == b { self.top[i] } else { self.top[j] };
                let closer =
                    other != b && self.label[other] == Outer && (best_to[other] == NONE || self.slack(k) < self.slack(best_to[other]));
                if closer {
                    best_to[other] = k;
                }
            }
            self.best_edge[child] = NONE;
        }
        best_to.retain(|&k| k != NONE);
        self.best_edge[b] = best_to.iter().copied().min_by_key(|&k| self.slack(k)).unwrap_or(NONE);
        self.best_edges[b] = Some(best_to);
    }

    /// Dissolves a blossom; in the middle of a stage an inner one, whose children take its place in the tree.
    fn expand(&mut self, b: usize, stage_is_over: bool) {
        let children = core::mem::take(&mut self.children[b]);
        let joints = core::mem::take(&mut self.joints[b]);
        for &child in &children {
            self.parent[child] = NONE;
            if child < self.n {
                self.top[child] = child;
            } else if stage_is_over && self.dual[child] == Cost::ZERO {
                self.expand(child, true);
            } else {
                for v in self.leaves(child) {
                    self.top[v] = child;
                }
            }
        }
        if !stage_is_over && self.label[b] == Inner {
            self.relabel(b, &children, &joints);
        }
        self.label[b] = Free;
        self.link[b] = NONE;
        self.base[b] = NONE;
        self.best_edges[b] = None;
        self.best_edge[b] = NONE;
        self.unused.push(b);
    }

    /// Leads the tree from where it entered the dissolved blossom `b` to its base, the way round that has an even number of edges.
    fn relabel(&mut self, b: usize, children: &[usize], joints: &[usize]) {
        let len = children.len() as isize;
        let at = |list: &[usize], j: isize| list[j.rem_euclid(len) as usize];
        let entry = self.top[self.endpoint[self.link[b] ^ 1]];
        let mut j = children.iter().position(|&child| child == entry).unwrap_or(0) as isize;
        let (step, back) = if j % 2 == 1 { (1, 0) } else { (-1, 1) };
        if step == 1 {
            j -= len;
        }
        let flip = back as usize;
        let mut p = self.link[b];
        while j != 0 {
            let joint = at(joints, j - back);
            let near = self.endpoint[p ^ 1];
            self.label[near] = Free;
            let far = self.endpoint[joint ^ flip ^ 1];
            self.label[far] = Free;
            self.assign(near, Inner, p);
            self.tight[joint / 2] = true;
            j += step;
            p = at(joints, j - back) ^ flip;
            self.tight[p / 2] = true;
            j += step;
        }
        let base = at(children, j);
        let near = self.endpoint[p ^ 1];
        (self.label[near], self.label[base]) = (Inner, Inner);
        (self.link[near], self.link[base]) = (p, p);
        self.best_edge[base] = NONE;
        // The other children leave the tree, unless an edge from without reached them.
        j += step;
        while at(children, j) != entry {
            let child = at(children, j);
            j += step;
            if self.label[child] == Outer {
                continue;
            }
            let reached = self.leaves(child).into_iter().find(|&v| self.label[v] != Free);
            if let Some(v) = reached {
                self.label[v] = Free;
                let mate = self.endpoint[self.mate[self.base[child]]];
                self.label[mate] = Free;
                self.assign(v, Inner, self.link[v]);
            }
        }
    }

    /// Exchanges matched and unmatched edges within a blossom so that `v` becomes its base.
    fn rotate(&mut self, b: usize, v: usize) {
        let mut child = v;
        while self.parent[child] != b {
            child = self.parent[child];
        }
        if child >= self.n {
            self.rotate(child, v);
        }
        let len = self.children[b].len() as isize;
        let first = self.children[b].iter().position(|&c| c == child).unwrap_or(0);
        let mut j = first as isize;
        let (step, back) = if j % 2 == 1 { (1, 0) } else { (-1, 1) };
        if step == 1 {
            j -= len;
        }
        while j != 0 {
            j += step;
            let p = self.joints[b][(j - back).rem_euclid(len) as usize] ^ back as usize;
            let one = self.children[b][j.rem_euclid(len) as usize];
            if one >= self.n {
                self.rotate(one, self.endpoint[p]);
            }
            j += step;
            let other = self.children[b][j.rem_euclid(len) as usize];
            if other >= self.n {
                self.rotate(other, self.endpoint[p ^ 1]);
            }
            let (u, w) = (self.endpoint[p], self.endpoint[p ^ 1]);
            self.mate[u] = p ^ 1;
            self.mate[w] = p;
        }
        self.children[b].rotate_left(first);
        self.joints[b].rotate_left(first);
        self.base[b] = self.base[self.children[b][0]];
    }

    /// Exchanges matched and unmatched edges from both ends of edge `k` to their roots.
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
