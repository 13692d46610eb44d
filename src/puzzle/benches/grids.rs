//! Time a puzzle of each method for sudoku or light up, uniqueness proved, and from text to text by the default method.
//! `cargo bench -p arbitre-puzzle --bench grids -- (sudoku | light-up) [--fast] [FILE…]`: each file has a puzzle a line, and after a comma or a
//! tab its solution, `multi` or `-` if known; without files, the samples of the tests. `--fast` measures the default method alone.

use std::{
    fmt::Display,
    hint::black_box,
    str::FromStr,
    time::{Duration, Instant},
};

use puzzle::{Answer, Cost, Others, Solvable, Verdict, light_up, solve, sudoku};

/// Limits of the classroom's methods: guesses a puzzle, and time a file.
const GUESSES: u64 = 200_000;
const LONG_PASS: Duration = Duration::from_secs(2);
/// Passes of the quick methods. The least time of a puzzle counts, without the noise of other processes.
const PASSES: usize = 20;

fn main() {
    let (flags, words): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let is_fast = flags.iter().any(|flag| flag == "--fast");
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    match words.split_first() {
        Some((name, files)) if name == "sudoku" => {
            let quick = [sudoku::SudokuMethod::Learning, sudoku::SudokuMethod::Propagation];
            let slow = [sudoku::SudokuMethod::FewestFirst, sudoku::SudokuMethod::Backtracking];
            measure_files::<sudoku::SudokuPuzzle>(files, &format!("{data}/sudoku.txt"), &quick, &slow, is_fast);
        }
        Some((name, files)) if name == "light-up" => {
            let slow = [light_up::LightUpMethod::PatternsSearch, light_up::LightUpMethod::Patterns, light_up::LightUpMethod::Backtracking];
            measure_files::<light_up::LightUpPuzzle>(
                files,
                &format!("{data}/light_up.txt"),
                &[light_up::LightUpMethod::Learning],
                &slow,
                is_fast,
            );
        }
        _ => println!("the puzzle is sudoku or light-up"),
    }
}

/// Measures the methods on each file, the default method first.
fn measure_files<P>(files: &[String], sample: &str, quick: &[P::Method], slow: &[P::Method], is_fast: bool)
where
    P: Solvable<Method: Copy + Display, Solution: Display> + FromStr<Err: Display>,
{
    let sample = [sample.to_string()];
    for file in if files.is_empty() { &sample } else { files } {
        let text = std::fs::read_to_string(file).expect("the file can be read");
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).collect();
        let (texts, answers): (Vec<&str>, Vec<&str>) =
            lines.iter().map(|line| line.split_once([',', '\t']).unwrap_or((line, ""))).map(|(text, answer)| (text, answer.trim())).unzip();
        let read = |text: &str| text.parse::<P>().unwrap_or_else(|error| panic!("{text}: {error}"));
        let puzzles: Vec<P> = texts.iter().map(|text| read(text)).collect();
        println!("{file}: {} puzzles", puzzles.len());
        for &method in if is_fast { &quick[..1] } else { quick } {
            measure(&method.to_string(), &answers, PASSES, |at| attempt(&puzzles[at], method, u64::MAX));
        }
        for &method in if is_fast { &[] } else { slow } {
            measure(&method.to_string(), &answers, 1, |at| attempt(&puzzles[at], method, GUESSES));
        }
        measure("text to text", &answers, PASSES, |at| attempt(&read(texts[at]), quick[0], u64::MAX));
    }
}

/// The solution, `multi` or `-`, nothing if the search gave up; and its guesses.
fn attempt<P: Solvable<Solution: Display>>(puzzle: &P, method: P::Method, most: u64) -> (Option<String>, u64) {
    let solved = solve(puzzle, method, &mut |cost: &Cost| cost.expanded < most);
    let found = match solved.verdict {
        Verdict::Solved(Answer { solution, others: Others::None }) => Some(solution.to_string()),
        Verdict::Solved(Answer { others: Others::Another(_), .. }) => Some("multi".into()),
        Verdict::Solved(_) | Verdict::LimitReached => None,
        Verdict::Impossible(_) => Some("-".into()),
    };
    (found, solved.cost.expanded)
}

fn measure(name: &str, answers: &[&str], passes: usize, attempt: impl Fn(usize) -> (Option<String>, u64)) {
    let mut least: Vec<f64> = Vec::new();
    let (mut guesses, mut unfinished) = (0, 0);
    for pass in 0..passes {
        let start = Instant::now();
        for (at, answer) in answers.iter().enumerate() {
            if passes == 1 && start.elapsed() > LONG_PASS {
                break;
            }
            let begin = Instant::now();
            let (found, cost) = black_box(attempt(at));
            let time = begin.elapsed().as_secs_f64();
            if pass == 0 {
                guesses += cost;
                unfinished += u32::from(found.is_none());
                least.push(time);
            }
            least[at] = least[at].min(time);
            assert!(answer.is_empty() || found.is_none_or(|found| found == *answer), "{name}: puzzle {at} of the file");
        }
    }
    let (tried, worst) = (least.len() as f64, least.iter().copied().fold(0.0, f64::max));
    println!(
        "  {name:<15} {:>11.1} µs each {:>11.1} µs the slowest {:>9.1} guesses each  ({tried} tried, {unfinished} not finished)",
        least.iter().sum::<f64>() / tried * 1e6,
        worst * 1e6,
        guesses as f64 / tried
    );
}
