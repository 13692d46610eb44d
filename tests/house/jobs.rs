//! Work that takes longer than a request should.

use super::simulation::{Answer, Simulation};
use serde_json::{Value, json};
use server::store::Storage;

const AS_JOB: &str = "content-type: application/json\r\nprefer: respond-async\r\n";
const ENDLESS: &str = r#"{"board": "8x8", "kind": "closed", "count": "all"}"#;

async fn resumed(storage: Storage) -> Simulation {
    Simulation::resume(storage, &["--data", "memory"]).await
}

async fn job(referee: &Simulation, path: &str, headers: &str, body: &str) -> Answer {
    let answer = referee.http("POST", path, &format!("{AS_JOB}{headers}"), body).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    assert!(answer.head.contains(&format!("location: /v1/jobs/{}", answer.json()["id"])), "{}", answer.head);
    answer
}

/// What the events of a job say, up to its end.
async fn events(referee: &Simulation, id: u64) -> Vec<Value> {
    let events = referee.get(&format!("/v1/jobs/{id}/events")).await;
    assert!(events.head.contains("content-type: text/event-stream"), "{}", events.head);
    events.body.lines().filter_map(|line| line.strip_prefix("data: ")).map(|data| serde_json::from_str(data).expect("JSON")).collect()
}

#[tokio::test]
async fn a_job_ends_with_what_the_request_would_have_got() {
    let referee = resumed(Storage::in_memory()).await;
    let cases = [
        ("/v1/solve/knights-tour", r#"{"board": "6x6", "kind": "closed", "count": "all"}"#),
        ("/v1/solve/sudoku", r#"{"grid": "................", "count": true}"#),
        ("/v1/compare/taquin", r#"{"question": {"start": "1 2 3/4 5 6/_ 7 8"}, "methods": ["ida-star", "greedy"]}"#),
        ("/v1/games/knights/analyse", r#"{"depth": 3}"#),
    ];
    for (id, (path, body)) in (1..).zip(cases) {
        let now = referee.http("POST", path, "content-type: application/json\r\n", body).await.json();
        assert_eq!(job(&referee, path, "", body).await.json()["id"], id);
        let last = events(&referee, id).await.pop().expect("an end");
        assert_eq!((&last["state"], &last["result"]), (&json!("done"), &Value::Null), "{last}");
        let job = referee.get(&format!("/v1/jobs/{id}")).await.json();
        assert_eq!((&job["state"], &job["result_type"]), (&json!("done"), &json!("application/json")), "{job}");
        assert!(job["ended"].is_string());
        let timeless = |mut value: Value| {
            fn forget(value: &mut Value) {
                match value {
                    Value::Object(fields) => {
                        fields.remove("time_us");
                        fields.values_mut().for_each(forget);
                    }
                    Value::Array(items) => items.iter_mut().for_each(forget),
                    _ => {}
                }
            }
            forget(&mut value);
            value
        };
        assert_eq!(timeless(job["result"].clone()), timeless(now), "{path}");
    }
    let drawn = job(&referee, "/v1/solve/knights-tour", "accept: image/svg+xml\r\n", r#"{"board": "5x5"}"#).await.json();
    let id = drawn["id"].as_u64().expect("a number");
    events(&referee, id).await;
    assert!(referee.get(&format!("/v1/jobs/{id}")).await.json()["result"].as_str().is_some_and(|picture| picture.starts_with("<svg")));
}

#[tokio::test]
async fn a_job_tells_how_far_it_is_and_can_be_cancelled() {
    let referee = resumed(Storage::in_memory()).await;
    job(&referee, "/v1/solve/knights-tour", "", ENDLESS).await;
    job(&referee, "/v1/solve/knights-tour", "", ENDLESS).await;
    let following = async {
        let events = events(&referee, 1).await;
        let last = events.last().expect("an end").clone();
        (events.len(), last)
    };
    let cancelling = async {
        // A job that waits behind another one is cancelled as well.
        assert_eq!(referee.get("/v1/jobs/2").await.json()["state"], "queued");
        assert_eq!(referee.http("DELETE", "/v1/jobs/2", "", "").await.status, 202);
        assert_eq!(events(&referee, 2).await.last().expect("an end")["state"], "cancelled");
        loop {
            let progress = referee.get("/v1/jobs/1").await.json()["progress"].clone();
            if progress["generated"].as_u64().is_some_and(|generated| generated > 0) {
                break;
            }
            tokio::task::yield_now().await;
        }
        assert_eq!(referee.http("DELETE", "/v1/jobs/1", "", "").await.status, 202);
    };
    let ((count, last), ()) = tokio::join!(following, cancelling);
    assert!(count > 1 && last["state"] == "cancelled" && last["why"] == "it was cancelled", "{count} {last}");
    assert_eq!(referee.http("DELETE", "/v1/jobs/1", "", "").await.status, 409);
    assert_eq!(referee.http("DELETE", "/v1/jobs/9", "", "").await.status, 404);
    assert_eq!(referee.get("/v1/jobs/9/events").await.status, 404);
    // The thread is free again.
    job(&referee, "/v1/solve/sudoku", "", r#"{"grid": "................"}"#).await;
    assert_eq!(events(&referee, 3).await.last().expect("an end")["state"], "done");
}

#[tokio::test]
async fn a_job_that_a_restart_has_ended_says_so() {
    let storage = Storage::in_memory();
    let referee = resumed(storage.clone()).await;
    job(&referee, "/v1/solve/sudoku", "", r#"{"grid": "................"}"#).await;
    events(&referee, 1).await;
    job(&referee, "/v1/solve/knights-tour", "", ENDLESS).await;
    referee.stop.cancel();
    referee.served.await.expect("no panic").expect("no failure");
    let referee = resumed(storage).await;
    assert_eq!(referee.get("/v1/jobs/1").await.json()["state"], "done");
    let lost = referee.get("/v1/jobs/2").await.json();
    assert_eq!((&lost["state"], &lost["why"]), (&json!("failed"), &json!("the referee restarted")), "{lost}");
    assert_eq!(job(&referee, "/v1/solve/sudoku", "", r#"{"grid": "................"}"#).await.json()["id"], 3);
}

#[tokio::test]
async fn a_job_may_take_longer_than_a_request_but_not_for_ever() {
    let referee = resumed(Storage::in_memory()).await;
    let body = |seconds: u32| format!(r#"{{"grid": "................", "limits": {{"seconds": {seconds}}}}}"#);
    assert_eq!(referee.http("POST", "/v1/solve/sudoku", "content-type: application/json\r\n", &body(60)).await.status, 400);
    job(&referee, "/v1/solve/sudoku", "", &body(60)).await;
    assert_eq!(referee.http("POST", "/v1/solve/sudoku", AS_JOB, &body(4_000)).await.status, 400);
}
