//! Errors of the commands.

use message::{Coded, Message, Param, ToParam};
use protocol::json::UnreadableJson;
use runtime::panicked;
use runtime::work::WorkError;
use std::fmt::Display;
use std::io;
use std::path::Path;

#[derive(Debug, Coded)]
#[code("command")]
pub enum Error {
    Command(Failure),
    Referee(server::Error),
    Solver(solving::Error),
    Storage(storage::StorageError),
    Unreached(crate::remote::Unreached),
    #[cfg(feature = "cluster")]
    Node(cluster::NodeError),
    Bind(runtime::net::BindError),
    Bot(bots::BotError),
    Address(bots::AddressError),
    Game(rules::UnknownGame),
    System(io::Error),
    Json(UnreadableJson),
    Work(WorkError),
    At {
        place: String,
        why: Param,
    },
    Refused(Message),
}

#[derive(Debug, Coded)]
#[code("command_failed")]
pub enum Failure {
    Interrupted,
    WorkersNeedStore,
    NothingStored { place: String },
    SamePlace { place: String },
    OutputFull { source: io::Error },
    NotToml { line: usize },
    NotUtf8,
    EmptyPosition,
    TimeLimit { most: u64 },
    NoField { field: String },
    LimitField { field: String },
    NoPicture { puzzle: &'static str },
    PrepareTaquin,
    TablesLimit,
    DepthsOrSizes,
    OneInstance,
    SeriesInstance,
    InstanceTooLong { most: u64 },
    LineTooLong { most: u64 },
    LineNotUtf8,
    SolverPanicked,
    LinesFailed { failed: u64, lines: u64, first: u64 },
    NoMatch { why: UnreadableJson },
    NotShown { bots: Vec<String> },
    NotPrivate { file: String },
    NoReview,
    ReviewOfFile,
    TooMuchMemory { most: u64, wanted: usize },
    OneFileForTwo,
    NoTable,
    CutTable,
    ProofStopped,
    ProofFlawed { why: search::knights::proof::ProofFlaw },
    NoSuchExercise { shortest: u32 },
    BotDoesNotStart { program: String, source: io::Error },
    OtherGame { bot: String, game: &'static str, plays: Vec<String> },
    BotDoesNotConnect { said: Option<String> },
    NoExercisePlayed { why: Option<Message> },
    Suspended { tournament: u64, why: Message },
    NotReady { missing: usize, entrants: usize },
    NotStarted { tournament: u64, missing: usize, entrants: usize },
    Endless { game: u64 },
    Opponent { source: bots::Error },
}

/// A line of the causes of an error.
#[derive(Debug, Coded)]
#[code("cause")]
pub struct CauseLine {
    pub why: String,
}

impl Error {
    /// An error with its place: a file, a server or an option.
    pub fn at(place: impl Display, why: &(impl ToParam + ?Sized)) -> Error {
        Error::At { place: place.to_string(), why: why.to_param() }
    }

    pub fn in_file(file: &Path, why: &(impl ToParam + ?Sized)) -> Error {
        Error::at(file.display(), why)
    }

    /// The error with the command's flags instead of the fields of a question; one that is part of the instance is left out.
    pub fn with_flags(self, flags: &[&'static str]) -> Error {
        let error = match self {
            Error::Solver(solving::Error::NoPicture { puzzle }) => return Failure::NoPicture { puzzle }.into(),
            Error::Solver(error) => error,
            other => return other,
        };
        let message = error.message();
        let Some(Param::Text(field)) = message.params().get("field") else { return Error::Refused(message) };
        let is_own = |flag: &&&str| flag[2..].trim_end_matches('s') == field.trim_end_matches('s');
        let flag = match (&**field, message.params().get("why")) {
            ("limits.solutions", _) => "--all".into(),
            ("grid" | "board" | "start" | "position" | "cube" | "scramble" | "fen", Some(Param::Message(why))) => {
                return Error::Refused((**why).clone());
            }
            ("start", _) => "start".into(),
            (field, _) => flags.iter().find(is_own).map_or_else(|| format!("--set {field}"), ToString::to_string),
        };
        Error::Refused(message.with("field", Param::Text(flag)))
    }

    /// Whether the reader of standard output has closed it.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Error::System(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<contest::Error> for Error {
    fn from(error: contest::Error) -> Error {
        Error::Referee(error.into())
    }
}

impl From<tokio::task::JoinError> for Error {
    fn from(error: tokio::task::JoinError) -> Error {
        Error::Work(error.try_into_panic().map_or(WorkError::Stopping, |panic| panicked(&*panic)))
    }
}

/// The text of a file; `-` is standard input.
pub fn text_of(file: &Path) -> Result<String, Error> {
    let text = if file.as_os_str() == "-" { io::read_to_string(io::stdin()) } else { std::fs::read_to_string(file) };
    text.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => Error::in_file(file, &Failure::NotUtf8),
        _ => Error::in_file(file, &error),
    })
}
