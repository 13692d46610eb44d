//! Failures are contained: a match or tournament that fails is suspended with its reason, all others continue, and so does a referee that is
//! started again.

use super::simulation::{JSON, Simulation, play};
use super::tournament::{act, finished, row, running};
use rules::{Catalogue, Game, Knights, Outcome, Position, Side};
use serde_json::{Value, json};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use storage::{Change, MatchRow, Storage};

/// A game of three plies that panics whenever a position is read or a move is played, while it is out of order.
#[derive(Clone, PartialEq, Eq)]
struct Fuse(u32);

static OUT_OF_ORDER: AtomicBool = AtomicBool::new(false);

fn must_be_in_order() {
    assert!(!OUT_OF_ORDER.load(Relaxed), "the fuse has blown");
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, message::Coded)]
#[code("on", unsaid)]
struct On;

impl FromStr for On {
    type Err = On;
    fn from_str(text: &str) -> Result<On, On> {
        if text == "on" { Ok(On) } else { Err(On) }
    }
}

impl fmt::Display for Fuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fuse {}", self.0)
    }
}

impl FromStr for Fuse {
    type Err = On;
    fn from_str(text: &str) -> Result<Fuse, On> {
        must_be_in_order();
        text.strip_prefix("fuse ").and_then(|ply| ply.parse().ok()).map(Fuse).ok_or(On)
    }
}

impl Position for Fuse {
    type Move = On;
    type Moves = Vec<On>;
    type Illegal = On;
    const NAME: &'static str = "fuse";
    const HAS_OPENINGS: bool = false;

    fn start() -> Fuse {
        Fuse(0)
    }
    fn side_to_move(&self) -> Side {
        Side::to_move_after(self.0)
    }
    fn ply(&self) -> u32 {
        self.0
    }
    fn key(&self) -> u64 {
        self.0.into()
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 3).then_some(Outcome::Win(Side::White))
    }
    fn legal_moves(&self) -> Vec<On> {
        if self.outcome().is_some() { Vec::new() } else { vec![On] }
    }
    fn play(&mut self, _: On) {
        must_be_in_order();
        self.0 += 1;
    }
    fn check_move(&self, _: On) -> Result<(), On> {
        Ok(())
    }
}

static GAMES: [Game; 2] = [Game::of::<Knights>(), Game::of::<Fuse>()];

async fn started(storage: &Arc<dyn Storage>) -> Simulation {
    Simulation::with_games(Catalogue::of(&GAMES), storage.clone(), &[]).await
}

async fn restarted(referee: Simulation) -> Simulation {
    let storage = referee.storage.clone();
    referee.stopped().await;
    started(&storage).await
}

fn plan(name: &str, game: &str) -> Value {
    json!({"name": name, "game": game, "format": "round_robin", "games": 1, "time": "60s", "ready_timeout": "10s", "entrants": ["ann", "bob", "cyd"]})
}

