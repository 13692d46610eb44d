//! What formats are made of, as a plan says it.

use super::Accelerated;
use crate::Micros;
use crate::rating::SprtError;
use alloc::string::String;
use core::ops::RangeInclusive;
use message::Coded;

/// What a plan says of its format. The plan knows what is usual and in what range; a format checks what holds for it alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Games in an encounter.
    pub games: u32,
    /// How many rounds.
    pub rounds: Option<u32>,
    /// How often each meets each.
    pub cycles: u32,
    /// How many of the first entrants challenge the rest.
    pub challengers: u32,
    /// How many further pairs of games may break a tie.
    pub tie_breaks: u32,
    /// How the first rounds are accelerated.
    pub accelerated: Option<Accelerated>,
    /// How many encounters a player has in a day at most.
    pub daily: u32,
    /// For how long players are paired.
    pub duration: Option<Micros>,
    /// The difference of a sequential test's first hypothesis, in Elo.
    pub elo0: Option<f64>,
    /// And of its second.
    pub elo1: Option<f64>,
    /// How often it may see a difference where there is none, from 0 to 1.
    pub alpha: f64,
    /// How often it may miss one.
    pub beta: f64,
}

/// What is wrong with a plan's format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadParameter {
    /// Which field of the plan.
    pub field: &'static str,
    /// What is wrong, and what would be right.
    pub why: FieldError,
}

/// What is wrong with a field of a plan, for its format.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("format_field")]
pub enum FieldError {
    /// An arena without an end.
    NoDuration,
    /// No such format.
    NoSuchFormat {
        /// What was said.
        word: String,
        /// The words that there are.
        known: &'static [&'static str],
    },
    /// A number out of its range.
    OutOfRange {
        /// The smallest.
        least: u32,
        /// The largest.
        most: u32,
        /// What was said.
        value: u32,
    },
    /// Too short or too long.
    Duration {
        /// How many days at most.
        days: u64,
        /// What was said.
        lasts: Micros,
    },
    /// Not a sequential test.
    Sprt {
        /// What is wrong.
        why: SprtError,
        /// The parameters as they are, with the usual ones filled in, such as `elo0 = 0, elo1 = 5`.
        given: String,
    },
    /// A parameter of the test that is not there.
    #[code(from)]
    Missing(SprtError),
}

impl BadParameter {
    pub(super) fn new(field: &'static str, why: FieldError) -> BadParameter {
        BadParameter { field, why }
    }
}

/// A number that a plan may give, and its range.
pub(super) fn within(field: &'static str, value: u32, range: RangeInclusive<u32>) -> Result<u32, BadParameter> {
    let (least, most) = (*range.start(), *range.end());
    match range.contains(&value) {
        true => Ok(value),
        false => Err(BadParameter::new(field, FieldError::OutOfRange { least, most, value })),
    }
}

impl Parameters {
    /// For how long, if the plan says; `longest` at most.
    pub(super) fn duration_within(&self, longest: Micros) -> Result<Option<Micros>, BadParameter> {
        match self.duration {
            Some(lasts) if lasts == Micros::ZERO || lasts > longest => {
                let days = longest.0 / 86_400_000_000;
                Err(BadParameter::new("duration", FieldError::Duration { days, lasts }))
            }
            lasts => Ok(lasts),
        }
    }
}
