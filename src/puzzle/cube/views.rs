//! Equivalent problems of a cube: along its axes, and inverted. A symmetric cube has fewer (as in Kociemba's two-phase program).

use super::symmetry::Symmetry;
use super::{Cube3, Turn};
use std::sync::LazyLock;

/// An equivalent problem: the cube along another axis, or inverted.
pub(super) struct CubeView {
    pub(super) cube: Cube3,
    pub(super) inverted: bool,
    /// From 1.
    pub(super) axis: u64,
    /// The symmetry back to the original cube.
    pub(super) front: &'static Symmetry,
    /// The turns to begin with, as bits: of those that symmetries of the cube map to each other the first.
    pub(super) first_turns: u32,
}

impl CubeView {
    pub(super) fn seen_from_front(&self, turns: &[Turn]) -> Vec<Turn> {
        let mut turns: Vec<_> = turns.iter().map(|turn| self.front.turn(*turn)).collect();
        if self.inverted {
            turns.reverse();
            turns.iter_mut().for_each(|turn| *turn = turn.inverse());
        }
        turns
    }
}

/// The rotations that make each axis upright, and their inverses.
static AXES: LazyLock<[(Symmetry, Symmetry); 3]> = LazyLock::new(|| Symmetry::axes().map(|axis| (axis.clone(), axis.inverse())));

static UPRIGHT: LazyLock<[Symmetry; Symmetry::UPRIGHT]> = LazyLock::new(Symmetry::upright);

/// The cube along its three axes, and inverted; of views with the same solutions up to symmetry one.
pub(super) fn views(cube: Cube3) -> Vec<CubeView> {
    let mut views: Vec<CubeView> = Vec::new();
    for inverted in [false, true] {
        let cube = if inverted { cube.inverse() } else { cube };
        for (number, (axis, front)) in AXES.iter().enumerate() {
            let cube = axis.cube(cube);
            let seen = UPRIGHT.each_ref().map(|symmetry| symmetry.cube(cube));
            if views.iter().any(|view| seen.contains(&view.cube)) {
                continue;
            }
            let keepers = || UPRIGHT.iter().zip(&seen).filter(|(_, seen)| **seen == cube);
            let is_first = |turn: &Turn| keepers().all(|(symmetry, _)| symmetry.turn(*turn).index() >= turn.index());
            let first_turns = Turn::ALL.into_iter().filter(is_first).fold(0, |all, turn| all | 1 << turn.index());
            views.push(CubeView { cube, inverted, axis: number as u64 + 1, front, first_turns });
        }
    }
    views
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Facelets, Sequence, Size, SizedCube};

    #[test]
    fn symmetric_cubes_are_searched_once() {
        let counts = |scramble: &str| {
            let turns: Sequence = scramble.parse().expect("moves");
            let cube = Facelets::scrambled(Size::Three, &turns).expect("a cube");
            let Ok(SizedCube::Three(cube)) = (&cube).try_into() else { panic!("a reachable cube") };
            views(cube).iter().map(|view| view.first_turns.count_ones()).collect::<Vec<_>>()
        };
        assert_eq!(counts("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"), [4], "superflip");
        assert_eq!(counts("R U' F2 D L2 B' U2 R F"), [18; 6]);
    }
}
