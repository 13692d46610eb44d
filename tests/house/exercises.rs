//! Exercises and search trees over REST, as the page requests them.

use super::simulation::{Simulation, items};
use serde_json::{Value, json};

#[tokio::test]
async fn a_move_is_right_if_and_only_if_it_is_the_one_that_wins() {
    let referee = Simulation::start(&[]).await;
    for game in ["tic-tac-toe", "connect-four", "knights"] {
        let list = referee.get(&format!("/v1/exercises?game={game}")).await.json();
        let exercises = items(&list["exercises"]);
        assert!(exercises.len() >= 10, "{list}");
        for exercise in exercises.iter().step_by(exercises.len() / 3) {
            let path = format!("/v1/exercises/{game}/{}", exercise["number"]);
            let solution = referee.get(&path).await.json();
            assert_eq!(solution["exercise"], *exercise);
            let best = &solution["line"][0]["move"];
            let legal = referee.post(&format!("/v1/games/{game}/check"), &json!({"position": exercise["position"]})).await.json();
            for mv in items(&legal["legal_moves"]) {
                let verdict = referee.post(&path, &json!({"move": mv})).await.json();
                assert_eq!(verdict["right"], json!(mv == best), "{mv} in {exercise}: {verdict}");
                assert_eq!(verdict["line"][0]["move"], *mv);
                assert_eq!(verdict["score"]["expected"] == "win", mv == best, "{verdict}");
                assert!(mv != best || verdict["score"]["plies"] == exercise["plies"], "{verdict}");
            }
        }
    }
    let short = referee.get("/v1/exercises?plies=1").await.json();
    assert!(items(&short["exercises"]).iter().all(|exercise| exercise["plies"] == 1) && short["game"] == "knights");
}

#[tokio::test]
async fn what_is_no_exercise_or_no_move_is_refused() {
    let referee = Simulation::start(&[]).await;
    for (path, status, says) in [
        ("/v1/exercises?game=chess", 404, "there are knights"),
        ("/v1/exercises?plies=x", 400, "plies"),
        ("/v1/exercises/knights/9999", 404, "there are 1 to "),
        ("/v1/exercises/chess/1", 404, "there are knights"),
    ] {
        referee.get(path).await.says(status, says);
    }
    for (body, says) in [
        (json!({"move": "A9"}), "move A9: "),
        (json!({"move": "Z".repeat(400)}), "move ZZZZ"),
        (json!({}), "missing field `move`"),
        (json!({"move": "A1", "extra": 1}), "extra"),
    ] {
        assert!(referee.post("/v1/exercises/tic-tac-toe/1", &body).await.says(400, says).body.len() < 1_000);
    }
}

#[tokio::test]
async fn a_tree_tells_what_was_cut_off_and_is_sampled_where_it_is_large() {
    let referee = Simulation::start(&[]).await;
    let tree = async |question: Value| referee.post("/v1/games/knights/tree", &question).await;
    let small = tree(json!({"method": "classroom-alphabeta", "depth": 2})).await.json();
    let nodes = items(&small["nodes"]);
    assert!(small["whole"] == true && nodes.len() as u64 == small["entered"].as_u64().expect("a number"), "{small}");
    assert!(nodes.iter().any(|node| !items(&node["cut"]).is_empty()));
    let full = tree(json!({"method": "minimax", "depth": 2})).await.json();
    assert_eq!((full["entered"].as_u64(), &full["cut_offs"]), (Some(1 + 14 + 196), &json!(0)));
    assert_eq!(full["nodes"][0]["score"], small["nodes"][0]["score"]);
    let large = tree(json!({"method": "minimax", "depth": 4})).await.json();
    assert!(large["whole"] == false && items(&large["nodes"]).len() <= 2_000, "{}", large["entered"]);
    assert_eq!(large["entered"].as_u64(), Some(1 + 14 + 196 + 3_080 + 48_400));
    for (question, says) in [
        (json!({"method": "mcts", "depth": 2}), "`method`"),
        (json!({"method": "minimax", "depth": 6}), "from 1 to 5; not 6"),
        (json!({"method": "minimax", "depth": 0}), "from 1 to 5; not 0"),
        (json!({"method": "minimax", "depth": 2, "position": "9/9/9/9/9/9/9/9/9 w 0"}), "the game is over"),
        (json!({"method": "minimax", "depth": 2, "position": "rubbish"}), "`position`"),
    ] {
        tree(question).await.says(400, says);
    }
    assert_eq!(referee.post("/v1/games/chess/tree", &json!({"method": "minimax", "depth": 1})).await.status, 404);
}
