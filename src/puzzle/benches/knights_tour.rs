//! Methods for knight's tours, and counts: `cargo bench -p arbitre-puzzle --bench knights_tour`; with `-- 8x8` also the closed tours of 8×8 (twelve
//! seconds of a processor, 364 MB), with `-- 7x7` the open ones of 7×7 (eleven seconds, 196 MB).

use std::hint::black_box;
use std::time::Instant;

use puzzle::knights_tour::{Chessboard, CountResult, MoveOrder, TourKind, TourMethod, TourProblem, Tours, count, solve};
use puzzle::{Cost, Solved};

fn board(text: &str) -> Chessboard {
    text.parse().expect("a board")
}

fn report(what: &str, since: Instant, answer: &str, cost: Cost) {
    let seconds = since.elapsed().as_secs_f64();
    println!(
        "{what:<48} {seconds:>10.4} s  {answer:<14} expanded {:>12}  frontier {:>10}  {:>8.1} MB",
        cost.expanded,
        cost.frontier,
        cost.bytes as f64 / 1e6
    );
}

fn tour(size: &str, row: u64, column: u64, kind: TourKind, method: TourMethod) {
    let problem = TourProblem::new(board(size), row, column, kind).expect("the start is on the board");
    let since = Instant::now();
    let solved = solve(problem, method, &mut |cost| cost.expanded < 50_000_000).expect("the method takes the board");
    let Solved { verdict, cost } = black_box(solved);
    report(
        &format!("{kind} {size} from ({row},{column}) by {method}"),
        since,
        if verdict.answer().is_some() { "tour" } else { "none found" },
        cost,
    );
}

fn counted(what: CountResult, name: &str) {
    let since = Instant::now();
    let mut depth = 0;
    let solved = count(what, &mut |cost| {
        if cost.depth > depth && cost.frontier > 10_000_000 {
            depth = cost.depth;
            println!("  square {depth}: {} states at most, {:.0} s", cost.frontier, since.elapsed().as_secs_f64());
        }
        cost.bytes < 6_000_000_000
    });
    let solved = solved.expect("the board can be counted");
    let answer = solved.verdict.answer().map_or("gave up".to_owned(), |tours| tours.to_string());
    report(&format!("{name} counted by frontier"), since, &answer, solved.cost);
}

fn main() {
    for method in [TourMethod::DepthFirst, TourMethod::FewestOnward, TourMethod::Construction] {
        tour("6x6", 0, 0, TourKind::Open, method);
        tour("8x8", 0, 0, TourKind::Open, method);
    }
    tour("8x8", 0, 0, TourKind::Closed, TourMethod::FewestOnward);
    tour("200x200", 7, 3, TourKind::Open, TourMethod::FewestOnward);
    tour("200x200", 7, 3, TourKind::Closed, TourMethod::Construction);
    tour("1000x1000", 500, 500, TourKind::Closed, TourMethod::Construction);
    tour("1001x1001", 500, 500, TourKind::Open, TourMethod::Construction);
    tour("4096x4096", 0, 0, TourKind::Closed, TourMethod::Construction);
    tour("3x1000000", 500_000, 1, TourKind::Open, TourMethod::Construction);
    tour("4x1000000", 500_000, 0, TourKind::Open, TourMethod::Construction);

    let since = Instant::now();
    let problem = TourProblem::new(board("6x6"), 0, 0, TourKind::Closed).expect("the corner is on the board");
    let mut tours = Tours::new(problem, MoveOrder::Listed).expect("a small board");
    let mut found: u64 = 0;
    while tours.next_tour(&mut |cost| cost.expanded < 200_000_000).answer().is_some() {
        found += 1;
    }
    report("closed 6x6, both directions, enumerated", since, &found.to_string(), tours.cost());
    counted(CountResult::ClosedUndirected(board("6x6")), "closed 6x6");
    counted(CountResult::OpenDirected(board("6x6")), "open 6x6, directed");
    counted(CountResult::ClosedUndirected(board("6x8")), "closed 6x8");
    counted(CountResult::ClosedUndirected(board("7x8")), "closed 7x8");
    if std::env::args().any(|word| word == "7x7") {
        counted(CountResult::OpenDirected(board("7x7")), "open 7x7, directed");
    }
    if std::env::args().any(|word| word == "8x8") {
        counted(CountResult::ClosedUndirected(board("8x8")), "closed 8x8");
    }
}
