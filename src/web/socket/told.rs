//! What a client is told over its connection when something it has sent goes wrong; the catalogue has the sentences.

use contest::BotName;
use message::{Coded, Message};

/// Said of a hello, a message or a first line.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("session")]
pub enum Told {
    HelloExpected,
    HelloUnread {
        why: Message,
    },
    Protocol {
        version: u32,
        spoken: Vec<u32>,
    },
    About {
        field: &'static str,
        most: usize,
        length: usize,
    },
    Games {
        most: usize,
        count: usize,
    },
    Back,
    HelloAgain,
    NotJson {
        why: String,
    },
    NotAMessage {
        why: Message,
    },
    InfoIgnored {
        why: Message,
    },
    Seeking,
    TooManyMessages {
        game: u64,
    },
    TooManyQuestions {
        most: usize,
    },
    WrongToken {
        name: BotName,
    },
    /// `place` is where the client puts its token: `hello` or `line`.
    TokenNeeded {
        place: &'static str,
    },
    NameHasToken {
        name: BotName,
        place: &'static str,
    },
    Full {
        place: &'static str,
    },
    StorageWaits,
    InUse {
        name: BotName,
        free: Option<BotName>,
    },
    BetweenGames {
        name: BotName,
        free: Option<BotName>,
    },
    LooksLike {
        name: BotName,
        other: String,
        free: Option<BotName>,
    },
    LongFirstLine {
        most: usize,
    },
    GoneEarly,
    TokenWithoutName,
    NoName {
        line: String,
    },
    Namesakes {
        most: u32,
        name: BotName,
    },
    InAGame {
        name: BotName,
    },
}
