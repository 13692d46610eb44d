//! Arena: continuous pairing of the connected players.

use super::candidates::PairingCandidate;
use super::parameters::Parameters;
use super::{BadParameter, FieldError, Format, Situation};
use crate::Micros;
use crate::pairing::{Next, Player};
use crate::standings::{Criterion, RankingRules};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// An arena pairs free, connected players until its time is over.
///
/// The player who has waited longest comes first and meets the opponent it has met least often. No player gets more than one encounter
/// ahead of another connected player; late or returning players do not hold up the others. Two players who have just met do not meet
/// again immediately, unless only these two are connected.
///
/// The table ranks by the share of points won in the first encounters of each player, as many as every player has had who was always
/// connected. Missed encounters are lost, and walkovers are left out. So neither more games nor leaving when ahead helps, unlike on chess
/// sites, where points add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arena {
    pub games: u32,
    /// For how long players are paired, pauses not counted.
    pub lasts: Micros,
    /// Draws colours where nothing else decides.
    pub seed: u64,
}

const LONGEST: Micros = Micros::from_secs(7 * 86_400);

impl Arena {
    pub(super) fn read(parameters: &Parameters, seed: u64) -> Result<Arena, BadParameter> {
        let missing = || BadParameter::new("duration", FieldError::NoDuration);
        let lasts = parameters.duration_within(LONGEST)?.ok_or_else(missing)?;
        Ok(Arena { games: parameters.games, lasts, seed })
    }
}

impl Format for Arena {
    fn duration(&self) -> Option<Micros> {
        Some(self.lasts)
    }

    fn rules(&self, _entrants: u32) -> RankingRules {
        use Criterion::{Attendance, DirectEncounter, Share};
        RankingRules { order: alloc::vec![Attendance, Share, DirectEncounter], by_rounds: false, annul_early_leavers: None }
    }

    fn next(&self, situation: Situation<'_>) -> Next {
        let mut candidates = PairingCandidate::all(situation, |_| true);
        candidates.sort_by_key(|candidate| (candidate.last, candidate.player));
        let before = situation.history.encounters().len() as u32;
        let pairs = (before + 1..).zip(pairs(candidates));
        let encounters = pairs.map(|(round, (one, other))| one.against(&other, round, self.games, self.seed ^ u64::from(round)));
        Next::play_or_wait(encounters.collect())
    }
}

/// The pairs of candidates, who come in the order of their waiting time.
fn pairs(candidates: Vec<PairingCandidate>) -> Vec<(PairingCandidate, PairingCandidate)> {
    let present = candidates.len();
    // The level is the fewest encounters begun, except by players who are two or more behind the median.
    let mut begun: Vec<u32> = candidates.iter().map(|candidate| candidate.begun).collect();
    begun.sort_unstable();
    let median = begun.get(begun.len() / 2).copied().unwrap_or(0);
    let level = begun.into_iter().find(|begun| begun + 2 >= median).unwrap_or(0);
    let is_playing = |candidate: &&PairingCandidate| !candidate.is_free && candidate.begun == level;
    let playing: Vec<Player> = candidates.iter().filter(is_playing).map(|candidate| candidate.player).collect();
    let free = candidates.into_iter().filter(|candidate| candidate.is_free && candidate.begun <= level + 1);
    let (behind, mut ahead): (Vec<PairingCandidate>, Vec<PairingCandidate>) = free.partition(|candidate| candidate.begun <= level);

    let mut pairs = Vec::new();
    let mut behind = VecDeque::from(behind);
    let mut left_over = Vec::new();
    while let Some(one) = behind.pop_front() {
        // An opponent who has been met two times less often, and is still playing, is worth waiting for.
        let is_worth_it = |other: &PairingCandidate| playing.iter().all(|player| one.meetings(other.player) <= one.meetings(*player) + 1);
        let found = partner(&one, behind.make_contiguous(), present).filter(|&at| is_worth_it(&behind[at]));
        match found.and_then(|at| behind.remove(at)) {
            Some(other) => pairs.push((one, other)),
            None => left_over.push(one),
        }
    }
    // The last players behind meet players who are one ahead, all at the same time, so that all are level afterwards.
    if playing.is_empty() && ahead.len() >= left_over.len() {
        for one in left_over {
            if let Some(at) = partner(&one, &ahead, present) {
                pairs.push((one, ahead.remove(at)));
            }
        }
    }
    pairs
}

/// The index of the best opponent: met least often, then waiting longest.
fn partner(one: &PairingCandidate, others: &[PairingCandidate], present: usize) -> Option<usize> {
    let may_meet = (0..others.len()).filter(|&at| present == 2 || !one.has_just_met(&others[at]));
    may_meet.min_by_key(|&at| (one.meetings(others[at].player), others[at].begun, at))
}
