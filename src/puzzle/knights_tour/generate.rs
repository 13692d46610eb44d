//! Generator of random boards with forbidden squares by difficulty.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Chessboard, RestrictedTour, TourError, TourKind, TourProblem, TourSquare, solve_restricted};
use crate::{Cost, Difficulty, KeepGoing, Solved, Verdict};

/// The most squares of a generated board: the difficulty of larger ones takes too long to measure.
const MAX_SQUARES: u32 = 400;

/// The most backtracks by Warnsdorff's rule on a medium and on a hard board.
const BACKTRACKS: [u64; 2] = [50, 5_000];

/// A field that these guesses do not decide is discarded: a few hundred find a tour if there is one.
const MAX_GUESSES: u64 = 2_000;

/// A field that has a tour. Its difficulty is the number of backtracks of Warnsdorff's rule: 0 easy, at most 50 medium, at most 5,000 hard. The same
/// seed gives the same field. Gives up when the budget ends: small boards may have no such field.
///
/// # Errors
/// [`TourError::LargeToGenerate`] for a board of more than 400 squares, [`TourError::NoneToGenerate`] for one that is too small for a tour.
pub fn generate(board: Chessboard, difficulty: Difficulty, seed: u64, keep_going: KeepGoing) -> Result<Solved<RestrictedTour>, TourError> {
    if board.squares() > MAX_SQUARES {
        return Err(TourError::LargeToGenerate { width: board.width(), height: board.height(), most: MAX_SQUARES });
    }
    let (short, squares) = (board.width().min(board.height()), board.squares());
    // Below 16 squares, none is forbidden, and of these boards only 3x4 has a tour.
    if squares > 1 && (short < 3 || squares < 16 && squares != 12) {
        return Err(TourError::NoneToGenerate { width: board.width(), height: board.height() });
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut cost = Cost::default();
    loop {
        cost.generated += 1;
        if !keep_going(&cost) {
            return Ok(Solved { verdict: Verdict::LimitReached, cost });
        }
        let Some(field) = random_field(board, &mut random) else { continue };
        let before = cost;
        let solved = solve_restricted(&field, &mut |now| now.expanded < MAX_GUESSES && keep_going(&before.and(now)));
        cost = before.and(&solved.cost);
        let has_tour = matches!(solved.verdict, Verdict::Solved(_));
        if has_tour && difficulty_of(backtracks(&field, BACKTRACKS[1] + 1)) == difficulty {
            return Ok(Solved { verdict: Verdict::Solved(field), cost });
        }
    }
}

/// A random field that may have a tour: equally many squares of both colours are forbidden, up to one in eight; half of the fields have a given end.
fn random_field(board: Chessboard, random: &mut ChaCha8Rng) -> Option<RestrictedTour> {
    let mut squares: Vec<TourSquare> = (0..board.squares()).map(|index| board.at(index)).collect();
    squares.shuffle(random);
    let pairs = random.random_range(0..=board.squares() as usize / 16);
    let of_colour = |colour: bool| squares.iter().filter(move |square| square.has_corner_colour() == colour).take(pairs);
    let at = |square: &TourSquare| (u64::from(square.row), u64::from(square.column));
    let forbidden: Vec<(u64, u64)> = of_colour(true).chain(of_colour(false)).map(at).collect();
    let mut open = squares.iter().map(at).filter(|square| !forbidden.contains(square));
    let (row, column) = open.next()?;
    let end = if random.random() { open.next() } else { None };
    let problem = TourProblem::new(board, row, column, TourKind::Open).expect("a square of the board");
    let field = RestrictedTour::new(problem, &forbidden, end).expect("the start and the end are open squares of a small board");
    field.refusal().is_none().then_some(field)
}

fn difficulty_of(moves: u64) -> Difficulty {
    match moves {
        0 => Difficulty::Easy,
        moves if moves <= BACKTRACKS[0] => Difficulty::Medium,
        moves if moves <= BACKTRACKS[1] => Difficulty::Hard,
        _ => Difficulty::Extreme,
    }
}

/// The number of backtracks of Warnsdorff's rule, at most `most`.
fn backtracks(field: &RestrictedTour, most: u64) -> u64 {
    let all = field.squares().count();
    let mut path = vec![field.problem().start()];
    // The choices from each square of the path, the best last.
    let mut choices = vec![onward(field, &path)];
    let mut back = 0;
    while path.len() < all || field.end().is_some_and(|end| path[all - 1] != end) {
        let next = choices.last_mut().expect("one for each square of the path").pop();
        if let Some(square) = next {
            path.push(square);
            choices.push(onward(field, &path));
        } else {
            path.pop();
            choices.pop();
            back += 1;
            if back >= most || path.is_empty() {
                return most;
            }
        }
    }
    back
}

/// The choices from the last square, fewest onward moves last; the given end only if there is no other.
fn onward(field: &RestrictedTour, path: &[TourSquare]) -> Vec<TourSquare> {
    let fresh = |square: TourSquare| field.neighbours(square).filter(|beside| !path.contains(beside));
    let mut squares: Vec<TourSquare> = fresh(path[path.len() - 1]).filter(|square| field.end() != Some(*square)).collect();
    squares.sort_by_key(|square| core::cmp::Reverse(fresh(*square).count()));
    if squares.is_empty() {
        squares = fresh(path[path.len() - 1]).collect();
    }
    squares
}
