//! Tests of a SQLite file.

use super::*;
use crate::laws::{ALONE, check, check_alone, checkpoints, line, row};
use crate::{Schema, StorageErrorKind};
use bytestring::ByteString;
use tokio::sync::Semaphore;

/// A folder that is deleted after the test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self) -> std::path::PathBuf {
        self.0.path().join("arbitre.db")
    }
}

#[tokio::test]
async fn sqlite_and_it_is_all_there_again() {
    for durability in [Durability::Process, Durability::Power] {
        let folder = Folder::new();
        let opened = open(&folder.file(), durability).expect("a new file");
        check(&*opened.storage).await;
        opened.close();
        let again = open(&folder.file(), durability).expect("the same file");
        assert_eq!(again.storage.allocate_match_ids(1).await.expect("a number"), 32, "after the largest there ever was");
        assert_eq!(again.storage.allocate_tournament_id().await.expect("a number"), 22, "after one that was deleted");
        assert_eq!(again.storage.read_log(2, 0, 10).await.expect("a log").len(), 3);
        again.close();
    }
}

#[tokio::test]
async fn sqlite_forgets_old_games_and_is_for_its_owner_alone() {
    let folder = Folder::new();
    std::fs::write(folder.file(), "").expect("a file that everybody may read");
    let opened = open(&folder.file(), Durability::Process).expect("a new file");
    check_alone(0, &*opened.storage).await;
    for file in std::fs::read_dir(folder.0.path()).expect("a folder").map(|file| file.expect("a file")) {
        let metadata = file.metadata().expect("its rights");
        assert!(!runtime::system::is_shared(&metadata), "{:?}", file.file_name());
    }
    opened.close();
    let again = open(&folder.file(), Durability::Process).expect("the same file");
    assert_eq!(again.storage.allocate_match_ids(1).await.expect("a number"), 4, "no number is given twice");
    again.storage.write(vec![Change::Match(row(4, "ann", "bob"))]).await.expect("written");
    again.storage.write(vec![Change::MatchForgotten { match_id: 4 }]).await.expect("forgotten");
    again.close();
    let third = open(&folder.file(), Durability::Process).expect("the same file");
    assert_eq!(third.storage.allocate_match_ids(1).await.expect("a number"), 5, "not even that of the newest match, which was forgotten");
    third.close();
}

#[tokio::test]
async fn laws_that_begin_with_nothing() {
    for law in 0..ALONE {
        let folder = Folder::new();
        let opened = open(&folder.file(), Durability::Process).expect("a new file");
        check_alone(law, &*opened.storage).await;
        opened.close();
    }
}

#[tokio::test]
async fn checkpoints_outlive_the_process() {
    let folder = Folder::new();
    let opened = open(&folder.file(), Durability::Process).expect("a new file");
    checkpoints(&*opened.storage).await;
    let before = opened.storage.checkpoints(2).await.expect("a list");
    opened.close();
    let again = open(&folder.file(), Durability::Process).expect("the same file");
    assert_eq!((again.storage.checkpoints(2).await, before.len()), (Ok(before), 1));
    again.close();
}

