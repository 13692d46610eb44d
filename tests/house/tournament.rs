//! Whole tournaments, through the real router and real WebSockets.

use super::simulation::{Answer, JSON, Simulation, items};
use protocol::{TournamentFormat, TournamentStage};
use serde_json::{Map, Value, json};
use std::time::Duration;
use storage::TournamentRow;
use tokio::task::JoinSet;

/// A bot that plays every game it is given. Its moves follow from the game's position alone.
pub(super) async fn play_on(mut bot: super::simulation::Bot) {
    loop {
        let Ok(message) = bot.receive().await else { return };
        let game = &message["game"];
        match message["t"].as_str().expect("a name") {
            "state" if message["status"] == "waiting" => bot.send(json!({"t": "ready", "game": game})).await,
            "your_turn" => {
                let moves = items(&message["legal_moves"]);
                // Without a pause, the duration of an arena would never be over.
                tokio::time::sleep(Duration::from_millis(5)).await;
                let mv = &moves[lot(&message["position"]) % moves.len()];
                bot.send(json!({"t": "move", "game": game, "ply": message["ply"], "move": mv})).await;
            }
            _ => {}
        }
    }
}

/// The number of a position, from which a move follows.
pub fn lot(position: &Value) -> usize {
    let position = position.as_str().expect("a position");
    position.bytes().fold(7, |lot, byte| lot.wrapping_mul(31).wrapping_add(byte.into()))
}

/// Bots that play every game they are given, until this is dropped.
pub async fn bots(referee: &Simulation, names: &[&str]) -> JoinSet<()> {
    bots_of(referee, "knights", names).await
}

pub async fn bots_of(referee: &Simulation, game: &str, names: &[&str]) -> JoinSet<()> {
    let mut playing = JoinSet::new();
    for name in names {
        playing.spawn(play_on(referee.bot_of(name, &[game]).await));
    }
    playing
}

pub async fn create(referee: &Simulation, plan: &Value) -> String {
    let made = referee.post("/v1/tournaments", plan).await.is(201);
    format!("/v1/tournaments/{}", made.json()["tournament"])
}

pub async fn running(referee: &Simulation, plan: &Value) -> String {
    let path = create(referee, plan).await;
    act(referee, &path, "start").await;
    path
}

/// A tournament that has been played to its end.
pub async fn played(referee: &Simulation, plan: &Value) -> String {
    let path = running(referee, plan).await;
    finished(referee, &path).await;
    path
}

