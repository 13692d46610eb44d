//! Rating periods.

use super::RatedGame;
use alloc::vec::Vec;

/// The most games of a player in a period. Glickman recommends ten to fifteen ("Example of the Glicko-2 system", 2013).
const GAMES_IN_A_PERIOD: u32 = 15;

/// Splits the games of a tournament, in order, into rating periods.
pub fn periods(games: &[RatedGame]) -> Vec<&[RatedGame]> {
    periods_of(games, GAMES_IN_A_PERIOD)
}

/// Splits before the encounter that would give a player more than `most` games. The games of an encounter stay together.
fn periods_of(games: &[RatedGame], most: u32) -> Vec<&[RatedGame]> {
    let players = games.iter().map(|game| game.seats.white.max(game.seats.black) + 1).max().unwrap_or(0);
    let mut played = alloc::vec![0; players];
    let mut periods = Vec::new();
    let (mut begin, mut at) = (0, 0);
    for encounter in games.chunk_by(|a, b| a.encounter == b.encounter) {
        let count = encounter.len() as u32;
        let seats = [encounter[0].seats.white, encounter[0].seats.black];
        if at > begin && seats.iter().any(|&player| played[player] + count > most) {
            periods.push(&games[begin..at]);
            played.fill(0);
            begin = at;
        }
        seats.iter().for_each(|&player| played[player] += count);
        at += encounter.len();
    }
    if begin < at {
        periods.push(&games[begin..at]);
    }
    periods
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rules::{BySide, Outcome};

    proptest! {
        #[test]
        fn no_longer_than_said_and_nothing_lost(pairs in prop::collection::vec((0usize..5, 5usize..9, 1usize..4), 0..60), most in 3u32..20) {
            let games: Vec<RatedGame> = pairs
                .iter()
                .enumerate()
                .flat_map(|(encounter, &(white, black, games))| {
                    (0..games).map(move |_| RatedGame { seats: BySide { white, black }, outcome: Outcome::Draw, encounter })
                })
                .collect();
            let periods = periods_of(&games, most);
            prop_assert_eq!(&periods.concat(), &games);
            let count = |games: &[RatedGame], player| games.iter().filter(|g| g.seats.white == player || g.seats.black == player).count();
            for (k, period) in periods.iter().enumerate() {
                prop_assert!((0..9).all(|player| count(period, player) <= most as usize));
                // The next encounter did not fit in.
                if let Some(next) = periods.get(k + 1) {
                    let first: Vec<RatedGame> = next.iter().copied().take_while(|g| g.encounter == next[0].encounter).collect();
                    prop_assert!((0..9).any(|player| count(&first, player) > 0 && count(period, player) + first.len() > most as usize));
                }
            }
        }
    }
}
