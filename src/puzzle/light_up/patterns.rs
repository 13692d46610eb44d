//! The classroom's patterns, and a backtracking search with them. The first four are the course's; the last two generalise the corner patterns
//! of Chiu, Chou, Yang and Yen, 'A simple and rapid Lights-Up solver' (2010).

use message::Coded as _;

use crate::named::named;
use crate::{Cost, Each, KeepGoing, Observer, Snapshot, StreamEnding, TraceEvent};

use super::{LightUpCell, LightUpPuzzle, LightUpSquare, lines::Lines};

named! {
    pub enum CellMark {
        Black = "black",
        Unknown = "unknown",
        Bulb = "bulb",
        /// It has none.
        Crossed = "crossed",
    }
}

named! {
    pub enum Rule {
        /// A bulb lights the cell.
        Lit = "lit",
        /// Have = need: the clue's other neighbours have none.
        ClueFull = "clue_full",
        /// Space + have = need: all the clue's open neighbours have bulbs.
        ClueTight = "clue_tight",
        /// A dark cell has one place left that can light it.
        OnlyPlace = "only_place",
        /// A bulb there would leave a clue too few places.
        TooFewPlaces = "too_few_places",
        /// A bulb there would leave a dark cell that nothing can light.
        LeftDark = "left_dark",
    }
}

message::display_as_param!(CellMark, Rule);

/// A mark that follows by a rule from a bulb, clue or dark cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, message::Coded)]
#[code("light_up_step")]
pub struct DeducedMark {
    pub(super) rule: Rule,
    pub(super) cell: LightUpCell,
    pub(super) mark: CellMark,
    pub(super) from: LightUpCell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("light_up_impossible")]
pub enum LightUpContradiction {
    TooMany { clue: usize, cell: LightUpCell, bulbs: usize },
    TooFew { clue: usize, cell: LightUpCell, bulbs: usize, places: usize },
    Dark { cell: LightUpCell },
}

pub(super) struct Patterns<'a> {
    board: &'a LightUpPuzzle,
    lines: &'a Lines,
    clue_cells: Vec<LightUpCell>,
    pub(super) marks: Vec<CellMark>,
    /// The bulbs that light each cell, its own included.
    light: Vec<u8>,
    pub(super) order: Vec<u16>,
    pub(super) steps: Vec<DeducedMark>,
    changed: bool,
}

