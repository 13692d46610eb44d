//! The judgement of a step: the verdict, what happened, and the advice, from what was seen.

use super::fault::NO_MOVE;
use super::finding::{BadEnd, DoctorAdvice, DoctorGame, Happened, Interface, StepObservation, StepVerdict, winner};
use super::record::{CloseCause, Disconnection, Record};
use super::step::{BACK_WITHIN, DoctorStep, StepName};
use message::Message;
use referee::TerminationKind;
use server::PlayedMatch;
use std::time::Duration;

/// With fewer moves a bot was not slow, but prevented from moving.
const FEW_MOVES: u32 = 3;
/// A bot that is silent for longer at the end of a game was not thinking.
const LONG_SILENCE: Duration = Duration::from_secs(12);
/// The close code of a program or a page that ends (RFC 6455, 7.4.1).
const GOING_AWAY: u16 = 1001;
/// The step itself opens fewer connections than this.
const MANY_CONNECTIONS: u32 = 4;

type Judged = (StepVerdict, Happened, Option<DoctorAdvice>);

pub fn judge(step: &DoctorStep, seen: &StepObservation<'_>) -> Judged {
    let record = seen.record;
    let connection_lost = |lost: &Disconnection| Happened::ConnectionLost { after: lost.at.as_micros() as u64, how: lost.cause.clone() };
    // A flood explains everything after it.
    if let Some(flood) = record.disconnections.iter().find(|lost| lost.is_flood) {
        return (StepVerdict::Failed, connection_lost(flood), Some(DoctorAdvice::Flood));
    }
    if let Some(judged) = many_connections(seen) {
        return judged;
    }
    if let Some(bad_end) = seen.bad_end {
        let (happened, advice) = match bad_end {
            BadEnd::Quit => (Happened::Quit, DoctorAdvice::Stay),
            BadEnd::Failure(exit) if seen.last_words.is_empty() => (Happened::DiedSilently { exit }, DoctorAdvice::Signals),
            BadEnd::Failure(exit) => (Happened::Died { exit }, DoctorAdvice::LastWords),
        };
        // The usual defect of programs that end in this step and not before.
        let advice = match step.name {
            _ if seen.ended_badly_before => advice,
            _ if record.must_pass => DoctorAdvice::Pass,
            StepName::UnknownFields => DoctorAdvice::HandleAll,
            StepName::LostConnection | StepName::RefereeRestarted if !record.is_back => DoctorAdvice::ComeBack,
            StepName::LongGameOver => DoctorAdvice::AnyLength,
            _ => advice,
        };
        return (StepVerdict::Failed, happened, Some(advice));
    }
    if let Some(judged) = seen.played.iter().find_map(|played| lost(step, seen, played)) {
        return judged;
    }
    // A connection that breaks in a game fails, even if the bot came back; so does one that breaks at a long message.
    let is_unread = |lost: &Disconnection| step.name == StepName::LongGameOver && !lost.is_clean;
    let broken = |lost: &&Disconnection| !lost.is_ours && ((record.endings as usize) < seen.played.len() || is_unread(lost));
    if let Some(lost) = record.disconnections.iter().find(broken) {
        let advice = match step.name {
            StepName::LongGameOver => DoctorAdvice::AnyLength,
            StepName::UnknownFields => DoctorAdvice::HandleAll,
            _ if lost.cause == (CloseCause::ClosedWith { code: GOING_AWAY }) => DoctorAdvice::Stay,
            _ => DoctorAdvice::ReadOn,
        };
        return (StepVerdict::Failed, connection_lost(lost), Some(advice));
    }
    if let Some(error) = record.error() {
        return (StepVerdict::Remark, Happened::RefereeError { error }, Some(DoctorAdvice::Compare));
    }
    let mut played = seen.played.iter();
    let (first, second) = (played.next(), played.next());
    let won = |played: &&PlayedMatch| winner(played) == Some(step.side);
    if step.name == StepName::WinInOne && first.filter(won).is_none_or(|played| played.plies > 1) {
        return (StepVerdict::Remark, Happened::MissedWin, Some(DoctorAdvice::LookAhead));
    }
    if step.name == StepName::OnlyPasse && record.passes == 0 {
        return (StepVerdict::Skipped, Happened::NeverPassed, None);
    }
    let Some(first) = first else { return (StepVerdict::Failed, Happened::BrokeOff, Some(DoctorAdvice::ReadOn)) };
    let second = second.map(|played| DoctorGame::of(step.side, played));
    (StepVerdict::Passed, Happened::Played { first: DoctorGame::of(step.side, first), second }, None)
}

