//! Pruning tables of pairs of coordinates, the first reduced by symmetry to a sixteenth (Kociemba, <http://kociemba.org/math/pruning.htm>).
//!
//! An entry of two bits holds the distance modulo 3: a turn changes a distance by at most one, so a search knows each distance from the one before. The
//! fourth value means farther than the table reaches: near distances alone are computed in a fraction of the time.

use super::symmetry::Symmetry;
use crate::memory::filled;
use crate::{Cost, KeepGoing};
use std::collections::VecDeque;

pub(super) struct CoordinateTurns<'a, const N: usize> {
    /// The first number after a turn.
    pub(super) first: fn(usize, usize) -> usize,
    /// The second number after each turn.
    pub(super) second: &'a [[u16; N]],
    pub(super) turns: &'a [usize],
}

#[derive(Debug, PartialEq, Eq)]
struct Classes {
    /// The class of each number.
    of: Vec<u32>,
    /// For each number 16 times a lower bound on its own distance, plus the symmetry that maps it to the representative: small enough for a cache.
    alone: Vec<u8>,
    first: Vec<u32>,
    /// For each class the symmetries that fix the representative, as bits.
    keepers: Vec<u16>,
}

impl Classes {
    fn new(count: usize, images: impl Fn(usize) -> [usize; Symmetry::UPRIGHT]) -> Classes {
        let upright = Symmetry::upright();
        let back = upright.each_ref().map(|symmetry| {
            let inverse = symmetry.inverse();
            upright.iter().position(|other| *other == inverse).expect("the symmetries are a group") as u8
        });
        let mut classes = Classes { of: vec![u32::MAX; count], alone: vec![0; count], first: Vec::new(), keepers: Vec::new() };
        for number in 0..count {
            if classes.of[number] != u32::MAX {
                continue;
            }
            let mut keepers = 0;
            for (symmetry, image) in images(number).into_iter().enumerate() {
                keepers |= u16::from(image == number) << symmetry;
                if classes.of[image] == u32::MAX {
                    (classes.of[image], classes.alone[image]) = (classes.first.len() as u32, back[symmetry]);
                }
            }
            classes.first.push(number as u32);
            classes.keepers.push(keepers);
        }
        classes
    }

    /// Notes the distance of each number to 0.
    fn measure<const N: usize>(&mut self, steps: &CoordinateTurns<'_, N>) {
        let after = |at: usize, turn| self.of[(steps.first)(self.first[at] as usize, turn)] as usize;
        let distances = distances(self.first.len(), self.of[0] as usize, steps.turns, after);
        self.alone.iter_mut().zip(&self.of).for_each(|(alone, class)| *alone |= distances[*class as usize].min(15) << 4);
    }
}

/// The distance of each number below `count` to `start`.
fn distances(count: usize, start: usize, turns: &[usize], after: impl Fn(usize, usize) -> usize) -> Vec<u8> {
    let mut distances = vec![u8::MAX; count];
    let mut queue = VecDeque::from([start]);
    distances[start] = 0;
    while let Some(at) = queue.pop_front() {
        for next in turns.iter().map(|turn| after(at, *turn)) {
            if distances[next] == u8::MAX {
                distances[next] = distances[at] + 1;
                queue.push_back(next);
            }
        }
    }
    distances
}

const UNKNOWN: u8 = 3;

/// Entries in a byte.
const EACH: usize = 4;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reduced {
    classes: Classes,
    /// The images of the second coordinate under each symmetry.
    seen: Vec<[u16; Symmetry::UPRIGHT]>,
    /// The distance of each second coordinate alone, in a table of near distances.
    alone: Vec<u8>,
    packed: Vec<u8>,
    /// The greatest distance in the table.
    reach: u8,
}

impl Reduced {
    /// An empty table, for first coordinates below `count` and second ones below `seconds`. The functions give the images under each symmetry.
    pub(super) fn new(
        count: usize,
        first_seen: impl Fn(usize) -> [usize; Symmetry::UPRIGHT],
        seconds: usize,
        second_seen: impl Fn(usize) -> [usize; Symmetry::UPRIGHT],
    ) -> Self {
        let seen = (0..seconds).map(|second| second_seen(second).map(|image| image as u16)).collect();
        Reduced { classes: Classes::new(count, first_seen), seen, alone: Vec::new(), packed: Vec::new(), reach: u8::MAX - 1 }
    }

    pub(super) fn packed(&self) -> &[u8] {
        &self.packed
    }

