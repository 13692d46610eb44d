//! Layer-by-layer solver for boards of any size, not optimal.
//!
//! A line is an outer row or column of the rest without the blank's goal. All its tiles but the last two are moved to their goals one by one; the
//! last two are brought near the end of the line and set by a breadth-first search. The last two by three cells or fewer are also set by a search.

use std::collections::VecDeque;
use std::ops::Range;

use super::{Direction, TaquinPuzzle, TaquinShape};
use crate::{Cost, KeepGoing};

struct LayerSolver<'c> {
    shape: TaquinShape,
    cells: Vec<u16>,
    place: Vec<usize>,
    blank: usize,
    locked: Vec<bool>,
    moves: Vec<Direction>,
    /// For each cell the last search that reached it, and the direction it came from.
    reached: Vec<(u32, Direction)>,
    searches: u32,
    cost: &'c mut Cost,
    keep_going: KeepGoing<'c>,
}

#[derive(Clone)]
struct OpenRegion {
    rows: Range<usize>,
    columns: Range<usize>,
}

impl OpenRegion {
    fn of(shape: TaquinShape) -> OpenRegion {
        OpenRegion { rows: 0..shape.height(), columns: 0..shape.width() }
    }

    fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.columns.len())
    }

    fn cells(&self, shape: TaquinShape) -> Vec<usize> {
        self.rows.clone().flat_map(|row| self.columns.clone().map(move |column| row * shape.width() + column)).collect()
    }

    fn puzzle(&self, cells: &[u16], shape: TaquinShape, blank: u16) -> TaquinPuzzle {
        let (height, width) = self.size();
        let inner = TaquinShape::new(width as u64, height as u64).expect("some cells are left of a board");
        let number = |cell: u16| {
            let (row, column) = shape.at(cell.into());
            ((row - self.rows.start) * width + column - self.columns.start) as u16
        };
        TaquinPuzzle::of_numbers(inner, self.cells(shape).into_iter().map(|cell| number(cells[cell])).collect(), number(blank))
    }

    /// Whether a breadth-first search sets the rest.
    fn is_small(&self) -> bool {
        let (height, width) = self.size();
        height * width <= 6 && height <= 3 && width <= 3
    }

    /// Removes the next line: across the longer side, and not the one with the blank's goal.
    fn take_line(&mut self, goal: (usize, usize), shape: TaquinShape) -> Vec<usize> {
        let (height, width) = self.size();
        let mut line = self.clone();
        let (rest, line_range, goal) = match height >= width {
            true => (&mut self.rows, &mut line.rows, goal.0),
            false => (&mut self.columns, &mut line.columns, goal.1),
        };
        *line_range = if goal != rest.start { rest.start..rest.start + 1 } else { rest.end - 1..rest.end };
        *rest = if goal != rest.start { rest.start + 1..rest.end } else { rest.start..rest.end - 1 };
        line.cells(shape)
    }
}

/// The first tile, by its goal cell, of the first line that is not set; `None` when only the last cells are left.
pub(super) fn led(puzzle: &TaquinPuzzle) -> Option<usize> {
    let shape = puzzle.shape();
    let goal = shape.at(puzzle.blank_number().into());
    let mut rest = OpenRegion::of(shape);
    while !rest.is_small() && rest.size().0 > 1 && rest.size().1 > 1 {
        let line = rest.take_line(goal, shape);
        let away = line.into_iter().find(|&cell| usize::from(puzzle.tiles()[cell]) != cell);
        if away.is_some() {
            return away;
        }
    }
    None
}

/// Moves to the goal, for a puzzle that has a solution; `None` when the budget ends.
pub(super) fn solve(puzzle: &TaquinPuzzle, cost: &mut Cost, keep_going: KeepGoing) -> Option<Vec<Direction>> {
    Some(outer(puzzle, 0, cost, keep_going)?.0)
}

/// Moves that set line after line until at most `most_left` cells are left, and the rest as a puzzle; `None` when the budget ends.
pub(super) fn outer(
    puzzle: &TaquinPuzzle,
    most_left: usize,
    cost: &mut Cost,
    keep_going: KeepGoing,
) -> Option<(Vec<Direction>, TaquinPuzzle)> {
    let shape = puzzle.shape();
    let mut place = vec![0; shape.cells()];
    for (cell, &tile) in puzzle.tiles().iter().enumerate() {
        place[usize::from(tile)] = cell;
    }
    let mut board = LayerSolver {
        shape,
        cells: puzzle.tiles().to_vec(),
        place,
        blank: puzzle.start_blank(),
        locked: vec![false; shape.cells()],
        moves: Vec::new(),
        reached: vec![(0, Direction::Up); shape.cells()],
        searches: 0,
        cost,
        keep_going,
    };
    let goal = shape.at(puzzle.blank_number().into());
    let rest = board.layers(goal, usize::from(puzzle.blank_number()), most_left)?;
    let inner = rest.puzzle(&board.cells, shape, puzzle.blank_number());
    let moves = without_detours(board.moves);
    cost.depth = moves.len() as u32;
    cost.generated = cost.generated.max(moves.len() as u64);
    Some((moves, inner))
}

