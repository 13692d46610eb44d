//! Boards three or four squares wide and of any length, decided and solved by the frontier method.
//!
//! A short board is solved by following all states row by row. A long one is shortened on either side of its start, solved, and lengthened
//! again: where a state repeats after [`PERIOD`] rows, these rows may be repeated any number of times.

use super::frontier_step::{Ends, FrontierState, FrontierStep, Rows};
use super::tour_edges::TourEdges;
use super::{Chessboard, NoTour, TourKind, TourProblem, TourSquare};
use crate::{Cost, KeepGoing, Verdict};

/// Rows that are repeated to lengthen a board; the cells of the frontier repeat after as many.
const PERIOD: usize = 4;
/// The fewest rows that stay on a side that is shortened.
const MIN_ROWS: usize = 16;

/// The state before a row, and the choice at each step of the row.
type StripRow = (FrontierState, [u8; 4]);

/// A tour of a board that is 3 or 4 columns wide and at least 3 rows high, or the proof that there is none.
pub(super) fn solve(problem: TourProblem, cost: &mut Cost, keep_going: KeepGoing) -> Verdict<Vec<u32>> {
    let board = problem.board();
    let (width, height) = (board.width() as usize, board.height() as usize);
    let start = problem.start();
    let (above, below) = (start.row as usize, height - 1 - start.row as usize);
    let (short_above, short_below) = (shortened(above), shortened(below));
    let rows = |above: usize, below: usize| {
        let ends = match problem.kind() {
            TourKind::Closed => Ends::Closed,
            TourKind::Open => Ends::From(above * width + start.column as usize),
        };
        Rows { width, rows: above + 1 + below, ends }
    };
    let (short, full) = (rows(short_above, short_below), rows(above, below));
    let (begin, end) = (short.first(), short.last());
    let mut chosen = match follow(&short, 0, begin, short.rows, end, cost, keep_going) {
        Some(Some(chosen)) => chosen,
        None => return Verdict::LimitReached,
        Some(None) => {
            let proven = if short.rows == height { Some(false) } else { completes(&full, begin, end, cost, keep_going) };
            // No long board is known that has a tour while its shortened board has none; the tests check every start.
            return if proven == Some(false) { Verdict::Impossible(NoTour::EveryRow.into()) } else { Verdict::LimitReached };
        }
    };
    // The rows below come first, so that the row numbers above do not change.
    for (range, missing) in [(short_above + 1..short.rows, below - short_below), (0..short_above, above - short_above)] {
        if missing > 0 && !lengthen(&short, &mut chosen, range, missing, cost, keep_going) {
            return Verdict::LimitReached;
        }
    }
    Verdict::Solved(walk(board, &full, start, &chosen))
}

fn shortened(rows: usize) -> usize {
    if rows < MIN_ROWS + PERIOD { rows } else { MIN_ROWS + (rows - MIN_ROWS) % PERIOD }
}

/// Inserts `missing` rows, a multiple of [`PERIOD`], at a row of `range` whose state can be repeated.
fn lengthen(
    board: &Rows,
    chosen: &mut Vec<StripRow>,
    range: std::ops::Range<usize>,
    missing: usize,
    cost: &mut Cost,
    keep_going: KeepGoing,
) -> bool {
    // States near an end of the board depend on that end.
    let margin = 3;
    for row in range.start + margin..range.end.saturating_sub(PERIOD + margin) {
        let state = chosen[row].0;
        match follow(board, row, state, PERIOD, state, cost, keep_going) {
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

/// A state, the index of its predecessor in the layer before, and the choice that leads here.
type Reached = (FrontierState, u32, u8);

/// Follows all states from `from` through `rows` rows: the rows that lead to `goal`, or none; `None` when the budget ends.
fn follow(
    board: &Rows,
    first: usize,
    from: FrontierState,
    rows: usize,
    goal: FrontierState,
    cost: &mut Cost,
    keep_going: KeepGoing,
) -> Option<Option<Vec<StripRow>>> {
    let width = board.width;
    let mut layers: Vec<Vec<Reached>> = vec![vec![(from, 0, 0)]];
    for step in first * width..(first + rows) * width {
        layers.push(layer_after(board, step, &layers[layers.len() - 1], cost));
        cost.bytes = cost.bytes.max(layers.iter().map(|layer| (layer.capacity() * size_of::<Reached>()) as u64).sum());
        if !keep_going(cost) {
            return None;
        }
    }
    let Some(mut at) = layers[rows * width].iter().position(|&(state, ..)| state == goal) else {
        return Some(None);
    };
    let mut chosen = vec![(from, [0; 4]); rows];
    for step in (0..rows * width).rev() {
        let (_, before, choice) = layers[step + 1][at];
        at = before as usize;
        let row = &mut chosen[step / width];
        row.0 = layers[step][at].0;
        row.1[step % width] = choice;
    }
    Some(Some(chosen))
}

/// Whether any state survives to the end of the board, without memory of the way.
fn completes(board: &Rows, begin: FrontierState, end: FrontierState, cost: &mut Cost, keep_going: KeepGoing) -> Option<bool> {
    let mut layer = vec![(begin, 0, 0)];
    for step in 0..board.width * board.rows {
        layer = layer_after(board, step, &layer, cost);
        if !keep_going(cost) {
            return None;
        }
    }
    Some(layer.iter().any(|&(state, ..)| state == end))
}

fn layer_after(board: &Rows, number: usize, layer: &[Reached], cost: &mut Cost) -> Vec<Reached> {
    let mut next = Vec::new();
    let step = FrontierStep::new(board, number);
    for (from, &(state, ..)) in layer.iter().enumerate() {
        step.successors(state, |choice, after| next.push((after, from as u32, choice)));
    }
    cost.expanded += layer.len() as u64;
    cost.generated += next.len() as u64;
    cost.depth = cost.depth.max(number as u32);
    next.sort_unstable();
    next.dedup_by_key(|&mut (state, ..)| state);
    cost.frontier = cost.frontier.max(next.len() as u64);
    next
}

fn walk(board: Chessboard, rows: &Rows, start: TourSquare, chosen: &[StripRow]) -> Vec<u32> {
    let at = |(row, column): (usize, usize)| TourSquare { row: row as u32, column: column as u32 };
    let mut edges = TourEdges::new(board);
    for step in 0..rows.width * rows.rows {
        let (square, choice) = (rows.square(step), chosen[step / rows.width].1[step % rows.width]);
        for (_, later) in rows.later(square).enumerate().filter(|(bit, _)| choice >> bit & 1 == 1) {
            edges.join(at(square), at(later));
        }
    }
    edges.walk(start)
}
