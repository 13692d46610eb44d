//! What arbiters ask for: report files that other programs read, byes, and the closed days of a ladder.

use super::access::Actor;
use super::{Body, Path, Query, Services, large};
use crate::Error;
use crate::flaw::Flaw;
use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use contest::BotName;
use contest::tournaments::{arbiter, record};
use protocol::{CheckedReport, LadderDays, NewBye, TournamentDetail};
use referee::tournament::Input;
use runtime::Peer;
use runtime::work::Asker;
use serde::Deserialize;
use std::sync::Arc;

/// Which rounds.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RoundsQuery {
    /// The tournament as it was after so many rounds; all that have been played to their end if left out.
    round: Option<u32>,
}

/// The tournament as a report file (TRF16 with the extensions XXR, XXC, XXA and XXP) that other arbiters' programs read, after any round.
#[utoipa::path(get, path = "/v1/tournaments/{id}/trf", tag = "tournaments", params(("id" = u64, Path, description = "The tournament's number."), RoundsQuery), responses(
    (status = 200, description = "The file.", body = String, content_type = "text/plain"),
    (status = 409, description = "The format has no room for it: encounters of several games, or no rounds; or the round has not been played to its end."),
))]
pub async fn report(State(services): State<Services>, Path(id): Path<u64>, Query(query): Query<RoundsQuery>) -> Result<Response, Error> {
    let handle = services.tournaments.find(id).await?;
    let (name, rounds) = (handle.plan.name.clone(), query.round);
    let report = handle.read(move |recorded| recorded.tournament.report(rounds, &name).map(|report| report.to_string())).await??;
    let disposition = format!("attachment; filename=\"tournament-{id}.trf\"");
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8".into()), (header::CONTENT_DISPOSITION, disposition)], report).into_response())
}

/// Check a report file of a Swiss (TRF16, TRFx, or the codes of 2026 that say the same): is each round paired as FIDE's Dutch system of 2025 does, and
/// who meets whom next? Nothing is kept.
#[utoipa::path(post, path = "/v1/trf", tag = "tournaments", request_body(content = String, content_type = "text/plain"), responses(
    (status = 200, description = "Round by round.", body = CheckedReport),
    (status = 400, description = "It does not read: line and columns are named; it is too large; or it is of another system than a Swiss."),
))]
pub async fn check_report(
    State(services): State<Services>,
    peer: Option<Extension<Peer>>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Error> {
    let body = super::tournaments::whole(body)?;
    if body.trim_ascii().is_empty() {
        return Err(Error::bad(&Flaw::EmptyReport));
    }
    let asker = Asker::from(peer.and_then(|Extension(peer)| peer.address));
    let memory = services.solving.memory.clone();
    let mut checking = services.tournaments.uploads.submit_for(asker, move |stop| {
        let checked = arbiter::check(&body, &memory, &stop)?;
        Ok::<_, Error>(serde_json::to_string(&checked).expect("an answer is writable as JSON"))
    })?;
    large::whole(&services, "application/json", checking.done().await??)
}

/// Leave a bot out of a round that has not been paired, for half a point's or no points: whoever organises any bot, an owner its own.
#[utoipa::path(post, path = "/v1/tournaments/{id}/entrants/{bot}/byes", tag = "tournaments", request_body = NewBye, security(("token" = []), ()),
    params(("id" = u64, Path, description = "The tournament's number."), ("bot" = String, Path, description = "The bot's name.")), responses(
    (status = 200, description = "It is not paired in that round.", body = TournamentDetail),
    (status = 409, description = "Not in that round, or it has had its half points."),
))]
pub async fn bye(
    actor: Actor,
    State(services): State<Services>,
    Path((id, bot)): Path<(u64, String)>,
    Body(new): Body<NewBye>,
) -> Result<Response, Error> {
    let name: BotName = bot.parse()?;
    actor.must_withdraw(&services, &name).await?;
    super::tournaments::told(&services, &actor, id, "bye", record::excuse(name.to_string(), &new)).await
}

/// Have a bot paired after all in a round that it had asked to be left out of, before that round is paired.
#[utoipa::path(delete, path = "/v1/tournaments/{id}/entrants/{bot}/byes/{round}", tag = "tournaments", security(("token" = []), ()),
    params(("id" = u64, Path, description = "The tournament's number."), ("bot" = String, Path, description = "The bot's name."),
        ("round" = u32, Path, description = "The round, from 1.")), responses(
    (status = 200, description = "It is paired in that round.", body = TournamentDetail),
    (status = 409, description = "It has no bye in that round, or the round has been paired."),
))]
pub async fn cancel_bye(
    actor: Actor,
    State(services): State<Services>,
    Path((id, bot, round)): Path<(u64, String, u32)>,
) -> Result<Response, Error> {
    let name: BotName = bot.parse()?;
    actor.must_withdraw(&services, &name).await?;
    let cancelled = Input::CancelBye { name: name.to_string(), round };
    super::tournaments::told(&services, &actor, id, "cancel a bye", cancelled).await
}

/// Which day of a ladder.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DayQuery {
    /// This day alone, with who played; if left out, a list of all days.
    day: Option<u32>,
}

/// The days of a ladder, which are the periods of its ratings, each summarised.
#[utoipa::path(get, path = "/v1/tournaments/{id}/days", tag = "tournaments", params(("id" = u64, Path, description = "The tournament's number."), DayQuery), responses(
    (status = 200, description = "The days; none in a tournament of another format.", body = LadderDays),
))]
pub async fn days(State(services): State<Services>, Path(id): Path<u64>, Query(query): Query<DayQuery>) -> Result<Response, Error> {
    let handle = services.tournaments.find(id).await?;
    let days = handle.read(move |recorded| arbiter::days(&recorded.tournament, query.day)).await?;
    large::json(&services, Arc::new(days)).await
}
