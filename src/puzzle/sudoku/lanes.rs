//! Boxes and bands as lanes of 16 bits: what a lane stands for, how lanes move, and what follows within a register.
//!
//! A box is sixteen lanes of 16 bits, a bit for each digit: three rows of three cells. A fourth lane in each row holds the
//! digits that may be absent from the row's three cells (the negated triad), and a fourth row the same for the columns. So
//! in every row and column of four lanes a digit stands exactly once. The corner lane is full, so that nothing follows
//! from the row and the column of negated triads. A band is six lanes, one for each permutation, of the digits that may
//! take it.

use core::arch::x86_64::*;

pub(super) const DIGITS: u16 = 0x1ff;

/// The line of the band that a digit takes in the first, second and third box.
const PERMUTATIONS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Lanes of 16 bits, four a word, the first lane lowest.
pub(super) type Wide = [u64; 4];
pub(super) type Narrow = [u64; 2];

/// A byte shuffle gives zero here.
const NOTHING: u64 = 0x8080;

const fn lane(source: u8) -> u64 {
    let low = source as u64 * 2;
    (low + 1) << 8 | low
}

/// For each place in the band: shuffles that bring to each configuration's lane what its line of the box allows, from the
/// lower half of a box, then from the upper half.
const fn box_to_band(vertical: bool) -> [[Narrow; 2]; 3] {
    let mut out = [[[NOTHING * 0x0001_0001_0001_0001; 2]; 2]; 3];
    let mut place = 0;
    while place < 3 {
        let mut k = 0;
        while k < 6 {
            let line = PERMUTATIONS[k][place];
            let (half, source) = match (vertical, line) {
                (true, _) => (1, 4 + line),
                (false, 2) => (1, 3),
                (false, _) => (0, 4 * line + 3),
            };
            let shift = 16 * (k % 4);
            out[place][half][k / 4] = out[place][half][k / 4] & !(0xffff << shift) | lane(source) << shift;
            k += 1;
        }
        place += 1;
    }
    out
}

/// The `nth` configuration with (or, for a negated triad, without) a line at a place.
const fn nth_configuration(place: usize, line: usize, with: bool, nth: usize) -> u8 {
    let (mut k, mut seen) = (0, 0);
    loop {
        if (PERMUTATIONS[k][place] as usize == line) == with {
            if seen == nth {
                return k as u8;
            }
            seen += 1;
        }
        k += 1;
    }
}

/// For each place in the band: four shuffles of the band whose union is what each lane of the box may be. The lanes that
/// the band says nothing of come out empty, see [`silent`].
const fn band_to_box(vertical: bool) -> [[Wide; 4]; 3] {
    let mut out = [[[NOTHING * 0x0001_0001_0001_0001; 4]; 4]; 3];
    let mut place = 0;
    while place < 3 {
        let mut at = 0;
        while at < 16 {
            let (line, across) = if vertical { (at % 4, at / 4) } else { (at / 4, at % 4) };
            let mut nth = 0;
            while nth < 4 && line < 3 {
                let source =
                    if across < 3 { nth_configuration(place, line, true, nth % 2) } else { nth_configuration(place, line, false, nth) };
                let shift = 16 * (at % 4);
                let word = &mut out[place][nth][at / 4];
                *word = *word & !(0xffff << shift) | lane(source) << shift;
                nth += 1;
            }
            at += 1;
        }
        place += 1;
    }
    out
}

/// Full in the lanes of a box that a band says nothing of: the negated triads of the other direction and the corner.
const fn silent(vertical: bool) -> Wide {
    let last = (DIGITS as u64) << 48;
    if vertical { [last; 4] } else { [0, 0, 0, DIGITS as u64 * 0x0001_0001_0001_0001] }
}

/// Two shuffles of a band whose union is its nine triads: the first two boxes' below, the third's above.
pub(super) const TRIADS: [Wide; 2] = {
    let mut out = [[NOTHING * 0x0001_0001_0001_0001; 4]; 2];
    let mut triad = 0;
    while triad < 9 {
        let (word, shift) = (if triad < 6 { triad / 4 } else { 2 }, 16 * (if triad < 6 { triad % 4 } else { triad - 6 }));
        let mut nth = 0;
        while nth < 2 {
            let source = nth_configuration(triad / 3, triad % 3, true, nth);
            out[nth][word] = out[nth][word] & !(0xffff << shift) | lane(source) << shift;
            nth += 1;
        }
        triad += 1;
    }
    out
};

/// Full in the lanes of [`TRIADS`] that are none.
pub(super) const NO_TRIADS: Wide = [0, 0x01ff_01ff_0000_0000, 0x01ff_0000_0000_0000, 0x01ff_01ff_01ff_01ff];

/// For each box of a band two shuffles from its half of the triads, to each configuration: the lines it does not take.
pub(super) const OTHER_LINES: [[Narrow; 2]; 3] = {
    let mut out = [[[NOTHING * 0x0001_0001_0001_0001; 2]; 2]; 3];
    let mut place = 0;
    while place < 3 {
        let mut k = 0;
        while k < 6 {
            let line = PERMUTATIONS[k][place];
            let mut nth = 0;
            while nth < 2 {
                let other = (line + 1 + nth as u8) % 3;
                let source = if place == 1 { 3 + other } else { other };
                let shift = 16 * (k % 4);
                let word = &mut out[place][nth][k / 4];
                *word = *word & !(0xffff << shift) | lane(source) << shift;
                nth += 1;
            }
            k += 1;
        }
        place += 1;
    }
    out
};

