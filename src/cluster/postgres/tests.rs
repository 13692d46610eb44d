//! Tests with a PostgreSQL server. `ARBITRE_TEST_POSTGRES` is the address of a database, without a schema; `tests/cluster/postgres` starts a server and
//! runs them.

use super::connection::is_down;
use super::database::{Database, DatabaseSession, Fence, LeaseBatch};
use super::*;
use std::time::Duration;
use storage::laws::{ALONE, check, check_alone, line, row};
use storage::{Schema, StorageErrorKind, TokenRow};

fn node(name: &str) -> Holder {
    Holder { name: name.into(), relay: "127.0.0.1:8080".into(), key: format!("secret of {name}") }
}

/// A schema that is empty.
pub(super) async fn empty(name: &str) -> DatabaseUrl {
    let address = std::env::var("ARBITRE_TEST_POSTGRES").expect("ARBITRE_TEST_POSTGRES is the address of a database");
    let url: DatabaseUrl = format!("{address}?schema=test_{name}").parse().expect("an address");
    sql(&url, &format!("DROP SCHEMA IF EXISTS {} CASCADE", url.schema)).await;
    url
}

pub(super) async fn sql(url: &DatabaseUrl, sql: &str) {
    connection(&connection::pool(url).expect("a pool")).await.expect("a connection").batch_execute(sql).await.expect("done");
}

async fn tried(url: &DatabaseUrl, name: &str) -> Result<Result<Opened, Holder>, StorageError> {
    open(url, node(name), HighestSeen::default()).await
}

pub(super) async fn opened(url: &DatabaseUrl, name: &str) -> Opened {
    tried(url, name).await.expect("a database").expect("a free lease")
}

#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn a_database_and_it_is_all_there_again() {
    let url = empty("laws").await;
    let first = opened(&url, "ann").await;
    check(&*first.storage).await;
    first.close();
    let again = opened(&url, "ann").await;
    assert_eq!(again.storage.allocate_match_ids(1).await.expect("a number"), 32, "after the largest there ever was");
    assert_eq!(again.storage.allocate_tournament_id().await.expect("a number"), 22, "after one that was deleted");
    assert_eq!(again.storage.read_log(2, 0, 10).await.expect("a log").len(), 3);
    again.close();
}

#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn a_database_is_brought_up_to_date_by_the_steps_that_it_lacks() {
    let url = empty("before").await;
    let server = PostgresServer::new(&url).expect("a pool");
    let first = schema();
    let second = Schema([&first.0[..], &["ALTER TABLE class_key ADD COLUMN added INTEGER DEFAULT 7;".into()]].concat());
    schema::migrate(&url, &server.pool, &first).await.expect("new tables");
    sql(&url, "INSERT INTO class_key (key) VALUES (decode(repeat('00', 32), 'hex'))").await;
    for _ in 0..2 {
        schema::migrate(&url, &server.pool, &second).await.expect("up to date");
        let client = connection(&server.pool).await.expect("a connection");
        let row = client.query_one("SELECT length(key), added FROM class_key", &[]).await.expect("the row of before");
        assert_eq!((row.get::<_, i32>(0), row.get::<_, i32>(1)), (32, 7));
    }
    for (version, expected) in [(103, "before 0.1.0"), (second.latest(), "a later program")] {
        sql(&url, &format!("UPDATE versions SET version = {version} WHERE version = (SELECT max(version) FROM versions); DELETE FROM versions WHERE version <> {version}")).await;
        let refused = tried(&url, "ann").await.err().expect("another version");
        assert!(refused.kind == StorageErrorKind::Damaged && refused.to_string().contains(expected), "{refused}");
    }
}

#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn laws_that_begin_with_nothing() {
    for law in 0..ALONE {
        let url = empty(&format!("law_{law}")).await;
        let opened = opened(&url, "ann").await;
        check_alone(law, &*opened.storage).await;
        opened.close();
    }
}

/// Only the holder of the lease can write, and a node that has lost it learns that.
#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn one_node_writes() {
    let url = empty("lease").await;
    let first = opened(&url, "ann").await;
    first.storage.write(vec![Change::Match(row(1, "ann", "bob")), line(1, 0)]).await.expect("written");
    match tried(&url, "bob").await.expect("a database") {
        Err(holder) => assert_eq!(holder, node("ann")),
        Ok(_) => panic!("two nodes referee"),
    }
    sql(&url, "UPDATE lease SET until = '-infinity'").await;
    let second = opened(&url, "bob").await;
    let refused = first.storage.write(vec![line(1, 1)]).await.expect_err("written without a right");
    assert_eq!(refused.kind, StorageErrorKind::Superseded, "{refused}");
    assert!(refused.to_string().contains("`bob`"), "{refused}");
    first.superseded().cancelled().await;
    second.storage.write(vec![line(1, 1)]).await.expect("written");
    assert_eq!(second.storage.read_log(1, 0, 9).await.expect("a log").len(), 2);
    // What the first gives back is no longer its own.
    first.close();
    assert!(tried(&url, "cyd").await.expect("a database").is_err());
    second.close();
    let third = opened(&url, "cyd").await;
    assert_eq!(third.storage.allocate_match_ids(1).await.expect("a number"), 2);
    third.close();
}

