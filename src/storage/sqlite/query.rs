//! Queries.

use crate::sql::{Row, Statement};
use rusqlite::{Connection, Error, params_from_iter};

/// The rows of a query.
pub fn select(connection: &Connection, query: &Statement) -> Result<Vec<Row>, Error> {
    let mut prepared = connection.prepare_cached(&query.sql)?;
    let columns = prepared.column_count();
    let rows = prepared.query_map(params_from_iter(&query.values), |row| (0..columns).map(|column| row.get(column)).collect())?;
    rows.collect()
}

/// The largest number of a match and of a tournament so far, of those that were deleted too; 0 if there is none.
pub fn last_numbers(connection: &Connection) -> Result<(u64, u64), Error> {
    let sql = "SELECT max((SELECT coalesce(max(game), 0) FROM matches), (SELECT coalesce(max(game), 0) FROM last_forgotten)),
        max((SELECT coalesce(max(id), 0) FROM tournaments), (SELECT coalesce(max(id), 0) FROM deleted_tournaments),
            (SELECT coalesce(max(tournament), 0) FROM matches))";
    connection.query_row(sql, [], |row| Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64)))
}

pub fn find_match(connection: &Connection, game: u64) -> Result<Option<MatchRow>, Error> {
    let sql = format!("SELECT {MATCH_COLUMNS} FROM matches WHERE game = ?1");
    connection.prepare_cached(&sql)?.query_row([number(game)], match_row).optional()
}

/// Conditions, and the values that they speak of.
struct Conditions {
    sql: String,
    values: Vec<Value>,
}

impl Conditions {
    /// One more, in which `?` stands for the value.
    fn and(&mut self, condition: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.values.push(value);
            self.sql += &format!(" AND {}", condition.replace('?', &format!("?{}", self.values.len())));
        }
    }
}

pub fn list_matches(connection: &Connection, filter: &MatchFilter) -> Result<Vec<ListedMatch>, Error> {
    let integer = |value: u64| Value::Integer(number(value));
    let text = |text: &str| Value::Text(text.into());
    let mut wanted = Conditions {
        sql: String::new(),
        values: vec![
            integer(filter.before.unwrap_or(u64::MAX)),
            integer(filter.limit as u64),
            filter.bot.as_deref().map_or(Value::Null, text),
        ],
    };
    match filter.ended {
        None => {}
        Some(true) => wanted.sql += " AND result IS NOT NULL",
        Some(false) => wanted.sql += " AND result IS NULL",
    }
    wanted.and("game > ?", filter.after.map(integer));
    wanted.and("game_name = ?", filter.game_name.as_deref().map(text));
    wanted.and("tournament = ?", filter.tournament.map(integer));
    wanted.and("? IN (white, black)", filter.opponent.as_deref().map(text));
    wanted.and("result = ?", filter.result.map(|result| text(result.word())));
    wanted.and("reason = ?", filter.reason.as_deref().map(text));
    wanted.and("created_ms >= ?", filter.since_ms.map(Value::Integer));
    wanted.and("created_ms < ?", filter.until_ms.map(Value::Integer));
    wanted.and("plies >= ?", filter.least_plies.map(|plies| integer(plies.into())));
    wanted.and("plies <= ?", filter.most_plies.map(|plies| integer(plies.into())));
    let order = if filter.after.is_some() { "ASC" } else { "DESC" };
    let select = |bot: &str| {
        format!(
            "SELECT {MATCH_COLUMNS} FROM matches WHERE game < ?1 {} {bot}
             AND (tournament IS NULL OR EXISTS (SELECT 1 FROM tournaments WHERE id = tournament)) ORDER BY game {order} LIMIT ?2",
            wanted.sql
        )
    };
    let rows = match &filter.bot {
        None => select(""),
        Some(_) => {
            let (white, black) = match filter.bot_won {
                None => ("", ""),
                Some(true) => ("AND result = 'white'", "AND result = 'black'"),
                Some(false) => ("AND result = 'black'", "AND result = 'white'"),
            };
            let (white, black) = (select(&format!("AND white = ?3 {white}")), select(&format!("AND black = ?3 {black}")));
            format!("SELECT * FROM (SELECT * FROM ({white}) UNION SELECT * FROM ({black})) ORDER BY game {order} LIMIT ?2")
        }
    };
    // Without a bot nothing speaks of ?3, and a parameter that is not named cannot be bound.
    let sql = format!(
        "SELECT found.*, body FROM ({rows}) AS found LEFT JOIN log ON log.id = found.game << 24 WHERE ?3 IS ?3 ORDER BY game {order}"
    );
    let listed = |row: &Row| {
        let first_line = row.get::<_, Option<String>>(13)?.unwrap_or_default().into();
        Ok(ListedMatch { row: match_row(row)?, first_line })
    };
    connection.prepare_cached(&sql)?.query_map(params_from_iter(wanted.values), listed)?.collect()
}

