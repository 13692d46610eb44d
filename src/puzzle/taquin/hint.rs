//! Hints: the next slide and its reason.

use super::error::Error;
use super::layers;
use super::method::Method;
use super::parity::{self, Unreachable};
use super::puzzle::{Direction, Puzzle};
use super::solve::{needs_tables, solve, solve_with};
use super::tables::PatternDatabases;
use crate::{AnyOf, Cost, KeepGoing, Solved, Verdict};

/// A slide and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub tile: String,
    pub by: Direction,
    pub because: Because,
}

/// The reason of a slide; rows and columns of goals count from 1.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("taquin_because")]
pub enum Because {
    /// It begins a shortest solution.
    Shortest { left: usize, worse: AnyOf<String>, as_good: AnyOf<String> },
    /// It moves its tile towards its goal cell.
    LedHome { row: usize, column: usize },
    /// It makes way for another tile.
    MakesWay { tile: String, row: usize, column: usize },
    /// The last few cells are solved in the fewest moves.
    LastCells,
}

/// The next slide: up to 16 cells of a shortest solution, on larger boards by [`Method::Layers`]. [`Verdict::Impossible`] at the goal or without a
/// solution. `tables` save time if they are for this puzzle.
///
/// # Errors
/// [`Error::OtherTables`] if the tables are for another puzzle.
pub fn hint(puzzle: &Puzzle, tables: Option<&PatternDatabases>, keep_going: KeepGoing) -> Result<Solved<Hint>, Error> {
    let done = |verdict, cost| Ok(Solved { verdict, cost });
    if let Some(why) = parity::refusal(puzzle) {
        return done(Verdict::Impossible(why.into()), Cost::default());
    }
    if puzzle.tiles().is_sorted() {
        return done(Verdict::Impossible(Unreachable::AtTheGoal.into()), Cost::default());
    }
    if puzzle.shape().cells() > 16 {
        return Ok(by_layers(puzzle, keep_going));
    }
    let mut cost = Cost::default();
    let mut shortest = |puzzle: &Puzzle| -> Result<Option<Vec<Direction>>, Error> {
        let attempt = match tables.filter(|_| needs_tables(puzzle)) {
            Some(tables) => solve_with(puzzle, tables, keep_going)?,
            None => solve(puzzle, Method::Patterns, keep_going)?,
        };
        cost = cost.and(&attempt.cost);
        Ok(if let Verdict::Solved(solution) = attempt.verdict { Some(solution.moves) } else { None })
    };
    let Some(moves) = shortest(puzzle)? else { return done(Verdict::LimitReached, cost) };
    let (by, left) = (moves[0], moves.len() - 1);
    // Every other slide is as good or costs two moves more.
    let (mut as_good, mut worse) = (Vec::new(), Vec::new());
    for other in Direction::ALL.into_iter().filter(|other| *other != by) {
        let Some(after) = puzzle.moved(other) else { continue };
        let Some(rest) = shortest(&after)? else { return done(Verdict::LimitReached, cost) };
        let tile = puzzle.tiles_moved(&[other])[0].to_owned();
        if rest.len() == left { as_good.push(tile) } else { worse.push(tile) }
    }
    let tile = puzzle.tiles_moved(&[by])[0].to_owned();
    done(Verdict::Solved(Hint { tile, by, because: Because::Shortest { left, worse: AnyOf(worse), as_good: AnyOf(as_good) } }), cost)
}

fn by_layers(puzzle: &Puzzle, keep_going: KeepGoing) -> Solved<Hint> {
    let mut cost = Cost::default();
    let Some(moves) = layers::solve(puzzle, &mut cost, keep_going) else { return Solved { verdict: Verdict::LimitReached, cost } };
    let by = moves[0];
    let tile = puzzle.tiles_moved(&[by])[0].to_owned();
    let goal = puzzle.goal();
    let because = match layers::led(puzzle) {
        Some(led) => {
            let (row, column) = puzzle.shape().at(led);
            let (row, column, name) = (row + 1, column + 1, &goal.names()[led]);
            if *name == tile { Because::LedHome { row, column } } else { Because::MakesWay { tile: name.clone(), row, column } }
        }
        None => Because::LastCells,
    };
    Solved { verdict: Verdict::Solved(Hint { tile, by, because }), cost }
}
