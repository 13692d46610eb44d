//! The threads that solve: clients that leave, and a queue that is full.

use super::simulation::Simulation;
use super::solve::referee;
use serde_json::json;
use std::time::Duration;
use tokio::io::AsyncWriteExt;

/// Work that nobody sees the end of.
const ENDLESS: &str =
    r#"{"start": "25 1 23 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 24 2", "blank": "25", "method": "ida-star"}"#;

fn endless(path: &str, accept: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("POST {path} HTTP/1.1\r\nhost: referee\r\ncontent-type: application/json\r\naccept: {accept}\r\ncontent-length: {length}\r\n\r\n{body}").into_bytes()
}

/// Waits until so many requests are worked on and so many wait.
async fn until(referee: &Simulation, running: usize, waiting: usize) {
    let wanted = [format!("arbitre_solve_requests_running {running}\n"), format!("arbitre_solve_requests_waiting {waiting}\n")];
    let come = async {
        loop {
            let metrics = referee.get("/metrics").await.body;
            if wanted.iter().all(|line| metrics.contains(line)) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let come = tokio::time::timeout(Duration::from_secs(120), come).await;
    assert!(come.is_ok(), "{}", referee.get("/metrics").await.body);
}

#[tokio::test]
async fn a_thousand_clients_that_leave_at_once_leave_nothing() {
    let referee = referee().await;
    let asked = [
        endless("/v1/solve/taquin", "application/json", ENDLESS),
        endless("/v1/solve/knights-tour", "application/x-ndjson", r#"{"board": "8x8"}"#),
        endless("/v1/games/knights/analyse", "text/event-stream", r#"{"limits": {"seconds": 30}}"#),
        endless("/v1/compare/taquin", "application/json", &format!(r#"{{"question": {ENDLESS}, "methods": ["ida-star"]}}"#)),
    ];
    for number in 0..1_000 {
        let mut pipe = referee.pipe();
        pipe.write_all(&asked[number % asked.len()]).await.expect("sent");
        if number % 3 == 0 {
            // Long enough for the request to be read, or not.
            tokio::task::yield_now().await;
        }
    }
    until(&referee, 0, 0).await;
    assert_eq!(referee.post("/v1/solve/sudoku", &json!({"grid": "................"})).await.status, 200);
}

/// A short question has a lane of its own, however many long ones wait.
#[tokio::test]
async fn a_full_queue_says_so_and_short_questions_pass_it() {
    let referee = Simulation::start(&["--data", "memory", "--solve-threads", "1", "--solve-queue", "2"]).await;
    let mut clients = Vec::new();
    // One address has a quarter of the places, and one at least.
    for (running, waiting) in [(1, 0), (1, 1)] {
        let mut pipe = referee.pipe();
        pipe.write_all(&endless("/v1/solve/taquin", "application/json", ENDLESS)).await.expect("sent");
        clients.push(pipe);
        until(&referee, running, waiting).await;
    }
    let long = serde_json::from_str(ENDLESS).expect("JSON");
    let answer = referee.post("/v1/solve/taquin", &long).await;
    assert_eq!((answer.status, answer.json()["type"].as_str()), (429, Some("/problems/too-much-work")), "{}", answer.body);
    assert!(answer.head.contains("retry-after: "), "{}", answer.head);
    assert_eq!(referee.post("/v1/solve/sudoku", &json!({"grid": "................"})).await.status, 200);
    drop(clients);
    until(&referee, 0, 0).await;
}
