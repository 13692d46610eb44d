//! Windows. Compiled in CI, and not yet used by a class.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::os::windows::fs::{FileExt, MetadataExt};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use tokio::process::Command;

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Threads keep their priority: setting it takes an unsafe call.
pub fn set_niceness(_: i32) {}

/// The time of the process stands in for that of the thread: on a busy machine work leaves the short queues sooner.
pub fn thread_time() -> Duration {
    START.elapsed()
}

/// There is no such limit.
pub fn address_space() -> Option<u64> {
    None
}

/// There is no such limit.
pub fn raise_open_files(_: u64) -> u64 {
    u64::MAX
}

/// Not measured.
pub fn free_bytes(_: &Path) -> Option<u64> {
    None
}

/// A new file has the rights of its folder.
pub fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Opens a regular file; none for anything else. Its rights are those of its folder.
pub fn open_private(path: &Path) -> io::Result<Option<File>> {
    let file = File::open(path)?;
    let is_file = file.metadata()?.is_file();
    Ok(Some(file).filter(|_| is_file))
}

pub fn host_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// Files inherit the rights of their folder.
pub fn make_private(file: &Path) -> io::Result<()> {
    file.metadata().map(drop)
}

/// Not known.
pub fn is_shared(_: &Metadata) -> bool {
    false
}

/// The identity of a file: its time of creation, as no other process can replace a file that SQLite has open.
pub fn file_id(file: &Metadata) -> (u64, u64) {
    (file.creation_time(), 0)
}

/// Reads at an offset; fewer bytes than asked for at the end of the file alone.
pub fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek_read(bytes, offset)
}

/// Locks an open file for one process; returns the file that holds the lock, which is one beside it: a lock here also shuts out the other
/// handles of the same process, those of SQLite.
///
/// # Errors
/// When another process has locked it, or the system cannot.
pub fn lock(_: &File, path: &Path) -> Result<Option<File>, TryLockError> {
    let open = File::options().write(true).create(true).truncate(false).open(path.with_extension("lock"));
    let beside = open.map_err(TryLockError::Error)?;
    beside.try_lock().map(|()| Some(beside))
}

/// There are no process groups: the program's own child processes outlive it.
pub fn lead_group(_: &mut Command) {}

/// There are no process groups.
pub fn kill_group(_: u32) {}

pub fn signal(_: ExitStatus) -> Option<i32> {
    None
}
