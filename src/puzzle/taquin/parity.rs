//! Solvability by parity (Johnson and Story 1879).

use super::puzzle::TaquinPuzzle;
use crate::permutation::is_odd;

#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("taquin_impossible")]
pub enum TaquinUnreachable {
    Line,
    Parity { is_odd: bool, steps: u32 },
    EveryBoard,
    AtTheGoal,
}

pub(super) fn refusal(puzzle: &TaquinPuzzle) -> Option<TaquinUnreachable> {
    let shape = puzzle.shape();
    let tiles = puzzle.tiles();
    let blank = puzzle.blank_number();
    if shape.width() == 1 || shape.height() == 1 {
        let order = tiles.iter().filter(|&&tile| tile != blank);
        return (!order.is_sorted()).then_some(TaquinUnreachable::Line);
    }
    // Each move exchanges the blank with a tile: the permutation and the blank's cell change parity together.
    let steps = shape.distance(puzzle.start_blank(), blank.into());
    let is_odd = is_odd(tiles);
    (is_odd == steps.is_multiple_of(2)).then_some(TaquinUnreachable::Parity { is_odd, steps })
}
