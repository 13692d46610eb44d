//! Messages from the referee to a bot.

use crate::{ChargeJson, Clocks, GameResult, LagCompensationJson, Participants, Rejection, Seat, Status, TimeControlJson};
use message::{Coded, Message, omit_none};
use serde::{Deserialize, Serialize};
use std::ops::Not;
use utoipa::ToSchema;

/// A message from the referee.
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum RefereeMessage {
    /// The answer to `hello`.
    Welcome(Welcome),
    /// A whole game: at its start, on reconnection, and on `sync`.
    State(State),
    /// It is the bot's turn: all that is needed to choose a move.
    YourTurn(YourTurn),
    /// The bot's move was legal and is on record.
    Accepted(Accepted),
    /// A message about a game came to nothing.
    Rejected(Rejected),
    /// The opponent connected or disconnected.
    Opponent {
        /// The game.
        game: u64,
        /// Whether it is connected now.
        online: bool,
    },
    /// A game that this connection knows has ended; or one of before, to a bot that asks.
    GameOver(GameOver),
    /// The answer to `ping`.
    Pong,
    /// Something worth knowing.
    Notice {
        /// One word.
        code: String,
        /// An English sentence.
        message: String,
        /// The same as a code with parameters.
        why: Message,
        /// The `id` of the `seek` that it answers.
        id: Option<String>,
    },
    /// Something is wrong with what the bot sent.
    Error {
        /// One word.
        code: String,
        /// An English sentence: what, where, and what would be right.
        message: String,
        /// The same as a code with parameters.
        why: Message,
        /// Whether the referee closes the connection now.
        fatal: bool,
        /// The `id` of the `seek` that it answers.
        id: Option<String>,
    },
}

impl RefereeMessage {
    /// Something worth knowing; `code` is the word of its kind.
    pub fn notice(code: &str, why: &impl Coded, id: Option<String>) -> RefereeMessage {
        RefereeMessage::Notice { code: code.into(), message: why.to_string(), why: why.message(), id }
    }

    /// Something that is wrong; `code` is the word of its kind, and `fatal` says whether the connection is closed.
    pub fn error(code: &str, why: &impl Coded, fatal: bool, id: Option<String>) -> RefereeMessage {
        RefereeMessage::Error { code: code.into(), message: why.to_string(), why: why.message(), fatal, id }
    }
}

/// The answer to `hello`: all constants in one place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Welcome {
    /// The protocol version in use.
    pub proto: u32,
    /// This connection's number, to quote to the operator.
    pub session: u64,
    /// The bot's name, as the referee knows it.
    pub bot: String,
    /// The referee sends a WebSocket ping so often; three unanswered ones end the connection.
    pub heartbeat_us: u64,
    /// Time on the way that is not charged, the same for every bot.
    pub lag_compensation: LagCompensationJson,
    /// The limits of the referee.
    pub limits: Limits,
    /// The bot's running games; the `state` of each follows.
    pub games: Vec<u64>,
    /// The secret for reconnecting: a `hello` with it comes from the same bot, at any address.
    pub resume_token: String,
}

/// The limits of the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Limits {
    /// Bytes in a message.
    pub message_bytes: usize,
    /// Games at one time.
    pub games: usize,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct State {
    /// The game.
    pub game: u64,
    /// Which game is played, such as `knights`.
    pub game_name: String,
    /// Where it stands.
    pub status: Status,
    /// The bot's own seat.
    pub you: Seat,
    /// The players.
    pub players: Participants,
    /// The position.
    pub position: String,
    /// The moves so far.
    pub moves: Vec<String>,
    /// Plies played.
    pub ply: u32,
    /// Both clocks at the last move.
    pub clocks: Clocks,
    /// The time each player has.
    pub time: TimeControlJson,
    /// The strikes that the bot has left.
    pub strikes_left: u8,
    /// Whether the opponent is connected.
    pub opponent_online: bool,
    /// In the first `state` of a game that the bot sought: the `id` of its `seek`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// It is the bot's turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct YourTurn {
    /// The game.
    pub game: u64,
    /// Plies played: to be sent back with the move.
    pub ply: u32,
    /// The bot's own seat.
    pub you: Seat,
    /// The position, on one line.
    pub position: String,
    /// The opponent's last move; null before the first.
    pub last_move: Option<String>,
    /// The moves so far.
    pub moves: Vec<String>,
    /// Every legal move, sorted.
    pub legal_moves: Vec<String>,
    /// Both clocks at the last move.
    pub clocks: Clocks,
}

/// The bot's move was legal and is on record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Accepted {
    /// The game.
    pub game: u64,
    /// Plies played before it.
    pub ply: u32,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The cost.
    pub charge: ChargeJson,
    /// Both clocks after it.
    pub clocks: Clocks,
}

/// A message about a game came to nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Rejected {
    /// The game, as the message named it.
    pub game: u64,
    /// The current ply; null if the game is none of the bot's.
    pub ply: Option<u32>,
    /// One word.
    pub code: Rejection,
    /// An English sentence that says what would be right.
    pub message: String,
    /// The same as a code with parameters.
    pub why: Message,
    /// Every legal move, if it is the bot's turn.
    pub legal_moves: Vec<String>,
    /// The strikes that the bot has left; null if the game is another bot's.
    pub strikes_left: Option<u8>,
}

/// The game has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameOver {
    /// The game.
    pub game: u64,
    /// How it ended.
    pub result: GameResult,
    /// The name of the bot that won, if one did.
    pub winner: Option<String>,
    /// Why, as one word.
    pub reason: String,
    /// Why, in an English sentence with the numbers.
    pub detail: String,
    /// The same as a code with parameters.
    pub why: Message,
    /// Plies played.
    pub plies: u32,
    /// Both clocks at the last move.
    pub clocks: Clocks,
    /// Where the game can be seen, below the referee's address.
    pub url: String,
    /// Whether this is the answer to `hello.resume` or `sync`: a result of before.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub past: bool,
}
