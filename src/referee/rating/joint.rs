//! Ratings of all entrants at once, from all games.
//!
//! The model is Bradley and Terry's (Biometrika 39, 1952) with a term for White, where a draw is half a win, as in Ordo: the
//! expected score of White is the logistic function of the difference of strength plus White's advantage. The ratings are those of
//! the greatest (quasi-)likelihood, by Newton's method.
//!
//! Games are less random than coin tosses where there are draws, and the games of one encounter depend on each other. Both change
//! the variance by some factor, the dispersion, which is measured encounter by encounter (Wedderburn, Biometrika 61, 1974; McCullagh
//! and Nelder, "Generalized Linear Models", chapter 9) and widens or narrows all intervals.

use super::elo::{Elo, Estimate, Z95, normal};
use super::matrix::Matrix;
use alloc::vec::Vec;
use rules::{BySide, Outcome, Side};

/// A game that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// Who played, by the order of entry.
    pub seats: BySide<usize>,
    /// How it ended.
    pub outcome: Outcome,
    /// The encounter it was part of: games with the same number, from one opening, are not independent.
    pub encounter: usize,
}

/// How to rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// How many drawn games against an average player each entrant is given in advance, so that a clean score is no infinite
    /// strength and everybody can be compared. 0 is pure maximum likelihood.
    pub prior: f64,
}

impl Default for Joint {
    /// Half a drawn game.
    fn default() -> Self {
        Joint { prior: 0.5 }
    }
}

/// The ratings of all entrants.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// In natural units, with mean zero.
    strength: Vec<f64>,
    /// Of the strengths less their mean.
    covariance: Matrix,
    /// Who lost or drew nothing, and who won or drew nothing: nothing bounds them from above or below.
    unbeaten: Vec<bool>,
    winless: Vec<bool>,
    white: (f64, f64),
    /// How much the results of an encounter vary, where 1 is as if all games were independent and none drawn.
    pub dispersion: f64,
    /// The share of drawn games.
    pub draws: f64,
}

/// A natural unit in Elo.
const ELO: f64 = 400.0 / core::f64::consts::LN_10;

impl Joint {
    /// Rates `players` entrants. Games with a player who is none are ignored.
    pub fn rate(&self, players: usize, games: &[RatedGame]) -> Ratings {
        let games: Vec<RatedGame> =
            games.iter().copied().filter(|g| g.seats.white.max(g.seats.black) < players && g.seats.white != g.seats.black).collect();
        let mut parameters = alloc::vec![0.0; players + 1];
        for _ in 0..100 {
            let (gradient, information) = self.derivatives(&parameters, &games);
            let step = information.factorise().solve(&gradient);
            let longest = step.iter().fold(0.0_f64, |longest, s| longest.max(s.abs()));
            // Far from the goal a full step may lead further away.
            let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            for (parameter, step) in parameters.iter_mut().zip(&step) {
                *parameter = (*parameter + scale * step).clamp(-30.0, 30.0);
            }
            if longest < 1e-9 {
                break;
            }
        }
        self.conclude(players, &parameters, &games)
    }

    /// The slope of the log-likelihood, and the negated curvature.
    fn derivatives(&self, parameters: &[f64], games: &[RatedGame]) -> (Vec<f64>, Matrix) {
        let players = parameters.len() - 1;
        let mut gradient = alloc::vec![0.0; players + 1];
        let mut information = Matrix::zero(players + 1);
        for game in games {
            let BySide { white, black } = game.seats;
            let expected = expected(parameters, game);
            let residual = score(game) - expected;
            let weight = expected * (1.0 - expected);
            let terms = [(white, 1.0), (black, -1.0), (players, 1.0)];
            for (i, x) in terms {
                gradient[i] += residual * x;
                for (j, y) in terms {
                    information.add(i, j, weight * x * y);
                }
            }
        }
        // The prior; and hardly anything in any case, so that there is always a solution. Only differences matter without a prior,
        // and so the mean is held at zero.
        let mean: f64 = parameters[..players].iter().sum::<f64>() / players.max(1) as f64;
        for (i, &parameter) in parameters.iter().enumerate() {
            let expected = logistic(parameter);
            gradient[i] += self.prior * (0.5 - expected) - 1e-9 * parameter;
            information.add(i, i, self.prior * expected * (1.0 - expected) + 1e-9);
            if i < players {
                gradient[i] -= mean;
                for j in 0..players {
                    information.add(i, j, 1.0 / players as f64);
                }
            }
        }
        (gradient, information)
    }

