//! Room on the disk: told before there is none.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// How often it is looked at.
const LOOK: Duration = Duration::from_secs(30);
/// No look has been taken yet, or there is no disk.
const UNKNOWN: u64 = u64::MAX;

/// Free bytes on the disk of a folder; none if the system does not tell. May wait for the disk.
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// How much is free where matches are kept.
pub struct Space {
    folder: Option<PathBuf>,
    low: u64,
    free: AtomicU64,
}

impl Space {
    /// Less than `low` bytes free in this folder is little.
    pub fn new(folder: Option<PathBuf>, low: u64) -> Space {
        Space { folder, low, free: AtomicU64::new(UNKNOWN) }
    }

    /// Free bytes, as of the last look.
    pub fn free(&self) -> Option<u64> {
        Some(self.free.load(Relaxed)).filter(|free| *free != UNKNOWN)
    }

    /// What to tell the operator if there is little left.
    pub fn warning(&self) -> Option<String> {
        let (free, folder) = (self.free().filter(|free| *free < self.low)?, self.folder.as_ref()?);
        let mib = free >> 20;
        Some(format!("little space is left: {mib} MiB in {}; when there is none, games stand still until there is", folder.display()))
    }

    /// Looks for ever, on a thread that may wait.
    pub async fn watch(&self) {
        let Some(folder) = &self.folder else { return };
        let mut was_low = false;
        loop {
            let folder = folder.clone();
            let looked = tokio::task::spawn_blocking(move || free_bytes(&folder)).await;
            if let Ok(Some(free)) = looked {
                self.free.store(free, Relaxed);
            }
            let warning = self.warning();
            if let Some(warning) = warning.as_ref().filter(|_| !was_low) {
                tracing::warn!("{warning}");
            }
            was_low = warning.is_some();
            tokio::time::sleep(LOOK).await;
        }
    }
}

#[cfg(test)]
#[tokio::test]
async fn what_is_free_is_found_and_little_is_told() {
    let folder = std::env::temp_dir();
    let space = Space::new(Some(folder), u64::MAX - 1);
    assert_eq!((space.free(), space.warning()), (None, None));
    assert!(tokio::time::timeout(Duration::from_secs(1), space.watch()).await.is_err(), "it looks for ever");
    assert!(space.free().is_some_and(|free| free > 0));
    assert!(space.warning().is_some_and(|warning| warning.starts_with("little space is left: ")));
    assert_eq!(Space::new(None, 1).warning(), None);
}
