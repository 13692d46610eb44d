//! A certificate is written from the table: what it has forgotten is proved again.

use super::certificate::{Certificate, Reason, place, told};
use super::prover::Prover;
use rules::{Knights, Position};
use std::collections::HashSet;

impl Prover {
    /// The proof of what [`Prover::prove`] has found, told line by line. What the table has forgotten of it is proved again. None if it was stopped
    /// by `go_on`, or the position turns out to be otherwise: then the table was given something that is not so.
    pub fn certify(&mut self, wins: bool, go_on: &mut dyn FnMut(u64) -> bool, tell: &mut dyn FnMut(String)) -> Option<()> {
        let certificate = Certificate { root: self.root.clone(), wins };
        tell(certificate.to_string());
        let mut seen = HashSet::new();
        let mut left = vec![certificate.root.clone()];
        while let Some(position) = left.pop() {
            if seen.insert(place(&position)) {
                if !go_on(self.nodes()) {
                    return None;
                }
                let reason = self.reason(&position, &certificate, go_on, &mut left)?;
                tell(format!("{} {reason}", told(&position)));
            }
        }
        Some(())
    }

    /// Why a position is in the set; the positions that it leads to are added to `left`.
    fn reason(
        &mut self,
        position: &Knights,
        certificate: &Certificate,
        go_on: &mut dyn FnMut(u64) -> bool,
        left: &mut Vec<Knights>,
    ) -> Option<Reason> {
        let is_claimer = position.side_to_move() == certificate.claimer();
        if let Some((succeeds, reason)) = self.question.known(position) {
            return (succeeds == is_claimer).then_some(reason);
        }
        let after = |mv| {
            let mut child = position.clone();
            child.play(mv);
            child
        };
        if !is_claimer {
            left.extend(position.legal_moves().into_iter().map(after));
            return Some(Reason::All);
        }
        let found = self.decide(position, go_on).filter(|found| found.score > 0)?;
        left.push(after(found.best));
        Some(Reason::Move(found.best))
    }
}
