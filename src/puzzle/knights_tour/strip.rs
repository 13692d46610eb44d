//! Boards three or four squares wide, of any length, decided and solved by the frontier.
//!
//! On a narrow board the states of the [frontier](super::frontier) are few. A short board is solved by following all
//! states row by row. A long one is cut short on either side of its start, solved, and made long again: where a state
//! repeats after [`PERIOD`] rows, these rows may be repeated as often as need be.

use super::board::{Chessboard, Problem, Square, TourKind};
use super::existence::NoTour;
use super::frontier::{Ends, FORWARD, Frontier, Key};
use super::links::Links;
use crate::{Cost, Verdict};

/// Rows that are repeated to make a board long.
const PERIOD: usize = 4;
/// Rows kept on a side that is cut short, at least.
const KEPT: usize = 16;

/// The edges chosen in one row, a choice a square.
type Row = [u8; 4];

/// A tour of a board that is 3 or 4 columns wide and at least 3 rows high, or the proof that there is none.
pub(super) fn solve(problem: Problem, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) -> Verdict<Vec<u32>> {
    let board = problem.board();
    let (width, rows) = (board.width() as usize, board.height() as usize);
    let start = problem.start();
    let (above, below) = (start.row as usize, rows - 1 - start.row as usize);
    let ends = |above: usize| match problem.kind() {
        TourKind::Closed => Ends::Closed,
        TourKind::Open => Ends::From(above * width + start.column as usize),
    };
    let (short_above, short_below) = (shortened(above), shortened(below));
    let short = Frontier::new(width, short_above + 1 + short_below, ends(short_above));
    let full = Frontier::new(width, rows, ends(above));

    let mut chosen = match follow(&short, 0, short.initial(), short_above + 1 + short_below, short.finished(), cost, go_on) {
        Some(Some(chosen)) => chosen,
        None => return Verdict::GaveUp,
        Some(None) => {
            let is_short = short_above == above && short_below == below;
            let proven = if is_short { Some(false) } else { completes(&full, cost, go_on) };
            // A long board solved nowhere but at full length is not known to exist: the tests look at every start.
            return if proven == Some(false) { Verdict::Impossible(NoTour::EveryRow.into()) } else { Verdict::GaveUp };
        }
    };
    // Below first, so that row numbers above stay what they are.
    for (shrunk, missing) in [(short_above + 1..chosen.len(), below - short_below), (0..short_above, above - short_above)] {
        if missing > 0 && !lengthen(&short, &mut chosen, shrunk, missing, cost, go_on) {
            return Verdict::GaveUp;
        }
    }
    Verdict::Solved(walk(board, start, &chosen))
}

fn shortened(rows: usize) -> usize {
    if rows < KEPT + PERIOD { rows } else { KEPT + (rows - KEPT) % PERIOD }
}

/// Puts `missing` rows, a multiple of [`PERIOD`], into `chosen` at a row of `range` whose state can be repeated.
fn lengthen(
    frontier: &Frontier,
    chosen: &mut Vec<Row>,
    range: std::ops::Range<usize>,
    missing: usize,
    cost: &mut Cost,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> bool {
    let states = states(frontier, &chosen[..range.end]);
    // Rows near an end of the board know that it ends; the middle of the range does not.
    let margin = 3;
    let middle = range.start + margin..range.end.saturating_sub(PERIOD + margin);
    for row in middle {
        match follow(frontier, row, states[row], PERIOD, states[row], cost, go_on) {
            None => return false,
            Some(None) => {}
            Some(Some(cycle)) => {
                let tail = chosen.split_off(row);
                chosen.extend(cycle.iter().cycle().take(missing));
                chosen.extend(tail);
                return true;
            }
        }
    }
    false
}

/// The state before each row.
fn states(frontier: &Frontier, chosen: &[Row]) -> Vec<Key> {
    let width = frontier.width();
    let mut key = frontier.initial();
    let mut states = vec![key];
    for (row, choices) in chosen.iter().enumerate() {
        for (column, &wanted) in choices.iter().enumerate().take(width) {
            let mut next = None;
            frontier.step(row * width + column).successors(key, |choice, to| {
                if choice == wanted {
                    next = Some(to);
                }
            });
            key = next.expect("the choices were made by this frontier");
        }
        states.push(key);
    }
    states
}

/// A state, where it came from in the layer before, and the choice that led here.
type Reached = (Key, u32, u8);

/// Follows all states from `key` through `rows` rows; the choices that lead to `goal`, or none; nothing when out of budget.
fn follow(
    frontier: &Frontier,
    first: usize,
    key: Key,
    rows: usize,
    goal: Key,
    cost: &mut Cost,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Option<Option<Vec<Row>>> {
    let width = frontier.width();
    let mut layers: Vec<Vec<Reached>> = vec![vec![(key, 0, 0)]];
    for square in first * width..(first + rows) * width {
        let next = layer_after(frontier, square, &layers[layers.len() - 1], cost);
        layers.push(next);
        cost.bytes = cost.bytes.max(layers.iter().map(|layer| (layer.capacity() * size_of::<Reached>()) as u64).sum());
        if !go_on(cost) {
            return None;
        }
    }
    let Some(mut at) = layers[layers.len() - 1].iter().position(|&(key, ..)| key == goal) else {
        return Some(None);
    };
    let mut chosen = vec![[0; 4]; rows];
    for step in (0..rows * width).rev() {
        let (_, before, choice) = layers[step + 1][at];
        chosen[step / width][step % width] = choice;
        at = before as usize;
    }
    Some(Some(chosen))
}

/// Whether any state survives to the end of the board: the same without memory of the way, for any length.
fn completes(frontier: &Frontier, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) -> Option<bool> {
    let mut layer = vec![(frontier.initial(), 0, 0)];
    for square in 0..frontier.squares() {
        layer = layer_after(frontier, square, &layer, cost);
        if !go_on(cost) {
            return None;
        }
    }
    Some(layer.iter().any(|&(key, ..)| key == frontier.finished()))
}

fn layer_after(frontier: &Frontier, square: usize, layer: &[Reached], cost: &mut Cost) -> Vec<Reached> {
    let mut next = Vec::new();
    let step = frontier.step(square);
    for (from, &(key, ..)) in layer.iter().enumerate() {
        step.successors(key, |choice, to| next.push((to, from as u32, choice)));
    }
    cost.expanded += layer.len() as u64;
    cost.generated += next.len() as u64;
    cost.depth = cost.depth.max(square as u32);
    next.sort_unstable();
    next.dedup_by_key(|&mut (key, ..)| key);
    cost.frontier = cost.frontier.max(next.len() as u64);
    next
}

fn walk(board: Chessboard, start: Square, chosen: &[Row]) -> Vec<u32> {
    let mut links = Links::new(board);
    for (row, choices) in chosen.iter().enumerate() {
        for (column, choice) in choices.iter().enumerate().take(board.width() as usize) {
            let from = Square { row: row as u32, column: column as u32 };
            for (bit, (rows, columns)) in FORWARD.into_iter().enumerate() {
                if choice >> bit & 1 == 1 {
                    let column = from.column.wrapping_add_signed(columns);
                    links.join(from, Square { row: from.row + rows as u32, column });
                }
            }
        }
    }
    links.walk(start)
}
