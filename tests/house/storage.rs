//! A storage that stalls or fails: nothing is sent before it is stored, no clock is charged, and other matches continue.

use super::faulty_storage::{Faulty, InjectedFault};
use super::simulation::{Simulation, each, items};
use super::tournament::{act, bots, finished, played, row};
use protocol::TournamentStage;
use serde_json::{Value, json};
use std::time::Duration;
use storage::Change;

fn tells(changes: &[Change], of: u64, what: &str) -> bool {
    changes.iter().any(|change| matches!(change, Change::Line { match_id: game, body, .. } if *game == of && body.contains(what)))
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
    let (_, mut ann, mut bob) = referee.begun(json!({"time": "5s"})).await;
    let (_, mut cyd, mut dan) = referee.begun(json!({"white": "cyd", "black": "dan", "strikes": 2})).await;
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
    refused.says(503, "/docs/api#http.storage_waits").says(503, "somebody else holds the lock");
    assert_eq!(referee.get("/readyz").await.status, 503);
    assert_eq!(referee.get("/healthz").await.status, 200);
    assert!(referee.get("/metrics").await.body.contains("arbitre_storage_waits 1\n"));

    ann.expect_charge(1_900_000..2_100_000).await;
    assert_eq!(bob.wait_for("your_turn").await["clocks"]["black_us"], 5_000_000);
    tokio::time::sleep(Duration::from_secs(1)).await;
    bob.send(json!({"t": "move", "game": 1, "ply": 1, "move": "B1-A3"})).await;
    bob.expect_charge(900_000..1_100_000).await;
    let stalled: u64 = lines(&referee, 1).await.iter().filter_map(|line| line["by_us"].as_u64()).sum();
    assert!((29_900_000..30_100_000).contains(&stalled), "the record says how long the match stalled: {stalled}");
    assert_eq!(referee.get("/readyz").await.status, 200);
    dan.send(json!({"t": "resign", "game": 2})).await;
    assert_eq!(cyd.wait_for("game_over").await["reason"], "resigned");
}

/// A page is only read: another method is refused before the storage is asked.
#[tokio::test(start_paused = true)]
async fn a_method_of_no_page_reads_nothing() {
    let storage = Faulty::new(|_| None);
    let referee = Simulation::resume(storage.clone(), &[]).await;
    storage.hold_after(0);
    let refused = referee.http("POST", "/game/1", "", "").await.is(405);
    assert!(refused.head.contains("allow: get, head"), "{}", refused.head);
}

/// A request without an answer in time gets an error that it may have been executed.
#[tokio::test(start_paused = true)]
async fn a_late_answer_is_no_refusal() {
    let is_new = |changes: &[Change]| changes.iter().any(|change| matches!(change, Change::Tournament(_)));
    let storage = Faulty::new(move |changes| is_new(changes).then_some(InjectedFault::Slow(Duration::from_secs(15))));
    let referee = Simulation::resume(storage, &[]).await;
    let late = referee.post("/v1/tournaments", &json!({"name": "Cup", "format": "round_robin", "entrants": ["ann", "bob"]})).await;
    late.says(503, "/docs/api#http.answer_late").says(503, "look whether");
}

/// A player thinks while something else of the match cannot be written: its clock stands.
#[tokio::test(start_paused = true)]
async fn thinking_time_during_a_storage_stall_is_not_charged() {
    let storage = Faulty::new(|changes| tells(changes, 1, "\"offline\"").then_some(InjectedFault::Stall(Duration::from_secs(30))));
    let referee = Simulation::resume(storage, &[]).await;
    let (_, mut ann, bob) = referee.begun(json!({"time": "5s"})).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    drop(bob);
    tokio::time::sleep(Duration::from_secs(31)).await;
    ann.send(json!({"t": "move", "game": 1, "ply": 0, "move": "B9-A7"})).await;
    // It had five seconds, and thought for two.
    ann.expect_charge(0..2_500_000).await;
}

#[tokio::test(start_paused = true)]
async fn a_match_whose_log_cannot_be_written_breaks_off_alone() {
    let storage = Faulty::new(|changes| tells(changes, 1, "\"moved\"").then_some(InjectedFault::Conflict));
    let referee = Simulation::resume(storage, &[]).await;
    let (_, mut ann, _bob) = referee.begun(json!({})).await;
    let (_, mut cyd, mut dan) = referee.begun(json!({"white": "cyd", "black": "dan"})).await;
    ann.send(json!({"t": "move", "game": 1, "ply": 0, "move": "B9-A7"})).await;
    cyd.send(json!({"t": "move", "game": 2, "ply": 0, "move": "B9-A7"})).await;
    cyd.wait_for("accepted").await;
    dan.wait_for("your_turn").await;
    assert!(!referee.stop.is_cancelled(), "the referee continues");
    assert_eq!(referee.get("/readyz").await.status, 200);
}

