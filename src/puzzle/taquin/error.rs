//! Errors of questions about sliding puzzles.

/// An invalid question. Rows and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("taquin")]
pub enum Error {
    /// The shape does not parse.
    ShapeText { found: String },
    /// A board without cells.
    Empty,
    /// A side is too long.
    Large { width: u64, height: u64, most: u64 },
    /// Rows of different lengths.
    Ragged { row: usize, found: usize, wanted: usize },
    /// The cells do not fill the shape.
    Count { shape: String, cells: usize, found: usize },
    /// A list of ambiguous shape.
    ManyShapes { found: usize, width: usize, height: usize },
    /// Two boards of different shapes.
    Shapes { start: String, goal: String },
    /// No tile is the blank.
    NoBlank,
    /// Two tiles could be the blank.
    TwoBlanks,
    UnknownBlank { found: String },
    /// A tile that is on a board twice.
    Repeated { board: &'static str, is_blank: bool, tile: String, row: usize, column: usize, other_row: usize, other_column: usize },
    /// A tile of one board that the other lacks.
    Missing { missing: String, instead: String },
    UnknownMethod { text: String, methods: String },
    /// The board is too large for the method.
    LargeForMethod { method: String, shape: String, cells: usize, most: usize },
    Tables { why: crate::TableFileError },
    /// Tables for another board or blank.
    OtherTables { fit: String },
}
