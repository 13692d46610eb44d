//! Player records before a round: the terms of FIDE's Dutch system (C.04.3, section A).

use crate::pairing::{Encounter, EncounterEnd, History, Player};
use alloc::vec::Vec;
use core::cmp::Reverse;
use rules::Side;

/// The strength of a colour preference (A.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// The colours are balanced, and should alternate.
    Mild,
    /// The player has had one more game with the other colour.
    Strong,
    /// The player has had two more games, or the last two, with the other colour.
    Absolute,
}

/// The float of a player in a round (A.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Float {
    /// Paired within the score group, or not at all.
    #[default]
    None,
    /// The opponent had fewer points, or the player had points without a game.
    Down,
    /// The opponent had more points.
    Up,
}

/// A player before a round.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayerRecord {
    pub player: Player,
    /// The pairing number from 0: the rank in the initial order.
    pub number: usize,
    /// Half points for pairing, with the virtual ones of accelerated rounds.
    pub score: u32,
    pub half_points: u32,
    /// The colours of the played games in order, one for each encounter.
    pub colours: Vec<Side>,
    /// White less Black.
    pub balance: i32,
    /// The number of times the player got the points of a win without a game.
    pub byes: u32,
    /// In the last round and the one before.
    pub floats: [Float; 2],
    /// The opponents of played games, as bits.
    met: Vec<u64>,
    /// The same by round, with repetitions.
    pub opponents: Vec<Player>,
    /// Whether encounters give both colours to both players, so that no preference is absolute.
    both_colours: bool,
    /// Whether C.3 does not apply: more than half of all points before the last round (A.7).
    pub topscorer: bool,
}

/// The parameters for reading a history.
pub(super) struct Reading<'a> {
    pub rounds: u32,
    pub games: u32,
    /// The virtual half points of each player in each round from the first; zero beyond the end.
    pub virtual_points: &'a [Vec<u32>],
}

impl Reading<'_> {
    fn virtual_points(&self, player: Player, round: u32) -> u32 {
        self.virtual_points.get(player.index()).and_then(|rounds| rounds.get(round as usize - 1)).copied().unwrap_or(0)
    }

    /// The records of all players to be paired in the next round, best first.
    pub fn records(&self, history: &History) -> Vec<PlayerRecord> {
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
        let new = |player: Player| {
            let (number, met) = (number_of[player.index()], alloc::vec![0; words]);
            PlayerRecord { player, number, met, ..PlayerRecord::default() }
        };
        let mut records: Vec<PlayerRecord> = history.players().map(new).collect();
        let mut encounters: Vec<&Encounter> = history.encounters().iter().collect();
        encounters.sort_by_key(|e| e.round);
        let mut encounters = encounters.as_slice();
        let mut possible = 0;
        for round in 1..next {
            let (now, later) = encounters.split_at(encounters.partition_point(|e| e.round == round));
            encounters = later;
            for record in &mut records {
                record.score = record.half_points + self.virtual_points(record.player, round);
                record.floats = [Float::None, record.floats[0]];
            }
            let before: Vec<u32> = records.iter().map(|record| record.score).collect();
            possible += 2 * self.games;
            for encounter in now {
                for player in encounter.players() {
                    records[player.index()].note(encounter, &before);
                }
            }
            for absence in history.absences().iter().filter(|absence| absence.round == round) {
                records[absence.player.index()].note_unplayed(absence.half_points, 2 * self.games);
            }
        }
        for record in &mut records {
            record.score = record.half_points + self.virtual_points(record.player, next);
            record.topscorer = next >= self.rounds && 2 * record.score > possible;
        }
        records.retain(|record| history.is_available(record.player, next));
        records.sort_by_key(|record| (Reverse(record.score), record.number));
        records
    }
}

impl PlayerRecord {
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

    /// Adds half points without a game, where a win is worth `win`.
    fn note_unplayed(&mut self, half_points: u32, win: u32) {
        self.half_points += half_points;
        self.byes += u32::from(half_points >= win);
        if half_points > 0 {
            self.floats[0] = Float::Down;
        }
    }

    /// Whether the two have played.
    pub fn has_met(&self, other: &PlayerRecord) -> bool {
        self.met.get(other.player.index() / 64).is_some_and(|word| word >> (other.player.index() % 64) & 1 == 1)
    }

    /// The number of encounters of the two.
    pub fn meetings(&self, other: &PlayerRecord) -> u32 {
        self.opponents.iter().filter(|&&opponent| opponent == other.player).count() as u32
    }

    /// The colour of the last two games, if it is the same.
    pub fn repeated(&self) -> Option<Side> {
        match self.colours[..] {
            [.., before, last] if before == last => Some(last),
            _ => None,
        }
    }

    /// The colour preference; none before the first game.
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

    pub fn absolute(&self) -> Option<Side> {
        match self.preference() {
            Some((Strength::Absolute, side)) => Some(side),
            _ => None,
        }
    }

    /// Whether both have an absolute preference for the same colour, and C.3 applies.
    pub fn clashes_with(&self, other: &PlayerRecord) -> bool {
        self.absolute().is_some() && self.absolute() == other.absolute() && !self.topscorer && !other.topscorer
    }
}
