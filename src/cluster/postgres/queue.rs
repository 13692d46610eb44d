//! Job queue in the database, shared by all workers. Claims expire by the database's clock. Each statement is a transaction, or is
//! pipelined with the others of its transaction, so a stopped worker holds no lock.

use super::change::number;
use super::connection::{Client, as_error, spawn_query};
use super::listener::Listener;
use super::schema;
use super::url::DatabaseUrl;
use super::writer::PendingTransaction;
use deadpool_postgres::Pool;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, TryFutureExt};
use protocol::JobProgress;
use runtime::{Checkpoint, wall_clock_ms};
use std::time::Duration;
use storage::queue::{CLAIM_DURATION, Claim, JobClass, JobQueue, JobStatus, MAX_DEATHS, PartEnd, Renewal, TakenPart, WorkerInfo, given_up};
use storage::{Change, JobEnd, QueuedJob, StorageError, StorageFuture};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};

/// The interval of progress reports, a fraction of a claim's duration.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

pub struct PostgresQueue {
    thread: Handle,
    pool: Pool,
    /// The referee's writer. A worker has none.
    writes: Option<mpsc::WeakSender<PendingTransaction>>,
    news: Listener,
}

impl PostgresQueue {
    /// The queue of the referee, on the thread of its storage.
    pub fn of_referee(url: &DatabaseUrl, pool: Pool, writes: &mpsc::Sender<PendingTransaction>) -> PostgresQueue {
        PostgresQueue { thread: Handle::current(), pool, writes: Some(writes.downgrade()), news: Listener::of(url, "jobs") }
    }

    /// The queue of a worker, on the calling thread.
    pub async fn of_worker(url: &DatabaseUrl) -> Result<PostgresQueue, StorageError> {
        let pool = super::connection::pool(url)?;
        schema::check(url, &pool).await?;
        Ok(PostgresQueue { thread: Handle::current(), pool, writes: None, news: Listener::of(url, "jobs") })
    }

    /// Runs a query on a connection that it has alone.
    fn query<T: Send + 'static>(
        &self,
        query: impl for<'c> FnOnce(&'c Client) -> BoxFuture<'c, Result<T, Error>> + Send + 'static,
    ) -> StorageFuture<'static, T> {
        spawn_query(&self.thread, &self.pool, move |client| query(client).map_err(as_error).boxed())
    }
}

impl JobQueue for PostgresQueue {
    fn enter(&self, mut changes: Vec<Change>, job: QueuedJob) -> StorageFuture<'_, ()> {
        changes.push(Change::JobQueued(job));
        let (done, answer) = oneshot::channel();
        let writes = self.writes.as_ref().and_then(mpsc::WeakSender::upgrade);
        async move {
            let writes = writes.ok_or_else(StorageError::closed)?;
            writes.send(PendingTransaction { changes, done }).await.map_err(|_| StorageError::closed())?;
            drop(writes);
            answer.await.map_err(|_| StorageError::closed())?
        }
        .boxed()
    }

    fn holds(&self, job: u64) -> StorageFuture<'_, bool> {
        self.query(move |client| async move { holds(client, job).await }.boxed())
    }

    fn take(&self, worker: &WorkerInfo) -> StorageFuture<'_, Option<TakenPart>> {
        let (worker, is_worker) = (worker.clone(), self.writes.is_none());
        // After a lost connection, workers may renew their claims before they count as dead.
        let is_steady = self.news.steady_for() > CLAIM_DURATION;
        spawn_query(&self.thread, &self.pool, move |client| {
            async move {
                if is_worker {
                    schema::check_version(client).await?;
                }
                if is_steady {
                    expire(client).await.map_err(as_error)?;
                }
                take(client, &worker).await.map_err(as_error)
            }
            .boxed()
        })
    }

    fn renew(&self, held: Vec<Renewal>) -> StorageFuture<'_, Vec<Claim>> {
        self.query(move |client| async move { renew(client, &held).await }.boxed())
    }

    fn finish(&self, claim: Claim, end: PartEnd) -> StorageFuture<'_, ()> {
        self.query(move |client| async move { finish(client, claim, &end).await }.boxed())
    }

    fn give_back(&self, claims: Vec<Claim>) -> StorageFuture<'_, ()> {
        self.query(move |client| async move { give_back(client, &claims).await }.boxed())
    }

    fn end(&self, job: u64, end: JobEnd) -> StorageFuture<'_, ()> {
        self.query(move |client| async move { end_job(client, job, &end).await }.boxed())
    }

    fn statuses(&self, jobs: Vec<u64>) -> StorageFuture<'_, Vec<JobStatus>> {
        self.query(move |client| async move { statuses(client, &jobs).await }.boxed())
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.news.changes()
    }

    fn report_interval(&self) -> Duration {
        REPORT_INTERVAL
    }

    fn is_shared(&self) -> bool {
        true
    }
}

