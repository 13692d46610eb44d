//! The log of a running match in memory: one writer, any number of readers, each with its own cursor.

use super::connection::Delivery;
use crate::Timeline;
use bytestring::ByteString;
use protocol::Status;
use referee::Micros;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How far a log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    lines: usize,
    status: Status,
}

struct Clock {
    timeline: Timeline,
    /// When the running turn was written to the player.
    turn: Arc<Delivery>,
    /// For how long the match has stood still in this turn.
    still: Micros,
}

/// A growing log, and the match's time.
pub struct Feed {
    lines: Mutex<Vec<ByteString>>,
    clock: Mutex<Clock>,
    extent: watch::Sender<Extent>,
}

impl Feed {
    /// A log that begins with these lines.
    pub fn new(timeline: Timeline, lines: Vec<ByteString>, status: Status) -> Feed {
        let extent = watch::Sender::new(Extent { lines: lines.len(), status });
        Feed { lines: Mutex::new(lines), clock: Mutex::new(Clock { timeline, turn: Arc::default(), still: Micros::ZERO }), extent }
    }

    fn log(&self) -> MutexGuard<'_, Vec<ByteString>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.extent.borrow().lines
    }

    /// Where the match stands.
    pub fn status(&self) -> Status {
        self.extent.borrow().status
    }

    /// How to tell the match's time.
    pub fn timeline(&self) -> Timeline {
        self.clock().timeline
    }

    /// The match stood still between these two moments of the referee's time: it waited for the storage.
    pub fn stood_still(&self, from: Micros, until: Micros) {
        let mut clock = self.clock();
        clock.timeline = clock.timeline.standing_still(from, until);
        clock.still += until.since(from);
    }

    /// A new turn, which will be delivered.
    pub fn turn(&self, delivery: Arc<Delivery>) {
        let mut clock = self.clock();
        (clock.turn, clock.still) = (delivery, Micros::ZERO);
    }

    /// How long the clock has been running at this moment of the referee's time, if one runs.
    pub fn thinking(&self, now: Micros) -> Option<Micros> {
        let clock = self.clock();
        Some(now.since(clock.turn.at()?).since(clock.still))
    }

    /// Adds lines that are in storage already.
    pub fn push(&self, lines: Vec<ByteString>, status: Status) {
        let mut log = self.log();
        log.extend(lines);
        let lines = log.len();
        drop(log);
        self.extent.send_replace(Extent { lines, status });
    }

    /// All lines from `from` on.
    pub fn from(&self, from: usize) -> Vec<ByteString> {
        self.log().get(from..).unwrap_or_default().to_vec()
    }

    /// The first line.
    pub fn first(&self) -> Option<ByteString> {
        self.log().first().cloned()
    }

    /// The last line.
    pub fn last(&self) -> Option<ByteString> {
        self.log().last().cloned()
    }

    /// Waits until there is a line `from`, and gives at most `limit` lines from there on; `None` when the log has ended before it, or
    /// nobody writes it any more.
    pub async fn next(&self, from: usize, limit: usize) -> Option<Vec<ByteString>> {
        let mut extent = self.extent.subscribe();
        let lines = extent.wait_for(|extent| extent.lines > from || extent.status == Status::Over).await.ok()?.lines;
        (lines > from).then(|| self.log()[from..lines.min(from.saturating_add(limit))].to_vec())
    }

    /// Waits for the end, or until nobody writes it any more.
    pub async fn ended(&self) {
        // Without a writer there is nothing to wait for.
        let _ = self.extent.subscribe().wait_for(|extent| extent.status == Status::Over).await;
    }
}
