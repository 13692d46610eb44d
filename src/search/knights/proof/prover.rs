//! The search for a proof, and its certificate.

use super::super::PrincipalVariation;
use super::super::race::{Race, has_few};
use super::certificate::{Certificate, ProofReason, place, text};
use crate::{SearchLimits, SearchResult, TranspositionTable, score};
use rules::knights::Move;
use rules::{Knights, Outcome, Position, Side};
use std::collections::HashSet;
use std::sync::Arc;

/// Proves or refutes that the side to move of one position, the attacker, wins.
pub struct Prover {
    engine: PrincipalVariation,
    root: Knights,
    attacker: Side,
    nodes: u64,
}

impl Prover {
    /// A prover with this table, which provers of any position may share, and which may be restored from an earlier run. Provers that work
    /// on the same position in parallel have different numbers, from 0.
    pub fn new(position: Knights, table: Arc<TranspositionTable>, number: u32) -> Prover {
        let attacker = position.side_to_move();
        let engine = PrincipalVariation::new(table, number).with_attacker(attacker);
        Prover { engine, root: position, attacker, nodes: 0 }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The result without a search: whether the side to move reaches its aim (a win for the attacker, no loss for its opponent), and the reason.
    fn known(&self, position: &Knights) -> Option<(bool, ProofReason)> {
        let is_attacker = position.side_to_move() == self.attacker;
        if let Some(outcome) = position.outcome() {
            return Some((is_attacker == (outcome == Outcome::Win(self.attacker)), ProofReason::End));
        }
        if has_few(position, self.attacker) {
            return Some((!is_attacker, ProofReason::Few));
        }
        Race::of(position).decided(position).map(|plies| (plies > 0, ProofReason::Race))
    }

    /// Whether the attacker wins; none if `keep_going`, which is called every thousand nodes with their number, stopped it. Its results are in
    /// the table, from which another prover resumes.
    pub fn prove(&mut self, keep_going: &mut dyn FnMut(u64) -> bool) -> Option<bool> {
        if let Some((succeeds, _)) = self.known(&self.root) {
            return Some(succeeds);
        }
        let root = self.root.clone();
        self.decide(&root, keep_going).map(|found| found.score > 0)
    }

    /// Iterative deepening on any position until the value says whether the attacker wins; none if it was stopped.
    pub fn decide(&mut self, position: &Knights, keep_going: &mut dyn FnMut(u64) -> bool) -> Option<SearchResult<Move>> {
        let before = self.nodes;
        let found = self.engine.deepen(position, &SearchLimits::default(), &mut |progress| {
            let is_decided = progress.finished && score::is_decided(progress.score);
            !is_decided && keep_going(before + progress.cost.nodes)
        })?;
        self.nodes += found.cost.nodes;
        score::is_decided(found.score).then_some(found)
    }

    /// Writes the certificate of the result of [`Prover::prove`], line by line. Evicted results are proved again. None if
    /// `keep_going` stopped it, or if the result is wrong, because the table was restored from wrong entries.
    pub fn certify(&mut self, wins: bool, keep_going: &mut dyn FnMut(u64) -> bool, write: &mut dyn FnMut(String)) -> Option<()> {
        let certificate = Certificate { root: self.root.clone(), wins };
        write(certificate.to_string());
        let mut seen = HashSet::new();
        let mut left = vec![certificate.root.clone()];
        while let Some(position) = left.pop() {
            if seen.insert(place(&position)) {
                if !keep_going(self.nodes) {
                    return None;
                }
                let reason = self.reason(&position, certificate.proponent(), keep_going, &mut left)?;
                write(format!("{} {reason}", text(&position)));
            }
        }
        Some(())
    }

    /// The reason why a position is in the set; adds its successors to `left`.
    fn reason(
        &mut self,
        position: &Knights,
        proponent: Side,
        keep_going: &mut dyn FnMut(u64) -> bool,
        left: &mut Vec<Knights>,
    ) -> Option<ProofReason> {
        let is_proponent = position.side_to_move() == proponent;
        if let Some((succeeds, reason)) = self.known(position) {
            return (succeeds == is_proponent).then_some(reason);
        }
        if !is_proponent {
            left.extend(position.legal_moves().into_iter().map(|mv| position.child(mv)));
            return Some(ProofReason::All);
        }
        let found = self.decide(position, keep_going).filter(|found| found.score > 0)?;
        left.push(position.child(found.best));
        Some(ProofReason::Move(found.best))
    }
}
