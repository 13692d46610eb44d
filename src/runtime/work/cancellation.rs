//! What a piece of work may spend, whether anybody still waits for it, and where it goes on if it was begun before.

use super::Stop;
use crate::Checkpoint;
use rustix::time::{ClockId, clock_gettime};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What a piece of work may spend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Time at work.
    pub time: Duration,
    /// States created.
    pub nodes: u64,
    /// Memory held for states, in bytes.
    pub bytes: u64,
}

/// Which limit ended a piece of work.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("limit")]
pub enum Limit {
    /// Nobody waits any more.
    Stopped,
    /// That of time.
    Time {
        /// How much it was.
        seconds: String,
    },
    /// That of states.
    Nodes {
        /// How many.
        nodes: u64,
    },
    /// That of memory.
    Memory {
        /// How much it was.
        mebibytes: u64,
    },
    /// Its share of the thread.
    Share,
}

/// What a piece of work has spent so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// States created.
    pub nodes: u64,
    /// Moves to the deepest state.
    pub depth: u32,
    /// Memory held for states, in bytes.
    pub bytes: u64,
    /// Time at work.
    pub time: Duration,
}

/// How much of a thread and of the memory a piece of work has before it must go to another queue. In processor time: on a busy machine short
/// work stays short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Processor time of the thread.
    pub time: Duration,
    /// How long it may wait here, by the clock, for what another thread makes: who waits takes no processor time, but the thread of others.
    pub wait: Duration,
    /// Memory held for states, in bytes.
    pub bytes: u64,
}

/// A checkpoint of a cancellation: what the task wrote, and what had been spent by then.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    nodes: u64,
    time_us: u64,
    reached: Value,
}

/// Where the work goes on, and who keeps how far it comes.
struct Resumption<'a> {
    from: Option<Record>,
    /// What the task has kept last.
    last: Option<Value>,
    keep: &'a mut dyn FnMut(Checkpoint),
}

/// What holds a piece of work: it asks `go_on` every few thousand states.
pub struct CancellationBudget<'a> {
    began: Instant,
    until: Instant,
    budget: Budget,
    stop: Stop,
    tell: &'a mut dyn FnMut(&Spent),
    why: Option<Limit>,
    /// What it has of the thread, and the thread's processor time when that comes to its end.
    share: Option<(Share, Duration)>,
    /// Whether the share of this cancellation, or of a part of it, came to its end.
    is_out_of_share: Arc<AtomicBool>,
    /// None where nobody would go on.
    resumption: Option<Resumption<'a>>,
    /// What those have spent that this work goes on from: nodes, and time.
    before: (u64, Duration),
    /// Nodes, as they were told last, those of before included.
    nodes: u64,
}

impl<'a> CancellationBudget<'a> {
    /// The work begins now. Whoever likes to follow it is told what it has spent, whenever it asks.
    pub fn new(budget: Budget, stop: Stop, tell: &'a mut dyn FnMut(&Spent)) -> CancellationBudget<'a> {
        let began = Instant::now();
        CancellationBudget {
            began,
            until: began + budget.time,
            budget,
            stop,
            tell,
            why: None,
            share: None,
            is_out_of_share: Arc::default(),
            resumption: None,
            before: Default::default(),
            nodes: 0,
        }
    }

    /// The same with a share of the thread that calls this.
    #[must_use]
    pub fn within(self, share: Share) -> CancellationBudget<'a> {
        CancellationBudget { share: Some((share, processor_time() + share.time)), ..self }
    }

