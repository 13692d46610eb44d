//! What comes of a tournament: tables, games, the log, the archive.

use super::access::Actor;
use super::{Path, Query, export};
use crate::Error;
use crate::app::App;
use crate::tournament::archive::{self, Archive};
use crate::tournament::ratings::lasting;
use crate::tournament::text::Grid;
use crate::tournament::{Room, Tournaments, report};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{
    ArchiveLine, CrosstableTable, LastingRatings, Play, Problem, StandingTable, TournamentDetail, TournamentGame, TournamentGameList,
    TournamentLine, TournamentStage,
};
use serde::Deserialize;
use std::sync::Arc;

/// In which form.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TableForm {
    /// `json` (if left out), `csv`, `markdown`, or `html`: a page to be printed.
    format: Option<String>,
}

fn form(json: impl serde::Serialize, grid: impl FnOnce() -> Grid, format: Option<&str>) -> Result<Response, Error> {
    let text = |kind: &'static str, text: String| ([(header::CONTENT_TYPE, kind)], text).into_response();
    match format {
        None | Some("json") => Ok(Json(json).into_response()),
        Some("csv") => Ok(text("text/csv; charset=utf-8", grid().csv())),
        Some("markdown") => Ok(text("text/markdown; charset=utf-8", grid().markdown())),
        Some("html") => Ok(text("text/html; charset=utf-8", grid().html())),
        Some(other) => Err(Error::BadRequest(format!("`format` is json, csv, markdown or html, not `{other}`"))),
    }
}

/// Who is where, with tie-breaks, joint ratings and their 95 % intervals, and the operator's decisions.
#[utoipa::path(get, path = "/v1/tournaments/{id}/standings", tag = "tournaments", params(("id" = u64, Path, description = "The tournament's number."), TableForm), responses(
    (status = 200, description = "The table.", content((StandingTable = "application/json"), (String = "text/csv"), (String = "text/markdown"), (String = "text/html"))),
    (status = 404, description = "There is no such tournament.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn standings(State(app): State<Arc<App>>, Path(id): Path<u64>, Query(query): Query<TableForm>) -> Result<Response, Error> {
    let table = Tournaments::find(&app, id).await?.table().await?;
    form(&*table, || Grid::from(&*table), query.format.as_deref())
}

/// Who scored what against whom, and how likely who is the stronger.
#[utoipa::path(get, path = "/v1/tournaments/{id}/crosstable", tag = "tournaments", params(("id" = u64, Path, description = "The tournament's number."), TableForm), responses(
    (status = 200, description = "The table.", content((CrosstableTable = "application/json"), (String = "text/csv"), (String = "text/markdown"), (String = "text/html"))),
    (status = 404, description = "There is no such tournament.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn crosstable(State(app): State<Arc<App>>, Path(id): Path<u64>, Query(query): Query<TableForm>) -> Result<Response, Error> {
    let table = Tournaments::find(&app, id).await?.crosstable().await?;
    form(&table, || Grid::from(&table), query.format.as_deref())
}

/// Which games, and in which form.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GamesQuery {
    /// `pending`, `running`, `over` or `dropped`; all if left out.
    status: Option<String>,
    /// Only this bot's.
    bot: Option<String>,
    /// Only this round's.
    round: Option<u32>,
    /// `json` (if left out), `jsonl`: a game a line with all its moves and their evidence, or `text`: with headers, as the course's
    /// board files.
    format: Option<String>,
}

/// List or export the games of a tournament, in the order of pairing.
#[utoipa::path(get, path = "/v1/tournaments/{id}/games", tag = "tournaments", params(("id" = u64, Path, description = "The tournament's number."), GamesQuery), responses(
    (status = 200, description = "The games.", content((TournamentGameList = "application/json"), (String = "application/x-ndjson"), (String = "text/plain"))),
    (status = 404, description = "There is no such tournament.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn games(State(app): State<Arc<App>>, Path(id): Path<u64>, Query(query): Query<GamesQuery>) -> Result<Response, Error> {
    let room = Tournaments::find(&app, id).await?;
    let mut games = report::games(&room.shown());
    let is_wanted = |game: &TournamentGame| {
        query.status.as_ref().is_none_or(|status| game.status == *status)
            && query.bot.as_ref().is_none_or(|bot| game.white == *bot || game.black == *bot)
            && query.round.is_none_or(|round| game.round == round)
    };
    games.retain(is_wanted);
    let is_text = match query.format.as_deref() {
        None | Some("json") => return Ok(Json(TournamentGameList { games }).into_response()),
        Some("jsonl") => false,
        Some("text") => true,
        Some(other) => return Err(Error::BadRequest(format!("`format` is json, jsonl or text, not `{other}`"))),
    };
    let matches: Vec<u64> = games.iter().filter(|game| game.status == "over").flat_map(|game| game.matches.last().copied()).collect();
    let pieces = futures_util::stream::unfold((app, matches.into_iter()), move |(app, mut matches)| async move {
        let game = matches.next()?;
        let piece = export::piece(&app, game, is_text).await;
        Some((piece, (app, matches)))
    });
    let (kind, ending) = if is_text { ("text/plain; charset=utf-8", "txt") } else { ("application/x-ndjson", "jsonl") };
    let disposition = format!("attachment; filename=\"tournament-{id}-games.{ending}\"");
    Ok(([(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, disposition)], Body::from_stream(pieces)).into_response())
}

