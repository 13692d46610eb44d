//! Jobs: work beyond the time of a request.

use super::faulty_storage::{Faulty, InjectedFault};
use super::simulation::{Answer, JSON, Simulation, each};
use runtime::Checkpoint;
use serde_json::{Value, json};
use server::StorageLocation;
use std::sync::Arc;
use std::time::Duration;
use storage::{Change, CheckpointRow, Durability, Storage};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

const AS_JOB: &str = "content-type: application/json\r\nprefer: respond-async\r\n";
const GRID: &str = r#"{"grid": "................"}"#;
const TAQUIN: &str = r#"{"start": "1 2 3/4 5 6/_ 7 8"}"#;
/// A 24-puzzle by plain IDA*: it does not finish.
const ENDLESS: &str =
    r#"{"start": "25 1 23 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 24 2", "blank": "25", "method": "ida-star"}"#;

/// Hands in a job; the answer has its name.
async fn job(referee: &Simulation, path: &str, headers: &str, body: &str) -> String {
    let answer = referee.http("POST", path, &format!("{AS_JOB}{headers}"), body).await.is(202);
    let id = answer.json()["id"].as_str().expect("a name").to_string();
    assert!(answer.head.contains(&format!("location: /v1/jobs/{id}\r\n")), "{}", answer.head);
    id
}

async fn shown(referee: &Simulation, id: &str) -> Value {
    referee.get(&format!("/v1/jobs/{id}")).await.json()
}

async fn cancelled(referee: &Simulation, id: &str) -> Answer {
    referee.http("DELETE", &format!("/v1/jobs/{id}"), "", "").await
}

/// The next events of a job, up to the one that is wanted.
async fn follow(referee: &Simulation, id: &str, is_wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
    let mut pipe = referee.pipe();
    let request = format!("GET /v1/jobs/{id}/events HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n");
    pipe.write_all(request.as_bytes()).await.expect("a request");
    let (mut lines, mut events) = (BufReader::new(pipe).lines(), Vec::new());
    while let Some(line) = lines.next_line().await.expect("text") {
        let Some(data) = line.strip_prefix("data: ") else { continue };
        let event = serde_json::from_str(data).expect("JSON");
        let found = is_wanted(&event);
        events.push(event);
        if found {
            return events;
        }
    }
    panic!("the events end before that: {events:?}")
}

async fn end(referee: &Simulation, id: &str) -> Value {
    follow(referee, id, |event| event["ended"].is_string()).await.pop().expect("an end")
}

/// Cancels a job that is not over, and waits for its end.
async fn stop(referee: &Simulation, id: &str) -> Value {
    cancelled(referee, id).await.is(202);
    end(referee, id).await
}

/// Whether a job has begun its search.
fn has_begun(event: &Value) -> bool {
    event["progress"]["generated"].as_u64().is_some_and(|generated| generated > 0)
}

