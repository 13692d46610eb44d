//! The common interface of puzzles and games: a parsed question, and an answer in several forms.

use crate::marked_board::marked_board;
use crate::sentence::Brief;
use crate::{Cut, Error, OutputFormat, QuestionError, Tools};
use message::{Coded, Language, Message, Param, ToParam};
use protocol::{Analysis, CountAnswer, PuzzleAnswer, PuzzleBoard, Score, SearchCost, SolveLimits};
use puzzle::{Cost, Stream, Trace, Verdict};
use runtime::work::CancellationBudget;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

pub trait Shown {
    fn answer(&self) -> PuzzleAnswer;
    /// For a terminal, as a drawing of several lines where there is one.
    fn text(&self, language: Language) -> String {
        self.brief().sentence(language) + "\n"
    }
    /// As an SVG document, if there is a picture of it.
    fn svg(&self, _: Language) -> Option<String> {
        None
    }
    fn brief(&self) -> Message;
    /// Why there is no solution, if the answer shows that.
    fn refutes(&self) -> Option<Message> {
        None
    }
    /// The boards of the solution, cell by cell: at most `most`, none if there is nothing to draw.
    fn boards(&self, _most: usize) -> Vec<Vec<String>> {
        Vec::new()
    }
}

pub struct SolveOutcome {
    pub verdict: Verdict<Box<dyn Shown>>,
    pub proven: bool,
    pub cost: Cost,
    pub search: Option<SearchCost>,
    /// The limit that was reached, where the budget does not know it.
    pub why: Option<Message>,
    /// The time for tables, which later questions use, too.
    pub prepared: Duration,
}

impl SolveOutcome {
    /// The outcome of a solver's verdict; an impossible puzzle is proven to be so.
    pub fn of<A: Shown + 'static>(verdict: Verdict<A>, proven: impl FnOnce(&A) -> bool, cost: Cost) -> SolveOutcome {
        let (verdict, proven): (Verdict<Box<dyn Shown>>, bool) = match verdict {
            Verdict::Solved(answer) => {
                let proven = proven(&answer);
                (Verdict::Solved(Box::new(answer)), proven)
            }
            Verdict::Impossible(why) => (Verdict::Impossible(why), true),
            Verdict::LimitReached => (Verdict::LimitReached, false),
        };
        SolveOutcome { verdict, proven, cost, search: None, why: None, prepared: Duration::ZERO }
    }
}

/// Receives the solutions of a stream until it breaks.
pub type Each<'a> = &'a mut dyn FnMut(PuzzleAnswer) -> ControlFlow<()>;

pub type Iterations<'a> = Option<&'a mut dyn FnMut(&Analysis)>;

/// The bytes of an answer whose size does not depend on the question.
pub(super) fn usual_answer_bytes(form: OutputFormat) -> u64 {
    match form {
        OutputFormat::Json | OutputFormat::Lines | OutputFormat::Events => 32 << 10,
        OutputFormat::Text(_) | OutputFormat::Svg(_) => 128 << 10,
    }
}

/// The subject of a task, and the client's limits.
#[derive(Clone, Debug, Default)]
pub struct TaskInfo {
    pub puzzle: &'static str,
    pub method: String,
    /// The size of the board, if there is one.
    pub shape: Option<String>,
    /// The goal, if the question can name one.
    pub goal: Option<String>,
    /// Of a game.
    pub position: Option<String>,
    pub limits: SolveLimits,
}

/// A parsed question with a method.
pub trait Task: Send + Sync {
    fn info(&self) -> TaskInfo;
    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error>;
    /// The most bytes that the answer takes in this form, without the memory of the search.
    fn answer_bytes(&self, form: OutputFormat) -> u64 {
        usual_answer_bytes(form)
    }
    fn cut(&self) -> Option<Arc<dyn Cut>> {
        None
    }
    fn cut_analysis(&self) -> Option<Arc<dyn Cut>> {
        None
    }
    fn board(&self) -> Result<PuzzleBoard, Error> {
        Err(QuestionError::NotDrawn { puzzle: self.info().puzzle }.into())
    }
    /// The field that wants something else than a solution: `count`, `hint` or `steps`.
    fn goal(&self) -> Option<&'static str> {
        None
    }
    /// Whether the method reports its steps.
    fn is_traced(&self) -> bool {
        false
    }
    /// The texts for the numbers in the cells of a step.
    fn shown(&self, cells: &[u32]) -> Vec<String> {
        cells.iter().map(ToString::to_string).collect()
    }
    /// A cell of a board of this width, as sentences name it.
    fn place(&self, width: usize, cell: usize) -> Message {
        Message::new("cell", [("row", (cell / width + 1).to_param()), ("column", (cell % width + 1).to_param())])
    }
    /// What a step puts into a cell of this text; none if that is not worth a word.
    fn content(&self, shown: &str) -> Option<Param> {
        (!shown.is_empty() && !shown.contains(' ')).then(|| shown.into())
    }
    /// Whether steps have a depth and other numbers of a search.
    fn searches(&self) -> bool {
        true
    }
    /// A message with the names that the puzzle has for its cells.
    fn named(&self, message: Message) -> Message {
        message
    }
    /// The board for a terminal with these cells: those that a step is about, and those that are its reason or may be next, are marked.
    fn drawing(&self, board: &PuzzleBoard, cells: &[String], about: &[usize], others: &[usize]) -> String {
        marked_board(board, cells, about, others)
    }
    /// The score for the value of a state; none for a bound beyond all values.
    fn valued(&self, value: i32) -> Option<Score> {
        Some(Score { value, expected: None, plies: None })
    }
    /// Solves it, with a trace only if it [is traced](Task::is_traced).
    fn solve(&self, tools: &Tools, cancellation: &mut CancellationBudget, trace: Option<&mut Trace>) -> Result<SolveOutcome, Error>;
    /// Analyses a position; calls `each` with every finished iteration.
    fn analysis(&self, _: &mut CancellationBudget, _: Iterations) -> Result<Analysis, Error> {
        Err(QuestionError::NoGame { puzzle: self.info().puzzle }.into())
    }
    fn each(&self, _: &mut CancellationBudget, _: Each) -> Result<Stream, Error> {
        Err(QuestionError::NoStream { puzzle: self.info().puzzle }.into())
    }
}

/// Refuses a question that wants something else than a solution.
pub(super) fn must_want_solution(task: &dyn Task) -> Result<(), Error> {
    task.goal().map_or(Ok(()), |field| Err(QuestionError::SolutionAlone { field }.into()))
}

/// A number of tours or of solutions; a lower bound if not `all` are counted.
pub(super) struct Number {
    pub(super) of_tours: bool,
    pub(super) number: u64,
    pub(super) all: bool,
}

impl Shown for Number {
    fn answer(&self) -> PuzzleAnswer {
        PuzzleAnswer::Count(CountAnswer { solutions: self.number, all: self.all })
    }

    fn brief(&self) -> Message {
        let Number { of_tours, number, all } = *self;
        if of_tours { Brief::Tours { number, all } } else { Brief::Solutions { number, all } }.message()
    }
}
