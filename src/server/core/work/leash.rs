//! What a piece of work may spend, and whether anybody still waits for it.

use super::Stop;
use rustix::time::{ClockId, clock_gettime};
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

/// How much of a thread a piece of work has before it must go to another queue. In processor time: on a busy machine short work stays short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Processor time of the thread.
    pub time: Duration,
    /// How long it may wait here, by the clock, for what another thread makes: who waits takes no processor time, but the thread of others.
    pub wait: Duration,
}

/// What holds a piece of work: it asks `go_on` every few thousand states.
pub struct Leash<'a> {
    began: Instant,
    until: Instant,
    budget: Budget,
    stop: Stop,
    tell: &'a mut dyn FnMut(&Spent),
    why: Option<String>,
    /// What it has of the thread, and the thread's processor time when that comes to its end.
    share: Option<(Share, Duration)>,
    /// Whether the share of this leash, or of a part of it, came to its end.
    is_out_of_share: Arc<AtomicBool>,
}

impl<'a> Leash<'a> {
    /// The work begins now. Whoever likes to follow it is told what it has spent, whenever it asks.
    pub fn new(budget: Budget, stop: Stop, tell: &'a mut dyn FnMut(&Spent)) -> Leash<'a> {
        let began = Instant::now();
        Leash { began, until: began + budget.time, budget, stop, tell, why: None, share: None, is_out_of_share: Arc::default() }
    }

    /// The same with a share of the thread that calls this.
    #[must_use]
    pub fn within(self, share: Share) -> Leash<'a> {
        Leash { share: Some((share, processor_time() + share.time)), ..self }
    }

    /// Whether the work may go on; once it may not, never again.
    pub fn go_on(&mut self, nodes: u64, depth: u32, bytes: u64) -> bool {
        if self.why.is_some() {
            return false;
        }
        let spent = Spent { nodes, depth, bytes, time: self.began.elapsed() };
        (self.tell)(&spent);
        self.why = if self.stop.is_set() {
            Some("it was stopped".into())
        } else if self.began + spent.time >= self.until {
            Some(format!("the time limit of {} s came first", (self.budget.time.as_secs_f64() * 1e3).round() / 1e3))
        } else if nodes >= self.budget.nodes {
            Some(format!("the limit of {} nodes came first", self.budget.nodes))
        } else if bytes >= self.budget.bytes {
            Some(format!("the memory limit of {} MiB came first", self.budget.bytes >> 20))
        } else if self.share.is_some_and(|(_, until)| processor_time() >= until) {
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
        self.why = Some("its share of the thread came to an end".into());
    }

    /// The same for a puzzle.
    pub fn allows(&mut self, cost: &puzzle::Cost) -> bool {
        self.go_on(cost.generated, cost.depth, cost.bytes)
    }

    /// Which limit ended the work, if one has.
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// Whether the share came to its end before the work did, or that of a part before that.
    pub fn is_out_of_share(&self) -> bool {
        self.is_out_of_share.load(Relaxed)
    }

    /// Time at work so far.
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

    /// A leash within this one, for a part of the work that has a budget of its own.
    pub fn part(&mut self, budget: Budget) -> Leash<'_> {
        let (until, share, is_out_of_share) = (self.until, self.share, self.is_out_of_share.clone());
        let part = Leash::new(budget, self.stop.clone(), self.tell);
        Leash { until: part.until.min(until), share, is_out_of_share, ..part }
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
        let leash = Leash::new(BUDGET, Stop::default(), &mut nobody);
        let mut leash = share.into_iter().fold(leash, |leash, time| leash.within(Share { time, wait: Duration::ZERO }));
        let goes_on = leash.part(BUDGET).go_on(nodes, 0, 0);
        assert_eq!(goes_on, leash.go_on(nodes, 0, 0), "a part has what the whole has");
        (goes_on, leash.is_out_of_share())
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
    fn who_leaves_goes_on_elsewhere() {
        let mut nobody = |_: &Spent| {};
        let mut leash = Leash::new(BUDGET, Stop::default(), &mut nobody);
        assert!(leash.may_wait(), "where nobody else needs the thread");
        let long = Duration::from_secs(600);
        leash = leash.within(Share { time: long, wait: long });
        assert!(leash.may_wait(), "for so long");
        leash = leash.within(Share { time: long, wait: Duration::ZERO });
        assert!(!leash.may_wait() && leash.go_on(0, 0, 0), "work goes on for as long as it takes");
        leash.leave();
        assert!(!leash.go_on(0, 0, 0) && leash.is_out_of_share());
    }
}
