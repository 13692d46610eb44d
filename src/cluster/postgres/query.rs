//! Questions as statements.

use super::change::number;
use super::connection::Client;
use bytestring::ByteString;
use protocol::{GameResult, JobState, TournamentFormat, TournamentStage};
use rules::BySide;
use std::collections::BTreeMap;
use std::fmt;
use storage::{
    EndRow, JobEnd, JobHeading, JobRow, ListedMatch, MOST_TALLIES, MatchFilter, MatchRow, RehearsalRow, ReviewedMatch, Tally, TokenRow,
    TournamentFilter, TournamentRow,
};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};

/// Why a question has no answer.
pub enum Unanswered {
    /// The database says so.
    Refused(Error),
    /// What is kept does not read.
    Unreadable(String),
}

impl From<Error> for Unanswered {
    fn from(error: Error) -> Unanswered {
        Unanswered::Refused(error)
    }
}

type Answer<T> = Result<T, Unanswered>;

fn no(what: &str, word: impl fmt::Display) -> Unanswered {
    Unanswered::Unreadable(format!("`{word}` is no {what}"))
}

/// A number that is never negative.
fn unsigned(row: &Row, column: usize) -> Answer<u64> {
    let kept: i64 = row.try_get(column)?;
    u64::try_from(kept).map_err(|_| no("number", kept))
}

fn short(row: &Row, column: usize) -> Answer<u32> {
    let kept: i64 = row.try_get(column)?;
    u32::try_from(kept).map_err(|_| no("number", kept))
}

async fn all<T>(client: &Client, sql: &str, values: &[&(dyn ToSql + Sync)], read: impl Fn(&Row) -> Answer<T>) -> Answer<Vec<T>> {
    let rows = client.query(&client.prepare_cached(sql).await?, values).await?;
    rows.iter().map(read).collect()
}

async fn one<T>(client: &Client, sql: &str, values: &[&(dyn ToSql + Sync)], read: impl Fn(&Row) -> Answer<T>) -> Answer<Option<T>> {
    client.query_opt(&client.prepare_cached(sql).await?, values).await?.as_ref().map(read).transpose()
}

fn text(row: &Row) -> Answer<ByteString> {
    Ok(row.try_get::<_, String>(0)?.into())
}

fn first_number(row: &Row) -> Answer<u64> {
    unsigned(row, 0)
}

const MATCH_COLUMNS: &str =
    "game, white, black, created_ms, result, reason, why, ended_ms, tournament, plies, game_name, white_version, black_version";

fn match_row(row: &Row) -> Answer<MatchRow> {
    let end = match row.try_get::<_, Option<String>>(4)? {
        None => None,
        Some(word) => Some(EndRow {
            result: GameResult::from_word(&word).ok_or_else(|| no("result", &word))?,
            reason: row.try_get(5)?,
            why: storage::read_message(row.try_get(6)?).map_err(|error| no("message", error))?,
            ended_ms: row.try_get(7)?,
            plies: short(row, 9)?,
        }),
    };
    let tournament: Option<i64> = row.try_get(8)?;
    Ok(MatchRow {
        game: unsigned(row, 0)?,
        players: BySide { white: row.try_get(1)?, black: row.try_get(2)? },
        created_ms: row.try_get(3)?,
        end,
        tournament: tournament.map(|id| u64::try_from(id).map_err(|_| no("number", id))).transpose()?,
        game_name: row.try_get(10)?,
        versions: BySide { white: row.try_get(11)?, black: row.try_get(12)? },
    })
}

const TOURNAMENT: &str = "id, name, stage, created_ms, game, format, entrants";

fn tournament_row(row: &Row) -> Answer<TournamentRow> {
    let (stage, format): (String, String) = (row.try_get(2)?, row.try_get(5)?);
    Ok(TournamentRow {
        id: unsigned(row, 0)?,
        name: row.try_get(1)?,
        game: row.try_get(4)?,
        format: TournamentFormat::from_word(&format).ok_or_else(|| no("format", &format))?,
        entrants: short(row, 6)?,
        stage: TournamentStage::from_word(&stage).ok_or_else(|| no("stage", &stage))?,
        created_ms: row.try_get(3)?,
    })
}

const TOKEN: &str = "id, bot, hash, created_ms, team";

fn token_row(row: &Row) -> Answer<TokenRow> {
    let hash: Vec<u8> = row.try_get(2)?;
    let hash = hash.try_into().map_err(|_| Unanswered::Unreadable("a token's hash has not 32 bytes".into()))?;
    Ok(TokenRow { id: unsigned(row, 0)?, bot: row.try_get(1)?, hash, created_ms: row.try_get(3)?, team: row.try_get(4)? })
}

