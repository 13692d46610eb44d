//! Who is connected.

use super::{Query, Services};
use crate::Error;
use axum::Json;
use axum::extract::State;
use contest::matches::Presence;
use protocol::{BotList, BotStatus};
use serde::Deserialize;

/// How many bots a page holds at most.
const PAGE: usize = 100;

/// Which bots a list holds.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BotsQuery {
    /// Only bots that play this game, such as `connect-four`.
    game: Option<String>,
    /// Only bots whose names come after this one: the `next` of the page before.
    after: Option<String>,
    /// At most so many, 1 to 100; 100 if left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<usize>,
}

/// List the bots that are connected, by name.
#[utoipa::path(get, path = "/v1/bots", tag = "bots", params(BotsQuery), responses(
    (status = 200, description = "A page of bots, by name.", body = BotList),
))]
pub async fn list(State(services): State<Services>, Query(query): Query<BotsQuery>) -> Result<Json<BotList>, Error> {
    let limit = super::limit(query.limit, PAGE, PAGE)?;
    let matches = &services.matches;
    let game = query.game.map(|name| matches.game(Some(&name))).transpose()?;
    let mut page = matches.connected.page(&query.after.unwrap_or_default(), game, limit + 1);
    let next = (page.len() > limit).then(|| page[limit - 1].0.clone());
    page.truncate(limit);
    let status = |(name, presence): (String, Presence)| BotStatus {
        version: presence.about.version,
        lang: presence.about.lang,
        plays: presence.about.games,
        games: matches.numbers_of(&name),
        seeking: presence.seeking.is_some(),
        name,
    };
    Ok(Json(BotList { bots: page.into_iter().map(status).collect(), next, connected: matches.connected.count() as u64 }))
}
