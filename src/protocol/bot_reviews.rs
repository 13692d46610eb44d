//! The reviews of a bot's games, added up.

use crate::word::words;
use crate::{LineMove, Mark, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

words! {
    /// Some of the moves of a bot.
    MovePart {
        /// All of them.
        All = "all",
        /// Those with White.
        White = "white",
        /// Those with Black.
        Black = "black",
        /// Those of the first third of their game.
        Beginning = "beginning",
        /// Of the second.
        Middle = "middle",
        /// Of the last.
        End = "end",
        /// Those made when at least half of the time was left.
        Ample = "ample",
        /// When less was left, and at least a tenth.
        Scarce = "scarce",
        /// When less than a tenth was left.
        Pressed = "pressed",
    }
}

/// How some of the moves of a bot were played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PartTally {
    /// Which of them. In a game without a limit, no move counts by the time left.
    pub part: MovePart,
    /// How many there are.
    pub moves: u32,
    /// How accurate they were, in percent; null if the bot never had a choice.
    pub accuracy: Option<f64>,
    /// How many were inaccurate, and no worse.
    pub inaccuracies: u32,
    /// How many were mistakes, and no worse.
    pub mistakes: u32,
    /// How many were blunders.
    pub blunders: u32,
    /// How often a win that is proved was let go.
    pub missed_wins: u32,
}

/// A position in which a bot gave away much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct InstructivePosition {
    /// The match.
    pub game: u64,
    /// The opponent.
    pub opponent: String,
    /// Plies played before it.
    pub ply: u32,
    /// Who moved.
    pub seat: Seat,
    /// The position.
    pub position: String,
    /// What was played.
    #[serde(rename = "move")]
    pub text: String,
    /// What would have been better.
    pub best: String,
    /// What the move gave away of a win, from 0 to 1.
    pub lost: f64,
    /// How bad that is.
    pub mark: Mark,
    /// Whether a win that is proved was let go.
    pub missed_win: bool,
    /// The play expected after the better move.
    pub line: Vec<LineMove>,
}

/// The reviews of a bot's latest games, added up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BotReviews {
    /// The bot.
    pub bot: String,
    /// The game that was played.
    pub game: String,
    /// How many games have a review, of the latest 100 that are over.
    pub reviewed: u32,
    /// How many are over, of these.
    pub over: u32,
    /// Blunders a reviewed game; null if there is none.
    pub blunders_a_game: Option<f64>,
    /// Its moves, by part; parts without a move are left out.
    pub parts: Vec<PartTally>,
    /// The positions in which it gave away most, the worst first: at most five, and of one game one.
    pub instructive: Vec<InstructivePosition>,
}
