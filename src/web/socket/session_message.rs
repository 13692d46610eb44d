//! Messages to a client about its connection, or about an invalid message that it sent.

use contest::BotName;
use message::{Coded, Message};
use protocol::json::UnreadableJson;

/// About a hello, a message or a first line. `place` is where the client puts its token: `hello` or `line`.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("session")]
pub enum SessionMessage {
    HelloExpected,
    HelloUnread { why: Message },
    Protocol { version: u32, spoken: Vec<u32> },
    About { field: &'static str, most: usize, length: usize },
    Games { most: usize, count: usize },
    ResumeToken,
    HelloAgain,
    NotJson { why: UnreadableJson },
    NotAMessage { why: UnreadableJson },
    InfoIgnored { why: UnreadableJson },
    Seeking,
    TooManyMessages { game: u64 },
    TooManyQuestions { most: usize },
    WrongToken { name: BotName },
    TokenNeeded { place: &'static str },
    NameHasToken { name: BotName, place: &'static str },
    Full { place: &'static str },
    StorageWaits,
    InUse { name: BotName, free: Option<BotName> },
    BetweenGames { name: BotName, free: Option<BotName> },
    LooksLike { name: BotName, other: String, free: Option<BotName> },
    LongFirstLine { most: usize },
    GoneEarly,
    TokenWithoutName,
    DamagedToken,
    NoName { line: String },
    Namesakes { most: u32, name: BotName },
    InAGame { name: BotName },
}
