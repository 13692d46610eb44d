//! Puzzles and analyses over HTTP. The solvers' threads keep real time, and so does this.

use super::simulation::{Answer, Simulation};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tokio::io::AsyncWriteExt;

const JSON: &str = "content-type: application/json\r\n";
const TEXT: &str = "content-type: text/plain\r\n";

async fn referee() -> Simulation {
    Simulation::start(&["--data", "memory", "--solve-threads", "2"]).await
}

/// The lines of JSON in a chunked body.
fn lines(answer: &Answer) -> Vec<Value> {
    answer.body.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[tokio::test]
async fn every_example_is_answered_as_documented() {
    let referee = referee().await;
    let api = referee.get("/openapi.json").await.json();
    let mut tried = BTreeSet::new();
    for (path, item) in api["paths"].as_object().expect("paths") {
        let content = &item["post"]["requestBody"]["content"]["application/json"];
        let asks_to_solve = ["/v1/solve/", "/v1/evaluate/", "/v1/compare/", "/v1/games/"].iter().any(|prefix| path.starts_with(prefix));
        assert!(!asks_to_solve || item["post"].is_null() || content["examples"].is_object(), "{path} has examples");
        let Some(examples) = content["examples"].as_object() else { continue };
        for (name, example) in examples {
            let summary = example["summary"].as_str().expect("a summary");
            // Where the path has a blank, the summary ends with what to fill in.
            let path = summary.split('`').nth(1).map_or(path.clone(), |word| path.replace("{puzzle}", word).replace("{game}", word));
            let answer = referee.post(&path, &example["value"]).await;
            let told = example["description"].as_str().expect("a status");
            assert_eq!(told, format!("answered with {}", answer.status), "{path} {name}: {}", answer.body);
            assert!(answer.status >= 400 || answer.json()["verdict"] != "gave_up", "{path} {name}: {}", answer.body);
            tried.insert((path, name.clone()));
        }
    }
    assert_eq!(tried.len(), 36);
    let listed = referee.get("/v1/solve").await.json();
    for puzzle in listed["puzzles"].as_array().expect("puzzles") {
        let methods = puzzle["methods"].as_array().expect("methods");
        assert!(!methods.is_empty() && puzzle["forms"][0] == "application/json", "{puzzle}");
    }
}

#[tokio::test]
async fn texts_that_people_exchange() {
    let referee = referee().await;
    let clear = format!("{}53..7....\n", "# a comment\n");
    let cases = [
        ("solve/knights-tour", "8x8", "solved"),
        ("solve/knights-tour", "6x6 (2,1) closed", "solved"),
        ("solve/knights-tour", "4x4", "impossible"),
        ("solve/knights-tour", "1x1", "solved"),
        ("solve/knights-tour", "1x9", "impossible"),
        ("solve/taquin", "b h c\na f d\ng _ e -> a b c\nh _ d\ng f e", "solved"),
        ("solve/taquin", "1,2,3,4,5,6,8,7,_", "impossible"),
        ("solve/taquin", "2 1 3 4 5 6 7 _ 8 9", "impossible"),
        ("solve/taquin", "1 2 3 4 5 6 7 _ 8 9", "solved"),
        ("solve/taquin", "_", "solved"),
        ("solve/sudoku", "1234\n3412\n2143\n432.", "solved"),
        ("solve/sudoku", "+--+--+\n|1.|..|\n|..|..|\n+--+--+\n|..|..|\n|..|..|\n+--+--+", "solved"),
        ("solve/sudoku", "12..\n34..\n....\n....", "solved"),
        ("solve/sudoku", "123.\n...4\n....\n....", "impossible"),
        ("solve/light-up", "...\n.4.\n...", "solved"),
        ("solve/light-up", "2x2:d", "solved"),
        ("solve/connect-four", "2252576253462244111563365343671351441", "solved"),
        ("solve/tic-tac-toe", "XOX\n.O.\n...", "solved"),
        ("solve/rubiks-cube", "R2 L2 U D'", "solved"),
        ("solve/rubiks-cube", "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", "solved"),
        ("solve/rubiks-cube", "UUUURRRRFFFFDDDDLLLLBBBB", "solved"),
        ("evaluate/chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "solved"),
    ];
    for (path, text, verdict) in cases {
        let answer = referee.http("POST", &format!("/v1/{path}"), TEXT, text).await;
        assert_eq!((answer.status, &answer.json()["verdict"]), (200, &json!(verdict)), "{path} {text}: {}", answer.body);
        assert!(verdict != "impossible" || answer.json()["why"].is_string(), "{path} {text}: {}", answer.body);
    }
    assert_eq!(referee.http("POST", "/v1/solve/sudoku", TEXT, &clear).await.status, 400);
    let by_method = referee.http("POST", "/v1/solve/taquin?method=ida-star", TEXT, "1 2 3/4 5 6/_ 7 8").await.json();
    assert_eq!((&by_method["method"], &by_method["answer"]["moves"]), (&json!("ida-star"), &json!("RR")));
}

#[tokio::test]
async fn bad_questions_are_told_what_where_and_what_would_be_right() {
    let referee = referee().await;
    let cases = [
        ("solve/knights-tour", json!({"board": "0x0"}), "at least one column"),
        ("solve/knights-tour", json!({"board": "1000000000x1000000000"}), "at most 16777216 squares"),
        ("solve/knights-tour", json!({"board": "4096x4096"}), "more than 64 MiB"),
        ("solve/knights-tour", json!({"board": "eight"}), "WIDTHxHEIGHT"),
        ("solve/knights-tour", json!({"board": "8x8", "start": "8,8"}), "rows are 0 to 7"),
        ("solve/knights-tour", json!({"board": "8x8", "start": "-1,0"}), "ROW,COLUMN"),
        ("solve/knights-tour", json!({"board": "8x8", "kind": "round"}), "open or closed"),
        ("solve/knights-tour", json!({"board": "8x8", "method": "guess"}), "the methods are construction"),
        ("solve/knights-tour", json!({"board": "9x9", "count": "all"}), "at most 64 squares"),
        ("solve/knights-tour", json!({"board": "8x8", "count": "some"}), "from-start or all"),
        ("solve/knights-tour", json!({"borad": "8x8"}), "unknown field `borad`"),
        ("solve/knights-tour", json!({}), "missing field `board`"),
        ("solve/knights-tour", json!([]), "expected"),
        ("solve/taquin", json!({"start": "1 2 3/4 5/6 7 _"}), "row 2 has 2 cells"),
        ("solve/taquin", json!({"start": "1 2/3 4"}), "no tile is the blank"),
        ("solve/taquin", json!({"start": "1 1/3 _"}), "\"1\" twice: in row 1, column 1"),
        ("solve/taquin", json!({"start": "1 _/3 _"}), "the blank \"_\" twice"),
        ("solve/taquin", json!({"start": "1 2/3 _", "goal": "1 2/4 _"}), "no tile \"4\""),
        ("solve/taquin", json!({"start": "1 2/3 _", "blank": "9"}), "no such tile"),
        ("solve/taquin", json!({"start": {"row": 1}}), "a board is a text"),
        ("solve/taquin", json!({"start": [1, 2, true]}), "a board is a text"),
        ("solve/taquin", json!({"start": ["a b", "_", "c", "d"]}), "no space"),
        ("solve/taquin", json!({"start": "1 2 3 _", "shape": "3x3"}), "9 cells; 4 are listed"),
        ("solve/taquin", json!({"start": "1 2 3 _", "shape": "1000000000x1000000000"}), "at most 100 cells"),
        ("solve/taquin", json!({"start": ""}), "at least one cell"),
        ("solve/sudoku", json!({"grid": ""}), "empty"),
        ("solve/sudoku", json!({"grid": ".".repeat(80)}), "1 too few"),
        ("solve/sudoku", json!({"grid": "x".repeat(81)}), "is not a cell"),
        ("solve/sudoku", json!({"grid": format!("11{}", ".".repeat(79))}), "stands twice in row 1: at r1c1 and at r1c2"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "method": "magic"}), "expected one of backtracking"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "count": true, "hint": true}), "not both"),
        ("solve/light-up", json!({"board": "..5"}), "holds the clue 5: expected 0 to 4"),
        ("solve/light-up", json!({"board": "4."}), "only 1 of its neighbours"),
        ("solve/light-up", json!({"board": "...\n.."}), "row 2 has 2 cells"),
        ("solve/light-up", json!({"board": "0x0:"}), "0×0"),
        ("solve/light-up", json!({"board": "1000000000x1000000000:a"}), "expected 1×1 to"),
        ("solve/connect-four", json!({"position": "4444444"}), "move 7"),
        ("solve/connect-four", json!({"position": "12121212"}), "move 8"),
        ("solve/connect-four", json!({"position": "8"}), "move 1"),
        ("solve/connect-four", json!({"position": "7/7/7/7/7/3X3 w 1"}), "side to move is `b`"),
        ("solve/connect-four", json!({"method": "alpha-beta", "evaluation": "mood"}), "open-lines, lines, cells"),
        ("solve/connect-four", json!({"method": "alpha-beta", "depth": 0}), "from 1 to 250"),
        ("solve/tic-tac-toe", json!({"position": "XXXXXXXXX"}), "position"),
        ("solve/tic-tac-toe", json!({"moves": ["A1", "A1"]}), "move 2"),
        ("solve/rubiks-cube", json!({"cube": "UUU"}), "24 (2×2×2) or 54"),
        ("solve/rubiks-cube", json!({"scramble": "R Q"}), "move 2"),
        ("solve/rubiks-cube", json!({"scramble": "R", "size": 4}), "2 or 3"),
        ("solve/rubiks-cube", json!({"scramble": "M", "size": 2}), "middle layer"),
        ("solve/rubiks-cube", json!({"scramble": "R", "method": "distance-table"}), "is not a method for the 3×3×3"),
        ("solve/rubiks-cube", json!({}), "one of the two"),
        ("evaluate/chess", json!({"fen": "8/8"}), "six fields"),
        ("evaluate/chess", json!({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}), "has 0 kings"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"seconds": 0}}), "more than 0 and at most 30"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"seconds": -1}}), "not -1"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"seconds": 1e9}}), "respond-async"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"nodes": 0}}), "`limits.nodes`: at least 1"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"nodes": -5}}), "limits.nodes"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"mebibytes": 1_000_000}}), "from 1 to 512"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"solutions": 0}}), "`limits.solutions`"),
        ("compare/taquin", json!({"question": {"start": "1 2/3 _"}, "methods": []}), "`methods` names 1 to 7"),
        ("compare/taquin", json!({"question": {"start": "1 2/3"}}), "row 2"),
        ("games/knights/analyse", json!({"moves": ["a1-a9"]}), "move 1"),
        ("games/knights/analyse", json!({"lines": 0}), "from 1 to 100"),
        ("games/knights/analyse", json!({"method": "deep-blue"}), "alphabeta"),
    ];
    for (path, body, says) in cases {
        let answer = referee.post(&format!("/v1/{path}"), &body).await;
        assert_eq!(answer.status, 400, "{path} {body}: {}", answer.body);
        assert!(answer.head.contains("content-type: application/problem+json"), "{path} {body}: {}", answer.head);
        let detail = answer.json()["detail"].as_str().expect("a sentence").to_string();
        assert!(detail.contains(says), "{path} {body}: {detail}");
    }
    let grid = json!({"grid": "................"}).to_string();
    let heads = [
        ("/v1/solve/sudoku", "", 415, "must be JSON"),
        ("/v1/solve/sudoku", "content-type: application/json\r\naccept: image/png\r\n", 406, "image/svg+xml"),
        ("/v1/solve/chess", JSON, 404, "nothing at"),
        ("/v1/compare/chequers", JSON, 404, "knights-tour"),
        ("/v1/games/go/analyse", JSON, 404, "knights, connect-four, tic-tac-toe"),
        ("/v1/solve/sudoku?method=x", JSON, 400, "belongs into the body"),
    ];
    for (path, headers, status, says) in heads {
        let answer = referee.http("POST", path, headers, &grid).await;
        assert!(answer.status == status && answer.body.contains(says), "{path} {headers}: {} {}", answer.status, answer.body);
    }
    assert_eq!(referee.get("/v1/solve/sudoku").await.status, 405);
}

