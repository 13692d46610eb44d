//! What every puzzle and game has in common: a question that has been read, and an answer that can be shown.

use super::Form;
use super::{Cut, Tools};
use crate::Error;
use crate::Flaw;
use message::Message;
use protocol::{Analysis, CountAnswer, PuzzleAnswer, PuzzleBoard, Score, SearchCost, SolveLimits};
use puzzle::{Cost, Stream, Trace, Verdict};
use runtime::work::CancellationBudget;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// An answer that can be shown.
pub trait Shown {
    /// As data.
    fn answer(&self) -> PuzzleAnswer;
    /// For a terminal, as a drawing of several lines where there is one.
    fn text(&self) -> String {
        self.brief() + "\n"
    }
    /// As an SVG document, if there is a picture of it.
    fn svg(&self) -> Option<String> {
        None
    }
    /// In a few words.
    fn brief(&self) -> String;
    /// Why there is no solution, if that is what the answer shows.
    fn refutes(&self) -> Option<Message> {
        None
    }
    /// The boards that it leads to one after the other, cell by cell; so many at most, none if there is nothing to draw.
    fn boards(&self, _most: usize) -> Vec<Vec<String>> {
        Vec::new()
    }
}

/// How a task ended.
pub struct SolveOutcome {
    /// What was found.
    pub verdict: Verdict<Box<dyn Shown>>,
    /// Whether all that the answer says is proven.
    pub proven: bool,
    /// What it cost.
    pub cost: Cost,
    /// The same for a game.
    pub search: Option<SearchCost>,
    /// Which limit came first, where the cancellation does not know.
    pub why: Option<Message>,
    /// Time that went into tables, which serve the next question, too.
    pub prepared: Duration,
}

impl SolveOutcome {
    /// The answer of a solver as anybody can show it; what is impossible is proven to be.
    pub fn of<A: Shown + 'static>(verdict: Verdict<A>, proven: impl FnOnce(&A) -> bool, cost: Cost) -> SolveOutcome {
        let (verdict, proven): (Verdict<Box<dyn Shown>>, bool) = match verdict {
            Verdict::Solved(answer) => {
                let proven = proven(&answer);
                (Verdict::Solved(Box::new(answer)), proven)
            }
            Verdict::Impossible(why) => (Verdict::Impossible(why), true),
            Verdict::GaveUp => (Verdict::GaveUp, false),
        };
        SolveOutcome { verdict, proven, cost, search: None, why: None, prepared: Duration::ZERO }
    }
}

/// Takes the solutions of a stream one by one, until it has enough.
pub type Each<'a> = &'a mut dyn FnMut(Box<dyn Shown>) -> ControlFlow<()>;

/// Takes the iterations of an analysis one by one, if anybody does.
pub type Iterations<'a> = Option<&'a mut dyn FnMut(&Analysis)>;

/// What an answer takes that does not grow with the question.
pub(super) fn usual_answer_bytes(form: Form) -> u64 {
    match form {
        Form::Json | Form::Lines | Form::Events => 32 << 10,
        Form::Text | Form::Svg => 128 << 10,
    }
}

/// A question that has been read, with a method.
pub trait Task: Send + Sync {
    /// The puzzle or game.
    fn puzzle(&self) -> &'static str;
    /// The method.
    fn method(&self) -> String;
    /// The size of the board as it was read, if there is a board.
    fn shape(&self) -> Option<String> {
        None
    }
    /// What was read to be wanted, if the question can say that.
    fn goal(&self) -> Option<String> {
        None
    }
    /// What the client allows it to cost.
    fn limits(&self) -> &SolveLimits;
    /// The same question for another method.
    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error>;
    /// The most bytes that the answer takes while it is put together and written in this form; the search is held to its limit besides.
    fn answer_bytes(&self, form: Form) -> u64 {
        usual_answer_bytes(form)
    }
    /// The same in parts, if it can be cut.
    fn cut(&self) -> Option<Arc<dyn Cut>> {
        None
    }
    /// The same of its analysis.
    fn cut_analysis(&self) -> Option<Arc<dyn Cut>> {
        None
    }
    /// The instance as a board.
    fn board(&self) -> Result<PuzzleBoard, Error> {
        Err(Flaw::NotDrawn { puzzle: self.puzzle() }.into())
    }
    /// Whether the method tells its steps.
    fn is_watched(&self) -> bool {
        false
    }
    /// Works on it, and keeps the steps if the method tells them.
    fn watch(&self, tools: &Tools, cancellation: &mut CancellationBudget, _trace: &mut Trace) -> Result<SolveOutcome, Error> {
        self.solve(tools, cancellation)
    }
    /// What the numbers in the cells of a step stand for.
    fn shown(&self, cells: &[u32]) -> Vec<String> {
        cells.iter().map(ToString::to_string).collect()
    }
    /// What the value of a state stands for; nothing if it is no value, but beyond them all.
    fn valued(&self, value: i32) -> Option<Score> {
        Some(Score { value, expected: None, plies: None })
    }
    /// Works on it.
    fn solve(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<SolveOutcome, Error>;
    /// Analyses a position, and tells `each` of every finished iteration.
    fn analysis(&self, _leash: &mut CancellationBudget, _each: Iterations) -> Result<Analysis, Error> {
        Err(Flaw::NoGame { puzzle: self.puzzle() }.into())
    }
    /// Finds solutions one after the other.
    fn each(&self, _leash: &mut CancellationBudget, _each: Each) -> Result<Stream, Error> {
        Err(Flaw::NoStream { puzzle: self.puzzle() }.into())
    }
}

/// A number of tours or of solutions; a lower bound if not `all` are counted.
pub(super) struct Number {
    pub(super) what: &'static str,
    pub(super) number: u64,
    pub(super) all: bool,
}

impl Shown for Number {
    fn answer(&self) -> PuzzleAnswer {
        PuzzleAnswer::Count(CountAnswer { solutions: self.number, all: self.all })
    }

    fn brief(&self) -> String {
        format!("{}{} {}", if self.all { "" } else { "at least " }, self.number, self.what)
    }
}
