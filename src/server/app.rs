//! What every part of the server shares.

use crate::desk::Desk;
use crate::frames::Frames;
use crate::hall::{Hall, Lobby};
use crate::metrics::Metrics;
use crate::rest::Limits;
use crate::store::Storage;
use crate::timekeeper::Timekeeper;
use crate::tournament::Tournaments;
use crate::{Config, Error};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The server's state.
pub struct App {
    /// What the operator chose.
    pub config: Config,
    /// The referee's time.
    pub time: Timekeeper,
    /// What is kept.
    pub storage: Storage,
    /// What is counted.
    pub metrics: Metrics,
    /// Who is connected.
    pub lobby: Lobby,
    /// What is being played.
    pub hall: Hall,
    /// Where questions are handed in.
    pub desk: Desk,
    /// Who plays whom next.
    pub tournaments: Tournaments,
    /// What went over the bots' connections lately.
    pub frames: Frames,
    /// Who has asked for how much lately.
    pub limits: Limits,
    /// Ends everything.
    pub stop: CancellationToken,
    /// Everything that must come to its end before the process does.
    pub tasks: TaskTracker,
    /// Whether matches have been taken up again.
    pub ready: AtomicBool,
    /// How many connections are open.
    pub connections: AtomicUsize,
    failure: OnceLock<Error>,
    sessions: AtomicU64,
    lots: Mutex<ChaCha8Rng>,
}

impl App {
    /// A server that has not begun.
    pub fn new(config: Config, storage: Storage, stop: CancellationToken) -> App {
        let seed = config.seed.unwrap_or_else(|| getrandom::u64().unwrap_or_default());
        App {
            desk: Desk::new(&config),
            frames: Frames::default(),
            limits: Limits::new(config.requests_per_token, config.requests_per_address),
            config,
            time: Timekeeper::default(),
            storage,
            metrics: Metrics::default(),
            lobby: Lobby::default(),
            hall: Hall::default(),
            tournaments: Tournaments::default(),
            stop,
            tasks: TaskTracker::new(),
            ready: AtomicBool::new(false),
            connections: AtomicUsize::new(0),
            failure: OnceLock::new(),
            sessions: AtomicU64::new(0),
            lots: Mutex::new(ChaCha8Rng::seed_from_u64(seed)),
        }
    }

    /// Heads or tails, from the seed.
    pub fn toss(&self) -> bool {
        self.lots.lock().unwrap_or_else(PoisonError::into_inner).random()
    }

    /// A number, from the seed.
    pub fn lot(&self) -> u64 {
        self.lots.lock().unwrap_or_else(PoisonError::into_inner).random()
    }

    /// A number for a new connection.
    pub fn next_session(&self) -> u64 {
        self.sessions.fetch_add(1, Relaxed) + 1
    }

    /// Storage has failed: nothing can be promised any more, so the referee stops. What was promised is in storage.
    pub fn fail(&self, error: &Error) {
        tracing::error!(%error, "storage failed; the referee stops");
        let _ = self.failure.set(error.clone());
        self.stop.cancel();
    }

    /// Why the referee had to stop, if it had to.
    pub fn failure(&self) -> Option<Error> {
        self.failure.get().cloned()
    }
}
