//! The search: where it goes, and when it comes back.

use super::super::Network;
use super::question::Question;
use super::table::{Effort, NEVER, Numbers, ProofTable};
use crate::Evaluate;
use rules::{Knights, Position};
use std::sync::Arc;

/// How many positions are expanded between two questions to the caller.
const POLL: u64 = 1024;
/// Of a side whose chances the evaluation calls even, this is how much seems to be left to show; each step of `STEP` more or less in the unit of
/// the evaluation, a hundredth of a logit, makes it 1 more or less. Both are chosen so that the evaluation counts up to odds of about twenty to
/// one, and were not tried against others.
const EVEN: i32 = 5;
const STEP: i32 = 60;
/// A thread that has begun below a position makes it seem so much harder to the others. Not tried against others.
const COMPANY: Effort = 4;

/// A position after a move, and what is known of it.
pub(super) struct Child {
    pub(super) position: Knights,
    key: u64,
    pub(super) numbers: Numbers,
}

/// Proves and refutes.
pub struct Prover {
    table: Arc<ProofTable>,
    nodes: u64,
    next_poll: u64,
}

/// What a running proof hands down.
pub(super) struct Running<'a> {
    pub(super) question: Question,
    pub(super) go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Prover {
    /// Remembers in `table`, which provers on other threads may share, and which may know something already.
    pub fn new(table: Arc<ProofTable>) -> Prover {
        Prover { table, nodes: 0, next_poll: POLL }
    }

    /// Positions expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the attacker of the question wins; none if it was stopped by `go_on`, which is asked every thousand nodes, and told how many there
    /// were. What has been found by then is in the table, and a prover that is given that table goes on from there.
    pub fn prove(&mut self, position: &Knights, question: Question, go_on: &mut dyn FnMut(u64) -> bool) -> Option<bool> {
        let is_attacker = position.side_to_move() == question.attacker;
        if let Some((succeeds, _)) = question.known(position) {
            return Some(succeeds == is_attacker);
        }
        let numbers = self.expand(position, Numbers { succeeds: NEVER, fails: NEVER }, &mut Running { question, go_on })?;
        Some((numbers.succeeds == 0) == is_attacker)
    }

    /// What is known of a position that has not been expanded here.
    fn look(&self, position: &Knights, key: u64, question: Question) -> Numbers {
        if let Some(numbers) = self.table.probe(key) {
            return numbers;
        }
        match question.known(position) {
            Some((true, _)) => Numbers::SUCCEEDS,
            Some((false, _)) => Numbers::FAILS,
            None => {
                let better = (Network.evaluate(position) / STEP).clamp(-EVEN, EVEN);
                Numbers { succeeds: (1 + EVEN - better) as Effort, fails: (1 + EVEN + better) as Effort }
            }
        }
    }

    /// The positions after the moves, in their order.
    pub(super) fn children(&self, position: &Knights, question: Question) -> Vec<Child> {
        let child = |&mv| {
            let mut position = position.clone();
            position.play(mv);
            let key = question.key(&position);
            Child { numbers: self.look(&position, key, question), key, position }
        };
        position.legal_moves().iter().map(child).collect()
    }

    /// Looks below a position until one of its numbers has come to `limit`; none if it was stopped.
    pub(super) fn expand(&mut self, position: &Knights, limit: Numbers, running: &mut Running) -> Option<Numbers> {
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + POLL;
            if !(running.go_on)(self.nodes) {
                // Whoever asks again is asked again.
                self.next_poll = 0;
                return None;
            }
        }
        self.nodes += 1;
        let (before, key) = (self.nodes, running.question.key(position));
        let mut children = self.children(position, running.question);
        loop {
            let found = Found::of(&children, |key| self.table.busy(key));
            let Numbers { succeeds, fails } = found.numbers;
            if found.numbers.is_decided() || succeeds >= limit.succeeds || fails >= limit.fails {
                self.table.store(key, found.numbers, self.nodes - before + 1);
                return Some(found.numbers);
            }
            let child = &mut children[found.next];
            let next = Numbers {
                // As much as leaves the hardest of the moves below the limit.
                succeeds: if limit.fails == NEVER { NEVER } else { limit.fails - (found.open - 1) },
                // A quarter more than the second best, so that it is not left and come back to all the time (Pawlewicz & Lew 2007).
                fails: limit.succeeds.min(found.second + found.second / 4 + 1).max(child.numbers.fails + 1).min(NEVER),
            };
            self.table.enter(child.key);
            let numbers = self.expand(&child.position, next, running);
            self.table.leave(children[found.next].key);
            let Some(numbers) = numbers else {
                self.table.store(key, found.numbers, self.nodes - before + 1);
                return None;
            };
            children[found.next].numbers = numbers;
            // What was found of one may have decided others, and other threads are at work, too.
            for child in children.iter_mut().filter(|child| !child.numbers.is_decided()) {
                child.numbers = self.table.probe(child.key).unwrap_or(child.numbers);
            }
        }
    }
}

/// What the children of a position say of it.
struct Found {
    numbers: Numbers,
    /// The child to look below.
    next: usize,
    /// How hard the second best is to be shown to fail.
    second: Effort,
    /// How many children have not been shown to succeed.
    open: Effort,
}

impl Found {
    fn of(children: &[Child], busy: impl Fn(u64) -> Effort) -> Found {
        let mut found = Found { numbers: Numbers { succeeds: NEVER, fails: 0 }, next: 0, second: NEVER, open: 0 };
        let mut least = (NEVER, NEVER);
        for (index, Child { key, numbers, .. }) in children.iter().enumerate() {
            found.numbers.succeeds = found.numbers.succeeds.min(numbers.fails);
            if numbers.succeeds == 0 {
                continue;
            }
            found.open += 1;
            found.numbers.fails = found.numbers.fails.max(numbers.succeeds);
            let company = if numbers.is_decided() { 0 } else { COMPANY * busy(*key) };
            let order = (numbers.fails.saturating_add(company).min(NEVER - 1), numbers.succeeds);
            if order < least {
                found.second = least.0;
                (least, found.next) = (order, index);
            } else {
                found.second = found.second.min(order.0);
            }
        }
        if found.numbers.fails > 0 && found.numbers.fails < NEVER {
            found.numbers.fails = (found.numbers.fails + found.open - 1).min(NEVER - 1);
        }
        found
    }
}
