//! Monte Carlo tree search with UCT (Kocsis & Szepesvári 2006): a tree grown a leaf at a time where it looks best, each leaf judged
//! by playing on: of two moves drawn by lot, the more [promising](Evaluate::promise).

use crate::{Engine, Evaluate, Found, Progress, SearchLimits, SearchObserver, Simulation, Statistics, Unwatched, score};
use rules::{Outcome, Position, Rng, Side};

/// A position of the tree, seen as the move that leads to it.
struct Node<M> {
    mv: M,
    visits: u32,
    /// The children are consecutive; none yet if `count` is 0.
    first: u32,
    count: u16,
    /// What the side that made the move has won: 1 for a win, ½ for a draw.
    won: f64,
}

/// How many simulations between two questions to the caller.
const POLL: u64 = 32;

/// Monte Carlo tree search.
pub struct Uct<P: Position, E> {
    evaluation: E,
    /// How much unexplored moves attract: c in w/n + c·√(ln N / n).
    exploration: f64,
    seed: u64,
    most_nodes: usize,
    tree: Vec<Node<P::Move>>,
    random: Rng,
}

impl<P: Position, E: Evaluate<P>> Uct<P, E> {
    /// With this c, and a tree of at most so many MiB.
    pub fn new(evaluation: E, exploration: f64, seed: u64, mebibytes: usize) -> Self {
        let most_nodes = ((mebibytes.max(1) << 20) / size_of::<Node<P::Move>>()).min(u32::MAX as usize);
        Uct { evaluation, exploration, seed, most_nodes, tree: Vec::new(), random: Rng::new(seed) }
    }

    /// The child that UCT looks at next: one never visited, else the one with the largest upper confidence bound.
    fn select(&self, parent: usize) -> usize {
        let Node { first, count, visits, .. } = self.tree[parent];
        let log = f64::from(visits.max(1)).ln();
        let mut best = (f64::NEG_INFINITY, first as usize);
        for child in first as usize..first as usize + usize::from(count) {
            let node = &self.tree[child];
            if node.visits == 0 {
                return child;
            }
            let visits = f64::from(node.visits);
            let bound = node.won / visits + self.exploration * (log / visits).sqrt();
            if bound > best.0 {
                best = (bound, child);
            }
        }
        best.1
    }

    /// Gives a node its children, the more promising first.
    fn expand(&mut self, node: usize, position: &P) {
        let moves = position.legal_moves();
        let moves = moves.as_ref();
        if self.tree.len() + moves.len() > self.most_nodes {
            return;
        }
        (self.tree[node].first, self.tree[node].count) = (self.tree.len() as u32, moves.len() as u16);
        let mut ordered: Vec<P::Move> = moves.to_vec();
        ordered.sort_by_cached_key(|&mv| -self.evaluation.promise(position, mv));
        self.tree.extend(ordered.into_iter().map(|mv| Node { mv, visits: 0, first: 0, count: 0, won: 0.0 }));
    }

    /// What White can expect: 1 for a win, ½ for a draw.
    fn play_out(&mut self, mut position: P) -> f64 {
        loop {
            let moves = position.legal_moves();
            let moves = moves.as_ref();
            if moves.is_empty() {
                return value_for_white(position.outcome());
            }
            let [one, other] = [(); 2].map(|()| moves[self.random.below(moves.len())]);
            let prefers_other = self.evaluation.promise(&position, other) > self.evaluation.promise(&position, one);
            position.play(if prefers_other { other } else { one });
        }
    }

