//! A tour of any board at least five squares wide and high, in time linear in its squares.
//!
//! The board is cut into tiles of five to eleven squares a side, each with a tour of its own. Two closed tours side by side
//! become one when an edge of each is taken away and their ends are joined across the border; an open tour and a closed one
//! become one open tour in the same way. Parberry (1997) joins four quadrants so; here every tile is joined to a neighbour.
//!
//! A board with an even number of squares has tiles with closed tours alone. On a board of odd sides the start lies in a
//! tile of odd sides with an open tour, and all other tiles have an even number of squares. Bands before the start's are
//! even, so that the start has the same colour in its tile as on the board.

use super::board::{Chessboard, Problem, Square, TourKind};
use super::depth_first::{Order, Tours};
use super::links::Links;
use crate::{Cost, Verdict};

/// Columns or rows, as (first, length).
type Band = (u32, u32);

/// The squares of a tour of a board with both sides at least 5, where one exists; nothing when out of budget.
pub(super) fn construct(problem: Problem, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) -> Option<Vec<u32>> {
    let board = problem.board();
    let start = problem.start();
    let even = board.squares().is_multiple_of(2);
    let bands = |length, at| {
        if even { bands(length) } else { bands_around(length, at) }
    };
    let columns = bands(board.width(), start.column);
    let rows = bands(board.height(), start.row);

    let mut links = Links::new(board);
    let mut known: Vec<((u32, u32), Vec<Square>)> = Vec::new();
    cost.bytes = cost.bytes.max(u64::from(board.squares()) * 5);
    for &(top, height) in &rows {
        for &(left, width) in &columns {
            cost.expanded += 1;
            if !go_on(cost) {
                return None;
            }
            let open = !(width * height).is_multiple_of(2);
            if open {
                let tour = tile(width, height, start.row - top, start.column - left, TourKind::Open, cost, go_on)?;
                lay(&mut links, &tour, top, left, TourKind::Open);
                continue;
            }
            let at = match known.iter().position(|(size, _)| *size == (width, height)) {
                Some(at) => at,
                None => {
                    known.push(((width, height), tile(width, height, 1, 1, TourKind::Closed, cost, go_on)?));
                    known.len() - 1
                }
            };
            lay(&mut links, &known[at].1, top, left, TourKind::Closed);
        }
    }
    join_tiles(board, &mut links, &rows, &columns);
    cost.depth = board.squares() - 1;
    Some(links.walk(start))
}

/// Bands of 6, 8 and 10, and one of 5, 7 or 9 if the length is odd.
fn bands(length: u32) -> Vec<Band> {
    match length {
        0..=9 => vec![(0, length)],
        _ if length.is_multiple_of(2) => even_bands(0, length),
        _ => {
            let mut bands = vec![(0, 5)];
            bands.extend(even_bands(5, length - 5));
            bands
        }
    }
}

/// Bands of 6 and at the end up to two of 8, or one of 10; the length is even and not 2 or 4.
fn even_bands(first: u32, length: u32) -> Vec<Band> {
    if length == 10 {
        return vec![(first, 10)];
    }
    let eights = length % 6 / 2;
    let sixes = (length - 8 * eights) / 6;
    let eight = |i| (first + 6 * sixes + 8 * i, 8);
    (0..sixes).map(|i| (first + 6 * i, 6)).chain((0..eights).map(eight)).collect()
}

