//! REST types of game analysis: questions and answers.

use crate::{Expected, GameResult, Seat, SolveLimits};
use message::{Message, omit_none};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A position to be analysed.
#[omit_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.position")]
pub struct AnalysisQuestion {
    /// The position, in the game's notation; the start if left out. Of Connect Four also the columns played, such as `44455`.
    pub position: Option<String>,
    /// Moves that are played from there first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The engine by name; `GET /v1/solve` lists them. If left out, the strongest; with a depth, one that searches to a depth.
    pub method: Option<String>,
    /// How leaves are judged, for the games that have several evaluations.
    pub evaluation: Option<String>,
    /// The deepest iteration in plies, 1 to 250. `perfect` looks to the end of the game all the same.
    #[schema(minimum = 1, maximum = 250)]
    pub depth: Option<u32>,
    /// The number of lines of play, 1 to 100; 1 if left out. With more than one, every move is searched and has a score. `perfect` scores every move
    /// unless 1 is asked for, which is fastest.
    #[schema(minimum = 1, maximum = 100)]
    pub lines: Option<u32>,
    /// For `uct`: how much it is drawn to what it has not explored, c in w/n + c·√(ln N / n); from 0 to 100, √2 if left out.
    #[schema(minimum = 0, maximum = 100)]
    pub c: Option<f64>,
    /// The seed of the engine; 0 if left out.
    pub seed: Option<u64>,
    /// Whether only the best move and the reason for it are wanted. For `POST /v1/solve/connect-four` and `/v1/solve/tic-tac-toe`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hint: bool,
    /// The limits; of Monte Carlo tree search a node is a simulation.
    #[serde(default)]
    pub limits: SolveLimits,
}

/// Where a question stands that waits for a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct QueuePlace {
    /// The number of earlier questions that still wait. Scheduling is fair by client, so that questions of others may pass it.
    pub ahead: usize,
}

/// A position, and optionally a candidate move.
#[omit_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.move")]
#[schema(example = json!({"position": "1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0", "move": "B9-B8"}))]
pub struct CheckMoveQuestion {
    /// The position, as `your_turn` sends it; the start if left out.
    pub position: Option<String>,
    /// The move; if left out, only the position is described.
    #[serde(rename = "move")]
    pub mv: Option<String>,
}

/// The legal moves of a position, and a check of one move.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CheckedMove {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The side to move, also of a finished game.
    pub to_move: Seat,
    /// The legal moves; none if the game is over.
    pub legal_moves: Vec<String>,
    /// The result, if the game is over.
    pub result: Option<GameResult>,
    /// The reason of the result.
    pub verdict: Option<Message>,
    /// Whether the move is legal; null without a move.
    pub legal: Option<bool>,
    /// Why the move is not legal; the same as in `rejected`.
    pub why: Option<Message>,
    /// The position after the move, if it is legal.
    pub after: Option<String>,
}

/// A value for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Score {
    /// The number on the engine's scale: larger is better. `perfect` at Connect Four: 0 for a draw, n for a win n stones before the board is full.
    pub value: i32,
    /// How the game ends; null if it is only an estimate.
    pub expected: Option<Expected>,
    /// Plies to the end of a game that is won or lost, at most: a method that leaves out moves, such as `alphabeta`, may not have seen the shortest way.
    pub plies: Option<u32>,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisLine {
    /// Its first move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value.
    pub score: Score,
    /// The play expected of both sides, the first move included.
    pub pv: Vec<String>,
}

/// A move and its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MoveScore {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value; null if a limit came before it was found.
    pub score: Option<Score>,
}

/// The cost of a game-tree search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SearchCost {
    /// Positions entered; of Monte Carlo tree search, simulations.
    pub nodes: u64,
    /// Positions valued without looking further.
    pub leaves: u64,
    /// Positions left early because the opponent would not allow them.
    pub cut_offs: u64,
    /// Those caused by the first move searched.
    pub first_cut_offs: u64,
    /// Positions whose value the transposition table knew.
    pub table_hits: u64,
    /// The last finished iteration, in plies.
    pub depth: u32,
    /// Plies to the deepest position entered.
    pub selective_depth: u32,
    /// Memory held for positions, in bytes: a table or a tree.
    #[serde(default)]
    pub bytes: u64,
    /// Search time, in microseconds.
    pub time_us: u64,
    /// The cost of each finished iteration, the shallowest first; empty for a search without depths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub iterations: Vec<IterationCost>,
}

/// The cost of one iteration of a search alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct IterationCost {
    /// The depth of the search, in plies.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// Positions valued without looking further.
    pub leaves: u64,
    /// Positions left early because the opponent would not allow them.
    pub cut_offs: u64,
    /// The share of the cut-offs, from 0 to 1, by the first move searched; null without cut-offs.
    pub first_cut_rate: Option<f64>,
    /// Positions whose value the transposition table knew.
    pub table_hits: u64,
    /// The effective branching factor b: 1 + b + … + b^depth nodes (Russell and Norvig); null where a table leaves fewer nodes than plies.
    pub branching: Option<f64>,
    /// Search time, in microseconds.
    pub time_us: u64,
}

/// An analysed position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Analysis {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Whose turn it is.
    pub to_move: Seat,
    /// The engine.
    pub method: String,
    /// The last finished iteration, in plies; 0 if not even the first was finished.
    pub depth: u32,
    /// The value of the position for the side to move; null if not even the first iteration was finished.
    pub score: Option<Score>,
    /// The best lines, the best first; none if the game is over.
    pub lines: Vec<AnalysisLine>,
    /// The value of every move that was searched separately, the best first. `perfect` always looks at every move.
    pub moves: Vec<MoveScore>,
    /// Why it ended before all that was asked for was done; null if nothing is missing.
    pub why: Option<Message>,
    /// The cost.
    pub cost: SearchCost,
}
