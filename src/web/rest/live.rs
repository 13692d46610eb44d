//! What is worth looking at now, and the heartbeat by which a page knows that this referee is alive.

use super::access::Operator;
use super::detail::summary;
use super::{Body, Query, Services};
use crate::Error;
use crate::flaw::Flaw;
use axum::Json;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use contest::matches::RunningMatch;
use protocol::{LiveGame, LiveGames, Pin, Status};
use referee::Micros;
use rules::Side;
use serde::Deserialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How many games a list holds at most.
const MOST: usize = 100;
/// A game whose clock has run for longer than this stands still, as far as those who watch are concerned.
const STILL: Micros = Micros::from_secs(60);
/// How often a page hears that the referee is alive.
pub const BEAT: Duration = Duration::from_secs(2);

/// How many.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LiveQuery {
    /// At most so many, 1 to 100; 12 if left out.
    limit: Option<usize>,
}

/// What a thread finds out about a running game before the list is cut.
struct Candidate {
    running: RunningMatch,
    both_connected: bool,
    thinking: Option<Micros>,
    ratings: [Option<f64>; 2],
}

impl Candidate {
    /// Better ones are smaller: pinned, both there, moving, of a tournament, highly rated, begun first.
    fn rank(&self, pinned: Option<u64>) -> impl Ord + use<> {
        let plays = self.running.status() == Status::Playing;
        let moves = plays && self.thinking.is_none_or(|thinking| thinking < STILL);
        // An unrated bot is taken for an average one.
        let rating: f64 = self.ratings.iter().map(|rating| rating.unwrap_or(1500.0)).sum();
        let game = self.running.row.game;
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
pub async fn list(State(services): State<Services>, Query(query): Query<LiveQuery>) -> Result<Json<LiveGames>, Error> {
    let limit = super::limit(query.limit, 12, MOST)?;
    // As far as they are known: nobody waits for a log to be read.
    let lasting: Vec<_> = services.matches.settings.games.games().map(|game| services.tournaments.latest_ratings(game)).collect();
    let pinned = services.pinned.game();
    let look = services.clone();
    let ranking = move || {
        let matches = &look.matches;
        let present = matches.connected.snapshot();
        let tables = lasting.iter().map(|lasting| &lasting.table);
        let rows = tables.flat_map(|table| table.ratings.iter().map(|row| ((&*table.game, &*row.bot), row.rating)));
        let ratings: BTreeMap<(&str, &str), f64> = rows.collect();
        let now = matches.time.now();
        let candidate = |running: RunningMatch| {
            let players = &running.row.players;
            let names = Side::BOTH.map(|side| players[side].as_str());
            Candidate {
                both_connected: names.iter().all(|name| present.games.contains_key(*name)),
                ratings: names.map(|name| ratings.get(&(&*running.row.game_name, name)).copied()),
                thinking: running.thinking(now),
                running,
            }
        };
        let mut candidates: Vec<Candidate> = matches.running().into_iter().map(candidate).collect();
        let running = candidates.len() as u64;
        candidates.sort_by_cached_key(|candidate| candidate.rank(pinned));
        candidates.truncate(limit);
        let live = |candidate: Candidate| LiveGame {
            summary: summary(&look, &candidate.running.listed()),
            white_rating: candidate.ratings[0],
            black_rating: candidate.ratings[1],
            both_connected: candidate.both_connected,
            thinking_us: candidate.thinking.map(|time| time.0),
        };
        let games = candidates.into_iter().map(live).collect();
        let pinned = pinned.filter(|game| matches.find(*game).is_some());
        LiveGames { games, running, pinned }
    };
    Ok(Json(services.tournaments.reports.submit(move |_| ranking())?.done().await?))
}

/// Pin the game that the page features, until it ends or the referee stops.
#[utoipa::path(put, path = "/v1/live/pinned", tag = "operator", request_body = Pin, security(("token" = [])), responses(
    (status = 200, description = "It is so.", body = Pin),
    (status = 404, description = "There is no such match."),
    (status = 409, description = "It is over."),
))]
pub async fn pin(Operator(actor): Operator, State(services): State<Services>, Body(pin): Body<Pin>) -> Result<Json<Pin>, Error> {
    if let Some(game) = pin.game
        && services.matches.find(game).is_none()
    {
        let found = services.storage.find_match(game).await?;
        return Err(found.map_or(contest::Error::NoSuchMatch { game }.into(), |_| contest::Error::MatchOver { game }.into()));
    }
    services.pinned.set(pin.game);
    tracing::info!(by = %actor, act = "pin", game = pin.game, "an act");
    Ok(Json(pin))
}

/// A WebSocket that says `{"t": "beat"}` every two seconds. A page that misses it for longer than that knows that nothing it shows is true any more.
#[utoipa::path(get, path = "/v1/heartbeat", tag = "health", responses(
    (status = 101, description = "A frame every two seconds.", body = String),
    (status = 400, description = "It was not asked for as a WebSocket."),
))]
pub async fn heartbeat(
    State(services): State<Services>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    let upgrade = upgrade.map_err(|_| Error::bad(&Flaw::WebSocket { path: "/v1/heartbeat" }))?;
    Ok(crate::socket::frugal(upgrade).on_upgrade(move |socket| {
        let beating = beat(socket, services.life.stop.clone());
        services.life.track(beating)
    }))
}

/// How many frames that nobody asked for are read.
const MOST_UNCALLED_FOR: u32 = 100;
/// The heartbeat, as it is sent.
const BEATING: &str = r#"{"t":"beat"}"#;

async fn beat(mut socket: WebSocket, stop: CancellationToken) {
    let mut pulse = tokio::time::interval(BEAT);
    pulse.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut uncalled_for = 0;
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            _ = pulse.tick() => {
                // Whoever takes nothing for two seconds is let go.
                match tokio::time::timeout(BEAT, socket.send(Message::Text(BEATING.into()))).await {
                    Ok(Ok(())) => {}
                    _ => break,
                }
            }
            said = socket.recv() => match said {
                // A page has nothing to say.
                Some(Ok(_)) if uncalled_for < MOST_UNCALLED_FOR => uncalled_for += 1,
                _ => break,
            },
        }
    }
}