/// The tournament's reason to be suspended, and that of the answer to what is asked of it meanwhile.
async fn suspended(referee: &Simulation, path: &str) -> String {
    for _ in 0..10_000 {
        let detail = referee.get(path).await.json();
        if let Some(why) = detail["suspended"]["sentence"].as_str() {
            let refused = referee.post(&format!("{path}/pause"), &json!({})).await;
            refused.says(409, "/docs/api#contest.suspended").says(409, "is suspended").says(409, why);
            return why.into();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{}", referee.get(path).await.body);
}

async fn counts(referee: &Simulation, what: &str, number: usize) {
    let figures = referee.get("/metrics").await.body;
    assert!(figures.contains(&format!("arbitre_{what}_suspended {number}\n")), "{figures}");
}

#[tokio::test(start_paused = true)]
async fn a_panic_stays_in_the_tournament_or_match_where_it_happened() {
    let referee = started(&storage::in_memory()).await;
    let [first, second] = [running(&referee, &plan("Resumed", "fuse")).await, running(&referee, &plan("Finished", "fuse")).await];
    let sound = running(&referee, &plan("Sound", "knights")).await;
    let (game, mut dan, _eve) = referee.begun(json!({"white": "dan", "black": "eve", "game": "fuse"})).await;
    OUT_OF_ORDER.store(true, Relaxed);
    dan.send(json!({"t": "move", "game": game, "ply": 0, "move": "on"})).await;
    for path in [&first, &second] {
        assert_eq!(suspended(&referee, path).await, "a panic: the fuse has blown");
    }
    finished(&referee, &sound).await;
    let broken = format!("/v1/matches/{game}");
    assert_eq!(referee.get(&broken).await.json()["suspended"]["sentence"], "a panic: the fuse has blown");
    counts(&referee, "tournaments", 2).await;
    counts(&referee, "matches", 1).await;
    assert!(!referee.stop.is_cancelled(), "the referee continues");
    assert_eq!(referee.post(&format!("{second}/finish"), &json!({})).await.json()["stage"], "finished");

    let referee = restarted(referee).await;
    assert_eq!(suspended(&referee, &first).await, "a panic: the fuse has blown");
    referee.post(&format!("{first}/resume"), &json!({})).await.says(409, "/docs/api#contest.suspended");
    let closed = referee.get(&second).await.json();
    assert_eq!((&closed["stage"], &closed["suspended"]), (&json!("finished"), &Value::Null));
    assert_eq!(closed["incomplete"]["sentence"], "an operator has closed it");
    referee.post(&format!("{second}/pause"), &json!({})).await.says(409, "/docs/api#contest.closed");
    counts(&referee, "matches", 1).await;

    OUT_OF_ORDER.store(false, Relaxed);
    assert_eq!(act(&referee, &first, "resume").await["suspended"], Value::Null);
    finished(&referee, &first).await;
    let operator = referee.as_operator("").await;
    let (mut dan, mut eve) = (referee.bot_of("dan", &["fuse"]).await, referee.bot_of("eve", &["fuse"]).await);
    assert_eq!(referee.http("POST", &format!("{broken}/resume"), &operator, "").await.is(200).json()["suspended"], Value::Null);
    let again = referee.http("POST", &format!("{broken}/resume"), &operator, "").await.says(409, "/docs/api#contest.not_suspended");
    assert_eq!(again.json()["detail"], format!("match {game} is running: there is nothing to resume"));
    assert_eq!(play(&mut dan, &mut eve).await["result"], "white");
    let resumed = referee.http("POST", &format!("{second}/resume"), &operator, "").await.json();
    assert_eq!((&resumed["stage"], &resumed["suspended"]), (&json!("running"), &Value::Null), "{resumed}");
    finished(&referee, &second).await;
    counts(&referee, "tournaments", 0).await;
    counts(&referee, "matches", 0).await;
}

/// A line that another version, or a damaged disk, has left in a log.
async fn damage(storage: &dyn Storage, of: &str, number: u64) {
    let (id, body) = (1, r#"{"line":0,"at_us":0,"t":"ended","encounter":8,"game":8,"attempt":1,"result":"draw","played":true}"#.into());
    let change = match of {
        "tournament" => Change::TournamentLine { id, number, body },
        _ => Change::Line { match_id: id, number, body: "{}".into() },
    };
    storage.write(vec![change]).await.expect("written");
}

#[tokio::test(start_paused = true)]
async fn a_log_that_does_not_read_stops_nothing_else() {
    let referee = started(&storage::in_memory()).await;
    let paths = [running(&referee, &plan("Damaged", "knights")).await, running(&referee, &plan("Sound", "knights")).await];
    let lines = referee.get(&paths[0]).await.json()["lines"].as_u64().expect("a number");
    damage(&*referee.storage, "tournament", lines).await;
    let referee = restarted(referee).await;
    let why = suspended(&referee, &paths[0]).await;
    assert!(why.contains(&format!("line {lines} of its log: ")), "{why}");
    assert_eq!(referee.get(&paths[0]).await.json()["lines"], lines, "as far as it reads");
    assert_eq!(referee.post(&format!("{}/resume", paths[0]), &json!({})).await.status, 409);
    counts(&referee, "tournaments", 1).await;
    let closed = referee.post(&format!("{}/finish", paths[0]), &json!({})).await.json();
    assert_eq!((&closed["stage"], &closed["suspended"]), (&json!("finished"), &Value::Null), "{closed}");
    assert_eq!(closed["incomplete"]["sentence"], why);
    assert_eq!(referee.get("/v1/matches?status=running&tournament=1").await.json()["matches"], json!([]));
    finished(&referee, &paths[1]).await;
    let referee = restarted(referee).await;
    assert_eq!(referee.get(&paths[0]).await.json()["stage"], "finished");
    assert_eq!(referee.get("/v1/ratings").await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn a_tournament_without_a_plan_and_a_match_without_a_beginning_stop_nothing_else() {
    let storage = storage::in_memory();
    let row = row(storage.allocate_tournament_id().await.expect("a number"), "Damaged", protocol::TournamentStage::Running);
    let players = rules::BySide { white: "ann".to_string(), black: "bob".to_string() };
    let match_id = storage.allocate_match_ids(1).await.expect("a number");
    let one = MatchRow { match_id, game_name: "knights".into(), players, ..MatchRow::default() };
    storage.write(vec![Change::Tournament(row), Change::Match(one)]).await.expect("written");
    damage(&*storage, "tournament", 0).await;
    damage(&*storage, "match", 0).await;
    let referee = started(&storage).await;
    counts(&referee, "tournaments", 1).await;
    counts(&referee, "matches", 1).await;
    let why = suspended(&referee, "/v1/tournaments/1").await;
    assert!(why.contains("line 0"), "{why}");
    let listed = referee.get("/v1/tournaments").await.json()["tournaments"][0].clone();
    assert_eq!((&listed["name"], &listed["stage"], &listed["suspended"]["sentence"]), (&json!("Damaged"), &json!("running"), &json!(why)));
    assert_eq!(referee.get("/v1/matches").await.json()["matches"][0]["suspended"]["sentence"].as_str().map(str::is_empty), Some(false));
    referee.get("/v1/matches/1").await.says(409, "/docs/api#contest.suspended");
    let operator = referee.as_operator(JSON).await;
    assert_eq!(referee.http("POST", "/v1/matches/1/resume", &operator, "").await.status, 409);
    assert_eq!(
        referee.http("POST", "/v1/matches/1/decision", &operator, r#"{"result": "void", "why": "damaged"}"#).await.is(200).json()["status"],
        "over"
    );
    for (act, status) in [("resume", 409), ("finish", 200), ("finish", 200)] {
        referee.http("POST", &format!("/v1/tournaments/1/{act}"), &operator, "").await.is(status);
    }
    let referee = restarted(referee).await;
    let shown = referee.get("/v1/tournaments/1").await.json();
    assert_eq!((&shown["stage"], &shown["suspended"], &shown["incomplete"]["sentence"]), (&json!("finished"), &Value::Null, &json!(why)));
    counts(&referee, "tournaments", 0).await;
    counts(&referee, "matches", 0).await;
    let listed = referee.get("/v1/tournaments").await.json()["tournaments"][0].clone();
    assert_eq!((&listed["stage"], &listed["suspended"]), (&json!("finished"), &Value::Null));
    referee.http("DELETE", "/v1/tournaments/1", &operator, "").await.is(204);
    assert_eq!(referee.get("/v1/tournaments/1").await.status, 404);
    assert_eq!(referee.get("/v1/tournaments").await.json()["tournaments"], json!([]));
}
