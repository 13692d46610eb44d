//! Overall ratings of each game: Glicko-2 over its rated tournaments in order of their numbers. A rating period ends with a tournament, or
//! earlier so that no player has more than fifteen games in it. A tournament in which a player did not take part is one period without
//! games. The input is the rated games stored with each finished tournament.

use super::{RecordedTournament, plan};
use crate::matches::wire;
use bytestring::ByteString;
use protocol::{GameResult, NewTournament, OverallRating, OverallRatings, Play, RatingPoint};
use referee::rating::{Glicko, RatedGame, periods};
use runtime::rfc3339;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// A rated game: the numbers of White and Black, the result, and the encounter.
type Game = (usize, usize, GameResult, usize);

/// A finished tournament, as it is stored.
#[derive(Debug, Serialize, Deserialize)]
pub struct RatedTournament {
    #[serde(skip)]
    pub id: u64,
    /// When it was created: milliseconds since 1970.
    pub created_ms: i64,
    pub plan: NewTournament,
    /// The entrants, in order of entry.
    names: Vec<String>,
    periods: Vec<Vec<Game>>,
}

impl RatedTournament {
    pub fn to_stored(&self) -> ByteString {
        wire::json(self)
    }

    /// Parses a stored tournament; none if that fails, so that it is read from its log.
    pub fn from_stored(id: u64, text: &str) -> Option<RatedTournament> {
        Some(RatedTournament { id, ..serde_json::from_str(text).ok()? })
    }

    pub fn of(id: u64, created_ms: i64, plan: NewTournament, recorded: &RecordedTournament) -> RatedTournament {
        let game = |game: &RatedGame| (game.seats.white, game.seats.black, wire::result(Some(game.outcome)), game.encounter);
        let games = recorded.tournament.rated_games();
        let periods = periods(&games).into_iter().map(|period| period.iter().map(game).collect()).collect();
        RatedTournament { id, created_ms, plan, names: recorded.tournament.names().to_vec(), periods }
    }

    fn name(&self, player: usize) -> &str {
        self.names.get(player).map_or("", String::as_str)
    }
}

/// The rating of each bot, and its number of games.
type RatingBook = BTreeMap<String, (Glicko, u32)>;

/// The longest history of a bot, in tournaments; older ones are dropped.
const MAX_POINTS: usize = 1_000;

/// A bot's rating after a tournament in which it played.
#[derive(Clone)]
struct HistoryPoint {
    tournament: Arc<RatedTournament>,
    rating: Glicko,
    games: u32,
}

/// A bot's points, oldest first.
type RatingHistory = Arc<VecDeque<HistoryPoint>>;

/// The overall ratings in one game, with their history.
#[derive(Clone)]
pub struct PublishedRatings {
    pub table: Arc<OverallRatings>,
    histories: BTreeMap<String, RatingHistory>,
}

impl PublishedRatings {
    /// An empty result, with `pending` tournaments not counted yet.
    pub fn empty(game: &str, pending: u32) -> PublishedRatings {
        let table = OverallRatings { game: game.into(), ratings: Vec::new(), pending };
        PublishedRatings { table: Arc::new(table), histories: BTreeMap::new() }
    }

    pub fn is_rated(&self, bot: &str) -> bool {
        self.histories.contains_key(bot)
    }

    /// A bot's rating after each tournament in which it played, oldest first.
    pub fn history(&self, bot: &str) -> Vec<RatingPoint> {
        let point = |HistoryPoint { tournament, rating, games }: &HistoryPoint| {
            let OverallRating { rating, deviation, games, .. } = rounded(bot, *rating, *games);
            let (name, created) = (tournament.plan.name.clone(), rfc3339(tournament.created_ms));
            RatingPoint { tournament: tournament.id, name, created, rating, deviation, games }
        };
        self.histories.get(bot).into_iter().flat_map(|points| points.iter()).map(point).collect()
    }
}

/// Incremental computation of the ratings of all games.
#[derive(Default)]
pub struct RatingAccumulator {
    tournaments: BTreeMap<u64, Arc<RatedTournament>>,
    games: BTreeMap<String, GameRatings>,
}

/// The ratings of one game.
#[derive(Default)]
struct GameRatings {
    book: RatingBook,
    histories: BTreeMap<String, RatingHistory>,
}

