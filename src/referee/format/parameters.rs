//! What formats are made of, as a plan says it.

use super::Accelerated;
use crate::Micros;
use alloc::format;
use alloc::string::{String, ToString};
use core::ops::RangeInclusive;

/// What a plan says of its format. Each format takes what it knows; what is left over has no meaning in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    /// Games in an encounter.
    pub games: Option<u32>,
    /// How many rounds.
    pub rounds: Option<u32>,
    /// How often each meets each.
    pub cycles: Option<u32>,
    /// How many of the first entrants challenge the rest.
    pub challengers: Option<u32>,
    /// How many further pairs of games may break a tie.
    pub tie_breaks: Option<u32>,
    /// How the first rounds are accelerated.
    pub accelerated: Option<Accelerated>,
    /// How many encounters a player has in a day at most.
    pub daily: Option<u32>,
    /// For how long players are paired.
    pub duration: Option<Micros>,
    /// The difference of a sequential test's first hypothesis, in Elo.
    pub elo0: Option<f64>,
    /// And of its second.
    pub elo1: Option<f64>,
    /// How often it may see a difference where there is none, from 0 to 1.
    pub alpha: Option<f64>,
    /// How often it may miss one.
    pub beta: Option<f64>,
}

/// What is wrong with a plan's format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{field}`: {why}")]
pub struct BadParameter {
    /// Which field of the plan.
    pub field: &'static str,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl BadParameter {
    pub(super) fn new(field: &'static str, why: impl Into<String>) -> BadParameter {
        BadParameter { field, why: why.into() }
    }

    pub(super) fn no_such_format(word: &str, known: &[&str]) -> BadParameter {
        BadParameter::new("format", format!("there is no format `{word}`, but {}", known.join(", ")))
    }
}

/// A number that a plan may give, and its range.
pub(super) fn within(field: &'static str, value: u32, range: RangeInclusive<u32>) -> Result<u32, BadParameter> {
    let (least, most) = (*range.start(), *range.end());
    match range.contains(&value) {
        true => Ok(value),
        false => Err(BadParameter::new(field, format!("a number from {least} to {most}, not {value}"))),
    }
}

impl Parameters {
    /// Games in an encounter; a pair with both colours if the plan does not say.
    pub(super) fn take_games(&mut self) -> Result<u32, BadParameter> {
        within("games", self.games.take().unwrap_or(2), 1..=100)
    }

    /// How often each meets each; once if the plan does not say.
    pub(super) fn take_cycles(&mut self) -> Result<u32, BadParameter> {
        within("cycles", self.cycles.take().unwrap_or(1), 1..=100)
    }

    /// For how long; `example` is what to say if the plan does not.
    pub(super) fn take_duration(&mut self, longest: Micros, example: &str) -> Result<Micros, BadParameter> {
        match self.duration.take() {
            None => Err(BadParameter::new("duration", example.to_string())),
            Some(lasts) if lasts == Micros::ZERO || lasts > longest => {
                let days = longest.0 / 86_400_000_000;
                Err(BadParameter::new("duration", format!("more than no time, and at most {days} days, not {lasts}")))
            }
            Some(lasts) => Ok(lasts),
        }
    }

    /// Every parameter, with a value that each format takes which knows it.
    pub(super) fn every() -> Parameters {
        Parameters {
            games: Some(1),
            rounds: Some(1),
            cycles: Some(1),
            challengers: Some(1),
            tie_breaks: Some(1),
            accelerated: Some(Accelerated::Baku),
            daily: Some(1),
            duration: Some(Micros::from_secs(3_600)),
            elo0: Some(0.0),
            elo1: Some(10.0),
            alpha: Some(0.05),
            beta: Some(0.05),
        }
    }

    /// The parameters that have a value, as a plan names them.
    pub(super) fn given(&self) -> impl Iterator<Item = &'static str> {
        let all = [
            ("games", self.games.is_some()),
            ("rounds", self.rounds.is_some()),
            ("cycles", self.cycles.is_some()),
            ("challengers", self.challengers.is_some()),
            ("tie_breaks", self.tie_breaks.is_some()),
            ("accelerated", self.accelerated.is_some()),
            ("daily", self.daily.is_some()),
            ("duration", self.duration.is_some()),
            ("elo0", self.elo0.is_some()),
            ("elo1", self.elo1.is_some()),
            ("alpha", self.alpha.is_some()),
            ("beta", self.beta.is_some()),
        ];
        all.into_iter().filter(|(_, is_given)| *is_given).map(|(field, _)| field)
    }

    /// Whether the format has taken all that the plan says.
    pub(super) fn must_be_used_up(&self, word: &str) -> Result<(), BadParameter> {
        match self.given().next() {
            Some(field) => Err(BadParameter::new(field, format!("has no meaning in a tournament of the format {word}"))),
            None => Ok(()),
        }
    }
}
