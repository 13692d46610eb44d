//! 9×9 on 256-bit registers. A band is three boxes in a line. In a band a digit stands once in each box and once in each
//! line, so it takes one of six permutations: its configurations. The idea of propagating between boxes, as 4×4 lanes of
//! cells and negated triads, and bands, as lanes of configurations, is Tom Dillon's ('tdoku', 2019).
//!
//! A box is sixteen lanes of 16 bits, a bit for each digit: three rows of three cells. A fourth lane in each row holds the
//! digits that may be absent from the row's three cells (the negated triad), and a fourth row the same for the columns. So
//! in every row and column of four lanes a digit stands exactly once. The corner lane is full, so that nothing follows
//! from the row and the column of negated triads. A band is six lanes, one for each permutation, of the digits that may
//! take it.

use core::arch::x86_64::*;
use core::ops::ControlFlow;

use crate::{Cost, Ending};

use super::Puzzle;

const DIGITS: u16 = 0x1ff;

/// The line of the band that a digit takes in the first, second and third box.
const PERMUTATIONS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// Lanes of 16 bits, four a word, the first lane lowest.
type Wide = [u64; 4];
type Narrow = [u64; 2];

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
            out[place][half][k / 4] =
                out[place][half][k / 4] & !(0xffff << shift) | lane(source) << shift;
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
            let (line, across) = if vertical {
                (at % 4, at / 4)
            } else {
                (at / 4, at % 4)
            };
            let mut nth = 0;
            while nth < 4 && line < 3 {
                let source = if across < 3 {
                    nth_configuration(place, line, true, nth % 2)
                } else {
                    nth_configuration(place, line, false, nth)
                };
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
    if vertical {
        [last; 4]
    } else {
        [0, 0, 0, DIGITS as u64 * 0x0001_0001_0001_0001]
    }
}

