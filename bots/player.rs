//! What a client plays with.

use protocol::{Accepted, GameOver, Info, State, TimeControl, YourTurn};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::Sender;

/// A turn: what the referee says, and what only the client knows.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The referee's word.
    pub your_turn: YourTurn,
    /// The opponent's name.
    pub opponent: String,
    /// The time control of the game.
    pub time: TimeControl,
    /// Since when the clock may have been running, at the earliest; `None` if that cannot be known, because this client was started
    /// in the middle of the game: then answer at once.
    pub since: Option<Instant>,
}

impl Turn {
    /// What is left on the bot's own clock as of the last move; `None` if there is no limit.
    pub fn time_left(&self) -> Option<Duration> {
        let clocks = self.your_turn.clocks;
        match self.your_turn.you {
            protocol::Seat::White => clocks.white_us,
            protocol::Seat::Black => clocks.black_us,
        }
        .map(Duration::from_micros)
    }
}

/// What a player has to say.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It is prepared for the first move of a game.
    Ready {
        /// The game.
        game: u64,
    },
    /// Its move.
    Move {
        /// The game.
        game: u64,
        /// The ply that the turn named.
        ply: u32,
        /// The move.
        text: String,
        /// What it thought.
        info: Option<Info>,
    },
    /// It gives up.
    Resign {
        /// The game.
        game: u64,
        /// Why, for the record.
        why: String,
    },
    /// It can play now: [`Player::can_play`] may have become true.
    Available,
}

/// Where a player's replies go, by `try_send`. They may come from any thread, at any time; of more than 1,024 that wait, the rest is lost.
pub type Replies = Sender<Reply>;

/// What a client plays with. No call may block: whoever has to think does so elsewhere and replies later.
pub trait Player {
    /// Whether it wants to be offered for one more game.
    fn can_play(&self) -> bool {
        true
    }

    /// The client begins: replies go there.
    fn begin(&mut self, replies: Replies);

    /// A game is to begin. Reply [`Reply::Ready`] when prepared: until then no clock runs.
    fn prepare(&mut self, state: &State);

    /// A move is wanted; asked once a ply, or again if the move was illegal but forgiven.
    fn turn(&mut self, turn: Turn);

    /// A move of its own is on record.
    fn accepted(&mut self, _accepted: &Accepted) {}

    /// The connection was lost: answer pending turns with what is known so far. The answer is kept and sent if the turn comes again.
    fn hurry(&mut self) {}

    /// A game has ended; how is not known if it ended while the connection was lost.
    fn over(&mut self, game: u64, over: Option<&GameOver>);
}
