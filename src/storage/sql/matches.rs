//! The SELECT statement of a filtered list of matches.

use super::{Dialect, FromRow, MATCH, MAX_LINES, Row, Statement, VISIBLE, Value, number, text};
use crate::{ListedMatch, MatchFilter, ReviewedMatch, StorageError};
use bytestring::ByteString;

/// Conditions, and the values that they refer to.
struct Conditions {
    sql: String,
    values: Vec<Value>,
}

impl Conditions {
    /// Adds one, in which `?` stands for the value.
    fn and(&mut self, condition: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.values.push(value);
            self.sql += &format!(" AND {}", condition.replace('?', &format!("?{}", self.values.len())));
        }
    }
}

/// Matches with their first lines; `with_reviews` with the result of each one's review, and with the other lines of those that have one.
pub fn list_matches(dialect: Dialect, filter: &MatchFilter, with_reviews: bool) -> Statement {
    let mut wanted = Conditions { sql: String::new(), values: vec![number(filter.limit as u64)] };
    match filter.ended {
        None => {}
        Some(true) => wanted.sql += " AND result IS NOT NULL",
        Some(false) => wanted.sql += " AND result IS NULL",
    }
    wanted.and("game < ?", filter.before.map(number));
    wanted.and("game > ?", filter.after.map(number));
    wanted.and("game_name = ?", filter.game_name.as_deref().map(text));
    wanted.and("tournament = ?", filter.tournament.map(number));
    wanted.and("? IN (white, black)", filter.opponent.as_deref().map(text));
    wanted.and("result = ?", filter.result.map(|result| text(result.word())));
    wanted.and("reason = ?", filter.reason.as_deref().map(text));
    wanted.and("created_ms >= ?", filter.since_ms.map(Value::Integer));
    wanted.and("created_ms < ?", filter.until_ms.map(Value::Integer));
    wanted.and("plies >= ?", filter.least_plies.map(Value::from));
    wanted.and("plies <= ?", filter.most_plies.map(Value::from));
    let Conditions { sql: conditions, mut values } = wanted;
    let order = if filter.after.is_some() { "ASC" } else { "DESC" };
    let select = |bot: &str| format!("SELECT {MATCH} FROM matches WHERE {VISIBLE}{conditions}{bot} ORDER BY game {order} LIMIT ?1");
    let mut found = match &filter.bot {
        None => select(""),
        Some(bot) => {
            values.push(text(bot));
            let bot = values.len();
            // A half for each colour, each by an index.
            let half = |seat: &str, other: &str| {
                let won = match filter.bot_won {
                    None => String::new(),
                    Some(true) => format!(" AND result = '{seat}'"),
                    Some(false) => format!(" AND result = '{other}'"),
                };
                select(&format!(" AND {seat} = ?{bot}{won}"))
            };
            let (white, black) = (half("white", "black"), half("black", "white"));
            format!(
                "SELECT * FROM (SELECT * FROM ({white}) AS as_white UNION SELECT * FROM ({black}) AS as_black) AS either
                 ORDER BY game {order} LIMIT ?1"
            )
        }
    };
    let (mut last, mut columns) = ("0".into(), "body".to_string());
    let (line, lines) = match dialect {
        Dialect::Sqlite => ("log.id", "log.id BETWEEN found.game << 24 AND (found.game << 24) +"),
        Dialect::Postgres => ("log.line", "log.game = found.game AND log.line BETWEEN 0 AND"),
    };
    if with_reviews {
        let review = "SELECT CASE state WHEN 'done' THEN result END FROM jobs WHERE jobs.game = listed.game
            ORDER BY jobs.created_ms DESC, jobs.id DESC LIMIT 1";
        // A separate limit, so that SQLite reads each review once instead of once a line.
        found = format!("SELECT listed.*, ({review}) AS review FROM ({found}) AS listed LIMIT ?1");
        last = format!("CASE WHEN review IS NULL THEN 0 ELSE {MAX_LINES} END");
        let is_first = match dialect {
            Dialect::Sqlite => "log.id = found.game << 24",
            Dialect::Postgres => "log.line = 0",
        };
        columns = format!("found.game, CASE WHEN {is_first} THEN review END, body");
    }
    let of_match = MATCH.split(", ").map(|column| format!("found.{column}")).collect::<Vec<_>>().join(", ");
    let sql =
        format!("SELECT {columns}, {of_match} FROM ({found}) AS found LEFT JOIN log ON {lines} {last} ORDER BY found.game {order}, {line}");
    Statement::new(sql, values)
}

/// Groups the rows of a list with reviews; each row has one line.
///
/// # Errors
/// When a value cannot be parsed: damage.
pub fn reviewed(rows: Vec<Row>) -> Result<Vec<ReviewedMatch>, StorageError> {
    let mut matches = Vec::<ReviewedMatch>::new();
    for mut row in rows {
        let (game, result): (u64, Option<String>) = (row.read()?, row.read()?);
        match matches.last_mut() {
            Some(ReviewedMatch { listed, review }) if listed.row.match_id == game => {
                let line: ByteString = row.read()?;
                review.iter_mut().for_each(|(_, log)| log.push(line.clone()));
            }
            _ => {
                let listed = ListedMatch::from_row(&mut row)?;
                let review = result.map(|result| (result, vec![listed.first_line.clone()]));
                matches.push(ReviewedMatch { listed, review });
            }
        }
    }
    Ok(matches)
}
