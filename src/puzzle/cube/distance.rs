//! The distance table of all 3,674,160 2×2×2 cubes.

use super::coordinate::{pair_distances, seven_order, seven_twist, turn_table, with_seven_order, with_seven_twist};
use super::cubies::{Cube2, CubeState};
use super::turn::{Face, Metric, Turn};

/// The distances of all 2×2×2 cubes in one metric: 3.7 MB.
#[derive(Debug)]
pub struct Distances {
    distances: Vec<u8>,
    metric: Metric,
}

impl Distances {
    pub fn new(metric: Metric) -> Distances {
        fn by<const N: usize>(turns: [Turn; N]) -> Vec<u8> {
            let order = |number, turn| seven_order(Cube2 { corners: with_seven_order(number).turned(turn) });
            let twist = |number, turn| seven_twist(Cube2 { corners: with_seven_twist(number).turned(turn) });
            pair_distances(&turn_table(5040, turns, order), &turn_table(729, turns, twist))
        }
        // Turns of U, R and F.
        let distances = match metric {
            Metric::Half => by::<9>(std::array::from_fn(|i| Turn::ALL[i])),
            Metric::Quarter => by::<6>(std::array::from_fn(|i| Turn::ALL[i / 2 * 3 + i % 2 * 2])),
        };
        Distances { distances, metric }
    }

    /// The number of moves of a shortest solution.
    pub fn of(&self, cube: Cube2) -> u8 {
        self.distances[seven_order(cube) * 729 + seven_twist(cube)]
    }

    pub fn solve(&self, mut cube: Cube2) -> Vec<Turn> {
        let actions = Cube2::actions(self.metric);
        let mut turns = Vec::new();
        while self.of(cube) > 0 {
            let down = |turn: &&Turn| self.of(cube.turned(**turn)) < self.of(cube);
            let turn = *actions.iter().find(down).expect("some turn leads to a cube at one less, by the breadth-first order");
            debug_assert!(turn.face < Face::D);
            cube = cube.turned(turn);
            turns.push(turn);
        }
        turns
    }

    /// The number of cubes at each distance, from 0.
    pub fn histogram(&self) -> Vec<u32> {
        let longest = self.distances.iter().copied().max().unwrap_or(0) as usize;
        let mut counts = vec![0; longest + 1];
        self.distances.iter().for_each(|distance| counts[*distance as usize] += 1);
        counts
    }

    pub fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }
}
