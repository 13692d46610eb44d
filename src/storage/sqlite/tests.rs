//! The laws of every storage for a SQLite file, and what is true of such a file alone.

use super::*;
use crate::laws::{ALONE, check, check_alone, checkpoints, line, row};
use protocol::TournamentFormat;

/// A folder that is gone after the test.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("arbitre-storage-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }

    fn file(&self) -> std::path::PathBuf {
        self.0.join("arbitre.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn sqlite_and_it_is_all_there_again() {
    for durability in [Durability::Process, Durability::Power] {
        let folder = Folder::new(&format!("{durability:?}"));
        let opened = open(&folder.file(), durability).expect("a new file");
        check(&*opened.storage).await;
        opened.close();
        let again = open(&folder.file(), durability).expect("the same file");
        assert_eq!(again.storage.number_matches(1).await.expect("a number"), 32, "after the largest there ever was");
        assert_eq!(again.storage.number_tournament().await.expect("a number"), 22, "after one that was deleted");
        assert_eq!(again.storage.read_log(2, 0, 10).await.expect("a log").len(), 3);
        again.close();
    }
}

#[tokio::test]
async fn sqlite_forgets_old_games_and_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("forget");
    std::fs::write(folder.file(), "").expect("a file that everybody may read");
    let opened = open(&folder.file(), Durability::Process).expect("a new file");
    check_alone(0, &*opened.storage).await;
    for file in std::fs::read_dir(&folder.0).expect("a folder").map(|file| file.expect("a file")) {
        let mode = file.metadata().expect("its rights").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{:?}", file.file_name());
    }
    opened.close();
    let again = open(&folder.file(), Durability::Process).expect("the same file");
    assert_eq!(again.storage.number_matches(1).await.expect("a number"), 4, "no number is given twice");
    again.storage.write(vec![Change::Match(row(4, "ann", "bob"))]).await.expect("written");
    again.storage.write(vec![Change::MatchForgotten { game: 4 }]).await.expect("forgotten");
    again.close();
    let third = open(&folder.file(), Durability::Process).expect("the same file");
    assert_eq!(third.storage.number_matches(1).await.expect("a number"), 5, "not even that of the newest match, which was forgotten");
    third.close();
}

#[tokio::test]
async fn laws_that_begin_with_nothing() {
    for law in 0..ALONE {
        let folder = Folder::new(&format!("law-{law}"));
        let opened = open(&folder.file(), Durability::Process).expect("a new file");
        check_alone(law, &*opened.storage).await;
        opened.close();
    }
}

#[tokio::test]
async fn checkpoints_outlive_the_process() {
    let folder = Folder::new("checkpoints");
    let opened = open(&folder.file(), Durability::Process).expect("a new file");
    checkpoints(&*opened.storage).await;
    let before = opened.storage.checkpoints(2).await.expect("a list");
    opened.close();
    let again = open(&folder.file(), Durability::Process).expect("the same file");
    assert_eq!((again.storage.checkpoints(2).await, before.len()), (Ok(before), 1));
    again.close();
}

#[tokio::test]
async fn a_file_of_the_first_version_is_brought_up_to_date() {
    let folder = Folder::new("old");
    schema::of_version_1(&folder.file()).expect("an old file");
    for time in ["brought up to date", "nothing is left to do"] {
        let opened = open(&folder.file(), Durability::Process).expect(time);
        let row = opened.storage.find_match(1).await.expect("no error").expect("the match");
        assert_eq!((&*row.players.white, row.tournament, &*row.game_name), ("ann", None, "knights"));
        assert!(
            opened.storage.list_tournaments(TournamentFilter { limit: 5, ..TournamentFilter::default() }).await.expect("a list").is_empty()
        );
        opened.close();
    }
}

#[tokio::test]
async fn a_tournament_of_before_is_listed_with_its_format_and_entrants() {
    let folder = Folder::new("formats");
    schema::of_version_9(&folder.file()).expect("an old file");
    let opened = open(&folder.file(), Durability::Process).expect("brought up to date");
    let rows = opened.storage.list_tournaments(TournamentFilter { limit: 5, ..TournamentFilter::default() }).await.expect("a list");
    let listed: Vec<_> = rows.iter().map(|row| (row.id, row.format, row.entrants)).collect();
    assert_eq!(
        listed,
        [(2, None, 0), (1, Some(TournamentFormat::Swiss), 2)],
        "who left before the start is forgotten, who left later is not"
    );
    opened.close();
}

/// Another program holds the lock: writes wait and say why, reads go on, and all is well when it is over.
#[tokio::test]
async fn a_lock_of_somebody_else_is_waited_for() {
    let folder = Folder::new("locked");
    let opened = open(&folder.file(), Durability::Process).expect("a new file");
    let storage = opened.storage.clone();
    storage.write(vec![Change::Match(row(1, "ann", "bob"))]).await.expect("written");
    let other = rusqlite::Connection::open(folder.file()).expect("the same file");
    other.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    let writing = tokio::spawn({
        let storage = storage.clone();
        async move { storage.write(vec![line(1, 0)]).await }
    });
    while storage.trouble().is_none() {
        tokio::task::yield_now().await;
    }
    assert!(storage.trouble().is_some_and(|why| why.contains("locked")) && !writing.is_finished());
    assert!(storage.find_match(1).await.expect("no error").is_some());
    other.execute_batch("COMMIT").expect("let go");
    assert_eq!(writing.await.expect("no panic"), Ok(()));
    assert_eq!(storage.trouble(), None);
    drop(storage);
    opened.close();
}

/// However much is written, the write-ahead log stays within its bound.
#[tokio::test]
async fn the_write_ahead_log_stays_small() {
    let folder = Folder::new("wal");
    let opened = open(&folder.file(), Durability::Process).expect("a new file");
    let body: ByteString = "x".repeat(2_000).into();
    opened.storage.write(vec![Change::Match(row(1, "ann", "bob"))]).await.expect("written");
    let mut number = 0;
    for _ in 0..200 {
        let lines = (0..200).map(|_| {
            number += 1;
            Change::Line { game: 1, number: number - 1, body: body.clone() }
        });
        opened.storage.write(lines.collect()).await.expect("written");
    }
    let size = std::fs::metadata(folder.0.join("arbitre.db-wal")).expect("the log").len();
    assert!(size < 72 << 20, "{size} bytes after 80 MB were written");
    opened.close();
}
