//! Executes changes in one SQLite transaction. Classifies errors as temporary, permanent or damage.

use crate::sql::{Dialect, Write, writes};
use crate::{Change, StorageError, StorageErrorKind, StorageFailure};
use rusqlite::{Connection, ErrorCode, TransactionBehavior, params_from_iter};

pub enum SqliteWriteError {
    /// A temporary failure, or damage (SQLite reports read errors of the disk as damage, too).
    Later(rusqlite::Error),
    Never(StorageError),
}

impl From<rusqlite::Error> for SqliteWriteError {
    fn from(error: rusqlite::Error) -> SqliteWriteError {
        if can_pass(&error) || is_damage(&error) { SqliteWriteError::Later(error) } else { SqliteWriteError::Never(as_error(error)) }
    }
}

/// Whether a retry may succeed: the disk is full or does not answer, or another process holds a lock.
pub fn can_pass(error: &rusqlite::Error) -> bool {
    use ErrorCode::*;
    let passing = [
        DatabaseBusy,
        DatabaseLocked,
        DiskFull,
        SystemIoFailure,
        CannotOpen,
        OutOfMemory,
        ReadOnly,
        OperationInterrupted,
        FileLockingProtocolFailed,
    ];
    error.sqlite_error_code().is_some_and(|code| passing.contains(&code))
}

pub fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

pub fn as_error(error: rusqlite::Error) -> StorageError {
    let fault = match error.sqlite_error_code() {
        _ if can_pass(&error) => StorageErrorKind::Unavailable,
        Some(ErrorCode::ConstraintViolation) => StorageErrorKind::Conflict,
        _ => StorageErrorKind::Damaged,
    };
    let what = if is_damage(&error) { StorageFailure::DamagedDatabase } else { StorageFailure::Sqlite };
    StorageError::of(fault, what, error)
}

/// Writes all changes in one transaction, or none.
pub fn write_all<'c>(connection: &mut Connection, changes: impl Iterator<Item = &'c Change>) -> Result<(), SqliteWriteError> {
    let writes: Vec<Write> = changes.flat_map(|change| writes(change, Dialect::Sqlite)).collect();
    // A single statement is a transaction.
    if let [write] = &writes[..] {
        return execute(connection, write);
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    writes.iter().try_for_each(|write| execute(&transaction, write))?;
    Ok(transaction.commit()?)
}

fn execute(connection: &Connection, Write { statement, conflict }: &Write) -> Result<(), SqliteWriteError> {
    let rows = connection.prepare_cached(&statement.sql)?.execute(params_from_iter(&statement.values))?;
    match conflict {
        Some(conflict) if rows == 0 => Err(SqliteWriteError::Never(StorageError::new(StorageErrorKind::Conflict, conflict.clone()))),
        _ => Ok(()),
    }
}
