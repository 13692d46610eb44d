//! Writes changes. Frequent kinds are grouped into array parameters, so that many matches share one statement and one commit.

use super::connection::{Client, as_error};
use super::database::{Fence, LeaseBatch};
use super::query;
use protocol::Seat;
use std::collections::HashMap;
use storage::sql::{Dialect, Write, count, writes};
use storage::{Change, EndRow, MatchRow, QueuedJob, StorageError, StorageErrorKind, StorageFailure};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

/// A `u64` as a `bigint`. Numbers beyond its range match no row.
pub fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Executes a cached statement; the number of rows that it changes.
async fn execute(client: &Client, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<u64, Error> {
    client.execute(&client.prepare_cached(sql).await?, values).await
}

fn conflict(what: StorageFailure) -> StorageError {
    StorageError::new(StorageErrorKind::Conflict, what)
}

/// Claims a batch and writes all changes, in an order that satisfies their dependencies. `false` if another node holds the lease. After an error
/// the caller rolls back.
pub async fn write(client: &Client, batch: Option<&LeaseBatch>, changes: impl Iterator<Item = &Change>) -> Result<bool, StorageError> {
    let mut gathered = Gathered::claiming(batch);
    for change in changes {
        match change {
            Change::Seen { match_id: game, seat: Seat::White } => gathered.seen_by_white.push(number(*game)),
            Change::Seen { match_id: game, seat: Seat::Black } => gathered.seen_by_black.push(number(*game)),
            Change::Match(row) => gathered.begin(row),
            Change::Line { match_id: game, number: line, body } => gathered.lines.push(number(*game), number(*line), body),
            Change::TournamentLine { id, number: line, body } => gathered.tournament_lines.push(number(*id), number(*line), body),
            Change::End { match_id: game, end } => gathered.ends.push((number(*game), end)),
            other => {
                if !std::mem::take(&mut gathered).write(client).await? {
                    return Ok(false);
                }
                write_one(client, other).await?;
            }
        }
    }
    gathered.write(client).await
}

/// Frequent changes, grouped by kind: only the order within a kind and the order of kinds matter.
#[derive(Default)]
struct Gathered<'c> {
    /// The fencing token of the batch that these changes claim.
    fence: Option<&'c Fence>,
    matches: Vec<&'c MatchRow>,
    lines: LogLines<'c>,
    tournament_lines: LogLines<'c>,
    ends: Vec<(i64, &'c EndRow)>,
    seen_by_white: Vec<i64>,
    seen_by_black: Vec<i64>,
}

/// Appends lines to logs. A line gets no body, which the table refuses, unless it follows the last one; line 0 does if `is_begun` holds. A scalar
/// subquery looks one key up; for `EXISTS` PostgreSQL may read the whole table into a hash table, for each batch.
fn append(table: &str, log: &str, is_begun: &str, held: &str) -> String {
    format!(
        "INSERT INTO {table} ({log}, line, body)
         SELECT new_log, new_line, CASE WHEN follows OR CASE new_line WHEN 0 THEN {is_begun}
             ELSE (SELECT true FROM {table} WHERE {log} = new_log AND line = new_line - 1) END THEN new_body END
         FROM {held} unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[]) AS new (new_log, new_line, new_body, follows)"
    )
}

/// Locks the lease row until the transaction ends, if it has the fence. A node that begins a new term waits for the lock, and a batch of an old term
/// inserts nothing.
const HELD: &str = "(SELECT FROM lease WHERE fence = $5 AND key = $6 FOR SHARE) AS held,";

#[derive(Default)]
struct LogLines<'c> {
    logs: Vec<i64>,
    numbers: Vec<i64>,
    bodies: Vec<&'c str>,
    /// Whether the line before it is one of these, or it begins a match of these.
    follow: Vec<bool>,
    last: HashMap<i64, i64>,
}

impl<'c> LogLines<'c> {
    fn push(&mut self, log: i64, line: i64, body: &'c str) {
        self.follow.push(self.last.insert(log, line) == Some(line - 1));
        self.logs.push(log);
        self.numbers.push(line);
        self.bodies.push(body);
    }

