//! The handle of a running match: commands to its task, and its log.

use super::connection::Connection;
use super::feed::Feed;
use bytestring::ByteString;
use message::{Coded, Message, Param};
use protocol::{Entry, GameResult, Info, Status};
use referee::{Input, Micros, TerminationKind};
use rules::{BySide, Outcome, Side};
use runtime::clipped;
use std::sync::Arc;
use storage::MatchRow;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// The commands of one player that may wait. Each has its own places: one that floods a match takes none from its opponent.
const PLACES: usize = 120;
/// Both players' places, and some for ends.
const INBOX: usize = 2 * PLACES + 16;

/// Why a match is stopped without a result.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("match_stopped")]
pub enum MatchStopped {
    Skipped,
    Withdrawal,
    Finished,
    CannotResume {
        name: String,
    },
    /// To a game of a tournament.
    Called {
        name: String,
        tournament: u64,
    },
}

/// A command to a match. Times are the referee's.
pub enum MatchCommand {
    Join {
        side: Side,
        connection: Connection,
        at: Micros,
    },
    Leave {
        side: Side,
        session: u64,
        at: Micros,
    },
    /// A player's message.
    Play {
        side: Side,
        input: Input,
        /// The engine's own figures on a move.
        info: Option<Info>,
        at: Micros,
    },
    /// A player asks for the state of the game.
    Show {
        side: Side,
        at: Micros,
    },
    /// An operator or a tournament ends the match.
    End(Input),
}

impl MatchCommand {
    /// Whose command it is, and the number of that player's waiting commands at which it is refused. Moves are refused first, so that players
    /// can always leave.
    fn place(&self) -> Option<(Side, usize)> {
        match *self {
            MatchCommand::Play { side, .. } | MatchCommand::Show { side, .. } => Some((side, 64)),
            MatchCommand::Join { side, .. } => Some((side, 96)),
            MatchCommand::Leave { side, .. } => Some((side, PLACES)),
            MatchCommand::End(_) => None,
        }
    }
}

/// Why a match does not accept a command.
#[derive(Debug, PartialEq, Eq)]
pub enum SendError {
    /// Too many commands of this player wait.
    Full,
    Over,
}

/// Commands with their places, which are free again when they are dropped.
pub type Inbox = mpsc::Receiver<(MatchCommand, Option<OwnedSemaphorePermit>)>;

#[derive(Clone)]
pub struct RunningMatch {
    pub row: Arc<MatchRow>,
    feed: Arc<Feed>,
    inbox: mpsc::Sender<(MatchCommand, Option<OwnedSemaphorePermit>)>,
    places: BySide<Arc<Semaphore>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MatchEnd {
    pub result: GameResult,
    pub reason: TerminationKind,
    pub why: Message,
}

impl RunningMatch {
    /// A match with this log, and the inbox for its task.
    pub fn new(row: MatchRow, feed: Arc<Feed>) -> (RunningMatch, Inbox) {
        let (inbox, commands) = mpsc::channel(INBOX);
        let places = BySide::from_fn(|_| Arc::new(Semaphore::new(PLACES)));
        (RunningMatch { row: Arc::new(row), feed, inbox, places }, commands)
    }

    pub fn status(&self) -> Status {
        self.feed.status()
    }

    /// Whether the match began with this position.
    pub fn starts_from(&self, start: &str) -> bool {
        let first = self.feed.log().first().and_then(|line| storage::read_line(line).ok());
        first.is_some_and(|line| matches!(line.entry, Entry::Created { position, .. } if position == start))
    }

    /// The side of a bot, if it plays.
    pub fn side_of(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.row.players[side] == name)
    }

    /// Sends a command without waiting.
    ///
    /// # Errors
    /// When too many commands of this player wait, or the match is over.
    pub fn send(&self, command: MatchCommand) -> Result<(), SendError> {
        let place = match command.place().map(|(side, most)| (&self.places[side], most)) {
            _ if self.inbox.is_closed() => return Err(SendError::Over),
            None => None,
            Some((places, most)) if PLACES - places.available_permits() >= most => return Err(SendError::Full),
            Some((places, _)) => Some(places.clone().try_acquire_owned().map_err(|_| SendError::Full)?),
        };
        self.inbox.try_send((command, place)).map_err(|error| match error {
            TrySendError::Full(_) => SendError::Full,
            TrySendError::Closed(_) => SendError::Over,
        })
    }

    /// Ends the match with an outcome, or as void.
    pub fn adjudicate(&self, outcome: Option<Outcome>, why: impl Into<Param>) {
        let why = match why.into() {
            Param::Text(text) => clipped(&text, 200).into(),
            why => why,
        };
        // A full inbox already contains an end.
        let _ = self.send(MatchCommand::End(Input::Adjudicate { outcome, why }));
    }

    pub fn annul(&self, why: impl Into<Param>) {
        // A full inbox already contains an end, as in `adjudicate`.
        let _ = self.send(MatchCommand::End(Input::Annul { why: why.into() }));
    }

    pub fn has_moves(&self) -> bool {
        let moved = |line: &ByteString| storage::read_line(line).is_ok_and(|line| matches!(line.entry, Entry::Moved(_)));
        self.feed.log().iter().any(moved)
    }

    /// The lines of its log so far.
    pub fn log(&self) -> Vec<ByteString> {
        self.feed.log().clone()
    }

    /// Waits for line `from`; returns at most `limit` lines from there, or `None` if the log ended before it.
    pub async fn follow(&self, from: u64, limit: usize) -> Option<Vec<ByteString>> {
        self.feed.next(usize::try_from(from).unwrap_or(usize::MAX), limit).await
    }

    /// The elapsed time of the running clock, if one runs.
    pub fn thinking(&self, now: Micros) -> Option<Micros> {
        self.feed.thinking(now)
    }

    /// Waits for the end of the match; `None` if its log ended without one.
    pub async fn ended(&self) -> Option<MatchEnd> {
        self.feed.ended().await;
        let last = self.feed.log().last().cloned();
        match storage::read_line(&last?).ok()?.entry {
            Entry::Ended { result, reason, why } => Some(MatchEnd { result, reason: reason.parse().ok()?, why }),
            _ => None,
        }
    }
}
