//! The verdict and the cost of a search, the same types for every puzzle.

use crate::Impossible;

/// The budget of a search: called every few thousand states with the cost so far; `false` ends the search with [`Verdict::LimitReached`].
pub type KeepGoing<'a> = &'a mut dyn FnMut(&Cost) -> bool;

/// The cost of a search so far. All counts start at zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// States created, the start included.
    pub generated: u64,
    /// States whose successors were created.
    pub expanded: u64,
    /// The largest number of states that waited to be expanded.
    pub frontier: u64,
    /// The depth of the deepest state reached, in moves from the start.
    pub depth: u32,
    /// The largest amount of memory held for states, in bytes; an estimate from element sizes.
    pub bytes: u64,
}

impl Cost {
    pub fn and(&self, after: &Cost) -> Cost {
        Cost {
            generated: self.generated + after.generated,
            expanded: self.expanded + after.expanded,
            frontier: self.frontier.max(after.frontier),
            depth: self.depth.max(after.depth),
            bytes: self.bytes.max(after.bytes),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<A> {
    Solved(A),
    /// Proven: there is no answer.
    Impossible(Impossible),
    /// The budget ended first; nothing is known.
    LimitReached,
}

impl<A> Verdict<A> {
    pub fn answer(self) -> Option<A> {
        if let Verdict::Solved(answer) = self { Some(answer) } else { None }
    }

    pub fn map<B>(self, to: impl FnOnce(A) -> B) -> Verdict<B> {
        match self {
            Verdict::Solved(answer) => Verdict::Solved(to(answer)),
            Verdict::Impossible(why) => Verdict::Impossible(why),
            Verdict::LimitReached => Verdict::LimitReached,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<A> {
    pub verdict: Verdict<A>,
    pub cost: Cost,
}

impl<A> Solved<A> {
    pub fn map<B>(self, to: impl FnOnce(A) -> B) -> Solved<B> {
        Solved { verdict: self.verdict.map(to), cost: self.cost }
    }
}