/// A result is sent as it is stored, or later.
#[tokio::test(start_paused = true)]
async fn a_result_that_cannot_be_read_is_not_sent() {
    let storage = Faulty::new(|_| None);
    let referee = Simulation::resume(storage.clone(), &[]).await;
    let (_, mut ann, mut bob) = referee.begun(json!({"time": "5s"})).await;
    ann.send(json!({"t": "move", "game": 1, "ply": 0, "move": "B9-A7"})).await;
    bob.wait_for("your_turn").await;
    bob.send(json!({"t": "resign", "game": 1})).await;
    ann.wait_for("game_over").await;
    let played = json!({"t": "move", "game": 1, "ply": 0, "move": "B9-A7"});
    for (question, answer, plies) in [(json!({"t": "sync", "game": 1}), "game_over", ("plies", 1)), (played, "accepted", ("ply", 0))] {
        storage.fail_reads(true);
        ann.send(question.clone()).await;
        let waits = ann.wait_for("error").await;
        assert_eq!((&waits["code"], &waits["fatal"]), (&json!("storage_waits"), &json!(false)), "{waits}");
        storage.fail_reads(false);
        ann.send(question).await;
        assert_eq!(ann.wait_for(answer).await[plies.0], plies.1);
    }
}

/// An interrupted game of a tournament is void, and the tournament ends.
#[tokio::test(start_paused = true)]
async fn a_tournament_outlives_a_game_that_breaks_off() {
    let storage = Faulty::new(|changes| tells(changes, 1, "\"moved\"").then_some(InjectedFault::Conflict));
    let referee = Simulation::resume(storage, &[]).await;
    let names = ["ann", "bob", "cyd"];
    let _bots = bots(&referee, &names).await;
    let path = played(&referee, &json!({"name": "Cup", "format": "round_robin", "games": 1, "entrants": names})).await;
    let games = referee.get(&format!("{path}/games")).await.json();
    assert_eq!(each(&games["games"], "result").iter().filter(|result| **result == "void").count(), 1, "{games}");
}

/// A log may name an entrant that today's rules refuse: its opponent continues without that game.
#[tokio::test(start_paused = true)]
async fn a_game_that_cannot_begin_is_void() {
    let storage = storage::in_memory();
    let id = storage.allocate_tournament_id().await.expect("a number");
    let plan = json!({"name": "Cup", "format": "round_robin", "games": 1, "time": "60s", "ready_timeout": "60s", "seed": 1});
    let entered = |bot: &str| json!({"t": "entered", "bot": bot, "rating": 0});
    let entries = [json!({"t": "created", "rules_version": 1, "plan": plan}), entered("ann"), entered("<eve>"), entered("bob")];
    let mut changes = vec![Change::Tournament(row(id, "Cup", TournamentStage::Open))];
    for (number, mut line) in (0..).zip(entries) {
        (line["line"], line["at_us"]) = (number.into(), 0.into());
        changes.push(Change::TournamentLine { id, number, body: line.to_string().into() });
    }
    storage.write(changes).await.expect("a log");
    let referee = Simulation::resume(storage, &[]).await;
    let _bots = bots(&referee, &["ann", "bob"]).await;
    act(&referee, "/v1/tournaments/1", "start").await;
    finished(&referee, "/v1/tournaments/1").await;
    for game in items(&referee.get("/v1/tournaments/1/games").await.json()["games"]) {
        let is_eves = game["white"] == "<eve>" || game["black"] == "<eve>";
        assert_eq!((game["result"] == "void", game["played"] == false), (is_eves, is_eves), "{game}");
    }
    let table = referee.get("/v1/tournaments/1/standings").await.json();
    let points: f64 = items(&table["rows"]).iter().map(|row| row["points"].as_f64().expect("a number")).sum();
    assert_eq!(points, 1.0, "one game was played: {table}");
}

#[tokio::test(start_paused = true)]
async fn what_a_bot_says_of_itself_is_short() {
    let referee = Simulation::start(&[]).await;
    let mut bot = referee.hello(json!({"bot": {"name": "ann", "version": "x".repeat(65)}})).await;
    let error = bot.receive().await.expect("an error");
    assert_eq!(error["message"], "`bot.version` has at most 64 characters, and yours 65");
    let (mut names, mut bots) = (Vec::new(), Vec::new());
    for number in 0..120 {
        bots.push(referee.bot(&format!("bot {number:03}")).await);
    }
    let mut path = "/v1/bots?limit=50".to_string();
    loop {
        let page = referee.get(&path).await.json();
        assert_eq!(page["connected"], 120);
        names.extend(items(&page["bots"]).iter().map(|bot| bot["name"].as_str().expect("a name").to_string()));
        match page["next"].as_str() {
            Some(next) => path = format!("/v1/bots?limit=50&after={}", next.replace(' ', "%20")),
            None => break,
        }
    }
    assert_eq!(names, (0..120).map(|number| format!("bot {number:03}")).collect::<Vec<_>>());
    assert_eq!(referee.get("/v1/bots?limit=101").await.status, 400);
}