const JOB: &str = "id, task, created_ms, state, why, result_type, result, ended_ms, question, tries, game";

const JOB_HEADING: &str = "id, task, created_ms, state, why, result_type, NULL::text, ended_ms, NULL::text, tries, game,
    coalesce(octet_length(result), 0)::bigint";

fn job_row(row: &Row) -> Answer<JobRow> {
    let end = match row.try_get::<_, Option<String>>(3)? {
        None => None,
        Some(word) => Some(JobEnd {
            state: JobState::from_word(&word).ok_or_else(|| no("state of a job", &word))?,
            why: row.try_get::<_, Option<&str>>(4)?.map(storage::read_message).transpose().map_err(|error| no("message", error))?,
            result_type: row.try_get(5)?,
            result: row.try_get(6)?,
            ended_ms: row.try_get(7)?,
        }),
    };
    let (id, tries) = (unsigned(row, 0)?, short(row, 9)?);
    let game: Option<i64> = row.try_get(10)?;
    let game = game.map(|game| u64::try_from(game).map_err(|_| no("number", game))).transpose()?;
    Ok(JobRow { id, task: row.try_get(1)?, created_ms: row.try_get(2)?, question: row.try_get(8)?, game, tries, end })
}

/// The largest number of a match and of a tournament so far, whether its row was ever written or not; 0 if there is none.
pub async fn last_numbers(client: &Client) -> Answer<(u64, u64)> {
    let sql = "SELECT greatest((SELECT max(game) FROM matches), last_match),
            greatest((SELECT max(id) FROM tournaments), last_tournament, (SELECT max(tournament) FROM matches)) FROM forgotten";
    let numbers = one(client, sql, &[], |row| Ok((unsigned(row, 0)?, unsigned(row, 1)?))).await?;
    numbers.ok_or_else(|| Unanswered::Unreadable("the row of what was forgotten is gone".into()))
}

pub async fn find_match(client: &Client, game: u64) -> Answer<Option<MatchRow>> {
    one(client, &format!("SELECT {MATCH_COLUMNS} FROM matches WHERE game = $1"), &[&number(game)], match_row).await
}

/// Conditions, and the values that they speak of.
struct Conditions {
    sql: String,
    values: Vec<Box<dyn ToSql + Sync + Send>>,
}

impl Conditions {
    /// One more, in which `?` stands for the value.
    fn and<T: ToSql + Sync + Send + 'static>(&mut self, condition: &str, value: Option<T>) {
        if let Some(value) = value {
            self.values.push(Box::new(value));
            self.sql += &format!(" AND {}", condition.replace('?', &format!("${}", self.values.len())));
        }
    }
}

pub async fn list_matches(client: &Client, filter: &MatchFilter) -> Answer<Vec<ListedMatch>> {
    let mut wanted = Conditions { sql: String::new(), values: vec![Box::new(number(filter.limit as u64))] };
    match filter.ended {
        None => {}
        Some(true) => wanted.sql += " AND result IS NOT NULL",
        Some(false) => wanted.sql += " AND result IS NULL",
    }
    wanted.and("game < ?", filter.before.map(number));
    wanted.and("game > ?", filter.after.map(number));
    wanted.and("game_name = ?", filter.game_name.clone());
    wanted.and("tournament = ?", filter.tournament.map(number));
    wanted.and("? IN (white, black)", filter.opponent.clone());
    wanted.and("result = ?", filter.result.map(|result| result.word()));
    wanted.and("reason = ?", filter.reason.clone());
    wanted.and("created_ms >= ?", filter.since_ms);
    wanted.and("created_ms < ?", filter.until_ms);
    wanted.and("plies >= ?", filter.least_plies.map(i64::from));
    wanted.and("plies <= ?", filter.most_plies.map(i64::from));
    let order = if filter.after.is_some() { "ASC" } else { "DESC" };
    let conditions = wanted.sql.clone();
    let select = |bot: &str| {
        format!(
            "SELECT {MATCH_COLUMNS} FROM matches WHERE true {conditions} {bot}
             AND (tournament IS NULL OR EXISTS (SELECT 1 FROM tournaments WHERE id = tournament)) ORDER BY game {order} LIMIT $1"
        )
    };
    let rows = match &filter.bot {
        None => select(""),
        Some(bot) => {
            wanted.values.push(Box::new(bot.clone()));
            let place = wanted.values.len();
            let (white, black) = match filter.bot_won {
                None => ("", ""),
                Some(true) => ("AND result = 'white'", "AND result = 'black'"),
                Some(false) => ("AND result = 'black'", "AND result = 'white'"),
            };
            let (white, black) = (select(&format!("AND white = ${place} {white}")), select(&format!("AND black = ${place} {black}")));
            format!("SELECT * FROM (({white}) UNION ({black})) AS either ORDER BY game {order} LIMIT $1")
        }
    };
    let sql = format!(
        "SELECT found.*, body FROM ({rows}) AS found LEFT JOIN log ON log.game = found.game AND log.line = 0 ORDER BY found.game {order}"
    );
    let values: Vec<&(dyn ToSql + Sync)> = wanted.values.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
    let listed = |row: &Row| {
        let first_line = row.try_get::<_, Option<String>>(13)?.unwrap_or_default().into();
        Ok(ListedMatch { row: match_row(row)?, first_line })
    };
    all(client, &sql, &values, listed).await
}

