//! The pattern tables as a heuristic for one search.

use super::combinations::{Combinations, Mask, order};
use super::deepening::{Heuristic, Manhattan};
use super::pattern::{MOST_TILES, orders};
use super::tables::PatternDatabases;

/// The tables as a heuristic, for boards of at most `P` patterns.
pub(super) struct Lookup<'t, const P: usize> {
    tables: &'t PatternDatabases,
    manhattan: Manhattan,
    width: u8,
    /// For each tile, its pattern.
    pattern_of: Vec<u8>,
    /// On a square board with the blank on the diagonal the transposed board has the same bound, and often a better one.
    transposed: Option<Vec<u8>>,
    /// For each pattern the sets of cells for its tiles, and the number of their orders.
    sets: Vec<(Combinations, usize)>,
}

/// What is known of one pattern's tiles on a board.
#[derive(Clone, Copy, Default)]
struct Placed {
    mask: Mask,
    order: u32,
    excess: u32,
}

/// What is known of a board, and of it transposed.
#[derive(Clone, Copy)]
pub(super) struct Note<const P: usize> {
    manhattan: u32,
    sums: [u32; 2],
    placed: [[Placed; P]; 2],
}

impl<const P: usize> Note<P> {
    fn replace(&mut self, side: usize, pattern: usize, new: Placed) {
        let old = std::mem::replace(&mut self.placed[side][pattern], new);
        self.sums[side] = self.sums[side] + new.excess - old.excess;
    }
}

impl<'t, const P: usize> Lookup<'t, P> {
    pub(super) fn new(tables: &'t PatternDatabases) -> Lookup<'t, P> {
        let shape = tables.shape();
        let mut pattern_of = vec![0; shape.cells()];
        for (number, pattern) in tables.patterns().iter().enumerate() {
            for &tile in &pattern.tiles {
                pattern_of[usize::from(tile)] = number as u8;
            }
        }
        let (row, column) = shape.at(tables.blank());
        let symmetric = shape.width() == shape.height() && row == column;
        let across = |cell| (shape.at(cell).1 * shape.width() + shape.at(cell).0) as u8;
        let sizes = tables.patterns().iter().map(|pattern| pattern.tiles.len());
        Lookup {
            tables,
            manhattan: Manhattan::new(shape, tables.blank()),
            width: shape.width() as u8,
            pattern_of,
            transposed: symmetric.then(|| (0..shape.cells()).map(across).collect()),
            sets: sizes.map(|size| (Combinations::new(shape.cells(), size), orders(size))).collect(),
        }
    }

    /// The number of the order of a pattern's tiles, given the cell of each tile.
    fn order(&self, pattern: usize, cell: impl Fn(u8) -> u8) -> u32 {
        let tiles = &self.tables.patterns()[pattern].tiles;
        let mut cells = [0; MOST_TILES];
        cells.iter_mut().zip(tiles).for_each(|(at, &tile)| *at = cell(tile));
        order(&cells[..tiles.len()]) as u32
    }

    fn excess(&self, pattern: usize, placed: Placed) -> u32 {
        let (combinations, orders) = &self.sets[pattern];
        self.tables.patterns()[pattern].excess(combinations.rank(placed.mask) * orders + placed.order as usize)
    }

    fn first(&self, pattern: usize, cell: impl Fn(u8) -> u8) -> Placed {
        let tiles = &self.tables.patterns()[pattern].tiles;
        let mask = tiles.iter().fold(0, |mask, &tile| mask | 1 << cell(tile));
        let placed = Placed { mask, order: self.order(pattern, cell), excess: 0 };
        Placed { excess: self.excess(pattern, placed), ..placed }
    }

    /// After one of the tiles has moved from a cell to the next.
    fn moved_on(&self, pattern: usize, placed: Placed, from: u8, to: u8, cell: impl Fn(u8) -> u8) -> Placed {
        let mask = placed.mask ^ 1 << from ^ 1 << to;
        // Only a tile that moves along a column passes others.
        let between = ((1 << from.max(to)) - 1) & !((2 << from.min(to)) - 1) & mask;
        let order = if from.abs_diff(to) < self.width || between == 0 { placed.order } else { self.order(pattern, cell) };
        let placed = Placed { mask, order, excess: 0 };
        Placed { excess: self.excess(pattern, placed), ..placed }
    }
}

impl<const P: usize> Heuristic for Lookup<'_, P> {
    type Note = Note<P>;

    fn note(&self, place: &[u8]) -> Note<P> {
        let mut note = Note { manhattan: self.manhattan.note(place), sums: [0; 2], placed: [[Placed::default(); P]; 2] };
        for pattern in 0..self.sets.len() {
            note.placed[0][pattern] = self.first(pattern, |tile| place[usize::from(tile)]);
            if let Some(across) = &self.transposed {
                let cell = |tile: u8| across[usize::from(place[usize::from(across[usize::from(tile)])])];
                note.placed[1][pattern] = self.first(pattern, cell);
            }
        }
        note.sums = note.placed.map(|placed| placed.iter().map(|part| part.excess).sum());
        note
    }

    fn moved(&self, mut note: Note<P>, place: &[u8], tile: u8, from: u8, to: u8) -> Note<P> {
        note.manhattan = self.manhattan.moved(note.manhattan, place, tile, from, to);
        let pattern = usize::from(self.pattern_of[usize::from(tile)]);
        let new = self.moved_on(pattern, note.placed[0][pattern], from, to, |tile| place[usize::from(tile)]);
        note.replace(0, pattern, new);
        if let Some(across) = &self.transposed {
            let pattern = usize::from(self.pattern_of[usize::from(across[usize::from(tile)])]);
            let cell = |tile: u8| across[usize::from(place[usize::from(across[usize::from(tile)])])];
            let (from, to) = (across[usize::from(from)], across[usize::from(to)]);
            let new = self.moved_on(pattern, note.placed[1][pattern], from, to, cell);
            note.replace(1, pattern, new);
        }
        note
    }

    fn estimate(&self, note: Note<P>) -> u32 {
        note.manhattan + 2 * note.sums[0].max(note.sums[1])
    }
}
