//! REST types of puzzle questions.

use message::omit_none;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What an answer may cost. A missing limit is the referee's own, which `GET /v1/solve` returns.
#[omit_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.limits")]
pub struct SolveLimits {
    /// Seconds of work, more than 0.
    pub seconds: Option<f64>,
    /// States created, at least 1; checked every few thousand states.
    pub nodes: Option<u64>,
    /// Memory for states or tables in MiB, at least 1.
    pub mebibytes: Option<u64>,
    /// In a stream or a count: solutions, at least 1; not for a count of tours.
    pub solutions: Option<u64>,
}

/// The size of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "shape.board_size")]
pub enum BoardSize {
    /// Columns and rows, such as `8x8`.
    Text(String),
    /// The same by name.
    Sides {
        /// The number of columns.
        width: u64,
        /// The number of rows.
        height: u64,
    },
}

/// A square of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "shape.square")]
pub enum BoardSquare {
    /// Row and column from 0, such as `0,0`; or a letter for the column and the row counted from below, such as `a1`.
    Text(String),
    /// Row and column, from 0.
    Pair([u64; 2]),
}

/// The tours that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CountedTours {
    /// Tours from the start, in both directions if they are closed.
    FromStart,
    /// Tours from any square: open ones in both directions, closed ones once for all starts and directions.
    All,
}

/// A knight's tour: the knight visits every square once.
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.tour")]
pub struct TourQuestion {
    /// Its size, such as `8x8`.
    pub board: BoardSize,
    /// The first square; `0,0` if left out.
    pub start: Option<BoardSquare>,
    /// The last square, if it is not for the knight to choose.
    pub end: Option<BoardSquare>,
    /// Squares that are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<BoardSquare>,
    /// The squares already visited, the start first; the tour continues from the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub visited: Vec<BoardSquare>,
    /// Only where to go next, and why; or how far to go back, if no tour continues.
    #[serde(default)]
    pub hint: bool,
    /// `open` (the default), or `closed`: the last square is a knight's move from the first.
    pub kind: Option<String>,
    /// Count instead of finding one: `from-start`, or `all` (open: in both directions; closed: as figures).
    pub count: Option<CountedTours>,
    /// How; `GET /v1/solve` lists the methods. Tours are counted by `frontier`, which does nothing else.
    pub method: Option<String>,
    /// For `depth-limited`: the most moves, as deep as a tour if left out.
    #[schema(minimum = 0)]
    pub depth: Option<u32>,
    /// The limits.
    #[serde(default)]
    pub limits: SolveLimits,
}

/// A tile's name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "shape.tile")]
pub enum Tile {
    /// A number.
    Number(u64),
    /// A word.
    Name(String),
    /// `null`: the blank.
    Blank,
}

/// A board of tiles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "shape.tile_board")]
pub enum TileBoard {
    /// Rows split by `/` or line breaks, tiles by spaces or commas; or one list.
    Text(String),
    /// Row by row.
    Rows(Vec<Vec<Tile>>),
    /// All in one list.
    List(Vec<Tile>),
}

/// The cells of a Sudoku or a Light Up board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "shape.grid")]
pub enum Grid {
    /// Any form of text.
    Text(String),
    /// A text a row.
    Lines(Vec<String>),
    /// A list of cells a row; `null` is an empty cell.
    Rows(Vec<Vec<Option<Tile>>>),
}

/// A taquin (sliding puzzle).
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.taquin")]
pub struct TaquinQuestion {
    /// The board to begin with.
    pub start: TileBoard,
    /// The board to reach, or `blank-last` (the default), `blank-first` or `spiral`.
    pub goal: Option<TileBoard>,
    /// The tile that is the blank; if left out `null` or `_`, or else `.`, or else `0`.
    pub blank: Option<Tile>,
    /// Columns and rows, such as `5x3`, for boards in one list that are not square: they are not inferred.
    pub shape: Option<String>,
    /// Only the tile to slide next, and why.
    #[serde(default)]
    pub hint: bool,
    /// How; `GET /v1/solve` lists the methods.
    pub method: Option<String>,
    /// The limits.
    #[serde(default)]
    pub limits: SolveLimits,
}

