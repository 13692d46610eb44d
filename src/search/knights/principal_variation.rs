//! The strong engine: principal variation search.

use super::Network;
use super::book::Win;
use super::ordering::{LONGEST_LINE, Ordering, Picker, is_quiet, most_valuable_first};
use super::race::{Race, has_few};
use crate::classroom::follow;
use crate::node_budget::NodeBudget;
use crate::table::{Bound, TableEntry, TranspositionTable};
use crate::{Engine, Evaluate, KeepSearching, SearchLimits, SearchResult, Statistics, score};
use rules::knights::{ARRIVALS_TO_WIN, MAX_PLIES, Move};
use rules::{Knights, Outcome, Position, Side};
use std::sync::Arc;

const DEEPEST: i32 = 120;

// The constants below were tuned in play, by a hundred or more pairs of games each. Null-move pruning lost: zugzwang is frequent in this
// game.

/// Late-move reduction: `REDUCTION + ln(depth)·ln(number) / REDUCTION_SLOPE` plies.
const REDUCTION: f64 = 0.9;
const REDUCTION_SLOPE: f64 = 2.0;
/// The history that is worth a ply of reduction.
const HISTORY_PLY: i32 = 4096;
/// Futility pruning: up to this depth a node fails high if the evaluation is above the window by `FUTILITY` a ply, and skips quiet moves if
/// it is below.
const FUTILITY_DEPTH: i32 = 6;
const FUTILITY: i32 = 60;
/// Late-move pruning: up to this depth, at most `4 + depth²` quiet moves are searched.
const LATE_DEPTH: i32 = 4;
/// Internal iterative reduction: from this depth on, a node without a table move is searched a ply shallower.
const UNKNOWN_DEPTH: i32 = 4;
/// Places of the evaluation cache, 512 kB. The 16 bits that a key leaves out are its index.
const EVALUATIONS: usize = 1 << 16;
/// The first half-width of the aspiration window.
const ASPIRATION: i32 = 40;

/// The nodes a move of each level, from level 1. A step is worth about 160 Elo: of 600 games against the level before, levels 2 to 6 won
/// 427, 439, 439, 426 and 400 (`arbitre match alphabeta:2 alphabeta:1` plays such games).
pub const LEVELS: [u64; 6] = [32, 130, 470, 1_650, 4_900, 13_000];

/// Principal variation search (Marsland & Campbell 1982) with aspiration windows, a transposition table, killer moves and history,
/// late-move reductions and pruning, quiescence search, and races decided by counting.
pub struct PrincipalVariation {
    table: Arc<TranspositionTable>,
    ordering: Ordering,
    /// The number of the helper in a parallel search; 0 for the leader.
    helper: u32,
    /// In a proof, the side that is to win: a draw is then as bad for it as a loss.
    attacker: Option<Side>,
    /// The node budget of a move at a [level](LEVELS).
    level: Option<u64>,
    /// Reductions by depth and a move's number.
    reductions: Box<[[i32; 32]; 64]>,
    /// The evaluation cache, by the lowest bits of a key: its other bits and the evaluation.
    evaluations: Box<[u64]>,
}

struct SearchContext<'a, 'b> {
    budget: &'a mut NodeBudget<'b>,
    /// The number of plies played at the root.
    root: u32,
}

