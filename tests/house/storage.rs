//! A storage that stalls or fails: nothing is sent before it is stored, no clock is charged, and other matches continue.

use super::faulty_storage::{Faulty, InjectedFault};
use super::simulation::{Bot, Simulation};
use protocol::TournamentStage;
use serde_json::{Value, json};
use std::time::Duration;
use storage::{Change, TournamentRow};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

fn tells(changes: &[Change], of: u64, what: &str) -> bool {
    changes.iter().any(|change| matches!(change, Change::Line { match_id: game, body, .. } if *game == of && body.contains(what)))
}

async fn begin(referee: &Simulation, game: u64, [white, black, time]: [&str; 3]) -> (Bot, Bot) {
    let (mut first, mut second) = (referee.bot(white).await, referee.bot(black).await);
    let made = referee.new_match(&json!({"white": white, "black": black, "time": time, "strikes": 2})).await;
    assert_eq!(made, game);
    for bot in [&mut first, &mut second] {
        bot.wait_for("state").await;
        bot.send(json!({"t": "ready", "game": game})).await;
    }
    first.wait_for("your_turn").await;
    (first, second)
}

async fn lines(referee: &Simulation, game: u64) -> Vec<Value> {
    let log = storage::whole_log(&*referee.storage, game).await.expect("a log");
    log.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[tokio::test(start_paused = true)]
async fn a_stall_of_the_storage_is_not_charged() {
    let mut is_first = true;
    let storage = Faulty::new(move |changes| {
        let stalls = tells(changes, 1, "\"moved\"") && std::mem::take(&mut is_first);
        stalls.then_some(InjectedFault::Stall(Duration::from_secs(30)))
    });
    let referee = Simulation::resume(storage, &[]).await;
    let (mut ann, mut bob) = begin(&referee, 1, ["ann", "bob", "5s"]).await;
    let (mut cyd, mut dan) = begin(&referee, 2, ["cyd", "dan", "60s"]).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    ann.send(json!({"t": "move", "game": 1, "ply": 0, "move": "B9-A7"})).await;
    // A move that is not stored is not sent, for longer than Bob's whole clock.
    let silence = tokio::time::timeout(Duration::from_secs(20), bob.receive()).await;
    assert!(silence.is_err(), "{silence:?}");
    assert_eq!(lines(&referee, 1).await.iter().filter(|line| line["t"] == "moved").count(), 0);
    // Other matches continue; new work is refused with a message.
    cyd.send(json!({"t": "move", "game": 2, "ply": 0, "move": "PASS"})).await;
    assert_eq!(cyd.wait_for("rejected").await["code"], "illegal");
    let refused = referee.post("/v1/matches", &json!({"white": "ann", "black": "bob"})).await;
    assert_eq!((refused.status, refused.json()["type"].as_str()), (503, Some("/docs/api#http.storage_waits")), "{}", refused.body);
    assert!(refused.body.contains("somebody else holds the lock"), "{}", refused.body);
    assert_eq!(referee.get("/readyz").await.status, 503);
    assert_eq!(referee.get("/healthz").await.status, 200);
    assert!(referee.get("/metrics").await.body.contains("arbitre_storage_waits 1\n"));

    let accepted = ann.wait_for("accepted").await;
    let charged = accepted["charge"]["charged_us"].as_u64().expect("a number");
    assert!((1_900_000..2_100_000).contains(&charged), "{accepted}");
    let turn = bob.wait_for("your_turn").await;
    assert_eq!(turn["clocks"]["black_us"], 5_000_000);
    tokio::time::sleep(Duration::from_secs(1)).await;
    bob.send(json!({"t": "move", "game": 1, "ply": 1, "move": "B1-A3"})).await;
    let accepted = bob.wait_for("accepted").await;
    let charged = accepted["charge"]["charged_us"].as_u64().expect("a number");
    assert!((900_000..1_100_000).contains(&charged), "{accepted}");
    let stalled: u64 = lines(&referee, 1).await.iter().filter_map(|line| line["by_us"].as_u64()).sum();
    assert!((29_900_000..30_100_000).contains(&stalled), "the record says how long the match stalled: {stalled}");
    assert_eq!(referee.get("/readyz").await.status, 200);
    dan.send(json!({"t": "resign", "game": 2})).await;
    assert_eq!(cyd.wait_for("game_over").await["reason"], "resigned");
}

/// A request without an answer in time gets an error that it may have been executed.
#[tokio::test(start_paused = true)]
async fn a_late_answer_is_no_refusal() {
    let is_new = |changes: &[Change]| changes.iter().any(|change| matches!(change, Change::Tournament(_)));
    let storage = Faulty::new(move |changes| is_new(changes).then_some(InjectedFault::Slow(Duration::from_secs(15))));
    let referee = Simulation::resume(storage, &[]).await;
    let plan = json!({"name": "Cup", "format": "round_robin", "entrants": ["ann", "bob"]});
    let late = tokio::spawn({
        let mut pipe = referee.pipe();
        let body = plan.to_string();
        async move {
            let head = format!(
                "POST /v1/tournaments HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
                body.len()
            );
            pipe.write_all((head + &body).as_bytes()).await.expect("sent");
            let mut answer = String::new();
            pipe.read_to_string(&mut answer).await.expect("an answer");
            answer
        }
    });
    let answer = late.await.expect("no panic");
    assert!(
        answer.starts_with("HTTP/1.1 503") && answer.contains("/docs/api#http.answer_late") && answer.contains("look whether"),
        "{answer}"
    );
}

/// A player thinks while something else of the match cannot be written: its clock stands.
#[tokio::test(start_paused = true)]
async fn thinking_time_during_a_storage_stall_is_not_charged() {
    let storage = Faulty::new(|changes| tells(changes, 1, "\"offline\"").then_some(InjectedFault::Stall(Duration::from_secs(30))));
    let referee = Simulation::resume(storage, &[]).await;
    let (mut ann, bob) = begin(&referee, 1, ["ann", "bob", "5s"]).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    drop(bob);
    tokio::time::sleep(Duration::from_secs(31)).await;
    ann.send(json!({"t": "move", "game": 1, "ply": 0, "move": "B9-A7"})).await;
    let accepted = ann.wait_for("accepted").await;
    let charged = accepted["charge"]["charged_us"].as_u64().expect("a number");
    assert!(charged < 2_500_000, "it had five seconds, and thought for two: {accepted}");
}

#[tokio::test(start_paused = true)]
async fn a_match_whose_log_cannot_be_written_breaks_off_alone() {
    let storage = Faulty::new(|changes| tells(changes, 1, "\"moved\"").then_some(InjectedFault::Conflict));
    let referee = Simulation::resume(storage, &[]).await;
    let (mut ann, _bob) = begin(&referee, 1, ["ann", "bob", "5s"]).await;
    let (mut cyd, mut dan) = begin(&referee, 2, ["cyd", "dan", "60s"]).await;
    ann.send(json!({"t": "move", "game": 1, "ply": 0, "move": "B9-A7"})).await;
    cyd.send(json!({"t": "move", "game": 2, "ply": 0, "move": "B9-A7"})).await;
    cyd.wait_for("accepted").await;
    dan.wait_for("your_turn").await;
    assert!(!referee.stop.is_cancelled(), "the referee continues");
    assert_eq!(referee.get("/readyz").await.status, 200);
}

/// An interrupted game of a tournament is void, and the tournament ends.
#[tokio::test(start_paused = true)]
async fn a_tournament_outlives_a_game_that_breaks_off() {
    let storage = Faulty::new(|changes| tells(changes, 1, "\"moved\"").then_some(InjectedFault::Conflict));
    let referee = Simulation::resume(storage, &[]).await;
    let names = ["ann", "bob", "cyd"];
    for name in names {
        let mut bot = referee.bot(name).await;
        tokio::spawn(async move {
            loop {
                bot.play_out(|ply, _| ply).await;
            }
        });
    }
    let plan = json!({"name": "Cup", "format": "round_robin", "games": 1, "time": "60s", "entrants": names});
    assert_eq!(referee.post("/v1/tournaments", &plan).await.status, 201);
    assert_eq!(referee.post("/v1/tournaments/1/start", &json!({})).await.status, 200);
    for _ in 0..600 {
        if referee.get("/v1/tournaments/1").await.json()["stage"] == "finished" {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let games = referee.get("/v1/tournaments/1/games").await.json();
    let results: Vec<_> = games["games"].as_array().expect("games").iter().map(|game| game["result"].as_str().unwrap_or("none")).collect();
    assert_eq!(results.iter().filter(|result| **result == "void").count(), 1, "{results:?}");
    assert_eq!(referee.get("/v1/tournaments/1").await.json()["stage"], "finished");
}

/// A log may name an entrant that today's rules refuse: its opponent continues without that game.
#[tokio::test(start_paused = true)]
async fn a_game_that_cannot_begin_is_void() {
    let storage = storage::in_memory();
    let id = storage.allocate_tournament_id().await.expect("a number");
    let plan = json!({"name": "Cup", "format": "round_robin", "games": 1, "time": "60s", "ready_timeout": "60s", "seed": 1});
    let entered = |bot: &str| json!({"t": "entered", "bot": bot, "rating": 0});
    let entries = [json!({"t": "created", "rules_version": 1, "plan": plan}), entered("ann"), entered("<eve>"), entered("bob")];
    let (name, game) = ("Cup".into(), "knights".into());
    let row = TournamentRow {
        id,
        name,
        game,
        format: protocol::TournamentFormat::Swiss,
        entrants: 0,
        stage: TournamentStage::Open,
        created_ms: 0,
        winner: None,
    };
    let mut changes = vec![Change::Tournament(row)];
    for (number, mut line) in (0..).zip(entries) {
        (line["line"], line["at_us"]) = (number.into(), 0.into());
        changes.push(Change::TournamentLine { id, number, body: line.to_string().into() });
    }
    storage.write(changes).await.expect("a log");
    let referee = Simulation::resume(storage, &[]).await;
    for name in ["ann", "bob"] {
        let mut bot = referee.bot(name).await;
        tokio::spawn(async move { bot.play_out(|ply, _| ply).await });
    }
    let started = referee.post("/v1/tournaments/1/start", &json!({})).await;
    assert_eq!(started.status, 200, "{}", started.body);
    let mut stage = Value::Null;
    for _ in 0..600 {
        stage = referee.get("/v1/tournaments/1").await.json()["stage"].clone();
        if stage == "finished" {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let games = referee.get("/v1/tournaments/1/games").await.json();
    assert_eq!(stage, "finished", "{games}");
    for game in games["games"].as_array().expect("games") {
        let is_eves = game["white"] == "<eve>" || game["black"] == "<eve>";
        assert_eq!((game["result"] == "void", game["played"] == false), (is_eves, is_eves), "{game}");
    }
    let table = referee.get("/v1/tournaments/1/standings").await.json();
    let points: f64 = table["rows"].as_array().expect("rows").iter().map(|row| row["points"].as_f64().expect("a number")).sum();
    assert_eq!(points, 1.0, "one game was played: {table}");
}

#[tokio::test(start_paused = true)]
async fn what_a_bot_says_of_itself_is_short() {
    let referee = Simulation::start(&[]).await;
    let mut bot = referee.socket("/ws").await;
    bot.send(json!({"t": "hello", "proto": [1], "bot": {"name": "ann", "version": "x".repeat(65)}})).await;
    let error = bot.receive().await.expect("an error");
    assert_eq!(error["message"], "`bot.version` has at most 64 characters, and yours 65");
    let mut names = Vec::new();
    let mut bots = Vec::new();
    for number in 0..120 {
        bots.push(referee.bot(&format!("bot {number:03}")).await);
    }
    let mut path = "/v1/bots?limit=50".to_string();
    loop {
        let page = referee.get(&path).await.json();
        assert_eq!(page["connected"], 120);
        names.extend(page["bots"].as_array().expect("bots").iter().map(|bot| bot["name"].as_str().expect("a name").to_string()));
        match page["next"].as_str() {
            Some(next) => path = format!("/v1/bots?limit=50&after={}", next.replace(' ', "%20")),
            None => break,
        }
    }
    assert_eq!(names, (0..120).map(|number| format!("bot {number:03}")).collect::<Vec<_>>());
    assert_eq!(referee.get("/v1/bots?limit=101").await.status, 400);
}

#[tokio::test(start_paused = true)]
async fn pages_of_waiting_matches_are_full() {
    let referee = Simulation::start(&[]).await;
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    for game in 1..=12 {
        referee.new_match(&json!({"white": "ann", "black": "bob"})).await;
        if game % 2 == 0 {
            for bot in [&mut ann, &mut bob] {
                bot.send(json!({"t": "ready", "game": game})).await;
            }
            ann.wait_for("your_turn").await;
        }
    }
    let games = async |query: &str| {
        let page = referee.get(&format!("/v1/matches?{query}")).await.json();
        let games: Vec<_> = page["matches"].as_array().expect("a list").iter().map(|row| row["game"].as_u64().expect("a number")).collect();
        (games, page["next"].as_u64())
    };
    assert_eq!(games("status=waiting&limit=3").await, (vec![11, 9, 7], Some(7)));
    assert_eq!(games("status=waiting&limit=3&before=7").await, (vec![5, 3, 1], None));
    assert_eq!(games("status=playing&limit=2").await, (vec![12, 10], Some(10)));
    assert_eq!(games("status=running&limit=100").await.0.len(), 12);
}
