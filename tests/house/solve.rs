//! Puzzles over HTTP. The solvers' threads keep real time, and so does this.

use super::simulation::{Answer, JSON, Simulation, items};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const TEXT: &str = "content-type: text/plain\r\n";

pub async fn referee() -> Simulation {
    Simulation::start(&["--data", "memory", "--solve-threads", "2"]).await
}

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
        let asks_to_solve =
            ["/v1/solve/", "/v1/evaluate/", "/v1/compare/", "/v1/games/{game}/analyse"].iter().any(|prefix| path.starts_with(prefix));
        assert!(!asks_to_solve || item["post"].is_null() || content["examples"].is_object(), "{path} has examples");
        let Some(examples) = content["examples"].as_object() else { continue };
        for (name, example) in examples {
            let summary = example["summary"].as_str().expect("a summary");
            // Where the path has a blank, the summary ends with what to fill in.
            let path = summary.split('`').nth(1).map_or(path.clone(), |word| path.replace("{puzzle}", word).replace("{game}", word));
            let answer = referee.post(&path, &example["value"]).await;
            let expected = example["description"].as_str().expect("a status");
            assert_eq!(expected, format!("answered with {}", answer.status), "{path} {name}: {}", answer.body);
            assert!(answer.status >= 400 || answer.json()["verdict"] != "limit_reached", "{path} {name}: {}", answer.body);
            tried.insert((path, name.clone()));
        }
    }
    assert_eq!(tried.len(), 52);
    let listed = referee.get("/v1/solve").await.json();
    for puzzle in items(&listed["puzzles"]) {
        assert!(!items(&puzzle["methods"]).is_empty() && puzzle["forms"][0] == "application/json", "{puzzle}");
    }
}

/// The listed fields of questions are those that the parsers accept.
#[tokio::test]
async fn fields_are_listed_with_their_values_and_ranges() {
    let referee = referee().await;
    let listed = referee.get("/v1/solve").await.json();
    let kinds = items(&listed["puzzles"]).to_vec();
    assert_eq!(kinds.len(), 11);
    assert_eq!(referee.get("/v1/solve?puzzle=taquin").await.json()["puzzles"], json!([kinds[1]]));
    assert_eq!(referee.get("/v1/solve?puzzle=chess960").await.status, 404);
    for kind in kinds {
        let (href, fields) = (kind["href"].as_str().expect("a path"), items(&kind["parameters"]));
        let post = async |body: &Value| referee.http("POST", href, JSON, &body.to_string()).await;
        // The error for an unknown one lists all that there are.
        let names: Vec<&str> = fields.iter().map(|field| field["name"].as_str().expect("a name")).collect();
        let refusal = post(&json!({"nothing": 1})).await.json();
        let known = items(&refusal["params"]["why"]["params"]["known"]);
        let expected: std::collections::BTreeSet<&str> = known.iter().filter_map(Value::as_str).collect();
        let listed = names.iter().map(|name| if name.starts_with("limits.") { "limits" } else { name });
        assert_eq!(listed.collect::<std::collections::BTreeSet<_>>(), expected, "{href}: {refusal}");
        let example = kind["examples"].as_array().and_then(|all| all.iter().find(|example| example["status"] == 200)).cloned();
        let example = example.map_or_else(|| json!({"depth": 1}), |example| example["body"].clone());
        for field in fields {
            let name = field["name"].as_str().expect("a name");
            assert!(field["about"].as_str().is_some_and(|about| about.len() > 10), "{href}: {field}");
            let [least, most] = ["minimum", "maximum"].map(|end| field[end].as_f64());
            for value in [least.map(|least| least - 1.0), most.map(|most| most + 1.0)].into_iter().flatten() {
                let mut body = example.clone();
                // Whole numbers are written as such.
                body[name] = if name == "c" { json!(value) } else { json!(value as i64) };
                post(&body).await.is(400);
            }
            let values = field["values"].as_array().cloned().unwrap_or_default();
            if !values.is_empty() && name != "method" {
                let mut body = example.clone();
                body[name] = json!("nonsense");
                let answer = post(&body).await.is(400);
                let names_them = values.iter().all(|value| answer.body.contains(value.as_str().expect("a word")));
                assert!(names_them || name == "goal" || name == "metric", "{href}: {name}: {}", answer.body);
            }
        }
    }
    let by_uct = async |c: f64, method: &str| {
        let body = json!({"position": "444", "method": method, "c": c, "limits": {"nodes": 500}}).to_string();
        referee.http("POST", "/v1/games/connect-four/analyse", JSON, &body).await
    };
    let [narrow, wide] = [by_uct(0.1, "uct").await.json(), by_uct(5.0, "uct").await.json()];
    assert_ne!(narrow["score"], wide["score"], "{narrow} {wide}");
    assert!(by_uct(1.0, "mcts").await.body.contains("only `uct` has the exploration constant"));
}

