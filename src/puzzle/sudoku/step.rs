//! A step that a technique gives, and its words.

use core::fmt;

use super::{Cell, Technique};

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

/// A digit that was tried in a cell, and where that led.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The cell.
    pub cell: Cell,
    /// The digit that was tried there.
    pub digit: u8,
    /// What follows, each from the notes, the digit and the steps before it; nothing that is not needed for the end.
    pub steps: Vec<Step>,
    /// What cannot be then, in words.
    pub end: String,
}

impl Technique {
    pub(super) fn strike(self, removals: Vec<(Cell, u8)>, words: impl FnOnce() -> String) -> Option<Step> {
        if removals.is_empty() {
            return None;
        }
        let words = format!("{self}: {}, so {}", words(), struck(&removals));
        Some(Step { technique: self, placement: None, removals, words, tried: None })
    }

    pub(super) fn place(self, placement: (Cell, u8), words: &str) -> Step {
        Step { technique: self, placement: Some(placement), removals: Vec::new(), words: format!("{self}: {words}"), tried: None }
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "if {} held {}, then ", self.cell, self.digit)?;
        for step in &self.steps {
            match (&step.placement, &step.tried) {
                (None, Some(tried)) => write!(f, "{} would not hold {} (for {tried}), ", tried.cell, tried.digit)?,
                _ => write!(f, "{}, ", step.words.split_once(": ").map_or(&*step.words, |(_, words)| words))?,
            }
        }
        f.write_str(&self.end)
    }
}

/// `a, b and c`.
pub(super) fn list<T: fmt::Display>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.to_string(),
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(T::to_string).collect();
            format!("{} and {last}", rest.join(", "))
        }
    }
}

/// 'r1c2 and r1c3 lose 5; r4c4 loses 7' from the removals, in order of the digits.
fn struck(removals: &[(Cell, u8)]) -> String {
    let mut digits: Vec<u8> = removals.iter().map(|&(_, digit)| digit).collect();
    digits.sort_unstable();
    digits.dedup();
    let parts = digits.into_iter().map(|digit| {
        let cells: Vec<Cell> = removals.iter().filter(|(_, d)| *d == digit).map(|(cell, _)| *cell).collect();
        format!("{} {} {digit}", list(&cells), if cells.len() == 1 { "loses" } else { "lose" })
    });
    parts.collect::<Vec<_>>().join("; ")
}
