//! Players of a format that pairs continuously, and the colours of the first game of an encounter.

use super::Situation;
use crate::pairing::{Encounter, Player, Rng, Seats};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use rules::Side;

#[derive(Clone)]
pub(super) struct PairingCandidate {
    pub player: Player,
    pub is_free: bool,
    /// Encounters begun so far.
    pub begun: u32,
    /// The number of the last encounter, from 1: the player with the lowest has waited longest.
    pub last: usize,
    /// The last opponent.
    pub rival: Option<Player>,
    met: BTreeMap<Player, u32>,
    colours: FirstColours,
}

impl PairingCandidate {
    /// All connected players, by number. Only meetings in encounters that `counts` accepts are counted.
    pub fn all(situation: Situation<'_>, counts: impl Fn(&Encounter) -> bool) -> Vec<PairingCandidate> {
        let history = situation.history;
        let new = |player| {
            let (met, colours) = (BTreeMap::new(), FirstColours::default());
            PairingCandidate { player, is_free: true, begun: 0, last: 0, rival: None, met, colours }
        };
        let mut candidates: Vec<PairingCandidate> = history.players().map(new).collect();
        for (number, encounter) in (1..).zip(history.encounters()) {
            let Seats::Game(seats) = encounter.seats else { continue };
            for side in Side::BOTH {
                let Some(candidate) = candidates.get_mut(seats[side].index()) else { continue };
                let opponent = seats[side.other()];
                candidate.is_free &= encounter.is_over();
                (candidate.begun, candidate.last, candidate.rival) = (candidate.begun + 1, number, Some(opponent));
                candidate.colours.note(side);
                if counts(encounter) {
                    *candidate.met.entry(opponent).or_default() += 1;
                }
            }
        }
        candidates.retain(|candidate| situation.is_there(candidate.player));
        candidates
    }

    /// The number of encounters of the two.
    pub fn meetings(&self, opponent: Player) -> u32 {
        self.met.get(&opponent).copied().unwrap_or(0)
    }

    pub fn all_meetings(&self) -> u32 {
        self.met.values().sum()
    }

    /// Whether the last encounter of both was against each other.
    pub fn has_just_met(&self, other: &PairingCandidate) -> bool {
        self.rival == Some(other.player) && other.rival == Some(self.player)
    }

    /// The encounter of the two, with the first White by [`FirstColours::begins_against`].
    pub fn against(&self, other: &PairingCandidate, round: u32, games: u32, seed: u64) -> Encounter {
        let random = || Rng::new(seed).draw().is_multiple_of(2);
        let (white, black) = if self.colours.begins_against(&other.colours, random) { (self, other) } else { (other, self) };
        Encounter::new(round, white.player, black.player, games)
    }
}

/// The colours of a player in the first games of encounters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FirstColours {
    /// Encounters begun with White less those begun with Black.
    balance: i32,
    last: Option<Side>,
}

impl FirstColours {
    pub fn note(&mut self, side: Side) {
        self.balance += if side == Side::White { 1 } else { -1 };
        self.last = Some(side);
    }

    /// Whether this player begins with White: the one who did so less often, then the one who had Black last, then at random.
    pub fn begins_against(&self, other: &FirstColours, random: impl FnOnce() -> bool) -> bool {
        let had_white = |colours: &FirstColours| colours.last == Some(Side::White);
        match self.balance.cmp(&other.balance).then(had_white(self).cmp(&had_white(other))) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => random(),
        }
    }
}
