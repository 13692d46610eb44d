//! One score bracket: what each possible pair in it costs.
//!
//! The bracket holds the players who moved down into it, then its residents. Costs follow the quality criteria of FIDE's Dutch
//! system (C.04.3, section C) in their order, then the way from the natural pairing (section D): the moved-down players meet the
//! first residents, and of the others the upper half S1 meets the lower half S2, first with first.

use super::Weight;
use crate::pairing::swiss::card::{Card, Float, Strength};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The bits of a count of players or pairs; several counts share a number, the more important one higher up.
const FIELD: u32 = 12;

/// How strictly the absolute criteria hold. Where no legal pairing exists they are given up one by one, as rarely as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rigour {
    /// No rematch, no second bye, no clash of absolute colour preferences.
    Legal,
    /// Clashes at a price, second byes at a higher one, rematches at the highest.
    Desperate,
}

/// The cost of breaking an absolute criterion; none if that is out of the question.
pub(super) fn breach(a: &Card, b: &Card, rigour: Rigour) -> Option<i64> {
    let price = (i64::from(a.has_met(b)) << (3 * FIELD)) | (i64::from(a.clashes_with(b)) << FIELD);
    (price == 0 || rigour == Rigour::Desperate).then_some(price)
}

/// The same for a bye.
pub(super) fn bye_breach(card: &Card, rigour: Rigour) -> Option<i64> {
    (card.byes == 0 || rigour == Rigour::Desperate).then_some(i64::from(card.byes > 0) << (2 * FIELD))
}

/// A bracket about to be paired.
pub(super) struct Bracket<'a> {
    pub cards: &'a [Card],
    /// Places in `cards`, in rank order: first those moved down, then the residents.
    pub players: &'a [usize],
    pub moved_down: usize,
    /// How many of the residents are to stay unpaired.
    pub floaters: usize,
    /// What differences of score cost.
    pub differences: &'a Differences,
}