/// The tournament's log so far, a line of JSON each.
#[utoipa::path(get, path = "/v1/tournaments/{id}/log", tag = "tournaments", params(("id" = u64, Path, description = "The tournament's number.")), responses(
    (status = 200, description = "The lines.", body = TournamentLine, content_type = "application/x-ndjson"),
    (status = 404, description = "There is no such tournament.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn log(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Result<Response, Error> {
    let room = Tournaments::find(&app, id).await?;
    let lines: String = room.shown().lines.iter().flat_map(|line| [&**line, "\n"]).collect();
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], lines).into_response())
}

/// The whole tournament as one archive, which another Arbitre can take in: JSON lines.
#[utoipa::path(get, path = "/v1/tournaments/{id}/export", tag = "tournaments", params(("id" = u64, Path, description = "The tournament's number.")), responses(
    (status = 200, description = "The archive.", body = ArchiveLine, content_type = "application/x-ndjson"),
    (status = 404, description = "There is no such tournament.", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "The tournament has not finished.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn archive(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Result<Response, Error> {
    let room = Tournaments::find(&app, id).await?;
    let pieces = archive::write(&app, &room)?;
    let disposition = format!("attachment; filename=\"tournament-{id}.jsonl\"");
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson".into()), (header::CONTENT_DISPOSITION, disposition)], Body::from_stream(pieces))
        .into_response())
}

/// Take in an archive. Every game is played again by the rules, and the tables are worked out anew.
#[utoipa::path(post, path = "/v1/tournaments/import", tag = "tournaments", request_body(content = ArchiveLine, content_type = "application/x-ndjson"),
    security(("token" = []), ()), responses(
    (status = 201, description = "It is here, with numbers of its own.", body = TournamentDetail),
    (status = 400, description = "It is no archive, truncated, changed, or a game of it is illegal: the line is named.", body = Problem, content_type = "application/problem+json"),
    (status = 401, description = "Registration is closed and no operator's token was shown.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn import(actor: Actor, State(app): State<Arc<App>>, body: Bytes) -> Result<impl IntoResponse, Error> {
    actor.must_organise(&app)?;
    let read = tokio::task::spawn_blocking(move || {
        let text = std::str::from_utf8(&body).map_err(|_| Error::BadRequest("this is no archive: it is not text".into()))?;
        Archive::read(text)
    });
    let archive = read.await.map_err(|error| Error::Internal(error.to_string()))??;
    let room = archive.take_in(&app).await?;
    let location = format!("/v1/tournaments/{}", room.id);
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(report::detail(&room))))
}

/// Ratings that last between tournaments: Glicko-2 over all rated ones that have finished, worked out from their logs.
#[utoipa::path(get, path = "/v1/ratings", tag = "tournaments", responses((status = 200, description = "The bots, the highest rating first.", body = LastingRatings)))]
pub async fn ratings(State(app): State<Arc<App>>) -> Result<Json<LastingRatings>, Error> {
    let rows = app.storage.read(|store| store.list_tournaments()).await?;
    let mut counted: Vec<Arc<Room>> = Vec::new();
    for row in rows.into_iter().rev().filter(|row| matches!(row.stage, TournamentStage::Finished | TournamentStage::Archived)) {
        let room = Tournaments::find(&app, row.id).await?;
        // One that has come back as an archive, perhaps from here, counts once.
        let is_copy = counted.iter().any(|other| other.created_ms == room.created_ms && other.plan == room.plan);
        if room.plan.play != Some(Play::Practice) && !is_copy {
            counted.push(room);
        }
    }
    let tournaments: Vec<_> = counted.iter().map(|room| room.shown().tournament.clone()).collect();
    let work = tokio::task::spawn_blocking(move || lasting(&tournaments));
    Ok(Json(work.await.map_err(|error| Error::Internal(error.to_string()))?))
}
