//! How many tours there are, without walking them.

use super::board::{Chessboard, Problem, Square, TourKind};
use super::error::Error;
use super::frontier::{Ends, MOST_WIDTH};
use super::half::Half;
use super::join::Middle;
use super::meter::Meter;
use super::share::Share;
use super::taking::Rows;
use crate::{Cost, Solved, Verdict};

/// Which tours are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Open or closed tours from one square, both directions of a closed tour counted.
    From(Problem),
    /// Open tours from anywhere, each counted in both directions.
    OpenDirected(Chessboard),
    /// Closed tours as figures: neither start nor direction matters.
    ClosedUndirected(Chessboard),
}

/// Counts tours by the frontier method, from both ends: a tour is an upper half, a lower half and some edges between the two
/// middle rows. Time and memory grow with the number of states of half a tour, not with the number of tours. The cost's depth
/// is the number of squares done, of which the board's are the whole; those of the middle rows are done by and by as the
/// halves are joined.
///
/// The 13,267,364,410,532 closed tours of 8×8 take twelve seconds of a processor and 364 MB, the 165,575,218,320 open ones of 7×7 eleven and
/// 196 MB. Open tours have about twenty times the states of closed ones: the 19,591,828,170,979,904 directed ones of 8×8 take some ten minutes
/// and 5.5 GB. Cutting the board in
/// two is how McKay first counted 8×8 ('Knight's tours of an 8×8 chessboard', 1997).
///
/// # Errors
/// [`Error::WideForCount`] when both sides are longer than 8, or the board too long for the count to be known to fit 64 bits
/// (64 squares).
pub fn count(what: Counted, go_on: &mut impl FnMut(&Cost) -> bool) -> Result<Solved<u64>, Error> {
    count_share(what, Share::WHOLE, go_on)
}

/// Does a share of the work: the number of those tours that come of it.
///
/// # Errors
/// As for [`count`].
pub fn count_share(what: Counted, share: Share, go_on: &mut impl FnMut(&Cost) -> bool) -> Result<Solved<u64>, Error> {
    let board = match what {
        Counted::From(problem) => problem.board(),
        Counted::OpenDirected(board) | Counted::ClosedUndirected(board) => board,
    };
    let tall = board.width() <= board.height();
    let upright = if tall { board } else { board.transposed() };
    if upright.width() as usize > MOST_WIDTH || board.squares() > MOST_SQUARES {
        return Err(Error::WideForCount { width: board.width(), height: board.height(), most: MOST_WIDTH as u32, squares: MOST_SQUARES });
    }
    if upright.width() < 3 {
        let closed = match what {
            Counted::From(problem) => problem.kind() == TourKind::Closed,
            Counted::OpenDirected(_) => false,
            Counted::ClosedUndirected(_) => true,
        };
        let tours = u64::from(board.squares() == 1 && !closed && share.has(0));
        return Ok(Solved { verdict: Verdict::Solved(tours), cost: Cost::default() });
    }
    let (kind, times) = match what {
        Counted::From(problem) if problem.kind() == TourKind::Open => {
            (Tours::From(if tall { problem.start() } else { problem.start().transposed() }), 1)
        }
        Counted::From(_) => (Tours::Closed, 2),
        Counted::OpenDirected(_) => (Tours::Open, 2),
        Counted::ClosedUndirected(_) => (Tours::Closed, 1),
    };
    let mut cost = Cost { generated: 1, ..Cost::default() };
    let verdict = match tours(upright, kind, share, &mut Meter::new(&mut cost, go_on)) {
        Some(tours) => Verdict::Solved(tours * times),
        None => Verdict::GaveUp,
    };
    Ok(Solved { verdict, cost })
}

/// Boards of more squares may have more tours than 64 bits hold; on 8×8 there are fewer than 2⁶⁴ (Chernov 2014: 1.96e16 open).
const MOST_SQUARES: u32 = 64;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tours {
    Closed,
    Open,
    From(Square),
}

/// Tours without direction on a board at least as high as wide.
fn tours(board: Chessboard, kind: Tours, share: Share, meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>) -> Option<u64> {
    let (width, rows) = (board.width() as usize, board.height() as usize);
    let lower_rows = (rows - 2) / 2;
    let upper_rows = rows - 2 - lower_rows;
    let half = |start: fn(Chessboard, Square) -> Square| {
        let ends = match kind {
            Tours::Closed => Ends::Closed,
            Tours::Open => Ends::Free,
            Tours::From(square) => Ends::From(board.index(start(board, square)) as usize),
        };
        Rows { width, rows, ends }
    };
    let upper = Half::new(&half(|_, start| start), upper_rows, meter)?;
    // The lower half is the upper one upside down, unless a start tells them apart.
    let alike = upper_rows == lower_rows && !matches!(kind, Tours::From(_));
    let upside_down = |board: Chessboard, start: Square| Square { row: board.height() - 1 - start.row, ..start };
    let lower = if alike { None } else { Some(Half::new(&half(upside_down), lower_rows, meter)?) };
    let start = match kind {
        Tours::From(start) => (board.index(start) as usize).checked_sub(upper_rows * width).filter(|&cell| cell < 2 * width),
        Tours::Closed | Tours::Open => None,
    };
    let middle = Middle::new(width, kind != Tours::Closed, start);
    middle.tours(&upper, lower.as_ref(), share, board.squares() as usize, meter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(solved: Result<Solved<u64>, Error>) -> u64 {
        match solved.expect("a small board").verdict {
            Verdict::Solved(number) => number,
            other => panic!("{other:?}"),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Whatever is counted, and into however many shares it is cut: together they are the count.
        #[test]
        fn shares_are_the_whole(width in 1..=5_u64, rows in 1..=6_u64, of in 1..=7_u32, kind in 0..4_u8) {
            let board = Chessboard::new(width, rows).expect("a board");
            let from = |kind| Problem::new(board, 0, 0, kind).ok().map(Counted::From);
            let what = match kind {
                0 => Some(Counted::OpenDirected(board)),
                1 => Some(Counted::ClosedUndirected(board)),
                2 => from(TourKind::Open),
                _ => from(TourKind::Closed),
            };
            if let Some(what) = what {
                let go_on = &mut |_: &Cost| true;
                let shares = (0..of).map(|share| number(count_share(what, Share { number: share, of }, &mut |_| true)));
                prop_assert_eq!(shares.sum::<u64>(), number(count(what, go_on)));
            }
        }
    }
}
