//! What a step has shown, and what to change.

use super::course::{Course, Frame, Loss};
use super::step::{BACK_WITHIN, Step, WIN};
use super::trouble::{NO_MOVE, Trouble};
use protocol::GameResult;
use referee::Cause;
use rules::Side;
use serde::Serialize;
use server::Played;
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
    pub step: &'static str,
    /// How it ended.
    pub verdict: Verdict,
    /// What happened.
    pub happened: String,
    /// What was on the wire; nothing if all was well.
    pub wire: Vec<Frame>,
    /// What to change; empty if nothing.
    pub change: String,
    /// What the program wrote last, if that matters.
    pub last_words: Vec<String>,
    /// How long the step took.
    pub seconds: f64,
}

/// How the program ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Death {
    /// By a failure, in words.
    Failure(String),
    /// By itself, before its game was over.
    Quit,
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
type Judged = (Verdict, String, &'static str);

const HANDLE_ALL: &str = "Look at the field `t` of every message, and ignore what you do not know: fields as well as messages.";
const LEGAL: &str = "Send one of the `legal_moves` of `your_turn` as it stands there, with the `game` and the `ply` of that message. \
    Where there is only PASSE, send PASSE.";
const COME_BACK: &str = "When the connection is lost, connect again, say hello, and go on reading: the referee sends `state` and `your_turn` \
    of your game again. Try again every second or so until it answers.";
const ANY_LENGTH: &str = "Read messages of any length: a WebSocket library does, and a frame may have 70,000 bytes.";
const FLOOD: &str =
    "It was closed because it said too much: send one `move` for each `your_turn`, and `sync` only when something is missing.";
const LAST_WORDS: &str = "Mend what its last words name; an error in `choose` should cost a move at most, not the whole program.";
const SIGNALS: &str = "Write errors to standard error, so that they are seen here. A signal is another program's (SIGKILL: often a machine \
    without memory left), or a fault of a pointer or an index (SIGSEGV, SIGABRT).";
const STAY: &str =
    "It ended by itself while its game went on: go on reading after each move until `game_over`, and leave the program only then.";
const STOPPED: &str = "It answered no more: look for a loop without an end in `choose`, and keep reading from the connection at all times.";
const READ_ON: &str = "Keep reading from the connection at all times, and answer every `your_turn`, whatever came before it.";

impl Finding {
    /// What this has shown of a step.
    pub fn of(step: &Step, seen: Seen<'_>) -> Finding {
        let (verdict, happened, change) = judge(step, &seen);
        let is_well = verdict == Verdict::Passed;
        Finding {
            step: step.name,
            verdict,
            happened,
            wire: match verdict {
                Verdict::Passed | Verdict::Skipped => Vec::new(),
                // What it could have won by came first.
                Verdict::Remark if step.name == WIN => seen.course.first(SHOWN),
                Verdict::Remark | Verdict::Failed => seen.course.last(SHOWN),
            },
            change: change.into(),
            last_words: if is_well || verdict == Verdict::Remark { Vec::new() } else { seen.last_words },
            seconds: 0.0,
        }
    }

    /// A step that was left out.
    pub fn skipped(step: &Step, why: &str) -> Finding {
        let (wire, last_words) = (Vec::new(), Vec::new());
        Finding { step: step.name, verdict: Verdict::Skipped, happened: why.into(), wire, change: String::new(), last_words, seconds: 0.0 }
    }

    /// The bot is not there.
    pub fn not_there(step: &Step, happened: String, change: &str, course: &Course, last_words: Vec<String>) -> Finding {
        let (verdict, wire) = (Verdict::Failed, course.last(SHOWN));
        Finding { step: step.name, verdict, happened, wire, change: change.into(), last_words, seconds: 0.0 }
    }
}

fn judge(step: &Step, seen: &Seen<'_>) -> Judged {
    let course = seen.course;
    // What came of a flood is not worth telling beside it.
    if let Some(flood) = course.losses.iter().find(|loss| loss.is_flood) {
        return (Verdict::Failed, format!("{:.1} s after the step began, {}", flood.at.as_secs_f64(), flood.how), FLOOD);
    }
    if let Some(died) = &seen.died {
        let (happened, change) = match died {
            Death::Quit => ("the program ended in the middle of the game".into(), STAY),
            Death::Failure(how) if seen.last_words.is_empty() => (format!("{how}, without a word"), SIGNALS),
            Death::Failure(how) => (format!("{how}; its last words say where"), LAST_WORDS),
        };
        // What most programs that end here, and not before, have not thought of.
        let change = match step.trouble {
            _ if seen.died_before => change,
            Trouble::UnknownFields => HANDLE_ALL,
            Trouble::LostConnection => COME_BACK,
            Trouble::LongGameOver => ANY_LENGTH,
            _ if step.restart => COME_BACK,
            _ => change,
        };
        return (Verdict::Failed, happened, change);
    }
    if let Some(judged) = seen.played.iter().find_map(|played| lost(step, seen, played)) {
        return judged;
    }
    // A connection that breaks in the middle of a game will be lost for good one day.
    let broken = |loss: &&Loss| !loss.is_ours && (course.endings as usize) < seen.played.len();
    if let Some(loss) = course.losses.iter().find(broken).or_else(|| unread(step, course)) {
        let change = match step.trouble {
            Trouble::LongGameOver => ANY_LENGTH,
            Trouble::UnknownFields => HANDLE_ALL,
            _ => READ_ON,
        };
        return (Verdict::Failed, format!("{:.1} s after the step began, {}", loss.at.as_secs_f64(), loss.how), change);
    }
    if let Some(error) = course.told("error") {
        let change = "Compare what your bot sent with protocol.md: what does not read comes to nothing.";
        return (Verdict::Remark, format!("the referee answered with an error: {error}"), change);
    }
    let played = seen.played.first();
    let won = |played: &&Played| winner(played) == Some(step.side);
    if step.name == WIN && played.filter(won).is_none_or(|played| played.plies > 1) {
        let change = "This costs no game by itself. But a bot that looks at each of its moves, and whether it wins, plays better.";
        return (Verdict::Remark, "it could have won at once, by C2-A1 or C2-E1, and played something else".into(), change);
    }
    (Verdict::Passed, seen.played.iter().map(|played| sentence(step.side, played)).collect::<Vec<_>>().join("; "), "")
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

fn sentence(side: Side, played: &Played) -> String {
    let how = match winner(played) {
        Some(winner) if winner == side => "won",
        Some(_) => "lost by the rules",
        None => "drawn",
    };
    let spent = played.charged[side].as_secs_f64();
    format!("{how} in {} plies, {spent:.1} s on its clock", played.plies)
}

/// How a game ended that did not end by the rules.
fn lost(step: &Step, seen: &Seen<'_>, played: &Played) -> Option<Judged> {
    let course = seen.course;
    let detail = played.detail.clone();
    // Where there is next to no time, none is enough for a bot that thinks long.
    let is_mute = course.moves == 0 && step.time.is_none_or(|time| time > BACK_WITHIN);
    let judged = match played.cause {
        Some(Cause::Rules) => return None,
        Some(Cause::IllegalMove) => (Verdict::Failed, detail, LEGAL),
        Some(Cause::Resigned) => {
            let change =
                "Do not send `resign` by yourself; if it comes from the bridge, its program has ended or written no line in its turn.";
            (Verdict::Failed, detail, change)
        }
        Some(Cause::NoShow | Cause::NobodyCame) => {
            let change = "Answer every `state` whose `status` is `waiting` by {\"t\": \"ready\", \"game\": …} with its number.";
            (Verdict::Failed, format!("it was shown a game and did not say that it is ready: {detail}"), change)
        }
        Some(Cause::Absent | Cause::BothAbsent) => (Verdict::Failed, format!("it did not come back: {detail}"), COME_BACK),
        // Who was there was told the end.
        Some(Cause::Time) if course.endings == 0 => (Verdict::Failed, format!("it was gone: {detail}"), COME_BACK),
        Some(Cause::Time) if is_mute || (course.told("error").is_some() && course.moves < HARDLY_ANY) => {
            let said = course.told("error").map_or_else(String::new, |error| format!("; the referee had told it: {error}"));
            let change =
                "Answer every `your_turn` by {\"t\": \"move\", \"game\": …, \"ply\": …, \"move\": …}, on one line in one text frame.";
            (Verdict::Failed, format!("no move came that could be read{said}. {detail}"), change)
        }
        // A tournament forgives nothing, so that none is lost by this.
        Some(Cause::Time) if step.trouble == Trouble::RejectedMove && (course.moves < HARDLY_ANY || played.plies == 0) => {
            let change =
                "In practice games, illegal moves are forgiven: answer `rejected` with the code `illegal` by one of its `legal_moves`.";
            let happened = format!("its move was rejected (the doctor had put {NO_MOVE} in its place), and it sent no other in time");
            (Verdict::Remark, happened, change)
        }
        Some(Cause::Time) if course.silence() > LONG_SILENCE && course.moves >= HARDLY_ANY => {
            let happened =
                format!("it answered {} turns, and then nothing for {:.0} s: {detail}", course.moves, course.silence().as_secs_f64());
            (Verdict::Failed, happened, STOPPED)
        }
        Some(Cause::Time) => {
            let change = match step.trouble {
                Trouble::TurnTwice | Trouble::UnknownFields if course.moves < HARDLY_ANY => HANDLE_ALL,
                Trouble::SlowLink | Trouble::LostConnection if course.moves < HARDLY_ANY => COME_BACK,
                _ if step.restart && course.moves < HARDLY_ANY => COME_BACK,
                _ => {
                    "Look at your clock in `clocks` of `your_turn`, and spend less the less is left. \
                     `--time` gives whole games the time that your tournament gives."
                }
            };
            (Verdict::Failed, detail, change)
        }
        Some(Cause::Left | Cause::Annulled | Cause::Adjudicated) => (Verdict::Failed, detail, READ_ON),
        None => (Verdict::Failed, "the game broke off".into(), READ_ON),
    };
    Some(judged)
}
