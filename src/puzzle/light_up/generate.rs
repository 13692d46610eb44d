//! Generator of boards with one solution and a given difficulty.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{LightUpMethod, LightUpPuzzle, LightUpSquare, extreme, solve, walk};
use crate::{Answer, Cost, Difficulty, KeepGoing, Others, Solved, Verdict};

/// Percentage of black cells at least and at most. Large boards with few seldom have one solution, so it grows with the cells and with each failed attempt.
const BLACK: core::ops::RangeInclusive<usize> = 20..=40;
const CELLS_PER_PERCENT: usize = 64;
const ATTEMPTS_PER_PERCENT: usize = 4;

/// A board of a size and a difficulty with one solution; the same seed gives the same board. Every clue is needed for uniqueness or for the
/// difficulty. The black cells have half-turn symmetry. Gives up when the budget ends: very small boards are never hard.
///
/// # Errors
/// A size out of bounds, or one without an extreme board.
pub fn generate(
    width: u16,
    height: u16,
    difficulty: Difficulty,
    seed: u64,
    keep_going: KeepGoing,
) -> Result<Solved<LightUpPuzzle>, super::LightUpError> {
    // A board of white cells alone, for its size.
    let white = LightUpPuzzle::new(width, height, vec![LightUpSquare::White; usize::from(width) * usize::from(height)])?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut cost = Cost::default();
    for failed in 0.. {
        let black = (BLACK.start() + white.squares().len() / CELLS_PER_PERCENT + failed / ATTEMPTS_PER_PERCENT).min(*BLACK.end());
        let attempt = match difficulty {
            Difficulty::Extreme => extreme::attempt(&white, &mut random, &mut cost, keep_going)?,
            _ => attempt(&white, black, difficulty, &mut random, &mut cost, keep_going),
        };
        match attempt {
            None => break,
            Some(None) => {}
            Some(Some(board)) => return Ok(Solved { verdict: Verdict::Solved(board), cost }),
        }
    }
    Ok(Solved { verdict: Verdict::LimitReached, cost })
}

/// Removes clues one by one; a board if the rest has the difficulty; `None` when out of budget.
fn attempt(
    white: &LightUpPuzzle,
    black: usize,
    difficulty: Difficulty,
    random: &mut ChaCha8Rng,
    cost: &mut Cost,
    keep_going: KeepGoing,
) -> Option<Option<LightUpPuzzle>> {
    let mut fits = |board: &LightUpPuzzle| {
        cost.generated += 1;
        cost.expanded += 1;
        keep_going(cost).then(|| fits(board, difficulty))
    };
    let mut board = with_all_clues(white, black, random);
    if !fits(&board)? {
        return Some(None);
    }
    board = with_fewest_clues(board, random, &mut fits)?;
    let Verdict::Solved(walk) = walk(&board, keep_going).verdict else { return None };
    Some(Some(board).filter(|_| walk.difficulty() == difficulty))
}

fn fits(board: &LightUpPuzzle, difficulty: Difficulty) -> bool {
    has_one_solution(board)
        && match walk(board, &mut |cost| difficulty > Difficulty::Medium || cost.expanded == 0).verdict {
            Verdict::Solved(walk) => walk.difficulty() <= difficulty,
            _ => false,
        }
}

/// Random black cells, random bulbs until every white cell is lit, and all clues that they give.
fn with_all_clues(white: &LightUpPuzzle, black: usize, random: &mut ChaCha8Rng) -> LightUpPuzzle {
    let cells = white.squares().len();
    let mut squares = white.squares().to_vec();
    for _ in 0..cells * black / 200 {
        let at = random.random_range(0..cells);
        squares[at] = LightUpSquare::Black;
        squares[cells - 1 - at] = LightUpSquare::Black;
    }
    let board = LightUpPuzzle::new(white.width(), white.height(), squares.clone()).expect("the size is that of a board");
    let bulbs = with_all_lit(&board, vec![false; cells], random);
    for at in (0..cells).filter(|&at| squares[at] == LightUpSquare::Black).collect::<Vec<_>>() {
        squares[at] = LightUpSquare::Clue(beside(&board, &bulbs, at));
    }
    LightUpPuzzle::new(white.width(), white.height(), squares).expect("the clues count bulbs beside them")
}

/// Limit of guesses for a uniqueness proof; beyond it the clue stays.
pub(super) const GUESSES: u64 = 2_000;

/// Whether the solver proves within the limit that a board has one solution.
pub(super) fn has_one_solution(board: &LightUpPuzzle) -> bool {
    let solved = solve(board, LightUpMethod::default(), &mut |cost| cost.expanded < GUESSES);
    matches!(solved.verdict, Verdict::Solved(Answer { others: Others::None, .. }))
}

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
        let mut squares = board.squares().to_vec();
        squares[at] = LightUpSquare::Black;
        let fewer = LightUpPuzzle::new(board.width(), board.height(), squares).expect("a clue less asks for less");
        if fits(&fewer)? {
            board = fewer;
        }
    }
    Some(board)
}
