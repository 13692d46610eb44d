//! The commands, run as processes.

use super::simulation::items;
use message::Coded;
use protocol::{Entry, GameResult, Line};
use rules::GameVerdict;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use storage::{Change, Durability, EndRow, MatchRow, folder};

pub fn arbitre(args: &[&str], input: impl AsRef<[u8]> + Send) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbitre"))
        .args(args)
        .env("ARBITRE_DATA", "memory")
        .env("ARBITRE_LANG", "en")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("its input");
    std::thread::scope(|scope| {
        // A command that answers before the input ends must be read before; one that refuses it does not read all of it.
        scope.spawn(move || drop(stdin.write_all(input.as_ref())));
        child.wait_with_output().expect("its output")
    })
}

/// Whether a command succeeds, and all that it prints.
pub fn run(args: &[&str], input: &str) -> (bool, String) {
    let Output { status, stdout, stderr } = arbitre(args, input);
    (status.success(), String::from_utf8([stdout, stderr].concat()).expect("text"))
}

#[test]
fn answers() {
    let grid = "1234\n3412\n2143\n432.\n";
    let cup = "name = 'Cup'\nformat = 'swiss'\nrounds = 2\nrehearsed = true\ntime = '60s'\nentrants = ['ann', 'bob', 'cyd', 'dan']\n";
    let report = include_str!("../golden/tournament-rules-1.trf");
    let cases: [(&[&str], &str, &str); _] = [
        (&["completions", "bash"], "", "complete -F _arbitre"),
        (&["completions", "zsh"], "", "#compdef arbitre"),
        (&["completions", "fish"], "", "complete -c arbitre"),
        (&["completions", "powershell"], "", "Register-ArgumentCompleter"),
        (&["solve", "knights-tour", "6x6", "--method", "depth-first"], "", " 1 22 13 30 33 36\n"),
        (&["solve", "knights-tour", "6x6 closed", "--set", "count=all"], "", "9862 tours"),
        (&["solve", "knights-tour", "5x5", "--all", "2"], "", "\"ending\":\"solution_limit\""),
        (&["solve", "taquin", "b h c/a f d/g _ e -> a b c/h _ d/g f e"], "", "5 moves, the fewest"),
        (&["solve", "taquin", "1 2 3/4 5 6/_ 7 8", "--svg"], "", "<svg"),
        (&["solve", "taquin", "--prepare", "1 2 3/4 5 6/_ 7 8"], "", "tables for 3x3"),
        (&["solve", "sudoku"], grid, "the only solution"),
        (&["solve", "sudoku", "--json"], grid, "\"unique\":true"),
        (&["solve", "sudoku", "--batch"], "................\n\n1...............\n", "\"verdict\":\"solved\""),
        (
            &["solve", "taquin", "1 2 3/4 _ 6/7 5 8", "--steps", "--method", "a-star-manhattan"],
            "",
            "1  2  3\n 4  _  6\n 7  5  8\nStep 1: expands · g = 0, h = 2, f = 2 · frontier 0\n",
        ),
        (&["solve", "taquin", "1 2 3/4 _ 6/7 5 8", "--hint"], "", " 7 [5] 8\nslide 5 up: then one more move reaches the goal"),
        (
            &["solve", "sudoku", "--steps=3", "--method", "backtracking"],
            grid,
            " 4  3 │ 2 [1]\nStep 1: tries r4c4 = 1 · depth 1 · frontier 0\n",
        ),
        (&["solve", "sudoku", "--hint"], grid, "(4)(3)│(2)[1]\nnaked single: r4c4 can hold no other digit than 1\n"),
        (&["solve", "knights-tour", "5x5", "--steps", "4"], "", "Step 1: tries c4 · depth 1"),
        (&["solve", "rubiks-cube", "--list-methods"], "", "distance-table (2×2×2)\nbreadth-first (2×2×2, 3×3×3)\n"),
        (&["solve", "knights-tour", "--list-methods"], "", "frontier (count)"),
        (&["solve", "connect-four", "--json", "--set", "depth=4", "--method", "classroom-alphabeta", "444"], "", "\"depth\":4"),
        (&["compare", "taquin", "1 2 3/4 5 6/_ 7 8", "--methods", "ida-star,greedy"], "", "greedy"),
        (&["compare", "knights", "start", "--depth", "2", "--time-limit", "50ms"], "", "alphabeta-memory"),
        (&["compare", "--game", "tic-tac-toe", "start", "--time-limit", "50ms"], "", "alphabeta-memory"),
        (&["analyse", "--depth", "2", "--lines", "2"], "", "depth 2"),
        (&["analyse", "--depth", "3", "--method", "classroom-alphabeta", "--evaluation", "linear"], "", "depth 3"),
        (&["match", "random", "greedy", "--games", "2", "--openings", "0", "--json"], "", "\"games\":2"),
        (&["match", "random", "perfect", "--games", "2", "--game", "tic-tac-toe"], "", "lost with perfect play"),
        (&["tournament", "simulate", "-"], cup, "The real one takes 8 min at most"),
        (&["analyse", "--game", "tic-tac-toe", "XX. OO. ...", "--json"], "", "\"expected\":\"win\""),
        (&["tournament", "pair", "-"], report, "round 2: NOT as the Dutch system of 2025 pairs it, which is\n    4 dan - 9 ida\n"),
        (&["analyse", "9/8N/3N5/9/2n6/N8/9/9/9 w 50", "--depth", "12"], "", "win in at most "),
        (&["compare", "knights", "start", "--methods", "minimax, negamax", "--depth", "1"], "", "negamax"),
        (&["exercises", "alphabeta:2", "--plies", "1"], "", "alphabeta-2\n"),
        (&["solve", "taquin", "[[1,2],[null,3]]"], "", ""),
        (&["solve", "taquin", "[1,2,null,3]"], "", ""),
        (&["solve", "taquin", "[[1,2],[null,3]] -> [[1,2],[3,0]]"], "", ""),
        (&["solve", "taquin", "1 2/_ 3 -> 1 2/3 0"], "", ""),
        // The same as in the table of the tournament that it comes from.
        (
            &["tournament", "pair", "-", "--table"],
            report,
            "\n2      7  gus        3            12.5      14.5                 0              8.25     1\n",
        ),
    ];
    for (args, input, says) in cases {
        let (done, said) = run(args, input);
        assert!(done && said.contains(says), "{args:?}: {said}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(run(&["man", folder.path().to_str().expect("text")], "").0);
    for (page, says) in
        [("arbitre.1", "Tournament referee"), ("arbitre-serve.1", "127.0.0.1:8080"), ("arbitre-tournament-create.1", "half_point_byes")]
    {
        let text = std::fs::read_to_string(folder.path().join(page)).expect(page);
        assert!(text.contains(".TH ") && text.contains(says), "{page}: {text}");
    }
}

/// The status says how it ended.
#[test]
fn statuses() {
    let cases: [(&[&str], i32, &str); _] = [
        (&["solve", "taquin", "1 2 3/4 5 6/_ 7 8"], 0, "2 moves"),
        (&["solve", "knights-tour", "4x4"], 3, "impossible: "),
        (&["solve", "taquin", "2 1 3/4 5 6/7 8 _", "--json"], 3, "\"impossible\""),
        (&["solve", "taquin", "8 6 7/2 5 4/3 _ 1", "--method", "ida-star", "--nodes", "1000"], 4, "limit reached: "),
        (&["solve", "rubiks-cube", "111111111333333333222222222666666666444444444555555555"], 0, ""),
    ];
    for (args, status, says) in cases {
        let output = arbitre(args, "");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.code() == Some(status) && out.contains(says), "{args:?}: {:?} {out}{err}", output.status);
    }
}

#[test]
fn refusals() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("its address").to_string();
    let cases: [(&[&str], &str); _] = [
        (&["solve", "knights-tour", r#"{"board": "5x5", "board": "6x6"}"#], "the field `board` is there twice"),
        (&["analyse", ""], "the position is empty"),
        (&["compare", "knights", "", "--depth", "1"], "the position is empty"),
        (&["compare", "knights", "--format", "svg", "--depth", "1"], "--depths"),
        (&["compare", "--game", "knights", "start", "foo", "--depths", "1..2"], "one instance or position"),
        (&["compare", "taquin", "1 2/3 _", "--depths", "2"], "a series makes its own puzzles"),
        (&["review", "5", "--nodes", "9"], "`--game` and `--nodes` are for a file"),
        (&["tournament", "pair", "-"], "there is no line 001, and so no player"),
        (&["tournament", "pair", "/nowhere.trf", "--table"], "/nowhere.trf: "),
        (&["tournament", "pair", "-", "--tie-breaks", "BH"], "--table"),
        (&["solve", "chequers", ""], "there are knights-tour, taquin"),
        (&["solve", "sudoku", "123"], "arbitre: the grid has 3 cells"),
        (&["solve", "knights-tour", "5x5", "--set", "count=all", "--all", "5"], "`--all` has no effect beside `count`"),
        (&["solve", "knights-tour", "5x5 a1", "--set", "count=all"], "`start` has no effect beside `count`"),
        (&["solve", "knights-tour", "5x5", "--set", "count=all", "--steps"], "`--set count` wants something else"),
        (&["solve", "sudoku", "................", "--set", "count=true", "--all"], "`--set count` wants something else"),
        (&["compare", "sudoku", "................", "--set", "count=true"], "`--set count` wants something else"),
        (&["solve", "knights-tour", "5x5", "--set", "count=all", "--svg"], "`--svg`: this answer about knights-tour has no picture"),
        (&["solve", "knights-tour", "5x5", "--set", "count=5"], "`--set count`: expected one of from-start and all, found 5"),
        (&["solve", "sudoku", "................", "--set", "count=5"], "`--set count`: expected true or false, found 5"),
        (&["solve", "taquin", "1 2/3 _", "--set", "goal"], "FIELD=VALUE"),
        (&["solve", "taquin", "1 2/3 _", "--set", "gaol=spiral"], "gaol`: unknown field"),
        (&["solve", "sudoku", "................", "--time-limit", "0s"], "more than 0"),
        (&["solve", "taquin", "1 2/3 _", "--time-limit", "9000h"], "more than 0 and at most 31536000 s, a year"),
        (&["solve", "taquin", "[[1,2],[3,4]]"], "write _, . or 0"),
        (&["solve", "sudoku", "1234....\n........"], "2 rows of 8 cells: expected a square, such as 4 rows of 4"),
        (&["puzzle", "light-up", "--difficulty", "extreme", "--size", "5x5"], "expected 5×6, 6×5 or larger"),
        (&["analyse", "nowhere"], "arbitre: a position has three fields"),
        (&["token", "--data", "nowhere", "list"], "no referee has stored anything in nowhere yet"),
        (&["token", "--data", "nowhere", "mint", "--operator"], "no referee has stored anything in nowhere yet"),
        (&["token", "--data", "nowhere", "class", "-"], "in the folder where the referee was started"),
        (&["match", "greedy", "nobody"], "there is no engine `nobody`; there are greedy, "),
        (&["match", "greedy", "alphabeta-3"], "there is no engine `alphabeta-3`; there are greedy, "),
        (&["exercises", "alphabeta-3"], "uct, random, alphabeta:1, alphabeta:2, alphabeta:3"),
        (&["bot", "alphabeta-3"], "uct, random, alphabeta:1, alphabeta:2, alphabeta:3"),
        (
            &["solve", "sudoku", "................", "--set", r#"limits={"seconds": 0}"#],
            "`--set limits`: limits are options: `--time-limit`, ",
        ),
        (&["compare", "sudoku", "................", "--set", "limits.seconds=5"], "`--set limits.seconds`: limits are options: "),
        (&["--no-house-bots", "--bind", &address], &format!("cannot listen on {address}: ")),
        (&["--no-house-bots", "--bind", "127.0.0.1:0", "--bind-tcp", &address], "`--bind-tcp ADDRESS:PORT` names another address"),
        (&["--house-bots", "greedy,alphabeta:7"], "[possible values: greedy, course, "),
        (&["doctor", "--bind", &address, "--wait", "ann"], "`--bind ADDRESS:PORT` names another address"),
        (&["doctor", "--bind", "127.0.0.1:0", "--", "./no-such-bot"], "./no-such-bot: "),
        (&["match", "greedy", "mcts", "--concurrency", "x"], "expected a whole number from 1 to 256"),
        (&["match", "greedy", "mcts", "--games=x"], "expected a whole number from 2 to 4294967295"),
        (&["solve", "sudoku", "--nodes", "x"], "not a whole number"),
        (&["serve", "--bind", "19201"], "expected an IP address and a port, such as 127.0.0.1:8080"),
        (&["-v", "tournament", "list", "--server", "127.0.0.1:9"], "  cause: Connection refused"),
        (&["tournament", "list", "--server", ""], "`` is not an address: one looks like 127.0.0.1:8080"),
        (&["health", "--server", "localhost:99999"], "`localhost:99999` is not an address: one looks like 127.0.0.1:8080"),
        (&["puzzle", "taquin", "--size", "9x9"], "`--size`: a random board has at most 36 cells"),
        (&["compare", "knights", "start", "--methods", "x"], "`--methods`: there is no \"x\""),
        (&["analyse", "--depth", "1000"], "`--depth` is a number from 1 to 250"),
        (&["solve", "taquin", "1 2/3 _", "--set", "goal=foo"], "`--set goal`: \"foo\" is not a goal: blank-last, "),
        (&["backup", "new", "--data", "nowhere"], "no referee has stored anything in nowhere yet"),
    ];
    for (args, says) in cases {
        let (done, said) = run(args, "");
        assert!(!done && said.contains(says), "{args:?}: {said}");
    }
}

#[test]
fn the_doctor_tells_the_last_words_of_a_program_that_dies() {
    let listen = ["doctor", "--bind", "127.0.0.1:0"];
    // The first attempt to connect succeeds: programs of students make one.
    let dies = "echo I had it yesterday at $ARBITRE_SERVER; url=${ARBITRE_SERVER%/ws}; exec 3<>/dev/tcp/127.0.0.1/${url##*:} && exit 3";
    let output = arbitre(&[&listen[..], &["--", "bash", "-c", dies]].concat(), "");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        out.contains("the program ended before it had said hello (exit status: 3)") && out.contains("I had it yesterday at ws://127"),
        "{out}"
    );
    let output = arbitre(&[&listen[..], &["--json", "--connect-timeout", "100ms", "--", "sleep", "60"]].concat(), "");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["passed"], &report["bot"]), (&false.into(), &serde_json::Value::Null));
    let verdicts: Vec<&str> = items(&report["steps"]).iter().filter_map(|step| step["verdict"].as_str()).collect();
    assert!(verdicts[0] == "failed" && verdicts[1..].iter().all(|verdict| *verdict == "skipped"), "{verdicts:?}");
}

