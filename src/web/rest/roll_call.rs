//! Who is there before a tournament, and who has rehearsed.

use super::access::{Actor, Organiser};
use super::{Body, Path, Services};
use crate::Error;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use contest::BotName;
use protocol::{NewRehearsal, Rehearsal, RollCall};

/// Tell how a bot's rehearsal went: `arbitre doctor --report` does. The referee takes the owner's word for it.
#[utoipa::path(put, path = "/v1/bots/{name}/rehearsal", tag = "bots", request_body = NewRehearsal, security(("token" = []), ()),
    params(("name" = String, Path, description = "The bot's name.")), responses(
    (status = 200, description = "It is noted. The last one counts.", body = Rehearsal),
))]
pub async fn rehearse(
    actor: Actor,
    State(services): State<Services>,
    Path(name): Path<String>,
    Body(new): Body<NewRehearsal>,
) -> Result<Json<Rehearsal>, Error> {
    let name: BotName = name.parse()?;
    actor.must_own(&services, &name).await?;
    if let Some(address) = actor.stranger_from(&services).await {
        services.limits.admit_entry(address)?;
        services.matches.connected.history.entered(&name, address);
    }
    let tournaments = services.tournaments.clone();
    let noting = async move {
        let noted = tournaments.rehearsed(&name, new).await?;
        tracing::info!(by = %actor, act = "rehearse", bot = %name, "an act");
        Ok(Json(noted))
    };
    services.acts.run(noting).await
}

/// Call the roll: which entrants are connected, absent, or known to nobody, and who has rehearsed.
#[utoipa::path(get, path = "/v1/tournaments/{id}/check", tag = "tournaments", params(("id" = u64, Path, description = "The tournament's number.")), responses(
    (status = 200, description = "The entrants.", body = RollCall),
))]
pub async fn check(State(services): State<Services>, Path(id): Path<u64>) -> Result<Json<RollCall>, Error> {
    Ok(Json(services.tournaments.roll_call(id).await?))
}

/// Delete a tournament in which nobody has played: one that is open, or was finished before any game was played.
#[utoipa::path(delete, path = "/v1/tournaments/{id}", tag = "tournaments", security(("token" = []), ()),
    params(("id" = u64, Path, description = "The tournament's number.")), responses(
    (status = 204, description = "It is no longer there."),
    (status = 409, description = "Somebody has played in it, or it is running."),
))]
pub async fn delete(Organiser(actor): Organiser, State(services): State<Services>, Path(id): Path<u64>) -> Result<StatusCode, Error> {
    let tournaments = services.tournaments.clone();
    let deleting = async move {
        tournaments.delete(id).await?;
        tracing::info!(by = %actor, tournament = id, act = "delete", "an act");
        Ok(StatusCode::NO_CONTENT)
    };
    services.acts.run(deleting).await
}