/// The judgement of a game that did not end by the rules.
fn lost(step: &DoctorStep, seen: &StepObservation<'_>, played: &PlayedMatch) -> Option<Judged> {
    let (record, why) = (seen.record, played.why.clone());
    // In a short game a bot that thinks long may make no move.
    let is_mute = record.moves == 0 && step.time.is_none_or(|time| time > BACK_WITHIN);
    let failed = |happened, advice| (StepVerdict::Failed, happened, Some(advice));
    if Interface::of(seen.about) != Interface::WebSocket
        && let Some((happened, advice)) = lost_by_lines(step, seen, played)
    {
        return Some((if advice == DoctorAdvice::NoTakeBack { StepVerdict::Remark } else { StepVerdict::Failed }, happened, Some(advice)));
    }
    Some(match played.reason {
        Some(TerminationKind::Rules) => return None,
        Some(TerminationKind::NoShow | TerminationKind::BothNoShow | TerminationKind::Time) if let Some(error) = record.unread() => {
            let advice = match error.field.as_deref() {
                _ if record.must_pass => DoctorAdvice::Pass,
                Some("ply") => DoctorAdvice::Ply,
                Some("game") => DoctorAdvice::GameNumber,
                _ if record.turns == 0 => DoctorAdvice::SayReady,
                _ => DoctorAdvice::AnswerTurn,
            };
            failed(Happened::Unreadable { error: error.sentence.clone(), why }, advice)
        }
        Some(TerminationKind::IllegalMove | TerminationKind::Resigned | TerminationKind::Time) if record.must_pass => {
            failed(Happened::GameLost { why }, DoctorAdvice::Pass)
        }
        Some(TerminationKind::IllegalMove) if text_played(played).is_empty() => {
            failed(Happened::MoveMissing { why }, DoctorAdvice::AnswerTurn)
        }
        Some(TerminationKind::IllegalMove) => failed(Happened::GameLost { why }, DoctorAdvice::Legal),
        Some(TerminationKind::Resigned) => failed(Happened::GameLost { why }, DoctorAdvice::NoResign),
        Some(TerminationKind::NoShow | TerminationKind::BothNoShow) => failed(Happened::NotReady { why }, DoctorAdvice::SayReady),
        Some(TerminationKind::Absent | TerminationKind::BothAbsent)
            if let Some(name) = record.last_name.clone().filter(|name| *name != seen.about.name) =>
        {
            failed(Happened::BackAs { name, why }, DoctorAdvice::SameName)
        }
        Some(TerminationKind::Absent | TerminationKind::BothAbsent) => failed(Happened::NotBack { why }, DoctorAdvice::ComeBack),
        Some(TerminationKind::Time) if let Some((code, count, last)) = record.rejection() => {
            let advice = match code {
                "stale_ply" => DoctorAdvice::Ply,
                "not_your_game" | "game_over" => DoctorAdvice::GameNumber,
                _ => DoctorAdvice::AnswerTurn,
            };
            failed(Happened::Rejected { count, last: last.into(), why }, advice)
        }
        // A connected bot receives the end of the game.
        Some(TerminationKind::Time) if record.endings == 0 => failed(Happened::Gone { why }, DoctorAdvice::ComeBack),
        Some(TerminationKind::Time) if is_mute => failed(Happened::NoMove { why }, DoctorAdvice::AnswerTurn),
        // Tournaments forgive no illegal move, so that no game is lost by this.
        Some(TerminationKind::Time) if step.name == StepName::RejectedMove && (record.moves < FEW_MOVES || played.plies == 0) => {
            (StepVerdict::Remark, Happened::MoveRejected { text: NO_MOVE }, Some(DoctorAdvice::MoveAgain))
        }
        Some(TerminationKind::Time) if step.name == StepName::TwoGames => failed(Happened::GameLost { why }, DoctorAdvice::ReadOn),
        Some(TerminationKind::Time) => {
            let is_silent = record.silence() > LONG_SILENCE;
            let advice = match step.name {
                _ if record.moves >= FEW_MOVES && is_silent => DoctorAdvice::Stopped,
                _ if record.moves >= FEW_MOVES => DoctorAdvice::MindClock,
                StepName::TurnTwice | StepName::UnknownFields => DoctorAdvice::HandleAll,
                StepName::SlowLink | StepName::LostConnection | StepName::RefereeRestarted => DoctorAdvice::ComeBack,
                _ if is_silent => DoctorAdvice::AnswerTurn,
                _ => DoctorAdvice::MindClock,
            };
            failed(if is_silent { fell_silent(record, why) } else { Happened::GameLost { why } }, advice)
        }
        Some(TerminationKind::Left | TerminationKind::Annulled | TerminationKind::Adjudicated) => {
            failed(Happened::GameLost { why }, DoctorAdvice::ReadOn)
        }
        None => failed(Happened::BrokeOff, DoctorAdvice::ReadOn),
    })
}

