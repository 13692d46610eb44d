//! Glicko-2 ratings of a ladder, by day.

use super::value::Value;
use crate::pairing::{Encounter, History, Player, Seats};
use crate::rating::Glicko;
use alloc::vec::Vec;
use rules::Side;

/// A day of a ladder, which is a rating period.
#[derive(Clone, Debug, PartialEq)]
pub struct Period {
    /// The day, from 1: the round of its encounters.
    pub day: u32,
    pub played: Vec<u32>,
    pub half_points: Vec<u32>,
    /// The rating of each player at the end of the day.
    pub ratings: Vec<Glicko>,
}

/// The days with played encounters. Later games change only the last one.
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

pub fn ratings(history: &History) -> Vec<Glicko> {
    walk(history, &mut |_, _, _| {})
}

/// Receives each day, its encounters, and the ratings at its end.
type See<'a> = &'a mut dyn FnMut(u32, &[&Encounter], &[Glicko]);

/// Rates day by day: a played encounter is one result, the share of its points.
fn walk(history: &History, see: See) -> Vec<Glicko> {
    let mut ratings = alloc::vec![Glicko::default(); history.entrants().len()];
    let mut results: Vec<Vec<(Glicko, f64)>> = alloc::vec![Vec::new(); ratings.len()];
    let mut played: Vec<&Encounter> = history.encounters().iter().filter(|encounter| encounter.is_played()).collect();
    played.sort_by_key(|encounter| encounter.round);
    let mut last = 0;
    for period in played.chunk_by(|a, b| a.round == b.round) {
        let day = period[0].round;
        // Days without games raise the deviation of all players; a year exceeds the largest deviation.
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

/// The rating less two deviations, to a tenth.
pub(super) fn value(ratings: &[Glicko], player: Player) -> Value {
    let sure = |rating: &Glicko| Value::new(libm::round(10.0 * (rating.rating - 2.0 * rating.deviation)) as i64, 10);
    ratings.get(player.index()).map_or(Value::default(), sure)
}
