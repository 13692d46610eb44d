//! The running games that are worth watching, the log of a match as a live stream, and the heartbeat of the referee.

use super::access::Operator;
use super::detail::summary;
use super::extract::WebSocketRequest;
use super::{Body, HttpResult, JsonResult, Path, Query, Services, upgraded};
use crate::error::RequestError;
use crate::socket;
use axum::Json;
use axum::extract::ws::{Message, WebSocket};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use contest::matches::RunningMatch;
use futures_util::StreamExt;
use protocol::{LiveGame, LiveGames, Pin, Status};
use referee::Micros;
use rules::Side;
use runtime::Peer;
use serde::Deserialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Most games of a list.
const MOST: usize = 100;
/// A game whose clock has run for longer than this does not count as moving.
const STILL: Micros = Micros::from_secs(60);
/// Interval of the heartbeat.
pub const BEAT: Duration = Duration::from_secs(2);

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct LiveQuery {
    /// The length of the list, 1 to 100; 12 if left out.
    limit: Option<usize>,
}

/// A running game before the list is cut.
struct LiveCandidate {
    running: RunningMatch,
    both_connected: bool,
    thinking: Option<Micros>,
    ratings: [Option<f64>; 2],
}

impl LiveCandidate {
    /// Better ones are smaller: pinned, both there, moving, of a tournament, highly rated, begun first.
    fn rank(&self, pinned: Option<u64>) -> impl Ord + use<> {
        let plays = self.running.status() == Status::Playing;
        let moves = plays && self.thinking.is_none_or(|thinking| thinking < STILL);
        // An unrated bot counts as average.
        let rating: f64 = self.ratings.iter().map(|rating| rating.unwrap_or(1500.0)).sum();
        let game = self.running.row.match_id;
        Reverse((
            Some(game) == pinned,
            self.both_connected,
            moves,
            self.running.row.tournament.is_some(),
            rating.round() as i64,
            Reverse(game),
        ))
    }
}

/// The running games that are most worth looking at: the one that the operator has pinned, then those in which both bots are connected and
/// move, games of tournaments before others, the highest rated first.
#[utoipa::path(get, path = "/v1/live", operation_id = "live", tag = "matches", params(LiveQuery), responses(
    (status = 200, description = "The games.", body = LiveGames),
))]
pub async fn list(services: Services, Query(query): Query<LiveQuery>) -> JsonResult<LiveGames> {
    let limit = super::limit(query.limit, 12, MOST)?;
    // Only ratings in memory: the list does not wait for logs.
    let overall: Vec<_> = services.matches.config.games.games().map(|game| services.tournaments.latest_ratings(game)).collect();
    let pinned = services.featured.game();
    let look = services.clone();
    let ranking = move || {
        let matches = &look.matches;
        let present = matches.connected.snapshot();
        let tables = overall.iter().map(|overall| &overall.table);
        let rows = tables.flat_map(|table| table.ratings.iter().map(|row| ((&*table.game, &*row.bot), row.rating)));
        let ratings: BTreeMap<(&str, &str), f64> = rows.collect();
        let now = matches.time.now();
        let candidate = |running: RunningMatch| {
            let players = &running.row.players;
            let names = Side::BOTH.map(|side| players[side].as_str());
            LiveCandidate {
                both_connected: names.iter().all(|name| present.games.contains_key(*name)),
                ratings: names.map(|name| ratings.get(&(&*running.row.game_name, name)).copied()),
                thinking: running.thinking(now),
                running,
            }
        };
        let mut candidates: Vec<LiveCandidate> = matches.running().into_iter().map(candidate).collect();
        let running = candidates.len() as u64;
        candidates.sort_by_cached_key(|candidate| candidate.rank(pinned));
        candidates.truncate(limit);
        let live = |candidate: LiveCandidate| LiveGame {
            summary: summary(&look, &candidate.running.row),
            white_rating: candidate.ratings[0],
            black_rating: candidate.ratings[1],
            both_connected: candidate.both_connected,
            thinking_us: candidate.thinking.map(|time| time.0),
        };
        let games = candidates.into_iter().map(live).collect();
        let pinned = pinned.filter(|game| matches.find(*game).is_some());
        LiveGames { games, running, pinned }
    };
    Ok(Json(services.report(ranking).await?))
}

