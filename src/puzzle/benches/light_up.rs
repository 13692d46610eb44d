//! Light Up methods by time a board, uniqueness proved. `cargo bench -p arbitre-puzzle --bench light_up -- [--fast] [FILE…]`: each file has a
//! board a line, with its solution after a tab if known; without files, the samples of the tests.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use puzzle::{
    Answer, Cost, Others, Verdict,
    light_up::{Method, Puzzle, solve},
};

/// The classroom's methods are stopped after so many guesses a board, and after so long a set.
const GUESSES: u64 = 100_000;
const PATIENCE: Duration = Duration::from_secs(1);

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let methods = if std::env::args().any(|arg| arg == "--fast") { 1 } else { Method::ALL.len() };
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/light_up.txt").to_string();
    let files = if files.is_empty() { vec![sample] } else { files };
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let (mut boards, mut expected) = (Vec::new(), Vec::new());
        for line in lines {
            let (board, answer) = line.split_once('\t').unwrap_or((line, ""));
            boards.push(board.parse::<Puzzle>().unwrap_or_else(|error| panic!("{line}: {error}")));
            expected.push(answer.trim().to_string());
        }
        println!("{file}: {} boards", boards.len());
        for method in Method::ALL.into_iter().rev().take(methods) {
            measure(method, &boards, &expected);
        }
    }
}

/// Every answer is compared with the known one, which is unique.
fn measure(method: Method, boards: &[Puzzle], expected: &[String]) {
    let fast = method == Method::Learning;
    let (mut tried, mut guesses, mut unfinished) = (0, 0, 0);
    // The least of several passes for each board: what others do on the machine is no part of it.
    let mut least = vec![f64::INFINITY; boards.len()];
    for _ in 0..if fast { 20 } else { 1 } {
        (tried, guesses, unfinished) = (0, 0, 0);
        let start = Instant::now();
        for (at, (board, expected)) in boards.iter().zip(expected).enumerate() {
            if start.elapsed() > PATIENCE && !fast {
                break;
            }
            let begin = Instant::now();
            let mut go_on = |cost: &Cost| fast || (cost.expanded < GUESSES && begin.elapsed() < PATIENCE);
            let solved = black_box(solve(board, method, &mut go_on));
            least[at] = begin.elapsed().as_secs_f64().min(least[at]);
            tried += 1;
            guesses += solved.cost.expanded;
            match solved.verdict {
                Verdict::Solved(Answer { solution, others: Others::None }) if !expected.is_empty() => {
                    assert_eq!(&solution.to_string(), expected, "{method}: {board}");
                }
                Verdict::GaveUp | Verdict::Solved(Answer { others: Others::Unknown, .. }) => unfinished += 1,
                Verdict::Solved(_) if expected.is_empty() => {}
                other => panic!("{method}: {board}: {other:?}"),
            }
        }
    }
    let best = least[..tried].iter().sum::<f64>() / tried as f64;
    let worst = least[..tried].iter().copied().fold(0.0, f64::max);
    println!(
        "  {method:<15} {:>10.1} µs each {:>10.1} µs the slowest {:>9.1} guesses each  ({tried} tried, {unfinished} not finished)",
        best * 1e6,
        worst * 1e6,
        guesses as f64 / tried as f64
    );
}
