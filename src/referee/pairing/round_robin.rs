//! Everybody meets everybody.

use super::{Encounter, Format, History, Lots, Next, Player};
use alloc::vec::Vec;

/// A round-robin, played one or several times over.
///
/// The schedule is the circle method's: a single round-robin of n players takes n − 1 rounds, n if n is odd, and gives each as many
/// white as black games, or one more or less; each further cycle exchanges the colours. The seed draws the players' numbers.
///
/// Late joiners meet all who are present, in rounds after those that were paired before. The encounters that a player who withdraws
/// has still to play are forfeited.
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
    fn next(&self, history: &History) -> Next {
        let encounters = if history.encounters().is_empty() { self.schedule(history) } else { self.late(history) };
        match encounters.is_empty() {
            false => Next::Play(encounters),
            true if history.is_settled() => Next::Over,
            true => Next::Wait,
        }
    }
}

impl RoundRobin {
    fn schedule(&self, history: &History) -> Vec<Encounter> {
        let mut players: Vec<Player> = history.players().filter(|&p| history.is_present(p)).collect();
        Lots::new(self.seed).shuffle(&mut players);
        // On the circle is an odd number of places; one more player sits in the middle.
        let middle = if players.len().is_multiple_of(2) { players.pop() } else { None };
        let places = players.len();
        let rounds = if players.is_empty() { 0 } else { places };
        let mut encounters = Vec::new();
        for cycle in 0..self.cycles as usize {
            for round in 0..rounds {
                let number = (cycle * rounds + round + 1) as u32;
                let mut add = |white: Player, black: Player| {
                    let (white, black) = if cycle % 2 == 0 { (white, black) } else { (black, white) };
                    encounters.push(Encounter::new(number, white, black, self.games));
                };
                // i meets j in the round i + j (mod places). The one to whom that gives i itself meets the middle, or is free.
                for i in 0..places {
                    let j = (round + places - i) % places;
                    match () {
                        () if i == j => {
                            if let Some(middle) = middle {
                                if i % 2 == 0 { add(middle, players[i]) } else { add(players[i], middle) }
                            }
                        }
                        // An odd distance gives White to the lower number: half of the games of each.
                        () if i < j && (j - i) % 2 == 1 => add(players[i], players[j]),
                        () if i < j => add(players[j], players[i]),
                        () => {}
                    }
                }
            }
        }
        encounters
    }

    /// What late joiners have still to play.
    fn late(&self, history: &History) -> Vec<Encounter> {
        let mut encounters = Vec::new();
        let mut round = history.round();
        let late = |p: Player| history.entrants()[p.index()].joined_after > 0;
        for newcomer in history.players().filter(|&p| late(p) && history.is_present(p)) {
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
