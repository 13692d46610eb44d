//! Sudoku as a task.

use super::Shown;
use super::filling::{Filled, Filling, Reach, ToFill, as_text};
use super::unreadable::bad_field;
use crate::Error;
use message::{Coded, Message};
use protocol::{HintAnswer, PuzzleAnswer, PuzzleBoard, SudokuAnswer, SudokuQuestion};
use puzzle::sudoku::{Hint, Method, Puzzle, Solution, Step, Walk, hint, walk};
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
pub fn read(question: SudokuQuestion) -> Result<ToFill<Puzzle>, Error> {
    let symbols = question.symbols.map(|name| name.parse().map_err(bad_field("symbols"))).transpose()?;
    let grid = Puzzle::read(&as_text(question.grid), symbols).map_err(bad_field("grid"))?;
    ToFill::new(grid, question.method, [question.count, question.hint, question.steps], question.limits)
}

/// The grid, in any form.
pub fn from_text(text: &str) -> Map<String, Value> {
    Map::from_iter([("grid".into(), json!(text))])
}

impl Filling for Puzzle {
    const PUZZLE: &'static str = "sudoku";
    type Walk = Walk;

    fn cells(&self) -> usize {
        self.digits().len()
    }

    fn board(&self) -> PuzzleBoard {
        let digit = |&digit: &u8| if digit == 0 { ".".into() } else { digit.to_string() };
        PuzzleBoard {
            puzzle: Self::PUZZLE.into(),
            width: self.shape().side().into(),
            height: self.shape().side().into(),
            cells: self.digits().iter().map(digit).collect(),
            boxes: Some([self.shape().box_width(), self.shape().box_height()]),
            ..PuzzleBoard::default()
        }
    }

    fn shape(&self) -> String {
        Puzzle::shape(self).to_string()
    }

    fn is_watched(method: Method) -> bool {
        Method::WATCHED.contains(&method)
    }

    fn shown(&self, cells: &[u32]) -> Vec<String> {
        let digits = |set: u32| (0..u32::BITS).filter(move |bit| set >> bit & 1 == 1).map(|bit| (bit + 1).to_string());
        cells.iter().map(|&set| digits(set).collect::<Vec<_>>().join(" ")).collect()
    }

    fn walk(&self, reach: Reach, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Walk> {
        match reach {
            Reach::End => walk(self, go_on),
            Reach::Next => {
                let Solved { verdict, cost } = hint(self, go_on);
                Solved { verdict: verdict.map(Walk::from), cost }
            }
        }
    }
}

impl Filled for Solution {
    fn answer(&self, unique: Option<bool>, another: Option<String>) -> PuzzleAnswer {
        let rows = self.digits().chunks(self.shape().side().into()).map(<[u8]>::to_vec).collect();
        PuzzleAnswer::Sudoku(SudokuAnswer { grid: self.to_string(), rows, unique, another })
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
        self.digits().iter().map(ToString::to_string).collect()
    }
}

impl Shown for Walk {
    fn answer(&self) -> PuzzleAnswer {
        let (state, contradiction) = match &self.end {
            Hint::Next(_) => ("next", None),
            Hint::Finished => ("finished", None),
            Hint::Contradiction(_, why) => ("contradiction", Some(why.message())),
            Hint::Stuck(_) => ("stuck", None),
        };
        PuzzleAnswer::Hint(HintAnswer {
            hardest: self.hardest().map(|technique| technique.to_string()),
            rating: self.hardest().map(|technique| f64::from(technique.rating()) / 10.0),
            ..HintAnswer::new(state, self.steps.iter().map(Step::message).collect(), contradiction)
        })
    }

    fn refutes(&self) -> Option<Message> {
        match &self.end {
            Hint::Contradiction(_, why) => Some(why.message()),
            Hint::Next(_) | Hint::Finished | Hint::Stuck(_) => None,
        }
    }

    fn text(&self) -> String {
        let end = match &self.end {
            Hint::Next(_) => String::new(),
            Hint::Finished => "the grid is full\n".into(),
            Hint::Contradiction(_, why) => format!("the grid cannot be filled: {why}\n"),
            Hint::Stuck(_) => "the techniques known here lead no further\n".into(),
        };
        self.steps.iter().map(|step| format!("{}\n", step.message())).chain([end]).collect()
    }

    fn brief(&self) -> String {
        self.text().lines().last().unwrap_or_default().into()
    }
}
