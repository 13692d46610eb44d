//! WebSockets: bots, who talk, and spectators, who read.

mod bot;
mod echo;
mod message;
mod past;
mod watcher;

pub use bot::connect;
pub use echo::echo;
pub use watcher::{follow, lines};

use crate::core::config::{Config, MESSAGE_BYTES, Registration, duration};
use crate::core::storage::Storage;
use crate::core::{Counters, Life};
use crate::matches::Matches;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

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
    sessions: AtomicU64,
}

impl Sockets {
    /// No connection yet.
    pub fn new(config: &Config, matches: Arc<Matches>, storage: Arc<dyn Storage>, counters: Arc<Counters>, life: Arc<Life>) -> Sockets {
        let settings = SocketSettings {
            hello_within: duration(config.hello_within),
            heartbeat: duration(config.heartbeat),
            slow_reader: duration(config.slow_reader),
            registration: config.registration(),
        };
        Sockets { settings, matches, storage, counters, life, sessions: AtomicU64::new(0) }
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

/// Closes cleanly: says why, and reads until the other side has said so too, for two seconds at most.
async fn farewell(mut socket: WebSocket, code: u16, reason: &'static str) {
    let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    let _ = tokio::time::timeout(Duration::from_secs(2), async {
        if socket.send(close).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    })
    .await;
}
