//! The crosstable.

use crate::pairing::{EncounterEnd, History, Player};
use alloc::collections::BTreeMap;

/// The score of a player against one opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpponentScore {
    /// Half points, including forfeits.
    pub half_points: u32,
    pub games: u32,
    pub forfeits: u32,
}

/// The crosstable. Byes and annulled encounters have no cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crosstable {
    cells: BTreeMap<(Player, Player), OpponentScore>,
}

impl Crosstable {
    /// The crosstable of all encounters that are over.
    pub fn new(history: &History) -> Crosstable {
        let mut cells: BTreeMap<(Player, Player), OpponentScore> = BTreeMap::new();
        for encounter in history.encounters().iter().filter(|e| e.is_over() && e.ending != Some(EncounterEnd::forfeit(None, e.games))) {
            if let crate::pairing::Seats::Game(seats) = encounter.seats {
                for (player, opponent) in [(seats.white, seats.black), (seats.black, seats.white)] {
                    let cell = cells.entry((player, opponent)).or_default();
                    cell.half_points += encounter.half_points(player);
                    match encounter.is_played() {
                        true => cell.games += encounter.games,
                        false => cell.forfeits += 1,
                    }
                }
            }
        }
        Crosstable { cells }
    }

    /// The score of `player` against `opponent`; none if they have not met.
    pub fn cell(&self, player: Player, opponent: Player) -> Option<OpponentScore> {
        self.cells.get(&(player, opponent)).copied()
    }
}
