//! A puzzle: the givens of a grid, free of clashes.

use core::fmt;

use super::{Cell, Clash, Error, Shape, Unit};

/// A grid with some cells given. No digit stands twice in a unit.
///
/// Read from text by [`str::parse`] (see the formats there); written as one line, or as rows with `{:#}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    shape: Shape,
    /// In reading order, 0 for an empty cell.
    digits: Vec<u8>,
}

impl Puzzle {
    /// A puzzle from its digits in reading order, 0 for an empty cell.
    ///
    /// # Errors
    /// Not as many digits as cells, a digit larger than the side, or a clash.
    pub fn new(shape: Shape, digits: Vec<u8>) -> Result<Puzzle, Error> {
        let side = shape.side();
        if digits.len() != shape.cells() {
            return Err(Error::Size { cells: digits.len(), side, full: shape.cells() });
        }
        if let Some(index) = digits.iter().position(|&digit| digit > side) {
            return Err(Error::Digit { cell: shape.cell(index), found: u64::from(digits[index]), side });
        }
        match clash(shape, &digits) {
            Some(clash) => Err(clash.into()),
            None => Ok(Puzzle { shape, digits }),
        }
    }

    /// The shape of the grid.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The digits in reading order, 0 for an empty cell.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The digit given in a cell, if any.
    #[must_use]
    pub fn given(&self, cell: Cell) -> Option<u8> {
        Some(self.digits[self.shape.index(cell)]).filter(|&digit| digit != 0)
    }

    /// How many cells are given.
    #[must_use]
    pub fn givens(&self) -> usize {
        self.digits.iter().filter(|&&digit| digit != 0).count()
    }
}

/// The first clash, if any: rows first, then columns, then boxes. One pass with bit sets finds that there is none.
fn clash(shape: Shape, digits: &[u8]) -> Option<Clash> {
    let (side, width, height) = (usize::from(shape.side()), usize::from(shape.box_width()), usize::from(shape.box_height()));
    let mut columns = [0_u32; Shape::LARGEST as usize];
    let mut twice = 0;
    for rows_of_boxes in digits.chunks_exact(side * height) {
        let mut boxes = [0_u32; Shape::LARGEST as usize];
        for row in rows_of_boxes.chunks_exact(side) {
            let mut in_row = 0;
            let parts = row.chunks_exact(width).zip(columns.chunks_exact_mut(width));
            for (in_box, (part, columns)) in boxes.iter_mut().zip(parts) {
                for (column, &digit) in columns.iter_mut().zip(part) {
                    let bit = 1 << digit & !1;
                    twice |= (*column | *in_box | in_row) & bit;
                    *column |= bit;
                    *in_box |= bit;
                    in_row |= bit;
                }
            }
        }
    }
    if twice == 0 {
        return None;
    }
    shape.units().find_map(|unit| clash_in(shape, digits, unit))
}

fn clash_in(shape: Shape, digits: &[u8], unit: Unit) -> Option<Clash> {
    let mut place: [Option<Cell>; Shape::LARGEST as usize + 1] = [None; Shape::LARGEST as usize + 1];
    shape.cells_of(unit).find_map(|second| {
        let digit = digits[shape.index(second)];
        if digit == 0 {
            return None;
        }
        place[usize::from(digit)].replace(second).map(|first| Clash { unit, digit, first, second })
    })
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(self.shape, &self.digits, f)
    }
}

/// One line of symbols; with `{:#}` one line a row.
pub(super) fn write_digits(shape: Shape, digits: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut text = String::with_capacity(digits.len() + usize::from(shape.side()));
    for (row, digits) in digits.chunks(usize::from(shape.side())).enumerate() {
        if f.alternate() && row > 0 {
            text.push('\n');
        }
        text.extend(digits.iter().map(|&digit| Shape::symbol(digit)));
    }
    f.write_str(&text)
}
