//! Generator of random boards by difficulty or distance.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::parity;
use super::{
    Direction, Goal, PatternDatabases, TaquinError, TaquinGrid, TaquinMethod, TaquinPuzzle, TaquinShape, TaquinSolution, USUAL_PLACEMENTS,
    needs_tables, solve, solve_with, tables,
};
use crate::{Cost, Difficulty, KeepGoing, Solved, Verdict};

/// The most cells of a generated board, and of one that is rated by its shortest solution; larger ones are rated by one that weighted A* finds.
const MAX_CELLS: usize = 36;
const MAX_OPTIMAL: usize = 16;

/// A board with the solution that rates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The board, with the goal of numbers in order and the blank last.
    pub puzzle: TaquinPuzzle,
    pub solution: TaquinSolution,
}

/// The fewest and the most moves of a difficulty: up to one move a cell is easy, up to two medium, up to three hard.
pub fn lengths(shape: TaquinShape, difficulty: Difficulty) -> (u32, u32) {
    let cells = shape.cells() as u32;
    match difficulty {
        Difficulty::Easy => (1, cells),
        Difficulty::Medium => (cells + 1, 2 * cells),
        Difficulty::Hard => (2 * cells + 1, 3 * cells),
        Difficulty::Extreme => (3 * cells + 1, u32::MAX),
    }
}

/// A board whose shortest solution (beyond 16 cells: one that is short) has the [length](lengths) of the difficulty. The same seed gives the same board. Gives up when the budget ends:
/// there may be no such board.
///
/// # Errors
/// [`TaquinError::LargeToGenerate`] for a board of more than 36 cells, [`TaquinError::NoneSoFar`] if no board is so far from the goal.
pub fn generate(shape: TaquinShape, difficulty: Difficulty, seed: u64, keep_going: KeepGoing) -> Result<Solved<Generated>, TaquinError> {
    let (least, most) = lengths(shape, difficulty);
    generate_between(shape, least, most, seed, keep_going)
}

/// A board whose shortest solution has exactly `moves` moves; otherwise as [`generate`].
///
/// # Errors
/// [`TaquinError::LargeToGenerate`] for a board of more than 36 cells.
pub fn generate_at(shape: TaquinShape, moves: u32, seed: u64, keep_going: KeepGoing) -> Result<Solved<Generated>, TaquinError> {
    generate_between(shape, moves, moves, seed, keep_going)
}

fn generate_between(shape: TaquinShape, least: u32, most: u32, seed: u64, keep_going: KeepGoing) -> Result<Solved<Generated>, TaquinError> {
    if shape.cells() > MAX_CELLS {
        return Err(TaquinError::LargeToGenerate { shape: shape.to_string(), cells: shape.cells(), most: MAX_CELLS });
    }
    let diameter = diameter(shape);
    if least > diameter {
        return Err(TaquinError::NoneSoFar { shape: shape.to_string(), most: diameter });
    }
    let method = if shape.cells() <= MAX_OPTIMAL { TaquinMethod::Patterns } else { TaquinMethod::Weighted };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut cost = Cost::default();
    let mut built: Option<PatternDatabases> = None;
    loop {
        // A random walk is at most its number of steps away, and seldom much less; distant boards are found by shuffling.
        let puzzle = if most == u32::MAX {
            shuffled(shape, &mut random)
        } else {
            let steps = random.random_range(least..=most.saturating_mul(2));
            // Every move changes the parity of the distance.
            let steps = if least == most { steps + (steps + most) % 2 } else { steps };
            walked(shape, steps, &mut random)
        };
        cost.generated += 1;
        if !keep_going(&cost) {
            return Ok(Solved { verdict: Verdict::LimitReached, cost });
        }
        if parity::refusal(&puzzle).is_some() {
            continue;
        }
        let mut keep_going = |_: &Cost| keep_going(&cost);
        if built.is_none() && method == TaquinMethod::Patterns && needs_tables(&puzzle) {
            match tables(&puzzle, USUAL_PLACEMENTS, &mut keep_going)?.verdict {
                Verdict::Solved(tables) => built = Some(tables),
                _ => return Ok(Solved { verdict: Verdict::LimitReached, cost }),
            }
        }
        let attempt = match &built {
            Some(tables) => solve_with(&puzzle, tables, &mut keep_going)?,
            None => solve(&puzzle, method, &mut keep_going)?,
        };
        cost.expanded += attempt.cost.expanded;
        match attempt.verdict {
            Verdict::Solved(solution) if (least..=most).contains(&(solution.moves.len() as u32)) => {
                return Ok(Solved { verdict: Verdict::Solved(Generated { puzzle, solution }), cost });
            }
            Verdict::LimitReached => return Ok(Solved { verdict: Verdict::LimitReached, cost }),
            _ => {}
        }
    }
}

/// The most moves that a board of a small shape needs, or no limit.
fn diameter(shape: TaquinShape) -> u32 {
    match (shape.width().min(shape.height()), shape.width().max(shape.height())) {
        (1, long) => long as u32 - 1,
        (2, 2) => 6,
        (2, 3) => 21,
        (3, 3) => 31,
        _ => u32::MAX,
    }
}

fn board(shape: TaquinShape, names: Vec<String>) -> TaquinPuzzle {
    let start = TaquinGrid::new(shape, names).expect("there is a name for each cell");
    TaquinPuzzle::new(&start, &Goal::BlankLast, None).expect("numbers from 1 and a blank")
}

fn names(shape: TaquinShape) -> Vec<String> {
    (1..shape.cells()).map(|number| number.to_string()).chain(["_".to_owned()]).collect()
}

/// Any board; half of them have a solution.
fn shuffled(shape: TaquinShape, random: &mut ChaCha8Rng) -> TaquinPuzzle {
    let mut names = names(shape);
    names.shuffle(random);
    board(shape, names)
}

/// A random walk from the goal without immediate reversals.
fn walked(shape: TaquinShape, steps: u32, random: &mut ChaCha8Rng) -> TaquinPuzzle {
    let mut names = names(shape);
    let mut blank = names.len() - 1;
    let mut last: Option<Direction> = None;
    for _ in 0..steps {
        let back = last.map(Direction::opposite);
        let ways: Vec<Direction> = Direction::ALL.into_iter().filter(|by| Some(*by) != back && by.from(blank, shape).is_some()).collect();
        // At the end of a single line there is no other direction.
        let Some(&by) = ways.get(random.random_range(0..ways.len().max(1))) else { break };
        let to = by.from(blank, shape).expect("the way was looked at");
        names.swap(blank, to);
        (blank, last) = (to, Some(by));
    }
    board(shape, names)
}