impl PrincipalVariation {
    /// An engine with this table. Engines on several threads may share it (lazy SMP): number 0 leads and alone ages and clears the table;
    /// the helpers skip depths, each a different set.
    pub fn new(table: Arc<TranspositionTable>, helper: u32) -> Self {
        let mut reductions = Box::new([[0; 32]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (number, plies) in row.iter_mut().enumerate().skip(1) {
                *plies = (REDUCTION + (depth as f64).ln() * (number as f64).ln() / REDUCTION_SLOPE) as i32;
            }
        }
        let evaluations = vec![0; EVALUATIONS].into_boxed_slice();
        PrincipalVariation { table, ordering: Ordering::new(), helper, attacker: None, level: None, reductions, evaluations }
    }

    /// An engine at a level, from 1, the same on every machine and at every time control; none if there is no such level.
    pub fn at_level(level: usize) -> Option<Self> {
        let nodes = LEVELS.get(level.checked_sub(1)?)?;
        // The smallest table is enough for so few nodes.
        Some(PrincipalVariation { level: Some(*nodes), ..PrincipalVariation::new(Arc::new(TranspositionTable::new(1)), 0) })
    }

    /// An engine that searches only whether `attacker` wins; the distance to the end has no meaning.
    pub(super) fn with_attacker(self, attacker: Side) -> Self {
        PrincipalVariation { attacker: Some(attacker), ..self }
    }

    /// The table key, different for each question.
    #[inline]
    fn key(&self, position: &Knights) -> u64 {
        // Two odd constants: 2^64 over the golden ratio and over its square.
        position.key()
            ^ match self.attacker {
                None => 0,
                Some(Side::White) => 0x9E37_79B9_7F4A_7C15,
                Some(Side::Black) => 0x61C8_8646_80B5_83EB,
            }
    }

    fn value_of_end(&self, position: &Knights, ply: u32, budget: &mut NodeBudget) -> Option<i32> {
        let outcome = match (position.outcome()?, self.attacker) {
            (Outcome::Draw, Some(attacker)) => Outcome::Win(attacker.other()),
            (outcome, _) => outcome,
        };
        Some(budget.ended(score::of(outcome, position.side_to_move(), ply)))
    }

    /// The value if it is known without a search (`Err`), or the window that is left.
    #[inline]
    fn decided(&self, position: &Knights, window: (i32, i32), ply: u32) -> Result<(i32, i32), i32> {
        let Some(attacker) = self.attacker else { return raced(position, window, ply) };
        if has_few(position, attacker) {
            let plies = MAX_PLIES as i32;
            return Err(in_plies(if position.side_to_move() == attacker { -plies } else { plies }, ply));
        }
        Race::of(position).decided(position).map_or(Ok(window), |plies| Err(in_plies(plies, ply)))
    }

    #[inline]
    fn evaluate(&mut self, position: &Knights) -> i32 {
        let key = position.key();
        let known = &mut self.evaluations[key as usize % EVALUATIONS];
        if (*known ^ key) >> 16 != 0 {
            let value = Network.evaluate(position).clamp(-i32::from(i16::MAX), i32::from(i16::MAX));
            *known = key & !0xFFFF | u64::from(value as i16 as u16);
        }
        i32::from(*known as u16 as i16)
    }

    /// The value if it is between `alpha` and `beta`, else a bound on it (fail-soft).
    fn search(
        &mut self,
        position: &Knights,
        depth: i32,
        (mut alpha, mut beta): (i32, i32),
        line: &mut Vec<Move>,
        running: &mut SearchContext,
    ) -> Option<i32> {
        let ply = position.ply() - running.root;
        line.clear();
        if depth <= 0 || ply as usize >= LONGEST_LINE {
            return self.quiesce(position, (alpha, beta), ply, running);
        }
        running.budget.enter(ply)?;
        if let Some(value) = won(position, ply) {
            return Some(running.budget.ended(value));
        }
        let is_principal = beta - alpha > 1;
        if ply > 0 {
            match self.decided(position, (alpha, beta), ply) {
                Ok(window) => (alpha, beta) = window,
                Err(value) => return Some(running.budget.ended(value)),
            }
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return self.value_of_end(position, ply, running.budget);
        }
        let key = self.key(position);
        let known = self.table.probe(key);
        let remembered = known.and_then(|entry| entry.best).map(usize::from).filter(|&best| best < moves.len());
        let is_deep_enough = |entry: &TableEntry| i32::from(entry.depth) >= depth || entry.is_final;
        if let Some(entry) = known.filter(|entry| is_deep_enough(entry) && !is_principal) {
            let value = score::from_root(entry.value, ply);
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if is_enough {
                running.budget.cost.table_hits += 1;
                running.budget.depends_on_horizon |= !entry.is_final;
                return Some(value);
            }
        }
        let can_prune = !is_principal && !score::is_decided(alpha);
        let mut evaluated = known.and_then(|entry| entry.evaluation);
        let mut is_futile = false;
        if can_prune && depth <= FUTILITY_DEPTH {
            let evaluation = evaluated.map_or_else(|| self.evaluate(position), i32::from);
            evaluated = i16::try_from(evaluation).ok();
            if evaluation - FUTILITY * depth >= beta {
                return Some(running.budget.evaluated(evaluation));
            }
            is_futile = evaluation + FUTILITY * depth <= alpha;
        }
        let depth = if remembered.is_none() && depth >= UNKNOWN_DEPTH { depth - 1 } else { depth };
        // Below, `depends_on_horizon` covers the subtree of this position; the rest of the tree is added at the end.
        let outside = std::mem::replace(&mut running.budget.depends_on_horizon, false);
        let lowest = alpha;
        let (mut best, mut best_index) = (-score::INFINITY, 0);
        let (mut tried, mut quiets) = ([Move::Pass; 24], 0);
        let mut picker = Picker::new(&moves, remembered);
        let mut number = 0;
        while let Some((index, standing)) = picker.next(&self.ordering, position, ply) {
            let mv = moves[index];
            let is_quiet = is_quiet(position, mv);
            let is_late = depth <= LATE_DEPTH && number as i32 > 4 + depth * depth;
            if is_quiet && number > 0 && can_prune && (is_futile || is_late) && !score::is_decided(best) {
                running.budget.depends_on_horizon = true;
                number += 1;
                continue;
            }
            let child = position.child(mv);
            self.ordering.play(ply, mv);
            // A pass does not reduce the depth.
            let next = if mv == Move::Pass { depth } else { depth - 1 };
            let mut rest = Vec::new();
            let mut value = -score::INFINITY;
            if number > 0 {
                let reduction = if depth >= 3 && number >= 2 && is_quiet {
                    let usual = self.reductions[depth.min(63) as usize][number.min(31)];
                    let standing = (standing / HISTORY_PLY).clamp(-2, 3);
                    (usual - i32::from(is_principal) - standing).clamp(0, next - 1)
                } else {
                    0
                };
                let null = (-alpha - 1, -alpha);
                value = -self.search(&child, next - reduction, null, &mut rest, running)?;
                if value > alpha && reduction > 0 {
                    value = -self.search(&child, next, null, &mut rest, running)?;
                }
            }
            if number == 0 || value > alpha && value < beta {
                value = -self.search(&child, next, (-beta, -alpha), &mut rest, running)?;
            }
            number += 1;
            if value > best {
                (best, best_index) = (value, index);
                if value > alpha {
                    follow(line, mv, rest);
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                running.budget.cut_off(number - 1);
                if is_quiet {
                    self.ordering.reward(mv, ply, depth, &tried[..quiets]);
                }
                break;
            }
            if is_quiet {
                tried[quiets] = mv;
                quiets += 1;
            }
        }
        let (bound, best_index) = match best {
            _ if best >= beta => (Bound::Lower, u8::try_from(best_index).ok()),
            _ if best > lowest => (Bound::Exact, u8::try_from(best_index).ok()),
            // If all moves fail low, none is known to be the best.
            _ => (Bound::Upper, None),
        };
        let (value, is_final) = (score::from_here(best, ply), !running.budget.depends_on_horizon);
        running.budget.depends_on_horizon |= outside;
        let entry = TableEntry { value, depth: depth as u8, bound, best: best_index, evaluation: evaluated, is_final };
        self.table.store(key, entry);
        Some(best)
    }

    /// Quiescence search over captures, with stand pat.
    fn quiesce(&mut self, position: &Knights, window: (i32, i32), ply: u32, running: &mut SearchContext) -> Option<i32> {
        running.budget.enter(ply)?;
        if let Some(value) = won(position, ply) {
            return Some(running.budget.ended(value));
        }
        let (mut alpha, beta) = match self.decided(position, window, ply) {
            Ok(window) => window,
            Err(value) => return Some(running.budget.ended(value)),
        };
        let side = position.side_to_move();
        if !position.can_step(side) && !position.can_step(side.other()) {
            return self.value_of_end(position, ply, running.budget);
        }
        let mut best = running.budget.evaluated(self.evaluate(position));
        alpha = alpha.max(best);
        if alpha >= beta {
            return Some(best);
        }
        let mut captures = position.captures();
        captures.sort_unstable_by_key(|&mv| most_valuable_first(position, mv));
        for (number, mv) in captures.into_iter().enumerate() {
            let value = -self.quiesce(&position.child(mv), (-beta, -alpha), ply + 1, running)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                running.budget.cut_off(number);
                break;
            }
        }
        Some(best)
    }

    /// One iteration, at first within an aspiration window around the last value.
    fn iterate(&mut self, position: &Knights, depth: i32, last: i32, line: &mut Vec<Move>, running: &mut SearchContext) -> Option<i32> {
        let mut width = ASPIRATION;
        let whole = (-score::INFINITY, score::INFINITY);
        let (mut alpha, mut beta) = if depth >= 5 { (last - width, last + width) } else { whole };
        loop {
            let mut found = Vec::new();
            let value = self.search(position, depth, (alpha, beta), &mut found, running);
            // An iteration that was stopped counts, too: its first move was the last one's best.
            if !found.is_empty() {
                *line = found;
            }
            let value = value?;
            width *= 3;
            if alpha < value && value < beta {
                return Some(value);
            } else if width > 2_000 {
                (alpha, beta) = whole;
            } else if value <= alpha {
                alpha = value - width;
            } else {
                beta = value + width;
            }
        }
    }

    /// Iterative deepening, without ageing the table.
    pub(super) fn deepen(&mut self, position: &Knights, limits: &SearchLimits, keep_going: KeepSearching) -> Option<SearchResult<Move>> {
        let &first = position.legal_moves().first()?;
        let deepest = limits.depth.map_or(DEEPEST, |depth| depth.clamp(1, DEEPEST as u32) as i32);
        let mut budget = NodeBudget::new(limits, keep_going);
        let (mut pv, mut value, mut reached, mut is_proved) = (vec![first], 0, 0, false);
        self.ordering.begin();
        let helper = self.helper;
        for depth in (1..=deepest).filter(|&depth| !skips(helper, depth)) {
            let mut line = Vec::new();
            budget.depends_on_horizon = false;
            let mut running = SearchContext { budget: &mut budget, root: position.ply() };
            let result = self.iterate(position, depth, value, &mut line, &mut running);
            if !line.is_empty() {
                pv = line;
            }
            let Some(score) = result else { break };
            (value, reached) = (score, depth as u32);
            // A win or a loss within the searched depth is final, and so is a draw without a leaf at the horizon.
            is_proved = score::plies_to_end(score).map_or(!budget.depends_on_horizon, |plies| plies <= reached);
            if !budget.finished(reached, score) || is_proved {
                break;
            }
        }
        Some(SearchResult { best: pv[0], score: value, depth: reached, pv, is_proved, cost: budget.cost })
    }
}

/// Whether a helper skips a depth: half of them, in runs of one depth for the first two helpers, of two for the next two and so on (lazy
/// SMP as in Stockfish 7 to 9). The leader skips none.
const fn skips(helper: u32, depth: i32) -> bool {
    helper > 0 && (depth as u32 + helper) / helper.div_ceil(2) % 2 == 1
}

/// The value of a game that the last move won.
#[inline]
fn won(position: &Knights, ply: u32) -> Option<i32> {
    (position.arrived(position.side_to_move().other()) >= ARRIVALS_TO_WIN).then_some(ply as i32 - score::WIN)
}

/// The window narrowed by the race, the earliest possible win of either side, or the value if the race decides (`Err`).
#[inline]
fn raced(position: &Knights, (alpha, beta): (i32, i32), ply: u32) -> Result<(i32, i32), i32> {
    let race = Race::of(position);
    let (alpha, beta) = (alpha.max(in_plies(-(race.enemy as i32), ply)), beta.min(in_plies(race.own as i32, ply)));
    if alpha >= beta {
        return Err(alpha);
    }
    race.decided(position).map_or(Ok((alpha, beta)), |plies| Err(in_plies(plies, ply)))
}

/// The value of a game won (or lost, if negative) in `plies`.
#[inline]
const fn in_plies(plies: i32, ply: u32) -> i32 {
    if plies > 0 { score::WIN - plies - ply as i32 } else { -score::WIN - plies + ply as i32 }
}

impl Engine<Knights> for PrincipalVariation {
    fn bytes(&self) -> u64 {
        self.table.bytes() + size_of_val(&*self.evaluations) as u64
    }

