//! The file, and connections to it.

use super::change::as_error;
use super::verify::id;
use crate::trouble::{StorageTrouble, shown};
use crate::{Fault, StorageError};
use rusqlite::Connection;
use std::fs::{File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

/// How long a read waits for somebody else's lock.
pub const READ_PATIENCE: Duration = Duration::from_secs(2);

/// Opens the file, making it if need be, and takes from others the right to read it: it holds who has a token. What SQLite puts beside it
/// has the same rights. To close it before the process's last connection would drop the locks that SQLite holds on it.
pub fn keep_private(path: &Path) -> Result<File, StorageError> {
    let private = || {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)?;
        file.set_permissions(Permissions::from_mode(0o600))?;
        for ending in ["-wal", "-shm"] {
            let mut beside = path.as_os_str().to_owned();
            beside.push(ending);
            match std::fs::set_permissions(&beside, Permissions::from_mode(0o600)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(file)
    };
    private().map_err(|error| StorageError::of(Fault::Unavailable, StorageTrouble::CannotOpen { file: shown(path) }, error))
}

/// The same for one referee alone: as long as the file is open, no other can lock it, whatever is deleted beside it.
pub fn lock(path: &Path) -> Result<File, StorageError> {
    let failed = |error| StorageError::of(Fault::Unavailable, StorageTrouble::CannotLock { file: shown(path) }, error);
    loop {
        let file = keep_private(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                StorageError::new(Fault::Unavailable, StorageTrouble::AnotherReferee { folder: shown(path.parent().unwrap_or(path)) })
            }
            TryLockError::Error(error) => failed(error),
        })?;
        // Whoever held the lock before may have put another file in its place.
        let found = std::fs::metadata(path).map(|found| id(&found));
        if found.is_ok_and(|found| file.metadata().is_ok_and(|locked| id(&locked) == found)) {
            return Ok(file);
        }
    }
}

/// Opens it, for who waits so long for somebody else's lock.
pub fn connect(path: &Path, patience: Duration) -> Result<Connection, StorageError> {
    let connection = Connection::open(path).map_err(as_error)?;
    let prepared = || {
        connection.busy_timeout(READ_PATIENCE)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        // A write goes to the write-ahead log and waits for no disk; whoever wants more waits for a sync.
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        connection.set_prepared_statement_cache_capacity(64);
        connection.busy_timeout(patience)
    };
    prepared().map_err(as_error)?;
    Ok(connection)
}
