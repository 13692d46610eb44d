//! The spread of the field, and intervals that hold in a Swiss.
//!
//! The games of a Swiss, between players of one score, hardly show the spread. A fixed spread makes 95 % intervals that hold in 45 to 90 %
//! of cases. So the ratings average over spreads, weighted by the evidence (Laplace's approximation: MacKay, Neural Computation 4, 1992),
//! with three corrections found by simulation (`cargo bench -p arbitre-referee --bench coverage`):
//!
//! - the narrowest spread is the one that a field of equals shows when paired by score (see [`narrowest`]);
//! - the evidence is tilted towards wider fields by [`TILT`] per player;
//! - [`INTERVAL_CORRECTION`] scales the intervals.

use super::{ELO, Prior, RatedGame, Ratings, centred, centred_covariance, expected, gradient, information, newton, score};
use crate::pairing::Rng;
use crate::rating::conjugate_gradients::{Curvature, PairGraph, Probe, ReducedSystem};
use crate::rating::matrix::Matrix;
use alloc::vec::Vec;
use core::ops::Range;
use rules::Outcome;

/// The narrowest spread in Elo, after one game of each player in a large field. By simulation.
const NARROWEST: f64 = 630.0;

/// The widest spread in Elo: a base, plus an amount for each game of a player, up to `WIDEST`.
const BASE_WIDTH: f64 = 200.0;
const WIDTH_PER_GAME: f64 = 170.0;
const WIDEST: f64 = 1_300.0;

/// The log-evidence per player for an e times wider field. By simulation.
const TILT: f64 = 0.045;

/// The empirical interval correction: a factor by the logarithm of the ratio of the spread to the narrowest, interpolated linearly. By
/// simulation.
const INTERVAL_CORRECTION: [(f64, f64); 4] = [(0.0, 1.08), (0.3, 0.953), (0.9, 1.08), (2.0, 1.13)];

/// The prior standard deviation of White's advantage is 100 Elo.
const WHITE: f64 = (100.0 / ELO) * (100.0 / ELO);

/// The weight of the prior of the dispersion: five decisive games.
const DISPERSION_WEIGHT: f64 = 1.25;

/// The dispersion of results, 1 for independent games without draws: the reduction by draws, times the dependence within encounters. Both
/// are ratios of residuals of one fit, with `fitted` degrees of freedom.
fn dispersion(parameters: &[f64], games: &[RatedGame], fitted: f64) -> f64 {
    let residual = |game: &RatedGame| score(game) - expected(parameters, game);
    let alone: f64 = games.iter().map(|game| residual(game) * residual(game)).sum();
    let draws = games.iter().filter(|game| game.outcome == Outcome::Draw).count() as f64;
    // A draw decided by a coin would add a quarter to the square.
    let of_draws = (alone + DISPERSION_WEIGHT) / (alone + draws / 4.0 + DISPERSION_WEIGHT);
    let (mut together, mut encounters) = (0.0, 0.0);
    for encounter in super::encounters(games).chunk_by(super::is_one_encounter) {
        let first = encounter[0].seats.white;
        let sum: f64 = encounter.iter().map(|game| if game.seats.white == first { residual(game) } else { -residual(game) }).sum();
        together += sum * sum;
        encounters += 1.0;
    }
    // The fit follows encounters more closely than games.
    let follows = |units: f64| (1.0 - fitted / units).max(0.1);
    let corrected = together * follows(games.len() as f64) / follows(encounters);
    of_draws * (corrected + DISPERSION_WEIGHT) / (alone + DISPERSION_WEIGHT)
}

/// Larger fields show their spread, so one spread is enough, and conjugate gradients replace the matrix.
const MIXED: usize = 200;

/// The number of spreads in a small field.
const SPREADS: usize = 9;

pub(super) fn rate(players: usize, games: &[RatedGame]) -> Ratings {
    let each = (2 * games.len()) as f64 / players.max(1) as f64;
    let widest = (BASE_WIDTH + WIDTH_PER_GAME * each).min(WIDEST);
    let widths = narrowest(players, games).min(widest / 1.5)..widest;
    if players <= MIXED { mixed(players, games, &widths) } else { single(players, games, &widths) }
}

