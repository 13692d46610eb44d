//! Learnt clauses with two watched literals (Moskewicz et al., Chaff, 2001).

use super::{
    Rules, Trail, Value,
    trail::{Origin, Reason},
};

/// Clauses with at most this number of levels are never deleted (literal block distance: Audemard and Simon, Glucose, 2009).
const CORE_LEVELS: u32 = 2;

/// Clauses with at most this number of levels are kept while they are used.
const TIER_LEVELS: u32 = 6;

/// A variable and a value for it: twice the variable, plus one for true.
pub(super) type Literal = u32;

pub(super) fn literal(variable: u16, value: Value) -> Literal {
    u32::from(variable) * 2 + u32::from(value == Value::True)
}

pub(super) fn variable_of(literal: Literal) -> u16 {
    (literal / 2) as u16
}

pub(super) fn value_of(literal: Literal) -> Value {
    Value::of(literal % 2 == 1)
}

/// A disjunction of the literals from `start`; the first two are watched.
#[derive(Clone, Copy)]
struct Clause {
    start: u32,
    length: u32,
    /// The literal block distance: the number of levels of its literals.
    levels: u32,
    /// Whether it took part in a conflict since the last reduction.
    used: bool,
}

/// A clause that watches a literal, with a blocking literal: while that one is true, the clause is satisfied.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    other: Literal,
}

pub(super) struct Clauses {
    clauses: Vec<Clause>,
    literals: Vec<Literal>,
    /// The watches of each literal; empty until there are clauses.
    watches: Vec<Vec<Watch>>,
}

impl Clauses {
    pub(super) fn new() -> Clauses {
        Clauses { clauses: Vec::new(), literals: Vec::new(), watches: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.clauses.len() * (size_of::<Clause>() + 2 * size_of::<Watch>()) + self.literals.len() * size_of::<Literal>()) as u64
    }

    pub(super) fn literals(&self) -> usize {
        self.literals.len()
    }

    pub(super) fn of(&self, index: u32) -> &[Literal] {
        let Clause { start, length, .. } = self.clauses[index as usize];
        &self.literals[start as usize..][..length as usize]
    }

    /// Adds a clause, which watches its first two literals.
    pub(super) fn add(&mut self, literals: &[Literal], levels: u32, variables: usize) -> u32 {
        let index = self.clauses.len() as u32;
        self.watches.resize_with(2 * variables, Vec::new);
        if let [first, second, ..] = *literals {
            self.watches[first as usize].push(Watch { clause: index, other: second });
            self.watches[second as usize].push(Watch { clause: index, other: first });
        }
        self.clauses.push(Clause { start: self.literals.len() as u32, length: literals.len() as u32, levels, used: true });
        self.literals.extend_from_slice(literals);
        index
    }

    /// Marks a clause as part of a conflict.
    pub(super) fn used(&mut self, index: u32, levels: impl FnOnce(&[Literal]) -> u32) {
        let Clause { start, length, .. } = self.clauses[index as usize];
        let clause = &mut self.clauses[index as usize];
        clause.used = true;
        if clause.levels > CORE_LEVELS {
            clause.levels = clause.levels.min(levels(&self.literals[start as usize..][..length as usize]));
        }
    }

    /// Propagates the clauses that watch a literal, which has become false.
    ///
    /// # Errors
    /// A clause whose literals are all false.
    pub(super) fn propagate<R: Rules>(&mut self, trail: &mut Trail<R>, broken: Literal) -> Result<(), u32> {
        let mut watching = core::mem::take(&mut self.watches[broken as usize]);
        let is_true = |trail: &Trail<R>, literal| trail.value(variable_of(literal)) == value_of(literal);
        let mut result = Ok(());
        let (mut from, mut to) = (0, 0);
        'clauses: while from < watching.len() {
            let watch = watching[from];
            from += 1;
            watching[to] = watch;
            to += 1;
            if is_true(trail, watch.other) {
                continue;
            }
            let Clause { start, length, .. } = self.clauses[watch.clause as usize];
            let literals = &mut self.literals[start as usize..][..length as usize];
            let other = literals[0] ^ literals[1] ^ broken;
            if is_true(trail, other) {
                watching[to - 1].other = other;
                continue;
            }
            for at in 2..literals.len() {
                let found = literals[at];
                let value = trail.value(variable_of(found));
                if value == Value::Unknown || value == value_of(found) {
                    literals[0] = other;
                    literals[1] = found;
                    literals[at] = broken;
                    self.watches[found as usize].push(Watch { clause: watch.clause, other });
                    to -= 1;
                    continue 'clauses;
                }
            }
            if trail.value(variable_of(other)) == Value::Unknown {
                trail.put(variable_of(other), value_of(other), Reason::Learnt(watch.clause));
            } else {
                result = Err(watch.clause);
                break;
            }
        }
        watching.copy_within(from.., to);
        watching.truncate(to + watching.len() - from);
        self.watches[broken as usize] = watching;
        result
    }

    /// Deletes the less useful half of the clauses that were not used since the last reduction, except reasons of values.
    pub(super) fn reduce<R: Rules>(&mut self, trail: &mut Trail<R>) {
        let mut needed = vec![false; self.clauses.len()];
        for &variable in trail.order() {
            if let Origin { reason: Reason::Learnt(index), .. } = trail.origin(variable) {
                needed[index as usize] = true;
            }
        }
        for (clause, needed) in self.clauses.iter_mut().zip(&mut needed) {
            *needed |= clause.levels <= CORE_LEVELS || (clause.levels <= TIER_LEVELS && clause.used);
            clause.used = false;
        }
        let mut order: Vec<u32> = (0..self.clauses.len() as u32).filter(|&index| !needed[index as usize]).collect();
        order.sort_by_key(|&index| {
            let clause = self.clauses[index as usize];
            (clause.levels, clause.length)
        });
        for &index in &order[..order.len() / 2] {
            needed[index as usize] = true;
        }
        let mut moved = vec![u32::MAX; self.clauses.len()];
        let clauses = core::mem::take(&mut self.clauses);
        let literals = core::mem::take(&mut self.literals);
        for (index, clause) in clauses.into_iter().enumerate() {
            if needed[index] {
                moved[index] = self.clauses.len() as u32;
                let start = self.literals.len() as u32;
                self.literals.extend_from_slice(&literals[clause.start as usize..][..clause.length as usize]);
                self.clauses.push(Clause { start, ..clause });
            }
        }
        for watching in &mut self.watches {
            watching.retain_mut(|watch| {
                watch.clause = moved[watch.clause as usize];
                watch.clause != u32::MAX
            });
        }
        trail.renumber(&moved);
    }
}