impl RatingAccumulator {
    /// Updates or removes (none) tournaments by number. Appending tournaments in order costs their games; any other update recomputes
    /// everything.
    pub fn update(&mut self, read: Vec<(u64, Option<RatedTournament>)>) {
        let mut is_in_order = true;
        for (id, rated) in read {
            let is_new = self.tournaments.last_key_value().is_none_or(|(last, _)| *last < id);
            match rated.filter(|rated| rated.plan.play != Some(Play::Practice)) {
                Some(rated) => {
                    let rated = Arc::new(rated);
                    self.tournaments.insert(id, rated.clone());
                    is_in_order &= is_new;
                    if is_in_order {
                        self.count(&rated);
                    }
                }
                None => is_in_order &= self.tournaments.remove(&id).is_none(),
            }
        }
        if !is_in_order {
            self.games.clear();
            for rated in self.tournaments.values().cloned().collect::<Vec<_>>() {
                self.count(&rated);
            }
        }
    }

    fn count(&mut self, rated: &Arc<RatedTournament>) {
        let of_game = self.games.entry(plan::game_name(&rated.plan).to_string()).or_default();
        for bot in add(&mut of_game.book, rated) {
            let Some(&(rating, games)) = of_game.book.get(bot) else { continue };
            let history = Arc::make_mut(of_game.histories.entry(bot.to_string()).or_default());
            history.push_back(HistoryPoint { tournament: rated.clone(), rating, games });
            if history.len() > MAX_POINTS {
                history.pop_front();
            }
        }
    }

    /// Ratings by game, with `pending` tournaments not counted yet.
    pub fn snapshot(&self, pending: u32) -> BTreeMap<String, Arc<PublishedRatings>> {
        let published = |(game, of_game): (&String, &GameRatings)| {
            let mut ratings: Vec<OverallRating> = of_game.book.iter().map(|(bot, (rating, games))| rounded(bot, *rating, *games)).collect();
            ratings.sort_by(|a, b| b.rating.total_cmp(&a.rating).then_with(|| a.bot.cmp(&b.bot)));
            let table = Arc::new(OverallRatings { game: game.clone(), ratings, pending });
            (game.clone(), Arc::new(PublishedRatings { table, histories: of_game.histories.clone() }))
        };
        self.games.iter().map(published).collect()
    }
}

/// Adds a tournament to the ratings; returns its players.
fn add<'t>(book: &mut RatingBook, tournament: &'t RatedTournament) -> BTreeSet<&'t str> {
    tournament.periods.iter().for_each(|games| period(book, tournament, games));
    let seats = tournament.periods.iter().flatten().flat_map(|&(white, black, ..)| [white, black]);
    let played: BTreeSet<&str> = seats.map(|player| tournament.name(player)).collect();
    for (_, (rating, _)) in book.iter_mut().filter(|(name, _)| !played.contains(name.as_str())) {
        *rating = rating.after(&[]);
    }
    played
}

fn period(book: &mut RatingBook, tournament: &RatedTournament, games: &[Game]) {
    let mut results: BTreeMap<&str, Vec<(Glicko, f64)>> = BTreeMap::new();
    let before = |book: &RatingBook, name: &str| book.get(name).copied().unwrap_or_default();
    for &(white, black, result, _) in games {
        for (player, opponent, win) in [(white, black, GameResult::White), (black, white, GameResult::Black)] {
            let score = match result {
                GameResult::Draw => 0.5,
                _ if result == win => 1.0,
                _ => 0.0,
            };
            let opponent = before(book, tournament.name(opponent)).0;
            results.entry(tournament.name(player)).or_default().push((opponent, score));
        }
    }
    for (name, results) in results {
        let (rating, played) = before(book, name);
        book.insert(name.to_string(), (rating.after(&results), played + results.len() as u32));
    }
}

