//! Parser of boards.
//!
//! - A game ID `WxH:…` as in Simon Tatham's puzzle collection: a letter is a run of white cells (`a` one to `z`
//!   twenty-six), `B` a black cell, a figure 0 to 4 a clue.
//! - Rows, one a line or parted by `/`: `.`, `-` or `_` for white, `#`, `B`, `X` or `█` for black, a figure for a clue.
//!   Spaces and empty lines are passed over.

use core::str::FromStr;

use super::{Error, Puzzle, Square};

/// Limit of the text; the largest board with a space between cells takes under half of it.
const MAX_BYTES: usize = 262_144;

impl FromStr for Puzzle {
    type Err = Error;

    fn from_str(text: &str) -> Result<Puzzle, Error> {
        if text.len() > MAX_BYTES {
            return Err(Error::TooLong { bytes: text.len(), most: MAX_BYTES });
        }
        match text.trim().split_once(':') {
            Some((head, body)) => game_id(head, body),
            None => rows(text),
        }
    }
}

fn game_id(head: &str, body: &str) -> Result<Puzzle, Error> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| !text.starts_with('+'));
    let size = head.split_once('x').and_then(|(w, h)| Some((number(w)?, number(h)?)));
    let (width, height) = size.ok_or_else(|| Error::Head { found: head.chars().take(20).collect() })?;
    let (w, h) = match (u16::try_from(width), u16::try_from(height)) {
        (Ok(w @ 1..=Puzzle::LARGEST), Ok(h @ 1..=Puzzle::LARGEST)) => (w, h),
        _ => return Err(Error::Size { width: width.into(), height: height.into(), most: Puzzle::LARGEST }),
    };
    let cells = usize::from(w) * usize::from(h);
    let mut squares = Vec::with_capacity(cells);
    for (at, found) in body.chars().enumerate() {
        match found {
            'a'..='z' => squares.extend((b'a'..=found as u8).map(|_| Square::White)),
            'B' => squares.push(Square::Black),
            '0'..='9' => squares.push(Square::Clue(found as u8 - b'0')),
            _ => {
                return Err(Error::GameId { at: head.chars().count() + 2 + at, found });
            }
        }
        if squares.len() > cells {
            break;
        }
    }
    Puzzle::new(w, h, squares)
}

fn rows(text: &str) -> Result<Puzzle, Error> {
    let mut squares = Vec::new();
    let (mut width, mut height) = (0, 0);
    for (line, content) in text.lines().enumerate() {
        let mut column = 0;
        for row in content.split('/') {
            let before = squares.len();
            for found in row.chars() {
                column += 1;
                match found {
                    '.' | '-' | '_' => squares.push(Square::White),
                    '#' | 'B' | 'X' | '█' => squares.push(Square::Black),
                    '0'..='9' => squares.push(Square::Clue(found as u8 - b'0')),
                    _ if found.is_whitespace() || found == '\u{feff}' => {}
                    _ => {
                        return Err(Error::Character { line: line + 1, column, found });
                    }
                }
            }
            column += 1;
            let cells = squares.len() - before;
            if cells == 0 {
                continue;
            }
            height += 1;
            if height == 1 {
                width = cells;
            } else if cells != width {
                return Err(Error::Row { row: height, cells, width });
            }
        }
    }
    if squares.is_empty() {
        return Err(Error::Empty);
    }
    match (u16::try_from(width), u16::try_from(height)) {
        (Ok(w), Ok(h)) => Puzzle::new(w, h, squares),
        _ => Err(Error::Size { width: width as u64, height: height as u64, most: Puzzle::LARGEST }),
    }
}
