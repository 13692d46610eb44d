//! Generator of extreme boards, on which the techniques get stuck. Random search takes minutes for each. So a board starts from one of a few
//! stored cores, is mirrored, and mutated as long as it stays extreme. A larger board has its core in the middle, behind a wall of black cells,
//! and a random board around it; then the wall is opened where the board stays extreme.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::generate::{GUESSES, beside, has_one_solution, with_all_lit, with_fewest_clues};
use super::hint::sticks;
use super::{LightUpError, LightUpMethod, LightUpPuzzle, LightUpSquare, solve};
use crate::{Answer, Cost, KeepGoing, Others, Verdict};

/// Extreme boards of the smallest sizes.
const CORES: &[&str] = &[
    "5x6:1e1a1l1a1eB",
    "5x6:dBa0a2l1a1aBd",
    "5x7:f1cBb2g2bBc1f",
    "5x7:h1b2bBeBb2b1h",
    "6x6:0d0b1r2b1d0",
    "6x6:0d0c1p2c0d1",
    "6x6:0d0j2b1j0d1",
    "6x6:0d1g1h2g0d0",
    "6x6:1d0c2p1c0d0",
    "6x6:d2g0a1f1a0g2d",
    "7x7:d1e2b1a1q1a1b2e1d",
    "7x7:eBb0f1c0i2cBf0b1e",
    "7x7:f1a1eBc1k1c1eBa2f",
];

const MUTATIONS: usize = 300;

/// The most cells of a board that is mutated as a whole, and not its core alone.
const SMALL: usize = 100;

/// Percentage of black cells around the core at the start.
const BLACK: usize = 30;

/// An extreme board, if the attempt succeeds; `None` when out of budget.
///
/// # Errors
/// No core fits the size.
pub(super) fn attempt(
    white: &LightUpPuzzle,
    random: &mut ChaCha8Rng,
    cost: &mut Cost,
    keep_going: KeepGoing,
) -> Result<Option<Option<LightUpPuzzle>>, LightUpError> {
    let core = core(white, random)?;
    let mut keep_going = || {
        cost.generated += 1;
        cost.expanded += 1;
        keep_going(cost)
    };
    Ok(from_core(white, core, random, &mut keep_going))
}

fn from_core(
    white: &LightUpPuzzle,
    core: LightUpPuzzle,
    random: &mut ChaCha8Rng,
    keep_going: &mut impl FnMut() -> bool,
) -> Option<Option<LightUpPuzzle>> {
    let small = white.squares().len() <= SMALL;
    let core = if small { core } else { mutated(core, random, keep_going)? };
    let Some(mut board) = surrounded(white, &core, random, keep_going)? else { return Some(None) };
    for at in wall(white, &core) {
        if !keep_going() {
            return None;
        }
        let mut squares = board.squares().to_vec();
        let opposite = squares.len() - 1 - at;
        squares[at] = LightUpSquare::White;
        squares[opposite] = LightUpSquare::White;
        if let Some(open) = LightUpPuzzle::new(board.width(), board.height(), squares).ok().filter(is_extreme) {
            board = open;
        }
    }
    if small {
        board = mutated(board, random, keep_going)?;
    }
    let board = with_fewest_clues(board, random, &mut |board| keep_going().then(|| has_one_solution(board)))?;
    Some(Some(board).filter(sticks))
}

/// The board after random mutations that leave it extreme.
fn mutated(mut board: LightUpPuzzle, random: &mut ChaCha8Rng, keep_going: &mut impl FnMut() -> bool) -> Option<LightUpPuzzle> {
    for _ in 0..MUTATIONS {
        if !keep_going() {
            return None;
        }
        if let Some(other) = mutation(&board, random).filter(is_extreme) {
            board = other;
        }
    }
    Some(board)
}

fn is_extreme(board: &LightUpPuzzle) -> bool {
    has_one_solution(board) && sticks(board)
}

/// A core that fits in the middle of a board, randomly transposed and mirrored.
fn core(white: &LightUpPuzzle, random: &mut ChaCha8Rng) -> Result<LightUpPuzzle, LightUpError> {
    let (width, height) = (white.width(), white.height());
    let turned = CORES.iter().flat_map(|id| {
        let core: LightUpPuzzle = id.parse().expect("the cores are boards");
        [transposed(&core), core]
    });
    let in_the_middle = |side: u16, core: u16| core <= side && (side - core).is_multiple_of(2);
    let fitting: Vec<LightUpPuzzle> =
        turned.filter(|core| in_the_middle(width, core.width()) && in_the_middle(height, core.height())).collect();
    let core = fitting.choose(random).ok_or(LightUpError::NeverExtreme { width, height })?;
    let mut squares = core.squares().to_vec();
    if random.random() {
        squares.chunks_mut(core.width().into()).for_each(<[LightUpSquare]>::reverse);
    }
    if random.random() {
        squares.reverse();
    }
    Ok(LightUpPuzzle::new(core.width(), core.height(), squares).expect("a mirrored board is a board"))
}

fn transposed(board: &LightUpPuzzle) -> LightUpPuzzle {
    let (width, height) = (usize::from(board.width()), usize::from(board.height()));
    let squares = (0..width).flat_map(|column| (0..height).map(move |row| board.squares()[row * width + column]));
    LightUpPuzzle::new(board.height(), board.width(), squares.collect()).expect("a turned board is a board")
}

