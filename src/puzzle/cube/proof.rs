//! What has been proven of the length of a cube's solutions, for a search that goes on from there.

/// A proof that is under way.
pub struct Proof<'p> {
    /// Earlier searches have proven that no solution of the same cube, in the same metric, has fewer moves than this; 0 if there were none.
    pub lower_bound: usize,
    /// Is told the lower bound whenever more is proven.
    pub tell: &'p mut dyn FnMut(usize),
}

impl Proof<'_> {
    /// No solution has fewer moves than this.
    pub(super) fn proven(&mut self, lower_bound: usize) {
        if lower_bound > self.lower_bound {
            self.lower_bound = lower_bound;
            (self.tell)(lower_bound);
        }
    }
}
