//! A board: its size and its squares.

use core::fmt;

use super::Error;

/// A cell by its row and column, counted from 0; messages count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    pub row: u16,
    pub column: u16,
}

impl message::ToParam for Cell {
    fn to_param(&self) -> message::Param {
        crate::named::CellName { row: u32::from(self.row) + 1, column: u32::from(self.column) + 1 }.to_param()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
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
pub struct Puzzle {
    width: u16,
    height: u16,
    squares: Vec<Square>,
}

impl Puzzle {
    pub const LARGEST: u16 = 200;

    /// A board from its squares in reading order.
    ///
    /// # Errors
    /// A size out of bounds, another number of squares than the size says, or a clue that cannot be met.
    pub fn new(width: u16, height: u16, squares: Vec<Square>) -> Result<Puzzle, Error> {
        let fits = |length| (1..=Self::LARGEST).contains(&length);
        if !fits(width) || !fits(height) {
            return Err(Error::Size { width: width.into(), height: height.into(), most: Self::LARGEST });
        }
        let expected = usize::from(width) * usize::from(height);
        if squares.len() != expected {
            return Err(Error::Cells { cells: squares.len(), expected, width, height });
        }
        let board = Puzzle { width, height, squares };
        for cell in board.cells() {
            if let Square::Clue(clue) = board.square(cell) {
                if clue > 4 {
                    return Err(Error::Clue { cell, clue });
                }
                let places = board.neighbours(cell).filter(|&beside| board.square(beside) == Square::White).count() as u8;
                if clue > places {
                    return Err(Error::Crowded { cell, clue, places });
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

    /// The squares in reading order.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    pub fn square(&self, cell: Cell) -> Square {
        self.squares[self.index(cell)]
    }

    pub fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.width) + usize::from(cell.column)
    }

    pub fn cell(&self, index: usize) -> Cell {
        let width = usize::from(self.width);
        Cell { row: (index / width) as u16, column: (index % width) as u16 }
    }

    /// Every cell in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |row| (0..width).map(move |column| Cell { row, column }))
    }

    /// The next cell in each direction, in reading order: above, left, right and below.
    fn beside(&self, Cell { row, column }: Cell) -> [Option<Cell>; 4] {
        let right = (column + 1 < self.width).then(|| Cell { row, column: column + 1 });
        let below = (row + 1 < self.height).then(|| Cell { row: row + 1, column });
        let left = column.checked_sub(1).map(|column| Cell { row, column });
        let above = row.checked_sub(1).map(|row| Cell { row, column });
        [above, left, right, below]
    }

    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        self.beside(cell).into_iter().flatten()
    }

    /// The other white cells that a bulb in a white cell lights.
    pub fn sees(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        (0..4).flat_map(move |direction| {
            let next = move |from: &Cell| self.beside(*from)[direction].filter(|&to| self.square(to) == Square::White);
            core::iter::successors(next(&cell), next)
        })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Square::White => f.write_str("."),
            Square::Black => f.write_str("#"),
            Square::Clue(clue) => write!(f, "{clue}"),
        }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}:", self.width, self.height)?;
        for run in self.squares.chunk_by(|a, b| *a == Square::White && *b == Square::White) {
            match run[0] {
                Square::White => {
                    for part in run.chunks(26) {
                        write!(f, "{}", char::from(b'a' + part.len() as u8 - 1))?;
                    }
                }
                Square::Black => write!(f, "B")?,
                Square::Clue(clue) => write!(f, "{clue}")?,
            }
        }
        Ok(())
    }
}