/// A Sudoku from 4×4 to 25×25.
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.sudoku")]
pub struct SudokuQuestion {
    /// The cells in reading order, such as 81 of `1` to `9` and `.` or `0`; rows on lines and frames are fine; or a game ID, `3x3:…`.
    pub grid: Grid,
    /// Of a 16×16 or 25×25 grid: `digits` (1 to 9, then A), `hexadecimal` (0 to F) or `letters` (A to Y); inferred from the grid if left out.
    pub symbols: Option<String>,
    /// Count the solutions, up to `limits.solutions` (1,000 if left out), instead of finding one.
    #[serde(default)]
    pub count: bool,
    /// Only the next logical step, as text.
    #[serde(default)]
    pub hint: bool,
    /// All logical steps, as text, and the hardest technique among them.
    #[serde(default)]
    pub steps: bool,
    /// How; `GET /v1/solve` lists the methods.
    pub method: Option<String>,
    /// The limits.
    #[serde(default)]
    pub limits: SolveLimits,
}

/// A Light Up board, up to 200×200.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.light_up")]
pub struct LightUpQuestion {
    /// Rows of `.` (white), `#` (black) and `0` to `4`; or a game ID such as `7x7:…`.
    pub board: Grid,
    /// Only the next logical step, as text.
    #[serde(default)]
    pub hint: bool,
    /// All logical steps, as text, and how hard the hardest is.
    #[serde(default)]
    pub steps: bool,
    /// Count the solutions, up to `limits.solutions` (1,000 if left out), instead of finding one.
    #[serde(default)]
    pub count: bool,
    /// How; `GET /v1/solve` lists the methods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The limits.
    #[serde(default)]
    pub limits: SolveLimits,
}

/// The stickers of a cube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "shape.stickers")]
pub enum CubeStickers {
    /// 24 or 54 in one text.
    Text(String),
    /// The faces in the order U R F D L B, each row by row.
    Faces(Vec<String>),
    /// The faces by name.
    Named(std::collections::BTreeMap<String, String>),
}

/// A cube, 2×2×2 or 3×3×3: its stickers, or the moves that scramble a solved one.
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.cube")]
pub struct CubeQuestion {
    /// 24 or 54 stickers, the faces in the order U R F D L B, as faces, colours (`W R G Y O B`) or digits (1 to 6, or 0 to 5).
    pub cube: Option<CubeStickers>,
    /// Moves such as `R U' F2`, instead of stickers.
    pub scramble: Option<String>,
    /// With a scramble: 2 or 3; 3 if left out.
    #[schema(minimum = 2, maximum = 3)]
    pub size: Option<u8>,
    /// `half-turn` (or `htm`, the default) or `quarter-turn` (`qtm`): what counts as one move.
    pub metric: Option<String>,
    /// For two-phase: stop at a solution of this many moves, 0 for the shortest within the limits; if left out, the best that a moment finds.
    #[schema(minimum = 0, maximum = 255)]
    pub enough: Option<u8>,
    /// How; `GET /v1/solve` lists the methods: `two-phase` and `optimal` for 3×3×3, `distance-table` for 2×2×2, the others for both.
    pub method: Option<String>,
    /// Whether only the next turn of the shortest solution known is wanted, and what it is for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hint: bool,
    /// The limits.
    #[serde(default)]
    pub limits: SolveLimits,
}

/// A chess position to be evaluated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.fen")]
pub struct ChessQuestion {
    /// The position as a FEN.
    pub fen: String,
}

/// One instance for several methods.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.question")]
pub struct ComparisonQuestion {
    /// The question, as it would be posted to be solved or analysed. Its limits are those of each method.
    pub question: serde_json::Value,
    /// The methods; all that are for this question if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub methods: Option<Vec<String>>,
}

/// One instance for a method that is traced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.question")]
pub struct TraceQuestion {
    /// The question, as it would be posted to be solved.
    pub question: serde_json::Value,
    /// The most steps that are returned, up to 2,000; 600 if left out, and 0 for the answer alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
}
