//! Tournaments: made, entered, run, decided.

use super::access::Actor;
use super::{Body, Path};
use crate::Error;
use crate::app::App;
use crate::tournament::{Room, Tournaments, plan, record, report};
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use protocol::{
    NewEntrant, NewTournament, NewTournamentDecision, Problem, StandingTable, TournamentDetail, TournamentList, TournamentSummary,
};
use referee::tournament::Input;
use std::sync::Arc;

/// Make a tournament, from JSON or from TOML (`Content-Type: application/toml`). It is open for entry until it is started.
#[utoipa::path(post, path = "/v1/tournaments", tag = "tournaments", security(("token" = []), ()),
    request_body(content((NewTournament = "application/json"), (String = "application/toml"))), responses(
    (status = 201, description = "The tournament is open for entry.", body = TournamentDetail),
    (status = 400, description = "The request does not read: line and field are named.", body = Problem, content_type = "application/problem+json"),
    (status = 401, description = "Registration is closed and no operator's token was shown.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn create(actor: Actor, State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> Result<impl IntoResponse, Error> {
    actor.must_organise(&app)?;
    let text = std::str::from_utf8(&body).map_err(|_| Error::BadRequest("the body is not UTF-8 text".into()))?;
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_toml = kind.starts_with("application/toml") || kind.starts_with("text/");
    let plan: NewTournament = if is_toml {
        toml::from_str(text).map_err(|error| Error::BadRequest(error.to_string().trim_end().into()))?
    } else {
        serde_json::from_str(text).map_err(|error| Error::BadRequest(error.to_string()))?
    };
    let room = Tournaments::create(&app, plan).await.map_err(|error| if is_toml { plan::locate(error, text) } else { error })?;
    let location = format!("/v1/tournaments/{}", room.id);
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(report::detail(&room))))
}

/// List the tournaments, newest first.
#[utoipa::path(get, path = "/v1/tournaments", tag = "tournaments", responses((status = 200, description = "The tournaments.", body = TournamentList)))]
pub async fn list(State(app): State<Arc<App>>) -> Result<Json<TournamentList>, Error> {
    let rows = app.storage.read(|store| store.list_tournaments()).await?;
    let summary = |row: crate::store::TournamentRow| TournamentSummary {
        tournament: row.id,
        name: row.name,
        stage: row.stage,
        created: crate::timekeeper::rfc3339(row.created_ms),
    };
    Ok(Json(TournamentList { tournaments: rows.into_iter().map(summary).collect() }))
}

/// Show one tournament: its plan, and how far it is.
#[utoipa::path(get, path = "/v1/tournaments/{id}", tag = "tournaments", params(("id" = u64, Path, description = "The tournament's number.")), responses(
    (status = 200, description = "The tournament.", body = TournamentDetail),
    (status = 404, description = "There is no such tournament.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Result<Json<TournamentDetail>, Error> {
    Ok(Json(report::detail(&*Tournaments::find(&app, id).await?)))
}

/// Enter a bot: the operator any, an owner its own.
#[utoipa::path(post, path = "/v1/tournaments/{id}/entrants", tag = "tournaments", request_body = NewEntrant, security(("token" = []), ()),
    params(("id" = u64, Path, description = "The tournament's number.")), responses(
    (status = 200, description = "It takes part.", body = TournamentDetail),
    (status = 401, description = "No token was shown, and one is needed.", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The token is not this bot's owner's.", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "There is no such tournament.", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "It takes part already, or cannot join any more.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn enter(
    actor: Actor,
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Body(entrant): Body<NewEntrant>,
) -> Result<Json<TournamentDetail>, Error> {
    let name: crate::hall::BotName = entrant.bot.parse()?;
    actor.must_own(&app, &name).await?;
    if plan::rating(entrant.rating)? != 0 {
        // Who seeds the players can choose their opponents.
        actor.must_organise(&app)?;
    }
    told(&app, id, Input::Enter { name: name.to_string(), rating: entrant.rating }).await
}

/// Withdraw a bot: the operator any, an owner its own. After the start, all that it has left to play is forfeited.
#[utoipa::path(delete, path = "/v1/tournaments/{id}/entrants/{bot}", tag = "tournaments", security(("token" = []), ()),
    params(("id" = u64, Path, description = "The tournament's number."), ("bot" = String, Path, description = "The bot's name.")), responses(
    (status = 200, description = "It takes part no more.", body = TournamentDetail),
    (status = 403, description = "The token is not this bot's owner's.", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "There is no such tournament.", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "It does not take part, or the tournament is over.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn withdraw(
    actor: Actor,
    State(app): State<Arc<App>>,
    Path((id, bot)): Path<(u64, String)>,
) -> Result<Json<TournamentDetail>, Error> {
    actor.must_own(&app, &bot).await?;
    told(&app, id, Input::Withdraw { name: bot }).await
}

/// Start, pause, resume, finish or archive a tournament.
#[utoipa::path(post, path = "/v1/tournaments/{id}/{act}", tag = "tournaments", security(("token" = []), ()), params(
    ("id" = u64, Path, description = "The tournament's number."),
    ("act" = String, Path, description = "`start`: pair, and begin to play. `pause`: let no new game begin. `resume`: go on. `finish`: end \
        it now; games that have not ended count for nobody. `archive`: let nothing change any more."),
), responses(
    (status = 200, description = "It is so.", body = TournamentDetail),
    (status = 401, description = "Registration is closed and no operator's token was shown.", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "There is no such tournament, or no such act.", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "That does not go now.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn act(actor: Actor, State(app): State<Arc<App>>, Path((id, act)): Path<(u64, String)>) -> Result<Json<TournamentDetail>, Error> {
    let input = match &*act {
        "start" => Input::Start,
        "pause" => Input::Pause,
        "resume" => Input::Resume,
        "finish" => Input::Finish,
        "archive" => Input::Archive,
        _ => return Err(Error::NotFound { path: format!("/v1/tournaments/{id}/{act}") }),
    };
    actor.must_organise(&app)?;
    told(&app, id, input).await
}

/// Decide about a game, with a reason that goes on record and on the table: adjudicate it, annul it, or have it replayed.
#[utoipa::path(post, path = "/v1/tournaments/{id}/decisions", tag = "operator", request_body = NewTournamentDecision, security(("token" = [])),
    params(("id" = u64, Path, description = "The tournament's number.")), responses(
    (status = 200, description = "The table as it is now.", body = StandingTable),
    (status = 400, description = "The decision does not read.", body = Problem, content_type = "application/problem+json"),
    (status = 401, description = "No valid token was shown.", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The token is not an operator's.", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "There is no such tournament.", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "That cannot be decided about this game.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn decide(
    actor: Actor,
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Body(new): Body<NewTournamentDecision>,
) -> Result<Json<StandingTable>, Error> {
    actor.must_operate()?;
    let bad = |field: &'static str, why: &str| Error::BadPlan { field, why: why.into() };
    let game = record::parse_key(&new.game).ok_or_else(|| bad("game", "a game's number is such as `12.2`, from the list of games"))?;
    let decision = record::decision(new.action, new.result).map_err(|why| bad("result", why))?;
    let room = Tournaments::find(&app, id).await?;
    let why: String = new.why.chars().take(200).collect();
    room.tell(Input::Decide { game, decision, why }).await?;
    Ok(Json(StandingTable::clone(&*room.table().await?)))
}

async fn told(app: &Arc<App>, id: u64, input: Input) -> Result<Json<TournamentDetail>, Error> {
    let room: Arc<Room> = Tournaments::find(app, id).await?;
    room.tell(input).await?;
    Ok(Json(report::detail(&room)))
}
