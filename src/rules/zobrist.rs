//! Random words for Zobrist keys (Zobrist 1970), made at compile time so that keys are the same in every run.

/// The next word of SplitMix64 (Steele, Lea, Flood 2014), and the state after it.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = state;
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (word ^ (word >> 31), state)
}

/// `N` words that follow from `seed`.
pub(crate) const fn words<const N: usize>(seed: u64) -> [u64; N] {
    let mut words = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        (words[i], state) = split_mix(state);
        i += 1;
    }
    words
}