    /// Walks down the tree, adds a leaf, plays on, and tells every node on the way back. How deep it came.
    fn simulate(&mut self, root: &P, path: &mut Vec<usize>, observer: &mut impl SearchObserver<P>) -> u32 {
        let mut position = root.clone();
        let mut node = 0;
        path.clear();
        path.push(node);
        loop {
            if self.tree[node].count == 0 && (self.tree[node].visits > 0 || node == 0) {
                self.expand(node, &position);
            }
            if self.tree[node].count == 0 {
                break;
            }
            node = self.select(node);
            position.play(self.tree[node].mv);
            path.push(node);
        }
        let leaf = observer.is_watching().then(|| position.clone());
        let for_white = self.play_out(position);
        let mut mover = root.side_to_move().other();
        for &node in path.iter() {
            let node = &mut self.tree[node];
            node.visits += 1;
            node.won += if mover == Side::White { for_white } else { 1.0 - for_white };
            mover = mover.other();
        }
        if let Some(leaf) = &leaf {
            let won = if root.side_to_move() == Side::White { for_white } else { 1.0 - for_white };
            let moves: Vec<P::Move> = path[1..].iter().map(|&node| self.tree[node].mv).collect();
            let Node { first, count, .. } = self.tree[0];
            let children = &self.tree[first as usize..first as usize + usize::from(count)];
            let visits: Vec<(P::Move, u32)> = children.iter().map(|child| (child.mv, child.visits)).collect();
            observer.simulated(&Simulation { path: &moves, leaf, won, visits: &visits });
        }
        path.len() as u32 - 1
    }

    /// As [`Engine::search`], with somebody who watches.
    ///
    /// The score is in thousandths: 1000 if every simulation was won, −1000 if every one was lost.
    pub fn search_watched(
        &mut self,
        position: &P,
        limits: &SearchLimits,
        observer: &mut impl SearchObserver<P>,
        go_on: &mut dyn FnMut(&Progress) -> bool,
    ) -> Option<Found<P::Move>> {
        let &first = position.legal_moves().as_ref().first()?;
        self.random = Rng::new(self.seed ^ position.key());
        self.tree.clear();
        self.tree.push(Node { mv: first, visits: 0, first: 0, count: 0, won: 0.0 });
        let mut progress = Progress { finished: true, ..Progress::default() };
        let mut path = Vec::new();
        while limits.nodes.is_none_or(|most| progress.cost.nodes < most) {
            if progress.cost.nodes.is_multiple_of(POLL) && progress.cost.nodes > 0 && !go_on(&progress) {
                break;
            }
            let depth = self.simulate(position, &mut path, observer);
            let Statistics { nodes, leaves, selective_depth, .. } = &mut progress.cost;
            (*nodes, *leaves, *selective_depth) = (*nodes + 1, *leaves + 1, (*selective_depth).max(depth));
        }
        let mut pv = self.principal_variation();
        if pv.is_empty() {
            pv.push(first);
        }
        let share = self.most_visited(0).map_or(0.5, |child| self.tree[child].won / f64::from(self.tree[child].visits));
        let score = ((2.0 * share - 1.0) * 1000.0) as i32;
        debug_assert!(!score::is_decided(score));
        Some(Found { best: pv[0], score, depth: pv.len() as u32, pv, is_proved: false, cost: progress.cost })
    }

    fn most_visited(&self, parent: usize) -> Option<usize> {
        let Node { first, count, .. } = self.tree[parent];
        let children = first as usize..first as usize + usize::from(count);
        children.rev().max_by_key(|&child| self.tree[child].visits).filter(|&child| self.tree[child].visits > 0)
    }

    fn principal_variation(&self) -> Vec<P::Move> {
        std::iter::successors(self.most_visited(0), |&node| self.most_visited(node)).map(|node| self.tree[node].mv).collect()
    }
}

fn value_for_white(outcome: Option<Outcome>) -> f64 {
    match outcome {
        Some(Outcome::Win(Side::White)) => 1.0,
        Some(Outcome::Win(Side::Black)) => 0.0,
        Some(Outcome::Draw) | None => 0.5,
    }
}

impl<P, E> Engine<P> for Uct<P, E>
where
    P: Position + Send,
    P::Move: Send,
    E: Evaluate<P>,
{
    fn name(&self) -> &'static str {
        "uct"
    }

    /// Each iteration has twice as many simulations.
    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        let nodes = 64_u64.checked_shl(number).filter(|&nodes| nodes > 64)?;
        Some(SearchLimits { depth: None, nodes: Some(nodes) })
    }

    fn new_game(&mut self) {
        self.tree.clear();
    }

    fn search(&mut self, position: &P, limits: &SearchLimits, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<Found<P::Move>> {
        self.search_watched(position, limits, &mut Unwatched, go_on)
    }
}
