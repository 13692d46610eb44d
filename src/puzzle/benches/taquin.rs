//! Sliding puzzles: the classroom's A* against IDA* with pattern tables, and the size of a board against line by line.
//!
//! `cargo bench -p puzzle --bench taquin`; a file of Korf's instances (number, fewest moves, Manhattan distance, board) as an
//! argument is solved and checked in full, and a number says how many placements a pattern may have.

use std::time::Instant;

use puzzle::Verdict;
use puzzle::taquin::{Attempt, Goal, Grid, Method, PatternDatabases, Puzzle, Shape, USUAL_PLACEMENTS, solve, solve_with, tables};

fn puzzle(start: &str, goal: &str) -> Puzzle {
    let start: Grid = start.parse().expect("a board");
    Puzzle::new(&start, &goal.parse().expect("a goal"), None).expect("a puzzle")
}

fn report(what: &str, since: Instant, solved: &Attempt) {
    let seconds = since.elapsed().as_secs_f64();
    let answer = match &solved.verdict {
        Verdict::Solved(solution) => format!("{} moves (≥ {})", solution.moves.len(), solution.lower_bound),
        Verdict::Impossible(_) => "none".to_owned(),
        Verdict::GaveUp => "gave up".to_owned(),
    };
    let cost = solved.cost;
    println!("{what:<44} {seconds:>9.4} s  {answer:<28} expanded {:>11}  {:>8.1} MB", cost.expanded, cost.bytes as f64 / 1e6);
}

fn by(name: &str, puzzle: &Puzzle, method: Method) {
    let since = Instant::now();
    // What a method may spend before it is said not to finish.
    let solved = solve(puzzle, method, &mut |cost| cost.expanded < 100_000_000 && cost.bytes < 2_000_000_000);
    report(&format!("{name} by {method}"), since, &solved.expect("the method takes the board"));
}

fn built(puzzle: &Puzzle, placements: u64) -> PatternDatabases {
    let since = Instant::now();
    let built = tables(puzzle, placements, &mut |_| true).expect("a board for tables");
    let Verdict::Solved(tables) = built.verdict else { panic!("nothing stops the build") };
    let (kept, peak) = (tables.bytes() as f64 / 1e6, built.cost.bytes as f64 / 1e6);
    println!("tables {tables}: {:.2} s, {kept:.1} MB kept, {peak:.1} MB at most", since.elapsed().as_secs_f64());
    tables
}

fn korf(file: &str, tables: &PatternDatabases) {
    let text = std::fs::read_to_string(file).expect("a file of instances");
    let (since, mut slowest, mut right, mut expanded) = (Instant::now(), 0.0_f64, 0, 0);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).collect();
    for line in &lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let one = puzzle(&words[3..].join(" "), "blank-first");
        let began = Instant::now();
        let solved = solve_with(&one, tables, &mut |_| true).expect("the tables fit");
        slowest = slowest.max(began.elapsed().as_secs_f64());
        expanded += solved.cost.expanded;
        match solved.verdict {
            Verdict::Solved(solution) if solution.moves.len().to_string() == words[1] => right += 1,
            other => println!("{line}: {other:?}"),
        }
    }
    let seconds = since.elapsed().as_secs_f64();
    println!("{right} of {} instances optimal: {seconds:.2} s, slowest {slowest:.2} s, {expanded} boards expanded", lines.len());
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let placements = words.iter().find_map(|word| word.parse().ok()).unwrap_or(USUAL_PLACEMENTS);

    let course = puzzle("e f g / d _ h / c b a", "spiral");
    let farthest = puzzle("8 6 7 / 2 5 4 / 3 0 1", "blank-last");
    for method in Method::ALL {
        by("the course's fifth", &course, method);
        by("31 moves of 3x3", &farthest, method);
    }
    let fifteen = puzzle("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "blank-first");
    let tables = built(&fifteen, placements);
    let since = Instant::now();
    report("Korf's first by patterns", since, &solve_with(&fifteen, &tables, &mut |_| true).expect("the tables fit"));
    for method in [Method::AStarManhattan, Method::IdaStar, Method::Greedy, Method::Layers] {
        by("Korf's first", &fifteen, method);
    }
    if let Some(file) = words.iter().find(|word| word.parse::<u64>().is_err()) {
        korf(file, &tables);
    }
    for side in [5, 10, 30, 100] {
        let shape = Shape::new(side, side).expect("a board");
        let mut names: Vec<String> = (0..shape.cells()).map(|tile| tile.to_string()).collect();
        names.reverse();
        for exchange in [false, true] {
            if exchange {
                names.swap(0, 1);
            }
            let start = Grid::new(shape, names.clone()).expect("a full board");
            let turned = Puzzle::new(&start, &Goal::BlankLast, None).expect("a puzzle");
            by(&format!("{shape} reversed"), &turned, Method::Layers);
        }
    }
}
