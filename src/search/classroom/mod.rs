//! The search methods of the course, each by name and each with its cost, for any game and any evaluation.
//!
//! From minimax to MTD(f) it is one depth-first search with options. The full-width methods find the value of minimax at decreasing cost.

mod greedy;
mod memory;
mod tree;

pub use greedy::Greedy;
pub use tree::{SearchedMove, TREE_METHODS, Tree, ValueBound, tree};

use crate::knights::KnightsHeuristic;
use crate::node_budget::NodeBudget;
use crate::table::{self, TableEntry, TranspositionTable};
use crate::{Engine, Evaluate, KeepSearching, Leaf, NoSearchObserver, SearchLimits, SearchObserver, SearchResult, score};
use memory::Memory;
use rules::Position;
use std::sync::Arc;

const FULL_WINDOW: (i32, i32) = (-score::INFINITY, score::INFINITY);

const DEEPEST: u32 = 250;

struct SearchOptions {
    name: &'static str,
    /// Alpha-beta, fail-soft (Knuth & Moore 1975); otherwise every position is searched.
    prunes: bool,
    /// Iterative deepening: searches 1, 2, 3, … plies deep. Without a table, an iteration searches the last principal variation first.
    deepens: bool,
    remembers: bool,
    /// Quiescence search: a leaf follows the [noisy moves](Evaluate::is_noisy), or stands pat on the evaluation.
    quiesces: bool,
    /// MTD(f) (Plaat, Schaeffer, Pijls, de Bruin 1996): windows of width one, from the last iteration's value until both bounds meet.
    zero_windows: bool,
}

/// Minimax (Shannon 1950).
const FULL: SearchOptions =
    SearchOptions { name: "minimax", prunes: false, deepens: false, remembers: false, quiesces: false, zero_windows: false };
const PRUNING: SearchOptions = SearchOptions { name: "classroom-alphabeta", prunes: true, ..FULL };
const DEEPENING: SearchOptions = SearchOptions { name: "iterative-deepening", deepens: true, ..PRUNING };
const REMEMBERING: SearchOptions = SearchOptions { name: "alphabeta-memory", remembers: true, ..DEEPENING };

const METHODS: [SearchOptions; 7] = [
    FULL,
    // Minimax from the view of the side to move.
    SearchOptions { name: "negamax", ..FULL },
    PRUNING,
    DEEPENING,
    REMEMBERING,
    SearchOptions { name: "mtd-f", zero_windows: true, ..REMEMBERING },
    SearchOptions { name: "quiescence", quiesces: true, ..DEEPENING },
];

/// The player of the course, NegEchecAlphaBeta: alpha-beta with memory.
const COURSE: SearchOptions = SearchOptions { name: "course", ..REMEMBERING };

/// A method of the course as an engine: it searches to the depth of the limits, or as deep as they allow.
pub struct Classroom<E> {
    method: &'static SearchOptions,
    evaluation: E,
    memory: Memory,
    /// The value of the last iteration, for MTD(f).
    guess: i32,
}

/// The parameters of one search that do not change with the depth.
struct Context<'a, 'b, P: Position, O> {
    budget: &'a mut NodeBudget<'b>,
    /// The principal variation of the last iteration.
    previous: &'a [P::Move],
    /// The number of plies played at the root.
    root: u32,
    observer: &'a mut O,
}

impl Classroom<KnightsHeuristic> {
    /// The player of the course. The [schedule](crate::schedule::course) sets its depth.
    pub fn course() -> Self {
        Classroom { method: &COURSE, evaluation: KnightsHeuristic::Exponential, memory: Memory::of_the_course(), guess: 0 }
    }
}

impl<E> Classroom<E> {
    /// The method of this name; `table` is called if it needs one. None if no method has the name.
    pub fn new(name: &str, evaluation: E, table: impl FnOnce() -> Arc<TranspositionTable>) -> Option<Self> {
        let method = METHODS.iter().find(|method| method.name == name)?;
        let memory = if method.remembers { Memory::Table(table()) } else { Memory::None };
        Some(Classroom { method, evaluation, memory, guess: 0 })
    }

