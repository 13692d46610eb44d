//! What to do next, and why, in a sliding puzzle or a tour that has begun, as tasks.

use super::{Shown, SolveOutcome, Task, Tools};
use crate::Error;
use crate::Flaw;
use message::Message;
use protocol::{HintAnswer, PuzzleAnswer, PuzzleBoard, SolveLimits};
use puzzle::Solved;
use runtime::work::CancellationBudget;

/// A step to take, or that there is none.
pub enum Advice {
    /// What to do, with the reason, and the row and column where it is done, from 0.
    Next { step: Message, at: [usize; 2] },
    /// There is nothing left to do.
    Finished,
    /// It leads no further: what to take back, and the row and column to go back to, from 0.
    TakeBack { why: Message, at: [usize; 2] },
}

/// A question that knows what to do next.
pub trait Advisable: Task {
    /// What it says.
    type Advice: Shown + 'static;

    /// The next step. What it says is proven.
    fn advise(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<Solved<Self::Advice>, Error>;
}

/// The question for one step instead of all.
pub struct Advised<T>(pub T);

impl Shown for Advice {
    fn answer(&self) -> PuzzleAnswer {
        PuzzleAnswer::Hint(match self {
            Advice::Next { step, at } => HintAnswer { at: Some(*at), ..HintAnswer::new("next", vec![step.clone()], None) },
            Advice::Finished => HintAnswer::new("finished", vec![], None),
            Advice::TakeBack { why, at } => HintAnswer { at: Some(*at), ..HintAnswer::new("contradiction", vec![], Some(why.clone())) },
        })
    }

    fn brief(&self) -> String {
        match self {
            Advice::Next { step, .. } => step.to_string(),
            Advice::Finished => "nothing is left to do".into(),
            Advice::TakeBack { why, .. } => why.to_string(),
        }
    }
}

impl<T: Advisable> Task for Advised<T> {
    fn puzzle(&self) -> &'static str {
        self.0.puzzle()
    }

    fn method(&self) -> String {
        "hint".into()
    }

    fn shape(&self) -> Option<String> {
        self.0.shape()
    }

    fn goal(&self) -> Option<String> {
        self.0.goal()
    }

    fn limits(&self) -> &SolveLimits {
        self.0.limits()
    }

    fn with_method(&self, _: &str) -> Result<Box<dyn Task>, Error> {
        Err(Flaw::HintCompared.into())
    }

    fn board(&self) -> Result<PuzzleBoard, Error> {
        self.0.board()
    }

    fn solve(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<SolveOutcome, Error> {
        let Solved { verdict, cost } = self.0.advise(tools, cancellation)?;
        Ok(SolveOutcome::of(verdict, |_| true, cost))
    }
}
