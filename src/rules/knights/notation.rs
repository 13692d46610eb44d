//! Positions as text: one line in the manner of chess FEN, and the course's board file.

use super::{ARRIVALS_TO_WIN, KNIGHTS, Knights, MOST_PLIES, Square};
use crate::{BySide, Side};
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// What is wrong with the text of a position, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_position")]
pub enum PositionError {
    /// Not three fields.
    Fields {
        /// How many it has.
        found: usize,
    },
    /// Not nine rows.
    Rows {
        /// How many it has.
        found: usize,
    },
    /// A row does not fill nine columns.
    Columns {
        /// The row, 1 to 9.
        row: usize,
        /// How many columns it fills.
        found: usize,
    },
    /// An unknown character.
    Character {
        /// The row, 1 to 9.
        row: usize,
        /// The character.
        found: char,
    },
    /// Neither `w` nor `b`.
    SideToMove {
        /// The text.
        found: String,
    },
    /// The number of plies does not read, or no game has so many.
    Plies {
        /// The text.
        found: String,
        /// How many a game has at most.
        most: u32,
    },
    /// White moves after an even number of plies, Black after an odd one.
    Turn {
        /// The number of plies.
        ply: u32,
        /// The side that was said to move.
        side: Side,
    },
    /// More than six knights.
    TooManyKnights {
        /// The side.
        side: Side,
        /// How many it has.
        found: u32,
        /// How many a side has at most.
        most: u32,
    },
    /// The side to move has won already.
    AlreadyWon {
        /// The side.
        side: Side,
        /// How many have arrived.
        found: u32,
    },
}

impl Knights {
    /// A position from its parts, checked.
    fn checked(knights: BySide<u128>, side: Side, ply: u32) -> Result<Knights, PositionError> {
        for side in Side::BOTH {
            let found = knights[side].count_ones();
            if found > KNIGHTS {
                return Err(PositionError::TooManyKnights { side, found, most: KNIGHTS });
            }
        }
        if ply > MOST_PLIES {
            return Err(PositionError::Plies { found: ply.to_string(), most: MOST_PLIES });
        }
        if Side::to_move_after(ply) != side {
            return Err(PositionError::Turn { ply, side });
        }
        let position = Knights { knights, side, ply, key: Knights::key_from_scratch(&knights, side) };
        match position.arrived(side) {
            ARRIVALS_TO_WIN.. => Err(PositionError::AlreadyWon { side, found: position.arrived(side) }),
            _ => Ok(position),
        }
    }

    /// The board as the course's board file (`b` = Blanc, `n` = Noir, `+` = empty, lines that start with `%` are comments).
    pub fn board_file(&self) -> String {
        const RULER: &str = "% ABCDEFGHI\n";
        let mut file = String::from(RULER);
        for row in 0..9 {
            let number = char::from(b'1' + row);
            file.push(number);
            file.push(' ');
            file.extend((0..9).map(|column| match self.knight_at(column, row) {
                Some(Side::White) => 'b',
                Some(Side::Black) => 'n',
                None => '+',
            }));
            file.push(' ');
            file.push(number);
            file.push('\n');
        }
        file.push_str(RULER);
        file
    }

    fn knight_at(&self, column: u8, row: u8) -> Option<Side> {
        let square = Square::at(column, row)?;
        Side::BOTH.into_iter().find(|&side| self.knights[side] & square.bit() != 0)
    }
}

impl FromStr for Knights {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_ascii_whitespace();
        let (Some(rows), Some(side), Some(plies), None) = (fields.next(), fields.next(), fields.next(), fields.next()) else {
            return Err(PositionError::Fields { found: text.split_ascii_whitespace().count() });
        };
        if rows.split('/').count() != 9 {
            return Err(PositionError::Rows { found: rows.split('/').count() });
        }
        let mut knights = BySide::default();
        for (row, text) in rows.split('/').enumerate() {
            let mut column = 0;
            for cell in text.chars() {
                let side = match cell {
                    '1'..='9' => {
                        column += cell as usize - '0' as usize;
                        continue;
                    }
                    'N' => Side::White,
                    'n' => Side::Black,
                    found => return Err(PositionError::Character { row: row + 1, found }),
                };
                if let Some(square) = u8::try_from(column).ok().and_then(|column| Square::at(column, row as u8)) {
                    knights[side] |= square.bit();
                }
                column += 1;
            }
            if column != 9 {
                return Err(PositionError::Columns { row: row + 1, found: column });
            }
        }
        let side = match side {
            "w" => Side::White,
            "b" => Side::Black,
            _ => {
                return Err(PositionError::SideToMove { found: side.to_string() });
            }
        };
        let ply = plies.parse().map_err(|_| PositionError::Plies { found: plies.to_string(), most: MOST_PLIES })?;
        Knights::checked(knights, side, ply)
    }
}

impl fmt::Display for Knights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..9 {
            if row > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for column in 0..9 {
                let Some(side) = self.knight_at(column, row) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                f.write_str(if side == Side::White { "N" } else { "n" })?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        write!(f, " {} {}", if self.side == Side::White { 'w' } else { 'b' }, self.ply)
    }
}
