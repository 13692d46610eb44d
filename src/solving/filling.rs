//! Sudoku and Light Up as tasks: one solution, all of them, their number, or steps of human techniques.

use crate::answer::line_of;
use crate::hint_task::Advice;
use crate::limits::AllowsCost;
use crate::sentence::{AnswerLine, Brief};
use crate::solver_errors::bad;
use crate::task::{Number, usual_answer_bytes};
use crate::{Each, Error, OutputFormat, QuestionError, Shown, SolveOutcome, Task, TaskInfo, Tools};
use message::{Coded, Language, Message, Param};
use protocol::{Grid, PuzzleAnswer, PuzzleBoard, SolveLimits, Tile};
use puzzle::{Answer, Cost, Others, Solvable, Solved, Stream, StreamEnding, Trace, Verdict};
use runtime::work::CancellationBudget;
use serde_json::{Map, Value};
use std::str::FromStr;

/// Bytes of an answer for each cell: of two solutions as data, of their drawings, and of the steps.
const BYTES_A_CELL: u64 = 64;
const BYTES_A_CELL_DRAWN: u64 = 1 << 10;
const BYTES_A_STEP: u64 = 2 << 10;
const COUNTED: u64 = 1_000;

pub trait Filling:
    Solvable<Method: Copy + Default + PartialEq + ToString + FromStr<Err: Coded> + Send + Sync + 'static, Solution: Filled>
    + Clone
    + Send
    + Sync
    + 'static
{
    /// The puzzle's name in paths.
    const PUZZLE: &'static str;
    /// The field of a question that holds the grid.
    const FIELD: &'static str;
    const TRACED: &'static [Self::Method];

    fn cells(&self) -> usize;
    fn board(&self) -> PuzzleBoard;
    fn shape(&self) -> String;
    /// The text of each cell of a step.
    fn shown(&self, cells: &[u32]) -> Vec<String>;
    /// What a step puts into a cell of this text.
    fn content(&self, shown: &str) -> Option<Param> {
        (!shown.contains(' ')).then(|| shown.into())
    }
    /// The first step, or all of them.
    fn walk(&self, reach: StepRange, keep_going: &mut impl FnMut(&Cost) -> bool) -> Solved<Advice>;
}

