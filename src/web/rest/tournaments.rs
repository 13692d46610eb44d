//! REST handlers of tournaments: create, enter, start, decide, delete.

use super::access::{Actor, Organiser};
use super::{Body, HttpResult, JsonResult, Path, Query, Services};
use crate::Error;
use crate::config::{BODY_BYTES, PLAN_BYTES};
use crate::error::{AccessError, RequestError};
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use contest::BotName;
use contest::tournaments::{ReadPlan, TournamentHandle, log_entries, plan};
use protocol::json::{self, UnreadableJson};
use protocol::{
    EntryRule, FormatInfo, FormatList, NewEntrant, NewTournament, NewTournamentDecision, RollCall, StandingTable, TournamentDetail,
    TournamentFormat, TournamentList, TournamentSummary,
};
use referee::format::AnyFormat;
use referee::tournament::{Stage, TournamentCommandError, TournamentInput};
use runtime::{clipped, rfc3339};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use storage::{TournamentFilter, TournamentRow};

/// Make a tournament, from JSON or from TOML (`Content-Type: application/toml`). It is open for entry until it is started.
#[utoipa::path(
    post, path = "/v1/tournaments", tag = "tournaments", security(("token" = []), ()),
    request_body(content((NewTournament = "application/json"), (String = "application/toml"))),
    responses((status = 201, description = "The tournament is open for entry.", body = TournamentDetail))
)]
pub async fn create(
    Organiser(actor): Organiser,
    services: Services,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<impl IntoResponse, Error> {
    let body = body.map_err(|rejection| Error::body(&rejection, PLAN_BYTES))?;
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_toml = kind.starts_with("application/toml") || kind.starts_with("text/");
    let tournaments = services.tournaments.clone();
    let making = async move {
        let made = tournaments.create(move || read(&body, is_toml)).await?;
        tracing::info!(by = %actor, tournament = made.id, act = "create", "operator action");
        Ok::<_, Error>(made)
    };
    let made = services.acts.run(making).await?;
    let location = format!("/v1/tournaments/{}", made.id);
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], detail(&services, &made).await?))
}

/// List the formats of tournaments, and the fields of a plan that mean something in each.
#[utoipa::path(get, path = "/v1/formats", tag = "tournaments", responses((status = 200, description = "The formats.", body = FormatList)))]
pub async fn formats() -> Json<FormatList> {
    let described = |word: &&str| {
        let format = TournamentFormat::from_word(word).expect("every format has its word on the wire");
        let texts = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        FormatInfo { format, parameters: texts(AnyFormat::parameters_of(word)), criteria: texts(&AnyFormat::criteria_of(word)) }
    };
    Json(FormatList { formats: AnyFormat::WORDS.iter().map(described).collect() })
}

/// A plan from its text, and where in the text a field stands.
fn read(body: &[u8], is_toml: bool) -> Result<ReadPlan, contest::Error> {
    let refused = |why| match why {
        UnreadableJson::Field(field) => field.into(),
        why => contest::Error::bad(&why),
    };
    if !is_toml {
        return Ok((json::from_body(body).map_err(refused)?, Box::new(|error| error)));
    }
    let text = std::str::from_utf8(body).map_err(|_| contest::Error::bad(&RequestError::NotUtf8))?;
    let fields: Value = toml::from_str(text).map_err(|error| {
        let begins = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        contest::Error::bad(&RequestError::Toml { line: begins.matches('\n').count() + 1 })
    })?;
    let text = text.to_string();
    let plan = json::from_value(&fields).map_err(|why| plan::locate(refused(why), &text))?;
    Ok((plan, Box::new(move |error| plan::locate(error, &text))))
}

const PAGE: usize = 100;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct TournamentsQuery {
    /// The length of the page, 1 to 100; 100 if left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<usize>,
    /// Only tournaments with a smaller number: the `next` of the page before.
    before: Option<u64>,
}

/// List the tournaments, newest first.
#[utoipa::path(get, path = "/v1/tournaments", tag = "tournaments", params(TournamentsQuery), responses(
    (status = 200, description = "A page of tournaments.", body = TournamentList),
))]
pub async fn list(services: Services, Query(query): Query<TournamentsQuery>) -> JsonResult<TournamentList> {
    let limit = super::limit(query.limit, PAGE, PAGE)?;
    let filter = TournamentFilter { before: query.before, limit: limit + 1, ..TournamentFilter::default() };
    let mut rows = services.storage.list_tournaments(filter).await?;
    let next = (rows.len() > limit).then(|| rows[limit - 1].id);
    rows.truncate(limit);
    let summary = |TournamentRow { id, name, game, format, entrants, stage, created_ms, winner }: TournamentRow| TournamentSummary {
        tournament: id,
        name,
        game,
        format,
        entrants,
        stage,
        created: rfc3339(created_ms),
        winner,
        suspended: services.tournaments.suspension(id),
    };
    Ok(Json(TournamentList { tournaments: rows.into_iter().map(summary).collect(), next }))
}

