//! Independent checker of solutions; it shares no code with the searches.

use super::{Direction, TaquinGrid, TaquinPuzzle};

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("taquin_fault")]
pub enum TaquinFault {
    OffBoard { number: usize },
    NotTheGoal,
}

/// Checks that `moves` leads from the start to the goal.
///
/// # Errors
/// The first flaw found; moves are numbered from 1.
pub fn check(puzzle: &TaquinPuzzle, moves: &[Direction]) -> Result<(), TaquinFault> {
    let (start, goal) = (puzzle.start(), puzzle.goal());
    let mut rows = in_rows(&start);
    let goal = in_rows(&goal);
    let mut blank = (0, 0);
    for (r, row) in rows.iter().enumerate() {
        for (c, name) in row.iter().enumerate() {
            if *name == puzzle.blank() {
                blank = (r, c);
            }
        }
    }
    for (i, by) in moves.iter().enumerate() {
        let (r, c) = blank;
        let to = match by {
            Direction::Up if r > 0 => (r - 1, c),
            Direction::Left if c > 0 => (r, c - 1),
            Direction::Right if c + 1 < rows[r].len() => (r, c + 1),
            Direction::Down if r + 1 < rows.len() => (r + 1, c),
            _ => return Err(TaquinFault::OffBoard { number: i + 1 }),
        };
        let (here, there) = (rows[r][c], rows[to.0][to.1]);
        rows[r][c] = there;
        rows[to.0][to.1] = here;
        blank = to;
    }
    if rows == goal { Ok(()) } else { Err(TaquinFault::NotTheGoal) }
}

fn in_rows(grid: &TaquinGrid) -> Vec<Vec<&str>> {
    let width = grid.shape().width();
    grid.names().chunks(width).map(|row| row.iter().map(String::as_str).collect()).collect()
}
