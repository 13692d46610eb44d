//! Depth-first search, which enumerates the tours of a problem.

use super::{Chessboard, NoTour, Tour, TourKind, TourProblem};
use crate::{Cost, KeepGoing, NoObserver, Observer, Snapshot, TraceEvent, Verdict};

/// The order in which the moves from a square are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrder {
    /// As listed in [`MOVES`](super::MOVES).
    Listed,
    /// Fewest onward moves first (Warnsdorff 1823), among equals the farthest from the centre (Roth), with pruning at unreachable squares.
    FewestOnward,
}

/// The tours of a problem, one by one. After the end of a budget the next call resumes the search.
#[derive(Clone, Debug)]
pub struct Tours {
    problem: TourProblem,
    order: MoveOrder,
    limit: u32,
    neighbours: Vec<Few>,
    visited: Vec<bool>,
    /// For each square, the number of its unvisited neighbours.
    onward: Vec<u8>,
    path: Vec<PathSquare>,
    /// The number of untried choices along the path.
    waiting: u64,
    cost: Cost,
    found: u64,
    cut: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Few {
    squares: [u32; 8],
    len: u8,
}

impl Few {
    fn push(&mut self, square: u32) {
        self.squares[usize::from(self.len)] = square;
        self.len += 1;
    }

    fn as_slice(&self) -> &[u32] {
        &self.squares[..usize::from(self.len)]
    }
}

#[derive(Clone, Copy, Debug)]
struct PathSquare {
    square: u32,
    choices: Few,
    next: u8,
}

impl Tours {
    /// The tours of `problem` in depth-first order. The board has at most 2²⁰ squares.
    ///
    /// # Errors
    /// A board larger than that.
    pub fn new(problem: TourProblem, order: MoveOrder) -> Result<Tours, super::TourError> {
        let board = problem.board();
        let method = match order {
            MoveOrder::Listed => super::TourMethod::DepthFirst,
            MoveOrder::FewestOnward => super::TourMethod::FewestOnward,
        };
        method.must_take(board)?;
        Ok(Tours::limited(problem, order, board.squares() - 1, Cost::default()))
    }

    /// With paths of at most `limit` moves; `cost` is the initial cost.
    pub(super) fn limited(problem: TourProblem, order: MoveOrder, limit: u32, mut cost: Cost) -> Tours {
        let board = problem.board();
        let neighbours: Vec<Few> = (0..board.squares()).map(|square| neighbours(board, square)).collect();
        let onward = neighbours.iter().map(|few| few.len).collect();
        cost.generated += 1;
        cost.bytes = cost.bytes.max(u64::from(board.squares()) * (2 * size_of::<Few>() + size_of::<PathSquare>()) as u64);
        let mut tours = Tours {
            problem,
            order,
            limit,
            visited: vec![false; neighbours.len()],
            neighbours,
            onward,
            path: Vec::new(),
            waiting: 0,
            cost,
            found: 0,
            cut: false,
        };
        tours.visit(board.index(problem.start()));
        tours
    }

    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Whether the limit pruned a path.
    pub(super) fn was_cut(&self) -> bool {
        self.cut
    }

    /// The next tour; [`Verdict::Impossible`] proves that there is no other.
    pub fn next_tour(&mut self, keep_going: KeepGoing) -> Verdict<Tour> {
        self.watch_next(&mut NoObserver, keep_going)
    }

    /// With an observer of every square that is tried and left: each cell has its number in order of visit from 1, or 0.
    pub(super) fn watch_next(&mut self, observer: &mut impl Observer, keep_going: KeepGoing) -> Verdict<Tour> {
        let all = self.neighbours.len();
        if all == 1 && self.found == 0 && self.problem.kind() == TourKind::Open {
            self.found = 1;
            return Verdict::Solved(self.tour());
        }
        loop {
            let depth = self.path.len();
            let Some(step) = self.path.last_mut() else {
                return Verdict::Impossible(NoTour::EveryPath { found: self.found }.into());
            };
            if step.next == step.choices.len {
                let square = step.square;
                self.path.pop();
                self.leave(square);
                observer.record(TraceEvent::Failed, || self.snapshot(square));
                continue;
            }
            if step.next == 0 {
                self.cost.expanded += 1;
                if self.cost.expanded.is_multiple_of(2048) && !keep_going(&self.cost) {
                    // The square is expanded again when the search resumes.
                    self.cost.expanded -= 1;
                    return Verdict::LimitReached;
                }
            }
            let step = &mut self.path[depth - 1];
            let square = step.choices.as_slice()[usize::from(step.next)];
            step.next += 1;
            self.waiting -= 1;
            self.cost.generated += 1;
            self.visit(square);
            observer.record(TraceEvent::Tried, || self.snapshot(square));
            if self.path.len() == all && self.ends_well(square) {
                self.found += 1;
                observer.record(TraceEvent::Found, || self.snapshot(square));
                return Verdict::Solved(self.tour());
            }
        }
    }

