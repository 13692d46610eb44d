//! Methods for cubes on the same random cubes: `cargo bench -p arbitre-puzzle --bench cube`.
//!
//! Arguments after `--`: the number of random cubes (200), or a file with a cube a line.

use puzzle::cube::{CubeMethod, CubeSolver, Enough, Facelets, Metric, Request, Sequence, Size, Turn};
use puzzle::{Cost, Verdict};
use std::time::{Duration, Instant};

/// Marsaglia's xorshift: the same cubes in every run.
struct Random(u64);

impl Random {
    fn turn(&mut self, metric: Metric) -> Turn {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let actions: Vec<Turn> = Turn::actions(metric).collect();
        actions[(self.0 >> 20) as usize % actions.len()]
    }

    fn cube(&mut self, size: Size, length: usize) -> Facelets {
        let mut turns: Vec<Turn> = Vec::new();
        while turns.len() < length {
            let turn = self.turn(Metric::Half);
            if turn.may_follow(&turns, Metric::Half) {
                turns.push(turn);
            }
        }
        Facelets::scrambled(size, &turns.into_iter().collect()).expect("turns have no middle layer")
    }
}

/// The results of one method on many cubes.
#[derive(Default)]
struct Figures {
    solved: u32,
    given_up: u32,
    moves: usize,
    longest: usize,
    proven: usize,
    expanded: u64,
    bytes: u64,
    times: Vec<Duration>,
}

impl Figures {
    fn of(solver: &CubeSolver, cubes: &[Facelets], request: Request, limit: Duration) -> Figures {
        let mut figures = Figures::default();
        for cube in cubes {
            let start = Instant::now();
            let mut keep_going = |cost: &Cost| start.elapsed() < limit && cost.bytes < 1 << 30;
            let solved = solver.solve(cube, request, &mut keep_going).expect("the method is for this size");
            figures.times.push(start.elapsed());
            figures.expanded += solved.cost.expanded;
            figures.bytes = figures.bytes.max(solved.cost.bytes);
            match solved.verdict {
                Verdict::Solved(answer) => figures.add(answer.turns.len(), answer.shortest),
                _ => figures.given_up += 1,
            }
        }
        figures
    }

    fn add(&mut self, length: usize, shortest: bool) {
        self.solved += 1;
        self.moves += length;
        self.longest = self.longest.max(length);
        self.proven += shortest as usize;
    }

    fn print(mut self, name: &str) {
        self.times.sort_unstable();
        let count = self.times.len() as u32;
        println!(
            "{name:24} solved {:4}, gave up {:3}; moves {:5.2} mean, {:2} most, {:4} proven shortest; \
             {:10.3?} mean, {:10.3?} median, {:10.3?} p99, {:10.3?} slowest; {:9} expanded; {:6.1} MB",
            self.solved,
            self.given_up,
            self.moves as f64 / self.solved.max(1) as f64,
            self.longest,
            self.proven,
            self.times.iter().sum::<Duration>() / count,
            self.times[self.times.len() / 2],
            self.times[(self.times.len() * 99).div_ceil(100) - 1],
            self.times[self.times.len() - 1],
            self.expanded / count as u64,
            self.bytes as f64 / 1e6,
        );
    }
}

/// The two-phase method to each length of `enough`, and for each of `times` in milliseconds.
fn two_phase(solver: &CubeSolver, cubes: &[Facelets], metric: Metric, enough: &[usize], times: &[u64]) {
    for &enough in enough {
        let request = Request { method: CubeMethod::TwoPhase, metric, enough: Enough::Moves(enough) };
        let figures = Figures::of(solver, cubes, request, Duration::from_secs(10));
        figures.print(&format!("two-phase to {enough}"));
    }
    for &time in times {
        let request = Request { method: CubeMethod::TwoPhase, metric, enough: Enough::Moves(0) };
        Figures::of(solver, cubes, request, Duration::from_millis(time)).print(&format!("two-phase for {time} ms"));
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let count = words.iter().find_map(|word| word.parse().ok()).unwrap_or(200);
    let mut random = Random(20_260_101);
    let file = words.iter().find(|word| std::path::Path::new(word).is_file());
    let cubes: Vec<Facelets> = match file {
        None => (0..count).map(|_| random.cube(Size::Three, 100)).collect(),
        Some(file) => {
            let text = std::fs::read_to_string(file).expect("a file of cubes");
            text.lines().take(count).map(|line| line.parse().expect("a cube")).collect()
        }
    };
    let count = cubes.len();
    let solver = CubeSolver::new();
    for metric in Metric::ALL {
        let start = Instant::now();
        let bytes = solver.distances(metric).bytes();
        println!("distances of the 2×2×2, {metric}: {:.1?}, {bytes} bytes", start.elapsed());
    }
    let start = Instant::now();
    solver.prepare();
    println!("tables of the two-phase method: {:.1?}", start.elapsed());
    for (metric, enough) in [(Metric::Half, [22, 21, 20]), (Metric::Quarter, [28, 27, 26])] {
        println!("\n{count} 3×3×3, {metric}");
        two_phase(&solver, &cubes, metric, &enough, &[10, 100]);
    }
    for enough in [22, 21] {
        kewb(&cubes[..count.min(100)], enough);
    }

    let pockets: Vec<_> = (0..count).map(|_| random.cube(Size::Two, 100)).collect();
    println!("\n{count} random 2×2×2");
    for metric in Metric::ALL {
        let request = Request { method: CubeMethod::DistanceTable, metric, enough: Enough::Moves(0) };
        let figures = Figures::of(&solver, &pockets, request, Duration::from_secs(10));
        figures.print(&format!("table, {metric}"));
    }

    for (size, lengths) in [(Size::Two, [5, 8, 11]), (Size::Three, [4, 7, 10])] {
        for length in lengths {
            println!("\n5 {size} after {length} turns, at most 1 s and 1 GB each");
            let cubes: Vec<_> = (0..5).map(|_| random.cube(size, length)).collect();
            for method in CubeMethod::ALL.into_iter().filter(|method| method.is_for(size)) {
                let request = Request { method, metric: Metric::Half, enough: Enough::Moves(0) };
                let figures = Figures::of(&solver, &cubes, request, Duration::from_secs(1));
                figures.print(&method.to_string());
            }
        }
    }
}

/// The crate kewb, another two-phase program, on the same cubes, with its tables.
fn kewb(cubes: &[Facelets], enough: u8) {
    use kewb::{CubieCube, DataTable, FaceCube};
    let start = Instant::now();
    let table = DataTable::default();
    let tables = start.elapsed();
    let mut figures = Figures::default();
    for cube in cubes {
        let start = Instant::now();
        let faces = FaceCube::try_from(cube.to_string().as_str()).expect("kewb reads the same text");
        let pieces = CubieCube::try_from(&faces).expect("a cube that turns reach");
        // Its limit is one more than the moves it accepts.
        let mut solver = kewb::Solver::new(&table, enough + 1, None);
        let solution = solver.solve(pieces).expect("without a limit of time it finds one").to_string();
        figures.times.push(start.elapsed());
        let length = solution.replace(['(', ')'], " ").parse().map_or(0, |moves: Sequence| moves.0.len());
        figures.add(length, false);
    }
    figures.print(&format!("kewb to {enough}"));
    println!("    (its tables: {tables:.1?})");
}
