//! Solver for cubes: a cube and a request in, a checked answer and its cost out.

use super::cubies::CubeState;
use super::graph::{a_star, bidirectional, ida_star};
use super::heuristics::{CubeEstimate, Disorder, DisorderBound};
use super::phase_tables::PhaseTables;
use super::snapshot::Watcher;
use super::{
    Amount, Cube2, Cube3, CubeError, CubeMethod, Distances, Enough, Facelets, Metric, PruningTables, Sequence, SizedCube, Turn, check,
    optimal, two_phase,
};
use crate::{Cost, KeepGoing, NoObserver, Observer, ResumableSearch, Solved, Verdict};
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    pub method: CubeMethod,
    pub metric: Metric,
    pub enough: Enough,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CubeSolution {
    /// The actions, such as `R U' F2`, or `R U' F F` in the quarter-turn metric.
    pub turns: Vec<Turn>,
    /// Whether it is proven that no solution has fewer moves in the requested metric.
    pub shortest: bool,
    /// No solution has fewer moves than this in that metric.
    pub lower_bound: usize,
}

impl CubeSolution {
    pub fn sequence(&self) -> Sequence {
        self.turns.iter().copied().collect()
    }
}

/// Solves cubes. It computes each small table when it is first needed, and holds the large ones that it was given.
#[derive(Debug, Default)]
pub struct CubeSolver {
    /// By metric.
    distances: [OnceLock<Distances>; 2],
    phases: OnceLock<PhaseTables>,
    large: [OnceLock<PruningTables>; 2],
    /// By size, metric and measure.
    bounds: [[[OnceLock<DisorderBound>; 2]; 2]; 2],
}

impl CubeSolver {
    pub fn new() -> CubeSolver {
        CubeSolver::default()
    }

    /// Computes all tables but those of the optimal method: within a second, 80 MB.
    pub fn prepare(&self) {
        self.phases();
        Metric::ALL.into_iter().for_each(|metric| _ = self.distances(metric));
    }

    /// Whether the tables of the two-phase method are computed.
    pub fn is_prepared(&self) -> bool {
        self.phases.get().is_some()
    }

    /// Takes the tables of the optimal method into use, unless there are some for the same metric.
    pub fn equip(&self, tables: PruningTables) {
        // The first tables are the same.
        let _ = self.large[tables.metric() as usize].set(tables);
    }

    pub fn is_equipped(&self, metric: Metric) -> bool {
        self.large[metric as usize].get().is_some()
    }

    /// The distances of every 2×2×2, which are those of the corners of every 3×3×3.
    pub fn distances(&self, metric: Metric) -> &Distances {
        self.distances[metric as usize].get_or_init(|| Distances::new(metric))
    }

    fn phases(&self) -> &PhaseTables {
        self.phases.get_or_init(PhaseTables::new)
    }

    /// Solves `cube`. [`Verdict::Impossible`] gives the reason why turns cannot reach it.
    ///
    /// # Errors
    /// [`CubeError::NotForSize`] if the method is for the other size; [`CubeError::Refused`] if the independent checker refuses the answer.
    pub fn solve(&self, cube: &Facelets, request: Request, keep_going: KeepGoing) -> Result<Solved<CubeSolution>, CubeError> {
        self.watch(cube, request, &mut NoObserver, keep_going)
    }

    /// As [`CubeSolver::solve`], with an observer of the steps, if the method is [traced](CubeMethod::is_traced). The cells of a snapshot are the
    /// stickers in the order of [`Facelets`], each the number of its face in [`Face::ALL`](super::Face::ALL).
    ///
    /// # Errors
    /// As of [`CubeSolver::solve`].
    pub fn watch(
        &self,
        cube: &Facelets,
        request: Request,
        observer: &mut impl Observer,
        keep_going: KeepGoing,
    ) -> Result<Solved<CubeSolution>, CubeError> {
        self.resume(cube, request, &mut ResumableSearch::single(&mut |_| {}), observer, keep_going)
    }

    /// As [`CubeSolver::watch`], from the checkpoint of an earlier search, with a report of each proven bound. Only [`CubeMethod::Optimal`] and the
    /// methods that deepen iteratively resume and report.
    ///
    /// # Errors
    /// As of [`CubeSolver::solve`].
    pub fn resume(
        &self,
        cube: &Facelets,
        request: Request,
        resumable: &mut ResumableSearch,
        observer: &mut impl Observer,
        keep_going: KeepGoing,
    ) -> Result<Solved<CubeSolution>, CubeError> {
        let watcher = Watcher { observer, start: cube };
        let Request { method, metric, enough } = request;
        if !method.is_for(cube.size()) {
            return Err(CubeError::NotForSize { method: method.to_string(), size: cube.size().to_string() });
        }
        let solved = match (SizedCube::try_from(cube), method) {
            (Err(reason), _) => Solved { verdict: Verdict::Impossible(reason.into()), cost: Cost::default() },
            (Ok(SizedCube::Three(cube)), CubeMethod::TwoPhase) => self.two_phase(cube, metric, enough, watcher, keep_going),
            (Ok(SizedCube::Three(cube)), CubeMethod::Optimal) => self.optimal(cube, metric, resumable, watcher, keep_going),
            (Ok(SizedCube::Two(cube)), CubeMethod::DistanceTable) => self.look_up(cube, metric),
            (Ok(SizedCube::Two(cube)), _) => self.search(cube, request, resumable, watcher, keep_going),
            (Ok(SizedCube::Three(cube)), _) => self.search(cube, request, resumable, watcher, keep_going),
        };
        if let Verdict::Solved(answer) = &solved.verdict {
            check(cube, &answer.turns, metric).map_err(|why| CubeError::Refused { why })?;
        }
        Ok(solved)
    }

