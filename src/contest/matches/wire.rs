//! Conversions between the referee's types and those of the wire and the log.

use crate::Error;
use bytestring::ByteString;
use message::{Coded, Message};
use protocol::{Accepted, Clocks, Entry, GameOver, GameResult, Info, Line, MoveRecord, Seat, Status, Transport};
use referee::{
    Charge, DisconnectPolicy, Ending, Event, EventKind, LagCompensation, MatchSettings, Micros, Phase, Termination, TimeControl,
};
use rules::{BySide, Outcome, Side};
use serde::Serialize;
use storage::{MatchRow, StorageError, StorageFailure};

pub fn seat(side: Side) -> Seat {
    match side {
        Side::White => Seat::White,
        Side::Black => Seat::Black,
    }
}

pub fn side(seat: Seat) -> Side {
    match seat {
        Seat::White => Side::White,
        Seat::Black => Side::Black,
    }
}

pub fn result(outcome: Option<Outcome>) -> GameResult {
    match outcome {
        Some(Outcome::Win(Side::White)) => GameResult::White,
        Some(Outcome::Win(Side::Black)) => GameResult::Black,
        Some(Outcome::Draw) => GameResult::Draw,
        None => GameResult::Void,
    }
}

/// The outcome of a result on the wire; none if it is void.
pub fn outcome(result: GameResult) -> Option<Outcome> {
    match result {
        GameResult::White => Some(Outcome::Win(Side::White)),
        GameResult::Black => Some(Outcome::Win(Side::Black)),
        GameResult::Draw => Some(Outcome::Draw),
        GameResult::Void => None,
    }
}

fn us(time: Option<Micros>) -> Option<u64> {
    time.map(|time| time.0)
}

pub fn clocks(clocks: &BySide<Option<Micros>>) -> Clocks {
    Clocks { white_us: us(clocks.white), black_us: us(clocks.black) }
}

pub fn charge(charge: &Charge) -> protocol::ChargeJson {
    protocol::ChargeJson {
        sent_us: charge.sent.0,
        received_us: charge.received.0,
        round_trip_us: charge.round_trip.0,
        lag_compensation_us: charge.lag_compensation.0,
        charged_us: charge.charged.0,
        stall_us: charge.stall.0,
    }
}

pub fn time_control(time: &TimeControl) -> protocol::TimeControlJson {
    protocol::TimeControlJson { budget_us: us(time.budget), increment_us: time.increment.0, per_move_us: us(time.per_move) }
}

pub fn lag_compensation(compensation: &LagCompensation) -> protocol::LagCompensationJson {
    protocol::LagCompensationJson { per_move_us: compensation.per_move.0, total_us: compensation.total.0 }
}

/// Line 0 of a match's log; `position` is that before the first move.
pub fn first_line(row: &MatchRow, position: String, settings: &MatchSettings) -> ByteString {
    let entry = Entry::Created {
        game: row.match_id,
        game_name: row.game_name.clone(),
        players: participants(&row.players),
        position,
        time: time_control(&settings.time),
        strikes: settings.strikes,
        lag_compensation: lag_compensation(&settings.lag_compensation),
        ready_timeout_us: settings.ready_timeout.0,
        forfeit_after_us: match settings.disconnect {
            DisconnectPolicy::ClockRuns => None,
            DisconnectPolicy::ForfeitAfter(limit) => Some(limit.0),
        },
    };
    json(&Line { line: 0, at_us: 0, entry })
}

pub fn status(phase: &Phase) -> Status {
    match phase {
        Phase::Waiting { .. } => Status::Waiting,
        Phase::Playing { .. } => Status::Playing,
        Phase::Over(_) => Status::Over,
    }
}

pub fn participants(players: &BySide<String>) -> protocol::Participants {
    protocol::Participants { white: players.white.clone(), black: players.black.clone() }
}

pub fn entry(event: &Event, info: Option<Info>) -> Entry {
    match &event.kind {
        EventKind::Online { side } => Entry::Online { seat: seat(*side), link: Transport::default() },
        EventKind::Offline { side } => Entry::Offline { seat: seat(*side) },
        EventKind::Ready { side } => Entry::Ready { seat: seat(*side) },
        EventKind::Started => Entry::Started,
        EventKind::Moved { side, ply, text, charge: cost, clocks: left, position } => Entry::Moved(MoveRecord {
            seat: seat(*side),
            ply: *ply,
            text: text.clone(),
            position: position.clone(),
            charge: charge(cost),
            clocks: clocks(left),
            info,
        }),
        EventKind::Struck { side, ply, text, why, strikes_left } => {
            Entry::Struck { seat: seat(*side), ply: *ply, text: text.clone(), why: why.clone(), strikes_left: *strikes_left }
        }
        EventKind::Stalled { by } => Entry::Stalled { by_us: by.0 },
        EventKind::Restarted => Entry::Restarted,
        EventKind::Ended(ending) => {
            Entry::Ended { result: result(ending.outcome), reason: ending.reason.code().into(), why: ending.reason.message() }
        }
    }
}

