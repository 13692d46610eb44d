//! A certificate is written from the table: what it has forgotten is proved again.

use super::certificate::{Certificate, Reason, place, told};
use super::prover::{Prover, Running};
use super::question::Question;
use super::table::{NEVER, Numbers};
use rules::{Knights, Position, Side};
use std::collections::HashSet;

impl Prover {
    /// The proof of what [`Prover::prove`] has found, told line by line. What the table has forgotten of it is proved again. None if it was stopped
    /// by `go_on`, or the table is too small to hold what is needed at one time.
    pub fn certify(&mut self, certificate: &Certificate, go_on: &mut dyn FnMut(u64) -> bool, tell: &mut dyn FnMut(String)) -> Option<()> {
        tell(certificate.to_string());
        let mut running = Running { question: Question::of(&certificate.root), go_on };
        let mut seen = HashSet::new();
        let mut left = vec![certificate.root.clone()];
        while let Some(position) = left.pop() {
            if !seen.insert(place(&position)) {
                continue;
            }
            let reason = self.reason(&position, certificate.claimer(), &mut running, &mut left)?;
            tell(format!("{} {reason}", told(&position)));
        }
        Some(())
    }

    /// Why a position is in the set; the positions that it leads to are added to `left`.
    fn reason(&mut self, position: &Knights, claimer: Side, running: &mut Running, left: &mut Vec<Knights>) -> Option<Reason> {
        if let Some((succeeds, reason)) = running.question.known(position) {
            return (succeeds == (position.side_to_move() == claimer)).then_some(reason);
        }
        if position.side_to_move() != claimer {
            left.extend(self.children(position, running.question).into_iter().map(|child| child.position));
            return Some(Reason::All);
        }
        for is_second in [false, true] {
            if is_second {
                self.expand(position, Numbers { succeeds: NEVER, fails: NEVER }, running)?;
            }
            let mut pairs = position.legal_moves().into_iter().zip(self.children(position, running.question));
            if let Some((mv, child)) = pairs.find(|(_, child)| child.numbers == Numbers::FAILS) {
                left.push(child.position);
                return Some(Reason::Move(mv));
            }
        }
        None
    }
}
