//! Light Up as a task.

use super::sudoku::{COUNTED, Wanted, as_text, counted};
use super::{Each, Outcome, Shown, Task, Tools, bad, bad_field};
use crate::core::Error;
use crate::core::work::Leash;
use protocol::{HintAnswer, LightUpAnswer, LightUpQuestion, PuzzleAnswer, SolveLimits};
use puzzle::light_up::{Board, End, Method, Move, Solution, Walk, count, each_solution, solve, walk};
use puzzle::{Answer, Cost, Others, Solved, Stream};
use serde_json::{Map, Value, json};

/// A Light Up board to be solved.
#[derive(Clone)]
pub struct LightUp {
    board: Board,
    method: Method,
    wanted: Wanted,
    limits: SolveLimits,
}

impl LightUp {
    /// The methods, the default first.
    pub fn methods() -> Vec<String> {
        Method::ALL.iter().rev().map(Method::to_string).collect()
    }

    /// Reads a question.
    pub fn read(question: LightUpQuestion) -> Result<LightUp, Error> {
        let board = as_text(question.board).parse().map_err(bad_field("board"))?;
        let method = question.method.map(|name| name.parse().map_err(bad_field("method"))).transpose()?.unwrap_or_default();
        let wanted = Wanted::of(question.count, question.hint, question.steps)?;
        Ok(LightUp { board, method, wanted, limits: question.limits })
    }

    /// The board, in any form.
    pub fn from_text(text: &str) -> Map<String, Value> {
        Map::from_iter([("board".into(), json!(text))])
    }
}

impl Shown for Answer<Solution> {
    fn answer(&self) -> PuzzleAnswer {
        let solution = &self.solution;
        let bulbs = solution.board().cells().filter(|cell| solution.bulb(*cell)).map(|cell| [cell.row, cell.column]).collect();
        let (unique, another) = match &self.others {
            Others::None => (Some(true), None),
            Others::Another(other) => (Some(false), Some(other.to_string())),
            Others::Unknown => (None, None),
        };
        PuzzleAnswer::LightUp(LightUpAnswer { rows: solution.to_string().split('/').map(String::from).collect(), bulbs, unique, another })
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

/// The steps that a person could take, all or the first.
struct Steps {
    walk: Walk,
    all: bool,
}

impl Steps {
    fn shown(&self) -> &[Move] {
        let most = if self.all { self.walk.steps.len() } else { 1 };
        &self.walk.steps[..most.min(self.walk.steps.len())]
    }

    /// How it ends, once the steps shown are taken.
    fn end(&self) -> Option<&End> {
        (self.shown().len() == self.walk.steps.len()).then_some(&self.walk.end)
    }
}

impl Shown for Steps {
    fn answer(&self) -> PuzzleAnswer {
        let (state, contradiction) = match self.end() {
            None => ("next", None),
            Some(End::Finished) => ("finished", None),
            Some(End::Contradiction(why)) => ("contradiction", Some(why.clone())),
            Some(End::Stuck) => ("stuck", None),
        };
        let hardest = self.shown().iter().map(Move::difficulty).max().map(|difficulty| difficulty.to_string());
        let steps = self.shown().iter().map(Move::to_string).collect();
        PuzzleAnswer::Hint(HintAnswer { state: state.into(), steps, contradiction, hardest, rating: None })
    }

    fn text(&self) -> String {
        let end = match self.end() {
            None => String::new(),
            Some(End::Finished) => "all is lit\n".into(),
            Some(End::Contradiction(why)) => format!("the board has no solution: {why}\n"),
            Some(End::Stuck) => "what is known here leads no further\n".into(),
        };
        self.shown().iter().map(|step| format!("{step}\n")).chain([end]).collect()
    }

    fn svg(&self) -> Option<String> {
        None
    }

    fn brief(&self) -> String {
        self.text().lines().last().unwrap_or_default().into()
    }
}

impl Task for LightUp {
    fn puzzle(&self) -> &'static str {
        "light-up"
    }

    fn method(&self) -> String {
        if matches!(self.wanted, Wanted::Hint | Wanted::Steps) { "logic".into() } else { self.method.to_string() }
    }

    fn limits(&self) -> &SolveLimits {
        &self.limits
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        Ok(Box::new(LightUp { method: method.parse().map_err(bad)?, wanted: Wanted::Solution, ..self.clone() }))
    }

    fn solve(&self, _: &Tools, leash: &mut Leash) -> Result<Outcome, Error> {
        let go_on = &mut |cost: &Cost| leash.allows(cost);
        if matches!(self.wanted, Wanted::Hint | Wanted::Steps) {
            let Solved { verdict, cost } = walk(&self.board, go_on);
            let all = self.wanted == Wanted::Steps;
            return Ok(Outcome::of(verdict.map(|walk| Steps { walk, all }), |_| true, cost));
        }
        if self.wanted == Wanted::Count {
            let limit = self.limits.solutions.unwrap_or(COUNTED);
            return Ok(counted(count(&self.board, self.method, limit, go_on), limit));
        }
        let solved = solve(&self.board, self.method, go_on);
        Ok(Outcome::of(solved.verdict, |answer| answer.others != Others::Unknown, solved.cost))
    }

    fn each(&self, leash: &mut Leash, each: Each) -> Result<Stream, Error> {
        let go_on = &mut |cost: &Cost| leash.allows(cost);
        Ok(each_solution(&self.board, self.method, go_on, &mut |solution| each(Box::new(Answer { solution, others: Others::Unknown }))))
    }
}
