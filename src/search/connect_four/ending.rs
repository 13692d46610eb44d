//! Random endings in which one column alone wins.

use super::perfect::in_plies;
use super::solver::ConnectFourSolver;
use core::ops::RangeInclusive;
use rules::connect_four::{CELLS, Column};
use rules::{ConnectFour, Position, Rng};

/// The number of random plies: with fewer, solving takes long; with more, little is left to play.
const PLAYED: RangeInclusive<u32> = 14..=34;

/// A position that the side to move wins by one column alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WonEnding {
    pub columns: String,
    pub winning: Column,
    /// The plies to the win against the best defence, an odd number.
    pub plies: u32,
}

/// An ending that is won in a number of plies. The same seed gives the same ending. None if `keep_going`, which is called with the positions
/// searched, stops it: very long wins are rare.
pub fn ending(
    plies: &RangeInclusive<u32>,
    seed: u64,
    solver: &mut ConnectFourSolver,
    keep_going: &mut dyn FnMut(u64) -> bool,
) -> Option<WonEnding> {
    let mut rng = Rng::new(seed);
    let longest = (*PLAYED.end()).min(CELLS.saturating_sub(*plies.start()));
    let choices = longest.checked_sub(*PLAYED.start())? + 1;
    let mut nodes = 0;
    loop {
        nodes += 1;
        if !keep_going(nodes) {
            return None;
        }
        let length = PLAYED.start() + rng.below(choices as usize) as u32;
        let Some((position, columns)) = random_game(length, &mut rng) else { continue };
        let mut poll = |more: u64| keep_going(nodes + more);
        let solved = solver.solve(&position, &mut poll)?;
        nodes += solved.nodes;
        let left = in_plies(&position, solved.score);
        if solved.score <= 0 || !plies.contains(&left) {
            continue;
        }
        let values = solver.columns(&position, &mut |more| keep_going(nodes + more))?;
        let mut winning = (0..).zip(values).filter(|(_, value)| value.is_some_and(|value| value > 0));
        if let (Some((index, _)), None) = (winning.next(), winning.next()) {
            let winning = Column::from_index(index).expect("a column that has a value");
            return Some(WonEnding { columns, winning, plies: left });
        }
    }
}

/// A random game of this length that is not over; none if the draw ends earlier.
fn random_game(length: u32, rng: &mut Rng) -> Option<(ConnectFour, String)> {
    let (mut position, mut columns) = (ConnectFour::start(), String::new());
    for _ in 0..length {
        let legal = position.legal_moves();
        let column = *legal.get(rng.below(legal.len().max(1)))?;
        position.play(column);
        columns += &column.to_string();
    }
    position.outcome().is_none().then_some((position, columns))
}
