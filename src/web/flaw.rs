//! What is wrong with a request, and what a client may not do; the catalogue has the sentences.

use message::Coded;

/// A request that does not read, or asks for what there is not.
#[derive(Debug, Coded)]
#[code("request")]
pub enum Flaw {
    Limit { most: usize, limit: usize },
    Number { value: String },
    Query { why: String },
    Choice { field: &'static str, known: &'static [&'static str], word: String },
    Result { word: String },
    Moment { field: String, text: String },
    Body { why: String },
    NotUtf8,
    EmptyReport,
    Method,
    Axis,
    Depths { why: String },
    TooManyInstances { instances: usize, most: u64 },
    Crosstable { most: usize, entrants: usize },
    Moves,
    NoPictures { game: String },
    Ply { game: u64, plies: usize, ply: usize },
    LastEvent,
    WebSocket { path: &'static str },
    Plan { why: String },
}

/// Who may not do this.
#[derive(Debug, Coded)]
#[code("rights")]
pub enum Denied {
    BadToken,
    Header,
    OperatorNeeded,
    NotForBots,
    AnothersToken { own: String, bot: String },
    MustShowToken { bot: String },
    TokenNeeded { bot: String },
    AnotherAddress { bot: String },
    OtherOrigin { origin: String },
    UnknownHost { host: String },
}