    /// Appends each to its log, if the lease has the fence; the number of rows.
    async fn write(&self, client: &Client, [table, log, is_begun]: [&str; 3], fence: Option<&Fence>) -> Result<u64, StorageError> {
        let sql = append(table, log, is_begun, fence.map_or("", |_| HELD));
        let mut values: Vec<&(dyn ToSql + Sync)> = vec![&self.logs, &self.numbers, &self.bodies, &self.follow];
        if let Some(fence) = fence {
            values.extend([&fence.term as &(dyn ToSql + Sync), &fence.id]);
        }
        match execute(client, &sql, &values).await {
            Err(error) if error.code() == Some(&SqlState::NOT_NULL_VIOLATION) => Err(self.gap(log)),
            rows => rows.map_err(as_error),
        }
    }

    fn gap(&self, log: &str) -> StorageError {
        let lines = self.logs.iter().zip(&self.numbers).filter(|(log, _)| **log > 0);
        let lines: Vec<_> = lines.map(|(log, line)| (*log as u64, *line as u64)).collect();
        conflict(match lines[..] {
            [(id, line)] if log == "tournament" => StorageFailure::TournamentLineOutOfOrder { id, line },
            [(game, line)] => StorageFailure::LineOutOfOrder { game, line },
            _ => StorageFailure::LinesOutOfOrder { lines: lines.len() },
        })
    }
}

impl<'c> Gathered<'c> {
    /// The claim of a batch is its line in the log of the term, whose number is negative.
    fn claiming(batch: Option<&'c LeaseBatch>) -> Gathered<'c> {
        let mut gathered = Gathered::default();
        if let Some(LeaseBatch { fence, number }) = batch {
            gathered.fence = Some(fence);
            if *number == 1 {
                gathered.lines.last.insert(-fence.term, 0);
            }
            gathered.lines.push(-fence.term, *number, "");
        }
        gathered
    }

    fn begin(&mut self, row: &'c MatchRow) {
        self.lines.last.insert(number(row.match_id), -1);
        self.matches.push(row);
    }

    async fn write(self, client: &Client) -> Result<bool, StorageError> {
        let of_games = ["log", "game", "(SELECT true FROM matches WHERE game = new_log)"];
        if !self.lines.logs.is_empty() && self.lines.write(client, of_games, self.fence).await? == 0 {
            return Ok(false);
        }
        self.write_matches(client).await?;
        if !self.tournament_lines.logs.is_empty() {
            self.tournament_lines.write(client, ["tournament_log", "tournament", "true"], None).await?;
        }
        self.write_ends(client).await?;
        if !(self.seen_by_white.is_empty() && self.seen_by_black.is_empty()) {
            let sql =
                "UPDATE matches SET unseen_white = unseen_white AND game <> ALL ($1), unseen_black = unseen_black AND game <> ALL ($2)
                WHERE game = ANY ($1::bigint[] || $2::bigint[])";
            execute(client, sql, &[&self.seen_by_white, &self.seen_by_black]).await.map_err(as_error)?;
        }
        Ok(true)
    }

    async fn write_matches(&self, client: &Client) -> Result<(), StorageError> {
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
        execute(client, sql, &columns).await.map(drop).map_err(as_error)
    }

    async fn write_ends(&self, client: &Client) -> Result<(), StorageError> {
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
        let rows = execute(client, sql, &columns).await.map_err(as_error)?;
        if rows != ends.len() as u64 {
            return Err(conflict(StorageFailure::NotRunning { game: None }));
        }
        execute(client, &count("game = ANY ($1)"), &columns[..1]).await.map(drop).map_err(as_error)
    }
}

/// Writes one of the rarer changes.
async fn write_one(client: &Client, change: &Change) -> Result<(), StorageError> {
    if let Change::JobQueued(job) = change {
        return enter_queue(client, job).await.map_err(as_error);
    }
    for Write { statement, conflict } in writes(change, Dialect::Postgres) {
        let rows = query::execute(client, &statement).await.map_err(as_error)?;
        if let (0, Some(what)) = (rows, conflict) {
            return Err(self::conflict(what));
        }
    }
    Ok(())
}

/// Adds an unfinished job with its parts to the queue, and notifies the workers.
async fn enter_queue(client: &Client, job: &QueuedJob) -> Result<(), Error> {
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
