//! Opens the database file: permissions, the lock against a second referee, and connections with their pragmas.

use super::change::as_error;
use crate::failure::{StorageFailure, shown};
use crate::{StorageError, StorageErrorKind};
use runtime::system::{self, file_id, make_private};
use rusqlite::Connection;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

/// How long a read waits for the lock of another process.
pub const READ_TIMEOUT: Duration = Duration::from_secs(2);

/// Opens or creates the file, and makes it and the files beside it readable by the owner only. Closing the returned handle before the last
/// connection of the process would release SQLite's locks.
pub fn keep_private(path: &Path) -> Result<File, StorageError> {
    let private = || {
        let file = system::private(OpenOptions::new().read(true).write(true).create(true).truncate(false)).open(path)?;
        make_private(path)?;
        for ending in ["-wal", "-shm"] {
            let mut beside = path.as_os_str().to_owned();
            beside.push(ending);
            match make_private(beside.as_ref()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(file)
    };
    private().map_err(|error| StorageError::unavailable(StorageFailure::CannotOpen { file: shown(path) }, error))
}

/// As [`keep_private`], with a referee's lock, which is held while both handles are open.
pub fn lock(path: &Path) -> Result<(File, Option<File>), StorageError> {
    let failed = |error| StorageError::unavailable(StorageFailure::CannotLock { file: shown(path) }, error);
    loop {
        let file = keep_private(path)?;
        let holder = system::lock(&file, path).map_err(|error| match error {
            TryLockError::WouldBlock => StorageError::new(
                StorageErrorKind::Unavailable,
                StorageFailure::AnotherReferee { folder: shown(path.parent().unwrap_or(path)) },
            ),
            TryLockError::Error(error) => failed(error),
        })?;
        // The previous holder of the lock may have replaced the file.
        let found = std::fs::metadata(path).map(|found| file_id(&found));
        if found.is_ok_and(|found| file.metadata().is_ok_and(|locked| file_id(&locked) == found)) {
            return Ok((file, holder));
        }
    }
}

/// Opens a connection; `timeout` is how long it waits for the lock of another process.
pub fn connect(path: &Path, timeout: Duration) -> Result<Connection, StorageError> {
    let connection = Connection::open(path).map_err(as_error)?;
    let prepared = || {
        connection.busy_timeout(READ_TIMEOUT)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        // A commit writes to the write-ahead log without a sync; the checkpointer syncs where the durability needs it.
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        connection.set_prepared_statement_cache_capacity(64);
        connection.busy_timeout(timeout)
    };
    prepared().map_err(as_error)?;
    Ok(connection)
}
