//! What a job was asked, as it is kept with it: a job is its question, and after a restart it is asked again.

use super::assignment::Assignment;
use super::{Form, MethodComparison, game, puzzle};
use crate::Error;
use protocol::json;
use protocol::{BatchQuestion, ComparisonQuestion};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::net::IpAddr;

/// The edition of questions that this program writes and understands. Whoever gives questions another meaning, or adds an act, counts it up:
/// a worker takes no job of a later edition than its own.
pub const EDITION: u32 = 1;

/// What is to be done with a puzzle or a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobAct {
    /// A puzzle is solved.
    Solve,
    /// A position is analysed.
    Analyse,
    /// Methods are compared on one instance.
    Compare,
    /// A game is looked at again.
    Review,
    /// Many puzzles of one kind are solved.
    Batch,
}

/// What a job was asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobQuestion {
    /// What is to be done.
    pub act: JobAct,
    /// The puzzle or game.
    pub puzzle: String,
    /// The question, as the body of a request has it.
    pub fields: Value,
    /// How the result is written.
    pub form: Form,
    /// The match that is looked at again, if one is.
    pub game: Option<u64>,
    /// Who asks.
    pub from: Option<IpAddr>,
}

impl JobQuestion {
    /// Whether the referee itself looks at a match, and nobody waits for it.
    pub fn is_unasked(&self) -> bool {
        self.game.is_some() && self.from.is_none()
    }

    /// Reads it.
    ///
    /// # Errors
    /// When it does not make sense.
    pub fn assignment(&self) -> Result<Assignment, Error> {
        match self.act {
            JobAct::Review => super::to_review(&self.puzzle, &json::from_value(&self.fields)?),
            JobAct::Solve => Ok(Assignment::solve(puzzle(&self.puzzle)?.read_fields(&self.fields)?, self.form)),
            JobAct::Batch => Assignment::batch(puzzle(&self.puzzle)?, &json::from_value::<BatchQuestion>(&self.fields)?),
            JobAct::Analyse => Ok(Assignment::analyse(game(&self.puzzle)?.read_fields(&self.fields)?, self.form)),
            JobAct::Compare => {
                let kind = game(&self.puzzle).or_else(|_| puzzle(&self.puzzle))?;
                Ok(Assignment::compare(MethodComparison::read(kind, &json::from_value::<ComparisonQuestion>(&self.fields)?)?))
            }
        }
    }
}
