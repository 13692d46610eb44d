//! Time, states and memory of every method on fixed puzzles: `cargo bench -p arbitre-puzzle --bench methods [-- WORD…]`.
//!
//! A word selects the rows that contain it, such as `sudoku`, `two-phase` or `watched` (with a trace of 600 steps). The counts of whole chessboards run
//! only by their word: `8x8` (closed: twelve seconds of a processor, 364 MB) and `7x7` (open: eleven seconds, 196 MB). Puzzles of a file are measured by
//! `arbitre solve --batch` and `arbitre compare`.

use std::fmt::{Debug, Display};
use std::hint::black_box;
use std::str::FromStr;
use std::time::{Duration, Instant};

use puzzle::cube::{CubeMethod, CubeSolver, Enough, Facelets, Metric, Request, Sequence, Size, Turn};
use puzzle::knights_tour::{self, CountResult, TourKind, TourMethod, TourProblem};
use puzzle::light_up::{LightUpMethod, LightUpPuzzle};
use puzzle::sudoku::{SudokuMethod, SudokuPuzzle};
use puzzle::taquin::{self, TaquinMethod, TaquinPuzzle};
use puzzle::{Cost, Difficulty, Solvable, Trace};
use rand::{SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

/// A row ends after the puzzle that exceeds this.
const LONG: Duration = Duration::from_secs(10);
/// A quick puzzle is solved again for this time, and the least time counts: that is without the noise of other processes.
const AGAIN: Duration = Duration::from_millis(2);
const STEPS: usize = 600;

/// The size of an answer, such as its moves, if the search found one; and the cost.
type Figures = (Option<u64>, Cost);

struct Bench {
    words: Vec<String>,
}

impl Bench {
    fn row<P>(&self, name: &str, puzzles: &[P], mut solve: impl FnMut(&P) -> Figures) {
        if !self.words.is_empty() && !self.words.iter().any(|word| name.contains(word)) {
            return;
        }
        let (mut times, mut answers, mut expanded, mut bytes, began) = (Vec::new(), Vec::new(), 0, 0, Instant::now());
        for puzzle in puzzles.iter().take_while(|_| began.elapsed() < LONG) {
            let (since, mut least) = (Instant::now(), Duration::MAX);
            let (answer, cost) = loop {
                let begin = Instant::now();
                let figures = black_box(solve(puzzle));
                least = least.min(begin.elapsed());
                if since.elapsed() > AGAIN {
                    break figures;
                }
            };
            times.push(least);
            answers.extend(answer);
            (expanded, bytes) = (expanded + cost.expanded, bytes.max(cost.bytes));
        }
        times.sort_unstable();
        let count = times.len();
        println!(
            "{name:<48} {:>3} of {count:>3} solved, mean size {:>6.1}; {:>10.1?} mean {:>10.1?} median {:>10.1?} slowest; {:>10} expanded {:>8.1} MB",
            answers.len(),
            answers.iter().sum::<u64>() as f64 / answers.len().max(1) as f64,
            times.iter().sum::<Duration>() / count as u32,
            times[count / 2],
            times[count - 1],
            expanded / count as u64,
            bytes as f64 / 1e6,
        );
    }
}

fn main() {
    let bench = Bench { words: std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect() };
    grids::<SudokuPuzzle>(&bench, "sudoku", include_str!("../tests/data/sudoku.txt"), &SudokuMethod::ALL);
    grids::<LightUpPuzzle>(&bench, "light-up", include_str!("../tests/data/light_up.txt"), &LightUpMethod::ALL);
    tours(&bench);
    taquins(&bench);
    cubes(&bench);
}

/// The samples of the tests, uniqueness proved.
fn grids<P: Solvable<Method: Copy + Display> + FromStr<Err: Debug>>(bench: &Bench, name: &str, samples: &str, methods: &[P::Method]) {
    let lines = samples.lines().filter(|line| !line.starts_with('#'));
    let puzzles: Vec<P> = lines.map(|line| line.split([',', '\t']).next().unwrap_or(line).parse().expect("a puzzle")).collect();
    let limited = || |cost: &Cost| cost.expanded < 200_000;
    for &method in methods {
        bench.row(&format!("{name} by {method}"), &puzzles, |puzzle| {
            let solved = puzzle::solve(puzzle, method, &mut limited());
            (solved.verdict.answer().map(|_| 1), solved.cost)
        });
        bench.row(&format!("{name} by {method}, watched"), &puzzles, |puzzle| {
            let solved = puzzle::watch(puzzle, method, &mut Trace::new(STEPS), &mut limited());
            (solved.verdict.answer().map(|_| 1), solved.cost)
        });
    }
}

fn tours(bench: &Bench) {
    let small = [TourMethod::DepthFirst, TourMethod::FewestOnward, TourMethod::Construction];
    let mut cases: Vec<_> = small.iter().flat_map(|&method| ["6x6", "8x8"].map(|board| (board, "0,0", "open", method))).collect();
    cases.extend([("8x8", "0,0", "closed", TourMethod::FewestOnward), ("200x200", "7,3", "open", TourMethod::FewestOnward)]);
    for (board, start, kind) in [
        ("200x200", "7,3", "closed"),
        ("1000x1000", "500,500", "closed"),
        ("1001x1001", "500,500", "open"),
        ("4096x4096", "0,0", "closed"),
        ("3x1000000", "500000,1", "open"),
        ("4x1000000", "500000,0", "open"),
    ] {
        cases.push((board, start, kind, TourMethod::Construction));
    }
    for (board, start, kind, method) in cases {
        let problem = TourProblem::parse(board, start, kind).expect("the start is on the board");
        let limited = || |cost: &Cost| cost.expanded < 50_000_000;
        let figures =
            |solved: puzzle::Solved<knights_tour::Tour>| (solved.verdict.answer().map(|tour| tour.squares().len() as u64), solved.cost);
        let name = format!("{kind} {board} from {start} by {method}");
        bench.row(&name, &[problem], |&problem| figures(knights_tour::solve(problem, method, &mut limited()).expect("the board fits")));
        if board == "8x8" && TourMethod::TRACED.contains(&method) {
            bench.row(&format!("{name}, watched"), &[problem], |&problem| {
                figures(knights_tour::watch(problem, method, &mut Trace::new(STEPS), &mut limited()).expect("the board fits"))
            });
        }
    }
    for (board, kind) in [("6x6", TourKind::Closed), ("6x6", TourKind::Open), ("6x8", TourKind::Closed)] {
        let size = board.parse().expect("a board");
        let counted = if kind == TourKind::Open { CountResult::OpenDirected(size) } else { CountResult::ClosedUndirected(size) };
        bench.row(&format!("count of {kind} tours of {board}"), &[counted], |&counted| {
            let solved = knights_tour::count(counted, &mut |_| true).expect("the board fits");
            (solved.verdict.answer(), solved.cost)
        });
    }
}

fn taquins(bench: &Bench) {
    let puzzle = |start: &str, goal: &str| {
        TaquinPuzzle::new(&start.parse().expect("a board"), &goal.parse().expect("a goal"), None).expect("a puzzle")
    };
    let figures = |solved: Result<taquin::Attempt, taquin::TaquinError>| {
        let solved = solved.expect("the board fits");
        (solved.verdict.answer().map(|solution| solution.moves.len() as u64), solved.cost)
    };
    let limited = || |cost: &Cost| cost.expanded < 100_000_000 && cost.bytes < 2_000_000_000;
    let small = [puzzle("e f g / d _ h / c b a", "spiral"), puzzle("8 6 7 / 2 5 4 / 3 0 1", "blank-last")];
    for method in TaquinMethod::ALL {
        bench.row(&format!("taquin 3x3 by {method}"), &small, |board| figures(taquin::solve(board, method, &mut limited())));
        if TaquinMethod::TRACED.contains(&method) && method != TaquinMethod::Patterns {
            bench.row(&format!("taquin 3x3 by {method}, watched"), &small, |board| {
                figures(taquin::watch(board, method, None, &mut Trace::new(STEPS), &mut limited()))
            });
        }
    }
    let korf = [puzzle("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "blank-first")];
    let mut tables = None;
    bench.row("taquin 4x4, tables for patterns", &korf, |board| {
        let built = taquin::tables(board, taquin::USUAL_PLACEMENTS, &mut |_| true).expect("a board for tables");
        tables = built.verdict.answer();
        (tables.as_ref().map(|tables| tables.bytes() as u64), built.cost)
    });
    if let Some(tables) = &tables {
        bench.row("taquin 4x4 by patterns, with tables", &korf, |board| figures(taquin::solve_with(board, tables, &mut limited())));
    }
    for method in [TaquinMethod::AStarManhattan, TaquinMethod::IdaStar, TaquinMethod::Greedy, TaquinMethod::Weighted, TaquinMethod::Layers]
    {
        bench.row(&format!("taquin 4x4 by {method}"), &korf, |board| figures(taquin::solve(board, method, &mut limited())));
    }
    for side in [5_u64, 10, 30, 100] {
        // Of a board and the same with two tiles exchanged, one has a solution.
        let names: Vec<String> = (0..side * side).rev().map(|tile| tile.to_string()).collect();
        let mut exchanged = names.clone();
        exchanged.swap(0, 1);
        let reversed = [names, exchanged].map(|names| {
            let shape = taquin::TaquinShape::new(side, side).expect("a board");
            let start = taquin::TaquinGrid::new(shape, names).expect("a full board");
            TaquinPuzzle::new(&start, &taquin::Goal::BlankLast, None).expect("a puzzle")
        });
        bench.row(&format!("taquin {side}x{side} by layers"), &reversed, |board| {
            figures(taquin::solve(board, TaquinMethod::Layers, &mut limited()))
        });
    }
}

fn cubes(bench: &Bench) {
    let solver = CubeSolver::new();
    bench.row("cube, tables of the two-phase method", &[()], |()| {
        CubeSolver::new().prepare();
        (None, Cost::default())
    });
    let random = |size| {
        let cube = |seed| solver.generate(size, Difficulty::Extreme, seed, &mut |_| true).verdict.answer().expect("nothing stops it").cube;
        (1..=100).map(cube).collect::<Vec<Facelets>>()
    };
    let row = |name: &str, cubes: &[Facelets], request: Request, limit: Duration| {
        let figures = |solved: puzzle::Solved<puzzle::cube::CubeSolution>| {
            (solved.verdict.answer().map(|found| found.turns.len() as u64), solved.cost)
        };
        let limited = || {
            let begin = Instant::now();
            move |cost: &Cost| begin.elapsed() < limit && cost.bytes < 1 << 30
        };
        bench.row(name, cubes, |cube| figures(solver.solve(cube, request, &mut limited()).expect("the method is for this size")));
        if request.method.is_traced() && cubes.len() < 10 {
            bench.row(&format!("{name}, watched"), cubes, |cube| {
                figures(solver.watch(cube, request, &mut Trace::new(STEPS), &mut limited()).expect("the method is for this size"))
            });
        }
    };
    let (pockets, cubes) = (random(Size::Two), random(Size::Three));
    let request = |method, metric, most| Request { method, metric, enough: Enough::Moves(most) };
    for (metric, enough) in [(Metric::Half, [22, 21, 20]), (Metric::Quarter, [28, 27, 26])] {
        for most in enough {
            row(&format!("{metric} cube by two-phase to {most}"), &cubes, request(CubeMethod::TwoPhase, metric, most), LONG);
        }
        for time in [10, 100] {
            let name = format!("{metric} cube by two-phase for {time} ms");
            row(&name, &cubes, request(CubeMethod::TwoPhase, metric, 0), Duration::from_millis(time));
        }
        row(&format!("{metric} 2×2×2 by table"), &pockets, request(CubeMethod::DistanceTable, metric, 0), LONG);
    }
    let table = kewb::DataTable::default();
    for most in [22, 21] {
        bench.row(&format!("half-turn cube by kewb, another two-phase program, to {most}"), &cubes, |cube| {
            let faces = kewb::FaceCube::try_from(cube.to_string().as_str()).expect("kewb reads the same text");
            // Its limit is one more than the moves it accepts.
            let mut solver = kewb::Solver::new(&table, most + 1, None);
            let solution =
                solver.solve(kewb::CubieCube::try_from(&faces).expect("a reachable cube")).expect("it has no limit of time").to_string();
            (solution.replace(['(', ')'], " ").parse().ok().map(|moves: Sequence| moves.0.len() as u64), Cost::default())
        });
    }
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for (size, length) in [(Size::Two, 5), (Size::Two, 8), (Size::Two, 11), (Size::Three, 4), (Size::Three, 7), (Size::Three, 10)] {
        let scrambled: Vec<Facelets> = (0..5)
            .map(|_| {
                let mut turns: Vec<Turn> = Vec::new();
                while turns.len() < length {
                    turns.extend(Turn::ALL.choose(&mut random).filter(|turn| turn.may_follow(&turns, Metric::Half)));
                }
                Facelets::scrambled(size, &turns.into_iter().collect()).expect("turns have no middle layer")
            })
            .collect();
        for method in CubeMethod::ALL.into_iter().filter(|method| method.is_for(size) && *method != CubeMethod::Optimal) {
            let name = format!("{size} after {length} turns by {method}");
            row(&name, &scrambled, request(method, Metric::Half, 0), Duration::from_secs(1));
        }
    }
}
