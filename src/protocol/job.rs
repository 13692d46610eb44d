//! REST types of jobs, and of batches of puzzles of one kind.

use crate::{JobState, SolveReport};
use message::Message;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;

/// The progress of a job, with what was spent before a restart of it. The cost in its result is that of its last worker alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct JobProgress {
    /// States created so far.
    pub generated: u64,
    /// Moves to the deepest state so far; when tours are counted, the squares done.
    pub depth: u32,
    /// Memory held for states, in bytes.
    pub bytes: u64,
    /// Search time so far, in microseconds; of several parts together.
    pub time_us: u64,
    /// The number of its parts, which workers share; the last merges the others.
    pub parts: u32,
    /// The number of finished ones.
    pub done: u32,
}

/// A job.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Job {
    /// Its name, which is the right to see the job and to cancel it.
    pub id: String,
    /// The task, such as `solve taquin`.
    pub task: Message,
    /// Where it stands.
    pub state: JobState,
    /// Why it failed or was cancelled.
    pub why: Option<Message>,
    /// Its progress; null unless it is running.
    pub progress: Option<JobProgress>,
    /// When it was made, in RFC 3339.
    pub created: String,
    /// When it ended, in RFC 3339.
    pub ended: Option<String>,
    /// The media type of the result; null unless it is done.
    pub result_type: Option<String>,
    /// The result: of JSON the object itself, otherwise a text; null unless it is done.
    #[schema(value_type = serde_json::Value)]
    pub result: Option<Box<RawValue>>,
}

/// Jobs that are not over.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JobList {
    /// The jobs.
    pub jobs: Vec<Job>,
}

/// Many puzzles of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "shape.questions")]
pub struct BatchQuestion {
    /// The questions, 1 to 1,000, each as it would be posted alone; what each may cost is within what all may.
    #[schema(value_type = Vec<Object>)]
    pub questions: Vec<Value>,
}

/// The results.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BatchReport {
    /// The puzzle.
    pub puzzle: String,
    /// The number of questions.
    pub questions: u32,
    /// The number solved.
    pub solved: u32,
    /// The number proven unsolvable; the rest reached a limit.
    pub impossible: u32,
    /// The reports, in the order of the questions.
    #[schema(value_type = Vec<SolveReport>)]
    pub reports: Vec<Box<RawValue>>,
}
