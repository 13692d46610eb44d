//! Connections to the database, and what can go wrong with them.

use super::tls::tls;
use super::url::DatabaseUrl;
use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime};
use std::error::Error as _;
use std::io;
use std::time::Duration;
use storage::{Fault, StorageError};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

pub use deadpool_postgres::ClientWrapper as Client;

/// How many connections read at one time, beside the one that writes and the one that keeps the lease.
const READERS: usize = 6;
/// How long a connection may take to be made, or to become free.
const PATIENCE: Duration = Duration::from_secs(3);

/// Connections to a database, made when they are needed.
pub fn pool(url: &DatabaseUrl) -> Result<Pool, StorageError> {
    let manager = Manager::from_config((*url.connection).clone(), tls(url)?, ManagerConfig { recycling_method: RecyclingMethod::Fast });
    let built = Pool::builder(manager).max_size(READERS + 2).timeouts(deadpool_postgres::Timeouts {
        wait: Some(PATIENCE),
        create: Some(PATIENCE),
        recycle: Some(PATIENCE),
    });
    built.runtime(Runtime::Tokio1).build().map_err(|error| StorageError::of(Fault::Unavailable, "no connections", error))
}

/// One of them.
pub async fn connection(pool: &Pool) -> Result<Object, StorageError> {
    pool.get().await.map_err(|error| match error {
        PoolError::Backend(error) => as_error(error),
        error => StorageError::of(Fault::Unavailable, "the database does not answer", error),
    })
}

/// Whether the same statement may succeed later: the database is gone, starts, stops, is full or read-only for now.
pub fn can_pass(error: &Error) -> bool {
    match error.code() {
        // No answer at all; or one that this program cannot read, or a value it should not have sent, which no repetition mends.
        None => error.source().is_none_or(|source| source.is::<io::Error>()),
        Some(code) => {
            // The classes of errors: connection, transaction rolled back, resources, operator, system.
            ["08", "40", "53", "57", "58"].iter().any(|class| code.code().starts_with(class))
                || [SqlState::LOCK_NOT_AVAILABLE, SqlState::READ_ONLY_SQL_TRANSACTION].contains(code)
        }
    }
}

/// The error as the rest of the house knows it.
pub fn as_error(error: Error) -> StorageError {
    let class = error.code().map(|code| code.code()[..2].to_string());
    let fault = match class.as_deref() {
        _ if can_pass(&error) => Fault::Unavailable,
        // A user or a database that is not known, a right that is not given.
        Some("28" | "3D") => Fault::Unavailable,
        Some("42") if error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) => Fault::Unavailable,
        // A value that no column takes, or a constraint.
        Some("22" | "23") => Fault::Conflict,
        _ => Fault::Damaged,
    };
    match (error.as_db_error(), error.source()) {
        (Some(told), _) => StorageError::of(fault, "PostgreSQL", told.clone()),
        (None, Some(source)) => StorageError::of(fault, format!("PostgreSQL ({source})"), error),
        (None, None) => StorageError::of(fault, "PostgreSQL", error),
    }
}
