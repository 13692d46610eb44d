//! Watches the free space on the disk.

use crate::system::free_bytes;
use message::Coded;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Interval of measurements of free space.
const INTERVAL: Duration = Duration::from_secs(30);
/// Not measured yet, or there is no disk.
const UNKNOWN: u64 = u64::MAX;

/// The warning that little space is left.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("low_space")]
pub struct LowSpace {
    pub mebibytes: u64,
    pub folder: String,
}

/// The free space where matches are stored.
pub struct Space {
    folder: Option<PathBuf>,
    low: u64,
    free: AtomicU64,
}

impl Space {
    /// Warns below `low` free bytes in this folder.
    pub fn new(folder: Option<PathBuf>, low: u64) -> Space {
        Space { folder, low, free: AtomicU64::new(UNKNOWN) }
    }

    /// Free bytes when last measured.
    pub fn free(&self) -> Option<u64> {
        Some(self.free.load(Relaxed)).filter(|free| *free != UNKNOWN)
    }

    /// The warning for the operator if little space is left.
    pub fn warning(&self) -> Option<LowSpace> {
        let (free, folder) = (self.free().filter(|free| *free < self.low)?, self.folder.as_ref()?);
        Some(LowSpace { mebibytes: free >> 20, folder: folder.display().to_string() })
    }

    /// Measures forever, on a thread that may block.
    pub async fn watch(&self) {
        let Some(folder) = &self.folder else { return };
        let mut was_low = false;
        loop {
            let folder = folder.clone();
            let measured = tokio::task::spawn_blocking(move || free_bytes(&folder)).await;
            if let Ok(Some(free)) = measured {
                self.free.store(free, Relaxed);
            }
            let warning = self.warning();
            if let Some(warning) = warning.as_ref().filter(|_| !was_low) {
                tracing::warn!("{warning}");
            }
            was_low = warning.is_some();
            tokio::time::sleep(INTERVAL).await;
        }
    }
}

#[cfg(test)]
#[tokio::test]
async fn free_space_is_measured_and_little_causes_a_warning() {
    let folder = std::env::temp_dir();
    let space = Space::new(Some(folder), u64::MAX - 1);
    assert_eq!((space.free(), space.warning()), (None, None));
    assert!(tokio::time::timeout(Duration::from_secs(1), space.watch()).await.is_err(), "it measures for ever");
    assert_eq!(space.free().is_some_and(|free| free > 0), !cfg!(windows), "Windows is not asked");
    assert!(space.warning().is_some_and(|warning| warning.mebibytes > 0));
    assert_eq!(Space::new(None, 1).warning(), None);
}