#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn an_idle_node_learns_that_it_is_superseded() {
    let url = empty("idle").await;
    let first = opened(&url, "ann").await;
    sql(&url, "UPDATE lease SET fence = fence + 1").await;
    first.superseded().cancelled().await;
    first.close();
}

/// The server ends all connections: every write is done, once and in order.
#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn connections_that_break_lose_nothing() {
    let url = empty("breaks").await;
    let opened = opened(&url, "ann").await;
    opened.storage.write(vec![Change::Match(row(1, "ann", "bob"))]).await.expect("written");
    let writes: Vec<_> = (0..300).map(|number| opened.storage.write(vec![line(1, number)])).collect();
    let breaking = async {
        let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'arbitre test_breaks' AND pid <> pg_backend_pid()";
        for _ in 0..20 {
            sql(&url, others).await;
        }
    };
    let (written, ()) = tokio::join!(futures_util::future::join_all(writes), breaking);
    assert!(written.iter().all(Result::is_ok));
    // A query on a connection that was ended last fails, and is repeated.
    let log = loop {
        match storage::whole_log(&*opened.storage, 1).await {
            Err(error) if error.kind == StorageErrorKind::Unavailable => {}
            log => break log.expect("a log"),
        }
    };
    assert_eq!(log, (0..300).map(|number| format!("line {number} of 1")).collect::<Vec<_>>());
    opened.close();
}

#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn a_command_writes_beside_a_referee() {
    let url = empty("beside").await;
    let referee = opened(&url, "ann").await;
    let command = open_beside(&url).await.expect("a database");
    let token = TokenRow { id: 1, bot: None, team: None, hash: [1; 32], created_ms: 5 };
    command.storage.write(vec![Change::Token(token.clone())]).await.expect("written");
    assert_eq!(referee.storage.find_token([1; 32]).await.expect("no error"), Some(token));
    command.close();
    referee.close();
}

/// Unstorable text and an unreachable server are errors of the right kind.
#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn bad_databases_are_errors() {
    let url = empty("bad").await;
    let first = opened(&url, "ann").await;
    let nul = first.storage.write(vec![Change::Match(row(1, "an\0n", "bob"))]).await.expect_err("no text");
    assert_eq!(nul.kind, StorageErrorKind::Conflict, "{nul}");
    first.close();
    let wrong: DatabaseUrl = "postgres://nobody:wrong@127.0.0.1:1/none".parse().expect("an address");
    let unreachable = tried(&wrong, "ann").await.err().expect("no server");
    assert!(unreachable.kind == StorageErrorKind::Unavailable && is_down(&unreachable), "{unreachable}");
}

/// A pooler that ignores `options` would have another schema written.
#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn a_connection_to_another_schema_is_refused() {
    let mut url = empty("pooled").await;
    url.connection.options("");
    for refused in [open_beside(&url).await.err(), tried(&url, "ann").await.err(), open_queue(&url).await.err()] {
        let refused = refused.expect("it would be written into `public`");
        assert!(refused.kind == StorageErrorKind::Damaged && refused.to_string().contains("pooler"), "{refused}");
        assert!(!is_down(&refused), "it is not waited for");
    }
}

#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn the_row_obeys_its_laws() {
    let url = empty("row").await;
    let server = PostgresServer::new(&url).expect("a pool");
    schema::migrate(&url, &server.pool, &schema()).await.expect("tables");
    simulation::laws_of_the_row(&server, async || sql(&url, "DELETE FROM lease").await).await;
}

