//! Online backup into one file, and restore.

use super::change::as_error;
use super::file::keep_private;
use super::schema::{migrate, schema};
use crate::failure::{StorageFailure, shown};
use crate::{Schema, StorageError, StorageErrorKind};
use message::Param;
use rusqlite::{Connection, OpenFlags};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a backup waits for the lock of another process.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Writes a snapshot of a database into a new file with mode 600. A referee may write meanwhile.
///
/// # Errors
/// When there is no database, the new file exists, or the disk fails.
pub fn backup(database: &Path, into: &Path) -> Result<(), StorageError> {
    if into.exists() {
        return Err(StorageError::new(StorageErrorKind::Conflict, StorageFailure::FileThere { file: shown(into) }));
    }
    let source = reading(database)?;
    source.busy_timeout(TIMEOUT).map_err(as_error)?;
    schema().missing(source.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(as_error)?)?;
    let whole = || {
        keep_private(into)?;
        let name = into.to_str().ok_or_else(|| StorageError::new(StorageErrorKind::Unavailable, StorageFailure::NameNotText))?;
        source.execute("VACUUM INTO ?1", [name]).map_err(as_error)?;
        sync(into)?;
        sound(into)
    };
    // An incomplete backup is deleted.
    whole().inspect_err(|_| drop(std::fs::remove_file(into)))
}

/// Replaces an unused database by a backup. Returns the path to which the old database was renamed.
///
/// # Errors
/// When the file is not a backup, or is damaged, or the disk fails. Then nothing is replaced.
pub fn restore(backup: &Path, database: &Path) -> Result<Option<PathBuf>, StorageError> {
    sound(backup)?;
    must_be_own(backup)?;
    let new = with_ending(database, ".new");
    let copy = || {
        keep_private(&new)?;
        std::fs::copy(backup, &new).map_err(|error| StorageError::unavailable(StorageFailure::CannotWrite { file: shown(&new) }, error))?;
        keep_private(&new)?;
        // A backup of a later version is refused before anything is replaced.
        migrate(&mut Connection::open(&new).map_err(as_error)?, &schema())?;
        sync(&new)
    };
    copy().inspect_err(|_| drop(std::fs::remove_file(&new)))?;
    // Locking a missing database creates an empty file.
    let is_there = ["", "-wal"].iter().any(|ending| std::fs::metadata(with_ending(database, ending)).is_ok_and(|file| file.len() > 0));
    let replaced = is_there.then(|| (1..).map(|number| with_ending(database, &format!(".before-{number}"))).find(|path| !path.exists()));
    if let Some(Some(replaced)) = &replaced {
        for ending in ["", "-wal", "-shm"] {
            match std::fs::rename(with_ending(database, ending), with_ending(replaced, ending)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(StorageError::unavailable(StorageFailure::CannotMove { file: shown(database) }, error));
                }
                _ => {}
            }
        }
    }
    std::fs::rename(&new, database).map_err(|error| StorageError::unavailable(StorageFailure::CannotMove { file: shown(&new) }, error))?;
    Ok(replaced.flatten())
}

/// Rewrites an unused database without free pages.
///
/// # Errors
/// When it cannot be read, or the disk fails.
pub fn shrink(database: &Path) -> Result<(), StorageError> {
    reading(database)?.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)").map_err(as_error)
}

/// SQLite's description of the damage; none if the database is intact.
///
/// # Errors
/// When it cannot be read.
pub fn flaw(database: &Path) -> Result<Option<Param>, StorageError> {
    let first = reading(database)?.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0)).map_err(as_error)?;
    // The name of the database may stand on a line before.
    Ok(first.lines().next_back().filter(|&flaw| flaw != "ok").map(Param::from))
}

/// Checks that a file is an intact database of this program.
fn sound(file: &Path) -> Result<(), StorageError> {
    let flaw = flaw(file).map_err(|error| match error.kind {
        StorageErrorKind::Damaged => StorageError::damaged(StorageFailure::NotABackup { file: shown(file) }),
        _ => error,
    })?;
    if let Some(why) = flaw {
        return Err(StorageError::damaged(StorageFailure::Unsound { file: shown(file), why }));
    }
    let tables = "SELECT count(*) FROM sqlite_master WHERE name IN ('matches', 'log', 'tokens', 'jobs')";
    let count = reading(file)?.query_row(tables, [], |row| row.get::<_, i64>(0)).map_err(as_error)?;
    if count == 4 { Ok(()) } else { Err(StorageError::damaged(StorageFailure::NotABackup { file: shown(file) })) }
}

/// Checks that the schema is exactly that of the migrations. Foreign triggers and views would run, and foreign tables could have other
/// defaults or checks.
fn must_be_own(file: &Path) -> Result<(), StorageError> {
    let objects = |connection: &Connection| -> rusqlite::Result<Vec<(String, String, Option<String>)>> {
        let mut query = connection.prepare("SELECT type, name, sql FROM sqlite_master")?;
        query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
    };
    let (stored, Schema(steps)) = (reading(file)?, schema());
    let version = stored.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(as_error)?;
    let done = steps.len() - schema().missing(version)?.len();
    let mut own = Connection::open_in_memory().map_err(as_error)?;
    migrate(&mut own, &Schema(steps[..done].to_vec()))?;
    // The planner's statistics are in a table.
    own.execute_batch("ANALYZE").map_err(as_error)?;
    let own = objects(&own).map_err(as_error)?;
    let found = objects(&stored).map_err(as_error)?;
    match found.into_iter().find(|object| !own.contains(object)) {
        Some((kind, name, _)) => Err(StorageError::damaged(StorageFailure::Foreign { file: shown(file), kind, name })),
        None => Ok(()),
    }
}

