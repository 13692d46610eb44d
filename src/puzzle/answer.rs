//! Puzzles that may have several solutions: the first, what is known of the others, and how a stream of them ended.

use crate::{Cost, Solved, Verdict};

/// A solution and what is known of any others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<S> {
    /// The first solution found.
    pub solution: S,
    /// Whether it is the only one.
    pub others: Others<S>,
}

/// What is known of further solutions beside the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Others<S> {
    /// Proven: the solution is unique.
    None,
    /// The solution is not unique: here is a second one.
    Another(S),
    /// The budget ended before a second one was found or ruled out.
    Unknown,
}

/// Why a stream of solutions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamEnding {
    /// Proven: there are no more.
    Exhausted,
    /// The receiver wanted no more.
    Stopped,
    /// The budget ended first (or the method knows no further).
    GaveUp,
}

/// The account of a stream of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Why it ended.
    pub ending: StreamEnding,
    /// How many solutions were handed out.
    pub found: u64,
    /// What it cost.
    pub cost: Cost,
}

impl<S> Answer<S> {
    /// Judges a stream that was stopped at the second solution: `found` holds at most two; `why` words an impossibility.
    pub(crate) fn judge(found: Vec<S>, stream: &Stream, why: impl FnOnce() -> String) -> Solved<Answer<S>> {
        let mut found = found.into_iter();
        let verdict = match (found.next(), found.next(), stream.ending) {
            (Some(solution), Some(second), _) => Verdict::Solved(Answer { solution, others: Others::Another(second) }),
            (Some(solution), None, StreamEnding::Exhausted) => Verdict::Solved(Answer { solution, others: Others::None }),
            (Some(solution), None, _) => Verdict::Solved(Answer { solution, others: Others::Unknown }),
            (None, _, StreamEnding::Exhausted) => Verdict::Impossible(why()),
            (None, _, _) => Verdict::GaveUp,
        };
        Solved { verdict, cost: stream.cost }
    }
}