pub async fn finished(referee: &Simulation, path: &str) -> Value {
    for _ in 0..100_000 {
        let detail = referee.get(path).await.json();
        if detail["stage"] == "finished" {
            return detail;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{}", referee.get(path).await.body);
}

/// A tournament as it is stored beside its log.
pub fn row(id: u64, name: &str, stage: TournamentStage) -> TournamentRow {
    let (name, game, format) = (name.into(), "knights".into(), TournamentFormat::Swiss);
    TournamentRow { id, name, game, format, entrants: 0, stage, created_ms: 0, winner: None }
}

pub async fn enter(referee: &Simulation, path: &str, bot: &str) -> Answer {
    referee.post(&format!("{path}/entrants"), &json!({"bot": bot})).await
}

pub async fn act(referee: &Simulation, path: &str, act: &str) -> Value {
    referee.post(&format!("{path}/{act}"), &json!({})).await.is(200).json()
}

#[tokio::test(start_paused = true)]
async fn the_best_of_a_tournament_enter_the_next() {
    let referee = Simulation::start(&[]).await;
    let names = ["ann", "bob", "cyd"];
    let _bots = bots(&referee, &names).await;
    let path = create(&referee, &json!({"name": "Cup", "format": "round_robin", "games": 1, "entrants": names})).await;
    let knockout = json!({"name": "Final", "format": "knockout", "entrants_from": {"tournament": 1, "best": 2}});
    referee.post("/v1/tournaments", &knockout).await.says(400, "tournament 1 is not over");
    act(&referee, &path, "start").await;
    finished(&referee, &path).await;
    let table = referee.get(&format!("{path}/standings")).await.json();
    let [first, second] = [0, 1].map(|place| table["rows"][place]["bot"].clone());
    let [best, next] = [json!({"bot": first, "rating": 2}), json!({"bot": second, "rating": 1})];
    let listed = json!({"bot": "vera", "rating": 0});
    // A listed bot takes no place, and has the seed of its place.
    for (entrants, expected) in [(json!([]), json!([best, next])), (json!([second, "vera"]), json!([next, listed, best]))] {
        let mut plan = knockout.clone();
        plan["entrants"] = entrants;
        let last = create(&referee, &plan).await;
        assert_eq!(referee.get(&last).await.json()["plan"]["entrants"], expected);
    }
    let none = json!({"name": "Final", "format": "knockout", "entrants_from": {"tournament": 1, "best": 0}});
    assert_eq!(referee.post("/v1/tournaments", &none).await.status, 400);
}

#[tokio::test(start_paused = true)]
async fn a_decision_before_the_first_move_rates_no_bot() {
    let referee = Simulation::start(&[]).await;
    let path = running(&referee, &json!({"name": "Cup", "format": "round_robin", "games": 1, "entrants": ["anm", "bbo"]})).await;
    let decision = json!({"game": "1.1", "action": "adjudicate", "result": "white", "why": "a typing error"});
    referee.post(&format!("{path}/decisions"), &decision).await.is(200);
    finished(&referee, &path).await;
    let table = referee.get(&format!("{path}/standings")).await.json();
    let winner = &table["rows"][0];
    assert_eq!([&winner["points"], &winner["played"], &winner["elo"]], [&json!(1.0), &json!(0), &json!(null)], "a forfeit: {table}");
    assert_eq!(referee.get("/v1/ratings").await.json()["ratings"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn every_format_is_played_to_its_end() {
    let names = ["ann", "bob", "cyd", "dan", "eve"];
    let referee = Simulation::start(&[]).await;
    let _bots = bots(&referee, &names).await;
    for (mut plan, encounters) in [
        (json!({"format": "round_robin"}), 10),
        (json!({"format": "gauntlet", "challengers": 2, "games": 1}), 6),
        (json!({"format": "swiss", "rounds": 3}), 6),
        (json!({"format": "knockout", "games": 2, "tie_breaks": 0}), 4),
        (json!({"format": "arena", "duration": "2s"}), 1),
        (json!({"format": "sprt", "elo0": 0, "elo1": 10, "rounds": 3}), 3),
        (json!({"format": "ladder", "duration": "2s"}), 1),
    ] {
        plan["name"] = json!(format!("Cup {}", plan["format"]));
        let names = if plan["format"] == "sprt" { &names[..2] } else { &names };
        plan["entrants"] = json!(names);
        let path = running(&referee, &plan).await;
        let detail = finished(&referee, &path).await;
        let games = referee.get(&format!("{path}/games")).await.json();
        let games = items(&games["games"]);
        let met: std::collections::BTreeSet<_> = games.iter().map(|game| game["game"].as_str().expect("one").split('.').next()).collect();
        let ends_by_time = plan["format"] == "arena" || plan["format"] == "ladder";
        assert!(met.len() == encounters || ends_by_time && met.len() > 1, "{} {}", met.len(), detail);
        let table = referee.get(&format!("{path}/standings")).await.json();
        assert_eq!(items(&table["rows"]).len(), names.len());
        assert!(table["rows"][0]["elo"].is_number(), "{table}");
        let has_rounds = ["round_robin", "gauntlet", "swiss", "knockout"].contains(&plan["format"].as_str().unwrap_or_default());
        assert_eq!(table["rows"][0]["rank_before"].is_number(), has_rounds, "{table}");
        for (format, says) in [("csv", "rank,bot,points"), ("markdown", "| rank | bot |"), ("html", "<!doctype html>")] {
            for what in ["standings", "crosstable"] {
                referee.get(&format!("{path}/{what}?format={format}")).await.says(200, says);
            }
        }
        let text = referee.get(&format!("{path}/games?format=text")).await.body;
        let over = games.iter().filter(|game| game["status"] == "over").count();
        assert_eq!(text.matches("% Match: ").count(), over);
        assert_eq!(referee.get(&format!("{path}/games?format=jsonl")).await.body.lines().count(), over);
    }
    let overall = referee.get("/v1/ratings").await.json();
    assert_eq!(items(&overall["ratings"]).len(), 5);
    assert!(
        overall["ratings"][0]["rating"].as_f64() > Some(1500.0) && overall["ratings"][4]["rating"].as_f64() < Some(1500.0),
        "{overall}"
    );
}

#[tokio::test(start_paused = true)]
async fn the_list_of_tournaments_tells_what_each_is() {
    let referee = Simulation::start(&[]).await;
    let plan = json!({"name": "Cup", "format": "swiss", "game": "tic-tac-toe", "rounds": 2, "entrants": ["ann", "bob", "cyd"]});
    let path = create(&referee, &plan).await;
    let listed = async || {
        let row = referee.get("/v1/tournaments").await.json()["tournaments"][0].clone();
        (row["format"].clone(), row["game"].clone(), row["entrants"].clone(), row["stage"].clone())
    };
    let winner = async |path: &str| {
        [referee.get("/v1/tournaments").await.json()["tournaments"][0]["winner"].clone(), referee.get(path).await.json()["winner"].clone()]
    };
    assert_eq!(listed().await, (json!("swiss"), json!("tic-tac-toe"), json!(3), json!("open")));
    enter(&referee, &path, "dan").await.is(200);
    assert_eq!(listed().await.2, 4, "who enters is counted");
    assert_eq!(referee.http("DELETE", &format!("{path}/entrants/bob"), "", "").await.status, 200);
    assert_eq!(listed().await.2, 3, "who leaves before the start is forgotten");
    act(&referee, &path, "start").await;
    assert_eq!(referee.http("DELETE", &format!("{path}/entrants/ann"), "", "").await.status, 200);
    assert_eq!((listed().await.2, listed().await.3), (json!(3), json!("running")), "who leaves later has taken part");
    assert_eq!(winner(&path).await, [Value::Null, Value::Null], "nobody has won before the end");
    let _bots = bots(&referee, &["eve", "fay"]).await;
    let duel = played(&referee, &json!({"name": "Duel", "format": "knockout", "time": "60s", "entrants": ["eve", "fay"]})).await;
    let first = referee.get(&format!("{duel}/standings")).await.json()["rows"][0]["bot"].clone();
    assert_eq!(winner(&duel).await, [first.clone(), first]);
}

#[tokio::test(start_paused = true)]
async fn a_restart_ends_with_the_table_of_an_undisturbed_run() {
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let plan = json!({"name": "Cup", "format": "swiss", "rounds": 4, "seed": 3, "concurrency": 3, "entrants": names});
    let mut tables = Vec::new();
    for stops in [0, 25] {
        let mut referee = Simulation::start(&[]).await;
        let mut playing = bots(&referee, &names).await;
        let path = running(&referee, &plan).await;
        for stop in 0..stops {
            tokio::time::sleep(Duration::from_micros(stop * 137)).await;
            for _ in 0..stop * 11 {
                tokio::task::yield_now().await;
            }
            referee = referee.restarted(&[]).await;
            playing.shutdown().await;
            playing = bots(&referee, &names).await;
        }
        finished(&referee, &path).await;
        tables.push([referee.get(&format!("{path}/standings")).await.body, referee.get(&format!("{path}/crosstable")).await.body]);
    }
    assert_eq!(tables[0], tables[1]);
}

#[tokio::test(start_paused = true)]
async fn decisions_are_on_the_table() {
    let referee = Simulation::start(&[]).await;
    let (names, hour) = (["ann", "bob", "cyd", "dan"], "1h");
    let plan = json!({"name": "Cup", "format": "round_robin", "games": 1, "ready_timeout": hour, "entrants": names, "concurrency": 1});
    let path = running(&referee, &plan).await;
    // From now on organisers need a token.
    let bearer = referee.as_operator(JSON).await;
    let decide = async |headers: &str, body: Value| referee.http("POST", &format!("{path}/decisions"), headers, &body.to_string()).await;
    decide(JSON, json!({"game": "1.1", "action": "annul", "why": "x"})).await.is(401);
    for (body, status, says) in [
        (json!({"game": "x", "action": "annul", "why": "x"}), 400, "`game`"),
        (json!({"game": "99.1", "action": "annul", "why": "x"}), 409, "there is no game 99.1"),
        (json!({"game": "1.1", "action": "adjudicate", "why": "x"}), 400, "`result`: for `adjudicate` it is white"),
        (json!({"game": "1.1", "action": "annul", "why": " "}), 409, "needs a reason"),
        (json!({"game": "2.1", "action": "replay", "why": "x"}), 409, "has not been played yet"),
    ] {
        decide(&bearer, body).await.says(status, says);
    }
    // The first game waits for its players. The match of a tournament is not decided behind its back.
    referee
        .http("POST", "/v1/matches/1/decision", &bearer, r#"{"result": "draw", "why": "x"}"#)
        .await
        .says(409, "/v1/tournaments/1/decisions");
    let table = decide(&bearer, json!({"game": "1.1", "action": "adjudicate", "result": "white", "why": "power cut"})).await;
    assert_eq!(table.json()["decisions"][0]["why"], "power cut");
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(referee.get("/v1/matches/1").await.json()["why"]["sentence"], "the operator decided: power cut");
    decide(&bearer, json!({"game": "2.1", "action": "replay", "why": "the wrong bot"})).await.is(200);
    // A withdrawal forfeits the current game.
    referee.http("DELETE", &format!("{path}/entrants/dan?why=moved%20away"), &bearer, "").await.is(200);
    let text = referee.get(&format!("{path}/standings?format=markdown")).await.body;
    for decided in ["adjudicated as white: power cut", "to be replayed: the wrong bot", "withdrawn: moved away"] {
        assert!(text.contains(decided), "{text}");
    }
    for done in ["pause", "finish", "archive"] {
        referee.http("POST", &format!("{path}/{done}"), &bearer, "{}").await.is(200);
    }
    decide(&bearer, json!({"game": "1.1", "action": "annul", "why": "late"})).await.is(409);
    for (method, body, says) in [("DELETE", "", "it is too late to withdraw"), ("POST", r#"{"bot": "zoe"}"#, "it takes no more entrants")] {
        referee.http(method, &format!("{path}/entrants"), &bearer, body).await.says(409, says);
    }
}

#[tokio::test(start_paused = true)]
async fn errors_of_bad_plans_say_what_would_be_right() {
    let referee = Simulation::start(&[]).await;
    let (toml, all) = ("name = \"Cup\"\nformat = \"swiss\"\n", "name = \"Cup\"\nformat = \"round_robin\"\n");
    let sprt = "name = \"Cup\"\nformat = \"sprt\"\nelo0 = 0\nelo1 = 5\n";
    for (text, says) in [
        (format!("{toml}rouns = 5\n"), "line 3: `rouns`: unknown field"),
        (format!("{toml}time = \"0s\"\n"), "line 3: `time`: a budget or a cap of zero"),
        (format!("{toml}time = 5\n"), "line 3"),
        (format!("{toml}duration = \"1h\"\n"), "line 3: `duration`: has no meaning in a tournament of the format swiss"),
        (format!("{toml}entrants = [\"ann\", \"ann\"]\n"), "line 3: `entrants`: ann is named twice"),
        (format!("{toml}entrants = [\"ann\", \"Ann\"]\n"), "line 3: `entrants`: Ann looks like ann"),
        (format!("{toml}ready_timeout = \"0s\"\n"), "line 3: `ready_timeout`: at least 1s"),
        (
            "name = \"C\\u200bup\"\nformat = \"swiss\"\n".into(),
            "line 1: `name`: a tournament's name cannot contain the invisible character U+200B",
        ),
        (format!("{toml}[[entrants]]\nbot = \"ann\"\nrat = 5\n"), "rat`: unknown field"),
        (format!("{toml}games = 0\n"), "line 3: `games`: a number from 1 to 100, not 0"),
        (format!("{toml}half_point_byes = 51\n"), "`half_point_byes`: a number from 0 to 50, not 51"),
        (format!("{toml}accelerated = \"sideways\"\n"), "baku"),
        (format!("{toml}forbidden = [[\"ann\"]]\n"), "a group has two names or more"),
        (format!("{toml}forbidden = [[\"ann\", \"ann\"]]\n"), "ann is twice in a group"),
        (format!("{toml}forbidden = [[\"ann\", \"\\u0001\"]]\n"), "forbidden"),
        (format!("{toml}rounds = 0\n"), "line 3: `rounds`: a number from 1 to 50, not 0"),
        (format!("{sprt}rounds = 0\n"), "line 5: `rounds`: a number from 1 to 100000, not 0"),
        (format!("{toml}daily = 3\n"), "line 3: `daily`: has no meaning in a tournament of the format swiss"),
        (format!("{all}accelerated = \"baku\"\n"), "`accelerated`: has no meaning"),
        (format!("{all}forbidden = [[\"ann\", \"bob\"]]\n"), "`forbidden`: has no meaning"),
        (format!("{all}half_point_byes = 1\n"), "`half_point_byes`: has no meaning"),
        ("name = \"Cup\"\nformat = \"swis\"\n".into(), "unknown word `swis`"),
        (format!("{toml}zone = \"UTC\"\n"), "line 3: `zone`: has no meaning in a tournament of the format swiss"),
        ("name = \"Cup\"\nformat = \"ladder\"\nzone = \"Mars/Olympus\"\n".into(), "line 3: `zone`: there is no time zone `Mars/Olympus`"),
        ("name = \"\"\nformat = \"swiss\"\n".into(), "line 1: `name`"),
        ("name = \"Cup\"\nformat = \"arena\"\n".into(), "`duration`: an arena needs one"),
        ("name = \"Cup\"\n".into(), "missing field `format`"),
        (sprt.replace("elo0 = 0\n", ""), "`elo0`: elo0 is missing"),
        (format!("{toml}tie_breaks = 1\n"), "line 3: `tie_breaks`: has no meaning in a tournament of the format swiss"),
        (format!("{toml}tie_breaks = [\"BH\", \"XX\"]\n"), "line 3: `tie_breaks`: there is no criterion `XX`, but DE, WIN"),
        (format!("{toml}tie_breaks = [\"BH\", \"bh\"]\n"), "line 3: `tie_breaks`: BH is there twice"),
        ("name = \"Cup\"\nformat = \"knockout\"\ntie_breaks = [\"BH\"]\n".into(), "has no list of criteria"),
        (
            format!(
                "name = \"Cup\"\nformat = \"round_robin\"\ncycles = 100\ngames = 100\nentrants = [{}]\n",
                (0..100).map(|n| format!("\"b{n}\"")).collect::<Vec<_>>().join(", ")
            ),
            "100 entrants would play up to 49500000 games, and a tournament has at most 100000",
        ),
    ] {
        referee.http("POST", "/v1/tournaments", "content-type: application/toml\r\n", &text).await.says(400, says);
    }
    let path = create(&referee, &json!({"name": "Cup", "format": "swiss"})).await;
    referee.post(&format!("{path}/start"), &json!({})).await.says(409, "needs at least 2");
    assert_eq!(referee.post(&format!("{path}/jump"), &json!({})).await.status, 404);
    assert_eq!(referee.get("/v1/tournaments/9/standings").await.status, 404);
    assert_eq!(referee.get(&format!("{path}/standings?format=pdf")).await.status, 400);
}

#[tokio::test(start_paused = true)]
async fn the_examples_of_the_page_for_teachers_are_right() {
    let referee = Simulation::start(&[]).await;
    let page = include_str!("../../docs/tournaments.md");
    let plans = page.split("```toml ").skip(1).filter_map(|rest| rest.split("```").next()?.split_once('\n'));
    let examples: Vec<&str> = plans.map(|(_, plan)| plan).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        referee.http("POST", "/v1/tournaments", "content-type: application/toml\r\n", example).await.is(201);
    }
}

/// Nothing of a field stands here: what holds for one that is added holds without a word of it.
#[tokio::test(start_paused = true)]
async fn every_field_of_a_plan_is_read_kept_within_its_range_and_named() {
    let referee = Simulation::start(&[]).await;
    let formats = referee.get("/v1/formats").await.json();
    let formats = items(&formats["formats"]);
    let fields = protocol::plan_fields();
    let has = |format: &Value, field: &str| items(&format["parameters"]).contains(&json!(field));
    for format in formats {
        let is_said = |field: &str| has(format, field) || !formats.iter().any(|other| has(other, field));
        let value = |schema: &Value| {
            let said = ["example", "default", "minimum"].into_iter().find_map(|of| schema.get(of));
            said.or(schema["enum"].get(0)).cloned()
        };
        let mut plan: Map<String, Value> = fields
            .iter()
            // The best of another tournament need that tournament.
            .filter(|(field, _)| !matches!(&**field, "format" | "entrants_from") && is_said(field))
            .map(|(field, schema)| (field.clone(), value(schema).unwrap_or_else(|| panic!("{field} has an example"))))
            .collect();
        plan.insert("format".into(), format["format"].clone());
        let text: String = plan.iter().map(|(field, value)| format!("{field} = {value}\n")).collect();
        for (headers, body) in [(JSON, json!(plan).to_string()), ("content-type: application/toml\r\n", text)] {
            let made = referee.http("POST", "/v1/tournaments", headers, &body).await.is(201).json();
            for (field, value) in plan.iter().filter(|(field, _)| *field != "entrants") {
                let kept = &made["plan"][field];
                assert!(kept == value || kept.as_f64().is_some() && kept.as_f64() == value.as_f64(), "{field}: {kept}");
            }
        }
    }
    for (field, schema) in &fields {
        if let Some(most) = schema["maximum"].as_u64() {
            let format = formats.iter().find(|format| has(format, field)).unwrap_or(&formats[0]);
            let plan = json!({"name": "cup", "format": format["format"], field: most + 1});
            referee.post("/v1/tournaments", &plan).await.is(400);
        }
        for words in [include_str!("../../src/message/en.ftl"), include_str!("../../src/message/fr.ftl")] {
            assert!(words.contains(&format!("\npage-desk-plan-{field} = ")), "{field} has a label in every language");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_plan_that_is_refused_takes_no_number() {
    let referee = Simulation::start(&[]).await;
    let plan = |games: u32| json!({"name": "cup", "format": "swiss", "games": games, "entrants": ["ann", "bob"]});
    for _ in 0..3 {
        assert_eq!(referee.post("/v1/tournaments", &plan(101)).await.status, 400);
    }
    assert_eq!(create(&referee, &plan(2)).await, "/v1/tournaments/1");
}
