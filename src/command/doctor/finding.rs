//! The finding of a step: verdict, what happened, and advice.

use super::fault::NO_MOVE;
use super::record::{CloseCause, Disconnection, Record, RecordedFrame};
use super::step::{BACK_WITHIN, DoctorStep, StepName};
use message::{Coded, Message};
use protocol::{About, GameResult};
use referee::TerminationKind;
use rules::Side;
use serde::Serialize;
use server::PlayedMatch;
use std::process::ExitStatus;
use std::time::Duration;

/// With fewer moves a bot was not slow, but kept from moving.
const FEW_MOVES: u32 = 3;
/// A bot that is silent for longer at the end of a game was not thinking.
const LONG_SILENCE: Duration = Duration::from_secs(12);
/// The step itself causes fewer connections than this.
const MANY_CONNECTIONS: u32 = 4;
const SHOWN: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepVerdict {
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
    pub verdict: StepVerdict,
    /// What happened.
    pub why: Message,
    /// Messages on the wire; none if the step passed.
    pub wire: Vec<RecordedFrame>,
    /// What to change.
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
    Played { first: DoctorGame, second: Option<DoctorGame> },
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
    ConnectionLost { after: u64, how: CloseCause },
    ManyConnections { connections: u32, moves: u32 },
    NoHello { how: CloseCause },
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

#[derive(Debug, Coded)]
#[code("doctor_game")]
pub enum DoctorGame {
    Won { plies: u32, spent: u64 },
    Lost { plies: u32, spent: u64 },
    Drawn { plies: u32, spent: u64 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("doctor_advice")]
pub enum DoctorAdvice {
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

pub struct StepObservation<'a> {
    pub interface: Interface,
    pub record: &'a Record,
    pub played: &'a [PlayedMatch],
    pub bad_end: Option<BadEnd>,
    /// Whether the program had a bad end in an earlier step, so that this step is not the reason.
    pub ended_badly_before: bool,
    pub last_words: Vec<String>,
}

type Judged = (StepVerdict, Happened, Option<DoctorAdvice>);

impl Finding {
    pub fn of(step: &DoctorStep, seen: StepObservation<'_>) -> Finding {
        let (verdict, happened, advice) = judge(step, &seen);
        let wire = match verdict {
            StepVerdict::Passed | StepVerdict::Skipped => Vec::new(),
            // The missed win came first.
            StepVerdict::Remark if step.name == StepName::WinInOne => seen.record.first(SHOWN),
            StepVerdict::Remark | StepVerdict::Failed => seen.record.last(SHOWN),
        };
        let last_words = if verdict == StepVerdict::Failed { seen.last_words } else { Vec::new() };
        Finding::new(step, verdict, (&happened, advice), wire, last_words)
    }

    pub fn skipped(step: &DoctorStep, why: &Happened) -> Finding {
        Finding::new(step, StepVerdict::Skipped, (why, None), Vec::new(), Vec::new())
    }

    pub fn not_connected(
        step: &DoctorStep,
        (happened, advice): (Happened, DoctorAdvice),
        record: &Record,
        last_words: Vec<String>,
    ) -> Finding {
        Finding::new(step, StepVerdict::Failed, (&happened, Some(advice)), record.last(SHOWN), last_words)
    }

    fn new(
        step: &DoctorStep,
        verdict: StepVerdict,
        (happened, advice): (&Happened, Option<DoctorAdvice>),
        wire: Vec<RecordedFrame>,
        last_words: Vec<String>,
    ) -> Finding {
        let advice = advice.map(|advice| advice.message());
        Finding { step: step.name, verdict, why: happened.message(), wire, advice, last_words, seconds: 0.0 }
    }
}

fn judge(step: &DoctorStep, seen: &StepObservation<'_>) -> Judged {
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
            _ => DoctorAdvice::ReadOn,
        };
        return (StepVerdict::Failed, connection_lost(lost), Some(advice));
    }
    if let Some(error) = record.error() {
        return (StepVerdict::Remark, Happened::ToldError { error }, Some(DoctorAdvice::Compare));
    }
    let mut played = seen.played.iter();
    let (first, second) = (played.next(), played.next());
    let won = |played: &&PlayedMatch| winner(played) == Some(step.side);
    if step.name == StepName::WinInOne && first.filter(won).is_none_or(|played| played.plies > 1) {
        return (StepVerdict::Remark, Happened::MissedWin, Some(DoctorAdvice::LookAhead));
    }
    let Some(first) = first else { return (StepVerdict::Failed, Happened::BrokeOff, Some(DoctorAdvice::ReadOn)) };
    let second = second.map(|played| DoctorGame::of(step.side, played));
    (StepVerdict::Passed, Happened::Played { first: DoctorGame::of(step.side, first), second }, None)
}

fn winner(played: &PlayedMatch) -> Option<Side> {
    match played.result {
        GameResult::White => Some(Side::White),
        GameResult::Black => Some(Side::Black),
        GameResult::Draw | GameResult::Void => None,
    }
}

impl DoctorGame {
    fn of(side: Side, played: &PlayedMatch) -> DoctorGame {
        let (plies, spent) = (played.plies, played.charged[side].as_micros() as u64);
        match winner(played) {
            Some(winner) if winner == side => DoctorGame::Won { plies, spent },
            Some(_) => DoctorGame::Lost { plies, spent },
            None => DoctorGame::Drawn { plies, spent },
        }
    }
}

