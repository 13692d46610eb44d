//! The cost of observation: each search alone, and with a trace of 600 steps: `cargo bench -p arbitre-puzzle --bench trace`.

use puzzle::{Cost, NoObserver, Trace, cube, knights_tour, light_up, sudoku, taquin};
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 7;
const STEPS: usize = 600;
const HARDEST_NINE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const BOARD: &str = ".#...#./#..1..#/....0../.1...#./..#..../#..2..1/.#...#.";

/// The best of some rounds, in nanoseconds per state.
fn best(mut search: impl FnMut() -> Cost) -> f64 {
    let round = |_| {
        let began = Instant::now();
        let cost = black_box(search());
        began.elapsed().as_nanos() as f64 / cost.generated.max(1) as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

fn row(name: &str, mut search: impl FnMut(Option<&mut Trace>) -> Cost) {
    let off = best(|| search(None));
    let on = best(|| search(Some(&mut Trace::new(STEPS))));
    println!("{name:<32} {off:>9.1} ns a state alone {on:>9.1} ns watched  {:>6.2} times", on / off);
}

fn main() {
    let keep_going = || |cost: &Cost| cost.generated < 2_000_000;
    let start = taquin::TaquinGrid::parse("e f g/d _ h/c b a", None).expect("a board");
    let goal: taquin::Goal = "a b c/h _ d/g f e".parse().expect("a goal");
    let tiles = taquin::TaquinPuzzle::new(&start, &goal, None).expect("a puzzle");
    for method in [taquin::TaquinMethod::AStarManhattan, taquin::TaquinMethod::IdaStar, taquin::TaquinMethod::BreadthFirst] {
        row(&format!("taquin {method}"), |trace| match trace {
            None => taquin::solve(&tiles, method, &mut keep_going()).expect("it fits").cost,
            Some(trace) => taquin::watch(&tiles, method, None, trace, &mut keep_going()).expect("it fits").cost,
        });
    }
    let tour = knights_tour::TourProblem::parse("8x8", "0,0", "closed").expect("a problem");
    for method in [knights_tour::TourMethod::DepthFirst, knights_tour::TourMethod::FewestOnward] {
        row(&format!("tour {method}"), |trace| match trace {
            None => knights_tour::solve(tour, method, &mut keep_going()).expect("it fits").cost,
            Some(trace) => knights_tour::watch(tour, method, trace, &mut keep_going()).expect("it fits").cost,
        });
    }
    let grid: sudoku::SudokuPuzzle = HARDEST_NINE.parse().expect("a grid");
    for method in [sudoku::SudokuMethod::Backtracking, sudoku::SudokuMethod::Propagation] {
        row(&format!("sudoku {method}"), |trace| match trace {
            None => sudoku::solve(&grid, method, &mut keep_going()).cost,
            Some(trace) => sudoku::watch(&grid, method, trace, &mut keep_going()).cost,
        });
    }
    let board: light_up::LightUpPuzzle = BOARD.parse().expect("a board");
    for method in [light_up::LightUpMethod::Backtracking, light_up::LightUpMethod::PatternsSearch] {
        row(&format!("light up {method}"), |trace| match trace {
            None => light_up::solve(&board, method, &mut keep_going()).cost,
            Some(trace) => light_up::watch(&board, method, trace, &mut keep_going()).cost,
        });
    }
    let solver = cube::CubeSolver::new();
    let scramble = "R U' F2 D L2 B' U2 R F D2 L U".parse().expect("moves");
    let scrambled = cube::Facelets::scrambled(cube::Size::Three, &scramble).expect("a cube");
    for method in [cube::CubeMethod::TwoPhase, cube::CubeMethod::IdaStar(cube::CubeHeuristic::Corners), cube::CubeMethod::BreadthFirst] {
        let request = cube::Request { method, metric: cube::Metric::Half, enough: cube::Enough::Moves(0) };
        let keep_going = || |cost: &Cost| cost.expanded < 100_000;
        row(&format!("cube {method}"), |trace| match trace {
            None => solver.watch(&scrambled, request, &mut NoObserver, &mut keep_going()).expect("it fits").cost,
            Some(trace) => solver.watch(&scrambled, request, trace, &mut keep_going()).expect("it fits").cost,
        });
    }
}
