//! The lease: one row that says which node referees, by the database's clock alone. Each holder has a number of its own, the fence, which
//! every write checks: a node that slept, or that the others believe dead, cannot write any more.

use super::connection::{as_error, connection, pool};
use super::schema;
use super::url::DatabaseUrl;
use crate::core::storage::{Holder, StorageError};
use deadpool_postgres::Pool;
use std::time::Duration;
use tokio_postgres::{Error, Row};
use tokio_util::sync::CancellationToken;

/// How long a lease lasts that nobody renews, in seconds of the database's clock. With this, a node that dies is followed by another within
/// ten seconds.
pub const LASTS_SECONDS: f64 = 6.0;
/// How often it is renewed.
const RENEWED_EVERY: Duration = Duration::from_millis(1_500);

/// A lease that this process holds.
#[derive(Clone)]
pub struct Lease {
    /// Its number: larger than that of any holder before.
    pub fence: i64,
    /// Cancelled when another node holds it.
    pub lost: CancellationToken,
}

/// Takes the lease if nobody has it; otherwise tells who does.
pub async fn take(pool: &Pool, node: &Holder) -> Result<Result<Lease, Holder>, StorageError> {
    let client = connection(pool).await?;
    let sql = "UPDATE lease SET fence = fence + 1, batch = 0, holder = $1, relay = $2, key = $3,
            until = clock_timestamp() + make_interval(secs => $4)
        WHERE until < clock_timestamp() RETURNING fence";
    let taken = client.query_opt(sql, &[&node.name, &node.relay, &node.key, &LASTS_SECONDS]).await.map_err(as_error)?;
    if let Some(row) = taken {
        return Ok(Ok(Lease { fence: row.try_get(0).map_err(as_error)?, lost: CancellationToken::new() }));
    }
    let row = client.query_one("SELECT holder, relay, key FROM lease", &[]).await.map_err(as_error)?;
    Ok(Err(holder(&row).map_err(as_error)?))
}

/// Renews the lease as long as it is held. While the database does not answer it stays ours if nobody else asks for it: only the database
/// says that it is lost.
pub async fn renew(pool: &Pool, lease: &Lease) {
    while !lease.lost.is_cancelled() {
        tokio::time::sleep(RENEWED_EVERY).await;
        match renew_once(pool, lease.fence).await {
            Ok(true) => {}
            Ok(false) => lease.lost.cancel(),
            Err(error) => tracing::warn!(%error, "the lease cannot be renewed now"),
        }
    }
}

async fn renew_once(pool: &Pool, fence: i64) -> Result<bool, StorageError> {
    let client = connection(pool).await?;
    let sql = "UPDATE lease SET until = clock_timestamp() + make_interval(secs => $2) WHERE fence = $1";
    Ok(client.execute(sql, &[&fence, &LASTS_SECONDS]).await.map_err(as_error)? == 1)
}

/// Gives the lease back, so that another need not wait for its end.
pub async fn give_back(pool: &Pool, fence: i64) -> Result<(), StorageError> {
    let client = connection(pool).await?;
    client.execute("UPDATE lease SET until = '-infinity' WHERE fence = $1", &[&fence]).await.map_err(as_error)?;
    Ok(())
}

/// Sees who holds the lease of a database whose tables are up to date.
pub struct LeaseWatch(Pool);

impl LeaseWatch {
    /// Of this database; its tables are made if need be.
    ///
    /// # Errors
    /// When it cannot be reached, or is of a later version.
    pub async fn of(url: &DatabaseUrl) -> Result<LeaseWatch, StorageError> {
        let pool = pool(url)?;
        schema::migrate(url, &pool).await?;
        Ok(LeaseWatch(pool))
    }

    /// Who holds it; nobody if it has ended.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn holder(&self) -> Result<Option<Holder>, StorageError> {
        let client = connection(&self.0).await?;
        let sql = "SELECT holder, relay, key FROM lease WHERE until >= clock_timestamp()";
        let row = client.query_opt(&client.prepare_cached(sql).await.map_err(as_error)?, &[]).await.map_err(as_error)?;
        row.map(|row| holder(&row)).transpose().map_err(as_error)
    }
}

fn holder(row: &Row) -> Result<Holder, Error> {
    Ok(Holder { name: row.try_get(0)?, relay: row.try_get(1)?, key: row.try_get(2)? })
}
