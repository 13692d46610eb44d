//! The HTTP interface.

use super::simulation::{JSON, Simulation, each, items, play};
use super::site::played;
use futures_util::StreamExt;
use serde_json::{Value, json};

#[tokio::test(start_paused = true)]
async fn the_log_is_the_same_however_it_is_read() {
    let referee = played(1).await;
    let detail = referee.get("/v1/matches/1").await.json();
    let lines = detail["lines"].as_u64().expect("a number");
    let events = referee.get("/v1/matches/1/log").await;
    assert!(events.head.contains("content-type: text/event-stream"));
    let data = |body: &str| -> Vec<Value> {
        body.lines().filter_map(|line| line.strip_prefix("data: ")).map(|data| serde_json::from_str(data).expect("JSON")).collect()
    };
    let all = data(&events.body);
    assert_eq!(all.len() as u64, lines);
    assert!(all.iter().zip(0..).all(|(line, number)| line["line"] == number));
    assert_eq!(all[all.len() - 1]["t"], "ended");
    let later = referee.http("GET", "/v1/matches/1/log", "last-event-id: 4\r\n", "").await;
    assert_eq!(data(&later.body), all[5..]);
    assert_eq!(data(&referee.get("/v1/matches/1/log?from=7").await.body), all[7..]);
    let mut socket = referee.socket("/v1/matches/1/log?from=7").await;
    for line in &all[7..] {
        assert_eq!(&socket.receive().await.expect("a line"), line);
    }
    assert_eq!(socket.receive().await, Err(1000));
    assert!(socket.0.next().await.is_none_or(|end| end.is_err()), "a clean end");
}

#[tokio::test(start_paused = true)]
async fn a_spectator_sees_a_running_game_grow() {
    let referee = Simulation::start(&[]).await;
    let game = referee.new_match(&json!({"white": "ann", "black": "bob"})).await;
    let mut watcher = referee.socket("/v1/matches/1/log").await;
    assert_eq!(watcher.expect("created").await["game"], game);
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    let over = play(&mut ann, &mut bob).await;
    let mut moves = 0;
    loop {
        let line = watcher.receive().await.expect("a line");
        moves += u64::from(line["t"] == "moved");
        if line["t"] == "ended" {
            assert_eq!(line["result"], over["result"]);
            break;
        }
    }
    assert_eq!(Some(moves), over["plies"].as_u64());
}

#[tokio::test(start_paused = true)]
async fn lists_are_paged_and_filtered() {
    let referee = Simulation::start(&[]).await;
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    for game in 1..=12 {
        referee.new_match(&json!({"white": "ann", "black": if game == 5 { "cyd" } else { "bob" }})).await;
        if game % 2 == 0 {
            for bot in [&mut ann, &mut bob] {
                bot.send(json!({"t": "ready", "game": game})).await;
            }
            ann.wait_for("your_turn").await;
        }
    }
    for (query, games, next) in [
        ("limit=2", &[12, 11][..], Some(11)),
        ("limit=2&before=3", &[2, 1], None),
        ("status=waiting&limit=3", &[11, 9, 7], Some(7)),
        ("status=waiting&limit=3&before=7", &[5, 3, 1], None),
        ("status=playing&limit=2", &[12, 10], Some(10)),
        ("status=running&limit=100", &[12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], None),
        ("bot=cyd&status=running", &[5], None),
        ("status=over", &[], None),
    ] {
        let page = referee.get(&format!("/v1/matches?{query}")).await.json();
        assert_eq!((json!(each(&page["matches"], "game")), &page["next"]), (json!(games), &json!(next)), "{query}");
    }
}

#[tokio::test(start_paused = true)]
async fn exports() {
    let referee = played(1).await;
    let text = referee.get("/v1/matches/1/export?format=text").await;
    assert!(text.head.contains("content-disposition: attachment; filename=\"match-1.txt\""));
    let detail = referee.get("/v1/matches/1").await.json();
    assert!(
        text.body.contains("% White: ann\n") && text.body.contains(&format!("% Result: {}\n", detail["result"].as_str().expect("one")))
    );
    let board: rules::Knights = detail["position"].as_str().expect("a position").parse().expect("one of knights");
    assert!(text.body.contains(&board.board_file()), "the course's board file: {}", text.body);
    assert_eq!(referee.get("/v1/matches/1/export").await.json(), detail);
    let operator = referee.as_operator("").await;
    let period = async |since: &str, until: &str, format: &str| {
        let path = format!("/v1/matches/export?since={since}T00:00:00Z&until={until}T00:00:00Z&format={format}");
        assert_eq!(referee.get(&path).await.status, 401);
        referee.http("GET", &path, &operator, "").await.body
    };
    assert_eq!(period("1970-01-01", "2100-01-01", "text").await, text.body.clone() + "\n");
    assert!(period("1970-01-01", "2100-01-01", "pgn").await.starts_with("[Event \"A match\"]"));
    assert_eq!(period("2099-01-01", "2100-01-01", "jsonl").await, "");
}

