//! The one door: a cube and a method in, a checked answer and its cost out.

use super::check::check;
use super::cubies::{Cube2, Cube3, State};
use super::distance::Distances;
use super::error::Error;
use super::estimate::{Bound, Estimate, HasCorners};
use super::facelets::Facelets;
use super::graph::{a_star, ida_star};
use super::method::{Heuristic, Method};
use super::notation::Sequence;
use super::pairs::Pairs;
use super::reach::Cube;
use super::tables::{Content, PruningTables, Purpose};
use super::turn::{Amount, Metric, Turn};
use super::two_phase::Enough;
use super::watched::Watcher;
use super::{bidirectional, optimal, two_phase};
use crate::effort::Effort;
use crate::{Cost, Nobody, Observer, Solved, Verdict};
use std::sync::OnceLock;

/// What is asked about a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// How to solve it.
    pub method: Method,
    /// Which actions there are, and what is minimal.
    pub metric: Metric,
    /// For the two-phase method.
    pub enough: Enough,
}

/// A solution, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The actions, none for a solved cube. As a text: `R U' F2`; in the quarter-turn metric `R U' F F`.
    pub turns: Vec<Turn>,
    /// Whether it is proven that no solution has fewer moves in the metric asked for.
    pub shortest: bool,
    /// No solution has fewer moves than this in that metric: their number if this one is the shortest.
    pub lower_bound: usize,
}

impl Solution {
    /// The moves as a sequence, for reading and for [`Facelets::after`].
    pub fn sequence(&self) -> Sequence {
        self.turns.iter().copied().collect()
    }
}

/// Solves cubes. It holds the small tables, each computed when first needed, and the large ones that it was given.
#[derive(Debug, Default)]
pub struct Solver {
    half: OnceLock<Distances>,
    quarter: OnceLock<Distances>,
    pairs: OnceLock<Pairs>,
    /// Large tables, by purpose.
    large: [OnceLock<PruningTables>; Purpose::ALL.len()],
    /// By size, metric and heuristic.
    bounds: [[[OnceLock<Bound>; 2]; 2]; 2],
}

impl Solver {
    /// A solver without tables yet.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Computes all small tables now: a fraction of a second, about 18 MB.
    pub fn prepare(&self) {
        self.pairs();
        Metric::ALL.into_iter().for_each(|metric| _ = self.distances(metric));
    }

    /// Whether the small tables of the two-phase method are computed.
    pub fn is_prepared(&self) -> bool {
        self.pairs.get().is_some()
    }

    /// Takes large tables into use: from now on they serve. Tables for a purpose that is served already are dropped.
    pub fn equip(&self, tables: PruningTables) {
        // Whoever is first has the same tables.
        let _ = self.large[tables.purpose().place()].set(tables);
    }

    /// Whether the large tables for a purpose are in use.
    pub fn is_equipped(&self, purpose: Purpose) -> bool {
        self.large(purpose).is_some()
    }

    /// The distances of every 2×2×2, which are those of the corners of every 3×3×3.
    pub fn distances(&self, metric: Metric) -> &Distances {
        match metric {
            Metric::Half => self.half.get_or_init(|| Distances::new(metric)),
            Metric::Quarter => self.quarter.get_or_init(|| Distances::new(metric)),
        }
    }

    fn pairs(&self) -> &Pairs {
        self.pairs.get_or_init(Pairs::new)
    }

    fn large(&self, purpose: Purpose) -> Option<&Content> {
        self.large[purpose.place()].get().map(|tables| &tables.content)
    }

    /// Solves `cube`. [`Verdict::Impossible`] means that turns cannot reach it, and says why.
    ///
    /// The searches that remember states grow with `go_on`'s patience: let it look at [`Cost::bytes`].
    ///
    /// # Errors
    /// [`Error::NotForSize`] if the method is for the other size; [`Error::Refused`] if the independent checker refuses
    /// the answer, which does not happen.
    pub fn solve(&self, cube: &Facelets, request: Request, go_on: &mut impl FnMut(&Cost) -> bool) -> Result<Solved<Solution>, Error> {
        self.watch(cube, request, &mut Nobody, go_on)
    }

    /// As [`Solver::solve`], with somebody who is told the steps, if the method is [watched](Method::is_watched). The cells of a scene are the
    /// stickers in the order of [`Facelets`], each the number of its face in [`Face::ALL`](super::Face::ALL).
    ///
    /// # Errors
    /// As of [`Solver::solve`].
    pub fn watch(
        &self,
        cube: &Facelets,
        request: Request,
        observer: &mut impl Observer,
        go_on: &mut impl FnMut(&Cost) -> bool,
    ) -> Result<Solved<Solution>, Error> {
        self.resume(cube, request, &mut Effort::alone(&mut |_| {}), observer, go_on)
    }

