//! Refused questions about puzzles and positions.

use super::simulation::JSON;
use super::solve::referee;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

#[tokio::test]
async fn errors_of_bad_questions_say_what_where_and_what_would_be_right() {
    let referee = referee().await;
    for (path, body, says) in [
        ("solve/knights-tour", json!({"board": "0x0"}), "at least one column"),
        ("solve/knights-tour", json!({"board": "1000000000x1000000000"}), "at most 16777216 squares"),
        ("solve/knights-tour", json!({"board": "4096x4096"}), "MiB of memory, more than"),
        ("batch/knights-tour", json!({"questions": vec![json!({"board": "1000x1000"}); 20]}), "MiB of memory, more than"),
        ("compare/knights-tour", json!({"question": {"board": "4096x4096"}}), "MiB of memory, more than"),
        ("solve/knights-tour", json!({"board": "eight"}), "WIDTHxHEIGHT"),
        ("solve/knights-tour", json!({"board": "8x8", "start": "8,8"}), "rows and columns are counted from 0"),
        ("solve/knights-tour", json!({"board": "8x8", "start": "-1,0"}), "ROW,COLUMN"),
        ("solve/knights-tour", json!({"board": "8x8", "kind": "round"}), "open or closed"),
        ("solve/knights-tour", json!({"board": "8x8", "method": "guess"}), "the methods are construction"),
        ("solve/knights-tour", json!({"board": "9x9", "count": "all"}), "at most 64 squares"),
        ("solve/knights-tour", json!({"board": "8x8", "count": "some"}), "known: from-start and all"),
        ("solve/knights-tour", json!({"board": "5x5", "count": "all", "limits": {"solutions": 5}}), "no effect beside `count`"),
        ("solve/knights-tour", json!({"board": "5x5", "count": "all", "start": "a1"}), "`start` has no effect beside `count`"),
        ("solve/knights-tour", json!({"board": "5x5", "count": "all", "method": "learning"}), "frontier counts tours"),
        ("solve/knights-tour", json!({"board": "5x5", "method": "frontier"}), "frontier counts tours"),
        ("solve/knights-tour/trace", json!({"question": {"board": "5x5", "count": "all"}}), "only solutions are compared, traced"),
        ("compare/knights-tour", json!({"question": {"board": "5x5", "count": "all"}}), "`count` wants something else"),
        ("compare/sudoku", json!({"question": {"grid": ".".repeat(16), "hint": true}}), "`hint` wants something else"),
        ("compare/light-up", json!({"question": {"board": "...", "steps": true}}), "`steps` wants something else"),
        ("solve/knights-tour", json!({"borad": "8x8"}), "borad`: unknown field"),
        ("solve/knights-tour", json!({}), "missing field `board`"),
        ("solve/knights-tour", json!([]), "expected"),
        ("solve/taquin", json!({"start": "1 2 3/4 5/6 7 _"}), "row 2 has 2 cells"),
        ("solve/taquin", json!({"start": "1 2/3 4"}), "no tile is the blank"),
        ("solve/taquin", json!({"start": "1 1/3 _"}), "\"1\" twice: in row 1, column 1"),
        ("solve/taquin", json!({"start": "1 _/3 _"}), "the blank \"_\" twice"),
        ("solve/taquin", json!({"start": "1 2/3 _", "goal": "1 2/4 _"}), "no tile \"4\""),
        ("solve/taquin", json!({"start": "1 2/3 _", "blank": "9"}), "no such tile"),
        ("solve/taquin", json!({"start": {"row": 1}}), "expected a board as a text"),
        ("solve/taquin", json!({"start": [1, 2, true]}), "expected a board as a text"),
        ("solve/taquin", json!({"start": ["a b", "_", "c", "d"]}), "no space"),
        ("solve/taquin", json!({"start": "1 2 3 _", "shape": "3x3"}), "9 cells; 4 are listed"),
        ("solve/taquin", json!({"start": "1 2 3 _", "shape": "1000000000x1000000000"}), "at most 100 cells"),
        ("solve/taquin", json!({"start": ""}), "at least one cell"),
        ("solve/sudoku", json!({"grid": ""}), "empty"),
        ("solve/sudoku", json!({"grid": ".".repeat(80)}), "the nearest grid is 9×9 with 81"),
        ("solve/sudoku", json!({"grid": "x".repeat(81)}), "is not a cell"),
        ("solve/sudoku", json!({"grid": format!("11{}", ".".repeat(79))}), "stands twice in row 1: at r1c1 and at r1c2"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "method": "magic"}), "expected one of backtracking"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "count": true, "hint": true}), "not several"),
        ("solve/light-up", json!({"board": "..5"}), "holds the clue 5: expected 0 to 4"),
        ("solve/light-up", json!({"board": "4."}), "only 1 of its neighbours"),
        ("solve/light-up", json!({"board": "...\n.."}), "row 2 has 2 cells"),
        ("solve/light-up", json!({"board": "0x0:"}), "0×0"),
        ("solve/light-up", json!({"board": "1000000000x1000000000:a"}), "expected 1×1 to"),
        ("solve/connect-four", json!({"position": "4444444"}), "move 7"),
        ("solve/connect-four", json!({"position": "12121212"}), "move 8"),
        ("solve/connect-four", json!({"position": "8"}), "move 1"),
        ("solve/connect-four", json!({"position": "7/7/7/7/7/3X3 w 1"}), "side to move is `b`"),
        ("solve/connect-four", json!({"method": "classroom-alphabeta", "evaluation": "mood"}), "open-lines, lines and cells"),
        ("solve/connect-four", json!({"method": "classroom-alphabeta", "depth": 0}), "from 1 to 250"),
        ("solve/tic-tac-toe", json!({"position": "XXXXXXXXX"}), "position"),
        ("solve/tic-tac-toe", json!({"moves": ["A1", "A1"]}), "move 2"),
        ("solve/rubiks-cube", json!({"cube": "UUU"}), "24 (2×2×2) or 54"),
        ("solve/rubiks-cube", json!({"scramble": "R Q"}), "move 2"),
        ("solve/rubiks-cube", json!({"scramble": "R", "size": 4}), "2 or 3"),
        ("solve/rubiks-cube", json!({"scramble": "M", "size": 2}), "middle layer"),
        ("solve/rubiks-cube", json!({"scramble": "R", "method": "distance-table"}), "is not a method for the 3×3×3"),
        ("solve/rubiks-cube", json!({}), "one of the two"),
        ("solve/rubiks-cube", json!({"scramble": "R", "hint": true, "enough": 0}), "`enough` has no effect beside `hint`"),
        ("solve/rubiks-cube", json!({"scramble": "R", "hint": true, "metric": "qtm"}), "`metric` has no effect beside `hint`"),
        ("solve/rubiks-cube", json!({"scramble": "R", "method": "optimal", "enough": 0}), "`enough` has no effect beside `method`"),
        ("solve/rubiks-cube", json!({"scramble": "R", "size": 2, "enough": 0}), "`enough` has no effect beside `size`"),
        ("solve/rubiks-cube", json!({"cube": "UUUURRRRFFFFDDDDLLLLBBBB", "size": 2}), "`size` has no effect beside `cube`"),
        ("solve/sudoku", json!({"grid": [1, 2]}), "`grid`: expected a grid as a text, a list of rows as texts, or a list of rows as lists"),
        ("solve/sudoku", json!({"grid": ".", "count": "yes"}), "`count`: expected true or false, found \"yes\""),
        ("solve/taquin", json!(7), "expected an object with a `start`, such as {\"start\""),
        ("compare/taquin", json!({"question": {"strat": "1 2/3 _"}}), "strat`: unknown field; known: start"),
        ("evaluate/chess", json!({"fen": "8/8"}), "six fields"),
        ("evaluate/chess", json!({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}), "has 0 kings"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"seconds": 0}}), "more than 0 and at most 30"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"seconds": -1}}), "not -1"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"seconds": 1e9}}), "at most 30 s here, not 1000000000"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"nodes": 0}}), "`limits.nodes` is at least 1"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"nodes": -5}}), "limits.nodes"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"mebibytes": 1_000_000}}), "from 1 to 512"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"solutions": 0}}), "`limits.solutions`"),
        ("solve/sudoku", json!({"grid": ".".repeat(16), "limits": {"solutions": 5}}), "limits a stream or a count"),
        ("batch/sudoku", json!({"questions": [{"grid": ".".repeat(16), "limits": {"solutions": 5}}]}), "limits a stream or a count"),
        ("games/knights/analyse", json!({"limits": {"solutions": 5}}), "limits a stream or a count"),
        ("compare/taquin", json!({"question": {"start": "1 2/3 _"}, "methods": []}), "1 to 8 methods are compared"),
        ("compare/taquin", json!({"question": {"start": "1 2/3"}}), "row 2"),
        ("games/knights/analyse", json!({"moves": ["a1-a9"]}), "move 1"),
        ("games/knights/analyse", json!({"lines": 0}), "from 1 to 100"),
        ("games/knights/analyse", json!({"method": "deep-blue"}), "alphabeta"),
    ] {
        let answer = referee.post(&format!("/v1/{path}"), &body).await.is(400);
        assert!(answer.head.contains("content-type: application/problem+json"), "{path} {body}: {}", answer.head);
        assert!(answer.json()["detail"].as_str().is_some_and(|detail| detail.contains(says)), "{path} {body}: {}", answer.body);
    }
    for (body, says) in [
        ("", "expected a JSON object, found nothing"),
        ("{\n\"position\": \"x\",\n}", "invalid JSON at line 3, column 1"),
        ("{} {}", "line 1, column 4"),
        (r#"{"position": "4", "position": "5"}"#, "the field `position` is there twice"),
    ] {
        let answer = referee.http("POST", "/v1/solve/tic-tac-toe", JSON, body).await.says(400, says);
        assert!(!answer.body.contains("deserialize"), "{body}: {}", answer.body);
    }
    for question in [json!({"grid": ".".repeat(16), "count": true}), json!({"grid": ".".repeat(16), "hint": true})] {
        let headers = format!("{JSON}accept: application/x-ndjson\r\n");
        referee.http("POST", "/v1/solve/sudoku", &headers, &question.to_string()).await.says(400, "wants something else than a solution");
    }
    let grid = json!({"grid": "................"}).to_string();
    for (path, headers, status, says) in [
        ("/v1/solve/sudoku", "", 415, "`text/plain`"),
        ("/v1/solve/sudoku", "content-type: application/json\r\naccept: image/png\r\n", 406, "image/svg+xml"),
        ("/v1/solve/chess", JSON, 404, "`GET /v1/solve` the puzzles"),
        ("/v1/compare/chequers", JSON, 404, "knights-tour"),
        ("/v1/games/go/analyse", JSON, 404, "knights, connect-four and tic-tac-toe"),
        ("/v1/solve/sudoku?method=x", JSON, 400, "belongs into the body"),
    ] {
        referee.http("POST", path, headers, &grid).await.says(status, says);
    }
    assert_eq!(referee.get("/v1/solve/sudoku").await.status, 405);
}

#[tokio::test(start_paused = true)]
async fn a_body_of_ten_megabytes_is_refused() {
    let referee = referee().await;
    let mut pipe = referee.pipe();
    let head = "POST /v1/solve/sudoku HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: text/plain\r\ncontent-length: 10000000\r\n\r\n";
    pipe.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    pipe.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}
