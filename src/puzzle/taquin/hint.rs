//! Hints: the next slide and its reason.

use super::layers;
use super::parity::{self, TaquinUnreachable};
use super::{Direction, PatternDatabases, TaquinError, TaquinMethod, TaquinPuzzle, needs_tables, solve, solve_with};
use crate::{AnyOf, Cost, KeepGoing, Solved, Verdict};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaquinHint {
    pub tile: String,
    pub by: Direction,
    pub because: TaquinReason,
}

/// The reason of a slide; rows and columns of goals count from 1.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("taquin_because")]
pub enum TaquinReason {
    Shortest { left: usize, worse: AnyOf<String>, as_good: AnyOf<String> },
    LedHome { row: usize, column: usize },
    MakesWay { tile: String, row: usize, column: usize },
    LastCells,
}

/// The next slide: up to 16 cells of a shortest solution, on larger boards by [`TaquinMethod::Layers`]. [`Verdict::Impossible`] at the goal or without a
/// solution. `tables` save time if they are for this puzzle.
///
/// # Errors
/// [`TaquinError::OtherTables`] if the tables are for another puzzle.
pub fn hint(puzzle: &TaquinPuzzle, tables: Option<&PatternDatabases>, keep_going: KeepGoing) -> Result<Solved<TaquinHint>, TaquinError> {
    let done = |verdict, cost| Ok(Solved { verdict, cost });
    if let Some(why) = parity::refusal(puzzle) {
        return done(Verdict::Impossible(why.into()), Cost::default());
    }
    if puzzle.tiles().is_sorted() {
        return done(Verdict::Impossible(TaquinUnreachable::AtTheGoal.into()), Cost::default());
    }
    if puzzle.shape().cells() > 16 {
        return Ok(by_layers(puzzle, keep_going));
    }
    let mut cost = Cost::default();
    let mut shortest = |puzzle: &TaquinPuzzle| -> Result<Option<Vec<Direction>>, TaquinError> {
        let attempt = match tables.filter(|_| needs_tables(puzzle)) {
            Some(tables) => solve_with(puzzle, tables, keep_going)?,
            None => solve(puzzle, TaquinMethod::Patterns, keep_going)?,
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
    done(
        Verdict::Solved(TaquinHint { tile, by, because: TaquinReason::Shortest { left, worse: AnyOf(worse), as_good: AnyOf(as_good) } }),
        cost,
    )
}

fn by_layers(puzzle: &TaquinPuzzle, keep_going: KeepGoing) -> Solved<TaquinHint> {
    let mut cost = Cost::default();
    let Some(moves) = layers::solve(puzzle, &mut cost, keep_going) else { return Solved { verdict: Verdict::LimitReached, cost } };
    let by = moves[0];
    let tile = puzzle.tiles_moved(&[by])[0].to_owned();
    let goal = puzzle.goal();
    let because = match layers::led(puzzle) {
        Some(led) => {
            let (row, column) = puzzle.shape().at(led);
            let (row, column, name) = (row + 1, column + 1, &goal.names()[led]);
            if *name == tile { TaquinReason::LedHome { row, column } } else { TaquinReason::MakesWay { tile: name.clone(), row, column } }
        }
        None => TaquinReason::LastCells,
    };
    Solved { verdict: Verdict::Solved(TaquinHint { tile, by, because }), cost }
}
