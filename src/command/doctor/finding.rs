//! The finding of a step: verdict, what happened, and advice.

use super::fault::NO_MOVE;
use super::record::{Cause, Disconnection, Frame, Record};
use super::step::{BACK_WITHIN, Step, StepName};
use message::{Coded, Message};
use protocol::{About, GameResult};
use referee::TerminationKind;
use rules::Side;
use serde::Serialize;
use server::Played;
use std::process::ExitStatus;
use std::time::Duration;

/// With fewer moves a bot was not slow, but kept from moving.
const FEW_MOVES: u32 = 3;
/// A bot that is silent for longer at the end of a game was not thinking.
const LONG_SILENCE: Duration = Duration::from_secs(12);
/// The step itself causes fewer connections than this.
const MANY_CONNECTIONS: u32 = 4;
/// The messages in a report.
const SHOWN: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Passed,
    /// No game would be lost by it.
    Remark,
    /// A game would be lost by it.
    Failed,
    Skipped,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    pub step: StepName,
    pub verdict: Verdict,
    /// What happened, in English.
    pub happened: String,
    /// The same as a code with parameters.
    pub why: Message,
    /// Messages on the wire; none if the step passed.
    pub wire: Vec<Frame>,
    /// What to change, in English; empty if nothing.
    pub change: String,
    /// The same as a code.
    pub advice: Option<Message>,
    /// The last lines of the program's output if the step failed.
    pub last_words: Vec<String>,
    pub seconds: f64,
}

/// How the program ended before its game was over, or with a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadEnd {
    Failure(Exit),
    Quit,
}

/// The exit status of a program that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("doctor_exit")]
pub enum Exit {
    Status { code: i32 },
    Signal { number: i32 },
}

impl Exit {
    pub fn of(status: ExitStatus) -> Exit {
        let signal = || Exit::Signal { number: runtime::system::signal(status).unwrap_or_default() };
        status.code().map_or_else(signal, |code| Exit::Status { code })
    }
}

#[derive(Debug, Coded)]
#[code("doctor")]
pub enum Happened {
    Played { first: PlayedGame, second: Option<PlayedGame> },
    EnoughToMend,
    OneGameFirst,
    UsualStartOnly,
    NotConnected { address: String, seconds: u64 },
    EndedBeforeHello,
    FailedBeforeHello { exit: Exit },
    HelloRefused { error: String },
    NotLetIn { name: String },
    Quit,
    Died { exit: Exit },
    DiedSilently { exit: Exit },
    ConnectionLost { after: u64, how: Cause },
    ManyConnections { connections: u32, moves: u32 },
    NoHello { how: Cause },
    ToldError { error: String },
    MissedWin,
    MoveRejected { text: &'static str },
    Rejected { count: u32, last: String, why: Option<Message> },
    FellSilent { turns: u32, seconds: u64, why: Option<Message> },
    Unreadable { error: Option<String>, why: Option<Message> },
    NotReady { why: Option<Message> },
    NotBack { why: Option<Message> },
    Gone { why: Option<Message> },
    GameLost { why: Option<Message> },
    BrokeOff,
}

/// How a game ended by the rules.
#[derive(Debug, Coded)]
#[code("doctor_game")]
pub enum PlayedGame {
    Won { plies: u32, spent: u64 },
    Lost { plies: u32, spent: u64 },
    Drawn { plies: u32, spent: u64 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("doctor_advice")]
pub enum Advice {
    GiveAddress,
    FirstMessage,
    Mask,
    OneConnection,
    Ply,
    GameNumber,
    Pass,
    StartBridge,
    SeeLastWords,
    HandleAll,
    Legal,
    ComeBack,
    AnyLength,
    Flood,
    LastWords,
    Signals,
    Stay,
    Stopped,
    ReadOn,
    Compare,
    LookAhead,
    NoResign,
    SayReady,
    AnswerTurn,
    MoveAgain,
    MindClock,
    // Of programs that speak the line protocol.
    LineEnd,
    LineMove,
    LineOutput,
    LinePass,
    LineSilent,
    NoTakeBack,
    TcpConnect,
    TcpSilent,
}

/// How a bot communicates, as its hello says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    WebSocket,
    /// Lines over the pipes of a process that the bridge starts.
    Pipes,
    /// Lines over TCP, to the bridge.
    Tcp,
}

impl Interface {
    pub fn of(about: &About) -> Interface {
        match about.lang.as_deref() {
            Some(bots::LINES_OVER_PIPES) => Interface::Pipes,
            Some(bots::LINES_OVER_TCP) => Interface::Tcp,
            _ => Interface::WebSocket,
        }
    }
}

/// What was observed in a step.
pub struct Seen<'a> {
    pub interface: Interface,
    pub record: &'a Record,
    pub played: &'a [Played],
    pub bad_end: Option<BadEnd>,
    /// Whether the program had a bad end in an earlier step, so that this step is not the reason.
    pub ended_badly_before: bool,
    pub last_words: Vec<String>,
}

