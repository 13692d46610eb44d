//! What can be wrong with a question about a knight's tour.

/// A question that cannot be asked, and what would be right instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The board could not be read.
    #[error("a board is written WIDTHxHEIGHT, such as 8x8; this is {0:?}")]
    BoardText(String),
    /// The board has no square.
    #[error("a board needs at least one column and one row; {width}x{height} has no square")]
    EmptyBoard {
        /// Columns asked for.
        width: u64,
        /// Rows asked for.
        height: u64,
    },
    /// The board has too many squares.
    #[error("a board has at most {most} squares; {width}x{height} has more")]
    LargeBoard {
        /// Columns asked for.
        width: u64,
        /// Rows asked for.
        height: u64,
        /// The most squares.
        most: u32,
    },
    /// The square could not be read.
    #[error("a square is written ROW,COLUMN counted from 0, such as 0,0 or (0,0), or as in chess, such as a1; this is {0:?}")]
    SquareText(String),
    /// The square, written as in chess, is not on the board.
    #[error("square {text} is off the {width}x{height} board: its rows are 1 to {height} from below, its columns a to {}", letters(*width))]
    NoSuchSquare {
        /// The square asked for.
        text: String,
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
    },
    /// The square is not on the board.
    #[error(
        "square ({row},{column}) is off the {width}x{height} board: its rows are 0 to {}, its columns 0 to {}",
        height - 1, width - 1
    )]
    OffBoard {
        /// Row asked for, from 0.
        row: u64,
        /// Column asked for, from 0.
        column: u64,
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
    },
    /// The start or the end may not be visited.
    #[error("the {what} ({row},{column}) is one of the forbidden squares")]
    Forbidden {
        /// Which of the two.
        what: &'static str,
        /// Its row, from 0.
        row: u32,
        /// Its column, from 0.
        column: u32,
    },
    /// The squares that are said to be visited are no way of a knight.
    #[error("square number {number} of those visited, ({row},{column}), {why}")]
    NoWay {
        /// Which of them, from 1.
        number: usize,
        /// Its row, from 0.
        row: u32,
        /// Its column, from 0.
        column: u32,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The board is too large for forbidden squares, visited ones or a given end.
    #[error("a board with forbidden squares, visited squares or a given end has at most {most} squares; {width}x{height} has {}", width * height)]
    LargeField {
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
        /// The most squares.
        most: u32,
    },
    /// The board is too large to be made at random.
    #[error("boards at random have at most {most} squares; {width}x{height} has {}", width * height)]
    LargeToGenerate {
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
        /// The most squares.
        most: u32,
    },
    /// The kind of tour could not be read.
    #[error("a tour is open or closed; this is {0:?}")]
    KindText(String),
    /// No method has this name.
    #[error("no method is called {text:?}; the methods are {methods}")]
    UnknownMethod {
        /// The name asked for.
        text: String,
        /// Those that exist.
        methods: String,
    },
    /// The method is not made for a board this large.
    #[error("{method} takes a board of at most {most} squares; {width}x{height} has {}; construction takes it", width * height)]
    LargeForMethod {
        /// The method asked for.
        method: String,
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
        /// The most squares that the method takes.
        most: u32,
    },
    /// The board is too large to count its tours.
    #[error("tours are counted on boards of at most {squares} squares with one side of at most {most}; this is {width}x{height}")]
    WideForCount {
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
        /// The longest that the shorter side may be.
        most: u32,
        /// The most squares.
        squares: u32,
    },
}

/// The column of a number from 1, as chess players write it: a to z, then aa.
fn letters(column: u32) -> String {
    let last = char::from(b'a' + ((column - 1) % 26) as u8);
    if column > 26 { letters((column - 1) / 26) + &last.to_string() } else { last.to_string() }
}
