//! Joint rating model of all entrants.
//!
//! The model is that of Bradley and Terry (Biometrika 39, 1952) with a term for White and a draw as half a win, as in Ordo. It is fitted by
//! Newton's method to the greatest quasi-likelihood.
//!
//! Draws make games less random than coin tosses, and the games of an encounter depend on each other. Both change the variance by a factor,
//! the dispersion (Wedderburn, Biometrika 61, 1974), which is estimated by encounter and scales all intervals.
//!
//! The strengths are normally distributed, with a spread that is estimated from the games (empirical Bayes: Efron and Morris, JASA 68,
//! 1973). In a Swiss, winners meet winners, and maximum likelihood alone would rate equal players hundreds of Elo apart.

mod spread;

use super::elo::{Elo, EloEstimate, Z95, Z95_ONE_SIDED, normal};
use super::matrix::Matrix;
use alloc::vec::Vec;
use rules::{BySide, Outcome, Side};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The players, by the order of entry.
    pub seats: BySide<usize>,
    pub outcome: Outcome,
    /// The encounter: games with the same number come from one opening and are not independent.
    pub encounter: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// In natural units, with a mean of zero.
    strength: Vec<f64>,
    /// The covariance of the centred strengths.
    covariance: Matrix,
    /// Players who won all games, and who lost all: their intervals have one end.
    unbeaten: Vec<bool>,
    winless: Vec<bool>,
    white: (f64, f64),
    /// The variance of the results of an encounter, relative to independent games without draws.
    pub dispersion: f64,
    /// The share of drawn games.
    pub draws: f64,
}

/// A natural unit in Elo.
const ELO: f64 = 400.0 / core::f64::consts::LN_10;

/// The precision of the prior of each strength, and of White's advantage.
#[derive(Clone, Copy)]
struct Prior {
    strength: f64,
    white: f64,
}

/// Newton's method, until no step is longer than `tolerance`.
fn newton(parameters: &mut [f64], tolerance: f64, step: impl Fn(&[f64]) -> Vec<f64>) {
    for _ in 0..100 {
        let step = step(parameters);
        if advance(parameters, &step) < tolerance {
            break;
        }
    }
}

/// Takes a step, and returns its length.
fn advance(parameters: &mut [f64], step: &[f64]) -> f64 {
    let longest = step.iter().fold(0.0_f64, |longest, s| longest.max(s.abs()));
    // Far from the optimum a full step may overshoot.
    let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
    for (parameter, step) in parameters.iter_mut().zip(step) {
        *parameter = (*parameter + scale * step).clamp(-30.0, 30.0);
    }
    longest
}

/// The gradient of the log-likelihood.
fn gradient(parameters: &[f64], games: &[RatedGame], prior: Prior) -> Vec<f64> {
    let players = parameters.len() - 1;
    let mut gradient = alloc::vec![0.0; players + 1];
    for game in games {
        let residual = score(game) - expected(parameters, game);
        gradient[game.seats.white] += residual;
        gradient[game.seats.black] -= residual;
        gradient[players] += residual;
    }
    for (i, (gradient, parameter)) in gradient.iter_mut().zip(parameters).enumerate() {
        *gradient -= parameter * if i < players { prior.strength } else { prior.white };
    }
    gradient
}

/// The information matrix: the negated second derivatives of the log-likelihood.
fn information(parameters: &[f64], games: &[RatedGame], prior: Prior) -> Matrix {
    let players = parameters.len() - 1;
    let mut information = Matrix::zero(players + 1);
    for game in games {
        let expected = expected(parameters, game);
        let weight = expected * (1.0 - expected);
        let terms = [(game.seats.white, 1.0), (game.seats.black, -1.0), (players, 1.0)];
        for (i, x) in terms {
            for (j, y) in terms {
                information.add(i, j, weight * x * y);
            }
        }
    }
    (0..players).for_each(|i| information.add(i, i, prior.strength));
    information.add(players, players, prior.white);
    information
}

/// Strengths with a mean of zero.
fn centred(strengths: &[f64]) -> Vec<f64> {
    let middle = strengths.iter().sum::<f64>() / strengths.len().max(1) as f64;
    strengths.iter().map(|strength| strength - middle).collect()
}

