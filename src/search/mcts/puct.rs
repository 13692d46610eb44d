//! Monte Carlo tree search with PUCT (Rosin 2011, Silver et al. 2017).

use super::tree::{MctsNode, MctsTree};
use super::{iteration, simulations};
use crate::{Engine, Evaluate, KeepSearching, NoSearchObserver, SearchLimits, SearchObserver, SearchResult, score};
use rules::Position;

const EXPLORATION: f64 = 0.6;
/// The temperature of the prior: the lower, the more of it goes to the moves that the evaluation prefers.
const TEMPERATURE: f32 = 0.08;
/// The weight of the evaluation in the expected result of a move; the rest is the mean of its simulations.
const EVALUATION_WEIGHT: f64 = 0.5;

/// The prior and the value of a move by the evaluation.
#[derive(Clone, Copy)]
struct MoveEstimate {
    /// The prior among its siblings: all of them sum to 1.
    prior: f32,
    /// The expected result by the evaluation, 0 to 1; of a node with children, by that of the best of them.
    estimate: f32,
    /// The [`score`](crate::score) counted from the node itself, once it is proved.
    proved: Option<i32>,
}

/// The result, 0 to 1, of a value that is proved.
fn share(score: i32) -> f64 {
    (f64::from(score.signum()) + 1.0) / 2.0
}

impl<M> MctsNode<M, MoveEstimate> {
    /// The expected result: the mean of the visits mixed with the evaluation.
    #[inline]
    fn expected(&self, weight: f64) -> f64 {
        let estimate = f64::from(self.known.estimate);
        if self.visits == 0 { estimate } else { (1.0 - weight) * self.value_sum / f64::from(self.visits) + weight * estimate }
    }
}

/// Monte Carlo tree search without playouts: an evaluation values the leaves and gives the prior of their moves (PUCT: Rosin 2011, Silver
/// et al. 2017). Evaluations are backed up by minimax beside the means (Lanctot et al. 2014), proved wins and losses as well (Winands,
/// Björnsson, Saito 2008). The tree is reused from move to move.
///
/// At Chinese knights it won 50 of 50 games against `greedy`, `course` and `alphabeta:1`; 45, 49, 44, 34 and 23 against levels 2 to 6; and
/// 12 against `alphabeta`; none was drawn. One simulation takes as long as 15 nodes of `alphabeta`, so that both had about the same time.
pub struct Puct<P: Position, E> {
    evaluation: E,
    tree: MctsTree<P::Move, MoveEstimate>,
    root: Option<P>,
}

impl<P: Position, E: Evaluate<P>> Puct<P, E> {
    /// A search with a tree of at most `mebibytes` MiB.
    pub fn new(evaluation: E, mebibytes: usize) -> Self {
        // Half of the memory: during `promote` there are two trees.
        Puct { evaluation, tree: MctsTree::new(mebibytes.max(1) << 19), root: None }
    }

    /// The expected result for the side that has just moved: 1 for a win, ½ for a draw.
    fn estimate(&self, position: &P) -> f32 {
        let advantage = self.evaluation.evaluate(position) as f32 / self.evaluation.unit() as f32;
        // A unit of advantage is odds of three to one.
        1.0 / (1.0 + 3_f32.powf(advantage))
    }

    fn expand(&mut self, node: usize, position: &P) {
        let side = position.side_to_move();
        let moves = position.legal_moves();
        let children = moves.as_ref().iter().map(|&mv| {
            let child = position.child(mv);
            let known = child.outcome().map(|outcome| score::of(outcome, side, 0));
            let proved = known.or_else(|| self.evaluation.proved(&child).map(|score| -score));
            let estimate = proved.map_or_else(|| self.estimate(&child), |score| share(score) as f32);
            MctsNode::new(mv, MoveEstimate { prior: 0.0, estimate, proved })
        });
        let mut children: Vec<MctsNode<P::Move, MoveEstimate>> = children.collect();
        let best = children.iter().map(|child| child.known.estimate).fold(0.0, f32::max);
        children.iter_mut().for_each(|child| child.known.prior = ((child.known.estimate - best) / TEMPERATURE).exp());
        let sum: f32 = children.iter().map(|child| child.known.prior).sum();
        children.iter_mut().for_each(|child| child.known.prior /= sum);
        self.tree.grow(node, children.into_iter());
        self.back_up(node);
    }

    /// Updates a node from its children: one that wins for them loses for it; if all lose, it wins.
    fn back_up(&mut self, node: usize) {
        let children = &self.tree.nodes[self.tree.children(node)];
        if children.is_empty() {
            return;
        }
        // A proved value is a ply further away, and for the other side.
        let best = children.iter().filter_map(|child| child.known.proved).max();
        let is_all = children.iter().all(|child| child.known.proved.is_some());
        let proved = best.filter(|&best| is_all || best > score::DRAW).map(score::from_reply);
        let estimate = 1.0 - children.iter().map(|child| child.known.estimate).fold(0.0, f32::max);
        let known = &mut self.tree.nodes[node].known;
        (known.proved, known.estimate) = (proved, proved.map_or(estimate, |score| share(score) as f32));
    }

