//! What can be wrong with what a client sends about a cube.

/// Why a text was not understood, or a request refused. (A cube that cannot be solved is an answer, not an error.)
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Neither 24 nor 54 stickers.
    #[error(
        "a cube is written as 24 (2×2×2) or 54 (3×3×3) letters, the faces in the order U R F D L B, each row by row; \
         this text has {0}"
    )]
    Stickers(usize),
    /// A character that is no sticker.
    #[error(
        "{found:?} at letter {place} is neither a face (U R F D L B), nor a colour (W R G Y O B), nor a digit in a text of digits (1 to 6, or 0 to 5)"
    )]
    Letter {
        /// Which letter, from 1, spaces not counted.
        place: usize,
        /// The character.
        found: char,
    },
    /// Face letters and colour letters in one text.
    #[error("{face} is a face and {color} a colour: write the cube in faces (U R F D L B) or in colours (W R G Y O B)")]
    Mixed {
        /// A letter that can only be a face.
        face: char,
        /// A letter that can only be a colour.
        color: char,
    },
    /// A word that is no move.
    #[error(
        "move {place}, {found:?}, is not a move: a face U R F D L B, a wide move Uw or u, a slice M E S, or a rotation \
         x y z; then nothing, 2 or '"
    )]
    Move {
        /// Which move, from 1.
        place: usize,
        /// The word.
        found: String,
    },
    /// A sequence that never ends.
    #[error("a sequence has at most {0} moves")]
    SequenceLength(usize),
    /// A 2×2×2 has no middle layer.
    #[error("{0} turns a middle layer, and a 2×2×2 has none")]
    NoSlice(String),
    /// An unknown size.
    #[error("{0:?} is not a size of cube: 2 or 3")]
    Size(String),
    /// An unknown metric.
    #[error("{0:?} is not a metric: half-turn (htm) or quarter-turn (qtm)")]
    Metric(String),
    /// An unknown method.
    #[error("{name:?} is not a method: {methods}")]
    Method {
        /// What was asked for.
        name: String,
        /// Those that exist.
        methods: String,
    },
    /// A method for the other size.
    #[error("{method} is not a method for the {size}")]
    NotForSize {
        /// The method asked for.
        method: String,
        /// The size of the cube sent.
        size: String,
    },
    /// Bytes that are no tables.
    #[error("these are no tables for the cube: {0}")]
    Tables(&'static str),
    /// The independent checker refused an answer: a defect of this program.
    #[error("the checker refused the answer, which is a defect of this program: {0}")]
    Refused(String),
}
