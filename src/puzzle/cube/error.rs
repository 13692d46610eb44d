//! Errors of questions about cubes.

/// An invalid text or request; positions and lines count from 1. An unsolvable cube is an answer, not an error.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("cube")]
pub enum Error {
    /// Neither 24 nor 54 stickers.
    Stickers { found: usize },
    /// A character that is no colour.
    Letter { place: usize, found: char },
    /// Face letters and colour letters in one text.
    Mixed { face: char, color: char },
    /// A word that is no move.
    Move { place: usize, found: String },
    /// A sequence that is too long.
    SequenceLength { most: usize },
    /// A 2×2×2 has no middle layer.
    NoSlice { turn: String },
    Size { found: String },
    Metric { found: String },
    Method { name: String, methods: String },
    /// A method for the other size.
    NotForSize { method: String, size: String },
    Tables { why: crate::TableFileError },
    /// The independent checker refused an answer: a defect of this program.
    Refused { why: super::check::Fault },
}
