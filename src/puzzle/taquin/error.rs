//! What can be wrong with a question about a sliding puzzle.

/// A question that cannot be asked, and what would be right instead. Rows and columns count from 1 in the sentences.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("taquin")]
pub enum Error {
    /// The shape could not be read.
    ShapeText {
        /// What there is.
        found: String,
    },
    /// A board without cells.
    Empty,
    /// A side too long.
    Large {
        /// How many columns were asked for.
        width: u64,
        /// How many rows were asked for.
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
    /// The cells do not fill the shape that was asked for.
    Count {
        /// The shape asked for.
        shape: String,
        /// Its cells.
        cells: usize,
        /// Cells listed.
        found: usize,
    },
    /// A list that could be read in several ways.
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
    /// The named blank is not on the board.
    UnknownBlank {
        /// What there is.
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
        /// The row where it is first, from 1.
        row: usize,
        /// The column where it is first.
        column: usize,
        /// The row where it is again.
        other_row: usize,
        /// The column where it is again.
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
        /// The name asked for.
        text: String,
        /// Those that exist.
        methods: String,
    },
    /// The method is not made for a board this large.
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
    Tables {
        /// What is wrong with them.
        why: crate::sealed::Unsealed,
    },
    /// Tables for another board or blank.
    OtherTables {
        /// What they fit.
        fit: String,
    },
}
