//! Limits on connections and messages, and their errors.

use super::simulation::{JSON, Simulation, play};
use futures_util::SinkExt;
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Message;

/// A connection over which this has been sent.
async fn sent(referee: &Simulation, bytes: &str) -> DuplexStream {
    let mut pipe = referee.pipe();
    pipe.write_all(bytes.as_bytes()).await.expect("sent");
    pipe
}

/// All that the referee sends before it closes the connection, within a minute.
async fn rest(mut pipe: DuplexStream) -> String {
    let mut answer = String::new();
    tokio::time::timeout(Duration::from_secs(60), pipe.read_to_string(&mut answer)).await.expect("let go").expect("an end");
    answer
}

#[tokio::test(start_paused = true)]
async fn a_bad_hello_gets_an_error_that_names_its_flaw() {
    let referee = Simulation::start(&[]).await;
    for (hello, code) in [
        (r#"{"t": "ping"}"#, 4000),
        ("hello", 4000),
        (r#"{"t": "hello", "proto": [1]}"#, 4000),
        (r#"{"t": "hello", "proto": [2, 3], "bot": {"name": "ann"}}"#, 4000),
        (r#"{"t": "hello", "proto": [1], "bot": {"name": ""}}"#, 4000),
        (r#"{"t": "hello", "proto": [1], "bot": {"name": " ann"}}"#, 4000),
        (r#"{"t": "hello", "proto": [1], "bot": {"name": "<b>ann</b>"}}"#, 4000),
        (r#"{"t": "hello", "proto": [1], "token": "short", "bot": {"name": "ann"}}"#, 4003),
        (r#"{"t": "hello", "proto": [1], "token": "0l0aW0pJ2a3iXbWcZpQX2m7n0Jw8m0vLxkzq3T5yU1s", "bot": {"name": "ann"}}"#, 4003),
    ] {
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
    assert_eq!(play(&mut ann, &mut bob).await["reason"], "rules");
    for bot in &mut silent {
        assert_eq!(bot.expect_close().await, ("no_hello".into(), 4002));
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_house_says_so() {
    let referee = Simulation::start(&["--max-connections", "3"]).await;
    let _kept = [referee.bot("ann").await, referee.bot("bob").await, referee.bot("cyd").await];
    referee.get("/healthz").await.says(503, "/docs/api#http.too_many_anonymous");
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
    let played = tokio::spawn(async move { play(&mut ann, &mut bob).await });
    let spam = json!({"t": "move", "game": 1, "ply": 0, "move": "B9-A7"}).to_string();
    for _ in 0..1_000 {
        if spammer.0.send(Message::text(spam.clone())).await.is_err() {
            break;
        }
    }
    assert_eq!(spammer.expect_close().await, ("flood".into(), 4008));
    assert_eq!(played.await.expect("no panic")["reason"], "rules");
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
    rest(sent(&referee, "GET /healthz HT").await).await;
    let half = "POST /v1/matches HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{";
    let answer = rest(sent(&referee, half).await).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

/// One archive is imported at a time: a client that sends nothing does not block the others.
#[tokio::test(start_paused = true)]
async fn an_archive_that_does_not_come_is_not_waited_for() {
    let referee = Simulation::start(&[]).await;
    let head = "POST /v1/tournaments/import HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100000000\r\n\r\n{\"archive\":\"hea";
    let silent = sent(&referee, head).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    referee.http("POST", "/v1/tournaments/import", "", "").await.says(503, "/docs/api#http.import_runs");
    let answer = rest(silent).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    referee.http("POST", "/v1/tournaments/import", "", "").await.is(400);
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
        let mut ann = referee.hello(json!({"bot": {"name": "ann"}, "resume": true})).await;
        ann.expect("welcome").await;
        ann.send(json!({"t": "ping"})).await;
        ann.expect("pong").await;
    }
}

/// A client that sends its whole body before it reads, as most do, sees the refusal.
#[tokio::test(start_paused = true)]
async fn every_refusal_of_a_large_request_reaches_the_client() {
    let referee = Simulation::start(&["--requests-per-token", "100000", "--requests-per-address", "100000"]).await;
    let secret = referee.token("ann").await;
    referee.as_operator("").await;
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
    let _half = sent(&referee, "GET / HT").await;
    sleep(Duration::from_millis(1)).await;
    let began = Instant::now();
    referee.stopped().await;
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}
