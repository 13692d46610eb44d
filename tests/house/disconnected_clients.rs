//! Requests whose clients disconnect: accepted commands run to their end, and memory agrees with storage.

use super::faulty_storage::Faulty;
use super::simulation::{Answer, JSON, Simulation, items};
use super::tournament::{enter, row};
use contest::tokens;
use protocol::TournamentStage;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use storage::{Change, Storage};

const AS_JOB: &str = "content-type: application/json\r\nprefer: respond-async\r\n";
const TOUR: &str = r#"{"board": "8x8", "kind": "closed"}"#;
const ARCHIVE: &str = include_str!("../golden/tournament-rules-1.jsonl");
/// Longer than anything here takes that is not held.
const SETTLED: Duration = Duration::from_millis(100);
/// How long a client waits that leaves.
const TIMEOUT: Duration = Duration::from_secs(1);

/// A request: its method, path, headers and body. `FREE` and `OVER` stand for a match of no tournament that runs and one that is over, `JOB` and
/// `TOKEN` for what the world has of these.
type Request<'r> = (&'r str, &'r str, &'r str, &'r str);

/// Every request that changes something, in a world as [`World::new`] makes it.
const REQUESTS: &[Request<'static>] = &[
    ("POST", "/v1/tournaments", JSON, r#"{"name": "Cup", "format": "swiss", "rounds": 2, "entrants": ["ann", "bob"]}"#),
    ("POST", "/v1/tournaments/1/entrants", JSON, r#"{"bot": "eve"}"#),
    ("DELETE", "/v1/tournaments/1/entrants/cyd", "", ""),
    ("DELETE", "/v1/tournaments/2/entrants/ann?why=ill", "", ""),
    ("POST", "/v1/tournaments/1/entrants/ann/byes", JSON, r#"{"round": 1, "bye": "half_point"}"#),
    ("POST", "/v1/tournaments/1/start", "", ""),
    ("POST", "/v1/tournaments/2/pause", "", ""),
    ("POST", "/v1/tournaments/2/finish", "", ""),
    ("POST", "/v1/tournaments/3/resume", "", ""),
    ("POST", "/v1/tournaments/3/finish", "", ""),
    ("POST", "/v1/tournaments/4/resume", "", ""),
    ("POST", "/v1/tournaments/4/archive", "", ""),
    ("POST", "/v1/tournaments/2/decisions", JSON, r#"{"game": "1.1", "action": "annul", "why": "a test"}"#),
    ("POST", "/v1/tournaments/2/decisions", JSON, r#"{"game": "1.1", "action": "replay", "why": "a test"}"#),
    ("POST", "/v1/tournaments/2/decisions", JSON, r#"{"game": "1.1", "action": "adjudicate", "result": "draw", "why": "a test"}"#),
    ("DELETE", "/v1/tournaments/1", "", ""),
    ("DELETE", "/v1/tournaments/2", "", ""),
    ("DELETE", "/v1/tournaments/4", "", ""),
    ("POST", "/v1/tournaments/5/resume", "", ""),
    ("POST", "/v1/tournaments/5/finish", "", ""),
    ("DELETE", "/v1/tournaments/5", "", ""),
    ("POST", "/v1/tournaments/import", "", ARCHIVE),
    ("GET", "/v1/tournaments/1/check", "", ""),
    ("PUT", "/v1/bots/ann/rehearsal", JSON, r#"{"failed": []}"#),
    ("POST", "/v1/matches", JSON, r#"{"white": "ann", "black": "bob"}"#),
    ("POST", "/v1/matches/FREE/decision", JSON, r#"{"result": "white", "why": "a test"}"#),
    ("GET", "/v1/matches/OVER/review", "", ""),
    ("POST", "/v1/admin/tokens", JSON, r#"{"bot": "eve", "team": "greens"}"#),
    ("POST", "/v1/admin/tokens/TOKEN/rotate", "", ""),
    ("DELETE", "/v1/admin/tokens/TOKEN", "", ""),
    ("POST", "/v1/admin/class", "content-type: text/csv\r\n", "name,team\ngus,greens\nhal,reds\n"),
    ("POST", "/v1/solve/knights-tour", AS_JOB, TOUR),
    ("DELETE", "/v1/jobs/JOB", "", ""),
    SEEK,
];

/// Two bots seek each other, on their sockets.
const SEEK: Request<'static> = ("SEEK", "", "", "");

/// A referee that has something of everything.
struct World {
    storage: Arc<Faulty>,
    referee: Simulation,
    authorization: String,
    /// What stands for what in a path.
    named: Vec<(&'static str, String)>,
}

async fn started(storage: Arc<dyn Storage>) -> Simulation {
    // Without threads for jobs, they stay in the queue.
    Simulation::resume(storage, &["--threads", "0"]).await
}

impl World {
    async fn new() -> World {
        let storage = Faulty::new(|_| None);
        let (_, secret) = tokens::mint(&*storage, None, None).await.expect("an operator's token");
        let (token, _) = tokens::mint(&*storage, Some("dan".parse().expect("a name")), None).await.expect("a bot's token");
        let authorization = format!("authorization: Bearer {secret}\r\n");
        let mut world =
            World { referee: started(storage.clone()).await, storage, authorization, named: vec![("TOKEN", token.id.to_string())] };
        let plan = |name: &str, format: &str| {
            format!(r#"{{"name": "{name}", {format}, "time": "600s", "ready_timeout": "3600s", "entrants": ["ann", "bob", "cyd"]}}"#)
        };
        for (path, body) in [
            ("/v1/tournaments", &*plan("open", r#""format": "swiss", "rounds": 2"#)),
            ("/v1/tournaments", &plan("running", r#""format": "round_robin", "games": 2"#)),
            ("/v1/tournaments", &plan("paused", r#""format": "round_robin", "games": 2"#)),
            ("/v1/tournaments", &plan("over", r#""format": "round_robin""#)),
            ("/v1/tournaments/4/start", ""),
            ("/v1/tournaments/4/finish", ""),
            ("/v1/tournaments/2/start", ""),
            ("/v1/tournaments/3/start", ""),
            ("/v1/tournaments/3/pause", ""),
        ] {
            world.done(&("POST", path, JSON, body)).await;
        }
        let id = world.storage.allocate_tournament_id().await.expect("a number");
        let without_log = row(id, "suspended", TournamentStage::Running);
        world.storage.write(vec![Change::Tournament(without_log)]).await.expect("written");
        assert_eq!(world.get(&format!("/v1/tournaments/{id}")).await["suspended"]["sentence"], "there is no log");
        for name in ["FREE", "OVER"] {
            let made = world.done(&("POST", "/v1/matches", JSON, r#"{"white": "gus", "black": "hal", "time": "600s"}"#)).await;
            world.named.push((name, made["game"].to_string()));
        }
        world.done(&("POST", "/v1/matches/OVER/decision", JSON, r#"{"result": "draw", "why": "a test"}"#)).await;
        let job = world.done(&("POST", "/v1/solve/knights-tour", AS_JOB, TOUR)).await;
        world.named.push(("JOB", job["id"].as_str().expect("a name").into()));
        world
    }

    async fn answer(&self, request @ (method, path, headers, body): &Request<'_>) -> Answer {
        if *request == SEEK {
            let (mut ian, mut joe) = (self.referee.bot("ian").await, self.referee.bot("joe").await);
            ian.send(json!({"t": "seek"})).await;
            ian.wait_for("notice").await;
            joe.send(json!({"t": "seek"})).await;
            joe.wait_for("state").await;
            return Answer { request: "SEEK".into(), status: 200, head: String::new(), body: String::new() };
        }
        let path = self.named.iter().fold((*path).to_string(), |path, (name, is)| path.replace(name, is));
        self.referee.http(method, &path, &format!("{}{headers}", self.authorization), body).await
    }

    async fn done(&self, request: &Request<'_>) -> Value {
        let answer = self.answer(request).await;
        assert!((200..300).contains(&answer.status), "{request:?}: {}", answer.body);
        answer.json()
    }

    async fn get(&self, path: &str) -> Value {
        self.answer(&("GET", path, "", "")).await.json()
    }

    /// The referee's state in memory, and the state loaded from its storage.
    async fn state(&self) -> Value {
        let all = self.get("/v1/tournaments").await;
        let mut tournaments = Vec::new();
        for listed in items(&all["tournaments"]) {
            let number = &listed["tournament"];
            let (detail, games) =
                (self.get(&format!("/v1/tournaments/{number}")).await, self.get(&format!("/v1/tournaments/{number}/games")).await);
            tournaments.push(json!([listed, detail, games]));
        }
        let mut matches = self.get("/v1/matches?limit=100").await;
        for one in matches["matches"].as_array_mut().expect("a list") {
            let running = self.get(&format!("/v1/matches/{}", one["game"])).await;
            *one = json!([one, running["moves"], running["status"]]);
        }
        let running = self.get("/v1/matches?status=running&limit=100").await;
        let figures = self.answer(&("GET", "/metrics", "", "")).await.body;
        let counted = |line: &&str| line.starts_with("arbitre_matches_running") || line.starts_with("arbitre_solve_jobs");
        json!({
            "figures": figures.lines().filter(counted).collect::<Vec<_>>(),
            "tournaments": tournaments,
            "matches": matches,
            "running": running,
            "jobs": self.get("/v1/jobs").await,
            "tokens": self.get("/v1/admin/tokens").await,
            "there": self.get("/v1/tournaments/3/check").await,
        })
    }

    async fn restarted(mut self) -> World {
        self.referee.stop.cancel();
        self.referee.served.await.expect("no panic").expect("no failure");
        self.referee = started(self.storage.inner.clone()).await;
        self
    }
}

/// Sends a request and leaves at the storage's call after `n` others, which is held until the client has left. Where memory then differs from what
/// a restart loads; none if there are no more calls.
async fn abandoned_at(request: &Request<'_>, n: u64) -> Option<Vec<String>> {
    let world = World::new().await;
    world.storage.hold_after(n);
    let was_held = tokio::select! {
        biased;
        () = world.storage.held() => true,
        answer = world.answer(request) => {
            assert!((200..300).contains(&answer.status) || answer.status == 409, "{request:?}: {}", answer.body);
            false
        }
    };
    // The referee learns that the client has left before the storage continues.
    tokio::time::sleep(SETTLED).await;
    world.storage.keep_going();
    tokio::time::sleep(SETTLED).await;
    assert!(!world.referee.stop.is_cancelled(), "{request:?}, call {n}: the referee continues");
    let held = world.state().await;
    let loaded = world.restarted().await.state().await;
    let different = difference(&held, &loaded);
    assert!(was_held || different.is_empty(), "{request:?}: {different:#?}");
    was_held.then_some(different)
}

/// Where two values differ, and what each has there.
fn difference(one: &Value, other: &Value) -> Vec<String> {
    match (one, other) {
        (Value::Object(first), Value::Object(second)) if first.keys().eq(second.keys()) => {
            first.iter().flat_map(|(key, value)| difference(value, &second[key]).into_iter().map(move |at| format!("{key}/{at}"))).collect()
        }
        (Value::Array(first), Value::Array(second)) if first.len() == second.len() => first
            .iter()
            .zip(second)
            .enumerate()
            .flat_map(|(place, (one, other))| difference(one, other).into_iter().map(move |at| format!("{place}/{at}")))
            .collect(),
        _ if one == other => Vec::new(),
        _ => vec![format!(" {one} ≠ {other}")],
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_begun_is_done_whenever_the_client_leaves() {
    // At every call in `.ci/long`, else at one of the first calls of each request.
    let every_call = std::env::var_os("THOROUGH").is_some();
    let (mut cases, mut wrong) = (0, Vec::new());
    for (number, request @ (method, path, ..)) in REQUESTS.iter().enumerate() {
        let calls = if every_call { 0..u64::MAX } else { number as u64 % 3..number as u64 % 3 + 1 };
        for call in calls {
            let Some(different) = abandoned_at(request, call).await else { break };
            cases += 1;
            wrong.extend((!different.is_empty()).then(|| format!("{method} {path}, call {call}: {different:#?}")));
        }
    }
    println!("{} requests, left at {cases} calls; memory differs from what a restart loads after {}", REQUESTS.len(), wrong.len());
    assert!(wrong.is_empty() && cases > REQUESTS.len() / 2, "{}", wrong.join("\n"));
}

#[tokio::test(start_paused = true)]
async fn a_tournament_that_leaves_memory_finishes_first() {
    let storage = Faulty::new(|_| None);
    let referee = Simulation::resume(storage.clone(), &[]).await;
    let plan = json!({"name": "Cup", "format": "round_robin", "entrants": ["ann", "bob"]});
    // More than stay in memory while idle.
    for _ in 0..70 {
        assert_eq!(referee.post("/v1/tournaments", &plan).await.status, 201);
    }
    assert_eq!(referee.get("/v1/tournaments/1").await.json()["entrants"], 2);
    storage.hold_writes();
    let entering = enter(&referee, "/v1/tournaments/1", "cyd");
    let others = async {
        for number in 2..=70 {
            assert_eq!(referee.get(&format!("/v1/tournaments/{number}")).await.status, 200);
        }
        assert_eq!(referee.get("/v1/tournaments/1").await.status, 200);
        storage.keep_going();
    };
    tokio::join!(entering, others).0.is(200);
    assert_eq!(enter(&referee, "/v1/tournaments/1", "dan").await.is(200).json()["entrants"], 4);
    assert!(!referee.stop.is_cancelled(), "the referee continues");
}

#[tokio::test(start_paused = true)]
async fn a_running_tournament_survives_an_abandoned_delete_request() {
    let world = World::new().await;
    // The client leaves as soon as the request has come.
    for limit in [Duration::from_millis(1), TIMEOUT] {
        let _ = tokio::time::timeout(limit, world.answer(&("DELETE", "/v1/tournaments/2", "", ""))).await;
        tokio::time::sleep(SETTLED).await;
        assert_eq!(world.get("/v1/tournaments/2").await["stage"], "running");
    }
    world.done(&("POST", "/v1/tournaments/2/pause", "", "")).await;
    world.answer(&("DELETE", "/v1/tournaments/2", "", "")).await.says(409, "/docs/api#tournament_refused.not_now");
}

#[tokio::test(start_paused = true)]
async fn a_match_whose_maker_left_during_the_write_begins() {
    let storage = Faulty::new(|_| None);
    let referee = Simulation::resume(storage.clone(), &[]).await;
    storage.hold_writes();
    let players = json!({"white": "ann", "black": "bob"});
    assert!(tokio::time::timeout(TIMEOUT, referee.post("/v1/matches", &players)).await.is_err(), "the write is held");
    storage.keep_going();
    tokio::time::sleep(SETTLED).await;
    assert!(referee.get("/metrics").await.body.contains("arbitre_matches_running 1\n"));
    let mut ann = referee.bot("ann").await;
    assert_eq!(ann.expect("state").await["game"], 1);
}
