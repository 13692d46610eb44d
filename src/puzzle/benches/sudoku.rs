//! Sudoku methods by puzzles a second, uniqueness proved. `cargo bench -p arbitre-puzzle --bench sudoku -- [--fast] [FILE…]`: each file has
//! a puzzle a line, with anything after a comma; without files, the samples of the tests.

use std::{
    hint::black_box,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use puzzle::{
    Answer, Cost, Others, StreamEnding, Verdict,
    sudoku::{Method, Puzzle, each_solution, solve},
};

/// The classroom's methods are stopped after so many guesses a puzzle, and after so long a set.
const GUESSES: u64 = 200_000;
/// Puzzles timed together.
const BATCH: usize = 25;
const PATIENCE: Duration = Duration::from_secs(2);

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let methods = if std::env::args().any(|arg| arg == "--fast") { 1 } else { Method::ALL.len() };
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sudoku.txt").to_string();
    let files = if files.is_empty() { vec![sample] } else { files };
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let (mut texts, mut puzzles, mut expected) = (Vec::new(), Vec::new(), Vec::new());
        for line in lines {
            let (puzzle, answer) = line.split_once(',').unwrap_or((line, ""));
            texts.push(puzzle);
            puzzles.push(puzzle.parse::<Puzzle>().unwrap_or_else(|error| panic!("{line}: {error}")));
            expected.push(answer.trim().to_string());
        }
        verify(&puzzles, &expected);
        println!("{file}: {} puzzles", puzzles.len());
        for method in Method::ALL.into_iter().rev().take(methods) {
            measure(method, &puzzles);
        }
        read_solve_write(&texts);
    }
}

/// Compares with the known answers: a solution, `multi` for several, `-` for none, nothing if not known.
fn verify(puzzles: &[Puzzle], expected: &[String]) {
    for method in [Method::Learning, Method::Propagation] {
        for (puzzle, expected) in puzzles.iter().zip(expected).filter(|(_, expected)| !expected.is_empty()) {
            let found = match solve(puzzle, method, &mut |_| true).verdict {
                Verdict::Solved(Answer { solution, others: Others::None }) => solution.to_string(),
                Verdict::Solved(Answer { others: Others::Another(_), .. }) => "multi".to_string(),
                Verdict::Solved(_) | Verdict::GaveUp => "gave up".to_string(),
                Verdict::Impossible(_) => "-".to_string(),
            };
            assert_eq!(&found, expected, "{method}: {puzzle}");
        }
    }
}

fn measure(method: Method, puzzles: &[Puzzle]) {
    let simple = matches!(method, Method::Backtracking | Method::FewestFirst);
    let (mut solved, mut guesses, mut gave_up) = (0, 0, 0);
    // The least of several passes for each batch: what others do on the machine is no part of it.
    let mut least = vec![f64::INFINITY; puzzles.len().div_ceil(BATCH)];
    for _ in 0..if simple { 1 } else { 25 } {
        (solved, guesses, gave_up) = (0, 0, 0);
        let start = Instant::now();
        for (at, batch) in puzzles.chunks(BATCH).enumerate() {
            if simple && start.elapsed() > PATIENCE {
                break;
            }
            let begin = Instant::now();
            for puzzle in batch {
                let mut left = 2;
                let mut go_on = |cost: &Cost| !simple || cost.expanded < GUESSES;
                let stream = each_solution(puzzle, method, &mut go_on, &mut |solution| {
                    black_box(solution);
                    left -= 1;
                    if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                solved += 1;
                guesses += stream.cost.expanded;
                gave_up += u32::from(stream.ending == StreamEnding::GaveUp);
            }
            least[at] = begin.elapsed().as_secs_f64().min(least[at]);
        }
    }
    let best: f64 = least.iter().filter(|seconds| seconds.is_finite()).sum();
    let each = best / f64::from(solved);
    println!(
        "  {method:<15} {:>10.0} puzzles/s {:>10.2} µs each {:>9.2} guesses each  ({solved} tried, {gave_up} not finished)",
        1.0 / each,
        each * 1e6,
        guesses as f64 / f64::from(solved)
    );
}

/// From a line of text to a line of text, by the default method with all its checks.
fn read_solve_write(texts: &[&str]) {
    let mut least = vec![f64::INFINITY; texts.len().div_ceil(BATCH)];
    for _ in 0..25 {
        for (batch, least) in texts.chunks(BATCH).zip(&mut least) {
            let begin = Instant::now();
            for text in batch {
                let puzzle: Puzzle = text.parse().expect("it was read before");
                if let Verdict::Solved(Answer { solution, others }) = solve(&puzzle, Method::default(), &mut |_| true).verdict {
                    black_box((solution.to_string(), others));
                }
            }
            *least = begin.elapsed().as_secs_f64().min(*least);
        }
    }
    let each = least.iter().sum::<f64>() / texts.len() as f64;
    println!("  {:<15} {:>10.0} puzzles/s {:>10.2} µs each", "text to text", 1.0 / each, each * 1e6);
}
