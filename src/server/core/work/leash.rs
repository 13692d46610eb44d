//! What a piece of work may spend, and whether anybody still waits for it.

use super::Stop;
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

/// What holds a piece of work: it asks `go_on` every few thousand states.
pub struct Leash<'a> {
    began: Instant,
    until: Instant,
    budget: Budget,
    stop: Stop,
    tell: &'a mut dyn FnMut(&Spent),
    why: Option<String>,
    /// Whether the time of this leash, or of a part of it, came to its end.
    out_of_time: Arc<AtomicBool>,
}

impl<'a> Leash<'a> {
    /// The work begins now. Whoever likes to follow it is told what it has spent, whenever it asks.
    pub fn new(budget: Budget, stop: Stop, tell: &'a mut dyn FnMut(&Spent)) -> Leash<'a> {
        let began = Instant::now();
        Leash { began, until: began + budget.time, budget, stop, tell, why: None, out_of_time: Arc::default() }
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
            self.out_of_time.store(true, Relaxed);
            Some(format!("the time limit of {} s came first", (self.budget.time.as_secs_f64() * 1e3).round() / 1e3))
        } else if nodes >= self.budget.nodes {
            Some(format!("the limit of {} nodes came first", self.budget.nodes))
        } else if bytes >= self.budget.bytes {
            Some(format!("the memory limit of {} MiB came first", self.budget.bytes >> 20))
        } else {
            None
        };
        self.why.is_none()
    }

    /// The same for a puzzle.
    pub fn allows(&mut self, cost: &puzzle::Cost) -> bool {
        self.go_on(cost.generated, cost.depth, cost.bytes)
    }

    /// Which limit ended the work, if one has.
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// Whether the time came to its end before the work did, or that of a part before that.
    pub fn is_out_of_time(&self) -> bool {
        self.out_of_time.load(Relaxed)
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
        let (until, out_of_time) = (self.until, self.out_of_time.clone());
        let part = Leash::new(budget, self.stop.clone(), self.tell);
        Leash { until: part.until.min(until), out_of_time, ..part }
    }
}
