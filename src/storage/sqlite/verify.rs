//! Verifies commits: the files at the paths of the database and its write-ahead log must be those that SQLite has open, and hold the
//! committed data. For the layout of the log see SQLite's file format, section 4 ("The Write-Ahead Log").

use crate::failure::{LostFile, StorageFailure, shown};
use crate::{StorageError, StorageErrorKind};
use runtime::system::{file_id, read_at};
use rusqlite::{CachedStatement, Connection};
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const DATABASE_HEADER_BYTES: usize = 32;
/// The first byte of a page of a B-tree (section 1.6): interior or leaf, of an index or a table.
const BTREE_PAGES: [u8; 4] = [2, 5, 10, 13];
/// The first word of a log, for either byte order of its checksums.
const LOG_MAGIC: [u32; 2] = [0x377f_0682, 0x377f_0683];
const LOG_HEADER_BYTES: usize = 32;
const FRAME_HEADER_BYTES: usize = 24;
const MAX_PAGE_BYTES: u32 = 65_536;
/// The size of a read when the disk is checked.
const CHUNK: usize = 1 << 20;
/// How often the log is read before it counts as truncated, with a pause in between: another process may be restarting it.
const MAX_READS: u32 = 3;
const READ_AGAIN_AFTER: Duration = Duration::from_millis(5);

#[derive(Debug)]
pub enum Unverified {
    /// A restart would not find the committed data.
    Lost {
        what: StorageFailure,
        /// Whether the open log lacks frames; such a log must not be checkpointed.
        is_truncated: bool,
    },
    /// It cannot be verified now.
    Unknown(StorageError),
}

/// The database and its write-ahead log, open.
pub struct Files {
    database: VerifiedFile,
    log: VerifiedFile,
    /// The length of the database at the last check, in bytes.
    length: AtomicU64,
}

struct VerifiedFile {
    path: PathBuf,
    file: File,
    id: (u64, u64),
}

/// The end of the log after the last verified commit. If the log was truncated before SQLite appended to it, its last frame is missing.
pub struct LogEnd {
    header: [u8; LOG_HEADER_BYTES],
    pub frames: u64,
    last: Vec<u8>,
}

/// The path of the write-ahead log of a database.
pub fn log_of(database: &Path) -> PathBuf {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    PathBuf::from(log)
}

/// The read error of the disk if reading fails, else the given error: SQLite reports both as damage.
pub fn explained(error: StorageError, database: &File, path: &Path) -> StorageError {
    match error.kind {
        StorageErrorKind::Damaged => read_through(database, path).err().unwrap_or(error),
        _ => error,
    }
}

/// Reads the database and its log completely; fails if the disk fails.
fn read_through(database: &File, path: &Path) -> Result<(), StorageError> {
    let unread = |error: io::Error| StorageError::unavailable(StorageFailure::NotRead { file: shown(path) }, error);
    read_to_end(database).map_err(unread)?;
    match File::open(log_of(path)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        opened => opened.and_then(|log| read_to_end(&log)).map_err(unread),
    }
}

/// The page size from the header of a database; 1 means 65,536.
fn page_bytes(header: &[u8; DATABASE_HEADER_BYTES]) -> u64 {
    match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        bytes => bytes.into(),
    }
}

fn read_to_end(file: &File) -> io::Result<()> {
    let (mut buffer, mut offset) = (vec![0; CHUNK], 0);
    loop {
        match read_at(file, &mut buffer, offset)? {
            0 => return Ok(()),
            length => offset += length as u64,
        }
    }
}

impl VerifiedFile {
    fn new(path: PathBuf, file: File) -> io::Result<VerifiedFile> {
        let id = file_id(&file.metadata()?);
        Ok(VerifiedFile { path, file, id })
    }

    fn check_in_place(&self) -> Result<(), Unverified> {
        match std::fs::metadata(&self.path) {
            Ok(found) if file_id(&found) == self.id => Ok(()),
            Ok(_) => Err(self.lost(LostFile::Replaced, false)),
            Err(error) if [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind()) => {
                Err(self.lost(LostFile::Deleted, false))
            }
            Err(error) => Err(self.unknown(error)),
        }
    }

    fn lost(&self, how: LostFile, is_truncated: bool) -> Unverified {
        Unverified::Lost { what: StorageFailure::Lost { file: shown(&self.path), how }, is_truncated }
    }

    fn unknown(&self, source: impl std::error::Error + Send + Sync + 'static) -> Unverified {
        Unverified::Unknown(StorageError::unavailable(StorageFailure::NotVerified { file: shown(&self.path) }, source))
    }

    /// Reads the bytes at an offset; zeros after the end of the file.
    fn read(&self, bytes: &mut [u8], offset: u64) -> Result<(), Unverified> {
        let mut filled = 0;
        while filled < bytes.len() {
            match read_at(&self.file, &mut bytes[filled..], offset + filled as u64) {
                Ok(0) => bytes[filled..].fill(0),
                Ok(length) => {
                    filled += length;
                    continue;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.unknown(error)),
            }
            break;
        }
        Ok(())
    }
}

impl Files {
    /// The files of a database that connections have open.
    pub fn new(path: &Path, database: File) -> Result<Files, StorageError> {
        let log = log_of(path);
        let open = || {
            // A system may sync only a file that is open for writing.
            let file = File::options().read(true).write(true).open(&log)?;
            Ok(Files {
                database: VerifiedFile::new(path.into(), database)?,
                log: VerifiedFile::new(log.clone(), file)?,
                length: AtomicU64::new(0),
            })
        };
        open().map_err(|error: io::Error| StorageError::unavailable(StorageFailure::CannotOpen { file: shown(&log) }, error))
    }

