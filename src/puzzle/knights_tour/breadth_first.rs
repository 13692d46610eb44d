//! Breadth-first search over paths.

use super::{NoTour, Tour, TourKind, TourProblem};
use crate::memory::may_grow;
use crate::{Cost, KeepGoing, Observer, Snapshot, Solved, TraceEvent, Verdict};

/// A path: its last square and the index of the path before it.
struct Path {
    before: u32,
    square: u32,
}

const POLL: usize = 2048;

pub(super) fn search(problem: TourProblem, observer: &mut impl Observer, keep_going: KeepGoing) -> Solved<Tour> {
    let board = problem.board();
    let all = board.squares() as usize;
    let start = board.index(problem.start());
    let mut paths = vec![Path { before: u32::MAX, square: start }];
    let mut cost = Cost { generated: 1, frontier: 1, ..Cost::default() };
    let mut visited = vec![u32::MAX; all];
    let mut head = 0;
    while head < paths.len() {
        let mut length = 0;
        let mut at = head as u32;
        while at != u32::MAX {
            let path = &paths[at as usize];
            visited[path.square as usize] = head as u32;
            length += 1;
            at = path.before;
        }
        cost.depth = length as u32 - 1;
        let here = board.at(paths[head].square);
        let closes = || (0..8).filter_map(|by| board.after(here, by)).any(|to| to == problem.start());
        let is_tour = length == all && (problem.kind() == TourKind::Open || closes());
        observer.record(if is_tour { TraceEvent::Found } else { TraceEvent::Opened }, || {
            let mut cells = vec![0; all];
            let path = unroll(&paths, head as u32);
            let moves = path.iter().skip(1).map(|&square| board.square_name(board.at(square))).collect();
            (1..).zip(path).for_each(|(number, square)| cells[square as usize] = number);
            let (cell, waiting) = (Some(paths[head].square as usize), Some((paths.len() - head - 1) as u64));
            Snapshot { cells, cell, depth: length as u32 - 1, waiting, moves, ..Snapshot::default() }
        });
        if is_tour {
            return Solved { verdict: Verdict::Solved(Tour::checked(problem, unroll(&paths, head as u32))), cost };
        }
        for to in (0..8).filter_map(|by| board.after(here, by)) {
            let square = board.index(to);
            if visited[square as usize] != head as u32 {
                paths.push(Path { before: head as u32, square });
                cost.generated += 1;
            }
        }
        head += 1;
        cost.expanded += 1;
        cost.frontier = cost.frontier.max((paths.len() - head) as u64);
        let is_full = paths.len() >= u32::MAX as usize - 8;
        if is_full || (head.is_multiple_of(POLL) && !may_grow(&mut [&mut paths], 8 * POLL, all * 4, &mut cost, keep_going)) {
            return Solved { verdict: Verdict::LimitReached, cost };
        }
    }
    Solved { verdict: Verdict::Impossible(NoTour::EveryPath { found: 0 }.into()), cost }
}

fn unroll(paths: &[Path], last: u32) -> Vec<u32> {
    let mut squares = Vec::new();
    let mut at = last;
    while at != u32::MAX {
        squares.push(paths[at as usize].square);
        at = paths[at as usize].before;
    }
    squares.reverse();
    squares
}
