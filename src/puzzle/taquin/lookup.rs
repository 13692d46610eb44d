//! Additive pattern databases as a heuristic (Korf and Felner 2002).

use super::PatternDatabases;
use super::combinations::{Mask, Passing, order};
use super::ida_star::{IncrementalHeuristic, Manhattan, TileSlide};
use super::pattern::{Pattern, mask};

/// The heuristic for at most `P` patterns, of which each tile is in `W`, with `V` views of the board.
pub(super) struct Lookup<'t, const P: usize, const W: usize, const V: usize> {
    tables: &'t PatternDatabases,
    manhattan: Manhattan,
    views: [View<W>; V],
    passings: [&'static Passing; P],
}

/// A board as it is or transposed. The bound of the transposed board holds too.
struct View<const W: usize> {
    /// By cell of the board, the cell in the view; any byte is an index, so that none is checked.
    cells: [u8; 256],
    /// For each tile its patterns and the first of the sums of its group.
    tiles: [([u8; W], u8); 256],
}

#[derive(Clone, Copy, Default, PartialEq)]
struct Placed {
    mask: Mask,
    order: u16,
    /// Half of the excess over the Manhattan distance.
    excess: u16,
}

#[derive(Clone, PartialEq)]
pub(super) struct State<const P: usize, const V: usize> {
    manhattan: u32,
    /// For each view the sum of the largest sums of the groups.
    totals: [u32; V],
    /// For each group the sums of its partitions.
    sums: [[u32; P]; V],
    placed: [[Placed; P]; V],
}

/// What a slide changes.
pub(super) struct Change<const W: usize, const V: usize> {
    manhattan: u32,
    totals: [u32; V],
    sums: [[u32; W]; V],
    placed: [[Placed; W]; V],
}

/// Whether the bound of the transposed board holds: the board is square with the goal cell of the blank on the diagonal.
pub(super) fn is_symmetric(tables: &PatternDatabases) -> bool {
    let shape = tables.shape();
    let (row, column) = shape.at(tables.blank());
    shape.width() == shape.height() && row == column
}

impl<'t, const P: usize, const W: usize, const V: usize> Lookup<'t, P, W, V> {
    pub(super) fn new(tables: &'t PatternDatabases) -> Lookup<'t, P, W, V> {
        let shape = tables.shape();
        let view = |number| {
            let seen = |cell: usize| if number == 0 { cell } else { shape.at(cell).1 * shape.width() + shape.at(cell).0 };
            let mut view = View { cells: [0; 256], tiles: [([0; W], 0); 256] };
            for cell in 0..shape.cells() {
                view.cells[cell] = seen(cell) as u8;
            }
            for (number, pattern) in tables.patterns().iter().enumerate() {
                for &tile in &pattern.part.tiles {
                    let (patterns, sum) = &mut view.tiles[seen(tile.into())];
                    patterns[pattern.part.way] = number as u8;
                    *sum = (pattern.part.group * W) as u8;
                }
            }
            view
        };
        let passing = |number: usize| Passing::of(tables.patterns().get(number).map_or(1, |pattern| pattern.part.tiles.len()));
        Lookup {
            tables,
            manhattan: Manhattan::new(shape, tables.blank()),
            views: std::array::from_fn(view),
            passings: std::array::from_fn(passing),
        }
    }

    fn first(&self, pattern: &Pattern, cell: impl Fn(u8) -> u8) -> Placed {
        let cells: Vec<u8> = pattern.part.tiles.iter().map(|&tile| cell(tile)).collect();
        let (mask, order, goal) = (mask(&cells), order(&cells) as u16, self.tables.blank() as u8);
        Placed { mask, order, excess: pattern.excess(self.tables.shape(), goal, cells, cell(goal)) }
    }

    /// The placement of a pattern after a slide of one of its tiles.
    #[inline]
    fn slid(&self, pattern: usize, placed: Placed, from: u8, to: u8, is_away: bool) -> Placed {
        let mask = placed.mask ^ 1 << from ^ 1 << to;
        let place = |mask: Mask, cell: u8| (mask & ((1 << cell) - 1)).count_ones() as usize;
        let order = if from.abs_diff(to) == 1 {
            placed.order
        } else {
            self.passings[pattern].after(place(placed.mask, from), place(mask, to))[usize::from(placed.order)]
        };
        let pattern = &self.tables.patterns()[pattern];
        let changes = pattern.is_odd(pattern.blocks.find(mask, from), order.into()) != (placed.excess % 2 == 1);
        // A slide away from the goal cell that leads closer to the goal was part of the excess; one to it that leads farther adds to it.
        let change = if is_away { -i16::from(changes) } else { i16::from(changes) };
        Placed { mask, order, excess: placed.excess.wrapping_add_signed(change) }
    }

    /// Makes or undoes a slide.
    #[inline]
    fn swap(&self, state: &mut State<P, V>, tile: u8, change: &mut Change<W, V>) {
        std::mem::swap(&mut state.manhattan, &mut change.manhattan);
        std::mem::swap(&mut state.totals, &mut change.totals);
        for (number, view) in self.views.iter().enumerate() {
            let (patterns, first) = &view.tiles[usize::from(tile)];
            for (way, &pattern) in patterns.iter().enumerate() {
                std::mem::swap(&mut state.placed[number][usize::from(pattern)], &mut change.placed[number][way]);
                std::mem::swap(&mut state.sums[number][usize::from(*first) + way], &mut change.sums[number][way]);
            }
        }
    }
}

/// The larger sum of a group's partitions.
#[inline]
fn largest<const W: usize>(sums: &[u32], first: usize) -> u32 {
    sums[first..first + W].iter().fold(0, |most, &sum| most.max(sum))
}

impl<const P: usize, const W: usize, const V: usize> IncrementalHeuristic for Lookup<'_, P, W, V> {
    type State = State<P, V>;
    type Back = Change<W, V>;

