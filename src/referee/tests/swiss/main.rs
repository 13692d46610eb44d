//! Swiss tournaments, judged round by round by a checker that knows the published rules and nothing of how the pairings were made.
#![allow(clippy::unwrap_used)]

mod checker;
mod dutch;
mod earlier;
mod field;
mod simulation;

use checker::Seen;
use referee::pairing::History;
use simulation::Plan;

fn play_out(plan: &Plan) -> History {
    simulation::play_out(plan, &mut Seen::default())
}

/// Many small tournaments, for which every possible pairing of every round is tried.
#[test]
fn small_tournaments_are_paired_at_best() {
    for seed in 0..150 {
        play_out(&Plan { players: 2 + seed as usize % 9, rounds: 1 + seed as u32 / 7 % 8, games: 1, trouble: 0, seed });
    }
}

#[test]
fn small_tournaments_with_late_joiners_withdrawals_and_no_shows() {
    for seed in 0..150 {
        play_out(&Plan { players: 3 + seed as usize % 7, rounds: 2 + seed as u32 % 6, games: 1, trouble: 15, seed });
    }
}

#[test]
fn larger_tournaments_keep_the_rules() {
    for seed in 0..25 {
        play_out(&Plan {
            players: 11 + (seed as usize * 37) % 190,
            rounds: 3 + seed as u32 % 9,
            games: 1,
            trouble: (seed % 3) as u32,
            seed,
        });
    }
}

#[test]
fn pairs_of_games_leave_colours_alone() {
    for seed in 0..40 {
        play_out(&Plan { players: 2 + seed as usize % 9, rounds: 5, games: 2, trouble: (seed % 2) as u32 * 10, seed });
    }
}

/// More rounds than opponents: rematches come, but no sooner than they must.
#[test]
fn too_many_rounds() {
    for seed in 0..30 {
        play_out(&Plan { players: 2 + seed as usize % 5, rounds: 9, games: 1, trouble: 0, seed });
    }
}

/// The same history gives the same pairings.
#[test]
fn deterministic() {
    let plan = Plan { players: 60, rounds: 7, games: 1, trouble: 3, seed: 5 };
    assert_eq!(play_out(&plan), play_out(&plan));
}
