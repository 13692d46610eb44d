//! The ratings of a ladder, worked out from its periods.

use super::value::Value;
use crate::pairing::{History, Player, Seats};
use crate::rating::Glicko;
use alloc::vec::Vec;
use rules::Side;

/// Everybody's rating, where each round is a rating period, and what was really played in it counts at once: an encounter is one result,
/// the share of its points. The last period counts as if it ended now.
pub fn ladder(history: &History) -> Vec<Glicko> {
    let mut ratings = alloc::vec![Glicko::default(); history.entrants().len()];
    let mut results: Vec<Vec<(Glicko, f64)>> = alloc::vec![Vec::new(); ratings.len()];
    let mut played: Vec<_> = history.encounters().iter().filter(|e| e.is_played()).collect();
    played.sort_by_key(|e| e.round);
    let mut last = 0;
    for period in played.chunk_by(|a, b| a.round == b.round) {
        // Days without any game pass too.
        let idle = period[0].round.saturating_sub(last + 1).min(400);
        last = period[0].round;
        for (player, rating) in ratings.iter_mut().enumerate() {
            let days = idle.min(last.saturating_sub(history.entrants()[player].joined_after + 1));
            (0..days).for_each(|_| *rating = rating.after(&[]));
        }
        results.iter_mut().for_each(Vec::clear);
        for encounter in period {
            let Seats::Game(seats) = encounter.seats else { continue };
            for side in Side::BOTH {
                let share = f64::from(encounter.half_points(seats[side])) / f64::from(2 * encounter.games);
                results[seats[side].0 as usize].push((ratings[seats[side.other()].0 as usize], share));
            }
        }
        for (player, (rating, results)) in ratings.iter_mut().zip(&results).enumerate() {
            if history.entrants()[player].joined_after < last {
                *rating = rating.after(results);
            }
        }
    }
    ratings
}

/// A player's rating as a criterion has it: what it is sure to be worth, two deviations below it, to a tenth.
pub(super) fn value(ratings: &[Glicko], player: Player) -> Value {
    let sure = |rating: &Glicko| Value::new(libm::round(10.0 * (rating.rating - 2.0 * rating.deviation)) as i64, 10);
    ratings.get(player.0 as usize).map_or(Value::default(), sure)
}