/// Far more input than any buffer holds: every line is answered, in its place.
#[test]
fn lines_without_end() {
    let grid = |line: usize| {
        let mut cells = [b'.'; 16];
        cells[line % 16] = b'1' + (line / 16 % 4) as u8;
        if line % 1_000 == 7 { "1x".into() } else { String::from_utf8(cells.to_vec()).expect("a grid") }
    };
    let grids: Vec<String> = (0..4_000).map(grid).collect();
    let input: String = grids.iter().map(|grid| format!("{grid:60}\n")).collect();
    let output = arbitre(&["solve", "sudoku", "--batch"], input);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(out.lines().count(), grids.len(), "{err}");
    for ((answer, grid), line) in out.lines().zip(&grids).zip(1..) {
        let answer: serde_json::Value = serde_json::from_str(answer).expect("JSON");
        if grid.len() == 2 {
            assert_eq!(answer["line"], line, "{answer}");
            assert!(answer["why"]["sentence"].as_str().is_some_and(|why| why.starts_with("`grid`: ")), "{answer}");
        } else {
            let solution = answer["answer"]["grid"].as_str().expect("a solution");
            assert!(grid.bytes().zip(solution.bytes()).all(|(given, digit)| given == b'.' || given == digit), "{grid}: {answer}");
        }
    }
    assert!(!output.status.success() && err.contains("4 of 4000 lines failed, the first is line 8"), "{err}");
}

