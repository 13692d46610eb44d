//! Parser of puzzles, in all common text formats.
//!
//! - One line of symbols in reading order (`4.....8.5.3…`) or several lines; an empty cell is `.`, `0`, `_`, `*` or `?`
//!   (and in a single line `-`). Digits over 9 are letters from `A`; a 25×25 grid of letters alone is read as A to Y, and
//!   a 16×16 grid with zeros, none of which clash, and no G as hexadecimal 0 to F; [`SudokuPuzzle::read`] takes the symbols.
//! - Numbers between spaces or commas, 0 or `.` for an empty cell.
//! - A game ID with its box, `3x3:a5b1_2…` .
//!
//! Frames drawn with `|`, `+`, `-`, `=`, spaces, empty lines, and lines that start with `#` or `[` are passed over.

use core::str::FromStr;

use super::{SudokuError, SudokuPuzzle, SudokuShape};
use crate::named::{named, read_by_name};

/// Limit of the text; the largest grid is far smaller.
const MAX_BYTES: usize = 16_384;

impl FromStr for SudokuPuzzle {
    type Err = SudokuError;

    fn from_str(text: &str) -> Result<SudokuPuzzle, SudokuError> {
        SudokuPuzzle::read(text, None)
    }
}

impl SudokuPuzzle {
    /// Reads a text like [`str::parse`], with the symbols that are known to be used.
    ///
    /// # Errors
    /// A text that is not a grid.
    pub fn read(text: &str, symbols: Option<Symbols>) -> Result<SudokuPuzzle, SudokuError> {
        if text.len() > MAX_BYTES {
            return Err(SudokuError::TooLong { bytes: text.len(), most: MAX_BYTES });
        }
        if text.contains(':') {
            return read_game_id(text.trim());
        }
        match numbers(text).filter(|_| symbols.is_none_or(|symbols| symbols == Symbols::Digits)) {
            Some(numbers) => of_numbers(&numbers, &lines(text).map(|(_, line)| tokens(line).count()).collect::<Vec<_>>()),
            None => of_symbols(text, symbols),
        }
    }
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let several = text.trim().contains('\n');
    text.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(move |(_, line)| {
        let line = line.trim();
        let comment = line.starts_with(['#', '[']);
        let frame = several && line.chars().all(|c| "-=+| ".contains(c));
        !comment && !frame && !line.is_empty()
    })
}

/// The tokens of the text, if it is a square of short numbers.
fn numbers(text: &str) -> Option<Vec<u64>> {
    let tokens: Vec<&str> = lines(text).flat_map(|(_, line)| tokens(line)).collect();
    let side = tokens.len().isqrt();
    let long = tokens.iter().filter(|token| token.len() > 2).count();
    if side < 4 || side * side != tokens.len() || long > tokens.len() / 4 {
        return None;
    }
    tokens.iter().map(|token| if "._*?-".contains(token) { Some(0) } else { token.parse().ok() }).collect()
}

fn tokens(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || ",;|".contains(c)).filter(|token| !token.is_empty())
}

fn of_numbers(numbers: &[u64], rows: &[usize]) -> Result<SudokuPuzzle, SudokuError> {
    let shape = shape_for(numbers.len())?;
    let side = shape.side();
    no_rectangle(rows, side)?;
    let digits = numbers.iter().enumerate().map(|(index, &found)| match u8::try_from(found) {
        Ok(digit) if digit <= side => Ok(digit),
        _ => Err(SudokuError::Digit { cell: shape.cell(index), found, side }),
    });
    SudokuPuzzle::new(shape, digits.collect::<Result<_, _>>()?)
}

struct Symbol {
    found: char,
    line: usize,
    column: usize,
}

fn of_symbols(text: &str, known: Option<Symbols>) -> Result<SudokuPuzzle, SudokuError> {
    let several = lines(text).nth(1).is_some();
    let mut symbols = Vec::new();
    let mut rows = Vec::new();
    for (line, content) in lines(text) {
        let before = symbols.len();
        for (at, found) in content.chars().enumerate() {
            let blank = if several { "|+-= ,;\t\r\u{feff}" } else { "| ,;\t\r\u{feff}" };
            if !blank.contains(found) {
                symbols.push(Symbol { found, line, column: at + 1 });
            }
        }
        if symbols.len() > before {
            rows.push(symbols.len() - before);
        }
    }
    let side_by_rows = u8::try_from(rows.len()).ok().filter(|&n| SudokuShape::of_side(n).is_some());
    let shape = match (shape_for(symbols.len()), side_by_rows) {
        (Ok(shape), _) => shape,
        (Err(error), side) => {
            // A stray character is a better error than the count.
            let side = side.unwrap_or(SudokuShape::LARGEST);
            let letters = if side > 9 { 'Z' } else { '9' };
            if let Some(odd) = symbols.iter().find(|s| !plausible(s.found, letters)) {
                return Err(SudokuError::Character {
                    line: odd.line,
                    column: odd.column,
                    found: odd.found,
                    largest: SudokuShape::symbol(side),
                });
            }
            let wrong = rows.iter().position(|&cells| cells != usize::from(side));
            return Err(match (side_by_rows, wrong) {
                (Some(side), Some(row)) => SudokuError::Row { row: row + 1, cells: rows[row], side },
                _ => error,
            });
        }
    };
    let side = shape.side();
    no_rectangle(&rows, side)?;
    if rows.len() == usize::from(side)
        && let Some(row) = rows.iter().position(|&cells| cells != usize::from(side))
    {
        return Err(SudokuError::Row { row: row + 1, cells: rows[row], side });
    }
    let alphabet = known.unwrap_or_else(|| Symbols::of(shape, &symbols));
    let digits = symbols.iter().map(|symbol| {
        let Symbol { found, line, column } = *symbol;
        let wrong = SudokuError::Character { line, column, found, largest: SudokuShape::symbol(side) };
        alphabet.digit(found).filter(|&digit| digit <= side).ok_or(wrong)
    });
    SudokuPuzzle::new(shape, digits.collect::<Result<_, _>>()?)
}