/// For each place in the band and each line: a one in the lane of each configuration that takes another line there.
pub(super) const WITHOUT_LINE: [[Narrow; 3]; 3] = {
    let mut out = [[[0; 2]; 3]; 3];
    let mut at = 0;
    while at < 54 {
        let (place, line, k) = (at / 18, at / 6 % 3, at % 6);
        if PERMUTATIONS[k][place] as usize != line {
            out[place][line][k / 4] |= 1 << (16 * (k % 4));
        }
        at += 1;
    }
    out
};

pub(super) const TO_BAND: [[[Narrow; 2]; 3]; 2] = [box_to_band(false), box_to_band(true)];
pub(super) const TO_BOX: [[[Wide; 4]; 3]; 2] = [band_to_box(false), band_to_box(true)];
pub(super) const SILENT: [Wide; 2] = [silent(false), silent(true)];
pub(super) const FULL: Wide = [0x01ff_01ff_01ff_01ff; 4];
pub(super) const CORNER: Wide = [0, 0, 0, 0x01ff_0000_0000_0000];
pub(super) const CELLS: Wide = [0x0000_01ff_01ff_01ff, 0x0000_01ff_01ff_01ff, 0x0000_01ff_01ff_01ff, 0];
/// The lanes whose row of four holds each digit once, and those whose column does.
pub(super) const ROWS: Wide = [FULL[0], FULL[0], FULL[0], 0];
pub(super) const COLUMNS: Wide = [0x0000_01ff_01ff_01ff; 4];
/// A cell holds one digit, six digits are absent from a triad.
pub(super) const LEAST: Wide = [0x0006_0001_0001_0001, 0x0006_0001_0001_0001, 0x0006_0001_0001_0001, 0x0000_0006_0006_0006];

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub(super) fn wide(words: Wide) -> __m256i {
    let [a, b, c, d] = words.map(u64::cast_signed);
    _mm256_set_epi64x(d, c, b, a)
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub(super) fn narrow(words: Narrow) -> __m128i {
    let [low, high] = words.map(u64::cast_signed);
    _mm_set_epi64x(high, low)
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub(super) fn words(lanes: __m128i) -> Narrow {
    [_mm_cvtsi128_si64(lanes), _mm_extract_epi64::<1>(lanes)].map(i64::cast_unsigned)
}

/// Turns each row of four lanes by one.
#[target_feature(enable = "avx2,popcnt,bmi1")]
fn turn_row(lanes: __m256i) -> __m256i {
    const TURN: u64 = 0x0100_0706_0504_0302;
    _mm256_shuffle_epi8(lanes, wide([TURN, TURN + 0x0808_0808_0808_0808, TURN, TURN + 0x0808_0808_0808_0808]))
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
fn turn_row_twice(lanes: __m256i) -> __m256i {
    _mm256_shuffle_epi32::<0b10_11_00_01>(lanes)
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
fn turn_column(lanes: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b00_11_10_01>(lanes)
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
fn turn_column_twice(lanes: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b01_00_11_10>(lanes)
}

/// For each lane the union of the three others in its row of four.
#[target_feature(enable = "avx2,popcnt,bmi1")]
pub(super) fn rest_of_row(lanes: __m256i) -> __m256i {
    let turned = turn_row(lanes);
    _mm256_or_si256(turned, turn_row_twice(_mm256_or_si256(lanes, turned)))
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub(super) fn rest_of_column(lanes: __m256i) -> __m256i {
    let turned = turn_column(lanes);
    _mm256_or_si256(turned, turn_column_twice(_mm256_or_si256(lanes, turned)))
}

/// For each lane the intersection of the three others in its row of four.
#[target_feature(enable = "avx2,popcnt,bmi1")]
pub(super) fn both_others_of_row(lanes: __m256i) -> __m256i {
    let turned = turn_row(lanes);
    _mm256_and_si256(turned, turn_row_twice(_mm256_and_si256(lanes, turned)))
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub(super) fn both_others_of_column(lanes: __m256i) -> __m256i {
    let turned = turn_column(lanes);
    _mm256_and_si256(turned, turn_column_twice(_mm256_and_si256(lanes, turned)))
}

/// How many of the nine digits each lane holds.
#[target_feature(enable = "avx2,popcnt,bmi1")]
pub(super) fn count_digits(lanes: __m256i) -> __m256i {
    const LOW: u64 = 0x0302_0201_0201_0100;
    const HIGH: u64 = 0x0403_0302_0302_0201;
    let table = wide([LOW, HIGH, LOW, HIGH]);
    let nibble = _mm256_set1_epi8(15);
    let low = _mm256_shuffle_epi8(table, _mm256_and_si256(lanes, nibble));
    let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(lanes), nibble));
    _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1))
}
