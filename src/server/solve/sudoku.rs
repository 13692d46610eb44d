//! Sudoku as a task.

use super::knights_tour::Number;
use super::{Each, Outcome, Shown, Task, Tools, bad, bad_field};
use crate::core::Error;
use crate::core::work::Leash;
use protocol::{HintAnswer, PuzzleAnswer, SolveLimits, SudokuAnswer, SudokuQuestion};
use puzzle::sudoku::{Hint, Method, Puzzle, Solution, count, each_solution, hint, solve};
use puzzle::{Answer, Cost, Ending, Others, Stream, Verdict};
use serde_json::{Map, Value, json};

/// How many solutions are counted if nobody says.
pub(super) const COUNTED: u64 = 1_000;

/// A Sudoku to be solved.
#[derive(Clone)]
pub struct Sudoku {
    puzzle: Puzzle,
    method: Method,
    count: bool,
    hint: bool,
    limits: SolveLimits,
}

impl Sudoku {
    /// The methods, the default first.
    pub fn methods() -> Vec<String> {
        Method::ALL.iter().rev().map(Method::to_string).collect()
    }

    /// Reads a question.
    pub fn read(question: SudokuQuestion) -> Result<Sudoku, Error> {
        let puzzle = question.grid.parse().map_err(bad_field("grid"))?;
        let method = question.method.map(|name| name.parse().map_err(bad_field("method"))).transpose()?.unwrap_or_default();
        if question.count && question.hint {
            return Err(Error::BadRequest("`count` or `hint`, not both".into()));
        }
        Ok(Sudoku { puzzle, method, count: question.count, hint: question.hint, limits: question.limits })
    }

    /// The grid, in any form.
    pub fn from_text(text: &str) -> Map<String, Value> {
        Map::from_iter([("grid".into(), json!(text))])
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

impl Shown for Hint {
    fn answer(&self) -> PuzzleAnswer {
        let (state, steps, contradiction) = match self {
            Hint::Next(steps) => ("next", &steps[..], None),
            Hint::Finished => ("finished", &[][..], None),
            Hint::Contradiction(steps, why) => ("contradiction", &steps[..], Some(why.clone())),
            Hint::Stuck(steps) => ("stuck", &steps[..], None),
        };
        PuzzleAnswer::Hint(HintAnswer { state: state.into(), steps: steps.iter().map(|step| step.words.clone()).collect(), contradiction })
    }

    fn text(&self) -> String {
        let (steps, end) = match self {
            Hint::Next(steps) => (&steps[..], String::new()),
            Hint::Finished => (&[][..], "the grid is full\n".into()),
            Hint::Contradiction(steps, why) => (&steps[..], format!("the grid cannot be filled: {why}\n")),
            Hint::Stuck(steps) => (&steps[..], "the techniques known here lead no further\n".into()),
        };
        steps.iter().map(|step| format!("{}\n", step.words)).chain([end]).collect()
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
        if self.hint { "logic".into() } else { self.method.to_string() }
    }

    fn limits(&self) -> &SolveLimits {
        &self.limits
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        Ok(Box::new(Sudoku { method: method.parse().map_err(bad)?, hint: false, ..self.clone() }))
    }

    fn solve(&self, _: &Tools, leash: &mut Leash) -> Result<Outcome, Error> {
        if self.hint {
            return Ok(Outcome::of(Verdict::Solved(hint(&self.puzzle)), |_| true, Cost::default()));
        }
        let go_on = &mut |cost: &Cost| leash.allows(cost);
        if self.count {
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
