//! Random tournaments, each round of which is handed to the checker.

use crate::checker::{Seen, check};
use referee::pairing::{EncounterEnd, History, Lots, Next, Player, Seats, Swiss};
use rules::{BySide, Side};

pub struct Plan {
    pub players: usize,
    pub rounds: u32,
    pub games: u32,
    /// Per cent: how often a player leaves, comes late or does not show up.
    pub trouble: u32,
    pub seed: u64,
}

/// Plays and checks a whole tournament.
pub fn play_out(plan: &Plan, seen: &mut Seen) -> History {
    let swiss = Swiss { rounds: plan.rounds, games: plan.games, seed: plan.seed, edition: referee::Edition::First };
    let mut lots = Lots::new(plan.seed);
    let mut history = History::default();
    for _ in 0..plan.players {
        history.join(lots.below(1000) as i32);
    }
    loop {
        let encounters = match swiss.next(&history) {
            Next::Play(encounters) => encounters,
            Next::Wait => panic!("waits for nothing: {history:?}"),
            Next::SitOut(_) | Next::Over => break,
        };
        check(&history, &encounters, plan.rounds, seen);
        let first = history.add(&encounters);
        assert_eq!(swiss.next(&history), if history.is_settled() { swiss.next(&history) } else { Next::Wait });
        for (i, encounter) in encounters.iter().enumerate() {
            let Seats::Game(seats) = encounter.seats else { continue };
            let trouble = lots.below(100) < plan.trouble as usize;
            let ending = if trouble {
                EncounterEnd::forfeit([None, Some(Side::White), Some(Side::Black)][lots.below(3)], encounter.games)
            } else {
                let rating = seats.map(|p| history.entrants()[p.0 as usize].rating);
                let half_points = (0..encounter.games).map(|_| {
                    let lead = (rating.white - rating.black) / 25 + 50;
                    match lots.below(100) as i32 {
                        dice if dice < 15 => 1,
                        dice if dice < 15 + lead * 85 / 100 => 2,
                        _ => 0,
                    }
                });
                let white = half_points.sum();
                EncounterEnd::Played(BySide { white, black: 2 * encounter.games - white })
            };
            history.finish(first + i, ending);
        }
        if lots.below(100) < plan.trouble as usize {
            history.withdraw(Player(lots.below(history.entrants().len()) as u32));
        }
        if lots.below(100) < plan.trouble as usize {
            history.join(lots.below(1000) as i32);
        }
    }
    history
}
