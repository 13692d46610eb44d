//! The solver thread pool: clients that disconnect, and a full queue.

use super::simulation::{JSON, Simulation};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Work that does not finish.
const ENDLESS: &str =
    r#"{"start": "25 1 23 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 24 2", "blank": "25", "method": "ida-star"}"#;
/// The path of an analysis, and its answer as a stream: it goes directly to the queue of long questions.
const ANALYSE: (&str, &str) = ("/v1/games/knights/analyse", "text/event-stream");

fn endless(path: &str, accept: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\naccept: {accept}\r\ncontent-length: {length}\r\n\r\n{body}").into_bytes()
}

/// Whether the thread of long questions answers another one, once those who left have been noticed.
async fn answers_a_long_one(referee: &Simulation) -> bool {
    let (path, accept) = ANALYSE;
    loop {
        let answer = referee.http("POST", path, &format!("{JSON}accept: {accept}\r\n"), r#"{"depth": 2}"#).await;
        if ![429, 503].contains(&answer.status) {
            return answer.status == 200 && answer.body.contains("event: done");
        }
    }
}

#[tokio::test]
async fn a_thousand_clients_that_leave_at_once_leave_nothing() {
    let referee = Simulation::start(&["--data", "memory", "--solve-threads", "1"]).await;
    let asked = [
        endless("/v1/solve/knights-tour", "application/x-ndjson", r#"{"board": "8x8"}"#),
        endless("/v1/solve/taquin", "application/json", ENDLESS),
        endless(ANALYSE.0, ANALYSE.1, r#"{"limits": {"seconds": 30}}"#),
        endless("/v1/compare/taquin", "application/json", &format!(r#"{{"question": {ENDLESS}, "methods": ["ida-star"]}}"#)),
    ];
    for number in 0..1_000 {
        let mut pipe = referee.pipe();
        pipe.write_all(&asked[number % asked.len()]).await.expect("sent");
        if number == 0 {
            // The one thread works for the first of them when it leaves.
            let mut received = [0; 12];
            pipe.read_exact(&mut received).await.expect("an answer begins");
            assert_eq!(&received, b"HTTP/1.1 200");
        }
        if number % 3 == 0 {
            // Long enough for the request to be read, or not.
            tokio::task::yield_now().await;
        }
    }
    assert!(answers_a_long_one(&referee).await, "the thread is no longer theirs");
}

/// A short question has a separate queue, however many long ones wait.
#[tokio::test]
async fn a_full_queue_says_so_and_short_questions_pass_it() {
    let referee = Simulation::start(&["--data", "memory", "--solve-threads", "1", "--solve-queue", "2"]).await;
    let asked = endless(ANALYSE.0, ANALYSE.1, r#"{"limits": {"seconds": 30}}"#);
    // One address has a quarter of the places, and one at least: one question is worked on, one waits, one is too many.
    let mut pipes = [referee.pipe(), referee.pipe()];
    for pipe in &mut pipes {
        pipe.write_all(&asked).await.expect("sent");
        let mut received = [0; 12];
        pipe.read_exact(&mut received).await.expect("an answer begins");
        assert_eq!(&received, b"HTTP/1.1 200");
    }
    let answer = referee.http("POST", ANALYSE.0, &format!("{JSON}accept: {}\r\n", ANALYSE.1), "{}").await;
    assert_eq!((answer.status, answer.json()["type"].as_str()), (429, Some("/docs/api#work.too_much_work")), "{}", answer.body);
    assert!(answer.head.contains("retry-after: "), "{}", answer.head);
    assert_eq!(referee.post("/v1/solve/sudoku", &json!({"grid": "................"})).await.status, 200);
    drop(pipes);
    assert!(answers_a_long_one(&referee).await, "they have left");
}

/// A client that waits for an analysis receives its position in the queue; one with too many waiting is refused, with a time to retry.
#[tokio::test]
async fn of_fifty_analyses_from_one_address_some_wait_and_know_where_and_the_rest_are_refused() {
    let referee = Simulation::start(&["--data", "memory", "--solve-threads", "1", "--solve-queue", "16"]).await;
    let asked = endless(ANALYSE.0, ANALYSE.1, r#"{"limits": {"seconds": 30}}"#);
    let mut pipes = Vec::new();
    for _ in 0..50 {
        let mut pipe = referee.pipe();
        pipe.write_all(&asked).await.expect("sent");
        pipes.push(pipe);
    }
    let mut received = Vec::new();
    for pipe in &mut pipes {
        let mut text = String::new();
        while !text.contains("data: ") && !text.contains("too_much_work") {
            let mut bytes = [0; 4_096];
            let count = pipe.read(&mut bytes).await.expect("an answer");
            assert!(count > 0, "{text}");
            text += &String::from_utf8_lossy(&bytes[..count]);
        }
        received.push(text);
    }
    let all = |what: &str| received.iter().filter(|text| text.contains(what)).count();
    assert_eq!((all("event: iteration"), all("event: waiting"), all("HTTP/1.1 429")), (1, 4, 45));
    let mut ahead: Vec<&str> = received.iter().filter_map(|text| text.split_once("{\"ahead\":")?.1.split('}').next()).collect();
    ahead.sort_unstable();
    assert_eq!(ahead, ["0", "1", "2", "3"]);
    let says_when = |text: &String| text.contains("retry-after: 1") && text.contains("4 questions from this address");
    assert!(received.iter().filter(|text| text.contains(" 429 ")).all(says_when));
}
