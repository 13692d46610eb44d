//! Writes changes. Frequent kinds are grouped into array parameters, so that many matches share one statement and one commit.

use super::connection::{Client, as_error, can_pass};
use super::database::LeaseBatch;
use super::query;
use protocol::Seat;
use storage::sql::{Dialect, Write, count, writes};
use storage::{Change, EndRow, MatchRow, QueuedJob, StorageError, StorageErrorKind, StorageFailure};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

/// Why a write failed.
pub enum PostgresWriteError {
    /// It may succeed later.
    Later(StorageError),
    Never(StorageError),
}

impl From<Error> for PostgresWriteError {
    fn from(error: Error) -> PostgresWriteError {
        if can_pass(&error) { PostgresWriteError::Later(as_error(error)) } else { PostgresWriteError::Never(as_error(error)) }
    }
}

/// A `u64` as a `bigint`. Numbers beyond its range match no row.
pub fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Executes a cached statement; the number of rows that it changes.
async fn execute(client: &Client, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<u64, Error> {
    client.execute(&client.prepare_cached(sql).await?, values).await
}

fn conflict(what: StorageFailure) -> PostgresWriteError {
    PostgresWriteError::Never(StorageError::new(StorageErrorKind::Conflict, what))
}

/// Writes all changes in an order that satisfies their dependencies. After an error the caller rolls back.
pub async fn write(client: &Client, changes: impl Iterator<Item = &Change>) -> Result<(), PostgresWriteError> {
    let mut gathered = Gathered::default();
    for change in changes {
        match change {
            Change::Seen { match_id: game, seat: Seat::White } => gathered.seen_by_white.push(number(*game)),
            Change::Seen { match_id: game, seat: Seat::Black } => gathered.seen_by_black.push(number(*game)),
            Change::Match(row) => gathered.matches.push(row),
            Change::Line { match_id: game, number, body } => gathered.lines.push(*game, *number, body),
            Change::TournamentLine { id, number, body } => gathered.tournament_lines.push(*id, *number, body),
            Change::End { match_id: game, end } => gathered.ends.push((number(*game), end)),
            other => {
                std::mem::take(&mut gathered).write(client).await?;
                write_one(client, other).await?;
            }
        }
    }
    gathered.write(client).await
}

/// Frequent changes, grouped by kind: only the order within a kind and the order of kinds matter.
#[derive(Default)]
struct Gathered<'c> {
    matches: Vec<&'c MatchRow>,
    lines: LogLines<'c>,
    tournament_lines: LogLines<'c>,
    ends: Vec<(i64, &'c EndRow)>,
    seen_by_white: Vec<i64>,
    seen_by_black: Vec<i64>,
}

/// Inserts a batch number and locks the lease row until the transaction ends. A node that begins a new term waits for the lock, and a batch
/// of an old term inserts nothing.
pub fn claim_sql([fence, id, number]: [&str; 3]) -> String {
    format!(
        "INSERT INTO batches (fence, number)
            SELECT {fence}::bigint, {number}::bigint FROM (SELECT FROM lease WHERE fence = {fence} AND key = {id} FOR SHARE) AS held
            WHERE {number} = 1 OR EXISTS (SELECT FROM batches WHERE fence = {fence} AND number = {number} - 1)
         ON CONFLICT DO NOTHING"
    )
}

/// The new lines, each with its predecessor in the batch.
const NEW_LINES: &str = "new AS (
        SELECT new_log, new_line, new_body, lag(new_line) OVER (PARTITION BY new_log ORDER BY place) AS line_before
        FROM unnest($1::bigint[], $2::bigint[], $3::text[]) WITH ORDINALITY AS given (new_log, new_line, new_body, place)
    )";
/// Whether a first line belongs to a match.
const OF_A_MATCH: &str = "EXISTS (SELECT 1 FROM matches WHERE game = new_log)";

/// Appends each new line that follows the last one of its log. Line 0 is appended if `is_begun` holds.
fn append(table: &str, log: &str, is_begun: &str) -> String {
    format!(
        "INSERT INTO {table} ({log}, line, body) SELECT new_log, new_line, new_body FROM new
         WHERE CASE WHEN line_before IS NOT NULL THEN line_before = new_line - 1
             WHEN new_line = 0 THEN {is_begun}
             ELSE EXISTS (SELECT 1 FROM {table} WHERE {log} = new_log AND line = new_line - 1) END"
    )
}

