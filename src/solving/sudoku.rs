//! Sudoku as a task.

use super::advice::Advice;
use super::filling::{Filled, Filling, Reach, ToFill, as_text};
use super::sentence::HintEnd;
use super::unreadable::bad_field;
use crate::Error;
use message::Coded;
use protocol::{HintAnswer, PuzzleAnswer, PuzzleBoard, SudokuAnswer, SudokuQuestion};
use puzzle::sudoku::{SudokuEnd, SudokuMethod, SudokuPuzzle, SudokuSolution, SudokuStep, SudokuWalk, hint, walk};
use puzzle::{Cost, Solved};

pub fn read(question: SudokuQuestion) -> Result<ToFill<SudokuPuzzle>, Error> {
    let symbols = question.symbols.map(|name| name.parse().map_err(bad_field("symbols"))).transpose()?;
    let grid = SudokuPuzzle::read(&as_text(question.grid), symbols).map_err(bad_field("grid"))?;
    ToFill::new(grid, question.method, [question.count, question.hint, question.steps], question.limits)
}

impl Filling for SudokuPuzzle {
    const PUZZLE: &'static str = "sudoku";
    const FIELD: &'static str = "grid";
    const WATCHED: &'static [SudokuMethod] = &SudokuMethod::WATCHED;

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
        SudokuPuzzle::shape(self).to_string()
    }

    fn shown(&self, cells: &[u32]) -> Vec<String> {
        let digits = |set: u32| (0..u32::BITS).filter(move |bit| set >> bit & 1 == 1).map(|bit| (bit + 1).to_string());
        cells.iter().map(|&set| digits(set).collect::<Vec<_>>().join(" ")).collect()
    }

    fn walk(&self, reach: Reach, keep_going: &mut impl FnMut(&Cost) -> bool) -> Solved<Advice> {
        let Solved { verdict, cost } = if reach == Reach::Next { hint(self, keep_going) } else { walk(self, keep_going) };
        Solved { verdict: verdict.map(steps), cost }
    }
}

fn steps(walk: SudokuWalk) -> Advice {
    let (state, conclusion, contradiction) = match walk.end {
        SudokuEnd::Next => ("next", None, None),
        SudokuEnd::Finished => ("finished", Some(HintEnd::GridFull), None),
        SudokuEnd::Contradiction(why) => ("contradiction", Some(HintEnd::NoSolution { why: why.message() }), Some(why.message())),
        SudokuEnd::Stuck => ("stuck", Some(HintEnd::Stuck), None),
    };
    let hardest = walk.hardest();
    let answer = HintAnswer {
        hardest: hardest.map(|technique| technique.to_string()),
        rating: hardest.map(|technique| f64::from(technique.rating()) / 10.0),
        ..HintAnswer::new(state, walk.steps.iter().map(SudokuStep::message).collect(), contradiction)
    };
    Advice { answer, conclusion: conclusion.map(|end| end.message()), refutes: true }
}

impl Filled for SudokuSolution {
    fn answer(&self, unique: Option<bool>, another: Option<String>) -> PuzzleAnswer {
        let rows = self.digits().chunks(self.shape().side().into()).map(<[u8]>::to_vec).collect();
        PuzzleAnswer::Sudoku(SudokuAnswer { grid: self.to_string(), rows, unique, another })
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