#[test]
fn an_instance_too_long_is_not_cut() {
    let (done, said) = run(&["solve", "sudoku"], &".".repeat(2 << 20));
    assert!(!done && said.contains("more than the 1048576 bytes"), "{said}");
    let output = arbitre(&["solve", "sudoku", "--batch"], format!("{}\n................\n\u{ff}\n", ".".repeat(2 << 20)));
    let out = String::from_utf8_lossy(&output.stdout);
    let [long, solved, letter] = out.lines().collect::<Vec<_>>()[..] else { panic!("three answers, not {out}") };
    assert!(long.contains("more than 262144 bytes") && solved.contains("\"solved\"") && letter.contains("\"line\":3"), "{out}");
}

#[test]
fn a_game_that_is_no_text_does_not_end_the_others() {
    let output = arbitre(&["replay"], b"B9-A7\n\xff\xfe\nB9-A7 B1-A3 PASSE");
    let out = String::from_utf8_lossy(&output.stdout);
    let results: Vec<&str> = out.lines().map(|line| line.rsplit_once('\t').map_or(line, |(begin, _)| begin)).collect();
    assert_eq!(results, ["unfinished\t1", "error\t1", "error\t3"]);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && err.contains("2 of 3 lines failed, the first is line 2"), "{:?} {err}", output.status);
}

