//! Counts that are shared.

/// A share of the work of a count, so that several may do it at one time: of the pairs of groups that fit, every `of`-th from this one on.
/// Each share finds both halves anew, which takes a fifth as long as joining them all; the sum of all shares is the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which of them, counted from 0.
    pub number: u32,
    /// Of how many.
    pub of: u32,
}

impl Share {
    /// All of it.
    pub const WHOLE: Share = Share { number: 0, of: 1 };

    /// Whether the pair with this number belongs to it.
    pub(super) fn has(self, pair: u64) -> bool {
        pair % u64::from(self.of) == u64::from(self.number)
    }
}
