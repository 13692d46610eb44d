//! Random numbers from a seed: SplitMix64 (Steele, Lea, Flood 2014), the same on every machine.

/// A seeded generator: the same seed gives the same numbers.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    #[inline]
    pub const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below `bound`; 0 if the bound is 0.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.draw() as u128 * bound as u128) >> 64) as usize
    }

    /// Shuffles a slice (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The end of SplitMix64, a bijection.
#[inline]
pub(crate) const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// `N` words for Zobrist keys (Zobrist 1970), made at compile time from a seed.
pub(crate) const fn words<const N: usize>(seed: u64) -> [u64; N] {
    let (mut words, mut rng, mut i) = ([0; N], Rng::new(seed), 0);
    while i < N {
        words[i] = rng.draw();
        i += 1;
    }
    words
}
