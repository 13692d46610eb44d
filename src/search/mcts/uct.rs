//! Monte Carlo tree search with UCT (Kocsis & Szepesvári 2006). A playout plays, of two random moves, the one with the higher
//! [ordering score](Evaluate::ordering_score).

use super::tree::{MctsNode, MctsTree};
use super::{iteration, simulations};
use crate::{Engine, Evaluate, KeepSearching, NoSearchObserver, SearchLimits, SearchObserver, SearchResult, score};
use rules::{Outcome, Position, Rng, Side};

pub struct Uct<P: Position, E> {
    evaluation: E,
    /// The weight of exploration: c in w/n + c·√(ln N / n).
    exploration: f64,
    seed: u64,
    tree: MctsTree<P::Move, ()>,
    rng: Rng,
}

impl<P: Position, E: Evaluate<P>> Uct<P, E> {
    /// A search with this c and a tree of at most `mebibytes` MiB.
    pub fn new(evaluation: E, exploration: f64, seed: u64, mebibytes: usize) -> Self {
        Uct { evaluation, exploration, seed, tree: MctsTree::new(mebibytes.max(1) << 20), rng: Rng::new(seed) }
    }

    /// The first child without a visit, else the one with the largest upper confidence bound.
    fn select(&self, parent: usize) -> usize {
        let log = f64::from(self.tree.nodes[parent].visits.max(1)).ln();
        let children = self.tree.children(parent);
        let mut best = (f64::NEG_INFINITY, children.start);
        for child in children {
            let node = &self.tree.nodes[child];
            if node.visits == 0 {
                return child;
            }
            let visits = f64::from(node.visits);
            let bound = node.value_sum / visits + self.exploration * (log / visits).sqrt();
            if bound > best.0 {
                best = (bound, child);
            }
        }
        best.1
    }

    /// Adds the children of a node, the highest ordering score first.
    fn expand(&mut self, node: usize, position: &P) {
        let mut moves: Vec<P::Move> = position.legal_moves().as_ref().to_vec();
        moves.sort_by_cached_key(|&mv| -self.evaluation.ordering_score(position, mv));
        self.tree.grow(node, moves.into_iter().map(|mv| MctsNode::new(mv, ())));
    }

    /// The result of a playout for White: 1 for a win, ½ for a draw.
    fn play_out(&mut self, mut position: P) -> f64 {
        loop {
            let moves = position.legal_moves();
            let moves = moves.as_ref();
            if moves.is_empty() {
                return match position.outcome() {
                    Some(Outcome::Win(Side::White)) => 1.0,
                    Some(Outcome::Win(Side::Black)) => 0.0,
                    Some(Outcome::Draw) | None => 0.5,
                };
            }
            let [one, other] = [(); 2].map(|()| moves[self.rng.below(moves.len())]);
            let prefers_other = self.evaluation.ordering_score(&position, other) > self.evaluation.ordering_score(&position, one);
            position.play(if prefers_other { other } else { one });
        }
    }

    /// Selection, expansion, playout and backpropagation. The depth of the leaf.
    fn simulate(&mut self, root: &P, path: &mut Vec<usize>, observer: &mut impl SearchObserver<P>) -> u32 {
        let mut position = root.clone();
        let mut node = 0;
        path.clear();
        path.push(node);
        loop {
            if self.tree.is_leaf(node) && (self.tree.nodes[node].visits > 0 || node == 0) {
                self.expand(node, &position);
            }
            if self.tree.is_leaf(node) {
                break;
            }
            node = self.select(node);
            position.play(self.tree.nodes[node].mv);
            path.push(node);
        }
        let for_white = self.play_out(position.clone());
        let share = |side| if side == Side::White { for_white } else { 1.0 - for_white };
        let mut mover = root.side_to_move().other();
        for &node in path.iter() {
            let node = &mut self.tree.nodes[node];
            node.visits += 1;
            node.value_sum += share(mover);
            mover = mover.other();
        }
        if observer.observes() {
            self.tree.report(path, &position, share(root.side_to_move()), observer);
        }
        path.len() as u32 - 1
    }

    /// As [`Engine::search`], with an observer. The score is in thousandths: 1000 if every simulation was won, −1000 if every one was lost.
    pub fn search_observed(
        &mut self,
        position: &P,
        limits: &SearchLimits,
        observer: &mut impl SearchObserver<P>,
        keep_going: KeepSearching,
    ) -> Option<SearchResult<P::Move>> {
        let &first = position.legal_moves().as_ref().first()?;
        self.rng = Rng::new(self.seed ^ position.key());
        self.tree.nodes = vec![MctsNode::new(first, ())];
        let mut path = Vec::new();
        let cost = simulations(limits, keep_going, false, || (self.simulate(position, &mut path, observer), false));
        let mut pv = self.tree.principal_variation(|node| self.most_visited(node));
        if pv.is_empty() {
            pv.push(first);
        }
        let share = self.most_visited(0).map_or(0.5, |child| self.tree.nodes[child].value_sum / f64::from(self.tree.nodes[child].visits));
        let score = ((2.0 * share - 1.0) * 1000.0) as i32;
        debug_assert!(!score::is_decided(score));
        Some(SearchResult { best: pv[0], score, depth: pv.len() as u32, pv, is_proved: false, cost })
    }

    fn most_visited(&self, parent: usize) -> Option<usize> {
        let visits = |child: usize| self.tree.nodes[child].visits;
        self.tree.children(parent).rev().max_by_key(|&child| visits(child)).filter(|&child| visits(child) > 0)
    }
}

impl<P: Position<Move: Send> + Send, E: Evaluate<P>> Engine<P> for Uct<P, E> {
    fn bytes(&self) -> u64 {
        self.tree.bytes()
    }

    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        iteration(number)
    }

    fn search(&mut self, position: &P, limits: &SearchLimits, keep_going: KeepSearching) -> Option<SearchResult<P::Move>> {
        self.search_observed(position, limits, &mut NoSearchObserver, keep_going)
    }
}
