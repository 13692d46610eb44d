//! What a Swiss tournament knows of each player before a round: the terms of FIDE's Dutch system (C.04.3, section A).

use crate::pairing::{Encounter, Ending, History, Player, Seats};
use alloc::vec::Vec;
use core::cmp::Reverse;
use rules::Side;

/// How much a player should get a colour (A.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// As many white as black games: to alternate would be nice.
    Mild,
    /// One more game with the other colour.
    Strong,
    /// Two more games with the other colour, or the last two games with it.
    Absolute,
}

/// How a player came to the opponent of a round (A.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Float {
    /// Within the score group, or not at all.
    #[default]
    None,
    /// The opponent had fewer points, or the round gave points without a game.
    Down,
    /// The opponent had more points.
    Up,
}

/// A player as the pairing sees it.
#[derive(Clone, Debug)]
pub(super) struct Card {
    pub player: Player,
    /// The pairing number, from 0: the place in the initial order.
    pub number: usize,
    pub half_points: u32,
    /// The colours of the games really played, in order; empty where encounters give both colours to each.
    pub colours: Vec<Side>,
    /// White games less black games.
    pub balance: i32,
    /// Points without a game: a bye, or an opponent who did not come. Once is enough.
    pub had_bye: bool,
    /// In the last round and the one before.
    pub floats: [Float; 2],
    /// Opponents really played, a bit for each.
    met: Vec<u64>,
    /// How many these are.
    pub games_played: u32,
    /// Whether the rule about absolute preferences spares this one: more than half of all points before the last round (A.7).
    pub topscorer: bool,
}

impl Card {
    /// The cards of all who take part still, best first.
    pub fn deal(history: &History, rounds: u32) -> Vec<Card> {
        let order = history.by_rating();
        let mut number_of = alloc::vec![0; order.len()];
        for (number, player) in order.iter().enumerate() {
            number_of[player.index()] = number;
        }
        let words = order.len().div_ceil(64);
        let mut cards: Vec<Card> = history
            .players()
            .map(|player| Card {
                player,
                number: number_of[player.index()],
                half_points: 0,
                colours: Vec::new(),
                balance: 0,
                had_bye: false,
                floats: [Float::None; 2],
                met: alloc::vec![0; words],
                games_played: 0,
                topscorer: false,
            })
            .collect();
        let mut encounters: Vec<&Encounter> = history.encounters().iter().collect();
        encounters.sort_by_key(|e| e.round);
        let mut possible = 0;
        for round in encounters.chunk_by(|a, b| a.round == b.round) {
            let before: Vec<u32> = cards.iter().map(|card| card.half_points).collect();
            for card in &mut cards {
                card.floats = [Float::None, card.floats[0]];
            }
            possible += 2 * round.iter().map(|e| e.games).max().unwrap_or(0);
            for encounter in round {
                match encounter.seats {
                    Seats::Bye(player) => {
                        if let Some(card) = cards.get_mut(player.index()) {
                            card.note(encounter, &before);
                        }
                    }
                    Seats::Game(seats) => {
                        for side in Side::BOTH {
                            if let Some(card) = cards.get_mut(seats[side].index()) {
                                card.note(encounter, &before);
                            }
                        }
                    }
                }
            }
        }
        let is_last = history.round() + 1 >= rounds;
        for card in &mut cards {
            card.topscorer = is_last && 2 * card.half_points > possible;
        }
        cards.retain(|card| history.is_present(card.player));
        cards.sort_by_key(|card| (Reverse(card.half_points), card.number));
        cards
    }

    fn note(&mut self, encounter: &Encounter, before: &[u32]) {
        let points = encounter.half_points(self.player);
        self.half_points += points;
        let seat = encounter.side_of(self.player);
        match (seat, encounter.ending) {
            (Some((side, opponent)), Some(Ending::Played(_))) => {
                let (own, other) = (before[self.player.index()], before.get(opponent.index()).copied().unwrap_or(0));
                self.floats[0] = match own.cmp(&other) {
                    core::cmp::Ordering::Less => Float::Up,
                    core::cmp::Ordering::Equal => Float::None,
                    core::cmp::Ordering::Greater => Float::Down,
                };
                if let Some(word) = self.met.get_mut(opponent.index() / 64) {
                    *word |= 1 << (opponent.index() % 64);
                }
                self.games_played += 1;
                // An even number of games gives both colours alike.
                if encounter.games % 2 == 1 {
                    self.colours.push(side);
                    self.balance += if side == Side::White { 1 } else { -1 };
                }
            }
            _ if points > 0 => {
                self.floats[0] = Float::Down;
                self.had_bye = true;
            }
            _ => {}
        }
    }

    /// Whether the two have played each other.
    pub fn has_met(&self, other: &Card) -> bool {
        self.met.get(other.player.index() / 64).is_some_and(|word| word >> (other.player.index() % 64) & 1 == 1)
    }

    /// The colour that is due, and how urgently; none before the first game.
    pub fn preference(&self) -> Option<(Strength, Side)> {
        let last = *self.colours.last()?;
        let twice = self.colours.len() >= 2 && self.colours[self.colours.len() - 2] == last;
        let due = match self.balance {
            0 => last.other(),
            more if more > 0 => Side::Black,
            _ => Side::White,
        };
        Some(match self.balance.abs() {
            2.. => (Strength::Absolute, due),
            _ if twice => (Strength::Absolute, last.other()),
            1 => (Strength::Strong, due),
            _ => (Strength::Mild, due),
        })
    }

    /// The colour without which the player cannot be paired, if there is one.
    pub fn absolute(&self) -> Option<Side> {
        match self.preference() {
            Some((Strength::Absolute, side)) => Some(side),
            _ => None,
        }
    }

    /// Whether both need the same colour, and neither may do without (C.3).
    pub fn clashes_with(&self, other: &Card) -> bool {
        self.absolute().is_some() && self.absolute() == other.absolute() && !self.topscorer && !other.topscorer
    }
}
