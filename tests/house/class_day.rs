//! A class day: roll call, rehearsals, corrections before the start, and the tables after the end.

use super::simulation::{Answer, JSON, Simulation};
use super::tournament::{act, bots, create, finished, running};
use contest::tokens;
use serde_json::{Value, json};

async fn enter(referee: &Simulation, path: &str, bot: &str) -> Answer {
    referee.post(&format!("{path}/entrants"), &json!({"bot": bot})).await
}

async fn rehearse(referee: &Simulation, headers: &str, bot: &str, failed: Value) -> Answer {
    let body = json!({"failed": failed}).to_string();
    referee.http("PUT", &format!("/v1/bots/{bot}/rehearsal"), &format!("{headers}{JSON}"), &body).await
}

#[tokio::test(start_paused = true)]
async fn the_roll_is_called() {
    let referee = Simulation::start(&[]).await;
    let _ann = referee.bot("ann").await;
    for bot in ["bob", "cyd"] {
        tokens::mint(&*referee.storage, Some(bot.parse().expect("a name"))).await.expect("a token");
    }
    for _ in 0..2 {
        let mut bob = referee.socket("/ws").await;
        bob.send(json!({"t": "hello", "proto": [1], "bot": {"name": "bob"}})).await;
        assert_eq!(bob.expect_close().await.1, 4003);
    }
    let plan = json!({"name": "Cup", "format": "swiss", "entrants": ["ann", "bob", "cydd", "zorro"],
        "forbidden": [["ann", "bobb"], ["zorro", "somebody who comes later"]]});
    let path = create(&referee, &plan).await;
    assert_eq!(rehearse(&referee, "", "ann", json!(["a slow link"])).await.status, 200);
    let roll = referee.get(&format!("{path}/check")).await.json();
    let rows: Vec<_> =
        roll["entrants"].as_array().expect("rows").iter().map(|row| (&row["bot"], &row["attendance"], &row["nearest"])).collect();
    let expected = [
        (json!("ann"), json!("connected"), json!(null)),
        (json!("bob"), json!("absent"), json!(null)),
        (json!("cydd"), json!("unknown"), json!("cyd")),
        (json!("zorro"), json!("unknown"), json!(null)),
    ];
    assert_eq!(rows, expected.iter().map(|(bot, is, nearest)| (bot, is, nearest)).collect::<Vec<_>>());
    assert_eq!(roll["entrants"][1]["turned_away"], json!(2), "bob has no token");
    let strangers = json!([{"bot": "bobb", "nearest": "bob"}, {"bot": "somebody who comes later"}]);
    assert_eq!(roll["unknown_forbidden"], strangers);
    let rehearsal = &roll["entrants"][0]["rehearsal"];
    assert_eq!((&rehearsal["passed"], &rehearsal["failed"]), (&json!(false), &json!(["a slow link"])));
    assert_eq!(roll["entrants"][1]["rehearsal"], json!(null));
}

#[tokio::test(start_paused = true)]
async fn the_roll_names_a_program_that_replaces_another() {
    let referee = Simulation::start(&[]).await;
    let connect = async |version: &str| {
        let mut ann = referee.socket("/ws").await;
        ann.send(json!({"t": "hello", "proto": [1], "bot": {"name": "ann", "version": version}})).await;
        ann.expect("welcome").await;
        ann
    };
    let path = create(&referee, &json!({"name": "Cup", "format": "swiss", "entrants": ["ann", "bob"]})).await;
    let _first = connect("1").await;
    let row = async || referee.get(&format!("{path}/check")).await.json()["entrants"][0].clone();
    assert_eq!((row().await["version"].clone(), row().await["earlier_version"].clone()), (json!("1"), json!(null)));
    let _second = connect("2").await;
    assert_eq!((row().await["version"].clone(), row().await["earlier_version"].clone()), (json!("2"), json!("1")));
}

/// In a Swiss without `absences`, a bot that never comes gives points away, or keeps company with another one, for two rounds.
#[tokio::test(start_paused = true)]
async fn a_swiss_withdraws_who_never_comes() {
    let referee = Simulation::start(&[]).await;
    let _playing = bots(&referee, &["ann", "bob"]).await;
    let entrants = ["ann", "bob", "cyd", "dan"];
    let path = running(
        &referee,
        &json!({"name": "Cup", "format": "swiss", "rounds": 3, "games": 1, "ready_timeout": "30s", "entrants": entrants}),
    )
    .await;
    finished(&referee, &path).await;
    let games = referee.get(&format!("{path}/games")).await.json();
    let of_absent = |game: &&Value| ["white", "black"].iter().any(|side| ["cyd", "dan"].map(Value::from).contains(&game[side]));
    let rounds: Vec<_> = games["games"].as_array().expect("games").iter().filter(of_absent).map(|game| game["round"].as_u64()).collect();
    assert!(!rounds.is_empty() && rounds.iter().all(|round| *round < Some(3)), "{games}");
}

