//! Conflict-driven search: from every contradiction a clause is learnt that rules out its cause (Marques-Silva and Sakallah,
//! 1996; first unique implication point as in Chaff, 2001). The rules of the puzzle are no clauses: they propagate by
//! counting and explain themselves when asked. After a solution the last guess is turned around instead of a clause
//! being kept, so that any number of solutions takes no memory (Gebser, Kaufmann, Neumann and Schaub, 2007); only a search
//! that then gets stuck keeps what it has turned around as clauses, to be free to restart.

use core::ops::ControlFlow;

use crate::{Cost, StreamEnding};

use super::{
    Rules, Trail, Value,
    analysis::{Analysis, Conflict},
    clauses::{Clauses, Literal, literal, value_of, variable_of},
    luby,
    scores::Scores,
    trail::{Origin, Reason},
};

/// When the learnt clauses hold more literals than this, they are forgotten before their time.
const MOST_LITERALS: usize = 1 << 22;
/// Contradictions between two restarts, times Luby's sequence.
const RESTART: u64 = if cfg!(test) { 8 } else { 1024 };
/// Contradictions until clauses are forgotten for the first time, and how many more until each further time.
const FORGET: u64 = if cfg!(test) { 16 } else { 2000 };
const FORGET_LATER: u64 = 300;
/// Contradictions after a guess was turned around until what is turned around is kept as clauses; the small boards of the tests
/// are not worth that many.
const STUCK: u64 = if cfg!(test) { 4 } else { 1024 };

/// Contradictions until the rules look harder before each guess.
const HARD: u64 = if cfg!(test) { 2 } else { 256 };

/// A search for all solutions.
pub(crate) struct Search<R: Rules> {
    trail: Trail<R>,
    /// Empty until there is something to guess.
    scores: Scores,
    clauses: Clauses,
    analysis: Analysis,
    /// The value that each variable had last.
    phase: Vec<Value>,
    /// The values when the most variables were known without a contradiction, which are guessed again; empty before the first one.
    farthest: Vec<Value>,
    /// How many were known then.
    reached: usize,
    /// No level up to this one is undone before it is exhausted.
    floor: u32,
    conflicts: u64,
    /// How many there were when a level was last left for good.
    turned: u64,
    cost: Cost,
}

impl<R: Rules> Search<R> {
    /// A search by these rules; what is guessed is first guessed to be true.
    pub(crate) fn new(rules: R) -> Search<R> {
        let variables = rules.variables();
        let cost = Cost { generated: 1, frontier: 1, bytes: R::BYTES * variables as u64, ..Cost::default() };
        Search {
            trail: Trail::new(rules),
            scores: Scores::new(0),
            clauses: Clauses::new(),
            analysis: Analysis::new(variables),
            phase: vec![Value::True; variables],
            farthest: Vec::new(),
            reached: 0,
            floor: 0,
            conflicts: 0,
            turned: 0,
            cost,
        }
    }

    /// What it has cost.
    pub(crate) fn cost(&self) -> Cost {
        self.cost
    }

    /// Hands each solution to `each`.
    pub(crate) fn run(
        &mut self,
        go_on: &mut impl FnMut(&Cost) -> bool,
        each: &mut impl FnMut(&Trail<R>) -> ControlFlow<()>,
    ) -> StreamEnding {
        if R::start(&mut self.trail).is_err() {
            return StreamEnding::Exhausted;
        }
        let (mut next_restart, mut next_forget) = (RESTART, FORGET);
        let mut forgotten = 0;
        let mut restarts = 0;
        let mut steps = 0_u64;
        loop {
            steps += 1;
            if steps % 256 == 1 && !go_on(&self.cost) {
                return StreamEnding::GaveUp;
            }
            let level = self.trail.level();
            if let Err(conflict) = self.propagate() {
                self.conflicts += 1;
                self.remember(level);
                let level = self.analysis.blame(&self.trail, &mut self.clauses, conflict);
                self.back_to(level.max(self.floor));
                if level > self.floor {
                    self.learn();
                } else if !self.turn_around() {
                    return StreamEnding::Exhausted;
                }
                continue;
            }
            if self.conflicts >= next_restart {
                restarts += 1;
                next_restart = self.conflicts + RESTART * luby(restarts);
                self.back_to(self.floor);
                if self.floor > 0 && self.conflicts >= self.turned + STUCK {
                    self.keep_turned();
                }
                if self.conflicts >= next_forget || self.clauses.literals() > MOST_LITERALS {
                    forgotten += 1;
                    next_forget = self.conflicts + FORGET + FORGET_LATER * forgotten;
                    self.clauses.forget(&mut self.trail);
                }
                continue;
            }
            if self.trail.order().len() == self.phase.len() {
                if each(&self.trail).is_break() {
                    return StreamEnding::Stopped;
                }
                if !self.turn_around() {
                    return StreamEnding::Exhausted;
                }
                continue;
            }
            if self.cost.expanded == 0 {
                self.scores = Scores::new(self.phase.len() as u16);
            }
            let trail = &self.trail;
            let variable = self.scores.next(|variable| trail.value(variable) == Value::Unknown).expect("a variable is unknown");
            let values = if self.farthest.is_empty() { &self.phase } else { &self.farthest };
            self.trail.guess(variable, values[usize::from(variable)]);
            self.cost.expanded += 1;
            self.cost.generated += 2;
            self.cost.depth = self.cost.depth.max(level + 1);
            self.cost.frontier = self.cost.frontier.max(u64::from(level) + 2);
        }
    }

    /// Keeps the values before the guess that led to a contradiction, if more are known than ever (Biere and Fleury, CaDiCaL, 2020). After a
    /// solution the search is not free to follow them.
    fn remember(&mut self, level: u32) {
        let known = self.trail.length_at(level.saturating_sub(1));
        if self.floor == 0 && known > self.reached {
            self.reached = known;
            self.farthest.clone_from(&self.phase);
            for &variable in &self.trail.order()[..known] {
                self.farthest[usize::from(variable)] = self.trail.value(variable);
            }
        }
    }

    /// Leaves the present level for good: its guess becomes the other value, one level down. Whether there was a guess.
    fn turn_around(&mut self) -> bool {
        let level = self.trail.level();
        if level == 0 {
            return false;
        }
        let variable = self.trail.guess_at(level);
        let other = if self.trail.value(variable) == Value::True { Value::False } else { Value::True };
        self.back_to(level - 1);
        self.floor = level - 1;
        self.turned = self.conflicts;
        self.trail.put(variable, other, Reason::Exhausted);
        true
    }

    /// Keeps what was turned around as clauses: then there is no floor any more.
    fn keep_turned(&mut self) {
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
            scores.freed(variable);
        });
    }

    fn propagate(&mut self) -> Result<(), Conflict<R::Conflict>> {
        while let Some(variable) = self.trail.next() {
            R::follow(&mut self.trail, variable).map_err(Conflict::Rule)?;
            if !self.clauses.is_empty() {
                let other = if self.trail.value(variable) == Value::True { Value::False } else { Value::True };
                self.clauses.visit(&mut self.trail, literal(variable, other)).map_err(Conflict::Learnt)?;
            }
        }
        if self.conflicts >= HARD { R::look_harder(&mut self.trail).map_err(Conflict::Rule) } else { Ok(()) }
    }

    /// From the causes of a conflict, learns a clause, jumps back as far as it allows and asserts it.
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
