//! REST handlers of bots: the connected ones, a profile, and review totals.

use super::access::Actor;
use super::{HttpResult, JsonResult, Path, Query, Services, responses};
use crate::Error;
use axum::Json;
use contest::matches::Presence;
use protocol::{BotList, BotProfile, BotReviews, BotStatus, Entry, GameResult, MoveRecord, ResultCount, Seat};
use runtime::{clipped, rfc3339};
use serde::Deserialize;
use solving::reviews::totals::{ReviewedGame, add_up};
use std::sync::Arc;
use storage::{MatchFilter, ReviewedMatch, TallyRow};

const PAGE: usize = 100;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct BotsQuery {
    /// Only bots that play this game, such as `connect-four`.
    game: Option<String>,
    /// Only bots whose names come after this one: the `next` of the page before.
    after: Option<String>,
    /// The most results, 1 to 100; 100 if left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<usize>,
}

/// List the bots that are connected, by name.
#[utoipa::path(get, path = "/v1/bots", tag = "bots", params(BotsQuery), responses(
    (status = 200, description = "A page of bots, by name.", body = BotList),
))]
pub async fn list(services: Services, Query(query): Query<BotsQuery>) -> JsonResult<BotList> {
    let limit = super::limit(query.limit, PAGE, PAGE)?;
    let matches = &services.matches;
    let game = query.game.map(|name| matches.game(Some(&name))).transpose()?;
    let mut page = matches.connected.page(&query.after.unwrap_or_default(), game, limit + 1);
    let next = (page.len() > limit).then(|| page[limit - 1].0.clone());
    page.truncate(limit);
    let bots = page.into_iter().map(|(name, presence)| status(&services, name, presence)).collect();
    Ok(Json(BotList { bots, next, connected: matches.connected.count() as u64 }))
}

fn status(services: &Services, name: String, Presence { about, seeking, .. }: Presence) -> BotStatus {
    let games = services.matches.numbers_of(&name);
    BotStatus { name, version: about.version, lang: about.lang, plays: about.games, games, seeking: seeking.is_some() }
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ProfileQuery {
    /// The game of the ratings, such as `connect-four`; if left out, the first that the bot is rated in, has played, or plays.
    game: Option<String>,
}

/// A bot's page: whether it is connected, its overall rating and how that came to be, and how its games ended, by opponent, seat, result
/// and reason.
#[utoipa::path(get, path = "/v1/bots/{name}", operation_id = "show", tag = "bots", params(ProfileQuery), responses(
    (status = 200, description = "What is known of it.", body = BotProfile),
))]
pub async fn profile(services: Services, Path(name): Path<String>, Query(query): Query<ProfileQuery>) -> HttpResult {
    let presence = services.matches.connected.presence(&name);
    let connected = presence.map(|presence| status(&services, name.clone(), presence));
    let tallies = services.storage.tally(&name).await?;
    let has_played = async || {
        let filter = MatchFilter { bot: Some(name.clone()), limit: 1, ..MatchFilter::default() };
        Ok::<_, Error>(!services.storage.list_matches(filter).await?.is_empty())
    };
    if connected.is_none() && tallies.is_empty() && !has_played().await? {
        return Err(Error::NoSuchBot { name: clipped(&name, 100) });
    }
    let played = tallies.first().map(|tally| tally.game_name.as_str());
    let usual = played.or(connected.as_ref().and_then(|connected| connected.plays.first().map(String::as_str)));
    let mut overall = services.tournaments.ratings(services.matches.game(query.game.as_deref().or(usual))?).await;
    for game in services.matches.config.games.games().filter(|_| query.game.is_none()) {
        let rated = services.tournaments.ratings(game).await;
        if rated.is_rated(&name) {
            overall = rated;
            break;
        }
    }
    let result = |tally: TallyRow| {
        let (game, opponent, reason, version, games) = (tally.game_name, tally.opponent, tally.reason, tally.version, tally.games);
        let seat = if tally.had_white { Seat::White } else { Seat::Black };
        // Storage gives back the words that it was given.
        let (result, since) = (GameResult::from_word(&tally.result)?, rfc3339(tally.since_ms));
        Some(ResultCount { game, opponent, seat, result, reason, version, since, games })
    };
    let gather = move || {
        let ratings = &overall.table.ratings;
        let place = ratings.iter().position(|row| row.bot == name);
        BotProfile {
            connected,
            game: overall.table.game.clone(),
            rating: place.map(|place| ratings[place].clone()),
            place: place.map(|place| place as u32 + 1),
            rated_bots: ratings.len() as u32,
            history: overall.history(&name),
            results: tallies.into_iter().filter_map(result).collect(),
            name,
        }
    };
    let profile = services.report(gather).await?;
    responses::json(&services, Arc::new(profile)).await
}

/// Most games, the latest.
const GAMES: usize = 100;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct GameQuery {
    /// The game, such as `connect-four`; knights if left out.
    pub game: Option<String>,
}

/// Sum up the reviews of a bot's latest 100 games: by colour, part of the game and time left, and the positions in which it gave away most.
#[utoipa::path(get, path = "/v1/bots/{name}/reviews", operation_id = "bot_reviews", tag = "bots", params(GameQuery), responses(
    (status = 200, description = "The reviews, added up; of an unknown bot, of no game.", body = BotReviews),
))]
pub async fn reviews(services: Services, actor: Actor, Path(name): Path<String>, Query(query): Query<GameQuery>) -> HttpResult {
    let game = services.matches.game(query.game.as_deref())?.name();
    let filter =
        MatchFilter { ended: Some(true), bot: Some(name.clone()), game_name: Some(game.into()), limit: GAMES, ..MatchFilter::default() };
    let listed = services.storage.list_reviewed(filter).await?;
    let closed = actor.closed_games(&services, game).await?;
    let adding = move || {
        let games: Vec<ReviewedGame> = listed.iter().filter_map(|listed| reviewed(&name, listed)).collect();
        let mut sum = add_up(&name, game, &games, listed.len() as u32);
        sum.instructive.retain(|worst| closed.check([&*worst.position]).is_ok());
        sum
    };
    let reviews = services.report(adding).await?;
    responses::json(&services, Arc::new(reviews)).await
}

/// A reviewed game from its log and its review; none if it has no review, or the two do not match.
fn reviewed(bot: &str, ReviewedMatch { row, review }: &ReviewedMatch) -> Option<ReviewedGame> {
    let (review, log) = review.as_ref()?;
    let seat = if row.players.white == bot { Seat::White } else { Seat::Black };
    let opponent = if seat == Seat::White { &row.players.black } else { &row.players.white };
    let review = serde_json::from_str(review).ok()?;
    let (mut positions, mut left, mut budget) = (Vec::new(), Vec::new(), None);
    for line in log {
        match storage::read_line(line).ok()?.entry {
            Entry::Created { position, time, .. } => {
                positions.push(position);
                budget = time.budget_us;
            }
            Entry::Moved(MoveRecord { seat, position, charge, clocks, .. }) => {
                positions.push(position);
                let after = if seat == Seat::White { clocks.white_us } else { clocks.black_us };
                let share = |(after, budget): (u64, u64)| (after + charge.charged_us) as f64 / budget.max(1) as f64;
                left.push(after.zip(budget).map(share));
            }
            _ => {}
        }
    }
    Some(ReviewedGame { game: row.match_id, opponent: opponent.clone(), seat, review, positions, left })
}
