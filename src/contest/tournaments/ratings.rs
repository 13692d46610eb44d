//! Ratings that last, in each game its own: Glicko-2 over all rated tournaments of it, in the order of their numbers. A rating period ends with its tournament, or
//! before somebody would have more than fifteen games in it; who does not play in a tournament becomes less certain once. Tournaments of
//! the first edition of the rules are a period each. Nothing of it is kept: it is worked out from the logs.

use super::{RecordedTournament, plan};
use protocol::{LastingRating, LastingRatings, NewTournament, RatingPoint};
use referee::rating::{Glicko, RatedGame, periods};
use rules::{BySide, Outcome, Side};
use runtime::rfc3339;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// What lasts of a tournament.
pub struct RatedTournament {
    /// Its number.
    pub id: u64,
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
    pub fn of(id: u64, created_ms: i64, plan: NewTournament, recorded: &RecordedTournament) -> RatedTournament {
        let name = |player: usize| recorded.tournament.names().get(player).cloned().unwrap_or_default();
        let edition = recorded.tournament.settings().edition;
        let named = |game: &RatedGame| (game.seats.map(name), game.outcome);
        let games = recorded.tournament.rated_games();
        let periods = periods(&games, edition).into_iter().map(|period| period.iter().map(named).collect()).collect();
        RatedTournament { id, created_ms, plan, lines: recorded.lines, periods }
    }
}

/// A bot's rating so far, and how many games it comes from.
type Book = BTreeMap<String, (Glicko, u32)>;

/// A bot's history has at most so many tournaments, the latest.
const MOST_POINTS: usize = 1_000;

/// The lasting ratings, and how they came to be.
pub struct Lasting {
    /// The table.
    pub table: Arc<LastingRatings>,
    /// Each bot's rating after each tournament in which it played, the first first.
    pub histories: BTreeMap<String, VecDeque<RatingPoint>>,
}

/// The lasting ratings in a game after these tournaments, the first played first.
pub fn lasting<'a>(game: &str, tournaments: impl IntoIterator<Item = &'a RatedTournament>) -> Lasting {
    let (mut book, mut histories) = (Book::new(), BTreeMap::<String, VecDeque<RatingPoint>>::new());
    for tournament in tournaments.into_iter().filter(|tournament| plan::game_name(&tournament.plan) == game) {
        for bot in add(&mut book, tournament) {
            let Some(entry) = book.get(bot) else { continue };
            let LastingRating { rating, deviation, games, .. } = rounded((bot.clone(), *entry));
            let (name, created) = (tournament.plan.name.clone(), rfc3339(tournament.created_ms));
            let history = histories.entry(bot.clone()).or_default();
            history.push_back(RatingPoint { tournament: tournament.id, name, created, rating, deviation, games });
            if history.len() > MOST_POINTS {
                history.pop_front();
            }
        }
    }
    let mut ratings: Vec<LastingRating> = book.into_iter().map(rounded).collect();
    ratings.sort_by(|a, b| b.rating.total_cmp(&a.rating).then_with(|| a.bot.cmp(&b.bot)));
    Lasting { table: Arc::new(LastingRatings { game: game.into(), ratings }), histories }
}

/// Says who played.
fn add<'t>(book: &mut Book, tournament: &'t RatedTournament) -> BTreeSet<&'t String> {
    tournament.periods.iter().for_each(|games| period(book, games));
    let played: BTreeSet<&String> = tournament.periods.iter().flatten().flat_map(|(names, _)| [&names.white, &names.black]).collect();
    for (_, (rating, _)) in book.iter_mut().filter(|(name, _)| !played.contains(name)) {
        *rating = rating.after(&[]);
    }
    played
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

#[cfg(test)]
mod tests {
    use super::*;

    fn tournament(games: &[(&str, &str, Outcome)]) -> RatedTournament {
        let game =
            |(white, black, outcome): &(&str, &str, Outcome)| (BySide { white: white.to_string(), black: black.to_string() }, *outcome);
        let plan = serde_json::from_str(r#"{"name": "cup", "format": "round_robin"}"#).expect("a plan");
        RatedTournament { id: 1, created_ms: 0, plan, lines: 0, periods: vec![games.iter().map(game).collect()] }
    }

    fn told(tournaments: &[RatedTournament]) -> Vec<(String, f64, f64, u32)> {
        let rows = lasting("knights", tournaments).table.ratings.clone().into_iter();
        rows.map(|row| (row.bot, row.rating, row.deviation, row.games)).collect()
    }

    const WHITE: Outcome = Outcome::Win(Side::White);

    #[test]
    fn a_history_has_a_point_for_each_tournament_played() {
        let played = [tournament(&[("ann", "bob", WHITE)]), tournament(&[("ann", "cyd", WHITE)])];
        let lasting = lasting("knights", &played);
        assert_eq!(lasting.histories["bob"].len(), 1, "a tournament without it is no point");
        let last = |bot: &str| lasting.histories[bot].back().map(|point| (point.rating, point.games));
        let row = lasting.table.ratings.iter().find(|row| row.bot == "ann").expect("ann is rated");
        assert_eq!(last("ann"), Some((row.rating, row.games)), "the last point is the rating in the table");
    }

    /// A first win and a first loss between strangers, by the formulas of Glickman's "Example of the Glicko-2 system" (2013):
    /// v = 4 / g², 1 / φ'² = 1 / φ*² + 1 / v and μ' = φ'² g / 2, with φ = 350 / 173.7178.
    #[test]
    fn the_winner_gains_what_the_loser_loses() {
        let rated = told(&[tournament(&[("ann", "bob", WHITE)])]);
        assert_eq!(rated, [("ann".into(), 1662.3, 290.3, 1), ("bob".into(), 1337.7, 290.3, 1)]);
    }

    #[test]
    fn every_game_has_its_own_ratings() {
        let knights = tournament(&[("ann", "bob", WHITE)]);
        let mut four = tournament(&[("bob", "cyd", WHITE)]);
        four.plan.game = Some("connect-four".into());
        let both = [knights, four];
        let names = |game| lasting(game, &both).table.ratings.clone().into_iter().map(|row| row.bot).collect::<Vec<_>>();
        assert_eq!((names("knights"), names("connect-four")), (vec!["ann".to_string(), "bob".into()], vec!["bob".into(), "cyd".into()]));
        assert!(names("tic-tac-toe").is_empty());
    }
}
