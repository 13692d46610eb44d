//! Who is connected.

use crate::app::App;
use axum::Json;
use axum::extract::State;
use protocol::{BotList, BotStatus};
use std::sync::Arc;

/// List the bots that are connected.
#[utoipa::path(get, path = "/v1/bots", tag = "bots", responses((status = 200, description = "The bots, by name.", body = BotList)))]
pub async fn list(State(app): State<Arc<App>>) -> Json<BotList> {
    let status = |(name, presence): (String, crate::hall::Presence)| BotStatus {
        version: presence.about.version,
        lang: presence.about.lang,
        games: app.hall.games_of(&name).into_iter().map(|(game, _)| game).collect(),
        seeking: presence.seeking.is_some(),
        name,
    };
    Json(BotList { bots: app.lobby.list().into_iter().map(status).collect() })
}
