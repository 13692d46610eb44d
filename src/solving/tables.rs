//! A cache of pattern and pruning tables: an LRU in memory, and files in the data folder. [`Tools::enlarge_tables`](super::Tools::enlarge_tables) builds large tables
//! in the background, while small ones serve.

use crate::Error;
use crate::limits::AllowsCost;
use lru::LruCache;
use parking_lot::{Mutex, MutexGuard};
use puzzle::cube::{CubeSolver, Metric};
use puzzle::taquin::{PatternDatabases, TaquinPuzzle, TaquinShape, USUAL_PLACEMENTS, tables, tables_key};
use puzzle::{Cost, Verdict, cube};
use runtime::system::free_bytes;
use runtime::work::CancellationBudget;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, thread};

/// The tables of taquins in memory, of 3 to 200 MB each.
const IN_MEMORY: NonZeroUsize = NonZeroUsize::new(3).expect("not zero");
/// The most bytes of all files; further tables are computed again in each run.
const MAX_ON_DISK: u64 = 2 << 30;
/// A file takes at most this fraction of the free disk space, which matches need.
const SHARE_OF_FREE: u64 = 10;
/// The poll interval while another thread computes the same tables.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

type TablesKey = (TaquinShape, usize);
type TablesSlot = Arc<Mutex<Option<Arc<PatternDatabases>>>>;

pub struct TableCache {
    folder: Option<PathBuf>,
    slots: Mutex<LruCache<TablesKey, TablesSlot>>,
    /// Held while tables of the cube are built or read.
    cubes: Mutex<()>,
    /// Held while large tables of taquins are built, which takes four times their memory.
    enlarging: Mutex<()>,
}

/// Tables, or none because a limit came first.
pub enum Preparation {
    Ready(Arc<PatternDatabases>),
    /// A limit came first; this is what was spent.
    LimitReached(Cost),
}

impl TableCache {
    pub fn new(folder: Option<PathBuf>) -> TableCache {
        TableCache { folder, slots: Mutex::new(LruCache::new(IN_MEMORY)), cubes: Mutex::default(), enlarging: Mutex::default() }
    }

    /// The tables for a puzzle: from memory, from a file, or built small.
    pub fn tables(&self, puzzle: &TaquinPuzzle, cancellation: &mut CancellationBudget) -> Result<Preparation, Error> {
        let key = tables_key(puzzle);
        let slot = self.slot(key);
        let Some(mut slot) = wait(&slot, cancellation) else { return Ok(Preparation::LimitReached(Cost::default())) };
        if let Some(tables) = &*slot {
            return Ok(Preparation::Ready(tables.clone()));
        }
        let stored = self.taquin_file(key).and_then(|file| read(&file, PatternDatabases::from_bytes)).filter(|tables| tables.key() == key);
        let found = match stored {
            Some(tables) => Preparation::Ready(Arc::new(tables)),
            None => self.build(puzzle, USUAL_PLACEMENTS, cancellation)?,
        };
        if let Preparation::Ready(tables) = &found {
            *slot = Some(tables.clone());
        }
        Ok(found)
    }

    /// Builds tables and writes their file.
    fn build(&self, puzzle: &TaquinPuzzle, placements: u64, cancellation: &mut CancellationBudget) -> Result<Preparation, Error> {
        let built = tables(puzzle, placements, &mut |cost| cancellation.allows(cost)).map_err(super::solver_errors::bad)?;
        let Verdict::Solved(tables) = built.verdict else { return Ok(Preparation::LimitReached(built.cost)) };
        if let Some(file) = self.taquin_file(tables_key(puzzle)) {
            save(&file, &tables.to_bytes());
        }
        Ok(Preparation::Ready(Arc::new(tables)))
    }

    /// Replaces the tables for a puzzle by larger ones; returns whether they are ready.
    pub fn enlarge(&self, puzzle: &TaquinPuzzle, placements: u64, cancellation: &mut CancellationBudget) -> Result<bool, Error> {
        let Some(_held) = wait(&self.enlarging, cancellation) else { return Ok(false) };
        let Preparation::Ready(at_hand) = self.tables(puzzle, cancellation)? else { return Ok(false) };
        if at_hand.suffices(placements) {
            return Ok(true);
        }
        let Preparation::Ready(larger) = self.build(puzzle, placements, cancellation)? else { return Ok(false) };
        let slot = self.slot(tables_key(puzzle));
        let Some(mut slot) = wait(&slot, cancellation) else { return Ok(false) };
        *slot = Some(larger);
        Ok(true)
    }

