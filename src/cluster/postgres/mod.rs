//! Storage in a PostgreSQL database that several nodes share: the holder of the lease writes. All database work runs on one thread.

mod change;
mod connection;
mod database;
mod failure;
mod lease;
mod listener;
mod password_file;
mod query;
mod queue;
#[cfg(test)]
mod queue_tests;
mod register;
mod schema;
mod server;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
mod tls;
mod url;
mod writer;

use crate::{HighestSeen, Holder};
use connection::{Client, as_error, connection};
use deadpool_postgres::Pool;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use lease::Lease;
use message::{Coded, Message};
use queue::PostgresQueue;
use schema::schema;
use std::future::ready;
use std::sync::Arc;
use storage::sql::{Dialect, Row, Statement};
use storage::{
    Change, CheckpointRow, IdAllocator, JobQueue, MAX_QUEUED, NodeRow, Opened, QueueSlots, Storage, StorageError, StorageFailure,
    StorageFuture, WriteFailure,
};
use tokio::runtime::{Builder, Handle};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_postgres::Error;
use tokio_util::sync::CancellationToken;
use writer::{PendingTransaction, PostgresWriter};

/// Watches the lease of a PostgreSQL database.
pub type LeaseWatch = lease::LeaseWatch<PostgresServer>;

pub use connection::retry_while_down;
pub use register::{NodePeer, announce_worker};
pub use server::PostgresServer;
pub use url::{DatabaseUrl, UnreadableUrl, read_store_file};

/// A schema of a database.
struct PostgresStorage {
    thread: Handle,
    pool: Pool,
    slots: QueueSlots,
    writes: mpsc::Sender<PendingTransaction>,
    write_failure: WriteFailure,
    /// The highest database position seen, updated by the referee.
    seen: HighestSeen,
    queue: Option<Arc<PostgresQueue>>,
    ids: IdAllocator,
}

/// The resources opened on the thread.
struct Parts {
    storage: PostgresStorage,
    writer: JoinHandle<()>,
    server: PostgresServer,
    lease: Option<Lease>,
}

/// Takes the lease and migrates the tables, or returns the holder. The new term is higher than any seen.
///
/// # Errors
/// When the database cannot be reached, or is of a later version.
pub async fn open(url: &DatabaseUrl, node: Holder, seen: HighestSeen) -> Result<Result<Opened, Holder>, StorageError> {
    let url = url.clone();
    on_a_thread(async move {
        let server = PostgresServer::new(&url)?;
        schema::migrate(&url, &server.pool, &schema()).await?;
        match lease::take(&server, &node, &seen).await? {
            Err(holder) => Ok(Err(holder)),
            Ok(lease) => {
                let (renewed, renewing) = (lease.clone(), server.clone());
                tokio::spawn(async move { lease::renew(&renewing, &renewed).await });
                let asked = server.clone();
                tokio::spawn(async move { server::warn_of_asynchronous(&asked).await });
                let mut parts = parts(server.clone(), Some(lease)).await?;
                parts.storage.queue = Some(Arc::new(PostgresQueue::of_referee(&url, server.pool, &parts.storage.writes)));
                Ok(Ok(parts))
            }
        }
    })
    .await
}

/// Opens it for a command beside a referee.
///
/// # Errors
/// As for [`open`].
pub async fn open_beside(url: &DatabaseUrl) -> Result<Opened, StorageError> {
    let url = url.clone();
    let opened = on_a_thread(async move {
        let server = PostgresServer::new(&url)?;
        schema::migrate(&url, &server.pool, &schema()).await?;
        Ok(Ok(parts(server, None).await?))
    });
    Ok(opened.await?.unwrap_or_else(|_| unreachable!("it asks for no lease")))
}

pub fn remedy(url: &DatabaseUrl) -> String {
    format!("empty it (DROP SCHEMA {} CASCADE)", url.schema())
}

/// The queue of its jobs, for a worker.
///
/// # Errors
/// When the database cannot be reached, or is of another version.
pub async fn open_queue(url: &DatabaseUrl) -> Result<Arc<dyn JobQueue>, StorageError> {
    Ok(Arc::new(PostgresQueue::of_worker(url).await?))
}

/// Whether a referee has stored anything there.
///
/// # Errors
/// When the database does not answer.
pub async fn is_there(url: &DatabaseUrl) -> Result<bool, StorageError> {
    let client = connection(&connection::pool(url)?).await?;
    let row = client.query_one("SELECT to_regclass($1) IS NOT NULL", &[&format!("{}.lease", url.schema)]).await.map_err(as_error)?;
    row.try_get(0).map_err(as_error)
}

