//! The cost of proofs by the ply at which they begin, for positions of games of the strong engine against itself. Each line has, separated
//! by tabs: ply, seed, result (win, no win, or - if the limit came first), nodes, seconds, position.
//!
//! `cargo run --release -p arbitre-search --example proofs -- PLY [POSITIONS] [MILLIONS OF NODES] [MIB] [FIRST SEED] [book]`: with `book`
//! these lines go to standard error, and the entries of the book of wins, `src/search/knights/proven.txt`, to standard output.

use rules::knights::Move;
use rules::{Knights, Position};
use search::knights::proof::Prover;
use search::knights::{Balance, Win, opening};
use search::{EngineSettings, SearchLimits, Table, knights_engine, score};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// The nodes a move of the games.
const NODES: u64 = 50_000;

/// The most turns of a book entry that a search does not prove.
const TURNS: u32 = 8;

/// A position after a number of plies; none if the game was over by then.
fn played(seed: u64, ply: u32) -> Option<Knights> {
    let mut position = opening(seed, 4, &Balance::USUAL).position;
    let mut engine = knights_engine("alphabeta", &EngineSettings { mebibytes: 16, ..EngineSettings::default() }).expect("a name");
    while position.ply() < ply {
        position.play(engine.search(&position, &SearchLimits { depth: None, nodes: Some(NODES) }, &mut |_| true)?.best);
    }
    position.outcome().is_none().then_some(position)
}

/// Adds a won position to the book, and those after every reply, at most `turns` deep, except what a search proves. The most plies to the
/// win.
fn win(prover: &mut Prover, position: &Knights, turns: u32, lines: &mut BTreeMap<String, (Move, u32)>) -> u32 {
    let text = position.to_string();
    let (board, _) = text.rsplit_once(' ').expect("a position ends with its ply");
    if let Some(&(_, plies)) = lines.get(board) {
        return plies;
    }
    let best = prover.decide(position, &mut |_| true).expect("not stopped").best;
    let after = position.child(best);
    let replies = after.legal_moves().into_iter().map(|reply| {
        let next = after.child(reply);
        searched(&next).unwrap_or_else(|| {
            assert!(turns > 0, "a proof has more turns than expected: {next}");
            win(prover, &next, turns - 1, lines)
        })
    });
    let plies = 2 + replies.max().unwrap_or(0);
    lines.insert(board.to_string(), (best, plies));
    plies
}

/// The most plies to the win, if a search proves it.
fn searched(position: &Knights) -> Option<u32> {
    if position.outcome().is_some() {
        return Some(0);
    }
    let mut engine = knights_engine("alphabeta", &EngineSettings::default()).expect("a name");
    let found = engine.search(position, &SearchLimits { depth: None, nodes: Some(Win::SEARCHED) }, &mut |_| true)?;
    score::plies_to_end(found.score).filter(|_| found.score > 0)
}

fn main() {
    let number = |place: usize, usual: u64| std::env::args().nth(place).map_or(usual, |word| word.parse().expect("a number"));
    let (ply, positions, most) = (number(1, 18) as u32, number(2, 50), number(3, 100) * 1_000_000);
    let is_book = std::env::args().nth(6).is_some_and(|word| word == "book");
    for (seed, position) in (number(5, 1)..).filter_map(|seed| Some((seed, played(seed, ply)?))).take(positions as usize) {
        let mut prover = Prover::new(position.clone(), Arc::new(Table::new(number(4, 256) as usize)), 0);
        let begin = Instant::now();
        let found = match prover.prove(&mut |nodes| nodes < most) {
            Some(true) => "win",
            Some(false) => "no win",
            None => "-",
        };
        let line = format!("{ply}\t{seed}\t{found}\t{}\t{:.2}\t{position}", prover.nodes(), begin.elapsed().as_secs_f64());
        if is_book {
            eprintln!("{line}");
        } else {
            println!("{line}");
        }
        if is_book && found == "win" {
            let mut lines = BTreeMap::new();
            win(&mut prover, &position, TURNS, &mut lines);
            lines.iter().for_each(|(position, (best, plies))| println!("{position} {best} {plies}"));
        }
        let _ = std::io::stdout().flush();
    }
}
