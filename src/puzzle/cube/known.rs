//! The states that a search has seen, and how it came to each.

use super::cubies::State;
use super::turn::Turn;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The least known depth of a state, and the turn that led there.
pub(super) type Came = (u8, Option<Turn>);

/// Every state seen. Nothing depends on the order in which it would be walked.
pub(super) type Known<S> = HashMap<S, Came, BuildHasherDefault<Mix>>;

/// The turns by which a search came to `cube`.
pub(super) fn way_to<S: State>(mut cube: S, known: &Known<S>) -> Vec<Turn> {
    let mut turns = Vec::new();
    while let Some(turn) = known[&cube].1 {
        turns.push(turn);
        cube = cube.turned(turn.inverse());
    }
    turns.reverse();
    turns
}

/// A quick hash for states, the same in every run: eight bytes at a time are mixed in by a multiplication whose two
/// halves are folded.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        // 2⁶⁴ divided by the golden ratio, as is usual.
        let product = u128::from(self.0.rotate_left(23) ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    /// The length of an array says nothing.
    fn write_usize(&mut self, _: usize) {}

    fn finish(&self) -> u64 {
        self.0
    }
}
