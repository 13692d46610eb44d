//! 9×9 on 256-bit registers. A band is three boxes in a line. In a band a digit stands once in each box and once in each
//! line, so it takes one of six permutations: its configurations. The idea of propagating between boxes, as 4×4 lanes of
//! cells and negated triads, and bands, as lanes of configurations, is Tom Dillon's ('tdoku', 2019).

use core::arch::x86_64::*;
use core::ops::ControlFlow;

use crate::{Cost, Ending};

use super::{Puzzle, lanes::*};

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
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1")
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
    let cost = Cost { generated: 1, frontier: 1, bytes: size_of::<State>() as u64, ..Cost::default() };
    let mut search = Search { cost, go_on, each };
    let mut state = State::new(puzzle.digits());
    match search.descend(&mut state, Dirty { boxes: 0, bands: 0x3f }, 0) {
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
            let Some(Choice { direction, band, digit, configuration }) = state.choice() else {
                return (self.each)(&state.digits()).map_break(|()| Ending::Stopped);
            };
            self.cost.expanded += 1;
            self.cost.generated += 2;
            if depth >= self.cost.depth {
                self.cost.depth = depth + 1;
                self.cost.frontier = u64::from(depth) + 2;
                self.cost.bytes = (u64::from(depth) + 2) * size_of::<State>() as u64;
            }
            dirty = Dirty { boxes: 0, bands: 1 << (3 * direction + band) };
            let mut child = *state;
            let kept = narrow(digit_lane(configuration, digit));
            let cleared = narrow([u64::from(digit) * 0x0001_0001_0001_0001; 2]);
            let configurations = state.bands[direction][band];
            child.bands[direction][band] = _mm_andnot_si128(_mm_andnot_si128(kept, cleared), configurations);
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
        let mut bands = [[[FULL[0], FULL[0] >> 32]; 3]; 2];
        for (row, digits) in digits.chunks_exact(9).enumerate() {
            for (column, &digit) in digits.iter().enumerate() {
                if digit != 0 {
                    let bit = 1 << (digit - 1);
                    let others = u64::from(DIGITS) & !bit;
                    boxes[row / 3 * 3 + column / 3][row % 3] &= !(others << (16 * (column % 3)));
                    for (direction, band, place, line) in [(0, row / 3, column / 3, row % 3), (1, column / 3, row / 3, column % 3)] {
                        let [low, high] = WITHOUT_LINE[place][line];
                        bands[direction][band][0] &= !(low * bit);
                        bands[direction][band][1] &= !(high * bit);
                    }
                }
            }
        }
        State { boxes: boxes.map(|b| wide(b)), bands: bands.map(|bands| bands.map(|b| narrow(b))) }
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
            let complete = _mm256_and_si256(_mm256_or_si256(lanes, row), _mm256_or_si256(lanes, column));
            let bad = _mm256_or_si256(_mm256_andnot_si256(complete, full), _mm256_cmpgt_epi16(least, counts));
            if _mm256_testz_si256(bad, bad) == 0 {
                return Err(Contradiction);
            }
            // What stands alone in its row or column of four, or fills its lane, is asserted.
            let single = _mm256_cmpeq_epi16(counts, least);
            let found = _mm256_or_si256(single, _mm256_andnot_si256(_mm256_and_si256(row, column), full));
            let asserted = _mm256_andnot_si256(wide(CORNER), _mm256_and_si256(found, lanes));
            let gone = _mm256_or_si256(
                _mm256_and_si256(rest_of_row(asserted), wide(ROWS)),
                _mm256_and_si256(rest_of_column(asserted), wide(COLUMNS)),
            );
            // A cell with an asserted digit has no other.
            let free = _mm256_cmpeq_epi16(_mm256_and_si256(asserted, cells), _mm256_setzero_si256());
            let next = _mm256_andnot_si256(gone, _mm256_and_si256(lanes, _mm256_or_si256(free, asserted)));
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
            let (low, high) = (_mm256_castsi256_si128(asserted), _mm256_extracti128_si256::<1>(asserted));
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
        for (place, shuffles) in TO_BOX[direction].into_iter().enumerate() {
            let at = if direction == 0 { 3 * band + place } else { 3 * place + band };
            let mut allowed = wide(SILENT[direction]);
            for shuffle in shuffles {
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
        let set = [two & !three, three & !four, four].into_iter().find(|set| *set != 0)?;
        let digit = set & set.wrapping_neg();
        let configuration = lanes.iter().position(|lane| lane & digit != 0)?;
        Some(Choice { direction, band, digit, configuration })
    }

    /// The digits in reading order of a settled state.
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (at, lanes) in self.boxes.iter().enumerate() {
            let (low, high) = (_mm256_castsi256_si128(*lanes), _mm256_extracti128_si256::<1>(*lanes));
            let [first, second] = words(low);
            let [third, _] = words(high);
            for (row, word) in [first, second, third].into_iter().enumerate() {
                for column in 0..3 {
                    let set = (word >> (16 * column)) as u16;
                    digits[(at / 3 * 3 + row) * 9 + at % 3 * 3 + column] = set.trailing_zeros() as u8 + 1;
                }
            }
        }
        digits
    }
}
