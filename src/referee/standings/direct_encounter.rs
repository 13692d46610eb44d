//! The results of tied players against each other (FIDE C.07, article 6).

use super::tally::Tally;
use super::value::greatest_common_divisor;
use crate::pairing::{Encounter, Player};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A player's score against the other tied players.
struct Result {
    player: Player,
    /// The sum of the averages against each opponent, in fractions of an encounter common to the group.
    points: u128,
    /// The sum if all missing encounters were won.
    most: u128,
    has_met_all: bool,
}

/// The places of tied players among each other, from 1, in their order; all 0 if they stay tied.
pub(super) fn places(tally: &Tally<'_>, tied: &[Player], counts: &dyn Fn(&Encounter) -> bool) -> Vec<i64> {
    let mut places = alloc::vec![0; tied.len()];
    if tied.len() < 2 {
        return places;
    }
    let mut groups = alloc::vec![tied.to_vec()];
    let mut open = true;
    while open {
        open = false;
        let mut parts = Vec::new();
        for group in groups {
            let split = split(tally, &group, counts);
            // A smaller group may be split by results that the larger group hid.
            open |= split.len() > 1;
            parts.extend(split);
        }
        groups = parts;
    }
    let mut place = 1;
    for group in groups {
        for player in &group {
            if let Some(at) = tied.iter().position(|p| p == player) {
                places[at] = place;
            }
        }
        place += group.len() as i64;
    }
    places
}

fn split(tally: &Tally<'_>, group: &[Player], counts: &dyn Fn(&Encounter) -> bool) -> Vec<Vec<Player>> {
    let whole = || alloc::vec![group.to_vec()];
    if group.len() < 2 {
        return whole();
    }
    let Some(mut results) = results(tally, group, counts) else { return whole() };
    results.sort_by_key(|result| (Reverse(result.points), Reverse(result.most), result.player));
    if results.iter().all(|result| result.has_met_all) {
        let alike = results.chunk_by(|a, b| a.points == b.points);
        return alike.map(|part| part.iter().map(|result| result.player).collect()).collect();
    }
    // The most that any player from here on can reach, from behind.
    let mut most: Vec<u128> = results.iter().map(|result| result.most).collect();
    for at in (1..most.len()).rev() {
        most[at - 1] = most[at - 1].max(most[at]);
    }
    let ahead = (1..results.len()).take_while(|&at| results[at - 1].points > most[at]).count();
    let mut parts: Vec<Vec<Player>> = results[..ahead].iter().map(|result| alloc::vec![result.player]).collect();
    parts.push(results[ahead..].iter().map(|result| result.player).collect());
    parts
}

/// None if the common fraction does not fit into 128 bits: then they stay tied.
fn results(tally: &Tally<'_>, group: &[Player], counts: &dyn Fn(&Encounter) -> bool) -> Option<Vec<Result>> {
    let mut sorted = group.to_vec();
    sorted.sort_unstable();
    // The opponents of each, with half points and the number of encounters.
    let met: Vec<Vec<(Player, u128, u128)>> = group
        .iter()
        .map(|&player| {
            let among = tally.encounters_of(player).iter().filter(|e| counts(e)).filter_map(|e| {
                let (_, opponent) = e.side_of(player)?;
                sorted.binary_search(&opponent).is_ok().then_some((opponent, u128::from(e.half_points(player)), 1))
            });
            let mut among: Vec<(Player, u128, u128)> = among.collect();
            among.sort_unstable_by_key(|(opponent, ..)| *opponent);
            let each = among.chunk_by(|a, b| a.0 == b.0);
            each.map(|part| (part[0].0, part.iter().map(|p| p.1).sum(), part.len() as u128)).collect()
        })
        .collect();
    let common = met.iter().flatten().try_fold(1_u128, |common, &(_, _, times)| {
        (common / greatest_common_divisor(common, times)).checked_mul(times).filter(|&common| common < 1 << 64)
    })?;
    let win = u128::from(tally.worth.unsigned_abs()) * common;
    let result = |(&player, met): (&Player, &Vec<(Player, u128, u128)>)| {
        let points = met.iter().map(|(_, half_points, times)| half_points * (common / times)).sum();
        let missing = (group.len() - 1 - met.len()) as u128;
        Result { player, points, most: points + missing * win, has_met_all: missing == 0 }
    };
    Some(group.iter().zip(&met).map(result).collect())
}
