//! A board: its size and its squares.

use core::fmt;

use super::LightUpError;

/// A cell by its row and column, counted from 0; messages count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LightUpCell {
    pub row: u16,
    pub column: u16,
}

impl message::ToParam for LightUpCell {
    fn to_param(&self) -> message::Param {
        crate::named::CellName { row: u32::from(self.row) + 1, column: u32::from(self.column) + 1 }.to_param()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LightUpSquare {
    /// May take a bulb, and must be lit.
    White,
    Black,
    /// Stops light, and has exactly this number of bulbs beside it: 0 to 4.
    Clue(u8),
}

/// A board, in which no clue asks for more bulbs than it has white neighbours.
///
/// Read from text by [`str::parse`]; written as a game ID.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LightUpPuzzle {
    width: u16,
    height: u16,
    squares: Vec<LightUpSquare>,
}

impl LightUpPuzzle {
    pub const LARGEST: u16 = 200;

    /// A board from its squares in reading order.
    ///
    /// # Errors
    /// A size out of bounds, another number of squares than the size says, or a clue that cannot be met.
    pub fn new(width: u16, height: u16, squares: Vec<LightUpSquare>) -> Result<LightUpPuzzle, LightUpError> {
        let fits = |length| (1..=Self::LARGEST).contains(&length);
        if !fits(width) || !fits(height) {
            return Err(LightUpError::Size { width: width.into(), height: height.into(), most: Self::LARGEST });
        }
        let expected = usize::from(width) * usize::from(height);
        if squares.len() != expected {
            return Err(LightUpError::Cells { cells: squares.len(), expected, width, height });
        }
        let board = LightUpPuzzle { width, height, squares };
        for cell in board.cells() {
            if let LightUpSquare::Clue(clue) = board.square(cell) {
                if clue > 4 {
                    return Err(LightUpError::Clue { cell, clue });
                }
                let places = board.neighbours(cell).filter(|&beside| board.square(beside) == LightUpSquare::White).count() as u8;
                if clue > places {
                    return Err(LightUpError::Crowded { cell, clue, places });
                }
            }
        }
        Ok(board)
    }

    pub fn width(&self) -> u16 {
        self.width
    }

    pub fn height(&self) -> u16 {
        self.height
    }

    pub fn squares(&self) -> &[LightUpSquare] {
        &self.squares
    }

    pub fn square(&self, cell: LightUpCell) -> LightUpSquare {
        self.squares[self.index(cell)]
    }

    pub fn index(&self, cell: LightUpCell) -> usize {
        usize::from(cell.row) * usize::from(self.width) + usize::from(cell.column)
    }

    pub fn cell(&self, index: usize) -> LightUpCell {
        let width = usize::from(self.width);
        LightUpCell { row: (index / width) as u16, column: (index % width) as u16 }
    }

    /// Every cell in reading order.
    pub fn cells(&self) -> impl Iterator<Item = LightUpCell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |row| (0..width).map(move |column| LightUpCell { row, column }))
    }

    /// The next cell in each direction, in reading order: above, left, right and below.
    fn beside(&self, LightUpCell { row, column }: LightUpCell) -> [Option<LightUpCell>; 4] {
        let right = (column + 1 < self.width).then(|| LightUpCell { row, column: column + 1 });
        let below = (row + 1 < self.height).then(|| LightUpCell { row: row + 1, column });
        let left = column.checked_sub(1).map(|column| LightUpCell { row, column });
        let above = row.checked_sub(1).map(|row| LightUpCell { row, column });
        [above, left, right, below]
    }

    pub fn neighbours(&self, cell: LightUpCell) -> impl Iterator<Item = LightUpCell> + use<> {
        self.beside(cell).into_iter().flatten()
    }

    /// The other white cells that a bulb in a white cell lights.
    pub fn sees(&self, cell: LightUpCell) -> impl Iterator<Item = LightUpCell> {
        (0..4).flat_map(move |direction| {
            let next = move |from: &LightUpCell| self.beside(*from)[direction].filter(|&to| self.square(to) == LightUpSquare::White);
            core::iter::successors(next(&cell), next)
        })
    }
}

impl fmt::Display for LightUpSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LightUpSquare::White => f.write_str("."),
            LightUpSquare::Black => f.write_str("#"),
            LightUpSquare::Clue(clue) => write!(f, "{clue}"),
        }
    }
}

impl fmt::Display for LightUpPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}:", self.width, self.height)?;
        for run in self.squares.chunk_by(|a, b| *a == LightUpSquare::White && *b == LightUpSquare::White) {
            match run[0] {
                LightUpSquare::White => {
                    for part in run.chunks(26) {
                        write!(f, "{}", char::from(b'a' + part.len() as u8 - 1))?;
                    }
                }
                LightUpSquare::Black => write!(f, "B")?,
                LightUpSquare::Clue(clue) => write!(f, "{clue}")?,
            }
        }
        Ok(())
    }
}
