//! The absolute criteria C1 to C3, and the pairing of the whole field by them (C4, C5).

use crate::pairing::Player;
use crate::pairing::swiss::matching::{Edge, Weight, perfect_matching};
use crate::pairing::swiss::player_record::PlayerRecord;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use rules::Side;

/// The strictness of the absolute criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rigour {
    Legal,
    /// They are broken as rarely as possible.
    Relaxed,
}

/// The most extra meetings or byes that are distinguished.
pub(super) const MAX_EXTRA: u32 = 4;

/// The absolute criteria that a pair or a bye breaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Breach {
    /// The two are to be kept apart.
    pub apart: bool,
    /// The meetings beyond the fewest of any pair, up to [`MAX_EXTRA`].
    pub extra_meetings: u32,
    /// The byes beyond the fewest of any player, up to [`MAX_EXTRA`].
    pub extra_byes: u32,
    /// Both have an absolute preference for the same colour (C3).
    pub clash: bool,
}

impl Breach {
    /// The cost, with the severest breach first.
    fn cost(self) -> Weight<5> {
        let extra = |from: u32, to: u32| i64::from(self.extra_meetings == from) << 26 | i64::from(self.extra_meetings == to);
        Weight([i64::from(self.apart), extra(4, 3), extra(2, 1), i64::from(self.extra_byes) << 26 | i64::from(self.clash), 0])
    }
}

/// The absolute criteria for one round.
pub(super) struct Absolute {
    rigour: Rigour,
    /// A bit for each pair of records; empty if no players are kept apart.
    apart: Vec<Vec<u64>>,
    least_meetings: u32,
    least_byes: u32,
}

impl Absolute {
    pub fn new(records: &[PlayerRecord], groups: &[Vec<Player>], rigour: Rigour) -> Absolute {
        let mut absolute = Absolute { rigour, apart: Vec::new(), least_meetings: 0, least_byes: 0 };
        if groups.iter().any(|group| group.len() > 1) {
            absolute.apart = alloc::vec![alloc::vec![0; records.len().div_ceil(64)]; records.len()];
        }
        let place: BTreeMap<Player, usize> = (0..).zip(records).map(|(at, record)| (record.player, at)).collect();
        for group in groups.iter().filter(|group| group.len() > 1) {
            let places: BTreeSet<usize> = group.iter().filter_map(|player| place.get(player).copied()).collect();
            for &a in &places {
                for &b in places.iter().filter(|&&b| b != a) {
                    absolute.apart[a][b / 64] |= 1 << (b % 64);
                }
            }
        }
        if rigour == Rigour::Relaxed {
            let pairs = (0..records.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
            let free = pairs.filter(|&(a, b)| !absolute.are_apart(a, b));
            absolute.least_meetings = free.map(|(a, b)| records[a].meetings(&records[b])).min().unwrap_or(0);
            absolute.least_byes = records.iter().map(|record| record.byes).min().unwrap_or(0);
        }
        absolute
    }

    pub fn is_legal(&self) -> bool {
        self.rigour == Rigour::Legal
    }

    fn are_apart(&self, a: usize, b: usize) -> bool {
        self.apart.get(a).is_some_and(|bits| bits[b / 64] >> (b % 64) & 1 == 1)
    }

    /// The breach of a pair; none if the pair is impossible.
    pub fn pair(&self, records: &[PlayerRecord], a: usize, b: usize) -> Option<Breach> {
        let (one, two) = (&records[a], &records[b]);
        let (apart, met, clash) = (self.are_apart(a, b), one.has_met(two), one.clashes_with(two));
        match self.rigour {
            Rigour::Legal => (!apart && !met && !clash).then_some(Breach::default()),
            Rigour::Relaxed => {
                let extra = if met { one.meetings(two).saturating_sub(self.least_meetings).min(MAX_EXTRA) } else { 0 };
                Some(Breach { apart, extra_meetings: extra, extra_byes: 0, clash })
            }
        }
    }

    /// The breach of a bye (C2); none if the bye is impossible.
    pub fn bye(&self, record: &PlayerRecord) -> Option<Breach> {
        let extra_byes = (record.byes - self.least_byes).min(MAX_EXTRA);
        (extra_byes == 0 || self.rigour == Rigour::Relaxed).then_some(Breach { extra_byes, ..Breach::default() })
    }

    /// The least score of a player with the bye (C5), if there is a bye; none if there is no pairing.
    pub fn bye_score(&self, records: &[PlayerRecord], keep_going: &dyn Fn() -> bool) -> Option<Option<u32>> {
        if records.len().is_multiple_of(2) {
            // The first bracket shows whether there is a pairing.
            return Some(None);
        }
        let all: Vec<usize> = (0..records.len()).collect();
        let lowest = records.iter().filter(|record| self.bye(record).is_some()).map(|record| record.score).min();
        if self.is_legal() && lowest.is_some() && self.surely_completable(records, &all, lowest) {
            return Some(lowest);
        }
        let mut edges: Vec<Edge<5>> = Vec::new();
        for a in 0..records.len() {
            let pairs = (0..a).filter_map(|b| Some((b, a, self.pair(records, b, a)?.cost())));
            edges.extend(pairs);
            if let Some(breach) = self.bye(&records[a]) {
                let mut cost = breach.cost();
                cost.0[4] = i64::from(records[a].score);
                edges.push((a, records.len(), cost));
            }
        }
        let partners = perfect_matching(records.len() + 1, edges, keep_going)?;
        Some(Some(records[partners[records.len()]].score))
    }

    /// A sufficient condition for a complete pairing of these records, with a bye of this score: each can meet at least half of the others
    /// (Dirac 1952).
    pub fn surely_completable(&self, records: &[PlayerRecord], left: &[usize], bye_score: Option<u32>) -> bool {
        let absolute = |side: Side| left.iter().filter(|&&at| records[at].absolute() == Some(side)).count();
        let (white, black) = (absolute(Side::White), absolute(Side::Black));
        let can_meet = |at: usize| {
            let clashes = match records[at].absolute() {
                Some(Side::White) => white - 1,
                Some(Side::Black) => black - 1,
                None => 0,
            };
            let apart: u32 = self.apart.get(at).map_or(0, |bits| bits.iter().map(|word| word.count_ones()).sum());
            (left.len() - 1).saturating_sub(records[at].opponents.len() + clashes + apart as usize)
        };
        let odd = left.len() % 2;
        let is_candidate = |at: usize| Some(records[at].score) == bye_score && self.bye(&records[at]).is_some();
        let has_bye = odd == 0 || bye_score.is_none() || left.iter().any(|&at| is_candidate(at));
        let enough = |opponents: usize| 2 * opponents.saturating_sub(odd) >= left.len() - odd;
        let opponents = |at: usize| left.iter().filter(|&&other| other != at && self.pair(records, at, other).is_some()).count();
        has_bye && left.iter().all(|&at| enough(can_meet(at)) || enough(opponents(at)))
    }
}
