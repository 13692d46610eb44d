//! What the log of a bot says, and why a connection is lost, in the language of the terminal.

use message::{Coded, Decimal, Message};
use std::io;
use tokio_tungstenite::tungstenite;

#[derive(Debug, Coded)]
#[code("bot_news")]
pub(crate) enum LogMessage {
    NotConnected { why: Lost, seconds: Decimal },
    Connected,
    Seeking { opponent: Option<String> },
    GameBegins,
    GameContinues,
    GameOver { why: Message },
    Rejected { why: Message },
    Referee { why: Message },
    NeedsToken { own: String, name: String },
    NoMove,
    Panicked,
    Resigned { why: Trouble },
    NoSuchLine { position: String },
    ProgramConnected,
    TooManyPrograms,
    LateLines { lines: u32 },
    Killed,
    ProgramName { line: String },
    ProgramSays { line: String },
    Listening { address: String },
}

/// Why a bridge resigns a game.
#[derive(Debug, Coded)]
#[code("bridge_trouble")]
pub(crate) enum Trouble {
    NotStarted { command: String, source: io::Error },
    BegunBefore,
    ProgramLost { source: io::Error, status: Option<String> },
}

/// Why a connection is lost; `Said` is what the referee said before.
#[derive(Debug, Coded)]
#[code("connection_lost", source)]
pub(crate) enum Lost {
    NoAnswer { seconds: u64 },
    UnknownHost,
    ConnectionRefused,
    Dial(io::Error),
    Http { status: u16 },
    Silent { seconds: u64 },
    NotReading,
    Closed,
    WithCode { code: u16, why: Message },
    Said { why: Message },
    Broken { source: tungstenite::Error },
}

/// A text of the referee: the reason in a close frame, or the English beside a code that this catalogue lacks.
#[derive(Debug, Coded)]
#[code("close_reason")]
pub(crate) struct CloseText {
    pub text: String,
}

/// What the referee says, of a newer one in its English.
pub(crate) fn known(why: &Message, text: &str) -> Message {
    if why.is_known() { why.clone() } else { CloseText { text: text.into() }.message() }
}

impl LogMessage {
    pub fn localized(&self) -> String {
        self.message().localized()
    }
}
