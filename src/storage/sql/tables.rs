//! CREATE TABLE statements shared by SQLite and PostgreSQL.

use super::Dialect;

/// The tables in PostgreSQL's dialect. Numbers have 63 bits. A match whose tournament has no row is being imported. `packed_logs` has the
/// logs of matches that are `packed`. `records` counts the finished matches of each bot. `rated` has the rated games of finished
/// tournaments and the length of the log that they cover. Both can be rebuilt.
const TABLES: &str = "
CREATE TABLE matches (
    game bigint PRIMARY KEY,
    game_name text NOT NULL,
    white text NOT NULL,
    black text NOT NULL,
    white_version text,
    black_version text,
    created_ms bigint NOT NULL,
    tournament bigint,
    budget_us bigint,
    increment_us bigint NOT NULL,
    per_move_us bigint,
    result text,
    reason text,
    why text,
    ended_ms bigint,
    plies bigint,
    evidence text,
    packed boolean NOT NULL DEFAULT false,
    unseen_white boolean NOT NULL DEFAULT false,
    unseen_black boolean NOT NULL DEFAULT false
);
CREATE INDEX running ON matches (game) WHERE result IS NULL;
CREATE INDEX by_white ON matches (white, game);
CREATE INDEX by_black ON matches (black, game);
CREATE INDEX by_pair ON matches (white, black, game);
CREATE INDEX by_result ON matches (result, game);
CREATE INDEX by_reason ON matches (reason, game);
CREATE INDEX by_game_name ON matches (game_name, game);
CREATE INDEX by_creation ON matches (created_ms, game);
CREATE INDEX by_length ON matches (plies, game);
CREATE INDEX unpacked ON matches (game) WHERE result IS NOT NULL AND NOT packed;
CREATE INDEX unseen_by_white ON matches (white, game) WHERE unseen_white;
CREATE INDEX unseen_by_black ON matches (black, game) WHERE unseen_black;
CREATE INDEX by_tournament ON matches (tournament, game) WHERE tournament IS NOT NULL;
CREATE INDEX of_tournaments ON matches (game) WHERE tournament IS NOT NULL;
CREATE INDEX friendly_by_end ON matches (ended_ms, game) WHERE tournament IS NULL AND result IS NOT NULL;
CREATE TABLE packed_logs (
    game bigint PRIMARY KEY,
    body bytea NOT NULL
);
CREATE TABLE records (
    bot text NOT NULL,
    opponent text NOT NULL,
    game_name text NOT NULL,
    had_white bigint NOT NULL,
    result text NOT NULL,
    reason text NOT NULL,
    version text NOT NULL,
    since_ms bigint NOT NULL,
    games bigint NOT NULL,
    PRIMARY KEY (bot, opponent, game_name, had_white, result, reason, version)
) /* by key */;
CREATE TABLE rated (
    tournament bigint PRIMARY KEY,
    lines bigint NOT NULL,
    body text NOT NULL
);
CREATE TABLE tournaments (
    id bigint PRIMARY KEY,
    name text NOT NULL,
    game text NOT NULL,
    format text NOT NULL,
    entrants bigint NOT NULL,
    stage text NOT NULL,
    created_ms bigint NOT NULL,
    winner text
);
CREATE INDEX by_stage ON tournaments (stage, id);
CREATE TABLE tournament_log (
    tournament bigint NOT NULL,
    line bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (tournament, line)
) /* by key */;
CREATE TABLE tokens (
    id bigint PRIMARY KEY,
    bot text,
    team text,
    hash bytea NOT NULL UNIQUE,
    created_ms bigint NOT NULL
);
CREATE TABLE rehearsals (
    bot text PRIMARY KEY,
    failed text NOT NULL,
    at_ms bigint NOT NULL
) /* by key */;
CREATE TABLE jobs (
    id bigint PRIMARY KEY,
    task text NOT NULL,
    question text,
    asker text,
    game bigint,
    tries bigint NOT NULL DEFAULT 0,
    created_ms bigint NOT NULL,
    state text,
    why text,
    result_type text,
    result text,
    ended_ms bigint
);
CREATE INDEX reviews ON jobs (game) WHERE game IS NOT NULL;
CREATE TABLE class_key (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    key bytea NOT NULL
);
";

pub fn tables(dialect: Dialect) -> String {
    let of_sqlite = [
        ("bigint", "INTEGER"),
        ("text", "TEXT"),
        ("bytea", "BLOB"),
        ("boolean PRIMARY KEY DEFAULT true CHECK (one)", "INTEGER PRIMARY KEY CHECK (one = 1)"),
        ("boolean NOT NULL DEFAULT false", "INTEGER NOT NULL DEFAULT 0"),
        ("(ended_ms, game)", "(ended_ms)"),
        (") /* by key */;", ") STRICT, WITHOUT ROWID;"),
        ("\n);", "\n) STRICT;"),
    ];
    match dialect {
        Dialect::Postgres => TABLES.into(),
        Dialect::Sqlite => of_sqlite.iter().fold(TABLES.into(), |tables: String, (from, to)| tables.replace(from, to)),
    }
}
