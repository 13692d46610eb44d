//! Analysis of game positions over HTTP.

use super::simulation::{JSON, items};
use super::solve::referee;
use serde_json::{Value, json};

#[tokio::test]
async fn positions_are_analysed() {
    let referee = referee().await;
    let minimax = referee.post("/v1/games/knights/analyse", &json!({"depth": 3, "method": "minimax"})).await.json();
    let lines = referee.post("/v1/games/knights/analyse", &json!({"depth": 3, "method": "classroom-alphabeta", "lines": 3})).await.json();
    assert_eq!(lines["score"], minimax["score"], "{lines}");
    assert_eq!(lines["lines"].as_array().map(Vec::len), Some(3));
    let values: Vec<i64> = items(&lines["moves"]).iter().filter_map(|mv| mv["score"]["value"].as_i64()).collect();
    assert!(values.len() > 3 && values.is_sorted_by(|a, b| a >= b), "the best first: {values:?}");
    assert_eq!(lines["lines"][0]["pv"][0], lines["lines"][0]["move"]);

    let won = referee.post("/v1/games/tic-tac-toe/analyse", &json!({"position": "XX. OO. ...", "lines": 9})).await.json();
    assert_eq!((&won["lines"][0]["move"], &won["lines"][0]["score"]["plies"]), (&json!("C1"), &json!(1)), "{won}");
    assert!(items(&won["moves"]).iter().any(|mv| mv["score"]["expected"] == "loss"), "{won}");
    let over = referee.post("/v1/games/tic-tac-toe/analyse", &json!({"position": "XXX OO. ..."})).await.json();
    assert_eq!((&over["score"]["expected"], &over["lines"]), (&json!("loss"), &json!([])), "{over}");

    // The perfect player, and alpha-beta to the end, agree in value and in plies.
    let columns = "22525762534622441115633653436713";
    let perfect = referee.post("/v1/games/connect-four/analyse", &json!({"position": columns, "lines": 7})).await.json();
    let searched = json!({"position": columns, "method": "classroom-alphabeta", "depth": 10});
    let searched = referee.post("/v1/games/connect-four/analyse", &searched).await.json();
    for field in ["expected", "plies"] {
        assert_eq!(perfect["score"][field], searched["score"][field], "{perfect} {searched}");
    }

    // The value and one best move alone cost less than those of every move.
    let [alone, all] = [json!({"position": &columns[..20], "lines": 1}), json!({"position": &columns[..20]})];
    let alone = referee.post("/v1/games/connect-four/analyse", &alone).await.json();
    let all = referee.post("/v1/games/connect-four/analyse", &all).await.json();
    assert_eq!((&alone["score"], &alone["lines"], items(&alone["moves"]).len()), (&all["score"], &all["lines"], 1), "{alone}");
    assert!(alone["cost"]["nodes"].as_u64() < all["cost"]["nodes"].as_u64() && items(&all["moves"]).len() > 1, "{alone} {all}");

    // What each depth cost adds up to what all cost, in every game.
    for (game, method) in [("knights", "alphabeta"), ("connect-four", "alphabeta-memory"), ("tic-tac-toe", "iterative-deepening")] {
        let cost = referee.post(&format!("/v1/games/{game}/analyse"), &json!({"depth": 5, "method": method})).await.json()["cost"].clone();
        let iterations = items(&cost["iterations"]);
        assert_eq!(iterations.iter().map(|reported| reported["depth"].as_u64()).collect::<Vec<_>>(), [1, 2, 3, 4, 5].map(Some), "{cost}");
        for field in ["nodes", "leaves", "cut_offs", "table_hits"] {
            assert_eq!(iterations.iter().filter_map(|reported| reported[field].as_u64()).sum::<u64>(), cost[field], "{field}: {cost}");
        }
        assert!((0.0..=1.0).contains(&iterations[4]["first_cut_rate"].as_f64().expect("there were cut-offs")), "{cost}");
        let series = format!("/v1/series/{game}?depths=1..4&methods=classroom-alphabeta,{method}");
        let picture = referee.get(&series).await;
        assert!(picture.head.contains("image/svg+xml") && picture.body.matches("<g transform").count() == 5, "{}", picture.body);
        let csv = referee.get(&format!("{series}&format=csv")).await.body;
        assert!(csv.starts_with("at,method,") && csv.lines().all(|line| line.split(',').count() == 15), "{csv}");
    }

    let headers = format!("{JSON}accept: text/event-stream\r\n");
    let events = referee.http("POST", "/v1/games/knights/analyse", &headers, r#"{"depth": 4}"#).await;
    assert!(events.head.contains("content-type: text/event-stream"));
    let depths: Vec<Value> =
        events.body.lines().filter_map(|line| line.strip_prefix("data: ")).map(|data| serde_json::from_str(data).expect("JSON")).collect();
    let depths: Vec<u64> = depths.iter().filter_map(|analysis| analysis["depth"].as_u64()).collect();
    assert_eq!(depths, [1, 2, 3, 4, 4]);
    assert_eq!(events.body.matches("event: iteration").count(), 4);
    assert_eq!(events.body.matches("event: done").count(), 1);

    let simulations = json!({"method": "mcts", "limits": {"nodes": 2_000}, "seed": 7});
    let simulated = async || referee.post("/v1/games/knights/analyse", &simulations).await.json();
    let (first, again) = (simulated().await, simulated().await);
    assert_eq!((&first["lines"], &first["cost"]["nodes"]), (&again["lines"], &json!(2_000)), "{first}");
}

#[tokio::test]
async fn every_column_of_connect_four_has_its_value() {
    let referee = referee().await;
    let solve = async |body: Value| referee.post("/v1/solve/connect-four", &body).await.json();
    // Value and columns as the solver of the tests of `search` has them: half of the stones that are left over.
    let position = "7422341735647741166133573473242566";
    let whole = solve(json!({"position": position})).await;
    let answer = &whole["answer"];
    assert_eq!((&whole["method"], &whole["proven"], &answer["why"]), (&json!("perfect"), &json!(true), &Value::Null), "{whole}");
    assert_eq!(answer["lines"].as_array().map(Vec::len), Some(1), "one line unless more are asked for: {answer}");
    let values = |answer: &Value| -> Vec<(String, Option<i64>)> {
        let moves = items(&answer["moves"]);
        moves.iter().map(|mv| (mv["move"].as_str().expect("a move").into(), mv["score"]["value"].as_i64())).collect()
    };
    let known = values(answer);
    assert!(known.is_sorted_by_key(|(_, value)| std::cmp::Reverse(*value)), "the best first: {known:?}");
    assert_eq!(
        (known[0].1, &known[0].0),
        (answer["score"]["value"].as_i64(), &answer["lines"][0]["move"].as_str().expect("a move").to_string())
    );
    for (column, value) in &known {
        let after = solve(json!({"position": format!("{position}{column}")})).await;
        assert_eq!(*value, after["answer"]["score"]["value"].as_i64().map(|value| -value), "column {column}: {after}");
    }
    // After any limit: reported values are right, unknown ones are null.
    let position = "47611556754127222";
    let mut limit = 10_000_u64;
    let mut reported = Vec::new();
    loop {
        let answer = solve(json!({"position": position, "limits": {"nodes": limit}})).await;
        if answer["verdict"] == "solved" {
            let is_whole = answer["answer"]["why"].is_null();
            assert_eq!(is_whole, values(&answer["answer"]).iter().all(|(_, value)| value.is_some()), "{answer}");
            reported.push(values(&answer["answer"]));
            if is_whole {
                break;
            }
        }
        limit *= 2;
    }
    let whole = reported.last().expect("it ends with the whole answer");
    for (column, value) in reported.iter().flatten().filter(|(_, value)| value.is_some()) {
        assert!(whole.contains(&(column.clone(), *value)), "column {column} is worth {value:?}: {reported:?}");
    }
}

#[tokio::test]
async fn a_depth_is_kept_to() {
    let referee = referee().await;
    let analyse = async |game: &str, body: Value| referee.post(&format!("/v1/games/{game}/analyse"), &body).await.json();
    for (game, depth, method) in
        [("connect-four", 4, "alphabeta-memory"), ("tic-tac-toe", 3, "classroom-alphabeta"), ("knights", 3, "alphabeta")]
    {
        let answer = analyse(game, json!({"depth": depth})).await;
        assert_eq!((&answer["depth"], &answer["method"], &answer["why"]), (&json!(depth), &json!(method), &Value::Null), "{answer}");
    }
    let exact = analyse("connect-four", json!({"depth": 4, "method": "perfect", "position": "7422341735647741166133573473242566"})).await;
    assert!(exact["score"]["expected"].is_string(), "{exact}");
    let cut = analyse("connect-four", json!({"depth": 20, "limits": {"nodes": 5_000}, "lines": 3})).await;
    assert!(cut["why"]["sentence"].as_str().is_some_and(|why| why.contains("5000 nodes")) && cut["lines"][2].is_object(), "{cut}");
}