fn fell_silent(record: &Record, why: Option<Message>) -> Happened {
    Happened::FellSilent { turns: record.moves, seconds: record.silence().as_secs(), why }
}

/// The text of the illegal move that ended a game.
fn text_played(played: &PlayedMatch) -> String {
    played.why.as_ref().and_then(|why| why.params().get("text")).map(ToString::to_string).unwrap_or_default()
}

/// The judgement of a bot that opens connections as it moves: what it says last before it closes one may be lost.
fn many_connections(seen: &StepObservation<'_>) -> Option<Judged> {
    let (connections, moves) = (seen.record.hellos, seen.record.moves);
    let is_usual = connections < MANY_CONNECTIONS || connections * 2 < moves;
    let is_lost = seen.played.iter().any(|played| played.reason != Some(TerminationKind::Rules));
    let verdict = if is_lost { StepVerdict::Failed } else { StepVerdict::Remark };
    (!is_usual).then_some((verdict, Happened::ManyConnections { connections, moves }, Some(DoctorAdvice::OneConnection)))
}

/// The finding and the advice for a line-protocol program; none if they are those of a WebSocket bot.
fn lost_by_lines(step: &DoctorStep, seen: &StepObservation<'_>, played: &PlayedMatch) -> Option<(Happened, DoctorAdvice)> {
    let (record, why) = (seen.record, played.why.clone());
    let reason = played.reason.filter(|reason| *reason != TerminationKind::Rules)?;
    if step.name == StepName::RejectedMove {
        return Some((Happened::MoveRejected { text: NO_MOVE }, DoctorAdvice::NoTakeBack));
    }
    let is_no_move = text_played(played).parse::<rules::knights::Move>().is_err();
    let is_tcp = Interface::of(seen.about) == Interface::Tcp;
    let advice = match reason {
        TerminationKind::IllegalMove | TerminationKind::Resigned | TerminationKind::Time if record.must_pass => DoctorAdvice::LinePass,
        TerminationKind::IllegalMove if is_no_move && is_tcp => DoctorAdvice::TcpOutput,
        TerminationKind::IllegalMove if is_no_move => DoctorAdvice::LineOutput,
        TerminationKind::IllegalMove => DoctorAdvice::LineMove,
        TerminationKind::Resigned if is_tcp => DoctorAdvice::TcpEnd,
        TerminationKind::Resigned => DoctorAdvice::LineEnd,
        TerminationKind::NoShow | TerminationKind::BothNoShow => DoctorAdvice::TcpConnect,
        TerminationKind::Time if record.moves == 0 && is_tcp => DoctorAdvice::TcpSilent,
        TerminationKind::Time if record.moves == 0 => DoctorAdvice::LineSilent,
        TerminationKind::Time if record.silence() > LONG_SILENCE => return Some((fell_silent(record, why), DoctorAdvice::LineStopped)),
        TerminationKind::Time => DoctorAdvice::LineClock,
        _ => return None,
    };
    Some((Happened::GameLost { why }, advice))
}
