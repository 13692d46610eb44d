//! Round trips and charges of moves of bots that answer immediately, while the referee is idle and under each disturbance; and the cost of a double
//! round-robin of such bots, whose archive one disturbance imports.
//!
//! `cargo bench --bench disturbance [-- MOVES]`; `ARBITRE_BINARY=PATH` measures another build.

mod players;
mod process;
mod victims;

use players::{Players, percentiles};
use process::{RefereeProcess, get, number, request};
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::{JoinSet, spawn_blocking};
use victims::{Victims, play_while};

const INSTANT: Victims = Victims { pairs: 8, think: Duration::ZERO };

/// Creates a tournament of absent bots; returns its number.
fn planned(address: &str, format: &str, bots: u64) -> u64 {
    let names: Vec<String> = (0..bots).map(|number| format!("\"absent {number}\"")).collect();
    let plan = format!("name = \"Large\"\nseed = 1\nready_timeout = \"3600s\"\n{format}\nentrants = [{}]\n", names.join(", "));
    let made = request(address, "POST", "/v1/tournaments", "application/toml", plan.as_bytes());
    if made.contains(r#""tournament":"#) { number(&made, r#""tournament":"#) } else { 0 }
}

/// Puzzles whose search does not end.
const ENDLESS: [&str; 2] = [
    r#"{"start": "25 1 23 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 24 2", "blank": "25", "method": "ida-star"}"#,
    r#"{"start": "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "goal": "blank-first", "method": "a-star-misplaced"}"#,
];

/// Keeps every solver busy for a time with clients that disconnect then.
fn solve(address: &str, clients: usize, time: Duration) {
    let post = |number: usize| {
        let (mut stream, body) = (TcpStream::connect(address).ok()?, ENDLESS[number % 2]);
        let head = "POST /v1/solve/taquin HTTP/1.0\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length:";
        write!(stream, "{head} {}\r\n\r\n{body}", body.len()).ok().map(|()| stream)
    };
    let busy: Vec<_> = (0..clients).map(post).collect();
    std::thread::sleep(time);
    drop(busy);
}

/// A disturbance, which is repeated while the victims play.
type Disturbance<'d> = Box<dyn FnMut(&str) + Send + 'd>;

async fn measure(server: &RefereeProcess, label: &str, moves: usize, disturb: Option<Disturbance<'static>>) {
    let (address, time) = (server.address.clone(), Duration::from_millis(moves as u64));
    let disturbing = move || {
        let (mut times, begin) = (0, Instant::now());
        match disturb {
            None => std::thread::sleep(time),
            Some(mut disturb) => {
                while begin.elapsed() < time || times == 0 {
                    disturb(&address);
                    times += 1;
                }
            }
        }
        (times, begin.elapsed())
    };
    let (felt, (times, took)) = play_while(server, label, INSTANT, disturbing).await;
    let [p50, p99, most] = percentiles(&felt.round_trips);
    let metrics = get(&server.address, "/metrics");
    let figure = |name: &str| {
        let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
        line.unwrap_or(0.0)
    };
    let long = figure("arbitre_step_seconds_count") - figure("arbitre_step_seconds_bucket{le=\"0.002\"}");
    println!(
        "{label:>28}: {:>6} moves; p50 {p50:6.2} ms, p99 {p99:7.2} ms, max {most:8.2} ms; charged over 1 ms: {:>4}, most {:8.2} ms; lost on time: {:>3}; done {times} times in {:.1} s; steps over 2 ms so far: {long}, the longest {:.1} ms",
        felt.round_trips.len(),
        felt.charges.iter().filter(|charge| **charge > 1_000).count(),
        felt.charges.iter().max().map_or(0.0, |charge| *charge as f64 / 1e3),
        felt.lost_on_time,
        took.as_secs_f64(),
        figure("arbitre_longest_step_seconds") * 1e3,
    );
}

/// The body of an answer, whose status must be a success; the bots play meanwhile.
async fn http(server: &RefereeProcess, method: &'static str, path: &'static str, kind: &'static str, body: String) -> String {
    let address = server.address.clone();
    let answer = spawn_blocking(move || request(&address, method, path, kind, body.as_bytes())).await.expect("no panic");
    assert!(answer.starts_with("HTTP/1.0 2"), "{path}: {}", &answer[..answer.floor_char_boundary(500)]);
    answer.split_once("\r\n\r\n").expect("a head").1.to_string()
}

/// The archive of a double round-robin.
async fn archive(bots: u64) -> String {
    let server = RefereeProcess::start("memory", "--seed 1 --hello-timeout 10min");
    let (players, mut playing) = (Players::default(), JoinSet::new());
    for name in (0..bots).map(|number| format!("bot {number}")) {
        playing.spawn(players.clone().play(server.bot(&name).await, name, None));
    }
    let names: Vec<String> = (0..bots).map(|number| format!("\"bot {number}\"")).collect();
    let plan = "name = \"Bench\"\nseed = 1\nconcurrency = 64\ntime = \"60s\"\nformat = \"round_robin\"\ncycles = 2\ngames = 1\n";
    http(&server, "POST", "/v1/tournaments", "application/toml", format!("{plan}entrants = [{}]\n", names.join(", "))).await;
    let (cpu, begin) = (server.cpu(), Instant::now());
    http(&server, "POST", "/v1/tournaments/1/start", "application/json", "{}".into()).await;
    while !http(&server, "GET", "/v1/tournaments/1", "text/plain", String::new()).await.contains(r#""stage":"finished""#) {
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    let (wall, cpu, memory) = (begin.elapsed().as_secs_f64(), (server.cpu() - cpu) as f64 / 1e9, server.memory("VmHWM") >> 20);
    println!("{} games of {bots} bots: {wall:.1} s, {cpu:.1} s of processor time, at most {memory} MiB", bots * (bots - 1));
    let archive = http(&server, "GET", "/v1/tournaments/1/export", "text/plain", String::new()).await;
    playing.shutdown().await;
    archive
}

fn locked(folder: &Path) -> Disturbance<'static> {
    let file = folder.join("arbitre.db");
    Box::new(move |_| {
        let other = rusqlite::Connection::open(&file).expect("the same file");
        other.busy_timeout(Duration::from_secs(5)).expect("a time");
        if other.execute_batch("BEGIN IMMEDIATE").is_ok() {
            std::thread::sleep(Duration::from_millis(1_500));
            other.execute_batch("ROLLBACK").expect("let go");
        }
        std::thread::sleep(Duration::from_millis(500));
    })
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let moves = std::env::args().nth(1).and_then(|moves| moves.parse().ok()).unwrap_or(4_000);
    let folder = std::env::temp_dir().join(format!("arbitre-disturbance-{}", std::process::id()));
    let archive = Arc::new(archive(64).await);
    println!("each for {:.1} s or as long as one disturbance takes; the archive has {} MiB", moves as f64 / 1e3, archive.len() >> 20);
    let data = folder.to_str().expect("a readable path").to_string();
    let flags = "--seed 1 --practice-strikes 0 --requests-per-address 100000 --new-connections-per-address 100000";
    let server = RefereeProcess::start(&data, flags);
    measure(&server, "idle", moves, None).await;
    measure(&server, "busy solvers", moves, Some(Box::new(|address| solve(address, 8, Duration::from_millis(1_500))))).await;
    let leaving = |address: &str| solve(address, 1_000, Duration::ZERO);
    measure(&server, "1,000 solves that are left", moves, Some(Box::new(leaving))).await;
    measure(&server, "a lock of another process", moves, Some(locked(&folder))).await;
    let importing = archive.clone();
    let import =
        move |address: &str| drop(request(address, "POST", "/v1/tournaments/import", "application/x-ndjson", importing.as_bytes()));
    measure(&server, "import", moves, Some(Box::new(import))).await;
    let rows: Vec<String> =
        (0..100).map(|row| (0..100).map(|column| (100 * row + column).to_string()).collect::<Vec<_>>().join(" ")).collect();
    let taquin = format!(r#"{{"start": "{}"}}"#, rows.join("/"));
    let cube = r#"{"scramble": "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U"}"#;
    let cubes = format!(r#"{{"questions": [{}]}}"#, vec![cube; 1_000].join(", "));
    for (label, path, body) in
        [("boards of 100x100 tiles", "/v1/solve/taquin/board", taquin), ("batches of 1,000 cubes", "/v1/batch/rubiks-cube", cubes)]
    {
        let post = move |address: &str| drop(request(address, "POST", path, "application/json", body.as_bytes()));
        measure(&server, label, moves, Some(Box::new(post))).await;
    }
    let start = |address: &str| {
        let id = planned(address, "format = \"swiss\"\nrounds = 11\ngames = 1", 2_000);
        request(address, "POST", &format!("/v1/tournaments/{id}/start"), "application/json", b"{}");
        request(address, "POST", &format!("/v1/tournaments/{id}/finish"), "application/json", b"{}");
    };
    measure(&server, "start of a Swiss of 2,000", moves, Some(Box::new(start))).await;
    let robin = |address: &str| {
        let id = planned(address, "format = \"round_robin\"\ngames = 1", 440);
        request(address, "POST", &format!("/v1/tournaments/{id}/start"), "application/json", b"{}");
        get(address, &format!("/v1/tournaments/{id}/games"));
        request(address, "POST", &format!("/v1/tournaments/{id}/finish"), "application/json", b"{}");
    };
    measure(&server, "round-robin of 96,580 games", moves, Some(Box::new(robin))).await;
    let mut id = 0;
    let mut gone = 0;
    let standings = move |address: &str| {
        if id == 0 {
            id = planned(address, "format = \"swiss\"\nrounds = 11\ngames = 1", 2_000);
            request(address, "POST", &format!("/v1/tournaments/{id}/start"), "application/json", b"{}");
        }
        request(address, "DELETE", &format!("/v1/tournaments/{id}/entrants/absent%20{gone}"), "text/plain", b"");
        gone += 1;
        let path = format!("/v1/tournaments/{id}/standings");
        let asking: Vec<_> = (0..20)
            .map(|_| {
                std::thread::spawn({
                    let (address, path) = (address.to_string(), path.clone());
                    move || get(&address, &path).len()
                })
            })
            .collect();
        asking.into_iter().for_each(|thread| drop(thread.join()));
    };
    measure(&server, "standings of 2,000", moves, Some(Box::new(standings))).await;
    let exports = |address: &str| {
        let list = get(address, "/v1/tournaments");
        for id in list.split(r#""tournament":"#).skip(1).filter_map(|rest| rest.split(',').next()).take(200) {
            for what in ["export", "games?format=jsonl", "log", "crosstable"] {
                if get(address, &format!("/v1/tournaments/{id}/{what}")).len() > 1 << 20 {
                    return;
                }
            }
        }
    };
    measure(&server, "exports", moves, Some(Box::new(exports))).await;
    println!(
        "{:>28}: {:.1} s of processor time, at most {} MiB; the write-ahead log has {} MiB",
        "in all",
        server.cpu() as f64 / 1e9,
        server.memory("VmHWM") >> 20,
        std::fs::metadata(folder.join("arbitre.db-wal")).map_or(0, |file| file.len() >> 20)
    );
    drop(server);
    let _ = std::fs::remove_dir_all(folder);
}
