//! Additive pattern databases as a heuristic (Korf and Felner 2002).

use super::PatternDatabases;
use super::combinations::{Mask, Passing, order};
use super::ida_star::{IncrementalHeuristic, Manhattan, TileSlide};
use super::pattern::{Pattern, mask};

/// The heuristic for at most `P` patterns, of which each tile is in `W`.
pub(super) struct Lookup<'t, const P: usize, const W: usize> {
    tables: &'t PatternDatabases,
    manhattan: Manhattan,
    /// For each tile its patterns.
    patterns_of: Vec<[u8; W]>,
    /// For each tile the first of the sums of its group.
    sums_of: Vec<u8>,
    sums: usize,
    /// For a square board with the blank on the diagonal: the transposed cells. The bound of the transposed board holds too.
    transposed: Option<Vec<u8>>,
    passings: Vec<&'static Passing>,
}

#[derive(Clone, Copy, Default, PartialEq)]
struct Placed {
    mask: Mask,
    order: u16,
    /// Half of the excess over the Manhattan distance.
    excess: u16,
}

/// The placements on a board and on the transposed board.
#[derive(Clone, PartialEq)]
pub(super) struct State<const P: usize> {
    manhattan: u32,
    totals: [u32; 2],
    /// For each group the sums of its partitions.
    sums: [[u32; P]; 2],
    placed: [[Placed; P]; 2],
}

/// What a slide has changed.
pub(super) struct Back<const W: usize> {
    manhattan: u32,
    totals: [u32; 2],
    placed: [[Placed; W]; 2],
}

impl<'t, const P: usize, const W: usize> Lookup<'t, P, W> {
    pub(super) fn new(tables: &'t PatternDatabases) -> Lookup<'t, P, W> {
        let shape = tables.shape();
        let (mut patterns_of, mut sums_of) = (vec![[0; W]; shape.cells()], vec![0; shape.cells()]);
        for (number, pattern) in tables.patterns().iter().enumerate() {
            for &tile in &pattern.part.tiles {
                patterns_of[usize::from(tile)][pattern.part.way] = number as u8;
                sums_of[usize::from(tile)] = (pattern.part.group * W) as u8;
            }
        }
        let (row, column) = shape.at(tables.blank());
        let symmetric = shape.width() == shape.height() && row == column;
        let across = |cell| (shape.at(cell).1 * shape.width() + shape.at(cell).0) as u8;
        let sizes = tables.patterns().iter().map(|pattern| pattern.part.tiles.len());
        Lookup {
            tables,
            manhattan: Manhattan::new(shape, tables.blank()),
            sums: sums_of.iter().map(|&first| usize::from(first) + W).max().unwrap_or(0),
            patterns_of,
            sums_of,
            transposed: symmetric.then(|| (0..shape.cells()).map(across).collect()),
            passings: sizes.map(Passing::of).collect(),
        }
    }

    fn first(&self, pattern: &Pattern, cell: impl Fn(u8) -> u8) -> Placed {
        let cells: Vec<u8> = pattern.part.tiles.iter().map(|&tile| cell(tile)).collect();
        let (mask, order, goal) = (mask(&cells), order(&cells) as u16, self.tables.blank() as u8);
        Placed { mask, order, excess: pattern.excess(self.tables.shape(), goal, cells, cell(goal)) }
    }

    /// The placement of a pattern after a slide of one of its tiles.
    #[inline]
    fn slid(&self, pattern: usize, placed: Placed, TileSlide { from, to, .. }: TileSlide, is_away: bool) -> Placed {
        let mask = placed.mask ^ 1 << from ^ 1 << to;
        let place = |mask: Mask, cell: u8| (mask & ((1 << cell) - 1)).count_ones() as usize;
        let (left, come) = (place(placed.mask, from), place(mask, to));
        let order = if left == come { placed.order } else { self.passings[pattern].after(left, come)[usize::from(placed.order)] };
        let pattern = &self.tables.patterns()[pattern];
        let changes = pattern.is_odd(pattern.blocks.find(mask, from), order.into()) != (placed.excess % 2 == 1);
        // A slide away from the goal cell that leads closer to the goal was part of the excess; one to it that leads farther adds to it.
        let change = i16::from(changes) * if is_away { -1 } else { 1 };
        Placed { mask, order, excess: placed.excess.wrapping_add_signed(change) }
    }

    /// A slide on the board, or on the transposed board.
    #[inline]
    fn seen(&self, side: usize, slide: TileSlide) -> TileSlide {
        match &self.transposed {
            Some(across) if side == 1 => {
                let across = |cell: u8| across[usize::from(cell)];
                TileSlide { tile: across(slide.tile), from: across(slide.from), to: across(slide.to) }
            }
            _ => slide,
        }
    }

    /// The pattern of a slide's tile and the sum that it is in.
    #[inline]
    fn places_of(&self, slide: TileSlide, way: usize) -> (usize, usize) {
        let tile = usize::from(slide.tile);
        (self.patterns_of[tile][way].into(), usize::from(self.sums_of[tile]) + way)
    }

    /// Makes or undoes a slide.
    #[inline]
    fn swap(&self, state: &mut State<P>, slide: TileSlide, back: &mut Back<W>) {
        std::mem::swap(&mut state.manhattan, &mut back.manhattan);
        std::mem::swap(&mut state.totals, &mut back.totals);
        for (side, way) in (0..self.sides()).flat_map(|side| (0..W).map(move |way| (side, way))) {
            let (pattern, sum) = self.places_of(self.seen(side, slide), way);
            let (placed, other) = (&mut state.placed[side][pattern], &mut back.placed[side][way]);
            state.sums[side][sum] = state.sums[side][sum] + u32::from(other.excess) - u32::from(placed.excess);
            std::mem::swap(placed, other);
        }
    }

    #[inline]
    fn sides(&self) -> usize {
        1 + usize::from(self.transposed.is_some())
    }
}

/// The larger sum of a group's partitions.
#[inline]
fn largest<const W: usize>(sums: &[u32], first: usize) -> u32 {
    sums[first..first + W].iter().fold(0, |most, &sum| most.max(sum))
}

impl<const P: usize, const W: usize> IncrementalHeuristic for Lookup<'_, P, W> {
    type State = State<P>;
    type Back = Back<W>;

