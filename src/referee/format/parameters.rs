//! The parameters of formats in a plan.

use crate::Micros;
use crate::rating::SprtError;
use alloc::string::String;
use core::ops::RangeInclusive;
use message::{Coded, Decimal};

/// The parameters of a plan, with its defaults. A plan checks the general ranges, a format its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    pub games: u32,
    pub rounds: Option<u32>,
    pub cycles: u32,
    /// The number of challengers, the first entrants.
    pub challengers: u32,
    /// The most pairs of games that break a tie.
    pub tie_breaks: u32,
    /// Whether the first rounds are accelerated.
    pub accelerated: bool,
    /// The most encounters of a player in a day.
    pub daily: u32,
    pub duration: Option<Micros>,
    /// The first hypothesis of a sequential test, in Elo.
    pub elo0: Option<f64>,
    pub elo1: Option<f64>,
    /// The false positive rate, from 0 to 1.
    pub alpha: f64,
    pub beta: f64,
}

/// An invalid field of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadParameter {
    pub field: &'static str,
    pub why: FieldError,
}

/// Why a field of a plan is invalid for its format.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("format_field")]
pub enum FieldError {
    NoDuration,
    NoSuchFormat { word: String, known: &'static [&'static str] },
    OutOfRange { least: u32, most: u32, value: u32 },
    Duration { days: u64, lasts: Micros },
    Sprt { why: SprtError, elo0: Decimal, elo1: Decimal, alpha: Decimal, beta: Decimal },
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
