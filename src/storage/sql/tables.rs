//! CREATE TABLE statements shared by SQLite and PostgreSQL.

use super::Dialect;

/// In PostgreSQL's dialect. Numbers have 63 bits. A match whose tournament has no row is being imported.
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
    result text,
    reason text,
    why text,
    ended_ms bigint,
    plies bigint,
    unseen_white boolean NOT NULL DEFAULT false,
    unseen_black boolean NOT NULL DEFAULT false
);
CREATE INDEX running ON matches (game) WHERE result IS NULL;
CREATE INDEX by_white ON matches (white, game);
CREATE INDEX by_black ON matches (black, game);
CREATE INDEX unseen_by_white ON matches (white, game) WHERE unseen_white;
CREATE INDEX unseen_by_black ON matches (black, game) WHERE unseen_black;
CREATE INDEX by_tournament ON matches (tournament, game) WHERE tournament IS NOT NULL;
CREATE INDEX of_tournaments ON matches (game) WHERE tournament IS NOT NULL;
CREATE INDEX friendly_by_end ON matches (ended_ms, game) WHERE tournament IS NULL AND result IS NOT NULL;
CREATE TABLE tournaments (
    id bigint PRIMARY KEY,
    name text NOT NULL,
    game text NOT NULL,
    format text NOT NULL,
    entrants bigint NOT NULL,
    stage text NOT NULL,
    created_ms bigint NOT NULL
);
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
";

/// The key of the tokens of classes.
const CLASS_KEY: &str = "
CREATE TABLE class_key (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    key bytea NOT NULL
);
";

/// The address of a job's client.
const ASKERS: &str = "
ALTER TABLE jobs ADD COLUMN asker text;
";

/// The statements that create those of the first version.
pub fn tables(dialect: Dialect) -> String {
    of(TABLES, dialect)
}

/// The statement that creates the table that the second version adds.
pub fn class_key(dialect: Dialect) -> String {
    of(CLASS_KEY, dialect)
}

/// The statement that adds the column of the third version.
pub fn askers(dialect: Dialect) -> String {
    of(ASKERS, dialect)
}

fn of(tables: &str, dialect: Dialect) -> String {
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
        Dialect::Postgres => tables.into(),
        Dialect::Sqlite => of_sqlite.iter().fold(tables.into(), |tables: String, (from, to)| tables.replace(from, to)),
    }
}
