//! A step that a technique gives, and its reason.

use message::{Coded, Message, Param, Tell};

use super::{Cell, Technique, Unit};
use crate::impossible::sequence;

/// A step that follows from the notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Why it follows.
    pub technique: Technique,
    /// The digit that it places, if any.
    pub placement: Option<(Cell, u8)>,
    /// The candidates that it strikes out. A step places or strikes out, never neither.
    pub removals: Vec<(Cell, u8)>,
    /// What it rests on.
    pub because: Because,
}

/// What a step rests on.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("sudoku_because")]
pub enum Because {
    /// A digit has one place in a unit.
    Hidden {
        /// The unit.
        unit: Unit,
        /// The digit.
        digit: u8,
        /// Its place.
        cell: Cell,
    },
    /// A cell has one digit.
    Naked {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: u8,
    },
    /// A digit of some units stands in some others only.
    Locked {
        /// The units.
        units: Vec<Unit>,
        /// The digit.
        digit: u8,
        /// The others.
        others: Vec<Unit>,
    },
    /// Some cells of a unit hold as many digits.
    Cells {
        /// The unit.
        unit: Unit,
        /// The cells.
        cells: Vec<Cell>,
        /// The digits.
        digits: Vec<u8>,
    },
    /// Some digits of a unit stand in as many cells.
    Digits {
        /// The unit.
        unit: Unit,
        /// The digits.
        digits: Vec<u8>,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// A digit is in one of the two wings.
    XyWing {
        /// The cell in the middle.
        pivot: Cell,
        /// One wing.
        cell: Cell,
        /// The other.
        other: Cell,
        /// The digit.
        digit: u8,
    },
    /// A digit is in one of the two wings or in the middle.
    XyzWing {
        /// The cell in the middle.
        pivot: Cell,
        /// One wing.
        cell: Cell,
        /// The other.
        other: Cell,
        /// The digit.
        digit: u8,
    },
    /// One of the two ends of a chain is true.
    Chain {
        /// The links.
        links: Chain,
    },
    /// A digit was tried.
    Tried {
        /// Where it led.
        tried: Assumption,
    },
}

/// Candidates, of which each is false if the one before it is true, and the other way round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain(pub Vec<(Cell, u8)>);

#[derive(Debug, Coded)]
#[code("sudoku_link")]
struct Link {
    cell: Cell,
    digit: u8,
    holds: bool,
}

impl Tell for Chain {
    fn tell(&self) -> Param {
        let link = |(at, &(cell, digit)): (usize, &(Cell, u8))| Link { cell, digit, holds: at % 2 == 1 }.tell();
        sequence("sudoku_links", &self.0.iter().enumerate().map(link).collect::<Vec<_>>())
    }
}

/// A digit that was tried in a cell, and where that led.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The cell.
    pub cell: Cell,
    /// The digit that was tried there.
    pub digit: u8,
    /// What follows, each from the notes, the digit and the steps before it; nothing that is not needed for the end.
    pub steps: Vec<Step>,
    /// What cannot be then.
    pub end: Contradiction,
}

#[derive(Debug, Coded)]
#[code("sudoku_assumption")]
enum Said {
    Leads { cell: Cell, digit: u8, steps: Param },
    Refuted { cell: Cell, digit: u8, tried: Param },
}

impl Tell for Assumption {
    fn tell(&self) -> Param {
        let step = |step: &Step| match &step.because {
            Because::Tried { tried } => Said::Refuted { cell: tried.cell, digit: tried.digit, tried: tried.tell() }.tell(),
            because => because.tell(),
        };
        let steps: Vec<Param> = self.steps.iter().map(step).chain([self.end.tell()]).collect();
        Said::Leads { cell: self.cell, digit: self.digit, steps: sequence("sudoku_follows", &steps) }.tell()
    }
}

/// Why a grid cannot be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("sudoku_impossible")]
pub enum Contradiction {
    /// A cell that no digit can be in.
    Cell {
        /// The cell.
        cell: Cell,
    },
    /// A digit that no cell of a unit can hold.
    Unit {
        /// The digit.
        digit: u8,
        /// The unit.
        unit: Unit,
    },
}

/// The steps that show that a grid cannot be filled.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("sudoku_proof")]
pub struct Proof {
    /// The steps.
    pub steps: Steps,
    /// What cannot be then.
    pub end: Contradiction,
}

/// Steps one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps(pub Vec<Step>);

impl Tell for Steps {
    fn tell(&self) -> Param {
        let steps: Vec<Param> = self.0.iter().map(|step| step.message().into()).collect();
        if steps.is_empty() { None::<u8>.tell() } else { sequence("steps", &steps) }
    }
}

#[derive(Debug, Coded)]
#[code("sudoku_step")]
enum Told {
    Places { technique: Technique, because: Because },
    Strikes { technique: Technique, because: Because, struck: Param },
}

impl Step {
    /// The step and its reason.
    #[must_use]
    pub fn message(&self) -> Message {
        let (technique, because) = (self.technique, self.because.clone());
        match self.removals[..] {
            [] => Told::Places { technique, because }.message(),
            _ => Told::Strikes { technique, because, struck: struck(&self.removals) }.message(),
        }
    }

    /// What was tried and where it led, for the techniques that try.
    #[must_use]
    pub fn tried(&self) -> Option<&Assumption> {
        if let Because::Tried { tried } = &self.because { Some(tried) } else { None }
    }
}

#[derive(Debug, Coded)]
#[code("sudoku_technique")]
struct Name {
    /// With hyphens for blanks, so that the catalogue can choose by it.
    technique: String,
}

impl Tell for Technique {
    fn tell(&self) -> Param {
        Name { technique: self.name().replace(' ', "-") }.tell()
    }
}

impl Technique {
    pub(super) fn strike(self, removals: Vec<(Cell, u8)>, because: impl FnOnce() -> Because) -> Option<Step> {
        (!removals.is_empty()).then(|| Step { technique: self, placement: None, removals, because: because() })
    }

    pub(super) fn place(self, placement: (Cell, u8), because: Because) -> Step {
        Step { technique: self, placement: Some(placement), removals: Vec::new(), because }
    }
}

#[derive(Debug, Coded)]
#[code("sudoku_struck")]
struct Struck {
    cells: Vec<Cell>,
    count: usize,
    digit: u8,
}

/// 'r1c2 and r1c3 lose 5; r4c4 loses 7' from the removals, in order of the digits.
fn struck(removals: &[(Cell, u8)]) -> Param {
    let mut digits: Vec<u8> = removals.iter().map(|&(_, digit)| digit).collect();
    digits.sort_unstable();
    digits.dedup();
    let parts = digits.into_iter().map(|digit| {
        let cells: Vec<Cell> = removals.iter().filter(|(_, d)| *d == digit).map(|(cell, _)| *cell).collect();
        Struck { count: cells.len(), cells, digit }.tell()
    });
    sequence("steps", &parts.collect::<Vec<_>>())
}
