//! What a person who plays asks for beyond what a bot needs: why a move is not legal before it costs anything, and a side of the board.

use super::simulation::Simulation;
use rules::Catalogue;
use serde_json::{Value, json};

/// Along a game of each kind, every listed move and every move listed before is explained: legal exactly if the referee lists it now.
#[tokio::test(start_paused = true)]
async fn a_move_is_explained_before_it_is_made() {
    let referee = Simulation::start(&[]).await;
    let explain = async |game: &str, question: Value| {
        let answer = referee.post(&format!("/v1/games/{game}/explain"), &question).await;
        assert_eq!(answer.status, 200, "{question}: {}", answer.body);
        answer.json()
    };
    for game in Catalogue::ALL.games() {
        let (mut board, mut tried) = (game.start(), Vec::<String>::new());
        for number in 0.. {
            let moves = board.legal_moves();
            let told = explain(game.name(), json!({"position": board.position()})).await;
            assert_eq!((&told["legal_moves"], &told["legal"], &told["after"]), (&json!(moves), &Value::Null, &Value::Null));
            assert_eq!(told["to_move"], board.side_to_move().name());
            assert_eq!(told["result"], json!(board.outcome().map(rules::Outcome::name)));
            assert_eq!(told["detail"], json!(board.outcome().map(|_| board.verdict())));
            tried.extend(moves.iter().take(2).cloned());
            for text in tried.iter().rev().take(6) {
                let told = explain(game.name(), json!({"position": board.position(), "move": text})).await;
                let mut after = board.clone();
                assert_eq!(told["legal"], moves.contains(text), "{text} in {}", board.position());
                match after.play_text(text) {
                    Ok(()) => assert_eq!((&told["after"], &told["why"]), (&json!(after.position()), &Value::Null)),
                    Err(why) => assert_eq!((&told["after"], &told["why"]), (&Value::Null, &json!(why.to_string()))),
                }
            }
            let Some(text) = moves.get(number * 7 % moves.len().max(1)) else { break };
            board.play_text(text).expect("a listed move");
        }
    }
    let told = explain("knights", json!({"move": "B9-B8"})).await;
    assert!(told["why"].as_str().is_some_and(|why| why.contains("is no knight's move")), "{told}");
    for (path, question, status, says) in [
        ("knights", json!({"position": "9/9 w 0"}), 400, "`position`: a board has 9 rows; this has 2"),
        ("knights", json!({"position": 5}), 400, "`position`: invalid type"),
        ("knights", json!({"square": "B9"}), 400, "unknown field `square`"),
        ("chess", json!({}), 404, "there are knights, connect-four, tic-tac-toe"),
    ] {
        let answer = referee.post(&format!("/v1/games/{path}/explain"), &question).await;
        assert!(answer.status == status && answer.body.contains(says), "wanted `{says}`: {}", answer.body);
    }
}

#[tokio::test(start_paused = true)]
async fn who_seeks_may_choose_a_side() {
    let referee = Simulation::start(&[]).await;
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    for seat in ["white", "black", "white", "black"] {
        ann.say(json!({"t": "seek", "opponent": "bob", "seat": seat})).await;
        assert_eq!(ann.wait_for("state").await["you"], seat);
        assert_ne!(bob.wait_for("state").await["you"], seat);
    }
    // Both want White: each waits for somebody else.
    for bot in [&mut ann, &mut bob] {
        bot.say(json!({"t": "seek", "seat": "white", "time": "60s"})).await;
        assert_eq!(bot.wait_for("notice").await["code"], "seeking");
    }
    let mut cyd = referee.bot("cyd").await;
    cyd.say(json!({"t": "seek", "time": "60s"})).await;
    let state = cyd.expect("state").await;
    assert_eq!((&state["you"], &state["players"]["white"]), (&json!("black"), &json!("ann")));
    ann.wait_for("state").await;
    cyd.say(json!({"t": "seek", "seat": "black", "time": "60s"})).await;
    assert_eq!(cyd.wait_for("state").await["players"]["white"], "bob");
    cyd.say(json!({"t": "seek", "seat": "green"})).await;
    let error = cyd.wait_for("error").await;
    assert!(error["message"].as_str().is_some_and(|why| why.contains("`seat`: unknown variant `green`")), "{error}");
}
