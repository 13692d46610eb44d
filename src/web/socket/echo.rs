//! Sends back what comes: for WebSocket conformance tests of this very stack. Served only on request.

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;

/// The echo route. Conformance suites send messages of up to 16 MiB.
pub async fn echo(upgrade: WebSocketUpgrade) -> Response {
    upgrade.max_message_size(32 << 20).max_frame_size(32 << 20).on_upgrade(serve)
}

async fn serve(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        if matches!(message, Message::Text(_) | Message::Binary(_)) && socket.send(message).await.is_err() {
            return;
        }
    }
}
