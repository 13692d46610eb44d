//! A SQLite database in memory, which ends with the process.

use super::change::{self, SqliteWriteError};
use super::{as_error, query, schema};
use crate::sql::{Dialect, Row, Statement};
use crate::{Change, IdAllocator, Storage, StorageError, StorageFuture};
use futures_util::FutureExt;
use parking_lot::Mutex;
use rusqlite::Connection;
use std::future::ready;
use std::sync::Arc;

/// Each call completes synchronously, so that no simulated time passes.
struct MemoryStorage {
    connection: Mutex<Connection>,
    ids: IdAllocator,
}

/// Storage in memory, for simulations and for matches that are not to be stored.
pub fn in_memory() -> Arc<dyn Storage> {
    let open = || {
        // In a file in memory with a page cache of the usual size: with `:memory:` all pages are in the cache, which many commits scan whole.
        let mut connection = Connection::open("file:arbitre?vfs=memdb").map_err(as_error)?;
        connection.set_prepared_statement_cache_capacity(64);
        schema::migrate(&mut connection, &schema::schema())?;
        Ok::<_, StorageError>(connection)
    };
    let connection = open().expect("a database in memory needs nothing from outside, and its schema is constant");
    Arc::new(MemoryStorage { connection: Mutex::new(connection), ids: IdAllocator::default() })
}

impl Storage for MemoryStorage {
    fn write(&self, changes: Vec<Change>) -> StorageFuture<'_, ()> {
        let written = change::write_all(&mut self.connection.lock(), changes.iter());
        if written.is_ok() {
            self.ids.note(&changes);
        }
        ready(written.map_err(|refused| match refused {
            SqliteWriteError::Later(error) => as_error(error),
            SqliteWriteError::Never(error) => error,
        }))
        .boxed()
    }

    fn select(&self, statement: Statement) -> StorageFuture<'_, Vec<Row>> {
        ready(query::select(&self.connection.lock(), &statement).map_err(as_error)).boxed()
    }

    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn ids(&self) -> &IdAllocator {
        &self.ids
    }
}