/// The covariance of the centred strengths, from the inverse of the information matrix.
fn centred_covariance(inverse: &Matrix, players: usize, dispersion: f64) -> Matrix {
    let count = players.max(1) as f64;
    let row_means: Vec<f64> = (0..players).map(|i| (0..players).map(|j| inverse.at(i, j)).sum::<f64>() / count).collect();
    let mean = row_means.iter().sum::<f64>() / count;
    let mut covariance = Matrix::zero(players);
    for (i, j) in (0..players).flat_map(|i| (0..players).map(move |j| (i, j))) {
        covariance.add(i, j, dispersion * (inverse.at(i.max(j), i.min(j)) - row_means[i] - row_means[j] + mean));
    }
    covariance
}

fn encounters(games: &[RatedGame]) -> Vec<RatedGame> {
    let mut games = games.to_vec();
    games.sort_by_key(|g| (g.encounter, g.seats.white.min(g.seats.black), g.seats.white.max(g.seats.black)));
    games
}

fn is_one_encounter(a: &RatedGame, b: &RatedGame) -> bool {
    a.encounter == b.encounter && a.seats.white.min(a.seats.black) == b.seats.white.min(b.seats.black)
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// White's expected score.
fn expected(parameters: &[f64], game: &RatedGame) -> f64 {
    logistic(parameters[game.seats.white] - parameters[game.seats.black] + parameters[parameters.len() - 1])
}

/// White's score.
fn score(game: &RatedGame) -> f64 {
    match game.outcome {
        Outcome::Win(Side::White) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Win(Side::Black) => 0.0,
    }
}

impl Ratings {
    /// Rates `players` entrants. Games of unknown players are ignored.
    pub fn of(players: usize, games: &[RatedGame]) -> Ratings {
        let is_game = |game: &&RatedGame| game.seats.white.max(game.seats.black) < players && game.seats.white != game.seats.black;
        spread::rate(players, &games.iter().filter(is_game).copied().collect::<Vec<_>>())
    }

    fn new(strength: Vec<f64>, covariance: Matrix, white: (f64, f64), dispersion: f64, games: &[RatedGame]) -> Ratings {
        let mut half_points = alloc::vec![(0u64, 0u64); strength.len()];
        for game in games {
            for side in Side::BOTH {
                let (got, possible) = &mut half_points[game.seats[side]];
                *possible += 2;
                *got += match game.outcome {
                    Outcome::Win(winner) => 2 * u64::from(winner == side),
                    Outcome::Draw => 1,
                };
            }
        }
        let draws = games.iter().filter(|g| g.outcome == Outcome::Draw).count();
        Ratings {
            strength,
            covariance,
            unbeaten: half_points.iter().map(|(got, possible)| got == possible).collect(),
            winless: half_points.iter().map(|(got, _)| *got == 0).collect(),
            white,
            dispersion,
            draws: draws as f64 / games.len().max(1) as f64,
        }
    }

    /// The difference between a player and the mean of the entrants; none for an unknown player.
    pub fn rating(&self, player: usize) -> Option<EloEstimate> {
        let strength = *self.strength.get(player)?;
        let deviation = libm::sqrt(self.covariance.at(player, player).max(0.0));
        Some(self.estimate(strength, deviation, self.winless[player], self.unbeaten[player]))
    }

    /// The difference between `player` and `other`; none for an unknown player.
    pub fn difference(&self, player: usize, other: usize) -> Option<EloEstimate> {
        let difference = self.strength.get(player)? - self.strength.get(other)?;
        let at = |i: usize, j: usize| self.covariance.at(i, j);
        let variance = at(player, player) + at(other, other) - 2.0 * at(player, other);
        let no_lower = self.winless[player] || self.unbeaten[other];
        let no_upper = self.unbeaten[player] || self.winless[other];
        Some(self.estimate(difference, libm::sqrt(variance.max(0.0)), no_lower, no_upper))
    }

    pub fn white_advantage(&self) -> EloEstimate {
        self.estimate(self.white.0, self.white.1, false, false)
    }

    fn estimate(&self, strength: f64, deviation: f64, no_lower: bool, no_upper: bool) -> EloEstimate {
        let z = if no_lower || no_upper { Z95_ONE_SIDED } else { Z95 };
        let end = |z: f64| Elo(ELO * (strength + z * deviation));
        EloEstimate {
            elo: Elo(ELO * strength),
            low: if no_lower { Elo(f64::NEG_INFINITY) } else { end(-z) },
            high: if no_upper { Elo(f64::INFINITY) } else { end(z) },
            superiority: if deviation > 0.0 { normal(strength / deviation) } else { 0.5 },
        }
    }
}