    pub(super) fn packed_len(&self) -> usize {
        self.stride() * self.classes.first.len()
    }

    /// With stored distances of [`Reduced::packed_len`] bytes.
    pub(super) fn with_packed(self, packed: Vec<u8>) -> Self {
        debug_assert_eq!(packed.len(), self.packed_len());
        Reduced { packed, ..self }
    }

    /// For distances up to `reach`, with those of each coordinate alone.
    pub(super) fn within<const N: usize>(mut self, reach: u8, steps: &CoordinateTurns<'_, N>) -> Self {
        self.classes.measure(steps);
        let alone = distances(self.seen.len(), 0, steps.turns, |second, turn| steps.second[second][turn].into());
        Reduced { reach, alone, ..self }
    }

    /// Computes the distances to (0, 0) by breadth-first search; `None` when the budget ends.
    pub(super) fn filled<const N: usize>(mut self, steps: &CoordinateTurns<'_, N>, cost: &mut Cost, keep_going: KeepGoing) -> Option<Self> {
        cost.bytes += self.bytes() + self.packed_len() as u64;
        if !keep_going(cost) {
            return None;
        }
        self.packed = filled(u8::MAX, self.packed_len())?;
        let classes = self.classes.first.len() as u32;
        let total = u64::from(classes) * self.seen.len() as u64;
        let mut done = self.enter(self.classes.of[0], 0, 0);
        let mut fresh = done;
        for depth in 0..self.reach {
            // Forwards from reached pairs while these are fewer, then backwards from unreached ones.
            let backwards = fresh * 4 > total - done;
            let before = done;
            for class in 0..classes {
                if class % 64 == 0 && !keep_going(cost) {
                    return None;
                }
                let fresh = if backwards { self.pull(class, depth, steps) } else { self.push(class, depth, steps) };
                done += fresh;
                cost.generated += fresh;
            }
            fresh = done - before;
            cost.expanded += fresh;
            cost.depth = cost.depth.max(depth.into());
            cost.frontier = cost.frontier.max(fresh);
            if fresh == 0 {
                break;
            }
        }
        Some(self)
    }

    /// The row and the symmetry of a class after each turn.
    fn rows<const N: usize>(&self, class: u32, steps: &CoordinateTurns<'_, N>) -> [(usize, usize); N] {
        let mut rows = [(0, 0); N];
        for &turn in steps.turns {
            let after = (steps.first)(self.classes.first[class as usize] as usize, turn);
            rows[turn] = (self.classes.of[after] as usize * self.stride(), (self.classes.alone[after] & 15) as usize);
        }
        rows
    }

    /// Enters all neighbours of the pairs of a row at `depth`; returns the number of new ones.
    fn push<const N: usize>(&mut self, class: u32, depth: u8, steps: &CoordinateTurns<'_, N>) -> u64 {
        let (row, width) = (class as usize * self.stride(), self.seen.len());
        let mut rows = None;
        let mut fresh = 0;
        // Few rows are reached at first.
        if self.packed[row..row + self.stride()].iter().fold(u8::MAX, |all, byte| all & byte) == u8::MAX {
            return 0;
        }
        for byte in 0..self.stride() {
            let some = self.packed[row + byte];
            if some == u8::MAX {
                continue;
            }
            for second in (EACH * byte..EACH * (byte + 1)).take_while(|second| *second < width) {
                // Pairs at three moves less have the same remainder, and no new neighbours.
                if some >> (second % EACH * 2) & UNKNOWN != depth % 3 {
                    continue;
                }
                let rows = rows.get_or_insert_with(|| self.rows(class, steps));
                for &turn in steps.turns {
                    let (to, symmetry) = rows[turn];
                    let next = self.seen[steps.second[second][turn] as usize][symmetry] as usize;
                    if self.in_row(to, next) == UNKNOWN {
                        fresh += self.enter((to / self.stride()) as u32, next, (depth + 1) % 3);
                    }
                }
            }
        }
        fresh
    }

    /// Enters the pairs of a row with a neighbour at `depth`; returns the number of new ones.
    fn pull<const N: usize>(&mut self, class: u32, depth: u8, steps: &CoordinateTurns<'_, N>) -> u64 {
        let (row, width) = (class as usize * self.stride(), self.seen.len());
        let mut rows = None;
        let mut fresh = 0;
        for second in 0..width {
            if self.in_row(row, second) != UNKNOWN {
                continue;
            }
            let rows = rows.get_or_insert_with(|| self.rows(class, steps));
            let is_next = |&turn: &usize| {
                let (to, symmetry) = rows[turn];
                let next = self.seen[steps.second[second][turn] as usize][symmetry] as usize;
                self.in_row(to, next) == depth % 3
            };
            if steps.turns.iter().any(is_next) {
                fresh += self.enter(class, second, (depth + 1) % 3);
            }
        }
        fresh
    }