fn without_detours(moves: Vec<Direction>) -> Vec<Direction> {
    let mut kept: Vec<Direction> = Vec::with_capacity(moves.len());
    for by in moves {
        if kept.last() == Some(&by.opposite()) {
            kept.pop();
        } else {
            kept.push(by);
        }
    }
    kept
}

impl LayerSolver<'_> {
    /// Sets lines until at most `most_left` cells are left; returns the rest.
    fn layers(&mut self, goal: (usize, usize), blank: usize, most_left: usize) -> Option<OpenRegion> {
        let mut rest = OpenRegion::of(self.shape);
        loop {
            let (height, width) = rest.size();
            if height * width <= most_left {
                return Some(rest);
            }
            if height == 1 || width == 1 {
                // A single line from the start is in order.
                self.walk_blank(blank, None)?;
                return Some(rest);
            }
            if rest.is_small() {
                self.finish(&rest)?;
                return Some(rest);
            }
            let line = rest.take_line(goal, self.shape);
            let (last, first) = line.split_last_chunk::<2>().map(|(first, last)| (last, first)).expect("a line has two cells");
            for &cell in first {
                self.lead(cell, cell)?;
                self.locked[cell] = true;
            }
            self.last_two(*last)?;
            self.locked[last[0]] = true;
            self.locked[last[1]] = true;
        }
    }

    fn slide(&mut self, by: Direction) {
        let to = by.from(self.blank, self.shape).expect("walks stay on the board");
        let (blank, tile) = (self.cells[self.blank], self.cells[to]);
        self.cells.swap(self.blank, to);
        self.place[usize::from(tile)] = self.blank;
        self.place[usize::from(blank)] = to;
        self.blank = to;
        self.moves.push(by);
    }

    /// The shortest path between two cells around locked ones and `avoid`, by breadth-first search: what is left of a board holds together, even without
    /// one cell. `None` when the budget ends.
    fn path(&mut self, from: usize, to: usize, avoid: Option<usize>) -> Option<Vec<Direction>> {
        if from == to {
            return Some(Vec::new());
        }
        self.searches += 1;
        self.reached[from].0 = self.searches;
        let mut queue = VecDeque::from([from]);
        while let Some(cell) = queue.pop_front() {
            self.cost.expanded += 1;
            if self.cost.expanded.is_multiple_of(4096) && !(self.keep_going)(self.cost) {
                return None;
            }
            for by in Direction::ALL {
                let Some(next) = by.from(cell, self.shape) else {
                    continue;
                };
                if self.reached[next].0 == self.searches || self.locked[next] || Some(next) == avoid {
                    continue;
                }
                self.reached[next] = (self.searches, by);
                if next == to {
                    let mut way = Vec::new();
                    let mut at = next;
                    while at != from {
                        let by = self.reached[at].1;
                        way.push(by);
                        at = by.opposite().from(at, self.shape).expect("the way came from there");
                    }
                    way.reverse();
                    return Some(way);
                }
                queue.push_back(next);
            }
        }
        unreachable!("a path leads from any open cell to any other")
    }

    fn walk_blank(&mut self, to: usize, avoid: Option<usize>) -> Option<()> {
        let way = self.path(self.blank, to, avoid)?;
        way.into_iter().for_each(|by| self.slide(by));
        Some(())
    }

    fn lead(&mut self, tile: usize, to: usize) -> Option<()> {
        let way = match self.zigzag(self.place[tile], to) {
            Some(way) => way,
            None => self.path(self.place[tile], to, None)?,
        };
        self.lead_along(tile, way)
    }

    /// A shortest path that turns whenever possible, unless a locked cell bars it: a turn takes the blank three moves, a straight step five.
    fn zigzag(&self, from: usize, to: usize) -> Option<Vec<Direction>> {
        let ((row, column), (r, c)) = (self.shape.at(from), self.shape.at(to));
        let (mut down, mut across) = (row.abs_diff(r), column.abs_diff(c));
        let (vertical, horizontal) =
            (if r > row { Direction::Down } else { Direction::Up }, if c > column { Direction::Right } else { Direction::Left });
        let (mut way, mut at) = (Vec::with_capacity(down + across), from);
        while down + across > 0 {
            let by = if down > across || down == across && way.last() == Some(&horizontal) { vertical } else { horizontal };
            if by == vertical {
                down -= 1
            } else {
                across -= 1
            }
            at = by.from(at, self.shape).filter(|&cell| !self.locked[cell])?;
            way.push(by);
        }
        Some(way)
    }

    fn lead_along(&mut self, tile: usize, way: Vec<Direction>) -> Option<()> {
        for by in way {
            let from = self.place[tile];
            let next = by.from(from, self.shape).expect("ways stay on the board");
            self.walk_blank(next, Some(from))?;
            self.slide(by.opposite());
        }
        Some(())
    }

    /// Sets the last two tiles of a line. They and the blank are brought near its end: within three, four and five cells, so that none bars another.
    fn last_two(&mut self, line: [usize; 2]) -> Option<()> {
        let [a, b] = line;
        self.bring_near(b, 3, a)?;
        let guard = self.place[a];
        self.locked[guard] = true;
        self.bring_near(b, 4, b)?;
        let other = self.place[b];
        self.locked[other] = true;
        let way = self.path_near(self.blank, b, 5)?;
        way.into_iter().for_each(|by| self.slide(by));
        self.locked[guard] = false;
        self.locked[other] = false;
        let window: Vec<usize> = self.near(b, 5).collect();
        self.search(&window, &line)
    }

    fn near(&self, corner: usize, reach: usize) -> impl Iterator<Item = usize> {
        let (row, column) = self.shape.at(corner);
        let rows = row.saturating_sub(reach - 1)..(row + reach).min(self.shape.height());
        let columns = column.saturating_sub(reach - 1)..(column + reach).min(self.shape.width());
        let cells = rows.flat_map(move |row| columns.clone().map(move |column| (row, column)));
        cells.map(|(row, column)| row * self.shape.width() + column).filter(|&cell| !self.locked[cell])
    }

    /// The shortest path into the neighbourhood of a corner.
    fn path_near(&mut self, from: usize, corner: usize, reach: usize) -> Option<Vec<Direction>> {
        let cells: Vec<usize> = self.near(corner, reach).collect();
        let nearest = cells.into_iter().min_by_key(|&cell| self.shape.distance(cell, from));
        self.path(from, nearest.expect("the neighbourhood is larger than the tiles in it"), None)
    }

    fn bring_near(&mut self, corner: usize, reach: usize, tile: usize) -> Option<()> {
        let way = self.path_near(self.place[tile], corner, reach)?;
        self.lead_along(tile, way)
    }

    fn finish(&mut self, rest: &OpenRegion) -> Option<()> {
        let window = rest.cells(self.shape);
        // The blank is in its cell when all others are.
        let blank = usize::from(self.cells[self.blank]);
        let tiles: Vec<usize> = window.iter().copied().filter(|&tile| tile != blank).collect();
        self.search(&window, &tiles)
    }

    /// Sets all of `tiles` by the fewest moves inside the window: breadth-first search over their cells and that of the blank.
    fn search(&mut self, window: &[usize], tiles: &[usize]) -> Option<()> {
        let number = |cell: usize| window.iter().position(|&other| other == cell).expect("all is in the window");
        let size = window.len();
        let pack = |places: &[usize]| places.iter().fold(0, |key, place| key * size + place);
        let next: Vec<[Option<usize>; 4]> = window
            .iter()
            .map(|&cell| Direction::ALL.map(|by| by.from(cell, self.shape).filter(|to| window.contains(to)).map(number)))
            .collect();
        let mut start = vec![number(self.blank)];
        start.extend(tiles.iter().map(|&tile| number(self.place[tile])));
        let home: Vec<usize> = tiles.iter().map(|&tile| number(tile)).collect();
        let mut came_by: Vec<Option<Direction>> = vec![None; size.pow(start.len() as u32)];
        came_by[pack(&start)] = Some(Direction::Up);
        let mut queue = VecDeque::from([start.clone()]);
        while let Some(places) = queue.pop_front() {
            self.cost.expanded += 1;
            self.cost.frontier = self.cost.frontier.max(queue.len() as u64);
            if self.cost.expanded.is_multiple_of(4096) && !(self.keep_going)(self.cost) {
                return None;
            }
            if places[1..] == home[..] {
                let mut back = places;
                let mut way = Vec::new();
                while back != start {
                    let by = came_by[pack(&back)].expect("each board but the first was reached");
                    way.push(by);
                    step(&mut back, &next, by.opposite());
                }
                way.into_iter().rev().for_each(|by| self.slide(by));
                return Some(());
            }
            for by in Direction::ALL {
                let mut after = places.clone();
                if step(&mut after, &next, by) && came_by[pack(&after)].is_none() {
                    came_by[pack(&after)] = Some(by);
                    queue.push_back(after);
                }
            }
        }
        unreachable!("two tiles can be set in any window of two by three, and the last six cells have the right parity")
    }
}

/// Moves the blank, the first of `places`, if possible.
fn step(places: &mut [usize], next: &[[Option<usize>; 4]], by: Direction) -> bool {
    let from = places[0];
    let Some(to) = next[from][by as usize] else {
        return false;
    };
    for place in &mut places[1..] {
        if *place == to {
            *place = from;
        }
    }
    places[0] = to;
    true
}
