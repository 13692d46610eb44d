//! Conflict-driven search: from every contradiction a clause is learnt that rules out its cause (Marques-Silva and Sakallah,
//! 1996; first unique implication point as in Chaff, 2001). The rules of the puzzle are no clauses: they propagate by
//! counting and explain themselves when asked. After a solution the last guess is turned around instead of a clause
//! being kept, so that any number of solutions takes no memory (Gebser, Kaufmann, Neumann and Schaub, 2007); only a search
//! that then gets stuck keeps what it has turned around as clauses, to be free to restart.

use core::ops::ControlFlow;

use crate::{Cost, StreamEnding};

use super::{
    Queue, Rules, Trail, Value, luby,
    trail::{Origin, Reason},
};

/// When the learnt clauses hold more literals than this, half of them are forgotten.
const MOST_LITERALS: usize = 1 << 20;
/// Contradictions between two restarts, times Luby's sequence.
const RESTART: u64 = if cfg!(test) { 8 } else { 64 };
/// Contradictions after a guess was turned around until what is turned around is kept as clauses; the small boards of the tests
/// are not worth that many.
const STUCK: u64 = if cfg!(test) { 4 } else { 1024 };

/// Contradictions until the rules look harder before each guess.
const HARD: u64 = if cfg!(test) { 2 } else { 256 };

/// A variable and a value for it: twice the variable, plus one for true.
type Literal = u32;

fn literal(variable: u16, value: Value) -> Literal {
    u32::from(variable) * 2 + u32::from(value == Value::True)
}

fn variable_of(literal: Literal) -> u16 {
    (literal / 2) as u16
}

fn value_of(literal: Literal) -> Value {
    Value::of(literal % 2 == 1)
}

/// A disjunction of literals; the first two are watched.
struct Clause {
    literals: Vec<Literal>,
    /// How many levels its literals stood on when it was learnt: the fewer, the more useful.
    levels: u32,
}

/// What the values break.
enum Conflict<C> {
    /// A rule of the puzzle.
    Rule(C),
    /// Every literal of that learnt clause is false.
    Learnt(u32),
}