    /// The same for work that may go on from a checkpoint, and whose checkpoints `keep` keeps.
    #[must_use]
    pub fn resuming(self, from: Option<&Checkpoint>, keep: &'a mut dyn FnMut(Checkpoint)) -> CancellationBudget<'a> {
        CancellationBudget { resumption: Some(Resumption { from: from.and_then(Checkpoint::read), last: None, keep }), ..self }
    }

    /// What was [kept](Self::keep) last by whoever worked on the same question before, if anybody has, and it reads as a `T`; asked for once, at
    /// the beginning. From now on the time and the nodes that were spent by then count: for the limits, and for whoever follows the work.
    pub fn checkpoint<T: DeserializeOwned>(&mut self) -> Option<T> {
        let Record { nodes, time_us, reached } = self.resumption.as_mut()?.from.take()?;
        let read = T::deserialize(&reached).ok()?;
        self.before = (nodes, Duration::from_micros(time_us));
        self.nodes = nodes;
        self.until = self.until.min(self.began + self.budget.time.saturating_sub(self.before.1));
        self.resumption.as_mut()?.last = Some(reached);
        Some(read)
    }

    /// Keeps how far the work has come, for whoever goes on with it, by this program or another version of it: what it says must have been
    /// proven, by this search or by that from which it goes on. Costs nothing where nobody would go on. At most 64 KiB of JSON: of what is
    /// larger, nothing is kept, and the checkpoint before stays.
    pub fn keep(&mut self, reached: &impl Serialize) {
        let time_us = self.spent_time().as_micros() as u64;
        let Some(resumption) = &mut self.resumption else { return };
        let Ok(reached) = serde_json::to_value(reached) else { return };
        if resumption.last.as_ref() == Some(&reached) {
            return;
        }
        match Checkpoint::of(&Record { nodes: self.nodes, time_us, reached: reached.clone() }) {
            Some(checkpoint) => {
                resumption.last = Some(reached);
                (resumption.keep)(checkpoint);
            }
            None => tracing::warn!("a checkpoint is too large to be kept"),
        }
    }

    /// Nodes that those have looked at from whose checkpoint this work goes on.
    pub fn nodes_before(&self) -> u64 {
        self.before.0
    }

    /// Time at work so far, with that of those from whose checkpoint it goes on.
    pub fn spent_time(&self) -> Duration {
        self.before.1 + self.began.elapsed()
    }

    /// Whether the work may go on; once it may not, never again.
    pub fn go_on(&mut self, nodes: u64, depth: u32, bytes: u64) -> bool {
        if self.why.is_some() {
            return false;
        }
        let nodes = self.before.0.saturating_add(nodes);
        self.nodes = nodes;
        let spent = Spent { nodes, depth, bytes, time: self.spent_time() };
        (self.tell)(&spent);
        self.why = if self.stop.is_set() {
            Some(Limit::Stopped)
        } else if Instant::now() >= self.until {
            Some(Limit::Time { seconds: ((self.budget.time.as_secs_f64() * 1e3).round() / 1e3).to_string() })
        } else if nodes >= self.budget.nodes {
            Some(Limit::Nodes { nodes: self.budget.nodes })
        } else if bytes >= self.budget.bytes {
            Some(Limit::Memory { mebibytes: self.budget.bytes >> 20 })
        } else if self.share.is_some_and(|(share, until)| bytes >= share.bytes || processor_time() >= until) {
            self.leave();
            return false;
        } else {
            None
        };
        self.why.is_none()
    }

    /// Whether the work may wait for what another thread makes; if not, it may [leave](Self::leave).
    pub fn may_wait(&self) -> bool {
        self.share.is_none_or(|(share, _)| self.began.elapsed() < share.wait)
    }

    /// Ends the work here as if its share had come to an end: it begins anew in another queue.
    pub fn leave(&mut self) {
        self.is_out_of_share.store(true, Relaxed);
        self.why = Some(Limit::Share);
    }

    /// Which limit ended the work, if one has.
    pub fn why(&self) -> Option<&Limit> {
        self.why.as_ref()
    }

    /// Whether the share came to its end before the work did, or that of a part before that.
    pub fn is_out_of_share(&self) -> bool {
        self.is_out_of_share.load(Relaxed)
    }

    /// Time at work so far, without that of before.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// What it may spend.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Whether nobody waits any more.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// A cancellation within this one, for a part of the work that has a budget of its own. Checkpoints are of the whole: the part has none.
    pub fn part(&mut self, budget: Budget) -> CancellationBudget<'_> {
        let (until, share, is_out_of_share) = (self.until, self.share, self.is_out_of_share.clone());
        let part = CancellationBudget::new(budget, self.stop.clone(), self.tell);
        CancellationBudget { until: part.until.min(until), share, is_out_of_share, ..part }
    }
}

