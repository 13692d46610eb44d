//! Crash tests of tournaments: the real binary, killed (−9) repeatedly, ends with the table of an undisturbed run.

use super::kill::{RefereeProcess, play};
use super::simulation::items;
use super::tournament::lot;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// How many play where a plan does not say it: nine in `.ci/long`, else five; an odd number, so that someone has a bye.
fn usual_bots() -> u64 {
    if kills().1 { 9 } else { 5 }
}

/// How many moves were accepted, and who waits for how many.
#[derive(Default)]
struct Count {
    accepted: AtomicUsize,
    until: AtomicUsize,
    reached: Notify,
}

/// The answer of a bot whose moves follow from the position alone.
fn answer(message: &Value, count: &Count) -> Option<Value> {
    match message["t"].as_str().expect("a name") {
        "your_turn" => {
            let moves = items(&message["legal_moves"]);
            let mv = &moves[lot(&message["position"]) % moves.len()];
            Some(json!({"t": "move", "game": message["game"], "ply": message["ply"], "move": mv}))
        }
        "accepted" => {
            if count.accepted.fetch_add(1, Relaxed) + 1 >= count.until.load(Relaxed) {
                count.reached.notify_one();
            }
            None
        }
        _ => None,
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
    let folder = tempfile::tempdir().expect("a folder");
    let count = Arc::new(Count::default());
    let names: Vec<String> = (1..=format["entrants"].as_u64().unwrap_or_else(usual_bots)).map(|number| format!("bot {number}")).collect();
    let mut killed = 0;
    let mut server = RefereeProcess::start(folder.path(), &["--no-house-bots"]);
    let mut plan = format.clone();
    let common = json!({"name": "Cup", "entrants": names, "time": "600s", "seed": 11, "concurrency": 4});
    plan.as_object_mut().expect("an object").extend(common.as_object().cloned().unwrap_or_default());
    assert_eq!(server.post("/v1/tournaments", &plan).await["tournament"], 1);
    assert_eq!(server.post("/v1/tournaments/1/start", &json!({})).await["stage"], "running");
    loop {
        let until = if killed < kills { count.accepted.load(Relaxed) + 1 + (killed * 37) % 61 } else { usize::MAX };
        count.until.store(until, Relaxed);
        let mut bots = JoinSet::new();
        for name in &names {
            let count = count.clone();
            let about = json!({"name": name, "games": [game]});
            bots.spawn(play(server.address.clone(), about, move |message| answer(&message, &count)));
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
            return Outcome { kills: killed, moves: count.accepted.load(Relaxed), games, tables };
        }
        server.kill();
        killed += 1;
        while let Some(bot) = bots.join_next().await {
            bot.expect("no promise was broken");
        }
        server = RefereeProcess::start(folder.path(), &["--no-house-bots"]);
    }
}

async fn check(format: Value, kills: usize) {
    let (calm, killed) = (run(&format, 0).await, run(&format, kills).await);
    assert_eq!(calm.tables.map(|table| table.to_string()), killed.tables.map(|table| table.to_string()));
    let games = items(&killed.games);
    assert!(games.iter().all(|game| game["status"] == "over" && items(&game["matches"]).len() == 1), "each is played once: {games:?}");
    println!("{format}: {} kills over {} games and {} moves, tables identical", killed.kills, games.len(), killed.moves);
    assert!(killed.kills >= kills.min(8), "{} kills only: the tournament was over too soon", killed.kills);
}

/// The kills of a tournament, and whether all formats and games are played: in `.ci/long`.
fn kills() -> (usize, bool) {
    let kills = std::env::var("ARBITRE_KILLS").ok();
    (kills.as_deref().map_or(2, |kills| kills.parse().expect("a number")), kills.is_some())
}

#[tokio::test]
async fn a_killed_tournament_ends_with_the_same_table() {
    let (kills, all) = kills();
    check(json!({"format": "round_robin", "games": 1, "game": "connect-four"}), kills).await;
    if all {
        check(json!({"format": "swiss", "rounds": 4}), kills).await;
        check(json!({"format": "knockout"}), kills.min(8)).await;
    }
}

#[tokio::test]
async fn a_killed_swiss_of_sixteen_ends_with_the_same_table_in_every_game() {
    let (kills, all) = kills();
    for game in if all { &["tic-tac-toe", "connect-four", "knights"][..] } else { &["tic-tac-toe"] } {
        check(json!({"format": "swiss", "rounds": 3, "entrants": 16, "game": game}), kills).await;
    }
}
