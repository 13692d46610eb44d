//! Blossoms: odd cycles that are contracted to one vertex.

use super::{Free, Inner, MatchingSolver, NONE, Outer, Weight};
use alloc::vec::Vec;

impl<const N: usize> MatchingSolver<'_, N> {
    /// Contracts the odd cycle that edge `k` closes through `base`.
    pub(super) fn shrink(&mut self, base: usize, k: usize) {
        let (v, w, _) = self.edges[k];
        let root = self.top[base];
        let (mut bv, mut bw) = (self.top[v], self.top[w]);
        let b = self.unused.pop().expect("nested blossoms are fewer than vertices");
        self.base[b] = base;
        self.parent[b] = NONE;
        self.parent[root] = b;
        let (mut path, mut blossom_edges) = (Vec::new(), Vec::new());
        while bv != root {
            self.parent[bv] = b;
            path.push(bv);
            blossom_edges.push(self.link[bv]);
            bv = self.top[self.endpoint[self.link[bv]]];
        }
        path.push(root);
        path.reverse();
        blossom_edges.reverse();
        blossom_edges.push(2 * k);
        while bw != root {
            self.parent[bw] = b;
            path.push(bw);
            blossom_edges.push(self.link[bw] ^ 1);
            bw = self.top[self.endpoint[self.link[bw]]];
        }
        self.label[b] = Outer;
        self.link[b] = self.link[root];
        self.dual[b] = Weight::ZERO;
        self.children[b] = path.clone();
        self.blossom_edges[b] = blossom_edges;
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
                let closer = !self.removed[k]
                    && other != b
                    && self.label[other] == Outer
                    && (best_to[other] == NONE || self.slack(k) < self.slack(best_to[other]));
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

    /// Expands a blossom; in the middle of a stage an inner one, whose children take its place in the tree.
    pub(super) fn expand(&mut self, b: usize, stage_is_over: bool) {
        let children = core::mem::take(&mut self.children[b]);
        let blossom_edges = core::mem::take(&mut self.blossom_edges[b]);
        for &child in &children {
            self.parent[child] = NONE;
            if child < self.n {
                self.top[child] = child;
            } else if stage_is_over && self.dual[child] == Weight::ZERO {
                self.expand(child, true);
            } else {
                for v in self.leaves(child) {
                    self.top[v] = child;
                }
            }
        }
        if !stage_is_over && self.label[b] == Inner {
            self.relabel(b, &children, &blossom_edges);
        }
        self.forget(b);
    }

    /// Labels the children of the expanded blossom `b` from its entry to its base, along the even path.
    fn relabel(&mut self, b: usize, children: &[usize], blossom_edges: &[usize]) {
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
            let edge = at(blossom_edges, j - back);
            let near = self.endpoint[p ^ 1];
            self.label[near] = Free;
            let far = self.endpoint[edge ^ flip ^ 1];
            self.label[far] = Free;
            self.assign(near, Inner, p);
            self.tight[edge / 2] = true;
            j += step;
            p = at(blossom_edges, j - back) ^ flip;
            self.tight[p / 2] = true;
            j += step;
        }
        let base = at(children, j);
        let near = self.endpoint[p ^ 1];
        (self.label[near], self.label[base]) = (Inner, Inner);
        (self.link[near], self.link[base]) = (p, p);
        self.best_edge[base] = NONE;
        // The other children leave the tree, unless an outer edge reaches them.
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

    /// Swaps matched and unmatched edges within a blossom so that `v` becomes its base.
    pub(super) fn rotate(&mut self, b: usize, v: usize) {
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
            let p = self.blossom_edges[b][(j - back).rem_euclid(len) as usize] ^ back as usize;
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
        self.blossom_edges[b].rotate_left(first);
        self.base[b] = self.base[self.children[b][0]];
    }
}
