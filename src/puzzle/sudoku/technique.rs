//! Human techniques by difficulty.
//!
//! Names, order and ratings are those of Nicolas Juillerat's Sudoku Explainer (version 1.2), where chains of its kinds exist without the
//! points that it adds for their length.

use crate::named::named;

named! {
    /// A way to a next step, the easiest first.
    pub enum Technique {
        /// A digit has one place left in a unit.
        HiddenSingle = "hidden single",
        /// A cell has one digit left.
        NakedSingle = "naked single",
        /// A digit of a box stands in one line only.
        Pointing = "pointing",
        /// A digit of a line stands in one box only.
        Claiming = "claiming",
        /// Two cells of a unit share the same two digits.
        NakedPair = "naked pair",
        /// A digit stands in the same two columns of two rows (or the other way round).
        XWing = "X-wing",
        /// Two digits of a unit share the same two cells.
        HiddenPair = "hidden pair",
        /// Three cells of a unit hold only three digits.
        NakedTriple = "naked triple",
        /// A digit stands in three columns only of three rows (or the other way round).
        Swordfish = "swordfish",
        /// Three digits of a unit stand only in three cells.
        HiddenTriple = "hidden triple",
        /// A cell of two digits sees two others of two, which share a third digit: one of those must hold it.
        XyWing = "XY-wing",
        /// The same with three digits in the cell in the middle.
        XyzWing = "XYZ-wing",
        /// Four cells of a unit hold only four digits.
        NakedQuad = "naked quad",
        /// A digit stands in four columns only of four rows (or the other way round).
        Jellyfish = "jellyfish",
        /// Four digits of a unit stand only in four cells.
        HiddenQuad = "hidden quad",
        /// Places of one digit, every other link between them strong: one of the two ends holds it.
        XChain = "X-chain",
        /// Cells of two digits, each of which shares one with the next: one of the two ends holds the digit of both.
        XyChain = "XY-chain",
        /// A chain of candidates, every other link strong, of any digits: one of the two ends is true.
        ForcingChain = "forcing chain",
        /// A digit tried in a cell leads by singles to what cannot be.
        DynamicForcingChain = "dynamic forcing chain",
        /// The same, where on the way other digits are tried and lead to what cannot be.
        NestedForcingChain = "nested forcing chain",
    }
}

impl Technique {
    /// How hard it is to see, as the Sudoku Explainer rates it, in tenths: 12 to 95.
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
