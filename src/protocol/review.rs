//! REST types of game reviews and their totals by bot.

use crate::{GameResult, LineMove, Mark, MovePart, Participants, Score, Seat};
use message::{Message, omit_none};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game to review.
#[omit_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.moves")]
#[schema(example = json!({"moves": ["B9-A7", "B1-A3"]}))]
pub struct ReviewQuestion {
    /// The position before the first move; the start if left out.
    pub position: Option<String>,
    /// The moves, at most 400.
    pub moves: Vec<String>,
    /// Nodes for each position, 1,000 to 10,000,000; 100,000 if left out (Connect Four: 200,000), with which the chances to win were fitted.
    pub nodes: Option<u64>,
    /// How it was played, for the words about it; without, they are about White and Black.
    pub played: Option<PlayedGame>,
}

/// How a game was played, as far as remarks about it need that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// Who played.
    pub players: Participants,
    /// The time that each had for the game, in microseconds; null for no limit.
    pub budget_us: Option<u64>,
    /// The charge of each move, in microseconds.
    pub charged_us: Vec<u64>,
    /// How it ended.
    pub result: GameResult,
    /// Why, as one word: `rules` where the board decided.
    pub reason: String,
}

/// A move, and what would have been better. Values and chances are those of the side that moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewedMove {
    /// Plies played before it.
    pub ply: u32,
    /// Who played.
    pub seat: Seat,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The best move that was found.
    pub best: String,
    /// Its value.
    pub score: Score,
    /// How deep the position was searched, in plies.
    pub depth: u32,
    /// The chance to win before the move, from 0 to 1; a draw is half a win.
    pub chance: f64,
    /// The value after the move.
    pub chance_after: f64,
    /// The win chance lost by the move; 0 for the best.
    pub lost: f64,
    /// How bad that is; null for a good move.
    pub mark: Option<Mark>,
    /// Whether there was a win that is proved, and the move let it go.
    pub missed_win: bool,
    /// Whether there was no other move.
    pub forced: bool,
    /// The play expected after the best move, from that on; up to 8 moves, and of a move without a mark none.
    pub line: Vec<LineMove>,
    /// The play expected after the move that was played, likewise: what is wrong with it.
    pub refutation: Vec<LineMove>,
}

/// How a side played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewedSide {
    /// How accurately, in percent; null if it never had a choice.
    pub accuracy: Option<f64>,
    /// The number of inaccuracies.
    pub inaccuracies: u32,
    /// The number of mistakes, without blunders.
    pub mistakes: u32,
    /// The number of blunders.
    pub blunders: u32,
    /// The number of proved wins that were missed.
    pub missed_wins: u32,
}

/// A reviewed game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Review {
    /// The game.
    pub game: String,
    /// The position before the first move.
    pub start: String,
    /// The engine.
    pub method: String,
    /// The nodes searched for each position.
    pub nodes: u64,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// How White played.
    pub white: ReviewedSide,
    /// How Black played.
    pub black: ReviewedSide,
    /// The ply after which the side that is better at the end was never again worse than even; null if there is none.
    pub turning_point: Option<u32>,
    /// How accurate both were, the worst move and the time for it, wins missed, where it turned; in this order.
    #[serde(default)]
    pub remarks: Vec<Message>,
}

/// How some of the moves of a bot were played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PartTally {
    /// Which of them. In a game without a limit, no move counts by the time left.
    pub part: MovePart,
    /// The number of them.
    pub moves: u32,
    /// How accurate they were, in percent; null if the bot never had a choice.
    pub accuracy: Option<f64>,
    /// The number of inaccuracies.
    pub inaccuracies: u32,
    /// The number of mistakes, without blunders.
    pub mistakes: u32,
    /// The number of blunders.
    pub blunders: u32,
    /// The number of proved wins that were missed.
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
    /// The move played.
    #[serde(rename = "move")]
    pub text: String,
    /// A better move.
    pub best: String,
    /// The win chance lost by the move, from 0 to 1.
    pub lost: f64,
    /// How bad that is.
    pub mark: Mark,
    /// Whether a win that is proved was missed.
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
    /// The number of reviewed games, of the latest 100 finished ones.
    pub reviewed: u32,
    /// The number of finished ones, of these.
    pub over: u32,
    /// Blunders a reviewed game; null if there is none.
    pub blunders_a_game: Option<f64>,
    /// Its moves, by part; parts without a move are left out.
    pub parts: Vec<PartTally>,
    /// The positions in which it gave away most, the worst first: at most five, and of one game one.
    pub instructive: Vec<InstructivePosition>,
}
