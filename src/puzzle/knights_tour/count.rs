//! Counts tours without enumerating them.

use super::frontier_step::{Ends, Rows};
use super::half::Half;
use super::join::Middle;
use super::{Chessboard, TourError, TourKind, TourProblem, TourSquare};
use crate::{Cost, KeepGoing, Solved, Verdict};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountResult {
    /// Open or closed tours from one square, both directions of a closed tour counted.
    From(TourProblem),
    /// Open tours from anywhere, each counted in both directions.
    OpenDirected(Chessboard),
    /// Closed tours, counted once for all starts and directions.
    ClosedUndirected(Chessboard),
}

/// A share of the work of a count: of the pairs of groups that fit, every `of`-th from `number` on. The sum of all shares is the count. Each
/// share computes both halves, which takes a fifth as long as joining them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountShare {
    /// From 0.
    pub number: u32,
    pub of: u32,
}

impl CountShare {
    pub const WHOLE: CountShare = CountShare { number: 0, of: 1 };

    /// Whether the pair with this number belongs to the share.
    pub(super) fn has(self, pair: u64) -> bool {
        pair % u64::from(self.of) == u64::from(self.number)
    }
}

/// The widest board whose frontier fits a [`PathMatching`](super::matching::PathMatching).
const MAX_WIDTH: usize = 8;

/// Boards of more squares may have more tours than 64 bits hold; on 8×8 there are fewer than 2⁶⁴ (Chernov 2014: 1.96e16 open).
const MAX_SQUARES: u32 = 64;

/// Counts tours by the frontier method (Sekine, Imai and Tani 1995; Knuth's SIMPATH) from both ends: a tour is an upper half, a lower half and
/// some edges between the two middle rows (McKay, 'Knight's tours of an 8×8 chessboard', 1997). Time and memory grow with the number of states
/// of half a tour, not with the number of tours. The cost's depth is the number of squares done.
///
/// The 13,267,364,410,532 closed tours of 8×8 take twelve seconds of a processor and 364 MB, the 165,575,218,320 open ones of 7×7 eleven and
/// 196 MB, the 19,591,828,170,979,904 open ones of 8×8 some ten minutes and 5.5 GB.
///
/// # Errors
/// [`TourError::WideForCount`] when both sides are longer than 8, or the board has more than 64 squares.
pub fn count(what: CountResult, keep_going: KeepGoing) -> Result<Solved<u64>, TourError> {
    count_share(what, CountShare::WHOLE, keep_going)
}

/// Counts the tours of a share of the work.
///
/// # Errors
/// As for [`count`].
pub fn count_share(what: CountResult, share: CountShare, keep_going: KeepGoing) -> Result<Solved<u64>, TourError> {
    let (board, start, kind, times) = match what {
        CountResult::From(problem) if problem.kind() == TourKind::Open => (problem.board(), Some(problem.start()), TourKind::Open, 1),
        CountResult::From(problem) => (problem.board(), None, TourKind::Closed, 2),
        CountResult::OpenDirected(board) => (board, None, TourKind::Open, 2),
        CountResult::ClosedUndirected(board) => (board, None, TourKind::Closed, 1),
    };
    let is_tall = board.width() <= board.height();
    let upright = if is_tall { board } else { board.transposed() };
    if upright.width() as usize > MAX_WIDTH || board.squares() > MAX_SQUARES {
        return Err(TourError::WideForCount { width: board.width(), height: board.height(), most: MAX_WIDTH as u32, squares: MAX_SQUARES });
    }
    if upright.width() < 3 {
        let tours = u64::from(board.squares() == 1 && kind == TourKind::Open && share.has(0));
        return Ok(Solved { verdict: Verdict::Solved(tours), cost: Cost::default() });
    }
    let start = start.map(|start| if is_tall { start } else { start.transposed() });
    let mut cost = Cost { generated: 1, ..Cost::default() };
    let found = tours(upright, kind, start, share, &mut Meter { cost: &mut cost, keep_going, since_poll: 0 });
    Ok(Solved { verdict: found.map_or(Verdict::LimitReached, |tours| Verdict::Solved(tours * times)), cost })
}

/// Undirected tours of a board at least as high as wide.
fn tours(board: Chessboard, kind: TourKind, start: Option<TourSquare>, share: CountShare, meter: &mut Meter) -> Option<u64> {
    let (width, rows) = (board.width() as usize, board.height() as usize);
    let lower_rows = (rows - 2) / 2;
    let upper_rows = rows - 2 - lower_rows;
    let half = |start: Option<TourSquare>| {
        let ends = match (kind, start) {
            (TourKind::Closed, _) => Ends::Closed,
            (TourKind::Open, None) => Ends::Free,
            (TourKind::Open, Some(start)) => Ends::From(board.index(start) as usize),
        };
        Rows { width, rows, ends }
    };
    let upper = Half::new(&half(start), upper_rows, meter)?;
    // Without a start the lower half is the upper one upside down.
    let are_alike = upper_rows == lower_rows && start.is_none();
    let upside_down = start.map(|start| TourSquare { row: board.height() - 1 - start.row, ..start });
    let lower = if are_alike { None } else { Some(Half::new(&half(upside_down), lower_rows, meter)?) };
    let middle_start =
        start.and_then(|start| (board.index(start) as usize).checked_sub(upper_rows * width)).filter(|&cell| cell < 2 * width);
    let middle = Middle::new(width, kind == TourKind::Open, middle_start);
    middle.tours(&upper, lower.as_ref(), share, board.squares() as usize, meter)
}

const POLL: u64 = 4096;

/// The running cost of a count, and when its budget is polled.
pub(super) struct Meter<'c> {
    pub(super) cost: &'c mut Cost,
    keep_going: KeepGoing<'c>,
    since_poll: u64,
}

impl Meter<'_> {
    /// Charges states; `None` if the budget ended.
    #[inline]
    pub(super) fn charge(&mut self, expanded: u64, generated: u64) -> Option<()> {
        self.cost.expanded += expanded;
        self.cost.generated += generated;
        self.since_poll += expanded + generated;
        if self.since_poll < POLL { Some(()) } else { self.poll() }
    }

    pub(super) fn poll(&mut self) -> Option<()> {
        self.since_poll = 0;
        (self.keep_going)(self.cost).then_some(())
    }

    pub(super) fn hold(&mut self, bytes: u64) {
        self.cost.bytes = self.cost.bytes.max(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(solved: Result<Solved<u64>, TourError>) -> u64 {
        match solved.expect("a small board").verdict {
            Verdict::Solved(number) => number,
            other => panic!("{other:?}"),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn the_shares_add_up_to_the_count(width in 1..=5_u64, rows in 1..=6_u64, of in 1..=7_u32, kind in 0..4_u8) {
            let board = Chessboard::new(width, rows).expect("a board");
            let from = |kind| TourProblem::new(board, 0, 0, kind).ok().map(CountResult::From);
            let what = match kind {
                0 => Some(CountResult::OpenDirected(board)),
                1 => Some(CountResult::ClosedUndirected(board)),
                2 => from(TourKind::Open),
                _ => from(TourKind::Closed),
            };
            if let Some(what) = what {
                let keep_going = &mut |_: &Cost| true;
                let shares = (0..of).map(|share| number(count_share(what, CountShare { number: share, of }, &mut |_| true)));
                prop_assert_eq!(shares.sum::<u64>(), number(count(what, keep_going)));
            }
        }
    }
}
