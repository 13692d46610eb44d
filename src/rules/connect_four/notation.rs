//! Connect Four positions as text: one line in the manner of chess FEN, or the columns played.

use super::{CELLS, COLUMNS, Column, ConnectFour, ROWS, cell, has_four};
use crate::{BySide, Position, Side};
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;
use message::{Coded, Message};

/// What is wrong with the text of a position, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("connect_four_position")]
pub enum PositionError {
    /// Not three fields.
    Fields {
        /// How many it has.
        found: usize,
    },
    /// Not six rows.
    Rows {
        /// How many it has.
        found: usize,
    },
    /// A row does not fill seven columns.
    Columns {
        /// The row, 1 at the top.
        row: usize,
        /// How many columns it fills.
        found: usize,
    },
    /// An unknown character.
    Character {
        /// The row, 1 at the top.
        row: usize,
        /// The character.
        found: char,
    },
    /// A stone with nothing below it.
    Floating {
        /// The column, 1 on the left.
        column: u8,
    },
    /// The sides take turns: White has as many stones as Black, or one more.
    Stones {
        /// White's.
        white: u32,
        /// Black's.
        black: u32,
    },
    /// Not the side whose turn it is.
    SideToMove {
        /// How many stones there are.
        ply: u32,
        /// The right letter.
        expected: char,
        /// The text.
        found: String,
    },
    /// Not the number of stones.
    Plies {
        /// How many stones there are.
        ply: u32,
        /// The text.
        found: String,
    },
    /// The side to move has won already.
    AlreadyWon {
        /// The side.
        side: Side,
    },
    /// A column that cannot be played.
    Move {
        /// Which move, from 1.
        number: usize,
        /// Why not.
        why: Message,
    },
}

impl ConnectFour {
    /// The position after these columns were played, one digit 1 to 7 a ply, as in `44455`; what separates them (`4 4 4`, `4,4,4`) says
    /// nothing.
    pub fn after(columns: &str) -> Result<ConnectFour, PositionError> {
        let mut position = ConnectFour::start();
        for (index, character) in columns.chars().filter(|c| !c.is_ascii_whitespace() && *c != ',').enumerate() {
            let because = |why: Message| PositionError::Move { number: index + 1, why };
            let column: Column = character.encode_utf8(&mut [0; 4]).parse().map_err(|why: super::NoColumn| because(why.message()))?;
            position.explain(column).map_err(|why| because(why.message()))?;
            position.play(column);
        }
        Ok(position)
    }

    fn stone_at(&self, column: u8, row: u8) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.stones[side] & cell(column, row) != 0)
    }

    /// The columns' numbers, then the rows from the top.
    pub(super) fn drawing(&self) -> String {
        let mut drawing = String::from("1234567\n");
        for row in (0..ROWS).rev() {
            drawing.extend((0..COLUMNS).map(|column| self.stone_at(column, row).map_or('.', letter)));
            drawing.push('\n');
        }
        drawing
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::White => 'X',
        Side::Black => 'O',
    }
}

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..ROWS).rev() {
            let mut empty = 0;
            for column in 0..=COLUMNS {
                let stone = if column < COLUMNS { self.stone_at(column, row) } else { None };
                if stone.is_none() && column < COLUMNS {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                if let Some(side) = stone {
                    write!(f, "{}", letter(side))?;
                }
            }
            if row > 0 {
                f.write_str("/")?;
            }
        }
        write!(f, " {} {}", if self.side() == Side::White { 'w' } else { 'b' }, self.ply)
    }
}

impl FromStr for ConnectFour {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_ascii_whitespace();
        let (Some(rows), Some(side), Some(plies), None) = (fields.next(), fields.next(), fields.next(), fields.next()) else {
            return Err(PositionError::Fields { found: text.split_ascii_whitespace().count() });
        };
        if rows.split('/').count() != usize::from(ROWS) {
            return Err(PositionError::Rows { found: rows.split('/').count() });
        }
        let mut stones = BySide { white: 0, black: 0 };
        for (index, text) in rows.split('/').enumerate() {
            read_row(&mut stones, index, text)?;
        }
        checked(stones, side, plies)
    }
}

fn read_row(stones: &mut BySide<u64>, index: usize, text: &str) -> Result<(), PositionError> {
    let (row, height) = (index + 1, ROWS - 1 - index as u8);
    let mut column = 0_usize;
    for character in text.chars() {
        let side = match character {
            '1'..='7' => {
                column += character as usize - '0' as usize;
                continue;
            }
            'X' => Side::White,
            'O' => Side::Black,
            found => return Err(PositionError::Character { row, found }),
        };
        if column < usize::from(COLUMNS) {
            stones[side] |= cell(column as u8, height);
        }
        column += 1;
    }
    if column == usize::from(COLUMNS) { Ok(()) } else { Err(PositionError::Columns { row, found: column }) }
}

fn checked(stones: BySide<u64>, side: &str, plies: &str) -> Result<ConnectFour, PositionError> {
    let occupied = stones.white | stones.black;
    for column in 0..COLUMNS {
        let floats = |row| occupied & cell(column, row) == 0 && occupied & cell(column, row + 1) != 0;
        if (0..ROWS - 1).any(floats) {
            return Err(PositionError::Floating { column: column + 1 });
        }
    }
    let BySide { white, black } = stones.map(u64::count_ones);
    if white != black && white != black + 1 {
        return Err(PositionError::Stones { white, black });
    }
    let position = ConnectFour { stones, ply: white + black };
    let ply = position.ply;
    debug_assert!(ply <= CELLS);
    let expected = if position.side() == Side::White { "w" } else { "b" };
    if side != expected {
        return Err(PositionError::SideToMove { ply, expected: if expected == "w" { 'w' } else { 'b' }, found: side.to_string() });
    }
    if plies.parse() != Ok(ply) {
        return Err(PositionError::Plies { ply, found: plies.to_string() });
    }
    if has_four(stones[position.side()]) {
        return Err(PositionError::AlreadyWon { side: position.side() });
    }
    Ok(position)
}
