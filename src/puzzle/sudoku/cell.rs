//! Cells and units (rows, columns and boxes) of a grid.

use message::Message;

/// A cell by its row and column, counted from 0; messages count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub column: u8,
}

/// A row, column or box, counted from 0; messages count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A row, from the top.
    Row(u8),
    /// A column, from the left.
    Column(u8),
    /// A box, in reading order.
    Box(u8),
}

impl message::ToParam for Cell {
    fn to_param(&self) -> message::Param {
        crate::named::cell(self.row.into(), self.column.into())
    }
}

impl message::ToParam for Unit {
    fn to_param(&self) -> message::Param {
        let (code, number) = match self {
            Unit::Row(i) => ("unit.row", i),
            Unit::Column(i) => ("unit.column", i),
            Unit::Box(i) => ("unit.box", i),
        };
        Message::new(code, [("number", message::Param::Number(i64::from(*number) + 1))]).into()
    }
}
