//! Backtracking as in class: cell by cell, with a bulb and without, back when a rule is broken.

use crate::{Cost, Each, KeepGoing, Observer, Snapshot, StreamEnding, TraceEvent};

use super::{
    CellMark, LightUpPuzzle,
    lines::Lines,
    patterns::{choice, shown},
};

struct Backtracking<'a> {
    lines: &'a Lines,
    bulbs: Vec<bool>,
    /// The bulbs that light each cell, its own included.
    light: Vec<u8>,
}

impl Backtracking<'_> {
    fn set(&mut self, cell: u16, on: bool) {
        self.bulbs[usize::from(cell)] = on;
        for lit in self.lines.sees(cell).chain([cell]) {
            let light = &mut self.light[usize::from(lit)];
            *light = if on { *light + 1 } else { *light - 1 };
        }
    }

    /// Whether the cells up to this one keep the rules: no clue beside it has too many bulbs or, after its last place, too few; and no cell is
    /// dark that only passed cells could light.
    fn is_valid(&self, cell: u16) -> bool {
        let clues = self.lines.clues_of(cell).iter().all(|&clue| {
            let clue = &self.lines.clues[usize::from(clue)];
            let bulbs = clue.places.iter().filter(|&&place| self.bulbs[usize::from(place)]).count();
            let passed = clue.places.last() == Some(&cell);
            bulbs <= usize::from(clue.bulbs) && (!passed || bulbs == usize::from(clue.bulbs))
        });
        let last_light = |dark: u16| self.lines.sees(dark).chain([dark]).max();
        let dark = |other: &u16| self.light[usize::from(*other)] == 0 && last_light(*other) == Some(cell);
        clues && !self.lines.sees(cell).chain([cell]).any(|other| dark(&other))
    }
}

pub(super) fn search(
    board: &LightUpPuzzle,
    observer: &mut impl Observer,
    keep_going: KeepGoing,
    each: Each<Vec<bool>>,
) -> (StreamEnding, Cost) {
    let lines = Lines::new(board);
    let cells = lines.cells();
    let mut search = Backtracking { lines: &lines, bulbs: vec![false; cells], light: vec![0; cells] };
    let mut cost = Cost { generated: 1, frontier: 1, bytes: 3 * cells as u64, ..Cost::default() };
    // The board has met the clues without neighbours; every other one is checked at its last place.
    // choices[cell]: what is left to try there. The path is the cells before `at`.
    let mut choices: Vec<u8> = vec![0; cells];
    let mut at = 0;
    let snapshot = |search: &Backtracking, at: usize, cell: Option<usize>| {
        let mark = |cell: usize| match cell {
            cell if cell >= at => CellMark::Unknown,
            cell if search.bulbs[cell] => CellMark::Bulb,
            _ => CellMark::Crossed,
        };
        let cell = cell.map(|cell| usize::from(lines.on_board[cell]));
        let sign = |on: bool| if on { '*' } else { 'x' };
        let moves = (0..at).map(|at| choice(board, &lines, at as u16) + &sign(search.bulbs[at]).to_string()).collect();
        Snapshot { cells: shown(board, &lines, mark), cell, depth: at as u32, moves, ..Snapshot::default() }
    };
    loop {
        if at == cells {
            observer.record(TraceEvent::Found, || snapshot(&search, at, None));
            if each(lines.bulbs_on_board(board, |cell| search.bulbs[cell])).is_break() {
                return (StreamEnding::Stopped, cost);
            }
        } else {
            if cost.expanded.is_multiple_of(1024) && !keep_going(&cost) {
                return (StreamEnding::LimitReached, cost);
            }
            cost.expanded += 1;
            // 2: with a bulb, then without; 1: without only, as the cell is lit.
            choices[at] = if search.light[at] == 0 { 2 } else { 1 };
            cost.generated += u64::from(choices[at]);
            cost.depth = cost.depth.max(at as u32 + 1);
            cost.frontier = cost.frontier.max(at as u64 + 2);
        }
        // The next choice here or, when there is none, at the nearest cell before.
        loop {
            if at == cells || choices[at] == 0 {
                let Some(before) = at.checked_sub(1) else {
                    return (StreamEnding::Exhausted, cost);
                };
                at = before;
                if search.bulbs[at] {
                    search.set(at as u16, false);
                }
                observer.record(TraceEvent::Failed, || snapshot(&search, at, Some(at)));
                continue;
            }
            choices[at] -= 1;
            if choices[at] == 1 {
                search.set(at as u16, true);
            }
            observer.record(TraceEvent::Tried, || snapshot(&search, at + 1, Some(at)));
            if search.is_valid(at as u16) {
                at += 1;
                break;
            }
            if search.bulbs[at] {
                search.set(at as u16, false);
            }
        }
    }
}
