//! REST for human players: why a move is illegal, choice of side, reviews.

use super::simulation::{Simulation, each, items, play};
use rules::Catalogue;
use serde_json::{Value, json};

/// Along a game of each kind, every listed move and every move listed before is explained: legal exactly if the referee lists it now.
#[tokio::test(start_paused = true)]
async fn a_move_is_explained_before_it_is_made() {
    let referee = Simulation::start(&[]).await;
    let explain = async |game: &str, question: Value| referee.post(&format!("/v1/games/{game}/check"), &question).await.is(200).json();
    for game in Catalogue::ALL.games() {
        let (mut board, mut tried) = (game.start(), Vec::<String>::new());
        for number in 0.. {
            let moves = board.legal_moves();
            let response = explain(game.name(), json!({"position": board.position()})).await;
            assert_eq!((&response["legal_moves"], &response["legal"], &response["after"]), (&json!(moves), &Value::Null, &Value::Null));
            assert_eq!(response["to_move"], board.side_to_move().name());
            assert_eq!(response["result"], json!(board.outcome().map(rules::Outcome::name)));
            assert_eq!(response["verdict"]["sentence"], json!(board.outcome().map(|_| board.verdict().to_string())));
            tried.extend(moves.iter().take(2).cloned());
            for text in tried.iter().rev().take(6) {
                let response = explain(game.name(), json!({"position": board.position(), "move": text})).await;
                let mut after = board.clone();
                assert_eq!(response["legal"], moves.contains(text), "{text} in {}", board.position());
                match after.play_text(text) {
                    Ok(()) => assert_eq!((&response["after"], &response["why"]), (&json!(after.position()), &Value::Null)),
                    Err(why) => assert_eq!((&response["after"], &response["why"]["sentence"]), (&Value::Null, &json!(why.to_string()))),
                }
            }
            let Some(text) = moves.get(number * 7 % moves.len().max(1)) else { break };
            board.play_text(text).expect("a listed move");
        }
    }
    let response = explain("knights", json!({"move": "B9-B8"})).await;
    assert!(response["why"]["sentence"].as_str().is_some_and(|why| why.contains("is not a knight's move")), "{response}");
    for (path, question, status, says) in [
        ("knights", json!({"position": "9/9 w 0"}), 400, "`position`: a board has 9 rows; this has 2"),
        ("knights", json!({"position": 5}), 400, "`position`: expected a text in quotation marks, found 5"),
        ("knights", json!({"square": "B9"}), 400, "square`: unknown field"),
        ("chess", json!({}), 404, "there are knights, connect-four and tic-tac-toe"),
    ] {
        referee.post(&format!("/v1/games/{path}/check"), &question).await.says(status, says);
    }
}

#[tokio::test(start_paused = true)]
async fn who_seeks_may_choose_a_side() {
    let referee = Simulation::start(&[]).await;
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    for seat in ["white", "black", "white", "black"] {
        ann.send(json!({"t": "seek", "opponent": "bob", "seat": seat})).await;
        assert_eq!(ann.wait_for("state").await["you"], seat);
        assert_ne!(bob.wait_for("state").await["you"], seat);
    }
    // Both want White: each waits for another opponent.
    for bot in [&mut ann, &mut bob] {
        bot.send(json!({"t": "seek", "seat": "white", "time": "60s"})).await;
        assert_eq!(bot.wait_for("notice").await["code"], "seeking");
    }
    let mut cyd = referee.bot("cyd").await;
    cyd.send(json!({"t": "seek", "time": "60s"})).await;
    let state = cyd.expect("state").await;
    assert_eq!((&state["you"], &state["players"]["white"]), (&json!("black"), &json!("ann")));
    ann.wait_for("state").await;
    cyd.send(json!({"t": "seek", "seat": "black", "time": "60s"})).await;
    assert_eq!(cyd.wait_for("state").await["players"]["white"], "bob");
    cyd.send(json!({"t": "seek", "seat": "green"})).await;
    let error = cyd.wait_for("error").await;
    assert!(error.to_string().contains("`seat`: unknown word `green`"), "{error}");
}

/// A review of a match is a job, made once; it equals the review of the match's moves.
#[tokio::test(start_paused = true)]
async fn a_match_is_looked_at_again() {
    let referee = Simulation::start(&[]).await;
    let question = |moves: &[&str]| json!({"position": "3/3/3 w 0", "moves": moves});
    let reviewed = async |moves: &[&str]| referee.post("/v1/games/tic-tac-toe/review", &question(moves)).await.is(200).json();
    // A corner is answered wrongly, the win is missed, and then given again.
    let response = reviewed(&["A1", "B1", "C3", "B2", "B3"]).await;
    assert_eq!(json!(each(&response["moves"], "mark")), json!([null, "blunder", "blunder", null, null]), "{response}");
    assert_eq!(each(&response["moves"], "missed_win"), [false, false, true, false, false]);
    let summary = [&response["white"]["missed_wins"], &response["black"]["blunders"], &response["turning_point"]];
    assert_eq!(summary, [&json!(1), &json!(1), &Value::Null]);
    assert_eq!(response["moves"][1]["refutation"][0]["move"], "B1");
    assert_eq!(reviewed(&[]).await["white"]["accuracy"], Value::Null);
    assert_eq!(items(&reviewed(&["A1", "B2"]).await["moves"]).len(), 2);
    for (game, body, status, says) in [
        ("tic-tac-toe", question(&["A1", "A1"]), 400, "move 2: A1 is White's already"),
        ("tic-tac-toe", json!({"moves": vec!["A1"; 401]}), 400, "`moves`: at most 400 of them, not 401"),
        ("knights", json!({"moves": [], "nodes": 5}), 400, "`nodes` is a number from 1000 to 10000000; not 5"),
        ("knights", json!({}), 400, "missing field `moves`"),
        ("chess", question(&[]), 404, "there are knights"),
    ] {
        referee.post(&format!("/v1/games/{game}/review"), &body).await.says(status, says);
    }

    let (mut ann, mut bob) = (referee.bot_of("ann", &["tic-tac-toe"]).await, referee.bot_of("bob", &["tic-tac-toe"]).await);
    let game = referee.new_match(&json!({"white": "ann", "black": "bob", "game": "tic-tac-toe"})).await;
    let path = format!("/v1/matches/{game}/review");
    referee.get(&path).await.says(409, "still running");
    play(&mut ann, &mut bob).await;
    let job = loop {
        let answer = referee.get(&path).await;
        let job = answer.json();
        assert_eq!(answer.status, if job["state"] == "done" { 200 } else { 202 }, "{job}");
        if job["state"] == "done" {
            break job;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    };
    let played = referee.get(&format!("/v1/matches/{game}")).await.json();
    assert_eq!(each(&job["result"]["moves"], "move"), each(&played["moves"], "move"));
    assert_eq!(referee.get(&path).await.json()["id"], job["id"], "one job for all who ask");
    assert_eq!(referee.get("/v1/matches/999/review").await.status, 404);
}