/// Pin the game that the page features, until it ends or the referee stops.
#[utoipa::path(put, path = "/v1/live/pinned", tag = "operator", request_body = Pin, security(("token" = [])), responses(
    (status = 200, description = "It is so.", body = Pin),
))]
pub async fn pin(Operator(actor): Operator, services: Services, Body(pin): Body<Pin>) -> JsonResult<Pin> {
    if let Some(game) = pin.game
        && services.matches.find(game).is_none()
    {
        let found = services.storage.find_match(game).await?;
        return Err(found.map_or(contest::Error::NoSuchMatch { game }.into(), |_| contest::Error::MatchOver { game }.into()));
    }
    services.featured.set(pin.game);
    tracing::info!(by = %actor, act = "pin", game = pin.game, "operator action");
    Ok(Json(pin))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct FromLine {
    /// The first line wanted; 0 if left out.
    from: Option<u64>,
}

/// Follow a match: every line of its log from one on, then each new one as it comes, until the match ends. As Server-Sent Events the
/// id of an event is the number of its line, and `Last-Event-ID` continues after it; asked for as a WebSocket, each line is a frame.
#[utoipa::path(get, path = "/v1/matches/{game}/log", tag = "matches", params(FromLine), responses(
    (status = 200, description = "The lines.", body = Object, content_type = "text/event-stream"),
    (status = 101, description = "The lines, one a frame."),
))]
pub async fn follow(
    services: Services,
    Path(match_id): Path<u64>,
    Query(query): Query<FromLine>,
    headers: HeaderMap,
    peer: Peer,
    upgrade: WebSocketRequest,
) -> HttpResult {
    let after_last = match headers.get("last-event-id") {
        None => None,
        Some(id) => {
            let id = id.to_str().ok().and_then(|id| id.parse::<u64>().ok());
            Some(id.ok_or(RequestError::LastEvent)?.saturating_add(1))
        }
    };
    let from = after_last.or(query.from).unwrap_or(0);
    let lines = socket::lines(services.sockets.clone(), match_id, from, peer).await?;
    if upgrade.is_upgrade() {
        let (life, sockets) = (services.life.clone(), services.sockets);
        return upgraded("", &life, upgrade, move |socket| socket::follow(socket, sockets, lines));
    }
    let events = lines.map(|(number, line)| Ok::<_, Infallible>(Event::default().id(number.to_string()).data(&*line)));
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

/// A WebSocket that sends `{"t": "beat"}` every two seconds. A page that misses beats shows that its data is stale.
#[utoipa::path(get, path = "/v1/heartbeat", tag = "health", responses(
    (status = 101, description = "A frame every two seconds.", body = String),
))]
pub async fn heartbeat(services: Services, upgrade: WebSocketRequest) -> HttpResult {
    let stop = services.life.stop.clone();
    upgraded("/v1/heartbeat", &services.life, upgrade, move |socket| send_heartbeats(socket, stop))
}

/// The most frames that a page may send; it has nothing to send.
const MAX_FRAMES: u32 = 100;
const HEARTBEAT_FRAME: &str = r#"{"t":"beat"}"#;

async fn send_heartbeats(mut socket: WebSocket, stop: CancellationToken) {
    let mut interval = tokio::time::interval(BEAT);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut frames = 0;
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            _ = interval.tick() => {
                // A reader that takes nothing for two seconds is disconnected.
                match tokio::time::timeout(BEAT, socket.send(Message::Text(HEARTBEAT_FRAME.into()))).await {
                    Ok(Ok(())) => {}
                    _ => break,
                }
            }
            said = socket.recv() => match said {
                Some(Ok(_)) if frames < MAX_FRAMES => frames += 1,
                _ => break,
            },
        }
    }
}

/// The game that the operator has pinned, until the referee stops; 0 for none.
#[derive(Default)]
pub struct FeaturedGame(AtomicU64);

impl FeaturedGame {
    fn game(&self) -> Option<u64> {
        Some(self.0.load(Relaxed)).filter(|game| *game != 0)
    }

    fn set(&self, match_id: Option<u64>) {
        self.0.store(match_id.unwrap_or(0), Relaxed);
    }
}
