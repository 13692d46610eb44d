//! The rules of the Swiss system held to 1,000 random tournaments of 2 to 200 players: `cargo bench -p referee --bench swiss_rules`.
#![allow(clippy::unwrap_used)]

#[path = "../tests/swiss/checker.rs"]
mod checker;
#[path = "../tests/swiss/simulation.rs"]
mod simulation;

use checker::Seen;
use referee::pairing::Lots;
use simulation::{Plan, play_out};

fn main() {
    for (name, trouble, games) in [("undisturbed", 0, 1), ("with late joiners, withdrawals and no-shows", 4, 1), ("pairs of games", 1, 2)] {
        let mut seen = Seen::default();
        let mut lots = Lots::new(1);
        let tournaments = if games == 1 { 450 } else { 100 };
        for seed in 0..tournaments {
            // Half of them small, where every pairing is tried.
            let players = if seed % 2 == 0 { 2 + lots.below(9) } else { 2 + lots.below(199) };
            let most = (players as u32).clamp(2, 11) as usize;
            play_out(&Plan { players, rounds: 1 + lots.below(most) as u32, games, trouble, seed }, &mut seen);
        }
        println!("{tournaments} tournaments {name}: {seen:?}");
    }
}