/// Refuses rows of equal length that are no square. All cells in one row, or one in each, are a list.
fn no_rectangle(rows: &[usize], side: u8) -> Result<(), SudokuError> {
    match *rows {
        [cells, _, ..] if cells > 1 && rows.len() != usize::from(side) && rows.iter().all(|&other| other == cells) => {
            Err(SudokuError::Rectangle { width: cells, height: rows.len(), side })
        }
        _ => Ok(()),
    }
}

fn plausible(symbol: char, last: char) -> bool {
    let upper = symbol.to_ascii_uppercase();
    ".0_*?-".contains(symbol) || ('1'..='9').contains(&symbol) || (last == 'Z' && upper.is_ascii_uppercase())
}

named! {
    /// Notation of digits over 9.
    pub enum Symbols {
        /// 1 to 9, then A for 10.
        Digits = "digits",
        /// 0 to 9, then A for 10, each one less than its digit.
        Hexadecimal = "hexadecimal",
        /// A for 1.
        Letters = "letters",
    }
}

read_by_name!(Symbols, SudokuError, |name| SudokuError::Symbols { name });

impl Symbols {
    /// Detects the notation: a 16×16 grid is hexadecimal if it has zeros, none of which would clash as a digit, and no G.
    fn of(shape: SudokuShape, symbols: &[Symbol]) -> Symbols {
        let any = |set: &str| symbols.iter().any(|symbol| set.contains(symbol.found));
        let zeros = |unit| shape.cells_of(unit).filter(|&cell| symbols[shape.index(cell)].found == '0').count();
        if shape.side() == 16 && any("0") && !any("Gg") && shape.units().all(|unit| zeros(unit) <= 1) {
            Symbols::Hexadecimal
        } else if shape.side() == 25 && !any("123456789") {
            Symbols::Letters
        } else {
            Symbols::Digits
        }
    }

    fn digit(&self, symbol: char) -> Option<u8> {
        let letter = || Some(symbol.to_ascii_uppercase()).filter(char::is_ascii_uppercase).map(|c| c as u8 - b'A');
        let figure = || symbol.to_digit(10).map(|value| value as u8);
        match self {
            _ if "._*?-".contains(symbol) => Some(0),
            Symbols::Digits => figure().or_else(|| letter().map(|l| l + 10)),
            Symbols::Hexadecimal => figure().map(|f| f + 1).or_else(|| letter().map(|l| l + 11)),
            Symbols::Letters => figure().filter(|&f| f == 0).or_else(|| letter().map(|l| l + 1)),
        }
    }
}

/// Reads a game ID `WxH:…` as in Simon Tatham's puzzle collection: the box's width and height, then the cells in reading order; a letter is a
/// run of empty cells (`a` one to `z` twenty-six), a number is a given, `_` separates two numbers.
fn read_game_id(text: &str) -> Result<SudokuPuzzle, SudokuError> {
    let (head, body) = text.split_once(':').unwrap_or((text, ""));
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| !text.starts_with('+'));
    let size = head.split_once('x').and_then(|(width, height)| Some((number(width)?, number(height)?)));
    let Some((width, height)) = size else {
        return Err(SudokuError::GameIdHead { found: head.chars().take(20).collect() });
    };
    let shape = SudokuShape::new(width.into(), height.into())?;
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
                match rest[..figures].parse() {
                    Ok(digit) if (1..=shape.side()).contains(&digit) => digits.push(digit),
                    _ => return Err(SudokuError::GameIdDigit { at, found: rest[..figures.min(20)].into() }),
                }
                rest = &rest[figures..];
            }
            _ => return Err(SudokuError::GameIdLetter { at, found: next }),
        }
        if digits.len() > shape.cells() {
            break;
        }
    }
    SudokuPuzzle::new(shape, digits)
}

/// The usual shape with this number of cells; the nearest is in the error.
fn shape_for(cells: usize) -> Result<SudokuShape, SudokuError> {
    let sides = (4..=SudokuShape::LARGEST).filter(|&side| SudokuShape::of_side(side).is_some());
    let squared = |side: u8| usize::from(side) * usize::from(side);
    let nearest = sides.min_by_key(|&side| squared(side).abs_diff(cells)).unwrap_or(9);
    match SudokuShape::of_side(nearest) {
        _ if cells == 0 => Err(SudokuError::Empty),
        Some(shape) if squared(nearest) == cells => Ok(shape),
        _ => Err(SudokuError::Size { cells, side: nearest, full: squared(nearest) }),
    }
}
