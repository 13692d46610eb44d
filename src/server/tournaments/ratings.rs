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

    fn tournament(games: &[(&str, &str, Outcome)]) -> RatedTournament {
        let game =
            |(white, black, outcome): &(&str, &str, Outcome)| (BySide { white: white.to_string(), black: black.to_string() }, *outcome);
        let plan = serde_json::from_str(r#"{"name": "cup", "format": "round_robin"}"#).expect("a plan");
        RatedTournament { created_ms: 0, plan, lines: 0, games: games.iter().map(game).collect() }
    }

    fn told(tournaments: &[RatedTournament]) -> Vec<(String, f64, f64, u32)> {
        let rows = lasting(tournaments).ratings.into_iter();
        rows.map(|row| (row.bot, row.rating, row.deviation, row.games)).collect()
    }

    const WHITE: Outcome = Outcome::Win(Side::White);

    /// A first win and a first loss between strangers, by the formulas of Glickman's "Example of the Glicko-2 system" (2013):
    /// v = 4 / g², 1 / φ'² = 1 / φ*² + 1 / v and μ' = φ'² g / 2, with φ = 350 / 173.7178.
    #[test]
    fn the_winner_gains_what_the_loser_loses() {
        let rated = told(&[tournament(&[("ann", "bob", WHITE)])]);
        assert_eq!(rated, [("ann".into(), 1662.3, 290.3, 1), ("bob".into(), 1337.7, 290.3, 1)]);
    }

    #[test]
    fn the_games_of_one_tournament_count_at_once_and_in_any_order() {
        let games = [("ann", "bob", WHITE), ("bob", "cyd", WHITE), ("cyd", "ann", Outcome::Draw)];
        let reversed: Vec<_> = games.into_iter().rev().collect();
        assert_eq!(told(&[tournament(&games)]), told(&[tournament(&reversed)]));
        let one_by_one: Vec<_> = games.iter().map(|game| tournament(&[*game])).collect();
        assert_ne!(told(&[tournament(&games)]), told(&one_by_one));
    }

    #[test]
    fn who_did_not_play_keeps_the_rating_and_becomes_less_certain() {
        let first = || tournament(&[("ann", "bob", WHITE)]);
        let later = told(&[first(), tournament(&[("cyd", "dan", WHITE)])]);
        let (before, after) = (&told(&[first()])[0], later.iter().find(|row| row.0 == "ann").expect("she has played"));
        assert_eq!((before.1, before.3), (after.1, after.3));
        assert!(after.2 > before.2, "{before:?} {after:?}");
    }
}