/// Show one tournament: its plan, and how far it is.
#[utoipa::path(get, path = "/v1/tournaments/{id}", tag = "tournaments", responses(
    (status = 200, description = "The tournament.", body = TournamentDetail),
))]
pub async fn show(services: Services, Path(id): Path<u64>) -> HttpResult {
    detail(&services, &services.tournaments.find(id).await?).await
}

/// Enter a bot: the operator any, an owner its own.
#[utoipa::path(
    post, path = "/v1/tournaments/{id}/entrants", tag = "tournaments", request_body = NewEntrant, security(("token" = []), ()),
    responses((status = 200, description = "It takes part.", body = TournamentDetail))
)]
pub async fn enter(actor: Actor, services: Services, Path(id): Path<u64>, Body(entrant): Body<NewEntrant>) -> HttpResult {
    let name: BotName = entrant.bot.parse()?;
    actor.must_own(&services, &name).await?;
    if plan::rating(entrant.rating)? != 0 {
        // Seeding influences the pairing.
        actor.must_organise(&services).await?;
    }
    let refused = match services.tournaments.find(id).await?.plan.entry {
        Some(EntryRule::Token) if !actor.owns(&services, &name).await? => Some(AccessError::EntryByToken { id, bot: name.to_string() }),
        Some(EntryRule::List) => Some(AccessError::EntryByList { id }),
        _ => None,
    };
    if let Some(refused) = refused {
        actor.must_organise(&services).await.map_err(|_| refused)?;
    }
    services.tournaments.may_enter(id, &name).await?;
    if let Some(address) = actor.anonymous_address(&services, &name).await? {
        services.tournaments.check_look(id, &name).await?;
        services.limits.admit_entry(address)?;
        services.matches.connected.history.entered(&name, address);
    }
    send_input(&services, &actor, id, "enter", TournamentInput::Enter { name: name.to_string(), rating: entrant.rating }).await
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The reason, cut to 200 characters; after the start it is shown in the table.
    why: Option<String>,
}

const MAX_OF_A_REASON: usize = 200;

/// Withdraw a bot: an organiser any, an owner its own. After the start, its remaining games are forfeited.
#[utoipa::path(
    delete, path = "/v1/tournaments/{id}/entrants/{bot}", tag = "tournaments", security(("token" = []), ()), params(Reason),
    responses((status = 200, description = "It takes part no more.", body = TournamentDetail))
)]
pub async fn withdraw(actor: Actor, services: Services, Path((id, bot)): Path<(u64, String)>, Query(reason): Query<Reason>) -> HttpResult {
    let why = clipped(reason.why.unwrap_or_default().trim(), MAX_OF_A_REASON);
    let name = bot.parse::<BotName>().map_or(bot, |name| name.to_string());
    actor.must_withdraw(&services, &name).await?;
    send_input(&services, &actor, id, "withdraw", TournamentInput::Withdraw { name, why }).await
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct Unwanted {
    /// The name of an entrant: those that were entered or connected from its address, and itself. If left out: those that have never connected, and
    /// whose names have no token.
    beside: Option<String>,
}

/// Withdraw many bots: those from the address of one, or those that never came.
#[utoipa::path(
    delete, path = "/v1/tournaments/{id}/entrants", tag = "tournaments", security(("token" = []), ()), params(Unwanted),
    responses((status = 200, description = "They take part no more.", body = TournamentDetail))
)]
pub async fn withdraw_all(
    Organiser(actor): Organiser,
    services: Services,
    Path(id): Path<u64>,
    Query(which): Query<Unwanted>,
) -> HttpResult {
    let tournaments = services.tournaments.clone();
    let withdrawing = async move {
        let unwanted = match which.beside {
            Some(bot) => tournaments.entered_from_address_of(id, &bot.parse()?).await?,
            None => tournaments.never_connected(id).await?,
        };
        let stage = tournaments.find(id).await?.read(|recorded| recorded.tournament.stage()).await?;
        if matches!(stage, Stage::Finished | Stage::Archived) {
            return Err(contest::Error::Refused(TournamentCommandError::NotNow { stage, action: "withdraw" }).into());
        }
        let withdraw = |name: String| tournaments.send(id, TournamentInput::Withdraw { name, why: String::new() });
        futures_util::future::try_join_all(unwanted.into_iter().map(withdraw)).await?;
        tracing::info!(by = %actor, tournament = id, act = "withdraw all", "operator action");
        Ok::<_, Error>(tournaments.find(id).await?)
    };
    detail(&services, &services.acts.run(withdrawing).await?).await
}