    fn conclude(&self, players: usize, parameters: &[f64], games: &[RatedGame]) -> Ratings {
        let dispersion = self.dispersion(parameters, games);
        let inverse = self.derivatives(parameters, games).1.factorise().inverse();
        // Of each strength less the mean of all.
        let count = players.max(1) as f64;
        let row_means: Vec<f64> = (0..players).map(|i| (0..players).map(|j| inverse.at(i, j)).sum::<f64>() / count).collect();
        let mean = row_means.iter().sum::<f64>() / count;
        let mut covariance = Matrix::zero(players);
        for i in 0..players {
            for j in 0..=i {
                let value = dispersion * (inverse.at(i, j) - row_means[i] - row_means[j] + mean);
                covariance.add(i, j, value);
                if i != j {
                    covariance.add(j, i, value);
                }
            }
        }
        let middle = parameters[..players].iter().sum::<f64>() / count;
        let mut half_points = alloc::vec![(0u64, 0u64); players];
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
            strength: parameters[..players].iter().map(|s| s - middle).collect(),
            covariance,
            unbeaten: half_points.iter().map(|(got, possible)| got == possible).collect(),
            winless: half_points.iter().map(|(got, _)| *got == 0).collect(),
            white: (parameters[players], libm::sqrt(dispersion * inverse.at(players, players))),
            dispersion,
            draws: draws as f64 / games.len().max(1) as f64,
        }
    }

    /// The squared surprises of whole encounters, over what independent games without draws would give.
    fn dispersion(&self, parameters: &[f64], games: &[RatedGame]) -> f64 {
        // As for two players: to begin with, one decisive game.
        const PRIOR: f64 = 0.25;
        let mut by_encounter = games.to_vec();
        by_encounter.sort_by_key(|g| (g.encounter, g.seats.white.min(g.seats.black), g.seats.white.max(g.seats.black)));
        let same = |a: &RatedGame, b: &RatedGame| {
            a.encounter == b.encounter && a.seats.white.min(a.seats.black) == b.seats.white.min(b.seats.black)
        };
        let (mut squares, mut weights, mut encounters) = (0.0, 0.0, 0.0);
        for encounter in by_encounter.chunk_by(same) {
            let first = encounter[0].seats.white;
            let mut surprise = 0.0;
            for game in encounter {
                let expected = expected(parameters, game);
                let residual = score(game) - expected;
                surprise += if game.seats.white == first { residual } else { -residual };
                weights += expected * (1.0 - expected);
            }
            squares += surprise * surprise;
            encounters += 1.0;
        }
        // Each fitted rating takes one encounter's worth of surprise away.
        let fitted = parameters.len() as f64 - 1.0;
        if encounters <= fitted {
            return 1.0;
        }
        (squares * encounters / (encounters - fitted) + PRIOR) / (weights + PRIOR)
    }
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
    /// How many entrants are rated.
    pub fn len(&self) -> usize {
        self.strength.len()
    }

    /// Whether nobody is rated.
    pub fn is_empty(&self) -> bool {
        self.strength.is_empty()
    }

    /// How much stronger than the average entrant a player is; none for a stranger.
    pub fn rating(&self, player: usize) -> Option<Estimate> {
        let strength = *self.strength.get(player)?;
        let deviation = libm::sqrt(self.covariance.at(player, player).max(0.0));
        Some(estimate(strength, deviation, self.winless[player], self.unbeaten[player]))
    }

    /// How much stronger `player` is than `other`, and how likely that is; none for a stranger.
    pub fn difference(&self, player: usize, other: usize) -> Option<Estimate> {
        let difference = self.strength.get(player)? - self.strength.get(other)?;
        let at = |i: usize, j: usize| self.covariance.at(i, j);
        let variance = at(player, player) + at(other, other) - 2.0 * at(player, other);
        let no_lower = self.winless[player] || self.unbeaten[other];
        let no_upper = self.unbeaten[player] || self.winless[other];
        Some(estimate(difference, libm::sqrt(variance.max(0.0)), no_lower, no_upper))
    }

    /// What it is worth to have White.
    pub fn white_advantage(&self) -> Estimate {
        estimate(self.white.0, self.white.1, false, false)
    }

    /// All entrants, the strongest first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|&a, &b| self.strength[b].total_cmp(&self.strength[a]).then(a.cmp(&b)));
        order
    }
}

