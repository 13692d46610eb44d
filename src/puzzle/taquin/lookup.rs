//! Additive pattern databases as a heuristic (Korf and Felner 2002).

use super::combinations::{Combinations, MAX_TILES, Mask, Passing, order, orders};
use super::ida_star::{IncrementalHeuristic, Manhattan, TileSlide};
use super::{PatternDatabases, TaquinShape};

/// The heuristic for at most `P` patterns.
pub(super) struct Lookup<'t, const P: usize> {
    tables: &'t PatternDatabases,
    manhattan: Manhattan,
    pattern_of: Vec<u8>,
    /// For a square board with the blank on the diagonal: the transposed cells. The bound of the transposed board holds too.
    transposed: Option<Vec<u8>>,
    placements: Vec<Placements>,
}

struct Placements {
    sets: Combinations,
    orders: usize,
    passing: &'static Passing,
}

impl Placements {
    fn new(shape: TaquinShape, tiles: usize) -> Placements {
        Placements { sets: Combinations::new(shape.cells(), tiles), orders: orders(tiles), passing: Passing::of(tiles) }
    }

    fn entry(&self, placed: Placed) -> usize {
        self.sets.rank(placed.mask) * self.orders + placed.order as usize
    }

    /// After a slide; the excess is not updated.
    fn slid(&self, placed: Placed, TileSlide { from, to, .. }: TileSlide) -> Placed {
        let mask = placed.mask ^ 1 << from ^ 1 << to;
        let place = |mask: Mask, cell: u8| (mask & ((1 << cell) - 1)).count_ones() as usize;
        let (left, come) = (place(placed.mask, from), place(mask, to));
        let order = if left == come { placed.order } else { self.passing.after(left, come)[placed.order as usize].into() };
        Placed { mask, order, ..placed }
    }
}

#[derive(Clone, Copy, Default)]
struct Placed {
    mask: Mask,
    order: u32,
    excess: u32,
}

/// The placements on a board and on the transposed board.
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
            pattern_of,
            transposed: symmetric.then(|| (0..shape.cells()).map(across).collect()),
            placements: sizes.map(|size| Placements::new(shape, size)).collect(),
        }
    }

    fn order(&self, pattern: usize, cell: impl Fn(u8) -> u8) -> u32 {
        let tiles = &self.tables.patterns()[pattern].tiles;
        let mut cells = [0; MAX_TILES];
        cells.iter_mut().zip(tiles).for_each(|(at, &tile)| *at = cell(tile));
        order(&cells[..tiles.len()]) as u32
    }

    fn excess(&self, pattern: usize, entry: usize) -> u32 {
        self.tables.patterns()[pattern].excess(entry)
    }

    fn first(&self, pattern: usize, cell: impl Fn(u8) -> u8) -> Placed {
        let tiles = &self.tables.patterns()[pattern].tiles;
        let mask = tiles.iter().fold(0, |mask, &tile| mask | 1 << cell(tile));
        let placed = Placed { mask, order: self.order(pattern, cell), excess: 0 };
        Placed { excess: self.excess(pattern, self.placements[pattern].entry(placed)), ..placed }
    }

    /// A slide on the board, or on the transposed board.
    fn seen(&self, side: usize, slide: TileSlide) -> TileSlide {
        match &self.transposed {
            Some(across) if side == 1 => {
                let [tile, from, to] = [slide.tile, slide.from, slide.to].map(|cell| across[usize::from(cell)]);
                TileSlide { tile, from, to }
            }
            _ => slide,
        }
    }
}

impl<const P: usize> IncrementalHeuristic for Lookup<'_, P> {
    type Note = Note<P>;

    const SEQUENCES: [u32; 2] = [6, 10];

    fn note(&self, place: &[u8]) -> (u32, Note<P>) {
        let mut note = Note { manhattan: self.manhattan.note(place).0, sums: [0; 2], placed: [[Placed::default(); P]; 2] };
        for pattern in 0..self.placements.len() {
            note.placed[0][pattern] = self.first(pattern, |tile| place[usize::from(tile)]);
            if let Some(across) = &self.transposed {
                let cell = |tile: u8| across[usize::from(place[usize::from(across[usize::from(tile)])])];
                note.placed[1][pattern] = self.first(pattern, cell);
            }
        }
        note.sums = note.placed.map(|placed| placed.iter().map(|part| part.excess).sum());
        (note.manhattan + 2 * note.sums[0].max(note.sums[1]), note)
    }

    fn slid(&self, slides: &[TileSlide], most: u32, after: &mut [(u32, Note<P>)]) {
        for (slide, (estimate, note)) in slides.iter().zip(&mut *after) {
            note.manhattan = self.manhattan.slid(note.manhattan, *slide);
            *estimate = 0;
        }
        for side in 0..=usize::from(self.transposed.is_some()) {
            // All entries are located before the first is read, so that the memory accesses overlap.
            let mut found = [(0, Placed::default(), 0); 4];
            for ((slide, (estimate, note)), found) in slides.iter().zip(&*after).zip(&mut found) {
                if *estimate <= most {
                    let slide = self.seen(side, *slide);
                    let pattern = usize::from(self.pattern_of[usize::from(slide.tile)]);
                    let placements = &self.placements[pattern];
                    let placed = placements.slid(note.placed[side][pattern], slide);
                    *found = (pattern, placed, placements.entry(placed));
                }
            }
            for ((estimate, note), (pattern, placed, entry)) in after.iter_mut().zip(found) {
                if *estimate <= most {
                    note.replace(side, pattern, Placed { excess: self.excess(pattern, entry), ..placed });
                    *estimate = (*estimate).max(note.manhattan + 2 * note.sums[side]);
                }
            }
        }
    }
}