pub fn tally(connection: &Connection, bot: &str) -> Result<Vec<Tally>, Error> {
    let half = |seat: &str, other: &str, had_white: u8| {
        format!(
            "SELECT game_name, {other} AS opponent, {had_white} AS had_white, result, reason, {seat}_version AS version, min(created_ms), count(*)
             FROM matches
             WHERE {seat} = ?1 AND result IS NOT NULL
             AND (tournament IS NULL OR EXISTS (SELECT 1 FROM tournaments WHERE id = tournament)) GROUP BY game_name, {other}, result, reason, version"
        )
    };
    let (white, black) = (half("white", "black", 1), half("black", "white", 0));
    let sql = format!("{white} UNION ALL {black} ORDER BY game_name, opponent, had_white, result, reason, version LIMIT ?2");
    let tally = |row: &Row| {
        Ok(Tally {
            game_name: row.get(0)?,
            opponent: row.get(1)?,
            had_white: row.get(2)?,
            result: row.get(3)?,
            reason: row.get(4)?,
            version: row.get(5)?,
            since_ms: row.get(6)?,
            games: row.get::<_, i64>(7)? as u64,
        })
    };
    connection.prepare_cached(&sql)?.query_map(params![bot, MOST_TALLIES as i64], tally)?.collect()
}

pub fn read_log(connection: &Connection, game: u64, from: u64, limit: usize) -> Result<Vec<ByteString>, Error> {
    // A number that no match can have has no log.
    if game >= 1 << 39 {
        return Ok(Vec::new());
    }
    let mut select = connection.prepare_cached("SELECT body FROM log WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT ?3")?;
    let between = params![line_id(game, from), line_id(game, MOST_LINES), number(limit as u64)];
    select.query_map(between, text)?.collect()
}

pub fn unseen(connection: &Connection, bot: &str, limit: usize) -> Result<Vec<MatchRow>, Error> {
    let sql = format!(
        "SELECT * FROM (SELECT {MATCH_COLUMNS} FROM matches WHERE white = ?1 AND unseen_white
         UNION SELECT {MATCH_COLUMNS} FROM matches WHERE black = ?1 AND unseen_black) ORDER BY game DESC LIMIT ?2"
    );
    let mut select = connection.prepare_cached(&sql)?;
    let mut rows = select.query_map(params![bot, number(limit as u64)], match_row)?.collect::<Result<Vec<_>, _>>()?;
    rows.reverse();
    Ok(rows)
}

pub fn old_friendly(connection: &Connection, before_ms: i64, limit: usize) -> Result<Vec<u64>, Error> {
    let sql = "SELECT game FROM matches WHERE tournament IS NULL AND result IS NOT NULL AND ended_ms < ?1
               AND game < (SELECT max(game) FROM matches) ORDER BY ended_ms, game LIMIT ?2";
    connection.prepare_cached(sql)?.query_map(params![before_ms, number(limit as u64)], first_column)?.collect()
}

pub fn find_tournament(connection: &Connection, id: u64) -> Result<Option<TournamentRow>, Error> {
    let mut select = connection.prepare_cached(&format!("SELECT {TOURNAMENT} FROM tournaments WHERE id = ?1"))?;
    select.query_row([number(id)], tournament_row).optional()
}

pub fn list_tournaments(connection: &Connection, filter: &TournamentFilter) -> Result<Vec<TournamentRow>, Error> {
    // The words of the stages are ours and need no care.
    let words: Vec<String> = filter.stages.iter().map(|stage| format!("'{}'", stage.word())).collect();
    let stages = if words.is_empty() { String::new() } else { format!("AND stage IN ({})", words.join(", ")) };
    let sql = format!("SELECT {TOURNAMENT} FROM tournaments WHERE id < ?1 {stages} ORDER BY id DESC LIMIT ?2");
    let (before, limit) = (number(filter.before.unwrap_or(u64::MAX)), number(filter.limit as u64));
    connection.prepare_cached(&sql)?.query_map(params![before, limit], tournament_row)?.collect()
}

pub fn read_tournament(connection: &Connection, id: u64, from: u64, limit: usize) -> Result<Vec<ByteString>, Error> {
    let sql = "SELECT body FROM tournament_log WHERE tournament = ?1 AND line >= ?2 ORDER BY line LIMIT ?3";
    connection.prepare_cached(sql)?.query_map(params![number(id), number(from), number(limit as u64)], text)?.collect()
}

pub fn broken_imports(connection: &Connection) -> Result<Vec<u64>, Error> {
    let sql = "SELECT DISTINCT tournament FROM matches
               WHERE tournament IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments WHERE id = tournament) ORDER BY tournament";
    connection.prepare_cached(sql)?.query_map([], first_column)?.collect()
}

