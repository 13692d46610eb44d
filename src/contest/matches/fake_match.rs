//! Test double of a match's task: the test receives its commands and writes its log.

use super::feed::Feed;
use super::running::{Inbox, MatchCommand, RunningMatch};
use super::{Matches, Prepared, wire};
use crate::Timeline;
use message::{Coded, Param};
use protocol::{Entry, Line, Status};
use referee::{Micros, Termination, TerminationKind};
use rules::Outcome;
use std::sync::Arc;
use storage::MatchRow;

impl Matches {
    /// Adds a match that the test plays.
    pub fn fake(&self, row: MatchRow) -> FakeMatch {
        let (running, fake) = FakeMatch::new(row);
        self.running.lock().insert(running);
        fake
    }
}

impl Prepared {
    /// The match, played by the test.
    pub fn fake(self) -> (RunningMatch, FakeMatch) {
        FakeMatch::new(self.row)
    }
}

/// The task's side of a match.
pub struct FakeMatch {
    feed: Arc<Feed>,
    inbox: Inbox,
}

impl FakeMatch {
    /// A match that waits for its players.
    pub fn new(row: MatchRow) -> (RunningMatch, FakeMatch) {
        let timeline = Timeline { base: Micros::ZERO, origin: Micros::ZERO };
        let feed = Arc::new(Feed::new(timeline, vec![r#"{"line":0}"#.into()], Status::Waiting));
        let (running, inbox) = RunningMatch::new(row, feed.clone());
        (running, FakeMatch { feed, inbox })
    }

    /// The next command; none when all handles are dropped.
    pub async fn next(&mut self) -> Option<MatchCommand> {
        self.inbox.recv().await
    }

    /// Appends a line to its log.
    pub fn write(&self, entry: Entry, status: Status) {
        self.feed.push(vec![wire::json(&Line { line: self.feed.len() as u64, at_us: 0, entry })], status);
    }

    pub fn end(self, outcome: Option<Outcome>, reason: TerminationKind, why: impl Into<Param>) {
        let result = if reason == TerminationKind::Annulled { protocol::GameResult::Void } else { wire::result(outcome) };
        let why = Termination::Adjudicated { why: why.into() }.message();
        self.write(Entry::Ended { result, reason: reason.code().to_string(), why }, Status::Over);
    }

    /// Ends the log before the end of the match.
    pub fn break_off(self) {
        drop(self.inbox);
        self.feed.push(Vec::new(), Status::Over);
    }
}
