//! Hints as tasks: the next steps with their reasons.

use super::answer::line_of;
use super::sentence::HintEnd;
use super::{Shown, SolveOutcome, Task, TaskInfo, Tools};
use crate::Error;
use crate::QuestionError;
use message::{Coded, Language, Message};
use protocol::{HintAnswer, PuzzleAnswer, PuzzleBoard};
use puzzle::{Solved, Trace};
use runtime::work::CancellationBudget;

/// Steps to take, and what follows after them.
pub struct Advice {
    pub answer: HintAnswer,
    /// The last line of the text, after the steps; none if more steps follow.
    pub conclusion: Option<Message>,
    /// Whether the contradiction of the answer proves that there is no solution.
    pub refutes: bool,
}

impl Advice {
    /// One step, and the row and column where it is done, from 0.
    pub fn next(step: Message, at: [usize; 2]) -> Advice {
        let answer = HintAnswer { at: Some(at), ..HintAnswer::new("next", vec![step], None) };
        Advice { answer, conclusion: None, refutes: false }
    }

    pub(super) fn finished(conclusion: HintEnd) -> Advice {
        Advice { answer: HintAnswer::new("finished", Vec::new(), None), conclusion: Some(conclusion.message()), refutes: false }
    }
}

/// A question that can be asked for a hint.
pub trait Advisable: Task {
    type Advice: Shown + 'static;

    fn advise(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<Solved<Self::Advice>, Error>;
}

/// The question for a hint instead of a solution.
pub struct Advised<T>(pub T);

impl Shown for Advice {
    fn answer(&self) -> PuzzleAnswer {
        PuzzleAnswer::Hint(self.answer.clone())
    }

    fn refutes(&self) -> Option<Message> {
        self.answer.message.clone().filter(|_| self.refutes)
    }

    fn text(&self, language: Language) -> String {
        self.answer.messages.iter().chain(&self.conclusion).map(|line| line_of(language, line)).collect()
    }

    fn brief(&self) -> Message {
        let last = self.conclusion.as_ref().or(self.answer.messages.last());
        last.cloned().unwrap_or_else(|| HintEnd::Stuck.message())
    }
}

impl<T: Advisable> Task for Advised<T> {
    fn info(&self) -> TaskInfo {
        TaskInfo { method: "hint".into(), ..self.0.info() }
    }

    fn with_method(&self, _: &str) -> Result<Box<dyn Task>, Error> {
        Err(QuestionError::HintCompared.into())
    }

    fn board(&self) -> Result<PuzzleBoard, Error> {
        self.0.board()
    }

    fn solve(&self, tools: &Tools, cancellation: &mut CancellationBudget, _: Option<&mut Trace>) -> Result<SolveOutcome, Error> {
        let Solved { verdict, cost } = self.0.advise(tools, cancellation)?;
        Ok(SolveOutcome::of(verdict, |_| true, cost))
    }
}
