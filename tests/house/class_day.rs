//! A class day: roll call, rehearsals, corrections before the start, and the tables after the end.

use super::simulation::{Answer, JSON, Simulation, items};
use super::tournament::{act, bots, create, enter, finished, played, running};
use serde_json::{Value, json};

async fn rehearse(referee: &Simulation, headers: &str, bot: &str, failed: Value) -> Answer {
    let body = json!({"failed": failed}).to_string();
    referee.http("PUT", &format!("/v1/bots/{bot}/rehearsal"), &format!("{headers}{JSON}"), &body).await
}

#[tokio::test(start_paused = true)]
async fn the_roll_is_called() {
    let referee = Simulation::start(&[]).await;
    let _ann = referee.bot("ann").await;
    for bot in ["bob", "cyd"] {
        referee.token(bot).await;
    }
    for _ in 0..2 {
        let mut bob = referee.hello(json!({"bot": {"name": "bob"}})).await;
        assert_eq!(bob.expect_close().await.1, 4003);
    }
    let plan = json!({"name": "Cup", "format": "swiss", "entrants": ["ann", "bob", "cydd", "zorro"],
        "forbidden": [["ann", "bobb"], ["zorro", "somebody who comes later"]]});
    let path = create(&referee, &plan).await;
    rehearse(&referee, "", "ann", json!(["a slow link"])).await.is(200);
    let roll = referee.get(&format!("{path}/check")).await.json();
    let rows = items(&roll["entrants"]).iter().map(|row| json!([row["bot"], row["attendance"], row["nearest"]]));
    let expected = json!([["ann", "connected", null], ["bob", "absent", null], ["cydd", "unknown", "cyd"], ["zorro", "unknown", null]]);
    assert_eq!(rows.collect::<Value>(), expected);
    assert_eq!(roll["entrants"][1]["turned_away"], json!(2), "bob has no token");
    assert_eq!(roll["unknown_forbidden"], json!([{"bot": "bobb", "nearest": "bob"}, {"bot": "somebody who comes later"}]));
    let rehearsal = &roll["entrants"][0]["rehearsal"];
    assert_eq!((&rehearsal["passed"], &rehearsal["failed"]), (&json!(false), &json!(["a slow link"])));
    assert_eq!(roll["entrants"][1]["rehearsal"], json!(null));
}

#[tokio::test(start_paused = true)]
async fn the_roll_names_a_program_that_replaces_another() {
    let referee = Simulation::start(&[]).await;
    let connect = async |version: &str| referee.bot_that(json!({"name": "ann", "version": version})).await;
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
    let names = ["ann", "bob", "cyd", "dan"];
    let plan = json!({"name": "Cup", "format": "swiss", "rounds": 3, "games": 1, "ready_timeout": "30s", "entrants": names});
    let path = played(&referee, &plan).await;
    let games = referee.get(&format!("{path}/games")).await.json();
    let of_absent = |game: &&Value| ["white", "black"].iter().any(|side| ["cyd", "dan"].map(Value::from).contains(&game[side]));
    let rounds: Vec<_> = items(&games["games"]).iter().filter(of_absent).map(|game| game["round"].as_u64()).collect();
    assert!(!rounds.is_empty() && rounds.iter().all(|round| *round < Some(3)), "{games}");
}

