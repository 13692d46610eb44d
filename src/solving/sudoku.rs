//! Sudoku as a task.

use crate::Error;
use crate::filling::{Filled, Filling, StepRange, ToFill, as_text};
use crate::hint_task::{Advice, AdviceBoard};
use crate::sentence::HintEnd;
use crate::solver_errors::bad_field;
use message::Coded;
use protocol::{CellDigits, HintAnswer, HintMarks, PuzzleAnswer, PuzzleBoard, SudokuAnswer, SudokuQuestion};
use puzzle::sudoku::{SudokuCell, SudokuEnd, SudokuMethod, SudokuPuzzle, SudokuShape, SudokuSolution, SudokuStep, SudokuWalk, hint, walk};
use puzzle::{Cost, Solved};
use std::collections::BTreeMap;

pub fn read(question: SudokuQuestion) -> Result<ToFill<SudokuPuzzle>, Error> {
    let symbols = question.symbols.map(|name| name.parse().map_err(bad_field("symbols"))).transpose()?;
    let grid = SudokuPuzzle::read(&as_text(question.grid), symbols).map_err(bad_field("grid"))?;
    ToFill::new(grid, question.method, [question.count, question.hint, question.steps], question.limits)
}

impl Filling for SudokuPuzzle {
    const PUZZLE: &'static str = "sudoku";
    const FIELD: &'static str = "grid";
    const TRACED: &'static [SudokuMethod] = &SudokuMethod::TRACED;

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

    fn walk(&self, reach: StepRange, keep_going: &mut impl FnMut(&Cost) -> bool) -> Solved<Advice> {
        let Solved { verdict, cost } = if reach == StepRange::Next { hint(self, keep_going) } else { walk(self, keep_going) };
        Solved { verdict: verdict.map(|walk| steps(self, &walk)), cost }
    }
}

/// Where a step acts, and the reason: its units and cells, or for the only digit of a cell the digits that it sees.
fn marks(shape: SudokuShape, digits: &[u8], step: &SudokuStep, candidates: &[(SudokuCell, Vec<u8>)]) -> HintMarks {
    let index = |cell: &SudokuCell| shape.index(*cell);
    let mut cells: Vec<usize> = step.removals.iter().chain(&step.placement).map(|(cell, _)| index(cell)).collect();
    cells.dedup();
    let units = step.units();
    let seen = |cell: SudokuCell| {
        shape.units_of(cell).into_iter().flat_map(|unit| shape.cells_of(unit).map(|cell| index(&cell)).collect::<Vec<_>>())
    };
    let mut because: Vec<usize> = match step.placement {
        Some((cell, _)) if units.is_empty() => seen(cell).filter(|&cell| digits[cell] != 0).collect(),
        _ => units.iter().flat_map(|&unit| shape.cells_of(unit)).chain(step.cells()).map(|cell| index(&cell)).collect(),
    };
    because.sort_unstable();
    because.dedup();
    because.retain(|cell| !cells.contains(cell));
    let mut struck: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    step.removals.iter().for_each(|(cell, digit)| struck.entry(index(cell)).or_default().push(*digit));
    HintMarks {
        cells,
        because,
        candidates: candidates.iter().map(|(cell, digits)| CellDigits { cell: index(cell), digits: digits.clone() }).collect(),
        struck: struck.into_iter().map(|(cell, digits)| CellDigits { cell, digits }).collect(),
    }
}

fn steps(puzzle: &SudokuPuzzle, walk: &SudokuWalk) -> Advice {
    let (state, conclusion, contradiction) = match &walk.end {
        SudokuEnd::Next => ("next", None, None),
        SudokuEnd::Finished => ("finished", Some(HintEnd::GridFull), None),
        SudokuEnd::Contradiction(why) => ("contradiction", Some(HintEnd::NoSolution { why: why.message() }), Some(why.message())),
        SudokuEnd::Stuck => ("stuck", Some(HintEnd::Stuck), None),
    };
    let hardest = walk.hardest();
    let (shape, mut digits) = (puzzle.shape(), puzzle.digits().to_vec());
    let mut marks = Vec::new();
    for (step, candidates) in walk.steps.iter().zip(&walk.candidates) {
        marks.push(self::marks(shape, &digits, step, candidates));
        if let Some((cell, digit)) = step.placement {
            digits[shape.index(cell)] = digit;
        }
    }
    let answer = HintAnswer {
        hardest: hardest.map(|technique| technique.to_string()),
        grade: hardest.map(|technique| technique.grade().to_string()),
        marks,
        ..HintAnswer::new(state, walk.steps.iter().map(SudokuStep::message).collect(), contradiction)
    };
    let filled = walk.steps.iter().map(|step| step.placement.map(|(cell, digit)| (shape.index(cell), digit.to_string()))).collect();
    let board = AdviceBoard::Filled(puzzle.board(), filled);
    Advice { answer, conclusion: conclusion.map(|end| end.message()), refutes: true, board }
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
