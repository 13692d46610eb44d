//! Hints as tasks: the next steps with their reasons.

use crate::answer::line_of;
use crate::marked_board::marked_board;
use crate::sentence::HintEnd;
use crate::{Error, Shown, SolveOutcome, Task, TaskInfo, Tools};
use message::{Coded, Language, Message};
use protocol::{CellDigits, HintAnswer, HintMarks, PuzzleAnswer, PuzzleBoard};
use puzzle::{Solved, Trace};
use runtime::work::CancellationBudget;

/// Steps to take, and what follows after them.
pub struct Advice {
    pub answer: HintAnswer,
    /// The last line of the text, after the steps; none if more steps follow.
    pub conclusion: Option<Message>,
    /// Whether the contradiction of the answer proves that there is no solution.
    pub refutes: bool,
    pub board: AdviceBoard,
}

/// The board of the text form.
pub enum AdviceBoard {
    /// A drawing, before the steps.
    Drawn(String),
    /// The board before the first step, and what each step puts into which cell.
    Filled(PuzzleBoard, Vec<Option<(usize, String)>>),
}

impl Advice {
    /// One step, and the cell of the board where it is done, if it has one.
    pub fn next(step: Message, board: &PuzzleBoard, cell: impl Into<Option<usize>>) -> Advice {
        let cells: Vec<usize> = cell.into().into_iter().collect();
        let board = AdviceBoard::Drawn(marked_board(board, &board.cells, &cells, &[]));
        let marks = vec![HintMarks { cells, ..HintMarks::default() }];
        let answer = HintAnswer { marks, ..HintAnswer::new("next", vec![step], None) };
        Advice { answer, conclusion: None, refutes: false, board }
    }

    pub(super) fn finished(conclusion: HintEnd) -> Advice {
        let (answer, board) = (HintAnswer::new("finished", Vec::new(), None), AdviceBoard::Drawn(String::new()));
        Advice { answer, conclusion: Some(conclusion.message()), refutes: false, board }
    }

    /// The steps, each below its board.
    fn steps(&self, language: Language) -> String {
        let steps = self.answer.steps.iter().map(|line| line_of(language, line));
        match &self.board {
            AdviceBoard::Drawn(board) => board.clone() + &steps.collect::<String>(),
            AdviceBoard::Filled(board, filled) => {
                let mut cells = board.cells.clone();
                let step = |((step, marks), filled): ((String, &HintMarks), &Option<(usize, String)>)| {
                    let mut shown = cells.clone();
                    for CellDigits { cell, digits } in &marks.candidates {
                        shown[*cell] = digits.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                    }
                    if let Some((cell, text)) = filled {
                        cells[*cell].clone_from(text);
                    }
                    marked_board(board, &shown, &marks.cells, &marks.because) + &step + "\n"
                };
                steps.zip(&self.answer.marks).zip(filled).map(step).collect()
            }
        }
    }
}

/// A question that can be asked for a hint.
pub trait Advisable: Task {
    fn advise(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<Solved<Advice>, Error>;
}

/// The question for a hint instead of a solution.
pub struct Advised<T>(pub T);

impl Shown for Advice {
    fn answer(&self) -> PuzzleAnswer {
        PuzzleAnswer::Hint(self.answer.clone())
    }

    fn refutes(&self) -> Option<Message> {
        self.answer.why.clone().filter(|_| self.refutes)
    }

    fn text(&self, language: Language) -> String {
        self.steps(language) + &self.conclusion.iter().map(|line| line_of(language, line)).collect::<String>()
    }

    fn brief(&self) -> Message {
        let last = self.conclusion.as_ref().or(self.answer.steps.last());
        last.cloned().unwrap_or_else(|| HintEnd::Stuck.message())
    }
}

impl<T: Advisable> Task for Advised<T> {
    fn info(&self) -> TaskInfo {
        TaskInfo { method: "hint".into(), ..self.0.info() }
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        self.0.with_method(method)
    }

    fn goal(&self) -> Option<&'static str> {
        Some("hint")
    }

    fn board(&self) -> Result<PuzzleBoard, Error> {
        self.0.board()
    }

    fn named(&self, message: Message) -> Message {
        self.0.named(message)
    }

    fn solve(&self, tools: &Tools, cancellation: &mut CancellationBudget, _: Option<&mut Trace>) -> Result<SolveOutcome, Error> {
        let Solved { verdict, cost } = self.0.advise(tools, cancellation)?;
        Ok(SolveOutcome::of(verdict, |_| true, cost))
    }
}
