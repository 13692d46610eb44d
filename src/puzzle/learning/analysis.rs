//! Conflict analysis: the clause of the first unique implication point (Marques-Silva and Sakallah, 1996; Zhang et al., 2001), minimised by
//! removing implied literals (Eén and Sörensson, 2005).

use super::{
    Rules, Trail,
    clauses::{Clauses, Literal, literal, variable_of},
    trail::Reason,
};

/// A rule or clause that the values violate.
pub(super) enum Conflict<C> {
    Rule(C),
    /// The index of a learnt clause whose literals are all false.
    Learnt(u32),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    None,
    /// Part of the reason of the conflict.
    Cause,
    /// Implied by the literals of the clause.
    Implied,
    /// Not implied by them.
    Free,
}

/// Buffers of the analysis, which are reused.
pub(super) struct Analysis {
    /// The variables that imply the conflict, or a value.
    causes: Vec<u16>,
    marks: Vec<Seen>,
    /// The variables that took part in the analysis.
    pub(super) touched: Vec<u16>,
    marked: Vec<u16>,
    waiting: Vec<u16>,
    /// The learnt clause: the asserting literal first, then one of the highest level among the others.
    pub(super) clause: Vec<Literal>,
    /// For each level the number of the count that saw it last.
    counted: Vec<u32>,
    counts: u32,
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Analysis {
        Analysis {
            causes: Vec::new(),
            marks: vec![Seen::None; variables],
            touched: Vec::new(),
            marked: Vec::new(),
            waiting: Vec::new(),
            clause: Vec::new(),
            counted: vec![0; variables + 1],
            counts: 0,
        }
    }

    /// Lists the causes of a conflict; returns their highest level.
    pub(super) fn blame<R: Rules>(&mut self, trail: &Trail<R>, clauses: &mut Clauses, conflict: Conflict<R::Conflict>) -> u32 {
        self.causes.clear();
        match conflict {
            Conflict::Learnt(index) => {
                clauses.used(index, |literals| levels(&mut self.counted, &mut self.counts, trail, literals));
                self.causes.extend(clauses.of(index).iter().map(|&literal| variable_of(literal)));
            }
            Conflict::Rule(rule) => R::blame(trail, rule, |variable| self.causes.push(variable)),
        }
        self.causes.iter().map(|&variable| trail.origin(variable).level).max().unwrap_or(0)
    }

    fn explain<R: Rules>(&mut self, trail: &Trail<R>, clauses: &Clauses, variable: u16) {
        match trail.origin(variable).reason {
            Reason::Learnt(index) => {
                let others = clauses.of(index).iter().map(|&literal| variable_of(literal));
                self.causes.extend(others.filter(|&other| other != variable));
            }
            _ => trail.explain(variable, |other| self.causes.push(other)),
        }
    }

    /// Makes the clause from the causes of a conflict on the current level; returns its literal block distance.
    pub(super) fn learn<R: Rules>(&mut self, trail: &Trail<R>, clauses: &mut Clauses) -> u32 {
        let level = trail.level();
        self.clause.clear();
        self.clause.push(0);
        self.touched.clear();
        let mut pending = 0_u32;
        let mut at = trail.order().len();
        loop {
            for variable in self.causes.drain(..) {
                let origin = trail.origin(variable);
                let mark = &mut self.marks[usize::from(variable)];
                if origin.level == 0 || *mark != Seen::None {
                    continue;
                }
                *mark = Seen::Cause;
                self.touched.push(variable);
                if origin.level == level {
                    pending += 1;
                } else {
                    self.clause.push(literal(variable, trail.value(variable)) ^ 1);
                }
            }
            let variable = loop {
                at -= 1;
                let variable = trail.order()[at];
                if self.marks[usize::from(variable)] == Seen::Cause {
                    break variable;
                }
            };
            pending -= 1;
            if pending == 0 {
                self.clause[0] = literal(variable, trail.value(variable)) ^ 1;
                break;
            }
            if let Reason::Learnt(index) = trail.origin(variable).reason {
                clauses.used(index, |literals| levels(&mut self.counted, &mut self.counts, trail, literals));
            }
            self.explain(trail, clauses, variable);
        }
        self.minimise(trail, clauses);
        let level_of = |literal: &Literal| trail.origin(variable_of(*literal)).level;
        if let Some(second) = (1..self.clause.len()).max_by_key(|&at| level_of(&self.clause[at])) {
            self.clause.swap(1, second);
        }
        levels(&mut self.counted, &mut self.counts, trail, &self.clause)
    }

    /// Removes the literals that the others imply.
    fn minimise<R: Rules>(&mut self, trail: &Trail<R>, clauses: &Clauses) {
        self.counts += 1;
        for &literal in &self.clause {
            self.counted[trail.origin(variable_of(literal)).level as usize] = self.counts;
        }
        let mut clause = core::mem::take(&mut self.clause);
        let first = clause[0];
        clause.retain(|&literal| literal == first || !self.implied(trail, clauses, variable_of(literal)));
        self.clause = clause;
        for variable in self.marked.drain(..).chain(self.touched.iter().copied()) {
            self.marks[usize::from(variable)] = Seen::None;
        }
    }

    /// Whether the other literals of the clause imply that of a variable.
    fn implied<R: Rules>(&mut self, trail: &Trail<R>, clauses: &Clauses, variable: u16) -> bool {
        let before = self.marked.len();
        self.waiting.clear();
        self.waiting.push(variable);
        while let Some(next) = self.waiting.pop() {
            self.causes.clear();
            self.explain(trail, clauses, next);
            let mut free = self.causes.is_empty();
            for &cause in &self.causes {
                let level = trail.origin(cause).level;
                let mark = &mut self.marks[usize::from(cause)];
                if level == 0 || matches!(mark, Seen::Cause | Seen::Implied) {
                    continue;
                }
                if *mark == Seen::Free || self.counted[level as usize] != self.counts {
                    free = true;
                    break;
                }
                *mark = Seen::Implied;
                self.marked.push(cause);
                self.waiting.push(cause);
            }
            if free {
                for marked in self.marked.drain(before..) {
                    self.marks[usize::from(marked)] = Seen::None;
                }
                if next != variable {
                    self.marks[usize::from(next)] = Seen::Free;
                    self.marked.push(next);
                }
                return false;
            }
        }
        true
    }
}

fn levels<R: Rules>(counted: &mut [u32], counts: &mut u32, trail: &Trail<R>, literals: &[Literal]) -> u32 {
    *counts += 1;
    let mut levels = 0;
    for &literal in literals {
        let last = &mut counted[trail.origin(variable_of(literal)).level as usize];
        levels += u32::from(*last != *counts);
        *last = *counts;
    }
    levels
}
