//! The spread of the field as the second edition of the rules learns it, and intervals that hold in a Swiss.
//!
//! In a Swiss, games between players of one score tell next to nothing of how wide the field is: a field of equals and a wide one give
//! much the same results, and a spread that is taken for certain makes intervals that hold 45 to 90 per cent of the truth instead of 95.
//! So each spread that the field may have counts, by how likely it makes the games (Laplace's approximation of the evidence: MacKay,
//! Neural Computation 4, 1992); two numbers, found by simulation, put right what that approximation gets wrong with few games each:
//!
//! - the narrowest field is not that of equals, but one of [`NARROWEST`] Elo over a player's games: intervals that take a narrow field
//!   for granted would be wrong whenever it is not;
//! - the evidence is tilted towards wider fields by [`TILT`] a player: with few games, the approximation sees strong players as less
//!   strong than they are.

use super::{ELO, Prior, RatedGame, Ratings, centred, centred_covariance, derivatives, dispersion, expected, fit, score};
use crate::pairing::Lots;
use crate::rating::matrix::Matrix;
use crate::rating::network::{Curvature, Network, Solver};
use alloc::vec::Vec;

/// The standard deviation of the narrowest field that is thought of, in Elo, times the games of a player. By simulation: see
/// `cargo bench -p referee --bench coverage`.
const NARROWEST: f64 = 1_200.0;

/// The widest, in Elo.
const WIDEST: f64 = 1_300.0;

/// How much more likely an e times wider field is taken to be, for each player. By simulation.
const TILT: f64 = 0.06;

/// White is worth some 100 Elo at most.
const WHITE: f64 = (100.0 / ELO) * (100.0 / ELO);

/// The weight of what is believed about the dispersion beforehand: five decisive games.
const DISPERSION_SEEN: f64 = 1.25;

/// Larger fields show their spread: then one spread is enough, and the network of games is solved instead of a matrix.
const MIXED: usize = 150;

/// How many spreads are thought of in a small field.
const SPREADS: usize = 9;

pub(super) fn rate(players: usize, games: &[RatedGame]) -> Ratings {
    let each = (2 * games.len()) as f64 / players.max(1) as f64;
    let narrowest = (NARROWEST / each.max(1.0)).min(WIDEST / 4.0);
    if players <= MIXED { mixed(players, games, narrowest) } else { single(players, games, narrowest) }
}

fn prior(width: f64, dispersion: f64) -> Prior {
    let width = width / ELO;
    Prior { strength: dispersion / (width * width), white: dispersion / WHITE }
}

/// One of the spreads, fitted.
struct Fit {
    parameters: Vec<f64>,
    prior: Prior,
    evidence: f64,
}

fn mixed(players: usize, games: &[RatedGame], narrowest: f64) -> Ratings {
    let fits = fits(players, games, narrowest, 1.0);
    // How much the games vary is measured at the likeliest spread.
    let dispersion = best(&fits).map_or(1.0, |fit| {
        let trace = derivatives(&fit.parameters, games, fit.prior).1.factorise().inverse_trace(players);
        dispersion(&fit.parameters, games, players as f64 - fit.prior.strength * trace, DISPERSION_SEEN)
    });
    let fits = self::fits(players, games, narrowest, dispersion);
    let most = best(&fits).map_or(0.0, |fit| fit.evidence);
    // What hardly counts is left out.
    let mut weighed: Vec<(f64, &Fit)> = fits.iter().map(|fit| (libm::exp(fit.evidence - most), fit)).filter(|(w, _)| *w > 0.01).collect();
    let sum: f64 = weighed.iter().map(|(weight, _)| weight).sum();
    weighed.iter_mut().for_each(|(weight, _)| *weight /= sum);

    // The mean of all, and their spread about it besides their own.
    let mut strength = alloc::vec![0.0; players];
    let mut second = Matrix::zero(players);
    let (mut white, mut white_second) = (0.0, 0.0);
    for (weight, fit) in weighed {
        let inverse = derivatives(&fit.parameters, games, fit.prior).1.factorise().inverse();
        let covariance = centred_covariance(&inverse, players, dispersion);
        let own = centred(&fit.parameters[..players]);
        for i in 0..players {
            strength[i] += weight * own[i];
            for j in 0..players {
                second.add(i, j, weight * (covariance.at(i, j) + own[i] * own[j]));
            }
        }
        let own = fit.parameters[players];
        white += weight * own;
        white_second += weight * (dispersion * inverse.at(players, players) + own * own);
    }
    for i in 0..players {
        for j in 0..players {
            second.add(i, j, -strength[i] * strength[j]);
        }
    }
    let white = (white, libm::sqrt((white_second - white * white).max(0.0)));
    Ratings::new(strength, second, white, dispersion, games)
}

