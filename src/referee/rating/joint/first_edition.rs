//! The spread of the field as the first edition of the rules learned it.

use super::{ELO, Prior, RatedGame, Ratings, conclude, derivatives, dispersion, fit};

/// A field is some 300 Elo wide, which counts as much as seeing four players; White is worth some 100 Elo at most.
const WIDTH: f64 = (300.0 / ELO) * (300.0 / ELO);
const SEEN: f64 = 4.0;
const WHITE: f64 = (100.0 / ELO) * (100.0 / ELO);

pub(super) fn rate(players: usize, games: &[RatedGame]) -> Ratings {
    let mut parameters = alloc::vec![0.0; players + 1];
    let mut width = WIDTH;
    let mut prior = Prior { strength: 1.0 / WIDTH, white: 1.0 / WHITE };
    for _ in 0..30 {
        fit(&mut parameters, games, prior, 0.03);
        // The spread of the estimates, by the number of players that the games speak of (MacKay, Neural Computation 4, 1992).
        let trace = derivatives(&parameters, games, prior).1.factorise().inverse_trace(players);
        let determined = (players as f64 - prior.strength * trace).max(0.0);
        let spread: f64 = parameters[..players].iter().map(|s| s * s).sum();
        let wider = (spread + SEEN * WIDTH) / (determined + SEEN);
        let settled = (wider / width - 1.0).abs() < 0.02;
        width = wider;
        let dispersion = dispersion(&parameters, games, players as f64, 0.25);
        prior = Prior { strength: dispersion / width, white: dispersion / WHITE };
        if settled {
            break;
        }
    }
    fit(&mut parameters, games, prior, 1e-6);
    conclude(players, &parameters, games, prior)
}
