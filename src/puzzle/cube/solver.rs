//! The one door: a cube and a method in, a checked answer and its cost out.

use super::check::check;
use super::cubies::{Cube2, State};
use super::distance::Distances;
use super::error::Error;
use super::estimate::{Bound, Estimate, HasCorners};
use super::facelets::Facelets;
use super::graph::{a_star, ida_star};
use super::method::{Heuristic, Method};
use super::notation::Sequence;
use super::reach::Cube;
use super::tables::Tables;
use super::turn::{Amount, Metric, Turn};
use super::{bidirectional, two_phase};
use crate::{Cost, Solved, Verdict};
use std::sync::OnceLock;

/// What is asked about a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// How to solve it.
    pub method: Method,
    /// Which actions there are, and what is minimal.
    pub metric: Metric,
    /// For the two-phase method: a solution of this many turns is good enough. With 0 it goes on until there is none
    /// shorter, or the budget ends; with 22 or more it answers at once.
    pub enough: usize,
}

/// A solution, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The actions, none for a solved cube. As a text: `R U' F2`; in the quarter-turn metric `R U' F F`.
    pub turns: Vec<Turn>,
    /// Whether it is proven that no solution has fewer moves in the metric asked for.
    pub shortest: bool,
}

impl Answer {
    /// The moves as a sequence, for reading and for [`Facelets::after`].
    pub fn sequence(&self) -> Sequence {
        self.turns.iter().copied().collect()
    }
}

/// Solves cubes. It holds the tables, each computed when first needed (or by [`Solver::prepare`]).
#[derive(Debug, Default)]
pub struct Solver {
    half: OnceLock<Distances>,
    quarter: OnceLock<Distances>,
    tables: OnceLock<Tables>,
    /// By size, metric and heuristic.
    bounds: [[[OnceLock<Bound>; 2]; 2]; 2],
}

impl Solver {
    /// A solver without tables yet.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Computes all tables now: a fraction of a second, about 18 MB.
    pub fn prepare(&self) {
        Metric::ALL.into_iter().for_each(|metric| _ = self.distances(metric));
        self.tables();
    }

    /// The distances of every 2×2×2, which are those of the corners of every 3×3×3.
    pub fn distances(&self, metric: Metric) -> &Distances {
        match metric {
            Metric::Half => self.half.get_or_init(|| Distances::new(metric)),
            Metric::Quarter => self.quarter.get_or_init(|| Distances::new(metric)),
        }
    }

    fn tables(&self) -> &Tables {
        self.tables.get_or_init(Tables::new)
    }

    /// Solves `cube`. [`Verdict::Impossible`] means that turns cannot reach it, and says why.
    ///
    /// The searches that remember states grow with `go_on`'s patience: let it look at [`Cost::bytes`].
    ///
    /// # Errors
    /// [`Error::NotForSize`] if the method is for the other size; [`Error::Refused`] if the independent checker refuses
    /// the answer, which does not happen.
    pub fn solve(&self, cube: &Facelets, request: Request, go_on: &mut impl FnMut(&Cost) -> bool) -> Result<Solved<Answer>, Error> {
        let Request { method, metric, enough } = request;
        if !method.is_for(cube.size()) {
            return Err(Error::NotForSize { method, size: cube.size() });
        }
        let solved = match (Cube::try_from(cube), method) {
            (Err(reason), _) => Solved { verdict: Verdict::Impossible(reason.to_string()), cost: Cost::default() },
            (Ok(Cube::Three(cube)), Method::TwoPhase) => answer(two_phase::solve(self.tables(), cube, enough, go_on), |found| Answer {
                shortest: found.shortest && metric == Metric::Half,
                turns: found.turns.into_iter().flat_map(|turn| actions(turn, metric)).collect(),
            }),
            (Ok(Cube::Two(cube)), Method::DistanceTable) => self.look_up(cube, metric),
            (Ok(Cube::Two(cube)), _) => self.search(cube, request, go_on),
            (Ok(Cube::Three(cube)), _) => self.search(cube, request, go_on),
        };
        if let Verdict::Solved(answer) = &solved.verdict {
            check(cube, &answer.turns, metric).map_err(Error::Refused)?;
        }
        Ok(solved)
    }

    fn look_up(&self, cube: Cube2, metric: Metric) -> Solved<Answer> {
        let distances = self.distances(metric);
        let turns = distances.solve(cube);
        let depth = turns.len() as u32;
        let generated = 1 + depth as u64 * Cube2::actions(metric).len() as u64;
        let cost = Cost { generated, expanded: depth as u64, frontier: 1, depth, bytes: distances.bytes() };
        Solved { verdict: Verdict::Solved(Answer { turns, shortest: true }), cost }
    }

    fn search<S: State + HasCorners>(
        &self,
        cube: S,
        Request { method, metric, .. }: Request,
        go_on: &mut impl FnMut(&Cost) -> bool,
    ) -> Solved<Answer> {
        let estimate = match method {
            Method::AStar(Heuristic::Corners) | Method::IdaStar(Heuristic::Corners) => Estimate::Corners(self.distances(metric)),
            Method::AStar(heuristic) | Method::IdaStar(heuristic) => {
                let row = &self.bounds[S::SIZE as usize][metric as usize];
                let bound = &row[(heuristic == Heuristic::Scatter) as usize];
                let bound = bound.get_or_init(|| Bound::of::<S>(heuristic, metric));
                Estimate::Measure(heuristic, bound)
            }
            _ => Estimate::None,
        };
        let solved = match method {
            Method::Bidirectional => bidirectional::search(cube, metric, go_on),
            Method::BreadthFirst | Method::AStar(_) => a_star(cube, metric, &estimate, go_on),
            _ => ida_star(cube, metric, &estimate, go_on),
        };
        answer(solved, |turns| Answer { turns, shortest: true })
    }
}

/// A turn in the actions of a metric: in quarter turns, a half turn is two of them.
fn actions(turn: Turn, metric: Metric) -> impl Iterator<Item = Turn> {
    let action = match metric.price(turn) {
        1 => turn,
        _ => Turn { amount: Amount::Quarter, ..turn },
    };
    std::iter::repeat_n(action, metric.price(turn))
}

fn answer<A>(solved: Solved<A>, convert: impl FnOnce(A) -> Answer) -> Solved<Answer> {
    let verdict = match solved.verdict {
        Verdict::Solved(found) => Verdict::Solved(convert(found)),
        Verdict::Impossible(reason) => Verdict::Impossible(reason),
        Verdict::GaveUp => Verdict::GaveUp,
    };
    Solved { verdict, cost: solved.cost }
}
