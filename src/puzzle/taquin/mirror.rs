//! Mirror images of a puzzle, so that one set of tables serves the goals that are mirror images of each other.

use super::grid::Shape;
use super::puzzle::Direction;

/// A way to look at a board: flip rows, flip columns, then exchange rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mirror {
    shape: Shape,
    rows: bool,
    columns: bool,
    across: bool,
}

impl Mirror {
    /// The mirror in which the board is no higher than wide, and the blank's goal in the upper left half, as far up as can be.
    pub(super) fn towards_corner(shape: Shape, blank: usize) -> Mirror {
        let (row, column) = shape.at(blank);
        let (rows, columns) = (row > (shape.height() - 1) / 2, column > (shape.width() - 1) / 2);
        let row = if rows { shape.height() - 1 - row } else { row };
        let column = if columns { shape.width() - 1 - column } else { column };
        let across = (shape.height(), row) > (shape.width(), column);
        Mirror { shape, rows, columns, across }
    }

    /// The shape of the image.
    pub(super) fn shape(self) -> Shape {
        if self.across { self.shape.transposed() } else { self.shape }
    }

    /// Where a cell is seen.
    pub(super) fn cell(self, cell: usize) -> usize {
        let (row, column) = self.shape.at(cell);
        let row = if self.rows { self.shape.height() - 1 - row } else { row };
        let column = if self.columns { self.shape.width() - 1 - column } else { column };
        if self.across { column * self.shape.height() + row } else { row * self.shape.width() + column }
    }

    /// The direction of which `seen` is the image.
    pub(super) fn unmirrored(self, seen: Direction) -> Direction {
        let turned = match (self.across, seen) {
            (false, _) => seen,
            (true, Direction::Up) => Direction::Left,
            (true, Direction::Left) => Direction::Up,
            (true, Direction::Right) => Direction::Down,
            (true, Direction::Down) => Direction::Right,
        };
        let flipped = match turned {
            Direction::Up | Direction::Down => self.rows,
            Direction::Left | Direction::Right => self.columns,
        };
        if flipped { turned.opposite() } else { turned }
    }
}
