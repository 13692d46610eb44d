//! Boards at random, with one solution and as hard as is asked for.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Method, Puzzle, Square, solve, walk};
use crate::{Answer, Cost, Difficulty, Others, Solved, Verdict};

/// Black cells in a hundred.
const BLACK: usize = 20;
/// Guesses until a clue whose removal takes longer to judge stays as it is.
const GUESSES: u64 = 2_000;

/// A board of a size and a difficulty with one solution, from which no clue can be taken away without making it harder than asked for or
/// leaving it several solutions. The black cells lie as they do after half a turn. The same seed gives the same board.
///
/// Gives up when the budget ends: very small boards are never hard.
///
/// # Errors
/// A size that no board has.
pub fn generate(
    width: u16,
    height: u16,
    difficulty: Difficulty,
    seed: u64,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Result<Solved<Puzzle>, super::Error> {
    // A board of white cells alone, for its size.
    let white = Puzzle::new(width, height, vec![Square::White; usize::from(width) * usize::from(height)])?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut cost = Cost::default();
    loop {
        match attempt(&white, difficulty, &mut random, &mut cost, go_on) {
            None => return Ok(Solved { verdict: Verdict::GaveUp, cost }),
            Some(None) => {}
            Some(Some(board)) => return Ok(Solved { verdict: Verdict::Solved(board), cost }),
        }
    }
}

/// Takes clues away one by one; a board if what is left is as hard as it should be; nothing when out of budget.
fn attempt(
    white: &Puzzle,
    difficulty: Difficulty,
    random: &mut ChaCha8Rng,
    cost: &mut Cost,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Option<Option<Puzzle>> {
    let mut fits = |board: &Puzzle| {
        cost.generated += 1;
        cost.expanded += 1;
        go_on(cost).then(|| fits(board, difficulty))
    };
    let mut board = with_all_clues(white, random);
    if !fits(&board)? {
        return Some(None);
    }
    let mut clues: Vec<usize> = (0..board.squares().len()).filter(|&at| matches!(board.squares()[at], Square::Clue(_))).collect();
    clues.shuffle(random);
    for at in clues {
        let fewer = changed(&board, at, Square::Black);
        if fits(&fewer)? {
            board = fewer;
        }
    }
    let Verdict::Solved(walk) = walk(&board, go_on).verdict else { return None };
    Some(Some(board).filter(|_| walk.difficulty() == difficulty))
}

/// Whether a board has one solution and is not too hard. What is lit at the end of steps without a guess is the only solution.
fn fits(board: &Puzzle, difficulty: Difficulty) -> bool {
    let one = solve(board, Method::default(), &mut |cost| cost.expanded < GUESSES).verdict;
    let one = matches!(one, Verdict::Solved(Answer { others: Others::None, .. }));
    one && (difficulty == Difficulty::Extreme
        || match walk(board, &mut |cost| difficulty > Difficulty::Medium || cost.expanded == 0).verdict {
            Verdict::Solved(walk) => walk.difficulty() <= difficulty,
            _ => false,
        })
}

/// Black cells at random, bulbs at random until all is lit, and every clue that they give.
fn with_all_clues(white: &Puzzle, random: &mut ChaCha8Rng) -> Puzzle {
    let cells = white.squares().len();
    let mut squares = white.squares().to_vec();
    for _ in 0..cells * BLACK / 200 {
        let at = random.random_range(0..cells);
        squares[at] = Square::Black;
        squares[cells - 1 - at] = Square::Black;
    }
    let board = Puzzle::new(white.width(), white.height(), squares.clone()).expect("the size is that of a board");
    let mut bulbs = vec![false; cells];
    let mut lit = vec![false; cells];
    let mut order: Vec<usize> = (0..cells).collect();
    order.shuffle(random);
    for at in order {
        if squares[at] == Square::White && !lit[at] {
            bulbs[at] = true;
            lit[at] = true;
            board.sees(board.cell(at)).for_each(|other| lit[board.index(other)] = true);
        }
    }
    for at in (0..cells).filter(|&at| squares[at] == Square::Black).collect::<Vec<_>>() {
        let beside = board.neighbours(board.cell(at)).filter(|&cell| bulbs[board.index(cell)]).count();
        squares[at] = Square::Clue(beside as u8);
    }
    Puzzle::new(white.width(), white.height(), squares).expect("the clues count bulbs beside them")
}

fn changed(board: &Puzzle, at: usize, square: Square) -> Puzzle {
    let mut squares = board.squares().to_vec();
    squares[at] = square;
    Puzzle::new(board.width(), board.height(), squares).expect("a clue less asks for less")
}
