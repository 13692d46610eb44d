//! All that is publicly known of a bot.

use super::{House, Path, large};
use crate::core::storage::{MatchFilter, Tally};
use crate::core::{Error, clipped};
use axum::extract::State;
use axum::response::Response;
use protocol::{BotProfile, BotStatus, GameResult, Problem, ResultCount, Seat};
use std::sync::Arc;

/// A bot's page: whether it is connected, its lasting rating and how that came to be, and how its games ended, by opponent, seat, result
/// and reason.
#[utoipa::path(get, path = "/v1/bots/{name}", tag = "bots", params(("name" = String, Path, description = "The bot.")), responses(
    (status = 200, description = "What is known of it.", body = BotProfile),
    (status = 404, description = "No bot of this name is connected, and none has played.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn show(State(house): State<House>, Path(name): Path<String>) -> Result<Response, Error> {
    let presence = house.matches.lobby.find(&name);
    let games = house.matches.numbers_of(&name);
    let connected = presence.map(|presence| BotStatus {
        name: name.clone(),
        version: presence.about.version,
        lang: presence.about.lang,
        games: games.clone(),
        seeking: presence.seeking.is_some(),
    });
    let tallies = house.storage.tally(&name).await?;
    let has_played = async || {
        let filter = MatchFilter { bot: Some(name.clone()), limit: 1, ..MatchFilter::default() };
        Ok::<_, Error>(!house.storage.list_matches(filter).await?.is_empty())
    };
    if connected.is_none() && tallies.is_empty() && !has_played().await? {
        return Err(Error::NoSuchBot { name: clipped(&name, 100) });
    }
    let lasting = house.tournaments.ratings().await?;
    let result = |tally: Tally| {
        let (opponent, reason, games) = (tally.opponent, tally.reason, tally.games);
        let seat = if tally.had_white { Seat::White } else { Seat::Black };
        // Storage gives back the words that it was given.
        Some(ResultCount { opponent, seat, result: GameResult::from_word(&tally.result)?, reason, games })
    };
    let gather = move || {
        let ratings = &lasting.table.ratings;
        let place = ratings.iter().position(|row| row.bot == name);
        BotProfile {
            connected,
            rating: place.map(|place| ratings[place].clone()),
            place: place.map(|place| place as u32 + 1),
            rated_bots: ratings.len() as u32,
            history: lasting.histories.get(&name).into_iter().flatten().cloned().collect(),
            results: tallies.into_iter().filter_map(result).collect(),
            name,
        }
    };
    let profile = house.tournaments.reports.submit(move |_| gather())?.done().await?;
    large::json(&house, Arc::new(profile)).await
}