pub trait Filled: ToString + 'static {
    /// As data; with whether it is unique, and another solution, if these are known.
    fn answer(&self, unique: Option<bool>, another: Option<String>) -> PuzzleAnswer;
    fn text(&self) -> String;
    fn svg(&self) -> String;
    fn cells(&self) -> Vec<String>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepRange {
    Next,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FillGoal {
    Solution,
    Count,
    Steps(StepRange),
}

impl FillGoal {
    fn of(count: bool, hint: bool, steps: bool) -> Result<FillGoal, Error> {
        match (count, hint, steps) {
            (false, false, false) => Ok(FillGoal::Solution),
            (true, false, false) => Ok(FillGoal::Count),
            (false, true, false) => Ok(FillGoal::Steps(StepRange::Next)),
            (false, false, true) => Ok(FillGoal::Steps(StepRange::End)),
            _ => Err(QuestionError::Several.into()),
        }
    }
}

#[derive(Clone)]
pub struct ToFill<F: Filling> {
    grid: F,
    method: F::Method,
    wanted: FillGoal,
    limits: SolveLimits,
}

impl<F: Filling> ToFill<F> {
    /// The fields of a question about a grid written in any form.
    pub fn from_text(text: &str) -> Map<String, Value> {
        Map::from_iter([(F::FIELD.into(), text.into())])
    }

    pub fn new(grid: F, method: Option<String>, [count, hint, steps]: [bool; 3], limits: SolveLimits) -> Result<ToFill<F>, Error> {
        let method = method.map(|name| name.parse().map_err(super::solver_errors::bad_field("method"))).transpose()?.unwrap_or_default();
        Ok(ToFill { grid, method, wanted: FillGoal::of(count, hint, steps)?, limits })
    }
}

/// A grid as text, for the parsers of the puzzles.
pub fn as_text(grid: Grid) -> String {
    let cell = |cell: Option<Tile>| match cell {
        None | Some(Tile::Blank) => ".".into(),
        Some(Tile::Number(number)) => number.to_string(),
        Some(Tile::Name(name)) => name,
    };
    match grid {
        Grid::Text(text) => text,
        Grid::Lines(lines) => lines.join("\n"),
        Grid::Rows(rows) => {
            rows.into_iter().map(|row| row.into_iter().map(cell).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
        }
    }
}

impl<S: Filled> Shown for Answer<S> {
    fn answer(&self) -> PuzzleAnswer {
        let (unique, another) = match &self.others {
            Others::None => (Some(true), None),
            Others::Another(other) => (Some(false), Some(other.to_string())),
            Others::Unknown => (None, None),
        };
        self.solution.answer(unique, another)
    }

    fn text(&self, language: Language) -> String {
        let text = self.solution.text();
        match &self.others {
            Others::None => text + &line_of(language, &Brief::OnlySolution),
            Others::Another(other) => text + &line_of(language, &AnswerLine::Another) + other.text().trim_end() + "\n",
            Others::Unknown => text + &line_of(language, &AnswerLine::MayBeOthers),
        }
    }

    fn svg(&self, _: Language) -> Option<String> {
        Some(self.solution.svg())
    }

    fn boards(&self, _: usize) -> Vec<Vec<String>> {
        vec![self.solution.cells()]
    }

    fn brief(&self) -> Message {
        match self.others {
            Others::None => Brief::OnlySolution,
            Others::Another(_) => Brief::OneOfSeveral,
            Others::Unknown => Brief::Solution,
        }
        .message()
    }
}

fn counted(stream: Stream, limit: u64) -> SolveOutcome {
    let all = stream.ending == StreamEnding::Exhausted;
    let verdict = match stream.found {
        0 if all => Verdict::Impossible(puzzle::Impossible::EveryWay),
        found if all || found >= limit => Verdict::Solved(Number { of_tours: false, number: found, all }),
        _ => Verdict::LimitReached,
    };
    SolveOutcome::of(verdict, |_| true, stream.cost)
}

impl<F: Filling> Task for ToFill<F> {
    fn info(&self) -> TaskInfo {
        let method = if matches!(self.wanted, FillGoal::Steps(_)) { "logic".into() } else { self.method.to_string() };
        let (shape, limits) = (Some(self.grid.shape()), self.limits.clone());
        TaskInfo { puzzle: F::PUZZLE, method, shape, limits, ..TaskInfo::default() }
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        Ok(Box::new(ToFill { method: method.parse().map_err(bad)?, ..self.clone() }))
    }

    fn answer_bytes(&self, form: OutputFormat) -> u64 {
        let a_cell = match (self.wanted, form) {
            (FillGoal::Count, _) => 0,
            (FillGoal::Steps(_), _) => BYTES_A_STEP,
            (FillGoal::Solution, OutputFormat::Json | OutputFormat::Lines | OutputFormat::Events) => BYTES_A_CELL,
            (FillGoal::Solution, OutputFormat::Text(_) | OutputFormat::Svg(_)) => BYTES_A_CELL_DRAWN,
        };
        self.grid.cells() as u64 * a_cell + usual_answer_bytes(form)
    }

    fn board(&self) -> Result<PuzzleBoard, Error> {
        Ok(self.grid.board())
    }

    fn goal(&self) -> Option<&'static str> {
        match self.wanted {
            FillGoal::Solution => None,
            FillGoal::Count => Some("count"),
            FillGoal::Steps(StepRange::Next) => Some("hint"),
            FillGoal::Steps(StepRange::End) => Some("steps"),
        }
    }

    fn is_traced(&self) -> bool {
        F::TRACED.contains(&self.method)
    }

    fn shown(&self, cells: &[u32]) -> Vec<String> {
        self.grid.shown(cells)
    }

    fn content(&self, shown: &str) -> Option<Param> {
        self.grid.content(shown)
    }

    fn solve(&self, _: &Tools, cancellation: &mut CancellationBudget, trace: Option<&mut Trace>) -> Result<SolveOutcome, Error> {
        let keep_going = &mut |cost: &Cost| cancellation.allows(cost);
        Ok(match self.wanted {
            FillGoal::Steps(reach) => {
                let Solved { verdict, cost } = self.grid.walk(reach, keep_going);
                SolveOutcome::of(verdict, |_| true, cost)
            }
            FillGoal::Count => {
                let limit = self.limits.solutions.unwrap_or(COUNTED);
                counted(puzzle::count(&self.grid, self.method, limit, keep_going), limit)
            }
            FillGoal::Solution => {
                let Solved { verdict, cost } = match trace {
                    Some(trace) => puzzle::watch(&self.grid, self.method, trace, keep_going),
                    None => puzzle::solve(&self.grid, self.method, keep_going),
                };
                SolveOutcome::of(verdict, |answer| !matches!(answer.others, Others::Unknown), cost)
            }
        })
    }

    fn each(&self, cancellation: &mut CancellationBudget, each: Each) -> Result<Stream, Error> {
        let keep_going = &mut |cost: &Cost| cancellation.allows(cost);
        Ok(puzzle::each_solution(&self.grid, self.method, keep_going, &mut |solution| each(solution.answer(None, None))))
    }
}
