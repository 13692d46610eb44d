//! A few against all the rest.

use super::{Encounter, Format, History, Next, Player};
use alloc::vec::Vec;

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
    fn next(&self, history: &History) -> Next {
        let mut encounters = Vec::new();
        let defenders = history.players().skip(self.challengers as usize).filter(|&p| history.is_present(p));
        let waiting: Vec<Player> = defenders.filter(|&p| history.encounters_of(p).next().is_none()).collect();
        let challengers: Vec<Player> = history.players().take(self.challengers as usize).filter(|&p| history.is_present(p)).collect();
        // In one round, each challenger meets another defender: they go round.
        let rounds = if challengers.is_empty() { 0 } else { waiting.len().max(challengers.len()) };
        let before = history.round() as usize;
        for cycle in 0..self.cycles as usize {
            for round in 0..rounds {
                for (c, &challenger) in challengers.iter().enumerate() {
                    let Some(&defender) = waiting.get((round + c) % rounds) else { continue };
                    let (white, black) = if (round + cycle).is_multiple_of(2) { (challenger, defender) } else { (defender, challenger) };
                    let number = (before + cycle * rounds + round + 1) as u32;
                    encounters.push(Encounter::new(number, white, black, self.games));
                }
            }
        }
        match encounters.is_empty() {
            false => Next::Play(encounters),
            true if history.is_settled() => Next::Over,
            true => Next::Wait,
        }
    }
}