/// Two shuffles of a band whose union is its nine triads: the first two boxes' below, the third's above.
const TRIADS: [Wide; 2] = {
    let mut out = [[NOTHING * 0x0001_0001_0001_0001; 4]; 2];
    let mut triad = 0;
    while triad < 9 {
        let (word, shift) = (
            if triad < 6 { triad / 4 } else { 2 },
            16 * (if triad < 6 { triad % 4 } else { triad - 6 }),
        );
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
const NO_TRIADS: Wide = [
    0,
    0x01ff_01ff_0000_0000,
    0x01ff_0000_0000_0000,
    0x01ff_01ff_01ff_01ff,
];

/// For each box of a band two shuffles from its half of the triads, to each configuration: the lines it does not take.
const OTHER_LINES: [[Narrow; 2]; 3] = {
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

const TO_BAND: [[[Narrow; 2]; 3]; 2] = [box_to_band(false), box_to_band(true)];
const TO_BOX: [[[Wide; 4]; 3]; 2] = [band_to_box(false), band_to_box(true)];
const SILENT: [Wide; 2] = [silent(false), silent(true)];
const FULL: Wide = [0x01ff_01ff_01ff_01ff; 4];
const CORNER: Wide = [0, 0, 0, 0x01ff_0000_0000_0000];
const CELLS: Wide = [
    0x0000_01ff_01ff_01ff,
    0x0000_01ff_01ff_01ff,
    0x0000_01ff_01ff_01ff,
    0,
];
/// The lanes whose row of four holds each digit once, and those whose column does.
const ROWS: Wide = [FULL[0], FULL[0], FULL[0], 0];
const COLUMNS: Wide = [0x0000_01ff_01ff_01ff; 4];
/// A cell holds one digit, six digits are absent from a triad.
const LEAST: Wide = [
    0x0006_0001_0001_0001,
    0x0006_0001_0001_0001,
    0x0006_0001_0001_0001,
    0x0000_0006_0006_0006,
];

#[derive(Clone, Copy)]
struct State {
    boxes: [__m256i; 9],
    /// Horizontal bands, then vertical ones.
    bands: [[__m128i; 3]; 2],
}

/// There is no solution below this state.
struct Contradiction;

/// The boxes and the bands (first horizontal, then vertical) that changed, as bits.
#[derive(Clone, Copy)]
struct Dirty {
    boxes: u32,
    bands: u32,
}

struct Search<'a, G, E> {
    cost: Cost,
    go_on: &'a mut G,
    each: &'a mut E,
}

/// Whether this processor has the registers.
pub(super) fn available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
}

/// Hands each solution's digits to `each`; `None` on a processor that has not the registers. The puzzle is 9×9.
pub(super) fn search<G, E>(puzzle: &Puzzle, go_on: &mut G, each: &mut E) -> Option<(Ending, Cost)>
where
    G: FnMut(&Cost) -> bool,
    E: FnMut(&[u8]) -> ControlFlow<()>,
{
    // SAFETY: the function has no other requirement than the features that `available` has just found.
    available().then(|| unsafe { search_wide(puzzle, go_on, each) })
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
fn search_wide<G, E>(puzzle: &Puzzle, go_on: &mut G, each: &mut E) -> (Ending, Cost)
where
    G: FnMut(&Cost) -> bool,
    E: FnMut(&[u8]) -> ControlFlow<()>,
{
    let cost = Cost {
        generated: 1,
        frontier: 1,
        bytes: size_of::<State>() as u64,
        ..Cost::default()
    };
    let mut search = Search { cost, go_on, each };
    let mut state = State::new(puzzle.digits());
    match search.descend(
        &mut state,
        Dirty {
            boxes: 0x1ff,
            bands: 0,
        },
        0,
    ) {
        ControlFlow::Continue(()) => (Ending::Exhausted, search.cost),
        ControlFlow::Break(ending) => (ending, search.cost),
    }
}

impl<G, E> Search<'_, G, E>
where
    G: FnMut(&Cost) -> bool,
    E: FnMut(&[u8]) -> ControlFlow<()>,
{
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn descend(&mut self, state: &mut State, mut dirty: Dirty, depth: u32) -> ControlFlow<Ending> {
        loop {
            if self.cost.expanded.is_multiple_of(1024) && !(self.go_on)(&self.cost) {
                return ControlFlow::Break(Ending::GaveUp);
            }
            if state.propagate(dirty).is_err() {
                return ControlFlow::Continue(());
            }
            let Some(Choice {
                direction,
                band,
                digit,
                configuration,
            }) = state.choice()
            else {
                return (self.each)(&state.digits()).map_break(|()| Ending::Stopped);
            };
            self.cost.expanded += 1;
            self.cost.generated += 2;
            if depth >= self.cost.depth {
                self.cost.depth = depth + 1;
                self.cost.frontier = u64::from(depth) + 2;
                self.cost.bytes = (u64::from(depth) + 2) * size_of::<State>() as u64;
            }
            dirty = Dirty {
                boxes: 0,
                bands: 1 << (3 * direction + band),
            };
            let mut child = *state;
            let kept = narrow(digit_lane(configuration, digit));
            let cleared = narrow([u64::from(digit) * 0x0001_0001_0001_0001; 2]);
            let configurations = state.bands[direction][band];
            child.bands[direction][band] =
                _mm_andnot_si128(_mm_andnot_si128(kept, cleared), configurations);
            state.bands[direction][band] = _mm_andnot_si128(kept, configurations);
            self.descend(&mut child, dirty, depth + 1)?;
        }
    }
}

/// A digit alone in one lane of a band.
fn digit_lane(configuration: usize, digit: u16) -> Narrow {
    let mut words = [0; 2];
    words[configuration / 4] = u64::from(digit) << (16 * (configuration % 4));
    words
}

/// What to try: a digit (as a bit) in one configuration of a band.
struct Choice {
    direction: usize,
    band: usize,
    digit: u16,
    configuration: usize,
}

impl State {
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn new(digits: &[u8]) -> State {
        let mut boxes = [FULL; 9];
        for (row, digits) in digits.chunks_exact(9).enumerate() {
            for (column, &digit) in digits.iter().enumerate() {
                if digit != 0 {
                    let others = u64::from(DIGITS) & !(1 << (digit - 1));
                    boxes[row / 3 * 3 + column / 3][row % 3] &= !(others << (16 * (column % 3)));
                }
            }
        }
        let band = narrow([FULL[0], 0x0000_0000_01ff_01ff]);
        State {
            boxes: boxes.map(|b| wide(b)),
            bands: [[band; 3]; 2],
        }
    }

    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn propagate(&mut self, mut dirty: Dirty) -> Result<(), Contradiction> {
        loop {
            if dirty.boxes != 0 {
                while dirty.boxes != 0 {
                    let at = dirty.boxes.trailing_zeros() as usize;
                    dirty.boxes &= dirty.boxes - 1;
                    dirty.bands |= self.settle_box(at)?;
                }
            } else if dirty.bands != 0 {
                while dirty.bands != 0 {
                    let at = dirty.bands.trailing_zeros() as usize;
                    dirty.bands &= dirty.bands - 1;
                    dirty.boxes |= self.settle_band(at / 3, at % 3)?;
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Singles within a box until nothing follows, and what that leaves to its two bands: those that changed.
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn settle_box(&mut self, at: usize) -> Result<u32, Contradiction> {
        let mut lanes = self.boxes[at];
        let (full, least, cells) = (wide(FULL), wide(LEAST), wide(CELLS));
        let (row, column) = loop {
            let row = rest_of_row(lanes);
            let column = rest_of_column(lanes);
            let counts = count_digits(lanes);
            let complete =
                _mm256_and_si256(_mm256_or_si256(lanes, row), _mm256_or_si256(lanes, column));
            let bad = _mm256_or_si256(
                _mm256_andnot_si256(complete, full),
                _mm256_cmpgt_epi16(least, counts),
            );
            if _mm256_testz_si256(bad, bad) == 0 {
                return Err(Contradiction);
            }
            // What stands alone in its row or column of four, or fills its lane, is asserted.
            let single = _mm256_cmpeq_epi16(counts, least);
            let found = _mm256_or_si256(
                single,
                _mm256_andnot_si256(_mm256_and_si256(row, column), full),
            );
            let asserted = _mm256_andnot_si256(wide(CORNER), _mm256_and_si256(found, lanes));
            let gone = _mm256_or_si256(
                _mm256_and_si256(rest_of_row(asserted), wide(ROWS)),
                _mm256_and_si256(rest_of_column(asserted), wide(COLUMNS)),
            );
            // A cell with an asserted digit has no other.
            let free =
                _mm256_cmpeq_epi16(_mm256_and_si256(asserted, cells), _mm256_setzero_si256());
            let next = _mm256_andnot_si256(
                gone,
                _mm256_and_si256(lanes, _mm256_or_si256(free, asserted)),
            );
            if _mm256_testc_si256(next, lanes) != 0 {
                break (row, column);
            }
            lanes = next;
        };
        self.boxes[at] = lanes;
        // A line may hold a digit if one of its cells may and the two other lines can do without.
        let horizontal = _mm256_and_si256(row, both_others_of_column(lanes));
        let vertical = _mm256_and_si256(column, both_others_of_row(lanes));
        let (i, j) = (at / 3, at % 3);
        let [below, above] = TO_BAND[0][j];
        let left = _mm_or_si128(
            _mm_shuffle_epi8(_mm256_castsi256_si128(horizontal), narrow(below)),
            _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(horizontal), narrow(above)),
        );
        let [_, above] = TO_BAND[1][i];
        let down = _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(vertical), narrow(above));
        let mut changed = 0;
        for (direction, band, allowed) in [(0, i, left), (1, j, down)] {
            let old = self.bands[direction][band];
            self.bands[direction][band] = _mm_and_si128(old, allowed);
            changed |= u32::from(_mm_testc_si128(allowed, old) == 0) << (3 * direction + band);
        }
        Ok(changed)
    }

    /// Triads of exactly three digits until nothing follows, and what that leaves to the three boxes: those that changed.
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn settle_band(&mut self, direction: usize, band: usize) -> Result<u32, Contradiction> {
        let mut configurations = self.bands[direction][band];
        let spread = loop {
            let [low, high] = words(configurations);
            let once = low | high;
            let once = once | once >> 32;
            if (once | once >> 16) as u16 & DIGITS != DIGITS {
                return Err(Contradiction);
            }
            let spread = _mm256_broadcastsi128_si256(configurations);
            let [first, second] = TRIADS;
            let triads = _mm256_or_si256(
                _mm256_or_si256(_mm256_shuffle_epi8(spread, wide(first)), wide(NO_TRIADS)),
                _mm256_shuffle_epi8(spread, wide(second)),
            );
            let counts = count_digits(triads);
            let three = _mm256_set1_epi16(3);
            let few = _mm256_cmpgt_epi16(three, counts);
            if _mm256_testz_si256(few, few) == 0 {
                return Err(Contradiction);
            }
            let asserted = _mm256_and_si256(triads, _mm256_cmpeq_epi16(counts, three));
            if _mm256_testz_si256(asserted, asserted) != 0 {
                break spread;
            }
            let (low, high) = (
                _mm256_castsi256_si128(asserted),
                _mm256_extracti128_si256::<1>(asserted),
            );
            let mut gone = _mm_setzero_si128();
            for (place, half) in [low, low, high].into_iter().enumerate() {
                for other in OTHER_LINES[place] {
                    gone = _mm_or_si128(gone, _mm_shuffle_epi8(half, narrow(other)));
                }
            }
            if _mm_testz_si128(gone, configurations) != 0 {
                break spread;
            }
            configurations = _mm_andnot_si128(gone, configurations);
        };
        self.bands[direction][band] = configurations;
        let mut changed = 0;
        for place in 0..3 {
            let at = if direction == 0 {
                3 * band + place
            } else {
                3 * place + band
            };
            let mut allowed = wide(SILENT[direction]);
            for shuffle in TO_BOX[direction][place] {
                allowed = _mm256_or_si256(allowed, _mm256_shuffle_epi8(spread, wide(shuffle)));
            }
            let old = self.boxes[at];
            self.boxes[at] = _mm256_and_si256(old, allowed);
            changed |= u32::from(_mm256_testc_si256(allowed, old) == 0) << at;
        }
        Ok(changed)
    }

    /// The open band with the fewest configurations, and there the digit with the fewest; `None` when all is settled.
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn choice(&self) -> Option<Choice> {
        let mut best = (u32::MAX, 0, 0);
        for direction in 0..2 {
            for band in 0..3 {
                let [low, high] = words(self.bands[direction][band]);
                let count = low.count_ones() + high.count_ones();
                if count > 9 && count < best.0 {
                    best = (count, direction, band);
                }
            }
        }
        let (count, direction, band) = best;
        if count == u32::MAX {
            return None;
        }
        let [low, high] = words(self.bands[direction][band]);
        let lanes = [0, 1, 2, 3, 4, 5].map(|k| if k < 4 { low >> (16 * k) } else { high >> (16 * (k - 4)) } as u16);
        let (mut one, mut two, mut three, mut four) = (0, 0, 0, 0);
        for lane in lanes {
            four |= three & lane;
            three |= two & lane;
            two |= one & lane;
            one |= lane;
        }
        let set = [two & !three, three & !four, four]
            .into_iter()
            .find(|set| *set != 0)?;
        let digit = set & set.wrapping_neg();
        let configuration = lanes.iter().position(|lane| lane & digit != 0)?;
        Some(Choice {
            direction,
            band,
            digit,
            configuration,
        })
    }

    /// The digits in reading order of a settled state.
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (at, lanes) in self.boxes.iter().enumerate() {
            let (low, high) = (
                _mm256_castsi256_si128(*lanes),
                _mm256_extracti128_si256::<1>(*lanes),
            );
            let [first, second] = words(low);
            let [third, _] = words(high);
            for (row, word) in [first, second, third].into_iter().enumerate() {
                for column in 0..3 {
                    let set = (word >> (16 * column)) as u16;
                    digits[(at / 3 * 3 + row) * 9 + at % 3 * 3 + column] =
                        set.trailing_zeros() as u8 + 1;
                }
            }
        }
        digits
    }
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
fn wide(words: Wide) -> __m256i {
    let [a, b, c, d] = words.map(u64::cast_signed);
    _mm256_set_epi64x(d, c, b, a)
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
fn narrow(words: Narrow) -> __m128i {
    let [low, high] = words.map(u64::cast_signed);
    _mm_set_epi64x(high, low)
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
fn words(lanes: __m128i) -> Narrow {
    [_mm_cvtsi128_si64(lanes), _mm_extract_epi64::<1>(lanes)].map(i64::cast_unsigned)
}

/// Turns each row of four lanes by one.
#[target_feature(enable = "avx2,popcnt,bmi1")]
fn turn_row(lanes: __m256i) -> __m256i {
    const TURN: u64 = 0x0100_0706_0504_0302;
    _mm256_shuffle_epi8(
        lanes,
        wide([
            TURN,
            TURN + 0x0808_0808_0808_0808,
            TURN,
            TURN + 0x0808_0808_0808_0808,
        ]),
    )
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
fn rest_of_row(lanes: __m256i) -> __m256i {
    let turned = turn_row(lanes);
    _mm256_or_si256(turned, turn_row_twice(_mm256_or_si256(lanes, turned)))
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
fn rest_of_column(lanes: __m256i) -> __m256i {
    let turned = turn_column(lanes);
    _mm256_or_si256(turned, turn_column_twice(_mm256_or_si256(lanes, turned)))
}

/// For each lane the intersection of the three others in its row of four.
#[target_feature(enable = "avx2,popcnt,bmi1")]
fn both_others_of_row(lanes: __m256i) -> __m256i {
    let turned = turn_row(lanes);
    _mm256_and_si256(turned, turn_row_twice(_mm256_and_si256(lanes, turned)))
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
fn both_others_of_column(lanes: __m256i) -> __m256i {
    let turned = turn_column(lanes);
    _mm256_and_si256(turned, turn_column_twice(_mm256_and_si256(lanes, turned)))
}

/// How many of the nine digits each lane holds.
#[target_feature(enable = "avx2,popcnt,bmi1")]
fn count_digits(lanes: __m256i) -> __m256i {
    const LOW: u64 = 0x0302_0201_0201_0100;
    const HIGH: u64 = 0x0403_0302_0302_0201;
    let table = wide([LOW, HIGH, LOW, HIGH]);
    let nibble = _mm256_set1_epi8(15);
    let low = _mm256_shuffle_epi8(table, _mm256_and_si256(lanes, nibble));
    let high = _mm256_shuffle_epi8(
        table,
        _mm256_and_si256(_mm256_srli_epi16::<4>(lanes), nibble),
    );
    _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1))
}