    pub(crate) const fn alpha_beta(evaluation: E) -> Self {
        Classroom { method: &PRUNING, evaluation, memory: Memory::None, guess: 0 }
    }

    /// As [`Engine::search`], with an observer.
    pub fn search_observed<P: Position>(
        &mut self,
        position: &P,
        limits: &SearchLimits,
        observer: &mut impl SearchObserver<P>,
        keep_going: KeepSearching,
    ) -> Option<SearchResult<P::Move>>
    where
        E: Evaluate<P>,
    {
        let &first = position.legal_moves().as_ref().first()?;
        let deepest = limits.depth.map_or(DEEPEST, |depth| depth.clamp(1, DEEPEST));
        let begin = if limits.depth.is_some() && !self.method.deepens { deepest } else { 1 };
        let mut budget = NodeBudget::new(limits, keep_going);
        let (mut pv, mut value, mut reached, mut is_proved) = (vec![first], 0, 0, false);
        self.memory.begin_search();
        self.guess = 0;
        for depth in begin..=deepest {
            budget.depends_on_horizon = false;
            let mut line = Vec::new();
            observer.deepened(depth);
            let context = &mut Context { budget: &mut budget, previous: &pv, root: position.ply(), observer: &mut *observer };
            let result = self.value(position, depth, &mut line, context);
            let Some(score) = result else {
                // A method that searches the old best move first has found a better one, or still that one.
                if self.method.deepens && !line.is_empty() {
                    pv = line;
                }
                break;
            };
            (pv, value, reached) = (line, score, depth);
            is_proved = !budget.depends_on_horizon || score::is_decided(score);
            if !budget.finished(depth, score) || is_proved {
                break;
            }
        }
        let &best = pv.first().unwrap_or(&first);
        Some(SearchResult { best, score: value, depth: reached, pv, is_proved, cost: budget.cost })
    }

    /// The value of the root `depth` plies deep, with the principal variation in `line`; none if the search was stopped.
    fn value<P: Position, O: SearchObserver<P>>(
        &mut self,
        position: &P,
        depth: u32,
        line: &mut Vec<P::Move>,
        context: &mut Context<P, O>,
    ) -> Option<i32>
    where
        E: Evaluate<P>,
    {
        if !self.method.zero_windows {
            return self.negamax(position, depth, FULL_WINDOW, depth > 1, line, context);
        }
        let (mut least, mut most) = FULL_WINDOW;
        while least < most {
            let beta = if self.guess == least { self.guess + 1 } else { self.guess };
            let mut refutation = Vec::new();
            self.guess = self.negamax(position, depth, (beta - 1, beta), false, &mut refutation, context)?;
            if self.guess < beta {
                most = self.guess;
            } else {
                least = self.guess;
                // Only a fail-high proves its move.
                *line = refutation;
            }
        }
        Some(self.guess)
    }

