//! Game IDs `WxH:…` as in Simon Tatham's puzzle collection: the box's width and height, then the cells in reading order;
//! a letter is a run of empty cells (`a` one to `z` twenty-six), a number is a given, `_` parts two numbers.

use super::{Error, Puzzle, Shape};

/// Reads a game ID.
pub(super) fn read(text: &str) -> Result<Puzzle, Error> {
    let (head, body) = text.split_once(':').unwrap_or((text, ""));
    let shape = head.split_once('x').and_then(|(w, h)| Some((number(w)?, number(h)?)));
    let Some((width, height)) = shape else {
        return Err(Error::GameIdHead { found: head.chars().take(20).collect() });
    };
    let shape = Shape::new(width, height)?;
    let mut digits = Vec::with_capacity(shape.cells());
    let mut rest = body;
    while let Some(next) = rest.chars().next() {
        let at = head.len() + 2 + body.len() - rest.len();
        let figures = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match next {
            'a'..='z' => {
                digits.extend((b'a'..=next as u8).map(|_| 0));
                rest = &rest[1..];
            }
            '_' => rest = &rest[1..],
            _ if figures > 0 => {
                match number(&rest[..figures]).and_then(|n| u8::try_from(n).ok()) {
                    Some(digit) if (1..=shape.side()).contains(&digit) => digits.push(digit),
                    _ => return Err(Error::GameIdDigit { at, found: rest[..figures.min(20)].into() }),
                }
                rest = &rest[figures..];
            }
            _ => return Err(Error::GameIdLetter { at, found: next }),
        }
        if digits.len() > shape.cells() {
            break;
        }
    }
    Puzzle::new(shape, digits)
}

/// A number of at most ten figures; larger ones are of no use.
fn number(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.len() <= 10 && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}