/// A transaction that sees old versions of rows, such as that of `pg_dump`, makes no move slower.
#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn a_batch_rewrites_no_row() {
    let url = empty("batches").await;
    let server = PostgresServer::new(&url).expect("a pool");
    schema::migrate(&url, &server.pool, &schema()).await.expect("tables");
    let term = server.take(&node("ann"), 0).await.expect("an answer").expect("it is free");
    let count = async |sql: &str| {
        let row = server.with_client(async |client| client.query_one(sql, &[]).await).await.expect("an answer");
        row.try_get::<_, i64>(0).expect("a number")
    };
    let version = "SELECT xmin::text::bigint FROM lease";
    let (before, session) = (count(version).await, server.session().await.expect("a session"));
    let begun = [Change::Match(row(1, "ann", "bob")), line(1, 0)];
    let lines: Vec<_> = (1..4).map(|number| line(1, number)).collect();
    let write = async |number, changes: Vec<&Change>| {
        let batch = LeaseBatch { fence: Fence { term, id: node("ann").key }, number };
        session.write(Some(batch), changes).await.map_err(|_| "refused")
    };
    assert_eq!(write(1, begun.iter().collect()).await, Ok(true));
    assert_eq!(write(2, vec![&lines[0]]).await, Ok(true), "lines alone are one statement");
    assert_eq!(count(version).await, before);
    assert_eq!(write(3, vec![&lines[1]]).await, Ok(true));
    // A renewal deletes old numbers; the last one stays.
    assert!(server.renew(term, 3, &node("ann")).await.expect("an answer"));
    assert_eq!(count("SELECT sum(line)::bigint FROM log WHERE game < 0").await, 3);
    assert_eq!(write(4, vec![&lines[2]]).await, Ok(true));
}

/// A plan that was made for empty tables reads no whole table when they are large.
#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn a_batch_reads_no_whole_table() {
    let url = empty("scans").await;
    let opened = opened(&url, "ann").await;
    let turn = |game, number| opened.storage.write(vec![line(game, number)]);
    opened.storage.write(vec![Change::Match(row(1, "ann", "bob")), line(1, 0)]).await.expect("written");
    turn(1, 1).await.expect("written");
    let rows = "INSERT INTO log SELECT 1000 + n / 40, n % 40, '' FROM generate_series(1, 20000) AS n";
    sql(&url, rows).await;
    for number in 2..200 {
        turn(1, number).await.expect("written");
    }
    opened.storage.write(vec![Change::Match(row(2, "ann", "bob")), line(2, 0)]).await.expect("written");
    turn(2, 1).await.expect("written");
    opened.close();
    let server = PostgresServer::new(&url).expect("a pool");
    let number = async |sql: &str| {
        let row = server.with_client(async |client| client.query_one(sql, &[]).await).await.expect("an answer");
        row.try_get::<_, i64>(0).expect("a number")
    };
    // A connection that ends reports what it has read.
    while number("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'arbitre test_scans'").await > 1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let read = "SELECT coalesce(sum(seq_tup_read), 0)::bigint FROM pg_stat_user_tables WHERE schemaname = current_schema() AND relname IN ('log', 'matches')";
    let read = number(read).await;
    assert!(read < 10_000, "{read} rows were read one after another");
}

/// A standby node is notified immediately when the lease is given back, and knows when it would have ended.
#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn a_released_lease_is_announced() {
    let url = empty("notices").await;
    let first = opened(&url, "ann").await;
    let (mut waiting, _) = watch(&url).await.expect("a database");
    let (holder, remaining) = waiting.poll().await.expect("an answer").expect("a holder");
    assert!(holder == node("ann") && remaining > Duration::from_secs(1), "{remaining:?}");
    let began = std::time::Instant::now();
    let closing = tokio::task::spawn_blocking(|| first.close());
    waiting.wait(Duration::from_secs(60)).await;
    assert!(began.elapsed() < Duration::from_secs(30), "no notification");
    closing.await.expect("closed");
    assert_eq!(waiting.poll().await.expect("an answer"), None);
}

/// Of matches, logs and records, no list reads more than its index finds.
#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn no_list_scans() {
    let url = empty("plans").await;
    opened(&url, "ann").await.close();
    sql(
        &url,
        &format!("{}; INSERT INTO log SELECT 50000 + n, 0, '' FROM generate_series(1, 10000) AS n; ANALYZE", storage::laws::plans::ROWS),
    )
    .await;
    let server = PostgresServer::new(&url).expect("a pool");
    for statement in storage::laws::plans::statements(Dialect::Postgres).await {
        let explained = Statement { sql: format!("EXPLAIN {}", statement.sql).into(), ..statement.clone() };
        let rows = server.with_client(async |client| query::select(client, &explained).await).await.expect("a plan");
        let plan: Vec<String> = rows.into_iter().map(|mut row| row.read().expect("a step")).collect();
        let is_scan = |step: &String| {
            ["matches", "log", "packed_logs", "records", "tournaments"].iter().any(|table| step.contains(&format!("Seq Scan on {table} ")))
        };
        assert!(!plan.iter().any(is_scan), "{}: {plan:#?}", statement.sql);
    }
}
