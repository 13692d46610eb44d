//! Solves a puzzle by any method.

use super::best_first::{self, BoardPriority};
use super::ida_star::{Manhattan, search};
use super::lookup::{Lookup, is_symmetric};
use super::mirror::Mirror;
use super::{
    Direction, PatternDatabases, TaquinError, TaquinMethod, TaquinPuzzle, TaquinShape, USUAL_PLACEMENTS, check, layers, manhattan, parity,
};
use crate::{Cost, KeepGoing, NoObserver, Observer, ResumableSearch, Snapshot, Solved, TraceEvent, Verdict};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaquinSolution {
    pub moves: Vec<Direction>,
    pub lower_bound: u32,
    pub optimal: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub verdict: Verdict<TaquinSolution>,
    pub cost: Cost,
    /// No solution has fewer moves than this, even when the budget ended first.
    pub lower_bound: u32,
}

/// Solves a puzzle by a method, or proves it unsolvable by parity. [`TaquinMethod::Patterns`] builds its tables first; [`solve_with`] takes existing ones.
///
/// # Errors
/// [`TaquinError::LargeForMethod`] when the board is too large for the method.
pub fn solve(puzzle: &TaquinPuzzle, method: TaquinMethod, keep_going: KeepGoing) -> Result<Attempt, TaquinError> {
    if method != TaquinMethod::Patterns || !needs_tables(puzzle) {
        return watch(puzzle, method, None, &mut NoObserver, keep_going);
    }
    let Solved { verdict, cost } = tables(puzzle, USUAL_PLACEMENTS, keep_going)?;
    match verdict.answer() {
        Some(tables) => {
            solve_by(puzzle, method, Some(&tables), &mut ResumableSearch::single(&mut |_| {}), &mut NoObserver, cost, keep_going)
        }
        None => Ok(Attempt { verdict: Verdict::LimitReached, cost, lower_bound: manhattan(puzzle) }),
    }
}

/// Solves a puzzle by [`TaquinMethod::Patterns`] with existing tables.
///
/// # Errors
/// [`TaquinError::OtherTables`] when they are for another shape or goal of the blank, [`TaquinError::LargeForMethod`] as for [`solve`].
pub fn solve_with(puzzle: &TaquinPuzzle, tables: &PatternDatabases, keep_going: KeepGoing) -> Result<Attempt, TaquinError> {
    watch(puzzle, TaquinMethod::Patterns, Some(tables), &mut NoObserver, keep_going)
}

/// Solves by one thread with an observer: each cell has the number of its tile, which is its goal cell. [`TaquinMethod::Patterns`] needs tables if
/// [`needs_tables`].
///
/// # Errors
/// As [`solve`] and [`solve_with`].
pub fn watch(
    puzzle: &TaquinPuzzle,
    method: TaquinMethod,
    tables: Option<&PatternDatabases>,
    observer: &mut impl Observer,
    keep_going: KeepGoing,
) -> Result<Attempt, TaquinError> {
    solve_by(puzzle, method, tables, &mut ResumableSearch::single(&mut |_| {}), observer, Cost::default(), keep_going)
}

/// [`solve_with`] by several threads, from the checkpoint of an earlier search. Any number of threads find the same answer; after a checkpoint it may
/// be another of the shortest.
///
/// # Errors
/// As [`solve_with`].
pub fn pursue(
    puzzle: &TaquinPuzzle,
    tables: &PatternDatabases,
    resumable: &mut ResumableSearch,
    keep_going: KeepGoing,
) -> Result<Attempt, TaquinError> {
    solve_by(puzzle, TaquinMethod::Patterns, Some(tables), resumable, &mut NoObserver, Cost::default(), keep_going)
}

/// Builds the pattern tables for all puzzles with the same [`tables_key`]. A pattern has at most `placements` placements, usually
/// [`USUAL_PLACEMENTS`]; its table has a bit for each of them and each region of the blank, and needs four times as much while it is built.
///
/// # Errors
/// [`TaquinError::LargeForMethod`] for a board of more than 64 cells.
pub fn tables(puzzle: &TaquinPuzzle, placements: u64, keep_going: KeepGoing) -> Result<Solved<PatternDatabases>, TaquinError> {
    TaquinMethod::Patterns.must_take(puzzle.shape())?;
    let (shape, blank) = tables_key(puzzle);
    Ok(PatternDatabases::build(shape, blank as u8, placements, keep_going))
}

fn must_fit(puzzle: &TaquinPuzzle, tables: &PatternDatabases) -> Result<(), TaquinError> {
    let (shape, blank) = tables.key();
    let (row, column) = shape.at(blank);
    if tables_key(puzzle) == (shape, blank) {
        return Ok(());
    }
    Err(TaquinError::OtherTables { shape: shape.to_string(), row: row + 1, column: column + 1 })
}

fn is_line(shape: TaquinShape) -> bool {
    shape.width() == 1 || shape.height() == 1
}

/// Whether [`TaquinMethod::Patterns`] needs tables: not for an unsolvable puzzle or a single line.
pub fn needs_tables(puzzle: &TaquinPuzzle) -> bool {
    parity::refusal(puzzle).is_none() && !is_line(puzzle.shape())
}

/// The key of the tables of a puzzle: the shape and the goal of the blank, up to symmetry.
pub fn tables_key(puzzle: &TaquinPuzzle) -> (TaquinShape, usize) {
    let mirror = mirror(puzzle);
    (mirror.shape(), mirror.cell(puzzle.blank_number().into()))
}

fn mirror(puzzle: &TaquinPuzzle) -> Mirror {
    Mirror::towards_corner(puzzle.shape(), puzzle.blank_number().into())
}