impl Bracket<'_> {
    fn card(&self, at: usize) -> &Card {
        &self.cards[self.players[at]]
    }

    fn residents(&self) -> usize {
        self.players.len() - self.moved_down
    }

    /// The length of S1 once the moved-down players have taken as many residents.
    fn half(&self) -> usize {
        self.residents().saturating_sub(self.moved_down + self.floaters) / 2
    }

    /// How far a pair is from the natural one, and how many places were exchanged between the halves.
    fn deviation(&self, at: usize, other: usize) -> (i64, i64) {
        let half = self.half() as i64;
        // Within the residents left over.
        let place = |at: usize| at as i64 - 2 * self.moved_down as i64;
        if other < self.moved_down {
            (0, 1)
        } else if at < self.moved_down {
            ((other - self.moved_down) as i64 - at as i64, 0)
        } else {
            ((other - at) as i64 - half, i64::from((place(at) < half) == (place(other) < half)))
        }
    }

    /// The same as a cost, for two of the residents left over, of whom the first `half` are the upper half.
    pub fn distance(a: usize, b: usize, half: usize) -> i64 {
        let deviation = (a.abs_diff(b) as i64) - half as i64;
        (i64::from((a < half) == (b < half)) << 40) | (deviation * deviation)
    }

    /// And for one who is not paired: the last should be that.
    pub fn distance_of_floater(a: usize, players: usize, half: usize) -> i64 {
        let missing = players as i64 - 1 - a as i64;
        (i64::from(a < half) << 40) | (missing * missing)
    }

    /// Whether a pair is near enough to the natural one to be considered in a bracket that is too large to consider all.
    pub fn is_near(&self, at: usize, other: usize) -> bool {
        const NEAR: i64 = 28;
        let (deviation, exchanges) = self.deviation(at, other);
        deviation.abs() <= NEAR || (exchanges > 0 && other - at <= 4)
    }

    /// The cost of pairing two places, `at` before `other`.
    pub fn pair(&self, at: usize, other: usize, breach: i64) -> Weight<6> {
        let (a, b) = (self.card(at), self.card(other));
        let mut colours = 0;
        if let (Some((one, due)), Some((two, same))) = (a.preference(), b.preference())
            && due == same
        {
            // C.8, C.9: among topscorers even absolute preferences may clash. C.10: one goes without. C.11: a strong one does.
            let absolute = one.min(two) == Strength::Absolute;
            let strong = one.min(two) >= Strength::Strong;
            colours = (i64::from(absolute) << (2 * FIELD)) | (1 << FIELD) | i64::from(strong);
        }
        // C.13, C.15: the opponent of a moved-down player floats up, and should not do so again.
        let up = |round: usize| i64::from(a.half_points > b.half_points && b.floats[round] == Float::Up);
        let (deviation, exchanges) = self.deviation(at, other);
        Weight([
            breach,
            self.differences.pair(a.half_points - b.half_points),
            0,
            colours,
            (up(0) << (2 * FIELD)) | up(1),
            (exchanges << 40) | (deviation * deviation),
        ])
    }

    /// The cost of leaving a place unpaired, where `next` is that of its pair in the next bracket, or of having none there.
    pub fn float(&self, at: usize, breach: i64, next: i64) -> Weight<6> {
        let card = self.card(at);
        // C.12, C.14: who floated down should not do so again.
        let down = |round: usize| i64::from(card.floats[round] == Float::Down);
        let missing = (self.players.len() - 1 - at) as i64;
        let from_upper_half = (at as i64) < (2 * self.moved_down + self.half()) as i64;
        Weight([
            // C.5: as many pairs, and so as few floaters, as possible.
            breach + 1,
            // C.6: as if the opponent had one point less than the bracket.
            self.differences.left_over(card.half_points),
            next,
            0,
            (down(0) << (3 * FIELD)) | (down(1) << FIELD),
            (i64::from(from_upper_half) << 40) | (missing * missing),
        ])
    }
}

/// The differences of score that can occur in a bracket, and what they cost: C.6 asks for the largest ones to be as few as can be,
/// then for the second largest, and so on, so that each is a digit of its own.
pub(super) struct Differences {
    /// From the smallest, without zero.
    possible: Vec<u32>,
    /// The bits of a digit.
    bits: u32,
    /// The lowest score of the bracket; who is left over is said to have met somebody with `worth` less.
    lowest: u32,
    worth: u32,
}

impl Differences {
    /// Of a bracket with these scores, in `room` bits.
    pub fn new(scores: impl Iterator<Item = u32>, worth: u32, room: u32) -> Differences {
        let scores: BTreeSet<u32> = scores.collect();
        let lowest = scores.first().copied().unwrap_or(0);
        let between = scores.iter().flat_map(|&a| scores.range(..a).map(move |b| a - b));
        let left_over = scores.iter().map(|&score| score - lowest + worth);
        let possible: BTreeSet<u32> = between.chain(left_over).collect();
        let possible: Vec<u32> = possible.into_iter().collect();
        // A few bits are enough for the few pairs of unequal scores; beyond the room, the largest differences count alike.
        let bits = (room / possible.len().max(1) as u32).clamp(4, 12);
        let digits = (room / bits) as usize;
        let spared = possible.len().saturating_sub(digits);
        Differences { possible: possible[..possible.len() - spared].to_vec(), bits, lowest, worth }
    }

    /// The cost of a pair.
    pub fn pair(&self, half_points: u32) -> i64 {
        match self.possible.partition_point(|&d| d < half_points) {
            _ if half_points == 0 => 0,
            digit => 1 << (self.bits * digit.min(self.possible.len().saturating_sub(1)) as u32),
        }
    }

    /// The cost of somebody with this score being left over.
    pub fn left_over(&self, score: u32) -> i64 {
        self.pair(score - self.lowest + self.worth)
    }
}
