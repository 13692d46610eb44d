//! Ladder: continuous pairing near the rating, over days.

use super::candidates::PairingCandidate;
use super::parameters::Parameters;
use super::{BadParameter, Format, Situation};
use crate::Micros;
use crate::pairing::Next;
use crate::rating::Glicko;
use crate::standings::{Criterion, RankingRules, ladder};
use alloc::vec::Vec;

/// A ladder pairs free, connected players of similar rating, for a whole term.
///
/// When a board is free, the player who has waited longest meets the free player with the nearest rating; each encounter of the same day
/// adds 50 points to the distance. An opponent is near if at most four connected players are between the two in the order of ratings, or
/// if the ratings differ by 50 points at most. A player without a free opponent nearby waits.
///
/// Each calendar day is a round and a rating period (Glicko-2). A new version of a bot is a new player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    pub games: u32,
    /// Encounters of a player in a day at most, so that a term keeps within the number of games of a tournament.
    pub daily: u32,
    /// For how long players are paired; the time while no referee runs counts, pauses do not. None: unlimited.
    pub lasts: Option<Micros>,
    /// Draws colours where nothing else decides.
    pub seed: u64,
}

const LONGEST: Micros = Micros::from_secs(366 * 86_400);

/// The rating points that each encounter of the same day adds to the distance of two players.
const SAME_DAY_PENALTY: f64 = 50.0;

/// Opponents within this many places in the order of ratings are near.
const PLACES: usize = 4;

/// Opponents within this many rating points are near.
const POINTS: f64 = 50.0;

impl Ladder {
    pub(super) fn read(parameters: &Parameters, seed: u64) -> Result<Ladder, BadParameter> {
        Ok(Ladder { games: parameters.games, daily: parameters.daily, lasts: parameters.duration_within(LONGEST)?, seed })
    }
}

impl Format for Ladder {
    fn next(&self, situation: Situation<'_>) -> Next {
        let history = situation.history;
        let day = history.round().max(situation.day);
        if situation.room == 0 {
            return Next::Wait;
        }
        // Meetings are those of today.
        let mut candidates = PairingCandidate::all(situation, |encounter| encounter.round == day);
        candidates.retain(|candidate| !candidate.is_free || candidate.all_meetings() < self.daily);
        if candidates.iter().filter(|candidate| candidate.is_free).count() < 2 {
            return Next::Wait;
        }
        let before = history.encounters().len() as u64;
        let pairs = (before..).zip(pairs(candidates, &ladder::ratings(history), situation.room));
        let encounters = pairs.map(|(number, (one, other))| one.against(&other, day, self.games, self.seed ^ number));
        Next::play_or_wait(encounters.collect())
    }

    fn duration(&self) -> Option<Micros> {
        self.lasts
    }

    fn rules(&self, _entrants: u32) -> RankingRules {
        RankingRules { order: alloc::vec![Criterion::Rating], by_rounds: false, annul_early_leavers: None }
    }
}

/// The pairs of candidates, `room` at most.
fn pairs(mut candidates: Vec<PairingCandidate>, ratings: &[Glicko], room: usize) -> Vec<(PairingCandidate, PairingCandidate)> {
    let rating = |candidate: &PairingCandidate| ratings[candidate.player.index()].rating;
    candidates.sort_by(|a, b| rating(b).total_cmp(&rating(a)).then(a.player.cmp(&b.player)));
    let present = candidates.len();
    let mut waiting: Vec<(usize, PairingCandidate)> =
        candidates.into_iter().enumerate().filter(|(_, candidate)| candidate.is_free).collect();
    waiting.sort_by_key(|(_, candidate)| (candidate.last, candidate.player));
    let mut pairs = Vec::new();
    let mut at = 0;
    while at < waiting.len() && pairs.len() < room {
        let (place, one) = &waiting[at];
        let difference = |other: &PairingCandidate| (rating(one) - rating(other)).abs();
        let may_meet = |(other_place, other): &(usize, PairingCandidate)| {
            let is_near = place.abs_diff(*other_place) <= PLACES || difference(other) <= POINTS;
            is_near && (present == 2 || !one.has_just_met(other))
        };
        let distance = |at: usize| difference(&waiting[at].1) + SAME_DAY_PENALTY * f64::from(one.meetings(waiting[at].1.player));
        let later = (at + 1..waiting.len()).filter(|&other| may_meet(&waiting[other]));
        match later.min_by(|&a, &b| distance(a).total_cmp(&distance(b))) {
            Some(other) => {
                let (_, other) = waiting.remove(other);
                let (_, one) = waiting.remove(at);
                pairs.push((one, other));
            }
            None => at += 1,
        }
    }
    pairs
}