    const SEQUENCES: [u32; 3] = [6, 10, 12];

    fn state(&self, place: &[u8]) -> (u32, State<P>) {
        let manhattan = self.manhattan.state(place).0;
        let mut state = State { manhattan, totals: [0; 2], sums: [[0; P]; 2], placed: [[Placed::default(); P]; 2] };
        for side in 0..self.sides() {
            for (number, pattern) in self.tables.patterns().iter().enumerate() {
                let placed = match &self.transposed {
                    Some(across) if side == 1 => {
                        self.first(pattern, |tile| across[usize::from(place[usize::from(across[usize::from(tile)])])])
                    }
                    _ => self.first(pattern, |tile| place[usize::from(tile)]),
                };
                state.placed[side][number] = placed;
                state.sums[side][pattern.part.group * W + pattern.part.way] += u32::from(placed.excess);
            }
            state.totals[side] = (0..self.sums).step_by(W).map(|first| largest::<W>(&state.sums[side], first)).sum();
        }
        (manhattan + 2 * state.totals[0].max(state.totals[1]), state)
    }

    #[inline]
    fn slide(&self, state: &mut State<P>, slide: TileSlide, most: u32) -> Result<(u32, Back<W>), u32> {
        let manhattan = self.manhattan.slid(state.manhattan, slide);
        let (mut estimate, mut totals, mut groups, mut placed) = (0, [0; 2], [0; 2], [[Placed::default(); W]; 2]);
        for (way, side) in (0..W).flat_map(|way| (0..self.sides()).map(move |side| (way, side))) {
            let slide = self.seen(side, slide);
            let (pattern, sum) = self.places_of(slide, way);
            let before = state.placed[side][pattern];
            let after = self.slid(pattern, before, slide, manhattan > state.manhattan);
            placed[side][way] = after;
            groups[side] = groups[side].max(state.sums[side][sum] + u32::from(after.excess) - u32::from(before.excess));
            totals[side] = state.totals[side] - largest::<W>(&state.sums[side], sum - way) + groups[side];
            estimate = estimate.max(manhattan + 2 * totals[side]);
            if estimate > most {
                return Err(estimate);
            }
        }
        let mut back = Back { manhattan, totals, placed };
        self.swap(state, slide, &mut back);
        Ok((estimate, back))
    }

