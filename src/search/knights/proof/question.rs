//! What is asked of a position, and what is known of it without looking further.

use super::super::race::{Race, has_few};
use super::certificate::Reason;
use rules::{Knights, Outcome, Position, Side};

/// What is asked: whether a side wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// The side that wins or does not.
    pub(super) attacker: Side,
}

impl Question {
    /// What is known without looking further: whether the side to move gets what it wants, and why.
    pub(super) fn known(self, position: &Knights) -> Option<(bool, Reason)> {
        let is_attacker = position.side_to_move() == self.attacker;
        if let Some(outcome) = position.outcome() {
            return Some((is_attacker == (outcome == Outcome::Win(self.attacker)), Reason::End));
        }
        if has_few(position, self.attacker) {
            return Some((!is_attacker, Reason::Few));
        }
        Race::of(position).decided(position).map(|plies| (plies > 0, Reason::Race))
    }
}
