//! Errors of questions about cubes.

/// An invalid text or request; positions and lines count from 1. An unsolvable cube is an answer, not an error.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("cube")]
pub enum CubeError {
    Stickers { found: usize },
    Letter { place: usize, found: char },
    Mixed { face: char, color: char },
    Move { place: usize, found: String },
    SequenceLength { most: usize },
    NoSlice { turn: String },
    Size { found: String },
    Metric { found: String },
    Method { name: String, methods: String },
    NotForSize { method: String, size: String },
    Tables { why: crate::TableFileError },
    Refused { why: super::check::CubeFault },
}
