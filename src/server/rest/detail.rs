//! A match as a person asks for it: folded from its log.

use crate::app::App;
use crate::store::MatchRow;
use crate::timekeeper::rfc3339;
use crate::{Error, wire};
use protocol::{Clocks, Entry, Line, MatchDetail, MatchSummary, MoveRecord, Participants, Seat, Status};
use rules::Side;

/// One match, running or over.
pub async fn detail(app: &App, game: u64) -> Result<MatchDetail, Error> {
    let row = app.storage.read(move |store| store.find_match(game)).await?.ok_or(Error::NoSuchMatch { game })?;
    let running = app.hall.find(game);
    let log = match &running {
        Some(running) => running.feed.from(0),
        None => app.storage.read(move |store| store.read_log(game, 0, usize::MAX >> 1)).await?,
    };
    let lines = log.iter().map(|line| wire::read_line(line)).collect::<Result<Vec<_>, _>>()?;
    let mut detail = fold(&row, &lines)?;
    if let (Some(running), Some(_)) = (running, detail.to_move) {
        detail.thinking_us = running.feed.thinking(app.time.now()).map(|time| time.0);
    }
    Ok(detail)
}

/// What the lines of a log say.
pub fn fold(row: &MatchRow, lines: &[Line]) -> Result<MatchDetail, Error> {
    let Some(Entry::Created { players, position, time, strikes, allowance, .. }) = lines.first().map(|line| &line.entry) else {
        return Err(Error::Storage(format!("match {} has no beginning", row.game)));
    };
    let mut detail = MatchDetail {
        summary: MatchSummary {
            game: row.game,
            players: Participants::clone(players),
            status: if row.end.is_some() { Status::Over } else { Status::Waiting },
            result: row.end.as_ref().map(|end| end.result),
            reason: row.end.as_ref().map(|end| end.reason.clone()),
            detail: row.end.as_ref().map(|end| end.detail.clone()),
            time: *time,
            created: rfc3339(row.created_ms),
            ended: row.end.as_ref().map(|end| rfc3339(end.ended_ms)),
            tournament: row.tournament,
        },
        start: position.clone(),
        position: position.clone(),
        clocks: Clocks { white_us: time.budget_us, black_us: time.budget_us },
        to_move: None,
        thinking_us: None,
        strikes: *strikes,
        allowance: *allowance,
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
            Entry::Moved { seat, ply, text, position, charge, clocks, info } => {
                detail.moves.push(MoveRecord {
                    seat: *seat,
                    ply: *ply,
                    text: text.clone(),
                    position: position.clone(),
                    charge: *charge,
                    clocks: *clocks,
                    info: info.clone(),
                });
                detail.position.clone_from(position);
                detail.clocks = *clocks;
                detail.to_move = Some(if *seat == Seat::White { Seat::Black } else { Seat::White });
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
