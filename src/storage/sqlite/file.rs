//! The file, and connections to it.

use super::change::as_error;
use crate::{Fault, StorageError};
use rusqlite::Connection;
use std::fs::{OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

/// How long a read waits for somebody else's lock.
pub const READ_PATIENCE: Duration = Duration::from_secs(2);

/// Makes the file, or takes from others the right to read it: it holds who has a token. What SQLite puts beside it has the same rights.
pub fn keep_private(path: &Path) -> Result<(), StorageError> {
    let private = || {
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path)?;
        file.set_permissions(Permissions::from_mode(0o600))?;
        for ending in ["-wal", "-shm"] {
            let mut beside = path.as_os_str().to_owned();
            beside.push(ending);
            match std::fs::set_permissions(&beside, Permissions::from_mode(0o600)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    };
    private().map_err(|error| StorageError::of(Fault::Unavailable, format!("cannot open {}", path.display()), error))
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
