//! Bots that measure the round trips and charges of their moves.

use super::process::number;
use futures_util::{SinkExt, StreamExt};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// Measurements of some bots, in microseconds.
#[derive(Default)]
pub struct Measured {
    pub round_trips: Vec<u64>,
    pub charges: Vec<u64>,
    pub lost_on_time: u64,
}

/// Bots that play game after game.
#[derive(Clone, Default)]
pub struct Players {
    /// The time of each move.
    pub think: Duration,
    /// The time control of the games that they seek.
    pub time: Option<String>,
    pub measured: Arc<Mutex<Measured>>,
    /// Ends their play: of those who think, at their next turn, of the others, after their game.
    pub enough: Arc<AtomicBool>,
}

impl Players {
    /// What they have measured so far.
    pub fn measured(&self) -> MutexGuard<'_, Measured> {
        self.measured.lock().expect("no thread panicked")
    }

    /// Plays until the referee ends, against an opponent if it is to seek one.
    pub async fn play(self, mut socket: WebSocketStream<TcpStream>, name: String, opponent: Option<String>) {
        let salt = name.bytes().fold(3_u64, |salt, byte| salt.wrapping_mul(31).wrapping_add(byte.into()));
        let time = self.time.as_ref().map_or(String::new(), |time| format!(r#","time":"{time}""#));
        let seek = opponent.map(|name| format!(r#"{{"t":"seek","opponent":"{name}"{time}}}"#));
        let (mut sent, mut answer) = (Instant::now(), seek.clone());
        loop {
            if let Some(answer) = answer.take()
                && socket.send(Message::text(answer)).await.is_err()
            {
                return;
            }
            let Some(Ok(message)) = socket.next().await else { return };
            let Message::Text(text) = message else { continue };
            assert!(!text.contains(r#""fatal":true"#), "{text}");
            match text.split('"').nth(3).unwrap_or_default() {
                "your_turn" => {
                    if !self.think.is_zero() {
                        if self.enough.load(Relaxed) {
                            return;
                        }
                        tokio::time::sleep(self.think).await;
                    }
                    sent = Instant::now();
                    answer = Some(chosen(&text, salt));
                }
                "accepted" => {
                    let mut measured = self.measured();
                    measured.round_trips.push(sent.elapsed().as_micros() as u64);
                    measured.charges.push(number(&text, r#""charged_us":"#));
                }
                "state" => answer = Some(format!(r#"{{"t":"ready","game":{}}}"#, number(&text, r#""game":"#))),
                kind if kind == "game_over" || text.contains("seek_failed") => {
                    self.measured().lost_on_time += u64::from(text.contains(r#""reason":"time""#));
                    if self.enough.load(Relaxed) {
                        return;
                    }
                    // Seeks without a pause would be a flood.
                    if kind != "game_over" {
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                    answer = seek.clone();
                }
                _ => {}
            }
        }
    }
}

/// A move in answer to `your_turn`, which depends on the bot, the game and the ply.
fn chosen(text: &str, salt: u64) -> String {
    let moves = text.split_once(r#""legal_moves":["#).expect("moves").1.split_once(']').expect("a list").0;
    let (game, ply, count) = (number(text, r#""game":"#), number(text, r#""ply":"#), moves.split(',').count() as u64);
    let mv = moves.split(',').nth((salt.wrapping_add(ply * 7 + game * 13) % count) as usize).expect("a move");
    format!(r#"{{"t":"move","game":{game},"ply":{ply},"move":{mv}}}"#)
}

/// The median, the 99th percentile and the maximum of times in microseconds, in milliseconds.
pub fn percentiles(times: &[u64]) -> [f64; 3] {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    [50, 99, 100].map(|percent| sorted.get((sorted.len() * percent).div_ceil(100).max(1) - 1).map_or(0.0, |micros| *micros as f64 / 1e3))
}