#[tokio::test]
async fn a_body_of_ten_megabytes_is_refused() {
    let referee = referee().await;
    let mut pipe = referee.pipe();
    let head = "POST /v1/solve/sudoku HTTP/1.1\r\nhost: referee\r\ncontent-type: text/plain\r\ncontent-length: 10000000\r\n\r\n";
    pipe.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    tokio::io::AsyncReadExt::read_to_end(&mut pipe, &mut answer).await.expect("an answer");
    assert!(String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 413"), "{}", String::from_utf8_lossy(&answer));
}

#[tokio::test]
async fn the_form_is_the_clients_choice() {
    let referee = referee().await;
    let cases = [
        ("knights-tour", json!({"board": "5x5"}), "image/svg+xml", "<svg"),
        ("knights-tour", json!({"board": "5x5"}), "text/plain", "construction: "),
        ("knights-tour", json!({"board": "4x4"}), "image/svg+xml", "<title>No solution</title>"),
        ("knights-tour", json!({"board": "4x4"}), "text/html, text/*;q=0.5", "impossible: "),
        ("taquin", json!({"start": "1 2 3/4 5 6/_ 7 8"}), "image/svg+xml, */*;q=0.1", "<svg"),
        ("taquin", json!({"start": "1 2 3/4 5 6/_ 7 8"}), "text/plain", "2 moves, the fewest"),
        ("sudoku", json!({"grid": "................"}), "image/svg+xml", "<svg"),
        ("sudoku", json!({"grid": "1..............."}), "text/plain", "not the only solution"),
        ("light-up", json!({"board": "...\n.4.\n..."}), "image/*", "<svg"),
        ("light-up", json!({"board": "...\n.4.\n..."}), "text/plain", "the only solution"),
        ("rubiks-cube", json!({"scramble": "R"}), "image/svg+xml", "<svg"),
        ("tic-tac-toe", json!({}), "text/plain", "white to move, draw"),
        ("tic-tac-toe", json!({"position": "XX. OO. ..."}), "image/svg+xml", "C1, win in 1 ply"),
        ("sudoku", json!({"grid": "................"}), "application/json;q=0.1, text/plain;q=0.9", "┌"),
        ("sudoku", json!({"grid": "................"}), "*/*", "{\"puzzle\""),
    ];
    for (puzzle, body, accept, begins) in cases {
        let headers = format!("{JSON}accept: {accept}\r\n");
        let answer = referee.http("POST", &format!("/v1/solve/{puzzle}"), &headers, &body.to_string()).await;
        assert!(answer.status == 200 && answer.body.contains(begins), "{puzzle} {accept}: {}", answer.body);
    }
}

#[tokio::test]
async fn no_solution_is_not_giving_up() {
    let referee = referee().await;
    let hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let fifteen = "14 13 15 7/11 12 9 5/6 _ 2 1/4 8 10 3";
    let nodes = json!({"nodes": 1});
    let cases = [
        ("sudoku", json!({"grid": hard, "method": "backtracking", "limits": nodes}), "gave_up", "1 nodes"),
        (
            "taquin",
            json!({"start": fifteen, "goal": "blank-first", "method": "a-star-misplaced", "limits": {"mebibytes": 1}}),
            "gave_up",
            "1 MiB",
        ),
        (
            "taquin",
            json!({"start": fifteen, "goal": "blank-first", "method": "ida-star", "limits": {"seconds": 0.01}}),
            "gave_up",
            "0.01 s",
        ),
        ("knights-tour", json!({"board": "8x8", "method": "breadth-first", "limits": {"mebibytes": 2}}), "gave_up", "2 MiB"),
        ("knights-tour", json!({"board": "3x6", "method": "breadth-first"}), "impossible", ""),
        ("knights-tour", json!({"board": "6x6", "method": "depth-limited:3"}), "gave_up", "leads no further"),
        ("light-up", json!({"board": "2x2:a1b", "method": "backtracking"}), "impossible", "clue"),
        ("connect-four", json!({"limits": {"seconds": 0.05}}), "gave_up", "0.05 s"),
        ("rubiks-cube", json!({"scramble": "R U F D L B R U", "method": "a-star-colors", "limits": {"mebibytes": 1}}), "gave_up", "1 MiB"),
    ];
    for (puzzle, body, verdict, says) in cases {
        let answer = referee.post(&format!("/v1/solve/{puzzle}"), &body).await.json();
        assert_eq!(answer["verdict"], verdict, "{puzzle} {body}: {answer}");
        assert!(answer["why"].as_str().is_some_and(|why| why.contains(says)) && answer["answer"].is_null(), "{puzzle} {body}: {answer}");
        assert_eq!(answer["proven"], verdict == "impossible", "{puzzle} {body}: {answer}");
    }
}

#[tokio::test]
async fn streams_end_with_how_they_ended() {
    let referee = referee().await;
    let cases = [
        ("sudoku", json!({"grid": "................"}), 288, "exhausted"),
        ("sudoku", json!({"grid": "................", "limits": {"solutions": 5}}), 5, "limit"),
        ("sudoku", json!({"grid": "1234............", "method": "backtracking"}), 12, "exhausted"),
        ("knights-tour", json!({"board": "5x5"}), 304, "exhausted"),
        ("knights-tour", json!({"board": "4x4"}), 0, "exhausted"),
        ("knights-tour", json!({"board": "8x8", "kind": "closed", "limits": {"solutions": 3}}), 3, "limit"),
        ("light-up", json!({"board": "2x2:d"}), 2, "exhausted"),
    ];
    for (puzzle, body, found, ending) in cases {
        let headers = format!("{JSON}accept: application/x-ndjson\r\n");
        let answer = referee.http("POST", &format!("/v1/solve/{puzzle}"), &headers, &body.to_string()).await;
        assert!(answer.head.contains("content-type: application/x-ndjson"), "{}", answer.head);
        let lines = lines(&answer);
        let end = lines.last().expect("a last line");
        assert_eq!((&end["found"], &end["ending"], lines.len()), (&json!(found), &json!(ending), found + 1), "{puzzle} {body}");
        let distinct: BTreeSet<String> = lines.iter().map(Value::to_string).collect();
        assert_eq!(distinct.len(), lines.len(), "no solution comes twice");
    }
    let headers = format!("{JSON}accept: application/x-ndjson\r\n");
    let refused = referee.http("POST", "/v1/solve/knights-tour", &headers, r#"{"board": "8x8", "method": "breadth-first"}"#).await;
    assert!(refused.status == 400 && refused.body.contains("fewest-onward or depth-first"), "{}", refused.body);
}

#[tokio::test]
async fn methods_are_compared_on_one_instance() {
    let referee = referee().await;
    let instance = json!({"question": {"start": "b h c/a f d/g _ e", "goal": "a b c/h _ d/g f e"}});
    let table = referee.post("/v1/compare/taquin", &instance).await.json();
    let rows = table["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 7);
    assert!(rows.iter().filter(|row| row["proven"] == true).all(|row| row["result"] == "5 moves, the fewest"), "{table}");
    let position = json!({"question": {"depth": 3}, "methods": ["minimax", "negamax", "alpha-beta", "alpha-beta-memory", "mtd-f"]});
    let table = referee.post("/v1/compare/knights", &position).await.json();
    let rows = table["rows"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["result"] == rows[0]["result"]), "the full-width methods agree: {table}");
    let nodes = |row: usize| rows[row]["search"]["nodes"].as_u64().expect("a number");
    assert!(nodes(0) == nodes(1) && nodes(2) < nodes(0), "{table}");
    let large = json!({"question": {"board": "1100x1100"}, "methods": ["construction", "depth-first"]});
    let table = referee.post("/v1/compare/knights-tour", &large).await.json();
    assert_eq!((&table["rows"][0]["verdict"], &table["rows"][1]["verdict"]), (&json!("solved"), &Value::Null), "{table}");
    let headers = format!("{JSON}accept: text/plain\r\n");
    let text = referee.http("POST", "/v1/compare/taquin", &headers, &instance.to_string()).await.body;
    assert!(text.starts_with("method") && text.lines().count() == 8, "{text}");
}

#[tokio::test]
async fn positions_are_analysed() {
    let referee = referee().await;
    let minimax = referee.post("/v1/games/knights/analyse", &json!({"depth": 3, "method": "minimax"})).await.json();
    let lines = referee.post("/v1/games/knights/analyse", &json!({"depth": 3, "method": "alpha-beta", "lines": 3})).await.json();
    assert_eq!(lines["score"], minimax["score"], "{lines}");
    assert_eq!(lines["lines"].as_array().map(Vec::len), Some(3));
    let values: Vec<i64> = lines["moves"].as_array().expect("moves").iter().filter_map(|mv| mv["score"]["value"].as_i64()).collect();
    assert!(values.len() > 3 && values.is_sorted_by(|a, b| a >= b), "the best first: {values:?}");
    assert_eq!(lines["lines"][0]["pv"][0], lines["lines"][0]["move"]);

    let won = referee.post("/v1/games/tic-tac-toe/analyse", &json!({"position": "XX. OO. ...", "lines": 9})).await.json();
    assert_eq!((&won["lines"][0]["move"], &won["lines"][0]["score"]["plies"]), (&json!("C1"), &json!(1)), "{won}");
    assert!(won["moves"].as_array().expect("moves").iter().any(|mv| mv["score"]["expected"] == "loss"), "{won}");
    let over = referee.post("/v1/games/tic-tac-toe/analyse", &json!({"position": "XXX OO. ..."})).await.json();
    assert_eq!((&over["score"]["expected"], &over["lines"]), (&json!("loss"), &json!([])), "{over}");

    // The solver, and alpha-beta to the end, agree in value and in plies.
    let columns = "22525762534622441115633653436713";
    let solver = referee.post("/v1/games/connect-four/analyse", &json!({"position": columns, "lines": 7})).await.json();
    let searched = json!({"position": columns, "method": "alpha-beta", "depth": 10});
    let searched = referee.post("/v1/games/connect-four/analyse", &searched).await.json();
    for field in ["expected", "plies"] {
        assert_eq!(solver["score"][field], searched["score"][field], "{solver} {searched}");
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
    let (first, again) = (
        referee.post("/v1/games/knights/analyse", &simulations).await.json(),
        referee.post("/v1/games/knights/analyse", &simulations).await.json(),
    );
    assert_eq!((&first["lines"], &first["cost"]["nodes"]), (&again["lines"], &json!(2_000)), "{first}");
}

/// Work that nobody sees the end of.
const ENDLESS: &str =
    r#"{"start": "25 1 23 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 24 2", "blank": "25", "method": "ida-star"}"#;

fn endless(path: &str, accept: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("POST {path} HTTP/1.1\r\nhost: referee\r\n{JSON}accept: {accept}\r\ncontent-length: {length}\r\n\r\n{body}").into_bytes()
}

/// Waits until the solvers have nothing to do.
async fn idle(referee: &Simulation) {
    for _ in 0..10_000 {
        let metrics = referee.get("/metrics").await.body;
        if metrics.contains("arbitre_solve_requests_running 0\n") && metrics.contains("arbitre_solve_requests_waiting 0\n") {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("the solvers still work: {}", referee.get("/metrics").await.body);
}

#[tokio::test]
async fn a_thousand_clients_that_leave_at_once_leave_nothing() {
    let referee = referee().await;
    let asked = [
        endless("/v1/solve/taquin", "application/json", ENDLESS),
        endless("/v1/solve/knights-tour", "application/x-ndjson", r#"{"board": "8x8"}"#),
        endless("/v1/games/knights/analyse", "text/event-stream", r#"{"limits": {"seconds": 30}}"#),
        endless("/v1/compare/taquin", "application/json", &format!(r#"{{"question": {ENDLESS}, "methods": ["ida-star"]}}"#)),
    ];
    for number in 0..1_000 {
        let mut pipe = referee.pipe();
        pipe.write_all(&asked[number % asked.len()]).await.expect("sent");
        if number % 3 == 0 {
            // Long enough for the request to be read, or not.
            tokio::task::yield_now().await;
        }
    }
    idle(&referee).await;
    assert_eq!(referee.post("/v1/solve/sudoku", &json!({"grid": "................"})).await.status, 200);
}

#[tokio::test]
async fn a_full_queue_says_so() {
    let referee = Simulation::start(&["--data", "memory", "--solve-threads", "1", "--solve-queue", "2"]).await;
    let mut waiting = Vec::new();
    for _ in 0..3 {
        let mut pipe = referee.pipe();
        pipe.write_all(&endless("/v1/solve/taquin", "application/json", ENDLESS)).await.expect("sent");
        waiting.push(pipe);
    }
    // What comes after them is read after them.
    let full = async || referee.post("/v1/solve/sudoku", &json!({"grid": "................", "limits": {"seconds": 1}})).await;
    let answer = full().await;
    assert_eq!((answer.status, answer.json()["type"].as_str()), (503, Some("/problems/busy")), "{}", answer.body);
    assert!(answer.head.contains("retry-after: "), "{}", answer.head);
    drop(waiting);
    idle(&referee).await;
    assert_eq!(full().await.status, 200);
}
