//! Reviews of games: in the background, once for all clients, and stored.

use super::faulty_storage::{Faulty, InjectedFault};
use super::simulation::{JSON, Simulation, each, items, play};
use super::tournament::{bots_of, played};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use storage::{Change, JobRow, MatchFilter, Storage};

const FLAGS: &[&str] = &["--reviews", "tournaments"];

/// The review of a match as it is kept, once it is there.
async fn stored(storage: &dyn Storage, game: u64) -> JobRow {
    let deadline = Instant::now() + Duration::from_secs(300);
    while Instant::now() < deadline {
        if let Some(row) = storage.review_of(game).await.expect("no error").filter(|row| row.end.is_some()) {
            return row;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        // The worker threads do not see the paused time, and this loop would take their processor.
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("match {game} is not reviewed");
}

/// The remarks of a review.
fn said(review: &Value) -> String {
    let remarks = items(&review["remarks"]).iter();
    remarks.map(|remark| remark["sentence"].as_str().expect("a sentence")).collect::<Vec<_>>().join(" ")
}

async fn games(storage: &dyn Storage) -> Vec<u64> {
    let filter = MatchFilter { ended: Some(true), limit: 100, ..MatchFilter::default() };
    storage.list_matches(filter).await.expect("a list").iter().map(|row| row.match_id).collect()
}

/// A tournament of tic-tac-toe, played to its end.
async fn cup(referee: &Simulation) -> String {
    let _bots = bots_of(referee, "tic-tac-toe", &["ann", "bob"]).await;
    let plan = json!({"name": "Cup", "format": "round_robin", "game": "tic-tac-toe", "games": 2, "entrants": ["ann", "bob"]});
    played(referee, &plan).await
}

#[tokio::test(start_paused = true)]
async fn tournament_games_are_reviewed_unasked_and_friendly_ones_on_request() {
    let referee = Simulation::start(FLAGS).await;
    let (mut cyd, mut dan) = (referee.bot_of("cyd", &["tic-tac-toe"]).await, referee.bot_of("dan", &["tic-tac-toe"]).await);
    let friendly = referee.new_match(&json!({"white": "cyd", "black": "dan", "game": "tic-tac-toe"})).await;
    play(&mut cyd, &mut dan).await;
    cup(&referee).await;
    let storage = referee.storage.clone();
    let played: Vec<u64> = games(&*storage).await.into_iter().filter(|game| *game != friendly).collect();
    assert_eq!(played.len(), 2);
    let mut made = Vec::new();
    for game in &played {
        let row = stored(&*storage, *game).await;
        let review = referee.get(&format!("/v1/matches/{game}/review")).await.is(200).json();
        assert_eq!((&review["state"], &review["id"]), (&json!("done"), &json!(format!("{:016x}", row.id))), "the stored one is served");
        made.push(review);
    }
    let looked = referee.get(&format!("/v1/matches/{friendly}/review?make=false")).await.is(204);
    assert_eq!(looked.body, "", "who only looks has no job made");
    assert_eq!(storage.review_of(friendly).await.expect("no error"), None);
    let looked = referee.get(&format!("/v1/matches/{}/review?make=false", played[0])).await.is(200);
    assert_eq!(looked.json()["id"], made[0]["id"]);
    assert_eq!(referee.get("/v1/matches/999/review?make=false").await.status, 404);
    // As text, with the players, and without a time below a millisecond.
    let said: Vec<String> = made.iter().map(|job| said(&job["result"])).collect();
    assert!(said.iter().all(|said| said.starts_with("White played with an accuracy of ")), "{said:?}");
    for said in said.iter().filter(|said| said.contains("gave away")) {
        assert!((said.contains("ann (") || said.contains("bob (")) && !said.contains("It took 0 "), "{said}");
    }
    // A bot's are added up.
    let review = referee.get("/v1/bots/ann/reviews?game=tic-tac-toe").await.json();
    assert_eq!((&review["reviewed"], &review["over"]), (&json!(2), &json!(2)), "{review}");
    let marks = made.iter().flat_map(|job| each(&job["result"]["moves"], "mark"));
    let all_blunders = marks.filter(|mark| **mark == "blunder").count();
    let blunders = async |bot: &str| {
        let review = referee.get(&format!("/v1/bots/{bot}/reviews?game=tic-tac-toe")).await.json();
        let all = items(&review["parts"]).iter().find(|part| part["part"] == "all");
        all.map_or(0, |all| all["blunders"].as_u64().expect("a count"))
    };
    assert_eq!(blunders("ann").await + blunders("bob").await, all_blunders as u64, "every blunder has a player");
    assert_eq!(referee.get("/v1/bots/nobody/reviews").await.json()["reviewed"], 0);
    assert_eq!(referee.get("/v1/bots/ann/reviews?game=chess").await.status, 400);
    // Concurrent first requests share one job.
    let path = format!("/v1/matches/{friendly}/review");
    let asked = futures_util::future::join_all((0..20).map(|_| referee.get(&path))).await;
    let names: std::collections::BTreeSet<String> = asked.iter().map(|answer| answer.json()["id"].to_string()).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    // Jobs that students hand in do not push reviews out, nor the other way round; and a restart loses none.
    let own = stored(&*storage, friendly).await;
    let referee = referee.restarted(FLAGS).await;
    for (game, before) in played.iter().zip(&made) {
        let review = referee.get(&format!("/v1/matches/{game}/review")).await.json();
        assert_eq!((&review["id"], &review["result"]), (&before["id"], &before["result"]));
    }
    assert_eq!(storage.review_of(friendly).await.expect("no error"), Some(own));
    assert_eq!(storage.unreviewed(0, 100).await.expect("a list"), [0_u64; 0]);
}

#[tokio::test(start_paused = true)]
async fn a_review_that_cannot_be_stored_now_is_tried_again() {
    let mut is_first = true;
    let is_review = |changes: &[Change]| matches!(changes, [Change::Job(_), ..]);
    let storage: Arc<dyn Storage> =
        Faulty::new(move |changes| (is_review(changes) && std::mem::take(&mut is_first)).then_some(InjectedFault::Unavailable));
    let referee = Simulation::resume(storage.clone(), FLAGS).await;
    cup(&referee).await;
    for game in games(&*storage).await {
        stored(&*storage, game).await;
    }
}

#[tokio::test(start_paused = true)]
async fn what_waits_for_its_review_when_the_referee_stops_is_looked_at_after_the_next_start() {
    let referee = Simulation::start(&["--reviews", "none"]).await;
    cup(&referee).await;
    let storage: Arc<dyn Storage> = referee.storage.clone();
    tokio::time::sleep(Duration::from_secs(60)).await;
    let played = games(&*storage).await;
    assert_eq!(storage.unreviewed(0, 100).await.expect("a list").len(), played.len(), "no review was requested, and it is switched off");
    let _referee = referee.restarted(FLAGS).await;
    for game in played {
        let end = stored(&*storage, game).await.end.expect("it is over");
        assert!(end.result.is_some_and(|review| review.contains("\"moves\"")));
    }
}

/// Annulled games, and those without a move, are reviewed on request.
#[tokio::test(start_paused = true)]
async fn an_annulled_game_is_looked_at_when_asked() {
    let referee = Simulation::start(FLAGS).await;
    let (game, mut ann, mut bob) = referee.begun(json!({"game": "tic-tac-toe"})).await;
    for (bot, ply, mv) in [(&mut ann, 0, "A1"), (&mut bob, 1, "B2")] {
        bot.send(json!({"t": "move", "game": game, "ply": ply, "move": mv})).await;
        bot.wait_for("accepted").await;
    }
    let as_operator = referee.as_operator(JSON).await;
    let decision = json!({"result": "void", "why": "a test"}).to_string();
    referee.http("POST", &format!("/v1/matches/{game}/decision"), &as_operator, &decision).await.is(200);
    ann.wait_for("game_over").await;
    let path = format!("/v1/matches/{game}/review");
    let first = referee.get(&path).await;
    assert!([200, 202].contains(&first.status), "done by then or not: {}", first.body);
    stored(&*referee.storage, game).await;
    let review: Value = referee.get(&path).await.json();
    assert_eq!((&review["state"], items(&review["result"]["moves"]).len()), (&json!("done"), 2), "{review}");
    let summary = said(&review["result"]);
    assert!(summary.contains("White played with an accuracy of") && !summary.contains("null"), "{summary}");
}

/// No captures and no haste: a knight moves one row at a time. Two knights of each side arrive, and no game that we know is longer.
const LONG_GAME: &str = "D9-F8 F1-D2 F8-H7 D2-F3 H7-F6 F3-D4 F6-H5 D4-B5 C9-E8 B5-D6 E8-G7 D1-F2 G7-I6 F2-D3 F9-D8 C1-E2 I6-G5 D3-B4 \
    G5-E4 B1-D2 E4-C3 E2-G3 H5-F4 G3-I4 F4-D3 B4-D5 C3-A2 D5-B6 D3-B2 B6-D7 B2-D1 D2-F3 G9-E8 D6-F7 D8-B7 F3-D4 \
    E8-C7 G1-E2 B9-D8 F7-H8 H9-F8 H8-F9 F8-H7 H1-F2 H7-F6 I4-G5 F6-H5 D4-B5 D8-F7 G5-E6 F7-D6 E2-C3 H5-F4 C3-A4 \
    F4-D3 F2-H3 D3-B2 E6-G7 D6-F5 B5-D6 F5-D4 D7-F8 C7-E6 G7-I8 D4-F3 H3-F4 F3-D2 F4-D5 E6-G5 D6-F7 B7-D6 A4-C5 \
    D6-F5 F7-H8 F5-D4 D5-F6 G5-I4 F6-D7 D4-F3 C5-E6 I4-G3 D7-B8 G3-I2 E6-C7 F3-H2 C7-E8 D2-F1 F8-H9 PASSE E8-G9";

#[tokio::test]
async fn long_and_short_games_are_reviewed_with_remarks() {
    let referee = Simulation::start(&[]).await;
    let moves: Vec<&str> = LONG_GAME.split_whitespace().collect();
    assert_eq!(moves.len(), 90);
    let reviewed = async |played: &[&str], more: Value| {
        let mut question = json!({"moves": played, "nodes": 1_000});
        question.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        referee.post("/v1/games/knights/review", &question).await
    };
    let review = reviewed(&moves, json!({})).await;
    assert_eq!((review.status, review.json()["moves"].as_array().map(Vec::len)), (200, Some(90)), "{}", review.body);
    let review = reviewed(&moves[..2], json!({})).await.json();
    assert!(said(&review).starts_with("White played with an accuracy of "), "{review}");
    let first: message::Message = serde_json::from_value(review["remarks"][0].clone()).expect("a message");
    assert!(first.sentence(message::Language::French).starts_with("Les Blancs ont joué avec une précision de "), "{review}");
    assert_eq!(said(&reviewed(&[], json!({})).await.json()), "No move was played in this game.");
    let played = json!({"players": {"white": "Ann", "black": "Bob"}, "budget_us": 360_000_000, "charged_us": [1_000_000], "result": "void", "reason": "operator"});
    reviewed(&moves[..2], json!({"played": played})).await.says(400, "one for each of the 2 moves; not 1");
    let one_more = [&moves[..], &["A1-B3"]].concat();
    reviewed(&one_more, json!({})).await.says(400, "move 91: ");
}
