//! What a step has shown, and what to change.

use super::course::{Course, Frame, Loss, Parting};
use super::step::{BACK_WITHIN, Step, StepName};
use super::trouble::{NO_MOVE, Trouble};
use message::{Coded, Message};
use protocol::GameResult;
use referee::TerminationKind;
use rules::Side;
use serde::Serialize;
use server::Played;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// A bot that has sent fewer moves has not been slow: something has kept it from moving.
const HARDLY_ANY: u32 = 3;
/// Whoever says nothing for so long at the end of a game has not been thinking.
const LONG_SILENCE: Duration = Duration::from_secs(12);
/// How many of the last messages are shown.
const SHOWN: usize = 8;

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// All was well.
    Passed,
    /// No game is lost by it, but it is worth knowing.
    Remark,
    /// A game would be lost by it.
    Failed,
    /// It was left out.
    Skipped,
}

/// What a step has shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The step.
    pub step: StepName,
    /// How it ended.
    pub verdict: Verdict,
    /// What happened, in English.
    pub happened: String,
    /// The same as a code with parameters.
    pub why: Message,
    /// What was on the wire; nothing if all was well.
    pub wire: Vec<Frame>,
    /// What to change, in English; empty if nothing.
    pub change: String,
    /// The same as a code.
    pub advice: Option<Message>,
    /// What the program wrote last, if that matters.
    pub last_words: Vec<String>,
    /// How long the step took.
    pub seconds: f64,
}

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// By a failure.
    Failure(Exit),
    /// By itself, before its game was over.
    Quit,
}

/// The status of a program that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("doctor_exit")]
pub enum Exit {
    Status { code: i32 },
    Signal { number: i32 },
}

impl Exit {
    /// That of a program.
    pub fn of(status: ExitStatus) -> Exit {
        let signal = || Exit::Signal { number: status.signal().unwrap_or_default() };
        status.code().map_or_else(signal, |code| Exit::Status { code })
    }
}

/// What happened in a step.
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
    ConnectionLost { after: u64, how: Parting },
    ToldError { error: String },
    MissedWin,
    MoveRejected { text: &'static str },
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

/// What to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("doctor_advice")]
pub enum Advice {
    GiveAddress,
    FirstMessage,
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
}

/// What was seen in a step.
pub struct Seen<'a> {
    /// On the wire.
    pub course: &'a Course,
    /// How its games ended.
    pub played: &'a [Played],
    /// How the program ended, if it ended badly.
    pub died: Option<Death>,
    /// Whether it had ended badly in a step before this: then it is not for this step's sake.
    pub died_before: bool,
    /// What it wrote last.
    pub last_words: Vec<String>,
}

/// A verdict, what happened, and what to change.
type Judged = (Verdict, Happened, Option<Advice>);

impl Finding {
    /// What this has shown of a step.
    pub fn of(step: &Step, seen: Seen<'_>) -> Finding {
        let (verdict, happened, advice) = judge(step, &seen);
        let wire = match verdict {
            Verdict::Passed | Verdict::Skipped => Vec::new(),
            // What it could have won by came first.
            Verdict::Remark if step.name == StepName::WinInOne => seen.course.first(SHOWN),
            Verdict::Remark | Verdict::Failed => seen.course.last(SHOWN),
        };
        let last_words = if verdict == Verdict::Failed { seen.last_words } else { Vec::new() };
        Finding::new(step, verdict, (&happened, advice), wire, last_words)
    }

    /// A step that was left out.
    pub fn skipped(step: &Step, why: &Happened) -> Finding {
        Finding::new(step, Verdict::Skipped, (why, None), Vec::new(), Vec::new())
    }

