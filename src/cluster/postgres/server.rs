//! The lease and transactions in PostgreSQL.

use super::change::write;
use super::connection::{self, Client, as_error};
use super::database::{Database, DatabaseSession, Fence, IDLE, LEASE_DURATION, LONGEST, LeaseBatch, LeaseRow};
use super::listener::Listener;
use super::url::DatabaseUrl;
use crate::{Holder, LogPosition};
use deadpool_postgres::{Object, Pool};
use std::time::Duration;
use storage::{Change, StorageError, StorageErrorKind};
use tokio_postgres::{Error, Row};

/// The last batch of the term of the lease's row.
const LAST_BATCH: &str = "greatest(batch, (SELECT max(line) FROM log WHERE game = -lease.fence))";
/// The most numbers of old batches that a renewal deletes. It looks for no older ones, which a long transaction may still see.
const MAX_PRUNED: i64 = 5_000;

#[derive(Clone)]
pub struct PostgresServer {
    pub pool: Pool,
    url: DatabaseUrl,
}

impl PostgresServer {
    /// Connections are made when they are needed.
    pub fn new(url: &DatabaseUrl) -> Result<PostgresServer, StorageError> {
        Ok(PostgresServer { pool: connection::pool(url)?, url: url.clone() })
    }

    /// Runs a query on a connection that it has alone.
    pub async fn with_client<T>(&self, asking: impl AsyncFnOnce(&Client) -> Result<T, Error>) -> Result<T, StorageError> {
        connection::query(&self.pool, asking).await
    }
}

impl Database for PostgresServer {
    type Session = Client;
    type Notices = Listener;

    async fn session(&self) -> Result<Client, StorageError> {
        let client = Object::take(connection::connection(&self.pool).await?);
        let idle = IDLE.as_millis();
        // Otherwise PostgreSQL plans the statements anew for each batch, which costs more than executing them. A plan that is made while a table is
        // small must suit a large one; the costs that PostgreSQL then assumes would have each plan compiled. `remote_apply` is stronger than `on`.
        let session = format!(
            "SET idle_in_transaction_session_timeout = {idle};
             SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off;
             SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') <> 'remote_apply'"
        );
        client.batch_execute(&session).await.map_err(as_error)?;
        Ok(client)
    }

    fn notices(&self) -> Listener {
        Listener::of(&self.url, "lease")
    }

    async fn lease(&self) -> Result<LeaseRow, StorageError> {
        self.with_client(async |client| lease_row(client).await).await
    }

    async fn take(&self, node: &Holder, seen: i64) -> Result<Option<i64>, StorageError> {
        // The terms of a deleted row are unknown, but each took a transaction, so the transaction number bounds them.
        let sql = "WITH made AS (
                INSERT INTO lease (fence, holder, relay, key, until)
                SELECT greatest(txid_current(), $6::bigint + 1), $1, $2, $3, clock_timestamp() + make_interval(secs => $4) WHERE NOT EXISTS (SELECT FROM lease)
                ON CONFLICT DO NOTHING RETURNING fence
             ), taken AS (
                UPDATE lease SET fence = greatest(fence, $6::bigint) + 1, batch = 0, holder = $1, relay = $2, key = $3,
                    until = clock_timestamp() + make_interval(secs => $4)
                WHERE until NOT BETWEEN clock_timestamp() AND clock_timestamp() + make_interval(secs => $5) RETURNING fence
             ), begun AS (SELECT fence FROM made UNION ALL SELECT fence FROM taken),
             ended AS (DELETE FROM log WHERE game < 0 AND EXISTS (SELECT FROM begun))
             SELECT fence, pg_notify('lease_' || md5(current_schema()), fence::text) FROM begun";
        let (lasts, longest) = (LEASE_DURATION.as_secs_f64(), LONGEST.as_secs_f64());
        self.with_client(async |client| {
            let taken = client.query_opt(sql, &[&node.name, &node.relay, &node.key, &lasts, &longest, &seen]).await?;
            taken.map(|row| row.try_get(0)).transpose()
        })
        .await
    }

    async fn renew(&self, term: i64, batch: i64, holder: &Holder) -> Result<bool, StorageError> {
        let sql = format!(
            "WITH renewed AS (
                UPDATE lease SET until = clock_timestamp() + make_interval(secs => $3), holder = $4, relay = $5
                WHERE fence = $1 AND {LAST_BATCH} >= $2 AND key = $6 RETURNING fence
             ), pruned AS (
                DELETE FROM log WHERE game = (SELECT -fence FROM renewed) AND line BETWEEN $2 - {MAX_PRUNED} AND $2 - 1
             )
             SELECT FROM renewed"
        );
        let Holder { name, relay, key } = holder;
        self.with_client(async |client| {
            Ok(client.query_opt(&sql, &[&term, &batch, &LEASE_DURATION.as_secs_f64(), name, relay, key]).await?.is_some())
        })
        .await
    }

    async fn give_back(&self, fence: &Fence) -> Result<(), StorageError> {
        let sql = "WITH given AS (UPDATE lease SET until = '-infinity' WHERE fence = $1 AND key = $2 RETURNING fence)
             SELECT pg_notify('lease_' || md5(current_schema()), fence::text) FROM given";
        self.with_client(async |client| client.query_opt(sql, &[&fence.term, &fence.id]).await.map(|_| ())).await
    }
}

