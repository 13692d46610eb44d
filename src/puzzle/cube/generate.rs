//! Generator of scrambled cubes by difficulty.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::coordinate::{permutation, with_flip, with_seven_order, with_seven_twist, with_twist};
use super::cubies::{Corners, Edges};
use super::{Cube2, Cube3, CubeMethod, CubeSolver, CubeUnreachable, Enough, Facelets, Metric, Request, Sequence, Size, SizedCube, Turn};
use crate::{Cost, Difficulty, KeepGoing, Solved, Verdict};

/// A cube and moves that lead to it from the solved one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scramble {
    pub cube: Facelets,
    pub moves: Sequence,
}

/// The fewest and the most turns of a difficulty, in half turns: the distance of a 2×2×2, the length of the scramble of a 3×3×3. An extreme 3×3×3 is
/// uniformly random.
pub fn turns(size: Size, difficulty: Difficulty) -> (usize, usize) {
    match (size, difficulty) {
        (_, Difficulty::Easy) => (1, 4),
        (Size::Two, Difficulty::Medium) => (5, 7),
        (Size::Two, Difficulty::Hard) => (8, 9),
        (Size::Two, Difficulty::Extreme) => (10, 11),
        (Size::Three, Difficulty::Medium) => (5, 8),
        (Size::Three, Difficulty::Hard) => (9, 14),
        (Size::Three, Difficulty::Extreme) => (15, 22),
    }
}

impl CubeSolver {
    /// A cube of a size and a difficulty (see [`turns`]). The same seed gives the same cube. Gives up when the budget ends.
    pub fn generate(&self, size: Size, difficulty: Difficulty, seed: u64, keep_going: KeepGoing) -> Solved<Scramble> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut cost = Cost::default();
        let (least, most) = turns(size, difficulty);
        loop {
            cost.generated += 1;
            if !keep_going(&cost) {
                return Solved { verdict: Verdict::LimitReached, cost };
            }
            let verdict = match (size, difficulty) {
                (Size::Two, _) => {
                    let corners = with_seven_order(random.random_range(0..5040));
                    let twisted = with_seven_twist(random.random_range(0..729));
                    let cube = Cube2 { corners: twisted.then(corners) };
                    // Near cubes are rare; a path towards the solved one leads to them.
                    let solution = self.distances(Metric::Half).solve(cube);
                    let wanted = random.random_range(least..=most);
                    let Some(away) = solution.len().checked_sub(wanted) else { continue };
                    let moves: Sequence = solution[away..].iter().copied().collect();
                    Verdict::Solved(moves)
                }
                (Size::Three, Difficulty::Extreme) => {
                    let cube = any_cube(&mut random);
                    let request = Request { method: CubeMethod::TwoPhase, metric: Metric::Half, enough: Enough::Moves(most) };
                    match self.solve(&cube.facelets(), request, &mut |_| keep_going(&cost)) {
                        Ok(Solved { verdict: Verdict::Solved(answer), .. }) if answer.turns.len() >= least => {
                            Verdict::Solved(answer.sequence())
                        }
                        Ok(Solved { verdict: Verdict::LimitReached, .. }) => Verdict::LimitReached,
                        _ => continue,
                    }
                }
                (Size::Three, _) => {
                    let length = random.random_range(least..=most);
                    let mut turns: Vec<Turn> = Vec::new();
                    while turns.len() < length {
                        let turn = *Turn::ALL.choose(&mut random).expect("there are turns");
                        if turn.may_follow(&turns, Metric::Half) {
                            turns.push(turn);
                        }
                    }
                    Verdict::Solved(turns.into_iter().collect::<Sequence>())
                }
            };
            let verdict = verdict.map(|solution: Sequence| {
                let moves = solution.inverse();
                Scramble { cube: Facelets::scrambled(size, &moves).expect("turns of faces move no middle layer"), moves }
            });
            return Solved { verdict, cost };
        }
    }
}

/// A uniformly random reachable 3×3×3.
fn any_cube(random: &mut ChaCha8Rng) -> Cube3 {
    loop {
        let corners = with_twist(random.random_range(0..2187)).then(Corners(permutation(random.random_range(0..40320))));
        let mut order: [u8; 12] = std::array::from_fn(|edge| edge as u8);
        order.shuffle(random);
        let edges = with_flip(random.random_range(0..2048)).then(Edges(order));
        let cube = Cube3 { corners, edges };
        // Half of the cubes have the wrong parity.
        match SizedCube::try_from(&cube.facelets()) {
            Ok(_) => return cube,
            Err(CubeUnreachable::Parity) => {}
            Err(other) => unreachable!("all pieces are there, and turned as they may be: {other}"),
        }
    }
}