#[tokio::test]
async fn a_file_is_brought_up_to_date_by_the_steps_that_it_lacks() {
    let folder = Folder::new();
    let mut connection = rusqlite::Connection::open(folder.file()).expect("a new file");
    let first = schema::schema();
    let second = Schema([&first.0[..], &["ALTER TABLE class_key ADD COLUMN added INTEGER DEFAULT 7;".into()]].concat());
    schema::migrate(&mut connection, &first).expect("new tables");
    connection.execute("INSERT INTO class_key (key) VALUES (zeroblob(32))", []).expect("its tables");
    for _ in 0..2 {
        schema::migrate(&mut connection, &second).expect("up to date");
        let row = connection.query_row("SELECT length(key), added FROM class_key", [], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(row, Ok((32, 7)), "the row of before, with what is new");
    }
    for (version, message) in [(103, "before 0.1.0"), (second.latest(), "a later program")] {
        connection.pragma_update(None, "user_version", version).expect("another version");
        let refused = open(&folder.file(), Durability::Process).err().expect("another version");
        assert!(refused.kind == StorageErrorKind::Damaged && refused.to_string().contains(message), "{refused}");
        let refused = backup::backup(&folder.file(), &folder.0.path().join("copy")).expect_err("no restore would take it").to_string();
        assert!(refused.contains(message), "{refused}");
    }
}

/// While another process holds the lock, writes wait with a reason, and reads work.
#[tokio::test]
async fn a_lock_of_another_process_is_waited_for() {
    let folder = Folder::new();
    let opened = open(&folder.file(), Durability::Process).expect("a new file");
    let storage = opened.storage.clone();
    storage.write(vec![Change::Match(row(1, "ann", "bob"))]).await.expect("written");
    let other = rusqlite::Connection::open(folder.file()).expect("the same file");
    other.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    let writing = tokio::spawn({
        let storage = storage.clone();
        async move { storage.write(vec![line(1, 0)]).await }
    });
    while storage.write_failure().is_none() {
        tokio::task::yield_now().await;
    }
    assert!(storage.write_failure().is_some_and(|why| why.to_string().contains("locked")) && !writing.is_finished());
    assert!(storage.find_match(1).await.expect("no error").is_some());
    other.execute_batch("COMMIT").expect("let go");
    assert_eq!(writing.await.expect("no panic"), Ok(()));
    assert_eq!(storage.write_failure(), None);
    drop(storage);
    opened.close();
}

/// The writer checkpoints the log itself if the checkpointer does not get to run.
#[test]
fn the_write_ahead_log_stays_small() {
    let folder = Folder::new();
    let file = file::keep_private(&folder.file()).expect("a new file");
    let mut connection = connect(&folder.file(), WRITE_TIMEOUT).expect("a connection");
    schema::migrate(&mut connection, &schema::schema()).expect("a schema");
    let (shared, files) = (SharedDatabase::default(), Files::new(&folder.file(), file).expect("the files"));
    let (checkpointer, _not_run) = mpsc::channel();
    let mut writer = SqliteWriter::new(connection, &shared, &files, checkpointer);
    let (writes, inbox) = mpsc::channel();
    let slots = Arc::new(Semaphore::new(100));
    let write = |changes| {
        let slot = slots.clone().try_acquire_owned().expect("a free slot");
        WriterRequest::Write(AtomicWrite { changes, must_sync: false, done: WriteReply { reply: oneshot::channel().0, slot } })
    };
    let body: ByteString = "x".repeat(2_000).into();
    writes.send(write(vec![Change::Match(row(1, "ann", "bob"))])).expect("the inbox is open");
    for number in 0..60 {
        let lines = (0..1_000).map(|line| Change::Line { match_id: 1, number: number * 1_000 + line, body: body.clone() });
        writes.send(write(lines.collect())).expect("the inbox is open");
    }
    drop(writes);
    writer.run(&inbox);
    let size = std::fs::metadata(verify::log_of(&folder.file())).expect("the log").len();
    assert!(size < 72 << 20, "{size} bytes after 120 MB were written");
}

fn cut(file: &std::path::Path, part: f64) {
    let file = File::options().write(true).open(file).expect("the file");
    file.set_len((file.metadata().expect("its length").len() as f64 * part) as u64).expect("cut");
}

fn replace(file: &std::path::Path) {
    let copy = file.with_extension("copy");
    std::fs::copy(file, &copy).expect("a copy");
    std::fs::rename(&copy, file).expect("in its place");
}

/// When committed data is taken away, nothing more is acknowledged: from the next write on, or within a second.
#[tokio::test]
async fn what_a_restart_would_not_find_is_not_acknowledged() {
    type Mishap = fn(&Folder);
    let log = |folder: &Folder| verify::log_of(&folder.file());
    // (what happens, how, whether what was acknowledged before is there after a restart)
    let mishaps: [(&str, Mishap, bool); 10] = [
        ("the folder is deleted", |folder| std::fs::remove_dir_all(folder.0.path()).expect("deleted"), false),
        ("the database is deleted", |folder| std::fs::remove_file(folder.file()).expect("deleted"), false),
        ("the database is replaced", |folder| replace(&folder.file()), true),
        ("the database is emptied", |folder| cut(&folder.file(), 0.0), false),
        ("the database loses half", |folder| cut(&folder.file(), 0.5), false),
        ("the log is deleted", |folder| std::fs::remove_file(verify::log_of(&folder.file())).expect("deleted"), true),
        ("the log is replaced", |folder| replace(&verify::log_of(&folder.file())), true),
        ("the log is emptied", |folder| cut(&verify::log_of(&folder.file()), 0.0), false),
        ("the log loses half", |folder| cut(&verify::log_of(&folder.file()), 0.5), false),
        ("the log loses its last byte", |folder| cut(&verify::log_of(&folder.file()), 0.999_9), false),
    ];
    let happens = async |(what, happens, is_kept): (&str, Mishap, bool), writes_first: bool| {
        let folder = Folder::new();
        let file = keep_private(&folder.file()).expect("a file");
        let (storage, threads) = start(&folder.file(), file, Durability::Process).expect("a new file");
        // The check at the start opens the file by its name: it ends before anything happens to that.
        let is_checking = |thread: &JoinHandle<()>| thread.thread().name() == Some("storage-check") && !thread.is_finished();
        while threads.iter().any(is_checking) {
            std::thread::yield_now();
        }
        let opened = opened(storage, threads, None);
        let storage = opened.storage.clone();
        storage.write(vec![Change::Match(row(1, "ann", "bob"))]).await.expect("written");
        for number in 0..20 {
            if number == 10 && what == "the database loses half" {
                let other = rusqlite::Connection::open(folder.file()).expect("the same file");
                other.execute_batch("PRAGMA wal_checkpoint(PASSIVE)").expect("moved");
            }
            storage.write(vec![line(1, number)]).await.expect("written");
        }
        assert!(log(&folder).exists());
        happens(&folder);
        if writes_first {
            let refused = storage.write(vec![line(1, 20)]).await;
            assert!(refused.is_err_and(|error| error.kind == StorageErrorKind::Damaged), "{what}");
        }
        let noticed = tokio::time::timeout(Duration::from_secs(20), storage.contradicted()).await.expect(what);
        let message = noticed.to_string();
        assert!(message.contains("while the referee used it") && storage.damage() == Some(noticed.clone()), "{what}: {message}");
        assert_eq!(storage.write(vec![line(1, 20)]).await, Err(noticed), "{what}: nothing is acknowledged any more");
        drop(storage);
        opened.close();
        if is_kept {
            let again = open(&folder.file(), Durability::Process).expect(what);
            assert!(again.storage.read_log(1, 0, 100).await.expect(what).len() >= 20, "{what}");
            again.close();
        } else if what.starts_with("the log") {
            // What a new process would find: in this one, a connection is still open.
            let found = folder.0.path().join("found");
            std::fs::create_dir(&found).expect("a folder");
            for file in [folder.file(), log(&folder)] {
                std::fs::copy(&file, found.join(file.file_name().expect("its name"))).expect("a copy");
            }
            let flaw = backup::flaw(&found.join("arbitre.db"));
            assert_eq!(flaw, Ok(None), "{what}: nothing of a log that was cut is moved into the database");
        }
    };
    let cases = mishaps.into_iter().flat_map(|mishap| [true, false].map(|writes_first| happens(mishap, writes_first)));
    futures_util::future::join_all(cases).await;
}

/// Permitted uses of an open database by other programs are no contradiction.
#[tokio::test]
async fn what_a_restart_would_find_is_acknowledged() {
    let folder = Folder::new();
    let opened = open(&folder.file(), Durability::Process).expect("a new file");
    let storage = &opened.storage;
    storage.write(vec![Change::Match(row(1, "ann", "bob"))]).await.expect("written");
    let mut lines = 0;
    for statement in [
        "PRAGMA wal_checkpoint(TRUNCATE)",
        "PRAGMA wal_checkpoint(RESTART)",
        "VACUUM",
        "DELETE FROM tokens",
        "CREATE TABLE other (x); DROP TABLE other; PRAGMA wal_checkpoint(TRUNCATE)",
        "SELECT 1",
    ] {
        for _ in 0..30 {
            storage.write(vec![line(1, lines)]).await.expect(statement);
            lines += 1;
        }
        let other = rusqlite::Connection::open(folder.file()).expect("the same file");
        other.busy_timeout(READ_TIMEOUT).expect("a timeout");
        other.execute_batch(statement).expect(statement);
        drop(other);
        storage.write(vec![line(1, lines)]).await.expect(statement);
        lines += 1;
    }
    backup(&folder.file(), &folder.0.path().join("backup.db")).expect("a backup");
    // A checkpointed log is not needed any more.
    for is_awaited in [false, true] {
        rusqlite::Connection::open(folder.file()).and_then(|other| other.execute_batch("PRAGMA wal_checkpoint(FULL)")).expect("moved");
        cut(&verify::log_of(&folder.file()), 0.0);
        if is_awaited {
            // The files are verified within a second.
            assert!(tokio::time::timeout(Duration::from_millis(1_200), storage.contradicted()).await.is_err());
        }
        storage.write(vec![line(1, lines)]).await.expect("written");
        lines += 1;
    }
    assert!(storage.contradicted().now_or_never().is_none() && storage.damage().is_none());
    opened.close();
    let again = open(&folder.file(), Durability::Process).expect("the same file");
    assert_eq!(again.storage.read_log(1, 0, 1_000).await.expect("a log").len(), lines as usize);
    again.close();
}

/// SQLite also reports damage when a disk read fails, so damage is confirmed by a second report after a full read.
#[test]
fn a_disk_that_does_not_read_is_not_a_damaged_file() {
    let folder = Folder::new();
    open(&folder.file(), Durability::Process).expect("a new file").close();
    let connection = connect(&folder.file(), READ_TIMEOUT).expect("the file");
    connection.query_row("SELECT count(*) FROM matches", [], |_| Ok(())).expect("read");
    let corrupt = || rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT), None);
    // An unreadable handle simulates the failing disk.
    for (reads, times, expected) in
        [(true, 0, Ok(7)), (true, 1, Ok(7)), (true, 2, Err(StorageErrorKind::Damaged)), (false, 1, Err(StorageErrorKind::Unavailable))]
    {
        let file = File::options().read(reads).write(true).open(folder.file()).expect("the file");
        let (shared, files) = (SharedDatabase::default(), Files::new(&folder.file(), file).expect("its log"));
        let asked = std::cell::Cell::new(0);
        let query = |_: &Connection| {
            asked.set(asked.get() + 1);
            if asked.get() <= times { Err(corrupt()) } else { Ok(7) }
        };
        let answer = confirmed(&connection, query, &shared, &files);
        let message = answer.as_ref().err().map(ToString::to_string);
        assert_eq!(answer.map_err(|error| error.kind), expected);
        let says_damaged = message.as_ref().is_some_and(|message| message.contains("is damaged: stop the referee"));
        assert_eq!(
            (says_damaged, shared.damage().is_some()),
            (expected == Err(StorageErrorKind::Damaged), expected == Err(StorageErrorKind::Damaged)),
            "{message:?}"
        );
    }
}

