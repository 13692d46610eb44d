//! Light Up as a task.

use super::Shown;
use super::filling::{Filled, Filling, Reach, ToFill, as_text};
use super::unreadable::bad_field;
use crate::Error;
use message::{Coded, Message};
use protocol::{HintAnswer, LightUpAnswer, LightUpQuestion, PuzzleAnswer, PuzzleBoard};
use puzzle::light_up::{End, Mark, Method, Move, Puzzle, Solution, Square, Walk, walk};
use puzzle::{Cost, Solved};
use serde_json::{Map, Value, json};

/// The methods, the default first.
pub fn methods() -> Vec<String> {
    Method::ALL.iter().rev().map(Method::to_string).collect()
}

/// Those that can be watched.
pub fn watched() -> Vec<String> {
    Method::WATCHED.iter().map(Method::to_string).collect()
}

/// Reads a question.
pub fn read(question: LightUpQuestion) -> Result<ToFill<Puzzle>, Error> {
    let board = as_text(question.board).parse().map_err(bad_field("board"))?;
    ToFill::new(board, question.method, [question.count, question.hint, question.steps], question.limits)
}

/// The board, in any form.
pub fn from_text(text: &str) -> Map<String, Value> {
    Map::from_iter([("board".into(), json!(text))])
}

impl Filling for Puzzle {
    const PUZZLE: &'static str = "light-up";
    type Walk = Steps;

    fn cells(&self) -> usize {
        self.squares().len()
    }

    fn board(&self) -> PuzzleBoard {
        PuzzleBoard {
            puzzle: Self::PUZZLE.into(),
            width: self.width().into(),
            height: self.height().into(),
            cells: self.squares().iter().map(ToString::to_string).collect(),
            ..PuzzleBoard::default()
        }
    }

    fn shape(&self) -> String {
        format!("{}x{}", self.width(), self.height())
    }

    fn is_watched(method: Method) -> bool {
        Method::WATCHED.contains(&method)
    }

    fn shown(&self, cells: &[u32]) -> Vec<String> {
        let is = |cell: usize, mark: Mark| cells[cell] == mark as u32;
        let mark = |cell: usize| {
            if is(cell, Mark::Bulb) {
                "*".into()
            } else if is(cell, Mark::Black) {
                self.squares()[cell].to_string()
            } else if self.sees(self.cell(cell)).any(|other| is(self.index(other), Mark::Bulb)) {
                "+".into()
            } else if is(cell, Mark::Crossed) {
                "x".into()
            } else {
                ".".into()
            }
        };
        (0..cells.len()).map(mark).collect()
    }

    fn walk(&self, reach: Reach, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Steps> {
        let Solved { verdict, cost } = walk(self, go_on);
        Solved { verdict: verdict.map(|walk| Steps { walk, reach }), cost }
    }
}

impl Filled for Solution {
    fn answer(&self, unique: Option<bool>, another: Option<String>) -> PuzzleAnswer {
        let bulbs = self.board().cells().filter(|cell| self.bulb(*cell)).map(|cell| [cell.row, cell.column]).collect();
        PuzzleAnswer::LightUp(LightUpAnswer { rows: self.line().split('/').map(String::from).collect(), bulbs, unique, another })
    }

    fn line(&self) -> String {
        self.to_string()
    }

    fn text(&self) -> String {
        self.to_text()
    }

    fn svg(&self) -> String {
        self.to_svg()
    }

    fn cells(&self) -> Vec<String> {
        let bulb = |cell| match (self.bulb(cell), self.board().square(cell)) {
            (true, _) => "*".into(),
            (false, Square::White) => "+".into(),
            (false, black) => black.to_string(),
        };
        self.board().cells().map(bulb).collect()
    }
}

/// The steps that a person could take, all or the first.
pub struct Steps {
    walk: Walk,
    reach: Reach,
}

impl Steps {
    fn shown(&self) -> &[Move] {
        match self.reach {
            Reach::End => &self.walk.steps,
            Reach::Next => &self.walk.steps[..1.min(self.walk.steps.len())],
        }
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
            Some(End::Contradiction(why)) => ("contradiction", Some(why.message())),
            Some(End::Stuck) => ("stuck", None),
        };
        let hardest = self.shown().iter().map(Move::difficulty).max().map(|difficulty| difficulty.to_string());
        let steps = self.shown().iter().map(Move::message).collect();
        PuzzleAnswer::Hint(HintAnswer { hardest, ..HintAnswer::new(state, steps, contradiction) })
    }

    fn refutes(&self) -> Option<Message> {
        match self.end() {
            Some(End::Contradiction(why)) => Some(why.message()),
            Some(End::Finished | End::Stuck) | None => None,
        }
    }

    fn text(&self) -> String {
        let end = match self.end() {
            None => String::new(),
            Some(End::Finished) => "all is lit\n".into(),
            Some(End::Contradiction(why)) => format!("the board has no solution: {why}\n"),
            Some(End::Stuck) => "what is known here leads no further\n".into(),
        };
        self.shown().iter().map(|step| format!("{}\n", step.message())).chain([end]).collect()
    }

    fn brief(&self) -> String {
        self.text().lines().last().unwrap_or_default().into()
    }
}
