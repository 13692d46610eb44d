//! Positions as text: one line in the manner of chess FEN, and the course's board file.

use super::{ARRIVALS_TO_WIN, KNIGHTS, Knights, MAX_PLIES, Square};
use crate::{BySide, Side, fen};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// What is wrong with the text of a position, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("knights_position")]
pub enum KnightsPositionError {
    Fields { found: usize },
    Rows { found: usize },
    Columns { row: usize, found: usize },
    Character { row: usize, found: char },
    SideToMove { found: String },
    Plies { found: String, most: u32 },
    Turn { ply: u32, side: Side },
    TooManyKnights { side: Side, found: u32, most: u32 },
    AlreadyWon { side: Side, found: u32 },
}

impl Knights {
    fn checked(knights: BySide<u128>, side: Side, ply: u32) -> Result<Knights, KnightsPositionError> {
        for side in Side::BOTH {
            let found = knights[side].count_ones();
            if found > KNIGHTS {
                return Err(KnightsPositionError::TooManyKnights { side, found, most: KNIGHTS });
            }
        }
        if ply > MAX_PLIES {
            return Err(KnightsPositionError::Plies { found: ply.to_string(), most: MAX_PLIES });
        }
        if Side::to_move_after(ply) != side {
            return Err(KnightsPositionError::Turn { ply, side });
        }
        let position = Knights { knights, side, ply, key: Knights::key_from_scratch(&knights, side) };
        match position.arrived(side) {
            ARRIVALS_TO_WIN.. => Err(KnightsPositionError::AlreadyWon { side, found: position.arrived(side) }),
            _ => Ok(position),
        }
    }

    fn knight(&self, column: u8, row: u8, knights: [char; 2]) -> Option<char> {
        let square = Square::at(column, row)?;
        let side = Side::BOTH.into_iter().find(|&side| self.knights[side] & square.bit() != 0)?;
        Some(knights[side as usize])
    }

    /// The board as the course's board file (`b` = Blanc, `n` = Noir, `+` = empty, lines that start with `%` are comments).
    pub fn board_file(&self) -> String {
        const RULER: &str = "% ABCDEFGHI\n";
        let rows = (0..9).map(|row| {
            let cells: String = (0..9).map(|column| self.knight(column, row, ['b', 'n']).unwrap_or('+')).collect();
            format!("{number} {cells} {number}\n", number = row + 1)
        });
        String::from(RULER) + &rows.collect::<String>() + RULER
    }
}

const KNIGHT: [char; 2] = ['N', 'n'];

impl FromStr for Knights {
    type Err = KnightsPositionError;

    fn from_str(text: &str) -> Result<Self, KnightsPositionError> {
        let [rows, side, plies] = fen::fields(text).map_err(|found| KnightsPositionError::Fields { found })?;
        if rows.split('/').count() != 9 {
            return Err(KnightsPositionError::Rows { found: rows.split('/').count() });
        }
        let mut knights = BySide { white: 0, black: 0 };
        for (row, text) in (1..).zip(rows.split('/')) {
            let place = |column, side| knights[side] |= 1 << (9 * (row - 1) + usize::from(column));
            match fen::read_row(text, 9, KNIGHT, place) {
                Err(found) => return Err(KnightsPositionError::Character { row, found }),
                Ok(found) if found != 9 => return Err(KnightsPositionError::Columns { row, found }),
                Ok(_) => {}
            }
        }
        let letter = |candidate: &Side| side.parse() == Ok(candidate.letter());
        let side = Side::BOTH.into_iter().find(letter).ok_or_else(|| KnightsPositionError::SideToMove { found: side.to_string() })?;
        let ply = plies.parse().map_err(|_| KnightsPositionError::Plies { found: plies.to_string(), most: MAX_PLIES })?;
        Knights::checked(knights, side, ply)
    }
}

impl fmt::Display for Knights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write(f, 9, 9, self.ply, |column, row| self.knight(column, row, KNIGHT))
    }
}
