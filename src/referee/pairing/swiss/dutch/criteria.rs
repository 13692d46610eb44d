//! The quality criteria C6 to C21 as the cost of a matching: each criterion is a digit, the most important one first.

use super::absolute::{Breach, MAX_EXTRA};
use crate::pairing::swiss::matching::Weight;
use crate::pairing::swiss::player_record::{Float, PlayerRecord, Strength};
use alloc::vec::Vec;

/// The bits of each number of a cost that hold digits.
const BITS: u32 = 50;

#[derive(Clone, Copy, Debug, Default)]
struct Digit {
    number: usize,
    shift: u32,
}

/// The layout of digits, most important first.
#[derive(Default)]
struct Layout {
    next: Digit,
}

impl Layout {
    /// A digit that counts up to `most`.
    fn digit(&mut self, most: usize) -> Digit {
        let bits = usize::BITS - most.leading_zeros();
        if self.next.shift + bits > BITS {
            self.next = Digit { number: self.next.number + 1, shift: 0 };
        }
        self.next.shift += bits;
        Digit { number: self.next.number, shift: BITS - self.next.shift }
    }

    /// A digit for each score, which counts its players.
    fn scores(&mut self, scores: &[(u32, usize)]) -> Vec<(u32, Digit)> {
        scores.iter().map(|&(score, players)| (score, self.digit(players))).collect()
    }
}

/// The destination of a player who is not paired in the bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// An opponent in the next bracket.
    Next,
    /// A lower bracket.
    Below,
    Bye,
}

/// The digits of a cost. The last number is for the order of equally good pairings.
#[derive(Clone)]
pub(super) struct Criteria {
    apart: Digit,
    extra_meetings: Vec<Digit>,
    extra_byes: Digit,
    clashes: Digit,
    /// C6 for the number of floaters, and C7 for their scores.
    floaters: Digit,
    floater_scores: Vec<(u32, Digit)>,
    /// C8: the same in the next bracket.
    next_floaters: Digit,
    next_floater_scores: Vec<(u32, Digit)>,
    /// C9.
    unplayed: Digit,
    /// C10 to C13.
    colours: [Digit; 4],
    /// C14 to C17: downfloats and upfloats in the last round, then in the one before.
    floats: [Digit; 4],
    /// C18 to C21: the same by scores.
    float_scores: [Vec<(u32, Digit)>; 4],
    /// The numbers that a cost needs.
    pub numbers: usize,
    /// The first numbers that earlier stages have decided.
    pub decided: usize,
    most_games: usize,
}

impl Criteria {
    /// The layout for these records, of which the first `moved_down` moved down, in a field of `all` players. Scores of residents need no
    /// digits where the number of pairs decides.
    pub fn new(bracket: &[&PlayerRecord], moved_down: usize, next: usize, all: usize, relaxed: bool, most_games: usize) -> Criteria {
        let counted = |records: &[&PlayerRecord]| -> Vec<(u32, usize)> {
            records.chunk_by(|a, b| a.score == b.score).map(|group| (group[0].score, group.len())).collect()
        };
        let (moved, everybody) = (counted(&bracket[..moved_down]), counted(bracket));
        let (n, most) = (bracket.len(), if relaxed { all } else { 0 });
        let mut layout = Layout::default();
        let mut criteria = Criteria {
            apart: layout.digit(most),
            extra_meetings: (0..MAX_EXTRA).map(|_| layout.digit(most)).collect(),
            extra_byes: layout.digit(if relaxed { MAX_EXTRA as usize } else { 0 }),
            clashes: layout.digit(most),
            floaters: layout.digit(n),
            floater_scores: layout.scores(&moved),
            next_floaters: layout.digit(n + next),
            next_floater_scores: layout.scores(&everybody),
            unplayed: layout.digit(most_games),
            colours: core::array::from_fn(|_| layout.digit(n)),
            floats: core::array::from_fn(|_| layout.digit(n)),
            float_scores: core::array::from_fn(|_| layout.scores(&moved)),
            numbers: 0,
            decided: 0,
            most_games,
        };
        criteria.numbers = layout.next.number + 2;
        criteria
    }

