//! The running cost of a count, and when its budget is polled.

use crate::{Cost, KeepGoing};

/// States between two polls.
const POLL: u64 = 4096;

pub(super) struct Meter<'c> {
    pub(super) cost: &'c mut Cost,
    pub(super) keep_going: KeepGoing<'c>,
    pub(super) since_poll: u64,
}

impl Meter<'_> {
    /// Charges states; `None` if the budget ended.
    #[inline]
    pub(super) fn charge(&mut self, expanded: u64, generated: u64) -> Option<()> {
        self.cost.expanded += expanded;
        self.cost.generated += generated;
        self.since_poll += expanded + generated;
        if self.since_poll < POLL { Some(()) } else { self.poll() }
    }

    pub(super) fn poll(&mut self) -> Option<()> {
        self.since_poll = 0;
        (self.keep_going)(self.cost).then_some(())
    }

    pub(super) fn hold(&mut self, bytes: u64) {
        self.cost.bytes = self.cost.bytes.max(bytes);
    }
}
