//! Bots that measure the round trips and charges of their moves, and blocking HTTP requests.

use super::process::{RefereeProcess, answer, number};
use futures_util::{SinkExt, StreamExt};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

/// The pairs of bots that play at one time, and the time of each move.
#[derive(Clone, Copy)]
pub struct Victims {
    pub pairs: u64,
    pub think: Duration,
}

/// Measurements of a victim, in microseconds.
#[derive(Default)]
pub struct Felt {
    pub round_trips: Vec<u64>,
    pub charges: Vec<u64>,
    pub lost_on_time: u64,
}

impl Felt {
    /// The median, the 99th percentile and the maximum of the round trips, in milliseconds.
    pub fn percentiles(&self) -> [f64; 3] {
        let mut sorted = self.round_trips.clone();
        sorted.sort_unstable();
        [50, 99, 100]
            .map(|percent| sorted.get((sorted.len() * percent).div_ceil(100).max(1) - 1).map_or(0.0, |micros| *micros as f64 / 1e3))
    }
}

/// Plays game after game until `enough` is set.
async fn victim(server: Arc<RefereeProcess>, name: String, opponent: Option<String>, think: Duration, enough: Arc<AtomicBool>) -> Felt {
    let mut socket = server.bot(&name).await;
    let seek =
        opponent.map(|name| Message::text(format!(r#"{{"t":"seek","opponent":"{name}","time":"2s+{}s"}}"#, think.as_secs_f64() + 0.01)));
    if let Some(seek) = &seek {
        socket.send(seek.clone()).await.expect("sent");
    }
    let (mut felt, mut sent) = (Felt::default(), Instant::now());
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let answer = if text.starts_with(r#"{"t":"your_turn""#) {
            if enough.load(Relaxed) && !think.is_zero() {
                break;
            }
            tokio::time::sleep(think).await;
            sent = Instant::now();
            answer(&text, 3).expect("a move")
        } else if text.starts_with(r#"{"t":"accepted""#) {
            felt.round_trips.push(sent.elapsed().as_micros() as u64);
            felt.charges.push(number(&text, r#""charged_us":"#));
            continue;
        } else if let Some(ready) = answer(&text, 3) {
            ready
        } else if text.starts_with(r#"{"t":"game_over""#) || text.contains("seek_failed") {
            felt.lost_on_time += u64::from(text.contains(r#""reason":"time""#));
            if enough.load(Relaxed) {
                break;
            }
            match &seek {
                Some(seek) => seek.to_string(),
                None => continue,
            }
        } else {
            continue;
        };
        if socket.send(Message::text(answer)).await.is_err() {
            break;
        }
    }
    felt
}

/// Lets pairs of bots play while `work` runs on a thread; returns what they measured, and its result.
pub async fn play_while<T: Send + 'static>(
    server: &Arc<RefereeProcess>,
    label: &str,
    Victims { pairs, think }: Victims,
    work: impl FnOnce() -> T + Send + 'static,
) -> (Felt, T) {
    let enough = Arc::new(AtomicBool::new(false));
    let mut playing = JoinSet::new();
    // A bot's name has no comma.
    let name = label.replace(',', "");
    for pair in 0..pairs {
        playing.spawn(victim(server.clone(), format!("{name} black {pair}"), None, think, enough.clone()));
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    for pair in 0..pairs {
        playing.spawn(victim(server.clone(), format!("{name} white {pair}"), Some(format!("{name} black {pair}")), think, enough.clone()));
    }
    let done = tokio::task::spawn_blocking(work).await.expect("no panic");
    enough.store(true, Relaxed);
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut all = Felt::default();
    // White leaves after its game; Black, without an opponent, is abandoned after a while.
    while let Ok(Some(Ok(felt))) = tokio::time::timeout(Duration::from_secs(3), playing.join_next()).await {
        all.round_trips.extend(felt.round_trips);
        all.charges.extend(felt.charges);
        all.lost_on_time += felt.lost_on_time;
    }
    (all, done)
}

/// A blocking request; its answer may be an error.
pub fn request(address: &str, method: &str, path: &str, kind: &str, body: &[u8]) -> String {
    let Ok(mut stream) = TcpStream::connect(address) else { return String::new() };
    let head = format!("{method} {path} HTTP/1.0\r\nhost: 127.0.0.1\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n", body.len());
    let mut answer = Vec::new();
    let _ = stream.set_read_timeout(Some(Duration::from_secs(30)));
    if stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).is_ok() {
        let _ = stream.read_to_end(&mut answer);
    }
    String::from_utf8_lossy(&answer).into_owned()
}

pub fn get(address: &str, path: &str) -> String {
    request(address, "GET", path, "text/plain", b"")
}