type Judged = (Verdict, Happened, Option<Advice>);

impl Finding {
    pub fn of(step: &Step, seen: Seen<'_>) -> Finding {
        let (verdict, happened, advice) = judge(step, &seen);
        let wire = match verdict {
            Verdict::Passed | Verdict::Skipped => Vec::new(),
            // The missed win came first.
            Verdict::Remark if step.name == StepName::WinInOne => seen.record.first(SHOWN),
            Verdict::Remark | Verdict::Failed => seen.record.last(SHOWN),
        };
        let last_words = if verdict == Verdict::Failed { seen.last_words } else { Vec::new() };
        Finding::new(step, verdict, (&happened, advice), wire, last_words)
    }

    pub fn skipped(step: &Step, why: &Happened) -> Finding {
        Finding::new(step, Verdict::Skipped, (why, None), Vec::new(), Vec::new())
    }

    pub fn not_connected(step: &Step, (happened, advice): (Happened, Advice), record: &Record, last_words: Vec<String>) -> Finding {
        Finding::new(step, Verdict::Failed, (&happened, Some(advice)), record.last(SHOWN), last_words)
    }

    fn new(
        step: &Step,
        verdict: Verdict,
        (happened, advice): (&Happened, Option<Advice>),
        wire: Vec<Frame>,
        last_words: Vec<String>,
    ) -> Finding {
        let (happened, why, advice) = (happened.to_string(), happened.message(), advice.map(|advice| advice.message()));
        let change = advice.as_ref().map_or_else(String::new, ToString::to_string);
        Finding { step: step.name, verdict, happened, why, wire, change, advice, last_words, seconds: 0.0 }
    }
}

