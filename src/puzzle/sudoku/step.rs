//! Steps of human techniques, with the reason for each.

use std::collections::BTreeMap;

use message::{Coded, Message, Param, ParamType, ToParam};

use super::{SudokuCell, Technique, Unit};
use crate::impossible::sequence;

/// A step that follows from the notes: it places a digit or removes candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SudokuStep {
    pub technique: Technique,
    pub placement: Option<(SudokuCell, u8)>,
    pub removals: Vec<(SudokuCell, u8)>,
    pub(super) because: SudokuReason,
}

#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("sudoku_because")]
pub(crate) enum SudokuReason {
    Hidden { unit: Unit, digit: u8, cell: SudokuCell },
    Naked { cell: SudokuCell, digit: u8 },
    Locked { units: Vec<Unit>, digit: u8, others: Vec<Unit> },
    Cells { unit: Unit, cells: Vec<SudokuCell>, digits: Vec<u8> },
    Digits { unit: Unit, digits: Vec<u8>, cells: Vec<SudokuCell> },
    XyWing { pivot: SudokuCell, cell: SudokuCell, other: SudokuCell, digit: u8 },
    XyzWing { pivot: SudokuCell, cell: SudokuCell, other: SudokuCell, digit: u8 },
    Chain { links: Chain },
    Tried { tried: Assumption },
}

/// Alternating candidates: each is false if the one before it is true, and the other way round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chain(pub(super) Vec<(SudokuCell, u8)>);

#[derive(Debug, Coded)]
#[code("sudoku_link")]
struct ChainLink {
    cell: SudokuCell,
    digit: u8,
    holds: bool,
}

impl ToParam for Chain {
    fn to_param(&self) -> Param {
        let link = |(at, &(cell, digit)): (usize, &(SudokuCell, u8))| ChainLink { cell, digit, holds: at % 2 == 1 }.to_param();
        sequence("sudoku_links", &self.0.iter().enumerate().map(link).collect::<Vec<_>>())
    }
}

/// A digit that was tried in a cell, and the contradiction that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assumption {
    pub(super) cell: SudokuCell,
    pub(super) digit: u8,
    /// Each follows from the notes, the digit and the steps before it; all of them are needed for the end.
    pub(super) steps: Vec<SudokuStep>,
    pub(super) end: SudokuContradiction,
}

#[derive(Debug, Coded)]
#[code("sudoku_assumption")]
enum Refutation {
    Leads {
        cell: SudokuCell,
        digit: u8,
        #[code(message)]
        steps: Param,
    },
    Refuted {
        cell: SudokuCell,
        digit: u8,
        #[code(message)]
        tried: Param,
    },
}

impl ToParam for Assumption {
    fn to_param(&self) -> Param {
        let step = |step: &SudokuStep| match &step.because {
            SudokuReason::Tried { tried } => {
                Refutation::Refuted { cell: tried.cell, digit: tried.digit, tried: tried.to_param() }.to_param()
            }
            because => because.to_param(),
        };
        let steps: Vec<Param> = self.steps.iter().map(step).chain([self.end.to_param()]).collect();
        Refutation::Leads { cell: self.cell, digit: self.digit, steps: sequence("sudoku_follows", &steps) }.to_param()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("sudoku_impossible")]
pub enum SudokuContradiction {
    Cell { cell: SudokuCell },
    Unit { digit: u8, unit: Unit },
}

/// The steps that show that a grid cannot be filled, and the contradiction after them.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("sudoku_proof")]
pub struct SudokuProof {
    pub(super) steps: SudokuSteps,
    pub(super) end: SudokuContradiction,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SudokuSteps(pub(super) Vec<SudokuStep>);

impl ToParam for SudokuSteps {
    const TYPE: ParamType = ParamType::Optional(&ParamType::Message);

