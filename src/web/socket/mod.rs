//! WebSockets: bots, who talk, and spectators, who read. And the classroom's line protocol, for bots that know no WebSocket.

mod bench;
mod bot;
mod claim;
mod echo;
mod hello;
mod incoming;
mod line;
mod past;
mod rights;
mod told;
mod watcher;

pub use bot::connect;
pub use echo::echo;
#[cfg(feature = "fuzzing")]
pub use line::name as first_name;
pub use line::serve_line;
pub use watcher::{follow, lines};

use crate::config::{Config, MESSAGE_BYTES, Registration};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use bench::Bench;
use contest::matches::{Closing, Matches};
use contest::tournaments::Tournaments;
use runtime::{ConcurrencyLimit, Counters, Life, LogSampler};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use storage::Storage;
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};

/// What the operator chose for connections.
#[derive(Clone, Copy, Debug)]
pub struct SocketSettings {
    /// How soon a bot must say hello.
    pub hello_within: Duration,
    /// How often a connection is asked whether it is alive.
    pub heartbeat: Duration,
    /// How long a reader may take to take a message.
    pub slow_reader: Duration,
    /// Who may connect as a bot.
    pub registration: Registration,
    /// How many may follow one match.
    pub readers_per_match: usize,
    /// How many may follow matches from one address.
    pub readers_per_address: usize,
}

/// What every WebSocket uses.
pub struct Sockets {
    /// What the operator chose.
    pub settings: SocketSettings,
    /// The matches that bots play in and spectators follow.
    pub matches: Arc<Matches>,
    storage: Arc<dyn Storage>,
    counters: Arc<Counters>,
    life: Arc<Life>,
    tournaments: Arc<Tournaments>,
    sessions: AtomicU64,
    readers_of: ConcurrencyLimit<u64>,
    readers_from: ConcurrencyLimit<IpAddr>,
    /// Where a client of the line protocol waits for another.
    bench: Bench,
    /// Whether it is logged that somebody has come or gone.
    log: LogSampler,
}

impl Sockets {
    /// No connection yet.
    pub fn new(
        config: &Config,
        matches: Arc<Matches>,
        tournaments: Arc<Tournaments>,
        storage: Arc<dyn Storage>,
        counters: Arc<Counters>,
        life: Arc<Life>,
    ) -> Sockets {
        let settings = SocketSettings {
            hello_within: config.hello_within,
            heartbeat: config.heartbeat,
            slow_reader: config.slow_reader,
            registration: config.registration(),
            readers_per_match: config.readers_per_match,
            readers_per_address: config.readers_per_address,
        };
        Sockets {
            settings,
            matches,
            storage,
            counters,
            life,
            tournaments,
            sessions: AtomicU64::new(0),
            readers_of: ConcurrencyLimit::default(),
            readers_from: ConcurrencyLimit::default(),
            bench: Bench::default(),
            log: LogSampler::default(),
        }
    }

    /// A number for a new connection.
    fn next_session(&self) -> u64 {
        self.sessions.fetch_add(1, Relaxed) + 1
    }
}

/// Buffers as small as messages are: the library's own would cost 128 KiB a connection.
pub fn frugal<F>(upgrade: WebSocketUpgrade<F>) -> WebSocketUpgrade<F> {
    upgrade
        .read_buffer_size(4_096)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
}

/// Whether a frame is a message.
#[cfg(feature = "fuzzing")]
pub fn reads(text: &str) -> bool {
    message::read(text).is_ok()
}

/// Why a connection is to be closed whose frames cannot be read; none if it is gone.
fn broken(error: &axum::Error) -> Option<Closing> {
    let cause = std::error::Error::source(error).and_then(|cause| cause.downcast_ref())?;
    match cause {
        tungstenite::Error::Capacity(CapacityError::MessageTooLong { .. }) => Some(Closing::TooBig),
        tungstenite::Error::Utf8(_) => Some(Closing::NotUtf8),
        // A connection that ends without a word of farewell is gone.
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        tungstenite::Error::Protocol(_) => Some(Closing::BadFrame),
        _ => None,
    }
}

/// How long a farewell may take; and when the referee stops and others are to go on, which wait for it.
const FAREWELL: Duration = Duration::from_secs(2);
const LAST_FAREWELL: Duration = Duration::from_millis(350);

fn patience(life: &Life) -> Duration {
    if life.stop.is_cancelled() { LAST_FAREWELL } else { FAREWELL }
}

/// Closes cleanly: says why, and reads until the other side has said so too, for so long at most.
async fn farewell(mut socket: WebSocket, code: u16, reason: String, patience: Duration) {
    let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    let _ = tokio::time::timeout(patience, async {
        if socket.send(close).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    })
    .await;
}
