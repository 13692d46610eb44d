//! The effect of solving on games: the round trip of a move with idle and with busy solvers, alternating in one run; and the memory after
//! thousands of clients that disconnect at once.
//!
//! `cargo bench --bench solving [-- MOVES]`

mod process;

use futures_util::{SinkExt, StreamExt};
use process::{Server, answer, number};
use std::io::{Read, Write};
use std::net::TcpStream as Blocking;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

type Socket = WebSocketStream<TcpStream>;

/// Searches that do not end by themselves.
const ENDLESS: [&str; 2] = [
    r#"{"start": "25 1 23 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 24 2", "blank": "25", "method": "ida-star"}"#,
    r#"{"start": "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "goal": "blank-first", "method": "a-star-misplaced"}"#,
];

fn post(server: &Server, path: &str, headers: &str, body: &str) -> Blocking {
    let mut stream = Blocking::connect(&server.address).expect("a connection");
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n{headers}content-length: {length}\r\n\r\n{body}",
        server.address
    );
    stream.write_all(request.as_bytes()).expect("sent");
    stream
}

fn get(server: &Server, path: &str) -> String {
    let mut stream = Blocking::connect(&server.address).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", server.address).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// The requests that run, and those that wait.
fn load(server: &Server) -> [u64; 2] {
    let metrics = get(server, "/metrics");
    ["running", "waiting"].map(|state| number(&metrics, &format!("\narbitre_solve_requests_{state} ")))
}

async fn wait_for(server: &Server, running: impl Fn([u64; 2]) -> bool) {
    while !running(load(server)) {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Plays moves between two bots, game after game, and goes on where it stopped; gives each move's time from its sending to its receipt,
/// in microseconds.
async fn round_trips(white: &mut Socket, black: &mut Socket, seek: &Message, moves: usize) -> Vec<u64> {
    let mut trips = Vec::with_capacity(moves);
    let mut sent = Instant::now();
    while trips.len() < moves {
        let (message, from_white) = tokio::select! {
            message = white.next() => (message, true),
            message = black.next() => (message, false),
        };
        let message = message.and_then(Result::ok).expect("the connection stays open: fewer MOVES, or the referee takes it for a flood");
        let Message::Text(text) = message else { continue };
        let socket = if from_white { &mut *white } else { &mut *black };
        if let Some(answer) = answer(&text, 3) {
            if text.starts_with(r#"{"t":"your_turn""#) {
                sent = Instant::now();
            }
            socket.send(Message::text(answer)).await.expect("sent");
        } else if text.starts_with(r#"{"t":"accepted""#) {
            trips.push(sent.elapsed().as_micros() as u64);
        } else if text.starts_with(r#"{"t":"game_over""#) && from_white {
            socket.send(seek.clone()).await.expect("sent");
        }
    }
    trips
}

fn report(label: &str, trips: &mut [u64]) {
    trips.sort_unstable();
    let at = |share: f64| trips[((trips.len() - 1) as f64 * share) as usize];
    println!("{label:>10}: {} moves, round trip p50 {} µs, p99 {} µs, worst {} µs", trips.len(), at(0.5), at(0.99), at(1.0));
}

async fn playing(server: &Server, moves: usize) {
    let (mut idle, mut saturated) = (Vec::new(), Vec::new());
    for round in 0..4 {
        // New bots have a full token bucket for unsolicited messages such as `seek`, and no earlier game.
        let name = format!("black {round}");
        let (mut white, mut black) = (server.bot(&format!("white {round}")).await, server.bot(&name).await);
        let seek = Message::text(format!(r#"{{"t":"seek","opponent":"{name}"}}"#));
        white.send(seek.clone()).await.expect("sent");
        idle.extend(round_trips(&mut white, &mut black, &seek, moves / 4).await);
        let busy: Vec<Blocking> = (0..8).map(|number| post(server, "/v1/solve/taquin", "", ENDLESS[number % 2])).collect();
        wait_for(server, |[running, _]| running > 0).await;
        saturated.extend(round_trips(&mut white, &mut black, &seek, moves / 4).await);
        assert!(load(server)[0] > 0, "the solvers were at work all the time");
        drop(busy);
        wait_for(server, |load| load == [0, 0]).await;
    }
    report("idle", &mut idle);
    report("saturated", &mut saturated);
}

async fn leaving(server: &Server) {
    let round = async |clients: usize| {
        for number in 0..clients {
            drop(post(server, "/v1/solve/taquin", "", ENDLESS[number % 2]));
        }
        wait_for(server, |load| load == [0, 0]).await;
        // The memory of the searches is freed.
        tokio::time::sleep(Duration::from_millis(200)).await;
        server.memory("VmRSS") as f64 / 1e6
    };
    let first = round(100).await;
    let mut after = first;
    for _ in 0..3 {
        after = round(1_000).await;
    }
    let cpu = server.cpu();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let idle = (server.cpu() - cpu) as f64 / 1e6;
    println!(
        "   leaving: {first:.1} MB after 100 clients that left at once, {after:.1} MB after 3,000 more; then {idle:.1} ms of processor time a second"
    );
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let moves = std::env::args().nth(1).and_then(|moves| moves.parse().ok()).unwrap_or(6_000);
    let server = Server::start(&["--data", "memory"]);
    playing(&server, moves).await;
    leaving(&server).await;
}