    fn to_param(&self) -> Param {
        let steps: Vec<Param> = self.0.iter().map(|step| step.message().into()).collect();
        if steps.is_empty() { None::<u8>.to_param() } else { sequence("steps", &steps) }
    }
}

#[derive(Debug, Coded)]
#[code("sudoku_step")]
enum StepMessage {
    Places {
        technique: Technique,
        because: SudokuReason,
    },
    Strikes {
        technique: Technique,
        because: SudokuReason,
        #[code(message)]
        struck: Param,
    },
}

impl SudokuStep {
    pub fn cells(&self) -> Vec<SudokuCell> {
        match &self.because {
            SudokuReason::Hidden { cell, .. } | SudokuReason::Naked { cell, .. } => vec![*cell],
            SudokuReason::Locked { .. } => Vec::new(),
            SudokuReason::Cells { cells, .. } | SudokuReason::Digits { cells, .. } => cells.clone(),
            SudokuReason::XyWing { pivot, cell, other, .. } | SudokuReason::XyzWing { pivot, cell, other, .. } => {
                vec![*pivot, *cell, *other]
            }
            SudokuReason::Chain { links } => links.0.iter().map(|(cell, _)| *cell).collect(),
            SudokuReason::Tried { tried } => {
                std::iter::once(tried.cell).chain(tried.steps.iter().filter_map(|step| Some(step.placement?.0))).collect()
            }
        }
    }

    pub fn units(&self) -> Vec<Unit> {
        match &self.because {
            SudokuReason::Hidden { unit, .. } | SudokuReason::Cells { unit, .. } | SudokuReason::Digits { unit, .. } => vec![*unit],
            SudokuReason::Locked { units, others, .. } => units.iter().chain(others).copied().collect(),
            _ => Vec::new(),
        }
    }

    /// The step and its reason.
    pub fn message(&self) -> Message {
        let (technique, because) = (self.technique, self.because.clone());
        match self.removals[..] {
            [] => StepMessage::Places { technique, because }.message(),
            _ => StepMessage::Strikes { technique, because, struck: removed(&self.removals) }.message(),
        }
    }

    /// The assumption of a technique that tries a digit.
    #[cfg(test)]
    pub(super) fn tried(&self) -> Option<&Assumption> {
        if let SudokuReason::Tried { tried } = &self.because { Some(tried) } else { None }
    }
}

#[derive(Debug, Coded)]
#[code("sudoku_technique")]
struct Name {
    /// With hyphens for blanks: the catalogue selects by it.
    technique: String,
}

impl ToParam for Technique {
    fn to_param(&self) -> Param {
        Name { technique: self.name().replace(' ', "-") }.to_param()
    }
}

impl Technique {
    pub(super) fn remove(self, removals: Vec<(SudokuCell, u8)>, because: impl FnOnce() -> SudokuReason) -> Option<SudokuStep> {
        (!removals.is_empty()).then(|| SudokuStep { technique: self, placement: None, removals, because: because() })
    }

    pub(super) fn place(self, placement: (SudokuCell, u8), because: SudokuReason) -> SudokuStep {
        SudokuStep { technique: self, placement: Some(placement), removals: Vec::new(), because }
    }
}

#[derive(Debug, Coded)]
#[code("sudoku_struck")]
struct Removed {
    cells: Vec<SudokuCell>,
    count: usize,
    digit: u8,
}

/// The removals by digit: 'r1c2 and r1c3 lose 5; r4c4 loses 7'.
fn removed(removals: &[(SudokuCell, u8)]) -> Param {
    let mut cells_by_digit: BTreeMap<u8, Vec<SudokuCell>> = BTreeMap::new();
    removals.iter().for_each(|&(cell, digit)| cells_by_digit.entry(digit).or_default().push(cell));
    let parts = cells_by_digit.into_iter().map(|(digit, cells)| Removed { count: cells.len(), cells, digit }.to_param());
    sequence("steps", &parts.collect::<Vec<_>>())
}
