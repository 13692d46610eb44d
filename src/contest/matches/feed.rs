//! The log of a running match in memory: one writer, any number of readers, each with its own cursor.

use super::connection::Delivery;
use crate::Timeline;
use bytestring::ByteString;
use parking_lot::{Mutex, MutexGuard};
use protocol::Status;
use referee::Micros;
use std::sync::Arc;
use tokio::sync::watch;

/// The length of the log and the status of the match.
#[derive(Clone, Copy)]
struct FeedLength {
    lines: usize,
    status: Status,
}

struct FeedClock {
    timeline: Timeline,
    turn: Arc<Delivery>,
    /// The stall of this turn so far.
    stalled: Micros,
}

/// A growing log, and the match's time.
pub struct Feed {
    log: Mutex<Vec<ByteString>>,
    clock: Mutex<FeedClock>,
    extent: watch::Sender<FeedLength>,
}

impl Feed {
    /// A log that begins with these lines.
    pub fn new(timeline: Timeline, lines: Vec<ByteString>, status: Status) -> Feed {
        let extent = watch::Sender::new(FeedLength { lines: lines.len(), status });
        Feed { log: Mutex::new(lines), clock: Mutex::new(FeedClock { timeline, turn: Arc::default(), stalled: Micros::ZERO }), extent }
    }

    pub fn len(&self) -> usize {
        self.extent.borrow().lines
    }

    pub fn status(&self) -> Status {
        self.extent.borrow().status
    }

    pub fn timeline(&self) -> Timeline {
        self.clock.lock().timeline
    }

    /// Excludes a period of the referee's time from the match's time, in which the match waited for the storage.
    pub fn stall(&self, from: Micros, until: Micros) {
        let mut clock = self.clock.lock();
        clock.timeline = clock.timeline.paused(from, until);
        clock.stalled += until.since(from);
    }

    /// Starts a turn; its delivery is recorded later.
    pub fn turn(&self, delivery: Arc<Delivery>) {
        let mut clock = self.clock.lock();
        (clock.turn, clock.stalled) = (delivery, Micros::ZERO);
    }

    /// The elapsed time of the running clock, if one runs.
    pub fn thinking(&self, now: Micros) -> Option<Micros> {
        let clock = self.clock.lock();
        Some(now.since(clock.turn.at()?).since(clock.stalled))
    }

    /// Appends lines that are in storage already.
    pub fn push(&self, lines: Vec<ByteString>, status: Status) {
        let mut log = self.log.lock();
        log.extend(lines);
        let lines = log.len();
        drop(log);
        self.extent.send_replace(FeedLength { lines, status });
    }

    pub fn log(&self) -> MutexGuard<'_, Vec<ByteString>> {
        self.log.lock()
    }

    /// Waits for line `from`; returns at most `limit` lines from there, or `None` if the log ended before it.
    pub async fn next(&self, from: usize, limit: usize) -> Option<Vec<ByteString>> {
        let mut extent = self.extent.subscribe();
        let lines = extent.wait_for(|extent| extent.lines > from || extent.status == Status::Over).await.ok()?.lines;
        (lines > from).then(|| self.log()[from..lines.min(from.saturating_add(limit))].to_vec())
    }

    /// Waits for the end of the log.
    pub async fn ended(&self) {
        // The sender lives in this value.
        let _ = self.extent.subscribe().wait_for(|extent| extent.status == Status::Over).await;
    }
}