    /// As [`Solver::watch`], from what earlier searches have proven. [`Method::Optimal`] and those that deepen step by step do not prove it again,
    /// and tell what they have proven after each step; the others begin anew, and tell nothing.
    ///
    /// # Errors
    /// As of [`Solver::solve`].
    pub fn resume(
        &self,
        cube: &Facelets,
        request: Request,
        effort: &mut Effort,
        observer: &mut impl Observer,
        go_on: &mut impl FnMut(&Cost) -> bool,
    ) -> Result<Solved<Solution>, Error> {
        let watcher = Watcher { observer, start: cube };
        let Request { method, metric, enough } = request;
        if !method.is_for(cube.size()) {
            return Err(Error::NotForSize { method: method.to_string(), size: cube.size().to_string() });
        }
        let solved = match (Cube::try_from(cube), method) {
            (Err(reason), _) => Solved { verdict: Verdict::Impossible(reason.into()), cost: Cost::default() },
            (Ok(Cube::Three(cube)), Method::TwoPhase) => self.two_phase(cube, metric, enough, watcher, go_on),
            (Ok(Cube::Three(cube)), Method::Optimal) => self.optimal(cube, metric, effort, watcher, go_on),
            (Ok(Cube::Two(cube)), Method::DistanceTable) => self.look_up(cube, metric),
            (Ok(Cube::Two(cube)), _) => self.search(cube, request, effort, watcher, go_on),
            (Ok(Cube::Three(cube)), _) => self.search(cube, request, effort, watcher, go_on),
        };
        if let Verdict::Solved(answer) = &solved.verdict {
            check(cube, &answer.turns, metric).map_err(|why| Error::Refused { why })?;
        }
        Ok(solved)
    }

    /// With the large tables if they are here. The small ones count half turns, whatever is asked for.
    fn two_phase(
        &self,
        cube: Cube3,
        metric: Metric,
        enough: Enough,
        watcher: Watcher<'_, impl Observer>,
        go_on: &mut impl FnMut(&Cost) -> bool,
    ) -> Solved<Solution> {
        let (found, counted) = match self.large(Purpose::TwoPhase(metric)) {
            Some(Content::TwoPhase(exact)) => (two_phase::solve(exact, cube, enough, watcher, go_on), metric),
            _ => (two_phase::solve(self.pairs(), cube, enough, watcher, go_on), Metric::Half),
        };
        answer(found, |found| {
            let turns: Vec<Turn> = found.turns.into_iter().flat_map(|turn| actions(turn, metric)).collect();
            let shortest = found.shortest && (metric == counted || turns.is_empty());
            // A bound in half turns is one in quarter turns.
            Solution { shortest, lower_bound: if shortest { turns.len() } else { found.lower_bound }, turns }
        })
    }

    /// With tables that it makes if they are not here.
    fn optimal(
        &self,
        cube: Cube3,
        metric: Metric,
        effort: &mut Effort,
        mut watcher: Watcher<'_, impl Observer>,
        go_on: &mut impl FnMut(&Cost) -> bool,
    ) -> Solved<Solution> {
        /// How many states are looked at for a good solution: a moment, beside what the proof takes.
        const ABOVE: u64 = 1_000_000;
        let mut above = self.two_phase(cube, metric, Enough::Moves(0), watcher.again(), &mut |cost| cost.expanded < ABOVE && go_on(cost));
        let Verdict::Solved(best) = &mut above.verdict else { return above };
        best.lower_bound = best.lower_bound.max(effort.bound() as usize);
        best.shortest = best.lower_bound == best.turns.len();
        if best.shortest {
            return above;
        }
        if !self.is_equipped(Purpose::Optimal(metric)) {
            let built = PruningTables::build(Purpose::Optimal(metric), &mut |cost| go_on(cost));
            above.cost.bytes = above.cost.bytes.max(built.cost.bytes);
            let Verdict::Solved(tables) = built.verdict else { return above };
            self.equip(tables);
        }
        let Some(Content::Optimal(cosets)) = self.large(Purpose::Optimal(metric)) else { unreachable!("it was just equipped") };
        let below = optimal::search(cosets, cube, best.turns.len(), effort, watcher, &mut above.cost, go_on);
        best.turns = below.turns.unwrap_or(std::mem::take(&mut best.turns));
        best.lower_bound = best.lower_bound.max(below.lower_bound);
        best.shortest = best.lower_bound == best.turns.len();
        above
    }

    fn look_up(&self, cube: Cube2, metric: Metric) -> Solved<Solution> {
        let distances = self.distances(metric);
        let turns = distances.solve(cube);
        let depth = turns.len() as u32;
        let generated = 1 + depth as u64 * Cube2::actions(metric).len() as u64;
        let cost = Cost { generated, expanded: depth as u64, frontier: 1, depth, bytes: distances.bytes() };
        Solved { verdict: Verdict::Solved(Solution { lower_bound: turns.len(), turns, shortest: true }), cost }
    }

    fn search<S: State + HasCorners>(
        &self,
        cube: S,
        Request { method, metric, .. }: Request,
        effort: &mut Effort,
        watcher: Watcher<'_, impl Observer>,
        go_on: &mut impl FnMut(&Cost) -> bool,
    ) -> Solved<Solution> {
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
            Method::Bidirectional => bidirectional::search(cube, metric, watcher, go_on),
            Method::BreadthFirst | Method::AStar(_) => a_star(cube, metric, &estimate, watcher, go_on),
            _ => ida_star(cube, metric, &estimate, effort, watcher, go_on),
        };
        answer(solved, |turns| Solution { lower_bound: turns.len(), turns, shortest: true })
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

fn answer<A>(solved: Solved<A>, convert: impl FnOnce(A) -> Solution) -> Solved<Solution> {
    let verdict = match solved.verdict {
        Verdict::Solved(found) => Verdict::Solved(convert(found)),
        Verdict::Impossible(reason) => Verdict::Impossible(reason),
        Verdict::GaveUp => Verdict::GaveUp,
    };
    Solved { verdict, cost: solved.cost }
}
