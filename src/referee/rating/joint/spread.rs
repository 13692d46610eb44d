//! The spread of the field as the games show it, and intervals that hold in a Swiss.
//!
//! In a Swiss, games between players of one score tell next to nothing of how wide the field is: a field of equals and a wide one give
//! much the same results, and a spread that is taken for certain makes intervals that hold 45 to 90 per cent of the truth instead of 95.
//! So each spread that the field may have counts, by how likely it makes the games (Laplace's approximation of the evidence: MacKay,
//! Neural Computation 4, 1992); three things, found by simulation, put right what that approximation gets wrong with few games each:
//!
//! - the narrowest field is not that of equals, but as wide as who is paired by score makes one of equals look (see [`narrowest`]):
//!   then the intervals of equals are neither too narrow nor wider than they need be;
//! - the evidence is tilted towards wider fields by [`TILT`] a player;
//! - intervals are longer or shorter by [`LONGER`]: a field that looks like one of equals may be one in which winners met winners, one
//!   that looks somewhat wider is mostly narrower than it looks, and in a wide one the approximation, with few games, sees strong
//!   players as less strong than they are.
//!
//! `cargo bench -p arbitre-referee --bench coverage` is the simulation.

use super::{ELO, Prior, RatedGame, Ratings, centred, centred_covariance, derivatives, expected, fit, score};
use crate::pairing::Rng;
use crate::rating::matrix::Matrix;
use crate::rating::network::{Curvature, Network, Question, Solver};
use alloc::vec::Vec;
use core::ops::Range;
use rules::Outcome;

/// The standard deviation of the narrowest field that is thought of, in Elo, where each has had one game and hardly anybody has met
/// anybody. By simulation.
const NARROWEST: f64 = 630.0;

/// The widest, in Elo: so much, and so much more for each game of a player, since no more can be seen; and never more than `WIDEST`.
const WIDE_AT_ONCE: f64 = 200.0;
const WIDER_A_GAME: f64 = 170.0;
const WIDEST: f64 = 1_300.0;

/// How much more likely an e times wider field is taken to be, for each player. By simulation.
const TILT: f64 = 0.045;

/// How many times as long as the approximation says intervals are, by the logarithm of how many times as wide as the narrowest the field
/// is; straight lines between. By simulation; lines that know of players, rounds and games, too, came hardly closer.
const LONGER: [(f64, f64); 4] = [(0.0, 1.08), (0.3, 0.953), (0.9, 1.08), (2.0, 1.13)];

/// White is worth some 100 Elo at most.
const WHITE: f64 = (100.0 / ELO) * (100.0 / ELO);

/// The weight of what is believed about the dispersion beforehand: five decisive games.
const DISPERSION_SEEN: f64 = 1.25;

/// How much the results vary, where 1 is as if all games were independent and none drawn: what draws take away, times what the games of
/// an encounter have to do with each other. Both are ratios of residuals of one fit, so that where there are single games and no draws,
/// it is 1 whatever the fit; `fitted` is how many of the encounters it has followed.
fn dispersion(parameters: &[f64], games: &[RatedGame], fitted: f64) -> f64 {
    let residual = |game: &RatedGame| score(game) - expected(parameters, game);
    let alone: f64 = games.iter().map(|game| residual(game) * residual(game)).sum();
    let draws = games.iter().filter(|game| game.outcome == Outcome::Draw).count() as f64;
    // Had a draw been decided by a coin, its square would be larger by a quarter.
    let of_draws = (alone + DISPERSION_SEEN) / (alone + draws / 4.0 + DISPERSION_SEEN);
    let (mut together, mut encounters) = (0.0, 0.0);
    for encounter in super::encounters(games).chunk_by(super::is_one_encounter) {
        let first = encounter[0].seats.white;
        let sum: f64 = encounter.iter().map(|game| if game.seats.white == first { residual(game) } else { -residual(game) }).sum();
        together += sum * sum;
        encounters += 1.0;
    }
    // The fit follows encounters more closely than games, of which there are more.
    let follows = |units: f64| (1.0 - fitted / units).max(0.1);
    let corrected = together * follows(games.len() as f64) / follows(encounters);
    of_draws * (corrected + DISPERSION_SEEN) / (alone + DISPERSION_SEEN)
}

/// Larger fields show their spread: then one spread is enough, and the network of games is solved instead of a matrix.
const MIXED: usize = 200;

/// How many spreads are thought of in a small field.
const SPREADS: usize = 9;

