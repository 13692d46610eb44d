//! Who begins with White in the first game of an encounter, by what was before.

use rules::Side;

/// With which colours a player has begun encounters. Where encounters have several games, that is all there is to alternate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FirstColours {
    /// Encounters begun with White less those begun with Black.
    balance: i32,
    last: Option<Side>,
}

impl FirstColours {
    /// One more encounter.
    pub fn note(&mut self, side: Side) {
        self.balance += if side == Side::White { 1 } else { -1 };
        self.last = Some(side);
    }

    /// Whether this player begins with White against another: who did so less often does, then who did not the last time, then by lot.
    pub fn begins_against(&self, other: &FirstColours, lot: impl FnOnce() -> bool) -> bool {
        let had_white = |colours: &FirstColours| colours.last == Some(Side::White);
        match self.balance.cmp(&other.balance).then(had_white(self).cmp(&had_white(other))) {
            core::cmp::Ordering::Less => true,
            core::cmp::Ordering::Greater => false,
            core::cmp::Ordering::Equal => lot(),
        }
    }
}
