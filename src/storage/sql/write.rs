//! Translates changes into SQL statements.

use super::records::{count, recount_without};
use super::{Dialect, JOB, MATCH, MAX_LINES, Statement, TOKEN, TOURNAMENT, Value, line_id, number, text};
use crate::{Change, EndRow, JobEnd, MatchRow, RatedRow, StorageFailure, TokenRow, TournamentRow, write_message};
use protocol::Seat;

/// Lines or matches of an incomplete import that one transaction deletes.
const FORGOTTEN_LINES: u32 = 2_000;
const FORGOTTEN_MATCHES: u32 = 20;

/// A statement that is part of a change.
pub struct Write {
    pub statement: Statement,
    /// The conflict, if it changes no row.
    pub conflict: Option<StorageFailure>,
}

impl Write {
    fn or_conflict(self, conflict: StorageFailure) -> Write {
        Write { conflict: Some(conflict), ..self }
    }
}

pub(super) fn write(sql: impl Into<std::borrow::Cow<'static, str>>, values: impl Into<Vec<Value>>) -> Write {
    Write { statement: Statement::new(sql, values), conflict: None }
}

/// Inserts a row with values for the first columns.
fn insert<const N: usize>(table: &str, columns: &str, values: [Value; N]) -> Write {
    let names: Vec<&str> = columns.split(',').map(str::trim).take(N).collect();
    let places: Vec<String> = (1..=N).map(|place| format!("?{place}")).collect();
    write(format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), places.join(", ")), values)
}

