//! Cells and units (rows, columns and boxes) of a grid.

use crate::named::CellName;
use message::{Coded, Param, ToParam};

/// A cell by its row and column, counted from 0; messages count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SudokuCell {
    pub row: u8,
    pub column: u8,
}

/// A row, column or box, counted from 0; messages count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    Row(u8),
    Column(u8),
    /// A box, in reading order.
    Box(u8),
}

impl ToParam for SudokuCell {
    fn to_param(&self) -> Param {
        CellName { row: u32::from(self.row) + 1, column: u32::from(self.column) + 1 }.to_param()
    }
}

#[derive(Debug, Coded)]
#[code("unit")]
enum UnitName {
    Row { number: u8 },
    Column { number: u8 },
    Box { number: u8 },
}

impl ToParam for Unit {
    fn to_param(&self) -> Param {
        match self {
            Unit::Row(i) => UnitName::Row { number: i + 1 },
            Unit::Column(i) => UnitName::Column { number: i + 1 },
            Unit::Box(i) => UnitName::Box { number: i + 1 },
        }
        .to_param()
    }
}
