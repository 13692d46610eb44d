//! Access rights of tokens, and the counter of refusals.

use super::simulation::{JSON, Simulation, address, each, items};
use contest::tokens;
use serde_json::json;

#[tokio::test(start_paused = true)]
async fn an_owner_acts_for_own_bots_only() {
    let referee = Simulation::start(&["--registration", "closed"]).await;
    let as_operator = referee.as_operator("").await;
    let class = "name,team\nann,reds\nbob,blues\n cyd , reds\n";
    assert_eq!(referee.http("POST", "/v1/admin/class", "content-type: text/csv\r\n", class).await.status, 401);
    let handed_out = referee.http("POST", "/v1/admin/class", &as_operator, class).await.is(201);
    let token = |name: &str| {
        let line = handed_out.body.lines().find(|line| line.starts_with(&format!("{name},"))).expect("a line");
        format!("authorization: Bearer {}\r\n{JSON}", line.rsplit(',').next().expect("a token"))
    };
    for (list, says) in [
        ("", "the list is empty"),
        ("nom,team\n", "line 1 of the class list: the first line is `name,team`"),
        ("name,team\nann,a,b\n", "line 2"),
        ("name,team\nann,a\nann,b\n", "line 3 of the class list: ann is on the list already"),
        ("name,team\nann,(house)\n", "and is not (house)"),
        ("name,team\n/,a\n", "line 2 of the class list: `/` is not a bot's name"),
    ] {
        referee.http("POST", "/v1/admin/class", &as_operator, list).await.says(400, says);
    }

    // The list has grown: existing tokens stay, and are shown again.
    let again = referee.http("POST", "/v1/admin/class", &as_operator, "name;team\r\nann;reds\r\n\"dan\";\"blues; greens\"\r\n").await;
    let lines: Vec<&str> = again.body.lines().collect();
    let ann = handed_out.body.lines().nth(1).expect("ann's line").replace(',', ";");
    assert!(lines[1] == ann && lines[2].starts_with("dan;\"blues; greens\";") && lines[2].len() > 60, "{}", again.body);

    let plan = json!({"name": "Cup", "format": "round_robin", "ready_timeout": "1h"}).to_string();
    assert_eq!(referee.http("POST", "/v1/tournaments", JSON, &plan).await.status, 401);
    assert_eq!(referee.http("POST", "/v1/tournaments", &token("ann"), &plan).await.status, 403);
    let as_operator = format!("{as_operator}{JSON}");
    assert_eq!(referee.http("POST", "/v1/tournaments", &as_operator, &plan).await.status, 201);
    // Cyd is of Ann's team.
    for (headers, entry, status) in [
        (JSON, json!({"bot": "ann"}), 401),
        (&token("ann"), json!({"bot": "bob"}), 403),
        (&token("ann"), json!({"bot": "cyd"}), 200),
        (&token("ann"), json!({"bot": "ann"}), 200),
        (&token("ann"), json!({"bot": "ann"}), 409),
        (&as_operator, json!({"bot": "bob"}), 200),
        (&token("bob"), json!({"bot": "bob", "rating": 3000}), 403),
    ] {
        referee.http("POST", "/v1/tournaments/1/entrants", headers, &entry.to_string()).await.is(status);
    }
    let withdraw = async |headers: &str, bot: &str| referee.http("DELETE", &format!("/v1/tournaments/1/entrants/{bot}"), headers, "").await;
    assert_eq!(withdraw(&token("ann"), "bob").await.status, 403);
    assert_eq!(withdraw(&token("bob"), "bob").await.status, 200);
    assert_eq!(referee.http("POST", "/v1/tournaments/1/start", &token("ann"), "{}").await.status, 403);

    // A token that was rotated is valid no longer.
    let list = referee.http("GET", "/v1/admin/tokens", &as_operator, "").await.json();
    let row = items(&list["tokens"]).iter().find(|row| row["bot"] == "ann").expect("ann's").clone();
    assert_eq!(row["team"], "reds");
    let rotated = referee.http("POST", &format!("/v1/admin/tokens/{}/rotate", row["id"]), &as_operator, "").await.says(201, "\"reds\"");
    assert_eq!(withdraw(&token("ann"), "ann").await.status, 401);
    let anew = format!("authorization: Bearer {}\r\n", rotated.json()["token"].as_str().expect("a token"));
    assert_eq!(withdraw(&anew, "ann").await.status, 200);

    let metrics = referee.get("/metrics").await.body;
    let counted = |code: &str| metrics.lines().any(|line| line.starts_with(&format!("arbitre_refusals_total{{code=\"{code}\"}}")));
    assert!(counted("unauthorized") && counted("forbidden"), "{metrics}");
}

