//! A match without a judge, a storage or a task: a test hears what it is told, and writes its log.

use super::feed::Feed;
use super::running::{Command, Inbox, RunningMatch};
use super::{Matches, Prepared, wire};
use crate::Timeline;
use message::{Coded, Param};
use protocol::{Entry, Line, Status};
use referee::{Micros, Termination, TerminationKind};
use rules::Outcome;
use std::sync::Arc;
use storage::MatchRow;

impl Matches {
    /// A match among those that run, for which the test stands in.
    pub fn stand_in(&self, row: MatchRow) -> StandIn {
        let (running, stand_in) = StandIn::new(row);
        self.lock().insert(running);
        stand_in
    }
}

impl Prepared {
    /// A match that has been made, and for which the test stands in.
    pub fn stand_in(self) -> (RunningMatch, StandIn) {
        StandIn::new(self.row)
    }
}

/// The side of a match that its task has otherwise.
pub struct StandIn {
    feed: Arc<Feed>,
    inbox: Inbox,
}

impl StandIn {
    /// A match that waits for its players, as others see it and as the test does.
    pub fn new(row: MatchRow) -> (RunningMatch, StandIn) {
        let timeline = Timeline { base: Micros::ZERO, origin: Micros::ZERO };
        let feed = Arc::new(Feed::new(timeline, vec![r#"{"line":0}"#.into()], Status::Waiting));
        let (running, inbox) = RunningMatch::new(row, feed.clone());
        (running, StandIn { feed, inbox })
    }

    /// The next that it is told; none when nobody can tell it anything any more.
    pub async fn heard(&mut self) -> Option<Command> {
        self.inbox.recv().await
    }

    /// Writes a line of its log.
    pub fn write(&self, entry: Entry, status: Status) {
        let line = Line { line: self.feed.len() as u64, at_us: 0, entry };
        self.feed.push(vec![serde_json::to_string(&line).expect("a line is writable as JSON").into()], status);
    }

    /// Ends it.
    pub fn end(self, outcome: Option<Outcome>, cause: TerminationKind, why: impl Into<Param>) {
        let result = if cause == TerminationKind::Annulled { protocol::GameResult::Void } else { wire::result(outcome) };
        self.write(
            Entry::Ended { result, reason: cause.code().to_string(), why: Termination::Adjudicated { why: why.into() }.message() },
            Status::Over,
        );
    }

    /// It breaks off: its log ends without an end.
    pub fn break_off(self) {
        drop(self.inbox);
        self.feed.push(Vec::new(), Status::Over);
    }
}