    /// The bot is not there.
    pub fn not_there(step: &Step, (happened, advice): (Happened, Advice), course: &Course, last_words: Vec<String>) -> Finding {
        Finding::new(step, Verdict::Failed, (&happened, Some(advice)), course.last(SHOWN), last_words)
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
    let course = seen.course;
    let connection_lost = |loss: &Loss| Happened::ConnectionLost { after: loss.at.as_micros() as u64, how: loss.how.clone() };
    // What came of a flood is not worth telling beside it.
    if let Some(flood) = course.losses.iter().find(|loss| loss.is_flood) {
        return (Verdict::Failed, connection_lost(flood), Some(Advice::Flood));
    }
    if let Some(died) = seen.died {
        let (happened, advice) = match died {
            Death::Quit => (Happened::Quit, Advice::Stay),
            Death::Failure(exit) if seen.last_words.is_empty() => (Happened::DiedSilently { exit }, Advice::Signals),
            Death::Failure(exit) => (Happened::Died { exit }, Advice::LastWords),
        };
        // What most programs that end here, and not before, have not thought of.
        let advice = match step.trouble {
            _ if seen.died_before => advice,
            Trouble::UnknownFields => Advice::HandleAll,
            Trouble::LostConnection => Advice::ComeBack,
            Trouble::LongGameOver => Advice::AnyLength,
            _ if step.restart => Advice::ComeBack,
            _ => advice,
        };
        return (Verdict::Failed, happened, Some(advice));
    }
    if let Some(judged) = seen.played.iter().find_map(|played| lost(step, seen, played)) {
        return judged;
    }
    // A connection that breaks in the middle of a game will be lost for good one day.
    let broken = |loss: &&Loss| !loss.is_ours && (course.endings as usize) < seen.played.len();
    if let Some(loss) = course.losses.iter().find(broken).or_else(|| unread(step, course)) {
        let advice = match step.trouble {
            Trouble::LongGameOver => Advice::AnyLength,
            Trouble::UnknownFields => Advice::HandleAll,
            _ => Advice::ReadOn,
        };
        return (Verdict::Failed, connection_lost(loss), Some(advice));
    }
    if let Some(error) = course.told("error") {
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

/// After a long message, a connection without a good-bye.
fn unread<'a>(step: &Step, course: &'a Course) -> Option<&'a Loss> {
    course.losses.iter().find(|loss| step.trouble == Trouble::LongGameOver && !loss.is_ours && !loss.is_clean)
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

/// How a game ended that did not end by the rules.
fn lost(step: &Step, seen: &Seen<'_>, played: &Played) -> Option<Judged> {
    let (course, why) = (seen.course, played.why.clone());
    // Where there is next to no time, none is enough for a bot that thinks long.
    let is_mute = course.moves == 0 && step.time.is_none_or(|time| time > BACK_WITHIN);
    let error = course.told("error");
    let failed = |happened, advice| (Verdict::Failed, happened, Some(advice));
    Some(match played.cause {
        Some(TerminationKind::Rules) => return None,
        Some(TerminationKind::IllegalMove) => failed(Happened::GameLost { why }, Advice::Legal),
        Some(TerminationKind::Resigned) => failed(Happened::GameLost { why }, Advice::NoResign),
        Some(TerminationKind::NoShow | TerminationKind::NobodyCame) => failed(Happened::NotReady { why }, Advice::SayReady),
        Some(TerminationKind::Absent | TerminationKind::BothAbsent) => failed(Happened::NotBack { why }, Advice::ComeBack),
        // Who was there was told the end.
        Some(TerminationKind::Time) if course.endings == 0 => failed(Happened::Gone { why }, Advice::ComeBack),
        Some(TerminationKind::Time) if is_mute || (error.is_some() && course.moves < HARDLY_ANY) => {
            failed(Happened::Unreadable { error, why }, Advice::AnswerTurn)
        }
        // A tournament forgives nothing, so that none is lost by this.
        Some(TerminationKind::Time) if step.trouble == Trouble::RejectedMove && (course.moves < HARDLY_ANY || played.plies == 0) => {
            (Verdict::Remark, Happened::MoveRejected { text: NO_MOVE }, Some(Advice::MoveAgain))
        }
        Some(TerminationKind::Time) if course.silence() > LONG_SILENCE && course.moves >= HARDLY_ANY => {
            failed(Happened::FellSilent { turns: course.moves, seconds: course.silence().as_secs(), why }, Advice::Stopped)
        }
        Some(TerminationKind::Time) => {
            let advice = match step.trouble {
                Trouble::TurnTwice | Trouble::UnknownFields if course.moves < HARDLY_ANY => Advice::HandleAll,
                Trouble::SlowLink | Trouble::LostConnection if course.moves < HARDLY_ANY => Advice::ComeBack,
                _ if step.restart && course.moves < HARDLY_ANY => Advice::ComeBack,
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
