//! Limits on connections and messages, and their errors.

use super::simulation::{JSON, Simulation};
use contest::tokens;
use futures_util::SinkExt;
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(start_paused = true)]
async fn a_bad_hello_gets_an_error_that_names_its_flaw() {
    let referee = Simulation::start(&[]).await;
    let cases = [
        (r#"{"t": "ping"}"#, 4000),
        ("hello", 4000),
        (r#"{"t": "hello", "proto": [1]}"#, 4000),
        (r#"{"t": "hello", "proto": [2, 3], "bot": {"name": "ann"}}"#, 4000),
        (r#"{"t": "hello", "proto": [1], "bot": {"name": ""}}"#, 4000),
        (r#"{"t": "hello", "proto": [1], "bot": {"name": " ann"}}"#, 4000),
        (r#"{"t": "hello", "proto": [1], "bot": {"name": "<b>ann</b>"}}"#, 4000),
        (r#"{"t": "hello", "proto": [1], "token": "short", "bot": {"name": "ann"}}"#, 4003),
        (r#"{"t": "hello", "proto": [1], "token": "0l0aW0pJ2a3iXbWcZpQX2m7n0Jw8m0vLxkzq3T5yU1s", "bot": {"name": "ann"}}"#, 4003),
    ];
    for (hello, code) in cases {
        let mut bot = referee.socket("/ws").await;
        bot.say_text(hello).await;
        assert_eq!(bot.expect_close().await.1, code, "{hello}");
    }
    let mut bot = referee.socket("/ws").await;
    bot.0.send(Message::binary(vec![1, 2, 3])).await.expect("sent");
    assert_eq!(bot.expect_close().await, ("binary".into(), 1003));
}

#[tokio::test(start_paused = true)]
async fn a_thousand_silent_connections_are_closed_unnoticed() {
    let referee = Simulation::start(&[]).await;
    let mut silent = Vec::new();
    for _ in 0..1_000 {
        silent.push(referee.socket("/ws").await);
    }
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    referee.new_match(&json!({"white": "ann", "black": "bob"})).await;
    let bob = tokio::spawn(async move { bob.play_out(|ply, _| ply).await });
    assert_eq!(ann.play_out(|ply, _| ply).await["reason"], "rules");
    bob.await.expect("no panic");
    for bot in &mut silent {
        assert_eq!(bot.expect_close().await, ("no_hello".into(), 4002));
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_house_says_so() {
    let referee = Simulation::start(&["--max-connections", "3"]).await;
    let _kept = [referee.bot("ann").await, referee.bot("bob").await, referee.bot("cyd").await];
    let answer = referee.get("/healthz").await;
    assert_eq!((answer.status, answer.json()["type"].as_str()), (503, Some("/docs/api#http.too_many_anonymous")));
}

#[tokio::test(start_paused = true)]
async fn too_large_a_message_ends_the_connection_and_not_the_game() {
    let referee = Simulation::start(&[]).await;
    let mut ann = referee.bot("ann").await;
    ann.send(json!({"t": "ping", "padding": "x".repeat(16_000)})).await;
    ann.expect("pong").await;
    ann.send(json!({"t": "ping", "padding": "x".repeat(17_000)})).await;
    assert_eq!(ann.expect_close().await, ("too_big".into(), 1009));
    let mut ann = referee.bot("ann").await;
    ann.0.send(Message::binary(vec![0; 10])).await.expect("sent");
    assert_eq!(ann.expect_close().await, ("binary".into(), 1003));
}

#[tokio::test(start_paused = true)]
async fn a_flood_is_cut_off_and_other_games_continue() {
    let referee = Simulation::start(&[]).await;
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    let mut spammer = referee.bot("spammer").await;
    referee.new_match(&json!({"white": "ann", "black": "bob"})).await;
    let bob = tokio::spawn(async move { bob.play_out(|ply, _| ply).await });
    let ann = tokio::spawn(async move { ann.play_out(|ply, _| ply).await });
    let spam = json!({"t": "move", "game": 1, "ply": 0, "move": "B9-A7"}).to_string();
    for _ in 0..1_000 {
        if spammer.0.send(Message::text(spam.clone())).await.is_err() {
            break;
        }
    }
    assert_eq!(spammer.expect_close().await, ("flood".into(), 4008));
    assert_eq!(ann.await.expect("no panic")["reason"], "rules");
    bob.await.expect("no panic");
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_never_reads_is_dropped_as_too_slow() {
    let referee = Simulation::start(&["--heartbeat", "1h"]).await;
    let mut deaf = referee.bot("deaf").await;
    let question = json!({"t": "sync", "game": 99}).to_string();
    // Ten questions a second are not too many. Their answers fill the pipe of 64 KiB, and then one is not read in time.
    let mut asked = 0;
    while deaf.0.send(Message::text(question.clone())).await.is_ok() {
        asked += 1;
        assert!(asked < 10_000, "more answers than a pipe holds");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(asked > 200, "a few unread answers are nothing: {asked}");
    let metrics = referee.get("/metrics").await.body;
    assert!(metrics.contains(r#"bot_errors_total{code="too_slow"} 1"#), "{metrics}");
    let bots = referee.get("/v1/bots").await.json();
    assert!(!bots.to_string().contains("deaf"), "{bots}");
}

#[tokio::test(start_paused = true)]
async fn half_a_request_does_not_keep_a_connection() {
    let referee = Simulation::start(&[]).await;
    let mut half = referee.pipe();
    half.write_all(b"GET /healthz HT").await.expect("sent");
    let mut answer = Vec::new();
    tokio::time::timeout(Duration::from_secs(60), half.read_to_end(&mut answer)).await.expect("let go").expect("an end");
    let mut half = referee.pipe();
    half.write_all(b"POST /v1/matches HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{")
        .await
        .expect("sent");
    answer.clear();
    tokio::time::timeout(Duration::from_secs(60), half.read_to_end(&mut answer)).await.expect("let go").expect("an end");
    assert!(String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 408"), "{}", String::from_utf8_lossy(&answer));
}

/// One archive is imported at a time: a client that sends nothing does not block the others.
#[tokio::test(start_paused = true)]
async fn an_archive_that_does_not_come_is_not_waited_for() {
    let referee = Simulation::start(&[]).await;
    let mut silent = referee.pipe();
    let head = b"POST /v1/tournaments/import HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100000000\r\n\r\n{\"archive\":\"hea";
    silent.write_all(head).await.expect("sent");
    tokio::time::sleep(Duration::from_secs(1)).await;
    let refused = referee.http("POST", "/v1/tournaments/import", "", "").await;
    assert_eq!((refused.status, refused.json()["type"].as_str()), (503, Some("/docs/api#http.import_runs")), "{}", refused.body);
    let mut answer = Vec::new();
    tokio::time::timeout(Duration::from_secs(60), silent.read_to_end(&mut answer)).await.expect("let go").expect("an end");
    assert!(String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 408"), "{}", String::from_utf8_lossy(&answer));
    let read = referee.http("POST", "/v1/tournaments/import", "", "").await;
    assert_eq!(read.status, 400, "it is read again, and is none: {}", read.body);
}

/// Solicited replies bypass the rate limit: neither the pongs after many results, by which they are noted as
/// seen, nor that it is ready for games that end meanwhile.
#[tokio::test(start_paused = true)]
async fn answers_that_the_referee_asked_for_are_no_questions() {
    const GAMES: usize = 40;
    for is_ready in [false, true] {
        let referee = Simulation::start(&["--games-per-bot", "64", "--ready-timeout", "30s"]).await;
        let mut ann = referee.bot("ann").await;
        for _ in 0..GAMES {
            referee.new_match(&json!({"white": "ann", "black": "never"})).await;
        }
        // It reads nothing before all is over.
        tokio::time::sleep(Duration::from_secs(40)).await;
        for game in (1..=GAMES).filter(|_| is_ready) {
            ann.send(json!({"t": "ready", "game": game})).await;
        }
        ann.send(json!({"t": "ping"})).await;
        let mut received = std::collections::BTreeMap::<String, usize>::new();
        while !received.contains_key("pong") {
            let message = ann.receive().await.expect("no close");
            assert_ne!(message["t"], "error", "{message}");
            *received.entry(message["t"].as_str().expect("a name").into()).or_default() += 1;
        }
        assert_eq!((received["state"], received["game_over"]), (GAMES, GAMES));
        drop(ann);
        let mut ann = referee.socket("/ws").await;
        ann.send(json!({"t": "hello", "proto": [1], "bot": {"name": "ann"}, "resume": true})).await;
        ann.expect("welcome").await;
        ann.send(json!({"t": "ping"})).await;
        ann.expect("pong").await;
    }
}

/// A client that sends its whole body before it reads, as most do, sees the refusal.
#[tokio::test(start_paused = true)]
async fn every_refusal_of_a_large_request_reaches_the_client() {
    let referee = Simulation::start(&["--requests-per-token", "100000", "--requests-per-address", "100000"]).await;
    let (_, secret) = tokens::mint(&*referee.storage, Some("ann".parse().expect("a name"))).await.expect("a token");
    tokens::mint(&*referee.storage, None).await.expect("a token");
    let headers = format!("{JSON}authorization: Bearer {secret}\r\n");
    let body = "x".repeat(3 << 20);
    let described = referee.get("/openapi.json").await.json();
    let mut refused = 0;
    for (path, methods) in described["paths"].as_object().expect("paths") {
        let path = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect::<Vec<_>>().join("/");
        for method in methods.as_object().expect("methods").keys().filter(|method| *method != "get") {
            let status = referee.http(&method.to_ascii_uppercase(), &path, &headers, &body).await.status;
            assert!((400..500).contains(&status) || method == "delete", "{method} {path}: {status}");
            refused += 1;
        }
    }
    assert!(refused > 30, "{refused}");
}

#[tokio::test(start_paused = true)]
async fn half_a_request_does_not_delay_the_stop() {
    let referee = Simulation::start(&[]).await;
    let mut half = referee.pipe();
    half.write_all(b"GET / HT").await.expect("sent");
    sleep(Duration::from_millis(1)).await;
    let began = Instant::now();
    referee.stopped().await;
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}
