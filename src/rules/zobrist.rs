//! Random words for Zobrist keys (Zobrist 1970), made at compile time so that keys are the same in every run.

use crate::Rng;

/// `N` words that follow from `seed`.
pub(crate) const fn words<const N: usize>(seed: u64) -> [u64; N] {
    let (mut words, mut rng, mut i) = ([0; N], Rng::new(seed), 0);
    while i < N {
        words[i] = rng.draw();
        i += 1;
    }
    words
}
