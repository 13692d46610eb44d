//! A running match as everybody but its own task sees it: it can be told something, followed, and waited for.

use super::connection::Connection;
use super::feed::Feed;
use bytestring::ByteString;
use message::{Coded, Message, Param};
use protocol::{Entry, GameResult, Info, Status};
use referee::{Input, Micros, TerminationKind};
use rules::{BySide, Outcome, Side};
use runtime::clipped;
use std::sync::Arc;
use storage::{ListedMatch, MatchRow};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

/// Why a match is stopped from above.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("match_stopped")]
pub enum MatchStopped {
    /// The tournament does not wait for it.
    GoneOn,
    /// A player has withdrawn.
    Withdrawal,
    /// The operator has ended the tournament.
    Finished,
    /// A restart has cut off a player of the line protocol.
    NoWayBack {
        /// The player.
        name: String,
    },
}

/// How much may wait for a match.
const INBOX: usize = 256;

impl Command {
    /// How much may wait for a match before this comes. A player who says one thing and waits for the answer never comes near that bound; a
    /// connection that was let in can always leave; and of what ends the match, the first is always heard.
    fn most_before(&self) -> usize {
        match self {
            Command::Say { .. } | Command::Show { .. } => 64,
            Command::Join { .. } => 128,
            Command::Leave { .. } => 248,
            Command::End(_) => INBOX,
        }
    }
}

/// What a match is told. Moments are the referee's time.
pub enum Command {
    /// A player's connection stands.
    Join {
        /// Whose.
        side: Side,
        /// The connection.
        connection: Connection,
        /// When.
        at: Micros,
    },
    /// A player's connection is gone.
    Leave {
        /// Whose.
        side: Side,
        /// The number of the connection.
        session: u64,
        /// When.
        at: Micros,
    },
    /// A player says something.
    Say {
        /// Who.
        side: Side,
        /// What.
        input: Input,
        /// The engine's own figures on a move.
        info: Option<Info>,
        /// When it arrived.
        at: Micros,
    },
    /// A player asks for the state of the game.
    Show {
        /// Who.
        side: Side,
        /// When it arrived.
        at: Micros,
    },
    /// The match is ended from above.
    End(Input),
}

/// The match does not hear.
#[derive(Debug, PartialEq, Eq)]
pub enum SendError {
    /// Too much waits already.
    TooMuch,
    /// It is over.
    Over,
}

/// What a match has been told and has not taken yet.
pub type Inbox = mpsc::Receiver<Command>;

/// A running match.
#[derive(Clone)]
pub struct RunningMatch {
    row: Arc<MatchRow>,
    feed: Arc<Feed>,
    inbox: mpsc::Sender<Command>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchEnd {
    /// Who won, or that it counts for nobody.
    pub result: GameResult,
    /// What ended it.
    pub cause: TerminationKind,
    /// Why, with the numbers.
    pub why: Message,
}

impl RunningMatch {
    /// A match whose log this is, and what it will be told: its own task takes it, or a test that stands in for one.
    pub fn new(row: MatchRow, feed: Arc<Feed>) -> (RunningMatch, Inbox) {
        let (inbox, posts) = mpsc::channel(INBOX);
        (RunningMatch { row: Arc::new(row), feed, inbox }, posts)
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
        ListedMatch { row: MatchRow::clone(&self.row), first_line: self.feed.first().unwrap_or_default() }
    }

    /// Whether this was the position before its first move.
    pub fn starts_from(&self, start: &str) -> bool {
        let first = self.feed.first().and_then(|line| storage::read_line(&line).ok());
        first.is_some_and(|line| matches!(line.entry, Entry::Created { position, .. } if position == start))
    }

    /// Where a bot sits, if it plays.
    pub fn side_of(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.row.players[side] == name)
    }

    /// Tells the match something; nobody waits.
    ///
    /// # Errors
    /// When more waits than it can take, or it is over.
    pub fn post(&self, post: Command) -> Result<(), SendError> {
        if !self.inbox.is_closed() && INBOX - self.inbox.capacity() >= post.most_before() {
            return Err(SendError::TooMuch);
        }
        self.inbox.try_send(post).map_err(|error| match error {
            TrySendError::Full(_) => SendError::TooMuch,
            TrySendError::Closed(_) => SendError::Over,
        })
    }

    /// Ends it from above.
    pub fn adjudicate(&self, outcome: Option<Outcome>, why: impl Into<Param>) {
        let why = match why.into() {
            Param::Text(text) => clipped(&text, 200).into(),
            why => why,
        };
        // Where there is no room, another end waits already.
        let _ = self.post(Command::End(Input::Adjudicate { outcome, why }));
    }

    /// It gives way to another.
    pub fn annul(&self, why: impl Into<Param>) {
        // Likewise.
        let _ = self.post(Command::End(Input::Annul { why: why.into() }));
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
            Entry::Ended { result, reason, why } => Some(MatchEnd { result, cause: reason.parse().ok()?, why }),
            _ => None,
        }
    }
}
