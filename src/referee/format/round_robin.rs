//! Everybody meets everybody.

use super::parameters::Parameters;
use super::{BadParameter, Format, Situation, joined_at_the_start, part, play_or_end, starters};
use crate::pairing::{Encounter, History, Next, Player, Rng};
use crate::standings::{Criterion, RankingRules};
use alloc::vec::Vec;

/// A round-robin, played one or several times over.
///
/// The schedule is the circle method's: a single round-robin of n players takes n − 1 rounds, n if n is odd, and gives each as many
/// white as black games, or one more or less; each further cycle exchanges the colours. The seed draws the players' numbers.
///
/// Late joiners meet all who are present, in rounds after all others. The encounters that a player who withdraws has still to play are
/// forfeited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundRobin {
    /// How often each meets each.
    pub cycles: u32,
    /// Games in an encounter.
    pub games: u32,
    /// Draws the numbers.
    pub seed: u64,
}

impl Format for RoundRobin {
    fn word(&self) -> &'static str {
        "round_robin"
    }

    fn next(&self, Situation { history, .. }: Situation<'_>) -> Next {
        let is_scheduled = |e: &&Encounter| e.players().all(|player| joined_at_the_start(history, player));
        let made = history.encounters().iter().filter(is_scheduled).count();
        let starters = starters(history);
        let rounds = self.rounds(starters.len() as u32).unwrap_or(0);
        let mut encounters = part(self.schedule(starters), made, history);
        encounters.extend(self.late(history, rounds));
        play_or_end(encounters, history)
    }

    fn games(&self) -> u32 {
        self.games
    }

    fn rounds(&self, entrants: u32) -> Option<u32> {
        Some(self.cycles * if entrants.is_multiple_of(2) { entrants.saturating_sub(1) } else { entrants })
    }

    fn stages(&self, entrants: u32) -> Vec<u64> {
        let entrants = u64::from(entrants);
        alloc::vec![u64::from(self.cycles) * entrants * entrants.saturating_sub(1) / 2]
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

    /// All that those meet who take part from the start, round by round.
    fn schedule(&self, mut players: Vec<Player>) -> impl Iterator<Item = Encounter> {
        Rng::new(self.seed).shuffle(&mut players);
        // On the circle is an odd number of places; one more player sits in the middle.
        let middle = if players.len().is_multiple_of(2) { players.pop() } else { None };
        let places = players.len();
        let (cycles, games) = (self.cycles as usize, self.games);
        let rounds = (0..cycles).flat_map(move |cycle| (0..places).map(move |round| (cycle, round)));
        rounds.flat_map(move |(cycle, round)| {
            let number = (cycle * places + round + 1) as u32;
            // i meets j in the round i + j (mod places). The one to whom that gives i itself meets the middle, or is free.
            let pairs = (0..places).filter_map(|i| {
                let j = (round + places - i) % places;
                match () {
                    () if i == j => middle.map(|middle| if i % 2 == 0 { (middle, players[i]) } else { (players[i], middle) }),
                    // An odd distance gives White to the lower number: half of the games of each.
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

    /// What late joiners have still to play, in rounds after those of the schedule.
    fn late(&self, history: &History, scheduled: u32) -> Vec<Encounter> {
        let mut encounters = Vec::new();
        let mut round = history.round().max(scheduled);
        for newcomer in history.players().filter(|&p| !joined_at_the_start(history, p) && history.is_present(p)) {
            if history.encounters_of(newcomer).next().is_some() {
                continue;
            }
            // Those who joined later still will meet this one when their turn comes.
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
