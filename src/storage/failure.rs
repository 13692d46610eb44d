//! Storage errors that an operator can act on, as codes with parameters.

use crate::StorageError;
use message::{Coded, Message, Param};
use std::path::Path;

#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("storage_trouble")]
pub enum StorageFailure {
    Closed,
    NoThread,
    NoRandomBytes,
    NotOpened,
    NotUnpacked,
    FolderNotMade { folder: String },
    IsAFile { file: String },
    CannotOpen { file: String },
    CannotLock { file: String },
    CannotSync { file: String },
    CannotWrite { file: String },
    CannotMove { file: String },
    NotRead { file: String },
    NoFile { file: String },
    FileThere { file: String },
    NameNotText,
    Unsound { file: String, why: Param },
    NotABackup { file: String },
    Foreign { file: String, kind: String, name: String },
    AnotherReferee { folder: String },
    NodeReferees { name: String, place: String },
    StoredNowhere,
    BackedUpByDatabase,
    RestoredByDatabase,
    NotEmpty,
    MovedOtherwise { part: &'static str, number: u64 },
    HalfMoved { place: String, remedy: String },
    TooOld { found: i64, first: usize, latest: i64 },
    TooNew { found: i64, first: usize, latest: i64 },
    NoVersion { found: i64, first: usize, latest: i64 },
    StoppedUnwritten { why: Box<StorageError> },
    DamagedDatabase,
    DamagedFile { file: String, flaw: Param },
    Sqlite,
    LogFull,
    LogNotEmptied,
    Lost { file: String, how: LostFile },
    NotVerified { file: String },
    UnreadMessage { text: String },
    UnreadLine { text: String },
    WrongColumn { value: String, of: &'static str },
    NoBeginning { game: u64 },
    UnreadMatch { game: u64, why: Message },
    ArchiveNotRead,
    ArchiveNotStored,
    LineOutOfOrder { game: u64, line: u64 },
    TournamentLineOutOfOrder { id: u64, line: u64 },
    LinesOutOfOrder { lines: usize },
    NotRunning { game: Option<u64> },
    NotPackable { game: u64 },
    NoTournament { id: u64 },
    DatabaseSilent,
    TermGivenUp,
}

/// What happened to a file that the referee uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("lost_file")]
pub enum LostFile {
    Replaced,
    Deleted,
    Overwritten,
}

/// A path as a parameter of a message.
pub(crate) fn shown(file: &Path) -> String {
    file.display().to_string()
}
