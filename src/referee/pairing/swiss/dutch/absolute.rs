//! What must not be: the absolute criteria C1 to C3, and how the whole field can be paired by them (C4, C5).

use crate::pairing::Player;
use crate::pairing::swiss::card::Card;
use crate::pairing::swiss::matching::perfect_matching;
use crate::pairing::swiss::weight::{Edge, Weight};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use rules::Side;

/// How strictly the absolute criteria hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rigour {
    /// No rematch, no second bye, no clash of absolute colour preferences, nobody against those to be kept apart from.
    Legal,
    /// All of that, as rarely as can be.
    Desperate,
}

/// How many times more than others two players have met; from this on, all counts are alike.
pub(super) const MOST_EXTRA: u32 = 4;

/// What is wrong with a pair, or with a bye.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Breach {
    /// They were to be kept apart.
    pub apart: bool,
    /// How many times more they have met than those who have met least often, up to [`MOST_EXTRA`].
    pub extra_meetings: u32,
    /// How many byes more the player has had than who has had fewest, up to [`MOST_EXTRA`].
    pub extra_byes: u32,
    /// Both need the same colour (C3).
    pub clash: bool,
}

impl Breach {
    /// As a cost; `Weight` compares the severest first.
    fn cost(self) -> Weight<5> {
        let extra = |from: u32, to: u32| i64::from(self.extra_meetings == from) << 26 | i64::from(self.extra_meetings == to);
        Weight([i64::from(self.apart), extra(4, 3), extra(2, 1), i64::from(self.extra_byes) << 26 | i64::from(self.clash), 0])
    }
}

/// The absolute criteria for one round.
pub(super) struct Absolute {
    rigour: Rigour,
    /// For each card a bit for each card; empty if nobody is to be kept apart.
    apart: Vec<Vec<u64>>,
    least_meetings: u32,
    least_byes: u32,
}

impl Absolute {
    pub fn new(cards: &[Card], groups: &[Vec<Player>], rigour: Rigour) -> Absolute {
        let mut absolute = Absolute { rigour, apart: Vec::new(), least_meetings: 0, least_byes: 0 };
        if groups.iter().any(|group| group.len() > 1) {
            absolute.apart = alloc::vec![alloc::vec![0; cards.len().div_ceil(64)]; cards.len()];
        }
        let place: BTreeMap<Player, usize> = (0..).zip(cards).map(|(at, card)| (card.player, at)).collect();
        for group in groups.iter().filter(|group| group.len() > 1) {
            let places: BTreeSet<usize> = group.iter().filter_map(|player| place.get(player).copied()).collect();
            for &a in &places {
                for &b in places.iter().filter(|&&b| b != a) {
                    absolute.apart[a][b / 64] |= 1 << (b % 64);
                }
            }
        }
        if rigour == Rigour::Desperate {
            let pairs = (0..cards.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
            let free = pairs.filter(|&(a, b)| !absolute.are_apart(a, b));
            absolute.least_meetings = free.map(|(a, b)| cards[a].meetings(&cards[b])).min().unwrap_or(0);
            absolute.least_byes = cards.iter().map(|card| card.byes).min().unwrap_or(0);
        }
        absolute
    }

    pub fn is_legal(&self) -> bool {
        self.rigour == Rigour::Legal
    }

    fn are_apart(&self, a: usize, b: usize) -> bool {
        self.apart.get(a).is_some_and(|bits| bits[b / 64] >> (b % 64) & 1 == 1)
    }

    /// What is wrong with pairing two cards; none if it is out of the question.
    pub fn pair(&self, cards: &[Card], a: usize, b: usize) -> Option<Breach> {
        let (one, two) = (&cards[a], &cards[b]);
        let (apart, met, clash) = (self.are_apart(a, b), one.has_met(two), one.clashes_with(two));
        match self.rigour {
            Rigour::Legal => (!apart && !met && !clash).then_some(Breach::default()),
            Rigour::Desperate => {
                let extra = if met { one.meetings(two).saturating_sub(self.least_meetings).min(MOST_EXTRA) } else { 0 };
                Some(Breach { apart, extra_meetings: extra, extra_byes: 0, clash })
            }
        }
    }

    /// What is wrong with a bye (C2); none if it is out of the question.
    pub fn bye(&self, card: &Card) -> Option<Breach> {
        let extra_byes = (card.byes - self.least_byes).min(MOST_EXTRA);
        (extra_byes == 0 || self.rigour == Rigour::Desperate).then_some(Breach { extra_byes, ..Breach::default() })
    }

    /// The least score that the player with the bye can have (C5), if there is a bye; none if no pairing exists.
    pub fn bye_score(&self, cards: &[Card], go_on: &dyn Fn() -> bool) -> Option<Option<u32>> {
        let all: Vec<usize> = (0..cards.len()).collect();
        if self.is_legal() {
            if cards.len().is_multiple_of(2) {
                // The first bracket finds out whether there is a pairing.
                return Some(None);
            }
            let lowest = cards.iter().filter(|card| self.bye(card).is_some()).map(|card| card.score).min();
            if lowest.is_some() && self.surely_completable(cards, &all, lowest) {
                return Some(lowest);
            }
        } else if cards.len().is_multiple_of(2) {
            return Some(None);
        }
        let mut edges: Vec<Edge<5>> = Vec::new();
        for a in 0..cards.len() {
            let pairs = (0..a).filter_map(|b| Some((b, a, self.pair(cards, b, a)?.cost())));
            edges.extend(pairs);
            if let Some(breach) = self.bye(&cards[a]) {
                let mut cost = breach.cost();
                cost.0[4] = i64::from(cards[a].score);
                edges.push((a, cards.len(), cost));
            }
        }
        let partners = perfect_matching(cards.len() + 1, edges, go_on)?;
        Some(Some(cards[partners[cards.len()]].score))
    }

    /// Whether some cards can surely be paired among themselves, and one who is left over have the bye, if a score is given for that:
    /// so it is if each of them can meet at least half of them (Dirac 1952). If not, they may yet.
    pub fn surely_completable(&self, cards: &[Card], left: &[usize], bye_score: Option<u32>) -> bool {
        let absolute = |side: Side| left.iter().filter(|&&at| cards[at].absolute() == Some(side)).count();
        let (white, black) = (absolute(Side::White), absolute(Side::Black));
        let can_meet = |at: usize| {
            let clashes = match cards[at].absolute() {
                Some(Side::White) => white - 1,
                Some(Side::Black) => black - 1,
                None => 0,
            };
            let apart: u32 = self.apart.get(at).map_or(0, |bits| bits.iter().map(|word| word.count_ones()).sum());
            (left.len() - 1).saturating_sub(cards[at].opponents.len() + clashes + apart as usize)
        };
        let odd = left.len() % 2;
        let is_candidate = |at: usize| Some(cards[at].score) == bye_score && self.bye(&cards[at]).is_some();
        let has_bye = odd == 0 || bye_score.is_none() || left.iter().any(|&at| is_candidate(at));
        let enough = |opponents: usize| 2 * opponents.saturating_sub(odd) >= left.len() - odd;
        let opponents = |at: usize| left.iter().filter(|&&other| other != at && self.pair(cards, at, other).is_some()).count();
        has_bye && left.iter().all(|&at| enough(can_meet(at)) || enough(opponents(at)))
    }
}
