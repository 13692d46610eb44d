//! Puzzles and positions as tasks: a question is read, worked on within its leash, and the answer shown in the form that is wanted.
//!
//! HTTP, jobs and the command line all come through here. No task knows who asks.

mod analysis;
mod board;
mod catalogue;
mod chess;
mod comparison;
mod cube;
mod examples;
mod filling;
mod form;
mod game;
mod inquiry;
mod job_id;
mod job_question;
mod jobs;
mod knights_tour;
mod light_up;
mod limits;
mod service;
mod sudoku;
mod tables;
mod taquin;
mod to_analyse;

pub use catalogue::{Kind, game, games, puzzle, puzzles};
pub use comparison::{Contest, table};
pub use examples::{Example, examples};
pub use form::{Form, analysed, answer, event, report, stream};
pub use job_id::JobId;
pub use job_question::{Act, Assignment, JobQuestion};
pub use jobs::{Jobs, UnfinishedJob, Work};
pub use limits::Caps;
pub use service::SolveService;
pub use tables::Prepared;
pub use taquin::Taquin;
pub use to_analyse::ToAnalyse;

use crate::core::Error;
use crate::core::work::Leash;
use protocol::{Analysis, PuzzleAnswer, SearchCost, SolveLimits};
use puzzle::cube::Purpose;
use puzzle::taquin::{LARGE_PLACEMENTS, LARGEST_PLACEMENTS, tables_key};
use puzzle::{Cost, Stream, Verdict};
use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// More large tables do not fit into the memory of a usual machine.
const MOST_WISHES: usize = 4;

/// Whoever may hold so many bytes can compute the largest tables of the 4×4.
const FOR_LARGEST: u64 = 1 << 30;

/// What solvers share: tables that take a while to compute.
pub struct Tools {
    cubes: puzzle::cube::Solver,
    tables: tables::Shelf,
    wishes: Mutex<Wishes>,
}

/// Large tables that would have helped a question, which small ones have answered.
#[derive(Clone)]
pub enum Wish {
    /// Of the cube.
    Cube(Purpose),
    /// Of sliding puzzles with this shape and goal.
    Taquin(puzzle::taquin::Puzzle),
}

/// The wishes that nobody has taken, and the names of all that there ever were: none is made twice.
#[derive(Default)]
struct Wishes {
    open: VecDeque<Wish>,
    names: BTreeSet<String>,
}

impl Tools {
    /// Nothing computed yet. Tables are kept in the folder, if there is one.
    pub fn new(folder: Option<PathBuf>) -> Tools {
        Tools { cubes: puzzle::cube::Solver::new(), tables: tables::Shelf::new(folder), wishes: Mutex::default() }
    }

    fn wishes(&self) -> MutexGuard<'_, Wishes> {
        self.wishes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wish(&self, wish: Wish) {
        let name = match &wish {
            Wish::Cube(purpose) => format!("cube {purpose}"),
            Wish::Taquin(puzzle) => {
                let (shape, blank) = tables_key(puzzle);
                format!("taquin {shape} {blank}")
            }
        };
        let mut wishes = self.wishes();
        if wishes.names.len() < MOST_WISHES && wishes.names.insert(name) {
            wishes.open.push_back(wish);
        }
    }

    /// The next wish, which is nobody else's from now on.
    pub fn take_wish(&self) -> Option<Wish> {
        self.wishes().open.pop_front()
    }

    /// Makes large tables, or reads them where they were kept. Whoever asks meanwhile is served by small ones. Whether they are there.
    ///
    /// # Errors
    /// When there are none for such a puzzle.
    pub fn fulfil(&self, wish: &Wish, leash: &mut Leash) -> Result<bool, Error> {
        match wish {
            Wish::Cube(purpose) => Ok(self.tables.equip(&self.cubes, *purpose, leash)),
            Wish::Taquin(puzzle) => {
                let placements = if leash.budget().bytes >= FOR_LARGEST { LARGEST_PLACEMENTS } else { LARGE_PLACEMENTS };
                self.tables.enlarge(puzzle, placements, leash)
            }
        }
    }
}

/// An answer that can be shown.
pub trait Shown {
    /// As data.
    fn answer(&self) -> PuzzleAnswer;
    /// As a drawing for a terminal, several lines.
    fn text(&self) -> String;
    /// As an SVG document, if there is a picture of it.
    fn svg(&self) -> Option<String>;
    /// In a few words.
    fn brief(&self) -> String;
}

/// How a task ended.
pub struct Outcome {
    /// What was found.
    pub verdict: Verdict<Box<dyn Shown>>,
    /// Whether all that the answer says is proven.
    pub proven: bool,
    /// What it cost.
    pub cost: Cost,
    /// The same for a game.
    pub search: Option<SearchCost>,
    /// Which limit came first, where the leash does not know.
    pub why: Option<String>,
    /// Time that went into tables, which serve the next question, too.
    pub prepared: Duration,
}

impl Outcome {
    fn of<A: Shown + 'static>(verdict: Verdict<A>, proven: impl FnOnce(&A) -> bool, cost: Cost) -> Outcome {
        let (verdict, proven): (Verdict<Box<dyn Shown>>, bool) = match verdict {
            Verdict::Solved(answer) => {
                let proven = proven(&answer);
                (Verdict::Solved(Box::new(answer)), proven)
            }
            Verdict::Impossible(why) => (Verdict::Impossible(why), true),
            Verdict::GaveUp => (Verdict::GaveUp, false),
        };
        Outcome { verdict, proven, cost, search: None, why: None, prepared: Duration::ZERO }
    }
}

/// Takes the solutions of a stream one by one, until it has enough.
pub type Each<'a> = &'a mut dyn FnMut(Box<dyn Shown>) -> ControlFlow<()>;

/// Takes the iterations of an analysis one by one, if anybody does.
pub type Iterations<'a> = Option<&'a mut dyn FnMut(&Analysis)>;

/// A question that has been read, with a method.
pub trait Task: Send + Sync {
    /// The puzzle or game.
    fn puzzle(&self) -> &'static str;
    /// The method.
    fn method(&self) -> String;
    /// What the client allows it to cost.
    fn limits(&self) -> &SolveLimits;
    /// The same question for another method.
    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error>;
    /// Bytes of the answer, roughly, where it may be large.
    fn answer_bytes(&self) -> u64 {
        0
    }
    /// Works on it.
    fn solve(&self, tools: &Tools, leash: &mut Leash) -> Result<Outcome, Error>;
    /// Analyses a position, and tells `each` of every finished iteration.
    fn analysis(&self, _leash: &mut Leash, _each: Iterations) -> Result<Analysis, Error> {
        Err(Error::BadRequest(format!("{} is no game; POST /v1/solve/{0} solves it", self.puzzle())))
    }
    /// Finds solutions one after the other.
    fn each(&self, _leash: &mut Leash, _each: Each) -> Result<Stream, Error> {
        Err(Error::BadRequest(format!("{} has no stream of solutions; ask for application/json", self.puzzle())))
    }
}

/// What a solver's own error is to the client.
fn bad(error: impl std::error::Error) -> Error {
    Error::BadRequest(error.to_string())
}

/// The same, where the name of the field helps.
fn bad_field<'a, E: std::error::Error>(field: &'a str) -> impl FnOnce(E) -> Error + 'a {
    move |error| Error::BadRequest(format!("`{field}`: {error}"))
}
