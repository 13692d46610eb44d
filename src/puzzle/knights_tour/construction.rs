//! Divide and conquer in linear time, for any board at least five squares wide and high.
//!
//! The board is divided into tiles of five to eleven squares a side, each with a tour. Two tours of adjacent tiles, at most one of them open, merge
//! when an edge of each is replaced by two edges across the border. Parberry (1997) merges four quadrants; here every tile is merged with a neighbour.
//!
//! A board with an even number of squares has only closed tiles. On a board of odd sides the start lies in an open tile of odd sides, and all other
//! tiles have an even number of squares. The bands before that tile are even, so that the start has the same colour in its tile as on the board.

use super::tour_edges::{TourEdges, move_between};
use super::{Chessboard, MoveOrder, TourKind, TourProblem, TourSquare, Tours};
use crate::{Cost, KeepGoing, Verdict};

/// Adjacent columns or rows, as (first, length).
type Band = (u32, u32);

/// The squares of a tour of a board with both sides at least 5, where one exists; `None` when the budget ends.
pub(super) fn construct(problem: TourProblem, cost: &mut Cost, keep_going: KeepGoing) -> Option<Vec<u32>> {
    let board = problem.board();
    let start = problem.start();
    // On a board with an even number of squares the odd band comes first, for every start.
    let odd_at = |at| if board.squares().is_multiple_of(2) { 0 } else { at };
    let columns = bands(board.width(), odd_at(start.column));
    let rows = bands(board.height(), odd_at(start.row));

    let mut edges = TourEdges::new(board);
    let mut known: Vec<((u32, u32), Vec<TourSquare>)> = Vec::new();
    cost.bytes = cost.bytes.max(u64::from(board.squares()) * 5);
    for &(top, height) in &rows {
        for &(left, width) in &columns {
            cost.expanded += 1;
            if !keep_going(cost) {
                return None;
            }
            let open = !(width * height).is_multiple_of(2);
            if open {
                let tour = tile(width, height, start.row - top, start.column - left, TourKind::Open, cost, keep_going)?;
                lay(&mut edges, &tour, top, left, TourKind::Open);
                continue;
            }
            let at = match known.iter().position(|(size, _)| *size == (width, height)) {
                Some(at) => at,
                None => {
                    known.push(((width, height), tile(width, height, 1, 1, TourKind::Closed, cost, keep_going)?));
                    known.len() - 1
                }
            };
            lay(&mut edges, &known[at].1, top, left, TourKind::Closed);
        }
    }
    join_tiles(board, &mut edges, &rows, &columns);
    cost.depth = board.squares() - 1;
    Some(edges.walk(start))
}

/// Bands of 6 followed by up to two of 8, or one of 10; the length is even and not 2 or 4.
fn even_bands(first: u32, length: u32) -> Vec<Band> {
    if length == 10 {
        return vec![(first, 10)];
    }
    let eights = length % 6 / 2;
    let sixes = (length - 8 * eights) / 6;
    let eight = |i| (first + 6 * sixes + 8 * i, 8);
    (0..sixes).map(|i| (first + 6 * i, 6)).chain((0..eights).map(eight)).collect()
}

/// Bands of 6, 8 and 10, and if the length is odd, one of 5, 7, 9 or 11 that contains `at`. The length is at least 5.
fn bands(length: u32, at: u32) -> Vec<Band> {
    if length.is_multiple_of(2) {
        return even_bands(0, length);
    }
    let fits = |rest: u32| rest.is_multiple_of(2) && rest != 2 && rest != 4;
    for odd in [5, 7, 9, 11] {
        for first in (0..=at).rev().take(odd as usize) {
            if fits(first) && first + odd <= length && fits(length - first - odd) {
                let mut bands = even_bands(0, first);
                bands.push((first, odd));
                bands.extend(even_bands(first + odd, length - first - odd));
                return bands;
            }
        }
    }
    unreachable!("an odd length of at least 5 has such bands around each of its squares")
}

