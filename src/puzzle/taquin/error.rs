//! Errors of questions about sliding puzzles.

/// An invalid question.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("taquin")]
pub enum Error {
    /// The shape does not parse.
    ShapeText {
        /// The text.
        found: String,
    },
    /// A board without cells.
    Empty,
    /// A side is too long.
    Large {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
        /// The longest side.
        most: u64,
    },
    /// Rows of different lengths.
    Ragged {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        found: usize,
        /// Cells of the first row.
        wanted: usize,
    },
    /// The cells do not fill the shape.
    Count {
        /// The shape.
        shape: String,
        /// Its cells.
        cells: usize,
        /// Cells listed.
        found: usize,
    },
    /// A list of ambiguous shape.
    ManyShapes {
        /// Cells listed.
        found: usize,
        /// Columns of one of the shapes, rows of another.
        width: usize,
        /// Its rows, and the columns of the other.
        height: usize,
    },
    /// Two boards of different shapes.
    Shapes {
        /// The start's shape.
        start: String,
        /// The goal's shape.
        goal: String,
    },
    /// No tile is the blank.
    NoBlank,
    /// Two tiles could be the blank.
    TwoBlanks,
    /// The given blank is not on the board.
    UnknownBlank {
        /// The text.
        found: String,
    },
    /// A tile that is on a board twice.
    Repeated {
        /// `start` or `goal`.
        board: &'static str,
        /// Whether it is the blank.
        is_blank: bool,
        /// The tile's name.
        tile: String,
        /// The first row, from 1.
        row: usize,
        /// The first column.
        column: usize,
        /// The second row.
        other_row: usize,
        /// The second column.
        other_column: usize,
    },
    /// A tile of one board that the other lacks.
    Missing {
        /// A tile of the goal alone.
        missing: String,
        /// A tile of the start alone.
        instead: String,
    },
    /// No method has this name.
    UnknownMethod {
        /// The name.
        text: String,
        /// The names of all methods.
        methods: String,
    },
    /// The board is too large for the method.
    LargeForMethod {
        /// The method.
        method: String,
        /// The board's shape.
        shape: String,
        /// Its cells.
        cells: usize,
        /// The most cells.
        most: usize,
    },
    /// Invalid stored tables.
    Tables {
        /// The reason.
        why: crate::TableFileError,
    },
    /// Tables for another board or blank.
    OtherTables {
        /// The board that they are for.
        fit: String,
    },
}
