//! Attacks of anonymous clients on names, matches and resources of others.

use super::simulation::{Bot, JSON, Simulation, address, play};
use contest::tokens;
use futures_util::SinkExt;
use serde_json::{Value, json};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{Frame, FrameHeader};

async fn hello_from(referee: &Simulation, from: u8, name: &str, token: Option<&str>) -> Bot {
    referee.hello_from(address(from), json!({"bot": {"name": name}, "resume_token": token})).await
}

/// The sentence of the fatal error that comes, and the code of the close.
async fn turned_away(bot: &mut Bot) -> (String, u16) {
    let error = bot.expect("error").await;
    (error["message"].as_str().expect("a sentence").into(), bot.receive().await.expect_err("a close"))
}

#[tokio::test(start_paused = true)]
async fn a_name_in_use_is_taken_over_by_its_owner_alone() {
    let referee = Simulation::start(&[]).await;
    let mut first = hello_from(&referee, 1, "my first bot", None).await;
    let token = first.expect("welcome").await["resume_token"].as_str().expect("a secret").to_string();
    // The first answers a ping while it is listened to.
    let first = tokio::spawn(async move { first.expect_close().await });
    let mut second = hello_from(&referee, 2, "my first bot", None).await;
    let (why, code) = turned_away(&mut second).await;
    assert!(code == 4006 && why.contains("`my first bot 2` is free"), "{code} {why}");
    let mut second = hello_from(&referee, 2, "my first bot", Some("no secret")).await;
    assert_eq!(turned_away(&mut second).await.1, 4000);
    let other = referee.token("other").await;
    let mut second = hello_from(&referee, 2, "my first bot", Some(&other)).await;
    assert_eq!(turned_away(&mut second).await.1, 4006);
    // With the secret, from anywhere; and from the same address, without.
    let mut mine = hello_from(&referee, 3, "my first bot", Some(&token)).await;
    assert_eq!(mine.expect("welcome").await["resume_token"], json!(token));
    assert_eq!(first.await.expect("no panic"), ("superseded".into(), 4001));
    hello_from(&referee, 3, "my first bot", None).await.expect("welcome").await;
    assert_eq!(mine.expect_close().await.1, 4001);
}

#[tokio::test(start_paused = true)]
async fn who_does_not_answer_gives_way_after_five_seconds() {
    let referee = Simulation::start(&[]).await;
    let mut first = hello_from(&referee, 1, "ann", None).await;
    first.expect("welcome").await;
    let began = tokio::time::Instant::now();
    // The first is not read: no ping is answered.
    hello_from(&referee, 2, "ann", None).await.expect("welcome").await;
    let waited = began.elapsed();
    assert!(waited >= Duration::from_secs(5) && waited < Duration::from_secs(6), "{waited:?}");
    assert_eq!(first.expect_close().await.1, 4001);
    // A closed connection frees its name immediately.
    drop(first);
}

#[tokio::test(start_paused = true)]
async fn look_alikes_of_names_in_use_and_of_house_bots_are_refused() {
    let referee = Simulation::start(&["--exhibition", "greedy,mcts"]).await;
    let mut ann = hello_from(&referee, 1, "\u{e9}l\u{e8}ve 1", None).await;
    ann.expect("welcome").await;
    for (name, like) in [
        ("Greedy", "greedy"),
        ("gr\u{435}edy", "greedy"),
        ("\u{c9}l\u{e8}ve 1", "\u{e9}l\u{e8}ve 1"),
        ("\u{e9}l\u{e8}ve l", "\u{e9}l\u{e8}ve 1"),
    ] {
        let (why, code) = turned_away(&mut hello_from(&referee, 1, name, None).await).await;
        assert!(code == 4006 && why.contains(&format!("looks like {like}")), "{name}: {code} {why}");
    }
    // Written in other characters it is the same name, and here the same address.
    let mut again = hello_from(&referee, 1, "e\u{301}le\u{300}ve 1", None).await;
    assert_eq!(again.expect("welcome").await["bot"], "\u{e9}l\u{e8}ve 1");
    hello_from(&referee, 2, "greedy", None).await.expect("welcome").await;
    // A name is free again when its bot has disconnected and has no game left.
    drop((ann, again));
    tokio::time::sleep(Duration::from_secs(1)).await;
    hello_from(&referee, 3, "\u{e9}l\u{e8}ve l", None).await.expect("welcome").await;
    // A token decides who owns a name, in any spelling.
    let token = referee.token("Greedy").await;
    referee.hello(json!({"token": token, "bot": {"name": "Greedy"}})).await.expect("welcome").await;
    // And it guards the name before its bot has ever come, once the referee has learned of it.
    referee.token("fritz 1").await;
    tokio::time::sleep(Duration::from_secs(11)).await;
    let (why, code) = turned_away(&mut hello_from(&referee, 1, "fritz l", None).await).await;
    assert!(code == 4006 && why.contains("looks like fritz 1"), "{code} {why}");
}