#[tokio::test(start_paused = true)]
async fn a_rehearsal_is_reported_by_its_owner() {
    let referee = Simulation::start(&[]).await;
    let (_, secret) = tokens::mint(&*referee.storage, Some("bob".parse().expect("a name"))).await.expect("a token");
    let as_bob = format!("authorization: Bearer {secret}\r\n");
    assert_eq!(rehearse(&referee, "", "bob", json!([])).await.status, 401);
    // A name without a token belongs to any client.
    assert_eq!(rehearse(&referee, &as_bob, "ann", json!([])).await.status, 200);
    tokens::mint(&*referee.storage, Some("ann".parse().expect("a name"))).await.expect("a token");
    assert_eq!(rehearse(&referee, &as_bob, "ann", json!([])).await.status, 403);
    let passed = rehearse(&referee, &as_bob, "bob", json!([])).await;
    assert_eq!((passed.status, &passed.json()["passed"]), (200, &json!(true)));
    for (failed, says) in [(json!(vec!["x"; 65]), "at most 64 steps (65 are named)"), (json!(["x".repeat(81)]), "1 to 80 characters")] {
        let refused = rehearse(&referee, "", "cyd", failed).await;
        assert!(refused.status == 400 && refused.body.contains(says), "{}", refused.body);
    }
}