/// The tour of one tile, by depth-first search. The mirror images of the tile break ties differently, so that one of them ends soon.
fn tile(width: u32, height: u32, row: u32, column: u32, kind: TourKind, cost: &mut Cost, keep_going: KeepGoing) -> Option<Vec<TourSquare>> {
    let board = Chessboard::new(u64::from(width), u64::from(height)).expect("a tile is a small board");
    for expansions in (1..=u64::MAX).map(|round| round * 4096) {
        for image in 0..8 {
            let turned = if image & 4 == 0 { board } else { board.transposed() };
            let start = mirrored(TourSquare { row, column }, board, image);
            let problem = TourProblem::new(turned, u64::from(start.row), u64::from(start.column), kind)
                .expect("a mirror image of the start is on the mirror image of the tile");
            let mut tours = Tours::limited(problem, MoveOrder::FewestOnward, board.squares() - 1, *cost);
            let until = cost.expanded + expansions;
            let mut stopped = false;
            let verdict = tours.next_tour(&mut |cost| {
                stopped = !keep_going(cost);
                !stopped && cost.expanded < until
            });
            *cost = tours.cost();
            match verdict {
                Verdict::Solved(tour) => {
                    return Some(tour.squares().map(|square| unmirrored(square, board, image)).collect());
                }
                Verdict::LimitReached if stopped => return None,
                Verdict::LimitReached => {}
                Verdict::Impossible(_) => {
                    unreachable!("a {board} tile has a tour from {}", problem.start())
                }
            }
        }
    }
    None
}

/// One of the eight mirror images of a square: bit 0 reverses rows, bit 1 columns, bit 2 exchanges rows and columns last.
fn mirrored(square: TourSquare, board: Chessboard, image: u32) -> TourSquare {
    let row = if image & 1 == 0 { square.row } else { board.height() - 1 - square.row };
    let column = if image & 2 == 0 { square.column } else { board.width() - 1 - square.column };
    let turned = TourSquare { row, column };
    if image & 4 == 0 { turned } else { turned.transposed() }
}

fn unmirrored(square: TourSquare, board: Chessboard, image: u32) -> TourSquare {
    let turned = if image & 4 == 0 { square } else { square.transposed() };
    mirrored(turned, board, image & 3)
}

fn lay(edges: &mut TourEdges, tour: &[TourSquare], top: u32, left: u32, kind: TourKind) {
    let shift = |square: TourSquare| TourSquare { row: square.row + top, column: square.column + left };
    for pair in tour.windows(2) {
        edges.join(shift(pair[0]), shift(pair[1]));
    }
    if kind == TourKind::Closed {
        edges.join(shift(tour[tour.len() - 1]), shift(tour[0]));
    }
}

/// Merges the tours of adjacent tiles until there is one, with a union-find structure.
fn join_tiles(board: Chessboard, edges: &mut TourEdges, rows: &[Band], columns: &[Band]) {
    let mut groups: Vec<usize> = (0..rows.len() * columns.len()).collect();
    for (i, &row) in rows.iter().enumerate() {
        for (j, &column) in columns.iter().enumerate() {
            let here = i * columns.len() + j;
            let right = columns.get(j + 1).map(|&next| (here + 1, (row, next)));
            let below = rows.get(i + 1).map(|&next| (here + columns.len(), (next, column)));
            for (there, tile) in [right, below].into_iter().flatten() {
                let (a, b) = (group(&mut groups, here), group(&mut groups, there));
                if a != b && exchange(board, edges, (row, column), tile) {
                    groups[a] = b;
                }
            }
        }
    }
}

/// The root of a tile's group, with path halving.
fn group(groups: &mut [usize], mut at: usize) -> usize {
    while groups[at] != at {
        groups[at] = groups[groups[at]];
        at = groups[at];
    }
    at
}

/// Replaces an edge of each of two tiles by two edges across their border, if there is such a pair.
fn exchange(board: Chessboard, edges: &mut TourEdges, a: (Band, Band), b: (Band, Band)) -> bool {
    let inside = |((top, height), (left, width)): (Band, Band), square: TourSquare| {
        (top..top + height).contains(&square.row) && (left..left + width).contains(&square.column)
    };
    let ((top, height), (left, width)) = a;
    // Only the two lines next to the border have moves across it.
    let (first_row, first_column) = if a.0 == b.0 { (top, left + width - 2) } else { (top + height - 2, left) };
    for row in first_row..top + height {
        for column in first_column..left + width {
            let from = TourSquare { row, column };
            for to in (0..8).filter_map(|by| board.after(from, by)).filter(|&to| inside(b, to)) {
                for from_next in edges.of(from).filter(|&next| inside(a, next)) {
                    let across = |next: &TourSquare| inside(b, *next) && move_between(from_next, *next).is_some();
                    if let Some(to_next) = edges.of(to).find(across) {
                        edges.part(from, from_next);
                        edges.part(to, to_next);
                        edges.join(from, to);
                        edges.join(from_next, to_next);
                        return true;
                    }
                }
            }
        }
    }
    false
}