/// The narrowest spread in Elo. It falls with encounters per player and games per encounter (exponents by simulation), and rises with the
/// share of pairs that have met.
fn narrowest(players: usize, games: &[RatedGame]) -> f64 {
    let encounters = super::encounters(games);
    let count = encounters.chunk_by(super::is_one_encounter).count().max(1) as f64;
    let mut pairs: Vec<_> =
        games.iter().map(|game| (game.seats.white.min(game.seats.black), game.seats.white.max(game.seats.black))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let players = players.max(2) as f64;
    let met = 2.0 * pairs.len() as f64 / (players * (players - 1.0));
    let choice = libm::pow((1.0 - met * met).max(0.3), 0.8);
    let (rounds, in_each) = ((2.0 * count / players).max(1.0), games.len() as f64 / count);
    NARROWEST * libm::pow(rounds, -0.75) * libm::pow(in_each.max(1.0), -0.7) / choice
}

/// The empirical interval correction for the logarithm of a spread.
fn interval_correction(log_width: f64, widths: &Range<f64>) -> f64 {
    let wider = log_width - libm::log(widths.start);
    let line = |pair: &[(f64, f64)]| {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        (wider < to).then(|| low + (high - low) * ((wider - from) / (to - from)).max(0.0))
    };
    INTERVAL_CORRECTION.windows(2).find_map(line).unwrap_or(INTERVAL_CORRECTION[INTERVAL_CORRECTION.len() - 1].1)
}

fn prior(width: f64, dispersion: f64) -> Prior {
    let width = width / ELO;
    Prior { strength: dispersion / (width * width), white: dispersion / WHITE }
}

struct Fit {
    width: f64,
    parameters: Vec<f64>,
    prior: Prior,
    evidence: f64,
}

fn mixed(players: usize, games: &[RatedGame], widths: &Range<f64>) -> Ratings {
    let fits = fits(players, games, widths, 1.0);
    // The dispersion is measured at the likeliest spread.
    let dispersion = best(&fits).map_or(1.0, |fit| {
        let trace = information(&fit.parameters, games, fit.prior).factorise().inverse_trace(players);
        dispersion(&fit.parameters, games, players as f64 - fit.prior.strength * trace)
    });
    let fits = self::fits(players, games, widths, dispersion);
    let most = best(&fits).map_or(0.0, |fit| fit.evidence);
    // Spreads of little weight are left out.
    let mut weighed: Vec<(f64, &Fit)> = fits.iter().map(|fit| (libm::exp(fit.evidence - most), fit)).filter(|(w, _)| *w > 0.01).collect();
    let sum: f64 = weighed.iter().map(|(weight, _)| weight).sum();
    weighed.iter_mut().for_each(|(weight, _)| *weight /= sum);

    let log_width = weighed.iter().map(|(weight, fit)| weight * libm::log(fit.width)).sum();
    let stretch = interval_correction(log_width, widths) * interval_correction(log_width, widths);

    // The mean over spreads, and the variance within and between them.
    let mut strength = alloc::vec![0.0; players];
    let mut second = Matrix::zero(players);
    let (mut white, mut white_second) = (0.0, 0.0);
    for (weight, fit) in weighed {
        let inverse = information(&fit.parameters, games, fit.prior).factorise().inverse();
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
    let mut covariance = Matrix::zero(players);
    for i in 0..players {
        for j in 0..players {
            covariance.add(i, j, stretch * (second.at(i, j) - strength[i] * strength[j]));
        }
    }
    let white = (white, libm::sqrt((white_second - white * white).max(0.0)));
    Ratings::new(strength, covariance, white, dispersion, games)
}

fn best(fits: &[Fit]) -> Option<&Fit> {
    fits.iter().max_by(|a, b| a.evidence.total_cmp(&b.evidence))
}

fn fits(players: usize, games: &[RatedGame], widths: &Range<f64>, dispersion: f64) -> Vec<Fit> {
    let step = libm::pow(widths.end / widths.start, 1.0 / (SPREADS - 1) as f64);
    let mut parameters = alloc::vec![0.0; players + 1];
    let mut width = widths.start;
    let mut fits = Vec::with_capacity(SPREADS);
    for _ in 0..SPREADS {
        let prior = prior(width, dispersion);
        newton(&mut parameters, 1e-5, |at| information(at, games, prior).factorise().solve(&gradient(at, games, prior)));
        let factor = information(&parameters, games, prior).factorise();
        let beliefs = prior.strength * squares(&parameters[..players]) + prior.white * squares(&parameters[players..]);
        let evidence = (likelihood(&parameters, games) - beliefs / 2.0) / dispersion - factor.half_log_determinant()
            + players as f64 * (libm::log(prior.strength) / 2.0 + TILT * libm::log(width));
        fits.push(Fit { width, parameters: parameters.clone(), prior, evidence });
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

/// The likeliest spread, by bisection.
fn single(players: usize, games: &[RatedGame], widths: &Range<f64>) -> Ratings {
    let network = PairGraph::new(players, games.iter().map(|game| (game.seats.white, game.seats.black)));
    let mut parameters = alloc::vec![0.0; players + 1];
    let mut spread = 1.0;
    let (mut low, mut high) = (libm::log(widths.start), libm::log(widths.end));
    for _ in 0..8 {
        let width = libm::exp((low + high) / 2.0);
        let prior = prior(width, spread);
        newton(&mut parameters, 1e-3, |at| solver(at, games, &network, prior).solve(&gradient(at, games, prior)));
        let solver = solver(&parameters, games, &network, prior);
        // The same probes each time make the results comparable.
        let mut rng = Rng::new(1);
        let probes = solver.probes(&mut || rng.draw().is_multiple_of(2));
        let mean = |of: &dyn Fn(&Probe) -> f64| probes.iter().map(of).sum::<f64>() / probes.len() as f64;
        let trace = mean(&|probe| (0..players).map(|k| probe.along(k, None)).sum());
        let determined = players as f64 - prior.strength * trace;
        let shown = squares(&parameters[..players]) * prior.strength / spread;
        // The curvature changes with the spread: in a wider field each game has less information.
        let mut right: Vec<f64> = parameters[..players].iter().map(|strength| 2.0 * prior.strength * strength).collect();
        right.push(0.0);
        let wider = solver.solve(&right);
        let flatter: Vec<f64> = games
            .iter()
            .map(|game| {
                let expected = expected(&parameters, game);
                let farther = wider[game.seats.white] - wider[game.seats.black] + wider[players];
                expected * (1.0 - expected) * (1.0 - 2.0 * expected) * farther
            })
            .collect();
        let change = mean(&|probe| {
            let along = |game: &RatedGame| probe.along(game.seats.white, Some(game.seats.black));
            games.iter().zip(&flatter).map(|(game, change)| change * along(game)).sum()
        });
        let slope = shown - determined + TILT * players as f64 - change / 2.0;
        if slope > 0.0 {
            low = libm::log(width)
        } else {
            high = libm::log(width)
        }
        spread = dispersion(&parameters, games, determined.max(0.0));
    }
    let width = libm::exp((low + high) / 2.0);
    let (prior, longer) = (prior(width, spread), interval_correction(libm::log(width), widths));
    newton(&mut parameters, 1e-6, |at| solver(at, games, &network, prior).solve(&gradient(at, games, prior)));
    let inverse = solver(&parameters, games, &network, prior).inverse();
    let white = (parameters[players], libm::sqrt(spread * inverse.at(players, players)));
    let covariance = centred_covariance(&inverse, players, spread * longer * longer);
    Ratings::new(centred(&parameters[..players]), covariance, white, spread, games)
}

fn solver<'a>(parameters: &[f64], games: &[RatedGame], network: &'a PairGraph, prior: Prior) -> ReducedSystem<'a> {
    let mut curvature = Curvature::new(network, prior.strength, prior.white);
    for (number, game) in games.iter().enumerate() {
        let expected = expected(parameters, game);
        curvature.add(number, game.seats.white, game.seats.black, expected * (1.0 - expected));
    }
    curvature.ready()
}
