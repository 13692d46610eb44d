//! The two heuristics of the course.

use crate::Evaluate;
use rules::knights::Move;
use rules::{Knights, Position, Side};

/// Heuristic 1: knights arrived, knights on the board and rows advanced, all summed; own less the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Linear;

impl Linear {
    fn of(position: &Knights, side: Side) -> i32 {
        let squares = position.squares(side);
        let rows: i32 = squares.map(|square| i32::from(Knights::advanced(side, square))).sum();
        (position.arrived(side) + squares.len() as u32) as i32 + rows
    }
}

/// What the sum of one side changes by when a move takes it there, and the other's by a capture.
fn gain(position: &Knights, mv: Move, worth: impl Fn(u8) -> i32) -> i32 {
    let Move::Step { from, to } = mv else { return 0 };
    let side = position.side_to_move();
    let captured = if is_capture(position, mv) { worth(Knights::advanced(side.other(), to)) } else { 0 };
    worth(Knights::advanced(side, to)) - worth(Knights::advanced(side, from)) + captured
}

fn is_capture(position: &Knights, mv: Move) -> bool {
    matches!(mv, Move::Step { to, .. } if position.set(position.side_to_move().other()) & to.bit() != 0)
}

/// A capture, or an arrival on the far row.
fn is_noisy(position: &Knights, mv: Move) -> bool {
    let arrives = matches!(mv, Move::Step { to, .. } if Knights::far_row(position.side_to_move()) & to.bit() != 0);
    arrives || is_capture(position, mv)
}

impl Evaluate<Knights> for Linear {
    fn evaluate(&self, position: &Knights) -> i32 {
        let side = position.side_to_move();
        Linear::of(position, side) - Linear::of(position, side.other())
    }

    fn promise(&self, position: &Knights, mv: Move) -> i32 {
        gain(position, mv, |rows| 1 + i32::from(rows) + i32::from(rows == 8))
    }

    fn is_noisy(&self, position: &Knights, mv: Move) -> bool {
        is_noisy(position, mv)
    }

    fn unit(&self) -> f64 {
        4.0
    }
}

/// Heuristic 2: e to the power of the rows advanced, summed over the knights; own less the opponent's. One knight near the goal
/// outweighs several at home.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exponential;

/// e⁰ to e⁸, rounded.
const POWERS: [i32; 9] = [1, 3, 7, 20, 55, 148, 403, 1097, 2981];

fn power(rows: u8) -> i32 {
    POWERS[usize::from(rows)]
}

impl Exponential {
    fn of(position: &Knights, side: Side) -> i32 {
        position.squares(side).map(|square| power(Knights::advanced(side, square))).sum()
    }
}

impl Evaluate<Knights> for Exponential {
    fn evaluate(&self, position: &Knights) -> i32 {
        let side = position.side_to_move();
        Exponential::of(position, side) - Exponential::of(position, side.other())
    }

    fn promise(&self, position: &Knights, mv: Move) -> i32 {
        gain(position, mv, power)
    }

    fn is_noisy(&self, position: &Knights, mv: Move) -> bool {
        is_noisy(position, mv)
    }

    fn unit(&self) -> f64 {
        1000.0
    }
}