/// Reads line 0 of a match's log: the name of the game, the position before the first move, and the settings.
///
/// # Errors
/// When it is another line, or there is none, which is damage.
pub fn beginning(game: u64, lines: &[Line]) -> Result<(&str, &str, MatchSettings), Error> {
    let Some(Entry::Created { game_name, position, time, strikes, lag_compensation, ready_timeout_us, forfeit_after_us, .. }) =
        lines.first().map(|line| &line.entry)
    else {
        return Err(StorageError::damaged(StorageFailure::NoBeginning { game }).into());
    };
    let settings = MatchSettings {
        time: TimeControl {
            budget: time.budget_us.map(Micros),
            increment: Micros(time.increment_us),
            per_move: time.per_move_us.map(Micros),
        },
        lag_compensation: LagCompensation { per_move: Micros(lag_compensation.per_move_us), total: Micros(lag_compensation.total_us) },
        strikes: *strikes,
        ready_timeout: Micros(*ready_timeout_us),
        disconnect: forfeit_after_us.map_or(DisconnectPolicy::ClockRuns, |limit| DisconnectPolicy::ForfeitAfter(Micros(limit))),
    };
    Ok((game_name, position, settings))
}

/// The event of a line; none for line 0.
pub fn event(line: &Line) -> Option<Event> {
    let kind = match &line.entry {
        Entry::Created { .. } => return None,
        Entry::Online { seat, .. } => EventKind::Online { side: side(*seat) },
        Entry::Offline { seat } => EventKind::Offline { side: side(*seat) },
        Entry::Ready { seat } => EventKind::Ready { side: side(*seat) },
        Entry::Started => EventKind::Started,
        Entry::Moved(MoveRecord { seat, ply, text, position, charge, clocks, .. }) => EventKind::Moved {
            side: side(*seat),
            ply: *ply,
            text: text.clone(),
            charge: Charge {
                sent: Micros(charge.sent_us),
                received: Micros(charge.received_us),
                round_trip: Micros(charge.round_trip_us),
                lag_compensation: Micros(charge.lag_compensation_us),
                charged: Micros(charge.charged_us),
                stall: Micros(charge.stall_us),
            },
            clocks: BySide { white: clocks.white_us.map(Micros), black: clocks.black_us.map(Micros) },
            position: position.clone(),
        },
        Entry::Struck { seat, ply, text, why, strikes_left } => {
            EventKind::Struck { side: side(*seat), ply: *ply, text: text.clone(), why: why.clone(), strikes_left: *strikes_left }
        }
        Entry::Stalled { by_us } => EventKind::Stalled { by: Micros(*by_us) },
        Entry::Restarted => EventKind::Restarted,
        // The termination itself is not stored; nothing is judged after the end.
        Entry::Ended { result, why, .. } => {
            EventKind::Ended(Ending { outcome: outcome(*result), reason: Termination::Rules { verdict: why.clone() } })
        }
    };
    Some(Event { at: Micros(line.at_us), kind })
}

/// The side whose last connection used the line protocol and so cannot reconnect.
pub fn last_by_line(lines: &[Line]) -> Option<Side> {
    Side::BOTH.into_iter().find(|&wanted| {
        lines.iter().rev().find_map(|line| match line.entry {
            Entry::Online { seat, link } if side(seat) == wanted => Some(link == Transport::Line),
            _ => None,
        }) == Some(true)
    })
}

/// A line of a log as it is stored.
pub fn json(line: &impl Serialize) -> ByteString {
    serde_json::to_string(line).expect("a line is writable as JSON").into()
}

/// The acceptance of an earlier ply, searched from the end of the log.
pub fn accepted_before(match_id: u64, wanted: u32, log: &[ByteString]) -> Option<Accepted> {
    log.iter().rev().filter_map(|line| storage::read_line(line).ok()).find_map(|line| match line.entry {
        Entry::Moved(MoveRecord { ply, text, charge, clocks, .. }) if ply == wanted => {
            Some(Accepted { game: match_id, ply, text, charge, clocks })
        }
        _ => None,
    })
}

/// The message that a game has ended.
pub fn game_over(
    match_id: u64,
    names: &BySide<String>,
    result: GameResult,
    reason: &str,
    why: Message,
    plies: u32,
    clocks: Clocks,
) -> GameOver {
    let winner = match result {
        GameResult::White => Some(names.white.clone()),
        GameResult::Black => Some(names.black.clone()),
        GameResult::Draw | GameResult::Void => None,
    };
    let url = format!("/game/{match_id}");
    GameOver { game: match_id, result, winner, reason: reason.into(), detail: why.to_string(), why, plies, clocks, url, past: false }
}
