//! Swiss: pairing by score groups.

use super::candidates::FirstColours;
use super::parameters::{Parameters, within};
use super::{BadParameter, Format, Situation, starters};
use crate::pairing::swiss::{Acceleration, Regulations, dutch};
use crate::pairing::{Encounter, History, Next, Player, Rng, Seats};
use crate::standings::{Criterion, RankingRules};
use alloc::vec::Vec;
use rules::{BySide, Side};

/// A Swiss tournament, paired by FIDE's Dutch system (Handbook C.04.3).
///
/// Players are numbered by rating. Late joiners are paired from the next round on and have no points for the rounds before. A forfeited
/// encounter counts neither as a meeting nor for colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swiss {
    /// The number of rounds; none: log₂(starters), rounded up, plus 2.
    pub rounds: Option<u32>,
    pub games: u32,
    /// Whether the first rounds are accelerated, by [`Acceleration::Baku`].
    pub accelerated: bool,
    /// Draws the colour of the first player in the first round.
    pub seed: u64,
}

impl Format for Swiss {
    fn next(&self, Situation { history, apart, .. }: Situation<'_>) -> Next {
        let (regulations, round) = (self.regulated(history, apart), history.round() + 1);
        if !history.is_settled() {
            return Next::Wait;
        }
        // Players with a requested bye count: they will be back.
        if round > regulations.rounds || history.players().filter(|&player| history.is_present(player)).count() < 2 {
            return Next::Over;
        }
        if !history.players().any(|player| history.is_available(player, round)) {
            return Next::SitOut(round);
        }
        let encounters = dutch::pair(history, &regulations);
        Next::Play(if self.games.is_multiple_of(2) { alternate(encounters, history) } else { encounters })
    }

    fn rounds(&self, entrants: u32) -> Option<u32> {
        Some(self.count(entrants))
    }

    fn regulations(&self, history: &History, apart: &[Vec<Player>]) -> Option<Regulations> {
        Some(self.regulated(history, apart))
    }

    fn stages(&self, entrants: u32) -> Vec<u64> {
        alloc::vec![u64::from(entrants / 2) * u64::from(self.games); self.count(entrants) as usize]
    }

    fn rules(&self, _entrants: u32) -> RankingRules {
        use Criterion::{Buchholz, BuchholzCut1, DirectEncounter, Points, SonnebornBerger, Wins};
        let order = alloc::vec![Points, BuchholzCut1, Buchholz, DirectEncounter, SonnebornBerger, Wins];
        RankingRules { order, by_rounds: true, annul_early_leavers: None }
    }
}

impl Swiss {
    pub(super) fn read(parameters: &Parameters, seed: u64) -> Result<Swiss, BadParameter> {
        let rounds = parameters.rounds.map(|rounds| within("rounds", rounds, 1..=50)).transpose()?;
        Ok(Swiss { rounds, games: parameters.games, accelerated: parameters.accelerated, seed })
    }

    fn regulated(&self, history: &History, apart: &[Vec<Player>]) -> Regulations {
        let initial = if Rng::new(self.seed).draw().is_multiple_of(2) { Side::White } else { Side::Black };
        let acceleration = if self.accelerated { Acceleration::Baku } else { Acceleration::None };
        let rounds = self.count(starters(history).len() as u32);
        Regulations { rounds, games: self.games, initial, acceleration, apart: apart.to_vec() }
    }

    fn count(&self, entrants: u32) -> u32 {
        self.rounds.unwrap_or_else(|| entrants.max(2).next_power_of_two().ilog2() + 2)
    }
}

/// With an even number of games no colour is due to a player, but the first colour alternates.
fn alternate(mut encounters: Vec<Encounter>, history: &History) -> Vec<Encounter> {
    let mut colours = alloc::vec![FirstColours::default(); history.entrants().len()];
    for encounter in history.encounters().iter().filter(|e| e.is_played()) {
        if let Seats::Game(seats) = encounter.seats {
            Side::BOTH.into_iter().for_each(|side| colours[seats[side].index()].note(side));
        }
    }
    for encounter in &mut encounters {
        if let Seats::Game(seats) = &mut encounter.seats {
            let [white, black] = [seats.white, seats.black].map(|player| colours[player.index()]);
            if !white.begins_against(&black, || true) {
                *seats = BySide { white: seats.black, black: seats.white };
            }
        }
    }
    encounters
}