/// As `arbitre … | head -1`.
#[test]
fn who_has_read_enough_ends_it_without_a_word() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbitre"))
        .args(["perft", "--game", "tic-tac-toe", "4"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("its end");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[tokio::test]
async fn stored_data_is_rebuilt_and_pruned() {
    let folder = tempfile::tempdir().expect("a folder");
    let on_data = |args: &[&str]| {
        let data = folder.path().to_str().expect("a readable path");
        run(&[args, &["--data", data]].concat(), "")
    };
    let (is_done, said) = on_data(&["rebuild"]);
    assert!(!is_done && said.contains("no referee has stored anything in"), "{said}");
    let opened = folder::open(folder.path(), Durability::Process).expect("a new folder");
    for match_id in [1, 2] {
        let why = GameVerdict::ByTheRules.message();
        let last = Line { line: 0, at_us: 0, entry: Entry::Ended { result: GameResult::White, reason: "rules".into(), why } };
        let end = EndRow { plies: match_id as u32 - 1, ..EndRow::of(std::slice::from_ref(&last), 0).expect("an end") };
        let row = MatchRow { match_id, game_name: "knights".into(), ..MatchRow::default() };
        let body = serde_json::to_string(&last).expect("JSON").into();
        let changes = vec![Change::Match(row), Change::Line { match_id, number: 0, body }, Change::End { match_id, end }];
        opened.storage.write(changes).await.expect("written");
    }
    opened.close();
    for (args, expected) in [
        (&["rebuild"] as &[&str], "1 row differed from its log and is corrected: 2 matches, 0 tournaments\n"),
        (&["rebuild"], "All agrees with the logs: 2 matches, 0 tournaments\n"),
        (&["prune", "--older-than", "1y", "--keep", "rated"], "Deleted 1 match that belonged to no tournament, and 0 tournaments\n"),
        (&["rebuild"], "All agrees with the logs: 1 match, 0 tournaments\n"),
    ] {
        assert_eq!(on_data(args), (true, expected.to_string()));
    }
    assert!(on_data(&["prune", "--older-than", "90"]).1.contains("`90` is not an age: a number and a unit"));
}
