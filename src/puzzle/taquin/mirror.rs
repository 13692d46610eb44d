//! Symmetries of the board, so that one set of tables serves all symmetric goals.

use super::{Direction, TaquinShape};

/// A symmetry: flip rows, flip columns, then transpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mirror {
    shape: TaquinShape,
    rows: bool,
    columns: bool,
    across: bool,
}

impl Mirror {
    /// The symmetry that maps the board to one at least as wide as high, with the blank's goal in the upper left, as far up as possible.
    pub(super) fn towards_corner(shape: TaquinShape, blank: usize) -> Mirror {
        let (row, column) = shape.at(blank);
        let (rows, columns) = (row > (shape.height() - 1) / 2, column > (shape.width() - 1) / 2);
        let row = if rows { shape.height() - 1 - row } else { row };
        let column = if columns { shape.width() - 1 - column } else { column };
        let across = (shape.height(), row) > (shape.width(), column);
        Mirror { shape, rows, columns, across }
    }

    pub(super) fn shape(self) -> TaquinShape {
        if self.across { self.shape.transposed() } else { self.shape }
    }

    pub(super) fn cell(self, cell: usize) -> usize {
        let (row, column) = self.shape.at(cell);
        let row = if self.rows { self.shape.height() - 1 - row } else { row };
        let column = if self.columns { self.shape.width() - 1 - column } else { column };
        if self.across { column * self.shape.height() + row } else { row * self.shape.width() + column }
    }

    /// The direction whose image is `seen`.
    pub(super) fn unmirrored(self, seen: Direction) -> Direction {
        // The transposition exchanges up with left and right with down.
        let turned = Direction::ALL[seen as usize ^ usize::from(self.across)];
        let is_flipped = if matches!(turned, Direction::Up | Direction::Down) { self.rows } else { self.columns };
        if is_flipped { turned.opposite() } else { turned }
    }
}
