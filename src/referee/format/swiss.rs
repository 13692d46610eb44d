//! By score groups.

use super::first_colours::FirstColours;
use super::parameters::{Parameters, within};
use super::{Accelerated, BadParameter, Format, Situation, starters};
use crate::pairing::swiss::{Acceleration, Regulations};
use crate::pairing::{self, Encounter, History, Next, Player, Seats};
use crate::standings::{Criterion, RankingRules};
use alloc::vec::Vec;
use rules::{BySide, Side};

/// A Swiss tournament, each round paired as [`pairing::Swiss`] says.
///
/// How many rounds there are, the plan says or the field does that is there at the start: as many as a knockout would have, and two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swiss {
    /// How many rounds; none: the field decides.
    pub rounds: Option<u32>,
    /// Games in an encounter.
    pub games: u32,
    /// How the first rounds are accelerated, if they are.
    pub accelerated: Option<Accelerated>,
    /// Draws the colour of the first player in the first round.
    pub seed: u64,
}

impl Format for Swiss {
    fn word(&self) -> &'static str {
        "swiss"
    }

    fn next(&self, Situation { history, apart, .. }: Situation<'_>) -> Next {
        match self.pairing(history).next_under(history, &self.acceleration(), apart) {
            Next::Play(encounters) if self.games.is_multiple_of(2) => Next::Play(alternate(encounters, history)),
            next => next,
        }
    }

    fn games(&self) -> u32 {
        self.games
    }

    fn rounds(&self, entrants: u32) -> Option<u32> {
        Some(self.count(entrants))
    }

    fn takes_returns(&self) -> bool {
        true
    }

    fn takes_requested_byes(&self) -> bool {
        true
    }

    fn keeps_apart(&self) -> bool {
        true
    }

    fn regulations(&self, history: &History, apart: &[Vec<Player>]) -> Option<Regulations> {
        Some(self.pairing(history).regulations(&self.acceleration(), apart))
    }

    fn stages(&self, entrants: u32) -> Vec<u64> {
        alloc::vec![u64::from(entrants / 2); self.count(entrants) as usize]
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

    fn pairing(&self, history: &History) -> pairing::Swiss {
        pairing::Swiss { rounds: self.count(starters(history).len() as u32), games: self.games, seed: self.seed }
    }

    fn acceleration(&self) -> Acceleration {
        match self.accelerated {
            None => Acceleration::None,
            Some(Accelerated::Baku) => Acceleration::Baku,
        }
    }

    fn count(&self, entrants: u32) -> u32 {
        self.rounds.unwrap_or_else(|| entrants.max(2).next_power_of_two().ilog2() + 2)
    }
}

/// With as many games with each colour, no colour is due to anybody; but who begins should alternate.
fn alternate(mut encounters: Vec<Encounter>, history: &History) -> Vec<Encounter> {
    let mut colours = alloc::vec![FirstColours::default(); history.entrants().len()];
    let played = history.encounters().iter().filter(|e| e.is_played());
    for (seats, side) in played
        .filter_map(|e| if let Seats::Game(seats) = e.seats { Some(seats) } else { None })
        .flat_map(|seats| Side::BOTH.map(|side| (seats, side)))
    {
        colours[seats[side].0 as usize].note(side);
    }
    for encounter in &mut encounters {
        if let Seats::Game(seats) = &mut encounter.seats {
            let [white, black] = [seats.white, seats.black].map(|player| colours[player.0 as usize]);
            if !white.begins_against(&black, || true) {
                *seats = BySide { white: seats.black, black: seats.white };
            }
        }
    }
    encounters
}
