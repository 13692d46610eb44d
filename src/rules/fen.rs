//! Positions as text in the manner of chess FEN: rows, side to move, number of plies.

use crate::Side;
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// The three fields of a position; the number of fields if there are not three.
pub(crate) fn fields(text: &str) -> Result<[&str; 3], usize> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    fields.try_into().map_err(|fields: Vec<&str>| fields.len())
}

/// Reads a row of pieces and numbers of empty cells, and gives the column of each piece to `place`. The number of columns, or the first
/// character that is neither a piece nor a number from 1 to `width`.
pub(crate) fn read_row(text: &str, width: u8, pieces: [char; 2], mut place: impl FnMut(u8, Side)) -> Result<usize, char> {
    let mut column = 0;
    for character in text.chars() {
        match Side::BOTH.into_iter().find(|&side| pieces[side as usize] == character) {
            Some(side) => {
                if column < usize::from(width) {
                    place(column as u8, side);
                }
                column += 1;
            }
            None => {
                let empty = character.to_digit(10).filter(|empty| (1..=u32::from(width)).contains(empty));
                column += empty.ok_or(character)? as usize;
            }
        }
    }
    Ok(column)
}

/// Writes what [`fields`] and [`read_row`] read; `piece` gives the piece in a column of a row, both counted from the top left.
pub(crate) fn write(f: &mut fmt::Formatter, rows: u8, columns: u8, ply: u32, piece: impl Fn(u8, u8) -> Option<char>) -> fmt::Result {
    for row in 0..rows {
        if row > 0 {
            f.write_char('/')?;
        }
        // A row has at most nine cells.
        let mut empty = b'0';
        for column in 0..=columns {
            let piece = if column < columns { piece(column, row) } else { None };
            if column < columns && piece.is_none() {
                empty += 1;
                continue;
            }
            if empty > b'0' {
                f.write_char(empty.into())?;
                empty = b'0';
            }
            piece.map_or(Ok(()), |piece| f.write_char(piece))?;
        }
    }
    write!(f, " {} {ply}", Side::to_move_after(ply).letter())
}
