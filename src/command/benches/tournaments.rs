//! Whole tournaments between instant bots over loopback, on disk: 200 bots in a Swiss of 11 rounds, and 64 bots in a double
//! round-robin of 4,032 games. Prints wall time, the referee's processor time and its memory; then the archive of each is imported by
//! another referee, which replays every game and must compute the same table.
//!
//! `cargo bench --bench tournaments [-- BOTS_IN_SWISS BOTS_IN_ROUND_ROBIN]`

mod instant;
mod process;

use instant::{create_tournament, http, run_tournament};
use process::{RefereeProcess, number};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

async fn get(server: &RefereeProcess, path: &str) -> String {
    String::from_utf8(http(server, "GET", path, "text/plain", b"").await).expect("text")
}

fn start(folder: &Path) -> RefereeProcess {
    RefereeProcess::start(&["--seed", "1", "--hello-timeout", "10min", "--data", folder.to_str().expect("a readable path")])
}

/// The peak memory, in MiB.
fn most_memory(server: &RefereeProcess) -> u64 {
    server.memory("VmHWM") >> 20
}

async fn run(label: &str, format: &str, bots: u64, games: u64) {
    let folder = std::env::temp_dir().join(format!("arbitre-tournaments-{}", std::process::id()));
    let server = Arc::new(start(&folder.join("one")));
    let mut playing = create_tournament(&server, bots, format).await;
    let (cpu, begin) = (server.cpu(), Instant::now());
    run_tournament(&server).await;
    let (wall, cpu) = (begin.elapsed(), server.cpu() - cpu);
    let (mut over, mut after) = (0, String::new());
    loop {
        let list = get(&server, &format!("/v1/tournaments/1/games?status=over{after}")).await;
        over += list.matches(r#""played":true"#).count() as u64;
        let Some((_, next)) = list.rsplit_once(r#""next":""#) else { break };
        after = format!("&after={}", next.trim_end_matches(['"', '}']));
    }
    let moves = get(&server, "/metrics").await;
    let moves = number(&moves, "arbitre_moves_total ");
    let begin = Instant::now();
    let table = get(&server, "/v1/tournaments/1/standings").await;
    let fit = begin.elapsed();
    println!(
        "{label}: {over} games, {moves} moves; {:.1} s, {:.1} s of the referee's processor time, at most {} MiB; the table takes {:.0} ms",
        wall.as_secs_f64(),
        cpu as f64 / 1e9,
        most_memory(&server),
        fit.as_secs_f64() * 1e3
    );
    assert_eq!(over, games, "every game was really played");
    let archive = http(&server, "GET", "/v1/tournaments/1/export", "text/plain", b"").await;
    let before = most_memory(&server);
    playing.shutdown().await;
    drop(server);
    let other = start(&folder.join("two"));
    let begin = Instant::now();
    http(&other, "POST", "/v1/tournaments/import", "application/x-ndjson", &archive).await;
    let taken_in = begin.elapsed();
    assert_eq!(get(&other, "/v1/tournaments/1/standings").await, table, "recomputed from the archive");
    println!(
        "    its archive has {} MiB (the referee that wrote it had at most {before} MiB); taken in and every game played again in {:.1} s, with at most {} MiB: the same table",
        archive.len() >> 20,
        taken_in.as_secs_f64(),
        most_memory(&other)
    );
    drop(other);
    let _ = fs::remove_dir_all(folder);
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut sizes = std::env::args().skip(1).filter_map(|size| size.parse::<u64>().ok());
    let (swiss, round_robin) = (sizes.next().unwrap_or(200), sizes.next().unwrap_or(64));
    let format = "format = \"swiss\"\nrounds = 11\ngames = 1";
    run(&format!("Swiss, {swiss} bots, 11 rounds"), format, swiss, swiss / 2 * 11).await;
    let format = "format = \"round_robin\"\ncycles = 2\ngames = 1";
    run(&format!("Double round-robin, {round_robin} bots"), format, round_robin, round_robin * (round_robin - 1)).await;
}
