//! Puzzles over REST for the page: parsed boards, traces, and costs by size.

use super::simulation::{Simulation, items};
use serde_json::{Value, json};

#[tokio::test]
async fn every_puzzle_is_read_cell_by_cell_in_the_forms_people_use() {
    let referee = Simulation::start(&[]).await;
    for (puzzle, text, width, height, first) in [
        ("taquin", "b h c/a f d/g _ e", 3, 3, "b"),
        ("taquin", "1 2/3 _ -> blank-first", 2, 2, "1"),
        ("knights-tour", "6x5 0,0 closed", 6, 5, "start"),
        ("knights-tour", "5x5 c3 to a1 without b2", 5, 5, ""),
        ("sudoku", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 9, 9, "5"),
        ("light-up", "..1/#../..0", 3, 3, "."),
        ("light-up", "3x3:d4d", 3, 3, "."),
        ("rubiks-cube", "R U'", 3, 18, "F"),
        ("chess", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", 8, 8, ""),
    ] {
        let read = referee.http("POST", &format!("/v1/solve/{puzzle}/board"), "content-type: text/plain\r\n", text).await;
        let board = read.json();
        assert_eq!((&board["width"], &board["height"]), (&json!(width), &json!(height)), "{puzzle} {text}: {}", read.body);
        assert_eq!(board["cells"].as_array().map(Vec::len), Some(width * height), "{text}");
        assert_eq!(board["cells"][0], first, "{text}");
    }
    for (puzzle, text, status) in [
        ("taquin", "1 1/2 _", 400),
        ("sudoku", "12345", 400),
        ("tic-tac-toe", "XXX/3/3 w 0", 400),
        ("chequers", "", 404),
        ("knights-tour", "9000x9000", 400),
    ] {
        referee.http("POST", &format!("/v1/solve/{puzzle}/board"), "content-type: text/plain\r\n", text).await.is(status);
    }
}

#[tokio::test]
async fn a_method_is_watched_to_its_answer() {
    let referee = Simulation::start(&[]).await;
    let list = referee.get("/v1/solve").await.json();
    let mut watched = 0;
    for info in items(&list["puzzles"]).iter().filter(|info| info["href"].to_string().contains("/solve/")) {
        let name = info["puzzle"].as_str().expect("a name");
        let question = match name {
            "taquin" => json!({"start": "f g a/h _ b/d c e", "goal": "a b c/h _ d/g f e"}),
            "knights-tour" => json!({"board": "5x5"}),
            "sudoku" => json!({"grid": "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"}),
            "light-up" => json!({"board": "7x7:lBc2e3a0a2e0c2l"}),
            "rubiks-cube" => json!({"scramble": "R U F2", "size": 2}),
            _ => continue,
        };
        for method in items(&info["methods"]) {
            // These are for the larger cube.
            if name == "rubiks-cube" && ["two-phase", "optimal"].iter().any(|large| method == large) {
                continue;
            }
            let mut question = question.clone();
            question["limits"] = json!({"nodes": 20_000, "seconds": 2});
            question["method"] = method.clone();
            let question = json!({"question": question, "steps": 100});
            let trace = referee.post(&format!("/v1/solve/{name}/trace"), &question).await.is(200).json();
            let is_traced = info["traced_methods"].as_array().is_some_and(|names| names.contains(method));
            let steps = items(&trace["steps"]);
            assert_eq!(trace["traced"], is_traced, "{name} {method}");
            // Preparing the tables may take the whole limit: then no search is traced.
            let has_searched = trace["report"]["verdict"] == "solved" || method != "patterns";
            assert_eq!(!steps.is_empty(), is_traced && has_searched, "{name} {method}");
            assert!(steps.len() <= 108, "{} steps", steps.len());
            assert_eq!(trace["sampled"], trace["seen"].as_u64() > Some(steps.len() as u64), "{name} {method}");
            let cells = trace["width"].as_u64().expect("a width") * trace["height"].as_u64().expect("a height");
            let boards = items(&trace["path"]);
            let drawn = steps.iter().map(|step| &step["cells"]).chain(boards);
            assert!(drawn.into_iter().all(|drawn| drawn.as_array().map(Vec::len) == Some(cells as usize)), "{name} {method}");
            assert!(trace["report"]["verdict"] != "solved" || !boards.is_empty(), "{name} {method} leads to a board");
            watched += usize::from(!steps.is_empty());
        }
    }
    assert!(watched >= 15, "{watched} methods are watched");
}

#[tokio::test]
async fn a_tile_slides_from_board_to_board_of_the_answer() {
    let referee = Simulation::start(&[]).await;
    let question = json!({"question": {"start": "f g a/h _ b/d c e", "goal": "a b c/h _ d/g f e"}, "steps": 0});
    let trace = referee.post("/v1/solve/taquin/trace", &question).await.json();
    let boards = items(&trace["path"]);
    assert_eq!((boards.len(), trace["steps"].as_array().map(Vec::len)), (21, Some(0)));
    for pair in boards.windows(2) {
        let (before, after) = (items(&pair[0]), items(&pair[1]));
        let changed = before.iter().zip(after).filter(|(a, b)| a != b).count();
        assert_eq!(changed, 2, "one tile and the blank");
    }
    assert_eq!(boards[20], json!(["a", "b", "c", "h", "_", "d", "g", "f", "e"]));
    let text = referee.http("POST", "/v1/solve/taquin/trace", "content-type: text/plain\r\n", "1 2 3/4 5 6/_ 7 8").await;
    assert_eq!(text.json()["path"].as_array().map(Vec::len), Some(3), "{}", text.body);
}

#[tokio::test]
async fn a_method_without_steps_says_so() {
    let referee = Simulation::start(&[]).await;
    for (path, body, status, says) in [
        ("taquin", json!({"question": {"start": "1 2/3 _"}, "steps": 2_001}), 400, "from 0 to 2000"),
        ("knights-tour", json!({"question": {"board": "60x60", "method": "depth-first"}}), 400, "2500"),
        ("tic-tac-toe", json!({"question": {"method": "perfect", "steps": 3}}), 400, "steps"),
        ("taquin", json!({"question": {"start": "1 1/2 _"}}), 400, "start"),
        ("taquin", json!({"start": "1 2/3 _"}), 400, "question"),
        ("chequers", json!({"question": {}}), 404, "chequers"),
    ] {
        referee.post(&format!("/v1/solve/{path}/trace"), &body).await.says(status, says);
    }
}

#[tokio::test]
async fn methods_are_measured_as_instances_grow() {
    let referee = Simulation::start(&[]).await;
    let points = referee.get("/v1/series/taquin?depths=2..6/2&methods=a-star-misplaced,a-star-manhattan&format=json").await.json();
    let points = items(&points);
    assert_eq!(points.len(), 6, "three depths, two methods");
    let generated = |point: &Value| point["generated"].as_f64().unwrap_or_default();
    assert!(points.iter().all(|point| point["solved"] == 1 && generated(point) >= 2.0));
    let table = referee.get("/v1/series/taquin?depths=2&methods=greedy&format=csv").await;
    assert!(table.body.starts_with("at,method,instances,solved,generated"), "{}", table.body);
    let picture = referee.get("/v1/series/knights-tour?sizes=5x5,6x6&methods=fewest-onward").await;
    assert!(picture.body.starts_with("<svg") && picture.body.contains("fewest-onward"), "{}", picture.body);
    for (query, says) in [
        ("taquin", "give one"),
        ("taquin?sizes=3x3&depths=2", "give one"),
        ("sudoku?depths=2", "give one"),
        ("taquin?depths=9..2", "depths"),
        ("taquin?depths=1..500", "200"),
        ("taquin?depths=2..20&instances=1000", "400"),
        ("taquin?depths=2&instances=0", "1 to 1000"),
        ("taquin?depths=2&methods=magic", "magic"),
        ("taquin?depths=2&format=pdf", "svg, csv and json"),
        ("knights-tour?sizes=axb", "axb"),
    ] {
        referee.get(&format!("/v1/series/{query}")).await.says(400, says);
    }
    assert_eq!(referee.get("/v1/series/chequers?sizes=3").await.status, 404);
}
