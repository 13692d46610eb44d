//! WebSockets: bots, who talk, and spectators, who read.

mod bot;
mod echo;
mod message;
mod watcher;

pub use bot::connect;
pub use echo::echo;
pub use watcher::{follow, lines};

use crate::config::MESSAGE_BYTES;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use std::time::Duration;

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
