//! Games that the engine plays against itself, as what a network learns from.

use rules::{Knights, Outcome, Position, Rng, Side};
use search::knights::Network;
use search::{Engine, EngineSettings, Evaluate, SearchLimits, knights_engine};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::sync::Mutex;

/// A position of a game, and what became of it.
pub struct Sample {
    /// The position.
    pub position: Knights,
    /// What a search said of it, for the side to move.
    pub score: i32,
    /// What the side to move got: 1, ½ or 0.
    pub result: f32,
    /// In which game.
    pub game: u64,
}

fn any_move(position: &Knights, rng: &mut Rng) -> rules::knights::Move {
    let moves = position.legal_moves();
    moves[rng.draw() as usize % moves.len()]
}

/// One game from a random opening of 2 to 17 plies: its quiet positions, with what a search said of each, and the result for White. Now and
/// then a move is drawn by lot, so that positions come up that the engine would avoid.
fn game(engine: &mut dyn Engine<Knights>, nodes: u64, mut rng: Rng) -> (Vec<(Knights, i32)>, f32) {
    engine.new_game();
    let mut position = Knights::start();
    let mut quiet = Vec::new();
    let opening = 2 + rng.draw() % 16;
    while position.outcome().is_none() {
        if u64::from(position.ply()) < opening || rng.draw().is_multiple_of(32) {
            position.play(any_move(&position, &mut rng));
            continue;
        }
        let limits = SearchLimits { depth: None, nodes: Some(nodes) };
        let found = engine.search(&position, &limits, &mut |_| true).expect("the game goes on");
        if Network.proved(&position).is_none() && !position.captures().contains(&found.best) {
            quiet.push((position.clone(), found.score));
        }
        position.play(found.best);
    }
    let result = match position.outcome() {
        Some(Outcome::Win(Side::White)) => 1.0,
        Some(Outcome::Win(Side::Black)) => 0.0,
        _ => 0.5,
    };
    (quiet, result)
}

/// Writes the positions of so many games to standard output, one a line; the same numbers and the same engine write the same.
pub fn play(games: u64, nodes: u64, seed: u64, threads: usize) {
    let next = Mutex::new(0);
    let output = Mutex::new(std::io::stdout());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let settings = EngineSettings { mebibytes: 1, ..EngineSettings::default() };
                let mut engine = knights_engine("alphabeta", &settings).expect("its name is right");
                loop {
                    let number = {
                        let mut next = next.lock().expect("no thread panics");
                        *next += 1;
                        *next - 1
                    };
                    if number >= games {
                        return;
                    }
                    let (quiet, result) = game(&mut *engine, nodes, Rng::new(seed.wrapping_mul(1_000_003).wrapping_add(number) << 20));
                    let lines: String = quiet
                        .iter()
                        .map(|(position, score)| {
                            let result = if position.side_to_move() == Side::White { result } else { 1.0 - result };
                            format!("{position} {score} {result} {number}\n")
                        })
                        .collect();
                    output.lock().expect("no thread panics").write_all(lines.as_bytes()).expect("standard output is open");
                }
            });
        }
    });
}

/// Reads one line of what `play` wrote.
fn sample(line: &str) -> Option<Sample> {
    let mut words = line.rsplitn(4, ' ');
    let [game, result, score, position] = [words.next()?, words.next()?, words.next()?, words.next()?];
    Some(Sample { position: position.parse().ok()?, score: score.parse().ok()?, result: result.parse().ok()?, game: game.parse().ok()? })
}

/// Reads what `play` wrote: of each file the games that are numbered below a limit. Of positions that are alike only the first is kept.
pub fn read(files: &[(String, u64)]) -> Vec<Sample> {
    let (mut samples, mut known) = (Vec::new(), HashSet::new());
    for (file, games) in files {
        let lines = BufReader::new(File::open(file).expect("the file opens")).lines();
        let mut read: Vec<Sample> = lines.filter_map(|line| sample(&line.expect("the file is text"))).collect();
        // The threads wrote their games as they ended.
        read.sort_by_key(|sample| sample.game);
        samples.extend(read.into_iter().filter(|sample| sample.game < *games && known.insert(sample.position.key())));
    }
    samples
}
