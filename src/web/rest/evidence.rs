//! Evidence for a bot's owner: how its games ended, where its time went, when its connection broke, and what was said on the wire.

use super::access::Actor;
use super::{Path, Query, Services};
use crate::Error;
use axum::Json;
use axum::extract::State;
use contest::matches::wire;
use protocol::{BotRecord, ConnectionDrop, Entry, FrameList, GameResult, Line, RecordedGame, Seat, SlowMove};
use rules::Side;
use serde::Deserialize;
use storage::{self, MatchFilter, MatchRow};

/// How many games a record speaks of: the latest.
const GAMES: usize = 200;
/// How many slow moves, and how many connection drops, it tells at most.
const WORST: usize = 20;

/// A bot's latest games, up to 200, for its owner and the operator: why it lost, its slowest moves, and when its connection broke; and its
/// latest connections since the referee was started.
#[utoipa::path(get, path = "/v1/bots/{name}/record", tag = "bots", security(("token" = []), ()), params(("name" = String, Path, description = "The bot.")), responses(
    (status = 200, description = "The record.", body = BotRecord),
))]
pub async fn record(actor: Actor, State(services): State<Services>, Path(name): Path<String>) -> Result<Json<BotRecord>, Error> {
    actor.must_own(&services, &name).await?;
    let filter = MatchFilter { ended: Some(true), bot: Some(name.clone()), limit: GAMES, ..MatchFilter::default() };
    let connections = services.matches.connected.history.of(&name);
    let mut record = BotRecord { bot: name, connections, ..BotRecord::default() };
    for listed in services.storage.list_matches(filter).await? {
        let log = storage::whole_log(&*services.storage, listed.row.game).await?;
        let adding = move || {
            let lines = log.iter().map(|line| storage::read_line(line)).collect::<Result<Vec<_>, _>>()?;
            add(&mut record, listed.row, &lines);
            // Only the worst are told in the end.
            record.slowest_moves.sort_by_key(|mv| std::cmp::Reverse(mv.charge.charged_us));
            record.slowest_moves.truncate(WORST);
            Ok::<_, Error>(record)
        };
        record = services.tournaments.reports.submit(move |_| adding())?.done().await??;
    }
    Ok(Json(record))
}

fn add(record: &mut BotRecord, row: MatchRow, lines: &[Line]) {
    let Some(end) = row.end else { return };
    let side = if row.players.white == record.bot { Side::White } else { Side::Black };
    let seat: Seat = wire::seat(side);
    let result = match end.result {
        GameResult::Draw => "drawn",
        GameResult::Void => "void",
        GameResult::White | GameResult::Black if wire::outcome(end.result) == Some(rules::Outcome::Win(side)) => "won",
        GameResult::White | GameResult::Black => "lost",
    };
    match result {
        "won" => record.won += 1,
        "drawn" => record.drawn += 1,
        "lost" => {
            record.lost += 1;
            *record.losses_by_reason.entry(end.reason.clone()).or_default() += 1;
        }
        _ => record.void += 1,
    }
    for line in lines {
        match &line.entry {
            Entry::Moved { seat: of, ply, text, charge, .. } if *of == seat => {
                record.slowest_moves.push(SlowMove { game: row.game, ply: *ply, text: text.clone(), charge: *charge });
            }
            Entry::Offline { seat: of } if *of == seat => {
                record.drops += 1;
                if record.latest_drops.len() < WORST {
                    record.latest_drops.push(ConnectionDrop { game: row.game, at_us: line.at_us });
                }
            }
            _ => {}
        }
    }
    let opponent = row.players[side.other()].clone();
    let (game, game_name) = (row.game, row.game_name);
    record.games.push(RecordedGame {
        game,
        game_name,
        opponent,
        seat,
        result: result.into(),
        reason: end.reason,
        detail: end.why.to_string(),
    });
}

/// Whose frames.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Whose {
    /// The bot whose connection it was.
    bot: String,
}

/// What went over a bot's connection for one game, both ways, for its owner and the operator alone. Kept in memory for the latest
/// games only.
#[utoipa::path(get, path = "/v1/matches/{game}/frames", tag = "matches", security(("token" = []), ()), params(("game" = u64, Path, description = "The match's number."), Whose), responses(
    (status = 200, description = "The frames, in order; none if they are not kept any more.", body = FrameList),
))]
pub async fn frames(
    actor: Actor,
    State(services): State<Services>,
    Path(game): Path<u64>,
    Query(whose): Query<Whose>,
) -> Result<Json<FrameList>, Error> {
    actor.must_own(&services, &whose.bot).await?;
    let row = services.storage.find_match(game).await?.ok_or(contest::Error::NoSuchMatch { game })?;
    if row.players.white != whose.bot && row.players.black != whose.bot {
        return Err(contest::Error::NoSuchMatch { game }.into());
    }
    let (matches, bot) = (services.matches.clone(), whose.bot);
    let frames = services.tournaments.reports.submit(move |_| matches.frames.of(game, &bot))?.done().await?;
    Ok(Json(FrameList { game, frames }))
}
