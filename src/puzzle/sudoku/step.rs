//! Steps of human techniques, with the reason for each.

use std::collections::BTreeMap;

use message::{Coded, Message, Param, ParamType, ToParam};

use super::{Cell, Technique, Unit};
use crate::impossible::sequence;

/// A step that follows from the notes: it places a digit or removes candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub(super) technique: Technique,
    pub(super) placement: Option<(Cell, u8)>,
    pub(super) removals: Vec<(Cell, u8)>,
    pub(super) because: Because,
}

/// The reason for a step.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("sudoku_because")]
pub(crate) enum Because {
    /// A digit has one place in a unit.
    Hidden { unit: Unit, digit: u8, cell: Cell },
    /// A cell has one candidate.
    Naked { cell: Cell, digit: u8 },
    /// The places of a digit in some units lie in as many others.
    Locked { units: Vec<Unit>, digit: u8, others: Vec<Unit> },
    /// Some cells of a unit hold as many digits.
    Cells { unit: Unit, cells: Vec<Cell>, digits: Vec<u8> },
    /// Some digits of a unit have as many places.
    Digits { unit: Unit, digits: Vec<u8>, cells: Vec<Cell> },
    /// A digit is in one of the two wings of a pivot.
    XyWing { pivot: Cell, cell: Cell, other: Cell, digit: u8 },
    /// A digit is in one of the two wings or in the pivot.
    XyzWing { pivot: Cell, cell: Cell, other: Cell, digit: u8 },
    /// One of the two ends of a chain is true.
    Chain { links: Chain },
    /// A digit was tried and refuted.
    Tried { tried: Assumption },
}

/// Alternating candidates: each is false if the one before it is true, and the other way round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chain(pub(super) Vec<(Cell, u8)>);

#[derive(Debug, Coded)]
#[code("sudoku_link")]
struct Link {
    cell: Cell,
    digit: u8,
    holds: bool,
}

impl ToParam for Chain {
    fn to_param(&self) -> Param {
        let link = |(at, &(cell, digit)): (usize, &(Cell, u8))| Link { cell, digit, holds: at % 2 == 1 }.to_param();
        sequence("sudoku_links", &self.0.iter().enumerate().map(link).collect::<Vec<_>>())
    }
}

/// A digit that was tried in a cell, and the contradiction that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assumption {
    pub(super) cell: Cell,
    pub(super) digit: u8,
    /// Each follows from the notes, the digit and the steps before it; all of them are needed for the end.
    pub(super) steps: Vec<Step>,
    pub(super) end: Contradiction,
}

#[derive(Debug, Coded)]
#[code("sudoku_assumption")]
enum Refutation {
    Leads { cell: Cell, digit: u8, steps: Param },
    Refuted { cell: Cell, digit: u8, tried: Param },
}

impl ToParam for Assumption {
    fn to_param(&self) -> Param {
        let step = |step: &Step| match &step.because {
            Because::Tried { tried } => Refutation::Refuted { cell: tried.cell, digit: tried.digit, tried: tried.to_param() }.to_param(),
            because => because.to_param(),
        };
        let steps: Vec<Param> = self.steps.iter().map(step).chain([self.end.to_param()]).collect();
        Refutation::Leads { cell: self.cell, digit: self.digit, steps: sequence("sudoku_follows", &steps) }.to_param()
    }
}

/// Why a grid cannot be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("sudoku_impossible")]
pub enum Contradiction {
    /// A cell without a candidate.
    Cell { cell: Cell },
    /// A digit without a place in a unit.
    Unit { digit: u8, unit: Unit },
}

/// The steps that show that a grid cannot be filled, and the contradiction after them.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("sudoku_proof")]
pub struct Proof {
    pub(super) steps: Steps,
    pub(super) end: Contradiction,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Steps(pub(super) Vec<Step>);

impl ToParam for Steps {
    const TYPE: ParamType = ParamType::Optional(&ParamType::Message);

    fn to_param(&self) -> Param {
        let steps: Vec<Param> = self.0.iter().map(|step| step.message().into()).collect();
        if steps.is_empty() { None::<u8>.to_param() } else { sequence("steps", &steps) }
    }
}

#[derive(Debug, Coded)]
#[code("sudoku_step")]
enum StepMessage {
    Places { technique: Technique, because: Because },
    Strikes { technique: Technique, because: Because, struck: Param },
}

impl Step {
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
        if let Because::Tried { tried } = &self.because { Some(tried) } else { None }
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
    /// A step that removes candidates, if there are any.
    pub(super) fn remove(self, removals: Vec<(Cell, u8)>, because: impl FnOnce() -> Because) -> Option<Step> {
        (!removals.is_empty()).then(|| Step { technique: self, placement: None, removals, because: because() })
    }

    pub(super) fn place(self, placement: (Cell, u8), because: Because) -> Step {
        Step { technique: self, placement: Some(placement), removals: Vec::new(), because }
    }
}

#[derive(Debug, Coded)]
#[code("sudoku_struck")]
struct Removed {
    cells: Vec<Cell>,
    count: usize,
    digit: u8,
}

/// The removals by digit: 'r1c2 and r1c3 lose 5; r4c4 loses 7'.
fn removed(removals: &[(Cell, u8)]) -> Param {
    let mut cells_by_digit: BTreeMap<u8, Vec<Cell>> = BTreeMap::new();
    removals.iter().for_each(|&(cell, digit)| cells_by_digit.entry(digit).or_default().push(cell));
    let parts = cells_by_digit.into_iter().map(|(digit, cells)| Removed { count: cells.len(), cells, digit }.to_param());
    sequence("steps", &parts.collect::<Vec<_>>())
}