#[tokio::test(start_paused = true)]
async fn a_plan_may_demand_a_passed_rehearsal() {
    let referee = Simulation::start(&[]).await;
    let _bots = bots(&referee, &["ann", "bob", "cyd"]).await;
    let plan = json!({"name": "Cup", "format": "round_robin", "games": 1, "rehearsed": true, "entrants": ["ann", "bob"]});
    let path = create(&referee, &plan).await;
    rehearse(&referee, "", "ann", json!([])).await;
    rehearse(&referee, "", "bob", json!(["a long game_over"])).await;
    let refused = referee.post(&format!("{path}/start"), &json!({})).await;
    assert!(refused.status == 409 && refused.body.contains("and bob have none:"), "{}", refused.body);
    rehearse(&referee, "", "bob", json!([])).await;
    act(&referee, &path, "start").await;
    let refused = enter(&referee, &path, "cyd").await;
    assert!(refused.status == 409 && refused.body.contains("and cyd have none:"), "{}", refused.body);
    rehearse(&referee, "", "cyd", json!([])).await;
    assert_eq!(enter(&referee, &path, "cyd").await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn an_unknown_name_cannot_enter_late() {
    let referee = Simulation::start(&[]).await;
    let _bots = bots(&referee, &["ann", "bob", "cyd"]).await;
    let path = create(&referee, &json!({"name": "Cup", "format": "round_robin", "entrants": ["ann", "bob"]})).await;
    assert_eq!(enter(&referee, &path, "dan").await.status, 200, "before the start, any bot may enter");
    act(&referee, &path, "start").await;
    let refused = enter(&referee, &path, "cydd").await;
    assert!(
        refused.status == 409 && refused.body.contains("cydd is unknown") && refused.body.contains("did you mean cyd?"),
        "{}",
        refused.body
    );
    assert_eq!(enter(&referee, &path, "cyd").await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn a_tournament_without_games_can_be_deleted() {
    let referee = Simulation::start(&[]).await;
    let playing = bots(&referee, &["ann", "bob"]).await;
    let plan = |ready_timeout: &str| json!({"name": "Cup", "format": "round_robin", "games": 1, "ready_timeout": ready_timeout, "entrants": ["ann", "bob"]});
    let delete = async |path: &str| referee.http("DELETE", path, "", "").await.status;

    let open = create(&referee, &plan("60s")).await;
    assert_eq!(delete(&open).await, 204);
    assert_eq!((referee.get(&open).await.status, delete(&open).await), (404, 404));

    let played = create(&referee, &plan("60s")).await;
    act(&referee, &played, "start").await;
    finished(&referee, &played).await;
    assert_eq!(delete(&played).await, 409);

    drop(playing);
    let unplayed = create(&referee, &plan("1h")).await;
    act(&referee, &unplayed, "start").await;
    assert_eq!(delete(&unplayed).await, 409, "it runs");
    act(&referee, &unplayed, "finish").await;
    assert_eq!(delete(&unplayed).await, 204);
    let list = referee.get("/v1/tournaments").await.json();
    assert_eq!(list["tournaments"].as_array().map(Vec::len), Some(1));
    assert_eq!(referee.get("/v1/matches").await.json()["matches"].as_array().map(Vec::len), Some(1), "its matches have gone too");
}

#[tokio::test(start_paused = true)]
async fn the_table_tells_why_games_were_lost() {
    let referee = Simulation::start(&[]).await;
    let _playing = bots(&referee, &["ann", "bob"]).await;
    let plan = json!({"name": "Cup", "format": "round_robin", "games": 1, "ready_timeout": "30s", "entrants": ["ann", "bob", "cyd"]});
    let path = running(&referee, &plan).await;
    finished(&referee, &path).await;
    let table = referee.get(&format!("{path}/standings")).await.json();
    assert_eq!(table["rows"][2]["losses_by_reason"], json!({"no_show": 2}));
    let games = referee.get(&format!("{path}/games?bot=cyd")).await.json();
    assert_eq!(games["games"][0]["reason"], "no_show");
    let text = referee.get(&format!("{path}/standings?format=csv")).await.body;
    assert!(text.contains("lost by") && text.contains("no show 2"), "{text}");
    let page = referee.get(&format!("{path}/standings?format=html")).await;
    assert!(page.body.contains("border-collapse") && !page.body.contains("<link"), "its style comes along: {}", page.body);
    assert!(page.head.contains("style-src 'unsafe-inline'"), "and the browser takes it: {}", page.head);
}

#[tokio::test(start_paused = true)]
async fn the_table_shows_where_the_seed_decided() {
    let referee = Simulation::start(&[]).await;
    let plan = json!({"name": "Cup", "format": "knockout", "games": 2, "tie_breaks": 0, "ready_timeout": "1h",
        "entrants": [{"bot": "ann", "rating": 9}, "bob"]});
    let path = running(&referee, &plan).await;
    let as_operator = referee.as_operator(JSON).await;
    for game in ["1.1", "1.2"] {
        let decision = json!({"game": game, "action": "adjudicate", "result": "draw", "why": "a power cut"}).to_string();
        let answer = referee.http("POST", &format!("{path}/decisions"), &as_operator, &decision).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    finished(&referee, &path).await;
    let table = referee.get(&format!("{path}/standings")).await.json();
    assert_eq!(table["conclusions"][0]["sentence"], "Round 1: ann and bob were level after all their games, and the seed decided for ann.");
}

#[tokio::test(start_paused = true)]
async fn who_resigns_may_say_why() {
    let referee = Simulation::start(&[]).await;
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    for (why, detail) in [
        (json!("the program is lost: it has ended\n"), "White resigned: the program is lost: it has ended"),
        (json!(null), "White resigned"),
    ] {
        let game = referee.new_match(&json!({"white": "ann", "black": "bob"})).await;
        ann.wait_for("state").await;
        ann.send(json!({"t": "resign", "game": game, "why": why})).await;
        assert_eq!(bob.wait_for("game_over").await["detail"], detail);
    }
}

#[tokio::test(start_paused = true)]
async fn a_class_is_shown_its_tokens_again_or_gets_new_ones() {
    let referee = Simulation::start(&["--registration", "closed"]).await;
    let headers = referee.as_operator("content-type: text/csv\r\n").await;
    let class = "name,team\nann,reds\nbob,blues\n";
    let ask = async |path: &str| referee.http("POST", path, &headers, class).await.body;
    let (first, kept, anew) = (ask("/v1/admin/class").await, ask("/v1/admin/class").await, ask("/v1/admin/class?rotate=true").await);
    let tokens = |csv: &str| csv.lines().skip(1).map(|line| line.rsplit(',').next().expect("a field").to_string()).collect::<Vec<_>>();
    assert_eq!(first, kept, "what was handed out is shown again");
    assert!(tokens(&first).iter().chain(&tokens(&anew)).all(|token| token.len() == 43), "{first}{anew}");
    assert_ne!(tokens(&first), tokens(&anew));
    assert_eq!(referee.storage.list_tokens().await.expect("a list").len(), 3, "the old ones are valid no longer");
    tokens::mint(&*referee.storage, Some("cid".parse().expect("a name"))).await.expect("a token");
    let grown = referee.http("POST", "/v1/admin/class", &headers, "name,team\nann,reds\ncid,\n").await.body;
    assert_eq!(tokens(&grown), [&*tokens(&anew)[0], ""], "what was not made from a list stays hidden");
}
