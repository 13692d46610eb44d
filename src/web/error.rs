//! Errors of requests. The status, the kind and the log level of each code are in `rest/problem.rs`.

use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use message::{Coded, Message};
use protocol::json::UnreadableJson;
use runtime::memory::MemoryError;
use runtime::work::WorkError;
use storage::StorageError;

/// Why a request fails: what HTTP refuses, and what the owners of matches, tournaments and jobs refuse.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("http")]
pub enum Error {
    Contest(contest::Error),
    Solving(solving::Error),
    Request(RequestError),
    Json(UnreadableJson),
    Access(AccessError),
    Storage(StorageError),
    Memory(MemoryError),
    Work(WorkError),
    NoSuchBot { name: String },
    NotAPlayer { bot: String, game: u64 },
    NoReport { why: referee::trf::TrfError },
    PartOfTournament { game: u64, id: u64 },
    NotFound { path: String },
    NoProgram { file: String },
    MethodNotAllowed,
    BadToken,
    TooManyConnections { most: usize },
    TooManyAnonymous,
    TooManyReaders { what: &'static str, most: usize },
    TooManyRequests { of: &'static str },
    TooManyEntries { most: u32, a_minute: u32 },
    BodyTooLarge { most: usize },
    NotJson,
    AnswerLate,
    TimedOut,
    StorageWaits { why: StorageError },
    Damaged { damage: StorageError },
    OnlyReferees,
    JobOver { id: String },
    StorageSlow { why: StorageError },
    ImportRuns,
    NoDocument,
    LoopbackOnly,
}

impl Error {
    /// A body that is too large, or has not arrived whole.
    pub fn body(rejection: &BytesRejection, most: usize) -> Error {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::BodyTooLarge { most },
            _ => RequestError::Body.into(),
        }
    }
}

/// A malformed request, or one for something that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("request")]
pub enum RequestError {
    Limit { most: usize, limit: usize },
    Number { value: String },
    Query { why: UnreadableJson },
    PathNotUtf8,
    Result { word: String },
    Moment { field: String, text: String },
    Period,
    Body,
    NotUtf8,
    EmptyReport,
    Method,
    Axis,
    Depths(solving::UnreadDepths),
    TooManyInstances { instances: usize, most: u64 },
    Crosstable { most: usize, entrants: usize },
    Moves,
    NoPictures { game: String },
    Ply { game: u64, plies: usize, ply: usize },
    LastEvent,
    WebSocket { path: &'static str },
    Toml { line: usize },
}

/// Why a client has no right to a request.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("rights")]
pub enum AccessError {
    BadToken,
    Header,
    OperatorNeeded,
    NotForBots,
    AnothersToken { own: String, bot: String },
    MustShowToken { bot: String },
    TokenNeeded { bot: String },
    AnotherAddress { bot: String },
    PositionInPlay { game: u64 },
    EntryByToken { id: u64, bot: String },
    EntryByList { id: u64 },
    OtherOrigin { origin: String },
    UnknownHost { host: String },
}

/// The response for an internal error; the log has the error itself.
#[derive(Debug, Coded)]
#[code("inside")]
pub enum InternalError {
    Hidden,
    Unavailable { why: Message },
}
