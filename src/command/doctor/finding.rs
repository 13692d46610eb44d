//! The finding of a step: verdict, what happened, and advice.

use super::judge::judge;
use super::record::{CloseCause, Record, RecordedFrame};
use super::step::{DoctorStep, StepName};
use message::{Coded, Message};
use protocol::{About, GameResult};
use rules::Side;
use serde::Serialize;
use server::PlayedMatch;
use std::process::ExitStatus;

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
    RefereeError { error: String },
    MissedWin,
    MoveRejected { text: &'static str },
    Rejected { count: u32, last: String, why: Option<Message> },
    FellSilent { turns: u32, seconds: u64, why: Option<Message> },
    Unreadable { error: String, why: Option<Message> },
    NoMove { why: Option<Message> },
    MoveMissing { why: Option<Message> },
    NeverPassed,
    NotReady { why: Option<Message> },
    NotBack { why: Option<Message> },
    BackAs { name: String, why: Option<Message> },
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
    SameName,
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
    LineStopped,
    LineClock,
    NoTakeBack,
    TcpConnect,
    TcpEnd,
    TcpOutput,
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
    pub about: &'a About,
    pub record: &'a Record,
    pub played: &'a [PlayedMatch],
    pub bad_end: Option<BadEnd>,
    /// Whether the program had a bad end in an earlier step, so that this step is not the reason.
    pub ended_badly_before: bool,
    pub last_words: Vec<String>,
}

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
        let is_silent = advice == DoctorAdvice::SeeLastWords && last_words.is_empty();
        let advice = if is_silent { DoctorAdvice::Signals } else { advice };
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

pub fn winner(played: &PlayedMatch) -> Option<Side> {
    match played.result {
        GameResult::White => Some(Side::White),
        GameResult::Black => Some(Side::Black),
        GameResult::Draw | GameResult::Void => None,
    }
}

impl DoctorGame {
    pub fn of(side: Side, played: &PlayedMatch) -> DoctorGame {
        let (plies, spent) = (played.plies, played.charged[side].as_micros() as u64);
        match winner(played) {
            Some(winner) if winner == side => DoctorGame::Won { plies, spent },
            Some(_) => DoctorGame::Lost { plies, spent },
            None => DoctorGame::Drawn { plies, spent },
        }
    }
}
