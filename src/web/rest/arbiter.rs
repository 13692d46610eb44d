//! Report files for other arbiters' programs, byes, and the days of a ladder.

use super::access::Actor;
use super::{Body, HttpResult, Path, Query, Services, responses};
use crate::Error;
use crate::config::PLAN_BYTES;
use crate::error::RequestError;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::header;
use axum::response::IntoResponse;
use contest::BotName;
use contest::tournaments::{arbiter, log_entries};
use protocol::{CheckedReport, LadderDays, NewBye, TournamentDetail};
use referee::tournament::TournamentInput;
use runtime::work::WorkOwner;
use serde::Deserialize;
use std::sync::Arc;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct RoundsQuery {
    /// The tournament as it was after this round; after all that are over if left out.
    round: Option<u32>,
}

/// The tournament as a report file (TRF16 with the extensions XXR, XXC, XXA and XXP) that other arbiters' programs read, after any round.
#[utoipa::path(get, path = "/v1/tournaments/{id}/trf", tag = "tournaments", params(RoundsQuery), responses(
    (status = 200, description = "The file.", body = String, content_type = "text/plain"),
))]
pub async fn report(services: Services, Path(id): Path<u64>, Query(query): Query<RoundsQuery>) -> HttpResult {
    let handle = services.tournaments.find(id).await?;
    let (name, rounds) = (handle.plan.name.clone(), query.round);
    let report = handle
        .read(move |recorded| recorded.tournament.report(rounds, &name).map(|report| report.to_string()))
        .await?
        .map_err(|why| Error::NoReport { why })?;
    let disposition = format!("attachment; filename=\"tournament-{id}.trf\"");
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8".into()), (header::CONTENT_DISPOSITION, disposition)], report).into_response())
}

/// Check a report file of a Swiss (TRF16, TRFx, or the codes of 2026 that say the same): is each round paired as FIDE's Dutch system of 2025 does, and
/// the next pairings. Nothing is stored.
#[utoipa::path(post, path = "/v1/trf", tag = "tournaments", request_body(content = String, content_type = "text/plain"), responses(
    (status = 200, description = "Round by round.", body = CheckedReport),
))]
pub async fn check_report(services: Services, owner: WorkOwner, body: Result<Bytes, BytesRejection>) -> HttpResult {
    let body = body.map_err(|rejection| Error::body(&rejection, PLAN_BYTES))?;
    if body.trim_ascii().is_empty() {
        return Err(RequestError::EmptyReport.into());
    }
    let memory = services.solving.memory.clone();
    let mut checking = services.tournaments.uploads.submit_for(owner, move |stop| {
        let checked = arbiter::check(&body, &memory, &stop)?;
        Ok::<_, Error>(serde_json::to_string(&checked).expect("an answer is writable as JSON"))
    })?;
    responses::whole(&services, "application/json", checking.done().await??)
}

/// Leave a bot out of a round that has not been paired, for half a point or none: an organiser any bot, an owner its own.
#[utoipa::path(
    post, path = "/v1/tournaments/{id}/entrants/{bot}/byes", tag = "tournaments", request_body = NewBye, security(("token" = []), ()),
    responses((status = 200, description = "It is not paired in that round.", body = TournamentDetail))
)]
pub async fn bye(actor: Actor, services: Services, Path((id, bot)): Path<(u64, String)>, Body(new): Body<NewBye>) -> HttpResult {
    let name: BotName = bot.parse()?;
    actor.must_withdraw(&services, &name).await?;
    super::tournaments::send_input(&services, &actor, id, "bye", log_entries::excuse(name.to_string(), &new)).await
}

/// Have a bot paired after all in a round that it had asked to be left out of, before that round is paired.
#[utoipa::path(
    delete, path = "/v1/tournaments/{id}/entrants/{bot}/byes/{round}", tag = "tournaments", security(("token" = []), ()),
    responses((status = 200, description = "It is paired in that round.", body = TournamentDetail))
)]
pub async fn cancel_bye(actor: Actor, services: Services, Path((id, bot, round)): Path<(u64, String, u32)>) -> HttpResult {
    let name: BotName = bot.parse()?;
    actor.must_withdraw(&services, &name).await?;
    let cancelled = TournamentInput::CancelBye { name: name.to_string(), round };
    super::tournaments::send_input(&services, &actor, id, "cancel a bye", cancelled).await
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct DayQuery {
    /// This day alone, with who played; if left out, a list of all days.
    day: Option<u32>,
}

/// The days of a ladder, which are the periods of its ratings, each summarised.
#[utoipa::path(get, path = "/v1/tournaments/{id}/days", tag = "tournaments", params(DayQuery), responses(
    (status = 200, description = "The days; none in a tournament of another format.", body = LadderDays),
))]
pub async fn days(services: Services, Path(id): Path<u64>, Query(query): Query<DayQuery>) -> HttpResult {
    let handle = services.tournaments.find(id).await?;
    let days = handle.read(move |recorded| arbiter::days(&recorded.tournament, query.day)).await?;
    responses::json(&services, Arc::new(days)).await
}
