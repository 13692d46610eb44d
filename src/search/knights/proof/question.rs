//! What is asked of a position, and what is known of it without looking further.

use super::super::race::Race;
use super::certificate::Reason;
use super::check::has_few;
use rules::{Knights, Outcome, Position, Side};

/// What is asked: whether a side wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The side that wins or does not.
    pub attacker: Side,
}

impl Question {
    /// Whether the side to move of this position wins.
    pub fn of(position: &Knights) -> Question {
        Question { attacker: position.side_to_move() }
    }

    /// What is known without looking further: whether the side to move gets what it wants, and why.
    pub(crate) fn known(self, position: &Knights) -> Option<(bool, Reason)> {
        let is_attacker = position.side_to_move() == self.attacker;
        if let Some(outcome) = position.outcome() {
            return Some((is_attacker == (outcome == Outcome::Win(self.attacker)), Reason::End));
        }
        if has_few(position, self.attacker) {
            return Some((!is_attacker, Reason::Few));
        }
        Race::of(position).decided(position).map(|plies| (plies > 0, Reason::Race))
    }

    /// Positions are remembered by who is to win them, too.
    pub(super) fn key(self, position: &Knights) -> u64 {
        // Any odd constant; this one is 2^64 over the golden ratio.
        position.key() ^ if self.attacker == Side::White { 0 } else { 0x9E37_79B9_7F4A_7C15 }
    }
}
