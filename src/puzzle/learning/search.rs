//! Conflict-driven clause learning (Marques-Silva and Sakallah, 1996; first unique implication point as in Chaff, 2001). The rules of the
//! puzzle are no clauses: they propagate by counting, with lazy explanations. After a solution the last decision is flipped without a blocking
//! clause, so that enumeration takes constant memory (Gebser, Kaufmann, Neumann and Schaub, 2007); only a search that makes no progress after
//! that stores the flipped decisions as clauses, so that it can restart.

use core::ops::ControlFlow;

use crate::{Cost, StreamEnding};

use super::{
    Rules, Trail, Value,
    analysis::{Analysis, Conflict},
    clauses::{Clauses, Literal, literal, value_of, variable_of},
    scores::Scores,
    trail::{Origin, Reason},
};

/// Literals of the learnt clauses that trigger an early reduction.
const MAX_LITERALS: usize = 1 << 22;
/// Conflicts between two restarts, times Luby's sequence.
const RESTART: u64 = if cfg!(test) { 8 } else { 1024 };
/// Conflicts until the first reduction of the clauses, and the increment for each further one.
const REDUCE: u64 = if cfg!(test) { 16 } else { 2000 };
const REDUCE_LATER: u64 = 300;
/// Conflicts after a decision was flipped until the flipped decisions become clauses.
const STUCK: u64 = if cfg!(test) { 4 } else { 1024 };
/// Conflicts until the expensive rules apply before each decision.
const HARD: u64 = if cfg!(test) { 2 } else { 256 };

/// A search for all solutions.
pub(crate) struct Search<R: Rules> {
    trail: Trail<R>,
    /// Empty until the first decision.
    scores: Scores,
    clauses: Clauses,
    analysis: Analysis,
    /// The last value of each variable.
    phase: Vec<Value>,
    /// The values of the largest assignment without a conflict, and its size; empty before the first conflict.
    best_phase: Vec<Value>,
    best_size: usize,
    /// Levels up to this one are undone only when they are exhausted.
    floor: u32,
    conflicts: u64,
    /// The conflicts before the last flip.
    flipped_at: u64,
    cost: Cost,
}

impl<R: Rules> Search<R> {
    /// A search by these rules, which first decides for true.
    pub(crate) fn new(rules: R) -> Search<R> {
        let variables = rules.variables();
        let cost = Cost { generated: 1, frontier: 1, bytes: R::BYTES * variables as u64, ..Cost::default() };
        Search {
            trail: Trail::new(rules),
            scores: Scores::new(0),
            clauses: Clauses::new(),
            analysis: Analysis::new(variables),
            phase: vec![Value::True; variables],
            best_phase: Vec::new(),
            best_size: 0,
            floor: 0,
            conflicts: 0,
            flipped_at: 0,
            cost,
        }
    }

    pub(crate) fn cost(&self) -> Cost {
        self.cost
    }

    /// Hands each solution to `each`.
    pub(crate) fn run(
        &mut self,
        keep_going: &mut impl FnMut(&Cost) -> bool,
        each: &mut impl FnMut(&Trail<R>) -> ControlFlow<()>,
    ) -> StreamEnding {
        if R::start(&mut self.trail).is_err() {
            return StreamEnding::Exhausted;
        }
        let (mut next_restart, mut next_reduction) = (RESTART, REDUCE);
        let mut reductions = 0;
        let mut restarts = 0;
        let mut steps = 0_u64;
        loop {
            steps += 1;
            if steps % 256 == 1 && !keep_going(&self.cost) {
                return StreamEnding::LimitReached;
            }
            let level = self.trail.level();
            if let Err(conflict) = self.propagate() {
                self.conflicts += 1;
                self.save_phase(level);
                let level = self.analysis.blame(&self.trail, &mut self.clauses, conflict);
                self.back_to(level.max(self.floor));
                if level > self.floor {
                    self.learn();
                } else if !self.flip() {
                    return StreamEnding::Exhausted;
                }
                continue;
            }
            if self.conflicts >= next_restart {
                restarts += 1;
                next_restart = self.conflicts + RESTART * luby(restarts);
                self.back_to(self.floor);
                if self.floor > 0 && self.conflicts >= self.flipped_at + STUCK {
                    self.store_flipped();
                }
                if self.conflicts >= next_reduction || self.clauses.literals() > MAX_LITERALS {
                    reductions += 1;
                    next_reduction = self.conflicts + REDUCE + REDUCE_LATER * reductions;
                    self.clauses.reduce(&mut self.trail);
                }
                continue;
            }
            if self.trail.order().len() == self.phase.len() {
                if each(&self.trail).is_break() {
                    return StreamEnding::Stopped;
                }
                if !self.flip() {
                    return StreamEnding::Exhausted;
                }
                continue;
            }
            if self.cost.expanded == 0 {
                self.scores = Scores::new(self.phase.len() as u16);
            }
            let trail = &self.trail;
            let variable = self.scores.next(|variable| trail.value(variable) == Value::Unknown).expect("a variable is unknown");
            let values = if self.best_phase.is_empty() { &self.phase } else { &self.best_phase };
            self.trail.guess(variable, values[usize::from(variable)]);
            self.cost.expanded += 1;
            self.cost.generated += 2;
            self.cost.depth = self.cost.depth.max(level + 1);
            self.cost.frontier = self.cost.frontier.max(u64::from(level) + 2);
        }
    }