fn estimate(strength: f64, deviation: f64, no_lower: bool, no_upper: bool) -> Estimate {
    let end = |z: f64| Elo(ELO * (strength + z * deviation));
    Estimate {
        elo: Elo(ELO * strength),
        low: if no_lower { Elo(f64::NEG_INFINITY) } else { end(-Z95) },
        high: if no_upper { Elo(f64::INFINITY) } else { end(Z95) },
        superiority: if deviation > 0.0 { normal(strength / deviation) } else { 0.5 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::Lots;
    use crate::rating::GameScores;
    use proptest::prelude::*;

    /// `wins`, `draws` and `losses` of one player against another, half of each with White.
    fn series(games: &mut Vec<RatedGame>, a: usize, b: usize, results: [usize; 3]) {
        for (result, count) in results.into_iter().enumerate() {
            for k in 0..count {
                let (white, black) = if k % 2 == 0 { (a, b) } else { (b, a) };
                let outcome = match result {
                    0 => Outcome::Win(if white == a { Side::White } else { Side::Black }),
                    1 => Outcome::Draw,
                    _ => Outcome::Win(if white == a { Side::Black } else { Side::White }),
                };
                games.push(RatedGame { seats: BySide { white, black }, outcome, encounter: games.len() });
            }
        }
    }

    fn elo(ratings: &Ratings) -> Vec<f64> {
        (0..ratings.len()).map(|p| ratings.rating(p).unwrap().elo.0).collect()
    }

    /// "EloStat, Bayeselo and Ordo", a published comparison: three engines that score 75 %, 75 % and 90 % in 120 games each, for which
    /// ±191 is right by hand and Ordo gives ±190.1.
    #[test]
    fn agrees_with_ordo() {
        let mut games = Vec::new();
        series(&mut games, 0, 1, [80, 20, 20]);
        series(&mut games, 1, 2, [80, 20, 20]);
        series(&mut games, 0, 2, [104, 8, 8]);
        let ratings = elo(&Joint { prior: 0.0 }.rate(3, &games));
        for (found, (by_hand, ordo)) in ratings.iter().zip([(190.85, 190.1), (0.0, 0.0), (-190.85, -190.1)]) {
            assert!((found - by_hand).abs() < 0.1 && (found - ordo).abs() < 1.0, "{ratings:?}");
        }
    }

    /// Two players alone are what their score says.
    #[test]
    fn two_players_are_as_their_score() {
        for [wins, draws, losses] in [[60, 20, 20], [10, 80, 10], [30, 0, 70]] {
            let mut games = Vec::new();
            series(&mut games, 0, 1, [wins, draws, losses]);
            let joint = Joint { prior: 0.0 }.rate(2, &games).difference(0, 1).unwrap();
            let score = GameScores::new(wins as u32, draws as u32, losses as u32).estimate().unwrap();
            assert!((joint.elo.0 - score.elo.0).abs() < 0.5, "{joint} {score}");
            assert!(((joint.high.0 - joint.low.0) / (score.high.0 - score.low.0) - 1.0).abs() < 0.05, "{joint} {score}");
        }
    }

    #[test]
    fn a_clean_score_has_no_upper_end() {
        let mut games = Vec::new();
        series(&mut games, 0, 1, [8, 0, 0]);
        series(&mut games, 1, 2, [5, 2, 1]);
        let ratings = Joint::default().rate(4, &games);
        let first = ratings.rating(0).unwrap();
        assert!(first.elo.0 > 100.0 && first.elo.0 < 1000.0 && first.high.0 == f64::INFINITY, "{first}");
        assert!(ratings.difference(0, 2).unwrap().is_separable());
        // Nothing is known of who did not play.
        let idle = ratings.rating(3).unwrap();
        assert!(!idle.is_separable() && idle.low.0 == f64::NEG_INFINITY && idle.high.0 == f64::INFINITY);
        assert_eq!(Joint::default().rate(0, &[]).len(), 0);
        assert!(Joint { prior: 0.0 }.rate(3, &[]).difference(0, 1).unwrap().superiority == 0.5);
    }

    /// Simulated round-robins of known strengths: how often the truth lies in the interval, and White's advantage with it. In one of
    /// them the two games of an encounter always end alike for the players, which is the worst kind of dependence.
    #[test]
    fn the_truth_is_in_the_interval() {
        const WHITE: f64 = 40.0;
        for (draw_share, dependent) in [(0.0, false), (0.5, false), (0.2, true)] {
            let mut lots = Lots::new(7);
            let mut dice = move || lots.below(1 << 30) as f64 / f64::from(1 << 30);
            let (mut inside, mut all, mut white_inside, tournaments) = (0, 0, 0, 60);
            for _ in 0..tournaments {
                let truth: Vec<f64> = (0..8).map(|i| f64::from(i) * 40.0 + 20.0 * dice()).collect();
                let mut games = Vec::new();
                for (encounter, (a, b)) in (0..8).flat_map(|a| (0..a).map(move |b| (a, b))).cycle().take(28 * 6).enumerate() {
                    let once = dice();
                    for (white, black) in [(a, b), (b, a)] {
                        let white_edge = if dependent { 0.0 } else { WHITE };
                        let expected = Elo(truth[white] - truth[black] + white_edge).score();
                        let share = draw_share * 2.0 * expected.min(1.0 - expected);
                        let roll = if dependent && white == b {
                            1.0 - once
                        } else if dependent {
                            once
                        } else {
                            dice()
                        };
                        let outcome = match roll {
                            roll if roll < expected - share / 2.0 => Outcome::Win(Side::White),
                            roll if roll < expected + share / 2.0 => Outcome::Draw,
                            _ => Outcome::Win(Side::Black),
                        };
                        games.push(RatedGame { seats: BySide { white, black }, outcome, encounter });
                    }
                }
                let ratings = Joint::default().rate(8, &games);
                for (a, b) in (0..8).flat_map(|a| (0..a).map(move |b| (a, b))) {
                    let estimate = ratings.difference(a, b).unwrap();
                    inside += i32::from((estimate.low.0..=estimate.high.0).contains(&(truth[a] - truth[b])));
                    all += 1;
                }
                let white = ratings.white_advantage();
                white_inside += i32::from((white.low.0..=white.high.0).contains(&WHITE));
            }
            let share = f64::from(inside) / f64::from(all);
            assert!((0.92..0.98).contains(&share), "{share} with draws {draw_share}, dependent {dependent}");
            assert!(dependent || white_inside * 100 >= 88 * tournaments, "White: {white_inside} of {tournaments}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        /// Whatever happens, all is finite but the ends; at the maximum, everybody scores what is expected; and no order of the
        /// games or colour of the glasses matters.
        #[test]
        fn laws(results in prop::collection::vec((0usize..6, 0usize..6, 0u8..3), 0..60)) {
            let games: Vec<RatedGame> = results
                .iter()
                .enumerate()
                .filter(|(_, (white, black, _))| white != black)
                .map(|(k, &(white, black, result))| RatedGame {
                    seats: BySide { white, black },
                    outcome: [Outcome::Draw, Outcome::Win(Side::White), Outcome::Win(Side::Black)][result as usize],
                    encounter: k / 2,
                })
                .collect();
            for prior in [0.0, 0.5] {
                let ratings = Joint { prior }.rate(6, &games);
                prop_assert!(elo(&ratings).iter().all(|elo| elo.is_finite()));
                prop_assert!(elo(&ratings).iter().sum::<f64>().abs() < 1e-3);
                let there = ratings.difference(0, 1).unwrap();
                let back = ratings.difference(1, 0).unwrap();
                prop_assert!((there.elo.0 + back.elo.0).abs() < 1e-6 && (there.superiority + back.superiority - 1.0).abs() < 1e-9);
            }
            let ratings = Joint::default().rate(6, &games);
            let mut reversed = games.clone();
            reversed.reverse();
            let again = Joint::default().rate(6, &reversed);
            prop_assert!(elo(&ratings).iter().zip(elo(&again)).all(|(a, b)| (a - b).abs() < 1e-3));
        }
    }
}
