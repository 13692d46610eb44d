//! What a task may cost: what the client asks for, within what the operator allows.

use crate::core::Error;
use crate::core::work::Budget;
use protocol::SolveLimits;
use std::time::Duration;

/// What the operator allows one task to cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caps {
    /// Time at work.
    pub time: Duration,
    /// Memory for states and tables, in MiB.
    pub mebibytes: u64,
}

/// The most solutions that a stream or a count may ask for.
const MOST_SOLUTIONS: u64 = 1_000_000_000;

impl Caps {
    /// The budget of a task.
    ///
    /// # Errors
    /// A limit of 0, a negative one, or one above what the operator allows.
    pub fn budget(&self, limits: &SolveLimits) -> Result<Budget, Error> {
        let most = self.time.as_secs_f64();
        let wrong =
            |what: &str, asked: &dyn std::fmt::Display, right: String| Error::BadRequest(format!("`limits.{what}`: {right}; not {asked}"));
        let time = match limits.seconds {
            None => self.time,
            Some(seconds) if seconds > 0.0 && seconds <= most => Duration::from_secs_f64(seconds),
            Some(seconds) => {
                let right = format!("more than 0 and at most {most} here (as a job, with `Prefer: respond-async`, more)");
                return Err(wrong("seconds", &seconds, right));
            }
        };
        let nodes = match limits.nodes {
            None => u64::MAX,
            Some(0) => return Err(wrong("nodes", &0, "at least 1".into())),
            Some(nodes) => nodes,
        };
        let bytes = match limits.mebibytes {
            None => self.mebibytes << 20,
            Some(mebibytes) if (1..=self.mebibytes).contains(&mebibytes) => mebibytes << 20,
            Some(mebibytes) => return Err(wrong("mebibytes", &mebibytes, format!("from 1 to {} here", self.mebibytes))),
        };
        if let Some(solutions) = limits.solutions
            && !(1..=MOST_SOLUTIONS).contains(&solutions)
        {
            return Err(wrong("solutions", &solutions, format!("from 1 to {MOST_SOLUTIONS}")));
        }
        Ok(Budget { time, nodes, bytes })
    }

    /// The same as the client sees it.
    pub fn told(&self) -> SolveLimits {
        let seconds = Some(self.time.as_secs_f64());
        SolveLimits { seconds, nodes: None, mebibytes: Some(self.mebibytes), solutions: Some(MOST_SOLUTIONS) }
    }
}