fn judge(step: &Step, seen: &Seen<'_>) -> Judged {
    let record = seen.record;
    let connection_lost = |lost: &Disconnection| Happened::ConnectionLost { after: lost.at.as_micros() as u64, how: lost.cause.clone() };
    // A flood explains everything after it.
    if let Some(flood) = record.disconnections.iter().find(|lost| lost.is_flood) {
        return (Verdict::Failed, connection_lost(flood), Some(Advice::Flood));
    }
    if let Some(judged) = many_connections(seen) {
        return judged;
    }
    if let Some(bad_end) = seen.bad_end {
        let (happened, advice) = match bad_end {
            BadEnd::Quit => (Happened::Quit, Advice::Stay),
            BadEnd::Failure(exit) if seen.last_words.is_empty() => (Happened::DiedSilently { exit }, Advice::Signals),
            BadEnd::Failure(exit) => (Happened::Died { exit }, Advice::LastWords),
        };
        // The usual defect of programs that end in this step and not before.
        let advice = match step.name {
            _ if seen.ended_badly_before => advice,
            _ if record.must_pass => Advice::Pass,
            StepName::UnknownFields => Advice::HandleAll,
            StepName::LostConnection | StepName::RefereeRestarted => Advice::ComeBack,
            StepName::LongGameOver => Advice::AnyLength,
            _ => advice,
        };
        return (Verdict::Failed, happened, Some(advice));
    }
    if let Some(judged) = seen.played.iter().find_map(|played| lost(step, seen, played)) {
        return judged;
    }
    // A connection that breaks in a game fails, even if the bot came back; so does one that breaks at a long message.
    let is_unread = |lost: &Disconnection| step.name == StepName::LongGameOver && !lost.is_clean;
    let broken = |lost: &&Disconnection| !lost.is_ours && ((record.endings as usize) < seen.played.len() || is_unread(lost));
    if let Some(lost) = record.disconnections.iter().find(broken) {
        let advice = match step.name {
            StepName::LongGameOver => Advice::AnyLength,
            StepName::UnknownFields => Advice::HandleAll,
            _ => Advice::ReadOn,
        };
        return (Verdict::Failed, connection_lost(lost), Some(advice));
    }
    if let Some(error) = record.error() {
        return (Verdict::Remark, Happened::ToldError { error }, Some(Advice::Compare));
    }
    let mut played = seen.played.iter();
    let (first, second) = (played.next(), played.next());
    let won = |played: &&Played| winner(played) == Some(step.side);
    if step.name == StepName::WinInOne && first.filter(won).is_none_or(|played| played.plies > 1) {
        return (Verdict::Remark, Happened::MissedWin, Some(Advice::LookAhead));
    }
    let Some(first) = first else { return (Verdict::Failed, Happened::BrokeOff, Some(Advice::ReadOn)) };
    let second = second.map(|played| PlayedGame::of(step.side, played));
    (Verdict::Passed, Happened::Played { first: PlayedGame::of(step.side, first), second }, None)
}

fn winner(played: &Played) -> Option<Side> {
    match played.result {
        GameResult::White => Some(Side::White),
        GameResult::Black => Some(Side::Black),
        GameResult::Draw | GameResult::Void => None,
    }
}

impl PlayedGame {
    fn of(side: Side, played: &Played) -> PlayedGame {
        let (plies, spent) = (played.plies, played.charged[side].as_micros() as u64);
        match winner(played) {
            Some(winner) if winner == side => PlayedGame::Won { plies, spent },
            Some(_) => PlayedGame::Lost { plies, spent },
            None => PlayedGame::Drawn { plies, spent },
        }
    }
}

