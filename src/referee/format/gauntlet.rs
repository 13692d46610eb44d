//! A few against all the rest.

use super::parameters::Parameters;
use super::{BadParameter, Format, MOST_ENTRANTS, Situation, joined_at_the_start, part, play_or_end, starters};
use crate::pairing::{Encounter, Next, Player};
use crate::standings::{Criterion, RankingRules};
use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// A gauntlet: the challengers, who entered first, each meet all who entered after them; nobody else meets.
///
/// Colours alternate from opponent to opponent, and from cycle to cycle. Late joiners meet the challengers in further rounds; what
/// a player who withdraws has still to play is forfeited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauntlet {
    /// How many of the first entrants are challengers.
    pub challengers: u32,
    /// How often a challenger meets each opponent.
    pub cycles: u32,
    /// Games in an encounter.
    pub games: u32,
}

impl Format for Gauntlet {
    fn word(&self) -> &'static str {
        "gauntlet"
    }

    fn next(&self, Situation { history, .. }: Situation<'_>) -> Next {
        let starters = starters(history);
        let (challengers, defenders) = starters.split_at(starters.len().min(self.challengers as usize));
        let is_scheduled = |e: &&Encounter| e.players().all(|player| joined_at_the_start(history, player));
        let made = history.encounters().iter().filter(is_scheduled).count();
        let mut encounters = part(self.schedule(challengers, defenders, 0), made, history);
        let is_new = |&p: &Player| !joined_at_the_start(history, p) && history.is_present(p) && history.encounters_of(p).next().is_none();
        let newcomers: Vec<Player> = history.players().filter(is_new).collect();
        if !newcomers.is_empty() {
            let scheduled = self.rounds(starters.len() as u32).unwrap_or(0);
            let present: Vec<Player> = challengers.iter().copied().filter(|&p| history.is_present(p)).collect();
            encounters.extend(self.schedule(&present, &newcomers, history.round().max(scheduled)));
        }
        play_or_end(encounters, history)
    }

    fn games(&self) -> u32 {
        self.games
    }

    fn entrants(&self) -> RangeInclusive<u32> {
        self.challengers.saturating_add(1).max(2)..=MOST_ENTRANTS
    }

    fn rounds(&self, entrants: u32) -> Option<u32> {
        let challengers = self.challengers.min(entrants);
        Some(if challengers == 0 { 0 } else { self.cycles * challengers.max(entrants - challengers) })
    }

    fn stages(&self, entrants: u32) -> Vec<u64> {
        let challengers = self.challengers.min(entrants);
        alloc::vec![u64::from(self.cycles) * u64::from(challengers) * u64::from(entrants - challengers)]
    }

    fn rules(&self, entrants: u32) -> RankingRules {
        use Criterion::{Points, SonnebornBerger, Wins};
        // Of a defender; a challenger has as many at least.
        let challengers = self.challengers.min(entrants);
        let annul_early_leavers = Some(self.cycles * challengers.min(entrants - challengers));
        RankingRules { order: alloc::vec![Points, SonnebornBerger, Wins], by_rounds: false, annul_early_leavers }
    }
}

impl Gauntlet {
    pub(super) fn read(&Parameters { challengers, cycles, games, .. }: &Parameters, _seed: u64) -> Result<Gauntlet, BadParameter> {
        Ok(Gauntlet { challengers, cycles, games })
    }

    /// All that these challengers and defenders play, in rounds after those `before`.
    fn schedule(&self, challengers: &[Player], defenders: &[Player], before: u32) -> impl Iterator<Item = Encounter> {
        // In one round, each challenger meets another defender: they go round.
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
