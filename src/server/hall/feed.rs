//! The log of a running match in memory: one writer, any number of readers, each with its own cursor.

use super::link::Delivery;
use axum::extract::ws::Utf8Bytes;
use referee::Micros;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// How a match's time follows from the referee's: the match goes on from `base` at the referee's `origin`.
#[derive(Clone, Copy, Debug)]
pub struct Timeline {
    /// The match's time at the origin.
    pub base: Micros,
    /// The referee's time at which the match was made or resumed.
    pub origin: Micros,
}

impl Timeline {
    /// The match's time at a moment of the referee's.
    pub fn of_match(self, at: Micros) -> Micros {
        self.base + at.since(self.origin)
    }

    /// The referee's time at a moment of the match's.
    pub fn of_referee(self, at: Micros) -> Micros {
        self.origin + at.since(self.base)
    }
}

/// A growing log.
pub struct Feed {
    /// How to tell the match's time.
    pub timeline: Timeline,
    lines: Mutex<Vec<Utf8Bytes>>,
    turn: Mutex<Arc<Delivery>>,
    /// How many lines there are, and whether the last one is the end.
    extent: watch::Sender<(usize, bool)>,
}

impl Feed {
    /// A log that begins with these lines.
    pub fn new(timeline: Timeline, lines: Vec<Utf8Bytes>) -> Feed {
        let extent = watch::Sender::new((lines.len(), false));
        Feed { timeline, lines: Mutex::new(lines), turn: Mutex::default(), extent }
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.extent.borrow().0
    }

    /// A new turn, which will be delivered.
    pub fn turn(&self, delivery: Arc<Delivery>) {
        *self.turn.lock().unwrap_or_else(PoisonError::into_inner) = delivery;
    }

    /// How long the clock has been running at this moment of the referee's time, if one runs.
    pub fn thinking(&self, now: Micros) -> Option<Micros> {
        Some(now.since(self.turn.lock().unwrap_or_else(PoisonError::into_inner).at()?))
    }

    /// Adds lines that are in storage already.
    pub fn push(&self, lines: Vec<Utf8Bytes>, ended: bool) {
        let mut log = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        log.extend(lines);
        let length = log.len();
        drop(log);
        self.extent.send_replace((length, ended));
    }

    /// All lines from `from` on.
    pub fn from(&self, from: usize) -> Vec<Utf8Bytes> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).get(from..).unwrap_or_default().to_vec()
    }

    /// Waits until there is a line `from`, and gives all from there on; `None` when the log has ended before it, or nobody writes
    /// it any more.
    pub async fn next(&self, from: usize) -> Option<Vec<Utf8Bytes>> {
        let mut extent = self.extent.subscribe();
        let (length, _) = *extent.wait_for(|&(length, ended)| length > from || ended).await.ok()?;
        (length > from).then(|| self.from(from))
    }

    /// Waits for the end.
    pub async fn ended(&self) {
        // Without a writer there is nothing to wait for.
        let _ = self.extent.subscribe().wait_for(|&(_, ended)| ended).await;
    }
}
