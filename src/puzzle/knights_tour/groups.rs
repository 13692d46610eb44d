//! States of partial tours, grouped by their degrees.
//!
//! States with the same degrees have the same choices, which are computed once for each group. A group is gathered from all its predecessors
//! with one small hash table, which fits the processor's cache.

use super::matching::{Degrees, PathMatching};

/// A matching of path ends, and the number of ways to it, which wraps at 2⁶⁴: a final sum that fits is right.
pub(super) type CountedMatching = (PathMatching, u64);

/// States in the order of their groups, in pieces: a single list would be held twice whenever it grows.
#[derive(Default)]
pub(super) struct Groups {
    groups: Vec<Group>,
    pieces: Vec<Vec<CountedMatching>>,
    /// The number of states that the pieces can hold.
    capacity: usize,
}

#[derive(Clone, Copy)]
struct Group {
    degrees: Degrees,
    piece: u32,
    begin: u32,
    len: u32,
}

/// States in a piece, unless a single group needs more.
const PIECE: usize = 1 << 18;

impl Groups {
    pub(super) fn len(&self) -> usize {
        self.groups.len()
    }

    pub(super) fn degrees(&self, number: usize) -> Degrees {
        self.groups[number].degrees
    }

    pub(super) fn states(&self, number: usize) -> &[CountedMatching] {
        let Group { piece, begin, len, .. } = self.groups[number];
        &self.pieces[piece as usize][begin as usize..][..len as usize]
    }

    pub(super) fn states_mut(&mut self, number: usize) -> &mut [CountedMatching] {
        let Group { piece, begin, len, .. } = self.groups[number];
        &mut self.pieces[piece as usize][begin as usize..][..len as usize]
    }

    pub(super) fn rename(&mut self, number: usize, degrees: Degrees) {
        self.groups[number].degrees = degrees;
    }

    pub(super) fn replace(&mut self, number: usize, states: Vec<CountedMatching>) -> Option<()> {
        self.pieces.try_reserve(1).ok()?;
        let group = &mut self.groups[number];
        (group.piece, group.begin, group.len) = (self.pieces.len() as u32, 0, states.len() as u32);
        self.capacity += states.capacity();
        self.pieces.push(states);
        Some(())
    }

    pub(super) fn count(&self) -> u64 {
        self.pieces.iter().map(|piece| piece.len() as u64).sum()
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.capacity * size_of::<CountedMatching>() + self.groups.capacity() * size_of::<Group>()) as u64
    }

    /// Adds a group of at most `most` states, gathered by `fill`; `None` if an allocation or `fill` fails.
    pub(super) fn push(
        &mut self,
        degrees: Degrees,
        most: usize,
        table: &mut MatchingTable,
        fill: impl FnOnce(&mut Gathering<'_>) -> Option<()>,
    ) -> Option<()> {
        if self.pieces.last().is_none_or(|piece| piece.capacity() - piece.len() < most) {
            let mut piece = Vec::new();
            // The first layers of a count are small.
            piece.try_reserve_exact(most.max(if self.groups.len() < 1024 { 1024 } else { PIECE })).ok()?;
            self.capacity += piece.capacity();
            self.pieces.push(piece);
        }
        let number = self.pieces.len() - 1;
        let piece = &mut self.pieces[number];
        let begin = piece.len();
        fill(&mut table.gather(piece, most)?)?;
        let len = (piece.len() - begin) as u32;
        if len > 0 {
            self.groups.try_reserve(1).ok()?;
            self.groups.push(Group { degrees, piece: number as u32, begin: begin as u32, len });
        }
        Some(())
    }
}

/// Hash table from matchings to places in a list: open addressing, at most half full.
#[derive(Default)]
pub(super) struct MatchingTable {
    /// One more than the place in the list, or 0.
    places: Vec<u32>,
}

impl MatchingTable {
    /// Gathers at most `most` states at the end of a list; `None` if an allocation fails.
    pub(super) fn gather<'a>(&'a mut self, list: &'a mut Vec<CountedMatching>, most: usize) -> Option<Gathering<'a>> {
        let slots = (2 * most).next_power_of_two().max(2);
        let more = slots.saturating_sub(self.places.len());
        self.places.try_reserve(more).ok()?;
        self.places.resize(self.places.len() + more, 0);
        self.places[..slots].fill(0);
        Some(Gathering { begin: list.len(), list, places: &mut self.places[..slots], shift: 64 - slots.trailing_zeros() })
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.places.capacity() * size_of::<u32>()) as u64
    }
}

pub(super) struct Gathering<'a> {
    begin: usize,
    list: &'a mut Vec<CountedMatching>,
    places: &'a mut [u32],
    shift: u32,
}

impl Gathering<'_> {
    #[inline]
    pub(super) fn add(&mut self, matching: PathMatching, ways: u64) {
        // Fibonacci hashing: the high bits of the product are the well-mixed ones.
        let mut at = ((matching.0 ^ matching.0 >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        loop {
            match self.places[at] {
                0 => {
                    self.list.push((matching, ways));
                    self.places[at] = (self.list.len() - self.begin) as u32;
                    return;
                }
                place => {
                    let state = &mut self.list[self.begin + place as usize - 1];
                    if state.0 == matching {
                        state.1 = state.1.wrapping_add(ways);
                        return;
                    }
                }
            }
            at = (at + 1) & (self.places.len() - 1);
        }
    }
}

/// An edge to be added to a matching.
#[derive(Clone, Copy)]
pub(super) enum Link {
    /// Between two cells without edges.
    Pair(usize, usize),
    /// From a path's end to a cell without edges.
    Extend(usize, usize),
    /// Between two paths' ends.
    Join(usize, usize),
}

impl Link {
    /// The edge between two cells of these degrees, which it increments.
    pub(super) fn between(degrees: &mut Degrees, a: usize, b: usize) -> Link {
        let link = match (degrees.at(a), degrees.at(b)) {
            (0, 0) => Link::Pair(a, b),
            (1, 0) => Link::Extend(a, b),
            (0, _) => Link::Extend(b, a),
            _ => Link::Join(a, b),
        };
        *degrees = degrees.more(a, 1).more(b, 1);
        link
    }

    /// The matching with the edge; `None` if it closes a cycle.
    #[inline]
    pub(super) fn put(self, matching: PathMatching) -> Option<PathMatching> {
        match self {
            Link::Pair(a, b) => Some(matching.paired(a, b)),
            Link::Extend(from, to) => Some(matching.extended(from, to)),
            Link::Join(a, b) => matching.joined(a, b),
        }
    }
}
