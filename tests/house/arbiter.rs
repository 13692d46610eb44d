//! REST for arbiters: report files, byes, forbidden pairings, exports, the days of a ladder.

use super::simulation::{JSON, Simulation, each, items};
use super::tournament::{act, bots, create, finished, play_on, played, running};
use serde_json::{Value, json};
use tokio::task::JoinSet;

async fn check(referee: &Simulation, report: &str) -> Value {
    referee.http("POST", "/v1/trf", "content-type: text/plain\r\n", report).await.is(200).json()
}

#[tokio::test(start_paused = true)]
async fn a_swiss_as_files_for_other_programs() {
    let names = ["ann", "bob", "cyd", "dan", "eve", "fay"];
    let referee = Simulation::start(&[]).await;
    let _bots = bots(&referee, &names).await;
    let plan = json!({"name": "Cup \"of\" spring", "format": "swiss", "rounds": 3, "games": 1, "entrants": names, "accelerated": "baku",
        "forbidden": [["ann", "bob"], ["cyd", "dan", "somebody who comes later"]], "half_point_byes": 1});
    let path = create(&referee, &plan).await;
    let bye = async |bot: &str, round: u32, worth: &str| {
        referee.post(&format!("{path}/entrants/{bot}/byes"), &json!({"round": round, "bye": worth})).await
    };
    for (bot, round, worth, status, expected) in [
        ("eve", 2, "half_point", 200, ""),
        ("fay", 2, "zero_point", 200, ""),
        ("eve", 3, "half_point", 409, "eve may ask for 1 half-point byes"),
        ("ann", 4, "half_point", 409, "in rounds 1 to 3, not in round 4"),
        ("zoe", 2, "zero_point", 409, "zoe does not take part"),
        ("ann", 2, "full_point", 400, "half_point"),
    ] {
        bye(bot, round, worth).await.says(status, expected);
    }
    act(&referee, &path, "start").await;
    finished(&referee, &path).await;

    // After each round, the file gives the input of the next pairing; the complete file gives that of every round.
    let whole = referee.get(&format!("{path}/trf")).await.is(200);
    assert!(whole.body.contains("0000 - H") && whole.body.contains("0000 - Z") && whole.body.contains("XXP"), "{}", whole.body);
    let checked = check(&referee, &whole.body).await;
    assert!(items(&checked["rounds"]).iter().all(|round| round["same"] == true), "{checked}");
    assert_eq!((checked["players"].as_u64(), checked["next"].as_array().map(Vec::len)), (Some(6), Some(0)));
    let after_one = check(&referee, &referee.get(&format!("{path}/trf?round=1")).await.body).await;
    assert_eq!(items(&after_one["next"]).len(), 2, "two are left out of round 2: {after_one}");
    // A manual pairing is distinguished from the system's.
    let swapped = whole.body.replace(" w ", " x ").replace(" b ", " w ").replace(" x ", " b ");
    assert_eq!(check(&referee, &swapped).await["rounds"][0]["same"], false);
    for (text, says) in [("001 many\n", "line 1, columns 5 to 8: `many`"), ("garbage\n", "there is no line 001, and so no player")] {
        referee.http("POST", "/v1/trf", "content-type: text/plain\r\n", text).await.says(400, says);
    }

    let games = referee.get(&format!("{path}/games?format=pgn")).await.body;
    let listed = referee.get(&format!("{path}/games?status=over")).await.json();
    let listed = items(&listed["games"]);
    assert_eq!(games.matches("[Event \"Cup \\\"of\\\" spring\"]").count(), listed.len());
    let first = &listed[0];
    let headers = format!("[White {}]\n[Black {}]\n[Result \"", first["white"], first["black"]);
    assert!(games.contains(&headers) && games.contains("[Round \"1\"]") && games.contains("[%clk 0:0"), "{games}");
    let number = first["matches"][0].as_u64().expect("a match");
    let alone = referee.get(&format!("/v1/matches/{number}/export?format=pgn")).await.body;
    assert!(alone.contains(&headers) && alone.contains("[Round \"-\"]"), "{alone}");

    // Data that the format cannot represent.
    for (plan, expected) in [
        (json!({"format": "swiss", "rounds": 1}), "an encounter of 2 games"),
        (json!({"format": "arena", "duration": "1s", "games": 1}), ""),
    ] {
        let mut plan = plan;
        (plan["name"], plan["entrants"]) = (json!("Other"), json!(["ann", "bob"]));
        let path = played(&referee, &plan).await;
        let answer = referee.get(&format!("{path}/trf")).await;
        assert!(expected.is_empty() || (answer.status == 409 && answer.body.contains(expected)), "{}", answer.body);
    }
}

