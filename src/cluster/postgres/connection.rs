//! Connections to the database, and their errors.

use super::failure::DatabaseFailure;
use super::tls::tls;
use super::url::DatabaseUrl;
use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use message::Coded;
use std::error::Error as _;
use std::future::Future;
use std::io;
use std::time::Duration;
use storage::{StorageError, StorageErrorKind, StorageFailure, StorageFuture};
use tokio::runtime::Handle;
use tokio_postgres::Error;
use tokio_postgres::error::{DbError, SqlState};
use tokio_util::sync::CancellationToken;

pub use deadpool_postgres::ClientWrapper as Client;

/// Connections for reads; the writer and the lease have their own.
const READERS: usize = 6;
/// The timeout for opening a connection or for a free one of the pool.
const TIMEOUT: Duration = Duration::from_secs(3);
/// How long a query may take.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection pool; connections open on demand.
pub fn pool(url: &DatabaseUrl) -> Result<Pool, StorageError> {
    let manager = Manager::from_config((*url.connection).clone(), tls(url)?, ManagerConfig { recycling_method: RecyclingMethod::Fast });
    let schema = url.schema.clone();
    let checked = Hook::async_fn(move |client: &mut Client, _| check_schema(client, schema.clone()).boxed());
    let built = Pool::builder(manager).post_create(checked).max_size(READERS + 2).timeouts(deadpool_postgres::Timeouts {
        wait: Some(TIMEOUT),
        create: Some(TIMEOUT),
        recycle: Some(TIMEOUT),
    });
    built.runtime(Runtime::Tokio1).build().map_err(|error| StorageError::unavailable(DatabaseFailure::NoConnections, error))
}

/// Checks the schema of a new connection, since a pooler may drop the search path from the startup parameters.
async fn check_schema(client: &Client, schema: String) -> Result<(), HookError> {
    let path: String =
        client.query_one("SELECT current_setting('search_path')", &[]).await.and_then(|row| row.try_get(0)).map_err(HookError::Backend)?;
    if path == schema {
        return Ok(());
    }
    // The pool's own error has room for a text only.
    Err(HookError::Message(storage::write_message(&DatabaseFailure::OtherSearchPath { schema, path }.message()).into()))
}

pub async fn connection(pool: &Pool) -> Result<Object, StorageError> {
    pool.get().await.map_err(|error| match error {
        PoolError::PostCreateHook(HookError::Message(what)) => {
            storage::read_message(&what).map_or_else(|error| error, |what| StorageError::new(StorageErrorKind::Damaged, what))
        }
        // With this code a pooler refuses what a connection asks for; it may also be busy, so that the next try can succeed.
        PoolError::Backend(error) if error.code() == Some(&SqlState::PROTOCOL_VIOLATION) => {
            StorageError::unavailable(DatabaseFailure::Pooler, as_error(error))
        }
        PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => as_error(error),
        error => StorageError::unavailable(StorageFailure::DatabaseSilent, error),
    })
}

/// Runs a query on an exclusive connection. If this future is dropped before the answer, the connection is closed.
pub async fn query<T>(pool: &Pool, query: impl AsyncFnOnce(&Client) -> Result<T, Error>) -> Result<T, StorageError> {
    let mut connection = CloseOnDrop(Some(connection(pool).await?));
    let answer = query(connection.0.as_ref().expect("it is there until the answer is")).await;
    drop(connection.0.take());
    answer.map_err(as_error)
}

/// A connection that is closed on drop instead of returned to the pool.
struct CloseOnDrop(Option<Object>);

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        drop(self.0.take().map(Object::take));
    }
}

/// The same on another thread, with a timeout.
pub fn spawn_query<T: Send + 'static>(
    thread: &Handle,
    pool: &Pool,
    asked: impl for<'c> FnOnce(&'c Client) -> BoxFuture<'c, Result<T, StorageError>> + Send + 'static,
) -> StorageFuture<'static, T> {
    let pool = pool.clone();
    let late = |_| StorageError::new(StorageErrorKind::Unavailable, StorageFailure::DatabaseSilent);
    let answering = async move {
        let mut connection = CloseOnDrop(Some(connection(&pool).await?));
        let answer = asked(connection.0.as_ref().expect("it is there until the answer is")).await;
        drop(connection.0.take());
        answer
    };
    let answer = thread.spawn(async move { tokio::time::timeout(READ_TIMEOUT, answering).await.map_err(late)? });
    async move { answer.await.map_err(|_| StorageError::closed())? }.boxed()
}

