//! Backup into one file, and restore.

use super::change::as_error;
use super::file::keep_private;
use super::schema::{migrate, schema};
use crate::trouble::{StorageTrouble, shown};
use crate::{Fault, StorageError};
use rusqlite::{Connection, OpenFlags};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a backup waits for the lock of another process.
const PATIENCE: Duration = Duration::from_secs(30);

/// The files beside a database that a backup holds too, in a table of this name: without the key, the tokens of a class cannot be printed again.
const BESIDE: [&str; 1] = ["class-key"];
const TABLE: &str = "files_beside";

/// Writes a snapshot of a database into a new file that only its owner may read. A referee may write meanwhile.
///
/// # Errors
/// When there is no database, the new file exists, or the disk fails.
pub fn backup(database: &Path, into: &Path) -> Result<(), StorageError> {
    if into.exists() {
        return Err(StorageError::new(Fault::Conflict, StorageTrouble::FileThere { file: shown(into) }));
    }
    let source = reading(database)?;
    source.busy_timeout(PATIENCE).map_err(as_error)?;
    let whole = || {
        keep_private(into)?;
        let name = into.to_str().ok_or_else(|| StorageError::new(Fault::Unavailable, StorageTrouble::NameNotText))?;
        source.execute("VACUUM INTO ?1", [name]).map_err(as_error)?;
        add_files_beside(database, into)?;
        sync(into)?;
        sound(into)
    };
    // An incomplete backup is deleted.
    whole().inspect_err(|_| drop(std::fs::remove_file(into)))
}

/// Replaces an unused database by a backup; returns the path to which the replaced one was renamed.
///
/// # Errors
/// When the file is no backup, or is damaged, or the disk fails. Then nothing is replaced.
pub fn restore(backup: &Path, database: &Path) -> Result<Option<PathBuf>, StorageError> {
    sound(backup)?;
    let new = with_ending(database, ".new");
    keep_private(&new)?;
    std::fs::copy(backup, &new).map_err(|error| cannot(StorageTrouble::CannotWrite { file: shown(&new) }, error))?;
    keep_private(&new)?;
    // A backup of a later version is refused before anything is replaced.
    let mut connection = Connection::open(&new).map_err(as_error)?;
    let beside = take_files_beside(&connection)?;
    migrate(&mut connection, &schema())?;
    drop(connection);
    sync(&new)?;
    // Locking a missing database has created an empty file.
    let is_there = ["", "-wal"].iter().any(|ending| std::fs::metadata(with_ending(database, ending)).is_ok_and(|file| file.len() > 0));
    let replaced = is_there.then(|| (1..).map(|number| with_ending(database, &format!(".before-{number}"))).find(|path| !path.exists()));
    if let Some(Some(replaced)) = &replaced {
        for ending in ["", "-wal", "-shm"] {
            match std::fs::rename(with_ending(database, ending), with_ending(replaced, ending)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(cannot(StorageTrouble::CannotMove { file: shown(database) }, error));
                }
                _ => {}
            }
        }
    }
    std::fs::rename(&new, database).map_err(|error| cannot(StorageTrouble::CannotMove { file: shown(&new) }, error))?;
    for (name, text) in beside {
        let file = database.with_file_name(name);
        let written = keep_private(&file).map(|_| std::fs::write(&file, text));
        written?.map_err(|error| cannot(StorageTrouble::CannotWrite { file: shown(&file) }, error))?;
    }
    Ok(replaced.flatten())
}

fn add_files_beside(database: &Path, into: &Path) -> Result<(), StorageError> {
    let connection = Connection::open(into).map_err(as_error)?;
    connection.execute(&format!("CREATE TABLE {TABLE} (name TEXT PRIMARY KEY, text TEXT NOT NULL)"), []).map_err(as_error)?;
    for name in BESIDE {
        if let Ok(text) = std::fs::read_to_string(database.with_file_name(name)) {
            connection.execute(&format!("INSERT INTO {TABLE} VALUES (?1, ?2)"), [name, &text]).map_err(as_error)?;
        }
    }
    Ok(())
}

/// The files of a backup, which are not in the restored database. Older backups hold none.
fn take_files_beside(backup: &Connection) -> Result<Vec<(&'static str, String)>, StorageError> {
    let is_there = "SELECT count(*) FROM sqlite_master WHERE name = ?1";
    if backup.query_row(is_there, [TABLE], |row| row.get::<_, i64>(0)).map_err(as_error)? == 0 {
        return Ok(Vec::new());
    }
    let text = |name: &'static str| {
        let found = backup.query_row(&format!("SELECT text FROM {TABLE} WHERE name = ?1"), [name], |row| row.get(0));
        Some((name, found.ok()?))
    };
    let files = BESIDE.into_iter().filter_map(text).collect();
    backup.execute(&format!("DROP TABLE {TABLE}"), []).map_err(as_error)?;
    Ok(files)
}

/// SQLite's description of the damage of a database, if it is damaged.
///
/// # Errors
/// When it does not read.
pub fn flaw(database: &Path) -> Result<Option<String>, StorageError> {
    let first = reading(database)?.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0)).map_err(as_error)?;
    Ok(Some(first).filter(|first| first != "ok"))
}