#[tokio::test]
async fn a_login_does_not_wait_for_a_list() {
    let folder = Folder::new();
    let file = keep_private(&folder.file()).expect("a file");
    let (storage, _threads) = start(&folder.file(), file, Durability::Process).expect("a new file");
    let (go, gate) = mpsc::channel::<()>();
    let gate = std::sync::Mutex::new(gate);
    let list = storage.read_on(&storage.reader, move |_| Ok(gate.lock().expect("no panic").recv().is_ok()));
    assert_eq!(storage.has_token("ann").await, Ok(false));
    go.send(()).expect("the list is held");
    assert_eq!(list.await, Ok(true));
}

/// Of matches, logs and records, no list reads more than its index finds, without statistics or with them.
#[tokio::test]
async fn no_list_scans() {
    let folder = Folder::new();
    open(&folder.file(), Durability::Process).expect("a new file").close();
    no_plan_scans(&folder.file()).await;
    let rows = crate::laws::plans::ROWS.replace(
        "generate_series(1, 40000) AS n",
        "(WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 40000) SELECT n FROM n)",
    );
    let rows = rows.replace("SELECT game, ''", "SELECT game, x''");
    let connection = connect(&folder.file(), READ_TIMEOUT).expect("the file");
    connection.execute_batch(&format!("BEGIN; {rows}; COMMIT; ANALYZE")).expect("written");
    no_plan_scans(&folder.file()).await;
}