/// A bye is taken back before its round; a round that all sit out is one, in the log, the archive and the report file.
#[tokio::test(start_paused = true)]
async fn a_swiss_with_a_round_that_all_sit_out() {
    let names = ["ann", "bob", "cyd", "dan"];
    let referee = Simulation::start(&[]).await;
    let _bots = bots(&referee, &names).await;
    let plan = json!({"name": "Cup", "format": "swiss", "rounds": 3, "games": 1, "entrants": names, "half_point_byes": 1});
    let path = create(&referee, &plan).await;
    for bot in names {
        referee.post(&format!("{path}/entrants/{bot}/byes"), &json!({"round": 2, "bye": "half_point"})).await.is(200);
    }
    referee.post(&format!("{path}/entrants/ann/byes"), &json!({"round": 1, "bye": "zero_point"})).await.is(200);
    for (bye, status, expected) in [
        ("ann/byes/1", 200, "\"Cup\""),
        ("ann/byes/1", 409, "ann has not asked for a bye in round 1"),
        ("ann/byes/4", 409, "a bye can be asked for, or cancelled, in rounds 1 to 3, not in round 4"),
        ("zoe/byes/1", 409, "zoe does not take part"),
    ] {
        referee.http("DELETE", &format!("{path}/entrants/{bye}"), "", "").await.says(status, expected);
    }
    act(&referee, &path, "start").await;
    finished(&referee, &path).await;
    assert_eq!(each(&referee.get(&format!("{path}/games")).await.json()["games"], "round"), [1, 1, 3, 3]);
    let archive = referee.get(&format!("{path}/export")).await.body;
    assert!(archive.contains("\"t\":\"sat_out\",\"round\":2") && archive.contains("\"t\":\"bye_cancelled\""), "{archive}");
    let other = Simulation::start(&[]).await;
    other.import(&archive).await.is(201);
    for what in ["standings?format=csv", "trf"] {
        assert_eq!(referee.get(&format!("{path}/{what}")).await.body, other.get(&format!("/v1/tournaments/1/{what}")).await.body);
    }
    let checked = check(&referee, &referee.get(&format!("{path}/trf")).await.body).await;
    assert_eq!(each(&checked["rounds"], "same"), [true; 3], "{checked}");
}