#[tokio::test]
async fn a_job_ends_with_what_the_request_would_have_got() {
    let referee = Simulation::start(&[]).await;
    for (path, body) in [
        ("/v1/solve/knights-tour", r#"{"board": "6x6", "kind": "closed", "count": "all"}"#),
        ("/v1/solve/sudoku", r#"{"grid": "................", "count": true}"#),
        ("/v1/compare/taquin", r#"{"question": {"start": "1 2 3/4 5 6/_ 7 8"}, "methods": ["ida-star", "greedy"]}"#),
        ("/v1/games/knights/analyse", r#"{"depth": 3}"#),
    ] {
        let now = referee.http("POST", path, JSON, body).await.json();
        let id = job(&referee, path, "", body).await;
        let last = end(&referee, &id).await;
        assert_eq!((&last["state"], &last["result"]), (&json!("done"), &Value::Null), "{last}");
        let job = shown(&referee, &id).await;
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
    // A text arrives in pieces, as it was written; a drawing without its cost.
    for (accept, until) in [("image/svg+xml", "</svg>"), ("text/plain", "construction:")] {
        let (path, accept, body) = ("/v1/solve/knights-tour", format!("accept: {accept}\r\n"), r#"{"board": "120x120"}"#);
        let now = referee.http("POST", path, &format!("content-type: application/json\r\n{accept}"), body).await.body;
        let id = job(&referee, path, &accept, body).await;
        end(&referee, &id).await;
        let kept = shown(&referee, &id).await["result"].as_str().expect("a text").to_string();
        let drawing = |text: &str| text.split(until).next().map(String::from);
        assert!(kept.len() > 64 << 10 && drawing(&kept) == drawing(&now), "{} and {} bytes", kept.len(), now.len());
    }
}

#[tokio::test]
async fn a_job_tells_how_far_it_is_and_can_be_cancelled() {
    let referee = Simulation::start(&[]).await;
    let mut jobs = Vec::new();
    for _ in 0..3 {
        jobs.push(job(&referee, "/v1/solve/taquin", "", ENDLESS).await);
    }
    follow(&referee, &jobs[0], has_begun).await;
    // There are two threads for them: one of the three waits, and is cancelled as well.
    for id in jobs.iter().rev() {
        let last = stop(&referee, id).await;
        assert_eq!((&last["state"], &last["why"]["code"]), (&json!("cancelled"), &json!("question.cancelled")), "{last}");
        assert_eq!(cancelled(&referee, id).await.status, 409);
    }
    // The thread is free again.
    let third = job(&referee, "/v1/solve/sudoku", "", GRID).await;
    assert_eq!(end(&referee, &third).await["state"], "done");
}

#[tokio::test]
async fn a_short_job_passes_long_ones_of_the_same_asker() {
    let referee = Simulation::start(&[]).await;
    let long = [job(&referee, "/v1/solve/taquin", "", ENDLESS).await, job(&referee, "/v1/solve/taquin", "", ENDLESS).await];
    let short = job(&referee, "/v1/solve/sudoku", "", GRID).await;
    assert_eq!(end(&referee, &short).await["state"], "done");
    for id in &long {
        assert_eq!(shown(&referee, id).await["ended"], Value::Null);
        stop(&referee, id).await;
    }
}

#[tokio::test]
async fn a_job_belongs_to_the_clients_that_know_its_name() {
    let referee = Simulation::start(&[]).await;
    let id = job(&referee, "/v1/solve/sudoku", "", GRID).await;
    assert!(id.len() == 16 && id != job(&referee, "/v1/solve/sudoku", "", GRID).await, "{id}");
    let upper = id.to_uppercase();
    let mut others = vec!["1", "0000000000000001", "ffffffffffffffff", "+000000000000001", "x", "1%2F2"];
    others.extend((upper != id).then_some(&*upper));
    for other in others {
        assert_eq!(cancelled(&referee, other).await.status, 404, "{other}");
        assert_eq!(referee.get(&format!("/v1/jobs/{other}")).await.status, 404, "{other}");
        assert_eq!(referee.get(&format!("/v1/jobs/{other}/events")).await.status, 404, "{other}");
    }
    assert_eq!(end(&referee, &id).await["state"], "done");
}

#[tokio::test]
async fn a_restart_takes_jobs_up_again() {
    let mut referee = Simulation::start(&[]).await;
    let done = job(&referee, "/v1/solve/sudoku", "", GRID).await;
    end(&referee, &done).await;
    let running = job(&referee, "/v1/solve/taquin", "", ENDLESS).await;
    // These wait behind it, in every form that a question has.
    let waiting = [
        job(&referee, "/v1/solve/sudoku", "accept: text/plain\r\n", GRID).await,
        job(&referee, "/v1/compare/taquin", "", r#"{"question": {"start": "1 2 3/4 5 6/_ 7 8"}, "methods": ["ida-star"]}"#).await,
        job(&referee, "/v1/games/connect-four/analyse", "", r#"{"position": "4 4 4", "depth": 3}"#).await,
    ];
    let before = shown(&referee, &waiting[0]).await;
    assert_eq!(before["task"]["code"], "job_task.solve", "{before}");
    assert!(before["task"]["sentence"].as_str().is_some_and(|task| task.starts_with("solve sudoku by ")), "{before}");
    for _ in 0..3 {
        referee = referee.restarted(&[]).await;
        assert_eq!(shown(&referee, &done).await["state"], "done");
        assert_ne!(shown(&referee, &running).await["state"], "failed");
        let again = shown(&referee, &waiting[0]).await;
        assert_eq!((&again["task"], &again["created"]), (&before["task"], &before["created"]), "{again}");
        assert_ne!(again["state"], "failed", "{again}");
    }
    assert_eq!(cancelled(&referee, &running).await.status, 202);
    for (id, form) in waiting.iter().zip(["text/plain", "application/json", "application/json"]) {
        // It may have ended before a client could follow it.
        if shown(&referee, id).await["ended"].is_null() {
            end(&referee, id).await;
        }
        let over = shown(&referee, id).await;
        assert_eq!((&over["state"], &over["result_type"]), (&json!("done"), &json!(form)), "{over}");
    }
}

/// The progress of the only job, once it has some.
async fn checkpoint(storage: &Arc<dyn Storage>) -> CheckpointRow {
    let job = storage.unfinished_jobs().await.expect("a list")[0];
    let reached = async {
        loop {
            if let Some(row) = storage.checkpoints(job).await.expect("a list").pop() {
                return row;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), reached).await.expect("it comes further")
}

/// A referee stops in the middle of a proof; the next one on the same folder continues from what was proven.
#[tokio::test]
async fn a_search_continues_from_its_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let location = StorageLocation::Folder(folder.path().into());
    let open = async || server::open(&location, Durability::Process).await.expect("a folder");
    let opened = open().await;
    let referee = Simulation::resume(opened.storage.clone(), &[]).await;
    let question = r#"{"scramble": "R U F' L2 D B U' R2 F D' L B2 U R' F2 D L' B U2 R", "method": "ida-star-corners"}"#;
    let id = job(&referee, "/v1/solve/rubiks-cube", "", question).await;
    checkpoint(&opened.storage).await;
    referee.stopped().await;
    let row = checkpoint(&opened.storage).await;
    // No test searches this many nodes: the job must have resumed from there.
    let mut stored: Value = row.checkpoint.read().expect("JSON");
    assert!(stored["reached"]["bound"].as_u64().is_some_and(|moves| moves > 0), "{stored}");
    let before = stored["nodes"].as_u64().expect("a number") + 1_000_000_000_000;
    stored["nodes"] = before.into();
    let checkpoint = Checkpoint::of(&stored).expect("it is small");
    opened.storage.write(vec![Change::Checkpoint(CheckpointRow { checkpoint, ..row })]).await.expect("written");
    opened.close();

    let opened = open().await;
    let referee = Simulation::resume(opened.storage.clone(), &[]).await;
    let first = follow(&referee, &id, has_begun).await.pop().expect("an event");
    assert!(first["progress"]["generated"].as_u64().is_some_and(|generated| generated >= before), "{first}");
    stop(&referee, &id).await;
    assert_eq!(opened.storage.checkpoints(row.job).await, Ok(vec![]), "what is over needs none");
    referee.stopped().await;
    opened.close();
}

/// Two processes die while they work on a job, which the third gives up; a job that waited meanwhile is not to blame, nor is one whose referee was
/// stopped. A referee that says nothing more to its storage is as good as dead.
#[tokio::test]
async fn a_job_that_may_be_what_ends_the_referee_is_given_up() {
    let (mut referee, mut dead) = (Simulation::start(&[]).await, Vec::new());
    let running = job(&referee, "/v1/solve/taquin", "", ENDLESS).await;
    for _ in 0..4 {
        follow(&referee, &running, has_begun).await;
        referee = referee.restarted(&[]).await;
    }
    for _ in 0..2 {
        follow(&referee, &running, has_begun).await;
        let next = Simulation::resume(referee.storage.clone(), &[]).await;
        dead.push(std::mem::replace(&mut referee, next));
    }
    referee.get(&format!("/v1/jobs/{running}")).await.says(200, "\"failed\"").says(200, "process ended 2 times");
    let after = job(&referee, "/v1/solve/sudoku", "", GRID).await;
    assert_eq!(end(&referee, &after).await["state"], "done");
    for referee in dead {
        referee.stopped().await;
    }
}

#[tokio::test]
async fn a_job_may_take_longer_than_a_request_but_not_for_ever() {
    let referee = Simulation::start(&[]).await;
    let body = |seconds: u32| format!(r#"{{"grid": "................", "limits": {{"seconds": {seconds}}}}}"#);
    assert_eq!(referee.http("POST", "/v1/solve/sudoku", JSON, &body(60)).await.status, 400);
    job(&referee, "/v1/solve/sudoku", "", &body(60)).await;
    assert_eq!(referee.http("POST", "/v1/solve/sudoku", AS_JOB, &body(4_000)).await.status, 400);
}

#[tokio::test]
async fn jobs_that_are_not_over_are_listed() {
    let referee = Simulation::start(&[]).await;
    assert_eq!(referee.get("/v1/jobs").await.json(), json!({"jobs": []}));
    let endless = || job(&referee, "/v1/solve/taquin", "", ENDLESS);
    let both = [endless().await, endless().await];
    let listed = referee.get("/v1/jobs").await.json();
    let ids = each(&listed["jobs"], "id");
    assert!(ids.len() == 2 && both.iter().all(|id| ids.contains(&&json!(id))), "{listed}");
    for id in both {
        stop(&referee, &id).await;
    }
    assert_eq!(referee.get("/v1/jobs").await.json(), json!({"jobs": []}));
}

/// Where several threads work on jobs, what can be cut is cut, and put together again.
#[tokio::test]
async fn a_job_in_parts_ends_with_what_the_whole_would() {
    let referee = Simulation::start(&["--job-threads", "2"]).await;
    let grids = json!({"questions": vec![json!({"grid": "................"}); 5]}).to_string();
    let now = referee.http("POST", "/v1/batch/sudoku", "content-type: application/json\r\naccept: text/plain\r\n", &grids).await;
    assert_eq!((now.status, &*now.body), (200, "5 × sudoku: 5 solved, 0 impossible, 0 stopped by a limit\n"));
    let batch = job(&referee, "/v1/batch/sudoku", "", &grids).await;
    let won = r#"{"position": "5554224333234511764415115"}"#;
    let proof = job(&referee, "/v1/solve/connect-four", "", won).await;
    let endless = format!(r#"{{"questions": [{}]}}"#, [ENDLESS; 5].join(", "));
    let endless = job(&referee, "/v1/batch/taquin", "", &endless).await;
    for id in [&batch, &proof] {
        if shown(&referee, id).await["ended"].is_null() {
            assert_eq!(end(&referee, id).await["state"], "done");
        }
    }
    assert_eq!(shown(&referee, &batch).await["result"]["solved"], 5);
    let whole = referee.http("POST", "/v1/solve/connect-four", JSON, won).await.json();
    let proven = shown(&referee, &proof).await["result"].clone();
    assert_eq!((&proven["verdict"], &proven["answer"]["score"]), (&json!("solved"), &whole["answer"]["score"]), "{proven}");
    let is_cut = |event: &Value| event["progress"]["parts"] == 6;
    follow(&referee, &endless, is_cut).await;
    assert_eq!(cancelled(&referee, &endless).await.status, 202);
    referee.http("POST", "/v1/batch/sudoku", AS_JOB, r#"{"questions": [{"grid": "12"}]}"#).await.says(400, "`questions[0]`");
    assert_eq!(referee.http("POST", "/v1/batch/chess960", AS_JOB, &grids).await.status, 404);
}

/// A node without solver threads answers immediately if there is no worker, but takes a job, which may wait.
#[tokio::test]
async fn a_question_without_a_worker_is_refused() {
    let referee = Simulation::start(&["--threads", "0"]).await;
    referee.http("POST", "/v1/solve/taquin", JSON, TAQUIN).await.says(503, "solving.no_worker");
    job(&referee, "/v1/solve/taquin", "", TAQUIN).await;
    assert_eq!(referee.get("/v1/nodes").await.json()["jobs_waiting"], 1);
}

#[tokio::test]
async fn a_job_that_cannot_be_kept_fails_alone() {
    let mut is_first = true;
    let is_taken = |changes: &[Change]| matches!(changes, [Change::JobTaken { .. }]);
    let storage = Faulty::new(move |changes| (is_taken(changes) && std::mem::take(&mut is_first)).then_some(InjectedFault::Conflict));
    let referee = Simulation::resume(storage, &[]).await;
    let ask = || job(&referee, "/v1/solve/taquin", "", TAQUIN);
    let (first, second) = (ask().await, ask().await);
    assert_eq!(end(&referee, &second).await["state"], "done");
    assert_eq!(end(&referee, &first).await["state"], "failed");
}