type Values<'v> = &'v [&'v (dyn ToSql + Sync)];

async fn rows(client: &Client, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Error> {
    client.query(&client.prepare_cached(sql).await?, values).await
}

/// Stored numbers are not negative.
fn unsigned(row: &Row, column: usize) -> Result<u64, Error> {
    Ok(row.try_get::<_, i64>(column)?.max(0) as u64)
}

fn claims(claims: impl Iterator<Item = Claim>) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    for Claim { job, part, fencing_token } in claims {
        columns.0.push(number(job));
        columns.1.push(i64::from(part));
        columns.2.push(number(fencing_token));
    }
    columns
}

async fn holds(client: &Client, job: u64) -> Result<bool, Error> {
    Ok(!rows(client, "SELECT FROM queue WHERE job = $1", &[&number(job)]).await?.is_empty())
}

/// Claims the next part for a worker. Skips locked rows.
pub async fn take(client: &Client, worker: &WorkerInfo) -> Result<Option<TakenPart>, Error> {
    let sql = "WITH running AS (
            SELECT asker, count(*) AS held FROM parts JOIN queue USING (job) WHERE worker IS NOT NULL GROUP BY asker
        ), next AS (
            SELECT part.job, part.part FROM parts AS part JOIN queue USING (job)
                LEFT JOIN running USING (asker) LEFT JOIN served USING (asker)
            WHERE worker IS NULL AND result IS NULL AND deaths < $6 AND version <= $2 AND mebibytes <= $3 AND seconds <= $4
                AND background = $5 AND (part.part < parts - 1 OR undone = 1) AND (NOT $8 OR parts = 1 AND part.turn = 0)
            ORDER BY coalesce(held, 0), coalesce(served.turn, 0), place, part.part LIMIT 1 FOR UPDATE OF part SKIP LOCKED
        ), taken AS (
            UPDATE parts SET worker = $1, turn = parts.turn + 1, until = clock_timestamp() + make_interval(secs => $7),
                generated = 0, depth = 0, bytes = 0, time_us = 0
            FROM next WHERE parts.job = next.job AND parts.part = next.part
            RETURNING parts.job, parts.part, parts.turn, parts.checkpoint
        ), turned AS (
            INSERT INTO served (asker, turn) SELECT asker, nextval('turns') FROM taken JOIN queue USING (job)
            ON CONFLICT (asker) DO UPDATE SET turn = excluded.turn
        )
        SELECT taken.job, part, turn, parts, question, checkpoint FROM taken JOIN queue USING (job) JOIN jobs ON id = job";
    let capacity = &worker.capacity;
    let values: Values = &[
        &worker.name,
        &i64::from(capacity.version),
        &number(capacity.mebibytes),
        &number(capacity.seconds),
        &(worker.class == JobClass::Background),
        &i64::from(MAX_DEATHS),
        &CLAIM_DURATION.as_secs_f64(),
        &(worker.class == JobClass::FirstRun),
    ];
    let taken = rows(client, sql, values).await?;
    let Some(row) = taken.first() else { return Ok(None) };
    let (part, parts) = (unsigned(row, 1)? as u32, unsigned(row, 3)? as u32);
    let claim = Claim { job: unsigned(row, 0)?, part, fencing_token: unsigned(row, 2)? };
    let question: Option<String> = row.try_get(4)?;
    let mut results = Vec::new();
    if part + 1 == parts && parts > 1 {
        let sql = "SELECT result FROM parts WHERE job = $1 AND result IS NOT NULL ORDER BY part";
        for row in rows(client, sql, &[&number(claim.job)]).await? {
            results.push(row.try_get(0)?);
        }
    }
    let checkpoint = row.try_get::<_, Option<String>>(5)?.map(Checkpoint::stored);
    Ok(Some(TakenPart { claim, parts, question: question.unwrap_or_default(), results, checkpoint }))
}

