//! The cells of a small board as bits: which are next to each other, and which hold together.

use super::combinations::Mask;
use super::grid::Shape;

/// A board of at most 64 cells.
pub(super) struct Geometry {
    /// For each cell, the cells next to it.
    pub(super) next: Vec<Mask>,
    all: Mask,
    width: usize,
    not_first_column: Mask,
    not_last_column: Mask,
}

impl Geometry {
    pub(super) fn new(shape: Shape) -> Geometry {
        let cells = shape.cells();
        let all = if cells == 64 { Mask::MAX } else { (1 << cells) - 1 };
        let column = |wanted: usize| (0..cells).filter(|&cell| shape.at(cell).1 == wanted).fold(0, |mask: Mask, cell| mask | 1 << cell);
        let mut geometry = Geometry {
            next: Vec::new(),
            all,
            width: shape.width(),
            not_first_column: all & !column(0),
            not_last_column: all & !column(shape.width() - 1),
        };
        geometry.next = (0..cells).map(|cell| geometry.spread(1 << cell) & !(1 << cell)).collect();
        geometry
    }

    /// The regions into which free cells fall, each held together by its neighbours.
    pub(super) fn regions(&self, free: Mask) -> impl Iterator<Item = Mask> {
        let mut rest = free & self.all;
        std::iter::from_fn(move || {
            let region = (rest != 0).then(|| self.flood(rest, 1 << rest.trailing_zeros()))?;
            rest &= !region;
            Some(region)
        })
    }

    /// The cells of a mask and all next to them. No line of 64 cells comes here, so that the width is a shift.
    fn spread(&self, mask: Mask) -> Mask {
        let across = (mask & self.not_last_column) << 1 | (mask & self.not_first_column) >> 1;
        (mask | across | mask << self.width | mask >> self.width) & self.all
    }

    fn flood(&self, free: Mask, from: Mask) -> Mask {
        let mut region = from;
        loop {
            let wider = self.spread(region) & free;
            if wider == region {
                return region;
            }
            region = wider;
        }
    }
}
