//! Monte Carlo tree search that is guided by an evaluation.

use super::tree::{Node, Tree};
use crate::{Engine, Evaluate, Found, Progress, SearchLimits, SearchObserver, Simulation, Statistics, Unwatched, score};
use rules::Position;

/// How many simulations between two questions to the caller.
const POLL: u64 = 32;
/// How much an unvisited move that looks promising attracts.
const CURIOSITY: f64 = 0.6;
/// The less, the more the prior is for the moves that the evaluation likes.
const TEMPERATURE: f32 = 0.08;
/// The part of the evaluation in what is expected of a move.
const TRUST: f64 = 0.5;

/// Monte Carlo tree search without playouts: an evaluation says what a leaf is worth, and which moves to try first (PUCT: Rosin 2011,
/// Silver et al. 2017); what the evaluation says of the leaves is carried up by minimax beside the means (Lanctot et al. 2014); wins and
/// losses that are proved are carried up too, and not looked at again. What the tree knows is kept from move to move.
///
/// At Chinese knights it won 50 of 50 games against `greedy`, against `course` and against `alphabeta:1`; 45, 49, 44, 34 and 23 against levels 2 to
/// 6; and 12 against `alphabeta`; none was drawn. One simulation takes as long as 15 nodes of `alphabeta`, so that both had about the same time:
/// `--example duel -- mcts OPPONENT --time 1000+10 --rate 900 --handicap 15 --pairs 25 --seed 27`.
pub struct Mcts<P: Position, E> {
    evaluation: E,
    tree: Tree<P::Move>,
    /// The position at the root of the tree.
    root: Option<P>,
}

impl<P: Position, E: Evaluate<P>> Mcts<P, E> {
    /// With a tree of at most so many MiB.
    pub fn new(evaluation: E, mebibytes: usize) -> Self {
        // While the tree is cut back there are two.
        let most_nodes = (mebibytes.max(1) << 19) / size_of::<Node<P::Move>>();
        Mcts { evaluation, tree: Tree::new(most_nodes.min(u32::MAX as usize)), root: None }
    }

    /// What the side that has just moved can expect: 1 for a win, ½ for a draw.
    fn guess(&self, position: &P) -> f32 {
        let advantage = self.evaluation.evaluate(position) as f32 / self.evaluation.unit() as f32;
        // A unit of advantage is odds of three to one.
        1.0 / (1.0 + 3_f32.powf(advantage))
    }

    /// Gives a leaf its children.
    fn expand(&mut self, node: usize, position: &P) {
        let moves = position.legal_moves();
        let mut children: Vec<Node<P::Move>> = Vec::with_capacity(moves.as_ref().len());
        for &mv in moves.as_ref() {
            let mut child = position.clone();
            child.play(mv);
            let side = position.side_to_move();
            let known = child.outcome().map(|outcome| score::of(outcome, side, 0));
            let proved = known.or_else(|| self.evaluation.proved(&child).map(|score| -score));
            let guess = if proved.is_some() { 0.0 } else { self.guess(&child) };
            children.push(Node::new(mv, 0.0, guess, proved));
        }
        let best = children.iter().map(|child| child.guess).fold(0.0, f32::max);
        children.iter_mut().for_each(|child| child.prior = ((child.guess - best) / TEMPERATURE).exp());
        let sum: f32 = children.iter().map(|child| child.prior).sum();
        children.iter_mut().for_each(|child| child.prior /= sum);
        self.tree.grow(node, children.into_iter());
        self.tree.learn(node);
    }

    /// The child to look at next; none if all is proved.
    fn select(&self, parent: usize) -> Option<usize> {
        let reach = CURIOSITY * f64::from(self.tree.nodes[parent].visits.max(1)).sqrt();
        let bound = |node: &Node<P::Move>| node.expected(TRUST) + reach * f64::from(node.prior) / f64::from(1 + node.visits);
        let open = self.tree.children(parent).filter(|&child| self.tree.nodes[child].proved.is_none());
        open.map(|child| (child, bound(&self.tree.nodes[child]))).max_by(|one, two| one.1.total_cmp(&two.1)).map(|(child, _)| child)
    }