/// One band of odd length with `at` in it, even bands before and after; the length is odd and at least 5.
fn bands_around(length: u32, at: u32) -> Vec<Band> {
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

/// The tour of one tile, by search. Closed tours are sought from (1,1), where every size is found within a few hundred steps.
/// Where the search from an open start loses its way, the tile's mirror images break ties otherwise.
fn tile(
    width: u32,
    height: u32,
    row: u32,
    column: u32,
    kind: TourKind,
    cost: &mut Cost,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Option<Vec<Square>> {
    let board = Chessboard::new(u64::from(width), u64::from(height)).expect("a tile is a small board");
    for patience in (1..=u64::MAX).map(|round| round * 4096) {
        for image in 0..8 {
            let turned = if image & 4 == 0 { board } else { board.transposed() };
            let start = mirrored(Square { row, column }, board, image);
            let problem = Problem::new(turned, u64::from(start.row), u64::from(start.column), kind)
                .expect("a mirror image of the start is on the mirror image of the tile");
            let mut tours = Tours::limited(problem, Order::FewestOnward, board.squares() - 1, *cost);
            let until = cost.expanded + patience;
            let mut stopped = false;
            let verdict = tours.next_tour(&mut |cost| {
                stopped = !go_on(cost);
                !stopped && cost.expanded < until
            });
            *cost = tours.cost();
            match verdict {
                Verdict::Solved(tour) => {
                    return Some(tour.squares().map(|square| unmirrored(square, board, image)).collect());
                }
                Verdict::GaveUp if stopped => return None,
                Verdict::GaveUp => {}
                Verdict::Impossible(_) => {
                    unreachable!("a {board} tile has a tour from {}", problem.start())
                }
            }
        }
    }
    None
}

/// One of the eight mirror images of a square: bit 0 turns rows round, bit 1 columns, bit 2 exchanges rows and columns last.
fn mirrored(square: Square, board: Chessboard, image: u32) -> Square {
    let row = if image & 1 == 0 { square.row } else { board.height() - 1 - square.row };
    let column = if image & 2 == 0 { square.column } else { board.width() - 1 - square.column };
    let turned = Square { row, column };
    if image & 4 == 0 { turned } else { turned.transposed() }
}

/// Where the square of a mirror image came from.
fn unmirrored(square: Square, board: Chessboard, image: u32) -> Square {
    let turned = if image & 4 == 0 { square } else { square.transposed() };
    mirrored(turned, board, image & 3)
}

fn lay(links: &mut Links, tour: &[Square], top: u32, left: u32, kind: TourKind) {
    let shift = |square: Square| Square { row: square.row + top, column: square.column + left };
    for pair in tour.windows(2) {
        links.join(shift(pair[0]), shift(pair[1]));
    }
    if kind == TourKind::Closed {
        links.join(shift(tour[tour.len() - 1]), shift(tour[0]));
    }
}

/// Joins the tours of neighbouring tiles until there is one.
fn join_tiles(board: Chessboard, links: &mut Links, rows: &[Band], columns: &[Band]) {
    let mut groups: Vec<usize> = (0..rows.len() * columns.len()).collect();
    for (i, &row) in rows.iter().enumerate() {
        for (j, &column) in columns.iter().enumerate() {
            let here = i * columns.len() + j;
            let right = columns.get(j + 1).map(|&next| (here + 1, (row, next)));
            let below = rows.get(i + 1).map(|&next| (here + columns.len(), (next, column)));
            for (there, tile) in [right, below].into_iter().flatten() {
                let (a, b) = (group(&mut groups, here), group(&mut groups, there));
                if a != b && exchange(board, links, (row, column), tile) {
                    groups[a] = b;
                }
            }
        }
    }
}

/// The group that a tile is in now, shortening the way to it.
fn group(groups: &mut [usize], mut at: usize) -> usize {
    while groups[at] != at {
        groups[at] = groups[groups[at]];
        at = groups[at];
    }
    at
}

/// Takes an edge from each of two tiles and joins the ends across, if there is such a pair of edges.
fn exchange(board: Chessboard, links: &mut Links, a: (Band, Band), b: (Band, Band)) -> bool {
    let inside = |((top, height), (left, width)): (Band, Band), square: Square| {
        (top..top + height).contains(&square.row) && (left..left + width).contains(&square.column)
    };
    let ((top, height), (left, width)) = a;
    // Only the two lines next to the border see across it.
    let (first_row, first_column) = if a.0 == b.0 { (top, left + width - 2) } else { (top + height - 2, left) };
    for row in first_row..top + height {
        for column in first_column..left + width {
            let from = Square { row, column };
            for to in (0..8).filter_map(|by| board.after(from, by)).filter(|&to| inside(b, to)) {
                for from_next in links.of(from).filter(|&next| inside(a, next)) {
                    let across = |next: &Square| inside(b, *next) && super::links::move_between(from_next, *next).is_some();
                    if let Some(to_next) = links.of(to).find(across) {
                        links.part(from, from_next);
                        links.part(to, to_next);
                        links.join(from, to);
                        links.join(from_next, to_next);
                        return true;
                    }
                }
            }
        }
    }
    false
}