/// Whether a retry may succeed: the database is unreachable, starting, stopping, full or read-only.
fn can_pass(error: &Error) -> bool {
    match error.code() {
        // No answer. Other errors without a code are defects of this program and permanent.
        None => error.source().is_none_or(|source| source.is::<io::Error>()),
        Some(code) => {
            // SQLSTATE classes: connection, rollback, insufficient resources, operator intervention, system.
            ["08", "40", "53", "57", "58"].iter().any(|class| code.code().starts_with(class))
                || [SqlState::LOCK_NOT_AVAILABLE, SqlState::READ_ONLY_SQL_TRANSACTION].contains(code)
        }
    }
}

/// Whether the database is down, starting or unreachable, so that waiting helps.
pub fn is_down(error: &StorageError) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(one) = cause {
        let starts = |code: &SqlState| [SqlState::CANNOT_CONNECT_NOW, SqlState::ADMIN_SHUTDOWN].contains(code);
        let of_system = |error: &Error| error.source().and_then(|source| source.downcast_ref()).map(io::Error::kind);
        if one.downcast_ref().is_some_and(|error: &Error| error.is_closed() || of_system(error).is_some_and(|kind| DOWN.contains(&kind)))
            || one.downcast_ref().is_some_and(|error: &PoolError| matches!(error, PoolError::Timeout(_)))
            || one.downcast_ref().is_some_and(|error: &DbError| starts(error.code()))
        {
            return true;
        }
        cause = one.source();
    }
    false
}

/// The pause between attempts while the database is down.
const RETRY_AFTER: Duration = Duration::from_millis(500);

/// Retries `open` while the database is down; `None` if `stop` comes first. Other errors are returned.
pub async fn retry_while_down<T, O: Future<Output = Result<T, StorageError>>>(
    stop: &CancellationToken,
    open: impl Fn() -> O,
) -> Option<Result<T, StorageError>> {
    let mut is_logged = false;
    loop {
        match stop.run_until_cancelled(open()).await? {
            Err(error) if is_down(&error) => {
                if !std::mem::replace(&mut is_logged, true) {
                    tracing::error!(%error, "the database does not answer: this process waits for it");
                }
            }
            opened => return Some(opened),
        }
        stop.run_until_cancelled(tokio::time::sleep(RETRY_AFTER)).await?;
    }
}

/// System errors that mean that no server listens.
const DOWN: [io::ErrorKind; 8] = [
    io::ErrorKind::ConnectionRefused,
    io::ErrorKind::ConnectionReset,
    io::ErrorKind::ConnectionAborted,
    io::ErrorKind::HostUnreachable,
    io::ErrorKind::NetworkUnreachable,
    io::ErrorKind::TimedOut,
    io::ErrorKind::UnexpectedEof,
    io::ErrorKind::NotFound,
];

pub fn as_error(error: Error) -> StorageError {
    let fault = match error.code().and_then(|code| code.code().get(..2)) {
        _ if can_pass(&error) => StorageErrorKind::Unavailable,
        // Unknown user or database, or a missing privilege.
        Some("28" | "3D") => StorageErrorKind::Unavailable,
        Some("42") if error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) => StorageErrorKind::Unavailable,
        // An invalid value, or a violated constraint.
        Some("22" | "23") => StorageErrorKind::Conflict,
        _ => StorageErrorKind::Damaged,
    };
    match (error.as_db_error(), error.source()) {
        (Some(reported), _) => StorageError::of(fault, "PostgreSQL", reported.clone()),
        (None, Some(source)) if !source.is::<io::Error>() => StorageError::of(fault, format!("PostgreSQL ({source})"), error),
        (None, _) => StorageError::of(fault, "PostgreSQL", error),
    }
}