pub(super) fn rate(players: usize, games: &[RatedGame]) -> Ratings {
    let each = (2 * games.len()) as f64 / players.max(1) as f64;
    let widest = (WIDE_AT_ONCE + WIDER_A_GAME * each).min(WIDEST);
    let widths = narrowest(players, games).min(widest / 1.5)..widest;
    if players <= MIXED { mixed(players, games, &widths) } else { single(players, games, &widths) }
}

/// The narrowest field that is thought of, in Elo. It falls with the number of encounters of a player and with the games in each (the
/// exponents are by simulation), and is wider where a large share of all pairs have met, since there is less to be chosen in pairing.
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

/// How many times as long as the approximation says intervals are, where this is the logarithm of the field's width.
fn longer(log_width: f64, widths: &Range<f64>) -> f64 {
    let wider = log_width - libm::log(widths.start);
    let line = |pair: &[(f64, f64)]| {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        (wider < to).then(|| low + (high - low) * ((wider - from) / (to - from)).max(0.0))
    };
    LONGER.windows(2).find_map(line).unwrap_or(LONGER[LONGER.len() - 1].1)
}

fn prior(width: f64, dispersion: f64) -> Prior {
    let width = width / ELO;
    Prior { strength: dispersion / (width * width), white: dispersion / WHITE }
}

/// One of the spreads, fitted.
struct Fit {
    /// In Elo.
    width: f64,
    parameters: Vec<f64>,
    prior: Prior,
    evidence: f64,
}

fn mixed(players: usize, games: &[RatedGame], widths: &Range<f64>) -> Ratings {
    let fits = fits(players, games, widths, 1.0);
    // How much the games vary is measured at the likeliest spread.
    let dispersion = best(&fits).map_or(1.0, |fit| {
        let trace = derivatives(&fit.parameters, games, fit.prior).1.factorise().inverse_trace(players);
        dispersion(&fit.parameters, games, players as f64 - fit.prior.strength * trace)
    });
    let fits = self::fits(players, games, widths, dispersion);
    let most = best(&fits).map_or(0.0, |fit| fit.evidence);
    // What hardly counts is left out.
    let mut weighed: Vec<(f64, &Fit)> = fits.iter().map(|fit| (libm::exp(fit.evidence - most), fit)).filter(|(w, _)| *w > 0.01).collect();
    let sum: f64 = weighed.iter().map(|(weight, _)| weight).sum();
    weighed.iter_mut().for_each(|(weight, _)| *weight /= sum);

    let log_width = weighed.iter().map(|(weight, fit)| weight * libm::log(fit.width)).sum();
    let stretch = longer(log_width, widths) * longer(log_width, widths);

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
        fit(&mut parameters, games, prior, 1e-5);
        let factor = derivatives(&parameters, games, prior).1.factorise();
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

/// The spread at which the evidence does not grow any more, by halving.
fn single(players: usize, games: &[RatedGame], widths: &Range<f64>) -> Ratings {
    let network = Network::new(players, games.iter().map(|game| (game.seats.white, game.seats.black)));
    let mut parameters = alloc::vec![0.0; players + 1];
    let mut spread = 1.0;
    let (mut low, mut high) = (libm::log(widths.start), libm::log(widths.end));
    for _ in 0..8 {
        let width = libm::exp((low + high) / 2.0);
        let prior = prior(width, spread);
        fit_network(&mut parameters, games, &network, prior, 1e-3);
        let solver = solver(&parameters, games, &network, prior);
        // The same questions each time, so that the answers can be compared.
        let mut rng = Rng::new(1);
        let questions = solver.questions(&mut || rng.draw().is_multiple_of(2));
        let mean = |of: &dyn Fn(&Question) -> f64| questions.iter().map(of).sum::<f64>() / questions.len() as f64;
        let trace = mean(&|question| (0..players).map(|k| question.along(k, None)).sum());
        let determined = players as f64 - prior.strength * trace;
        let shown = squares(&parameters[..players]) * prior.strength / spread;
        // In a wider field, opponents are farther apart, and each game tells less: the curvature changes with the spread.
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
        let change = mean(&|question| {
            let along = |game: &RatedGame| question.along(game.seats.white, Some(game.seats.black));
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
    let (prior, longer) = (prior(width, spread), longer(libm::log(width), widths));
    fit_network(&mut parameters, games, &network, prior, 1e-6);
    let inverse = solver(&parameters, games, &network, prior).inverse();
    let white = (parameters[players], libm::sqrt(spread * inverse.at(players, players)));
    let covariance = centred_covariance(&inverse, players, spread * longer * longer);
    Ratings::new(centred(&parameters[..players]), covariance, white, spread, games)
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