impl<'a> Patterns<'a> {
    pub(super) fn new(board: &'a LightUpPuzzle, lines: &'a Lines) -> Patterns<'a> {
        let clue_cells = board.cells().filter(|&cell| matches!(board.square(cell), LightUpSquare::Clue(_))).collect();
        let marks = vec![CellMark::Unknown; lines.cells()];
        let light = vec![0; lines.cells()];
        Patterns { board, lines, clue_cells, marks, light, order: Vec::new(), steps: Vec::new(), changed: false }
    }

    pub(super) fn cell(&self, cell: u16) -> LightUpCell {
        self.board.cell(usize::from(self.lines.on_board[usize::from(cell)]))
    }

    fn unknown(&self, cell: u16) -> bool {
        self.marks[usize::from(cell)] == CellMark::Unknown
    }

    /// Marks an unknown cell, and crosses out what a new bulb lights.
    pub(super) fn put(&mut self, cell: u16, value: CellMark, rule: Rule, from: LightUpCell) {
        self.changed = true;
        self.marks[usize::from(cell)] = value;
        self.order.push(cell);
        let at = self.cell(cell);
        self.steps.push(DeducedMark { rule, cell: at, mark: value, from });
        if value == CellMark::Bulb {
            self.light[usize::from(cell)] += 1;
            for other in self.lines.sees(cell) {
                self.light[usize::from(other)] += 1;
                if self.unknown(other) {
                    self.put(other, CellMark::Crossed, Rule::Lit, at);
                }
            }
        }
    }

    pub(super) fn back_to(&mut self, length: usize) {
        while self.order.len() > length {
            let cell = self.order.pop().expect("the order is longer than asked for");
            if self.marks[usize::from(cell)] == CellMark::Bulb {
                self.light[usize::from(cell)] -= 1;
                for other in self.lines.sees(cell) {
                    self.light[usize::from(other)] -= 1;
                }
            }
            self.marks[usize::from(cell)] = CellMark::Unknown;
        }
    }

    /// Applies the patterns until nothing follows, the easy ones first.
    pub(super) fn exhaust(&mut self) -> Result<(), LightUpContradiction> {
        loop {
            self.changed = false;
            self.clues()?;
            self.dark_cells(1)?;
            if !self.changed {
                self.crowded_clues();
                self.dark_cells(4)?;
            }
            if !self.changed {
                return Ok(());
            }
        }
    }

    /// The places of a clue that are unknown, and the bulbs it still needs.
    fn open(&self, clue: usize) -> Result<(Vec<u16>, usize), LightUpContradiction> {
        let places = &self.lines.clues[clue].places;
        let count = |value| places.iter().filter(|&&place| self.marks[usize::from(place)] == value).count();
        let (need, have) = (usize::from(self.lines.clues[clue].bulbs), count(CellMark::Bulb));
        let at = self.clue_cells[clue];
        if have > need {
            return Err(LightUpContradiction::TooMany { clue: need, cell: at, bulbs: have });
        }
        if have + count(CellMark::Unknown) < need {
            let left = count(CellMark::Unknown);
            return Err(LightUpContradiction::TooFew { clue: need, cell: at, bulbs: have, places: left });
        }
        Ok((places.iter().copied().filter(|&place| self.unknown(place)).collect(), need - have))
    }

    fn clues(&mut self) -> Result<(), LightUpContradiction> {
        for clue in 0..self.lines.clues.len() {
            let (open, need) = self.open(clue)?;
            let (value, rule) = if need == 0 {
                (CellMark::Crossed, Rule::ClueFull)
            } else if need == open.len() {
                (CellMark::Bulb, Rule::ClueTight)
            } else {
                continue;
            };
            for place in open {
                // Two places of one clue may light each other; then the clue has a contradiction.
                if self.unknown(place) {
                    self.put(place, value, rule, self.clue_cells[clue]);
                }
            }
            self.open(clue)?;
        }
        Ok(())
    }

    /// Dark cells that at most `most` cells could light.
    fn dark_cells(&mut self, most: usize) -> Result<(), LightUpContradiction> {
        for dark in 0..self.lines.cells() as u16 {
            if self.light[usize::from(dark)] > 0 {
                continue;
            }
            let around = core::iter::once(dark).chain(self.lines.sees(dark));
            let places: Vec<u16> = around.filter(|&place| self.unknown(place)).take(most + 1).collect();
            match places[..] {
                [] => {
                    return Err(LightUpContradiction::Dark { cell: self.cell(dark) });
                }
                [place] => self.put(place, CellMark::Bulb, Rule::OnlyPlace, self.cell(dark)),
                [first, ref rest @ ..] if places.len() <= most => {
                    let blind = |x: &u16| !places.contains(x) && rest.iter().all(|&place| self.see(*x, place));
                    let found: Vec<u16> = self.lines.sees(first).filter(|x| self.unknown(*x) && blind(x)).collect();
                    for cell in found {
                        self.put(cell, CellMark::Crossed, Rule::LeftDark, self.cell(dark));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn see(&self, a: u16, b: u16) -> bool {
        let ([row, column], [other_row, other_column]) = (self.lines.lines_of(a), self.lines.lines_of(b));
        row == other_row || column == other_column
    }

    /// Crosses out cells whose bulb would leave a clue too few places.
    fn crowded_clues(&mut self) {
        for clue in 0..self.lines.clues.len() {
            let Ok((open, need)) = self.open(clue) else {
                continue;
            };
            // A bulb takes away at most three places of a clue beside its own.
            if need == 0 || open.len() > need + 3 {
                continue;
            }
            let mut near: Vec<u16> = open.iter().flat_map(|&place| self.lines.sees(place)).chain(open.clone()).collect();
            near.sort_unstable();
            near.dedup();
            for cell in near {
                let own = usize::from(open.contains(&cell));
                let taken = open.iter().filter(|&&place| place != cell && self.see(place, cell)).count();
                if self.unknown(cell) && open.len() - taken - own < need - own {
                    self.put(cell, CellMark::Crossed, Rule::TooFewPlaces, self.clue_cells[clue]);
                    break;
                }
            }
        }
    }

    fn snapshot(&self, marks: &[CellMark], cell: Option<u16>, guesses: &[(usize, u16)]) -> Snapshot {
        let cell = cell.map(|cell| usize::from(self.lines.on_board[usize::from(cell)]));
        let moves = guesses.iter().map(|&(_, cell)| choice(self.board, self.lines, cell) + "*").collect();
        Snapshot {
            cells: shown(self.board, self.lines, |cell| marks[cell]),
            cell,
            depth: guesses.len() as u32,
            moves,
            ..Snapshot::default()
        }
    }

    /// The next guess: a cell that can light the dark cell with the fewest of them.
    fn choice(&self) -> Option<u16> {
        let mut best: Option<(usize, u16)> = None;
        for dark in (0..self.lines.cells() as u16).filter(|&cell| self.light[usize::from(cell)] == 0) {
            let around = core::iter::once(dark).chain(self.lines.sees(dark));
            let mut places = around.filter(|&place| self.unknown(place));
            if let Some(first) = places.next() {
                let count = 1 + places.count();
                if best.is_none_or(|(fewest, _)| count < fewest) {
                    best = Some((count, first));
                }
            }
        }
        best.map(|(_, place)| place)
    }
}

pub(super) fn choice(board: &LightUpPuzzle, lines: &Lines, cell: u16) -> String {
    let LightUpCell { row, column } = board.cell(usize::from(lines.on_board[usize::from(cell)]));
    format!("r{}c{}", row + 1, column + 1)
}

/// The number of the [`CellMark`] of each cell of the board.
pub(super) fn shown(board: &LightUpPuzzle, lines: &Lines, mark: impl Fn(usize) -> CellMark) -> Vec<u32> {
    let mut cells = vec![CellMark::Black as u32; board.squares().len()];
    for (cell, &index) in lines.on_board.iter().enumerate() {
        cells[usize::from(index)] = mark(cell) as u32;
    }
    cells
}

/// Reports the steps that the patterns took from the marks `before`.
fn report_steps(patterns: &Patterns, before: Vec<CellMark>, guesses: &[(usize, u16)], observer: &mut impl Observer) {
    let mut marks = before;
    let first = patterns.order.len() - patterns.steps.len();
    for (step, &cell) in patterns.steps.iter().zip(&patterns.order[first..]).take(if marks.is_empty() { 0 } else { usize::MAX }) {
        marks[usize::from(cell)] = step.mark;
        observer.record(TraceEvent::Propagated, || Snapshot {
            because: Some(step.message()),
            ..patterns.snapshot(&marks, Some(cell), guesses)
        });
    }
}

/// Hands each solution's bulbs to `each`. If the search may not guess, it gives up where the patterns end.
pub(super) fn search<O: Observer>(
    board: &LightUpPuzzle,
    may_guess: bool,
    observer: &mut O,
    keep_going: KeepGoing,
    each: Each<Vec<bool>>,
) -> (StreamEnding, Cost) {
    let lines = Lines::new(board);
    let mut patterns = Patterns::new(board, &lines);
    let bytes = if may_guess { 16 * lines.cells() } else { board.squares().len() };
    let mut cost = Cost { generated: 1, expanded: u64::from(!may_guess), frontier: 1, depth: 0, bytes: bytes as u64 };
    // The guesses on the path, each a bulb, with the length of the order before it.
    let mut guesses: Vec<(usize, u16)> = Vec::new();
    loop {
        if (!may_guess || cost.expanded.is_multiple_of(64)) && !keep_going(&cost) {
            return (StreamEnding::LimitReached, cost);
        }
        patterns.steps.clear();
        let before = if O::OBSERVES { patterns.marks.clone() } else { Vec::new() };
        let alive = patterns.exhaust().is_ok();
        report_steps(&patterns, before, &guesses, observer);
        if let Some(cell) = patterns.choice().filter(|_| alive) {
            if !may_guess {
                return (StreamEnding::LimitReached, cost);
            }
            guesses.push((patterns.order.len(), cell));
            patterns.put(cell, CellMark::Bulb, Rule::OnlyPlace, patterns.cell(cell));
            observer.record(TraceEvent::Tried, || patterns.snapshot(&patterns.marks, Some(cell), &guesses));
            cost.expanded += 1;
            cost.generated += 2;
            cost.depth = cost.depth.max(guesses.len() as u32);
            cost.frontier = cost.frontier.max(guesses.len() as u64 + 1);
            continue;
        }
        if alive {
            observer.record(TraceEvent::Found, || patterns.snapshot(&patterns.marks, None, &guesses));
            if each(lines.bulbs_on_board(board, |cell| patterns.marks[cell] == CellMark::Bulb)).is_break() {
                return (StreamEnding::Stopped, cost);
            }
        }
        let Some((length, cell)) = guesses.pop() else {
            return (StreamEnding::Exhausted, cost);
        };
        patterns.back_to(length);
        patterns.put(cell, CellMark::Crossed, Rule::LeftDark, patterns.cell(cell));
        observer.record(TraceEvent::Failed, || patterns.snapshot(&patterns.marks, Some(cell), &guesses));
    }
}