/// The statements of a change, to be executed in order in one transaction.
pub fn writes(change: &Change, dialect: Dialect) -> Vec<Write> {
    let is_sqlite = dialect == Dialect::Sqlite;
    match change {
        Change::Match(MatchRow { match_id, game_name, players, versions, created_ms, tournament, time, .. }) => {
            let (white, black) = (text(&players.white), text(&players.black));
            let [of_white, of_black] = [&versions.white, &versions.black].map(|version| version.clone().into());
            let (created, tournament) = ((*created_ms).into(), tournament.map(number).into());
            let [budget, per_move] = [time.budget_us, time.per_move_us].map(|time| time.map(number).into());
            let (id, game_name, increment) = (number(*match_id), text(game_name), number(time.increment_us));
            let values = [id, game_name, white, black, of_white, of_black, created, tournament, budget, increment, per_move];
            vec![insert("matches", MATCH, values)]
        }
        Change::Line { match_id, number: line, body } => {
            // Without what comes before, the body is NULL and the row is ignored. A SELECT from `log` would first be copied into a temporary
            // table, for each move.
            let (sql, before) = match line {
                0 => ("INSERT OR IGNORE INTO log (id, body) VALUES (?1, (SELECT ?2 FROM matches WHERE game = ?3))", number(*match_id)),
                _ => ("INSERT OR IGNORE INTO log (id, body) VALUES (?1, (SELECT ?2 FROM log WHERE id = ?3))", line_id(*match_id, line - 1)),
            };
            vec![
                write(sql, [line_id(*match_id, *line), text(body), before])
                    .or_conflict(StorageFailure::LineOutOfOrder { game: *match_id, line: *line }),
            ]
        }
        Change::TournamentLine { id, number: line, body } => {
            let sql = "INSERT OR IGNORE INTO tournament_log (tournament, line, body)
                VALUES (?1, ?2, CASE WHEN ?2 = 0 THEN ?3 ELSE (SELECT ?3 FROM tournament_log WHERE tournament = ?1 AND line = ?2 - 1) END)";
            let values = [number(*id), number(*line), text(body)];
            vec![write(sql, values).or_conflict(StorageFailure::TournamentLineOutOfOrder { id: *id, line: *line })]
        }
        Change::End { match_id, end } => {
            let unseen = ", unseen_white = 1, unseen_black = 1 WHERE game = ?1 AND result IS NULL";
            let ended = set_end(*match_id, end, unseen).or_conflict(StorageFailure::NotRunning { game: Some(*match_id) });
            vec![ended, write(count("game = ?1"), [number(*match_id)])]
        }
        Change::EndRebuilt { match_id, end } => vec![set_end(*match_id, end, "WHERE game = ?1")],
        Change::LogPacked { match_id, body } => {
            let packed =
                write("UPDATE matches SET packed = true WHERE game = ?1 AND result IS NOT NULL AND NOT packed", [number(*match_id)]);
            let lines = format!("DELETE FROM log WHERE {}", lines_of("?1", dialect));
            vec![
                packed.or_conflict(StorageFailure::NotPackable { game: *match_id }),
                write("INSERT INTO packed_logs (game, body) VALUES (?1, ?2)", [number(*match_id), body.clone().into()]),
                write(lines, [number(*match_id)]),
            ]
        }
        Change::Seen { match_id, seat } => {
            let column = if *seat == Seat::White { "unseen_white" } else { "unseen_black" };
            vec![write(format!("UPDATE matches SET {column} = 0 WHERE game = ?1"), [number(*match_id)])]
        }
        Change::MatchForgotten { match_id } => forget_matches("SELECT CAST(?1 AS bigint) AS game", vec![number(*match_id)], dialect),
        Change::Tournament(TournamentRow { id, name, game, format, entrants, stage, created_ms, winner }) => {
            let (format, stage) = (text(format.word()), text(stage.word()));
            let values =
                [number(*id), text(name), text(game), format, (*entrants).into(), stage, (*created_ms).into(), winner.clone().into()];
            vec![insert("tournaments", TOURNAMENT, values), write(count("tournament = ?1"), [number(*id)])]
        }
        Change::TournamentState { id, stage, entrants, winner } => {
            let sql = "UPDATE tournaments SET stage = ?2, entrants = ?3, winner = ?4 WHERE id = ?1";
            let values = [number(*id), text(stage.word()), (*entrants).into(), winner.clone().into()];
            vec![write(sql, values).or_conflict(StorageFailure::NoTournament { id: *id })]
        }
        Change::TournamentDeleted { id } => {
            let delete = write("DELETE FROM tournaments WHERE id = ?1", [number(*id)]);
            // No other tournament gets its number.
            let note = match dialect {
                Dialect::Sqlite => "INSERT OR IGNORE INTO deleted_tournaments (id) VALUES (?1)",
                Dialect::Postgres => "UPDATE forgotten SET last_tournament = greatest(last_tournament, ?1)",
            };
            let rated = write("DELETE FROM rated WHERE tournament = ?1", [number(*id)]);
            let [records, others] = recount_without("SELECT game FROM matches WHERE tournament = ?1", &[number(*id)]);
            vec![delete.or_conflict(StorageFailure::NoTournament { id: *id }), write(note, [number(*id)]), rated, records, others]
        }
        Change::ImportForgotten { id } => {
            // The lines are deleted before the matches, through which the rest is found.
            let lines = "DELETE FROM tournament_log WHERE tournament = ?1 AND NOT EXISTS (SELECT 1 FROM tournaments WHERE id = ?1)
                AND line IN (SELECT line FROM tournament_log WHERE tournament = ?1 ORDER BY line DESC LIMIT ?2)";
            let hidden = "SELECT game FROM matches WHERE tournament = ?1 AND NOT EXISTS (SELECT 1 FROM tournaments WHERE id = ?1)
                AND NOT EXISTS (SELECT 1 FROM tournament_log WHERE tournament = ?1) ORDER BY game LIMIT ?2";
            let mut writes = vec![write(lines, [number(*id), FORGOTTEN_LINES.into()])];
            writes.extend(forget_matches(hidden, vec![number(*id), FORGOTTEN_MATCHES.into()], dialect));
            writes
        }
        Change::Rated(RatedRow { tournament, lines, body }) => {
            let sql = "INSERT INTO rated (tournament, lines, body) SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM tournaments WHERE id = ?1)
                ON CONFLICT (tournament) DO UPDATE SET lines = excluded.lines, body = excluded.body";
            vec![write(sql, [number(*tournament), number(*lines), text(body)])]
        }
        Change::Rebuilt => ["DELETE FROM rated", "DELETE FROM records", &count("true")].map(|sql| write(sql.to_string(), [])).into(),
        Change::Token(TokenRow { id, bot, team, hash, created_ms }) => {
            let values = [number(*id), bot.clone().into(), team.clone().into(), hash.to_vec().into(), (*created_ms).into()];
            vec![insert("tokens", TOKEN, values)]
        }
        Change::ClassKey(key) => {
            let sql = "INSERT INTO class_key (key) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM class_key) ON CONFLICT DO NOTHING";
            vec![write(sql, [key.to_vec().into()])]
        }
        Change::Revoked { id } => vec![write("DELETE FROM tokens WHERE id = ?1", [number(*id)])],
        Change::Rehearsed { row, limit } => {
            let sql = "INSERT INTO rehearsals (bot, failed, at_ms) VALUES (?1, ?2, ?3)
                ON CONFLICT (bot) DO UPDATE SET failed = excluded.failed, at_ms = excluded.at_ms";
            let old = "DELETE FROM rehearsals WHERE bot NOT IN (SELECT bot FROM rehearsals ORDER BY at_ms DESC LIMIT ?1)";
            vec![write(sql, [text(&row.bot), text(&row.failed), row.at_ms.into()]), write(old, [(*limit).into()])]
        }
        Change::Job(row) => {
            let (question, match_id) = (row.question.clone().into(), row.match_id.map(number).into());
            let asker = row.asker.map(|asker| asker.to_string()).into();
            let values = [number(row.id), text(&row.task), question, asker, match_id, row.tries.into(), row.created_ms.into()];
            let before = row.match_id.map(|game| write("DELETE FROM jobs WHERE game = ?1 AND state IS NOT NULL", [number(game)]));
            before.into_iter().chain([insert("jobs", JOB, values)]).collect()
        }
        Change::JobTaken { id } => vec![write("UPDATE jobs SET tries = tries + 1 WHERE id = ?1", [number(*id)])],
        Change::JobGivenBack { id } => vec![write("UPDATE jobs SET tries = tries - 1 WHERE id = ?1 AND tries > 0", [number(*id)])],
        Change::Checkpoint(row) if is_sqlite => {
            let sql = "INSERT OR REPLACE INTO checkpoints (job, part, parts, body) SELECT ?1, ?2, ?3, ?4
                WHERE EXISTS (SELECT 1 FROM jobs WHERE id = ?1 AND state IS NULL)";
            let values = [number(row.job), row.part.into(), row.parts.into(), text(row.checkpoint.text())];
            let further = "UPDATE jobs SET tries = 1 WHERE id = ?1 AND state IS NULL AND tries > 1";
            vec![write(sql, values), write(further, [number(row.job)])]
        }
        // The database queue stores its own; the in-memory queue stores none.
        Change::Checkpoint(_) | Change::JobQueued(_) => Vec::new(),
        Change::JobEnd { id, end: JobEnd { state, why, result_type, result, ended_ms } } => {
            let sql = "UPDATE jobs SET state = ?2, why = ?3, result_type = ?4, result = ?5, ended_ms = ?6, question = NULL
                WHERE id = ?1 AND state IS NULL";
            let why = why.as_ref().map(write_message);
            let values =
                [number(*id), text(state.word()), why.into(), result_type.clone().into(), result.clone().into(), (*ended_ms).into()];
            let checkpoints = is_sqlite.then(|| write("DELETE FROM checkpoints WHERE job = ?1", [number(*id)]));
            checkpoints.into_iter().chain([write(sql, values)]).collect()
        }
        Change::MoveIncomplete(true) => vec![write("INSERT INTO moving DEFAULT VALUES", [])],
        Change::MoveIncomplete(false) => vec![write("DELETE FROM moving", [])],
        Change::JobsForgotten { jobs, reviews } => [("game IS NULL", jobs), ("game IS NOT NULL", reviews)]
            .map(|(which, limit)| {
                let ended = format!("state IS NOT NULL AND {which}");
                let placed = format!(
                    "SELECT id, ended_ms, row_number() OVER (PARTITION BY asker ORDER BY ended_ms DESC, id DESC) AS place
                     FROM jobs WHERE {ended}"
                );
                let stored = format!("SELECT id FROM ({placed}) AS placed ORDER BY place, ended_ms DESC, id DESC LIMIT ?1");
                write(format!("DELETE FROM jobs WHERE {ended} AND id NOT IN ({stored})"), [(*limit).into()])
            })
            .into(),
    }
}