fn rounded(bot: &str, rating: Glicko, games: u32) -> OverallRating {
    let to = |value: f64, parts: f64| (value * parts).round() / parts;
    OverallRating {
        bot: bot.into(),
        rating: to(rating.rating, 10.0),
        deviation: to(rating.deviation, 10.0),
        volatility: to(rating.volatility, 1e6),
        games,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tournament(id: u64, games: &[(&str, &str, GameResult)]) -> RatedTournament {
        let names: BTreeSet<&str> = games.iter().flat_map(|(white, black, _)| [*white, *black]).collect();
        let names: Vec<String> = names.into_iter().map(String::from).collect();
        let at = |bot: &str| names.iter().position(|name| name == bot).expect("it plays");
        let game = |(encounter, &(white, black, result)): (usize, &(&str, &str, GameResult))| (at(white), at(black), result, encounter);
        let periods = vec![games.iter().enumerate().map(game).collect()];
        let plan = serde_json::from_str(r#"{"name": "cup", "format": "round_robin"}"#).expect("a plan");
        RatedTournament { id, created_ms: id as i64, plan, names, periods }
    }

    fn published(game: &str, tournaments: Vec<RatedTournament>) -> Arc<PublishedRatings> {
        let mut fold = RatingAccumulator::default();
        fold.update(tournaments.into_iter().map(|rated| (rated.id, Some(rated))).collect());
        fold.snapshot(0).get(game).cloned().unwrap_or_else(|| Arc::new(PublishedRatings::empty(game, 0)))
    }

    #[test]
    fn a_history_has_a_point_for_each_tournament_played() {
        let published = published(
            "knights",
            vec![tournament(1, &[("ann", "bob", GameResult::White)]), tournament(2, &[("ann", "cyd", GameResult::White)])],
        );
        assert_eq!(published.history("bob").len(), 1, "no point for a tournament without it");
        let last = published.history("ann").pop().map(|point| (point.rating, point.games));
        let row = published.table.ratings.iter().find(|row| row.bot == "ann").expect("ann is rated");
        assert_eq!(last, Some((row.rating, row.games)), "the last point is the rating in the table");
    }

    /// A first win and a first loss between unrated players, by the formulas of Glickman's "Example of the Glicko-2 system" (2013):
    /// v = 4 / g², 1 / φ'² = 1 / φ*² + 1 / v and μ' = φ'² g / 2, with φ = 350 / 173.7178.
    #[test]
    fn the_winner_gains_what_the_loser_loses() {
        let published = published("knights", vec![tournament(1, &[("ann", "bob", GameResult::White)])]);
        let rated: Vec<_> = published.table.ratings.iter().map(|row| (&*row.bot, row.rating, row.deviation, row.games)).collect();
        assert_eq!(rated, [("ann", 1662.3, 290.3, 1), ("bob", 1337.7, 290.3, 1)]);
    }

    #[test]
    fn every_game_has_its_own_ratings() {
        let both = || {
            let mut four = tournament(2, &[("bob", "cyd", GameResult::White)]);
            four.plan.game = Some("connect-four".into());
            vec![tournament(1, &[("ann", "bob", GameResult::White)]), four]
        };
        let names = |game| published(game, both()).table.ratings.iter().map(|row| row.bot.clone()).collect::<Vec<_>>();
        assert_eq!((names("knights"), names("connect-four")), (vec!["ann".to_string(), "bob".into()], vec!["bob".into(), "cyd".into()]));
        assert!(names("tic-tac-toe").is_empty());
    }

    proptest! {
        #[test]
        fn ratings_do_not_depend_on_the_order_of_updates(
            reads in prop::collection::vec((0u64..6, prop::option::weighted(0.8, prop::collection::vec((0usize..4, 1usize..4, 0u8..3), 1..4))), 1..12),
        ) {
            const BOTS: [&str; 4] = ["ann", "bob", "cyd", "dan"];
            let made = |id: u64, games: &[(usize, usize, u8)]| {
                let result = |code| [GameResult::Draw, GameResult::White, GameResult::Black][usize::from(code)];
                let game = |&(white, by, code): &(usize, usize, u8)| (BOTS[white], BOTS[(white + by) % 4], result(code));
                tournament(id, &games.iter().map(game).collect::<Vec<_>>())
            };
            let (mut fold, mut last) = (RatingAccumulator::default(), BTreeMap::new());
            for (id, games) in &reads {
                let rated = || games.as_ref().map(|games| made(*id, games));
                fold.update(vec![(*id, rated())]);
                last.insert(*id, rated());
            }
            let mut batch = RatingAccumulator::default();
            // As a restart reads them.
            let stored = |(id, rated): (u64, Option<RatedTournament>)| {
                let rated = rated.map(|rated| RatedTournament::from_stored(id, &rated.to_stored()).expect("what was stored"));
                (id, rated)
            };
            batch.update(last.into_iter().map(stored).collect());
            let ratings = |fold: &RatingAccumulator| fold.snapshot(3).into_values().map(|overall| {
                let histories = BOTS.map(|bot| overall.history(bot));
                (overall.table.clone(), histories)
            }).collect::<Vec<_>>();
            prop_assert_eq!(ratings(&fold), ratings(&batch));
        }
    }
}
