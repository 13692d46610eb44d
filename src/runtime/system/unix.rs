//! Linux and macOS.

use rustix::fs::OFlags;
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, Signal, geteuid, getrlimit, kill_process_group, setrlimit};
use rustix::time::{ClockId, clock_gettime};
use std::fs::{File, Metadata, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;
use tokio::process::Command;

/// Lowers the priority of this thread. No effect if the system refuses, or where niceness belongs to the process.
pub fn set_niceness(niceness: i32) {
    if cfg!(target_os = "linux") {
        let _ = rustix::process::nice(niceness);
    }
}

/// The processor time of this thread so far.
pub fn thread_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().expect("a thread's time is not negative")
}

/// The limit on the address space of the process, in bytes.
pub fn address_space() -> Option<u64> {
    getrlimit(Resource::As).current
}

/// Raises the limit on open files towards `needed`, as far as the system allows, and returns it.
pub fn raise_open_files(needed: u64) -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let now = current.unwrap_or(u64::MAX);
    let raised = now.max(needed.min(maximum.unwrap_or(u64::MAX)));
    let is_raised = raised > now && setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum }).is_ok();
    if is_raised { raised } else { now }
}

/// Free bytes on the disk of a folder; none if the system does not say.
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// A file that these options create is for its owner alone.
pub fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(0o600)
}

/// Opens a file without following a link and without waiting; none if it is not a file of this user that no other can read.
///
/// # Errors
/// When there is none, or it cannot be opened.
pub fn open_private(path: &Path) -> io::Result<Option<File>> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let file = match OpenOptions::new().read(true).custom_flags(flags.bits() as i32).open(path) {
        Err(error) if error.raw_os_error() == Some(Errno::LOOP.raw_os_error()) => return Ok(None),
        opened => opened?,
    };
    let found = file.metadata()?;
    let is_own = found.is_file() && found.uid() == geteuid().as_raw() && !is_shared(&found);
    Ok(Some(file).filter(|_| is_own))
}

pub fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// Sets an existing file to be for its owner alone.
pub fn make_private(file: &Path) -> io::Result<()> {
    std::fs::set_permissions(file, Permissions::from_mode(0o600))
}

/// Whether other users may read or write a file.
pub fn is_shared(file: &Metadata) -> bool {
    file.permissions().mode() & 0o077 != 0
}

/// The identity of a file: device and inode.
pub fn file_id(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}

/// Reads at an offset; fewer bytes than asked for at the end of the file alone.
pub fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(bytes, offset)
}

/// Locks an open file for one process; returns the file that holds the lock, if it is another.
///
/// # Errors
/// When another process has locked it, or the system cannot.
pub fn lock(file: &File, _: &Path) -> Result<Option<File>, TryLockError> {
    file.try_lock().map(|()| None)
}

/// The program becomes the leader of a process group.
pub fn lead_group(command: &mut Command) {
    command.process_group(0);
}

/// Kills the process group of this leader, which may have ended already.
pub fn kill_group(leader: u32) {
    if let Some(leader) = leader.try_into().ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(leader, Signal::KILL);
    }
}

pub fn signal(status: ExitStatus) -> Option<i32> {
    status.signal()
}