    /// Walks down the tree, adds a leaf, and tells every node on the way back. How deep it came.
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
        // A draw, where nothing is left to try but not all is lost.
        let mut result = f64::from(self.tree.nodes[node].guess);
        for &node in path.iter().rev() {
            self.tree.learn(node);
            let node = &mut self.tree.nodes[node];
            node.visits += 1;
            node.won += result;
            result = 1.0 - result;
        }
        if observer.is_watching() {
            let moves: Vec<P::Move> = path[1..].iter().map(|&node| self.tree.nodes[node].mv).collect();
            let child = |child: usize| (self.tree.nodes[child].mv, self.tree.nodes[child].visits);
            let visits: Vec<(P::Move, u32)> = self.tree.children(0).map(child).collect();
            // The last to be told was the root, whose move is the opponent's.
            observer.simulated(&Simulation { path: &moves, leaf: &position, won: result, visits: &visits });
        }
        path.len() as u32 - 1
    }

    /// Keeps of the tree what a new root needs, if it is the old one or at most two plies further. The root has children then. `any` is one of its
    /// moves.
    fn reroot(&mut self, position: &P, any: P::Move) {
        let found = self.root.as_ref().filter(|_| !self.tree.nodes.is_empty()).and_then(|root| self.find(root, 0, position, 2));
        match found {
            Some(0) => {}
            Some(node) => self.tree.promote(node),
            None => {
                self.tree.nodes.clear();
                self.tree.nodes.push(Node::new(any, 1.0, 0.5, None));
            }
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
        self.tree.children(node).find_map(|child| {
            let mut next = from.clone();
            next.play(self.tree.nodes[child].mv);
            self.find(&next, child, wanted, plies - 1)
        })
    }

    /// As [`Engine::search`], with somebody who watches.
    ///
    /// The score is proved or else in thousandths: 1000 if every simulation was won, −1000 if every one was lost.
    pub fn search_watched(
        &mut self,
        position: &P,
        limits: &SearchLimits,
        observer: &mut impl SearchObserver<P>,
        go_on: &mut dyn FnMut(&Progress) -> bool,
    ) -> Option<Found<P::Move>> {
        let &first = position.legal_moves().as_ref().first()?;
        self.reroot(position, first);
        let mut progress = Progress { finished: true, ..Progress::default() };
        let mut path = Vec::new();
        while limits.nodes.is_none_or(|most| progress.cost.nodes < most) && self.tree.nodes[0].proved.is_none() {
            if progress.cost.nodes.is_multiple_of(POLL) && progress.cost.nodes > 0 && !go_on(&progress) {
                break;
            }
            let depth = self.simulate(position, &mut path, observer);
            let Statistics { nodes, leaves, selective_depth, .. } = &mut progress.cost;
            (*nodes, *leaves, *selective_depth) = (*nodes + 1, *leaves + 1, (*selective_depth).max(depth));
        }
        let pv = self.principal_variation();
        let root = &self.tree.nodes[0];
        // The root is the opponent's move.
        let proved = root.proved.map(|score| -score);
        let score = proved.unwrap_or_else(|| ((1.0 - 2.0 * root.expected(0.0)) * 1000.0) as i32);
        Some(Found { best: pv[0], score, depth: pv.len() as u32, pv, is_proved: proved.is_some(), cost: progress.cost })
    }

    fn principal_variation(&self) -> Vec<P::Move> {
        std::iter::successors(self.tree.best(0), |&node| self.tree.best(node)).map(|node| self.tree.nodes[node].mv).collect()
    }
}

impl<P, E> Engine<P> for Mcts<P, E>
where
    P: Position<Move: Send> + Send,
    E: Evaluate<P>,
{
    fn name(&self) -> &'static str {
        "mcts"
    }

    fn new_game(&mut self) {
        self.tree.nodes.clear();
        self.root = None;
    }

    /// Each iteration has twice as many simulations.
    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        let nodes = 64_u64.checked_shl(number).filter(|&nodes| nodes > 64)?;
        Some(SearchLimits { depth: None, nodes: Some(nodes) })
    }

    fn search(&mut self, position: &P, limits: &SearchLimits, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<Found<P::Move>> {
        self.search_watched(position, limits, &mut Unwatched, go_on)
    }
}
