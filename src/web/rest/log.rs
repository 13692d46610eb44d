//! The log of a match as a live stream: Server-Sent Events or a WebSocket.

use super::extract::WebSocketRequest;
use super::{HttpResult, Path, Query, Services, upgraded};
use crate::error::RequestError;
use crate::socket;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::StreamExt;
use runtime::Peer;
use serde::Deserialize;
use std::convert::Infallible;

/// Where to begin.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct FromLine {
    /// The first line wanted; 0 if left out.
    from: Option<u64>,
}

/// Follow a match: every line of its log from one on, then each new one as it comes, until the match ends. As Server-Sent Events the
/// id of an event is the number of its line, and `Last-Event-ID` goes on after it; asked for as a WebSocket, each line is a frame.
#[utoipa::path(get, path = "/v1/matches/{game}/log", tag = "matches", responses(
    (status = 200, description = "The lines.", body = Object, content_type = "text/event-stream"),
    (status = 101, description = "The lines, one a frame."),
))]
pub async fn follow(
    services: Services,
    Path(game): Path<u64>,
    Query(query): Query<FromLine>,
    headers: HeaderMap,
    peer: Peer,
    upgrade: WebSocketRequest,
) -> HttpResult {
    let after_last = match headers.get("last-event-id") {
        None => None,
        Some(id) => {
            let id = id.to_str().ok().and_then(|id| id.parse::<u64>().ok());
            Some(id.ok_or_else(|| RequestError::LastEvent)?.saturating_add(1))
        }
    };
    let from = after_last.or(query.from).unwrap_or(0);
    let lines = socket::lines(services.sockets.clone(), game, from, peer).await?;
    if upgrade.is_upgrade() {
        let (life, sockets) = (services.life.clone(), services.sockets);
        return upgraded("", &life, upgrade, move |socket| socket::follow(socket, sockets, lines));
    }
    let events = lines.map(|(number, line)| Ok::<_, Infallible>(Event::default().id(number.to_string()).data(&*line)));
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}