/// Checks that a file is a database of this program, and sound.
fn sound(file: &Path) -> Result<(), StorageError> {
    let damaged = |why: String| StorageError::damaged(StorageTrouble::Unsound { file: shown(file), why });
    if let Some(flaw) = flaw(file).map_err(|error| damaged(error.to_string()))? {
        return Err(damaged(flaw));
    }
    let tables = "SELECT count(*) FROM sqlite_master WHERE name IN ('matches', 'log', 'tokens', 'jobs')";
    let count = reading(file)?.query_row(tables, [], |row| row.get::<_, i64>(0)).map_err(as_error)?;
    if count == 4 { Ok(()) } else { Err(StorageError::damaged(StorageTrouble::NoMatches { file: shown(file) })) }
}

fn reading(file: &Path) -> Result<Connection, StorageError> {
    if !file.exists() {
        return Err(StorageError::new(Fault::Unavailable, StorageTrouble::NoFile { file: shown(file) }));
    }
    Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(as_error)
}

/// Makes a file survive a power cut. A system may sync only a file that is open for writing.
fn sync(file: &Path) -> Result<(), StorageError> {
    let synced = File::options().write(true).open(file).and_then(|file| file.sync_all());
    synced.map_err(|error| cannot(StorageTrouble::CannotSync { file: shown(file) }, error))
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn cannot(what: StorageTrouble, error: io::Error) -> StorageError {
    StorageError::of(Fault::Unavailable, what, error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::open;
    use crate::{Change, Durability, MatchRow};
    use rules::BySide;

    fn one(game: u64) -> Vec<Change> {
        let players = BySide { white: "ann".into(), black: "bob".into() };
        let row = MatchRow { game, game_name: "knights".into(), players, created_ms: 3, ..MatchRow::default() };
        let line = |number| Change::Line { game, number, body: format!("{number} {}", "x".repeat(400)).into() };
        std::iter::once(Change::Match(row)).chain((0..200).map(line)).collect()
    }

    #[tokio::test]
    async fn a_backup_is_a_snapshot() {
        let folder = tempfile::tempdir().expect("a folder");
        let (database, file) = (folder.path().join("arbitre.db"), folder.path().join("backup.db"));
        assert!(backup(&database, &file).is_err(), "there is nothing yet");
        let opened = open(&database, Durability::Process).expect("a new file");
        opened.storage.write(one(1)).await.expect("written");
        let key = folder.path().join("class-key");
        std::fs::write(&key, "the key").expect("written");
        backup(&database, &file).expect("a backup while it is used");
        std::fs::write(&key, "another").expect("written");
        assert!(backup(&database, &file).is_err_and(|error| error.to_string().contains("is there already")));
        opened.storage.write(one(2)).await.expect("written");
        opened.close();

        let kept = restore(&file, &database).expect("restored").expect("what was there before");
        assert_eq!(std::fs::read_to_string(&key).expect("a key"), "the key");
        for (path, there) in [(&database, false), (&kept, true)] {
            let opened = open(path, Durability::Process).expect("a file");
            assert_eq!(opened.storage.find_match(1).await.expect("no error").map(|row| row.game), Some(1));
            assert_eq!(opened.storage.find_match(2).await.expect("no error").is_some(), there, "{}", path.display());
            opened.close();
        }

        // Damage is reported with the remedy, and never restored.
        let mut bytes = std::fs::read(&file).expect("a file");
        let middle = bytes.len() / 2;
        bytes[middle..middle + 8_192].fill(0xa5);
        std::fs::write(&file, &bytes).expect("written");
        assert!(restore(&file, &database).is_err_and(|error| error.fault == Fault::Damaged));
        std::fs::write(&file, "no database at all").expect("written");
        assert!(restore(&file, &database).is_err());
        std::fs::write(&database, &bytes).expect("written");
        let opened = open(&database, Durability::Process).expect("its head is sound");
        let told = async {
            loop {
                if let Some(damage) = opened.storage.damage() {
                    return damage;
                }
                tokio::task::yield_now().await;
            }
        };
        let told = tokio::time::timeout(Duration::from_secs(20), told).await.expect("it is found");
        assert!(told.contains("is damaged") && told.contains("arbitre restore"), "{told}");
        opened.close();

        // Damage in the first pages is an error of opening, with the same remedy.
        for (from, upto) in [(0, 100), (100, 4_096), (4_096, bytes.len())] {
            let mut broken = std::fs::read(&kept).expect("a file");
            broken[from..upto].fill(0xa5);
            std::fs::write(&database, &broken).expect("written");
            match open(&database, Durability::Process) {
                Err(error) => assert!(error.to_string().contains("arbitre restore"), "{from}: {error}"),
                Ok(opened) => {
                    let told = opened.storage.find_match(1).await.expect_err("nothing is left of it").to_string();
                    assert!(told.contains("arbitre restore"), "{from}: {told}");
                    opened.close();
                }
            }
        }
    }
}
