//! The geometry of a grid: its boxes, and the cells of each unit in reading order.

use core::fmt;

use super::{SudokuCell, SudokuError, Unit};

/// The size of the boxes. The side of the grid is `box_width × box_height`: the number of cells in each unit, of digits, and of units of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SudokuShape {
    box_width: u8,
    box_height: u8,
}

impl SudokuShape {
    pub const LARGEST: u8 = 25;

    /// A shape by its box.
    ///
    /// # Errors
    /// A box less than 2 wide or high, or with more than [`Self::LARGEST`] cells.
    pub fn new(box_width: u64, box_height: u64) -> Result<SudokuShape, SudokuError> {
        match (u8::try_from(box_width), u8::try_from(box_height)) {
            (Ok(w @ 2..), Ok(h @ 2..)) if u16::from(w) * u16::from(h) <= u16::from(Self::LARGEST) => {
                Ok(SudokuShape { box_width: w, box_height: h })
            }
            _ => Err(SudokuError::Box { width: box_width, height: box_height, most: Self::LARGEST }),
        }
    }

    /// The usual shape for a side: the box nearest to a square, wider than high (6 → 3×2, 12 → 4×3).
    pub fn of_side(side: u8) -> Option<SudokuShape> {
        if side > Self::LARGEST {
            return None;
        }
        let box_height = (2..=side).take_while(|h| h * h <= side).filter(|h| side.is_multiple_of(*h)).last()?;
        Some(SudokuShape { box_width: side / box_height, box_height })
    }

    /// Cells in a row, a column or a box, and the largest digit.
    pub fn side(self) -> u8 {
        self.box_width * self.box_height
    }

    pub fn cells(self) -> usize {
        usize::from(self.side()) * usize::from(self.side())
    }

    pub fn box_width(self) -> u8 {
        self.box_width
    }

    pub fn box_height(self) -> u8 {
        self.box_height
    }

    pub fn index(self, cell: SudokuCell) -> usize {
        usize::from(cell.row) * usize::from(self.side()) + usize::from(cell.column)
    }

    pub(super) fn cell(self, index: usize) -> SudokuCell {
        let side = usize::from(self.side());
        SudokuCell { row: (index / side) as u8, column: (index % side) as u8 }
    }

    pub(super) fn box_of(self, cell: SudokuCell) -> u8 {
        cell.row / self.box_height * self.box_height + cell.column / self.box_width
    }

    pub(super) fn units(self) -> impl Iterator<Item = Unit> {
        let n = self.side();
        (0..n).map(Unit::Row).chain((0..n).map(Unit::Column)).chain((0..n).map(Unit::Box))
    }

    pub fn cells_of(self, unit: Unit) -> impl Iterator<Item = SudokuCell> + Clone {
        let (w, h) = (self.box_width, self.box_height);
        (0..self.side()).map(move |i| match unit {
            Unit::Row(row) => SudokuCell { row, column: i },
            Unit::Column(column) => SudokuCell { row: i, column },
            Unit::Box(b) => SudokuCell { row: b / h * h + i / w, column: b % h * w + i % w },
        })
    }

    pub fn units_of(self, cell: SudokuCell) -> [Unit; 3] {
        [Unit::Row(cell.row), Unit::Column(cell.column), Unit::Box(self.box_of(cell))]
    }

    /// Whether two different cells share a unit.
    pub(super) fn see(self, a: SudokuCell, b: SudokuCell) -> bool {
        a != b && (a.row == b.row || a.column == b.column || self.box_of(a) == self.box_of(b))
    }

    /// The symbol of a digit: 1 to 9, then A for 10 and so on.
    pub(super) fn symbol(digit: u8) -> char {
        match digit {
            0 => '.',
            1..=9 => char::from(b'0' + digit),
            _ => char::from(b'A' + digit - 10),
        }
    }
}

impl fmt::Display for SudokuShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}×{0} with boxes {1} wide and {2} high", self.side(), self.box_width, self.box_height)
    }
}
