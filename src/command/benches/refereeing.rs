//! The cost of refereeing: the referee's own processor time for a move between instant bots over loopback, in memory and on disk,
//! with 1, 2, 16 and 256 concurrent games, beside what the same server spends on echoing a frame of a move's size; how long `accepted` takes; and
//! the memory of an idle connection. The same of a crowd of 5,000 games, with bots that think a second too, and with spectators.
//!
//! `cargo bench --bench refereeing [-- MOVES]`; with a database too: `tests/cluster/postgres cargo bench --bench refereeing`;
//! the crowd alone, which needs `ulimit -n 20000`: `cargo bench --bench refereeing -- crowd [GAMES]`

mod players;
mod process;

use futures_util::{SinkExt, StreamExt};
use players::{Players, percentiles};
use process::{RefereeProcess, get};
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// Waits until a referee computes no tables, which it does in the background after its start.
async fn settled(server: &RefereeProcess) {
    loop {
        let before = server.cpu();
        tokio::time::sleep(Duration::from_millis(200)).await;
        // The time of a thread that has ended is gone.
        if server.cpu().abs_diff(before) < 2_000_000 {
            return;
        }
    }
}

/// Measures games of bots that connect to `node`, which is the server or a standby node, after the first moves of all; with the number of
/// spectators of the live page and of one game.
async fn refereed(
    server: &RefereeProcess,
    node: &RefereeProcess,
    games: u64,
    moves: u64,
    label: &str,
    think: Duration,
    spectators: [u64; 2],
) {
    let (players, before) = (Players { think, ..Players::default() }, server.memory("VmRSS"));
    let (mut bots, mut whites) = (JoinSet::new(), Vec::new());
    for game in 0..games {
        let [black, white] = ["black", "white"].map(|colour| format!("{label} {colour} {game}"));
        bots.spawn(players.clone().play(node.bot(&black).await, black.clone(), None));
        whites.push((node.bot(&white).await, white, black));
    }
    for (socket, white, black) in whites {
        bots.spawn(players.clone().play(socket, white, Some(black)));
    }
    let accepted = || players.measured().round_trips.len() as u64;
    let reach = async |moves: u64| {
        while accepted() < moves {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    reach(2 * games).await;
    let (polls, lines) = (Polls::default(), Arc::new(AtomicU64::new(0)));
    for _ in 0..spectators[0] {
        bots.spawn(look(node.address.clone(), polls.clone()));
    }
    for _ in 0..spectators[1] {
        bots.spawn(follow(node.socket("/v1/matches/1/log").await, lines.clone()));
    }
    players.measured().round_trips.clear();
    let (cpu, begin) = (server.cpu(), Instant::now());
    reach(moves).await;
    let (cpu, seconds) = ((server.cpu() - cpu) as f64 / 1e3 / moves as f64, begin.elapsed().as_secs_f64());
    let (rate, kib) = (moves as f64 / seconds, (server.memory("VmRSS").saturating_sub(before)) as f64 / 1_024.0 / games as f64);
    println!(
        "{label:>16}, {games:>3} games: {cpu:6.1} µs of processor time a move, {rate:>7.0} moves/s, {kib:.0} KiB a game; accepted after {}",
        shown(&players.measured().round_trips)
    );
    if spectators[0] > 0 {
        println!(
            "{label:>16}, the live page after {}; {} lines of a game were read",
            shown(&polls.lock().expect("no thread panicked")),
            lines.load(Relaxed)
        );
    }
}

fn shown(times: &[u64]) -> String {
    let [p50, p99, most] = percentiles(times);
    format!("{p50:.2} ms, p99 {p99:.2}, worst {most:.1}")
}

/// The times of requests, in microseconds.
type Polls = Arc<Mutex<Vec<u64>>>;

/// Requests what the live page shows every two seconds.
async fn look(address: String, polls: Polls) {
    loop {
        let (began, address) = (Instant::now(), address.clone());
        let answer = tokio::task::spawn_blocking(move || get(&address, "/v1/live?limit=13")).await.expect("no panic");
        assert!(answer.starts_with("HTTP/1.0 200"), "{answer}");
        polls.lock().expect("no thread panicked").push(began.elapsed().as_micros() as u64);
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
}

/// Reads each line of a game.
async fn follow(mut socket: WebSocketStream<TcpStream>, lines: Arc<AtomicU64>) {
    while let Some(Ok(_)) = socket.next().await {
        lines.fetch_add(1, Relaxed);
    }
}

/// Thousands of games, of bots that play immediately, that think a second, and with spectators.
async fn crowd(games: u64) {
    let flags = "--max-matches 20000 --max-connections 20000 --connections-per-address 20000 --new-connections-per-address 1000000 \
                 --seek-games-per-address 20000 --quota-per-address 1000000 --requests-per-address 1000000 --readers-per-match 2000 \
                 --readers-per-address 20000 --time 3600s";
    for (label, think, spectators) in [("at once", 0, [0, 0]), ("a second", 1, [0, 0]), ("with spectators", 1, [200, 1_000])] {
        let folder = std::env::temp_dir().join(format!("arbitre-bench-{}", std::process::id()));
        let server = RefereeProcess::start(folder.to_str().expect("a readable path"), flags);
        refereed(&server, &server, games, 8 * games, label, Duration::from_secs(think), spectators).await;
        drop(server);
        let _ = fs::remove_dir_all(folder);
    }
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
        server.memory("VmRSS").saturating_sub(before) as f64 / 1_024.0 / connections as f64
    );
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let given = |place: usize| arguments.get(place).and_then(|number| number.parse().ok());
    if arguments.first().is_some_and(|first| first == "crowd") {
        return crowd(given(1).unwrap_or(5_000)).await;
    }
    let (moves, no_spectators) = (given(0).unwrap_or(30_000), [0, 0]);
    let folder = std::env::temp_dir().join(format!("arbitre-bench-{}", std::process::id()));
    let disk = folder.to_str().expect("a readable path").to_string();
    for (label, data, durability) in [("in memory", "memory", "process"), ("on disk", &*disk, "process"), ("fsync each", &*disk, "power")] {
        // The games of the row before count against the limit for a minute.
        let server = RefereeProcess::start(data, &format!("--durability {durability} --seek-games-per-address 600"));
        settled(&server).await;
        for games in [1, 2, 16, 256] {
            // Each sync takes milliseconds: fewer moves suffice.
            let moves = if durability == "power" { (moves / 40 * games).min(moves) } else { moves };
            refereed(&server, &server, games, moves, label, Duration::ZERO, no_spectators).await;
        }
    }
    if let Ok(store) = std::env::var("ARBITRE_TEST_POSTGRES") {
        for (label, schema, is_through_another) in [("PostgreSQL", "bench", false), ("by another node", "bench_relayed", true)] {
            // Another schema: leftovers of earlier games count against the limits for a minute.
            let store = format!("--store {store}?schema={schema}");
            let server = RefereeProcess::start("memory", &store);
            // It holds the lease before the other starts.
            drop(server.bot("first").await);
            let standing_by = RefereeProcess::start("memory", &store);
            let node = if is_through_another { &standing_by } else { &server };
            for games in [1, 16, 256] {
                refereed(&server, node, games, (moves / 40 * games).min(moves), label, Duration::ZERO, no_spectators).await;
            }
        }
    }
    let server = RefereeProcess::start("memory", "");
    settled(&server).await;
    echoed(&server, moves).await;
    idle(&server, 1_000).await;
    let _ = fs::remove_dir_all(folder);
}
