//! Errors of questions about taquins.

/// An invalid question. Rows and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("taquin")]
pub enum TaquinError {
    ShapeText { found: String },
    Empty,
    Large { width: u64, height: u64, most: u64 },
    Ragged { row: usize, found: usize, wanted: usize },
    Count { shape: String, cells: usize, found: usize },
    ManyShapes { found: usize, width: usize, height: usize },
    Shapes { start: String, goal: String },
    NoBlank,
    TwoBlanks,
    UnknownBlank { found: String },
    Repeated { board: &'static str, is_blank: bool, tile: String, row: usize, column: usize, other_row: usize, other_column: usize },
    Missing { missing: String, instead: String },
    UnknownMethod { text: String, methods: String },
    LargeForMethod { method: String, shape: String, cells: usize, most: usize },
    UnknownGoal { text: String },
    LargeToGenerate { shape: String, cells: usize, most: usize },
    Tables { why: crate::TableFileError },
    OtherTables { shape: String, row: usize, column: usize },
    NoneSoFar { shape: String, most: u32 },
}
