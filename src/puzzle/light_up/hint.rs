//! Hints by human techniques: the patterns, and refutations by them of a mark that is tried.

use message::{Coded, Message, Param, ToParam};

use super::lines::Lines;
use super::patterns::{Contradiction, Patterns};
use super::{Cell, CellMark, Puzzle, Rule, Step};
use crate::impossible::sequence;
use crate::{Cost, Difficulty, Solved, Verdict};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    Pattern(Step),
    /// The other mark was tried, and leads by `steps` to the contradiction `end`.
    Tried {
        cell: Cell,
        mark: CellMark,
        steps: Vec<Step>,
        end: Contradiction,
    },
}

#[derive(Debug, Coded)]
#[code("light_up_tried")]
struct Tried {
    cell: Cell,
    mark: CellMark,
    steps: Param,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Finished,
    Contradiction(Contradiction),
    /// No known technique applies.
    Stuck,
}

/// All steps from the empty board, each of which follows from those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    pub steps: Vec<Move>,
    pub end: End,
}

impl Move {
    /// How hard the step is to see.
    pub fn difficulty(&self) -> Difficulty {
        match self {
            Move::Pattern(Step { rule: Rule::TooFewPlaces | Rule::LeftDark, .. }) => Difficulty::Medium,
            Move::Pattern(_) => Difficulty::Easy,
            Move::Tried { .. } => Difficulty::Hard,
        }
    }

    pub fn message(&self) -> Message {
        match self {
            Move::Pattern(step) => step.message(),
            Move::Tried { cell, mark, steps, end } => {
                let all: Vec<Param> = steps.iter().map(ToParam::to_param).chain([end.to_param()]).collect();
                Tried { cell: *cell, mark: *mark, steps: sequence("steps", &all) }.message()
            }
        }
    }
}

impl Walk {
    /// The difficulty of the board: that of its hardest step, or extreme if the steps do not lead to the end.
    pub fn difficulty(&self) -> Difficulty {
        let hardest = self.steps.iter().map(Move::difficulty).max().unwrap_or(Difficulty::Easy);
        if self.end == End::Stuck { Difficulty::Extreme } else { hardest }
    }
}

/// All steps of the techniques, the easiest first.
pub fn walk(board: &Puzzle, keep_going: &mut impl FnMut(&Cost) -> bool) -> Solved<Walk> {
    let lines = Lines::new(board);
    let mut patterns = Patterns::new(board, &lines);
    let mut cost = Cost { bytes: 16 * lines.cells() as u64, ..Cost::default() };
    let mut steps = Vec::new();
    let end = loop {
        let done = patterns.exhaust();
        steps.extend(patterns.steps.drain(..).map(Move::Pattern));
        if let Err(why) = done {
            break End::Contradiction(why);
        }
        if !patterns.marks.contains(&CellMark::Unknown) {
            break End::Finished;
        }
        match shortest_trial(&mut patterns, &mut cost, keep_going) {
            None => return Solved { verdict: Verdict::LimitReached, cost },
            Some(None) => break End::Stuck,
            Some(Some((place, tried))) => {
                let Move::Tried { cell, mark, .. } = tried else { unreachable!("a trial was asked for") };
                patterns.put(place, mark, Rule::OnlyPlace, cell);
                // The trial itself is the step for this cell; the cells that it lights follow.
                patterns.steps.remove(0);
                steps.push(tried);
            }
        }
    };
    Solved { verdict: Verdict::Solved(Walk { steps, end }), cost }
}

/// Whether the steps of [`walk`] get stuck. It does not look for the shortest refutations.
pub(super) fn sticks(board: &Puzzle) -> bool {
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
type Trial = Option<Option<(u16, Move)>>;

/// Of all marks that lead to a contradiction, the one with the fewest steps.
fn shortest_trial(patterns: &mut Patterns, cost: &mut Cost, keep_going: &mut impl FnMut(&Cost) -> bool) -> Trial {
    let length = patterns.order.len();
    let mut best: Option<(u16, Move)> = None;
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
                best = Some((place, Move::Tried { cell, mark, steps: steps[1..].to_vec(), end }));
            }
        }
    }
    Some(best)
}
