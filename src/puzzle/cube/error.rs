//! Errors of questions about cubes.

/// An invalid text or request. An unsolvable cube is an answer, not an error.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("cube")]
pub enum Error {
    /// Neither 24 nor 54 stickers.
    Stickers {
        /// The text.
        found: usize,
    },
    /// A character that is no colour.
    Letter {
        /// Its position, from 1, without spaces.
        place: usize,
        /// The character.
        found: char,
    },
    /// Face letters and colour letters in one text.
    Mixed {
        /// A letter of a face alone.
        face: char,
        /// A letter of a colour alone.
        color: char,
    },
    /// A word that is no move.
    Move {
        /// Its number, from 1.
        place: usize,
        /// The word.
        found: String,
    },
    /// A sequence that is too long.
    SequenceLength {
        /// The most.
        most: usize,
    },
    /// A 2×2×2 has no middle layer.
    NoSlice {
        /// The turn.
        turn: String,
    },
    /// An unknown size.
    Size {
        /// The text.
        found: String,
    },
    /// An unknown metric.
    Metric {
        /// The text.
        found: String,
    },
    /// An unknown method.
    Method {
        /// The text.
        name: String,
        /// The names of all methods.
        methods: String,
    },
    /// A method for the other size.
    NotForSize {
        /// The method.
        method: String,
        /// The size of the cube.
        size: String,
    },
    /// Invalid stored tables.
    Tables {
        /// The reason.
        why: crate::TableFileError,
    },
    /// The independent checker refused an answer: a defect of this program.
    Refused {
        /// The reason.
        why: super::check::Fault,
    },
}
