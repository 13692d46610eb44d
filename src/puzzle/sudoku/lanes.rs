//! Sixteen lanes of 16 bits, and how they move. The boxes of a grid take lane 4·i + j for the box in band i from the top
//! and band j from the left; the other seven lanes are not used. A lane holds a set of digits, one a bit.
//!
//! No closures over lanes here and in the search: what calls them may lack the registers, and then they are not inlined.

use core::arch::x86_64::*;

/// The lanes of four boxes (three, and one not used) in a word, the first lane lowest.
pub(super) type Words = [u64; 4];
pub(super) type Lanes = __m256i;

pub(super) const DIGITS: u16 = 0x1ff;
pub(super) const FULL: Words = [0x01ff_01ff_01ff_01ff; 4];

/// All ones in the lanes that stand for no box.
pub(super) const UNUSED: Words = [0xffff_0000_0000_0000, 0xffff_0000_0000_0000, 0xffff_0000_0000_0000, u64::MAX];
/// Each lane's number.
pub(super) const NUMBERS: Words = [0x0003_0002_0001_0000, 0x0007_0006_0005_0004, 0x000b_000a_0009_0008, 0x000f_000e_000d_000c];

/// How a band lies: boxes beside each other, or one below the other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Horizontal,
    Vertical,
}

impl Direction {
    pub(super) const BOTH: [Direction; 2] = [Direction::Horizontal, Direction::Vertical];

    /// From the lane of a box to that of the next in its band.
    pub(super) fn step(self) -> usize {
        if self == Direction::Horizontal { 1 } else { 4 }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lanes(words: Words) -> Lanes {
    let [a, b, c, d] = words.map(u64::cast_signed);
    _mm256_set_epi64x(d, c, b, a)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn words(lanes: Lanes) -> Words {
    let (low, high) = (_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    let words = [_mm_cvtsi128_si64(low), _mm_extract_epi64::<1>(low), _mm_cvtsi128_si64(high), _mm_extract_epi64::<1>(high)];
    words.map(i64::cast_unsigned)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn every(value: u16) -> Lanes {
    _mm256_set1_epi16(value.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn and(a: Lanes, b: Lanes) -> Lanes {
    _mm256_and_si256(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn or(a: Lanes, b: Lanes) -> Lanes {
    _mm256_or_si256(a, b)
}

/// What `a` has beside `b`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn less(a: Lanes, b: Lanes) -> Lanes {
    _mm256_andnot_si256(b, a)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union([a, b, c]: [Lanes; 3]) -> Lanes {
    or(or(a, b), c)
}

/// All ones where the lanes are equal.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn equal(a: Lanes, b: Lanes) -> Lanes {
    _mm256_cmpeq_epi16(a, b)
}

/// All ones where a lane is empty.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn empty(lanes: Lanes) -> Lanes {
    equal(lanes, _mm256_setzero_si256())
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn no_bit(lanes: Lanes) -> bool {
    _mm256_testz_si256(lanes, lanes) != 0
}

/// Each lane without its lowest digit.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn without_one(lanes: Lanes) -> Lanes {
    and(lanes, _mm256_add_epi16(lanes, every(u16::MAX)))
}

/// To each box's lane what the next box of its band holds, and what the one after that holds; the last is followed by the
/// first.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn others_of_band(x: Lanes, direction: Direction) -> [Lanes; 2] {
    match direction {
        Direction::Horizontal => {
            const NEXT: u64 = 0x0706_0100_0504_0302;
            const LAST: u64 = 0x0706_0302_0100_0504;
            const UPPER: u64 = 0x0808_0808_0808_0808;
            let next = lanes([NEXT, NEXT + UPPER, NEXT, NEXT + UPPER]);
            let last = lanes([LAST, LAST + UPPER, LAST, LAST + UPPER]);
            [_mm256_shuffle_epi8(x, next), _mm256_shuffle_epi8(x, last)]
        }
        Direction::Vertical => [_mm256_permute4x64_epi64::<0b11_00_10_01>(x), _mm256_permute4x64_epi64::<0b11_01_00_10>(x)],
    }
}

/// How many of the nine digits each lane holds.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn count_digits(x: Lanes) -> Lanes {
    const LOW: u64 = 0x0302_0201_0201_0100;
    const HIGH: u64 = 0x0403_0302_0302_0201;
    let table = lanes([LOW, HIGH, LOW, HIGH]);
    let nibble = _mm256_set1_epi8(15);
    let low = _mm256_shuffle_epi8(table, and(x, nibble));
    let high = _mm256_shuffle_epi8(table, and(_mm256_srli_epi16::<4>(x), nibble));
    _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1))
}

/// The least of all lanes, as numbers without a sign.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn least([a, b]: [Lanes; 2]) -> u16 {
    let both = _mm256_min_epu16(a, b);
    let half = _mm_min_epu16(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
    _mm_cvtsi128_si32(_mm_minpos_epu16(half)) as u16
}