#[tokio::test(start_paused = true)]
async fn tokens_of_house_bots_last_for_one_run() {
    let referee = Simulation::start(&[]).await;
    let ann = "ann".parse().expect("a name");
    referee.token("bob").await;
    tokens::mint_house(&*referee.storage, &ann).await.expect("a token");
    // They keep the name for the house bot, which any client may enter where tokens are optional.
    let mut stranger = referee.hello(json!({"bot": {"name": "ann"}})).await;
    assert_eq!(stranger.expect_close().await.1, 4003);
    let plan = json!({"name": "Cup", "format": "round_robin"}).to_string();
    assert_eq!(referee.http("POST", "/v1/tournaments", JSON, &plan).await.status, 201);
    for (name, status) in [("ann", 200), ("bob", 401)] {
        let entry = json!({"bot": name}).to_string();
        assert_eq!(referee.http("POST", "/v1/tournaments/1/entrants", JSON, &entry).await.status, status, "{name}");
    }
    assert!(referee.storage.has_token("ann").await.expect("an answer"));
    tokens::revoke_house(&*referee.storage).await.expect("done");
    for (name, is_left) in [("ann", false), ("bob", true)] {
        assert_eq!(referee.storage.has_token(name).await.expect("an answer"), is_left, "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn requests_are_limited_by_token() {
    let referee = Simulation::start(&["--requests-per-token", "1"]).await;
    let ask = async || referee.http("GET", "/v1/bots", "authorization: Bearer x\r\n", "").await;
    let mut answer = ask().await;
    for _ in 0..100 {
        if answer.status == 429 {
            break;
        }
        answer = ask().await;
    }
    assert!(answer.says(429, "too many requests from this token").head.contains("retry-after: 1"));
    assert_eq!(referee.get("/v1/bots").await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn the_evidence_of_a_game_is_for_its_owner_alone() {
    let referee = Simulation::start(&[]).await;
    let (_, mut ann, mut bob) = referee.begun(json!({"time": "60s"})).await;
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    ann.send(json!({"t": "move", "game": 1, "ply": 0, "move": "B9-A7"})).await;
    bob.wait_for("your_turn").await;
    bob.send(json!({"t": "move", "game": 1, "ply": 1, "move": "E5-E5"})).await;
    ann.wait_for("game_over").await;
    let record = referee.get("/v1/bots/bob/record").await.json();
    assert_eq!((&record["lost"], &record["losses_by_reason"]["illegal_move"]), (&json!(1), &json!(1)));
    let record = referee.get("/v1/bots/ann/record").await.json();
    assert_eq!((&record["won"], &record["slowest_moves"][0]["move"]), (&json!(1), &json!("B9-A7")));
    assert!(record["slowest_moves"][0]["charged_us"].as_u64() > Some(2_900_000), "{record}");
    let connections = items(&record["connections"]);
    assert!(connections.len() == 1 && connections[0]["link"] == "web_socket" && connections[0]["ended"].is_null(), "{record}");
    let frames = referee.get("/v1/matches/1/frames?bot=bob").await.json();
    let has_frame = |from: &str, text: &str| {
        items(&frames["frames"]).iter().any(|f| f["from"] == from && f["text"].as_str().is_some_and(|t| t.contains(text)))
    };
    assert!(has_frame("bot", "E5-E5") && has_frame("referee", "your_turn") && has_frame("referee", "game_over"), "{frames}");
    assert!(!frames.to_string().contains("token"));
    assert_eq!(referee.get("/v1/matches/1/frames?bot=eve").await.status, 404);

    // Once a bot has a token, it is required.
    let token = referee.token("bob").await;
    let other = referee.token("ann").await;
    for path in ["/v1/matches/1/frames?bot=bob", "/v1/bots/bob/record"] {
        assert_eq!(referee.get(path).await.status, 401);
        assert_eq!(referee.http("GET", path, &format!("authorization: Bearer {other}\r\n"), "").await.status, 403);
        assert_eq!(referee.http("GET", path, &format!("authorization: Bearer {token}\r\n"), "").await.status, 200);
    }
}

#[tokio::test(start_paused = true)]
async fn a_plan_says_who_may_enter_and_strangers_are_withdrawn_together() {
    let referee = Simulation::start(&["--registration", "open"]).await;
    let operator = referee.as_operator(JSON).await;
    let (own, none) = (format!("authorization: Bearer {}\r\n{JSON}", referee.token("eve").await), JSON);
    for (id, rule) in (1..).zip(["open", "token", "list"]) {
        let plan = json!({"name": "Cup", "format": "swiss", "entry": rule, "capacity": 6, "entrants": ["ann", "bob"]});
        let made = referee.http("POST", "/v1/tournaments", &operator, &plan.to_string()).await.is(201);
        assert_eq!(made.json()["plan"]["entry"], rule);
        let path = format!("/v1/tournaments/{id}/entrants");
        for (bot, headers, statuses) in [
            ("cyd", none, [200, 401, 403]),
            ("eve", &own, [200, 200, 403]),
            ("ghost 1", &own, [200, 401, 403]),
            ("dan", &operator, [200; 3]),
        ] {
            referee.http("POST", &path, headers, &json!({"bot": bot}).to_string()).await.is(statuses[id - 1]);
        }
    }
    assert_eq!(referee.http("DELETE", "/v1/tournaments/1/entrants/ghost%201", &operator, "").await.status, 200);
    let too_many = json!({"name": "Cup", "format": "swiss", "capacity": 2, "entrants": ["ann", "bob", "cyd"]});
    referee.http("POST", "/v1/tournaments", &operator, &too_many.to_string()).await.says(400, "at most 2");

    // Two anonymous clients of one address fill it; one of them connects.
    for (bot, status, says) in [("ghost", 200, ""), ("ghost 2", 409, "tournament_refused.full")] {
        let entry = json!({"bot": bot}).to_string();
        referee.http_from(address(66), "POST", "/v1/tournaments/1/entrants", none, &entry).await.says(status, says);
    }
    let names = async || json!(each(&referee.get("/v1/tournaments/1/check").await.json()["entrants"], "bot"));
    assert_eq!(names().await, json!(["ann", "bob", "cyd", "eve", "dan", "ghost"]));
    let withdraw =
        async |headers: &str, query: &str| referee.http("DELETE", &format!("/v1/tournaments/1/entrants{query}"), headers, "").await.status;
    assert_eq!(withdraw(none, "").await, 401);
    assert_eq!(withdraw(&operator, "?beside=ghost").await, 200);
    assert_eq!(names().await, json!(["ann", "bob", "cyd", "eve", "dan"]));
    let mut ann = referee.bot("ann").await;
    ann.send(json!({"t": "sync", "game": 1})).await;
    assert_eq!(withdraw(&operator, "").await, 200);
    assert_eq!(names().await, json!(["ann", "eve"]), "one is connected, and one has a token");
}

#[tokio::test]
async fn a_token_gives_no_more_rights_over_other_names_than_none() {
    let referee = Simulation::start(&["--registration", "open"]).await;
    let operator = referee.as_operator(JSON).await;
    let own = format!("authorization: Bearer {}\r\n{JSON}", referee.token("eve").await);
    let plan = json!({"name": "Cup", "format": "swiss", "entrants": ["ann 1"]}).to_string();
    assert_eq!(referee.http("POST", "/v1/tournaments", &operator, &plan).await.status, 201);
    let enter = async |bot: &str| referee.http("POST", "/v1/tournaments/1/entrants", &own, &json!({"bot": bot}).to_string()).await.status;
    assert_eq!((enter("eve").await, enter("ann l").await), (200, 409), "people would take it for ann 1");
    let mut entered = 0;
    while enter(&format!("phantom {entered}x")).await == 200 {
        entered += 1;
    }
    assert!((120..140).contains(&entered), "{entered}");
}

#[tokio::test]
async fn engines_tell_strangers_nothing_about_running_rated_games() {
    for (flags, play, expected) in [(&[][..], "rated", 403), (&[], "practice", 200), (&["--live-analysis"], "rated", 200)] {
        let referee = Simulation::start(&[&["--registration", "open", "--solve-threads", "2"], flags].concat()).await;
        let operator = referee.as_operator(JSON).await;
        let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
        let plan = json!({"name": "Cup", "format": "round_robin", "play": play, "seed": 1, "time": "60s", "entrants": ["ann", "bob"]});
        assert_eq!(referee.http("POST", "/v1/tournaments", &operator, &plan.to_string()).await.status, 201);
        assert_eq!(referee.http("POST", "/v1/tournaments/1/start", &operator, "").await.status, 200);
        for bot in [&mut ann, &mut bob] {
            let game = bot.wait_for("state").await["game"].clone();
            bot.send(json!({"t": "ready", "game": game})).await;
        }
        let turn = tokio::select! { turn = ann.wait_for("your_turn") => turn, turn = bob.wait_for("your_turn") => turn };
        let (position, mv) = (&turn["position"], &turn["legal_moves"][0]);
        let explained = referee.post("/v1/games/knights/check", &json!({"position": position, "move": mv})).await.json();
        let (limits, job) = (json!({"nodes": 1_000}), format!("prefer: respond-async\r\n{JSON}"));
        let shallow = |position: &serde_json::Value| json!({"position": position, "limits": limits});
        // The same position after two more plies, and upside down with the colours swapped.
        let text = position.as_str().expect("a text");
        let [rows, side, plies] = text.split(' ').collect::<Vec<_>>()[..] else { panic!("{text}") };
        let plies: u32 = plies.parse().expect("a number");
        let swapped = |piece: char| if piece.is_lowercase() { piece.to_ascii_uppercase() } else { piece.to_ascii_lowercase() };
        let turned: String = rows.rsplit('/').collect::<Vec<_>>().join("/").chars().map(swapped).collect();
        let images = [format!("{rows} {side} {}", plies + 2), format!("{turned} {} {}", if side == "w" { 'b' } else { 'w' }, plies + 1)];
        for (path, headers, body, status) in [
            ("/v1/games/knights/analyse", JSON, shallow(position), 200),
            ("/v1/games/knights/analyse", JSON, shallow(&explained["after"]), 200),
            ("/v1/games/knights/analyse", JSON, json!({"position": position, "moves": [mv], "limits": limits}), 200),
            ("/v1/games/knights/analyse", &job, shallow(position), 202),
            ("/v1/games/knights/review", JSON, json!({"position": position, "moves": [mv], "nodes": 1_000}), 200),
            ("/v1/games/knights/tree", JSON, json!({"position": position, "method": "minimax", "depth": 1}), 200),
            ("/v1/compare/knights", JSON, json!({"question": {"position": position, "depth": 1}, "methods": ["alphabeta"]}), 200),
            ("/v1/games/knights/analyse", JSON, shallow(&json!(images[0])), 200),
            ("/v1/games/knights/analyse", JSON, shallow(&json!(images[1])), 200),
        ] {
            let answer = referee.http("POST", path, headers, &body.to_string()).await;
            let is_closed = expected == 403;
            assert_eq!(answer.status, if is_closed { 403 } else { status }, "{play}: {path} {body}: {}", answer.body);
            assert!(!is_closed || answer.json()["code"] == "rights.position_in_play", "{}", answer.body);
        }
        // A practice match from the position on the board is over, and would be reviewed.
        let copy = json!({"white": "cyd", "black": "dan", "position": position}).to_string();
        let copy = referee.http("POST", "/v1/matches", &operator, &copy).await.json()["game"].clone();
        let decision = json!({"result": "void", "why": "copied"}).to_string();
        assert!(referee.http("POST", &format!("/v1/matches/{copy}/decision"), &operator, &decision).await.status < 300);
        let path = format!("/v1/matches/{copy}/review");
        assert_eq!(referee.get(&path).await.status, if expected == 403 { 403 } else { 202 }, "{play}");
        assert_ne!(referee.http("GET", &path, &operator, "").await.status, 403);
        let asked = shallow(position).to_string();
        assert_eq!(referee.http("POST", "/v1/games/knights/analyse", &operator, &asked).await.status, 200);
        for (position, expected) in
            [(images[0].clone(), expected), (json!({"position": images[1]}).to_string(), expected), (String::new(), 200)]
        {
            let position: String = position.bytes().map(|byte| format!("%{byte:02X}")).collect();
            let path = format!("/v1/series/knights?depths=1&methods=alphabeta&format=csv&position={position}");
            assert_eq!(referee.get(&path).await.status, expected, "{path}");
        }
        referee.post("/v1/games/knights/analyse", &json!({"limits": limits})).await.is(200);
    }
}
