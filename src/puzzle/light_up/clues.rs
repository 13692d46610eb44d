//! Parts of the generators: random bulbs that light a board, their clues, and the removal of clues.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{LightUpMethod, LightUpPuzzle, LightUpSquare, solve};
use crate::{Answer, Others, Verdict};

/// Limit of guesses for a uniqueness proof; beyond it the clue stays.
pub(super) const GUESSES: u64 = 2_000;

/// Whether the solver proves within the limit that a board has one solution.
pub(super) fn has_one_solution(board: &LightUpPuzzle) -> bool {
    let solved = solve(board, LightUpMethod::default(), &mut |cost| cost.expanded < GUESSES);
    matches!(solved.verdict, Verdict::Solved(Answer { others: Others::None, .. }))
}

/// Adds random bulbs until every white cell is lit.
pub(super) fn with_all_lit(board: &LightUpPuzzle, mut bulbs: Vec<bool>, random: &mut ChaCha8Rng) -> Vec<bool> {
    let mut lit = bulbs.clone();
    let shine = |lit: &mut Vec<bool>, at: usize| board.sees(board.cell(at)).for_each(|other| lit[board.index(other)] = true);
    (0..bulbs.len()).filter(|&at| bulbs[at]).for_each(|at| shine(&mut lit, at));
    let mut order: Vec<usize> = (0..bulbs.len()).collect();
    order.shuffle(random);
    for at in order {
        if board.squares()[at] == LightUpSquare::White && !lit[at] {
            bulbs[at] = true;
            lit[at] = true;
            shine(&mut lit, at);
        }
    }
    bulbs
}

pub(super) fn beside(board: &LightUpPuzzle, bulbs: &[bool], at: usize) -> u8 {
    board.neighbours(board.cell(at)).filter(|&cell| bulbs[board.index(cell)]).count() as u8
}

/// Removes clues in random order while the board still fits; `None` when out of budget.
pub(super) fn with_fewest_clues(
    mut board: LightUpPuzzle,
    random: &mut ChaCha8Rng,
    fits: &mut impl FnMut(&LightUpPuzzle) -> Option<bool>,
) -> Option<LightUpPuzzle> {
    let mut clues: Vec<usize> = (0..board.squares().len()).filter(|&at| matches!(board.squares()[at], LightUpSquare::Clue(_))).collect();
    clues.shuffle(random);
    for at in clues {
        let fewer = changed(&board, at, LightUpSquare::Black);
        if fits(&fewer)? {
            board = fewer;
        }
    }
    Some(board)
}

fn changed(board: &LightUpPuzzle, at: usize, square: LightUpSquare) -> LightUpPuzzle {
    let mut squares = board.squares().to_vec();
    squares[at] = square;
    LightUpPuzzle::new(board.width(), board.height(), squares).expect("a clue less asks for less")
}