async fn no_plan_scans(file: &Path) {
    let connection = connect(file, READ_TIMEOUT).expect("the file");
    for statement in crate::laws::plans::statements(Dialect::Sqlite).await {
        let explained = Statement { sql: format!("EXPLAIN QUERY PLAN {}", statement.sql).into(), ..statement.clone() };
        let rows = query::select(&connection, &explained).expect("a plan");
        let plan: Vec<String> = rows
            .into_iter()
            .map(|mut row| {
                let _: (i64, i64, i64) = (row.read().expect("an id"), row.read().expect("a parent"), row.read().expect("unused"));
                row.read().expect("a step")
            })
            .collect();
        let is_scan = |step: &String| {
            ["matches", "log", "packed_logs", "records", "tournaments"].iter().any(|table| {
                // The latest rows, or those of a partial index, in order up to the limit.
                let rest = step.strip_prefix(&format!("SCAN {table}"));
                rest.is_some_and(|rest| !rest.contains("INDEX") && !statement.sql.contains("ORDER BY game DESC LIMIT"))
            })
        };
        assert!(!plan.iter().any(is_scan), "{}: {plan:#?}", statement.sql);
        // Of the unfinished matches, which are few, their own index finds all.
        let is_of_running =
            |step: &String| !step.contains(" matches ") || ["running", "by_result"].iter().any(|index| step.contains(index));
        assert!(!statement.sql.contains("result IS NULL") || plan.iter().all(is_of_running), "{}: {plan:#?}", statement.sql);
    }
}
