//! The log of a match, which players, spectators, storage and replays read; and its times, integers with their unit in the name.

use crate::{GameResult, MoveRecord, Seat};
use message::Message;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One line of a match's log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Line {
    /// Its number; the first is 0.
    pub line: u64,
    /// Microseconds since the match was made, not counting any time in which the referee stalled.
    pub at_us: u64,
    /// What happened.
    #[serde(flatten)]
    pub entry: Entry,
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Participants {
    /// The bot that moves first.
    pub white: String,
    /// The bot that moves second.
    pub black: String,
}

/// How a player is connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Transport {
    /// By WebSocket: after a loss of the connection the game continues.
    #[default]
    WebSocket,
    /// By the line protocol: a client that loses the connection cannot rejoin the game.
    Line,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Entry {
    /// The match was made. Always line 0.
    Created {
        /// The match's number.
        game: u64,
        /// Which game is played, such as `knights`.
        game_name: String,
        /// The players.
        players: Participants,
        /// The position before the first move.
        position: String,
        /// The time each has.
        time: TimeControlJson,
        /// The strikes of each player: illegal moves that do not lose.
        strikes: u8,
        /// Time on the way that is not charged.
        lag_compensation: LagCompensationJson,
        /// How soon both must be ready, in microseconds.
        ready_timeout_us: u64,
        /// How long a player may be away at one time before it loses, in microseconds; null: the clock runs and no more.
        forfeit_after_us: Option<u64>,
    },
    /// A player connected or came back.
    Online {
        /// The player who is connected now.
        seat: Seat,
        /// How; left out for a WebSocket.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        link: Transport,
    },
    /// A player's connection was lost.
    Offline {
        /// The player who has lost the connection.
        seat: Seat,
    },
    /// A player is ready.
    Ready {
        /// The player who is ready.
        seat: Seat,
    },
    /// Both were ready: the game began.
    Started,
    /// A legal move was played.
    Moved(MoveRecord),
    /// An illegal move was forgiven.
    Struck {
        /// Who played it.
        seat: Seat,
        /// Plies played.
        ply: u32,
        /// The text of the move.
        #[serde(rename = "move")]
        text: String,
        /// What is wrong with it.
        why: Message,
        /// The strikes left.
        strikes_left: u8,
    },
    /// The referee stalled; no clock is charged.
    Stalled {
        /// For how long.
        by_us: u64,
    },
    /// The referee was started anew; the turn is sent again and its clock begins anew.
    Restarted,
    /// The game is over. Always the last line.
    Ended {
        /// How it ended.
        result: GameResult,
        /// Why, as one word.
        reason: String,
        /// Why, with the numbers.
        why: Message,
    },
}

/// The time control of each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TimeControl)]
pub struct TimeControlJson {
    /// For the whole game, in microseconds; null: no limit.
    pub budget_us: Option<u64>,
    /// Added after each move, in microseconds.
    pub increment_us: u64,
    /// For one move, in microseconds; null: no limit.
    pub per_move_us: Option<u64>,
}

/// Time on the way that is not charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = LagCompensation)]
pub struct LagCompensationJson {
    /// Limit for each move, in microseconds.
    pub per_move_us: u64,
    /// Limit for the game, in microseconds.
    pub total_us: u64,
}

/// Both clocks after the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clocks {
    /// White's, in microseconds; null: no limit.
    pub white_us: Option<u64>,
    /// Black's, in microseconds; null: no limit.
    pub black_us: Option<u64>,
}

/// The charge of a move, and the evidence. Moments are microseconds since the creation of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Charge)]
pub struct ChargeJson {
    /// When `your_turn` had been written.
    pub sent_us: u64,
    /// When the move's frame was complete.
    pub received_us: u64,
    /// From the one to the other.
    pub round_trip_us: u64,
    /// The lag compensation.
    pub lag_compensation_us: u64,
    /// The time deducted from the clock.
    pub charged_us: u64,
    /// How long the referee stalled meanwhile; charged to neither player.
    pub stall_us: u64,
}