/// Records progress and renews claims. A locked row waits for the next renewal.
pub async fn renew(client: &Client, held: &[Renewal]) -> Result<Vec<Claim>, Error> {
    let sql = "WITH given AS (
            SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $9::text[])
                AS given (job, part, turn, generated, depth, bytes, time_us, checkpoint)
        ), mine AS (
            SELECT parts.job, parts.part, given.generated, given.depth, given.bytes, given.time_us, given.checkpoint
            FROM parts JOIN given USING (job, part, turn) WHERE worker IS NOT NULL FOR UPDATE OF parts SKIP LOCKED
        ), renewed AS (
            UPDATE parts SET until = clock_timestamp() + make_interval(secs => $8), generated = mine.generated, depth = mine.depth,
                bytes = mine.bytes, time_us = mine.time_us, checkpoint = coalesce(mine.checkpoint, parts.checkpoint),
                deaths = CASE WHEN mine.checkpoint IS NULL THEN parts.deaths ELSE 0 END
            FROM mine WHERE parts.job = mine.job AND parts.part = mine.part
        )
        SELECT job, part, turn FROM given
        WHERE NOT EXISTS (SELECT FROM parts WHERE (parts.job, parts.part, parts.turn) = (given.job, given.part, given.turn)
            AND worker IS NOT NULL)";
    let (jobs, parts, turns) = claims(held.iter().map(|renewal| renewal.claim));
    let column = |of: fn(&JobProgress) -> u64| held.iter().map(|renewal| number(of(&renewal.progress))).collect::<Vec<_>>();
    let checkpoints: Vec<Option<&str>> = held.iter().map(|renewal| renewal.checkpoint.as_ref().map(Checkpoint::text)).collect();
    let values: Values = &[
        &jobs,
        &parts,
        &turns,
        &column(|progress| progress.generated),
        &column(|progress| progress.depth.into()),
        &column(|progress| progress.bytes),
        &column(|progress| progress.time_us),
        &CLAIM_DURATION.as_secs_f64(),
        &checkpoints,
    ];
    let lost = rows(client, sql, values).await?;
    lost.iter().map(|row| Ok(Claim { job: unsigned(row, 0)?, part: unsigned(row, 1)? as u32, fencing_token: unsigned(row, 2)? })).collect()
}

/// Records the end of a part, if the claim is valid.
pub async fn finish(client: &Client, claim: Claim, end: &PartEnd) -> Result<(), Error> {
    let (job, part, fencing_token) = (number(claim.job), i64::from(claim.part), number(claim.fencing_token));
    match end {
        PartEnd::Job(end) => {
            let gone = "DELETE FROM queue WHERE job = $1
                AND EXISTS (SELECT FROM parts WHERE job = $1 AND part = $7 AND turn = $8 AND worker IS NOT NULL)";
            close(client, gone, job, end, &[&part, &fencing_token]).await
        }
        PartEnd::Result(result) => {
            // The job row is locked first everywhere, which prevents deadlocks. Workers are notified only when the combining part is left.
            let lock = client.prepare_cached("SELECT FROM queue WHERE job = $1 FOR NO KEY UPDATE").await?;
            let record = "UPDATE parts SET result = $4, worker = NULL, until = NULL, checkpoint = NULL
                    WHERE (job, part, turn) = ($1, $2, $3) AND worker IS NOT NULL";
            let record = client.prepare_cached(record).await?;
            let count = "WITH counted AS (
                    UPDATE queue SET undone = (SELECT count(*) FROM parts WHERE job = $1 AND result IS NULL) WHERE job = $1 RETURNING undone
                )
                SELECT pg_notify('jobs_' || md5(current_schema()), $1::bigint::text) FROM counted WHERE undone = 1";
            let count = client.prepare_cached(count).await?;
            let (of_job, recorded): (Values, Values) = (&[&job], &[&job, &part, &fencing_token, result]);
            let (begun, locked, recorded, counted, ended) = futures_util::join!(
                client.batch_execute("BEGIN"),
                client.query(&lock, of_job),
                client.execute(&record, recorded),
                client.query(&count, of_job),
                client.batch_execute("COMMIT"),
            );
            begun?;
            locked?;
            recorded?;
            counted?;
            ended
        }
    }
}