/// The judgement of a game that did not end by the rules.
fn lost(step: &Step, seen: &Seen<'_>, played: &Played) -> Option<Judged> {
    let (record, why) = (seen.record, played.why.clone());
    // In a short game a bot that thinks long may make no move.
    let is_mute = record.moves == 0 && step.time.is_none_or(|time| time > BACK_WITHIN);
    let error = record.error();
    let failed = |happened, advice| (Verdict::Failed, happened, Some(advice));
    if seen.interface != Interface::WebSocket
        && let Some((happened, advice)) = lost_by_lines(step, seen, played)
    {
        return Some((if advice == Advice::NoTakeBack { Verdict::Remark } else { Verdict::Failed }, happened, Some(advice)));
    }
    Some(match played.cause {
        Some(TerminationKind::Rules) => return None,
        Some(TerminationKind::IllegalMove | TerminationKind::Resigned | TerminationKind::Time) if record.must_pass => {
            failed(Happened::GameLost { why }, Advice::Pass)
        }
        Some(TerminationKind::IllegalMove) => failed(Happened::GameLost { why }, Advice::Legal),
        Some(TerminationKind::Resigned) => failed(Happened::GameLost { why }, Advice::NoResign),
        Some(TerminationKind::NoShow | TerminationKind::NobodyCame) => failed(Happened::NotReady { why }, Advice::SayReady),
        Some(TerminationKind::Absent | TerminationKind::BothAbsent) => failed(Happened::NotBack { why }, Advice::ComeBack),
        Some(TerminationKind::Time) if let Some((code, count, last)) = record.rejection() => {
            let advice = match code {
                "stale_ply" => Advice::Ply,
                "not_your_game" | "game_over" => Advice::GameNumber,
                _ => Advice::AnswerTurn,
            };
            failed(Happened::Rejected { count, last: last.into(), why }, advice)
        }
        // A connected bot receives the end of the game.
        Some(TerminationKind::Time) if record.endings == 0 => failed(Happened::Gone { why }, Advice::ComeBack),
        Some(TerminationKind::Time) if is_mute || (error.is_some() && record.moves < FEW_MOVES) => {
            failed(Happened::Unreadable { error, why }, Advice::AnswerTurn)
        }
        // Tournaments forgive no illegal move, so that no game is lost by this.
        Some(TerminationKind::Time) if step.name == StepName::RejectedMove && (record.moves < FEW_MOVES || played.plies == 0) => {
            (Verdict::Remark, Happened::MoveRejected { text: NO_MOVE }, Some(Advice::MoveAgain))
        }
        Some(TerminationKind::Time) if step.name == StepName::TwoGames => failed(Happened::GameLost { why }, Advice::ReadOn),
        Some(TerminationKind::Time) if record.silence() > LONG_SILENCE && record.moves >= FEW_MOVES => {
            failed(Happened::FellSilent { turns: record.moves, seconds: record.silence().as_secs(), why }, Advice::Stopped)
        }
        Some(TerminationKind::Time) => {
            let advice = match step.name {
                _ if record.moves >= FEW_MOVES => Advice::MindClock,
                StepName::TurnTwice | StepName::UnknownFields => Advice::HandleAll,
                StepName::SlowLink | StepName::LostConnection | StepName::RefereeRestarted => Advice::ComeBack,
                _ => Advice::MindClock,
            };
            failed(Happened::GameLost { why }, advice)
        }
        Some(TerminationKind::Left | TerminationKind::Annulled | TerminationKind::Adjudicated) => {
            failed(Happened::GameLost { why }, Advice::ReadOn)
        }
        None => failed(Happened::BrokeOff, Advice::ReadOn),
    })
}

/// The judgement of a bot that opens connections as it moves: what it says last before it closes one may be lost.
fn many_connections(seen: &Seen<'_>) -> Option<Judged> {
    let (connections, moves) = (seen.record.hellos, seen.record.moves);
    let is_usual = connections < MANY_CONNECTIONS || connections * 2 < moves;
    let is_lost = seen.played.iter().any(|played| played.cause != Some(TerminationKind::Rules));
    let verdict = if is_lost { Verdict::Failed } else { Verdict::Remark };
    (!is_usual).then_some((verdict, Happened::ManyConnections { connections, moves }, Some(Advice::OneConnection)))
}

/// The finding and the advice for a line-protocol program; none if they are those of a WebSocket bot.
fn lost_by_lines(step: &Step, seen: &Seen<'_>, played: &Played) -> Option<(Happened, Advice)> {
    let (record, why) = (seen.record, played.why.clone());
    let cause = played.cause.filter(|cause| *cause != TerminationKind::Rules)?;
    if step.name == StepName::RejectedMove {
        return Some((Happened::MoveRejected { text: NO_MOVE }, Advice::NoTakeBack));
    }
    let text = why.as_ref().and_then(|why| why.params().get("text")).map(ToString::to_string).unwrap_or_default();
    let advice = match cause {
        TerminationKind::IllegalMove | TerminationKind::Resigned | TerminationKind::Time if record.must_pass => Advice::LinePass,
        TerminationKind::IllegalMove if text.parse::<rules::knights::Move>().is_err() => Advice::LineOutput,
        TerminationKind::IllegalMove => Advice::LineMove,
        TerminationKind::Resigned => Advice::LineEnd,
        TerminationKind::NoShow | TerminationKind::NobodyCame => Advice::TcpConnect,
        TerminationKind::Time if record.moves < FEW_MOVES && seen.interface == Interface::Tcp => Advice::TcpSilent,
        TerminationKind::Time if record.moves < FEW_MOVES => Advice::LineSilent,
        _ => return None,
    };
    Some((Happened::GameLost { why }, advice))
}
