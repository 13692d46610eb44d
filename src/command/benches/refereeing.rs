//! What refereeing costs: the referee's own processor time for a move between instant bots over loopback, in memory and on disk,
//! with 1, 16 and 256 games at once, beside what the same server spends on echoing a frame of a move's size; and the memory of an idle
//! connection.
//!
//! `cargo bench --bench refereeing [-- MOVES]`

mod process;

use futures_util::{SinkExt, StreamExt};
use process::{Server, number};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// Plays at once whatever it is asked, game after game, until enough moves have been played.
async fn play(mut socket: WebSocketStream<TcpStream>, opponent: Option<String>, played: Arc<AtomicU64>, enough: u64) {
    let seek = opponent.map(|name| Message::text(format!(r#"{{"t":"seek","opponent":"{name}"}}"#)));
    if let Some(seek) = &seek {
        socket.send(seek.clone()).await.expect("sent");
    }
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let answer = if text.starts_with(r#"{"t":"your_turn""#) {
            let moves = text.split_once(r#""legal_moves":["#).expect("moves").1.split_once(']').expect("a list").0;
            let ply = number(&text, r#""ply":"#);
            let count = moves.split(',').count();
            let mv = moves.split(',').nth((ply as usize * 7 + 3) % count).expect("a move");
            let number_played = played.fetch_add(1, Relaxed);
            if number_played >= enough {
                return;
            }
            let game = number(&text, r#""game":"#);
            Message::text(format!(r#"{{"t":"move","game":{game},"ply":{ply},"move":{mv}}}"#))
        } else if text.starts_with(r#"{"t":"state""#) {
            Message::text(format!(r#"{{"t":"ready","game":{}}}"#, number(&text, r#""game":"#)))
        } else if text.starts_with(r#"{"t":"game_over""#) {
            match &seek {
                Some(seek) => seek.clone(),
                None => continue,
            }
        } else {
            assert!(!text.contains(r#""fatal":true"#), "{text}");
            continue;
        };
        socket.send(answer).await.expect("sent");
    }
}

async fn refereed(server: &Server, games: u64, moves: u64, label: &str) {
    let played = Arc::new(AtomicU64::new(0));
    let mut bots = Vec::new();
    for game in 0..games {
        let black = server.bot(&format!("{label} black {game}")).await;
        bots.push(tokio::spawn(play(black, None, played.clone(), moves)));
    }
    let (cpu, begin) = (server.cpu(), Instant::now());
    for game in 0..games {
        let white = server.bot(&format!("{label} white {game}")).await;
        bots.push(tokio::spawn(play(white, Some(format!("{label} black {game}")), played.clone(), moves)));
    }
    while played.load(Relaxed) < moves {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let (cpu, seconds) = ((server.cpu() - cpu) as f64 / 1e3 / moves as f64, begin.elapsed().as_secs_f64());
    bots.iter().for_each(|bot| bot.abort());
    println!("{label:>16}, {games:>3} games: {cpu:6.1} µs of processor time a move, {:>7.0} moves/s", moves as f64 / seconds);
}

async fn echoed(server: &Server, frames: u64) {
    let mut socket = server.socket("/echo").await;
    let frame = Message::text("x".repeat(900));
    let cpu = server.cpu();
    for _ in 0..frames {
        socket.send(frame.clone()).await.expect("sent");
        socket.next().await.expect("an echo").expect("an echo");
    }
    println!("{:>16}, one connection: {:6.1} µs of processor time a frame", "echo", (server.cpu() - cpu) as f64 / 1e3 / frames as f64);
}

async fn idle(server: &Server, connections: u64) {
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

fn main() {
    let moves = std::env::args().nth(1).and_then(|moves| moves.parse().ok()).unwrap_or(30_000);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let folder = std::env::temp_dir().join(format!("arbitre-bench-{}", std::process::id()));
        let disk = folder.to_str().expect("a readable path").to_string();
        for (label, data, durability) in
            [("in memory", "memory", "process"), ("on disk", &*disk, "process"), ("fsync each", &*disk, "power")]
        {
            let server = Server::start(&["--data", data, "--durability", durability]);
            for games in [1, 16, 256] {
                // Each sync takes milliseconds: fewer moves tell as much.
                let moves = if durability == "power" { (moves / 40 * games).min(moves) } else { moves };
                refereed(&server, games, moves, label).await;
            }
        }
        let server = Server::start(&["--data", "memory"]);
        echoed(&server, moves).await;
        idle(&server, 1_000).await;
        let _ = fs::remove_dir_all(folder);
    });
}
