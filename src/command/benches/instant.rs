//! Benchmark clients: bots that answer immediately, tournaments of them, and an HTTP client.

use super::process::{RefereeProcess, answer, number};
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

/// The body of an answer, whose status must be a success.
pub async fn http(server: &RefereeProcess, method: &str, path: &str, kind: &str, body: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(&server.address).await.expect("a connection");
    // HTTP/1.0 has no chunked encoding.
    let head = format!("{method} {path} HTTP/1.0\r\nhost: 127.0.0.1\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n", body.len());
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

/// Plays immediately until the referee ends; sends when it is ready.
async fn play(server: Arc<RefereeProcess>, name: String, ready: Sender<()>) {
    let mut socket = server.bot(&name).await;
    drop(server);
    ready.send(()).await.expect("the starter waits");
    drop(ready);
    let salt = name.bytes().fold(3_u64, |salt, byte| salt.wrapping_mul(31).wrapping_add(byte.into()));
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let game = if text.starts_with(r#"{"t":"your_turn""#) { number(&text, r#""game":"#) } else { 0 };
        let Some(answer) = answer(&text, salt.wrapping_add(game * 13)) else { continue };
        socket.send(Message::text(answer)).await.expect("sent");
    }
}

/// Connects bots and creates tournament 1 with them.
pub async fn create_tournament(server: &Arc<RefereeProcess>, bots: u64, format: &str) -> JoinSet<()> {
    let (ready, mut arrived) = channel(16);
    let mut playing = JoinSet::new();
    for number in 0..bots {
        playing.spawn(play(server.clone(), format!("bot {number}"), ready.clone()));
    }
    drop(ready);
    while arrived.recv().await.is_some() {}
    let names: Vec<String> = (0..bots).map(|number| format!("\"bot {number}\"")).collect();
    let plan = format!("name = \"Bench\"\nseed = 1\nconcurrency = 64\ntime = \"60s\"\n{format}\nentrants = [{}]\n", names.join(", "));
    http(server, "POST", "/v1/tournaments", "application/toml", plan.as_bytes()).await;
    playing
}

/// Starts tournament 1 and waits for its end.
pub async fn run_tournament(server: &RefereeProcess) {
    http(server, "POST", "/v1/tournaments/1/start", "application/json", b"{}").await;
    while !String::from_utf8_lossy(&http(server, "GET", "/v1/tournaments/1", "text/plain", b"").await).contains(r#""stage":"finished""#) {
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}
