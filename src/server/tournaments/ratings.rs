//! Ratings that last: Glicko-2 over all rated tournaments, in the order of their numbers. A rating period ends with its tournament, or
//! before somebody would have more than fifteen games in it; who does not play in a tournament becomes less certain once. Tournaments of
//! the first edition of the rules are a period each. Nothing of it is kept: it is worked out from the logs.

use super::RecordedTournament;
use protocol::{LastingRating, LastingRatings, NewTournament};
use referee::Edition;
use referee::rating::{GAMES_IN_A_PERIOD, Glicko, RatedGame, periods};
use rules::{BySide, Outcome, Side};
use std::collections::{BTreeMap, BTreeSet};

/// What lasts of a tournament.
pub struct RatedTournament {
    /// When it was made: milliseconds since 1970.
    pub created_ms: i64,
    /// What was agreed.
    pub plan: NewTournament,
    /// How many lines its log has.
    pub lines: u64,
    /// The games of each rating period.
    periods: Vec<Vec<(BySide<String>, Outcome)>>,
}

impl RatedTournament {
    /// What lasts of this one.
    pub fn of(created_ms: i64, plan: NewTournament, recorded: &RecordedTournament) -> RatedTournament {
        let name = |player: usize| recorded.tournament.names().get(player).cloned().unwrap_or_default();
        let most = match recorded.tournament.settings().edition {
            Edition::First => u32::MAX,
            Edition::Second => GAMES_IN_A_PERIOD,
        };
        let named = |game: &RatedGame| (game.seats.map(name), game.outcome);
        let games = recorded.tournament.rated_games();
        let periods = periods(&games, most).into_iter().map(|period| period.iter().map(named).collect()).collect();
        RatedTournament { created_ms, plan, lines: recorded.lines, periods }
    }
}

/// A bot's rating so far, and how many games it comes from.
type Book = BTreeMap<String, (Glicko, u32)>;

/// The lasting ratings after these tournaments, the first played first.
pub fn lasting<'a>(tournaments: impl IntoIterator<Item = &'a RatedTournament>) -> LastingRatings {
    let mut book = Book::new();
    tournaments.into_iter().for_each(|tournament| add(&mut book, tournament));
    let mut ratings: Vec<LastingRating> = book.into_iter().map(rounded).collect();
    ratings.sort_by(|a, b| b.rating.total_cmp(&a.rating).then_with(|| a.bot.cmp(&b.bot)));
    LastingRatings { ratings }
}

fn add(book: &mut Book, tournament: &RatedTournament) {
    tournament.periods.iter().for_each(|games| period(book, games));
    let played: BTreeSet<&String> = tournament.periods.iter().flatten().flat_map(|(names, _)| [&names.white, &names.black]).collect();
    for (_, (rating, _)) in book.iter_mut().filter(|(name, _)| !played.contains(name)) {
        *rating = rating.after(&[]);
    }
}

/// All games of a period count at once.
fn period(book: &mut Book, games: &[(BySide<String>, Outcome)]) {
    let mut results: BTreeMap<&str, Vec<(Glicko, f64)>> = BTreeMap::new();
    let rating = |book: &Book, name: &str| book.get(name).map_or_else(Glicko::default, |(rating, _)| *rating);
    for (names, outcome) in games {
        for side in Side::BOTH {
            let score = match *outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) if winner == side => 1.0,
                Outcome::Win(_) => 0.0,
            };
            results.entry(&names[side]).or_default().push((rating(book, &names[side.other()]), score));
        }
    }
    let before = book.clone();
    for (name, results) in &results {
        let played = before.get(*name).map_or(0, |(_, games)| *games);
        book.insert((*name).to_string(), (rating(&before, name).after(results), played + results.len() as u32));
    }
}

fn rounded((bot, (rating, games)): (String, (Glicko, u32))) -> LastingRating {
    let to = |value: f64, parts: f64| (value * parts).round() / parts;
    LastingRating {
        bot,
        rating: to(rating.rating, 10.0),
        deviation: to(rating.deviation, 10.0),
        volatility: to(rating.volatility, 1e6),
        games,
    }
}