fn reading(file: &Path) -> Result<Connection, StorageError> {
    if !file.exists() {
        return Err(StorageError::new(StorageErrorKind::Unavailable, StorageFailure::NoFile { file: shown(file) }));
    }
    Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(as_error)
}

/// Syncs a file. Some systems can sync only a file that is open for writing.
fn sync(file: &Path) -> Result<(), StorageError> {
    let synced = File::options().write(true).open(file).and_then(|file| file.sync_all());
    synced.map_err(|error| StorageError::unavailable(StorageFailure::CannotSync { file: shown(file) }, error))
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::open;
    use crate::{Change, Durability, MatchRow};
    use rules::BySide;

    fn one(match_id: u64) -> Vec<Change> {
        let players = BySide { white: "ann".into(), black: "bob".into() };
        let row = MatchRow { match_id, game_name: "knights".into(), players, created_ms: 3, ..MatchRow::default() };
        let line = |number| Change::Line { match_id, number, body: format!("{number} {}", "x".repeat(400)).into() };
        std::iter::once(Change::Match(row)).chain((0..200).map(line)).collect()
    }

    #[tokio::test]
    async fn a_backup_is_a_snapshot() {
        let folder = tempfile::tempdir().expect("a folder");
        let (database, file) = (folder.path().join("arbitre.db"), folder.path().join("backup.db"));
        assert!(backup(&database, &file).is_err(), "there is nothing yet");
        let opened = open(&database, Durability::Process).expect("a new file");
        opened.storage.write(one(1)).await.expect("written");
        backup(&database, &file).expect("a backup while it is used");
        assert!(backup(&database, &file).is_err_and(|error| error.to_string().contains("is there already")));
        opened.storage.write(one(2)).await.expect("written");
        opened.close();

        let kept = restore(&file, &database).expect("restored").expect("what was there before");
        for (path, there) in [(&database, false), (&kept, true)] {
            let opened = open(path, Durability::Process).expect("a file");
            assert_eq!(opened.storage.find_match(1).await.expect("no error").map(|row| row.match_id), Some(1));
            assert_eq!(opened.storage.find_match(2).await.expect("no error").is_some(), there, "{}", path.display());
            opened.close();
        }

        // Nothing is restored that would change what the referee writes.
        for (statement, name) in [
            ("CREATE TRIGGER thief AFTER INSERT ON tokens BEGIN DELETE FROM tokens; END", "thief"),
            ("CREATE TABLE stranger (one INTEGER)", "stranger"),
            ("CREATE VIEW sight AS SELECT * FROM tokens", "sight"),
            (
                "CREATE TRIGGER thief AFTER INSERT ON tokens BEGIN DELETE FROM tokens; END; PRAGMA writable_schema = ON;
                 UPDATE sqlite_master SET name = 'sqlite_thief', sql = replace(sql, 'thief', 'sqlite_thief') WHERE name = 'thief'",
                "sqlite_thief",
            ),
            (
                "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'team TEXT', 'team TEXT DEFAULT 7') WHERE name = 'tokens'",
                "tokens",
            ),
        ] {
            let foreign = folder.path().join(name);
            std::fs::copy(&file, &foreign).expect("a copy");
            Connection::open(&foreign).and_then(|foreign| foreign.execute_batch(statement)).expect("changed");
            let refused = restore(&foreign, &database).expect_err("it is not the referee's").to_string();
            assert!(refused.contains(name), "{refused}");
        }

        // Damage is reported with the remedy, and never restored.
        let mut bytes = std::fs::read(&file).expect("a file");
        let middle = bytes.len() / 4 * 3;
        bytes[middle..middle + 8_192].fill(0xa5);
        std::fs::write(&file, &bytes).expect("written");
        assert!(restore(&file, &database).is_err_and(|error| error.kind == StorageErrorKind::Damaged));
        std::fs::write(&file, "no database at all").expect("written");
        assert!(restore(&file, &database).is_err_and(|error| error.to_string().ends_with("is not a backup of a referee")));
        std::fs::write(&database, &bytes).expect("written");
        let opened = open(&database, Durability::Process).expect("its head is sound");
        let reported = async {
            loop {
                if let Some(damage) = opened.storage.damage() {
                    return damage;
                }
                tokio::task::yield_now().await;
            }
        };
        let reported = tokio::time::timeout(Duration::from_secs(20), reported).await.expect("it is found");
        assert!(reported.to_string().contains("is damaged") && reported.to_string().contains("arbitre restore"), "{reported}");
        opened.close();

        // Damage in the first pages is an error of opening, with the same remedy.
        for (from, upto) in [(0, 100), (100, 4_096), (4_096, bytes.len())] {
            let mut broken = std::fs::read(&kept).expect("a file");
            broken[from..upto].fill(0xa5);
            std::fs::write(&database, &broken).expect("written");
            match open(&database, Durability::Process) {
                Err(error) => assert!(error.to_string().contains("arbitre restore"), "{from}: {error}"),
                Ok(opened) => {
                    let reported = opened.storage.find_match(1).await.expect_err("nothing is left of it").to_string();
                    assert!(reported.contains("arbitre restore"), "{from}: {reported}");
                    opened.close();
                }
            }
        }
    }
}