    /// Saves the values before the decision that led to a conflict, if it is the largest assignment so far (best phase: Biere and Fleury, CaDiCaL,
    /// 2020); not after a solution.
    fn save_phase(&mut self, level: u32) {
        let known = self.trail.length_at(level.saturating_sub(1));
        if self.floor == 0 && known > self.best_size {
            self.best_size = known;
            self.best_phase.clone_from(&self.phase);
            for &variable in &self.trail.order()[..known] {
                self.best_phase[usize::from(variable)] = self.trail.value(variable);
            }
        }
    }

    /// Flips the decision of the current level, one level down, for good. Whether there was a decision.
    fn flip(&mut self) -> bool {
        let level = self.trail.level();
        if level == 0 {
            return false;
        }
        let variable = self.trail.guess_at(level);
        let other = if self.trail.value(variable) == Value::True { Value::False } else { Value::True };
        self.back_to(level - 1);
        self.floor = level - 1;
        self.flipped_at = self.conflicts;
        self.trail.put(variable, other, Reason::Exhausted);
        true
    }

    /// Stores the flipped decisions as clauses, which removes the floor.
    fn store_flipped(&mut self) {
        for &variable in self.trail.order() {
            let Origin { reason, level, .. } = self.trail.origin(variable);
            if level > 0 && matches!(reason, Reason::Exhausted) {
                let guesses = (1..=level).rev().map(|level| self.trail.guess_at(level));
                let literals = guesses.map(|guess| literal(guess, self.trail.value(guess)) ^ 1);
                let literals: Vec<Literal> = core::iter::once(literal(variable, self.trail.value(variable))).chain(literals).collect();
                self.clauses.add(&literals, 0, self.phase.len());
            }
        }
        self.floor = 0;
        self.back_to(0);
    }

    fn back_to(&mut self, level: u32) {
        let (phase, scores) = (&mut self.phase, &mut self.scores);
        self.trail.back_to(level, |variable, value| {
            phase[usize::from(variable)] = value;
            scores.insert(variable);
        });
    }

    fn propagate(&mut self) -> Result<(), Conflict<R::Conflict>> {
        while let Some(variable) = self.trail.next() {
            R::follow(&mut self.trail, variable).map_err(Conflict::Rule)?;
            if !self.clauses.is_empty() {
                let other = if self.trail.value(variable) == Value::True { Value::False } else { Value::True };
                self.clauses.propagate(&mut self.trail, literal(variable, other)).map_err(Conflict::Learnt)?;
            }
        }
        if self.conflicts >= HARD { R::look_harder(&mut self.trail).map_err(Conflict::Rule) } else { Ok(()) }
    }

    /// Learns a clause from the causes of a conflict, backjumps and asserts it.
    fn learn(&mut self) {
        let levels = self.analysis.learn(&self.trail, &mut self.clauses);
        let back = match self.analysis.clause[..] {
            [_, second, ..] => self.trail.origin(variable_of(second)).level,
            _ => 0,
        };
        self.back_to(back.max(self.floor));
        for &variable in &self.analysis.touched {
            self.scores.bump(variable);
        }
        self.scores.grow();
        let asserting = self.analysis.clause[0];
        let index = self.clauses.add(&self.analysis.clause, levels, self.phase.len());
        self.trail.put(variable_of(asserting), value_of(asserting), Reason::Learnt(index));
        self.cost.bytes = self.cost.bytes.max(R::BYTES * self.phase.len() as u64 + self.clauses.bytes());
    }
}

/// The `n`th number, from 1, of Luby's sequence 1 1 2 1 1 2 4 … (Luby, Sinclair and Zuckerman, 1993).
fn luby(mut n: u64) -> u64 {
    loop {
        let power = (n + 1).next_power_of_two();
        if power == n + 1 {
            return power / 2;
        }
        n -= power / 2 - 1;
    }
}