impl DatabaseSession for Client {
    fn is_closed(&self) -> bool {
        tokio_postgres::Client::is_closed(self)
    }

    async fn write(&self, batch: Option<LeaseBatch>, changes: Vec<&Change>) -> Result<bool, StorageError> {
        let written = transact(self, batch.as_ref(), changes).await;
        if let (Err(error), Some(LeaseBatch { fence, number })) = (&written, batch)
            && error.kind == StorageErrorKind::Conflict
        {
            // Either a change conflicts, or the batch is not the next.
            let row = lease_row(self).await.map_err(as_error)?;
            if (row.fence(), row.progress.batch + 1) != (fence, number) {
                return Ok(false);
            }
        }
        written
    }
}

async fn transact(client: &Client, batch: Option<&LeaseBatch>, changes: Vec<&Change>) -> Result<bool, StorageError> {
    let is_one_statement = batch.is_some() && changes.iter().all(|change| matches!(change, Change::Line { .. }));
    if is_one_statement {
        return write(client, batch, changes.into_iter()).await;
    }
    // The statements are pipelined.
    let (begun, written) = futures_util::join!(client.batch_execute("BEGIN"), write(client, batch, changes.into_iter()));
    begun.map_err(as_error)?;
    client.batch_execute(if matches!(written, Ok(true)) { "COMMIT" } else { "ROLLBACK" }).await.map_err(as_error)?;
    written
}

async fn lease_row(client: &Client) -> Result<LeaseRow, Error> {
    let sql = format!(
        "SELECT fence, {LAST_BATCH}, holder, relay, key,
            CASE WHEN until BETWEEN clock_timestamp() AND clock_timestamp() + make_interval(secs => $1)
                THEN extract(epoch FROM until - clock_timestamp())::float8 ELSE 0 END
         FROM lease"
    );
    let row = client.query_opt(&client.prepare_cached(&sql).await?, &[&LONGEST.as_secs_f64()]).await?;
    row.as_ref().map_or(Ok(LeaseRow::default()), read)
}

fn read(row: &Row) -> Result<LeaseRow, Error> {
    Ok(LeaseRow {
        progress: LogPosition { term: row.try_get(0)?, batch: row.try_get(1)? },
        holder: Holder { name: row.try_get(2)?, relay: row.try_get(3)?, key: row.try_get(4)? },
        // The lease may expire between two clock readings.
        remaining: Duration::try_from_secs_f64(row.try_get(5)?).unwrap_or_default(),
    })
}

/// Warns of asynchronous replicas: after a fail-over to one, accepted moves may be missing. A user without `pg_monitor` sees only whether commits wait
/// for any replica.
pub async fn warn_of_asynchronous(server: &PostgresServer) {
    let sql = "SELECT string_agg(application_name, ', ') FROM pg_stat_replication
        WHERE coalesce(state, '') <> 'backup'
            AND coalesce(sync_state, CASE current_setting('synchronous_standby_names') WHEN '' THEN 'async' END) = 'async'";
    let found = server.with_client(async |client| client.query_one(sql, &[]).await?.try_get::<_, Option<String>>(0)).await;
    match found {
        Ok(Some(replicas)) => tracing::warn!(
            replicas,
            "the database has an asynchronous replica: after a fail-over to it, moves that were accepted may be gone. Set \
             synchronous_standby_names, with synchronous_commit = remote_apply (docs/scaling.md)"
        ),
        Ok(None) => {}
        Err(error) => tracing::debug!(%error, "which replicas the database has is not known"),
    }
}
