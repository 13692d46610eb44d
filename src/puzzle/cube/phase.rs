//! The phases of a solution by Kociemba's method (<http://kociemba.org/cube.htm>).

use super::coordinate::{flip, slice, twist};
use super::cubies::CubeState;
use super::symmetry::Symmetry;
use super::{Cube3, Facelets, SizedCube, Turn};

/// The number of turns after which a solution stays in the subgroup G1 of phase 2, along the axis where that is least; `None` for a cube that is not a
/// reachable 3×3×3.
pub fn first_phase(cube: &Facelets, turns: &[Turn]) -> Option<usize> {
    let Ok(SizedCube::Three(start)) = SizedCube::try_from(cube) else { return None };
    let mut cubes = vec![start];
    for turn in turns {
        cubes.push(cubes[cubes.len() - 1].turned(*turn));
    }
    let outside = |axis: &Symmetry| cubes.iter().rposition(|cube| !is_in_subgroup(axis.cube(*cube))).map_or(0, |last| last + 1);
    Symmetry::axes().iter().map(outside).min()
}

fn is_in_subgroup(cube: Cube3) -> bool {
    twist(cube.corners) == 0 && flip(cube.edges) == 0 && slice(cube.edges) == slice(Cube3::SOLVED.edges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{CubeMethod, CubeSolver, Enough, Metric, Request, Sequence, Size};

    fn phases(scramble: &str) -> (usize, usize) {
        let moves: Sequence = scramble.parse().expect("moves");
        let cube = Facelets::scrambled(Size::Three, &moves).expect("a cube");
        let request = Request { method: CubeMethod::TwoPhase, metric: Metric::Half, enough: Enough::Moves(0) };
        let solved = CubeSolver::new().solve(&cube, request, &mut |cost| cost.expanded < 200_000).expect("it is for this size");
        let solution = solved.verdict.answer().expect("a reachable cube");
        (first_phase(&cube, &solution.turns).expect("a cube of three"), solution.turns.len())
    }

    #[test]
    fn half_turns_and_turns_about_one_axis_need_no_first_phase() {
        assert_eq!(phases("").0, 0);
        assert_eq!(phases("R2 U F2 D'"), (0, 4));
        assert_eq!(phases("R U2 L' F2"), (0, 4), "along the axis from left to right");
    }

    #[test]
    fn the_first_phase_ends_before_the_solution_does_or_with_it() {
        for scramble in ["R U' F2 D L2 B' U2", "F R", "R U F"] {
            let (first, all) = phases(scramble);
            assert!(first > 0 && first <= all, "{scramble}: {first} of {all}");
        }
        let two = Facelets::solved(Size::Two);
        assert_eq!(first_phase(&two, &[]), None);
    }
}
