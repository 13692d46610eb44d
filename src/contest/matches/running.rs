//! A running match as everybody but its own task sees it: it can be told something, followed, and waited for.

use super::connection::Connection;
use super::feed::Feed;
use super::wire;
use bytestring::ByteString;
use protocol::{Entry, GameResult, Info, Status};
use referee::{Cause, Micros};
use rules::{BySide, Outcome, Side};
use runtime::clipped;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use storage::{ListedMatch, MatchRow};
use tokio::sync::mpsc;

/// How much that players say may wait for a match. Whoever says one thing and waits for the answer never comes near it.
const MOST_SAID: usize = 64;

/// What a match is told. Moments are the referee's time.
pub enum Post {
    /// A player's connection stands.
    Join { side: Side, connection: Connection, at: Micros },
    /// A player's connection is gone.
    Leave { side: Side, session: u64, at: Micros },
    /// A player says something.
    Say { side: Side, said: Said, at: Micros },
    /// The operator ends the match.
    Adjudicate { outcome: Option<Outcome>, why: String },
    /// The match gives way to another, and counts for nobody.
    Annul { why: String },
}

/// What a player says.
pub enum Said {
    Ready,
    Move { ply: u32, text: String, info: Option<Info> },
    Resign { why: Option<String> },
    Sync,
}

/// The match does not hear.
#[derive(Debug, PartialEq, Eq)]
pub enum Unheard {
    /// Too much that was said waits already.
    TooMuch,
    /// It is over.
    Over,
}

/// What a match has been told and has not taken yet.
pub struct Inbox {
    posts: mpsc::UnboundedReceiver<Post>,
    said: Arc<AtomicUsize>,
}

impl Inbox {
    /// The next, when there is one; `None` when nobody can tell it anything any more.
    pub async fn recv(&mut self) -> Option<Post> {
        let post = self.posts.recv().await;
        self.taken(post)
    }

    /// The next, if there is one.
    pub fn try_recv(&mut self) -> Option<Post> {
        let post = self.posts.try_recv().ok();
        self.taken(post)
    }

    /// Nothing more is taken in; what is there can still be taken out.
    pub fn close(&mut self) {
        self.posts.close();
    }

    fn taken(&self, post: Option<Post>) -> Option<Post> {
        if let Some(Post::Say { .. }) = post {
            self.said.fetch_sub(1, Relaxed);
        }
        post
    }
}

/// A running match.
#[derive(Clone)]
pub struct RunningMatch {
    row: Arc<MatchRow>,
    feed: Arc<Feed>,
    inbox: mpsc::UnboundedSender<Post>,
    said: Arc<AtomicUsize>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchEnd {
    /// Who won, or that it counts for nobody.
    pub result: GameResult,
    /// What ended it.
    pub cause: Cause,
    /// Why, in a sentence.
    pub detail: String,
}

impl RunningMatch {
    /// A match whose log this is, and what it will be told: its own task takes it, or a test that stands in for one.
    pub fn new(row: MatchRow, feed: Arc<Feed>) -> (RunningMatch, Inbox) {
        let (inbox, posts) = mpsc::unbounded_channel();
        let said = Arc::<AtomicUsize>::default();
        (RunningMatch { row: Arc::new(row), feed, inbox, said: said.clone() }, Inbox { posts, said })
    }

    /// Its number.
    pub fn game(&self) -> u64 {
        self.row.game
    }

    /// The name of the game that is played.
    pub fn game_name(&self) -> &str {
        &self.row.game_name
    }

    /// Its players.
    pub fn players(&self) -> &BySide<String> {
        &self.row.players
    }

    /// The tournament it is part of, if it is.
    pub fn tournament(&self) -> Option<u64> {
        self.row.tournament
    }

    /// When it was made: milliseconds since 1970.
    pub fn created_ms(&self) -> i64 {
        self.row.created_ms
    }

    /// Where it stands.
    pub fn status(&self) -> Status {
        self.feed.status()
    }

    /// The match as lists need it.
    pub fn listed(&self) -> ListedMatch {
        ListedMatch { row: MatchRow::clone(&self.row), first_line: self.feed.from(0).into_iter().next().unwrap_or_default() }
    }

    /// Whether this was the position before its first move.
    pub fn starts_from(&self, start: &str) -> bool {
        let first = self.feed.from(0).into_iter().next().and_then(|line| storage::read_line(&line).ok());
        first.is_some_and(|line| matches!(line.entry, Entry::Created { position, .. } if position == start))
    }

    /// Where a bot sits, if it plays.
    pub fn side_of(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.row.players[side] == name)
    }

    /// Tells the match something; nobody waits.
    ///
    /// # Errors
    /// When more is said than it can take, or it is over.
    pub fn post(&self, post: Post) -> Result<(), Unheard> {
        if self.inbox.is_closed() {
            return Err(Unheard::Over);
        }
        if let Post::Say { .. } = post
            && self.said.fetch_add(1, Relaxed) >= MOST_SAID
        {
            self.said.fetch_sub(1, Relaxed);
            return Err(Unheard::TooMuch);
        }
        self.inbox.send(post).map_err(|_| Unheard::Over)
    }

    /// Ends it from above.
    pub fn adjudicate(&self, outcome: Option<Outcome>, why: &str) {
        // Only what players say is counted.
        let _ = self.post(Post::Adjudicate { outcome, why: clipped(why, 200) });
    }

    /// It gives way to another.
    pub fn annul(&self, why: String) {
        // Only what players say is counted.
        let _ = self.post(Post::Annul { why });
    }

    /// All lines of its log so far.
    pub fn log(&self) -> Vec<ByteString> {
        self.feed.from(0)
    }

    /// Waits until there is a line `from`, and gives at most `limit` from there on; `None` when the log has ended before it.
    pub async fn follow(&self, from: u64, limit: usize) -> Option<Vec<ByteString>> {
        self.feed.next(usize::try_from(from).unwrap_or(usize::MAX), limit).await
    }

    /// How long the clock has been running at this moment of the referee's time, if one runs.
    pub fn thinking(&self, now: Micros) -> Option<Micros> {
        self.feed.thinking(now)
    }

    /// Waits for its end; `None` if it broke off without one.
    pub async fn ended(&self) -> Option<MatchEnd> {
        self.feed.ended().await;
        match storage::read_line(&self.feed.last()?).ok()?.entry {
            Entry::Ended { result, reason, detail } => Some(MatchEnd { result, cause: reason.parse().ok()?, detail }),
            _ => None,
        }
    }
}
