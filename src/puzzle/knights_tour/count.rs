//! Counts tours without enumerating them, by the frontier method (Sekine, Imai and Tani 1995; Knuth's SIMPATH).

use super::frontier_step::{Ends, FrontierStep, Rows};
use super::matching::{Degrees, PathMatching};
use super::{Chessboard, TourError, TourKind, TourProblem};
use crate::memory::{Reserve, may_grow};
use crate::{Cost, KeepGoing, Solved, Verdict};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountResult {
    /// Open or closed tours from one square, both directions of a closed tour counted.
    From(TourProblem),
    /// Open tours from anywhere, each counted in both directions.
    OpenDirected(Chessboard),
    /// Closed tours, counted once for all starts and directions.
    ClosedUndirected(Chessboard),
}

/// The widest board whose frontier fits a [`PathMatching`](super::matching::PathMatching).
const MAX_WIDTH: usize = 8;

/// Boards of more squares may have more tours than 64 bits hold; on 8×8 there are fewer than 2⁶⁴ (Chernov 2014: 1.96e16 open).
const MAX_SQUARES: u32 = 64;

/// States between two polls of the budget.
const POLL: usize = 4096;

/// Counts tours: the squares are taken one after the other, and all partial tours that leave the same degrees and the same path ends to the squares
/// that follow are one state. Time and memory grow with the number of states, not with the number of tours: 6×6 has 330 thousand states for closed
/// tours and 2.6 million for open ones at most. The cost's depth is the number of squares done.
///
/// # Errors
/// [`TourError::WideForCount`] when both sides are longer than 8, or the board has more than 64 squares.
pub fn count(what: CountResult, keep_going: KeepGoing) -> Result<Solved<u64>, TourError> {
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
        let tours = u64::from(board.squares() == 1 && kind == TourKind::Open);
        return Ok(Solved { verdict: Verdict::Solved(tours), cost: Cost::default() });
    }
    let ends = match (kind, start) {
        (TourKind::Closed, _) => Ends::Closed,
        (TourKind::Open, None) => Ends::Free,
        (TourKind::Open, Some(start)) => Ends::From(upright.index(if is_tall { start } else { start.transposed() }) as usize),
    };
    let rows = Rows { width: upright.width() as usize, rows: upright.height() as usize, ends };
    let mut cost = Cost { generated: 1, ..Cost::default() };
    let found = tours(&rows, &mut cost, keep_going);
    Ok(Solved { verdict: found.map_or(Verdict::LimitReached, |tours| Verdict::Solved(tours * times)), cost })
}

/// The path ends of partial tours, and the ways to them, which wrap at 2⁶⁴: a final sum that fits is right.
type CountedMatching = (PathMatching, u64);

/// Undirected tours; `None` when the budget ends.
///
/// States with the same degrees have the same choices, and are gathered together: their hash table fits the processor's cache.
fn tours(board: &Rows, cost: &mut Cost, keep_going: KeepGoing) -> Option<u64> {
    let bytes = |groups: &[(Degrees, Vec<CountedMatching>)]| groups.iter().map(|(_, states)| states.bytes_with(0)).sum::<usize>();
    let (degrees, matching) = board.first();
    let mut groups = vec![(degrees, vec![(matching, 1)])];
    let mut gathered: FxHashMap<PathMatching, u64> = FxHashMap::default();
    let mut since_poll = 0;
    for number in 0..board.width * board.rows {
        let step = FrontierStep::new(board, number);
        let mut origins = Vec::new();
        for (from, &(before, _)) in groups.iter().enumerate() {
            step.choices(before, |choice, after| origins.push((after, from, choice)));
        }
        origins.sort_unstable();
        let mut held = bytes(&groups) + origins.bytes_with(0);
        let mut next = Vec::new();
        for origins in origins.chunk_by(|one, other| one.0 == other.0) {
            let after = origins[0].0;
            for &(_, from, choice) in origins {
                let (before, states) = &groups[from];
                since_poll += states.len();
                if since_poll >= POLL {
                    since_poll = 0;
                    may_grow(&mut [&mut gathered], states.len(), held, cost, keep_going).then_some(())?;
                }
                for &(matching, ways) in states {
                    if let Some(matching) = step.linked((*before, matching), choice, after) {
                        let sum = gathered.entry(matching).or_default();
                        *sum = sum.wrapping_add(ways);
                    }
                }
                cost.generated += states.len() as u64;
            }
            let mut states = Vec::new();
            states.reserve_more(gathered.len())?;
            states.extend(gathered.drain());
            held += states.bytes_with(0);
            next.push((after, states));
        }
        cost.expanded += groups.iter().map(|(_, states)| states.len() as u64).sum::<u64>();
        cost.depth += 1;
        cost.frontier = cost.frontier.max(next.iter().map(|(_, states)| states.len() as u64).sum());
        groups = next;
    }
    let last = groups.iter().find(|(degrees, _)| *degrees == board.last().0);
    Some(last.map_or(0, |(_, states)| states.iter().fold(0, |sum: u64, (_, ways)| sum.wrapping_add(*ways))))
}
