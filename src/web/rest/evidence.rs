//! REST handlers of a bot's record for its owner: terminations, slow moves, disconnections and frames.

use super::access::Actor;
use super::{Body, JsonResult, Path, Query, Services};
use crate::Error;
use axum::Json;
use contest::BotName;
use protocol::{BotRecord, ConnectionDrop, FrameList, GameResult, NewRehearsal, RecordedGame, Rehearsal, Seat, SlowMove};
use runtime::clipped;
use serde::Deserialize;
use storage::{MatchFilter, MatchRow, SlowestMove};

/// Most games of a record, the latest.
const GAMES: usize = 200;
/// Most slow moves, and most connection drops, in a record.
const WORST: usize = 20;

/// A bot's latest games, up to 200, for its owner and the operator: why it lost, its slowest moves, and when its connection broke; and its
/// latest connections since the referee was started.
#[utoipa::path(get, path = "/v1/bots/{name}/record", tag = "bots", security(("token" = []), ()), responses(
    (status = 200, description = "The record.", body = BotRecord),
))]
pub async fn record(actor: Actor, services: Services, Path(name): Path<String>) -> JsonResult<BotRecord> {
    actor.must_own(&services, &name).await?;
    let filter = MatchFilter { ended: Some(true), bot: Some(name.clone()), limit: GAMES, ..MatchFilter::default() };
    let connections = services.matches.connected.history.of(&name);
    let mut record = BotRecord { bot: name, connections, ..BotRecord::default() };
    for row in services.storage.list_matches(filter).await? {
        add(&mut record, row);
    }
    record.slowest_moves.sort_by_key(|mv| std::cmp::Reverse(mv.charged_us));
    record.slowest_moves.truncate(WORST);
    record.latest_drops.truncate(WORST);
    Ok(Json(record))
}

fn add(record: &mut BotRecord, row: MatchRow) {
    let Some(end) = row.end else { return };
    let (seat, opponent, evidence) = match row.players.white == record.bot {
        true => (Seat::White, row.players.black, end.evidence.white),
        false => (Seat::Black, row.players.white, end.evidence.black),
    };
    let (result, count) = match (end.result, seat) {
        (GameResult::Draw, _) => ("drawn", &mut record.drawn),
        (GameResult::Void, _) => ("void", &mut record.void),
        (GameResult::White, Seat::White) | (GameResult::Black, Seat::Black) => ("won", &mut record.won),
        _ => {
            *record.losses_by_reason.entry(end.reason.clone()).or_default() += 1;
            ("lost", &mut record.lost)
        }
    };
    *count += 1;
    let (game, game_name) = (row.match_id, row.game_name);
    record.slowest_moves.extend(evidence.slowest.map(|SlowestMove { ply, text, charged_us }| SlowMove { game, ply, text, charged_us }));
    if evidence.drops > 0 {
        record.drops += evidence.drops;
        record.latest_drops.push(ConnectionDrop { game, at_us: evidence.last_drop_us });
    }
    record.games.push(RecordedGame { game, game_name, opponent, seat, result: result.into(), reason: end.reason, why: end.why });
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct Whose {
    /// The bot whose connection it was.
    bot: String,
}

/// The frames of a bot's connection for one game, in both directions, for its owner and the operator alone. Kept in memory for the latest
/// games only.
#[utoipa::path(get, path = "/v1/matches/{game}/frames", tag = "matches", security(("token" = []), ()), params(Whose), responses(
    (status = 200, description = "The frames, in order; none if they are not kept any more.", body = FrameList),
))]
pub async fn frames(actor: Actor, services: Services, Path(match_id): Path<u64>, Query(whose): Query<Whose>) -> JsonResult<FrameList> {
    actor.must_own(&services, &whose.bot).await?;
    let row = services.storage.find_match(match_id).await?.ok_or(contest::Error::NoSuchMatch { game: match_id })?;
    if row.players.white != whose.bot && row.players.black != whose.bot {
        return Err(Error::NotAPlayer { bot: clipped(&whose.bot, 40), game: match_id });
    }
    let (matches, bot) = (services.matches.clone(), whose.bot);
    let frames = services.report(move || matches.frames.of(match_id, &bot)).await?;
    Ok(Json(FrameList { game: match_id, frames }))
}

/// Report a bot's rehearsal, as `arbitre doctor --report` does. The referee trusts the owner.
#[utoipa::path(put, path = "/v1/bots/{name}/rehearsal", tag = "bots", request_body = NewRehearsal, security(("token" = []), ()), responses(
    (status = 200, description = "It is noted. The last one counts.", body = Rehearsal),
))]
pub async fn rehearse(actor: Actor, services: Services, Path(name): Path<String>, Body(new): Body<NewRehearsal>) -> JsonResult<Rehearsal> {
    let name: BotName = name.parse()?;
    actor.must_own(&services, &name).await?;
    if let Some(address) = actor.anonymous_address(&services, &name).await? {
        services.limits.admit_entry(address)?;
        services.matches.connected.history.entered(&name, address);
    }
    let tournaments = services.tournaments.clone();
    let noting = async move {
        let noted = tournaments.rehearsed(&name, new).await?;
        tracing::info!(by = %actor, act = "rehearse", bot = %name, "operator action");
        Ok(Json(noted))
    };
    services.acts.run(noting).await
}
