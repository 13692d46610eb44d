//! REST types of puzzle answers.

use crate::{Analysis, HintReason, SearchCost, SolveLimits, SolveVerdict};
use message::{Message, omit_none};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The cost of an answer. In a game a state is a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SolveCost {
    /// States created, the start included; of a search that went on from a checkpoint, by all who have worked on it.
    pub generated: u64,
    /// States whose successors were created; of a search that went on, since it did.
    pub expanded: u64,
    /// The largest number of states that waited at one time.
    pub frontier: u64,
    /// Moves to the deepest state.
    pub depth: u32,
    /// Memory held for states, in bytes; an estimate.
    pub bytes: u64,
    /// Search time, of all who have worked on it, in microseconds; neither waiting in the queue nor the making of tables counts.
    pub time_us: u64,
    /// Time that went into tables, which serve the next question, too; in microseconds, left out if none did.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub prepared_us: u64,
}

/// An answer, in one shape for all puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SolveReport {
    /// The puzzle.
    pub puzzle: String,
    /// The method.
    pub method: String,
    /// The size of the board as it was read, with any answer: columns and rows, such as `4x4`; of a sudoku with its boxes. Left out of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// The goal as it was read. Taquin: rows separated by `/`. Knight's tour: `open` or `closed`, and a given end. Cube: the metric of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// How it ended.
    pub verdict: SolveVerdict,
    /// Whether all that the answer says is proven: that there is none, that it is the only one or not, that it is the shortest.
    pub proven: bool,
    /// Why there is no answer, or which limit came first.
    pub why: Option<Message>,
    /// The answer; null if there is none.
    pub answer: Option<PuzzleAnswer>,
    /// The cost.
    pub cost: SolveCost,
}

/// The last line of a stream.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct StreamEnd {
    /// `exhausted`: proven, there are no more; `solution_limit`: the number asked for; `limit_reached`: another limit came first.
    pub ending: String,
    /// Which limit, if one.
    pub why: Option<Message>,
    /// Solutions sent.
    pub found: u64,
    /// The cost.
    pub cost: SolveCost,
}

/// The answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum PuzzleAnswer {
    /// A knight's tour.
    Tour(TourAnswer),
    /// The number of tours or solutions.
    Count(CountAnswer),
    /// Moves of a taquin.
    Taquin(TaquinAnswer),
    /// A full Sudoku.
    Sudoku(SudokuAnswer),
    /// A step towards one.
    Hint(HintAnswer),
    /// A Light Up board with its bulbs.
    LightUp(LightUpAnswer),
    /// Moves of a cube.
    Cube(CubeAnswer),
    /// The result of best play.
    Game(Analysis),
    /// Shannon's terms.
    Chess(ChessAnswer),
}

/// A tour.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TourAnswer {
    /// The squares in order of visit, each as row and column, from 0.
    pub squares: Vec<[u32; 2]>,
    /// The board, each square with its number in order of visit, from 1.
    pub board: Vec<Vec<u32>>,
    /// Whether the last square is a knight's move from the first.
    pub closed: bool,
}

/// A number of solutions.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CountAnswer {
    /// The number.
    pub solutions: u64,
    /// Whether these are all.
    pub all: bool,
}

/// The way to the goal.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TaquinAnswer {
    /// Columns and rows as read, such as `4x4`.
    pub shape: String,
    /// The goal as read, rows parted by `/`.
    pub goal: String,
    /// Where the blank goes, a letter a move: `U`, `L`, `R`, `D`.
    pub moves: String,
    /// The number of moves.
    pub length: usize,
    /// The tiles that slide, a name a move; left out beyond 1,000 moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<String>>,
    /// No solution has fewer moves than this.
    pub lower_bound: u32,
    /// Whether it is proven that no solution has fewer moves than this one.
    pub optimal: bool,
    /// It is proven that the fewest moves times this are at least as many as these; rounded up to thousandths, 1 if it is the fewest.
    pub factor: f64,
    /// h1: misplaced tiles at the start.
    pub misplaced: u32,
    /// h2: the Manhattan distance at the start.
    pub manhattan: u32,
}

/// A full grid.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SudokuAnswer {
    /// The cells in reading order.
    pub grid: String,
    /// The digits row by row.
    pub rows: Vec<Vec<u8>>,
    /// Whether it is the only one; null if not known.
    pub unique: Option<bool>,
    /// Another one, if there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub another: Option<String>,
}

/// The next step of a player, or all steps.
#[omit_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct HintAnswer {
    /// `next`: the steps can be taken; `finished`; `contradiction`: there is no solution; `stuck`: the known techniques end here.
    pub state: String,
    /// The steps.
    pub steps: Vec<Message>,
    /// The reason, if it cannot be filled or no step follows.
    pub why: Option<Message>,
    /// The hardest technique among the steps.
    pub hardest: Option<String>,
    /// Sudoku: its grade, as sudokuwiki.org has it: `basic`, `tough`, `diabolical` or `extreme`.
    pub grade: Option<String>,
    /// What to mark for each of the messages, or for the one that says what is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<HintMarks>,
    /// Games and cubes: the move, and the reason for it as a program reads it.
    pub hint: Option<MoveHint>,
}

/// The cells of a step, as numbers row by row from 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct HintMarks {
    /// Where it acts: the tile that slides, the square to go to or back to, the cells that are filled or lose candidates.
    pub cells: Vec<usize>,
    /// The cells that are the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<usize>,
    /// Sudoku: the candidates of these cells before the step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<CellDigits>,
    /// Sudoku: the candidates that go.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub struck: Vec<CellDigits>,
}

