//! A folder with a year of games: its size, the start and the memory of a referee that opens it, and the time of each page while 100 games are played.
//!
//! `cargo bench --bench year [-- GAMES...]` (1000, 30000 and 1000000); a folder is generated once, in `ARBITRE_YEAR` or the folder for
//! temporary files. `ARBITRE_BINARY=PATH` measures another build.

mod generate;
#[path = "../players.rs"]
mod players;
#[path = "../process.rs"]
mod process;
#[path = "../victims.rs"]
mod victims;

use generate::{Year, YearSize, below, bot};
use players::percentiles;
use process::{RefereeProcess, get};
use rules::Rng;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use storage::Durability;
use victims::{Victims, play_while};

/// How often each page is requested, unless that takes longer than `TIMEOUT`.
const REQUESTS: usize = 200;
const TIMEOUT: Duration = Duration::from_secs(20);
const PLAYING: Victims = Victims { pairs: 100, think: Duration::from_millis(500) };

/// A page by its name; `{bot}`, `{other}`, `{game}` and `{cup}` stand for random ones.
const PAGES: [(&str, &str); 26] = [
    ("live", "/v1/live"),
    ("matches", "/v1/matches?limit=100"),
    ("matches over", "/v1/matches?status=over&limit=100"),
    ("matches running", "/v1/matches?status=running&limit=100"),
    ("matches before", "/v1/matches?limit=100&before={game}"),
    ("of a bot", "/v1/matches?limit=100&bot={bot}"),
    ("lost by a bot", "/v1/matches?limit=100&bot={bot}&result=lost"),
    ("lost on time", "/v1/matches?limit=100&bot={bot}&result=lost&reason=time"),
    ("head to head", "/v1/matches?limit=100&bot={bot}&opponent={other}"),
    ("opponent alone", "/v1/matches?limit=100&opponent={bot}"),
    ("by reason", "/v1/matches?limit=100&reason=time"),
    ("rare reason", "/v1/matches?limit=100&reason=annulled"),
    ("by game", "/v1/matches?limit=100&game=tic-tac-toe"),
    ("drawn", "/v1/matches?limit=100&result=draw"),
    ("by length", "/v1/matches?limit=100&least_plies=300"),
    ("until a day", "/v1/matches?limit=100&until=2025-09-03T00:00:00Z"),
    ("of a tournament", "/v1/matches?limit=100&tournament={cup}"),
    ("a match", "/v1/matches/{game}"),
    ("bots", "/v1/bots"),
    ("profile", "/v1/bots/{bot}"),
    ("record", "/v1/bots/{bot}/record"),
    ("ratings", "/v1/ratings"),
    ("tournaments", "/v1/tournaments?limit=100"),
    ("a tournament", "/v1/tournaments/{cup}"),
    ("largest: table", "/v1/tournaments/1/standings"),
    ("largest: crosstable", "/v1/tournaments/1/crosstable"),
];

fn folder(size: YearSize) -> PathBuf {
    let parent = std::env::var_os("ARBITRE_YEAR").map_or_else(std::env::temp_dir, PathBuf::from);
    parent.join(format!("arbitre-year-{}", size.games))
}

/// Generates a folder, unless it is there.
async fn generate(folder: &Path, size: YearSize) {
    if folder.join("complete").exists() {
        return;
    }
    let _ = std::fs::remove_dir_all(folder);
    let begin = Instant::now();
    let opened = storage::folder::open(folder, Durability::Process).expect("a new folder");
    let lines = Year::write(&*opened.storage, size, 1).await;
    opened.close();
    std::fs::write(folder.join("complete"), "").expect("written");
    let seconds = begin.elapsed().as_secs_f64();
    println!("{:>9} games generated in {seconds:.0} s, with {} bytes of lines a game", size.games, lines / size.games);
}

fn start(folder: &str) -> (RefereeProcess, Duration) {
    let begin = Instant::now();
    let flags = "--hello-timeout 10min --requests-per-address 1000000 --new-connections-per-address 1000000";
    let server = RefereeProcess::start(folder, flags);
    (server, begin.elapsed())
}

