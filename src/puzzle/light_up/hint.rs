//! Hints by human techniques: the patterns, and refutations by them of a mark that is tried.

use message::{Coded, Message, Param, ToParam};

use super::lines::Lines;
use super::patterns::{LightUpContradiction, Patterns};
use super::{CellMark, DeducedMark, LightUpCell, LightUpPuzzle, Rule};
use crate::impossible::sequence;
use crate::{Cost, Difficulty, KeepGoing, Solved, Verdict};

/// A step: a pattern, or the other mark was tried, and leads by `steps` to the contradiction `end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LightUpStep {
    Pattern(DeducedMark),
    Tried { cell: LightUpCell, mark: CellMark, steps: Vec<DeducedMark>, end: LightUpContradiction },
}

#[derive(Debug, Coded)]
#[code("light_up_tried")]
struct Tried {
    cell: LightUpCell,
    mark: CellMark,
    count: usize,
    #[code(message)]
    steps: Param,
    end: LightUpContradiction,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LightUpEnd {
    Finished,
    Contradiction(LightUpContradiction),
    /// No known technique applies.
    Stuck,
}

/// All steps from the empty board, each of which follows from those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LightUpWalk {
    pub steps: Vec<LightUpStep>,
    pub end: LightUpEnd,
}

impl LightUpStep {
    /// How hard the step is to see.
    pub fn difficulty(&self) -> Difficulty {
        match self {
            LightUpStep::Pattern(DeducedMark { rule: Rule::TooFewPlaces | Rule::LeftDark, .. }) => Difficulty::Medium,
            LightUpStep::Pattern(_) => Difficulty::Easy,
            LightUpStep::Tried { .. } => Difficulty::Hard,
        }
    }

    /// The cell that it marks, and how.
    pub fn marked(&self) -> (LightUpCell, CellMark) {
        match self {
            LightUpStep::Pattern(step) => (step.cell, step.mark),
            LightUpStep::Tried { cell, mark, .. } => (*cell, *mark),
        }
    }

    pub fn reason(&self) -> Vec<LightUpCell> {
        match self {
            LightUpStep::Pattern(step) => vec![step.from],
            LightUpStep::Tried { steps, end, .. } => {
                let (LightUpContradiction::TooMany { cell, .. }
                | LightUpContradiction::TooFew { cell, .. }
                | LightUpContradiction::Dark { cell }) = end;
                steps.iter().map(|step| step.cell).chain([*cell]).collect()
            }
        }
    }

    pub fn message(&self) -> Message {
        match self {
            LightUpStep::Pattern(step) => step.message(),
            LightUpStep::Tried { cell, mark, steps, end } => {
                let all: Vec<Param> = steps.iter().map(ToParam::to_param).chain([end.to_param()]).collect();
                Tried { cell: *cell, mark: *mark, count: steps.len(), steps: sequence("steps", &all), end: *end }.message()
            }
        }
    }
}

impl LightUpWalk {
    /// The difficulty of the board: that of its hardest step, or extreme if the steps do not lead to the end.
    pub fn difficulty(&self) -> Difficulty {
        let hardest = self.steps.iter().map(LightUpStep::difficulty).max().unwrap_or(Difficulty::Easy);
        if self.end == LightUpEnd::Stuck { Difficulty::Extreme } else { hardest }
    }
}

/// All steps of the techniques, the easiest first.
pub fn walk(board: &LightUpPuzzle, keep_going: KeepGoing) -> Solved<LightUpWalk> {
    let lines = Lines::new(board);
    let mut patterns = Patterns::new(board, &lines);
    let mut cost = Cost { bytes: 16 * lines.cells() as u64, ..Cost::default() };
    let mut steps = Vec::new();
    let end = loop {
        let done = patterns.exhaust();
        steps.extend(patterns.steps.drain(..).map(LightUpStep::Pattern));
        if let Err(why) = done {
            break LightUpEnd::Contradiction(why);
        }
        if !patterns.marks.contains(&CellMark::Unknown) {
            break LightUpEnd::Finished;
        }
        match shortest_trial(&mut patterns, &mut cost, keep_going) {
            None => return Solved { verdict: Verdict::LimitReached, cost },
            Some(None) => break LightUpEnd::Stuck,
            Some(Some((place, tried))) => {
                let LightUpStep::Tried { cell, mark, .. } = tried else { unreachable!("a trial was asked for") };
                patterns.put(place, mark, Rule::OnlyPlace, cell);
                // The trial itself is the step for this cell; the cells that it lights follow.
                patterns.steps.remove(0);
                steps.push(tried);
            }
        }
    };
    Solved { verdict: Verdict::Solved(LightUpWalk { steps, end }), cost }
}

/// Whether the steps of [`walk`] get stuck. It does not look for the shortest refutations.
pub(super) fn sticks(board: &LightUpPuzzle) -> bool {
    let lines = Lines::new(board);
    let mut patterns = Patterns::new(board, &lines);
    let cells = lines.cells() as u16;
    // Cells in turn, until a whole round gives no mark.
    let (mut place, mut since) = (0, 0);
    if patterns.exhaust().is_err() {
        return false;
    }
    while since < cells {
        let at = usize::from(place);
        for (tried, mark) in [(CellMark::Bulb, CellMark::Crossed), (CellMark::Crossed, CellMark::Bulb)] {
            if patterns.marks[at] != CellMark::Unknown {
                continue;
            }
            let (length, cell) = (patterns.order.len(), patterns.cell(place));
            patterns.put(place, tried, Rule::OnlyPlace, cell);
            let fails = patterns.exhaust().is_err();
            patterns.back_to(length);
            if fails {
                since = 0;
                patterns.put(place, mark, Rule::OnlyPlace, cell);
                if patterns.exhaust().is_err() {
                    return false;
                }
            }
            patterns.steps.clear();
        }
        (place, since) = ((place + 1) % cells, since + 1);
    }
    patterns.marks.contains(&CellMark::Unknown)
}

/// A trial that fails, if there is one; `None` when out of budget.
type Trial = Option<Option<(u16, LightUpStep)>>;

/// Of all marks that lead to a contradiction, the one with the fewest steps.
fn shortest_trial(patterns: &mut Patterns, cost: &mut Cost, keep_going: KeepGoing) -> Trial {
    let length = patterns.order.len();
    let mut best: Option<(u16, LightUpStep)> = None;
    let mut fewest = usize::MAX;
    for place in
        (0..patterns.marks.len() as u16).filter(|&place| patterns.marks[usize::from(place)] == CellMark::Unknown).collect::<Vec<_>>()
    {
        for (tried, mark) in [(CellMark::Bulb, CellMark::Crossed), (CellMark::Crossed, CellMark::Bulb)] {
            cost.generated += 1;
            cost.expanded += 1;
            if !keep_going(cost) {
                return None;
            }
            let cell = patterns.cell(place);
            patterns.put(place, tried, Rule::OnlyPlace, cell);
            let done = patterns.exhaust();
            patterns.back_to(length);
            let steps = patterns.steps.split_off(0);
            if let Err(end) = done
                && steps.len() < fewest
            {
                fewest = steps.len();
                best = Some((place, LightUpStep::Tried { cell, mark, steps: steps[1..].to_vec(), end }));
            }
        }
    }
    Some(best)
}
