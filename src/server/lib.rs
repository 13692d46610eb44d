//! The shell around judgement: the only room with sockets, storage, time, entropy and log lines.

mod app;
pub mod class_list;
pub mod config;
mod desk;
mod error;
mod frames;
mod hall;
mod json;
mod listen;
mod metrics;
mod rest;
mod running;
mod socket;
pub mod solve;
mod spreadsheet;
pub mod store;
mod timekeeper;
pub mod tokens;
mod tournament;
mod wire;
pub mod work;

pub use config::Config;
pub use error::Error;
pub use hall::BotName;
pub use listen::bind;
pub use running::{Played, Referee};

use std::fs::File;
use std::path::Path;
use store::{Durability, Storage};

/// Storage on disk, and the proof that no other referee uses it.
pub struct Kept {
    /// The handle.
    pub storage: Storage,
    thread: std::thread::JoinHandle<()>,
    _lock: File,
}

/// Opens the storage in a folder, making it if need be, for one referee alone.
pub fn open(folder: &Path, durability: Durability) -> Result<Kept, Error> {
    let failed = |what: &str, error: std::io::Error| Error::Storage(format!("{what} {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(|error| failed("cannot make the folder", error))?;
    let lock = File::create(folder.join("lock")).map_err(|error| failed("cannot write to", error))?;
    lock.try_lock().map_err(|_| Error::Storage(format!("another referee runs in {}", folder.display())))?;
    let (storage, thread) = Storage::open(&folder.join("arbitre.db"), durability)?;
    Ok(Kept { storage, thread, _lock: lock })
}

impl Kept {
    /// Closes it; everything is written when this returns.
    pub fn close(self) -> Result<(), Error> {
        drop(self.storage);
        self.thread.join().map_err(|_| Error::StorageGone)
    }
}
