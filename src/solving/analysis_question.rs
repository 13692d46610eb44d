//! The question of an analysis, parsed.

use crate::game::AnalysedGame;
use crate::{Error, QuestionError};
use message::{Coded, Decimal, Message};
use protocol::{AnalysisQuestion, SolveLimits};
use runtime::clipped;
use runtime::work::CancellationBudget;
use search::{EngineSettings, SearchLimits};
use serde_json::{Map, Value, json};

const USUAL_MEBIBYTES: u64 = 64;
/// The deepest iteration, in plies.
const DEEPEST: u32 = 250;
const MAX_EXPLORATION: f64 = 100.0;
const MAX_LINES: u32 = 100;

#[derive(Clone)]
pub struct ToAnalyse<P> {
    pub(super) position: P,
    pub(super) method: &'static str,
    pub(super) evaluation: &'static str,
    pub(super) depth: Option<u32>,
    pub(super) lines: u32,
    /// Whether one line is asked for, and no value of another move.
    pub(super) is_alone: bool,
    pub(super) exploration: Option<f64>,
    pub(super) seed: u64,
    pub(super) limits: SolveLimits,
}

pub(super) fn known(field: &str, name: &str, names: &'static [&'static str]) -> Result<&'static str, Error> {
    names.iter().find(|known| **known == name).copied().ok_or_else(|| {
        let name = clipped(name, 40);
        QuestionError::Unknown { field: field.into(), name, known: names.iter().map(ToString::to_string).collect() }.into()
    })
}

impl<P: AnalysedGame> ToAnalyse<P> {
    /// The methods, the default first.
    pub fn methods() -> Vec<String> {
        let others = P::METHODS.iter().filter(|name| **name != P::DEFAULT);
        std::iter::once(&P::DEFAULT).chain(others).map(ToString::to_string).collect()
    }

    pub fn traced_methods() -> Vec<String> {
        P::METHODS.iter().filter(|name| search::OBSERVABLE_ENGINES.contains(name)).map(ToString::to_string).collect()
    }

    pub fn read(question: AnalysisQuestion) -> Result<ToAnalyse<P>, Error> {
        let mut position = question.position.as_deref().map_or_else(|| Ok(P::start()), P::read)?;
        for (number, text) in (1..).zip(&question.moves) {
            let wrong = |why: Message| Error::from(QuestionError::Move { number, why });
            let mv = text.parse::<P::Move>().map_err(|error| wrong(error.message()))?;
            position.check_move(mv).map_err(|error| wrong(error.message()))?;
            position.play(mv);
        }
        let within = |field: &'static str, value: Option<u32>, most: u32| match value {
            Some(value) if value == 0 || value > most => {
                Err(QuestionError::Range { field, least: 1, most: most.into(), found: value.into() })
            }
            value => Ok(value),
        };
        let usual = if question.depth.is_some() { P::BY_DEPTH } else { P::DEFAULT };
        let method = known("method", question.method.as_deref().unwrap_or(usual), P::METHODS)?;
        match question.c {
            Some(c) if !(0.0..=MAX_EXPLORATION).contains(&c) => {
                return Err(QuestionError::Decimal { field: "c", most: Decimal(MAX_EXPLORATION), found: Decimal(c) }.into());
            }
            Some(_) if method != "uct" => return Err(QuestionError::OnlyUct.into()),
            _ => {}
        }
        Ok(ToAnalyse {
            position,
            method,
            evaluation: known("evaluation", question.evaluation.as_deref().unwrap_or(P::EVALUATIONS[0]), P::EVALUATIONS)?,
            depth: within("depth", question.depth, DEEPEST)?,
            lines: within("lines", question.lines, MAX_LINES)?.unwrap_or(1),
            is_alone: question.lines == Some(1),
            exploration: question.c,
            seed: question.seed.unwrap_or(0),
            limits: question.limits,
        })
    }

    pub(super) fn settings(&self, cancellation: &CancellationBudget) -> EngineSettings {
        let most = cancellation.budget().bytes >> 20;
        let mebibytes = self.limits.mebibytes.unwrap_or(USUAL_MEBIBYTES).min(most).max(1) as usize;
        let usual = EngineSettings::default();
        EngineSettings { seed: self.seed, mebibytes, exploration: self.exploration.unwrap_or(usual.exploration), ..usual }
    }

    pub(super) fn engine_limits(&self) -> SearchLimits {
        let plies_left = self.position.plies_left().unwrap_or(DEEPEST).max(1);
        SearchLimits { depth: self.depth.map(|depth| depth.min(plies_left)), nodes: self.limits.nodes }
    }
}

/// Reads a question where there are no hints.
pub fn read_without_hint<P: AnalysedGame>(question: AnalysisQuestion) -> Result<ToAnalyse<P>, Error> {
    match question.hint {
        true => Err(QuestionError::HintHere.into()),
        false => ToAnalyse::read(question),
    }
}

/// The fields of a question from the text of a position.
pub fn from_text(text: &str) -> Map<String, Value> {
    let text = text.trim();
    if text.is_empty() { Map::new() } else { Map::from_iter([("position".into(), json!(text))]) }
}
