//! Sudoku as a task.

use super::knights_tour::Number;
use super::{Each, Outcome, Shown, Task, Tools, bad, bad_field};
use crate::core::Error;
use crate::core::work::Leash;
use protocol::{Grid, HintAnswer, PuzzleAnswer, SolveLimits, SudokuAnswer, SudokuQuestion, Tile};
use puzzle::sudoku::{Hint, Method, Puzzle, Solution, Walk, count, each_solution, hint, solve, walk};
use puzzle::{Answer, Cost, Ending, Others, Solved, Stream, Verdict};
use serde_json::{Map, Value, json};

/// How many solutions are counted if nobody says.
pub(super) const COUNTED: u64 = 1_000;

/// A Sudoku to be solved.
#[derive(Clone)]
pub struct Sudoku {
    puzzle: Puzzle,
    method: Method,
    wanted: Wanted,
    limits: SolveLimits,
}

/// What is asked about it.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wanted {
    Solution,
    Count,
    Hint,
    Steps,
}

impl Wanted {
    pub(super) fn of(count: bool, hint: bool, steps: bool) -> Result<Wanted, Error> {
        match (count, hint, steps) {
            (false, false, false) => Ok(Wanted::Solution),
            (true, false, false) => Ok(Wanted::Count),
            (false, true, false) => Ok(Wanted::Hint),
            (false, false, true) => Ok(Wanted::Steps),
            _ => Err(Error::BadRequest("one of `count`, `hint` and `steps`, not several".into())),
        }
    }
}

impl Sudoku {
    /// The methods, the default first.
    pub fn methods() -> Vec<String> {
        Method::ALL.iter().rev().map(Method::to_string).collect()
    }

    /// Reads a question.
    pub fn read(question: SudokuQuestion) -> Result<Sudoku, Error> {
        let symbols = question.symbols.map(|name| name.parse().map_err(bad_field("symbols"))).transpose()?;
        let puzzle = Puzzle::read(&as_text(question.grid), symbols).map_err(bad_field("grid"))?;
        let method = question.method.map(|name| name.parse().map_err(bad_field("method"))).transpose()?.unwrap_or_default();
        let wanted = Wanted::of(question.count, question.hint, question.steps)?;
        Ok(Sudoku { puzzle, method, wanted, limits: question.limits })
    }

    /// The grid, in any form.
    pub fn from_text(text: &str) -> Map<String, Value> {
        Map::from_iter([("grid".into(), json!(text))])
    }
}

/// A grid as text: the solvers' readers say what is wrong with it.
pub(super) fn as_text(grid: Grid) -> String {
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

impl Shown for Answer<Solution> {
    fn answer(&self) -> PuzzleAnswer {
        let solution = &self.solution;
        let rows = solution.digits().chunks(solution.shape().side().into()).map(<[u8]>::to_vec).collect();
        let (unique, another) = match &self.others {
            Others::None => (Some(true), None),
            Others::Another(other) => (Some(false), Some(other.to_string())),
            Others::Unknown => (None, None),
        };
        PuzzleAnswer::Sudoku(SudokuAnswer { grid: solution.to_string(), rows, unique, another })
    }

    fn text(&self) -> String {
        let note = match &self.others {
            Others::None => "the only solution".into(),
            Others::Another(other) => format!("not the only solution; another is\n{}", other.to_text()),
            Others::Unknown => "there may be other solutions".into(),
        };
        format!("{}{}\n", self.solution.to_text(), note.trim_end())
    }

    fn svg(&self) -> Option<String> {
        Some(self.solution.to_svg())
    }

    fn brief(&self) -> String {
        match self.others {
            Others::None => "the only solution",
            Others::Another(_) => "one of several solutions",
            Others::Unknown => "a solution",
        }
        .into()
    }
}

impl Shown for Solution {
    fn answer(&self) -> PuzzleAnswer {
        Answer { solution: self.clone(), others: Others::Unknown }.answer()
    }

    fn text(&self) -> String {
        self.to_text()
    }

    fn svg(&self) -> Option<String> {
        Some(self.to_svg())
    }

    fn brief(&self) -> String {
        self.to_string()
    }
}

impl Shown for Walk {
    fn answer(&self) -> PuzzleAnswer {
        let (state, contradiction) = match &self.end {
            Hint::Next(_) => ("next", None),
            Hint::Finished => ("finished", None),
            Hint::Contradiction(_, why) => ("contradiction", Some(why.clone())),
            Hint::Stuck(_) => ("stuck", None),
        };
        PuzzleAnswer::Hint(HintAnswer {
            state: state.into(),
            steps: self.steps.iter().map(|step| step.words.clone()).collect(),
            contradiction,
            hardest: self.hardest().map(|technique| technique.to_string()),
            rating: self.hardest().map(|technique| f64::from(technique.rating()) / 10.0),
        })
    }

    fn text(&self) -> String {
        let end = match &self.end {
            Hint::Next(_) => String::new(),
            Hint::Finished => "the grid is full\n".into(),
            Hint::Contradiction(_, why) => format!("the grid cannot be filled: {why}\n"),
            Hint::Stuck(_) => "the techniques known here lead no further\n".into(),
        };
        self.steps.iter().map(|step| format!("{}\n", step.words)).chain([end]).collect()
    }

    fn svg(&self) -> Option<String> {
        None
    }

    fn brief(&self) -> String {
        self.text().lines().last().unwrap_or_default().into()
    }
}

/// What a count says.
pub(super) fn counted(stream: Stream, limit: u64) -> Outcome {
    let all = stream.ending == Ending::Exhausted;
    let verdict = match stream.found {
        0 if all => Verdict::Impossible("every way was tried and fails".into()),
        found if all || found >= limit => Verdict::Solved(Number { what: "solutions", number: found, all }),
        _ => Verdict::GaveUp,
    };
    Outcome::of(verdict, |_| true, stream.cost)
}

impl Task for Sudoku {
    fn puzzle(&self) -> &'static str {
        "sudoku"
    }

    fn method(&self) -> String {
        if matches!(self.wanted, Wanted::Hint | Wanted::Steps) { "logic".into() } else { self.method.to_string() }
    }

    fn limits(&self) -> &SolveLimits {
        &self.limits
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        Ok(Box::new(Sudoku { method: method.parse().map_err(bad)?, wanted: Wanted::Solution, ..self.clone() }))
    }

    fn solve(&self, _: &Tools, leash: &mut Leash) -> Result<Outcome, Error> {
        let go_on = &mut |cost: &Cost| leash.allows(cost);
        match self.wanted {
            Wanted::Solution | Wanted::Count => {}
            Wanted::Hint => {
                let Solved { verdict, cost } = hint(&self.puzzle, go_on);
                return Ok(Outcome::of(verdict.map(Walk::from), |_| true, cost));
            }
            Wanted::Steps => {
                let Solved { verdict, cost } = walk(&self.puzzle, go_on);
                return Ok(Outcome::of(verdict, |_| true, cost));
            }
        }
        if self.wanted == Wanted::Count {
            let limit = self.limits.solutions.unwrap_or(COUNTED);
            return Ok(counted(count(&self.puzzle, self.method, limit, go_on), limit));
        }
        let solved = solve(&self.puzzle, self.method, go_on);
        Ok(Outcome::of(solved.verdict, |answer| answer.others != Others::Unknown, solved.cost))
    }

    fn each(&self, leash: &mut Leash, each: Each) -> Result<Stream, Error> {
        let go_on = &mut |cost: &Cost| leash.allows(cost);
        Ok(each_solution(&self.puzzle, self.method, go_on, &mut |solution| each(Box::new(solution))))
    }
}