/// Lines of logs, as columns.
#[derive(Default)]
pub struct LogLines<'c> {
    logs: Vec<i64>,
    numbers: Vec<i64>,
    bodies: Vec<&'c str>,
}

impl<'c> LogLines<'c> {
    fn push(&mut self, log: u64, line: u64, body: &'c str) {
        self.logs.push(number(log));
        self.numbers.push(number(line));
        self.bodies.push(body);
    }

    /// The match lines, if there are no other changes.
    pub fn of(changes: &[&'c Change]) -> Option<LogLines<'c>> {
        let mut lines = LogLines::default();
        for change in changes {
            let Change::Line { match_id: game, number, body } = change else { return None };
            lines.push(*game, *number, body);
        }
        Some(lines)
    }

    /// Claims a batch and appends match lines in one statement, so in one transaction and one round trip. `false` if the batch cannot be
    /// claimed.
    pub async fn write_as(&self, client: &Client, LeaseBatch { fence, number }: &LeaseBatch) -> Result<bool, PostgresWriteError> {
        // A line that does not follow the last one divides by zero, which fails the statement.
        let sql = format!(
            "WITH {NEW_LINES}, claimed AS ({} RETURNING 1), written AS ({} AND EXISTS (SELECT FROM claimed) RETURNING 1)
             SELECT claims > 0, CASE WHEN claims > 0 AND lines < cardinality($1::bigint[]) THEN 1 / (lines - lines) END
             FROM (SELECT (SELECT count(*) FROM claimed) AS claims, (SELECT count(*) FROM written) AS lines) AS counted",
            claim_sql(["$4", "$5", "$6"]),
            append("log", "game", OF_A_MATCH)
        );
        let written = client.prepare_cached(&sql).await?;
        let values: &[&(dyn ToSql + Sync)] = &[&self.logs, &self.numbers, &self.bodies, &fence.term, &fence.id, number];
        match client.query_one(&written, values).await {
            Ok(row) => Ok(row.try_get(0)?),
            Err(error) if error.code() == Some(&SqlState::DIVISION_BY_ZERO) => Err(self.gap("game")),
            Err(error) => Err(error.into()),
        }
    }

    /// Appends each to its log.
    async fn write(&self, client: &Client, table: &str, log: &str, is_begun: &str) -> Result<(), PostgresWriteError> {
        if self.logs.is_empty() {
            return Ok(());
        }
        let sql = format!("WITH {NEW_LINES} {}", append(table, log, is_begun));
        let rows = execute(client, &sql, &[&self.logs, &self.numbers, &self.bodies]).await?;
        if rows == self.logs.len() as u64 { Ok(()) } else { Err(self.gap(log)) }
    }

    fn gap(&self, log: &str) -> PostgresWriteError {
        conflict(match (&self.logs[..], &self.numbers[..]) {
            ([id], [line]) if log == "tournament" => StorageFailure::TournamentLineOutOfOrder { id: *id as u64, line: *line as u64 },
            ([game], [line]) => StorageFailure::LineOutOfOrder { game: *game as u64, line: *line as u64 },
            (lines, _) => StorageFailure::LinesOutOfOrder { lines: lines.len() },
        })
    }
}

impl Gathered<'_> {
    async fn write(self, client: &Client) -> Result<(), PostgresWriteError> {
        self.write_matches(client).await?;
        self.lines.write(client, "log", "game", OF_A_MATCH).await?;
        self.tournament_lines.write(client, "tournament_log", "tournament", "true").await?;
        self.write_ends(client).await?;
        for (games, column) in [(&self.seen_by_white, "unseen_white"), (&self.seen_by_black, "unseen_black")] {
            if !games.is_empty() {
                execute(client, &format!("UPDATE matches SET {column} = false WHERE game = ANY ($1)"), &[games]).await?;
            }
        }
        Ok(())
    }

    async fn write_matches(&self, client: &Client) -> Result<(), PostgresWriteError> {
        if self.matches.is_empty() {
            return Ok(());
        }
        let rows = &self.matches;
        let sql = "INSERT INTO matches (game, game_name, white, black, white_version, black_version, created_ms, tournament,
                budget_us, increment_us, per_move_us)
            SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
                $9::bigint[], $10::bigint[], $11::bigint[])";
        let columns: [&(dyn ToSql + Sync); 11] = [
            &rows.iter().map(|row| number(row.match_id)).collect::<Vec<_>>(),
            &rows.iter().map(|row| &*row.game_name).collect::<Vec<_>>(),
            &rows.iter().map(|row| &*row.players.white).collect::<Vec<_>>(),
            &rows.iter().map(|row| &*row.players.black).collect::<Vec<_>>(),
            &rows.iter().map(|row| row.versions.white.as_deref()).collect::<Vec<_>>(),
            &rows.iter().map(|row| row.versions.black.as_deref()).collect::<Vec<_>>(),
            &rows.iter().map(|row| row.created_ms).collect::<Vec<_>>(),
            &rows.iter().map(|row| row.tournament.map(number)).collect::<Vec<_>>(),
            &rows.iter().map(|row| row.time.budget_us.map(number)).collect::<Vec<_>>(),
            &rows.iter().map(|row| number(row.time.increment_us)).collect::<Vec<_>>(),
            &rows.iter().map(|row| row.time.per_move_us.map(number)).collect::<Vec<_>>(),
        ];
        execute(client, sql, &columns).await?;
        Ok(())
    }

    async fn write_ends(&self, client: &Client) -> Result<(), PostgresWriteError> {
        if self.ends.is_empty() {
            return Ok(());
        }
        let ends = &self.ends;
        let sql = "UPDATE matches SET result = new_result, reason = new_reason, why = new_why, ended_ms = new_ended_ms,
                plies = new_plies, evidence = new_evidence, unseen_white = true, unseen_black = true
            FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[])
                AS new (new_game, new_result, new_reason, new_why, new_ended_ms, new_plies, new_evidence)
            WHERE game = new_game AND result IS NULL";
        let columns: [&(dyn ToSql + Sync); 7] = [
            &ends.iter().map(|(game, _)| *game).collect::<Vec<_>>(),
            &ends.iter().map(|(_, end)| end.result.word()).collect::<Vec<_>>(),
            &ends.iter().map(|(_, end)| &*end.reason).collect::<Vec<_>>(),
            &ends.iter().map(|(_, end)| storage::write_message(&end.why)).collect::<Vec<_>>(),
            &ends.iter().map(|(_, end)| end.ended_ms).collect::<Vec<_>>(),
            &ends.iter().map(|(_, end)| i64::from(end.plies)).collect::<Vec<_>>(),
            &ends.iter().map(|(_, end)| end.evidence.to_stored()).collect::<Vec<_>>(),
        ];
        let rows = execute(client, sql, &columns).await?;
        if rows != ends.len() as u64 {
            return Err(conflict(StorageFailure::NotRunning { game: None }));
        }
        execute(client, &count("game = ANY ($1)"), &columns[..1]).await?;
        Ok(())
    }
}

