//! Endings at random: positions in which one column alone wins.

use super::perfect::in_plies;
use super::solver::Solver;
use core::ops::RangeInclusive;
use rules::connect_four::{CELLS, Column};
use rules::{ConnectFour, Position, Rng};

/// The fewest and the most plies that are played at random: before, the value takes long to find, and later little is left to think about.
const PLAYED: RangeInclusive<u32> = 14..=34;

/// A position in which the side to move wins, and by one column alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The columns that lead to it, a digit each, as [`ConnectFour::after`] reads them.
    pub columns: String,
    /// The column that wins.
    pub winning: Column,
    /// In how many plies, however the other side defends itself; an odd number.
    pub plies: u32,
}

/// An ending that is won in so many plies. The same seed gives the same ending. None if `go_on`, which is told how many positions were looked
/// at, ends it first: very long wins are rare.
pub fn ending(plies: &RangeInclusive<u32>, seed: u64, solver: &mut Solver, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Ending> {
    let mut random = Rng::new(seed);
    let longest = (*PLAYED.end()).min(CELLS.saturating_sub(*plies.start()));
    let choices = longest.checked_sub(*PLAYED.start())? + 1;
    let mut nodes = 0;
    loop {
        nodes += 1;
        if !go_on(nodes) {
            return None;
        }
        let length = PLAYED.start() + random.below(choices as usize) as u32;
        let Some((position, columns)) = wander(length, &mut random) else { continue };
        let mut ask = |more: u64| go_on(nodes + more);
        let solved = solver.solve(&position, &mut ask)?;
        nodes += solved.nodes;
        let left = in_plies(&position, solved.score);
        if solved.score <= 0 || !plies.contains(&left) {
            continue;
        }
        let values = solver.columns(&position, &mut |more| go_on(nodes + more))?;
        let mut winning = (0..).zip(values).filter(|(_, value)| value.is_some_and(|value| value > 0));
        if let (Some((index, _)), None) = (winning.next(), winning.next()) {
            let winning = Column::from_index(index).expect("a column that has a value");
            return Some(Ending { columns, winning, plies: left });
        }
    }
}

/// So many columns at random, none of which ends the game; nothing if one would.
fn wander(length: u32, random: &mut Rng) -> Option<(ConnectFour, String)> {
    let (mut position, mut columns) = (ConnectFour::start(), String::new());
    for _ in 0..length {
        let legal: Vec<Column> = position.legal_moves().into_iter().collect();
        let column = *legal.get(random.below(legal.len().max(1)))?;
        position.play(column);
        columns += &column.to_string();
    }
    position.outcome().is_none().then_some((position, columns))
}
