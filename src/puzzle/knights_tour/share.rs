//! Counts that are shared.

/// A share of the work of a count, so that several may do it at one time: of the groups of lower halves, in order of their sizes, every
/// `of`-th from this one on. Each share finds both halves anew, which takes little beside joining them; the sum of all shares is the count.
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

    /// Whether the group at this place belongs to it.
    pub(super) fn has(self, group: usize) -> bool {
        group as u64 % u64::from(self.of) == u64::from(self.number)
    }
}
