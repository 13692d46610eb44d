//! The budget of a piece of work, its cancellation, and the checkpoint from which it resumes.

use super::Stop;
use crate::Checkpoint;
use crate::system::thread_time;
use message::Decimal;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    pub time: Duration,
    /// States created.
    pub nodes: u64,
    /// Memory held for states, in bytes.
    pub bytes: u64,
}

/// Which limit ended a piece of work. `Stopped`: the client has left, or the process stops; `Share`: the time of this queue, and the work moves to
/// another.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("limit")]
pub enum Limit {
    Stopped,
    Time { seconds: Decimal },
    Nodes { nodes: u64 },
    Memory { mebibytes: u64 },
    Share,
}

/// The resources spent so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// States created.
    pub nodes: u64,
    /// Moves to the deepest state.
    pub depth: u32,
    /// Memory held for states, in bytes.
    pub bytes: u64,
    pub time: Duration,
}

/// The share of a queue for short work; a piece that exceeds it moves to another queue. Processor time keeps short work here on a busy machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Processor time of the thread.
    pub time: Duration,
    /// Wall time for which it may wait for another thread: waiting takes no processor time, but blocks the thread.
    pub wait: Duration,
    /// Memory held for states, in bytes.
    pub bytes: u64,
}

/// The stored form of a checkpoint: the computation's own progress, and the resources spent by then.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredProgress {
    nodes: u64,
    time_us: u64,
    reached: Value,
}

/// The checkpoint to resume from, and the callback that stores new ones.
struct Resumption<'a> {
    from: Option<StoredProgress>,
    last: Option<Value>,
    store: &'a mut dyn FnMut(Checkpoint),
}

/// The budget of running work, which asks [`keep_going`](Self::keep_going) every few thousand states.
pub struct CancellationBudget<'a> {
    began: Instant,
    until: Instant,
    budget: Budget,
    stop: Stop,
    report: &'a mut dyn FnMut(&Spent),
    why: Option<Limit>,
    /// The share, and the processor time of the thread at which it ends.
    share: Option<(Share, Duration)>,
    /// Whether the share of this work or of a part of it was exceeded.
    is_out_of_share: Arc<AtomicBool>,
    /// None for work that is not resumed.
    resumption: Option<Resumption<'a>>,
    /// Nodes and time spent before the checkpoint.
    before: (u64, Duration),
    /// Last reported node count, including the checkpoint's.
    nodes: u64,
}

impl<'a> CancellationBudget<'a> {
    /// The work begins now; `report` gets the resources spent whenever it asks to continue.
    pub fn new(budget: Budget, stop: Stop, report: &'a mut dyn FnMut(&Spent)) -> CancellationBudget<'a> {
        let began = Instant::now();
        CancellationBudget {
            began,
            until: began + budget.time,
            budget,
            stop,
            report,
            why: None,
            share: None,
            is_out_of_share: Arc::default(),
            resumption: None,
            before: Default::default(),
            nodes: 0,
        }
    }

    /// Adds a share of the calling thread.
    #[must_use]
    pub fn within(self, share: Share) -> CancellationBudget<'a> {
        CancellationBudget { share: Some((share, thread_time() + share.time)), ..self }
    }