/// The judgement of a game that did not end by the rules.
fn lost(step: &DoctorStep, seen: &StepObservation<'_>, played: &PlayedMatch) -> Option<Judged> {
    let (record, why) = (seen.record, played.why.clone());
    // In a short game a bot that thinks long may make no move.
    let is_mute = record.moves == 0 && step.time.is_none_or(|time| time > BACK_WITHIN);
    let error = record.error();
    let failed = |happened, advice| (StepVerdict::Failed, happened, Some(advice));
    if seen.interface != Interface::WebSocket
        && let Some((happened, advice)) = lost_by_lines(step, seen, played)
    {
        return Some((if advice == DoctorAdvice::NoTakeBack { StepVerdict::Remark } else { StepVerdict::Failed }, happened, Some(advice)));
    }
    Some(match played.cause {
        Some(TerminationKind::Rules) => return None,
        Some(TerminationKind::IllegalMove | TerminationKind::Resigned | TerminationKind::Time) if record.must_pass => {
            failed(Happened::GameLost { why }, DoctorAdvice::Pass)
        }
        Some(TerminationKind::IllegalMove) => failed(Happened::GameLost { why }, DoctorAdvice::Legal),
        Some(TerminationKind::Resigned) => failed(Happened::GameLost { why }, DoctorAdvice::NoResign),
        Some(TerminationKind::NoShow | TerminationKind::NobodyCame) => failed(Happened::NotReady { why }, DoctorAdvice::SayReady),
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
        Some(TerminationKind::Time) if is_mute || (error.is_some() && record.moves < FEW_MOVES) => {
            failed(Happened::Unreadable { error, why }, DoctorAdvice::AnswerTurn)
        }
        // Tournaments forgive no illegal move, so that no game is lost by this.
        Some(TerminationKind::Time) if step.name == StepName::RejectedMove && (record.moves < FEW_MOVES || played.plies == 0) => {
            (StepVerdict::Remark, Happened::MoveRejected { text: NO_MOVE }, Some(DoctorAdvice::MoveAgain))
        }
        Some(TerminationKind::Time) if step.name == StepName::TwoGames => failed(Happened::GameLost { why }, DoctorAdvice::ReadOn),
        Some(TerminationKind::Time) if record.silence() > LONG_SILENCE && record.moves >= FEW_MOVES => {
            failed(Happened::FellSilent { turns: record.moves, seconds: record.silence().as_secs(), why }, DoctorAdvice::Stopped)
        }
        Some(TerminationKind::Time) => {
            let advice = match step.name {
                _ if record.moves >= FEW_MOVES => DoctorAdvice::MindClock,
                StepName::TurnTwice | StepName::UnknownFields => DoctorAdvice::HandleAll,
                StepName::SlowLink | StepName::LostConnection | StepName::RefereeRestarted => DoctorAdvice::ComeBack,
                _ => DoctorAdvice::MindClock,
            };
            failed(Happened::GameLost { why }, advice)
        }
        Some(TerminationKind::Left | TerminationKind::Annulled | TerminationKind::Adjudicated) => {
            failed(Happened::GameLost { why }, DoctorAdvice::ReadOn)
        }
        None => failed(Happened::BrokeOff, DoctorAdvice::ReadOn),
    })
}

/// The judgement of a bot that opens connections as it moves: what it says last before it closes one may be lost.
fn many_connections(seen: &StepObservation<'_>) -> Option<Judged> {
    let (connections, moves) = (seen.record.hellos, seen.record.moves);
    let is_usual = connections < MANY_CONNECTIONS || connections * 2 < moves;
    let is_lost = seen.played.iter().any(|played| played.cause != Some(TerminationKind::Rules));
    let verdict = if is_lost { StepVerdict::Failed } else { StepVerdict::Remark };
    (!is_usual).then_some((verdict, Happened::ManyConnections { connections, moves }, Some(DoctorAdvice::OneConnection)))
}

/// The finding and the advice for a line-protocol program; none if they are those of a WebSocket bot.
fn lost_by_lines(step: &DoctorStep, seen: &StepObservation<'_>, played: &PlayedMatch) -> Option<(Happened, DoctorAdvice)> {
    let (record, why) = (seen.record, played.why.clone());
    let cause = played.cause.filter(|cause| *cause != TerminationKind::Rules)?;
    if step.name == StepName::RejectedMove {
        return Some((Happened::MoveRejected { text: NO_MOVE }, DoctorAdvice::NoTakeBack));
    }
    let text = why.as_ref().and_then(|why| why.params().get("text")).map(ToString::to_string).unwrap_or_default();
    let advice = match cause {
        TerminationKind::IllegalMove | TerminationKind::Resigned | TerminationKind::Time if record.must_pass => DoctorAdvice::LinePass,
        TerminationKind::IllegalMove if text.parse::<rules::knights::Move>().is_err() => DoctorAdvice::LineOutput,
        TerminationKind::IllegalMove => DoctorAdvice::LineMove,
        TerminationKind::Resigned => DoctorAdvice::LineEnd,
        TerminationKind::NoShow | TerminationKind::NobodyCame => DoctorAdvice::TcpConnect,
        TerminationKind::Time if record.moves < FEW_MOVES && seen.interface == Interface::Tcp => DoctorAdvice::TcpSilent,
        TerminationKind::Time if record.moves < FEW_MOVES => DoctorAdvice::LineSilent,
        _ => return None,
    };
    Some((Happened::GameLost { why }, advice))
}
