//! The detail of a match, folded from its log.

use super::Services;
use crate::Error;
use contest::matches::wire;
use contest::tournaments::report;
use protocol::{Clocks, Entry, Line, MatchDetail, MatchSummary, Seat, Status};
use rules::Side;
use runtime::rfc3339;
use storage::{self, MatchRow, StorageError};

/// One match, running or over.
pub async fn detail(services: &Services, match_id: u64) -> Result<MatchDetail, Error> {
    let row = services.storage.find_match(match_id).await?.ok_or(contest::Error::NoSuchMatch { game: match_id })?;
    let running = services.matches.find(match_id);
    let log = match &running {
        Some(running) => running.log(),
        None => storage::whole_log(&*services.storage, match_id).await?,
    };
    let suspended = services.matches.suspension(match_id);
    let is_damaged = suspended.is_some();
    let read = move || {
        let lines = log.iter().map(|line| storage::read_line(line));
        // Of a suspended match, the lines that read are shown.
        let lines = if is_damaged { Ok(lines.map_while(Result::ok).collect()) } else { lines.collect::<Result<Vec<_>, _>>() }?;
        fold(&row, &lines)
    };
    let detail = services.report(read).await?;
    let mut detail = match &suspended {
        Some(why) => {
            detail.map_err(|_| contest::Error::Suspended { what: contest::Suspendable::Match { game: match_id }, why: why.clone() }.into())
        }
        None => detail,
    }?;
    detail.summary.plies.get_or_insert(detail.moves.len() as u32);
    detail.summary.suspended = suspended;
    if let (Some(running), Some(_)) = (running, detail.to_move) {
        detail.thinking_us = running.thinking(services.matches.time.now()).map(|time| time.0);
    }
    Ok(detail)
}

/// Adds what the operator has decided about matches of a tournament. One that cannot be read adds nothing.
pub async fn add_decisions(services: &Services, tournament: Option<u64>, matches: impl IntoIterator<Item = &mut MatchSummary>) {
    let Some(id) = tournament else { return };
    let Ok(handle) = services.tournaments.find(id).await else { return };
    let mut decisions = handle.read(report::decisions).await.unwrap_or_default();
    matches.into_iter().for_each(|summary| summary.decision = decisions.remove(&summary.game));
}

/// A match in a list: the status of a running match is in memory.
pub fn summary(services: &Services, row: &MatchRow) -> MatchSummary {
    let mut summary = of_row(row);
    if let Some(running) = services.matches.find(summary.game) {
        summary.status = running.status();
    }
    summary.suspended = services.matches.suspension(summary.game);
    summary
}

fn of_row(row: &MatchRow) -> MatchSummary {
    let end = row.end.as_ref();
    MatchSummary {
        game: row.match_id,
        game_name: row.game_name.clone(),
        players: wire::participants(&row.players),
        status: if end.is_some() { Status::Over } else { Status::Waiting },
        result: end.map(|end| end.result),
        reason: end.map(|end| end.reason.clone()),
        why: end.map(|end| end.why.clone()),
        time: row.time,
        created: rfc3339(row.created_ms),
        ended: end.map(|end| rfc3339(end.ended_ms)),
        tournament: row.tournament,
        plies: end.map(|end| end.plies),
        suspended: None,
        decision: None,
    }
}

pub fn fold(row: &MatchRow, lines: &[Line]) -> Result<MatchDetail, Error> {
    let Some(Entry::Created { position, time, strikes, lag_compensation, .. }) = lines.first().map(|line| &line.entry) else {
        return Err(StorageError::damaged(storage::StorageFailure::NoBeginning { game: row.match_id }).into());
    };
    let mut detail = MatchDetail {
        summary: of_row(row),
        start: position.clone(),
        position: position.clone(),
        clocks: Clocks { white_us: time.budget_us, black_us: time.budget_us },
        to_move: None,
        thinking_us: None,
        strikes: *strikes,
        lag_compensation: *lag_compensation,
        moves: Vec::new(),
        lines: lines.len() as u64,
    };
    let first_to_move = if position.contains(" b ") { Side::Black } else { Side::White };
    for line in lines {
        match &line.entry {
            Entry::Started => {
                detail.summary.status = Status::Playing;
                detail.to_move = Some(wire::seat(first_to_move));
            }
            Entry::Moved(record) => {
                detail.moves.push(record.clone());
                detail.position.clone_from(&record.position);
                detail.clocks = record.clocks;
                detail.to_move = Some(if record.seat == Seat::White { Seat::Black } else { Seat::White });
            }
            Entry::Ended { .. } => {
                detail.summary.status = Status::Over;
                detail.to_move = None;
            }
            _ => {}
        }
    }
    Ok(detail)
}
