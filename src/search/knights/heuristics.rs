//! The two heuristics of the course.

use super::ordering::{is_capture, is_quiet};
use crate::Evaluate;
use rules::knights::Move;
use rules::{Knights, Position, Side};

/// A sum over the knights by rows advanced; own less the opponent's.
#[derive(Clone, Copy, Debug)]
pub enum KnightsHeuristic {
    /// Heuristic 1: knights arrived, knights on the board and rows advanced.
    Linear,
    /// Heuristic 2: e to the power of the rows advanced. One knight near the goal outweighs several at home.
    Exponential,
}

impl KnightsHeuristic {
    /// The worth of a knight by rows advanced.
    const fn worth(self) -> &'static [i32; 9] {
        match self {
            KnightsHeuristic::Linear => &[1, 2, 3, 4, 5, 6, 7, 8, 10],
            // e⁰ to e⁸, rounded.
            KnightsHeuristic::Exponential => &[1, 3, 7, 20, 55, 148, 403, 1097, 2981],
        }
    }
}

impl Evaluate<Knights> for KnightsHeuristic {
    fn evaluate(&self, position: &Knights) -> i32 {
        let worth = self.worth();
        let of = |side: Side| position.squares(side).map(|square| worth[usize::from(Knights::advanced(side, square))]).sum::<i32>();
        let side = position.side_to_move();
        of(side) - of(side.other())
    }

    fn ordering_score(&self, position: &Knights, mv: Move) -> i32 {
        let Move::Step { from, to } = mv else { return 0 };
        let side = position.side_to_move();
        let worth = |side, square| self.worth()[usize::from(Knights::advanced(side, square))];
        let captured = if is_capture(position, mv) { worth(side.other(), to) } else { 0 };
        worth(side, to) - worth(side, from) + captured
    }

    /// A capture, or an arrival on the far row.
    fn is_noisy(&self, position: &Knights, mv: Move) -> bool {
        mv != Move::Pass && !is_quiet(position, mv)
    }

    fn unit(&self) -> f64 {
        match self {
            KnightsHeuristic::Linear => 4.0,
            KnightsHeuristic::Exponential => 1000.0,
        }
    }
}