pub async fn tally(client: &Client, bot: &str) -> Answer<Vec<Tally>> {
    let sql = "SELECT game_name, opponent, had_white, result, reason, version, min(created_ms), count(*) FROM (
            SELECT game_name, black AS opponent, true AS had_white, result, reason, white_version AS version, created_ms, tournament
            FROM matches WHERE white = $1 AND result IS NOT NULL
            UNION ALL
            SELECT game_name, white, false, result, reason, black_version, created_ms, tournament
            FROM matches WHERE black = $1 AND result IS NOT NULL) AS games
        WHERE tournament IS NULL OR EXISTS (SELECT 1 FROM tournaments WHERE id = tournament)
        GROUP BY game_name, opponent, had_white, result, reason, version
        ORDER BY game_name COLLATE \"C\", opponent COLLATE \"C\", had_white, result COLLATE \"C\", reason COLLATE \"C\",
            version COLLATE \"C\" NULLS FIRST LIMIT $2";
    let tally = |row: &Row| {
        Ok(Tally {
            game_name: row.try_get(0)?,
            opponent: row.try_get(1)?,
            had_white: row.try_get(2)?,
            result: row.try_get(3)?,
            reason: row.try_get(4)?,
            version: row.try_get(5)?,
            since_ms: row.try_get(6)?,
            games: unsigned(row, 7)?,
        })
    };
    all(client, sql, &[&bot, &number(MOST_TALLIES as u64)], tally).await
}

pub async fn read_log(client: &Client, game: u64, from: u64, limit: usize) -> Answer<Vec<ByteString>> {
    let sql = "SELECT body FROM log WHERE game = $1 AND line >= $2 ORDER BY line LIMIT $3";
    all(client, sql, &[&number(game), &number(from), &number(limit as u64)], text).await
}

pub async fn unseen(client: &Client, bot: &str, limit: usize) -> Answer<Vec<MatchRow>> {
    let sql = format!(
        "SELECT * FROM (SELECT {MATCH_COLUMNS} FROM matches WHERE white = $1 AND unseen_white
         UNION SELECT {MATCH_COLUMNS} FROM matches WHERE black = $1 AND unseen_black) AS either ORDER BY game DESC LIMIT $2"
    );
    let mut rows = all(client, &sql, &[&bot, &number(limit as u64)], match_row).await?;
    rows.reverse();
    Ok(rows)
}

pub async fn old_friendly(client: &Client, before_ms: i64, limit: usize) -> Answer<Vec<u64>> {
    let sql = "SELECT game FROM matches WHERE tournament IS NULL AND result IS NOT NULL AND ended_ms < $1
        AND game < (SELECT max(game) FROM matches) ORDER BY ended_ms, game LIMIT $2";
    all(client, sql, &[&before_ms, &number(limit as u64)], first_number).await
}

pub async fn find_tournament(client: &Client, id: u64) -> Answer<Option<TournamentRow>> {
    one(client, &format!("SELECT {TOURNAMENT} FROM tournaments WHERE id = $1"), &[&number(id)], tournament_row).await
}

pub async fn list_tournaments(client: &Client, filter: &TournamentFilter) -> Answer<Vec<TournamentRow>> {
    let sql = format!(
        "SELECT {TOURNAMENT} FROM tournaments WHERE id < $1 AND (cardinality($2::text[]) = 0 OR stage = ANY ($2)) ORDER BY id DESC LIMIT $3"
    );
    let stages: Vec<&str> = filter.stages.iter().map(|stage| stage.word()).collect();
    let (before, limit) = (number(filter.before.unwrap_or(u64::MAX)), number(filter.limit as u64));
    all(client, &sql, &[&before, &stages, &limit], tournament_row).await
}

pub async fn read_tournament(client: &Client, id: u64, from: u64, limit: usize) -> Answer<Vec<ByteString>> {
    let sql = "SELECT body FROM tournament_log WHERE tournament = $1 AND line >= $2 ORDER BY line LIMIT $3";
    all(client, sql, &[&number(id), &number(from), &number(limit as u64)], text).await
}

