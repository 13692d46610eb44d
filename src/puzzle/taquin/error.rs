//! What can be wrong with a question about a sliding puzzle.

/// A question that cannot be asked, and what would be right instead. Rows and columns count from 1 in the sentences.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The shape could not be read.
    #[error("a shape is written WIDTHxHEIGHT, such as 4x4; this is {0:?}")]
    ShapeText(String),
    /// A board without cells.
    #[error("a board needs at least one cell")]
    Empty,
    /// A side too long.
    #[error("a board is at most {most} cells wide and high; this one is {width}x{height}")]
    Large {
        /// How many columns were asked for.
        width: u64,
        /// How many rows were asked for.
        height: u64,
        /// The longest side.
        most: u64,
    },
    /// Rows of different lengths.
    #[error("row {row} has {found} cells; the first row has {wanted}, and all rows are as long")]
    Ragged {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        found: usize,
        /// Cells of the first row.
        wanted: usize,
    },
    /// The cells do not fill the shape that was asked for.
    #[error("{shape} has {cells} cells; {found} are listed")]
    Count {
        /// The shape asked for.
        shape: String,
        /// Its cells.
        cells: usize,
        /// Cells listed.
        found: usize,
    },
    /// A list that could be read in several ways.
    #[error(
        "{found} tiles in one list could be {}x{}, {}x{} or {found}x1, columns by rows: give the shape, or split the rows by /",
        wide.0, wide.1, wide.1, wide.0
    )]
    ManyShapes {
        /// Cells listed.
        found: usize,
        /// Columns and rows of one of the shapes.
        wide: (usize, usize),
    },
    /// Two boards of different shapes.
    #[error("the start is {start} and the goal {goal}; they must have the same shape")]
    Shapes {
        /// The start's shape.
        start: String,
        /// The goal's shape.
        goal: String,
    },
    /// No tile is the blank.
    #[error("no tile is the blank: write _, . or 0 for it, or name the tile that is")]
    NoBlank,
    /// Two tiles could be the blank.
    #[error("both _ and . are on the board, and one blank alone: name the tile that is the blank")]
    TwoBlanks,
    /// The named blank is not on the board.
    #[error("the blank was said to be {0:?}, but the start has no such tile")]
    UnknownBlank(String),
    /// A tile that is on a board twice.
    #[error("the {board} has {what} {tile:?} twice: in row {}, column {} and in row {}, column {}", first.0, first.1, again.0, again.1)]
    Repeated {
        /// `start` or `goal`.
        board: &'static str,
        /// `the blank` or `tile`.
        what: &'static str,
        /// The tile's name.
        tile: String,
        /// Row and column, from 1.
        first: (usize, usize),
        /// Row and column, from 1.
        again: (usize, usize),
    },
    /// A tile of one board that the other lacks.
    #[error("the start has no tile {missing:?}, which the goal has; it has {instead:?} instead")]
    Missing {
        /// A tile of the goal alone.
        missing: String,
        /// A tile of the start alone.
        instead: String,
    },
    /// No method has this name.
    #[error("no method is called {text:?}; the methods are {methods}")]
    UnknownMethod {
        /// The name asked for.
        text: String,
        /// Those that exist.
        methods: String,
    },
    /// The method is not made for a board this large.
    #[error("{method} takes a board of at most {most} cells; {shape} has {cells}; layers takes it")]
    LargeForMethod {
        /// The method asked for.
        method: String,
        /// The board's shape.
        shape: String,
        /// Its cells.
        cells: usize,
        /// The most cells that the method takes.
        most: usize,
    },
    /// Saved tables that cannot be used.
    #[error("these are no pattern tables: {0}")]
    Tables(&'static str),
    /// Tables for another board or blank.
    #[error("the pattern tables are for another board: they fit {0}")]
    OtherTables(String),
}
