//! The shell around judgement: the only room with sockets, storage, time, entropy and log lines.

mod app;
pub mod config;
mod error;
mod hall;
mod listen;
mod metrics;
mod rest;
mod socket;
pub mod store;
mod timekeeper;
pub mod tokens;
mod wire;

pub use config::Config;
pub use error::Error;
pub use hall::BotName;

use app::App;
use axum::serve::Listener;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use store::{Durability, SqliteStore, Storage};
use tokio_util::sync::CancellationToken;

/// How long the end may take.
const DRAIN: Duration = Duration::from_secs(9);

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
    let (storage, thread) = Storage::start(SqliteStore::open(&folder.join("arbitre.db"))?, durability)?;
    Ok(Kept { storage, thread, _lock: lock })
}

impl Kept {
    /// Closes it; everything is written when this returns.
    pub fn close(self) -> Result<(), Error> {
        drop(self.storage);
        self.thread.join().map_err(|_| Error::StorageGone)
    }
}

/// Runs a referee until `stop` is cancelled, or its storage fails. What was promised by then is in storage.
pub async fn serve(config: Config, storage: Storage, listener: impl Listener, stop: CancellationToken) -> Result<(), Error> {
    let app = Arc::new(App::new(config, storage, stop));
    let beat = tokio::spawn({
        let app = app.clone();
        async move { app.time.beat().await }
    });
    hall::Hall::resume(&app).await?;
    app.ready.store(true, Relaxed);
    let names = app.config.friendly.iter().map(|name| name.parse()).collect::<Result<Vec<BotName>, _>>()?;
    if names.len() > 1 {
        app.tasks.spawn({
            let app = app.clone();
            async move {
                tokio::select! {
                    () = hall::keep_friendly(app.clone(), names) => {}
                    () = app.stop.cancelled() => {}
                }
            }
        });
    }
    listen::listen(app.clone(), listener, rest::router(app.clone())).await;
    tracing::info!("stopping: saying good-bye to {} bots, {} matches will go on later", app.lobby.list().len(), app.hall.len());
    app.tasks.close();
    if tokio::time::timeout(DRAIN, app.tasks.wait()).await.is_err() {
        tracing::warn!("some connections did not say good-bye");
    }
    beat.abort();
    app.failure().map_or(Ok(()), Err)
}
