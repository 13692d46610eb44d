//! Ratings that last: Glicko-2 over all rated tournaments, each a rating period, in the order of their numbers. Nothing of it is kept:
//! it is worked out from the logs.

use super::RecordedTournament;
use protocol::{LastingRating, LastingRatings, NewTournament};
use rules::{BySide, Outcome, Side};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use std::collections::BTreeMap;

/// What lasts of a tournament.
pub struct RatedTournament {
    /// When it was made: milliseconds since 1970.
    pub created_ms: i64,
    /// What was agreed.
    pub plan: NewTournament,
    /// How many lines its log has.
    pub lines: u64,
    games: Vec<(BySide<String>, Outcome)>,
}

impl RatedTournament {
    /// What lasts of this one.
    pub fn of(created_ms: i64, plan: NewTournament, recorded: &RecordedTournament) -> RatedTournament {
        let name = |player: usize| recorded.tournament.names().get(player).cloned().unwrap_or_default();
        let games = recorded.tournament.rated_games().iter().map(|game| (game.seats.map(name), game.outcome)).collect();
        RatedTournament { created_ms, plan, lines: recorded.lines, games }
    }
}

/// A bot's rating so far, and how many games it comes from.
type Book = BTreeMap<String, (Glicko2Rating, u32)>;

/// The lasting ratings after these tournaments, the first played first.
pub fn lasting<'a>(tournaments: impl IntoIterator<Item = &'a RatedTournament>) -> LastingRatings {
    let mut book = Book::new();
    tournaments.into_iter().for_each(|tournament| period(&mut book, tournament));
    let mut ratings: Vec<LastingRating> = book.into_iter().map(rounded).collect();
    ratings.sort_by(|a, b| b.rating.total_cmp(&a.rating).then_with(|| a.bot.cmp(&b.bot)));
    LastingRatings { ratings }
}

/// All games of a tournament count at once; who did not play in it becomes less certain.
fn period(book: &mut Book, tournament: &RatedTournament) {
    let mut results: BTreeMap<&str, Vec<(Glicko2Rating, Outcomes)>> = BTreeMap::new();
    let rating = |book: &Book, name: &str| book.get(name).map_or_else(Glicko2Rating::new, |(rating, _)| *rating);
    for (names, outcome) in &tournament.games {
        for side in Side::BOTH {
            let outcome = match *outcome {
                Outcome::Draw => Outcomes::DRAW,
                Outcome::Win(winner) if winner == side => Outcomes::WIN,
                Outcome::Win(_) => Outcomes::LOSS,
            };
            results.entry(&names[side]).or_default().push((rating(book, &names[side.other()]), outcome));
        }
    }
    let before = book.clone();
    for (name, results) in &results {
        let played = before.get(*name).map_or(0, |(_, games)| *games);
        let after = glicko2_rating_period(&rating(&before, name), results, &Glicko2Config::new());
        book.insert((*name).to_string(), (after, played + results.len() as u32));
    }
    for (name, (rating, _)) in book.iter_mut().filter(|(name, _)| !results.contains_key(&***name)) {
        *rating = glicko2_rating_period(&before[name].0, &[], &Glicko2Config::new());
    }
}

fn rounded((bot, (rating, games)): (String, (Glicko2Rating, u32))) -> LastingRating {
    let to = |value: f64, parts: f64| (value * parts).round() / parts;
    LastingRating {
        bot,
        rating: to(rating.rating, 10.0),
        deviation: to(rating.deviation, 10.0),
        volatility: to(rating.volatility, 1e6),
        games,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Glickman, "Example of the Glicko-2 system" (2013), page 4.
    #[test]
    fn glickmans_own_example() {
        let player = Glicko2Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let opponent = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let results =
            [(opponent(1400.0, 30.0), Outcomes::WIN), (opponent(1550.0, 100.0), Outcomes::LOSS), (opponent(1700.0, 300.0), Outcomes::LOSS)];
        let config = Glicko2Config { tau: 0.5, ..Glicko2Config::new() };
        let after = glicko2_rating_period(&player, &results, &config);
        assert_eq!(format!("{:.2} {:.2} {:.5}", after.rating, after.deviation, after.volatility), "1464.05 151.52 0.06000");
        assert!((after.rating - 1464.06).abs() < 0.02 && (after.volatility - 0.05999).abs() < 1e-5, "{after:?}");
    }
}