    /// The child with the largest bound; none if all are proved.
    fn select(&self, parent: usize) -> Option<usize> {
        let reach = EXPLORATION * f64::from(self.tree.nodes[parent].visits.max(1)).sqrt();
        let bound = |node: &MctsNode<P::Move, MoveEstimate>| {
            node.expected(EVALUATION_WEIGHT) + reach * f64::from(node.known.prior) / f64::from(1 + node.visits)
        };
        let open = self.tree.children(parent).filter(|&child| self.tree.nodes[child].known.proved.is_none());
        open.map(|child| (child, bound(&self.tree.nodes[child]))).max_by(|one, two| one.1.total_cmp(&two.1)).map(|(child, _)| child)
    }

    /// The move to play: the soonest win, else the most visited of those not lost, else the latest loss.
    fn best(&self, parent: usize) -> Option<usize> {
        let rank = |child: &usize| {
            let node = &self.tree.nodes[*child];
            let class = node.known.proved.map_or(0, i32::signum);
            let within = if class == 0 { node.visits.cast_signed() } else { node.known.proved.unwrap_or(0) };
            (class, within, (node.known.estimate * 1e6) as i32)
        };
        self.tree.children(parent).rev().max_by_key(rank)
    }

    /// Selection, expansion and backpropagation. The depth of the leaf.
    fn simulate(&mut self, root: &P, path: &mut Vec<usize>, observer: &mut impl SearchObserver<P>) -> u32 {
        let mut position = root.clone();
        let mut node = 0;
        path.clear();
        path.push(node);
        loop {
            if self.tree.is_leaf(node) {
                self.expand(node, &position);
                break;
            }
            let Some(child) = self.select(node) else { break };
            node = child;
            position.play(self.tree.nodes[node].mv);
            path.push(node);
        }
        let mut result = f64::from(self.tree.nodes[node].known.estimate);
        for &node in path.iter().rev() {
            self.back_up(node);
            let node = &mut self.tree.nodes[node];
            node.visits += 1;
            node.value_sum += result;
            result = 1.0 - result;
        }
        if observer.observes() {
            // No move leads to the root, so its result is the opponent's.
            self.tree.report(path, &position, result, observer);
        }
        path.len() as u32 - 1
    }

    /// Keeps the subtree of a new root that is the old one or at most two plies further. The root has children then. `any` is one of its
    /// moves.
    fn reroot(&mut self, position: &P, any: P::Move) {
        let found = self.root.as_ref().filter(|_| !self.tree.nodes.is_empty()).and_then(|root| self.find(root, 0, position, 2));
        match found {
            Some(0) => {}
            Some(node) => self.tree.promote(node),
            None => self.tree.nodes = vec![MctsNode::new(any, MoveEstimate { prior: 1.0, estimate: 0.5, proved: None })],
        }
        // A node that the evaluation has proved is a leaf: its children prove which move keeps the value.
        if self.tree.is_leaf(0) {
            self.expand(0, position);
        }
        self.root = Some(position.clone());
    }

    fn find(&self, from: &P, node: usize, wanted: &P, plies: u32) -> Option<usize> {
        if from == wanted {
            return Some(node);
        }
        if plies == 0 {
            return None;
        }
        self.tree.children(node).find_map(|child| self.find(&from.child(self.tree.nodes[child].mv), child, wanted, plies - 1))
    }

    /// As [`Engine::search`], with an observer. The score is proved or else in thousandths: 1000 if every simulation was won, −1000 if
    /// every one was lost.
    pub fn search_observed(
        &mut self,
        position: &P,
        limits: &SearchLimits,
        observer: &mut impl SearchObserver<P>,
        keep_going: KeepSearching,
    ) -> Option<SearchResult<P::Move>> {
        let &first = position.legal_moves().as_ref().first()?;
        self.reroot(position, first);
        let (mut path, is_proved) = (Vec::new(), self.tree.nodes[0].known.proved.is_some());
        let cost = simulations(limits, keep_going, is_proved, || {
            let depth = self.simulate(position, &mut path, observer);
            (depth, self.tree.nodes[0].known.proved.is_some())
        });
        let pv = self.tree.principal_variation(|node| self.best(node));
        let root = &self.tree.nodes[0];
        // The root stands for the opponent's move.
        let proved = root.known.proved.map(|score| -score);
        let score = proved.unwrap_or_else(|| ((1.0 - 2.0 * root.expected(0.0)) * 1000.0) as i32);
        Some(SearchResult { best: pv[0], score, depth: pv.len() as u32, pv, is_proved: proved.is_some(), cost })
    }
}

impl<P: Position<Move: Send> + Send, E: Evaluate<P>> Engine<P> for Puct<P, E> {
    fn new_game(&mut self) {
        self.tree.nodes.clear();
        self.root = None;
    }

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
