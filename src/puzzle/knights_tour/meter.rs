//! What a count has spent, and when to ask whether it may go on.

use crate::Cost;

/// States between two questions.
const PATIENCE: u64 = 4096;

/// Keeps the account and asks every few thousand states.
pub(super) struct Meter<'c, F> {
    cost: &'c mut Cost,
    go_on: &'c mut F,
    unasked: u64,
}

impl<'c, F: FnMut(&Cost) -> bool> Meter<'c, F> {
    pub(super) fn new(cost: &'c mut Cost, go_on: &'c mut F) -> Meter<'c, F> {
        Meter { cost, go_on, unasked: 0 }
    }

    /// Some states were expanded and some generated; nothing if that was the last of the budget.
    #[inline]
    pub(super) fn spend(&mut self, expanded: u64, generated: u64) -> Option<()> {
        self.cost.expanded += expanded;
        self.cost.generated += generated;
        self.unasked += expanded + generated;
        if self.unasked < PATIENCE {
            return Some(());
        }
        self.ask()
    }

    /// Asks at once, before something large is made.
    pub(super) fn ask(&mut self) -> Option<()> {
        self.unasked = 0;
        (self.go_on)(self.cost).then_some(())
    }

    /// How many bytes are held.
    pub(super) fn hold(&mut self, bytes: u64) {
        self.cost.bytes = self.cost.bytes.max(bytes);
    }

    /// One more square is done, with so many states after it.
    pub(super) fn square(&mut self, states: u64) {
        self.cost.depth += 1;
        self.cost.frontier = self.cost.frontier.max(states);
    }

    /// How many squares are done.
    pub(super) fn squares(&mut self, done: usize) {
        self.cost.depth = done as u32;
    }
}
