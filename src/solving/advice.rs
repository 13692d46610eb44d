//! What to do next, and why, in a sliding puzzle or a tour that has begun, as tasks.

use super::{Shown, SolveOutcome, Task, Tools};
use crate::Error;
use protocol::{HintAnswer, PuzzleAnswer, PuzzleBoard, SolveLimits};
use puzzle::Solved;
use runtime::work::Leash;

/// A step to take, or that there is none.
pub enum Advice {
    /// What to do, with the reason, and the row and column where it is done, from 0.
    Next { step: String, at: [usize; 2] },
    /// There is nothing left to do.
    Finished,
    /// It leads no further: what to take back, and the row and column to go back to, from 0.
    TakeBack { why: String, at: [usize; 2] },
}

/// A question that knows what to do next.
pub trait Advisable: Task {
    /// What it says.
    type Advice: Shown + 'static;

    /// The next step. What it says is proven.
    fn advise(&self, tools: &Tools, leash: &mut Leash) -> Result<Solved<Self::Advice>, Error>;
}

/// The question for one step instead of all.
pub struct Advised<T>(pub T);

impl Shown for Advice {
    fn answer(&self) -> PuzzleAnswer {
        let (state, steps, contradiction, at) = match self {
            Advice::Next { step, at } => ("next", vec![step.clone()], None, Some(*at)),
            Advice::Finished => ("finished", vec![], None, None),
            Advice::TakeBack { why, at } => ("contradiction", vec![], Some(why.clone()), Some(*at)),
        };
        PuzzleAnswer::Hint(HintAnswer { state: state.into(), steps, contradiction, hardest: None, rating: None, at, hint: None })
    }

    fn brief(&self) -> String {
        match self {
            Advice::Next { step, .. } => step.clone(),
            Advice::Finished => "nothing is left to do".into(),
            Advice::TakeBack { why, .. } => why.clone(),
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
        Err(Error::BadRequest("a hint is found in one way alone: leave `hint` out to compare methods".into()))
    }

    fn board(&self) -> Result<PuzzleBoard, Error> {
        self.0.board()
    }

    fn solve(&self, tools: &Tools, leash: &mut Leash) -> Result<SolveOutcome, Error> {
        let Solved { verdict, cost } = self.0.advise(tools, leash)?;
        Ok(SolveOutcome::of(verdict, |_| true, cost))
    }
}
