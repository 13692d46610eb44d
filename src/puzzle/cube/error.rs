//! What can be wrong with what a client sends about a cube.

/// Why a text was not understood, or a request refused. (A cube that cannot be solved is an answer, not an error.)
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("cube")]
pub enum Error {
    /// Neither 24 nor 54 stickers.
    Stickers {
        /// What there is.
        found: usize,
    },
    /// A character that is no sticker.
    Letter {
        /// Which letter, from 1, spaces not counted.
        place: usize,
        /// The character.
        found: char,
    },
    /// Face letters and colour letters in one text.
    Mixed {
        /// A letter that can only be a face.
        face: char,
        /// A letter that can only be a colour.
        color: char,
    },
    /// A word that is no move.
    Move {
        /// Which move, from 1.
        place: usize,
        /// The word.
        found: String,
    },
    /// A sequence that never ends.
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
        /// What there is.
        found: String,
    },
    /// An unknown metric.
    Metric {
        /// What there is.
        found: String,
    },
    /// An unknown method.
    Method {
        /// What was asked for.
        name: String,
        /// Those that exist.
        methods: String,
    },
    /// A method for the other size.
    NotForSize {
        /// The method asked for.
        method: String,
        /// The size of the cube sent.
        size: String,
    },
    /// Bytes that are no tables.
    Tables {
        /// What is wrong with them.
        why: crate::sealed::Unsealed,
    },
    /// The independent checker refused an answer: a defect of this program.
    Refused {
        /// What is wrong with it.
        why: super::check::Fault,
    },
}
