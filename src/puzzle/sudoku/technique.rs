//! Techniques that people solve with, the easiest first.
//!
//! Names, order and ratings are those of Nicolas Juillerat's Sudoku Explainer (version 1.2), where chains of its kinds exist without the
//! points that it adds for their length.

use core::fmt;

/// A way to a next step, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Technique {
    /// A digit has one place left in a unit.
    HiddenSingle,
    /// A cell has one digit left.
    NakedSingle,
    /// A digit of a box stands in one line only.
    Pointing,
    /// A digit of a line stands in one box only.
    Claiming,
    /// Two cells of a unit share the same two digits.
    NakedPair,
    /// A digit stands in the same two columns of two rows (or the other way round).
    XWing,
    /// Two digits of a unit share the same two cells.
    HiddenPair,
    /// Three cells of a unit hold only three digits.
    NakedTriple,
    /// A digit stands in three columns only of three rows (or the other way round).
    Swordfish,
    /// Three digits of a unit stand only in three cells.
    HiddenTriple,
    /// A cell of two digits sees two others of two, which share a third digit: one of those must hold it.
    XyWing,
    /// The same with three digits in the cell in the middle.
    XyzWing,
    /// Four cells of a unit hold only four digits.
    NakedQuad,
    /// A digit stands in four columns only of four rows (or the other way round).
    Jellyfish,
    /// Four digits of a unit stand only in four cells.
    HiddenQuad,
    /// Places of one digit, every other link between them strong: one of the two ends holds it.
    XChain,
    /// Cells of two digits, each of which shares one with the next: one of the two ends holds the digit of both.
    XyChain,
    /// A chain of candidates, every other link strong, of any digits: one of the two ends is true.
    ForcingChain,
    /// A digit tried in a cell leads by singles to what cannot be.
    DynamicForcingChain,
    /// The same, where on the way other digits are tried and lead to what cannot be.
    NestedForcingChain,
}

impl Technique {
    /// Every technique, the easiest first.
    pub const ALL: [Technique; 20] = [
        Technique::HiddenSingle,
        Technique::NakedSingle,
        Technique::Pointing,
        Technique::Claiming,
        Technique::NakedPair,
        Technique::XWing,
        Technique::HiddenPair,
        Technique::NakedTriple,
        Technique::Swordfish,
        Technique::HiddenTriple,
        Technique::XyWing,
        Technique::XyzWing,
        Technique::NakedQuad,
        Technique::Jellyfish,
        Technique::HiddenQuad,
        Technique::XChain,
        Technique::XyChain,
        Technique::ForcingChain,
        Technique::DynamicForcingChain,
        Technique::NestedForcingChain,
    ];

    /// How hard it is to see, as the Sudoku Explainer rates it, in tenths: 12 to 95.
    #[must_use]
    pub fn rating(self) -> u8 {
        match self {
            // 1.2 in a box, 1.5 in a line.
            Technique::HiddenSingle => 15,
            Technique::NakedSingle => 23,
            Technique::Pointing => 26,
            Technique::Claiming => 28,
            Technique::NakedPair => 30,
            Technique::XWing => 32,
            Technique::HiddenPair => 34,
            Technique::NakedTriple => 36,
            Technique::Swordfish => 38,
            Technique::HiddenTriple => 40,
            Technique::XyWing => 42,
            Technique::XyzWing => 44,
            Technique::NakedQuad => 50,
            Technique::Jellyfish => 52,
            Technique::HiddenQuad => 54,
            Technique::XChain => 66,
            Technique::XyChain => 68,
            Technique::ForcingChain => 70,
            Technique::DynamicForcingChain => 85,
            Technique::NestedForcingChain => 95,
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Technique::HiddenSingle => "hidden single",
            Technique::NakedSingle => "naked single",
            Technique::Pointing => "pointing",
            Technique::Claiming => "claiming",
            Technique::NakedPair => "naked pair",
            Technique::XWing => "X-wing",
            Technique::HiddenPair => "hidden pair",
            Technique::NakedTriple => "naked triple",
            Technique::Swordfish => "swordfish",
            Technique::HiddenTriple => "hidden triple",
            Technique::XyWing => "XY-wing",
            Technique::XyzWing => "XYZ-wing",
            Technique::NakedQuad => "naked quad",
            Technique::Jellyfish => "jellyfish",
            Technique::HiddenQuad => "hidden quad",
            Technique::XChain => "X-chain",
            Technique::XyChain => "XY-chain",
            Technique::ForcingChain => "forcing chain",
            Technique::DynamicForcingChain => "dynamic forcing chain",
            Technique::NestedForcingChain => "nested forcing chain",
        })
    }
}
