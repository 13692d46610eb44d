//! Round-robin, paired by the circle method (Berger tables).

use super::parameters::Parameters;
use super::{BadParameter, Format, Situation, joined_at_the_start, part, play_or_end, scheduled, starters};
use crate::pairing::{Encounter, History, Next, Player, Rng};
use crate::standings::{Criterion, RankingRules};
use alloc::vec::Vec;

/// A round-robin of one or several cycles.
///
/// A cycle of n players takes n − 1 rounds, or n if n is odd. White and black games of a player differ by one at most, and each further
/// cycle exchanges the colours. The seed draws the numbers of the players. Late joiners meet all present players in further rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundRobin {
    /// The number of encounters of each pair.
    pub cycles: u32,
    pub games: u32,
    /// Draws the numbers.
    pub seed: u64,
}

impl Format for RoundRobin {
    fn next(&self, Situation { history, .. }: Situation<'_>) -> Next {
        let starters = starters(history);
        let rounds = self.rounds(starters.len() as u32).unwrap_or(0);
        let mut encounters = part(self.schedule(starters), scheduled(history), history);
        encounters.extend(self.late(history, rounds));
        play_or_end(encounters, history)
    }

    fn rounds(&self, entrants: u32) -> Option<u32> {
        Some(self.cycles * if entrants.is_multiple_of(2) { entrants.saturating_sub(1) } else { entrants })
    }

    fn stages(&self, entrants: u32) -> Vec<u64> {
        let entrants = u64::from(entrants);
        alloc::vec![u64::from(self.cycles) * u64::from(self.games) * entrants * entrants.saturating_sub(1) / 2]
    }

    fn rules(&self, entrants: u32) -> RankingRules {
        use Criterion::{DirectEncounter, Points, SonnebornBerger, Wins};
        let annul_early_leavers = Some(self.cycles * entrants.saturating_sub(1));
        RankingRules { order: alloc::vec![Points, DirectEncounter, Wins, SonnebornBerger], by_rounds: false, annul_early_leavers }
    }
}

impl RoundRobin {
    pub(super) fn read(&Parameters { cycles, games, .. }: &Parameters, seed: u64) -> Result<RoundRobin, BadParameter> {
        Ok(RoundRobin { cycles, games, seed })
    }

    fn schedule(&self, mut players: Vec<Player>) -> impl Iterator<Item = Encounter> {
        Rng::new(self.seed).shuffle(&mut players);
        // The circle has an odd number of places; a further player sits in the middle.
        let middle = if players.len().is_multiple_of(2) { players.pop() } else { None };
        let places = players.len();
        let (cycles, games) = (self.cycles as usize, self.games);
        let rounds = (0..cycles).flat_map(move |cycle| (0..places).map(move |round| (cycle, round)));
        rounds.flat_map(move |(cycle, round)| {
            let number = (cycle * places + round + 1) as u32;
            // i meets j in round i + j (mod places). If j is i, it meets the player in the middle or has a bye.
            let pairs = (0..places).filter_map(|i| {
                let j = (round + places - i) % places;
                match () {
                    () if i == j => middle.map(|middle| if i % 2 == 0 { (middle, players[i]) } else { (players[i], middle) }),
                    // At an odd distance the lower number has White, which is half of the games of each.
                    () if i < j && (j - i) % 2 == 1 => Some((players[i], players[j])),
                    () if i < j => Some((players[j], players[i])),
                    () => None,
                }
            });
            let in_colours = pairs.map(|(white, black)| {
                let (white, black) = if cycle % 2 == 0 { (white, black) } else { (black, white) };
                Encounter::new(number, white, black, games)
            });
            in_colours.collect::<Vec<_>>()
        })
    }

    /// The encounters that late joiners still have to play, in rounds after the schedule.
    fn late(&self, history: &History, scheduled: u32) -> Vec<Encounter> {
        let mut encounters = Vec::new();
        let mut round = history.round().max(scheduled);
        for newcomer in history.players().filter(|&p| !joined_at_the_start(history, p) && history.is_present(p)) {
            if history.encounters_of(newcomer).next().is_some() {
                continue;
            }
            // Players who joined later meet this one in their own turn.
            let others = history.players().take_while(|&p| p < newcomer).filter(|&p| history.is_present(p));
            for (k, other) in others.enumerate() {
                for cycle in 0..self.cycles as usize {
                    round += 1;
                    let (white, black) = if (k + cycle).is_multiple_of(2) { (newcomer, other) } else { (other, newcomer) };
                    encounters.push(Encounter::new(round, white, black, self.games));
                }
            }
        }
        encounters
    }
}
