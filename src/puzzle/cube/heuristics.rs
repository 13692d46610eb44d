//! Admissible heuristics: lower bounds on the moves still needed.

use super::cubies::{Cube2, CubeState};
use super::distance::Distances;
use super::method::CubeHeuristic;
use super::turn::Metric;
use std::collections::BTreeSet;

/// The number of different colours on each face, beyond the first, summed over the faces.
pub(super) fn colors<S: CubeState>(cube: S) -> u32 {
    let mut seen = [0_u8; 6];
    cube.stickers(|face, color| seen[face as usize] |= 1 << color as u8);
    seen.iter().map(|colors| colors.count_ones() - 1).sum()
}

/// The distance of each sticker to its own face (0, 1, or 2 for the opposite face), summed over all stickers.
pub(super) fn scatter<S: CubeState>(cube: S) -> u32 {
    let mut sum = 0;
    cube.stickers(|face, color| {
        sum += if face == color { 0 } else { 1 + (face.opposite() == color) as u32 };
    });
    sum
}

/// A lower bound from a measure of disorder: a cube whose measure is greater than any within d moves of the solved one is more than d moves
/// away. The raw measures would overestimate.
#[derive(Clone, Debug)]
pub(super) struct DisorderBound {
    /// The greatest measure within 0, 1, 2, … moves.
    pub(super) greatest: Vec<u32>,
}

impl DisorderBound {
    /// The bound of a measure for cubes of type `S`; takes some 10 milliseconds.
    pub(super) fn of<S: CubeState>(heuristic: CubeHeuristic, metric: Metric) -> DisorderBound {
        match heuristic {
            CubeHeuristic::Scatter => DisorderBound::new(scatter::<S>, metric, 4),
            _ => DisorderBound::new(colors::<S>, metric, 4),
        }
    }

    /// From all cubes within `depth` moves.
    pub(super) fn new<S: CubeState>(measure: impl Fn(S) -> u32, metric: Metric, depth: usize) -> DisorderBound {
        let actions = S::actions(metric);
        let mut seen = BTreeSet::from([S::SOLVED]);
        let mut shell = vec![S::SOLVED];
        let mut greatest = vec![measure(S::SOLVED)];
        for _ in 0..depth {
            let next = shell.iter().flat_map(|cube| actions.iter().map(|turn| cube.turned(*turn)));
            shell = next.filter(|cube| seen.insert(*cube)).collect();
            let most = shell.iter().map(|cube| measure(*cube)).chain(greatest.last().copied()).max();
            greatest.extend(most);
        }
        DisorderBound { greatest }
    }

    pub(super) fn moves(&self, measure: u32) -> u32 {
        self.greatest.partition_point(|greatest| *greatest < measure) as u32
    }
}

/// A heuristic with its tables.
pub(super) enum CubeEstimate<'a> {
    None,
    Measure(CubeHeuristic, &'a DisorderBound),
    Corners(&'a Distances),
}

impl CubeEstimate<'_> {
    pub(super) fn moves<S: CubeState>(&self, cube: S) -> u32 {
        match self {
            CubeEstimate::None => 0,
            CubeEstimate::Measure(CubeHeuristic::Scatter, bound) => bound.moves(scatter(cube)),
            CubeEstimate::Measure(_, bound) => bound.moves(colors(cube)),
            CubeEstimate::Corners(distances) => distances.of(Cube2::held(cube.corners())) as u32,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        if let CubeEstimate::Corners(distances) = self { distances.bytes() } else { 0 }
    }
}