    /// Equips a solver with the tables of the cube's optimal method, from a file or newly built; returns whether they are ready.
    pub fn equip(&self, solver: &CubeSolver, metric: Metric, cancellation: &mut CancellationBudget) -> bool {
        let Some(_held) = wait(&self.cubes, cancellation) else { return false };
        if solver.is_equipped(metric) {
            return true;
        }
        let file = self.folder.as_ref().map(|folder| folder.join(format!("cube-{metric}.tables")));
        let stored = file.as_ref().and_then(|file| read(file, cube::PruningTables::from_bytes));
        if let Some(tables) = stored.filter(|tables| tables.metric() == metric) {
            solver.equip(tables);
            return true;
        }
        let Verdict::Solved(tables) = cube::PruningTables::build(metric, &mut |cost| cancellation.allows(cost)).verdict else {
            return false;
        };
        if let Some(file) = file {
            save(&file, &tables.to_bytes());
        }
        solver.equip(tables);
        true
    }

    fn taquin_file(&self, (shape, blank): TablesKey) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("taquin-{shape}-{blank}.tables")))
    }

    fn slot(&self, key: TablesKey) -> TablesSlot {
        self.slots.lock().get_or_insert(key, TablesSlot::default).clone()
    }
}

/// Locks a slot; none if the budget ends before the other thread does.
fn wait<'s, T>(slot: &'s Mutex<T>, cancellation: &mut CancellationBudget) -> Option<MutexGuard<'s, T>> {
    loop {
        if let Some(guard) = slot.try_lock() {
            return Some(guard);
        }
        if !cancellation.may_wait() {
            cancellation.leave();
        }
        if !cancellation.keep_going(0, 0, 0) {
            return None;
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Reads a file; none if it is missing or damaged.
fn read<T, E: std::fmt::Display>(file: &Path, from_bytes: impl Fn(&[u8]) -> Result<T, E>) -> Option<T> {
    let bytes = fs::read(file).ok()?;
    from_bytes(&bytes).map_err(|error| tracing::warn!(file = %file.display(), %error, "tables are computed again")).ok()
}

/// Writes a file, if there is room. Without it the tables are computed again in the next run.
fn save(file: &Path, bytes: &[u8]) {
    let write = || {
        let folder = file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let taken: u64 = fs::read_dir(folder)?.flatten().filter_map(|entry| Some(entry.metadata().ok()?.len())).sum();
        let size = bytes.len() as u64;
        let is_little = |free| size > free / SHARE_OF_FREE;
        if taken + size > MAX_ON_DISK || free_bytes(folder).is_some_and(is_little) {
            return Ok(());
        }
        // Another process may write the same file: the rename is atomic.
        let draft = file.with_extension(format!("draft-{}", std::process::id()));
        fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, file)).inspect_err(|_| _ = fs::remove_file(&draft))
    };
    if let Err(error) = write() {
        let error: std::io::Error = error;
        tracing::warn!(file = %file.display(), %error, "tables are not saved");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runtime::work::{Budget, Stop};

    fn ready(cache: &TableCache, puzzle: &TaquinPuzzle, time: Duration) -> bool {
        let mut report = |_: &_| {};
        let mut cancellation = CancellationBudget::new(Budget { time, nodes: u64::MAX, bytes: u64::MAX }, Stop::default(), &mut report);
        matches!(cache.tables(puzzle, &mut cancellation), Ok(Preparation::Ready(_)))
    }

    #[test]
    fn tables_are_read_from_their_file() {
        let folder = std::env::temp_dir().join(format!("arbitre-tables-{}", std::process::id()));
        let start = "1 2 3/4 5 6/7 8 _".parse().expect("a board");
        let puzzle = TaquinPuzzle::new(&start, &puzzle::taquin::Goal::BlankLast, None).expect("a puzzle");
        let new = || TableCache::new(Some(folder.clone()));
        let (no_time, enough) = (Duration::ZERO, Duration::from_secs(600));
        assert!(!ready(&new(), &puzzle, no_time), "nothing is in memory yet");
        let cache = new();
        assert!(ready(&cache, &puzzle, enough) && ready(&cache, &puzzle, no_time));
        assert!(ready(&new(), &puzzle, no_time), "from the file");
        let file = fs::read_dir(&folder).expect("a folder").flatten().next().expect("a file").path();
        fs::write(&file, b"damaged").expect("written");
        assert!(!ready(&new(), &puzzle, no_time), "a damaged file is no file");
        assert!(ready(&new(), &puzzle, enough) && ready(&new(), &puzzle, no_time));
        fs::remove_dir_all(&folder).expect("removed");
    }
}
