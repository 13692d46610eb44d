//! Connect Four and tic-tac-toe as puzzles: moves, hints and traces.

use super::simulation::items;
use super::solve::referee;
use rules::{ConnectFour, Position, TicTacToe};
use serde_json::{Value, json};

#[tokio::test]
async fn a_board_tells_its_moves_and_is_played_on() {
    let referee = referee().await;
    let board = async |game: &str, question: Value| referee.post(&format!("/v1/solve/{game}/board"), &question).await;
    let start = board("connect-four", json!({})).await.json();
    assert_eq!((&start["width"], &start["height"], &start["to_move"]), (&json!(7), &json!(6), &json!("white")));
    assert_eq!(start["moves"][3], "4");
    assert_eq!(start["moves"][38], "4", "the whole column stands for its move");
    let next = board("connect-four", json!({"position": start["position"], "moves": ["4"]})).await.json();
    assert_eq!((&next["cells"][38], &next["to_move"]), (&json!("X"), &json!("black")));
    let full = board("connect-four", json!({"position": "444444"})).await.json();
    assert!(items(&full["moves"]).iter().all(|mv| mv != "4"), "a full column stands for none");
    board("connect-four", json!({"position": "444444", "moves": ["4"]})).await.says(400, "full");
    let over = board("tic-tac-toe", json!({"position": "XXX OO. ..."})).await.json();
    assert_eq!((&over["ended"], &over["to_move"]), (&json!({"winner": "white"}), &Value::Null));
    assert!(items(&over["moves"]).iter().all(|mv| mv == ""));
}

#[tokio::test]
async fn a_hint_names_the_best_move_and_its_reason() {
    let referee = referee().await;
    for (game, position, mv, reason) in [
        ("connect-four", "11223", "4", "stops"),
        ("connect-four", "112233", "4", "completes"),
        ("connect-four", "1213145", "1", "stops"),
        ("tic-tac-toe", "XX. OO. ...", "C1", "completes"),
        ("tic-tac-toe", "X.. .O. ..X", "B1", "draws"),
        ("tic-tac-toe", "X.. ... ...", "B2", "only-draw"),
        ("tic-tac-toe", "X.. .O. ... ", "", "draws"),
    ] {
        let response = referee.post(&format!("/v1/solve/{game}"), &json!({"position": position, "hint": true})).await;
        let hint = &response.json()["answer"]["hint"];
        assert_eq!(hint["reason"], reason, "{game} {position}: {}", response.body);
        assert!(mv.is_empty() || hint["move"] == mv, "{game} {position}: {}", response.body);
    }
    let over = referee.post("/v1/solve/tic-tac-toe", &json!({"position": "XXX OO. ...", "hint": true})).await.json();
    assert_eq!(over["answer"]["state"], "finished");
    for (path, question) in
        [("/v1/games/connect-four/analyse", json!({"hint": true})), ("/v1/solve/tic-tac-toe", json!({"hint": true, "method": "minimax"}))]
    {
        referee.post(path, &question).await.says(400, "hint");
    }
}

/// The position after the moves of a step.
fn after<P: Position>(start: &P, moves: &Value) -> P {
    let mut position = start.clone();
    for mv in moves.as_array().into_iter().flatten() {
        position.play(mv.as_str().expect("a move").parse().expect("a move of the game"));
    }
    position
}

fn cells(position: &impl Position) -> Vec<String> {
    let text = position.to_string();
    let cell = |letter: char| match letter.to_digit(10) {
        Some(empty) => vec![String::new(); empty as usize],
        None => vec![letter.to_string()],
    };
    text.split(' ').next().unwrap_or_default().chars().filter(|letter| *letter != '/').flat_map(cell).collect()
}

async fn watched<P: Position>(position: &str, start: P, methods: &[&str]) {
    let referee = referee().await;
    for method in methods {
        let question =
            json!({"position": position, "method": method, "depth": 4, "limits": {"nodes": 3_000, "seconds": 1, "mebibytes": 1}});
        let answer = referee.post(&format!("/v1/solve/{}/trace", P::NAME), &json!({"question": question, "steps": 300})).await;
        let response = answer.json();
        assert!(answer.status == 200 && response["traced"] == true, "{method}: {}", answer.body);
        let steps = items(&response["steps"]);
        assert!(steps.len() > 2 && steps.len() <= 310, "{method}: {} steps", steps.len());
        for step in steps {
            let position = after(&start, &step["moves"]);
            assert_eq!(step["cells"], json!(cells(&position)), "{method}: the moves lead to the cells");
            let moves = position.legal_moves();
            for cut in step["cut"].as_array().into_iter().flatten() {
                assert!(moves.as_ref().iter().any(|mv| cut == &mv.to_string()), "{method}: {cut} could have been played");
            }
        }
        let last = steps.last().expect("steps");
        assert_eq!((&last["event"], &last["moves"]), (&json!("found"), &response["report"]["answer"]["lines"][0]["pv"]), "{method}");
        if last["score"].is_object() {
            assert_eq!(last["score"]["value"], response["report"]["answer"]["score"]["value"], "{method}");
            assert_eq!(last["figures"]["positions"], response["report"]["answer"]["cost"]["nodes"], "{method}");
        } else {
            assert_eq!(last["figures"]["simulations"], response["report"]["answer"]["cost"]["nodes"], "{method}");
        }
        let path = items(&response["path"]);
        assert_eq!(path.len(), 1 + items(&response["report"]["answer"]["lines"][0]["pv"]).len(), "{method}");
    }
}

#[tokio::test]
async fn every_step_of_a_search_is_a_position_that_its_moves_lead_to() {
    let methods =
        ["minimax", "negamax", "classroom-alphabeta", "iterative-deepening", "alphabeta-memory", "mtd-f", "quiescence", "uct", "mcts"];
    watched("4445", ConnectFour::after("4445").expect("a position"), &methods).await;
    watched("X.. .O. ..X", "X2/1O1/2X b 3".parse::<TicTacToe>().expect("a position"), &methods).await;
}
