//! The pattern tables of sliding puzzles: computed when first needed, kept in memory while they are used, and in the data folder.

use crate::core::Error;
use crate::core::work::Leash;
use puzzle::taquin::{Puzzle, Shape, Tables, USUAL_PLACEMENTS, tables, tables_key};
use puzzle::{Cost, Verdict};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

/// So many tables stay in memory: 10 to 60 MB each.
const IN_MEMORY: usize = 4;
/// Files of tables take no more than this in all; what comes later is computed again each time the program runs.
const MOST_ON_DISK: u64 = 512 << 20;
/// How long to sleep while another thread computes the same tables.
const PATIENCE: Duration = Duration::from_millis(5);

type Key = (Shape, usize);
type Slot = Arc<Mutex<Option<Arc<Tables>>>>;

/// The tables at hand.
pub struct Shelf {
    folder: Option<PathBuf>,
    /// The last used is the last.
    slots: Mutex<Vec<(Key, Slot)>>,
}

/// Tables, or none because the leash ended first.
pub enum Prepared {
    /// They are at hand.
    Ready(Arc<Tables>),
    /// A limit came first; this is what was spent.
    GaveUp(Cost),
}

impl Shelf {
    /// Empty; with a folder to keep files in.
    pub fn new(folder: Option<PathBuf>) -> Shelf {
        Shelf { folder, slots: Mutex::default() }
    }

    /// The tables for a puzzle.
    pub fn tables(&self, puzzle: &Puzzle, leash: &mut Leash) -> Result<Prepared, Error> {
        let key = tables_key(puzzle);
        let slot = self.slot(key);
        let Some(mut slot) = wait(&slot, leash) else { return Ok(Prepared::GaveUp(Cost::default())) };
        if let Some(tables) = &*slot {
            return Ok(Prepared::Ready(tables.clone()));
        }
        let file = self.folder.as_ref().map(|folder| folder.join(format!("taquin-{}-{}.tables", key.0, key.1)));
        let kept = file.as_deref().and_then(read).filter(|tables| tables.key() == key);
        let found = match kept {
            Some(tables) => tables,
            None => {
                let built = tables(puzzle, USUAL_PLACEMENTS, &mut |cost| leash.allows(cost)).map_err(super::bad)?;
                let Verdict::Solved(tables) = built.verdict else { return Ok(Prepared::GaveUp(built.cost)) };
                if let Some(file) = &file {
                    keep(file, &tables);
                }
                tables
            }
        };
        let found = Arc::new(found);
        *slot = Some(found.clone());
        Ok(Prepared::Ready(found))
    }

    fn slot(&self, key: Key) -> Slot {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = match slots.iter().position(|(other, _)| *other == key) {
            Some(at) => slots.remove(at).1,
            None => Slot::default(),
        };
        if slots.len() == IN_MEMORY {
            slots.remove(0);
        }
        slots.push((key, slot.clone()));
        slot
    }
}

/// Whoever comes second waits, but not when nobody waits for it.
fn wait<'s>(slot: &'s Slot, leash: &mut Leash) -> Option<MutexGuard<'s, Option<Arc<Tables>>>> {
    loop {
        match slot.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) if leash.go_on(0, 0, 0) => thread::sleep(PATIENCE),
            Err(TryLockError::WouldBlock) => return None,
        }
    }
}

/// A file that cannot be read or is damaged is as good as none.
fn read(file: &Path) -> Option<Tables> {
    let bytes = fs::read(file).ok()?;
    Tables::from_bytes(&bytes).map_err(|error| tracing::warn!(file = %file.display(), %error, "tables are computed again")).ok()
}

/// Without the file the tables are computed again next time: slower, no more.
fn keep(file: &Path, tables: &Tables) {
    let write = || {
        let folder = file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let is_tables = |entry: &fs::DirEntry| entry.path().extension().is_some_and(|extension| extension == "tables");
        let taken: u64 = fs::read_dir(folder)?.flatten().filter(is_tables).filter_map(|entry| Some(entry.metadata().ok()?.len())).sum();
        if taken + tables.bytes() as u64 > MOST_ON_DISK {
            return Ok(());
        }
        // Another process may be writing the same: whoever comes last, the file is whole.
        let draft = file.with_extension(format!("draft-{}", std::process::id()));
        fs::write(&draft, tables.to_bytes())?;
        fs::rename(&draft, file)
    };
    if let Err(error) = write() {
        let error: std::io::Error = error;
        tracing::warn!(file = %file.display(), %error, "tables are not kept");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::work::{Budget, Stop};

    fn ready(shelf: &Shelf, puzzle: &Puzzle, time: Duration) -> bool {
        let mut tell = |_: &_| {};
        let mut leash = Leash::new(Budget { time, nodes: u64::MAX, bytes: u64::MAX }, Stop::default(), &mut tell);
        matches!(shelf.tables(puzzle, &mut leash), Ok(Prepared::Ready(_)))
    }

    #[test]
    fn what_was_computed_once_is_read_the_next_time() {
        let folder = std::env::temp_dir().join(format!("arbitre-tables-{}", std::process::id()));
        let start = "1 2 3/4 5 6/7 8 _".parse().expect("a board");
        let puzzle = Puzzle::new(&start, &puzzle::taquin::Goal::BlankLast, None).expect("a puzzle");
        let new = || Shelf::new(Some(folder.clone()));
        let (no_time, enough) = (Duration::ZERO, Duration::from_secs(600));
        assert!(!ready(&new(), &puzzle, no_time), "nothing is at hand yet");
        let shelf = new();
        assert!(ready(&shelf, &puzzle, enough) && ready(&shelf, &puzzle, no_time));
        assert!(ready(&new(), &puzzle, no_time), "from the file");
        let file = fs::read_dir(&folder).expect("a folder").flatten().next().expect("a file").path();
        fs::write(&file, b"damaged").expect("written");
        assert!(!ready(&new(), &puzzle, no_time), "a damaged file is no file");
        assert!(ready(&new(), &puzzle, enough) && ready(&new(), &puzzle, no_time));
        fs::remove_dir_all(&folder).expect("removed");
    }
}
