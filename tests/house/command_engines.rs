//! The commands that search positions and play engines, run as processes.

use super::command::run;
use super::simulation::items;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// A match says how it stands without a terminal, and when it is interrupted.
#[cfg(unix)]
#[test]
fn an_interrupted_match_has_a_score() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbitre"))
        .args(["--lang", "en", "match", "random", "random", "--game", "tic-tac-toe", "--games", "100000", "--openings", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    let mut said = BufReader::new(child.stderr.take().expect("its messages"));
    said.read_line(&mut line).expect("a line of progress");
    assert!(line.starts_with("random against random: "), "{line}");
    Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().expect("a signal");
    let output = child.wait_with_output().expect("its end");
    let score = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && score.starts_with("random against random: "), "{score}");
}

/// A proof is written, checked by the rules, and refused if a line of it is missing; what was stopped continues from the file that it has kept.
#[test]
fn a_proof_is_found_kept_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let [kept, proof] = ["proof.kept", "proof.txt"].map(|name| folder.path().join(name).display().to_string());
    let position = "1n7/5n3/3n1N3/7N1/9/N8/3n2n2/3N5/1N7 w 22";
    let prove = |args: &[&str]| {
        let memory: &[&str] = if args.contains(&"--check") || args.contains(&"--hash") { &[] } else { &["--hash", "16"] };
        run(&[&["prove"], memory, args].concat(), "")
    };
    let (done, said) = prove(&[position, "--nodes", "2000", "--checkpoint", &kept]);
    assert!(!done && said.contains("is not decided") && said.contains("start it again to continue"), "{said}");
    let (done, said) = prove(&[position, "--checkpoint", &kept, "--certificate", &proof, "--threads", "2"]);
    assert!(done && said.starts_with("white does not win: proved"), "{said}");
    let (done, said) = prove(&["--check", &proof]);
    assert!(done && said.starts_with("the proof holds: white does not win at 1n7/"), "{said}");
    let lines = std::fs::read_to_string(&proof).expect("a proof");
    let (done, said) = prove(&[position, "--nodes", "1", "--certificate", &proof]);
    assert!(!done && said.contains("is not decided") && said.contains("not written, since nothing is proved"), "{said}");
    assert_eq!(std::fs::read_to_string(&proof).expect("the proof that was there"), lines, "who proves nothing leaves it");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2, "and nothing else");
    let without_the_last: Vec<&str> = lines.lines().take(lines.lines().count() - 1).collect();
    std::fs::write(&proof, without_the_last.join("\n")).expect("written");
    let (done, said) = prove(&["--check", &proof]);
    assert!(!done && said.contains("the proof does not hold: line "), "{said}");
    std::fs::write(&kept, "something else").expect("written");
    for (args, says) in [
        (&[position, "--checkpoint", "/nowhere/kept"][..], "arbitre: /nowhere/kept: "),
        (&[position, "--checkpoint", &proof, "--certificate", &proof], "two files"),
        (&[position, "--checkpoint", &kept], "this is not a table of a prover"),
        (&[position, "--hash", "1000000"], "--hash"),
        (&["9/9 w 0"], "9/9 w 0"),
    ] {
        let (done, said) = prove(args);
        assert!(!done && said.contains(says), "{args:?}: {said}");
    }
}

/// The number of lines and the limit of nodes hold.
#[test]
fn engines_are_asked_at_the_command_line() {
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text.lines().last().unwrap_or_default()).expect("JSON");
    let (done, said) = run(&["analyse", "--game", "connect-four", "22525762534622441115633", "--lines", "5", "--json"], "");
    assert!(done && items(&json(&said)["lines"]).len() == 5, "{said}");
    let (done, said) = run(&["solve", "connect-four", "17766212", "--nodes", "10", "--json"], "");
    assert!(!done && json(&said)["cost"]["generated"].as_u64().is_some_and(|nodes| nodes < 50_000), "{said}");
}
