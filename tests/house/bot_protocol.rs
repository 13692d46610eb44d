//! Bots over WebSockets: a game from hello to its end, and every mistake of a bot, which never affects other games.

use super::simulation::Simulation;
use serde_json::json;

#[tokio::test(start_paused = true)]
async fn two_bots_that_seek_find_each_other_and_play_to_the_end() {
    let referee = Simulation::start(&[]).await;
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    ann.send(json!({"t": "seek", "time": "10s+0.1s"})).await;
    assert_eq!(ann.expect("notice").await["code"], "seeking");
    bob.send(json!({"t": "seek", "time": "10s+0.1s"})).await;
    let bob = tokio::spawn(async move { bob.play_out(|ply, _| ply * 7).await });
    let over = ann.play_out(|ply, _| ply * 5).await;
    assert_eq!(over, bob.await.expect("no panic"));
    assert_eq!(over["reason"], "rules");
    let detail = referee.get("/v1/matches/1").await.json();
    assert_eq!((&detail["result"], &detail["status"]), (&over["result"], &json!("over")));
    assert_eq!(detail["moves"].as_array().map(Vec::len), over["plies"].as_u64().map(|plies| plies as usize));
}

#[tokio::test(start_paused = true)]
async fn one_connection_plays_many_games() {
    let referee = Simulation::start(&[]).await;
    let mut ann = referee.bot("ann").await;
    let mut others = Vec::new();
    for number in 0..20 {
        let name = format!("bot {number}");
        let mut bot = referee.bot(&name).await;
        others.push(tokio::spawn(async move { bot.play_out(|ply, _| ply * 3 + 1).await }));
        let (white, black) = if number % 2 == 0 { ("ann", &*name) } else { (&*name, "ann") };
        referee.new_match(&json!({"white": white, "black": black})).await;
    }
    for _ in 0..20 {
        ann.play_out(|ply, _| ply * 11).await;
    }
    for other in others {
        assert_eq!(other.await.expect("no panic")["reason"], "rules");
    }
}

