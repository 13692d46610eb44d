//! The search for a proof.

use super::super::PrincipalVariation;
use super::question::Question;
use crate::{Found, SearchLimits, Table, score};
use rules::knights::Move;
use rules::{Knights, Position};
use std::sync::Arc;

/// Proves or refutes that the side to move of one position wins.
pub struct Prover {
    engine: PrincipalVariation,
    pub(super) root: Knights,
    pub(super) question: Question,
    nodes: u64,
}

impl Prover {
    /// Remembers in `table`, which provers of any position may share, and which may know something already. Of those that are at work on the same
    /// position at one time, each has a number of its own, from 0 on.
    pub fn new(position: Knights, table: Arc<Table>, number: u32) -> Prover {
        let attacker = position.side_to_move();
        let engine = PrincipalVariation::new(table, number).with_attacker(attacker);
        Prover { engine, root: position, question: Question { attacker }, nodes: 0 }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins; none if it was stopped by `go_on`, which is asked every thousand nodes, and told how many there were. What has
    /// been found by then is in the table, and a prover that is given that table goes on from there.
    pub fn prove(&mut self, go_on: &mut dyn FnMut(u64) -> bool) -> Option<bool> {
        if let Some((succeeds, _)) = self.question.known(&self.root) {
            return Some(succeeds);
        }
        let root = self.root.clone();
        self.decide(&root, go_on).map(|found| found.score > 0)
    }

    /// Looks at any position deeper and deeper, until the value says whether the root's side to move wins there: sooner or later all games are
    /// over. None if it was stopped.
    pub fn decide(&mut self, position: &Knights, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Found<Move>> {
        let before = self.nodes;
        let found = self.engine.deepen(position, &SearchLimits::default(), &mut |progress| {
            let is_decided = progress.finished && score::is_decided(progress.score);
            !is_decided && go_on(before + progress.cost.nodes)
        })?;
        self.nodes += found.cost.nodes;
        score::is_decided(found.score).then_some(found)
    }
}