/// The ratings are complete once no tournament is pending.
async fn rated(server: &RefereeProcess) {
    while get(&server.address, "/v1/ratings").contains(r#""pending":"#) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn measure(size: YearSize, empty: u64) {
    let folder = folder(size);
    generate(&folder, size).await;
    let bytes = std::fs::metadata(folder.join("arbitre.db")).expect("a database").len();
    println!("{:>9} games, {} tournaments, {} bots: {} bytes a game", size.games, size.tournaments(), size.bots(), bytes / size.games);
    let (server, started) = start(folder.to_str().expect("a readable path"));
    rated(&server).await;
    println!("    starts in {:.2} s; memory above the empty referee's {:.0} MB", started.as_secs_f64(), above(&server, empty));
    let (address, mut rng) = (server.address.clone(), Rng::new(7));
    let pages = move || {
        let mut times = Vec::new();
        for (name, path) in PAGES {
            let (begin, mut took) = (Instant::now(), Vec::new());
            let mut bytes = 0;
            while took.len() < REQUESTS && begin.elapsed() < TIMEOUT {
                let names = [below(&mut rng, size.ladder()), below(&mut rng, size.ladder())].map(|number| bot(number).replace(' ', "%20"));
                let path = path
                    .replace("{bot}", &names[0])
                    .replace("{other}", &names[1])
                    .replace("{game}", &(1 + below(&mut rng, size.games)).to_string())
                    .replace("{cup}", &(1 + below(&mut rng, size.tournaments())).to_string());
                let sent = Instant::now();
                let answer = get(&address, &path);
                took.push(sent.elapsed());
                assert!(answer.starts_with("HTTP/1.0 200") || path.contains("/bots/"), "{path}: {}", &answer[..answer.len().min(400)]);
                bytes = bytes.max(answer.len());
            }
            took.sort_unstable();
            times.push((name, took[took.len() / 2], took[(took.len() * 99).div_ceil(100) - 1], took.len(), bytes));
        }
        times
    };
    let (felt, times) = play_while(&server, "pages", PLAYING, pages).await;
    for (name, p50, p99, requests, bytes) in times {
        println!("    {name:>20}: p50 {:8.2} ms, p99 {:8.2} ms ({requests} requests, {} kB)", ms(p50), ms(p99), bytes >> 10);
    }
    let [p50, p99, most] = percentiles(&felt.round_trips);
    println!("    {:.1} s of processor time since the start", server.cpu() as f64 / 1e9);
    println!(
        "    {} moves meanwhile: p50 {p50:.2} ms, p99 {p99:.2} ms, max {most:.2} ms; memory above {:.0} MB",
        felt.round_trips.len(),
        above(&server, empty)
    );
    backup(&server, &folder).await;
}

/// Backs up while the games are played.
async fn backup(server: &RefereeProcess, folder: &Path) {
    let into = folder.join("backup.db");
    let (from, to) = (folder.join("arbitre.db"), into.clone());
    let copying = move || {
        let begin = Instant::now();
        storage::folder::backup(from.parent().expect("a folder"), &to).expect("a backup");
        begin.elapsed()
    };
    let (felt, took) = play_while(server, "backup", PLAYING, copying).await;
    let _ = std::fs::remove_file(into);
    let [p50, p99, most] = percentiles(&felt.round_trips);
    println!(
        "    backup in {:.1} s; {} moves meanwhile: p50 {p50:.2} ms, p99 {p99:.2} ms, max {most:.2} ms",
        took.as_secs_f64(),
        felt.round_trips.len()
    );
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Megabytes more than the empty referee has.
fn above(server: &RefereeProcess, empty: u64) -> f64 {
    (server.memory("VmRSS") as f64 - empty as f64) / 1e6
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let sizes: Vec<u64> = std::env::args().skip(1).filter_map(|size| size.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000, 30_000, 1_000_000] } else { sizes };
    let (server, started) = start("memory");
    tokio::time::sleep(Duration::from_secs(1)).await;
    let empty = server.memory("VmRSS");
    println!("An empty referee starts in {:.2} s and has {:.0} MB.", started.as_secs_f64(), empty as f64 / 1e6);
    drop(server);
    for games in sizes {
        measure(YearSize { games }, empty).await;
    }
}
