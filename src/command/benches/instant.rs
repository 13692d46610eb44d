//! Bots that answer at once, and requests to the referee they play on.

use super::process::{Server, number};
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// The body of the answer, which must be a good one.
pub async fn http(server: &Server, method: &str, path: &str, kind: &str, body: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(&server.address).await.expect("a connection");
    // HTTP/1.0: nothing comes in chunks.
    let head = format!("{method} {path} HTTP/1.0\r\nhost: referee\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await.expect("sent");
    stream.write_all(body).await.expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head") + 4;
    let head = String::from_utf8_lossy(&answer[..end]).to_string();
    let body = answer.split_off(end);
    assert!(head.starts_with("HTTP/1.0 2"), "{path}: {head}{}", String::from_utf8_lossy(&body[..body.len().min(500)]));
    body
}

/// Plays at once whatever it is asked, until the referee is gone; says when it is ready.
pub async fn play(server: Arc<Server>, name: String, ready: tokio::sync::mpsc::Sender<()>) {
    let mut socket = server.bot(&name).await;
    drop(server);
    ready.send(()).await.expect("somebody waits");
    drop(ready);
    let salt = name.bytes().fold(3_u64, |salt, byte| salt.wrapping_mul(31).wrapping_add(byte.into()));
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let answer = if text.starts_with(r#"{"t":"your_turn""#) {
            let moves = text.split_once(r#""legal_moves":["#).expect("moves").1.split_once(']').expect("a list").0;
            let ply = number(&text, r#""ply":"#);
            let game = number(&text, r#""game":"#);
            let count = moves.split(',').count() as u64;
            let mv = moves.split(',').nth(((ply * 7 + game * 13).wrapping_add(salt) % count) as usize).expect("a move");
            format!(r#"{{"t":"move","game":{game},"ply":{ply},"move":{mv}}}"#)
        } else if text.starts_with(r#"{"t":"state""#) {
            format!(r#"{{"t":"ready","game":{}}}"#, number(&text, r#""game":"#))
        } else {
            continue;
        };
        socket.send(Message::text(answer)).await.expect("sent");
    }
}
