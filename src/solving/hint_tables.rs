//! Tables that are printed by ignored tests: which techniques generated sudokus take, and what hints cost.
//!
//! `cargo test --lib tables_of_hints -- --ignored --nocapture`; `INSTANCES=100` for fewer instances.

use super::{Tools, WantedPuzzle, games, puzzle, report};
use crate::Kind;
use protocol::SolveVerdict;
use puzzle::sudoku::{SudokuEnd, SudokuShape, Technique, generate, walk};
use puzzle::{Difficulty, Verdict};
use runtime::work::{Budget, CancellationBudget, Stop};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

const BUDGET: Budget = Budget { time: Duration::from_secs(10), nodes: u64::MAX, bytes: 1 << 30 };

fn instances(usual: u64) -> u64 {
    std::env::var("INSTANCES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// How many of 1,000 generated sudokus of each difficulty take each technique when the easiest that applies is always chosen.
#[test]
#[ignore = "prints a table; takes minutes"]
fn techniques_of_generated_sudokus() {
    let shape = SudokuShape::of_side(9).expect("the usual grid");
    let columns: Vec<Vec<usize>> = Difficulty::ALL
        .into_iter()
        .map(|difficulty| {
            let mut taken = vec![0; Technique::ALL.len() + 1];
            for seed in 0..instances(1_000) {
                let Verdict::Solved(grid) = generate(shape, difficulty, seed, &mut |_| true).verdict else { panic!("there is no limit") };
                let Verdict::Solved(walk) = walk(&grid, &mut |_| true).verdict else { panic!("there is no limit") };
                let techniques: BTreeSet<Technique> = walk.steps.iter().map(|step| step.technique).collect();
                assert_eq!(techniques.last().map(|hardest| hardest.difficulty()), Some(difficulty), "{grid}");
                techniques.iter().for_each(|technique| taken[*technique as usize] += 1);
                taken[Technique::ALL.len()] += usize::from(walk.end != SudokuEnd::Finished);
            }
            taken
        })
        .collect();
    println!("| technique | grade | {} |", Difficulty::ALL.map(Difficulty::name).join(" | "));
    for technique in Technique::ALL {
        let row: Vec<String> = columns.iter().map(|column| column[technique as usize].to_string()).collect();
        println!("| {technique} | {} | {} |", technique.grade(), row.join(" | "));
    }
    println!("not solved by them: {:?}", columns.iter().map(|column| column[Technique::ALL.len()]).collect::<Vec<_>>());
}

/// The time of a hint for a question, in milliseconds; none if it has no hint.
fn hinted(kind: &Kind, mut question: Value, tools: &Tools) -> Option<f64> {
    question["hint"] = json!(true);
    let task = kind.read_fields(&question).unwrap_or_else(|error| panic!("{question}: {error}"));
    let mut no_progress = |_: &_| {};
    let began = Instant::now();
    let report = report(&*task, tools, &mut CancellationBudget::new(BUDGET, Stop::default(), &mut no_progress)).expect("it works");
    (report.verdict == SolveVerdict::Solved).then(|| began.elapsed().as_secs_f64() * 1e3)
}

/// The median, the 99th percentile and the largest.
fn percentiles(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    format!("{:.2} | {:.2} | {:.2}", at(50), at(99), at(100))
}

/// What a hint costs on generated boards, from their start and, where a hint places something, on the way to their end.
#[test]
#[ignore = "prints a table; takes minutes"]
fn costs_of_hints() {
    let tools = Tools::new(None);
    println!("| puzzle | boards | p50 ms | p99 ms | largest ms |");
    let wanted = [
        ("sudoku", "9x9"),
        ("sudoku", "16x16"),
        ("light-up", "7x7"),
        ("light-up", "14x14"),
        ("taquin", "3x3"),
        ("taquin", "4x4"),
        ("taquin", "5x5"),
        ("knights-tour", "6x6"),
        ("knights-tour", "8x8"),
        ("rubiks-cube", "2"),
        ("rubiks-cube", "3"),
    ];
    for (name, size) in wanted {
        let kind = puzzle(name).expect("a puzzle");
        let mut times = Vec::new();
        for seed in 0..instances(100) {
            let difficulty = Difficulty::ALL[seed as usize % 4].name();
            let made = WantedPuzzle::read(name, Some(size), Some(difficulty), Some(seed)).and_then(|wanted| {
                let mut no_progress = |_: &_| {};
                wanted.make(&tools, &mut CancellationBudget::new(BUDGET, Stop::default(), &mut no_progress))
            });
            times.extend(made.ok().and_then(|made| hinted(kind, made.question, &tools)));
        }
        println!("| {name} {size} | {} | {} |", times.len(), percentiles(times));
    }
    // Positions after the first moves of each length, which a linear congruential generator draws.
    for (kind, plies) in games().iter().filter(|game| ["connect-four", "tic-tac-toe"].contains(&game.name)).map(|game| (game.name, 9)) {
        let kind = puzzle(kind).expect("a game among the puzzles");
        let mut times = Vec::new();
        for seed in 0..instances(100) {
            let mut state = seed;
            let mut moves: Vec<String> = Vec::new();
            for _ in 0..seed % plies {
                let task = kind.read_fields(&json!({"moves": moves})).expect("legal moves");
                let board = task.board().expect("a board");
                let legal: BTreeSet<&String> = board.moves.iter().filter(|mv| !mv.is_empty()).collect();
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let Some(mv) = legal.iter().nth((state >> 33) as usize % legal.len().max(1)) else { break };
                moves.push((*mv).clone());
            }
            times.extend(hinted(kind, json!({"moves": moves}), &tools));
        }
        println!("| {} | {} | {} |", kind.name, times.len(), percentiles(times));
    }
}