    /// Resumes from a checkpoint, if there is one; `store` gets new ones.
    #[must_use]
    pub fn resuming(self, from: Option<&Checkpoint>, store: &'a mut dyn FnMut(Checkpoint)) -> CancellationBudget<'a> {
        CancellationBudget { resumption: Some(Resumption { from: from.and_then(Checkpoint::read), last: None, store }), ..self }
    }

    /// Takes the progress [stored](Self::keep) before, if it reads as a `T`; to be called once, first. The time and nodes spent by then count for
    /// the limits and reports from now on.
    pub fn checkpoint<T: DeserializeOwned>(&mut self) -> Option<T> {
        let StoredProgress { nodes, time_us, reached } = self.resumption.as_mut()?.from.take()?;
        let read = T::deserialize(&reached).ok()?;
        self.before = (nodes, Duration::from_micros(time_us));
        self.nodes = nodes;
        self.until = self.until.min(self.began + self.budget.time.saturating_sub(self.before.1));
        self.resumption.as_mut()?.last = Some(reached);
        Some(read)
    }

    /// Stores the progress, of which everything must be proven. Another version of the program may resume from it. Does nothing if the work is not
    /// resumed or the progress has not changed; above 64 KiB of JSON, the checkpoint before stays.
    pub fn keep(&mut self, reached: &impl Serialize) {
        let time_us = self.spent_time().as_micros() as u64;
        let Some(resumption) = &mut self.resumption else { return };
        let Ok(reached) = serde_json::to_value(reached) else { return };
        if resumption.last.as_ref() == Some(&reached) {
            return;
        }
        match Checkpoint::of(&StoredProgress { nodes: self.nodes, time_us, reached: reached.clone() }) {
            Some(checkpoint) => {
                resumption.last = Some(reached);
                (resumption.store)(checkpoint);
            }
            None => tracing::warn!("a checkpoint is too large to be kept"),
        }
    }

    pub fn nodes_before(&self) -> u64 {
        self.before.0
    }

    /// Time spent so far, including the checkpoint's.
    pub fn spent_time(&self) -> Duration {
        self.before.1 + self.began.elapsed()
    }

    /// Whether the work may continue; once false, always false.
    pub fn keep_going(&mut self, nodes: u64, depth: u32, bytes: u64) -> bool {
        if self.why.is_some() {
            return false;
        }
        let nodes = self.before.0.saturating_add(nodes);
        self.nodes = nodes;
        let spent = Spent { nodes, depth, bytes, time: self.spent_time() };
        (self.report)(&spent);
        self.why = if self.stop.is_set() {
            Some(Limit::Stopped)
        } else if Instant::now() >= self.until {
            Some(Limit::Time { seconds: Decimal::rounded(self.budget.time.as_secs_f64(), 3) })
        } else if nodes >= self.budget.nodes {
            Some(Limit::Nodes { nodes: self.budget.nodes })
        } else if bytes >= self.budget.bytes {
            Some(Limit::Memory { mebibytes: self.budget.bytes >> 20 })
        } else if self.share.is_some_and(|(share, until)| bytes >= share.bytes || thread_time() >= until) {
            self.leave();
            return false;
        } else {
            None
        };
        self.why.is_none()
    }

    /// Whether the work may wait for another thread; if not, it may [leave](Self::leave).
    pub fn may_wait(&self) -> bool {
        self.share.is_none_or(|(share, _)| self.began.elapsed() < share.wait)
    }

    /// Ends the work here as if its share were exceeded, so that it restarts in another queue.
    pub fn leave(&mut self) {
        self.is_out_of_share.store(true, Relaxed);
        self.why = Some(Limit::Share);
    }

    /// The limit that ended the work, if one has.
    pub fn why(&self) -> Option<&Limit> {
        self.why.as_ref()
    }

    /// Whether the share of this work or of a part of it was exceeded.
    pub fn is_out_of_share(&self) -> bool {
        self.is_out_of_share.load(Relaxed)
    }

    /// Time since the work began here, without the checkpoint's.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    pub fn budget(&self) -> Budget {
        self.budget
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// The budget of a part of the work, bounded by this one as well. A part has no checkpoint.
    pub fn part(&mut self, budget: Budget) -> CancellationBudget<'_> {
        let (until, share, is_out_of_share) = (self.until, self.share, self.is_out_of_share.clone());
        let part = CancellationBudget::new(budget, self.stop.clone(), self.report);
        CancellationBudget { until: part.until.min(until), share, is_out_of_share, ..part }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget { time: Duration::from_secs(600), nodes: 1_000, bytes: u64::MAX };
    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn a_share_moves_the_work_and_the_budget_ends_it() {
        let shares = |time, wait| Some(Share { time, wait, bytes: 4_096 });
        // The share, nodes and bytes spent; whether the work may wait and continue, and whether it moves to another queue.
        for (share, nodes, bytes, wanted) in [
            (None, 0, 0, [true, true, false]),
            (shares(LONG, LONG), 0, 4_095, [true, true, false]),
            (shares(LONG, Duration::ZERO), 0, 0, [false, true, false]),
            (shares(LONG, LONG), 0, 4_096, [true, false, true]),
            (shares(Duration::ZERO, LONG), 0, 0, [true, false, true]),
            (shares(LONG, LONG), 1_000, 0, [true, false, false]),
            (shares(Duration::ZERO, LONG), 1_000, 0, [true, false, false]),
        ] {
            let mut report = |_: &Spent| {};
            let mut work = CancellationBudget::new(BUDGET, Stop::default(), &mut report);
            if let Some(share) = share {
                work = work.within(share);
            }
            let goes_on = work.part(BUDGET).keep_going(nodes, 0, bytes);
            assert_eq!(goes_on, work.keep_going(nodes, 0, bytes), "a part has the limits of the whole");
            assert_eq!([work.may_wait(), goes_on, work.is_out_of_share()], wanted, "{share:?}, {nodes} nodes, {bytes} bytes");
            work.leave();
            assert!(!work.keep_going(0, 0, 0) && work.is_out_of_share());
        }
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Reached {
        limit: u32,
    }

    /// Runs a task that resumes from a checkpoint and completes these depth limits, 300 nodes each. Its progress at the start, the checkpoints
    /// it stores, and the limit that ends it.
    fn run(budget: Budget, from: Option<&Checkpoint>, limits: &[u32]) -> (Option<Reached>, Vec<Checkpoint>, Option<Limit>) {
        let (mut report, mut stored) = (|_: &Spent| {}, Vec::new());
        let mut store = |checkpoint| stored.push(checkpoint);
        let mut work = CancellationBudget::new(budget, Stop::default(), &mut report).resuming(from, &mut store);
        let begun = work.checkpoint();
        assert_eq!(work.checkpoint::<Reached>(), None, "it is taken once");
        for (nodes, &limit) in (1..).map(|number| 300 * number).zip(limits) {
            if work.keep_going(nodes, 0, 0) {
                work.keep(&Reached { limit });
            }
        }
        let why = work.why().cloned();
        (begun, stored, why)
    }

    #[test]
    fn work_resumes_from_its_last_checkpoint_with_the_resources_spent() {
        let (begun, first, why) = run(BUDGET, None, &[7, 7, 8]);
        assert_eq!((begun, first.len(), why), (None, 2, None), "unchanged progress is not stored again");
        let (begun, second, why) = run(BUDGET, first.last(), &[8, 9]);
        assert_eq!((begun, second.len()), (Some(Reached { limit: 8 }), 0), "the limit includes the checkpoint's nodes");
        assert_eq!(why, Some(Limit::Nodes { nodes: 1_000 }));
        let larger = Budget { nodes: 1_500, ..BUDGET };
        let (_, third, _) = run(larger, first.last(), &[9]);
        let record: StoredProgress = third[0].read().expect("a record");
        assert_eq!((record.nodes, third.len()), (1_200, 1));
        let spent = Checkpoint::of(&StoredProgress { nodes: 0, time_us: 600_000_000, reached: serde_json::json!({"limit": 9}) });
        assert_eq!(run(BUDGET, spent.as_ref(), &[10]).2, Some(Limit::Time { seconds: Decimal(600.0) }));
        let other = Checkpoint::of(&StoredProgress { nodes: 900, time_us: 1, reached: serde_json::json!({"depth": 7}) });
        for unreadable in [other, Checkpoint::of(&7), Some(Checkpoint::stored("{".into()))] {
            let (begun, stored, why) = run(BUDGET, unreadable.as_ref(), &[7]);
            assert_eq!((begun, stored.len(), why), (None, 1, None), "an unreadable checkpoint is ignored: {unreadable:?}");
        }
    }

    #[test]
    fn a_part_has_no_checkpoint_and_large_ones_are_not_stored() {
        let (_, stored, _) = run(BUDGET, None, &[7]);
        let (mut report, mut count) = (|_: &Spent| {}, 0);
        let mut store = |_| count += 1;
        let mut work = CancellationBudget::new(BUDGET, Stop::default(), &mut report).resuming(stored.first(), &mut store);
        let mut part = work.part(BUDGET);
        assert_eq!(part.checkpoint::<Reached>(), None);
        part.keep(&Reached { limit: 8 });
        work.keep(&"x".repeat(1 << 16));
        assert_eq!(count, 0);
    }
}