    pub fn breach<const N: usize>(&self, breach: Breach) -> Weight<N> {
        let mut cost = Weight::ZERO;
        if breach != Breach::default() {
            self.add(&mut cost, self.apart, breach.apart);
            if breach.extra_meetings > 0 {
                self.add(&mut cost, self.extra_meetings[(MAX_EXTRA - breach.extra_meetings) as usize], true);
            }
            self.add_many(&mut cost, self.extra_byes, i64::from(breach.extra_byes));
            self.add(&mut cost, self.clashes, breach.clash);
        }
        cost
    }

    /// The cost of a pair within the bracket; `higher` may have moved down.
    pub fn pair<const N: usize>(&self, higher: &PlayerRecord, lower: &PlayerRecord, cost: &mut Weight<N>) {
        if let (Some((one, due)), Some((two, same))) = (higher.preference(), lower.preference())
            && due == same
        {
            let absolute = one.min(two) == Strength::Absolute;
            let both_far = higher.balance.abs().min(lower.balance.abs()) > 1;
            // C11: a colour for the third time in a row, for the player with the smaller difference, or either of two equal ones.
            let third = match higher.balance.abs().cmp(&lower.balance.abs()) {
                core::cmp::Ordering::Equal => higher.repeated().is_some() && higher.repeated() == lower.repeated(),
                core::cmp::Ordering::Greater => lower.repeated() == Some(due.other()),
                core::cmp::Ordering::Less => higher.repeated() == Some(due.other()),
            };
            self.add(cost, self.colours[0], both_far);
            self.add(cost, self.colours[1], absolute && third);
            self.add(cost, self.colours[2], true);
            self.add(cost, self.colours[3], one.min(two) >= Strength::Strong && !absolute);
        }
        if higher.score > lower.score {
            for round in 0..2 {
                let again = lower.floats[round] == Float::Up;
                self.add(cost, self.floats[2 * round + 1], again);
                self.add_for(cost, &self.float_scores[2 * round + 1], higher.score, again);
            }
        }
    }

    /// The cost of a player who is not paired in the bracket.
    pub fn float<const N: usize>(&self, record: &PlayerRecord, to: Destination, bye_alone: bool, cost: &mut Weight<N>) {
        self.add(cost, self.floaters, true);
        self.add_for(cost, &self.floater_scores, record.score, true);
        if to != Destination::Next {
            self.add(cost, self.next_floaters, true);
            self.add_for(cost, &self.next_floater_scores, record.score, true);
        }
        if to == Destination::Bye && bye_alone {
            self.add_many(cost, self.unplayed, (self.most_games - record.opponents.len()) as i64);
        }
        let moved_down = self.floater_scores.iter().any(|(score, _)| *score == record.score);
        for round in 0..2 {
            let again = record.floats[round] == Float::Down;
            self.add(cost, self.floats[2 * round], again && !moved_down);
            self.add_for(cost, &self.float_scores[2 * round], record.score, again);
        }
    }

    /// The cost of a player of the next bracket who is not paired there.
    pub fn next_float<const N: usize>(&self, cost: &mut Weight<N>) {
        self.add(cost, self.next_floaters, true);
    }

    fn add_many<const N: usize>(&self, cost: &mut Weight<N>, digit: Digit, count: i64) {
        if let Some(number) = digit.number.checked_sub(self.decided)
            && number + 1 < N
        {
            cost.0[number] += count << digit.shift;
        }
    }

    fn add<const N: usize>(&self, cost: &mut Weight<N>, digit: Digit, wrong: bool) {
        self.add_many(cost, digit, i64::from(wrong));
    }

    fn add_for<const N: usize>(&self, cost: &mut Weight<N>, digits: &[(u32, Digit)], score: u32, wrong: bool) {
        if let Some((_, digit)) = digits.iter().find(|(of, _)| *of == score) {
            self.add(cost, *digit, wrong);
        }
    }
}