    /// The snapshot, with the candidate squares and the onward moves of each.
    fn snapshot(&self, square: u32) -> Snapshot {
        let mut cells = vec![0; self.neighbours.len()];
        (1..).zip(&self.path).for_each(|(number, step)| cells[step.square as usize] = number);
        let board = self.problem.board();
        let ahead = self.path.last().map_or(&[][..], |step| &step.choices.as_slice()[usize::from(step.next)..]);
        Snapshot {
            cells,
            cell: Some(square as usize),
            depth: self.path.len().saturating_sub(1) as u32,
            waiting: Some(self.waiting),
            moves: self.path.iter().skip(1).map(|step| board.square_name(board.at(step.square))).collect(),
            choices: ahead.iter().map(|&at| (at as usize, u32::from(self.onward[at as usize]))).collect(),
            ..Snapshot::default()
        }
    }

    fn ends_well(&self, last: u32) -> bool {
        let start = self.path[0].square;
        let closes = self.neighbours[last as usize].as_slice().contains(&start);
        self.problem.kind() == TourKind::Open || closes
    }

    fn tour(&self) -> Tour {
        Tour::checked(self.problem, self.path.iter().map(|step| step.square).collect())
    }

    fn visit(&mut self, square: u32) {
        self.visited[square as usize] = true;
        for &other in self.neighbours[square as usize].as_slice() {
            self.onward[other as usize] -= 1;
        }
        self.path.push(PathSquare { square, choices: Few::default(), next: 0 });
        let depth = self.path.len();
        self.cost.depth = self.cost.depth.max(depth as u32 - 1);
        if depth as u32 > self.limit {
            self.cut |= depth < self.neighbours.len();
            return;
        }
        let choices = match self.order {
            MoveOrder::Listed => self.unvisited(square),
            MoveOrder::FewestOnward => self.fewest_onward(square),
        };
        self.path[depth - 1].choices = choices;
        self.waiting += u64::from(choices.len);
        self.cost.frontier = self.cost.frontier.max(self.waiting);
    }

    fn leave(&mut self, square: u32) {
        self.visited[square as usize] = false;
        for &other in self.neighbours[square as usize].as_slice() {
            self.onward[other as usize] += 1;
        }
    }

    fn unvisited(&self, square: u32) -> Few {
        let mut few = Few::default();
        for &other in self.neighbours[square as usize].as_slice() {
            if !self.visited[other as usize] {
                few.push(other);
            }
        }
        few
    }

    fn fewest_onward(&self, square: u32) -> Few {
        let mut few = self.unvisited(square);
        let left = self.neighbours.len() - self.path.len();
        if left <= 1 {
            return few;
        }
        let closed = self.problem.kind() == TourKind::Closed;
        let start = self.path[0].square;
        if closed && self.onward[start as usize] == 0 {
            return Few::default();
        }
        // A neighbour without an unvisited neighbour is reached now or never; one with a single one now or at the end.
        let onward = |at: u32| usize::from(self.onward[at as usize]);
        let with = |count: usize| few.as_slice().iter().filter(|&&at| onward(at) == count).count();
        let (none, one) = (with(0), with(1));
        let last_can_wait =
            !closed || few.as_slice().iter().any(|&at| onward(at) == 1 && self.neighbours[at as usize].as_slice().contains(&start));
        if none > 0 || one > 2 || (one == 2 && !last_can_wait) {
            return Few::default();
        }
        let board = self.problem.board();
        let centrality = |at: u32| {
            let square = board.at(at);
            let across = i64::from(2 * square.column) - i64::from(board.width() - 1);
            let down = i64::from(2 * square.row) - i64::from(board.height() - 1);
            -(across * across + down * down)
        };
        let len = usize::from(few.len);
        few.squares[..len].sort_by_key(|&at| (onward(at), centrality(at)));
        if one == 2 || (one == 1 && closed && !last_can_wait) {
            few.len = one as u8;
        }
        few
    }
}

fn neighbours(board: Chessboard, square: u32) -> Few {
    let mut few = Few::default();
    let from = board.at(square);
    (0..8).filter_map(|by| board.after(from, by)).for_each(|to| few.push(board.index(to)));
    few
}