/// Ends a job, unless it is over.
pub async fn end_job(client: &Client, job: u64, end: &JobEnd) -> Result<(), Error> {
    close(client, "DELETE FROM queue WHERE job = $1", number(job), end, &[]).await
}

/// Removes a job from the queue with the statement `gone` and, if it removed a row, stores the end. So later ends have no effect.
async fn close(client: &Client, gone: &str, job: i64, end: &JobEnd, more: Values<'_>) -> Result<(), Error> {
    let sql = format!(
        "WITH gone AS ({gone} RETURNING job)
         UPDATE jobs SET state = $2, why = $3, result_type = $4, result = $5, ended_ms = $6, question = NULL FROM gone
         WHERE id = gone.job AND state IS NULL RETURNING pg_notify('jobs_' || md5(current_schema()), $1::bigint::text)"
    );
    let state = end.state.word();
    let why = end.why.as_ref().map(storage::write_message);
    let mut values: Vec<&(dyn ToSql + Sync)> = vec![&job, &state, &why, &end.result_type, &end.result, &end.ended_ms];
    values.extend(more);
    rows(client, &sql, &values).await?;
    Ok(())
}

pub async fn give_back(client: &Client, given: &[Claim]) -> Result<(), Error> {
    let sql = "WITH back AS (
            UPDATE parts SET worker = NULL, until = NULL FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS given (job, part, turn)
            WHERE (parts.job, parts.part, parts.turn) = (given.job, given.part, given.turn) AND worker IS NOT NULL RETURNING parts.job
        )
        SELECT pg_notify('jobs_' || md5(current_schema()), job::text) FROM back";
    let (jobs, parts, turns) = claims(given.iter().copied());
    rows(client, sql, &[&jobs, &parts, &turns]).await?;
    Ok(())
}

/// Releases expired claims, and fails jobs with too many worker deaths.
pub async fn expire(client: &Client) -> Result<(), Error> {
    let sql = "WITH dead AS (SELECT job, part FROM parts WHERE worker IS NOT NULL AND until < clock_timestamp() FOR UPDATE SKIP LOCKED)
        UPDATE parts SET worker = NULL, until = NULL, deaths = deaths + 1 FROM dead
        WHERE parts.job = dead.job AND parts.part = dead.part RETURNING parts.job, parts.part, parts.deaths";
    for row in rows(client, sql, &[]).await? {
        tracing::warn!(job = unsigned(&row, 0)?, part = unsigned(&row, 1)?, deaths = unsigned(&row, 2)?, "a worker has died");
    }
    let sql = "SELECT DISTINCT ON (job) job, part, parts FROM parts JOIN queue USING (job) WHERE deaths >= $1 ORDER BY job, part";
    for row in rows(client, sql, &[&i64::from(MAX_DEATHS)]).await? {
        let end = given_up(unsigned(&row, 1)? as u32, unsigned(&row, 2)? as u32, wall_clock_ms());
        end_job(client, unsigned(&row, 0)?, &end).await?;
    }
    Ok(())
}

pub async fn statuses(client: &Client, jobs: &[u64]) -> Result<Vec<JobStatus>, Error> {
    let sql = "SELECT job, bool_or(worker IS NOT NULL OR result IS NOT NULL), sum(generated)::bigint, max(depth),
            coalesce(sum(bytes) FILTER (WHERE worker IS NOT NULL), 0)::bigint, sum(time_us)::bigint, max(queue.parts), count(result)
        FROM parts JOIN queue USING (job) WHERE job = ANY ($1) GROUP BY job ORDER BY job";
    let jobs: Vec<i64> = jobs.iter().copied().map(number).collect();
    let standing = |row: &Row| {
        let progress = JobProgress {
            generated: unsigned(row, 2)?,
            depth: unsigned(row, 3)? as u32,
            bytes: unsigned(row, 4)?,
            time_us: unsigned(row, 5)?,
            parts: unsigned(row, 6)? as u32,
            done: unsigned(row, 7)? as u32,
        };
        Ok(JobStatus { id: unsigned(row, 0)?, is_running: row.try_get(1)?, progress })
    };
    rows(client, sql, &[&jobs]).await?.iter().map(standing).collect()
}