/// Writes one of the rarer changes.
async fn write_one(client: &Client, change: &Change) -> Result<(), PostgresWriteError> {
    if let Change::JobQueued(job) = change {
        return enter_queue(client, job).await;
    }
    for Write { statement, conflict } in writes(change, Dialect::Postgres) {
        let rows = query::execute(client, &statement).await?;
        if let (0, Some(what)) = (rows, conflict) {
            return Err(self::conflict(what));
        }
    }
    Ok(())
}

/// Adds an unfinished job with its parts to the queue, and notifies the workers.
async fn enter_queue(client: &Client, job: &QueuedJob) -> Result<(), PostgresWriteError> {
    // Clients' turns are counted until the queue is empty.
    execute(client, "DELETE FROM served WHERE NOT EXISTS (SELECT FROM queue)", &[]).await?;
    let sql = "INSERT INTO queue (job, asker, background, version, mebibytes, seconds, parts, undone)
        SELECT $1, $2, $3, $4, $5, $6, $7, $7 FROM jobs WHERE id = $1 AND state IS NULL ON CONFLICT (job) DO NOTHING";
    let asker = job.client.map_or_else(String::new, |address| address.to_string());
    let (id, version, parts) = (number(job.id), i64::from(job.needs.version), i64::from(job.parts));
    let (mebibytes, seconds) = (number(job.needs.mebibytes), number(job.needs.seconds));
    execute(client, sql, &[&id, &asker, &job.is_background, &version, &mebibytes, &seconds, &parts]).await?;
    let sql = "INSERT INTO parts (job, part) SELECT job, part FROM queue, generate_series(0, $2::bigint - 1) AS part WHERE job = $1
        ON CONFLICT DO NOTHING";
    execute(client, sql, &[&id, &parts]).await?;
    execute(client, "SELECT pg_notify('jobs_' || md5(current_schema()), $1::bigint::text)", &[&id]).await?;
    Ok(())
}