#[tokio::test(start_paused = true)]
async fn errors_of_bad_requests_say_what_would_be_right() {
    let referee = Simulation::start(&[]).await;
    for (method, path, headers, body, status, says) in [
        ("POST", "/v1/matches", JSON, r#"{"white": "ann"}"#, 400, "missing field `black`"),
        ("POST", "/v1/matches", JSON, r#"{"white": "ann", "black": "bob", "tiem": "1s"}"#, 400, "tiem`: unknown field"),
        ("POST", "/v1/matches", JSON, r#"{"white": "ann", "black": "ann"}"#, 400, "ann cannot play itself"),
        ("POST", "/v1/matches", JSON, r#"{"white": "ann", "black": "b/b"}"#, 400, "`b/b` is not a bot's name"),
        ("POST", "/v1/matches", JSON, r#"{"white": "ann", "black": "bob", "time": "0s"}"#, 400, "`time`: a budget or a cap of zero"),
        ("POST", "/v1/matches", JSON, r#"{"white": "ann", "black": "bob", "position": "9"}"#, 400, "`position`: a position has three"),
        ("POST", "/v1/matches", JSON, r#"{"white": "a", "black": "b", "position": "NNN6/9/9/9/9/9/9/9/9 b 9"}"#, 400, "the game is over"),
        ("POST", "/v1/matches", JSON, "{", 400, "the JSON breaks off"),
        ("POST", "/v1/matches", "", "{}", 415, "must be JSON"),
        ("POST", "/v1/matches", "content-type: application/json\r\norigin: http://evil.example\r\n", "{}", 403, "may not act"),
        ("GET", "/v1/matches/99", "", "", 404, "there is no match 99"),
        ("GET", "/v1/matches/99/export?format=pdf", "", "", 400, "unknown word `pdf`; known: json, text and pgn"),
        ("GET", "/v1/tournaments/99/games?format=pdf", "", "", 400, "known: json, jsonl, text and pgn"),
        ("GET", "/v1/tournaments/99/standings?format=pdf", "", "", 400, "known: json, csv, markdown and html"),
        ("GET", "/v1/matches/x", "", "", 400, "`x` in the path should be a whole number"),
        ("POST", "/v1/tournaments/abc/start", "", "", 400, "`abc` in the path should be a whole number"),
        ("GET", "/v1/matches/99/log", "", "", 404, "there is no match 99"),
        ("GET", "/v1/matches?limit=0", "", "", 400, "`limit` is a number from 1 to 100"),
        ("GET", "/v1/matches?status=odd", "", "", 400, "`status`: unknown word `odd`; known: running, waiting"),
        ("GET", "/v1/matches?colour=red", "", "", 400, "colour"),
        ("GET", "/v1/matches?since=2027-01-01T00:00:00Z&until=2026-01-01T00:00:00Z", "", "", 400, "`until` is not after `since`"),
        ("GET", "/v1/addresses/qr.svg", "", "", 404, "listens on this machine alone"),
        ("GET", "/v1/matches/1/opening?plies=4", "", "", 400, "plies`: unknown field"),
        ("GET", "/v1/tournaments/1/export?format=pgn", "", "", 400, "format`: unknown field"),
        ("DELETE", "/v1/matches", "", "", 405, "method"),
        ("POST", "/docs", "", "", 405, "method"),
        ("GET", "/nowhere", "", "", 404, "there is nothing at /nowhere"),
        ("POST", "/nowhere", "", "", 404, "there is nothing at /nowhere"),
        ("GET", "/ws", "", "", 400, "/ws is a WebSocket"),
        ("GET", "/v1/admin/tokens", "", "", 401, "an operator's token is needed"),
        ("GET", "/v1/admin/tokens", "authorization: Bearer nonsense\r\n", "", 401, "43 characters"),
    ] {
        let answer = referee.http(method, path, headers, body).await.says(status, says);
        assert!(answer.head.contains("content-type: application/problem+json"), "{method} {path}: {}", answer.head);
        assert_eq!(answer.head.contains("\r\nallow: "), status == 405, "{method} {path}: {}", answer.head);
    }
    let french = referee.http("GET", "/v1/matches/99", "accept-language: de, fr;q=0.8, en;q=0.3\r\n", "").await;
    let problem = french.json();
    assert_eq!((&problem["code"], &problem["params"]), (&json!("contest.no_such_match"), &json!({"game": 99})));
    assert_eq!(problem["detail"], "il n’y a pas de partie 99");
    assert!(french.head.contains("content-language: fr") && french.head.contains("vary: accept-language"), "{}", french.head);
    let large = json!({"white": "x".repeat(70_000), "black": "bob"});
    assert_eq!(referee.post("/v1/matches", &large).await.status, 413);
}

#[tokio::test(start_paused = true)]
async fn a_closed_referee_asks_for_tokens() {
    let referee = Simulation::start(&["--registration", "closed"]).await;
    let mut bot = referee.hello(json!({"bot": {"name": "ann"}})).await;
    assert_eq!(bot.expect_close().await, ("refused".into(), 4003));

    let bearer = referee.as_operator(JSON).await;
    let minted = referee.http("POST", "/v1/admin/tokens", &bearer, r#"{"bot": "ann"}"#).await.is(201);
    let token = minted.json()["token"].as_str().expect("a token").to_string();
    let mut bot = referee.hello(json!({"bot": {"name": "ann"}, "token": token})).await;
    bot.expect("welcome").await;

    let new = json!({"white": "ann", "black": "bob"});
    assert_eq!(referee.post("/v1/matches", &new).await.status, 401);
    let as_bot = format!("authorization: Bearer {token}\r\ncontent-type: application/json\r\n");
    assert_eq!(referee.http("POST", "/v1/matches", &as_bot, &new.to_string()).await.status, 403);
    assert_eq!(referee.http("POST", "/v1/matches", &bearer, &new.to_string()).await.status, 201);

    let decision = r#"{"result": "void", "why": "the room is needed"}"#;
    let decide = async |headers: &str| referee.http("POST", "/v1/matches/1/decision", headers, decision).await;
    assert_eq!(decide(&as_bot).await.status, 403);
    decide(&bearer).await.says(200, "\"void\"").says(200, "the operator decided: the room is needed");
    assert_eq!(decide(&bearer).await.status, 409);

    let list = referee.http("GET", "/v1/admin/tokens", &bearer, "").await;
    assert!(!list.body.contains(&token), "a token is shown once");
    let id = items(&list.json()["tokens"]).iter().find(|row| row["bot"] == "ann").expect("ann's")["id"].clone();
    assert_eq!(referee.http("DELETE", &format!("/v1/admin/tokens/{id}"), &bearer, "").await.status, 204);
    assert_eq!(referee.http("DELETE", &format!("/v1/admin/tokens/{id}"), &bearer, "").await.status, 404);
    let mut bot = referee.hello(json!({"bot": {"name": "ann"}, "token": token})).await;
    assert_eq!(bot.expect_close().await, ("refused".into(), 4003));
}

#[tokio::test(start_paused = true)]
async fn what_describes_itself() {
    let referee = played(1).await;
    let api = referee.get("/openapi.json").await.json();
    assert!(api["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")), "{}", api["openapi"]);
    for path in [
        "/v1/matches",
        "/v1/matches/{game}",
        "/v1/matches/{game}/log",
        "/v1/bots",
        "/v1/admin/tokens",
        "/healthz",
        "/v1/tournaments/{id}/standings",
        "/v1/tournaments/import",
        "/v1/ratings",
    ] {
        assert!(api["paths"][path].is_object(), "{path}");
    }
    for path in ["/", "/docs", "/game/1", "/schema.json", "/protocol", "/docs/tournaments", "/healthz", "/readyz", "/metrics", "/v1/bots"] {
        let answer = referee.http("GET", path, "accept: text/html\r\n", "").await.is(200);
        assert!(!answer.body.contains("https://cdn") && !answer.body.contains("unpkg"), "{path} works offline");
    }
    let metrics = referee.get("/metrics").await.body;
    assert!(
        metrics.contains("arbitre_matches_ended_total{game=\"knights\",result=") && metrics.contains("arbitre_moves_total"),
        "{metrics}"
    );
}
