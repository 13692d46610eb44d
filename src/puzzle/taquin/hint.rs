//! Which tile to slide next, and why.

use super::error::Error;
use super::layers;
use super::method::Method;
use super::parity;
use super::puzzle::{Direction, Puzzle};
use super::solve::{needs_tables, solve, solve_with};
use super::tables::PatternDatabases;
use crate::{Cost, Solved, Verdict};

/// A slide and a reason that can be checked on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The tile that slides.
    pub tile: String,
    /// Where the blank goes: the tile slides the other way.
    pub by: Direction,
    /// Why, in a sentence.
    pub because: String,
}

/// The next slide. Up to 16 cells it begins a shortest solution, and the reason says what any other slide costs; on larger boards
/// it is the next of the method [`Method::Layers`], and the reason names the tile that is being led home. [`Verdict::Impossible`]
/// if there is nothing to do, or no way to do it. `tables` save time if they are for this puzzle.
///
/// # Errors
/// [`Error::OtherTables`] if the tables are for another puzzle.
pub fn hint(puzzle: &Puzzle, tables: Option<&PatternDatabases>, go_on: &mut impl FnMut(&Cost) -> bool) -> Result<Solved<Hint>, Error> {
    let done = |verdict, cost| Ok(Solved { verdict, cost });
    if let Some(why) = parity::refusal(puzzle) {
        return done(Verdict::Impossible(why), Cost::default());
    }
    if puzzle.tiles().is_sorted() {
        return done(Verdict::Impossible("the board is the goal: nothing is left to do".into()), Cost::default());
    }
    if puzzle.shape().cells() > 16 {
        return Ok(by_layers(puzzle, go_on));
    }
    let mut cost = Cost::default();
    let mut shortest = |puzzle: &Puzzle| -> Result<Option<Vec<Direction>>, Error> {
        let attempt = match tables.filter(|_| needs_tables(puzzle)) {
            Some(tables) => solve_with(puzzle, tables, go_on)?,
            None => solve(puzzle, Method::Patterns, go_on)?,
        };
        cost = cost.and(&attempt.cost);
        Ok(if let Verdict::Solved(solution) = attempt.verdict { Some(solution.moves) } else { None })
    };
    let Some(moves) = shortest(puzzle)? else { return done(Verdict::GaveUp, cost) };
    let (by, left) = (moves[0], moves.len() - 1);
    // Every other slide is as good, or costs two more: it is taken back, or the way is longer.
    let (mut as_good, mut worse) = (Vec::new(), Vec::new());
    for other in Direction::ALL.into_iter().filter(|other| *other != by) {
        let Some(after) = puzzle.moved(other) else { continue };
        let Some(rest) = shortest(&after)? else { return done(Verdict::GaveUp, cost) };
        let tile = puzzle.tiles_moved(&[other])[0].to_owned();
        if rest.len() == left { as_good.push(tile) } else { worse.push(tile) }
    }
    let tile = puzzle.tiles_moved(&[by])[0].to_owned();
    let mut because = match left {
        0 => "that is the goal".to_owned(),
        1 => "then one more move reaches the goal, and no way is shorter".to_owned(),
        _ => format!("then {left} more moves reach the goal, and no way is shorter"),
    };
    let listed = |tiles: &[String]| tiles.join(" or ");
    if !worse.is_empty() {
        because += &format!("; to slide {} first takes two moves more", listed(&worse));
    }
    if !as_good.is_empty() {
        because += &format!("; to slide {} first is as good", listed(&as_good));
    }
    done(Verdict::Solved(Hint { tile, by, because }), cost)
}

fn by_layers(puzzle: &Puzzle, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Hint> {
    let mut cost = Cost::default();
    let Some(moves) = layers::solve(puzzle, &mut cost, go_on) else { return Solved { verdict: Verdict::GaveUp, cost } };
    let by = moves[0];
    let tile = puzzle.tiles_moved(&[by])[0].to_owned();
    let goal = puzzle.goal();
    let because = match layers::led(puzzle) {
        Some(led) => {
            let (row, column) = puzzle.shape().at(led);
            let name = &goal.names()[led];
            let what =
                if *name == tile { "this is the tile that is".to_owned() } else { format!("the blank makes way for {name}, which is") };
            format!("{what} led home next, to row {}, column {}: the lines are set from the outside in", row + 1, column + 1)
        }
        None => "the lines outside are set: the last few cells are finished in the fewest moves".to_owned(),
    };
    Solved { verdict: Verdict::Solved(Hint { tile, by, because }), cost }
}
