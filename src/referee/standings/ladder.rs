//! The ratings of a ladder, worked out from its periods.

use super::value::Value;
use crate::pairing::{Encounter, History, Player, Seats};
use crate::rating::Glicko;
use alloc::vec::Vec;
use rules::Side;

/// A day of a ladder, which is a period of its ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct Period {
    /// Which day, from 1: the round of its encounters.
    pub day: u32,
    /// Each player's encounters that were really played that day.
    pub played: Vec<u32>,
    /// Each player's half points in these.
    pub half_points: Vec<u32>,
    /// Each player's rating at the end of that day, by the order of entry.
    pub ratings: Vec<Glicko>,
}

/// The days on which anything was played. The last one counts as if it ended now; all before it are closed, and nothing that is played
/// later changes them.
pub fn periods(history: &History) -> Vec<Period> {
    let mut periods = Vec::new();
    walk(history, &mut |day, encounters, ratings| {
        let (mut played, mut half_points) = (alloc::vec![0; ratings.len()], alloc::vec![0; ratings.len()]);
        for encounter in encounters {
            for player in encounter.players() {
                played[player.index()] += 1;
                half_points[player.index()] += encounter.half_points(player);
            }
        }
        periods.push(Period { day, played, half_points, ratings: ratings.to_vec() });
    });
    periods
}

/// Everybody's rating now.
pub fn ratings(history: &History) -> Vec<Glicko> {
    walk(history, &mut |_, _, _| {})
}

/// Sees each day: its number, its encounters, and the ratings at its end.
type See<'a> = &'a mut dyn FnMut(u32, &[&Encounter], &[Glicko]);

/// Goes through the periods: what was really played in one counts at its end, and an encounter is one result, the share of its points.
/// Tells of each period its day, its encounters, and the ratings at its end.
fn walk(history: &History, see: See) -> Vec<Glicko> {
    let mut ratings = alloc::vec![Glicko::default(); history.entrants().len()];
    let mut results: Vec<Vec<(Glicko, f64)>> = alloc::vec![Vec::new(); ratings.len()];
    let mut played: Vec<&Encounter> = history.encounters().iter().filter(|encounter| encounter.is_played()).collect();
    played.sort_by_key(|encounter| encounter.round);
    let mut last = 0;
    for period in played.chunk_by(|a, b| a.round == b.round) {
        let day = period[0].round;
        // On days without any game, everybody who has come becomes less certain. A year is more than any deviation takes.
        for (rating, entrant) in ratings.iter_mut().zip(history.entrants()) {
            let idle = (day - 1).saturating_sub(last.max(entrant.joined_after)).min(366);
            (0..idle).for_each(|_| *rating = rating.after(&[]));
        }
        last = day;
        results.iter_mut().for_each(Vec::clear);
        for encounter in period {
            let Seats::Game(seats) = encounter.seats else { continue };
            for side in Side::BOTH {
                let share = f64::from(encounter.half_points(seats[side])) / f64::from(2 * encounter.games);
                results[seats[side].index()].push((ratings[seats[side.other()].index()], share));
            }
        }
        for ((rating, results), entrant) in ratings.iter_mut().zip(&results).zip(history.entrants()) {
            if entrant.joined_after < day || !results.is_empty() {
                *rating = rating.after(results);
            }
        }
        see(day, period, &ratings);
    }
    ratings
}

/// A player's rating as a criterion has it: what it is sure to be worth, two deviations below it, to a tenth.
pub(super) fn value(ratings: &[Glicko], player: Player) -> Value {
    let sure = |rating: &Glicko| Value::new(libm::round(10.0 * (rating.rating - 2.0 * rating.deviation)) as i64, 10);
    ratings.get(player.index()).map_or(Value::default(), sure)
}