fn set_end(match_id: u64, EndRow { result, reason, why, ended_ms, plies, evidence }: &EndRow, rest: &str) -> Write {
    let sql = format!("UPDATE matches SET result = ?2, reason = ?3, why = ?4, ended_ms = ?5, plies = ?6, evidence = ?7 {rest}");
    let (why, evidence) = (write_message(why).into(), evidence.to_stored().into());
    write(sql, [number(match_id), text(result.word()), text(reason), why, (*ended_ms).into(), (*plies).into(), evidence])
}

/// The condition of the lines of a match.
fn lines_of(game: &str, dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => format!("log.id BETWEEN {game} << 24 AND ({game} << 24) + {MAX_LINES}"),
        Dialect::Postgres => format!("log.game = {game}"),
    }
}

/// Deletes the matches of a query with their logs and reviews. Their numbers are not reused.
fn forget_matches(games: &str, values: Vec<Value>, dialect: Dialect) -> Vec<Write> {
    let (note, lines) = match dialect {
        Dialect::Sqlite => (
            format!(
                "INSERT INTO last_forgotten (one, game) SELECT 1, game FROM ({games}) AS gone WHERE true
                 ON CONFLICT (one) DO UPDATE SET game = max(game, excluded.game)"
            ),
            format!("DELETE FROM log WHERE id IN (SELECT log.id FROM ({games}) AS gone JOIN log ON {})", lines_of("gone.game", dialect)),
        ),
        Dialect::Postgres => (
            format!("UPDATE forgotten SET last_match = greatest(last_match, (SELECT max(game) FROM ({games}) AS gone))"),
            format!("DELETE FROM log WHERE game IN ({games})"),
        ),
    };
    let reviews = format!("DELETE FROM jobs WHERE state IS NOT NULL AND game IN ({games})");
    let packed = format!("DELETE FROM packed_logs WHERE game IN ({games})");
    let matches = format!("DELETE FROM matches WHERE game IN ({games})");
    let counted = recount_without(games, &values);
    counted.into_iter().chain([note, lines, packed, reviews, matches].map(|sql| write(sql, values.clone()))).collect()
}