/// The board after one or two mutations: a black cell and its opposite moved, added or removed, or another clue. `None` if that is not a board.
fn mutation(board: &LightUpPuzzle, random: &mut ChaCha8Rng) -> Option<LightUpPuzzle> {
    let mut squares = board.squares().to_vec();
    let last = squares.len() - 1;
    for _ in 0..random.random_range(1..=2) {
        let (white, black): (Vec<usize>, Vec<usize>) = (0..=last).partition(|&at| squares[at] == LightUpSquare::White);
        let (&from, &to) = (black.choose(random)?, white.choose(random)?);
        match random.random_range(0..8) {
            0 => (squares[from], squares[last - from]) = (LightUpSquare::White, LightUpSquare::White),
            1 => (squares[to], squares[last - to]) = (LightUpSquare::Black, LightUpSquare::Black),
            2..5 => {
                squares[from] =
                    *[LightUpSquare::Black, LightUpSquare::Clue(0), LightUpSquare::Clue(1), LightUpSquare::Clue(2)].choose(random)?
            }
            _ if 2 * from != last && 2 * to != last => {
                squares.swap(from, to);
                squares.swap(last - from, last - to);
            }
            _ => {}
        }
    }
    LightUpPuzzle::new(board.width(), board.height(), squares).ok()
}

/// Column and row of the corner of the core in the middle of the board.
fn corner(white: &LightUpPuzzle, core: &LightUpPuzzle) -> (u16, u16) {
    ((white.width() - core.width()) / 2, (white.height() - core.height()) / 2)
}

/// Whether a cell of the board is at most `around` cells away from the core.
fn in_core(white: &LightUpPuzzle, core: &LightUpPuzzle, at: usize, around: u16) -> bool {
    let (left, top) = corner(white, core);
    let cell = white.cell(at);
    let within = |place: u16, first: u16, length: u16| (first..first + length + 2 * around).contains(&(place + around));
    within(cell.column, left, core.width()) && within(cell.row, top, core.height())
}

/// The cells around the core, one of each opposite pair.
fn wall(white: &LightUpPuzzle, core: &LightUpPuzzle) -> Vec<usize> {
    let cells = white.squares().len();
    (0..cells.div_ceil(2)).filter(|&at| in_core(white, core, at, 1) && !in_core(white, core, at, 0)).collect()
}

/// The core behind a wall, with random black cells around it, and more where two solutions differ, until there is one solution.
fn surrounded(
    white: &LightUpPuzzle,
    core: &LightUpPuzzle,
    random: &mut ChaCha8Rng,
    keep_going: &mut impl FnMut() -> bool,
) -> Option<Option<LightUpPuzzle>> {
    let Verdict::Solved(Answer { solution, .. }) = solve(core, LightUpMethod::default(), &mut |_| true).verdict else { return Some(None) };
    let (width, cells) = (usize::from(white.width()), white.squares().len());
    let (left, top) = corner(white, core);
    let mut squares = white.squares().to_vec();
    let mut bulbs = vec![false; cells];
    for cell in core.cells() {
        let at = usize::from(top + cell.row) * width + usize::from(left + cell.column);
        squares[at] = core.square(cell);
        bulbs[at] = solution.bulb(cell);
    }
    let blacken = |squares: &mut [LightUpSquare], at: usize| {
        squares[at] = LightUpSquare::Black;
        squares[cells - 1 - at] = LightUpSquare::Black;
    };
    wall(white, core).into_iter().for_each(|at| blacken(&mut squares, at));
    let outside: Vec<usize> = (0..cells).filter(|&at| !in_core(white, core, at, 1)).collect();
    for _ in 0..outside.len() * BLACK / 200 {
        blacken(&mut squares, *outside.choose(random)?);
    }
    loop {
        if !keep_going() {
            return None;
        }
        let black =
            LightUpPuzzle::new(white.width(), white.height(), squares.clone()).expect("only the core has clues, and it keeps its cells");
        bulbs.iter_mut().zip(&squares).for_each(|(bulb, square)| *bulb &= *square == LightUpSquare::White);
        bulbs = with_all_lit(&black, bulbs, random);
        let clued = (0..cells).map(|at| match squares[at] {
            LightUpSquare::Black if !in_core(white, core, at, 1) => LightUpSquare::Clue(beside(&black, &bulbs, at)),
            square => square,
        });
        let board = LightUpPuzzle::new(white.width(), white.height(), clued.collect()).expect("the clues count bulbs beside them");
        let differ = match solve(&board, LightUpMethod::default(), &mut |cost| cost.expanded < GUESSES).verdict {
            Verdict::Solved(Answer { others: Others::None, .. }) => return Some(Some(board)),
            Verdict::Solved(Answer { solution, others: Others::Another(other) }) => {
                outside.iter().copied().filter(|&at| solution.bulbs()[at] != other.bulbs()[at]).collect()
            }
            _ => outside.clone(),
        };
        // If the mutated core has several solutions, they differ there alone.
        let Some(&at) = differ.choose(random) else { return Some(None) };
        blacken(&mut squares, at);
    }
}
