//! Which ratings: by an edition of the rules, or as others have them.

use super::{Prior, RatedGame, Ratings, conclude, first_edition, fit, learned};
use crate::Edition;
use alloc::vec::Vec;

/// How to rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Joint {
    /// Within a field whose spread is learned from the games. Nobody is infinitely strong, and everybody can be compared.
    #[default]
    Learned,
    /// The same by the first edition of the rules: of one spread, whatever the pairings, with intervals that are too narrow in a Swiss.
    FirstEdition,
    /// Pure maximum likelihood, as Ordo has it: right for many games of each player, but a clean score runs away.
    Pure,
}

impl Joint {
    /// Rates `players` entrants. Games with a player who is none are ignored.
    pub fn rate(self, players: usize, games: &[RatedGame]) -> Ratings {
        let games: Vec<RatedGame> =
            games.iter().copied().filter(|g| g.seats.white.max(g.seats.black) < players && g.seats.white != g.seats.black).collect();
        match self {
            Joint::Learned => learned::rate(players, &games),
            Joint::FirstEdition => first_edition::rate(players, &games),
            Joint::Pure => {
                // Hardly anything, so that there is always a solution.
                let prior = Prior { strength: 1e-9, white: 1e-9 };
                let mut parameters = alloc::vec![0.0; players + 1];
                fit(&mut parameters, &games, prior, 1e-6);
                conclude(players, &parameters, &games, prior)
            }
        }
    }

    /// What the rules of an edition say.
    pub fn of(edition: Edition) -> Joint {
        match edition {
            Edition::First => Joint::FirstEdition,
            Edition::Second | Edition::Third | Edition::Fourth => Joint::Learned,
        }
    }
}