/// The processor time of this thread so far.
fn processor_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().expect("a thread's time is not negative")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget { time: Duration::from_secs(600), nodes: 1_000, bytes: u64::MAX };

    /// Whether it may go on, whether it must go on elsewhere, and whether a limit of the asker's came first.
    fn held(share: Option<Duration>, nodes: u64) -> (bool, bool) {
        let mut nobody = |_: &Spent| {};
        let cancellation = CancellationBudget::new(BUDGET, Stop::default(), &mut nobody);
        let mut cancellation = share
            .into_iter()
            .fold(cancellation, |cancellation, time| cancellation.within(Share { time, wait: Duration::ZERO, bytes: 4_096 }));
        let goes_on = cancellation.part(BUDGET).go_on(nodes, 0, 0);
        assert_eq!(goes_on, cancellation.go_on(nodes, 0, 0), "a part has what the whole has");
        (goes_on, cancellation.is_out_of_share())
    }

    #[test]
    fn a_share_ends_the_work_here_and_the_budget_for_good() {
        let enough = Some(Duration::from_secs(600));
        for (share, nodes, wanted) in [
            (None, 0, (true, false)),
            (enough, 0, (true, false)),
            (Some(Duration::ZERO), 0, (false, true)),
            (enough, 1_000, (false, false)),
            (Some(Duration::ZERO), 1_000, (false, false)),
        ] {
            assert_eq!(held(share, nodes), wanted, "{share:?}, {nodes} nodes");
        }
    }

    #[test]
    fn who_needs_more_memory_goes_on_elsewhere() {
        let mut nobody = |_: &Spent| {};
        let share = Share { time: Duration::from_secs(600), wait: Duration::ZERO, bytes: 4_096 };
        let mut cancellation = CancellationBudget::new(BUDGET, Stop::default(), &mut nobody).within(share);
        assert!(cancellation.go_on(0, 0, 4_095) && !cancellation.go_on(0, 0, 4_096) && cancellation.is_out_of_share());
    }

    #[test]
    fn who_leaves_goes_on_elsewhere() {
        let mut nobody = |_: &Spent| {};
        let mut cancellation = CancellationBudget::new(BUDGET, Stop::default(), &mut nobody);
        assert!(cancellation.may_wait(), "where nobody else needs the thread");
        let long = Duration::from_secs(600);
        cancellation = cancellation.within(Share { time: long, wait: long, bytes: 1 });
        assert!(cancellation.may_wait(), "for so long");
        cancellation = cancellation.within(Share { time: long, wait: Duration::ZERO, bytes: 1 });
        assert!(!cancellation.may_wait() && cancellation.go_on(0, 0, 0), "work goes on for as long as it takes");
        cancellation.leave();
        assert!(!cancellation.go_on(0, 0, 0) && cancellation.is_out_of_share());
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Reached {
        limit: u32,
    }

    /// What a task keeps that works within `budget`, begins from a checkpoint, and comes to these limits, 300 nodes for each.
    fn kept(budget: Budget, from: Option<&Checkpoint>, limits: &[u32]) -> (Option<Reached>, Vec<Checkpoint>, Option<Limit>) {
        let (mut nobody, mut kept) = (|_: &Spent| {}, Vec::new());
        let mut keep = |checkpoint| kept.push(checkpoint);
        let mut cancellation = CancellationBudget::new(budget, Stop::default(), &mut nobody).resuming(from, &mut keep);
        let begun = cancellation.checkpoint();
        assert_eq!(cancellation.checkpoint::<Reached>(), None, "it is asked for once");
        for (nodes, &limit) in (1..).map(|number| 300 * number).zip(limits) {
            if cancellation.go_on(nodes, 0, 0) {
                cancellation.keep(&Reached { limit });
            }
        }
        let why = cancellation.why().cloned();
        (begun, kept, why)
    }

    #[test]
    fn work_goes_on_from_its_last_checkpoint_with_what_was_spent_by_then() {
        let (begun, first, why) = kept(BUDGET, None, &[7, 7, 8]);
        assert_eq!((begun, first.len(), why), (None, 2, None), "what has not changed is not kept again");
        let (begun, second, why) = kept(BUDGET, first.last(), &[8, 9]);
        assert_eq!((begun, second.len()), (Some(Reached { limit: 8 }), 0), "the limit is that of all together");
        assert_eq!(why, Some(Limit::Nodes { nodes: 1_000 }));
        let larger = Budget { nodes: 1_500, ..BUDGET };
        let (_, third, _) = kept(larger, first.last(), &[9]);
        let record: Record = third[0].read().expect("a record");
        assert_eq!((record.nodes, third.len()), (1_200, 1));
        let spent = Checkpoint::of(&Record { nodes: 0, time_us: 600_000_000, reached: serde_json::json!({"limit": 9}) });
        assert_eq!(kept(BUDGET, spent.as_ref(), &[10]).2, Some(Limit::Time { seconds: "600".into() }));
    }

    #[test]
    fn what_does_not_read_is_as_if_there_were_none() {
        let other = Checkpoint::of(&Record { nodes: 900, time_us: 1, reached: serde_json::json!({"depth": 7}) });
        for from in [other, Checkpoint::of(&7), Some(Checkpoint::kept("{".into()))] {
            let (begun, kept, why) = kept(BUDGET, from.as_ref(), &[7]);
            assert_eq!((begun, kept.len(), why), (None, 1, None), "nothing that was spent counts: {from:?}");
        }
    }

    #[test]
    fn a_part_has_no_checkpoint_of_the_whole() {
        let (_, kept, _) = kept(BUDGET, None, &[7]);
        let (mut nobody, mut count) = (|_: &Spent| {}, 0);
        let mut keep = |_| count += 1;
        let mut cancellation = CancellationBudget::new(BUDGET, Stop::default(), &mut nobody).resuming(kept.first(), &mut keep);
        let mut part = cancellation.part(BUDGET);
        assert_eq!(part.checkpoint::<Reached>(), None);
        part.keep(&Reached { limit: 8 });
        cancellation.keep(&"x".repeat(1 << 16));
        assert_eq!(count, 0, "what is too large is not kept either");
    }
}