/// A search for all solutions.
pub(crate) struct Search<R: Rules> {
    trail: Trail<R>,
    /// Empty until there is something to guess.
    queue: Queue,
    clauses: Vec<Clause>,
    literals: usize,
    /// The clauses that watch each literal; empty until there are clauses.
    watches: Vec<Vec<u32>>,
    /// The value that each variable had last.
    phase: Vec<Value>,
    seen: Vec<bool>,
    /// What the conflict follows from.
    causes: Vec<u16>,
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
            queue: Queue::new(0),
            clauses: Vec::new(),
            literals: 0,
            watches: Vec::new(),
            phase: vec![Value::True; variables],
            seen: vec![false; variables],
            causes: Vec::new(),
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
        let mut next_restart = RESTART;
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
                let level = self.blame(conflict);
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
                if self.literals > MOST_LITERALS {
                    self.forget();
                }
                continue;
            }
            if self.trail.order().len() == self.seen.len() {
                if each(&self.trail).is_break() {
                    return StreamEnding::Stopped;
                }
                if !self.turn_around() {
                    return StreamEnding::Exhausted;
                }
                continue;
            }
            if self.cost.expanded == 0 {
                self.queue = Queue::new(self.seen.len() as u16);
            }
            let trail = &self.trail;
            let variable = self.queue.next(|variable| trail.value(variable) == Value::Unknown).expect("a variable is unknown");
            self.trail.guess(variable, self.phase[usize::from(variable)]);
            self.cost.expanded += 1;
            self.cost.generated += 2;
            self.cost.depth = self.cost.depth.max(level + 1);
            self.cost.frontier = self.cost.frontier.max(u64::from(level) + 2);
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
        self.watches.resize_with(2 * self.seen.len(), Vec::new);
        for &variable in self.trail.order() {
            let Origin { reason, level, .. } = self.trail.origin(variable);
            if level > 0 && matches!(reason, Reason::Exhausted) {
                let guesses = (1..=level).rev().map(|level| self.trail.guess_at(level));
                let literals = guesses.map(|guess| literal(guess, self.trail.value(guess)) ^ 1);
                let literals: Vec<Literal> = core::iter::once(literal(variable, self.trail.value(variable))).chain(literals).collect();
                let index = self.clauses.len() as u32;
                self.watches[literals[0] as usize].push(index);
                self.watches[literals[1] as usize].push(index);
                self.literals += literals.len();
                self.clauses.push(Clause { literals, levels: 0 });
            }
        }
        self.floor = 0;
        self.back_to(0);
    }

    fn back_to(&mut self, level: u32) {
        let (phase, queue) = (&mut self.phase, &mut self.queue);
        self.trail.back_to(level, |variable, value| {
            phase[usize::from(variable)] = value;
            queue.freed(variable);
        });
    }

    /// Lists what a conflict follows from, and goes back to the last level of that, which it returns, or to the floor.
    fn blame(&mut self, conflict: Conflict<R::Conflict>) -> u32 {
        let causes = &mut self.causes;
        causes.clear();
        match conflict {
            Conflict::Learnt(index) => {
                causes.extend(self.clauses[index as usize].literals.iter().map(|&literal| variable_of(literal)));
            }
            Conflict::Rule(rule) => R::blame(&self.trail, rule, |variable| causes.push(variable)),
        }
        let level = causes.iter().map(|&variable| self.trail.origin(variable).level).max().unwrap_or(0);
        self.back_to(level.max(self.floor));
        level
    }

    fn propagate(&mut self) -> Result<(), Conflict<R::Conflict>> {
        while let Some(variable) = self.trail.next() {
            R::follow(&mut self.trail, variable).map_err(Conflict::Rule)?;
            if !self.clauses.is_empty() {
                let other = if self.trail.value(variable) == Value::True { Value::False } else { Value::True };
                self.visit(literal(variable, other))?;
            }
        }
        if self.conflicts >= HARD { R::look_harder(&mut self.trail).map_err(Conflict::Rule) } else { Ok(()) }
    }

    fn holds(&self, literal: Literal) -> Option<bool> {
        match self.trail.value(variable_of(literal)) {
            Value::Unknown => None,
            value => Some(value == value_of(literal)),
        }
    }

    /// Finds the clauses that watch a literal, now false, something else to watch.
    fn visit(&mut self, broken: Literal) -> Result<(), Conflict<R::Conflict>> {
        let mut watching = core::mem::take(&mut self.watches[broken as usize]);
        let mut at = 0;
        let mut result = Ok(());
        while at < watching.len() {
            let index = watching[at];
            let literals = &mut self.clauses[index as usize].literals;
            if literals[0] == broken {
                literals.swap(0, 1);
            }
            let other = literals[0];
            let trail = &self.trail;
            let alive = |literal: &Literal| match trail.value(variable_of(*literal)) {
                Value::Unknown => true,
                value => value == value_of(*literal),
            };
            if trail.value(variable_of(other)) == value_of(other) {
                at += 1;
            } else if let Some(found) = literals[2..].iter().position(alive) {
                literals.swap(1, found + 2);
                self.watches[literals[1] as usize].push(index);
                watching.swap_remove(at);
            } else if self.holds(other).is_none() {
                self.trail.put(variable_of(other), value_of(other), Reason::Learnt(index));
                at += 1;
            } else {
                result = Err(Conflict::Learnt(index));
                break;
            }
        }
        self.watches[broken as usize] = watching;
        result
    }

    /// From the causes of a conflict, learns the clause of the first unique implication point, jumps back as far as it allows and asserts it.
    fn learn(&mut self) {
        let level = self.trail.level();
        let mut literals: Vec<Literal> = vec![0];
        let mut touched: Vec<u16> = Vec::new();
        let mut pending = 0_u32;
        let mut at = self.trail.order().len();
        let mut causes = core::mem::take(&mut self.causes);
        let asserting = loop {
            for variable in causes.drain(..) {
                let origin = self.trail.origin(variable);
                if origin.level == 0 || core::mem::replace(&mut self.seen[usize::from(variable)], true) {
                    continue;
                }
                touched.push(variable);
                if origin.level == level {
                    pending += 1;
                } else {
                    literals.push(literal(variable, self.trail.value(variable)) ^ 1);
                }
            }
            let variable = loop {
                at -= 1;
                let variable = self.trail.order()[at];
                if self.seen[usize::from(variable)] {
                    break variable;
                }
            };
            let origin = self.trail.origin(variable);
            pending -= 1;
            if pending == 0 {
                break literal(variable, self.trail.value(variable)) ^ 1;
            }
            match origin.reason {
                Reason::Learnt(index) => {
                    let others = self.clauses[index as usize].literals.iter().map(|&literal| variable_of(literal));
                    causes.extend(others.filter(|&other| other != variable));
                }
                _ => self.trail.explain(variable, |other| causes.push(other)),
            }
        };
        self.causes = causes;
        literals[0] = asserting;
        self.shorten(&mut literals);
        let level_of = |literal: &Literal| self.trail.origin(variable_of(*literal)).level;
        let mut back = 0;
        if let Some(second) = (1..literals.len()).max_by_key(|&at| level_of(&literals[at])) {
            back = level_of(&literals[second]);
            literals.swap(1, second);
        }
        let mut levels: Vec<u32> = literals.iter().map(level_of).collect();
        levels.sort_unstable();
        levels.dedup();
        self.back_to(back.max(self.floor));
        // Variables are seen from late to early: bumped the other way round, the latest ends at the front.
        touched.sort_unstable_by_key(|&variable| self.trail.origin(variable).at);
        for variable in touched {
            self.seen[usize::from(variable)] = false;
            self.queue.bump(variable, self.trail.value(variable) == Value::Unknown);
        }
        let index = self.clauses.len() as u32;
        self.watches.resize_with(2 * self.seen.len(), Vec::new);
        if let [first, second, ..] = literals[..] {
            self.watches[first as usize].push(index);
            self.watches[second as usize].push(index);
        }
        self.trail.put(variable_of(asserting), value_of(asserting), Reason::Learnt(index));
        self.literals += literals.len();
        self.clauses.push(Clause { literals, levels: levels.len() as u32 });
        self.cost.bytes =
            self.cost.bytes.max(R::BYTES * self.seen.len() as u64 + 48 * self.clauses.len() as u64 + 4 * self.literals as u64);
    }

    /// Drops the literals that the others imply in one step.
    fn shorten(&self, literals: &mut Vec<Literal>) {
        let implied = |variable: u16| {
            let mut all = true;
            let mut any = false;
            let mut hear = |other: u16| {
                any = true;
                all &= self.seen[usize::from(other)] || self.trail.origin(other).level == 0;
            };
            match self.trail.origin(variable).reason {
                Reason::Learnt(index) => {
                    let others = self.clauses[index as usize].literals.iter().map(|&literal| variable_of(literal));
                    others.filter(|&other| other != variable).for_each(&mut hear);
                }
                _ => self.trail.explain(variable, &mut hear),
            }
            any && all
        };
        let first = literals[0];
        literals.retain(|&literal| literal == first || !implied(variable_of(literal)));
    }

    /// Forgets the less useful half of the clauses, but none that is the reason of a value.
    fn forget(&mut self) {
        let mut needed = vec![false; self.clauses.len()];
        for &variable in self.trail.order() {
            if let Reason::Learnt(index) = self.trail.origin(variable).reason {
                needed[index as usize] = true;
            }
        }
        let mut levels: Vec<u32> = self.clauses.iter().map(|clause| clause.levels).collect();
        levels.sort_unstable();
        let median = levels[levels.len() / 2];
        let mut moved = vec![u32::MAX; self.clauses.len()];
        let mut kept = Vec::new();
        for (index, clause) in core::mem::take(&mut self.clauses).into_iter().enumerate() {
            if needed[index] || clause.levels < median || clause.levels <= 2 {
                moved[index] = kept.len() as u32;
                kept.push(clause);
            }
        }
        self.clauses = kept;
        self.literals = self.clauses.iter().map(|clause| clause.literals.len()).sum();
        for watching in &mut self.watches {
            watching.retain_mut(|index| {
                *index = moved[*index as usize];
                *index != u32::MAX
            });
        }
        self.trail.renumber(&moved);
    }
}
