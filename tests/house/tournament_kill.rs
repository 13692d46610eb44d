//! Crash tests of tournaments: the real binary, killed (−9) repeatedly, ends with the table of an undisturbed run.

use super::kill::RefereeProcess;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

/// How many play where a plan does not say it.
const BOTS: u64 = 9;

/// How many moves were accepted, and who waits for how many.
#[derive(Default)]
struct Count {
    accepted: AtomicUsize,
    until: AtomicUsize,
    reached: Notify,
}

/// Plays until the connection breaks. Its moves follow from the position alone.
async fn play(address: String, name: String, game: String, count: Arc<Count>) {
    let Ok(stream) = TcpStream::connect(&address).await else { return };
    let Ok((mut socket, _)) = tokio_tungstenite::client_async(format!("ws://{address}/ws"), stream).await else { return };
    let hello = json!({"t": "hello", "proto": [1], "bot": {"name": name, "games": [game]}});
    if socket.send(Message::text(hello.to_string())).await.is_err() {
        return;
    }
    while let Some(Ok(frame)) = socket.next().await {
        let Message::Text(text) = frame else { continue };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let game = &message["game"];
        let answer = match message["t"].as_str().expect("a name") {
            "state" if message["status"] == "waiting" => json!({"t": "ready", "game": game}),
            "your_turn" => {
                let moves = message["legal_moves"].as_array().expect("moves");
                let position = message["position"].as_str().expect("a position");
                let lot = position.bytes().fold(7_usize, |lot, byte| lot.wrapping_mul(31).wrapping_add(byte.into()));
                json!({"t": "move", "game": game, "ply": message["ply"], "move": moves[lot % moves.len()]})
            }
            "accepted" => {
                if count.accepted.fetch_add(1, Relaxed) + 1 >= count.until.load(Relaxed) {
                    count.reached.notify_one();
                }
                continue;
            }
            "rejected" | "error" => panic!("{message}"),
            _ => continue,
        };
        if socket.send(Message::text(answer.to_string())).await.is_err() {
            return;
        }
    }
}

struct Outcome {
    kills: usize,
    moves: usize,
    games: Value,
    tables: [Value; 2],
}

/// Runs a tournament with its `entrants` to its end, and kills the referee repeatedly meanwhile.
async fn run(format: &Value, kills: usize) -> Outcome {
    let game = format["game"].as_str().unwrap_or("knights");
    static FOLDERS: AtomicUsize = AtomicUsize::new(0);
    let number = FOLDERS.fetch_add(1, Relaxed);
    let folder: PathBuf = std::env::temp_dir().join(format!("arbitre-tournament-{}-{number}", std::process::id()));
    let count = Arc::new(Count::default());
    let names: Vec<String> = (1..=format["entrants"].as_u64().unwrap_or(BOTS)).map(|number| format!("bot {number}")).collect();
    let mut killed = 0;
    let mut server = RefereeProcess::start(&folder, &["--no-house-bots"]);
    let mut plan = format.clone();
    plan["name"] = json!("Cup");
    plan["entrants"] = json!(names);
    plan["time"] = json!("600s");
    plan["seed"] = json!(11);
    plan["concurrency"] = json!(4);
    assert_eq!(server.post("/v1/tournaments", &plan).await["tournament"], 1);
    assert_eq!(server.post("/v1/tournaments/1/start", &json!({})).await["stage"], "running");
    loop {
        let until = if killed < kills { count.accepted.load(Relaxed) + 1 + (killed * 37) % 61 } else { usize::MAX };
        count.until.store(until, Relaxed);
        let mut bots = JoinSet::new();
        for name in &names {
            bots.spawn(play(server.address.clone(), name.clone(), game.into(), count.clone()));
        }
        let done = async {
            while server.get("/v1/tournaments/1").await["stage"] != "finished" {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let finished = tokio::select! {
            () = done => true,
            () = count.reached.notified() => false,
        };
        if finished {
            let tables = [server.get("/v1/tournaments/1/standings").await, server.get("/v1/tournaments/1/crosstable").await];
            let games = server.get("/v1/tournaments/1/games").await["games"].clone();
            server.kill();
            bots.shutdown().await;
            std::fs::remove_dir_all(&folder).expect("removed");
            return Outcome { kills: killed, moves: count.accepted.load(Relaxed), games, tables };
        }
        server.kill();
        killed += 1;
        while let Some(bot) = bots.join_next().await {
            bot.expect("no promise was broken");
        }
        server = RefereeProcess::start(&folder, &["--no-house-bots"]);
    }
}

async fn check(format: Value, kills: usize) {
    let (calm, killed) = (run(&format, 0).await, run(&format, kills).await);
    for (calm, killed) in calm.tables.iter().zip(&killed.tables) {
        assert_eq!(calm.to_string(), killed.to_string());
    }
    for game in killed.games.as_array().expect("games") {
        assert_eq!(
            (&game["status"], game["matches"].as_array().map(Vec::len)),
            (&json!("over"), Some(1)),
            "each game is played once: {game}"
        );
    }
    let games = killed.games.as_array().map_or(0, Vec::len);
    println!("{format}: {} kills over {games} games and {} moves, tables identical", killed.kills, killed.moves);
    assert!(killed.kills >= kills.min(8), "{} kills only: the tournament was over too soon", killed.kills);
}

#[tokio::test]
async fn a_killed_tournament_ends_with_the_same_table() {
    let kills = std::env::var("ARBITRE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(10);
    check(json!({"format": "swiss", "rounds": 4}), kills).await;
    check(json!({"format": "round_robin", "games": 1}), kills).await;
    check(json!({"format": "knockout"}), kills.min(8)).await;
}

#[tokio::test]
async fn a_killed_swiss_of_sixteen_ends_with_the_same_table_in_every_game() {
    let kills = std::env::var("ARBITRE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(8);
    for game in ["knights", "connect-four", "tic-tac-toe"] {
        check(json!({"format": "swiss", "rounds": 3, "entrants": 16, "game": game}), kills).await;
    }
}
