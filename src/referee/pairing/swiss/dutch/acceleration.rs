//! Accelerated rounds by virtual points (FIDE Handbook C.04.7).

use crate::pairing::{History, Player};
use alloc::vec::Vec;

/// The virtual points, which count for pairing only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Acceleration {
    /// No virtual points.
    #[default]
    None,
    /// Baku acceleration: in the first half of the rounds, rounded up, the upper half of the field has the points of a win in the first
    /// half of these rounds, rounded up, and those of a draw in the others. The upper half is a multiple of two, and includes late joiners
    /// ranked above its last player.
    Baku,
    /// The half points of each player in each round, from the first; zero beyond the end.
    Listed(Vec<Vec<u32>>),
}

impl Acceleration {
    /// The virtual half points of each player in each round.
    pub(crate) fn virtual_points(&self, history: &History, rounds: u32, games: u32) -> Vec<Vec<u32>> {
        match self {
            Acceleration::None => Vec::new(),
            Acceleration::Listed(points) => points.clone(),
            Acceleration::Baku => {
                let accelerated = rounds.div_ceil(2);
                let full = accelerated.div_ceil(2);
                let draw = games.max(1);
                let points: Vec<u32> = (1..=accelerated).map(|round| if round <= full { 2 * draw } else { draw }).collect();
                let mut lists = alloc::vec![Vec::new(); history.entrants().len()];
                for player in upper_half(history) {
                    lists[player.index()].clone_from(&points);
                }
                lists
            }
        }
    }
}

/// The players down to the last of the upper half of the first round.
fn upper_half(history: &History) -> Vec<Player> {
    let mut ranked = history.by_rating();
    let in_first_round = |player: &Player| {
        let paired = history.encounters().iter().filter(|e| e.round == 1).any(|e| e.involves(*player));
        let excused = history.absences().iter().any(|absence| (absence.player, absence.round) == (*player, 1));
        paired || excused || (history.round() == 0 && history.is_present(*player))
    };
    let first: Vec<Player> = ranked.iter().copied().filter(in_first_round).collect();
    let half = 2 * first.len().div_ceil(4);
    let last = half.checked_sub(1).and_then(|last| first.get(last.min(first.len() - 1)));
    ranked.truncate(ranked.iter().position(|player| Some(player) == last).map_or(0, |at| at + 1));
    ranked
}
