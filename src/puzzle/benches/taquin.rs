//! Methods for taquins: `cargo bench -p arbitre-puzzle --bench taquin`. Arguments after `--`: a file of instances (number, fewest moves,
//! Manhattan distance, board, with the blank first in the goal) to be solved instead, each with `threads=1`, `seconds=600` and
//! `boards=1000000000000`; the placements of a pattern.

use std::time::{Duration, Instant};

use puzzle::taquin::{
    Attempt, Goal, PatternDatabases, TaquinGrid, TaquinMethod, TaquinPuzzle, TaquinShape, USUAL_PLACEMENTS, pursue, solve, solve_with,
    tables,
};
use puzzle::{ResumableSearch, Verdict};

fn puzzle(start: &str, goal: &str) -> TaquinPuzzle {
    let start: TaquinGrid = start.parse().expect("a board");
    TaquinPuzzle::new(&start, &goal.parse().expect("a goal"), None).expect("a puzzle")
}

fn report(what: &str, since: Instant, solved: &Attempt) {
    let seconds = since.elapsed().as_secs_f64();
    let answer = match &solved.verdict {
        Verdict::Solved(solution) => format!("{} moves (≥ {})", solution.moves.len(), solution.lower_bound),
        _ => "no solution found".to_owned(),
    };
    let cost = solved.cost;
    println!("{what:<44} {seconds:>9.4} s  {answer:<28} expanded {:>11}  {:>8.1} MB", cost.expanded, cost.bytes as f64 / 1e6);
}

fn by(name: &str, puzzle: &TaquinPuzzle, method: TaquinMethod) {
    let since = Instant::now();
    let solved = solve(puzzle, method, &mut |cost| cost.expanded < 100_000_000 && cost.bytes < 2_000_000_000);
    report(&format!("{name} by {method}"), since, &solved.expect("the method takes the board"));
}

fn built(puzzle: &TaquinPuzzle, placements: u64) -> PatternDatabases {
    let since = Instant::now();
    let built = tables(puzzle, placements, &mut |_| true).expect("a board for tables");
    let tables = built.verdict.answer().expect("nothing stops the build");
    let (held, peak) = (tables.bytes() as f64 / 1e6, built.cost.bytes as f64 / 1e6);
    println!(
        "tables {:?} {:?}: {:.2} s, {held:.1} MB held, {peak:.1} MB at most",
        tables.key(),
        tables.pattern_sizes(),
        since.elapsed().as_secs_f64()
    );
    tables
}

/// Solves the instances of a file, all of one shape.
fn instances(file: &str, placements: u64, threads: usize, limit: Duration, boards: u64) {
    let text = std::fs::read_to_string(file).expect("a file of instances");
    let read = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        (words[0].to_owned(), words[1].to_owned(), puzzle(&words[3..].join(" "), "blank-first"))
    };
    let all: Vec<_> = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(read).collect();
    let tables = built(&all[0].2, placements);
    let (mut times, mut right, mut expanded) = (Vec::new(), 0, 0);
    for (number, fewest, puzzle) in &all {
        let mut ignore = |_| {};
        let mut search = ResumableSearch { threads, from: None, report: &mut ignore };
        let began = Instant::now();
        let solved =
            pursue(puzzle, &tables, &mut search, &mut |cost| began.elapsed() < limit && cost.expanded < boards).expect("the tables fit");
        report(&format!("{number}, {fewest} moves, at least {}", solved.lower_bound), began, &solved);
        times.push(began.elapsed());
        expanded += solved.cost.expanded;
        right += usize::from(matches!(&solved.verdict, Verdict::Solved(solution) if solution.moves.len().to_string() == *fewest));
    }
    times.sort_unstable();
    let (whole, slowest) = (times.iter().sum::<Duration>(), times[times.len() - 1]);
    println!("{right} of {} optimal: {whole:.2?}, slowest {slowest:.2?}, {expanded} boards expanded", all.len());
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let placements = words.iter().find_map(|word| word.parse().ok()).unwrap_or(USUAL_PLACEMENTS);
    if let Some(file) = words.iter().find(|word| std::path::Path::new(word).is_file()) {
        let given = |name: &str| words.iter().find_map(|word| word.strip_prefix(name)?.parse().ok());
        let (threads, seconds) = (given("threads=").unwrap_or(1), given("seconds=").unwrap_or(600));
        return instances(file, placements, threads as usize, Duration::from_secs(seconds), given("boards=").unwrap_or(1_000_000_000_000));
    }

    let course = puzzle("e f g / d _ h / c b a", "spiral");
    let farthest = puzzle("8 6 7 / 2 5 4 / 3 0 1", "blank-last");
    for method in TaquinMethod::ALL {
        by("the course's fifth", &course, method);
        by("31 moves of 3x3", &farthest, method);
    }
    let fifteen = puzzle("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "blank-first");
    let tables = built(&fifteen, placements);
    let since = Instant::now();
    report("Korf's first by patterns", since, &solve_with(&fifteen, &tables, &mut |_| true).expect("the tables fit"));
    for method in [TaquinMethod::AStarManhattan, TaquinMethod::IdaStar, TaquinMethod::Greedy, TaquinMethod::Layers] {
        by("Korf's first", &fifteen, method);
    }
    for side in [5, 10, 30, 100] {
        let shape = TaquinShape::new(side, side).expect("a board");
        let mut names: Vec<String> = (0..shape.cells()).map(|tile| tile.to_string()).collect();
        names.reverse();
        for exchange in [false, true] {
            if exchange {
                names.swap(0, 1);
            }
            let start = TaquinGrid::new(shape, names.clone()).expect("a full board");
            let turned = TaquinPuzzle::new(&start, &Goal::BlankLast, None).expect("a puzzle");
            by(&format!("{shape} reversed"), &turned, TaquinMethod::Layers);
        }
    }
}
