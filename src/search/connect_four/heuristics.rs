//! The three evaluations of the course.

use crate::Evaluate;
use rules::connect_four::{BOARD, COLUMNS, Column, DIRECTIONS, ROWS, cell, column_cells};
use rules::{ConnectFour, Position};

/// The number of lines of four through a cell: columns from the edge to the middle, each from the bottom to half its height.
const LINES_THROUGH: [[i32; 3]; 4] = [[3, 4, 5], [4, 6, 8], [5, 8, 11], [7, 10, 13]];

pub(super) const fn lines_through(column: u8, row: u8) -> i32 {
    let (from_edge, from_end) = (if column < 4 { column } else { 6 - column }, if row < 3 { row } else { 5 - row });
    LINES_THROUGH[from_edge as usize][from_end as usize]
}

/// An evaluation of a side's stones; own less the opponent's.
#[derive(Clone, Copy, Debug)]
pub enum ConnectFourHeuristic {
    /// Evaluation 1: each cell has as many points as lines of four through it.
    Cells,
    /// Evaluation 2: a stone has 1 point, two in line 5, three 50, four 1000.
    Lines,
    /// Evaluation 3: as [`Lines`](ConnectFourHeuristic::Lines), but only lines that can still become four.
    OpenLines,
}

/// The points of a run of two, three and four stones.
const WORTH: [i32; 3] = [5, 50, 1000];

/// Score of the stones and runs; `counts(d)` masks the scoring cells in direction d.
fn worth(set: u64, counts: impl Fn(u8) -> u64) -> i32 {
    let in_direction = |&by: &u8| {
        let mut counted = 0;
        // The first stones of runs, then those of them whose run has 2, 3, 4 stones.
        let mut firsts = set & !(set << by) & counts(by);
        let mut worth = 0;
        for (length, points) in (1..).zip(WORTH) {
            firsts &= set >> (length * by);
            worth += firsts.count_ones() as i32 * (points - counted);
            counted = points;
        }
        worth
    };
    set.count_ones() as i32 + DIRECTIONS.iter().map(in_direction).sum::<i32>()
}

/// The cells of the lines of four in a direction that have no enemy stone.
fn open_cells(enemy: u64, by: u8) -> u64 {
    let free = BOARD & !enemy;
    let pairs = free & free >> by;
    let fours = pairs & pairs >> (2 * by);
    (0..4).fold(0, |cells, step| cells | fours << (step * by))
}

impl ConnectFourHeuristic {
    fn of(self, own: u64, enemy: u64) -> i32 {
        match self {
            ConnectFourHeuristic::Cells => {
                let cells = (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)));
                cells.filter(|&(column, row)| own & cell(column, row) != 0).map(|(column, row)| lines_through(column, row)).sum()
            }
            ConnectFourHeuristic::Lines => worth(own, |_| BOARD),
            ConnectFourHeuristic::OpenLines => worth(own, |by| open_cells(enemy, by)),
        }
    }
}

impl Evaluate<ConnectFour> for ConnectFourHeuristic {
    fn evaluate(&self, position: &ConnectFour) -> i32 {
        let side = position.side_to_move();
        let [own, enemy] = [side, side.other()].map(|side| position.set(side));
        self.of(own, enemy) - self.of(enemy, own)
    }

    /// The number of lines through the cell: the middle first.
    fn ordering_score(&self, position: &ConnectFour, mv: Column) -> i32 {
        let row = (position.occupied() & column_cells(mv.index())).count_ones() as u8;
        if row < ROWS { lines_through(mv.index(), row) } else { 0 }
    }

    fn unit(&self) -> f64 {
        match self {
            ConnectFourHeuristic::Cells => 10.0,
            ConnectFourHeuristic::Lines | ConnectFourHeuristic::OpenLines => 50.0,
        }
    }
}