    pub fn sync_log(&self) -> Result<(), StorageError> {
        // After a failed sync the system may have dropped dirty pages, so a later success would prove nothing.
        let cannot = |error| StorageError::of(StorageErrorKind::Damaged, StorageFailure::CannotSync { file: shown(&self.log.path) }, error);
        self.log.file.sync_data().map_err(cannot)
    }

    /// As the function of this name.
    pub fn explained(&self, error: StorageError) -> StorageError {
        explained(error, &self.database.file, &self.database.path)
    }

    /// Reads everything, which fails if the disk fails.
    pub fn read_through(&self) -> Result<(), StorageError> {
        read_through(&self.database.file, &self.database.path)
    }

    /// Verifies that a restart would find everything committed so far. `end` is the end of the last verification.
    pub fn verify(&self, connection: &Connection, end: &mut Option<LogEnd>) -> Result<(), Unverified> {
        let log = self.verify_log(connection, end);
        // A truncated log is reported first: it must not be checkpointed.
        if let Err(Unverified::Lost { is_truncated: true, .. }) = log {
            return log;
        }
        self.database.check_in_place()?;
        self.log.check_in_place()?;
        self.check_database()?;
        log
    }

    /// Checks that the database was not truncated since the last check. Only a vacuum by another process shortens it, to the length in its
    /// header.
    pub fn check_database(&self) -> Result<(), Unverified> {
        let length = self.database.file.metadata().map_err(|error| self.database.unknown(error))?.len();
        let mut header = [0; DATABASE_HEADER_BYTES];
        self.database.read(&mut header, 0)?;
        let page_bytes = page_bytes(&header);
        let pages = u32::from_be_bytes([header[28], header[29], header[30], header[31]]);
        let is_short = length < self.length.load(Relaxed) && length < u64::from(pages) * page_bytes;
        if is_short || !header.starts_with(MAGIC) {
            return Err(self.database.lost(LostFile::Overwritten, true));
        }
        self.length.store(length, Relaxed);
        Ok(())
    }

    /// Whether the root page of each table and index is a B-tree page, in a fully checkpointed database. It is zero in a file that was
    /// truncated and written to again.
    fn has_roots(&self, connection: &Connection) -> Result<bool, Unverified> {
        let mut header = [0; DATABASE_HEADER_BYTES];
        self.database.read(&mut header, 0)?;
        let roots = |mut roots: CachedStatement| roots.query_map([], |row| row.get::<_, u32>(0))?.collect::<Result<Vec<u32>, _>>();
        let roots = connection.prepare_cached("SELECT rootpage FROM sqlite_schema WHERE rootpage > 1").and_then(roots);
        for root in roots.map_err(|error| self.database.unknown(error))? {
            let mut kind = [0];
            self.database.read(&mut kind, u64::from(root - 1) * page_bytes(&header))?;
            if !BTREE_PAGES.contains(&kind[0]) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn verify_log(&self, connection: &Connection, end: &mut Option<LogEnd>) -> Result<(), Unverified> {
        let mut file = &self.log;
        for attempt in 0..MAX_READS {
            if attempt > 0 {
                std::thread::sleep(READ_AGAIN_AFTER);
            }
            let count = |mut count: CachedStatement| count.query_row([], |row| Ok((row.get(1)?, row.get(2)?)));
            let counted = connection.prepare_cached("PRAGMA wal_checkpoint(NOOP)").and_then(count);
            let (frames, moved): (i64, i64) = counted.map_err(|error| self.log.unknown(error))?;
            // A fully checkpointed log may be empty. Another process may write to the database meanwhile.
            let is_moved = frames == moved;
            let found = if is_moved { None } else { self.log_end(u64::try_from(frames).unwrap_or(0), end.as_ref())? };
            if found.is_some() || is_moved && self.has_roots(connection)? {
                *end = found;
                return Ok(());
            }
            file = if is_moved { &self.database } else { &self.log };
        }
        Err(file.lost(LostFile::Overwritten, true))
    }

    /// The end of a log with this number of frames; none if frames are missing.
    fn log_end(&self, frames: u64, known: Option<&LogEnd>) -> Result<Option<LogEnd>, Unverified> {
        let mut header = [0; LOG_HEADER_BYTES];
        self.log.read(&mut header, 0)?;
        let word = |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        if !LOG_MAGIC.contains(&word(0)) || word(8) > MAX_PAGE_BYTES {
            return Ok(None);
        }
        let frame_bytes = FRAME_HEADER_BYTES + word(8) as usize;
        let place = |number: u64| LOG_HEADER_BYTES as u64 + (number - 1) * frame_bytes as u64;
        let mut last = vec![0; frame_bytes];
        // Restarting the log changes the salts in its header, which every new frame repeats.
        let mut verified = 0;
        if let Some(known) = known.filter(|known| known.header == header) {
            self.log.read(&mut last, place(known.frames))?;
            if last != known.last {
                return Ok(None);
            }
            verified = known.frames;
        }
        for number in verified + 1..=frames {
            // Only the last frame can be incomplete, so only this one is read whole.
            let read = if number == frames { frame_bytes } else { FRAME_HEADER_BYTES };
            self.log.read(&mut last[..read], place(number))?;
            if last[8..16] != header[16..24] {
                return Ok(None);
            }
        }
        Ok(Some(LogEnd { header, frames, last }))
    }
}
