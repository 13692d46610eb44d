//! Limits of a task: the client's, within the operator's.

use crate::job_question::QUESTION_VERSION;
use crate::{Error, QuestionError};
use message::Decimal;
use protocol::SolveLimits;
use runtime::memory;
use runtime::work::{Budget, CancellationBudget};
use std::time::Duration;
use storage::Resources;

/// The operator's limits of one task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caps {
    pub time: Duration,
    /// Memory for states and tables, in MiB.
    pub mebibytes: u64,
}

pub(crate) trait AllowsCost {
    fn allows(&mut self, cost: &puzzle::Cost) -> bool;
}

impl AllowsCost for CancellationBudget<'_> {
    fn allows(&mut self, cost: &puzzle::Cost) -> bool {
        self.keep_going(cost.generated, cost.depth, cost.bytes)
    }
}

/// The most solutions that a stream or a count may ask for.
const MAX_SOLUTIONS: u64 = 1_000_000_000;

impl Caps {
    /// The limits of one of several concurrent searches, with at most `wanted` MiB each, and half of the machine's memory together.
    pub fn among(searches: usize, time: Duration, wanted: u64) -> Caps {
        let mebibytes = memory::available_bytes().map_or(wanted, |bytes| memory::share(wanted, searches as u64, bytes));
        Caps { time, mebibytes }
    }

    /// The required resources of a worker for a task: the client's limits.
    pub fn needs(limits: &SolveLimits) -> Resources {
        let seconds = limits.seconds.map_or(0, |seconds| seconds.ceil() as u64);
        Resources { version: QUESTION_VERSION, mebibytes: limits.mebibytes.unwrap_or(0), seconds }
    }

    /// The budget of a task.
    pub fn budget(&self, limits: &SolveLimits) -> Result<Budget, Error> {
        let most = self.time.as_secs_f64();
        let within = |field, most, found| match found {
            Some(found) if !(1..=most).contains(&found) => Err(QuestionError::Range { field, least: 1, most, found }),
            found => Ok(found),
        };
        let time = match limits.seconds {
            None => self.time,
            Some(seconds) if seconds > 0.0 && seconds <= most => Duration::from_secs_f64(seconds),
            Some(seconds) => return Err(QuestionError::Seconds { most: Decimal(most), found: Decimal(seconds) }.into()),
        };
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        if nodes == 0 {
            return Err(QuestionError::Zero { field: "limits.nodes" }.into());
        }
        let bytes = within("limits.mebibytes", self.mebibytes, limits.mebibytes)?.unwrap_or(self.mebibytes) << 20;
        within("limits.solutions", MAX_SOLUTIONS, limits.solutions)?;
        Ok(Budget { time, nodes, bytes })
    }

    pub fn limits(&self) -> SolveLimits {
        let seconds = Some(self.time.as_secs_f64());
        SolveLimits { seconds, nodes: None, mebibytes: Some(self.mebibytes), solutions: Some(MAX_SOLUTIONS) }
    }
}