    const SEQUENCES: [u32; 3] = [6, 10, 12];

    fn state(&self, place: &[u8]) -> (u32, State<P, V>) {
        let manhattan = self.manhattan.state(place).0;
        let mut state = State { manhattan, totals: [0; V], sums: [[0; P]; V], placed: [[Placed::default(); P]; V] };
        for (view, View { cells, .. }) in self.views.iter().enumerate() {
            for (number, pattern) in self.tables.patterns().iter().enumerate() {
                let placed = self.first(pattern, |tile| cells[usize::from(place[usize::from(cells[usize::from(tile)])])]);
                state.placed[view][number] = placed;
                state.sums[view][pattern.part.group * W + pattern.part.way] += u32::from(placed.excess);
            }
            state.totals[view] = (0..P).step_by(W).map(|first| largest::<W>(&state.sums[view], first)).sum();
        }
        (manhattan + 2 * state.totals.iter().fold(0, |most, &total| most.max(total)), state)
    }

    #[inline]
    fn slide(&self, state: &mut State<P, V>, slide: TileSlide, most: u32) -> Result<(u32, Change<W, V>), u32> {
        let manhattan = self.manhattan.slid(state.manhattan, slide);
        let is_away = manhattan > state.manhattan;
        let mut change = Change { manhattan, totals: [0; V], sums: [[0; W]; V], placed: [[Placed::default(); W]; V] };
        let (mut estimate, mut groups) = (0, [0; V]);
        for way in 0..W {
            for (number, view) in self.views.iter().enumerate() {
                let (patterns, first) = view.tiles[usize::from(slide.tile)];
                let (pattern, first) = (usize::from(patterns[way]), usize::from(first));
                let before = state.placed[number][pattern];
                let after = self.slid(pattern, before, view.cells[usize::from(slide.from)], view.cells[usize::from(slide.to)], is_away);
                let sum = state.sums[number][first + way] + u32::from(after.excess) - u32::from(before.excess);
                groups[number] = groups[number].max(sum);
                let total = state.totals[number] - largest::<W>(&state.sums[number], first) + groups[number];
                change.placed[number][way] = after;
                change.sums[number][way] = sum;
                change.totals[number] = total;
                estimate = estimate.max(manhattan + 2 * total);
                if estimate > most {
                    return Err(estimate);
                }
            }
        }
        self.swap(state, slide.tile, &mut change);
        Ok((estimate, change))
    }

    #[inline]
    fn slide_back(&self, state: &mut State<P, V>, slide: TileSlide, mut back: Change<W, V>) {
        self.swap(state, slide.tile, &mut back);
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
        let (both, one, other) = (Lookup::<8, 2, 2>::new(&both), Lookup::<4, 1, 2>::new(&one), Lookup::<4, 1, 2>::new(&other));
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