/// Watches the lease of a database, and lists its nodes. The tables are migrated.
///
/// # Errors
/// When it cannot be reached, or is of a later version.
pub async fn watch(url: &DatabaseUrl) -> Result<(LeaseWatch, PostgresServer), StorageError> {
    let server = PostgresServer::new(url)?;
    schema::migrate(url, &server.pool, &schema()).await?;
    Ok((LeaseWatch::of(server.clone()), server))
}

async fn parts(server: PostgresServer, lease: Option<Lease>) -> Result<Parts, StorageError> {
    let pool = server.pool.clone();
    let ids = IdAllocator::after(query::last_numbers(&*connection(&pool).await?).await.map_err(as_error)?);
    let (writes, inbox) = mpsc::channel(MAX_QUEUED);
    let write_failure = WriteFailure::default();
    let seen = lease.as_ref().map(|lease| lease.seen.clone()).unwrap_or_default();
    let writer = tokio::spawn(PostgresWriter::new(server.clone(), lease.clone(), write_failure.clone()).run(inbox));
    let storage =
        PostgresStorage { thread: Handle::current(), pool, slots: QueueSlots::default(), writes, write_failure, seen, queue: None, ids };
    Ok(Parts { storage, writer, server, lease })
}

/// Runs `open` on a new thread, which then drives the connections until it is closed.
async fn on_a_thread(
    opening: impl Future<Output = Result<Result<Parts, Holder>, StorageError>> + Send + 'static,
) -> Result<Result<Opened, Holder>, StorageError> {
    let (opened, is_open) = oneshot::channel();
    let closing = CancellationToken::new();
    let close = closing.clone();
    let no_thread = |error| StorageError::unavailable(StorageFailure::NoThread, error);
    let runtime = Builder::new_current_thread().enable_all().build().map_err(no_thread)?;
    let serve = move || {
        runtime.block_on(async move {
            let parts = match opening.await {
                Ok(Ok(parts)) => parts,
                // The caller may have stopped waiting.
                Ok(Err(holder)) => return drop(opened.send(Ok(Err(holder)))),
                Err(error) => return drop(opened.send(Err(error))),
            };
            let Parts { storage, writer, server, lease } = parts;
            let lost = lease.as_ref().map(|lease| lease.lost.clone()).unwrap_or_default();
            if opened.send(Ok(Ok((storage, lost)))).is_ok() {
                close.cancelled().await;
            }
            lease::close(&server, lease.as_ref(), writer).await;
        });
    };
    let thread = std::thread::Builder::new().name("storage-postgres".into()).spawn(serve).map_err(no_thread)?;
    let opened = is_open.await.map_err(|_| StorageError::closed())??;
    Ok(opened.map(|(storage, lost)| {
        Opened::new(Arc::new(storage), move || {
            closing.cancel();
            // A panic of the thread is logged.
            let _ = thread.join();
        })
        .until(lost)
    }))
}

impl PostgresStorage {
    /// Runs a query on a connection that it has alone.
    fn query<T: Send + 'static>(
        &self,
        query: impl for<'c> FnOnce(&'c Client) -> BoxFuture<'c, Result<T, Error>> + Send + 'static,
    ) -> StorageFuture<'_, T> {
        self.slots.queue(move |slot| {
            connection::spawn_query(&self.thread, &self.pool, move |client| {
                let answer = query(client);
                async move {
                    let _slot = slot;
                    answer.await.map_err(as_error)
                }
                .boxed()
            })
        })
    }
}

impl Storage for PostgresStorage {
    fn write(&self, changes: Vec<Change>) -> StorageFuture<'_, ()> {
        self.ids.note(&changes);
        let (done, answer) = oneshot::channel();
        let asked = self.writes.try_send(PendingTransaction { changes, done });
        async move {
            if let Err(TrySendError::Full(write)) = asked {
                // A closed storage drops the write, and with it the sender of the answer.
                let _ = self.writes.send(write).await;
            }
            answer.await.map_err(|_| StorageError::closed())?
        }
        .boxed()
    }

    fn write_failure(&self) -> Option<StorageError> {
        self.write_failure.get()
    }

    fn warning(&self) -> Option<Message> {
        self.seen.setback().map(|setback| setback.message())
    }

    fn queue(&self) -> Option<Arc<dyn JobQueue>> {
        self.queue.clone().map(|queue| queue as Arc<dyn JobQueue>)
    }

    fn select(&self, query: Statement) -> StorageFuture<'_, Vec<Row>> {
        self.query(move |client| async move { query::select(client, &query).await }.boxed())
    }

    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn ids(&self) -> &IdAllocator {
        &self.ids
    }

    fn checkpoints(&self, _job: u64) -> StorageFuture<'_, Vec<CheckpointRow>> {
        ready(Ok(Vec::new())).boxed()
    }

    fn list_nodes(&self) -> StorageFuture<'_, Vec<NodeRow>> {
        self.query(|client| register::list(client).boxed())
    }
}
