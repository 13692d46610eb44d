//! Light Up as a task.

use crate::Error;
use crate::filling::{Filled, Filling, StepRange, ToFill, as_text};
use crate::hint_task::{Advice, AdviceBoard};
use crate::sentence::HintEnd;
use crate::solver_errors::bad_field;
use message::{Coded, Param, ToParam};
use protocol::{HintAnswer, HintMarks, LightUpAnswer, LightUpQuestion, PuzzleAnswer, PuzzleBoard};
use puzzle::light_up::{
    CellMark, LightUpEnd, LightUpMethod, LightUpPuzzle, LightUpSolution, LightUpSquare, LightUpStep, LightUpWalk, walk,
};
use puzzle::{Cost, Solved};

pub fn read(question: LightUpQuestion) -> Result<ToFill<LightUpPuzzle>, Error> {
    let board = as_text(question.board).parse().map_err(bad_field("board"))?;
    ToFill::new(board, question.method, [question.count, question.hint, question.steps], question.limits)
}

impl Filling for LightUpPuzzle {
    const PUZZLE: &'static str = "light-up";
    const FIELD: &'static str = "board";
    const TRACED: &'static [LightUpMethod] = &LightUpMethod::TRACED;

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

    fn shown(&self, cells: &[u32]) -> Vec<String> {
        let is = |cell: usize, mark: CellMark| cells[cell] == mark as u32;
        let mark = |cell: usize| {
            if is(cell, CellMark::Bulb) {
                "*".into()
            } else if is(cell, CellMark::Black) {
                self.squares()[cell].to_string()
            } else if self.sees(self.cell(cell)).any(|other| is(self.index(other), CellMark::Bulb)) {
                "+".into()
            } else if is(cell, CellMark::Crossed) {
                "x".into()
            } else {
                ".".into()
            }
        };
        (0..cells.len()).map(mark).collect()
    }

    fn content(&self, shown: &str) -> Option<Param> {
        Some(Mark { mark: if shown == "*" { "bulb" } else { "crossed" } }.to_param())
    }

    fn walk(&self, reach: StepRange, keep_going: &mut impl FnMut(&Cost) -> bool) -> Solved<Advice> {
        let Solved { verdict, cost } = walk(self, keep_going);
        Solved { verdict: verdict.map(|walk| steps(self, &walk, reach)), cost }
    }
}

/// Whether a cell has a bulb.
#[derive(Debug, Coded)]
#[code("light_up_mark")]
struct Mark {
    mark: &'static str,
}

fn steps(puzzle: &LightUpPuzzle, walk: &LightUpWalk, reach: StepRange) -> Advice {
    let shown = if reach == StepRange::Next { &walk.steps[..1.min(walk.steps.len())] } else { &walk.steps[..] };
    let (state, conclusion, contradiction) = match &walk.end {
        _ if shown.len() < walk.steps.len() => ("next", None, None),
        LightUpEnd::Finished => ("finished", Some(HintEnd::AllLit), None),
        LightUpEnd::Contradiction(why) => ("contradiction", Some(HintEnd::NoSolution { why: why.message() }), Some(why.message())),
        LightUpEnd::Stuck => ("stuck", Some(HintEnd::Stuck), None),
    };
    let hardest = shown.iter().map(|step| step.difficulty()).max().map(|difficulty| difficulty.to_string());
    let messages = shown.iter().map(|step| step.message()).collect();
    let marks = |step: &LightUpStep| {
        let cell = puzzle.index(step.marked().0);
        let mut because: Vec<usize> = step.reason().into_iter().map(|cell| puzzle.index(cell)).filter(|other| *other != cell).collect();
        because.sort_unstable();
        because.dedup();
        HintMarks { cells: vec![cell], because, ..HintMarks::default() }
    };
    let filled = |step: &LightUpStep| {
        let (cell, mark) = step.marked();
        Some((puzzle.index(cell), if mark == CellMark::Bulb { "*" } else { "x" }.to_owned()))
    };
    let answer = HintAnswer { hardest, marks: shown.iter().map(marks).collect(), ..HintAnswer::new(state, messages, contradiction) };
    let board = AdviceBoard::Filled(puzzle.board(), shown.iter().map(filled).collect());
    Advice { answer, conclusion: conclusion.map(|end| end.message()), refutes: true, board }
}

impl Filled for LightUpSolution {
    fn answer(&self, unique: Option<bool>, another: Option<String>) -> PuzzleAnswer {
        let bulbs = self.board().cells().filter(|cell| self.bulb(*cell)).map(|cell| [cell.row, cell.column]).collect();
        PuzzleAnswer::LightUp(LightUpAnswer { rows: self.to_string().split('/').map(String::from).collect(), bulbs, unique, another })
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
            (false, LightUpSquare::White) => "+".into(),
            (false, black) => black.to_string(),
        };
        self.board().cells().map(bulb).collect()
    }
}
