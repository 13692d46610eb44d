//! Human techniques by difficulty.
//!
//! Order and grades are those of the solver of sudokuwiki.org (Andrew Stuart). Techniques that take the uniqueness of the solution for granted are left
//! out: a grid may have several.

use crate::Difficulty;
use crate::named::named;

named! {
    /// A way to a next step, the easiest first.
    pub enum Technique {
        /// A cell has one digit left.
        NakedSingle = "naked single",
        /// A digit has one place left in a unit.
        HiddenSingle = "hidden single",
        /// Two cells of a unit share the same two digits.
        NakedPair = "naked pair",
        /// Three cells of a unit hold only three digits.
        NakedTriple = "naked triple",
        /// Two digits of a unit share the same two cells.
        HiddenPair = "hidden pair",
        /// Three digits of a unit stand only in three cells.
        HiddenTriple = "hidden triple",
        /// Four cells of a unit hold only four digits.
        NakedQuad = "naked quad",
        /// Four digits of a unit stand only in four cells.
        HiddenQuad = "hidden quad",
        /// A digit of a box stands in one line only.
        Pointing = "pointing",
        /// A digit of a line stands in one box only.
        Claiming = "claiming",
        /// A digit stands in the same two columns of two rows (or the other way round).
        XWing = "X-wing",
        /// Pairs of places of one digit in units, one after the other: one of the two ends holds it.
        SimpleColouring = "simple colouring",
        /// A cell of two digits sees two others of two, which share a third digit: one of those must hold it.
        XyWing = "XY-wing",
        /// A digit stands in three columns only of three rows (or the other way round).
        Swordfish = "swordfish",
        /// The same as an XY-wing with three digits in the cell in the middle.
        XyzWing = "XYZ-wing",
        /// Places of one digit, every other link between them strong: one of the two ends holds it.
        XChain = "X-chain",
        /// Cells of two digits, each of which shares one with the next: one of the two ends holds the digit of both.
        XyChain = "XY-chain",
        /// A digit stands in four columns only of four rows (or the other way round).
        Jellyfish = "jellyfish",
        /// A chain of candidates, every other link strong, of any digits: one of the two ends is true.
        ForcingChain = "forcing chain",
        /// A digit tried in a cell leads by singles to what cannot be.
        DynamicForcingChain = "dynamic forcing chain",
        /// The same, where on the way other digits are tried and lead to what cannot be.
        NestedForcingChain = "nested forcing chain",
    }
}

named! {
    pub enum Grade {
        Basic = "basic",
        Tough = "tough",
        Diabolical = "diabolical",
        Extreme = "extreme",
    }
}

impl Technique {
    pub fn grade(self) -> Grade {
        let last = [(Technique::Claiming, Grade::Basic), (Technique::XyzWing, Grade::Tough), (Technique::Jellyfish, Grade::Diabolical)];
        last.into_iter().find(|(last, _)| self <= *last).map_or(Grade::Extreme, |(_, grade)| grade)
    }

    /// The difficulty of a grid whose hardest step it is: easy by singles alone, hard if it takes a tough or a diabolical one.
    pub fn difficulty(self) -> Difficulty {
        match self.grade() {
            Grade::Basic if self <= Technique::HiddenSingle => Difficulty::Easy,
            Grade::Basic => Difficulty::Medium,
            Grade::Tough | Grade::Diabolical => Difficulty::Hard,
            Grade::Extreme => Difficulty::Extreme,
        }
    }
}