    /// The value if it is between `alpha` and `beta`, else a bound on it. `is_pv`: the path is the last iteration's principal variation so
    /// far.
    fn negamax<P: Position, O: SearchObserver<P>>(
        &self,
        position: &P,
        depth: u32,
        (mut alpha, mut beta): (i32, i32),
        is_pv: bool,
        line: &mut Vec<P::Move>,
        context: &mut Context<P, O>,
    ) -> Option<i32>
    where
        E: Evaluate<P>,
    {
        let ply = position.ply() - context.root;
        context.budget.enter(ply)?;
        context.observer.entered(position, ply, (alpha, beta));
        line.clear();
        if let Some(value) = value_of_end(position, ply, context.budget) {
            context.observer.judged(Leaf::Ended, value);
            return Some(value);
        }
        let mut best = -score::INFINITY;
        if depth == 0 {
            best = context.budget.evaluated(self.evaluation.evaluate(position));
            context.observer.judged(Leaf::Evaluated, best);
            alpha = alpha.max(best);
            if !self.method.quiesces || alpha >= beta {
                return Some(best);
            }
        }
        let moves = position.legal_moves();
        let moves = moves.as_ref();
        let known = self.memory.probe(position);
        let remembered = known.and_then(|entry| entry.best).map(usize::from).filter(|&best| best < moves.len());
        let known = known.filter(|entry| self.memory.is_deep_enough(entry, depth));
        if let Some(entry) = known {
            let value = score::from_root(entry.value, ply);
            match entry.bound {
                table::Bound::Exact => {}
                table::Bound::Lower => alpha = alpha.max(value),
                table::Bound::Upper => beta = beta.min(value),
            }
            if entry.bound == table::Bound::Exact || alpha >= beta {
                line.extend(remembered.map(|best| moves[best]));
                context.budget.depends_on_horizon |= !entry.is_final;
                context.budget.cost.table_hits += 1;
                context.observer.judged(Leaf::Remembered, value);
                return Some(value);
            }
        }
        // Below, `depends_on_horizon` covers the subtree of this position; the rest of the tree is added at the end.
        let narrowed = known.is_some_and(|entry| !entry.is_final && self.memory.has_final_entries());
        let outside = std::mem::replace(&mut context.budget.depends_on_horizon, narrowed);
        let follows = is_pv && depth > 0 && self.method.deepens && !self.method.remembers;
        let hint = context.previous.get(ply as usize).filter(|_| follows).and_then(|hint| moves.iter().position(|mv| mv == hint));
        let (first, lowest, mut best_index) = (remembered.or(hint), alpha, 0);
        let others = (0..moves.len()).filter(|&index| Some(index) != first);
        let is_searched = |&index: &usize| depth > 0 || self.evaluation.is_noisy(position, moves[index]);
        let mut ordered = first.into_iter().chain(others).filter(is_searched).enumerate();
        while let Some((number, index)) = ordered.next() {
            let (mv, mut rest) = (moves[index], Vec::new());
            let window = if self.method.prunes { (-beta, -alpha) } else { FULL_WINDOW };
            context.observer.descend(mv);
            let value = -self.negamax(&position.child(mv), depth.saturating_sub(1), window, Some(index) == hint, &mut rest, context)?;
            context.observer.ascend(value, (alpha, beta));
            if value > best {
                (best, best_index) = (value, index);
                follow(line, mv, rest);
            }
            if self.method.prunes {
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                context.budget.cut_off(number);
                context.observer.cut(ordered.map(|(_, index)| moves[index]));
                break;
            }
        }
        let bound = match best {
            _ if best <= lowest => table::Bound::Upper,
            _ if best >= beta => table::Bound::Lower,
            _ => table::Bound::Exact,
        };
        let (value, is_final) = (score::from_here(best, ply), !context.budget.depends_on_horizon);
        context.budget.depends_on_horizon |= outside;
        let best_move = u8::try_from(best_index).ok();
        self.memory.store(position, TableEntry { value, depth: depth as u8, bound, best: best_move, evaluation: None, is_final });
        Some(best)
    }
}

impl<P: Position, E: Evaluate<P>> Engine<P> for Classroom<E> {
    fn bytes(&self) -> u64 {
        self.memory.bytes()
    }

    fn new_game(&mut self) {
        self.memory.clear();
    }

    fn search(&mut self, position: &P, limits: &SearchLimits, keep_going: KeepSearching) -> Option<SearchResult<P::Move>> {
        self.search_observed(position, limits, &mut NoSearchObserver, keep_going)
    }
}

pub(crate) fn follow<M>(line: &mut Vec<M>, mv: M, rest: Vec<M>) {
    line.clear();
    line.push(mv);
    line.extend(rest);
}

/// The value of a game that is over, `ply` plies from the root.
fn value_of_end<P: Position>(position: &P, ply: u32, budget: &mut NodeBudget) -> Option<i32> {
    position.outcome().map(|outcome| budget.ended(score::of(outcome, position.side_to_move(), ply)))
}
