//! Positions as text: one line in the manner of chess FEN, and the course's board file.

use super::{ARRIVALS_TO_WIN, KNIGHTS, Knights, MOST_PLIES, Square};
use crate::{BySide, Side};
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// What is wrong with the text of a position, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Not three fields.
    #[error("a position has three fields (rows, side to move, plies), as in `1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0`; this has {found}")]
    Fields {
        /// How many it has.
        found: usize,
    },
    /// Not nine rows.
    #[error("a board has 9 rows; this has {found}")]
    Rows {
        /// How many it has.
        found: usize,
    },
    /// A row does not fill nine columns.
    #[error("row {row} has {found} columns instead of 9")]
    Columns {
        /// The row, 1 to 9.
        row: usize,
        /// How many columns it fills.
        found: usize,
    },
    /// An unknown character.
    #[error("row {row}: `{found}` is none of {expected}")]
    Character {
        /// The row, 1 to 9.
        row: usize,
        /// The character.
        found: char,
        /// What may stand there.
        expected: &'static str,
    },
    /// A row of a board file with a wrong number beside it.
    #[error("row {row} must be written `{row} +nnn+nnn+ {row}`: its number, 9 intersections, its number")]
    RowNumber {
        /// The row, 1 to 9.
        row: usize,
    },
    /// Neither `w` nor `b`.
    #[error("the side to move is `w` or `b`, not `{found}`")]
    SideToMove {
        /// The text.
        found: String,
    },
    /// The number of plies does not read, or no game has so many.
    #[error("the number of plies is a number from 0 to {MOST_PLIES}, not `{found}`")]
    Plies {
        /// The text.
        found: String,
    },
    /// White moves after an even number of plies, Black after an odd one.
    #[error("after {ply} plies it is {}'s turn, not {side}'s", side.other())]
    Turn {
        /// The number of plies.
        ply: u32,
        /// The side that was said to move.
        side: Side,
    },
    /// More than six knights.
    #[error("{side} has {found} knights; a side has at most {KNIGHTS}")]
    TooManyKnights {
        /// The side.
        side: Side,
        /// How many it has.
        found: u32,
    },
    /// The side to move has won already.
    #[error("{side} is to move with {found} knights on its far row: the game ended before")]
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
                return Err(PositionError::TooManyKnights { side, found });
            }
        }
        if ply > MOST_PLIES {
            return Err(PositionError::Plies { found: ply.to_string() });
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

    /// Reads the course's board file (`b` = Blanc, `n` = Noir, `+` = empty, lines that start with `%` are comments). The file does
    /// not say how many plies have been played, and so whose turn it is: the caller does.
    pub fn from_board_file(text: &str, ply: u32) -> Result<Knights, PositionError> {
        let lines = || text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('%'));
        if lines().count() != 9 {
            return Err(PositionError::Rows { found: lines().count() });
        }
        let mut knights = BySide::default();
        for (row, line) in lines().enumerate() {
            let number = row + 1;
            let mut words = line.split_ascii_whitespace();
            let is_number = |word: Option<&str>| word.and_then(|word| word.parse().ok()) == Some(number);
            let (before, cells, after, rest) = (words.next(), words.next(), words.next(), words.next());
            let Some(cells) = cells.filter(|_| is_number(before) && is_number(after) && rest.is_none()) else {
                return Err(PositionError::RowNumber { row: number });
            };
            read_row(&mut knights, row, cells, |cell| match cell {
                '+' => Ok(Run::Empty(1)),
                'b' => Ok(Run::Knight(Side::White)),
                'n' => Ok(Run::Knight(Side::Black)),
                found => Err(PositionError::Character { row: number, found, expected: "`b`, `n` and `+`" }),
            })?;
        }
        Knights::checked(knights, Side::to_move_after(ply), ply)
    }

    /// The board as the course's board file.
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

/// What one character of a row stands for.
enum Run {
    Empty(usize),
    Knight(Side),
}

fn read_row(
    knights: &mut BySide<u128>,
    row: usize,
    text: &str,
    read: impl Fn(char) -> Result<Run, PositionError>,
) -> Result<(), PositionError> {
    let mut column = 0;
    for character in text.chars() {
        match read(character)? {
            Run::Empty(length) => column += length,
            Run::Knight(side) => {
                if let Some(square) = u8::try_from(column).ok().and_then(|column| Square::at(column, row as u8)) {
                    knights[side] |= square.bit();
                }
                column += 1;
            }
        }
    }
    if column == 9 { Ok(()) } else { Err(PositionError::Columns { row: row + 1, found: column }) }
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
            read_row(&mut knights, row, text, |cell| match cell {
                '1'..='9' => Ok(Run::Empty(cell as usize - '0' as usize)),
                'N' => Ok(Run::Knight(Side::White)),
                'n' => Ok(Run::Knight(Side::Black)),
                found => Err(PositionError::Character { row: row + 1, found, expected: "`N`, `n` and the digits 1 to 9" }),
            })?;
        }
        let side = match side {
            "w" => Side::White,
            "b" => Side::Black,
            _ => {
                return Err(PositionError::SideToMove { found: side.to_string() });
            }
        };
        let ply = plies.parse().map_err(|_| PositionError::Plies { found: plies.to_string() })?;
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
