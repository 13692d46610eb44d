//! What a Swiss tournament knows of each player before a round: the terms of FIDE's Dutch system (C.04.3, section A).

use crate::pairing::{Encounter, EncounterEnd, History, Player};
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
    /// What the player is paired by: half points, and virtual ones where the first rounds are accelerated.
    pub score: u32,
    /// The half points won.
    pub half_points: u32,
    /// The colours of the games really played, in order, one for each encounter that counts.
    pub colours: Vec<Side>,
    /// The Whites among these less the Blacks.
    pub balance: i32,
    /// How often there were a win's points without a game: a bye, or an opponent who did not come. Once is enough.
    pub byes: u32,
    /// In the last round and the one before.
    pub floats: [Float; 2],
    /// Opponents really played, a bit for each.
    met: Vec<u64>,
    /// The same in the order of the rounds, each as often as they met.
    pub opponents: Vec<Player>,
    /// Whether encounters give both colours to both players, so that no preference is ever absolute.
    both_colours: bool,
    /// Whether the rule about absolute preferences spares this one: more than half of all points before the last round (A.7).
    pub topscorer: bool,
}

/// How a history is read.
pub(super) struct Reading<'a> {
    /// How many rounds there will be.
    pub rounds: u32,
    /// Games in an encounter.
    pub games: u32,
    /// The virtual half points of each player in each round, from the first; none where the lists end.
    pub virtual_points: &'a [Vec<u32>],
}

impl Reading<'_> {
    fn virtual_points(&self, player: Player, round: u32) -> u32 {
        self.virtual_points.get(player.index()).and_then(|rounds| rounds.get(round as usize - 1)).copied().unwrap_or(0)
    }

    /// The cards of all who are to be paired in the next round, best first.
    pub fn deal(&self, history: &History) -> Vec<Card> {
        let next = history.round() + 1;
        let mut took_part: Vec<bool> = history.players().map(|p| history.is_available(p, next)).collect();
        for encounter in history.encounters() {
            for player in encounter.players() {
                took_part[player.index()] = true;
            }
        }
        let mut number_of = alloc::vec![usize::MAX; took_part.len()];
        for (number, player) in history.by_rating().into_iter().filter(|p| took_part[p.index()]).enumerate() {
            number_of[player.index()] = number;
        }
        let words = took_part.len().div_ceil(64);
        let mut cards: Vec<Card> = history.players().map(|player| Card::new(player, number_of[player.index()], words)).collect();
        let mut encounters: Vec<&Encounter> = history.encounters().iter().collect();
        encounters.sort_by_key(|e| e.round);
        let mut encounters = encounters.as_slice();
        let mut possible = 0;
        for round in 1..next {
            let (now, later) = encounters.split_at(encounters.partition_point(|e| e.round == round));
            encounters = later;
            for card in &mut cards {
                card.score = card.half_points + self.virtual_points(card.player, round);
                card.floats = [Float::None, card.floats[0]];
            }
            let before: Vec<u32> = cards.iter().map(|card| card.score).collect();
            possible += 2 * self.games;
            for encounter in now {
                for player in encounter.players() {
                    cards[player.index()].note(encounter, &before);
                }
            }
            for absence in history.absences().iter().filter(|absence| absence.round == round) {
                cards[absence.player.index()].note_unplayed(absence.half_points, 2 * self.games);
            }
        }
        for card in &mut cards {
            card.score = card.half_points + self.virtual_points(card.player, next);
            card.topscorer = next >= self.rounds && 2 * card.score > possible;
        }
        cards.retain(|card| history.is_available(card.player, next));
        cards.sort_by_key(|card| (Reverse(card.score), card.number));
        cards
    }
}

impl Card {
    fn new(player: Player, number: usize, words: usize) -> Card {
        Card {
            player,
            number,
            score: 0,
            half_points: 0,
            colours: Vec::new(),
            balance: 0,
            byes: 0,
            floats: [Float::None; 2],
            met: alloc::vec![0; words],
            opponents: Vec::new(),
            both_colours: false,
            topscorer: false,
        }
    }

    fn note(&mut self, encounter: &Encounter, before: &[u32]) {
        let points = encounter.half_points(self.player);
        match (encounter.side_of(self.player), encounter.ending) {
            (Some((side, opponent)), Some(EncounterEnd::Played(_))) => {
                self.half_points += points;
                let (own, other) = (before[self.player.index()], before[opponent.index()]);
                self.floats[0] = match own.cmp(&other) {
                    core::cmp::Ordering::Less => Float::Up,
                    core::cmp::Ordering::Equal => Float::None,
                    core::cmp::Ordering::Greater => Float::Down,
                };
                if let Some(word) = self.met.get_mut(opponent.index() / 64) {
                    *word |= 1 << (opponent.index() % 64);
                }
                self.opponents.push(opponent);
                self.both_colours = encounter.games.is_multiple_of(2);
                self.colours.push(side);
                self.balance += if side == Side::White { 1 } else { -1 };
            }
            _ => self.note_unplayed(points, 2 * encounter.games),
        }
    }

    /// Notes half points without a game, where a win is worth `win`.
    fn note_unplayed(&mut self, half_points: u32, win: u32) {
        self.half_points += half_points;
        self.byes += u32::from(half_points >= win);
        if half_points > 0 {
            self.floats[0] = Float::Down;
        }
    }

    /// Whether the two have played each other.
    pub fn has_met(&self, other: &Card) -> bool {
        self.met.get(other.player.index() / 64).is_some_and(|word| word >> (other.player.index() % 64) & 1 == 1)
    }

    /// How often the two have played each other.
    pub fn meetings(&self, other: &Card) -> u32 {
        self.opponents.iter().filter(|&&opponent| opponent == other.player).count() as u32
    }

    /// The colour of the last two games, if they had the same.
    pub fn repeated(&self) -> Option<Side> {
        match self.colours[..] {
            [.., before, last] if before == last => Some(last),
            _ => None,
        }
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
        let (strength, due) = match self.balance.abs() {
            2.. => (Strength::Absolute, due),
            _ if twice => (Strength::Absolute, last.other()),
            1 => (Strength::Strong, due),
            _ => (Strength::Mild, due),
        };
        Some((if self.both_colours { strength.min(Strength::Strong) } else { strength }, due))
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
