//! Traces of searches: observers, snapshots, and a sampled trace of bounded memory.
//!
//! Solvers are generic over their [`Observer`]; with [`NoObserver`] the calls compile to nothing.

use message::Message;

use crate::named::named;

named! {
    pub enum TraceEvent {
        /// A state was expanded.
        Opened = "opened",
        Tried = "tried",
        Propagated = "followed",
        /// A state was pruned by its bound.
        Pruned = "pruned",
        /// The last choice was taken back.
        Failed = "failed",
        Deepened = "deepened",
        /// A finished game was scored.
        Ended = "ended",
        Evaluated = "evaluated",
        /// The transposition table had the value.
        Remembered = "remembered",
        /// All moves of a position were searched.
        Returned = "returned",
        Simulated = "simulated",
        Found = "found",
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The content of each cell, row by row; the puzzle defines the numbers.
    pub cells: Vec<u32>,
    pub cell: Option<usize>,
    /// Moves or guesses on the path.
    pub depth: u32,
    pub estimate: Option<u32>,
    /// Waiting states, or the limit of iterative deepening.
    pub waiting: Option<u64>,
    /// The priority of the state: the smallest is next.
    pub order: Option<u32>,
    /// The number of waiting states by [`order`](Snapshot::order): the smallest values, at most [`MAX_LEVELS`].
    pub frontier: Vec<(u32, u64)>,
    /// Candidate cells in the order in which they are tried, each with its score.
    pub choices: Vec<(usize, u32)>,
    /// The reason of the step, where there is one.
    pub because: Option<Message>,
    /// The moves on the path, as they are written.
    pub moves: Vec<String>,
    pub cut: Vec<String>,
    pub value: Option<i32>,
    pub window: Option<(i32, i32)>,
    /// Other counters, by name.
    pub figures: Vec<(&'static str, u64)>,
}

/// The most values of a reported frontier.
pub const MAX_LEVELS: usize = 24;

pub trait Observer {
    /// Whether the observer needs anything; if not, what only an observer needs is not computed.
    const OBSERVES: bool;

    /// Reports a step; `snapshot` is called only if the step is stored.
    fn record(&mut self, event: TraceEvent, snapshot: impl FnOnce() -> Snapshot);
}

/// The observer that ignores everything, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    const OBSERVES: bool = false;

    #[inline(always)]
    fn record(&mut self, _: TraceEvent, _: impl FnOnce() -> Snapshot) {}
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedStep {
    /// Its number in the search, from 1.
    pub number: u64,
    pub event: TraceEvent,
    pub snapshot: Snapshot,
}

/// The steps of a search, sampled if there are many: memory does not grow with the search.
#[derive(Clone, Debug)]
pub struct Trace {
    first: Vec<RecordedStep>,
    /// A sample of the later steps, and the first [`MAX_SOLUTIONS`] solutions.
    later: Vec<RecordedStep>,
    half: usize,
    /// The later steps whose number is a multiple of it are stored; a power of two.
    stride: u64,
    seen: u64,
    found: usize,
}

/// Solutions that are stored at any number.
const MAX_SOLUTIONS: usize = 4;

impl Trace {
    /// A trace of at most `most` steps: half of them are the first steps, the rest an even sample of the later ones.
    pub fn new(most: usize) -> Trace {
        Trace { first: Vec::new(), later: Vec::new(), half: (most / 2).max(1), stride: 1, seen: 0, found: 0 }
    }

    /// The number of all steps, stored or not.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// The stored steps in order.
    pub fn into_steps(self) -> impl Iterator<Item = RecordedStep> {
        self.first.into_iter().chain(self.later)
    }

    fn thin(&mut self) {
        self.stride *= 2;
        let stride = self.stride;
        self.later.retain(|step| step.event == TraceEvent::Found || step.number.is_multiple_of(stride));
    }
}

impl Observer for Trace {
    const OBSERVES: bool = true;

    fn record(&mut self, event: TraceEvent, snapshot: impl FnOnce() -> Snapshot) {
        self.seen += 1;
        let number = self.seen;
        if self.first.len() < self.half {
            self.found += usize::from(event == TraceEvent::Found);
            self.first.push(RecordedStep { number, event, snapshot: snapshot() });
            return;
        }
        let is_solution = event == TraceEvent::Found && self.found < MAX_SOLUTIONS;
        if !is_solution && (event == TraceEvent::Found || !number.is_multiple_of(self.stride)) {
            return;
        }
        self.found += usize::from(is_solution);
        self.later.push(RecordedStep { number, event, snapshot: snapshot() });
        while self.later.len() > self.half + MAX_SOLUTIONS {
            self.thin();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace_of(steps: u64, most: usize) -> Trace {
        let mut trace = Trace::new(most);
        for number in 1..=steps {
            let event = if number == steps { TraceEvent::Found } else { TraceEvent::Tried };
            trace.record(event, || Snapshot { depth: number as u32, ..Snapshot::default() });
        }
        trace
    }

    #[test]
    fn a_short_trace_is_complete() {
        let trace = trace_of(100, 200);
        assert_eq!(trace.seen(), 100);
        assert!(trace.into_steps().map(|step| step.number).eq(1..=100));
    }

    #[test]
    fn a_long_trace_is_sampled_evenly_and_ends_with_the_solution() {
        for steps in [101, 999, 10_000, 1_000_003] {
            let trace = trace_of(steps, 100);
            assert_eq!(trace.seen(), steps);
            let kept: Vec<RecordedStep> = trace.into_steps().collect();
            assert!((51..=100 + MAX_SOLUTIONS).contains(&kept.len()), "{} of {steps}", kept.len());
            assert!(kept.iter().take(50).map(|step| step.number).eq(1..=50), "the beginning is complete");
            assert!(kept.is_sorted_by(|a, b| a.number < b.number) && kept.iter().all(|step| u64::from(step.snapshot.depth) == step.number));
            assert_eq!(kept.last().map(|step| (step.number, step.event)), Some((steps, TraceEvent::Found)));
            let gaps: Vec<u64> = kept[50..kept.len() - 1].windows(2).map(|pair| pair[1].number - pair[0].number).collect();
            assert!(gaps.iter().all(|gap| *gap == gaps[0]), "{gaps:?}");
        }
    }

    #[test]
    fn the_number_of_stored_solutions_is_bounded() {
        let mut trace = Trace::new(10);
        (0..100_000).for_each(|_| trace.record(TraceEvent::Found, Snapshot::default));
        assert!(trace.into_steps().count() <= 10 + 2 * MAX_SOLUTIONS);
    }
}
