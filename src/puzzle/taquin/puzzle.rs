//! Puzzles: a start and a goal of the same tiles.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::{TaquinError, TaquinGrid, TaquinShape};
use crate::named::named;
use crate::quotation::clip;

named! {
    pub enum Direction {
        Up = "U",
        Left = "L",
        Right = "R",
        Down = "D",
    }
}

message::display_as_param!(Direction);

impl Direction {
    pub fn opposite(self) -> Direction {
        Direction::ALL[3 - self as usize]
    }

    /// The neighbour of `cell` in this direction, if there is one.
    pub(super) fn from(self, cell: usize, shape: TaquinShape) -> Option<usize> {
        let (row, column) = shape.at(cell);
        match self {
            Direction::Up => (row > 0).then(|| cell - shape.width()),
            Direction::Left => (column > 0).then(|| cell - 1),
            Direction::Right => (column + 1 < shape.width()).then(|| cell + 1),
            Direction::Down => (row + 1 < shape.height()).then(|| cell + shape.width()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The names in order, row by row, the blank last.
    BlankLast,
    /// The names in order, row by row, the blank first.
    BlankFirst,
    /// The names in order along a spiral from the first cell inwards, clockwise, the blank at its end.
    Spiral,
    Grid(TaquinGrid),
}

impl Goal {
    /// Parses `blank-last`, `blank-first`, `spiral` or a grid, which in one row fills `shape` if that is given.
    ///
    /// # Errors
    /// A grid that [`TaquinGrid::parse`] refuses.
    pub fn parse(text: &str, shape: Option<TaquinShape>) -> Result<Goal, TaquinError> {
        Ok(match text.trim() {
            "blank-last" => Goal::BlankLast,
            "blank-first" => Goal::BlankFirst,
            "spiral" => Goal::Spiral,
            text => Goal::Grid(TaquinGrid::parse(text, shape).map_err(|error| match error {
                TaquinError::Count { found: 1, .. } => TaquinError::UnknownGoal { text: text.into() },
                error => error,
            })?),
        })
    }
}

impl FromStr for Goal {
    type Err = TaquinError;

    fn from_str(text: &str) -> Result<Goal, TaquinError> {
        Goal::parse(text, None)
    }
}

/// A start and a goal with the same tiles, and the blank among them.
///
/// The number of a tile, the blank included, is its cell in the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaquinPuzzle {
    shape: TaquinShape,
    start: Vec<u16>,
    blank: u16,
    names: Vec<String>,
}

/// Names of the blank, by precedence.
const BLANKS: [&str; 3] = ["_", ".", "0"];

/// The goal with the name of the start's blank, if it has another name for it that is not a tile of the start.
fn with_blank(goal: &TaquinGrid, start: &TaquinGrid, blank: &str) -> TaquinGrid {
    let has = |grid: &TaquinGrid, name: &str| grid.names().iter().any(|other| other == name);
    let other = BLANKS.into_iter().find(|name| has(goal, name) && !has(start, name));
    let Some(other) = other.filter(|_| !has(goal, blank)) else { return goal.clone() };
    let names = goal.names().iter().map(|name| if name == other { blank } else { name }.to_owned());
    TaquinGrid::new(goal.shape(), names.collect()).expect("a name is replaced by a name")
}

impl TaquinPuzzle {
    /// The blank is the tile `blank`, or by default `_`, `.` or `0`; then the goal may use another of these names.
    ///
    /// # Errors
    /// Different shapes, no blank, a name that is repeated or on one board alone, or under a named goal a missing number.
    pub fn new(start: &TaquinGrid, goal: &Goal, blank: Option<&str>) -> Result<TaquinPuzzle, TaquinError> {
        let has = |name: &str| start.names().iter().any(|other| other == name);
        let named = blank;
        let blank = match named {
            Some(name) if has(name) => name,
            Some(name) => return Err(TaquinError::UnknownBlank { found: clip(name) }),
            None if has("_") && has(".") => return Err(TaquinError::TwoBlanks),
            None => BLANKS.into_iter().find(|name| has(name)).ok_or(TaquinError::NoBlank)?,
        };
        distinct(start, "start", blank)?;
        let goal = match goal {
            Goal::Grid(goal) if named.is_none() => with_blank(goal, start, blank),
            Goal::Grid(goal) => goal.clone(),
            named => {
                no_number_missing(start, blank)?;
                in_order(start, named, blank)
            }
        };
        if start.shape() != goal.shape() {
            return Err(TaquinError::Shapes { start: start.shape().to_string(), goal: goal.shape().to_string() });
        }
        let goal_cells = distinct(&goal, "goal", blank)?;
        let number = |name: &String| {
            goal_cells.get(name.as_str()).map(|&cell| cell as u16).ok_or_else(|| TaquinError::Missing {
                missing: clip(goal.names().iter().find(|name| !has(name)).map_or("", |name| name)),
                instead: clip(name),
            })
        };
        let tiles = start.names().iter().map(number).collect::<Result<Vec<u16>, TaquinError>>()?;
        let blank = number(&blank.to_owned())?;
        Ok(TaquinPuzzle { shape: start.shape(), start: tiles, blank, names: goal.names().to_vec() })
    }

    pub(super) fn of_numbers(shape: TaquinShape, start: Vec<u16>, blank: u16) -> TaquinPuzzle {
        TaquinPuzzle { shape, start, blank, names: (0..shape.cells()).map(|cell| cell.to_string()).collect() }
    }

    pub fn shape(&self) -> TaquinShape {
        self.shape
    }

    pub fn start(&self) -> TaquinGrid {
        self.grid(&self.start)
    }

    pub fn goal(&self) -> TaquinGrid {
        TaquinGrid::new(self.shape, self.names.clone()).expect("there is a name for each cell")
    }

    /// The name of the tile that belongs in a cell of the goal.
    pub fn name(&self, tile: usize) -> &str {
        &self.names[tile]
    }

    pub fn blank(&self) -> &str {
        &self.names[usize::from(self.blank)]
    }

    /// The boards after 0, 1, 2, … moves, up to a move off the board.
    pub fn boards<'p>(&'p self, moves: &'p [Direction]) -> impl Iterator<Item = TaquinGrid> + 'p {
        let mut cells = self.start.clone();
        let slide = move |&by: &Direction| {
            let blank = cells.iter().position(|&tile| tile == self.blank)?;
            let to = by.from(blank, self.shape)?;
            cells.swap(blank, to);
            Some(self.grid(&cells))
        };
        std::iter::once(self.start()).chain(moves.iter().map_while(slide))
    }

    /// The puzzle after one move, unless that leaves the board.
    pub fn moved(&self, by: Direction) -> Option<TaquinPuzzle> {
        let blank = self.start_blank();
        let to = by.from(blank, self.shape)?;
        let mut after = self.clone();
        after.start.swap(blank, to);
        Some(after)
    }

    /// The names of the tiles that the moves slide, one a move.
    pub fn tiles_moved(&self, moves: &[Direction]) -> Vec<&str> {
        let (mut cells, mut blank) = (self.start.clone(), self.start_blank());
        let slide = |by: &Direction| {
            let from = by.from(blank, self.shape)?;
            let tile = self.name(cells[from].into());
            cells.swap(blank, from);
            blank = from;
            Some(tile)
        };
        moves.iter().map_while(slide).collect()
    }

    pub(super) fn tiles(&self) -> &[u16] {
        &self.start
    }

    pub(super) fn blank_number(&self) -> u16 {
        self.blank
    }

    pub(super) fn start_blank(&self) -> usize {
        self.start.iter().position(|&tile| tile == self.blank).expect("the blank is on the board")
    }

    fn grid(&self, cells: &[u16]) -> TaquinGrid {
        let names = cells.iter().map(|&tile| self.names[usize::from(tile)].clone()).collect();
        TaquinGrid::new(self.shape, names).expect("there is a tile for each cell")
    }
}

/// The cell of each name, if none is repeated.
fn distinct<'g>(grid: &'g TaquinGrid, board: &'static str, blank: &str) -> Result<BTreeMap<&'g str, usize>, TaquinError> {
    let mut cells = BTreeMap::new();
    let place = |cell| {
        let (row, column) = grid.shape().at(cell);
        (row + 1, column + 1)
    };
    for (cell, name) in grid.names().iter().enumerate() {
        if let Some(first) = cells.insert(name.as_str(), cell) {
            let ((row, column), (other_row, other_column)) = (place(first), place(cell));
            return Err(TaquinError::Repeated { board, is_blank: name == blank, tile: clip(name), row, column, other_row, other_column });
        }
    }
    Ok(cells)
}

/// Tiles that are all numbers must be consecutive from 0 or 1, except for the blank.
fn no_number_missing(start: &TaquinGrid, blank: &str) -> Result<(), TaquinError> {
    let tiles = start.names().iter().filter(|name| *name != blank);
    let Ok(mut numbers) = tiles.map(|name| name.parse::<u64>()).collect::<Result<Vec<u64>, _>>() else { return Ok(()) };
    numbers.sort_unstable();
    let first = numbers.first().map_or(0, |&least| least.min(1));
    let gap = (first..).filter(|number| Ok(*number) != blank.parse()).zip(numbers).find(|(expected, number)| expected != number);
    match gap {
        Some((missing, instead)) => Err(TaquinError::Missing { missing: missing.to_string(), instead: clip(&instead.to_string()) }),
        None => Ok(()),
    }
}

/// The named goal with the tiles of `start`: numbers by value before words by spelling.
fn in_order(start: &TaquinGrid, goal: &Goal, blank: &str) -> TaquinGrid {
    let shape = start.shape();
    let mut names: Vec<&String> = start.names().iter().filter(|name| *name != blank).collect();
    names.sort_by_key(|name| (name.parse::<u64>().map_or(u64::MAX, |number| number), name.as_str()));
    let at = if *goal == Goal::BlankFirst { 0 } else { names.len() };
    let blank = blank.to_owned();
    names.insert(at, &blank);
    let mut placed = vec![String::new(); shape.cells()];
    let cells = if *goal == Goal::Spiral { spiral(shape) } else { (0..shape.cells()).collect() };
    for (cell, name) in cells.into_iter().zip(names) {
        placed[cell] = name.clone();
    }
    TaquinGrid::new(shape, placed).expect("each cell was given a name")
}

/// The cells from the first one clockwise inwards.
fn spiral(shape: TaquinShape) -> Vec<usize> {
    let mut cells = vec![0];
    let mut taken = vec![false; shape.cells()];
    taken[0] = true;
    let turns = [Direction::Right, Direction::Down, Direction::Left, Direction::Up];
    let (mut cell, mut turn) = (0, 0);
    while cells.len() < shape.cells() {
        match turns[turn % 4].from(cell, shape).filter(|&next| !taken[next]) {
            Some(next) => {
                cell = next;
                taken[cell] = true;
                cells.push(cell);
            }
            None => turn += 1,
        }
    }
    cells
}
