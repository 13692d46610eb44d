//! Parser of boards.
//!
//! - A game ID `WxH:…` as in Simon Tatham's puzzle collection: a letter is a run of white cells (`a` one to `z`
//!   twenty-six), `B` a black cell, a figure 0 to 4 a clue.
//! - Rows, one a line or parted by `/`: `.`, `-` or `_` for white, `#`, `B`, `X` or `█` for black, a figure for a clue.
//!   Spaces and empty lines are passed over.

use core::str::FromStr;

use super::{LightUpError, LightUpPuzzle, LightUpSquare};

/// Limit of the text; the largest board with a space between cells takes under half of it.
const MAX_BYTES: usize = 262_144;

impl FromStr for LightUpPuzzle {
    type Err = LightUpError;

    fn from_str(text: &str) -> Result<LightUpPuzzle, LightUpError> {
        if text.len() > MAX_BYTES {
            return Err(LightUpError::TooLong { bytes: text.len(), most: MAX_BYTES });
        }
        match text.trim().split_once(':') {
            Some((head, body)) => game_id(head, body),
            None => rows(text),
        }
    }
}

fn game_id(head: &str, body: &str) -> Result<LightUpPuzzle, LightUpError> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| !text.starts_with('+'));
    let size = head.split_once('x').and_then(|(w, h)| Some((number(w)?, number(h)?)));
    let (width, height) = size.ok_or_else(|| LightUpError::Head { found: head.chars().take(20).collect() })?;
    let (w, h) = match (u16::try_from(width), u16::try_from(height)) {
        (Ok(w @ 1..=LightUpPuzzle::LARGEST), Ok(h @ 1..=LightUpPuzzle::LARGEST)) => (w, h),
        _ => return Err(LightUpError::Size { width: width.into(), height: height.into(), most: LightUpPuzzle::LARGEST }),
    };
    let cells = usize::from(w) * usize::from(h);
    let mut squares = Vec::with_capacity(cells);
    for (at, found) in body.chars().enumerate() {
        match found {
            'a'..='z' => squares.extend((b'a'..=found as u8).map(|_| LightUpSquare::White)),
            'B' => squares.push(LightUpSquare::Black),
            '0'..='9' => squares.push(LightUpSquare::Clue(found as u8 - b'0')),
            _ => {
                return Err(LightUpError::GameId { at: head.chars().count() + 2 + at, found });
            }
        }
        if squares.len() > cells {
            break;
        }
    }
    LightUpPuzzle::new(w, h, squares)
}

fn rows(text: &str) -> Result<LightUpPuzzle, LightUpError> {
    let mut squares = Vec::new();
    let (mut width, mut height) = (0, 0);
    for (line, content) in text.lines().enumerate() {
        let mut column = 0;
        for row in content.split('/') {
            let before = squares.len();
            for found in row.chars() {
                column += 1;
                match found {
                    '.' | '-' | '_' => squares.push(LightUpSquare::White),
                    '#' | 'B' | 'X' | '█' => squares.push(LightUpSquare::Black),
                    '0'..='9' => squares.push(LightUpSquare::Clue(found as u8 - b'0')),
                    _ if found.is_whitespace() || found == '\u{feff}' => {}
                    _ => {
                        return Err(LightUpError::Character { line: line + 1, column, found });
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
                return Err(LightUpError::Row { row: height, cells, width });
            }
        }
    }
    if squares.is_empty() {
        return Err(LightUpError::Empty);
    }
    match (u16::try_from(width), u16::try_from(height)) {
        (Ok(w), Ok(h)) => LightUpPuzzle::new(w, h, squares),
        _ => Err(LightUpError::Size { width: width as u64, height: height as u64, most: LightUpPuzzle::LARGEST }),
    }
}
