//! A position as a task: its value, the best lines of play, and what it cost to find them.

use super::game::{Game, PERFECT};
use super::inquiry::Inquiry;
use super::{Iterations, Outcome, Task, Tools};
use crate::core::Error;
use crate::core::work::Leash;
use protocol::{Analysis, AnalysisQuestion, SearchCost, SolveLimits};
use puzzle::{Cost, Verdict};
use search::{Limits, Settings};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Time at work if the question has neither a depth nor a limit.
const USUAL_TIME: Duration = Duration::from_secs(2);
/// The table or tree of an engine, in MiB, if nobody says.
const USUAL_MEBIBYTES: u64 = 64;
/// The deepest iteration that can be asked for, in plies.
const DEEPEST: u32 = 250;
/// The most lines that can be asked for.
const MOST_LINES: u32 = 100;

/// A position of a game, to be analysed by a method.
#[derive(Clone)]
pub struct Position<P> {
    pub(super) position: P,
    pub(super) method: &'static str,
    evaluation: &'static str,
    depth: Option<u32>,
    pub(super) lines: u32,
    seed: u64,
    limits: SolveLimits,
}

fn known(field: &str, name: &str, names: &'static [&'static str]) -> Result<&'static str, Error> {
    names.iter().find(|known| **known == name).copied().ok_or_else(|| {
        let name: String = name.chars().take(40).collect();
        Error::BadRequest(format!("`{field}`: there is no {name:?} for this game; there are {}", names.join(", ")))
    })
}

impl<P: Game> Position<P> {
    /// The methods, the default first.
    pub fn methods() -> Vec<String> {
        let others = P::METHODS.iter().filter(|name| **name != P::DEFAULT);
        std::iter::once(&P::DEFAULT).chain(others).map(ToString::to_string).collect()
    }

    /// Reads a question.
    pub fn read(question: AnalysisQuestion) -> Result<Position<P>, Error> {
        let mut position = question.position.as_deref().map_or_else(|| Ok(P::start()), P::read)?;
        for (number, text) in (1..).zip(&question.moves) {
            let wrong = |error: &dyn std::error::Error| Error::BadRequest(format!("`moves`, move {number}: {error}"));
            let mv = text.parse::<P::Move>().map_err(|error| wrong(&error))?;
            position.explain(mv).map_err(|error| wrong(&error))?;
            position.play(mv);
        }
        let within = |field: &str, value: Option<u32>, most: u32| match value {
            Some(value) if value == 0 || value > most => {
                Err(Error::BadRequest(format!("`{field}` is a number from 1 to {most}; not {value}")))
            }
            value => Ok(value),
        };
        let usual = if question.depth.is_some() { P::BY_DEPTH } else { P::DEFAULT };
        Ok(Position {
            position,
            method: known("method", question.method.as_deref().unwrap_or(usual), P::METHODS)?,
            evaluation: known("evaluation", question.evaluation.as_deref().unwrap_or(P::EVALUATIONS[0]), P::EVALUATIONS)?,
            depth: within("depth", question.depth, DEEPEST)?,
            lines: within("lines", question.lines, MOST_LINES)?.unwrap_or(1),
            seed: question.seed.unwrap_or(0),
            limits: question.limits,
        })
    }

    fn settings(&self, leash: &Leash) -> Settings {
        let most = leash.budget().bytes >> 20;
        let mebibytes = self.limits.mebibytes.unwrap_or(USUAL_MEBIBYTES).min(most).max(1) as usize;
        Settings { seed: self.seed, mebibytes, ..Settings::default() }
    }

    /// Where an engine stops by itself.
    pub(super) fn engine_limits(&self) -> Limits {
        let plies_left = self.position.plies_left().unwrap_or(DEEPEST).max(1);
        Limits { depth: self.depth.map(|depth| depth.min(plies_left)), nodes: self.limits.nodes }
    }

    /// Analyses the position, and tells `each` of every finished iteration.
    pub fn analyse(&self, leash: &mut Leash, each: Iterations) -> Result<Analysis, Error> {
        // A table costs time before the search begins, and that is not the search's.
        let engine = P::engine(self.method, self.evaluation, &self.settings(leash))?;
        let by_simulations = engine.iteration(1).is_some_and(|first| first.nodes.is_some());
        // The end of the game is the limit of `perfect`, which a depth says nothing to; nor does it to simulations.
        let ends_by_depth = self.depth.is_some() != (self.method == PERFECT) && !by_simulations;
        let has_an_end = ends_by_depth || self.limits.nodes.is_some() || self.limits.seconds.is_some();
        let mut budget = leash.budget();
        if !has_an_end {
            budget.time = budget.time.min(USUAL_TIME);
        }
        let mut leash = leash.part(budget);
        let inquiry = Inquiry::new(self, engine, by_simulations, &mut leash);
        Ok(match self.position.outcome() {
            Some(outcome) => inquiry.ended(outcome),
            None if self.method == PERFECT => inquiry.every_move(each),
            None if each.is_none() && self.lines == 1 => inquiry.straight(),
            None => inquiry.deeper_and_deeper(each),
        })
    }
}

impl<P: Game> Task for Position<P> {
    fn puzzle(&self) -> &'static str {
        P::NAME
    }

    fn method(&self) -> String {
        self.method.into()
    }

    fn limits(&self) -> &SolveLimits {
        &self.limits
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        let method = known("method", method, P::METHODS)?;
        Ok(Box::new(Position { method, ..self.clone() }))
    }

    fn solve(&self, _: &Tools, leash: &mut Leash) -> Result<Outcome, Error> {
        let analysis = self.analyse(leash, None)?;
        let SearchCost { nodes, leaves, selective_depth, .. } = analysis.cost;
        let (search, why) = (Some(analysis.cost), analysis.cut_short.clone());
        let cost = Cost { generated: nodes, expanded: nodes.saturating_sub(leaves), frontier: 0, depth: selective_depth, bytes: 0 };
        let verdict = if analysis.score.is_none() { Verdict::GaveUp } else { Verdict::Solved(analysis) };
        Ok(Outcome { search, why, ..Outcome::of(verdict, |analysis| analysis.score.is_some_and(|score| score.expected.is_some()), cost) })
    }

    fn analysis(&self, leash: &mut Leash, each: Iterations) -> Result<Analysis, Error> {
        self.analyse(leash, each)
    }
}

/// Of a position the text itself.
pub fn from_text(text: &str) -> Map<String, Value> {
    let text = text.trim();
    if text.is_empty() { Map::new() } else { Map::from_iter([("position".into(), json!(text))]) }
}