/// A player who withdraws forfeits the current game to an opponent that has connected, even if its connection is lost for a moment.
#[tokio::test(start_paused = true)]
async fn a_withdrawal_gives_nothing_to_who_never_came() {
    let referee = Simulation::start(&[]).await;
    let _ann = bots(&referee, &["ann"]).await;
    let plan = |entrants: [&str; 2]| json!({"name": "Cup", "format": "swiss", "rounds": 1, "games": 1, "entrants": entrants, "ready_timeout": "1h"});
    let points_of_the_other = async |path: &str| {
        referee.http("DELETE", &format!("{path}/entrants/ann"), "", "").await.is(200);
        let table = referee.get(&format!("{path}/standings")).await.json();
        items(&table["rows"]).iter().find(|row| row["bot"] != "ann").expect("the other")["points"].as_f64()
    };
    let path = running(&referee, &plan(["ann", "never"])).await;
    assert_eq!(points_of_the_other(&path).await, Some(0.0));
    let games = referee.get(&format!("{path}/games")).await.json();
    assert_eq!(games["games"][0]["result"], "void", "{games}");

    // A game that had not begun, too; and what the log says of it is believed when it comes as an archive.
    let all = ["ann", "never", "neither"];
    let all = json!({"name": "All", "format": "round_robin", "games": 1, "entrants": all, "ready_timeout": "1h", "concurrency": 1});
    let path = running(&referee, &all).await;
    assert_eq!(points_of_the_other(&path).await, Some(0.0));
    act(&referee, &path, "finish").await;
    let archive = referee.get(&format!("{path}/export")).await.body;
    Simulation::start(&[]).await.import(&archive).await.is(201);

    let mut bob = JoinSet::new();
    bob.spawn(play_on(referee.bot("bob").await));
    let path = running(&referee, &plan(["ann", "bob"])).await;
    let games = referee.get(&format!("{path}/games")).await.json();
    let played_as = format!("/v1/matches/{}", games["games"][0]["matches"][0]);
    while referee.get(&played_as).await.json()["status"] != "playing" {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    bob.abort_all();
    while bob.join_next().await.is_some() {}
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(points_of_the_other(&path).await, Some(1.0));
}

#[tokio::test(start_paused = true)]
async fn a_ladder_tells_versions_apart() {
    let referee = Simulation::start(&[]).await;
    let hello = async |version: &str| referee.bot_that(json!({"name": "ann", "version": version})).await;
    let _others = bots(&referee, &["bob", "cyd"]).await;
    let mut first = JoinSet::new();
    first.spawn(play_on(hello("1.0").await));
    let plan = json!({"name": "Term", "format": "ladder", "games": 1, "entrants": ["ann", "bob", "cyd"], "daily": 1000});
    let path = running(&referee, &plan).await;
    let rows = async |least: usize| {
        for _ in 0..1_000 {
            let table = referee.get(&format!("{path}/standings")).await.json();
            let rows = items(&table["rows"]).to_vec();
            if rows.len() >= least && rows.iter().all(|row| row["played"].as_u64() > Some(1)) {
                return rows;
            }
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        }
        panic!("never {least} rows that have played");
    };
    rows(3).await;
    first.abort_all();
    let mut second = JoinSet::new();
    second.spawn(play_on(hello("1.1").await));
    let table = rows(4).await;
    let versions: Vec<(&str, &Value)> = table.iter().map(|row| (row["bot"].as_str().expect("a name"), &row["version"])).collect();
    assert!(versions.contains(&("ann", &json!("1.0"))) && versions.contains(&("ann", &json!("1.1"))), "{versions:?}");
    for table in ["standings", "crosstable"] {
        let text = referee.get(&format!("{path}/{table}?format=csv")).await.body;
        assert!(text.contains("1.0") && text.contains("1.1"), "{text}");
    }
    let days = referee.get(&format!("{path}/days")).await.json();
    assert_eq!((days["days"][0]["day"].as_u64(), &days["days"][0]["closed"]), (Some(1), &json!(false)), "{days}");
    let day = referee.get(&format!("{path}/days?day=1")).await.json();
    assert_eq!(items(&day["days"][0]["rows"]).len(), 4, "{day}");
    act(&referee, &path, "finish").await;
    let days = referee.get(&format!("{path}/days")).await.json();
    assert_eq!(days["days"][0]["closed"], true);
    assert_eq!(referee.get(&format!("{path}/trf")).await.status, 409);
}

/// Tools that count games by the headers count what the tournament counts, and nothing that was not played.
#[tokio::test(start_paused = true)]
async fn games_for_other_programs_are_those_that_count() {
    let referee = Simulation::start(&[]).await;
    let _bots = bots(&referee, &["ann", "bob", "cyd"]).await;
    let names = ["ann", "bob", "cyd", "never"];
    let path =
        played(&referee, &json!({"name": "Cup", "format": "round_robin", "games": 1, "entrants": names, "ready_timeout": "1s"})).await;
    let as_operator = referee.as_operator(JSON).await;
    let games = referee.get(&format!("{path}/games")).await.json();
    let of = |one: &str, other: &str| {
        let is_it = |game: &&Value| [&game["white"], &game["black"]].iter().all(|name| *name == one || *name == other);
        items(&games["games"]).iter().find(is_it).expect("a game")["game"].as_str().expect("a number").to_string()
    };
    for (game, decision) in
        [(of("ann", "bob"), json!({"action": "annul"})), (of("bob", "cyd"), json!({"action": "adjudicate", "result": "draw"}))]
    {
        let mut decision = decision;
        (decision["game"], decision["why"]) = (json!(game), json!("a test"));
        referee.http("POST", &format!("{path}/decisions"), &as_operator, &decision.to_string()).await.is(200);
    }
    let text = referee.get(&format!("{path}/games?format=pgn")).await.body;
    let pieces: Vec<&str> = text.split("[Event ").skip(1).collect();
    let piece = |game: String| *pieces.iter().find(|piece| piece.contains(&format!("[Game \"{game}\"]"))).expect("it is exported");
    let annulled = piece(of("ann", "bob"));
    assert!(annulled.contains("[Result \"*\"]") && annulled.contains("[Termination \"adjudication: a test\"]"), "{annulled}");
    assert!(annulled.trim_end().ends_with('*'), "{annulled}");
    let drawn = piece(of("bob", "cyd"));
    assert!(drawn.contains("[Result \"1/2-1/2\"]") && drawn.trim_end().ends_with("1/2-1/2"), "{drawn}");
    assert!(drawn.contains("[TimeControl \""), "{drawn}");
    let forfeited = piece(of("ann", "never"));
    assert!(forfeited.contains("[Result \"*\"]") && forfeited.contains("[PlyCount \"0\"]"), "{forfeited}");
    assert!(forfeited.contains("[Awarded \"1-0\"]") || forfeited.contains("[Awarded \"0-1\"]"), "{forfeited}");

    // The match itself, the list of matches and the text form name the decision, too.
    let number = items(&games["games"]).iter().find(|game| game["game"] == of("ann", "bob")).expect("a game")["matches"][0].clone();
    let listed = referee.get("/v1/matches?tournament=1").await.json();
    let of_list = items(&listed["matches"]).iter().find(|found| found["game"] == number).expect("it is listed").clone();
    for found in [of_list, referee.get(&format!("/v1/matches/{number}")).await.json()] {
        assert_eq!((&found["decision"]["action"], &found["decision"]["why"]), (&json!("annul"), &json!("a test")));
    }
    let alone = referee.get(&format!("/v1/matches/{number}/export?format=text")).await.body;
    let among = referee.get(&format!("{path}/games?format=text")).await.body;
    assert!([&alone, &among].iter().all(|text| text.contains("% Result: void\n% Decision: annul: a test\n")), "{alone}");
    let pgn = referee.get(&format!("/v1/matches/{number}/export?format=pgn")).await.body;
    assert!(pgn.contains("[Result \"*\"]") && pgn.contains("[Termination \"adjudication: a test\"]"), "{pgn}");
}

/// The points of a row of the crosstable are those of its cells, and a bot whose games are removed from the table has none.
#[tokio::test(start_paused = true)]
async fn the_crosstable_adds_up_to_the_table() {
    let referee = Simulation::start(&[]).await;
    let _bots = bots(&referee, &["ann", "bob", "cyd"]).await;
    let names = ["ann", "bob", "cyd", "never"];
    let plan = json!({"name": "Cup", "format": "round_robin", "games": 2, "entrants": names, "ready_timeout": "1s", "absences": 1});
    let path = played(&referee, &plan).await;
    let table = referee.get(&format!("{path}/crosstable")).await.json();
    for row in items(&table["rows"]) {
        let sum: f64 = items(&row["cells"]).iter().map(|cell| cell["points"].as_f64().expect("points")).sum();
        assert_eq!(row["points"], sum, "{row}");
        assert_eq!(items(&row["cells"]).len(), if row["bot"] == "never" { 0 } else { 2 }, "{row}");
    }
}