    fn new_game(&mut self) {
        if self.helper == 0 {
            self.table.clear();
        }
        self.ordering = Ordering::new();
    }

    fn search(&mut self, position: &Knights, limits: &SearchLimits, keep_going: KeepSearching) -> Option<SearchResult<Move>> {
        if let Some(nodes) = self.level {
            // The table of the move before would make it stronger than its level.
            self.new_game();
            let nodes = limits.nodes.map_or(nodes, |most| most.min(nodes));
            self.table.grow_older();
            return self.deepen(position, &SearchLimits { nodes: Some(nodes), ..*limits }, keep_going);
        }
        // With a limit of depth or nodes, a search is wanted.
        if *limits == SearchLimits::default()
            && let Some(Win { best, plies }) = Win::of(position)
        {
            let score = in_plies(plies as i32, 0);
            return Some(SearchResult { best, score, depth: 0, pv: vec![best], is_proved: true, cost: Statistics::default() });
        }
        if self.helper == 0 {
            self.table.grow_older();
        }
        self.deepen(position, limits, keep_going)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leader_alone_ages_and_clears_the_table() {
        let table = Arc::new(TranspositionTable::new(1));
        let limits = SearchLimits { depth: Some(6), nodes: None };
        let [mut leader, mut helper] = [0, 1].map(|helper| PrincipalVariation::new(table.clone(), helper));
        let search =
            |engine: &mut PrincipalVariation| Engine::search(engine, &Knights::start(), &limits, &mut |_| true).map(|found| found.depth);
        assert_eq!((search(&mut leader), table.age()), (Some(6), 1));
        assert_eq!((search(&mut helper), table.age()), (Some(5), 1), "the first helper searches odd depths");
        helper.new_game();
        assert!(table.probe(Knights::start().key()).is_some());
        leader.new_game();
        assert!(table.probe(Knights::start().key()).is_none());
    }

    #[test]
    fn every_depth_is_searched_by_some_and_skipped_by_some() {
        for depth in 1..40 {
            assert!(!skips(0, depth));
            assert!((1..=8).any(|helper| skips(helper, depth)) && (1..=8).any(|helper| !skips(helper, depth)), "depth {depth}");
        }
        assert!((1..100).all(|helper| (1..=DEEPEST).any(|depth| !skips(helper, depth))));
    }
}
