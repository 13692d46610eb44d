//! All that is publicly known of a bot.

use super::{Path, Query, Services, large};
use crate::Error;
use axum::extract::State;
use axum::response::Response;
use protocol::{BotProfile, BotStatus, GameResult, ResultCount, Seat};
use runtime::clipped;
use runtime::rfc3339;
use serde::Deserialize;
use std::sync::Arc;
use storage::{MatchFilter, Tally};

/// In which game.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ProfileQuery {
    /// The game whose ratings are told, such as `connect-four`; if left out the first in which the bot is rated, or else has played, or
    /// plays.
    game: Option<String>,
}

/// A bot's page: whether it is connected, its lasting rating and how that came to be, and how its games ended, by opponent, seat, result
/// and reason.
#[utoipa::path(get, path = "/v1/bots/{name}", tag = "bots", params(("name" = String, Path, description = "The bot."), ProfileQuery), responses(
    (status = 200, description = "What is known of it.", body = BotProfile),
    (status = 404, description = "No bot of this name is connected, and none has played."),
))]
pub async fn show(
    State(services): State<Services>,
    Path(name): Path<String>,
    Query(query): Query<ProfileQuery>,
) -> Result<Response, Error> {
    let presence = services.matches.connected.presence(&name);
    let games = services.matches.numbers_of(&name);
    let connected = presence.map(|presence| BotStatus {
        name: name.clone(),
        version: presence.about.version,
        lang: presence.about.lang,
        plays: presence.about.games,
        games: games.clone(),
        seeking: presence.seeking.is_some(),
    });
    let tallies = services.storage.tally(&name).await?;
    let has_played = async || {
        let filter = MatchFilter { bot: Some(name.clone()), limit: 1, ..MatchFilter::default() };
        Ok::<_, Error>(!services.storage.list_matches(filter).await?.is_empty())
    };
    if connected.is_none() && tallies.is_empty() && !has_played().await? {
        return Err(Error::NoSuchBot { name: clipped(&name, 100) });
    }
    // The game that is named, or else the first in which it is rated, or has played, or plays.
    let played = tallies.first().map(|tally| tally.game_name.as_str());
    let usual = played.or(connected.as_ref().and_then(|connected| connected.plays.first().map(String::as_str)));
    let mut lasting = services.tournaments.ratings(services.matches.game(query.game.as_deref().or(usual))?).await;
    for game in services.matches.settings.games.games().filter(|_| query.game.is_none()) {
        let rated = services.tournaments.ratings(game).await;
        if rated.is_rated(&name) {
            lasting = rated;
            break;
        }
    }
    let result = |tally: Tally| {
        let (game, opponent, reason, version, games) = (tally.game_name, tally.opponent, tally.reason, tally.version, tally.games);
        let seat = if tally.had_white { Seat::White } else { Seat::Black };
        // Storage gives back the words that it was given.
        let (result, since) = (GameResult::from_word(&tally.result)?, rfc3339(tally.since_ms));
        Some(ResultCount { game, opponent, seat, result, reason, version, since, games })
    };
    let gather = move || {
        let ratings = &lasting.table.ratings;
        let place = ratings.iter().position(|row| row.bot == name);
        BotProfile {
            connected,
            game: lasting.table.game.clone(),
            rating: place.map(|place| ratings[place].clone()),
            place: place.map(|place| place as u32 + 1),
            rated_bots: ratings.len() as u32,
            history: lasting.history(&name),
            results: tallies.into_iter().filter_map(result).collect(),
            name,
        }
    };
    let profile = services.tournaments.reports.submit(move |_| gather())?.done().await?;
    large::json(&services, Arc::new(profile)).await
}