/// Digits of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CellDigits {
    /// The cell.
    pub cell: usize,
    /// The digits in ascending order.
    pub digits: Vec<u8>,
}

impl HintAnswer {
    /// Steps, or what is wrong.
    pub fn new(state: &str, steps: Vec<Message>, why: Option<Message>) -> HintAnswer {
        HintAnswer { state: state.into(), steps, why, ..HintAnswer::default() }
    }
}

/// A move, and the reason for it.
#[omit_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct MoveHint {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The reason.
    pub reason: HintReason,
    /// Games: plies to the end of a game that is won or lost.
    pub plies: Option<u32>,
    /// Games: how the opponent would win immediately after another move.
    pub reply: Option<String>,
    /// Games: how many moves win, draw or lose as this one does.
    pub as_good: Option<u32>,
    /// Games: how many moves there are.
    pub moves: Option<u32>,
    /// Cubes: how many turns follow.
    pub follow: Option<u32>,
    /// Cubes of three: the phase of Kociemba's method that the turn serves, 1 or 2.
    pub phase: Option<u32>,
    /// Cubes of three: after how many turns, this one among them, phase 1 is over.
    pub first_phase: Option<u32>,
}

/// A lit board.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LightUpAnswer {
    /// The rows: `*` for a bulb, `.` for a white cell without, `#` and digits.
    pub rows: Vec<String>,
    /// The bulbs, each as row and column, from 0.
    pub bulbs: Vec<[u16; 2]>,
    /// Whether it is the only one; null if not known.
    pub unique: Option<bool>,
    /// Another one, if there is, in rows parted by `/`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub another: Option<String>,
}

/// The moves that solve a cube.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CubeAnswer {
    /// The cube as read, as stickers.
    pub cube: String,
    /// The metric: `half-turn` or `quarter-turn`.
    pub metric: String,
    /// The moves, such as `R U' F2`.
    pub moves: String,
    /// The number, in the requested metric.
    pub length: usize,
    /// No solution has fewer moves than this.
    pub lower_bound: usize,
    /// Whether it is proven that no solution has fewer moves.
    pub shortest: bool,
}

/// A chess position as Shannon's formula sees it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ChessAnswer {
    /// The terms of the formula.
    pub terms: Vec<ChessTerm>,
    /// Their sum in pawns: positive if White is better off.
    pub sum: f64,
}

/// One term.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ChessTerm {
    /// Its letter in the formula.
    pub letter: String,
    /// The counted feature.
    pub name: String,
    /// The weight, in pawns.
    pub weight: f64,
    /// White's count.
    pub white: u32,
    /// Black's count.
    pub black: u32,
    /// The term's contribution to the sum.
    pub value: f64,
}

/// A puzzle made at random.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RandomPuzzle {
    /// Which, as `GET /v1/solve` names it.
    pub puzzle: String,
    /// Its size, such as `9x9`.
    pub size: String,
    /// `easy`, `medium`, `hard` or `extreme`.
    pub difficulty: String,
    /// With it the same puzzle is made again.
    pub seed: u64,
    /// The puzzle as people write it, on one line.
    pub text: String,
    /// The body that `POST /v1/solve/NAME` takes.
    pub question: serde_json::Value,
}

/// The puzzles, with their methods and parameters.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PuzzleList {
    /// The puzzles.
    pub puzzles: Vec<PuzzleInfo>,
    /// The limits of one request.
    pub limits: SolveLimits,
    /// The limits of a job.
    pub job_limits: SolveLimits,
    /// Requests that may wait for a thread; one more is answered with 503.
    pub queue: usize,
}

/// One puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PuzzleInfo {
    /// Its name.
    pub puzzle: String,
    /// Where to post it.
    pub href: String,
    /// A description.
    pub about: String,
    /// An example of its text, for a body of `text/plain`.
    pub text: String,
    /// The methods by name; the first is the default, unless the puzzle is large.
    pub methods: Vec<String>,
    /// The methods with a trace of their steps, by `POST /v1/solve/NAME/trace`.
    pub traced_methods: Vec<String>,
    /// The fields of a question.
    pub parameters: Vec<ParameterInfo>,
    /// The forms of the answer, for `Accept`.
    pub forms: Vec<String>,
    /// Questions to try.
    pub examples: Vec<PuzzleExample>,
}

/// A field of a question.
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ParameterInfo {
    /// Its name; of a limit, `limits.` before it.
    pub name: String,
    /// A description.
    pub about: String,
    /// Whether every question has it.
    pub required: bool,
    /// The values that it has by name, the default first. A goal may be a board as well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// The least that it may be; of a limit, see `limits` and `job_limits`.
    #[schema(value_type = Option<f64>)]
    pub minimum: Option<serde_json::Number>,
    /// The most.
    #[schema(value_type = Option<f64>)]
    pub maximum: Option<serde_json::Number>,
}

/// A question to try.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PuzzleExample {
    /// The summary.
    pub summary: String,
    /// The status of the answer.
    pub status: u16,
    /// The body to post.
    pub body: serde_json::Value,
}

/// The cost of several methods on one instance.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Comparison {
    /// The puzzle or game.
    pub puzzle: String,
    /// A row a method.
    pub rows: Vec<ComparisonRow>,
}

/// One method's answer and its cost.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ComparisonRow {
    /// The method.
    pub method: String,
    /// How it ended; null if the method does not take this instance.
    pub verdict: Option<SolveVerdict>,
    /// Whether all that the answer says is proven.
    pub proven: bool,
    /// The answer in a few words, or why there is none.
    pub why: Message,
    /// The cost.
    pub cost: SolveCost,
    /// In a game: the same in the words of game-tree search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchCost>,
}