    #[inline]
    fn slide_back(&self, state: &mut State<P>, slide: TileSlide, mut back: Back<W>) {
        self.swap(state, slide, &mut back);
    }
}

#[cfg(test)]
mod tests {
    use super::super::TaquinShape;
    use super::super::pattern::Part;
    use super::*;
    use crate::Verdict;
    use std::collections::{HashSet, VecDeque};

    /// Two groups of the eight puzzle, each in two ways, or in one of them.
    fn tables(shape: TaquinShape, ways: std::ops::Range<usize>) -> PatternDatabases {
        let parts: [[[&[u8]; 2]; 2]; 2] = [[[&[1, 2], &[3, 4]], [&[1, 3], &[2, 4]]], [[&[5, 6], &[7, 8]], [&[5, 8], &[6, 7]]]];
        let part = |group: usize, way: usize| parts[group][way].map(|tiles| Part { group, way: way - ways.start, tiles: tiles.to_vec() });
        let parts = (0..2).flat_map(|group| ways.clone().flat_map(move |way| part(group, way))).collect();
        match PatternDatabases::of(shape, 0, 0, parts, &mut |_| true).verdict {
            Verdict::Solved(tables) => tables,
            verdict => unreachable!("{verdict:?}"),
        }
    }

    #[test]
    fn the_bound_is_at_least_that_of_each_partition_and_at_most_the_distance() {
        let shape = TaquinShape::new(3, 3).expect("a shape");
        let [both, one, other] = [0..2, 0..1, 1..2].map(|ways| tables(shape, ways));
        let (both, one, other) = (Lookup::<8, 2>::new(&both), Lookup::<4, 1>::new(&one), Lookup::<4, 1>::new(&other));
        let goal: Vec<u8> = (0..9).collect();
        let (mut reached, mut waiting) = (HashSet::new(), VecDeque::from([(goal.clone(), 0, both.state(&goal))]));
        let mut larger = 0;
        while let Some((place, moves, slid)) = waiting.pop_front() {
            if !reached.insert(place.clone()) {
                continue;
            }
            let (estimate, state) = both.state(&place);
            assert!((estimate, &state) == (slid.0, &slid.1), "{place:?}");
            let least = one.state(&place).0.max(other.state(&place).0);
            assert!(least <= estimate && estimate <= moves, "{place:?}: {least} <= {estimate} <= {moves}");
            larger += u32::from(least < estimate);
            for (tile, from) in (1..9).map(|tile| (tile, place[usize::from(tile)])) {
                if shape.distance(place[0].into(), from.into()) == 1 {
                    let mut next = place.clone();
                    next.swap(0, tile.into());
                    let (slide, mut moved) = (TileSlide { tile, from, to: place[0] }, state.clone());
                    let (after, back) = both.slide(&mut moved, slide, u32::MAX).unwrap_or_else(|_| unreachable!("no bound"));
                    waiting.push_back((next, moves + 1, (after, moved.clone())));
                    both.slide_back(&mut moved, slide, back);
                    assert!(moved == state, "{place:?} {slide:?} back");
                    assert!(after == 0 || both.slide(&mut moved, slide, after - 1).is_err(), "{place:?} {slide:?}");
                }
            }
        }
        assert_eq!(reached.len(), 181_440);
        assert!(larger > 0, "the ways are never mixed");
    }
}