pub fn list_tokens(connection: &Connection) -> Result<Vec<TokenRow>, Error> {
    let mut select = connection.prepare_cached("SELECT id, bot, hash, created_ms, team FROM tokens ORDER BY id")?;
    select.query_map([], token_row)?.collect()
}

pub fn find_token(connection: &Connection, hash: &[u8; 32]) -> Result<Option<TokenRow>, Error> {
    let mut select = connection.prepare_cached("SELECT id, bot, hash, created_ms, team FROM tokens WHERE hash = ?1")?;
    select.query_row([hash], token_row).optional()
}

pub fn has_token(connection: &Connection, bot: &str) -> Result<bool, Error> {
    connection.prepare_cached("SELECT 1 FROM tokens WHERE bot = ?1")?.exists([bot])
}

pub fn list_rehearsals(connection: &Connection) -> Result<Vec<RehearsalRow>, Error> {
    let row = |row: &Row| Ok(RehearsalRow { bot: row.get(0)?, failed: row.get(1)?, at_ms: row.get(2)? });
    connection.prepare_cached("SELECT bot, failed, at_ms FROM rehearsals ORDER BY bot")?.query_map([], row)?.collect()
}

pub fn has_operator(connection: &Connection) -> Result<bool, Error> {
    connection.prepare_cached("SELECT 1 FROM tokens WHERE bot IS NULL")?.exists([])
}

pub fn find_job(connection: &Connection, id: u64) -> Result<Option<JobRow>, Error> {
    connection.prepare_cached(&format!("SELECT {JOB} FROM jobs WHERE id = ?1"))?.query_row([number(id)], job_row).optional()
}

pub fn job_heading(connection: &Connection, id: u64) -> Result<Option<JobHeading>, Error> {
    let heading = |row: &Row| Ok(JobHeading { row: job_row(row)?, result_bytes: row.get::<_, i64>(11)? as u64 });
    connection.prepare_cached(&format!("SELECT {JOB_HEADING} FROM jobs WHERE id = ?1"))?.query_row([number(id)], heading).optional()
}

pub fn list_jobs(connection: &Connection, after: Option<u64>, limit: usize) -> Result<Vec<JobRow>, Error> {
    let mut select = connection.prepare_cached(&format!("SELECT {JOB} FROM jobs WHERE id > ?1 ORDER BY id LIMIT ?2"))?;
    select.query_map([after.map_or(-1, number), number(limit as u64)], job_row)?.collect()
}

pub fn review_of(connection: &Connection, game: u64) -> Result<Option<JobRow>, Error> {
    let sql = format!("SELECT {JOB} FROM jobs WHERE game = ?1 ORDER BY created_ms DESC, id DESC LIMIT 1");
    connection.prepare_cached(&sql)?.query_row([number(game)], job_row).optional()
}

pub fn list_reviewed(connection: &Connection, filter: &MatchFilter) -> Result<Vec<ReviewedMatch>, Error> {
    let reviewed = |listed: ListedMatch| {
        let result = review_of(connection, listed.row.game)?.and_then(JobRow::result);
        let with_log = |result| read_log(connection, listed.row.game, 0, MOST_LINES as usize).map(|log| (result, log));
        Ok(ReviewedMatch { review: result.map(with_log).transpose()?, listed })
    };
    list_matches(connection, filter)?.into_iter().map(reviewed).collect()
}

pub fn unreviewed(connection: &Connection, since_ms: i64, among: usize) -> Result<Vec<u64>, Error> {
    let sql =
        "SELECT game FROM (SELECT game FROM matches WHERE tournament IS NOT NULL AND result <> 'void' AND plies > 0 AND ended_ms >= ?1
               AND EXISTS (SELECT 1 FROM tournaments WHERE id = tournament) ORDER BY game DESC LIMIT ?2) AS newest
               WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.game = newest.game) ORDER BY game";
    connection.prepare_cached(sql)?.query_map((since_ms, number(among as u64)), first_column)?.collect()
}

pub fn unfinished_jobs(connection: &Connection) -> Result<Vec<u64>, Error> {
    connection.prepare_cached("SELECT id FROM jobs WHERE state IS NULL ORDER BY id")?.query_map([], first_column)?.collect()
}

pub fn checkpoints(connection: &Connection, job: u64) -> Result<Vec<CheckpointRow>, Error> {
    let mut select = connection.prepare_cached("SELECT part, parts, body FROM checkpoints WHERE job = ?1 ORDER BY part")?;
    let row = |row: &Row| Ok(CheckpointRow { job, part: row.get(0)?, parts: row.get(1)?, checkpoint: Checkpoint::stored(row.get(2)?) });
    select.query_map([number(job)], row)?.collect()
}
