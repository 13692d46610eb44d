//! Distances of pairs with the faces whose turns lead nearer: a search with no move to spare tries only these.

use super::reduced::{Reduced, Steps};
use super::symmetry::Symmetry;
use crate::{Cost, GoOn};

/// A byte for each pair: its distance modulo 3, and a bit for each of the six faces.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Compass {
    /// Locates a pair.
    pairs: Reduced<2>,
    /// For each symmetry and set of faces, the preimage of the set.
    unseen: Vec<[u8; 64]>,
    bytes: Vec<u8>,
}

/// The index of an entry, and its symmetry.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    at: u32,
    symmetry: u32,
}

impl Compass {
    /// Without entries.
    fn empty(pairs: Reduced<2>, symmetries: &[Symmetry; Symmetry::UPRIGHT]) -> Compass {
        let unseen = symmetries.each_ref().map(|symmetry| std::array::from_fn(|faces| symmetry.unseen_faces(faces as u8)));
        Compass { pairs, unseen: unseen.to_vec(), bytes: Vec::new() }
    }

    /// From distances; `None` when the budget ends.
    pub(super) fn build<const N: usize>(
        pairs: Reduced<2>,
        symmetries: &[Symmetry; Symmetry::UPRIGHT],
        steps: &Steps<'_, N>,
        cost: &mut Cost,
        go_on: GoOn,
    ) -> Option<Compass> {
        let mut compass = Compass::empty(pairs, symmetries);
        cost.bytes += compass.len() as u64;
        compass.bytes = vec![0; compass.len()];
        let width = compass.pairs.seconds();
        for (class, row) in compass.bytes.chunks_mut(width).enumerate() {
            if class % 64 == 0 && !go_on(cost) {
                return None;
            }
            compass.pairs.nearer(class as u32, steps, row);
        }
        Some(Compass { pairs: compass.pairs.without_distances(), ..compass })
    }

    /// With stored entries; `None` if their number is wrong.
    pub(super) fn with_entries(pairs: Reduced<2>, symmetries: &[Symmetry; Symmetry::UPRIGHT], bytes: Vec<u8>) -> Option<Compass> {
        let compass = Compass::empty(pairs, symmetries);
        (bytes.len() == compass.len()).then_some(Compass { bytes, ..compass })
    }

    /// The entries.
    pub(super) fn entries(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.pairs.rows_count() * self.pairs.seconds()
    }

    /// The place of a pair.
    pub(super) fn place(&self, first: usize, second: usize) -> Place {
        let (class, second, symmetry) = self.pairs.place(first, second);
        Place { at: (class * self.pairs.seconds() + second) as u32, symmetry: symmetry as u32 }
    }

    /// The distance modulo 3, and the faces of which some turn leads nearer, as bits.
    pub(super) fn entry(&self, place: Place) -> (u8, u8) {
        let byte = self.bytes[place.at as usize];
        (byte & 3, self.unseen[place.symmetry as usize][usize::from(byte >> 2)])
    }

    /// The memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.pairs.bytes() + self.bytes.len() as u64 + 1024
    }
}