#[tokio::test(start_paused = true)]
async fn a_name_without_a_token_is_acted_for_from_its_own_address() {
    let referee = Simulation::start(&["--public-name", "arbitre.example", "--registration", "open"]).await;
    let operator = referee.as_operator(JSON).await;
    let plan = json!({"name": "Cup", "format": "swiss", "rounds": 3, "ready_timeout": "1h"}).to_string();
    assert_eq!(referee.http("POST", "/v1/tournaments", &operator, &plan).await.status, 201);
    let mut ann = hello_from(&referee, 1, "ann", None).await;
    ann.expect("welcome").await;
    let ask =
        async |last: u8, method: &str, path: &str, body: &str| referee.http_from(address(last), method, path, JSON, body).await.status;
    let entry = |bot: &str| json!({"bot": bot}).to_string();
    assert_eq!(ask(2, "POST", "/v1/tournaments/1/entrants", &entry("ann")).await, 403, "she came from elsewhere");
    assert_eq!(ask(1, "POST", "/v1/tournaments/1/entrants", &entry("ann")).await, 200);
    assert_eq!(ask(2, "PUT", "/v1/bots/ann/rehearsal", r#"{"failed": ["all"]}"#).await, 403);
    assert_eq!(ask(1, "PUT", "/v1/bots/ann/rehearsal", r#"{"failed": []}"#).await, 200);
    assert_eq!(
        ask(1, "POST", "/v1/tournaments/1/entrants/ann/byes", r#"{"round": 1, "bye": "zero_point"}"#).await,
        401,
        "the organiser gives it"
    );
    assert_eq!(ask(1, "DELETE", "/v1/tournaments/1/entrants/ann/byes/1", "").await, 401, "and takes it back");
    assert_eq!(ask(2, "POST", "/v1/tournaments/1/entrants", &entry("Ann")).await, 409, "people would take it for her");
    assert_eq!(ask(2, "POST", "/v1/tournaments/1/entrants", &entry("bob 1")).await, 200);
    assert_eq!(ask(2, "POST", "/v1/tournaments/1/entrants", &entry("bob l")).await, 409, "an entrant's name, too");
    // A class behind one address may enter; a thousand names of one client may not.
    let mut entered = 0;
    for number in 0..300 {
        entered += u32::from(ask(3, "POST", "/v1/tournaments/1/entrants", &entry(&format!("bot number {number}"))).await == 200);
    }
    assert!((120..140).contains(&entered), "{entered}");
    // The first client to act for a bot that has not connected yet keeps that right; for a house bot, the organiser has it.
    assert_eq!(ask(4, "PUT", "/v1/bots/dan/rehearsal", r#"{"failed": []}"#).await, 200);
    assert_eq!(ask(2, "PUT", "/v1/bots/dan/rehearsal", r#"{"failed": ["all"]}"#).await, 403);
    assert_eq!(ask(4, "PUT", "/v1/bots/dan/rehearsal", "{\"failed\": [\"a\u{202e}b\"]}").await, 400);
    tokens::mint_house(&*referee.storage, &"greedy".parse().expect("a name")).await.expect("a token");
    assert_eq!(ask(4, "PUT", "/v1/bots/greedy/rehearsal", r#"{"failed": []}"#).await, 401);
    assert_eq!(ask(4, "POST", "/v1/tournaments/1/entrants", &entry("greedy")).await, 401);
    assert_eq!(referee.http("POST", "/v1/tournaments/1/entrants", &operator, &entry("cyd")).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn no_address_has_a_house_bot_for_itself() {
    let referee = Simulation::start(&["--seek-games-per-opponent", "3"]).await;
    let mut host = referee.bot("host").await;
    let seek = async |from: u8, name: &str| {
        let mut bot = hello_from(&referee, from, name, None).await;
        bot.expect("welcome").await;
        bot.send(json!({"t": "seek", "opponent": "host"})).await;
        let message = bot.receive().await.expect("an answer");
        (bot, message)
    };
    let mut bots = Vec::new();
    for name in ["a1", "a2", "a3"] {
        let (bot, message) = seek(1, name).await;
        assert_eq!(message["t"], "state", "{message}");
        bots.push(bot);
    }
    let (_bot, message) = seek(1, "a4").await;
    assert!(message["message"].as_str().is_some_and(|why| why.contains("host")), "{message}");
    let (_bot, message) = seek(2, "b1").await;
    assert_eq!(message["t"], "state", "another address has its share: {message}");
    host.wait_for("state").await;
}

#[tokio::test(start_paused = true)]
async fn to_join_is_open_and_to_organise_is_not() {
    let plan = json!({"name": "Cup", "format": "round_robin", "ready_timeout": "1h"}).to_string();
    let acts = [
        ("POST", "/v1/matches", r#"{"white": "ann", "black": "bob"}"#),
        ("POST", "/v1/tournaments", &*plan),
        ("POST", "/v1/tournaments/import", "x"),
        ("POST", "/v1/tournaments/1/start", "{}"),
        ("POST", "/v1/tournaments/1/finish", "{}"),
        ("POST", "/v1/tournaments/1/archive", "{}"),
        ("POST", "/v1/tournaments/1/entrants", r#"{"bot": "cyd", "rating": 3000}"#),
        ("DELETE", "/v1/tournaments/1/entrants/ann", ""),
    ];
    for flags in
        [["--bind", "0.0.0.0:0"], ["--public-name", "chess.example.org"], ["--trusted-proxy", "10.1.0.0/16"], ["--heartbeat", "15s"]]
    {
        let mut unknown = hello_from(&Simulation::start(&flags).await, 1, "ann", None).await;
        assert_eq!(unknown.receive().await.expect("an answer")["t"] == "welcome", flags[0] == "--heartbeat", "{flags:?}");
        let referee = Simulation::start(&[&flags[..], &["--registration", "open"]].concat()).await;
        let (operator, token) = (referee.as_operator(JSON).await, referee.token("bob").await);
        let owner = format!("authorization: bEaReR {token}\r\n{JSON}");
        assert_eq!(referee.http("POST", "/v1/tournaments", &operator, &plan).await.status, 201, "{flags:?}");
        for (headers, status) in [(JSON, 401), (&owner, 403)] {
            for (method, path, body) in acts {
                referee.http(method, path, headers, body).await.is(status);
            }
            // Bots join by name.
            let name = if status == 401 { "ann" } else { "dan" };
            let entry = json!({"bot": name}).to_string();
            referee.http("POST", "/v1/tournaments/1/entrants", headers, &entry).await.is(200);
        }
        let entry = json!({"bot": "bob"}).to_string();
        assert_eq!(referee.http("POST", "/v1/tournaments/1/entrants", JSON, &entry).await.status, 401);
        assert_eq!(referee.http("POST", "/v1/tournaments/1/entrants", &owner, &entry).await.status, 200);
        assert_eq!(referee.http("DELETE", "/v1/tournaments/1/entrants/bob", JSON, "").await.status, 401);
        assert_eq!(referee.http("DELETE", "/v1/tournaments/1/entrants/bob", &owner, "").await.status, 200);
        referee.bot("eve").await;
        // A token that is another's takes nothing away.
        referee.hello(json!({"token": token, "bot": {"name": "fay"}})).await.expect("welcome").await;
        // An end that was a mistake is taken back.
        for (act, stage) in [("start", "running"), ("finish", "finished"), ("archive", "archived"), ("resume", "running")] {
            assert_eq!(referee.http("POST", &format!("/v1/tournaments/1/{act}"), &operator, "{}").await.is(200).json()["stage"], stage);
        }
    }
    // On loopback and without any token, the teacher needs none.
    let referee = Simulation::start(&[]).await;
    assert_eq!(referee.http("POST", "/v1/tournaments", JSON, &plan).await.status, 201);
}

#[tokio::test(start_paused = true)]
async fn a_token_is_minted_for_whom_is_named() {
    let referee = Simulation::start(&[]).await;
    let headers = referee.as_operator(JSON).await;
    for (body, status) in [
        ("{}", 422),
        ("[null,null]", 400),
        (r#"{"bot": null}"#, 422),
        (r#"{"bot": ""}"#, 400),
        (r#"{"role": "bot", "bot": " "}"#, 400),
        (r#"{"role": "operator", "bot": ""}"#, 422),
        (r#"{"role": "bot"}"#, 422),
        (r#"{"role": "operator", "bot": "ann"}"#, 422),
        (r#"{"role": "operator", "team": "reds"}"#, 422),
        (r#"{"role": "king"}"#, 400),
        (r#"{"bot": "ann", "team": "reds"}"#, 201),
        (r#"{"role": "bot", "bot": "ann"}"#, 201),
        (r#"{"role": "operator"}"#, 201),
    ] {
        let answer = referee.http("POST", "/v1/admin/tokens", &headers, body).await.is(status);
        if status == 201 {
            assert_eq!(answer.json()["bot"].is_null(), body.contains("operator"), "{body}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn no_client_has_more_open_seeks_than_its_share() {
    let flags = ["--seek-games-per-pair", "2", "--seek-games-per-bot", "3", "--seek-games-per-address", "4"];
    let referee = Simulation::start(&flags).await;
    let mut others = Vec::new();
    for name in ["bob", "cyd", "dan", "eve"] {
        others.push(hello_from(&referee, 9, name, None).await);
    }
    let seek = async |bot: &mut Bot, opponent: &str| -> Value {
        bot.send(json!({"t": "seek", "opponent": opponent, "time": "unlimited"})).await;
        loop {
            let received = bot.receive().await.expect("no close");
            if received["t"] == "state" || received["t"] == "error" {
                return received;
            }
        }
    };
    let mut ann = hello_from(&referee, 1, "ann", None).await;
    let first = seek(&mut ann, "bob").await;
    assert_eq!(first["time"]["per_move_us"], json!(15 * 60_000_000_u64), "no game lasts for ever");
    for (opponent, says) in [("bob", ""), ("bob", "the pair ann and bob sought"), ("cyd", ""), ("cyd", "games that ann sought")] {
        let received = seek(&mut ann, opponent).await;
        assert!(
            if says.is_empty() { received["t"] == "state" } else { received["message"].to_string().contains(says) },
            "{opponent}: {received}"
        );
    }
    let mut namesake = hello_from(&referee, 1, "another of ann", None).await;
    assert_eq!(seek(&mut namesake, "dan").await["t"], "state");
    let received = seek(&mut namesake, "eve").await;
    assert!(received["message"].to_string().contains("games that your address sought"), "{received}");
    // Others have their own share; and one that has ended gives its place back.
    let mut fay = hello_from(&referee, 2, "fay", None).await;
    assert_eq!(seek(&mut fay, "eve").await["t"], "state");
    ann.send(json!({"t": "resign", "game": first["game"]})).await;
    ann.wait_for("game_over").await;
    assert_eq!(seek(&mut namesake, "eve").await["t"], "state");
}

#[tokio::test(start_paused = true)]
async fn the_last_connections_are_for_who_shows_a_token() {
    let flags = ["--max-connections", "6", "--connections-per-address", "4", "--reserved-connections", "2"];
    let referee = Simulation::start(&flags).await;
    let (as_operator, owner) = (referee.as_operator("").await, referee.token("bob").await);
    let mut hogs = Vec::new();
    for _ in 0..4 {
        hogs.push(referee.socket_from(address(1), "/ws").await);
    }
    let get = async |from: u8, headers: &str| referee.http_from(address(from), "GET", "/v1/bots", headers, "").await.status;
    assert_eq!((get(1, "").await, get(2, "").await), (503, 200), "another address has room");
    assert_eq!(get(1, &as_operator).await, 200, "a token has room at the same address");
    assert_eq!(get(1, "authorization: Bearer nonsense\r\n").await, 503);
    let mut bob = referee.hello_from(address(1), json!({"token": owner, "bot": {"name": "bob"}})).await;
    bob.expect("welcome").await;
    let mut eve = hello_from(&referee, 1, "eve", None).await;
    assert_eq!(eve.expect_close().await, ("full".into(), 1013));
}

#[tokio::test(start_paused = true)]
async fn readers_have_limits_and_come_to_an_end() {
    let referee = Simulation::start(&["--readers-per-match", "3", "--readers-per-address", "2"]).await;
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    let game = referee.new_match(&json!({"white": "ann", "black": "bob"})).await;
    let path = format!("/v1/matches/{game}/log");
    let mut readers = vec![referee.socket_from(address(1), &path).await, referee.socket_from(address(1), &path).await];
    referee.http_from(address(1), "GET", &path, "", "").await.says(503, "from your address");
    readers.push(referee.socket_from(address(2), &path).await);
    referee.http_from(address(3), "GET", &path, "", "").await.says(503, "3 readers follow this match");
    // A spectator has nothing to say.
    for _ in 0..200 {
        let _ = readers[2].0.send(Message::text("hello")).await;
    }
    while let Ok(line) = readers[2].receive().await {
        assert!(line["line"].is_number());
    }
    play(&mut ann, &mut bob).await;
    for reader in &mut readers[..2] {
        while reader.receive().await.is_ok() {}
    }
    // A spectator that answers no ping is closed after three.
    let game = referee.new_match(&json!({"white": "ann", "black": "bob"})).await;
    let mut silent = referee.socket(&format!("/v1/matches/{game}/log")).await;
    tokio::time::sleep(Duration::from_millis(45_100)).await;
    let end = loop {
        if let Err(end) = silent.receive().await {
            break end;
        }
    };
    assert_eq!(end, 4005);
    // As a stream of events, one that has ended ends too, from any line.
    for from in ["", "?from=3", "?from=999999"] {
        assert_eq!(referee.get(&format!("{path}{from}")).await.status, 200);
    }
}

#[tokio::test(start_paused = true)]
async fn what_the_referee_asked_for_is_free_and_everything_else_is_counted() {
    let referee = Simulation::start(&[]).await;
    let (game, mut ann, mut bob) = referee.begun(json!({})).await;
    type Made = fn(u64) -> Message;
    let floods: [(&str, Made); 4] = [
        ("sync", |game| Message::text(json!({"t": "sync", "game": game}).to_string())),
        ("ping", |_| Message::Ping(Vec::new().into())),
        ("pong", |_| Message::Pong(Vec::new().into())),
        ("text", |_| Message::text("x".repeat(16_000))),
    ];
    for (what, flood) in floods {
        let mut sent = 0;
        while sent < 1_000 && ann.0.send(flood(game)).await.is_ok() {
            sent += 1;
        }
        assert_eq!(ann.expect_close().await, ("flood".into(), 4008), "{what}");
        ann = referee.bot("ann").await;
    }
    // After all that the game is where it was; a move with the longest of thoughts costs nothing.
    let thoughts = json!({"pv": vec!["PASSE"; 1_500]});
    let mut moves = 0;
    while moves < 20 {
        let bot = if moves % 2 == 0 { &mut ann } else { &mut bob };
        let turn = bot.wait_for("your_turn").await;
        if turn["ply"] != moves {
            continue;
        }
        bot.send(json!({"t": "move", "game": game, "ply": moves, "move": turn["legal_moves"][0], "info": thoughts})).await;
        bot.wait_for("accepted").await;
        moves += 1;
    }
    let kept = referee.get(&format!("/v1/matches/{game}")).await.json();
    assert_eq!(kept["moves"][0]["info"]["pv"].as_array().map(Vec::len), Some(40), "no more is kept than is shown");
}

#[tokio::test(start_paused = true)]
async fn invalid_frames_are_answered_with_an_error() {
    let referee = Simulation::start(&[]).await;
    let text = OpCode::Data(Data::Text);
    let broken: [(&str, Frame, u16); 4] = [
        ("no UTF-8", Frame::message(vec![0xff, 0xfe], text, true), 1007),
        ("a reserved bit", Frame::from_payload(FrameHeader { rsv1: true, opcode: text, ..FrameHeader::default() }, "{}".into()), 1002),
        ("a reserved code", Frame::message("{}", OpCode::Data(Data::Reserved(5)), true), 1002),
        ("a long ping", Frame::ping(vec![0; 200]), 1002),
    ];
    for (what, frame, code) in broken {
        let mut ann = referee.bot("ann").await;
        ann.0.send(Message::Frame(frame)).await.expect(what);
        let error = ann.expect("error").await;
        assert_eq!(ann.receive().await.expect_err(what), code, "{what}");
        assert!(!error["message"].to_string().contains("16384"), "{what}: {error}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_page_of_a_strangers_name_may_neither_act_nor_read() {
    let referee = Simulation::start(&["--public-name", "chess.example.org"]).await;
    let get = async |host: &str, origin: &str| {
        let mut pipe = referee.pipe();
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let request = format!("GET /v1/bots HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{origin}\r\n");
        pipe.write_all(request.as_bytes()).await.expect("a request");
        let mut answer = String::new();
        pipe.read_to_string(&mut answer).await.expect("an answer");
        answer[9..12].parse::<u16>().expect("a status")
    };
    for (host, origin, status) in [
        ("evil.example:8080", "origin: http://evil.example:8080\r\n", 403),
        ("evil.example:8080", "", 403),
        ("referee", "", 200),
        ("chess.example.org", "origin: https://chess.example.org\r\n", 200),
        ("127.0.0.1:8080", "origin: http://127.0.0.1:8080\r\n", 200),
        ("localhost:8080", "origin: http://localhost:8080\r\n", 200),
    ] {
        assert_eq!(get(host, origin).await, status, "{host} {origin}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_unreadable_move_writes_no_line() {
    let referee = Simulation::start(&[]).await;
    let (game, mut ann, mut bob) = referee.begun(json!({})).await;
    ann.send(json!({"t": "move", "game": game, "ply": 0, "move": "x\n% Result: white\n\u{1b}[31m\u{202e}"})).await;
    bob.wait_for("game_over").await;
    let text = referee.get(&format!("/v1/matches/{game}/export?format=text")).await.body;
    assert!(text.lines().any(|line| line == "% Result: black") && !text.lines().any(|line| line == "% Result: white"), "{text}");
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    let log = referee.get(&format!("/v1/matches/{game}/log")).await.body;
    assert!(!log.contains("\\u001b") && !log.contains("\\n"), "{log}");
}
