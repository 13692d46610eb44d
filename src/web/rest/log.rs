//! The log of a match, live: as Server-Sent Events or over a WebSocket.

use super::{Path, Query, Services};
use crate::Error;
use crate::flaw::Flaw;
use crate::socket;
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use runtime::Peer;
use serde::Deserialize;
use std::convert::Infallible;

/// Where to begin.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FromLine {
    /// The first line wanted; 0 if left out.
    from: Option<u64>,
}

/// Follow a match: every line of its log from one on, then each new one as it comes, until the match ends. As Server-Sent Events the
/// id of an event is the number of its line, and `Last-Event-ID` goes on after it; asked for as a WebSocket, each line is a frame.
#[utoipa::path(get, path = "/v1/matches/{game}/log", tag = "matches", params(("game" = u64, Path, description = "The match's number."), FromLine), responses(
    (status = 200, description = "The lines.", body = Object, content_type = "text/event-stream"),
    (status = 101, description = "The lines, one a frame."),
))]
pub async fn follow(
    State(services): State<Services>,
    Path(game): Path<u64>,
    Query(query): Query<FromLine>,
    headers: HeaderMap,
    peer: Option<Extension<Peer>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    let after_last = match headers.get("last-event-id") {
        None => None,
        Some(id) => {
            let id = id.to_str().ok().and_then(|id| id.parse::<u64>().ok());
            Some(id.ok_or_else(|| Error::bad(&Flaw::LastEvent))?.saturating_add(1))
        }
    };
    let from = after_last.or(query.from).unwrap_or(0);
    let peer = peer.map(|Extension(peer)| peer).unwrap_or_default();
    let lines = socket::lines(services.sockets.clone(), game, from, peer).await?;
    Ok(match upgrade {
        Ok(upgrade) => socket::frugal(upgrade).on_upgrade(move |socket| {
            let following = socket::follow(socket, services.sockets.clone(), lines);
            services.life.track(following)
        }),
        Err(_) => {
            let events = lines.map(|(number, line)| Ok::<_, Infallible>(Event::default().id(number.to_string()).data(&*line)));
            Sse::new(events).keep_alive(KeepAlive::default()).into_response()
        }
    })
}
