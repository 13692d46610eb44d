//! The stored question of a job, from which it resumes after a restart.

use crate::assignment::Assignment;
use crate::{Error, MethodComparison, OutputFormat, game, puzzle};
use protocol::{BatchQuestion, ComparisonQuestion, json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::net::IpAddr;

/// The version of questions. It is increased when questions change their meaning or an act is added; a worker takes no job of a later version.
pub const QUESTION_VERSION: u32 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobAct {
    Solve,
    Analyse,
    Compare,
    Review,
    Batch,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobQuestion {
    pub act: JobAct,
    pub puzzle: String,
    /// The question, as the body of a request has it.
    pub fields: Value,
    pub form: OutputFormat,
    pub game: Option<u64>,
    pub from: Option<IpAddr>,
}

impl JobQuestion {
    /// Whether this is an unsolicited review.
    pub fn is_background(&self) -> bool {
        self.game.is_some() && self.from.is_none()
    }

    /// Reads it.
    pub fn assignment(&self) -> Result<Assignment, Error> {
        match self.act {
            JobAct::Review => super::to_review(&self.puzzle, &json::from_value(&self.fields)?),
            JobAct::Solve => Ok(Assignment::solve(puzzle(&self.puzzle)?.read(&self.fields)?, self.form)),
            JobAct::Batch => Assignment::batch(puzzle(&self.puzzle)?, &json::from_value::<BatchQuestion>(&self.fields)?),
            JobAct::Analyse => Ok(Assignment::analyse(game(&self.puzzle)?.read(&self.fields)?, self.form)),
            JobAct::Compare => {
                let kind = game(&self.puzzle).or_else(|_| puzzle(&self.puzzle))?;
                Ok(Assignment::compare(MethodComparison::read(kind, &json::from_value::<ComparisonQuestion>(&self.fields)?)?))
            }
        }
    }
}
