//! The three evaluations of the course.

use crate::Evaluate;
use rules::connect_four::{BOARD, COLUMNS, Column, DIRECTIONS, ROWS, cell, column_cells};
use rules::{ConnectFour, Position, Side};

/// In how many lines of four each cell lies: the columns from the edge to the middle, each from the bottom to half its height.
const LINES_THROUGH: [[i32; 3]; 4] = [[3, 4, 5], [4, 6, 8], [5, 8, 11], [7, 10, 13]];

const fn lines_through(column: u8, row: u8) -> i32 {
    let (from_edge, from_end) = (if column < 4 { column } else { 6 - column }, if row < 3 { row } else { 5 - row });
    LINES_THROUGH[from_edge as usize][from_end as usize]
}

/// The middle first, where most lines cross.
fn promise(position: &ConnectFour, column: Column) -> i32 {
    let row = (position.occupied() & column_cells(column.index())).count_ones() as u8;
    if row < ROWS { lines_through(column.index(), row) } else { 0 }
}

fn difference(position: &ConnectFour, of: impl Fn(u64, u64) -> i32) -> i32 {
    let side = position.side_to_move();
    let [own, enemy] = [side, side.other()].map(|side: Side| position.set(side));
    of(own, enemy) - of(enemy, own)
}

/// Evaluation 1: each cell weighs as many points as there are lines of four through it; own less the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cells;

impl Evaluate<ConnectFour> for Cells {
    fn evaluate(&self, position: &ConnectFour) -> i32 {
        let cells = || (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)));
        let weigh =
            |set: u64| cells().filter(|&(column, row)| set & cell(column, row) != 0).map(|(column, row)| lines_through(column, row)).sum();
        difference(position, |own, _| weigh(own))
    }

    fn promise(&self, position: &ConnectFour, mv: Column) -> i32 {
        promise(position, mv)
    }

    fn unit(&self) -> f64 {
        10.0
    }
}

/// What a run of so many stones in line is worth, none more after a fourth.
const WORTH: [i32; 3] = [5, 50, 1000];

/// The worth of one side's stones and of their runs, each as long as it is; `counts` tells in which cells a run in a direction counts.
fn worth(set: u64, counts: impl Fn(u8) -> u64) -> i32 {
    let in_direction = |&by: &u8| {
        let mut ends_counted = 0;
        // The first stones of runs, then those of them whose run goes on for 2, 3, 4 stones.
        let mut firsts = set & !(set << by) & counts(by);
        let mut worth = 0;
        for (length, points) in (1..).zip(WORTH) {
            firsts &= set >> (length * by);
            let runs = firsts.count_ones() as i32;
            worth += runs * (points - ends_counted);
            ends_counted = points;
        }
        worth
    };
    set.count_ones() as i32 + DIRECTIONS.iter().map(in_direction).sum::<i32>()
}

/// Evaluation 2: a stone is worth 1, two in line 5, three 50, four 1000; own less the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines;

impl Evaluate<ConnectFour> for Lines {
    fn evaluate(&self, position: &ConnectFour) -> i32 {
        difference(position, |own, _| worth(own, |_| BOARD))
    }

    fn promise(&self, position: &ConnectFour, mv: Column) -> i32 {
        promise(position, mv)
    }

    fn unit(&self) -> f64 {
        50.0
    }
}

/// Evaluation 3: as [`Lines`], but only lines that the opponent's stones and the edges leave room to become four.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl Evaluate<ConnectFour> for OpenLines {
    fn evaluate(&self, position: &ConnectFour) -> i32 {
        let open = |enemy: u64, by: u8| {
            let free = BOARD & !enemy;
            let pairs = free & free >> by;
            let fours = pairs & pairs >> (2 * by);
            (0..4).fold(0, |cells, step| cells | fours << (step * by))
        };
        difference(position, |own, enemy| worth(own, |by| open(enemy, by)))
    }

    fn promise(&self, position: &ConnectFour, mv: Column) -> i32 {
        promise(position, mv)
    }

    fn unit(&self) -> f64 {
        50.0
    }
}
