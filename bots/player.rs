//! The trait between the client and a player.

use protocol::{Accepted, GameOver, Info, State, TimeControlJson, YourTurn};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::Sender;

/// A turn: the referee's message, and what the client adds.
#[derive(Clone, Debug)]
pub struct PlayerTurn {
    pub your_turn: YourTurn,
    /// The opponent's name.
    pub opponent: String,
    pub time: TimeControlJson,
    /// The earliest moment at which the clock may have started; none if this client was started in the middle of the game: then answer
    /// immediately.
    pub since: Option<Instant>,
}

impl PlayerTurn {
    /// The remaining time of the bot after the last move; none if unlimited.
    pub fn time_left(&self) -> Option<Duration> {
        let clocks = self.your_turn.clocks;
        match self.your_turn.you {
            protocol::Seat::White => clocks.white_us,
            protocol::Seat::Black => clocks.black_us,
        }
        .map(Duration::from_micros)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The player is prepared for the first move of a game.
    Ready { game: u64 },
    Move {
        game: u64,
        ply: u32,
        text: String,
        /// Information about the search.
        info: Option<Info>,
    },
    Resign {
        game: u64,
        /// The reason, for the record.
        why: String,
    },
    /// [`BotPlayer::can_play`] may have become true.
    Available,
}

/// The channel of a player's replies, for `try_send` from any thread. It holds 1,024; more are lost.
pub type Replies = Sender<Reply>;

/// A player. No call may block: a search runs on another thread and replies later.
pub trait BotPlayer {
    /// Whether it wants another game.
    fn can_play(&self) -> bool {
        true
    }

    /// The client begins and gives the channel of replies.
    fn begin(&mut self, replies: Replies);

    /// A game is about to begin. Its clocks start after [`Reply::Ready`].
    fn prepare(&mut self, state: &State);

    /// The player's turn; repeated for a ply if the move was illegal but forgiven.
    fn turn(&mut self, turn: PlayerTurn);

    fn accepted(&mut self, _accepted: &Accepted) {}

    /// The connection was lost: answer pending turns with the best move so far, which is stored and sent if the turn comes again.
    fn hurry(&mut self) {}

    /// A game has ended; the result is unknown if it ended while the connection was lost.
    fn over(&mut self, game: u64, over: Option<&GameOver>);
}
