//! Games that are looked at again: by themselves, once for all who ask, and kept.

use super::simulation::Simulation;
use super::tournament::{act, bots_of, create, finished};
use serde_json::{Value, json};
use server::storage::{JobRow, MatchFilter, Storage};
use server::tokens;
use std::sync::Arc;
use std::time::{Duration, Instant};

const FLAGS: &[&str] = &["--reviews", "tournaments"];

/// The review of a match as it is kept, once it is there.
async fn kept(storage: &dyn Storage, game: u64) -> JobRow {
    // The threads at work know nothing of the time that stands still here.
    let patience = Instant::now() + Duration::from_secs(300);
    while Instant::now() < patience {
        if let Some(row) = storage.review_of(game).await.expect("no error").filter(|row| row.end.is_some()) {
            return row;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        std::thread::yield_now();
    }
    panic!("nobody looks at match {game}");
}

async fn games(storage: &dyn Storage) -> Vec<u64> {
    let filter = MatchFilter { ended: Some(true), limit: 100, ..MatchFilter::default() };
    storage.list_matches(filter).await.expect("a list").iter().map(|listed| listed.row.game).collect()
}

/// A tournament of tic-tac-toe, played to its end.
async fn cup(referee: &Simulation) -> String {
    let _bots = bots_of(referee, "tic-tac-toe", &["ann", "bob"]).await;
    let plan = json!({"name": "Cup", "format": "round_robin", "game": "tic-tac-toe", "games": 2, "entrants": ["ann", "bob"]});
    let path = create(referee, &plan).await;
    act(referee, &path, "start").await;
    finished(referee, &path).await;
    path
}

#[tokio::test(start_paused = true)]
async fn games_of_tournaments_are_looked_at_by_themselves_and_friendly_ones_when_asked() {
    let referee = Simulation::start(FLAGS).await;
    let (mut cyd, mut dan) = (referee.bot_of("cyd", &["tic-tac-toe"]).await, referee.bot_of("dan", &["tic-tac-toe"]).await);
    let friendly = referee.new_match(&json!({"white": "cyd", "black": "dan", "game": "tic-tac-toe"})).await;
    tokio::join!(cyd.play_out(|ply, _| ply), dan.play_out(|ply, _| ply));
    cup(&referee).await;
    let storage = referee.storage.clone();
    let played: Vec<u64> = games(&*storage).await.into_iter().filter(|game| *game != friendly).collect();
    assert_eq!(played.len(), 2);
    let mut made = Vec::new();
    for game in &played {
        let row = kept(&*storage, *game).await;
        let told = referee.get(&format!("/v1/matches/{game}/review")).await;
        assert_eq!((told.status, told.json()["state"].clone()), (200, json!("done")), "{}", told.body);
        assert_eq!(told.json()["id"], json!(format!("{:016x}", row.id)), "who asks is told of what was made already");
        made.push(told.json());
    }
    let looked = referee.get(&format!("/v1/matches/{friendly}/review?make=false")).await;
    assert_eq!((looked.status, looked.body.as_str()), (204, ""), "who only looks has no job made");
    assert_eq!(storage.review_of(friendly).await.expect("no error"), None);
    let looked = referee.get(&format!("/v1/matches/{}/review?make=false", played[0])).await;
    assert_eq!((looked.status, looked.json()["id"].clone()), (200, made[0]["id"].clone()));
    assert_eq!(referee.get("/v1/matches/999/review?make=false").await.status, 404);
    // A bot's are added up.
    let told = referee.get("/v1/bots/ann/reviews?game=tic-tac-toe").await.json();
    assert_eq!((&told["reviewed"], &told["over"]), (&json!(2), &json!(2)), "{told}");
    let reviews: Vec<&Value> = made.iter().map(|job| &job["result"]).collect();
    let marked = |seat: &str, mark: &str| {
        let all = reviews.iter().flat_map(|review| review["moves"].as_array().expect("moves"));
        all.filter(|told| told["seat"] == seat && told["mark"] == mark).count()
    };
    let all_blunders = marked("white", "blunder") + marked("black", "blunder");
    let blunders = async |bot: &str| {
        let told = referee.get(&format!("/v1/bots/{bot}/reviews?game=tic-tac-toe")).await.json();
        told["parts"]
            .as_array()
            .expect("parts")
            .iter()
            .find(|part| part["part"] == "all")
            .map_or(0, |all| all["blunders"].as_u64().expect("a count"))
    };
    assert_eq!(blunders("ann").await + blunders("bob").await, all_blunders as u64, "whoever blundered");
    assert_eq!(referee.get("/v1/bots/nobody/reviews").await.json()["reviewed"], 0);
    assert_eq!(referee.get("/v1/bots/ann/reviews?game=chess").await.status, 400);
    // Many who are the first to ask have one job made.
    let path = format!("/v1/matches/{friendly}/review");
    let asked = futures_util::future::join_all((0..20).map(|_| referee.get(&path))).await;
    let names: std::collections::BTreeSet<String> = asked.iter().map(|answer| answer.json()["id"].to_string()).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    // Jobs that students hand in do not push reviews out, nor the other way round; and a restart loses none.
    let own = kept(&*storage, friendly).await;
    referee.stop.cancel();
    referee.served.await.expect("no panic").expect("no failure");
    let referee = Simulation::resume(storage.clone(), FLAGS).await;
    for (game, before) in played.iter().zip(&made) {
        let told = referee.get(&format!("/v1/matches/{game}/review")).await.json();
        assert_eq!((&told["id"], &told["result"]), (&before["id"], &before["result"]));
    }
    assert_eq!(storage.review_of(friendly).await.expect("no error"), Some(own));
    assert_eq!(storage.unreviewed(0, 100).await.expect("a list"), [0_u64; 0]);
}

#[tokio::test(start_paused = true)]
async fn what_waits_for_its_review_when_the_referee_stops_is_looked_at_after_the_next_start() {
    let referee = Simulation::start(&["--reviews", "none"]).await;
    cup(&referee).await;
    let storage: Arc<dyn Storage> = referee.storage.clone();
    tokio::time::sleep(Duration::from_secs(60)).await;
    let played = games(&*storage).await;
    assert_eq!(storage.unreviewed(0, 100).await.expect("a list").len(), played.len(), "nobody asked, and it is switched off");
    referee.stop.cancel();
    referee.served.await.expect("no panic").expect("no failure");
    let _referee = Simulation::resume(storage.clone(), FLAGS).await;
    for game in played {
        let end = kept(&*storage, game).await.end.expect("it is over");
        assert!(end.result.is_some_and(|review| review.contains("\"moves\"")));
    }
}

/// Annulled games, and such as ended before anybody had moved, are looked at when somebody asks.
#[tokio::test(start_paused = true)]
async fn an_annulled_game_is_looked_at_when_asked() {
    let referee = Simulation::start(FLAGS).await;
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    let game = referee.new_match(&json!({"white": "ann", "black": "bob"})).await;
    for bot in [&mut ann, &mut bob] {
        bot.wait_for("state").await;
        bot.say(json!({"t": "ready", "game": game})).await;
    }
    for (bot, ply) in [(&mut ann, 0), (&mut bob, 1)] {
        let turn = bot.wait_for("your_turn").await;
        bot.say(json!({"t": "move", "game": game, "ply": ply, "move": turn["legal_moves"][0]})).await;
    }
    ann.wait_for("your_turn").await;
    let (_, operator) = tokens::mint(&*referee.storage, None).await.expect("a token");
    let as_operator = format!("authorization: Bearer {operator}\r\ncontent-type: application/json\r\n");
    let decision = json!({"result": "void", "why": "a test"}).to_string();
    let answer = referee.http("POST", &format!("/v1/matches/{game}/decision"), &as_operator, &decision).await;
    assert!(answer.status < 300, "{}", answer.body);
    ann.wait_for("game_over").await;
    let path = format!("/v1/matches/{game}/review");
    assert_eq!(referee.get(&path).await.status, 202);
    kept(&*referee.storage, game).await;
    let told: Value = referee.get(&path).await.json();
    assert_eq!((told["state"].clone(), told["result"]["moves"].as_array().map(Vec::len)), (json!("done"), Some(2)), "{told}");
}
