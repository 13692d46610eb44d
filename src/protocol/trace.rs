//! REST types of drawable boards, traces, and series of costs by size.

use crate::{Score, Seat, SolveReport};
use message::{Message, omit_none};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// An instance as it was read, cell by cell.
#[omit_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct PuzzleBoard {
    /// The puzzle.
    pub puzzle: String,
    /// Columns. Of a cube: the stickers along an edge.
    pub width: usize,
    /// Rows. Of a cube: those of its six faces, one below the other.
    pub height: usize,
    /// The content of each cell, row by row. Taquin: the tile's name. Sudoku: the digit as a number, or `.`. Light Up: `.`, `#` or `0` to
    /// `4`. Knight's tour: `start`, `end`, `out` for squares left out, or ``. Cube: the face whose colour a sticker has, the faces in the order
    /// U R F D L B. Chess: the piece's letter as in a FEN, or ``. Connect Four and tic-tac-toe: `X` for White, `O` for Black, or ``.
    pub cells: Vec<String>,
    /// Taquin: the goal, cell by cell.
    pub goal: Option<Vec<String>>,
    /// Taquin: the name of the blank.
    pub blank: Option<String>,
    /// Sudoku: columns and rows of a box.
    pub boxes: Option<[u8; 2]>,
    /// Knight's tour: whether the last square must be a knight's move from the first.
    pub closed: Option<bool>,
    /// A cube that no turns solve: the stickers of the nearest one that they solve.
    pub nearest: Option<String>,
    /// A game: the position as the referee writes it.
    pub position: Option<String>,
    /// A game: whose turn it is, unless it is over.
    pub to_move: Option<Seat>,
    /// A finished game: the winner, or none if it is a draw.
    pub ended: Option<GameEnd>,
    /// A game: the legal move that each cell stands for, or `` if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct GameEnd {
    /// The winner; null if it is a draw.
    pub winner: Option<Seat>,
}

/// The steps of a method on an instance.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SolveTrace {
    /// Columns, as in the board.
    pub width: usize,
    /// Rows, as in the board.
    pub height: usize,
    /// Whether the method traces its steps; `GET /v1/solve` lists those that do.
    pub traced: bool,
    /// The returned steps: the first ones all, later ones sampled if there are many.
    pub steps: Vec<TraceStep>,
    /// The number of steps of the search.
    pub seen: u64,
    /// Whether steps were left out.
    pub sampled: bool,
    /// The boards of the answer one after the other, each cell by cell: where moves lead, or the one board that is filled.
    pub path: Vec<Vec<String>>,
    /// Whether the end of the path was left out, because it is long.
    pub path_cut: bool,
    /// The answer itself.
    pub report: SolveReport,
}

/// One step of a search, with all that is needed to draw it.
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TraceStep {
    /// Its number in the search, from 1.
    pub number: u64,
    /// `opened`: a state was taken from those that wait; `tried`: chosen, and may be wrong; `followed`: it follows from what is there; `pruned`: not
    /// good enough to be looked into, and in a game: the moves in `cut` are not looked at; `failed`: the last choice was taken back; `deepened`:
    /// the search begins anew and goes deeper; `found`: a solution. The value of a position of a game: `ended`: it was over; `evaluated`: the
    /// search looks no further; `remembered`: the table knew it; `returned`: its moves have been looked at; `simulated`: a game was played to
    /// its end from it.
    pub event: String,
    /// The cell that it is about.
    pub cell: Option<usize>,
    /// The content of each cell then. Sudoku: the digits that it may still hold, separated by spaces. Light Up: `*` for a bulb, `+` for a cell that is lit, `x` for one
    /// without a bulb, `.` for one of which nothing is known.
    /// Knight's tour: the number in order of visit.
    pub cells: Vec<String>,
    /// Moves or guesses on the way here.
    pub depth: u32,
    /// The heuristic's value of the state.
    pub estimate: Option<u32>,
    /// States in the frontier; of iterative deepening the limit.
    pub waiting: Option<u64>,
    /// By what the state was chosen among those that wait, the smallest first: of A* the moves so far and what the heuristic says.
    pub order: Option<u32>,
    /// The states that wait, by that value: each value with how many have it, the smallest 24 values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frontier: Vec<[u64; 2]>,
    /// Cells that may be next, the first to be tried first, each with what it was chosen by.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<[u64; 2]>,
    /// What happens and why.
    pub why: Message,
    /// The moves, choices or guesses on the way here: those of all steps are the search tree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// Games: moves from here that are cut off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<String>,
    /// Games: what the position is worth for the side that is to move at the start of the search, plies counted from there.
    pub score: Option<Score>,
    /// Games: alpha and beta for the same side; null where there is no bound. Only a value between them matters.
    pub window: Option<[Option<Score>; 2]>,
    /// Further counts of the search, by name. Games: `positions`, `cut_offs` and `remembered` so far, `plies` of this iteration, `simulations`
    /// and how many thousandths this one has `won`.
    /// Cubes: the `phase`, the `axis`, whether it is searched `backwards`, and how many last turns are set (`tail`): the board is then the one that these
    /// turns and the question's make. Chess: the number of the `term` in the answer, from 0, and how often `white`
    /// and `black` have it; `score` is the sum so far in tenths of a pawn.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<String, u64>,
}

/// The cost of one method at one point of a series; means are over the instances that it solved.
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeriesPoint {
    /// The depth or the size.
    pub at: String,
    /// The method.
    pub method: String,
    /// The number of instances.
    pub instances: u32,
    /// The number of these that it solved, or proved unsolvable.
    pub solved: u32,
    /// States created, on average; in a game, positions entered.
    pub generated: f64,
    /// States expanded, on average.
    pub expanded: f64,
    /// The largest number of states that waited at one time, on average; of a depth-first search, its path.
    pub frontier: f64,
    /// Moves to the deepest state, on average; in a game, the last finished iteration in plies.
    pub depth: f64,
    /// Memory held for states, on average, in bytes.
    pub bytes: f64,
    /// Search time on average, in microseconds.
    pub time_us: f64,
    /// The longest search time, in microseconds.
    pub worst_us: u64,
    /// The effective branching factor: the b for which a tree of this depth has as many nodes, 1 + b + … + b^depth (Russell and Norvig).
    pub branching: Option<f64>,
    /// In a game: what else its search counted.
    pub search: Option<SearchPoint>,
}

/// The mean counts of a game-tree search at one point of a series.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct SearchPoint {
    /// Positions left early because the opponent would not allow them.
    pub cut_offs: f64,
    /// The share of the cut-offs, from 0 to 1, caused by the first move searched. Null without cut-offs.
    pub first_cut_rate: Option<f64>,
    /// Positions whose value the transposition table knew.
    pub table_hits: f64,
}
