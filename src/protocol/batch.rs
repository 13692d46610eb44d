//! Many questions at one time.

use crate::SolveReport;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;

/// Many puzzles of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with `questions`, such as {\"questions\": [{\"grid\": \"...\"}]}")]
pub struct BatchQuestion {
    /// The questions, 1 to 1,000, each as it would be posted alone; what each may cost is within what all may.
    #[schema(value_type = Vec<Object>)]
    pub questions: Vec<Value>,
}

/// What came of them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BatchReport {
    /// The puzzle.
    pub puzzle: String,
    /// How many were asked.
    pub questions: u32,
    /// How many were solved.
    pub solved: u32,
    /// How many are proven to have no solution; the rest was given up.
    pub impossible: u32,
    /// The reports, in the order of the questions.
    #[schema(value_type = Vec<SolveReport>)]
    pub reports: Vec<Box<RawValue>>,
}