/// Start, pause, resume, finish or archive a tournament.
#[utoipa::path(
    post, path = "/v1/tournaments/{id}/{act}", tag = "tournaments", security(("token" = []), ()),
    params(("act" = String, Path, description = "`start`: pair, and begin to play. `pause`: let no new game begin. `resume`: continue, \
        after a pause, or after an end that was a mistake: what that cut off is played. `finish`: end it now; games that have not ended \
        are void. `archive`: let nothing change any more.")),
    responses((status = 200, description = "It is so.", body = TournamentDetail))
)]
pub async fn act(Organiser(actor): Organiser, services: Services, Path((id, act)): Path<(u64, String)>, request: Request) -> HttpResult {
    // The body is ignored, but the command begins only when the request has arrived whole.
    Bytes::from_request(request, &services).await.map_err(|rejection| Error::body(&rejection, BODY_BYTES))?;
    let input = match &*act {
        "start" => TournamentInput::Start,
        "pause" => TournamentInput::Pause,
        "resume" => TournamentInput::Resume,
        "finish" => TournamentInput::Finish,
        "archive" => TournamentInput::Archive,
        _ => return Err(Error::NotFound { path: format!("/v1/tournaments/{id}/{act}") }),
    };
    if input == TournamentInput::Start {
        services.tournaments.must_have_rehearsed(id).await?;
    }
    send_input(&services, &actor, id, &act, input).await
}

/// Decide about a game, with a reason that is recorded and shown in the table: adjudicate it, annul it, or have it replayed.
#[utoipa::path(
    post, path = "/v1/tournaments/{id}/decisions", operation_id = "decide_game", tag = "tournaments", request_body = NewTournamentDecision,
    security(("token" = []), ()),
    responses((status = 200, description = "The table as it is now.", body = StandingTable))
)]
pub async fn decide(
    Organiser(actor): Organiser,
    services: Services,
    Path(id): Path<u64>,
    Body(new): Body<NewTournamentDecision>,
) -> HttpResult {
    let game = log_entries::parse_key("game", &new.game)?;
    let decision = log_entries::decision(new.action, new.result)?;
    let why = clipped(&new.why, MAX_OF_A_REASON);
    tracing::info!(by = %actor, tournament = id, act = "decide", game = %game, why, "operator action");
    let decided = services.tournaments.send(id, TournamentInput::Decide { game, decision, why }).await?;
    super::responses::json(&services, decided.standings().await?).await
}

/// Sends a command to a tournament, and logs who sent it.
pub async fn send_input(services: &Services, actor: &Actor, id: u64, act: &str, input: TournamentInput) -> HttpResult {
    let bot = match &input {
        TournamentInput::Enter { name, .. }
        | TournamentInput::Withdraw { name, .. }
        | TournamentInput::Excuse { name, .. }
        | TournamentInput::CancelBye { name, .. } => Some(name.clone()),
        _ => None,
    };
    let (tournaments, by, act) = (services.tournaments.clone(), actor.to_string(), act.to_string());
    let telling = async move {
        let handle = tournaments.send(id, input).await?;
        tracing::info!(%by, tournament = id, act, bot, "operator action");
        Ok::<_, Error>(handle)
    };
    detail(services, &services.acts.run(telling).await?).await
}

/// The detail of a tournament; its plan may name thousands.
pub async fn detail(services: &Services, handle: &Arc<TournamentHandle>) -> HttpResult {
    let text = handle.detail_as(|detail| serde_json::to_string(&detail).expect("an answer is writable as JSON")).await?;
    super::responses::whole(services, "application/json", text)
}

/// Call the roll: which entrants are connected, absent or unknown, and which have rehearsed.
#[utoipa::path(get, path = "/v1/tournaments/{id}/check", tag = "tournaments", responses(
    (status = 200, description = "The entrants.", body = RollCall),
))]
pub async fn check(services: Services, Path(id): Path<u64>) -> JsonResult<RollCall> {
    Ok(Json(services.tournaments.roll_call(id).await?))
}

/// Delete a tournament without games: one that is open, or was finished before any game was played.
#[utoipa::path(delete, path = "/v1/tournaments/{id}", tag = "tournaments", security(("token" = []), ()), responses(
    (status = 204, description = "It is no longer there."),
))]
pub async fn delete(Organiser(actor): Organiser, services: Services, Path(id): Path<u64>) -> Result<StatusCode, Error> {
    let tournaments = services.tournaments.clone();
    let deleting = async move {
        tournaments.delete(id).await?;
        tracing::info!(by = %actor, tournament = id, act = "delete", "operator action");
        Ok(StatusCode::NO_CONTENT)
    };
    services.acts.run(deleting).await
}