#[tokio::test(start_paused = true)]
async fn what_does_not_read_is_answered_to_its_sender_alone() {
    let referee = Simulation::start(&[]).await;
    let (game, mut ann, mut bob) = referee.begun(json!({})).await;
    for (text, code) in [
        ("hello", "bad_json"),
        ("[1", "bad_json"),
        (r#""move""#, "bad_json"),
        (r#"{"t": "mvoe"}"#, "bad_message"),
        (r#"{"game": 1}"#, "bad_message"),
        (r#"{"t": "move", "game": 1}"#, "bad_message"),
        (r#"{"t": "move", "game": "1", "ply": 0, "move": "B9-A7"}"#, "bad_message"),
        (r#"{"t": "move", "game": 1, "ply": -1, "move": "B9-A7"}"#, "bad_message"),
        (r#"{"t": "hello", "proto": [1], "bot": {"name": "ann"}}"#, "hello_again"),
        (r#"{"t": "seek", "opponent": "nobody"}"#, "seek_failed"),
        (r#"{"t": "seek", "time": "soon"}"#, "seek_failed"),
    ] {
        ann.say_text(text).await;
        let error = ann.expect("error").await;
        assert_eq!((&error["code"], &error["fatal"]), (&json!(code), &json!(false)), "{text}: {error}");
    }
    ann.send(json!({"t": "move", "game": game, "ply": 0, "move": "B9-A7", "hat": "green"})).await;
    assert_eq!(ann.expect("accepted").await["move"], "B9-A7", "unknown fields are ignored");
    assert_eq!(bob.expect("your_turn").await["ply"], 1);
    bob.send(json!({"t": "move", "game": game, "ply": 1, "move": "B1-A3", "info": {"depth": "deep"}})).await;
    assert_eq!(bob.expect("notice").await["code"], "info_ignored");
    assert_eq!(bob.expect("accepted").await["move"], "B1-A3", "nothing is judged by the info");
}

#[tokio::test(start_paused = true)]
async fn moves_that_are_not_at_hand_cost_nothing() {
    let referee = Simulation::start(&[]).await;
    let (game, mut ann, mut bob) = referee.begun(json!({})).await;
    for (message, code) in [
        (json!({"t": "move", "game": game, "ply": 0, "move": "B1-A3"}), "not_your_turn"),
        (json!({"t": "move", "game": game + 7, "ply": 0, "move": "B1-A3"}), "not_your_game"),
        (json!({"t": "resign", "game": 0}), "not_your_game"),
        (json!({"t": "ready", "game": game + 7}), "not_your_game"),
    ] {
        bob.send(message.clone()).await;
        assert_eq!(bob.expect("rejected").await["code"], code, "{message}");
    }
    ann.send(json!({"t": "move", "game": game, "ply": 5, "move": "B9-A7"})).await;
    let stale = ann.expect("rejected").await;
    assert_eq!((&stale["code"], &stale["ply"]), (&json!("stale_ply"), &json!(0)));
    let mv = json!({"t": "move", "game": game, "ply": 0, "move": "B9-A7"});
    ann.send(mv.clone()).await;
    let accepted = ann.expect("accepted").await;
    ann.send(mv).await;
    assert_eq!(ann.expect("accepted").await, accepted, "a resend is answered alike");
    ann.send(json!({"t": "sync", "game": game})).await;
    assert_eq!(ann.expect("state").await["moves"], json!(["B9-A7"]), "and played once");
    bob.expect("your_turn").await;
    bob.send(json!({"t": "resign", "game": game})).await;
    assert_eq!(bob.expect("game_over").await["detail"], "Black resigned");
    bob.send(json!({"t": "move", "game": game, "ply": 1, "move": "B1-A3"})).await;
    assert_eq!(bob.expect("rejected").await["code"], "game_over");
    ann.expect("game_over").await;
    ann.send(json!({"t": "move", "game": game, "ply": 0, "move": "B9-A7"})).await;
    assert_eq!(ann.expect("accepted").await, accepted, "even after the end");
}

#[tokio::test(start_paused = true)]
async fn an_illegal_move_loses_unless_there_is_a_strike_left() {
    let referee = Simulation::start(&[]).await;
    let (game, mut ann, mut bob) = referee.begun(json!({"strikes": 1})).await;
    ann.send(json!({"t": "move", "game": game, "ply": 0, "move": "PASSE"})).await;
    let rejected = ann.expect("rejected").await;
    assert_eq!((&rejected["code"], &rejected["strikes_left"]), (&json!("illegal"), &json!(0)));
    assert_eq!(rejected["message"], "PASSE is only for a side that cannot move, and B9-A7 is possible");
    ann.send(json!({"t": "move", "game": game, "ply": 0, "move": "B9-B7"})).await;
    let over = ann.expect("game_over").await;
    assert_eq!((&over["reason"], &over["winner"]), (&json!("illegal_move"), &json!("bob")));
    assert_eq!(bob.expect("game_over").await, over);
}

#[tokio::test(start_paused = true)]
async fn a_newer_login_wins_and_the_game_continues() {
    let referee = Simulation::start(&[]).await;
    let (game, mut old, mut bob) = referee.begun(json!({})).await;
    let mut ann = referee.hello(json!({"bot": {"name": "ann"}})).await;
    assert_eq!(ann.expect("welcome").await["games"], json!([game]));
    assert_eq!(old.expect_close().await, ("superseded".to_string(), 4001));
    assert_eq!(ann.expect("state").await["status"], "playing");
    assert_eq!(ann.expect("your_turn").await["ply"], 0);
    ann.send(json!({"t": "move", "game": game, "ply": 0, "move": "B9-A7"})).await;
    ann.expect("accepted").await;
    bob.expect("your_turn").await;
}

#[tokio::test(start_paused = true)]
async fn an_unseen_result_is_delivered_until_it_was_seen() {
    let referee = Simulation::start(&[]).await;
    let (game, ann, mut bob) = referee.begun(json!({})).await;
    drop(ann);
    bob.wait_for("opponent").await;
    bob.send(json!({"t": "resign", "game": game})).await;
    assert_eq!(bob.expect("game_over").await.get("past"), None);
    for (resume, expected) in [(false, false), (true, true), (true, false)] {
        let mut ann = referee.hello(json!({"resume": resume, "bot": {"name": "ann"}})).await;
        ann.expect("welcome").await;
        if expected {
            let over = ann.expect("game_over").await;
            assert_eq!((&over["game"], &over["past"]), (&json!(game), &json!(true)));
            // The ping after it is answered while the next message is awaited.
        }
        ann.send(json!({"t": "ping"})).await;
        ann.expect("pong").await;
        ann.send(json!({"t": "ping"})).await;
        ann.expect("pong").await;
    }
}

#[tokio::test(start_paused = true)]
async fn sync_tells_how_a_game_of_before_ended() {
    let referee = Simulation::start(&[]).await;
    let (game, mut ann, mut bob) = referee.begun(json!({})).await;
    ann.send(json!({"t": "resign", "game": game})).await;
    assert_eq!(bob.wait_for("game_over").await["game"], game);
    for _ in 0..2 {
        bob.send(json!({"t": "sync", "game": game})).await;
        let over = bob.expect("game_over").await;
        assert_eq!((&over["game"], &over["past"], &over["winner"]), (&json!(game), &json!(true), &json!("bob")));
    }
    bob.send(json!({"t": "sync", "game": game + 1})).await;
    assert_eq!(bob.expect("rejected").await["code"], "not_your_game");
}

#[tokio::test(start_paused = true)]
async fn a_clean_close_after_the_result_counts_as_seen() {
    let referee = Simulation::start(&[]).await;
    let (game, mut ann, mut bob) = referee.begun(json!({})).await;
    ann.send(json!({"t": "resign", "game": game})).await;
    bob.wait_for("game_over").await;
    // It closes before it has answered the ping after the result; the close of its library is all that comes.
    let storage = referee.storage.clone();
    assert_eq!(storage.unseen("bob", 9).await.expect("a list").len(), 1);
    bob.0.close(None).await.expect("closed");
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(storage.unseen("bob", 9).await.expect("a list"), []);
}

#[tokio::test(start_paused = true)]
async fn a_seek_is_known_again_by_its_id() {
    let referee = Simulation::start(&[]).await;
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    ann.send(json!({"t": "seek", "time": "10s", "id": "the first"})).await;
    let notice = ann.expect("notice").await;
    assert_eq!((&notice["code"], &notice["id"]), (&json!("seeking"), &json!("the first")));
    bob.send(json!({"t": "seek", "time": "10s"})).await;
    let state = ann.expect("state").await;
    assert_eq!(state["id"], "the first");
    assert_eq!(bob.expect("state").await.get("id"), None, "bob has given none");
    ann.send(json!({"t": "sync", "game": state["game"]})).await;
    assert_eq!(ann.wait_for("state").await.get("id"), None, "the first state alone");

    bob.send(json!({"t": "seek", "opponent": "ann", "id": "b"})).await;
    assert_eq!(bob.wait_for("state").await["id"], "b");
    assert_eq!(ann.wait_for("state").await.get("id"), None, "ann was called");
    for (seek, says) in [
        (json!({"t": "seek", "opponent": "nobody", "id": "c"}), "not connected"),
        (json!({"t": "seek", "id": "x".repeat(65)}), "1 to 64 characters"),
    ] {
        bob.send(seek.clone()).await;
        let error = bob.wait_for("error").await;
        assert_eq!((&error["code"], &error["id"]), (&json!("seek_failed"), &seek["id"]));
        assert!(error["message"].as_str().is_some_and(|message| message.contains(says)), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_is_run_again_plays_a_new_game_and_hears_of_no_other() {
    let referee = Simulation::start(&[]).await;
    let mut bob = referee.bot("bob").await;
    tokio::spawn(async move {
        loop {
            bob.play_out(|ply, _| ply * 3 + 1).await;
        }
    });
    let mut seen = std::collections::BTreeSet::new();
    for run in 0..6 {
        let mut ann = referee.bot("ann").await;
        ann.send(json!({"t": "seek", "opponent": "bob", "id": "mine"})).await;
        let mut mine = None;
        let mut moves = 0;
        let over = loop {
            let message = ann.receive().await.expect("no close");
            let game = message["game"].clone();
            match message["t"].as_str().expect("a name") {
                "state" => {
                    mine = if message["id"] == "mine" { Some(game.clone()) } else { mine };
                    ann.send(json!({"t": "ready", "game": game})).await;
                }
                "your_turn" if run % 2 == 1 && moves == 5 => break None,
                "your_turn" => {
                    moves += u32::from(Some(&game) == mine.as_ref());
                    ann.send(json!({"t": "move", "game": game, "ply": message["ply"], "move": message["legal_moves"][0]})).await;
                }
                "game_over" if Some(&game) == mine.as_ref() => break Some(message),
                "game_over" => assert_eq!(message.get("past"), None, "{message}"),
                _ => {}
            }
        };
        // Every other run is killed in the middle of its game.
        assert_eq!(over.is_none(), run % 2 == 1);
        assert!(seen.insert(mine.expect("a game").as_u64()), "run {run} plays a new game");
        drop(ann);
    }
}

#[tokio::test(start_paused = true)]
async fn a_move_without_a_text_is_judged() {
    let referee = Simulation::start(&[]).await;
    let (game, mut ann, mut bob) = referee.begun(json!({"strikes": 1})).await;
    ann.send(json!({"t": "move", "game": game, "ply": 0, "move": null})).await;
    let rejected = ann.expect("rejected").await;
    assert_eq!((&rejected["code"], &rejected["strikes_left"]), (&json!("illegal"), &json!(0)));
    assert!(rejected["message"].as_str().is_some_and(|message| message.contains("a move is written B9-A7")), "{rejected}");
    ann.send(json!({"t": "move", "game": game, "ply": 0})).await;
    let over = ann.expect("game_over").await;
    assert_eq!((&over["reason"], &over["winner"]), (&json!("illegal_move"), &json!("bob")));
    assert_eq!(bob.expect("game_over").await, over);
}

#[tokio::test(start_paused = true)]
async fn a_bot_without_openings_is_asked_for_no_other_start() {
    let referee = Simulation::start(&[]).await;
    let _ann = referee.bot_that(json!({"name": "ann", "openings": false})).await;
    let position = "1N7/2N6/9/4N4/9/9/9/1n7/9 w 30";
    referee
        .post("/v1/matches", &json!({"white": "ann", "black": "bob", "position": position}))
        .await
        .says(409, "ann says in its hello that it knows only the start position");
    referee.new_match(&json!({"white": "ann", "black": "bob"})).await;
}

#[tokio::test(start_paused = true)]
async fn a_restart_continues_every_game() {
    let referee = Simulation::start(&[]).await;
    let (game, mut ann, mut bob) = referee.begun(json!({"time": "60s"})).await;
    tokio::time::advance(std::time::Duration::from_millis(3_020)).await;
    ann.send(json!({"t": "move", "game": game, "ply": 0, "move": "B9-A7"})).await;
    let clocks = ann.expect("accepted").await["clocks"].clone();
    bob.expect("your_turn").await;
    let storage = referee.storage.clone();
    referee.stop.cancel();
    assert_eq!(ann.expect_close().await, ("stopping".to_string(), 1001));
    assert_eq!(bob.expect_close().await, ("stopping".to_string(), 1001));
    referee.served.await.expect("no panic").expect("a clean end");

    let referee = Simulation::resume(storage, &[]).await;
    let mut bob = referee.bot("bob").await;
    let state = bob.expect("state").await;
    assert_eq!((&state["moves"], &state["clocks"]), (&json!(["B9-A7"]), &clocks));
    assert_eq!(bob.expect("your_turn").await["ply"], 1);
    bob.send(json!({"t": "move", "game": game, "ply": 1, "move": "B1-A3"})).await;
    assert_eq!(bob.expect("accepted").await["clocks"]["white_us"], clocks["white_us"]);
}

#[tokio::test(start_paused = true)]
async fn a_friendly_match_is_kept_going_between_those_who_are_there() {
    let referee = Simulation::start(&["--exhibition", "ann,bob,cyd"]).await;
    let (mut bob, mut cyd) = (referee.bot("bob").await, referee.bot("cyd").await);
    for _ in 0..2 {
        let (over, _) = tokio::join!(bob.play_out(|ply, _| ply * 3 + 1), cyd.play_out(|ply, _| ply * 3 + 1));
        assert_eq!(over["reason"], "rules");
    }
}
