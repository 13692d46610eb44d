//! Techniques that people solve with, the easiest first, and the step that one of them gives.
//!
//! Names, order and ratings are those of Nicolas Juillerat's Sudoku Explainer (version 1.2), where chains of its kinds exist without the
//! points that it adds for their length.

use core::fmt;

use super::{Assumption, Cell, Notes, chains, forcing, patterns};

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

/// A step that follows from the notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Why it follows.
    pub technique: Technique,
    /// The digit that it places, if any.
    pub placement: Option<(Cell, u8)>,
    /// The candidates that it strikes out. A step places or strikes out, never neither.
    pub removals: Vec<(Cell, u8)>,
    /// The step in words.
    pub words: String,
    /// What was tried and where it led, for the techniques that try.
    pub tried: Option<Assumption>,
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
    pub(super) const SINGLES: [Technique; 2] = [Technique::HiddenSingle, Technique::NakedSingle];

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

    /// The first step of this kind in the notes, if there is one.
    #[must_use]
    pub fn find(self, notes: &Notes) -> Option<Step> {
        match self {
            Technique::HiddenSingle => patterns::hidden_single(notes),
            Technique::NakedSingle => patterns::naked_single(notes),
            Technique::Pointing | Technique::Claiming => patterns::locked_candidates(notes, self),
            Technique::NakedPair => patterns::naked(notes, 2, self),
            Technique::NakedTriple => patterns::naked(notes, 3, self),
            Technique::NakedQuad => patterns::naked(notes, 4, self),
            Technique::HiddenPair => patterns::hidden(notes, 2, self),
            Technique::HiddenTriple => patterns::hidden(notes, 3, self),
            Technique::HiddenQuad => patterns::hidden(notes, 4, self),
            Technique::XWing => patterns::fish(notes, 2, self),
            Technique::Swordfish => patterns::fish(notes, 3, self),
            Technique::Jellyfish => patterns::fish(notes, 4, self),
            Technique::XyWing => patterns::xy_wing(notes),
            Technique::XyzWing => patterns::xyz_wing(notes),
            Technique::XChain | Technique::XyChain | Technique::ForcingChain => chains::find(notes, self),
            Technique::DynamicForcingChain | Technique::NestedForcingChain => forcing::find(notes, self),
        }
    }

    pub(super) fn strike(self, removals: Vec<(Cell, u8)>, words: impl FnOnce() -> String) -> Option<Step> {
        if removals.is_empty() {
            return None;
        }
        let words = format!("{self}: {}, so {}", words(), patterns::struck(&removals));
        Some(Step { technique: self, placement: None, removals, words, tried: None })
    }

    pub(super) fn place(self, placement: (Cell, u8), words: &str) -> Step {
        Step { technique: self, placement: Some(placement), removals: Vec::new(), words: format!("{self}: {words}"), tried: None }
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
