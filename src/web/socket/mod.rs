//! WebSockets of bots and spectators, and the line protocol.

mod bot;
mod finished_games;
mod hello;
mod incoming;
mod line;
mod names;
mod session_message;
mod watcher;

pub use bot::connect;
pub use line::serve_line;
#[cfg(feature = "fuzzing")]
pub use line::{lines_of, name as first_name};
pub use watcher::{follow, lines};

use crate::config::{Config, MESSAGE_BYTES};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use contest::BotName;
use contest::matches::{CloseReason, MatchCommand, Matches, Seeker};
use contest::tournaments::Tournaments;
use parking_lot::Mutex;
use runtime::{ConcurrencyLimit, Counters, Lifecycle, LogSampler};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use storage::Storage;
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};

/// The shared state of all connections of bots and spectators.
pub struct Sockets {
    config: Config,
    matches: Arc<Matches>,
    storage: Arc<dyn Storage>,
    counters: Arc<Counters>,
    life: Arc<Lifecycle>,
    tournaments: Arc<Tournaments>,
    sessions: AtomicU64,
    readers_of: ConcurrencyLimit<u64>,
    readers_from: ConcurrencyLimit<IpAddr>,
    /// A client of the line protocol that waits for an opponent: the next one plays it.
    waiting_client: Mutex<Option<Seeker>>,
    /// Limits the log lines about connections.
    pub log: LogSampler,
}

impl Sockets {
    /// No connection yet.
    pub fn new(
        config: &Config,
        matches: Arc<Matches>,
        tournaments: Arc<Tournaments>,
        storage: Arc<dyn Storage>,
        counters: Arc<Counters>,
        life: Arc<Lifecycle>,
    ) -> Sockets {
        Sockets {
            config: config.clone(),
            matches,
            storage,
            counters,
            life,
            tournaments,
            sessions: AtomicU64::new(0),
            readers_of: ConcurrencyLimit::default(),
            readers_from: ConcurrencyLimit::default(),
            waiting_client: Mutex::default(),
            log: LogSampler::default(),
        }
    }

    fn next_session(&self) -> u64 {
        self.sessions.fetch_add(1, Relaxed) + 1
    }

    /// Removes a connection from those of the bots and, unless the referee stops, from its games.
    fn leave(&self, name: &BotName, session: u64, how: &'static str) {
        self.matches.connected.leave(name, session, how);
        let at = self.matches.time.now();
        if self.life.is_stopping() {
            return;
        }
        for running in self.matches.games_of(name) {
            if let Some(side) = running.side_of(name) {
                // Every other command of a player is refused before its last one; a match that is over needs none.
                let _ = running.send(MatchCommand::Leave { side, session, at });
            }
        }
    }
}

/// Sends back each message, of up to 32 MiB, for WebSocket conformance tests.
pub async fn echo(upgrade: WebSocketUpgrade) -> Response {
    upgrade.max_message_size(32 << 20).max_frame_size(32 << 20).on_upgrade(async |mut socket| {
        while let Some(Ok(message)) = socket.recv().await {
            if matches!(message, Message::Text(_) | Message::Binary(_)) && socket.send(message).await.is_err() {
                return;
            }
        }
    })
}

/// Buffers as small as messages are: the library's own would cost 128 KiB a connection.
pub fn with_small_buffers<F>(upgrade: WebSocketUpgrade<F>) -> WebSocketUpgrade<F> {
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
    incoming::read(text).is_ok()
}

/// Why a connection is closed whose frames cannot be read; `None` if it is lost.
fn broken(error: &axum::Error) -> Option<CloseReason> {
    let cause = std::error::Error::source(error).and_then(|cause| cause.downcast_ref())?;
    match cause {
        tungstenite::Error::Capacity(CapacityError::MessageTooLong { .. }) => Some(CloseReason::TooBig),
        tungstenite::Error::Utf8(_) => Some(CloseReason::NotUtf8),
        // A connection that ends without a closing handshake is lost.
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        tungstenite::Error::Protocol(_) => Some(CloseReason::BadFrame),
        _ => None,
    }
}

/// Timeouts of the closing handshake; the one at a stop of the referee delays the next node.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
const CLOSE_TIMEOUT_AT_STOP: Duration = Duration::from_millis(350);

fn close_timeout(life: &Lifecycle) -> Duration {
    if life.stop.is_cancelled() { CLOSE_TIMEOUT_AT_STOP } else { CLOSE_TIMEOUT }
}

/// Closes with a code and a reason, and waits for the other side to close, within the time limit.
async fn close(mut socket: WebSocket, code: u16, reason: String, limit: Duration) {
    let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    let _ = tokio::time::timeout(limit, async {
        if socket.send(close).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    })
    .await;
}