    fn two_phase(
        &self,
        cube: Cube3,
        metric: Metric,
        enough: Enough,
        watcher: Watcher<'_, impl Observer>,
        keep_going: KeepGoing,
    ) -> Solved<CubeSolution> {
        two_phase::solve(self.phases(), metric, cube, enough, watcher, keep_going).map(|found| {
            let turns: Vec<Turn> = found.turns.into_iter().flat_map(|turn| actions(turn, metric)).collect();
            let lower_bound = if found.shortest { turns.len() } else { found.lower_bound };
            CubeSolution { turns, shortest: found.shortest, lower_bound }
        })
    }

    /// With large tables, which it builds if there are none.
    fn optimal(
        &self,
        cube: Cube3,
        metric: Metric,
        resumable: &mut ResumableSearch,
        mut watcher: Watcher<'_, impl Observer>,
        keep_going: KeepGoing,
    ) -> Solved<CubeSolution> {
        /// States expanded for a good upper bound: little beside the proof.
        const ABOVE: u64 = 1_000_000;
        let mut above =
            self.two_phase(cube, metric, Enough::Moves(0), watcher.again(), &mut |cost| cost.expanded < ABOVE && keep_going(cost));
        let Verdict::Solved(best) = &mut above.verdict else { return above };
        best.lower_bound = best.lower_bound.max(resumable.bound() as usize);
        best.shortest = best.lower_bound == best.turns.len();
        if best.shortest {
            return above;
        }
        if !self.is_equipped(metric) {
            let built = PruningTables::build(metric, &mut |cost| keep_going(cost));
            above.cost.bytes = above.cost.bytes.max(built.cost.bytes);
            let Verdict::Solved(tables) = built.verdict else { return above };
            self.equip(tables);
        }
        let cosets = self.large[metric as usize].get().expect("it was just equipped");
        let below = optimal::search(cosets, cube, best.turns.len(), resumable, watcher, &mut above.cost, keep_going);
        best.turns = below.turns.unwrap_or(std::mem::take(&mut best.turns));
        best.lower_bound = best.lower_bound.max(below.lower_bound);
        best.shortest = best.lower_bound == best.turns.len();
        above
    }

    fn look_up(&self, cube: Cube2, metric: Metric) -> Solved<CubeSolution> {
        let distances = self.distances(metric);
        let turns = distances.solve(cube);
        let depth = turns.len() as u32;
        let generated = 1 + depth as u64 * Cube2::actions(metric).len() as u64;
        let cost = Cost { generated, expanded: depth as u64, frontier: 1, depth, bytes: distances.bytes() };
        Solved { verdict: Verdict::Solved(CubeSolution { lower_bound: turns.len(), turns, shortest: true }), cost }
    }

    fn search<S: CubeState>(
        &self,
        cube: S,
        Request { method, metric, .. }: Request,
        resumable: &mut ResumableSearch,
        watcher: Watcher<'_, impl Observer>,
        keep_going: KeepGoing,
    ) -> Solved<CubeSolution> {
        use CubeMethod::*;
        let bound = |disorder| {
            let bound = &self.bounds[S::SIZE as usize][metric as usize][disorder as usize];
            CubeEstimate::Disorder(bound.get_or_init(|| DisorderBound::new::<S>(disorder, metric, 4)))
        };
        let estimate = match method {
            AStarCorners | IdaStarCorners => CubeEstimate::Corners(self.distances(metric)),
            AStarColors | IdaStarColors => bound(Disorder::Colors),
            AStarScatter | IdaStarScatter => bound(Disorder::Scatter),
            _ => CubeEstimate::None,
        };
        let solved = match method {
            Bidirectional => bidirectional(cube, metric, watcher, keep_going),
            BreadthFirst | AStarColors | AStarScatter | AStarCorners => a_star(cube, metric, &estimate, watcher, keep_going),
            _ => ida_star(cube, metric, &estimate, resumable, watcher, keep_going),
        };
        solved.map(|turns| CubeSolution { lower_bound: turns.len(), turns, shortest: true })
    }
}

/// A turn in the actions of a metric: in quarter turns a half turn is two of them.
fn actions(turn: Turn, metric: Metric) -> impl Iterator<Item = Turn> {
    let action = match metric.price(turn) {
        1 => turn,
        _ => Turn { amount: Amount::Quarter, ..turn },
    };
    std::iter::repeat_n(action, metric.price(turn))
}
