//! Trains the network that evaluates Chinese knights, on games that the engine plays against itself.
//!
//! - `cargo run --release -p arbitre-search --example train -- play GAMES NODES SEED THREADS > FILE` plays the games, with so many nodes a move, and
//!   writes their positions, 15 or so a game. The same numbers and the same engine make the same games.
//! - `… -- learn EPOCHS FILE GAMES [FILE GAMES]… > src/search/knights/network.bin` learns from the first so many games of each file and tells
//!   how well it foresees a tenth of them that it was not shown. The same files make the same network.
//!
//! How the network as it stands was made is told in `knights/network.rs`.

mod learning;
mod selfplay;

use std::io::Write;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse().ok()).expect("a number");
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", _, _, _, _] => selfplay::play(number(1), number(2), number(3), number(4) as usize),
        ["learn", _, _, _, ..] => {
            let files: Vec<(String, u64)> =
                (2..words.len() - 1).step_by(2).map(|place| (words[place].clone(), number(place + 1))).collect();
            let network = learning::learn(selfplay::read(&files), number(1) as usize);
            std::io::stdout().write_all(&network.bytes()).expect("standard output is open");
        }
        _ => eprintln!("play GAMES NODES SEED THREADS, or learn EPOCHS FILE GAMES [FILE GAMES]…"),
    }
}
