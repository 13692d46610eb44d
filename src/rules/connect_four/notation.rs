//! Connect Four positions as text: one line in the manner of chess FEN, or the columns played.

use super::{COLUMNS, Column, ConnectFour, ROWS, cell, column_cells, has_four};
use crate::{BySide, Position, Side, fen};
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;
use message::{Coded, Message};

/// What is wrong with the text of a position, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("connect_four_position")]
pub enum ConnectFourPositionError {
    Fields { found: usize },
    Rows { found: usize },
    Columns { row: usize, found: usize },
    Character { row: usize, found: char },
    Floating { column: u8 },
    Stones { white: u32, black: u32 },
    SideToMove { ply: u32, expected: char, found: String },
    Plies { ply: u32, found: String },
    AlreadyWon { side: Side },
    Move { number: usize, why: Message },
}

impl ConnectFour {
    /// The position after these columns were played, one digit 1 to 7 a ply, as in `44455`. Spaces and commas are skipped.
    pub fn after(columns: &str) -> Result<ConnectFour, ConnectFourPositionError> {
        let mut position = ConnectFour::start();
        for (index, character) in columns.chars().filter(|c| !c.is_ascii_whitespace() && *c != ',').enumerate() {
            let because = |why: Message| ConnectFourPositionError::Move { number: index + 1, why };
            let column: Column = character.encode_utf8(&mut [0; 4]).parse().map_err(|why: super::NoColumn| because(why.message()))?;
            position.check_move(column).map_err(|why| because(why.message()))?;
            position.play(column);
        }
        Ok(position)
    }

    /// The stone in a column of a row, 0 at the top.
    pub(super) fn stone(&self, column: u8, row: u8) -> Option<char> {
        let side = Side::BOTH.into_iter().find(|&side| self.stones[side] & cell(column, ROWS - 1 - row) != 0)?;
        Some(STONES[side as usize])
    }
}

const STONES: [char; 2] = ['X', 'O'];

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write(f, ROWS, COLUMNS, self.ply, |column, row| self.stone(column, row))
    }
}

impl FromStr for ConnectFour {
    type Err = ConnectFourPositionError;

    fn from_str(text: &str) -> Result<Self, ConnectFourPositionError> {
        let [rows, side, plies] = fen::fields(text).map_err(|found| ConnectFourPositionError::Fields { found })?;
        if rows.split('/').count() != usize::from(ROWS) {
            return Err(ConnectFourPositionError::Rows { found: rows.split('/').count() });
        }
        let mut stones = BySide { white: 0, black: 0 };
        for (row, text) in (1..).zip(rows.split('/')) {
            let place = |column, side| stones[side] |= cell(column, ROWS - row as u8);
            match fen::read_row(text, COLUMNS, STONES, place) {
                Err(found) => return Err(ConnectFourPositionError::Character { row, found }),
                Ok(found) if found != usize::from(COLUMNS) => return Err(ConnectFourPositionError::Columns { row, found }),
                Ok(_) => {}
            }
        }
        checked(stones, side, plies)
    }
}

fn checked(stones: BySide<u64>, side: &str, plies: &str) -> Result<ConnectFour, ConnectFourPositionError> {
    let occupied = stones.white | stones.black;
    // Adding the lowest cell to a column without gaps clears all its cells.
    let floats = |&column: &u8| occupied & column_cells(column) & ((occupied & column_cells(column)) + cell(column, 0)) != 0;
    if let Some(column) = (0..COLUMNS).find(floats) {
        return Err(ConnectFourPositionError::Floating { column: column + 1 });
    }
    let BySide { white, black } = stones.map(u64::count_ones);
    if white != black && white != black + 1 {
        return Err(ConnectFourPositionError::Stones { white, black });
    }
    let position = ConnectFour { stones, ply: white + black };
    let (ply, expected) = (position.ply, position.side_to_move().letter());
    if side.parse() != Ok(expected) {
        return Err(ConnectFourPositionError::SideToMove { ply, expected, found: side.to_string() });
    }
    if plies.parse() != Ok(ply) {
        return Err(ConnectFourPositionError::Plies { ply, found: plies.to_string() });
    }
    if has_four(stones[position.side_to_move()]) {
        return Err(ConnectFourPositionError::AlreadyWon { side: position.side_to_move() });
    }
    Ok(position)
}
