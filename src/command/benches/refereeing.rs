//! The cost of refereeing: the referee's own processor time for a move between instant bots over loopback, in memory and on disk,
//! with 1, 16 and 256 concurrent games, beside what the same server spends on echoing a frame of a move's size; how long `accepted` takes; and
//! the memory of an idle connection.
//!
//! `cargo bench --bench refereeing [-- MOVES]`; with a database too: `tests/cluster/postgres cargo bench --bench refereeing`

mod process;

use futures_util::{SinkExt, StreamExt};
use process::{RefereeProcess, answer};
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// Plays immediately, game after game, until enough moves have been played.
async fn play(
    mut socket: WebSocketStream<TcpStream>,
    opponent: Option<String>,
    played: Arc<AtomicU64>,
    enough: u64,
    waits: Arc<Mutex<Vec<u64>>>,
) {
    let mut sent = Instant::now();
    let seek = opponent.map(|name| Message::text(format!(r#"{{"t":"seek","opponent":"{name}"}}"#)));
    if let Some(seek) = &seek {
        socket.send(seek.clone()).await.expect("sent");
    }
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let answer = if let Some(answer) = answer(&text, 3) {
            if text.starts_with(r#"{"t":"your_turn""#) {
                if played.fetch_add(1, Relaxed) >= enough {
                    return;
                }
                sent = Instant::now();
            }
            Message::text(answer)
        } else if text.starts_with(r#"{"t":"game_over""#) {
            match &seek {
                Some(seek) => seek.clone(),
                None => continue,
            }
        } else {
            if text.starts_with(r#"{"t":"accepted""#) {
                waits.lock().expect("no thread panicked").push(sent.elapsed().as_micros() as u64);
            }
            assert!(!text.contains(r#""fatal":true"#), "{text}");
            continue;
        };
        socket.send(answer).await.expect("sent");
    }
}

/// Measures games of bots that connect to `node`, which is the server or a standby node.
async fn refereed(server: &RefereeProcess, node: &RefereeProcess, games: u64, moves: u64, label: &str) {
    let (played, waits) = (Arc::new(AtomicU64::new(0)), Arc::<Mutex<Vec<u64>>>::default());
    let mut bots = Vec::new();
    for game in 0..games {
        let black = node.bot(&format!("{label} black {game}")).await;
        bots.push(tokio::spawn(play(black, None, played.clone(), moves, waits.clone())));
    }
    let (cpu, begin) = (server.cpu(), Instant::now());
    for game in 0..games {
        let white = node.bot(&format!("{label} white {game}")).await;
        bots.push(tokio::spawn(play(white, Some(format!("{label} black {game}")), played.clone(), moves, waits.clone())));
    }
    while played.load(Relaxed) < moves {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let (cpu, seconds) = ((server.cpu() - cpu) as f64 / 1e3 / moves as f64, begin.elapsed().as_secs_f64());
    bots.iter().for_each(|bot| bot.abort());
    let mut waits = std::mem::take(&mut *waits.lock().expect("no thread panicked"));
    waits.sort_unstable();
    let at = |share: f64| waits.get((waits.len() as f64 * share) as usize).or(waits.last()).copied().unwrap_or(0) as f64 / 1e3;
    let (rate, p50, p99, worst) = (moves as f64 / seconds, at(0.5), at(0.99), at(1.0));
    println!(
        "{label:>16}, {games:>3} games: {cpu:6.1} µs of processor time a move, {rate:>7.0} moves/s, accepted after {p50:.2} ms, p99 {p99:.2}, worst {worst:.1}"
    );
}

async fn echoed(server: &RefereeProcess, frames: u64) {
    let mut socket = server.socket("/echo").await;
    let frame = Message::text("x".repeat(900));
    let cpu = server.cpu();
    for _ in 0..frames {
        socket.send(frame.clone()).await.expect("sent");
        socket.next().await.expect("an echo").expect("an echo");
    }
    println!("{:>16}, one connection: {:6.1} µs of processor time a frame", "echo", (server.cpu() - cpu) as f64 / 1e3 / frames as f64);
}

async fn idle(server: &RefereeProcess, connections: u64) {
    let mut bots = Vec::new();
    for number in 0..200 {
        bots.push(server.bot(&format!("first {number}")).await);
    }
    let before = server.memory("VmRSS");
    for number in 0..connections {
        bots.push(server.bot(&format!("idle {number}")).await);
    }
    println!(
        "{:>16}, {connections} connections: {:.1} KiB each",
        "idle bots",
        (server.memory("VmRSS") - before) as f64 / 1_024.0 / connections as f64
    );
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let moves = std::env::args().nth(1).and_then(|moves| moves.parse().ok()).unwrap_or(30_000);
    let folder = std::env::temp_dir().join(format!("arbitre-bench-{}", std::process::id()));
    let disk = folder.to_str().expect("a readable path").to_string();
    for (label, data, durability) in [("in memory", "memory", "process"), ("on disk", &*disk, "process"), ("fsync each", &*disk, "power")] {
        let server = RefereeProcess::start(&["--data", data, "--durability", durability]);
        for games in [1, 16, 256] {
            // Each sync takes milliseconds: fewer moves suffice.
            let moves = if durability == "power" { (moves / 40 * games).min(moves) } else { moves };
            refereed(&server, &server, games, moves, label).await;
        }
    }
    if let Ok(store) = std::env::var("ARBITRE_TEST_POSTGRES") {
        for (label, schema, is_through_another) in [("PostgreSQL", "bench", false), ("by another node", "bench_relayed", true)] {
            // Another schema: leftovers of earlier games count against the limits for a minute.
            let store = format!("{store}?schema={schema}");
            let server = RefereeProcess::start(&["--data", "memory", "--store", &store]);
            // It holds the lease before the other starts.
            drop(server.bot("first").await);
            let standing_by = RefereeProcess::start(&["--data", "memory", "--store", &store]);
            let node = if is_through_another { &standing_by } else { &server };
            for games in [1, 16, 256] {
                refereed(&server, node, games, (moves / 40 * games).min(moves), label).await;
            }
        }
    }
    let server = RefereeProcess::start(&["--data", "memory"]);
    echoed(&server, moves).await;
    idle(&server, 1_000).await;
    let _ = fs::remove_dir_all(folder);
}