#[tokio::test]
async fn texts_that_people_exchange() {
    let referee = referee().await;
    let clear = "# a comment\n53..7....\n".to_string();
    for (path, text, verdict) in [
        ("solve/knights-tour", "8x8", "solved"),
        ("solve/knights-tour", "6x6 (2,1) closed", "solved"),
        ("solve/knights-tour", "4x4", "impossible"),
        ("solve/knights-tour", "1x1", "solved"),
        ("solve/knights-tour", "1x9", "impossible"),
        ("solve/knights-tour", "1x1 closed", "impossible"),
        ("solve/knights-tour", "8x8 a1 to h7 without c3 d5", "solved"),
        ("solve/knights-tour", "8x8 a1 to h8", "impossible"),
        ("solve/taquin", "b h c\na f d\ng _ e -> a b c\nh _ d\ng f e", "solved"),
        ("solve/taquin", "1,2,3,4,5,6,8,7,_", "impossible"),
        ("solve/taquin", "2 1 3 4 5/6 7 _ 8 9", "impossible"),
        ("solve/taquin", "1 2 3 4 5/6 7 _ 8 9", "solved"),
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
        ("solve/rubiks-cube", "UUUUUUUUF RRRRRRRRR FFFFFFFFU DDDDDDDDD LLLLLLLLL BBBBBBBBB", "impossible"),
        ("solve/rubiks-cube", "RUR'U'RUR'U'RUR'U'RUR'U'", "solved"),
        ("evaluate/chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "solved"),
    ] {
        let answer = referee.http("POST", &format!("/v1/{path}"), TEXT, text).await;
        assert_eq!((answer.status, &answer.json()["verdict"]), (200, &json!(verdict)), "{path} {text}: {}", answer.body);
        assert!(verdict != "impossible" || answer.json()["why"]["sentence"].is_string(), "{path} {text}: {}", answer.body);
    }
    for (path, text, says) in [
        ("solve/sudoku", clear, ""),
        ("solve/rubiks-cube", "U".repeat(53), "this text has 53"),
        ("solve/rubiks-cube", "1".repeat(55), "this text has 55"),
        ("solve/rubiks-cube", "WWWW RRRR GGGG YYYY OOOO BBB".into(), "this text has 23"),
    ] {
        referee.http("POST", &format!("/v1/{path}"), TEXT, &text).await.says(400, says);
    }
    // Every answer says how the question was parsed.
    for (path, text, shape, goal) in [
        ("taquin", "1,2,3,4,5,6,8,7,_", json!("3x3"), json!("1 2 3 / 4 5 6 / 7 8 _")),
        ("taquin", "2 1 3 4 5/6 7 _ 8 9", json!("5x2"), json!("1 2 3 4 5 / 6 7 8 9 _")),
        ("taquin", "1 2/3 _", json!("2x2"), json!("1 2 / 3 _")),
        ("knights-tour", "8x8 a1 to h8", json!("8x8"), json!("open to (0,7)")),
        ("knights-tour", "3x4 closed", json!("3x4"), json!("closed")),
        ("sudoku", "123.\n...4\n....\n....", json!("4×4 with boxes 2 wide and 2 high"), Value::Null),
        ("light-up", "2x1:a1", json!("2x1"), Value::Null),
        ("rubiks-cube", "U", json!("3×3×3"), json!("half-turn")),
        ("rubiks-cube", "RURURURURURURURURURURU", json!("3×3×3"), json!("half-turn")),
        ("rubiks-cube", "LUR FDB LUR FDB LUR FDB LUR FDB", json!("3×3×3"), json!("half-turn")),
    ] {
        let answer = referee.http("POST", &format!("/v1/solve/{path}"), TEXT, text).await.json();
        assert_eq!((&answer["shape"], &answer["goal"]), (&shape, &goal), "{path} {text}: {answer}");
    }
    // Steps that end with a contradiction are shown, and prove that there is no solution.
    for (path, question, why) in [
        ("sudoku", json!({"grid": "123....4........", "steps": true}), "4"),
        ("light-up", json!({"board": ".1.\n1#1\n.1.", "steps": true}), ""),
    ] {
        let answer = referee.http("POST", &format!("/v1/solve/{path}"), JSON, &question.to_string()).await;
        let answer = answer.json();
        assert_eq!((&answer["verdict"], &answer["answer"]["state"]), (&json!("impossible"), &json!("contradiction")), "{answer}");
        assert!(answer["why"]["sentence"].as_str().is_some_and(|expected| expected.contains(why)), "{answer}");
    }
    let toured = json!({"board": "8x8", "start": [0, 0], "end": "h7", "forbidden": ["c3", "d3"]}).to_string();
    let toured = referee.http("POST", "/v1/solve/knights-tour", JSON, &toured).await.json();
    assert!(toured["why"]["sentence"].as_str().is_some_and(|why| why.contains("which h7, where it is to end, has, too")), "{toured}");
    let hint = json!({"start": "1 2 3/4 5 6/_ 7 8", "hint": true}).to_string();
    let hint = referee.http("POST", "/v1/solve/taquin", JSON, &hint).await.json();
    assert_eq!((&hint["shape"], &hint["goal"]), (&json!("3x3"), &json!("1 2 3 / 4 5 6 / 7 8 _")), "{hint}");
    let weighted = referee.http("POST", "/v1/solve/taquin?method=weighted", TEXT, "8 6 7/2 5 4/3 . 1").await.json();
    let [length, bound, factor] = ["length", "lower_bound", "factor"].map(|field| weighted["answer"][field].as_f64().expect("a number"));
    assert!(factor >= length / bound && factor < length / bound + 0.001, "{weighted}");
    let drawn = "content-type: text/plain\r\naccept: text/plain\r\n";
    let drawn = referee.http("POST", "/v1/solve/taquin", drawn, "1,2,3,4,5,6,8,7,_").await.body;
    assert!(drawn.contains("\nread as 3x3, goal 1 2 3 / 4 5 6 / 7 8 _\n"), "{drawn}");
    let by_method = referee.http("POST", "/v1/solve/taquin?method=ida-star", TEXT, "1 2 3/4 5 6/_ 7 8").await.json();
    assert_eq!((&by_method["method"], &by_method["answer"]["moves"]), (&json!("ida-star"), &json!("RR")));
}

#[tokio::test]
async fn the_form_is_the_clients_choice() {
    let referee = referee().await;
    for (puzzle, body, accept, begins) in [
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
        ("tic-tac-toe", json!({}), "text/plain", "White to move, draw"),
        ("tic-tac-toe", json!({"position": "XX. OO. ..."}), "image/svg+xml", "C1, win in 1 ply"),
        ("sudoku", json!({"grid": "................"}), "application/json;q=0.1, text/plain;q=0.9", "┌"),
        ("sudoku", json!({"grid": "................"}), "*/*", "{\"puzzle\""),
    ] {
        let headers = format!("{JSON}accept: {accept}\r\n");
        referee.http("POST", &format!("/v1/solve/{puzzle}"), &headers, &body.to_string()).await.says(200, begins);
    }
}

#[tokio::test]
async fn no_solution_is_not_giving_up() {
    let referee = referee().await;
    let hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let fifteen = "14 13 15 7/11 12 9 5/6 _ 2 1/4 8 10 3";
    let (limit, node, mebibyte) = ("limit_reached", json!({"nodes": 1}), json!({"mebibytes": 1}));
    for (puzzle, body, verdict, says) in [
        ("sudoku", json!({"grid": hard, "method": "backtracking", "limits": node}), limit, "1 nodes"),
        ("taquin", json!({"start": fifteen, "goal": "blank-first", "method": "a-star-misplaced", "limits": mebibyte}), limit, "1 MiB"),
        ("taquin", json!({"start": fifteen, "goal": "blank-first", "method": "ida-star", "limits": {"seconds": 0.01}}), limit, "0.01 s"),
        ("knights-tour", json!({"board": "8x8", "method": "breadth-first", "limits": {"mebibytes": 2}}), limit, "2 MiB"),
        ("knights-tour", json!({"board": "3x6", "method": "breadth-first"}), "impossible", ""),
        ("knights-tour", json!({"board": "6x6", "method": "depth-limited:3"}), limit, "leads no further"),
        ("light-up", json!({"board": "2x2:a1b", "method": "backtracking"}), "impossible", "clue"),
        ("connect-four", json!({"position": "1611775", "limits": {"seconds": 0.05}}), limit, "0.05 s"),
        ("rubiks-cube", json!({"scramble": "R U F D L B R U", "method": "a-star-colors", "limits": mebibyte}), limit, "1 MiB"),
    ] {
        let answer = referee.post(&format!("/v1/solve/{puzzle}"), &body).await.json();
        let (proven, why) = (json!(verdict == "impossible"), answer["why"]["sentence"].as_str().expect("a sentence"));
        assert!(why.contains(says), "{puzzle} {body}: {answer}");
        assert_eq!([&answer["verdict"], &answer["proven"], &answer["answer"]], [&json!(verdict), &proven, &Value::Null], "{puzzle} {body}");
    }
}

#[tokio::test]
async fn streams_end_with_how_they_ended() {
    let referee = referee().await;
    for (puzzle, body, found, ending) in [
        ("sudoku", json!({"grid": "................"}), 288, "exhausted"),
        ("sudoku", json!({"grid": "................", "limits": {"solutions": 5}}), 5, "solution_limit"),
        ("sudoku", json!({"grid": "1234............", "method": "backtracking"}), 12, "exhausted"),
        ("knights-tour", json!({"board": "5x5"}), 304, "exhausted"),
        ("knights-tour", json!({"board": "4x4"}), 0, "exhausted"),
        ("knights-tour", json!({"board": "8x8", "kind": "closed", "limits": {"solutions": 3}}), 3, "solution_limit"),
        ("light-up", json!({"board": "2x2:d"}), 2, "exhausted"),
    ] {
        let headers = format!("{JSON}accept: application/x-ndjson\r\n");
        let answer = referee.http("POST", &format!("/v1/solve/{puzzle}"), &headers, &body.to_string()).await;
        assert!(answer.head.contains("content-type: application/x-ndjson"), "{}", answer.head);
        let lines = lines(&answer);
        let end = lines.last().expect("a last line");
        assert_eq!((&end["found"], &end["ending"], lines.len()), (&json!(found), &json!(ending), found + 1), "{puzzle} {body}");
        let distinct: BTreeSet<String> = lines.iter().map(Value::to_string).collect();
        assert_eq!(distinct.len(), lines.len(), "no solution comes twice");
    }
    let (headers, question) = (format!("{JSON}accept: application/x-ndjson\r\n"), r#"{"board": "8x8", "method": "breadth-first"}"#);
    referee.http("POST", "/v1/solve/knights-tour", &headers, question).await.says(400, "fewest-onward or depth-first");
}

#[tokio::test]
async fn methods_are_compared_on_one_instance() {
    let referee = referee().await;
    let instance = json!({"question": {"start": "b h c/a f d/g _ e", "goal": "a b c/h _ d/g f e"}});
    let table = referee.post("/v1/compare/taquin", &instance).await.json();
    let rows = items(&table["rows"]);
    assert_eq!(rows.len(), 8);
    assert!(rows.iter().filter(|row| row["proven"] == true).all(|row| row["why"]["sentence"] == "5 moves, the fewest"), "{table}");
    let pocket = json!({"question": {"scramble": "R U", "size": 2}});
    assert_eq!(items(&referee.post("/v1/compare/rubiks-cube", &pocket).await.json()["rows"]).len(), 10, "all but two");
    let position = json!({"question": {"depth": 3}, "methods": ["minimax", "negamax", "classroom-alphabeta", "alphabeta-memory", "mtd-f"]});
    let table = referee.post("/v1/compare/knights", &position).await.json();
    let rows = items(&table["rows"]);
    assert!(rows.iter().all(|row| row["why"] == rows[0]["why"]), "the full-width methods agree: {table}");
    let nodes = |row: usize| rows[row]["search"]["nodes"].as_u64().expect("a number");
    assert!(nodes(0) == nodes(1) && nodes(2) < nodes(0), "{table}");
    let large = json!({"question": {"board": "1100x1100"}, "methods": ["construction", "depth-first"]});
    let table = referee.post("/v1/compare/knights-tour", &large).await.json();
    assert_eq!((&table["rows"][0]["verdict"], &table["rows"][1]["verdict"]), (&json!("solved"), &Value::Null), "{table}");
    let headers = format!("{JSON}accept: text/plain\r\n");
    let text = referee.http("POST", "/v1/compare/taquin", &headers, &instance.to_string()).await.body;
    assert!(text.starts_with("method") && text.lines().count() == 9, "{text}");
}

/// The steps of a method as text are those of the data, with the same sentences, over REST and at the terminal.
#[tokio::test]
async fn steps_are_the_same_as_text_and_as_data() {
    let referee = referee().await;
    for (puzzle, text) in [
        ("light-up", "7x7:lBc2e3a0a2e0c2l"),
        ("tic-tac-toe", "XX. OO. ..."),
        ("rubiks-cube", "R U"),
        ("chess", "4k3/pp3pp1/3p1p2/3P4/3P4/2P5/P1P2PPP/4K3 w - - 0 1"),
    ] {
        let path = format!("/v1/solve/{puzzle}/trace");
        let data = referee.http("POST", &path, TEXT, text).await.json();
        let written = referee.http("POST", &path, &format!("{TEXT}accept: text/plain\r\n"), text).await.body;
        let steps = items(&data["steps"]);
        let mut rest = &written[..];
        for step in steps {
            let sentence = step["why"]["sentence"].as_str().expect("a sentence");
            let at = rest.find(sentence).unwrap_or_else(|| panic!("{puzzle}: {sentence} in its place in {written}"));
            rest = &rest[at + sentence.len()..];
        }
        assert!(!steps.is_empty() && !rest.trim().is_empty(), "{puzzle}: the answer is last");
        let shown = std::process::Command::new(env!("CARGO_BIN_EXE_arbitre")).args(["solve", puzzle, text, "--steps"]).output();
        let shown = String::from_utf8(shown.expect("it runs").stdout).expect("it is text");
        let before = |text: &str| text[..text.rfind("Step ").expect("a step")].to_owned();
        assert_eq!(before(&shown), before(&written), "{puzzle}");
    }
}