fn best(fits: &[Fit]) -> Option<&Fit> {
    fits.iter().max_by(|a, b| a.evidence.total_cmp(&b.evidence))
}

fn fits(players: usize, games: &[RatedGame], narrowest: f64, dispersion: f64) -> Vec<Fit> {
    let step = libm::pow(WIDEST / narrowest, 1.0 / (SPREADS - 1) as f64);
    let mut parameters = alloc::vec![0.0; players + 1];
    let mut width = narrowest;
    let mut fits = Vec::with_capacity(SPREADS);
    for _ in 0..SPREADS {
        let prior = prior(width, dispersion);
        fit(&mut parameters, games, prior, 1e-5);
        let factor = derivatives(&parameters, games, prior).1.factorise();
        let beliefs = prior.strength * squares(&parameters[..players]) + prior.white * squares(&parameters[players..]);
        let evidence = (likelihood(&parameters, games) - beliefs / 2.0) / dispersion - factor.half_log_determinant()
            + players as f64 * (libm::log(prior.strength) / 2.0 + TILT * libm::log(width));
        fits.push(Fit { parameters: parameters.clone(), prior, evidence });
        width *= step;
    }
    fits
}

fn squares(numbers: &[f64]) -> f64 {
    numbers.iter().map(|number| number * number).sum()
}

fn likelihood(parameters: &[f64], games: &[RatedGame]) -> f64 {
    let of = |game: &RatedGame| {
        let expected = expected(parameters, game).clamp(1e-15, 1.0 - 1e-15);
        score(game) * libm::log(expected) + (1.0 - score(game)) * libm::log(1.0 - expected)
    };
    games.iter().map(of).sum()
}

/// The spread at which the evidence does not change any more, by halving.
fn single(players: usize, games: &[RatedGame], narrowest: f64) -> Ratings {
    let network = Network::new(players, games.iter().map(|game| (game.seats.white, game.seats.black)));
    let mut parameters = alloc::vec![0.0; players + 1];
    let mut spread = 1.0;
    let (mut low, mut high) = (libm::log(narrowest), libm::log(WIDEST));
    for _ in 0..8 {
        let width = libm::exp((low + high) / 2.0);
        let prior = prior(width, spread);
        fit_network(&mut parameters, games, &network, prior, 1e-3);
        // The same questions each time, so that the answers can be compared.
        let mut lots = Lots::new(1);
        let trace = solver(&parameters, games, &network, prior).inverse_trace(&mut || lots.draw().is_multiple_of(2));
        let determined = players as f64 - prior.strength * trace;
        let shown = squares(&parameters[..players]) * prior.strength / spread;
        if shown + TILT * players as f64 > determined {
            low = libm::log(width)
        } else {
            high = libm::log(width)
        }
        spread = dispersion(&parameters, games, determined.max(0.0), DISPERSION_SEEN);
    }
    let prior = prior(libm::exp((low + high) / 2.0), spread);
    fit_network(&mut parameters, games, &network, prior, 1e-6);
    let inverse = solver(&parameters, games, &network, prior).inverse();
    let white = (parameters[players], libm::sqrt(spread * inverse.at(players, players)));
    Ratings::new(centred(&parameters[..players]), centred_covariance(&inverse, players, spread), white, spread, games)
}

fn solver<'a>(parameters: &[f64], games: &[RatedGame], network: &'a Network, prior: Prior) -> Solver<'a> {
    let mut curvature = Curvature::new(network, prior.strength, prior.white);
    for (number, game) in games.iter().enumerate() {
        let expected = expected(parameters, game);
        curvature.add(number, game.seats.white, game.seats.black, expected * (1.0 - expected));
    }
    curvature.ready()
}

/// Newton's method, until no step is longer than `tolerance`.
fn fit_network(parameters: &mut [f64], games: &[RatedGame], network: &Network, prior: Prior, tolerance: f64) {
    for _ in 0..100 {
        let step = solver(parameters, games, network, prior).solve(&super::gradient(parameters, games, prior));
        if super::advance(parameters, &step) < tolerance {
            break;
        }
    }
}