pub async fn broken_imports(client: &Client) -> Answer<Vec<u64>> {
    let sql = "SELECT DISTINCT tournament FROM matches
        WHERE tournament IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments WHERE id = tournament) ORDER BY tournament";
    all(client, sql, &[], first_number).await
}

pub async fn list_tokens(client: &Client) -> Answer<Vec<TokenRow>> {
    all(client, &format!("SELECT {TOKEN} FROM tokens ORDER BY id"), &[], token_row).await
}

pub async fn find_token(client: &Client, hash: &[u8; 32]) -> Answer<Option<TokenRow>> {
    one(client, &format!("SELECT {TOKEN} FROM tokens WHERE hash = $1"), &[&&hash[..]], token_row).await
}

pub async fn has_token(client: &Client, bot: &str) -> Answer<bool> {
    Ok(one(client, "SELECT 1 FROM tokens WHERE bot = $1 LIMIT 1", &[&bot], |_| Ok(())).await?.is_some())
}

pub async fn list_rehearsals(client: &Client) -> Answer<Vec<RehearsalRow>> {
    let row = |row: &Row| Ok(RehearsalRow { bot: row.try_get(0)?, failed: row.try_get(1)?, at_ms: row.try_get(2)? });
    all(client, "SELECT bot, failed, at_ms FROM rehearsals ORDER BY bot COLLATE \"C\"", &[], row).await
}

pub async fn has_operator(client: &Client) -> Answer<bool> {
    Ok(one(client, "SELECT 1 FROM tokens WHERE bot IS NULL LIMIT 1", &[], |_| Ok(())).await?.is_some())
}

pub async fn find_job(client: &Client, id: u64) -> Answer<Option<JobRow>> {
    one(client, &format!("SELECT {JOB} FROM jobs WHERE id = $1"), &[&number(id)], job_row).await
}

pub async fn job_heading(client: &Client, id: u64) -> Answer<Option<JobHeading>> {
    let heading = |row: &Row| Ok(JobHeading { row: job_row(row)?, result_bytes: unsigned(row, 11)? });
    one(client, &format!("SELECT {JOB_HEADING} FROM jobs WHERE id = $1"), &[&number(id)], heading).await
}

pub async fn list_jobs(client: &Client, after: Option<u64>, limit: usize) -> Answer<Vec<JobRow>> {
    let sql = format!("SELECT {JOB} FROM jobs WHERE id > $1 ORDER BY id LIMIT $2");
    all(client, &sql, &[&after.map_or(-1, number), &number(limit as u64)], job_row).await
}

pub async fn review_of(client: &Client, game: u64) -> Answer<Option<JobRow>> {
    let sql = format!("SELECT {JOB} FROM jobs WHERE game = $1 ORDER BY created_ms DESC, id DESC LIMIT 1");
    one(client, &sql, &[&number(game)], job_row).await
}

pub async fn list_reviewed(client: &Client, filter: &MatchFilter) -> Answer<Vec<ReviewedMatch>> {
    let listed = list_matches(client, filter).await?;
    let games: Vec<i64> = listed.iter().map(|listed| number(listed.row.game)).collect();
    let sql = "SELECT game, result, ARRAY (SELECT body FROM log WHERE log.game = newest.game ORDER BY line)
        FROM (SELECT DISTINCT ON (game) game, state, result FROM jobs WHERE game = ANY ($1) ORDER BY game, created_ms DESC, id DESC) AS newest
        WHERE state = 'done' AND result IS NOT NULL";
    let review = |row: &Row| {
        let (result, log): (String, Vec<String>) = (row.try_get(1)?, row.try_get(2)?);
        Ok((unsigned(row, 0)?, (result, log.into_iter().map(ByteString::from).collect())))
    };
    let mut reviews: BTreeMap<u64, (String, Vec<ByteString>)> = all(client, sql, &[&games], review).await?.into_iter().collect();
    Ok(listed.into_iter().map(|listed| ReviewedMatch { review: reviews.remove(&listed.row.game), listed }).collect())
}

pub async fn unreviewed(client: &Client, since_ms: i64, among: usize) -> Answer<Vec<u64>> {
    let sql =
        "SELECT game FROM (SELECT game FROM matches WHERE tournament IS NOT NULL AND result <> 'void' AND plies > 0 AND ended_ms >= $1
        AND EXISTS (SELECT 1 FROM tournaments WHERE id = tournament) ORDER BY game DESC LIMIT $2) AS newest
        WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.game = newest.game) ORDER BY game";
    all(client, sql, &[&since_ms, &number(among as u64)], first_number).await
}

pub async fn unfinished_jobs(client: &Client) -> Answer<Vec<u64>> {
    all(client, "SELECT id FROM jobs WHERE state IS NULL ORDER BY id", &[], first_number).await
}