    /// Enters a pair and its images in the same row; returns the number of new ones.
    fn enter(&mut self, class: u32, second: usize, remainder: u8) -> u64 {
        let row = class as usize * self.stride();
        let mut fresh = 0;
        let mut symmetries = self.classes.keepers[class as usize];
        while symmetries != 0 {
            let image = self.seen[second][symmetries.trailing_zeros() as usize] as usize;
            symmetries &= symmetries - 1;
            let (byte, shift) = (&mut self.packed[row + image / EACH], image % EACH * 2);
            if *byte >> shift & UNKNOWN == UNKNOWN {
                *byte ^= (UNKNOWN ^ remainder) << shift;
                fresh += 1;
            }
        }
        fresh
    }

    fn stride(&self) -> usize {
        self.seen.len().div_ceil(EACH)
    }

    /// The distance of a pair modulo 3.
    #[inline]
    pub(super) fn entry(&self, first: usize, second: usize) -> u8 {
        self.at(self.entry_place(first, second))
    }

    /// The byte of the entry of a pair, and its first bit.
    #[inline]
    pub(super) fn entry_place(&self, first: usize, second: usize) -> (usize, usize) {
        let second = self.seen[second][(self.classes.alone[first] & 15) as usize] as usize;
        (self.classes.of[first] as usize * self.stride() + second / EACH, second % EACH * 2)
    }

    /// Whether the first coordinate alone is at most `left` moves away.
    #[inline(always)]
    pub(super) fn is_first_within(&self, first: usize, left: usize) -> bool {
        (self.classes.alone[first] >> 4) as usize <= left
    }

    #[inline(always)]
    pub(super) fn is_second_within(&self, second: usize, left: usize) -> bool {
        self.alone[second] as usize <= left
    }

    pub(super) fn at(&self, (byte, bit): (usize, usize)) -> u8 {
        self.packed[byte] >> bit & UNKNOWN
    }

    /// The entry of a second coordinate in the row that begins at a byte.
    fn in_row(&self, row: usize, second: usize) -> u8 {
        self.at((row + second / EACH, second % EACH * 2))
    }

    pub(super) fn bytes(&self) -> u64 {
        let classes = self.classes.of.len() * 5 + self.classes.first.len() * 6;
        (classes + self.seen.len() * 2 * Symmetry::UPRIGHT + self.packed.len()) as u64
    }

    /// A lower bound on the distance of a pair: the distance, unless that is more than `left`.
    pub(super) fn bound<const N: usize>(&self, first: usize, second: usize, left: usize, steps: &CoordinateTurns<'_, N>) -> u8 {
        let alone = self.alone[second].max(self.classes.alone[first] >> 4);
        if alone as usize > left {
            return alone;
        }
        let remainder = self.entry(first, second);
        if remainder == UNKNOWN {
            return self.reach + 1;
        }
        let least = alone + (remainder + 3 - alone % 3) % 3;
        // Often only one distance has this remainder.
        if least as usize > left || least + 3 > self.reach { least } else { self.distance(first, second, steps) }
    }

    /// The distance of a pair, by descent to (0, 0).
    pub(super) fn distance<const N: usize>(&self, mut first: usize, mut second: usize, steps: &CoordinateTurns<'_, N>) -> u8 {
        let mut distance = 0;
        while (first, second) != (0, 0) {
            let nearer = (self.entry(first, second) + 2) % 3;
            let after = |turn: usize| ((steps.first)(first, turn), steps.second[second][turn] as usize);
            let down = |pair: &(usize, usize)| self.entry(pair.0, pair.1) == nearer;
            (first, second) = steps.turns.iter().map(|turn| after(*turn)).find(down).expect("every other pair has a nearer one next to it");
            distance += 1;
        }
        distance
    }

    /// The distance after a turn, or a lower bound of one more than the table reaches, given what it was and the entry now.
    #[inline(always)]
    pub(super) fn after(&self, distance: u8, entry: u8) -> u8 {
        match entry {
            UNKNOWN => self.reach + 1,
            _ if distance > self.reach => self.reach,
            _ => distance + (entry + 4 - distance % 3) % 3 - 1,
        }
    }
}