fn solve_by(
    puzzle: &TaquinPuzzle,
    method: TaquinMethod,
    tables: Option<&PatternDatabases>,
    resumable: &mut ResumableSearch,
    observer: &mut impl Observer,
    mut cost: Cost,
    keep_going: KeepGoing,
) -> Result<Attempt, TaquinError> {
    method.must_take(puzzle.shape())?;
    tables.map_or(Ok(()), |tables| must_fit(puzzle, tables))?;
    let mut proven = manhattan(puzzle);
    if let Some(why) = parity::refusal(puzzle) {
        return Ok(Attempt { verdict: Verdict::Impossible(why.into()), cost, lower_bound: proven });
    }
    // When the budget ends, iterative deepening still proves a lower bound.
    let mut deepened = |found: Result<Vec<Direction>, u32>| match found {
        Ok(moves) => Verdict::Solved(moves),
        Err(bound) => {
            proven = proven.max(bound);
            Verdict::LimitReached
        }
    };
    let mut best_first = |queue, cost: &mut Cost| best_first::search(puzzle, queue, observer, cost, keep_going);
    let verdict = match (method, tables) {
        (TaquinMethod::AStarMisplaced, _) => best_first(BoardPriority::AStarMisplaced, &mut cost),
        (TaquinMethod::AStarManhattan, _) => best_first(BoardPriority::AStarManhattan, &mut cost),
        (TaquinMethod::Greedy, _) => best_first(BoardPriority::Greedy, &mut cost),
        (TaquinMethod::BreadthFirst, _) => best_first(BoardPriority::BreadthFirst, &mut cost),
        (TaquinMethod::Patterns, Some(tables)) if !is_line(puzzle.shape()) => {
            cost.bytes = cost.bytes.max(tables.bytes() as u64);
            let mirror = mirror(puzzle);
            let image = image(puzzle, mirror);
            let seen = &mut Unmirrored { mirror, observer };
            // A board of 64 cells has at most 63 patterns.
            let found = match (tables.patterns().len(), tables.ways(), is_symmetric(tables)) {
                (8, 2, true) => search(&image, &Lookup::<8, 2, 2>::new(tables), resumable, seen, &mut cost, keep_going),
                (0..=4, _, true) => search(&image, &Lookup::<4, 1, 2>::new(tables), resumable, seen, &mut cost, keep_going),
                (0..=4, _, false) => search(&image, &Lookup::<4, 1, 1>::new(tables), resumable, seen, &mut cost, keep_going),
                (_, _, true) => search(&image, &Lookup::<63, 1, 2>::new(tables), resumable, seen, &mut cost, keep_going),
                (_, _, false) => search(&image, &Lookup::<63, 1, 1>::new(tables), resumable, seen, &mut cost, keep_going),
            };
            deepened(found.map(|moves| moves.into_iter().map(|by| mirror.unmirrored(by)).collect()))
        }
        (TaquinMethod::IdaStar | TaquinMethod::Patterns, _) => {
            let heuristic = Manhattan::new(puzzle.shape(), puzzle.blank_number().into());
            deepened(search(puzzle, &heuristic, resumable, observer, &mut cost, keep_going))
        }
        (TaquinMethod::Weighted, _) => match best_first::weighted(puzzle, &mut cost, keep_going) {
            Some((moves, needed)) => {
                proven = proven.max(needed);
                Verdict::Solved(moves)
            }
            None => Verdict::LimitReached,
        },
        (TaquinMethod::Layers, _) => layers::solve(puzzle, &mut cost, keep_going).map_or(Verdict::LimitReached, Verdict::Solved),
    };
    let verdict = verdict.map(|moves| {
        if let Err(flaw) = check(puzzle, &moves) {
            unreachable!("{method} answered {puzzle:?} with moves that do not solve it: {flaw}");
        }
        let optimal = method.is_optimal() || moves.len() as u32 == proven;
        if optimal {
            proven = moves.len() as u32;
        }
        TaquinSolution { moves, lower_bound: proven, optimal }
    });
    Ok(Attempt { verdict, cost, lower_bound: proven })
}

/// Maps the snapshots of a mirrored search back to the puzzle.
struct Unmirrored<'o, O> {
    mirror: Mirror,
    observer: &'o mut O,
}

impl<O: Observer> Observer for Unmirrored<'_, O> {
    const OBSERVES: bool = O::OBSERVES;

    fn record(&mut self, event: TraceEvent, snapshot: impl FnOnce() -> Snapshot) {
        let mirror = self.mirror;
        self.observer.record(event, || {
            let seen = snapshot();
            let count = seen.cells.len();
            let mut back = vec![0; count];
            (0..count).for_each(|cell| back[mirror.cell(cell)] = cell as u32);
            let direction = |text: &String| Direction::ALL.into_iter().find(|seen| seen.to_string() == *text);
            let turned = |text: &String| direction(text).map_or_else(|| text.clone(), |seen| mirror.unmirrored(seen).to_string());
            Snapshot {
                moves: seen.moves.iter().map(turned).collect(),
                cells: (0..count).map(|cell| back[seen.cells[mirror.cell(cell)] as usize]).collect(),
                cell: seen.cell.map(|cell| back[cell] as usize),
                ..seen
            }
        });
    }
}

fn image(puzzle: &TaquinPuzzle, mirror: Mirror) -> TaquinPuzzle {
    let image = |cell: usize| mirror.cell(cell) as u16;
    let mut start = vec![0; mirror.shape().cells()];
    for (cell, &tile) in puzzle.tiles().iter().enumerate() {
        start[mirror.cell(cell)] = image(tile.into());
    }
    TaquinPuzzle::of_numbers(mirror.shape(), start, image(puzzle.blank_number().into()))
}
