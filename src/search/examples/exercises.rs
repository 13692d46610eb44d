//! Finds exercises in games that the house's engines play against each other: positions in which exactly one move wins, proved by the engine
//! that plays best and once more by another search, alpha-beta with memory.
//!
//! `cargo run --release -p arbitre-search --example exercises -- GAME GAMES SEED > src/search/exercise/GAME.txt`. The same numbers make the same
//! exercises.

use rules::{ConnectFour, Knights, Position, TicTacToe};
use search::exercise::only_win;
use search::{Engine, EngineSettings, Line, SearchLimits, connect_four_engine, knights_engine, score, tic_tac_toe_engine};
use std::collections::{BTreeMap, BTreeSet};

/// Who plays, in pairs drawn by lot.
const PLAYERS: [&str; 4] = ["greedy", "alpha-beta-memory", "uct", "iterative-deepening"];
/// How well they play: nodes a move.
const PLAYED_WITH: u64 = 2_000;
/// What each move of an exercise is proved with, by either search.
const PROVED_WITH: u64 = 400_000;
/// How many there are of each length.
const OF_EACH: usize = 12;

fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

type Make<P> = fn(&str, &EngineSettings) -> Box<dyn Engine<P>>;

fn make<P: Position<Move: Send> + Send + 'static>(engine: Make<P>, judge: &str, games: u64, seed: u64) {
    let settings = EngineSettings { mebibytes: 8, seed, ..EngineSettings::default() };
    let (mut judge, mut second) = (engine(judge, &settings), engine("alpha-beta-memory", &settings));
    let (mut state, mut seen, mut found) = (seed, BTreeSet::new(), BTreeMap::<u32, Vec<(P, Line<P::Move>)>>::new());
    for _ in 0..games {
        let mut players = [0, 1].map(|_| engine(PLAYERS[random(&mut state) % PLAYERS.len()], &settings));
        let mut position = P::start();
        let opening = random(&mut state) % 9;
        while position.outcome().is_none() {
            let moves = position.legal_moves();
            let moves = moves.as_ref();
            if (position.ply() as usize) < opening {
                position.play(moves[random(&mut state) % moves.len()]);
                continue;
            }
            // A quick look first: most positions are no exercise.
            let look = SearchLimits { depth: None, nodes: Some(PLAYED_WITH) };
            let hope = judge.search(&position, &look, &mut |_| true);
            if hope.is_some_and(|found| score::is_decided(found.score) && found.score > 0)
                && seen.insert(position.key())
                && let Some(line) = only_win(&position, &mut *judge, PROVED_WITH, &mut |_| true)
                && let Some(again) = only_win(&position, &mut *second, PROVED_WITH, &mut |_| true)
                && again.pv.first() == line.pv.first()
                && let Some(plies) = score::plies_to_end(again.score)
            {
                let of_length = found.entry(plies).or_default();
                if of_length.len() < OF_EACH {
                    of_length.push((position.clone(), if line.score == again.score { line } else { again }));
                }
            }
            let player = &mut players[position.ply() as usize % 2];
            let found = player.search(&position, &SearchLimits { depth: None, nodes: Some(PLAYED_WITH) }, &mut |_| true);
            position.play(found.expect("the game goes on").best);
        }
    }
    let mut complete = |position: &P, line: Line<P::Move>| {
        let (mut board, mut moves) = (position.clone(), line.pv);
        moves.iter().for_each(|mv| board.play(*mv));
        while board.outcome().is_none() {
            let found = judge.search(&board, &SearchLimits { depth: None, nodes: Some(PROVED_WITH) }, &mut |_| true);
            let best = found.expect("the game goes on").best;
            board.play(best);
            moves.push(best);
        }
        moves
    };
    println!("# Made by the example `exercises`: {} {games} {seed}. In how many plies the game is over, the position, the line.", P::NAME);
    for (plies, positions) in found {
        for (position, line) in positions {
            let line: Vec<String> = complete(&position, line).iter().map(ToString::to_string).collect();
            println!("{plies}\t{position}\t{}", line.join(" "));
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse().ok()).expect("GAME GAMES SEED");
    let (games, seed) = (number(1), number(2));
    match words[0].as_str() {
        Knights::NAME => make(|name, settings| knights_engine(name, settings).expect("a name"), "alphabeta", games, seed),
        ConnectFour::NAME => make(|name, settings| connect_four_engine(name, settings).expect("a name"), "perfect", games, seed),
        TicTacToe::NAME => make(|name, settings| tic_tac_toe_engine(name, settings).expect("a name"), "perfect", games, seed),
        other => panic!("{other}: there is no such game"),
    }
}
