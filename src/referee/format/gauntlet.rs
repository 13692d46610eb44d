//! Gauntlet: a few challengers against all others.

use super::parameters::Parameters;
use super::{BadParameter, Format, MAX_ENTRANTS, Situation, joined_at_the_start, part, play_or_end, scheduled, starters};
use crate::pairing::{Encounter, Next, Player};
use crate::standings::{Criterion, RankingRules};
use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// Each challenger, of those who entered first, meets each player who entered later; other players do not meet.
///
/// Colours alternate from opponent to opponent, and from cycle to cycle. Late joiners meet the challengers in further rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauntlet {
    /// The number of challengers, the first entrants.
    pub challengers: u32,
    /// The number of encounters with each opponent.
    pub cycles: u32,
    pub games: u32,
}

impl Format for Gauntlet {
    fn next(&self, Situation { history, .. }: Situation<'_>) -> Next {
        let starters = starters(history);
        let (challengers, defenders) = starters.split_at(starters.len().min(self.challengers as usize));
        let mut encounters = part(self.schedule(challengers, defenders, 0), scheduled(history), history);
        let is_new = |&p: &Player| !joined_at_the_start(history, p) && history.is_present(p) && history.encounters_of(p).next().is_none();
        let newcomers: Vec<Player> = history.players().filter(is_new).collect();
        if !newcomers.is_empty() {
            let rounds = self.rounds(starters.len() as u32).unwrap_or(0);
            let present: Vec<Player> = challengers.iter().copied().filter(|&p| history.is_present(p)).collect();
            encounters.extend(self.schedule(&present, &newcomers, history.round().max(rounds)));
        }
        play_or_end(encounters, history)
    }

    fn entrants(&self) -> RangeInclusive<u32> {
        self.challengers.saturating_add(1).max(2)..=MAX_ENTRANTS
    }

    fn rounds(&self, entrants: u32) -> Option<u32> {
        let challengers = self.challengers.min(entrants);
        Some(if challengers == 0 { 0 } else { self.cycles * challengers.max(entrants - challengers) })
    }

    fn stages(&self, entrants: u32) -> Vec<u64> {
        let challengers = self.challengers.min(entrants);
        alloc::vec![[self.cycles, self.games, challengers, entrants - challengers].map(u64::from).iter().product()]
    }

    fn rules(&self, entrants: u32) -> RankingRules {
        use Criterion::{Points, SonnebornBerger, Wins};
        // The encounters of a defender; a challenger has at least as many.
        let challengers = self.challengers.min(entrants);
        let annul_early_leavers = Some(self.cycles * challengers.min(entrants - challengers));
        RankingRules { order: alloc::vec![Points, SonnebornBerger, Wins], by_rounds: false, annul_early_leavers }
    }
}

impl Gauntlet {
    pub(super) fn read(&Parameters { challengers, cycles, games, .. }: &Parameters, _seed: u64) -> Result<Gauntlet, BadParameter> {
        Ok(Gauntlet { challengers, cycles, games })
    }

    /// All encounters of these challengers and defenders, in rounds after `before`.
    fn schedule(&self, challengers: &[Player], defenders: &[Player], before: u32) -> impl Iterator<Item = Encounter> {
        // In each round, the challengers meet different defenders, in rotation.
        let rounds = if challengers.is_empty() { 0 } else { defenders.len().max(challengers.len()) };
        let games = self.games;
        let all = (0..self.cycles as usize).flat_map(move |cycle| (0..rounds).map(move |round| (cycle, round)));
        all.flat_map(move |(cycle, round)| {
            challengers.iter().enumerate().filter_map(move |(c, &challenger)| {
                let &defender = defenders.get((round + c) % rounds)?;
                let (white, black) = if (round + cycle).is_multiple_of(2) { (challenger, defender) } else { (defender, challenger) };
                Some(Encounter::new(before + (cycle * rounds + round + 1) as u32, white, black, games))
            })
        })
    }
}