#[tokio::test(start_paused = true)]
async fn a_rehearsal_is_reported_by_its_owner() {
    let referee = Simulation::start(&[]).await;
    let as_bob = format!("authorization: Bearer {}\r\n", referee.token("bob").await);
    rehearse(&referee, "", "bob", json!([])).await.is(401);
    // A name without a token belongs to any client.
    rehearse(&referee, &as_bob, "ann", json!([])).await.is(200);
    referee.token("ann").await;
    rehearse(&referee, &as_bob, "ann", json!([])).await.is(403);
    assert_eq!(rehearse(&referee, &as_bob, "bob", json!([])).await.is(200).json()["passed"], true);
    for (failed, says) in [(json!(vec!["x"; 65]), "at most 64 steps (65 are named)"), (json!(["x".repeat(81)]), "1 to 80 characters")] {
        rehearse(&referee, "", "cyd", failed).await.says(400, says);
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
    referee.post(&format!("{path}/start"), &json!({})).await.says(409, "and bob have none:");
    rehearse(&referee, "", "bob", json!([])).await;
    act(&referee, &path, "start").await;
    enter(&referee, &path, "cyd").await.says(409, "and cyd have none:");
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
    enter(&referee, &path, "cydd").await.says(409, "cydd is unknown").says(409, "did you mean cyd?");
    assert_eq!(enter(&referee, &path, "cyd").await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn a_tournament_without_games_can_be_deleted() {
    let referee = Simulation::start(&[]).await;
    let playing = bots(&referee, &["ann", "bob"]).await;
    let names = ["ann", "bob"];
    let plan = |time: &str| json!({"name": "Cup", "format": "round_robin", "games": 1, "ready_timeout": time, "entrants": names});
    let delete = async |path: &str| referee.http("DELETE", path, "", "").await.status;

    let open = create(&referee, &plan("60s")).await;
    assert_eq!(delete(&open).await, 204);
    assert_eq!((referee.get(&open).await.status, delete(&open).await), (404, 404));

    assert_eq!(delete(&played(&referee, &plan("60s")).await).await, 409);

    drop(playing);
    let unplayed = running(&referee, &plan("1h")).await;
    assert_eq!(delete(&unplayed).await, 409, "it runs");
    act(&referee, &unplayed, "finish").await;
    assert_eq!(delete(&unplayed).await, 204);
    assert_eq!(items(&referee.get("/v1/tournaments").await.json()["tournaments"]).len(), 1);
    assert_eq!(items(&referee.get("/v1/matches").await.json()["matches"]).len(), 1, "its matches have gone too");
}

#[tokio::test(start_paused = true)]
async fn the_table_tells_why_games_were_lost() {
    let referee = Simulation::start(&[]).await;
    let _playing = bots(&referee, &["ann", "bob"]).await;
    let plan = json!({"name": "Cup", "format": "round_robin", "games": 1, "ready_timeout": "30s", "entrants": ["ann", "bob", "cyd"]});
    let path = played(&referee, &plan).await;
    let table = referee.get(&format!("{path}/standings")).await.json();
    let last = &table["rows"][2];
    assert_eq!([&last["bot"], &last["losses"], &last["played"]], [&json!("cyd"), &json!(2), &json!(0)]);
    assert_eq!(last["losses_by_reason"], json!({"no_show": 2}));
    let games = referee.get(&format!("{path}/games?bot=cyd")).await.json();
    assert_eq!(games["games"][0]["reason"], "no_show");
    let lost = referee.get(&format!("/v1/matches/{}", games["games"][0]["matches"][0])).await.json();
    assert_eq!((&lost["reason"], &lost["tournament"]), (&json!("no_show"), &json!(1)));
    let text = referee.get(&format!("{path}/standings?format=csv")).await.body;
    assert!(text.contains("lost by") && text.contains("no show 2"), "{text}");
    let page = referee.get(&format!("{path}/standings?format=html")).await;
    assert!(page.body.contains("border-collapse") && !page.body.contains("<link"), "its style comes along: {}", page.body);
    assert!(page.head.contains("style-src 'unsafe-inline'"), "and the browser takes it: {}", page.head);
}

#[tokio::test(start_paused = true)]
async fn the_table_shows_where_the_seed_decided() {
    let referee = Simulation::start(&[]).await;
    let names = json!([{"bot": "ann", "rating": 9}, "bob"]);
    let plan = json!({"name": "Cup", "format": "knockout", "games": 2, "tie_breaks": 0, "ready_timeout": "1h", "entrants": names});
    let path = running(&referee, &plan).await;
    let as_operator = referee.as_operator(JSON).await;
    for game in ["1.1", "1.2"] {
        let decision = json!({"game": game, "action": "adjudicate", "result": "draw", "why": "a power cut"}).to_string();
        referee.http("POST", &format!("{path}/decisions"), &as_operator, &decision).await.is(200);
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
    referee.token("cid").await;
    let grown = referee.http("POST", "/v1/admin/class", &headers, "name,team\nann,reds\ncid,\n").await.body;
    assert_eq!(tokens(&grown), [&*tokens(&anew)[0], ""], "what was not made from a list stays hidden");
}
