//! Admissible heuristics: lower bounds on the moves still needed.

use super::cubies::CubeState;
use super::{Cube2, Distances, Metric};
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug)]
pub(super) enum Disorder {
    /// The number of different colours on each face, beyond the first, summed over the faces.
    Colors,
    /// The distance of each sticker to its own face (0, 1, or 2 for the opposite face), summed over all stickers.
    Scatter,
}

impl Disorder {
    fn of<S: CubeState>(self, cube: S) -> u32 {
        let (mut seen, mut sum) = ([0_u8; 6], 0);
        match self {
            Disorder::Colors => {
                cube.stickers(|face, color| seen[face as usize] |= 1 << color as u8);
                seen.iter().map(|colors| colors.count_ones() - 1).sum()
            }
            Disorder::Scatter => {
                cube.stickers(|face, color| sum += if face == color { 0 } else { 1 + (face.opposite() == color) as u32 });
                sum
            }
        }
    }
}

/// A lower bound from a measure of disorder: a cube whose measure is greater than any within d moves of the solved one is more than d moves
/// away. The raw measures would overestimate.
#[derive(Clone, Debug)]
pub(super) struct DisorderBound {
    disorder: Disorder,
    /// The greatest measure within 0, 1, 2, … moves.
    greatest: Vec<u32>,
}

impl DisorderBound {
    /// From all cubes within `depth` moves: four take some 10 milliseconds.
    pub(super) fn new<S: CubeState>(disorder: Disorder, metric: Metric, depth: usize) -> DisorderBound {
        let actions = S::actions(metric);
        let mut seen = BTreeSet::from([S::SOLVED]);
        let mut shell = vec![S::SOLVED];
        let mut greatest = vec![disorder.of(S::SOLVED)];
        for _ in 0..depth {
            let next = shell.iter().flat_map(|cube| actions.iter().map(|turn| cube.turned(*turn)));
            shell = next.filter(|cube| seen.insert(*cube)).collect();
            let most = shell.iter().map(|cube| disorder.of(*cube)).chain(greatest.last().copied()).max();
            greatest.extend(most);
        }
        DisorderBound { disorder, greatest }
    }

    pub(super) fn moves<S: CubeState>(&self, cube: S) -> u32 {
        let measure = self.disorder.of(cube);
        self.greatest.partition_point(|greatest| *greatest < measure) as u32
    }
}

/// A heuristic with its tables.
pub(super) enum CubeEstimate<'a> {
    None,
    Disorder(&'a DisorderBound),
    Corners(&'a Distances),
}

impl CubeEstimate<'_> {
    pub(super) fn moves<S: CubeState>(&self, cube: S) -> u32 {
        match self {
            CubeEstimate::None => 0,
            CubeEstimate::Disorder(bound) => bound.moves(cube),
            CubeEstimate::Corners(distances) => distances.of(Cube2::held(cube.corners())) as u32,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        if let CubeEstimate::Corners(distances) = self { distances.bytes() } else { 0 }
    }
}
