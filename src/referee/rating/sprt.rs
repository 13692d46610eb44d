//! Sequential probability ratio test (SPRT).
//!
//! Wald's test in its generalised form, with the likelihoods of the best fit to the observed frequencies under each hypothesis. Source: M.
//! Van den Bergh, "Comments on Normalized Elo" and "A note on the GSPRT" (the mathematics of fishtest), cantate.be/Fishtest.

use super::elo::Elo;
use super::scores::Scores;
use core::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SprtVerdict {
    /// The test continues.
    Undecided,
    /// H0 is accepted: the difference is below `elo1`.
    NotStronger,
    /// H1 is accepted: the difference is above `elo0`.
    Stronger,
}

/// A test of `elo0` against `elo1`, on the logistic scale. As text: `elo0=0,elo1=10,alpha=0.05,beta=0.05`, where `alpha` and `beta` default
/// to 0.05.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// All numbers are finite.
impl Eq for Sprt {}

/// Why a test is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("sprt")]
pub enum SprtError {
    Form,
    Twice { key: &'static str },
    Missing { key: &'static str },
    NotANumber { key: &'static str },
    Hypotheses,
    ErrorRate,
}

impl Sprt {
    /// A test with the false positive rate `alpha` and the false negative rate `beta`.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, one of them is beyond ±1000, or an error rate is not between 0 and ½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let sane = -1000.0..=1000.0;
        if !sane.contains(&elo0) || !sane.contains(&elo1) || elo0 >= elo1 {
            return Err(SprtError::Hypotheses);
        }
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !rate(alpha) || !rate(beta) {
            return Err(SprtError::ErrorRate);
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// `elo0` and `elo1`.
    pub const fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The log-likelihood ratios at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// The generalised log-likelihood ratio of `elo1` over `elo0`; 0 without games.
    pub fn log_likelihood_ratio<const N: usize>(&self, scores: &Scores<N>) -> f64 {
        if scores.units() == 0 {
            return 0.0;
        }
        // As in fishtest, an unseen score has a small likelihood.
        let counts = scores.counts().map(|n| if n == 0 { 1e-3 } else { f64::from(n) });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|n| n / total);
        let [fit0, fit1] = [self.elo0, self.elo1].map(|elo| fit_mean(&seen, Elo(elo).score()));
        (0..N).map(|i| counts[i] * libm::log(fit1[i] / fit0[i])).sum()
    }

    pub fn verdict<const N: usize>(&self, scores: &Scores<N>) -> SprtVerdict {
        let (low, high) = self.bounds();
        match self.log_likelihood_ratio(scores) {
            ratio if ratio <= low => SprtVerdict::NotStronger,
            ratio if ratio >= high => SprtVerdict::Stronger,
            _ => SprtVerdict::Undecided,
        }
    }
}

/// The likeliest distribution with this mean, given the frequencies `seen` (Van den Bergh, proposition 1.1): `seen / (1 + x distance)` for
/// the `x` that makes the mean distance zero, by bisection between the two poles.
fn fit_mean<const N: usize>(seen: &[f64; N], mean: f64) -> [f64; N] {
    let distance: [f64; N] = core::array::from_fn(|i| i as f64 / (N - 1) as f64 - mean);
    let (nearest, farthest) = distance.iter().fold((0.0_f64, 0.0_f64), |(low, high), &d| (low.min(d), high.max(d)));
    if nearest >= 0.0 || farthest <= 0.0 {
        return *seen;
    }
    let (mut low, mut high) = (-1.0 / farthest, -1.0 / nearest);
    for _ in 0..100 {
        let x = (low + high) / 2.0;
        let sum: f64 = (0..N).map(|i| seen[i] * distance[i] / (1.0 + x * distance[i])).sum();
        if sum > 0.0 { low = x } else { high = x }
    }
    let x = (low + high) / 2.0;
    core::array::from_fn(|i| seen[i] / (1.0 + x * distance[i]))
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        const KEYS: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];
        let mut numbers = [None; 4];
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or(SprtError::Form)?;
            let at = KEYS.iter().position(|&known| known == key.trim()).ok_or(SprtError::Form)?;
            let number: f64 = value.trim().parse().map_err(|_| SprtError::NotANumber { key: KEYS[at] })?;
            if numbers[at].replace(number).is_some() {
                return Err(SprtError::Twice { key: KEYS[at] });
            }
        }
        let needed = |at: usize| numbers[at].ok_or(SprtError::Missing { key: KEYS[at] });
        Sprt::new(needed(0)?, needed(1)?, numbers[2].unwrap_or(0.05), numbers[3].unwrap_or(0.05))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::{GameScores, PairScores};
    use proptest::prelude::*;

    /// Finished fishtest runs, as published with these Stockfish pull requests.
    #[test]
    fn agrees_with_fishtest() {
        for (pull_request, elo0, elo1, counts, published) in [
            (2493, -1.0, 3.0, [424, 2948, 5832, 3045, 460], 2.94),
            (2493, 0.0, 2.0, [1284, 17437, 55536, 18085, 1292], 2.94),
            (2950, -0.5, 1.5, [133, 1751, 5094, 1849, 165], 2.94),
            (2950, 0.25, 1.75, [149, 4748, 32785, 5063, 159], 2.95),
            (2971, -0.5, 1.5, [17, 253, 1042, 337, 39], 2.96),
            (2971, 0.25, 1.75, [11, 407, 3238, 513, 11], 2.93),
            (3098, -0.25, 1.25, [491, 7345, 29693, 7670, 465], 2.96),
            (3098, 0.25, 1.25, [53, 2220, 21459, 2445, 47], 2.97),
            (3209, 0.25, 1.25, [58, 3302, 33130, 3518, 84], 2.97),
        ] {
            let test = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
            let ratio = test.log_likelihood_ratio(&PairScores::new(counts));
            assert!((ratio - published).abs() <= 0.0051, "#{pull_request} {counts:?}: {ratio}, not {published}");
        }
    }

    /// Single games, from the tests of fastchess.
    #[test]
    fn agrees_with_fastchess() {
        for (elo0, elo1, wins, draws, losses, published) in
            [(0.5, 2.5, 21404, 40708, 21184, -1.57), (0.0, 2.0, 57433, 106593, 57030, -2.59)]
        {
            let test = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
            let ratio = test.log_likelihood_ratio(&GameScores::new(wins, draws, losses));
            assert!((ratio - published).abs() <= 0.01, "{wins} {draws} {losses}: {ratio}, not {published}");
        }
    }

    #[test]
    fn stops_when_decided() {
        let test: Sprt = "elo0=0,elo1=10,alpha=0.05,beta=0.05".parse().unwrap();
        assert_eq!(test.verdict(&PairScores::default()), SprtVerdict::Undecided);
        assert_eq!(test.verdict(&PairScores::new([10, 50, 100, 60, 15])), SprtVerdict::Undecided);
        assert_eq!(test.verdict(&PairScores::new([10, 50, 100, 150, 60])), SprtVerdict::Stronger);
        assert_eq!(test.verdict(&PairScores::new([60, 150, 100, 50, 10])), SprtVerdict::NotStronger);
        let (low, high) = test.bounds();
        assert!((low + 2.944).abs() < 0.001 && (high - 2.944).abs() < 0.001);
    }

    #[test]
    fn reads_its_text() {
        assert_eq!("elo0=-3,elo1=1.5,alpha=0.1,beta=0.01".parse(), Sprt::new(-3.0, 1.5, 0.1, 0.01));
        assert_eq!("elo1=10, elo0=0".parse(), Sprt::new(0.0, 10.0, 0.05, 0.05));
        for (text, error) in [
            ("", SprtError::Form),
            ("elo0=0,elo2=3", SprtError::Form),
            ("elo0=0,elo1=3,model=normalized", SprtError::Form),
            ("elo0=0", SprtError::Missing { key: "elo1" }),
            ("elo0=0,elo0=0,elo1=3", SprtError::Twice { key: "elo0" }),
            ("elo0=zero,elo1=3", SprtError::NotANumber { key: "elo0" }),
            ("elo0=5,elo1=0", SprtError::Hypotheses),
            ("elo0=NaN,elo1=5", SprtError::Hypotheses),
            ("elo0=0,elo1=inf", SprtError::Hypotheses),
            ("elo0=0,elo1=5,alpha=0", SprtError::ErrorRate),
            ("elo0=0,elo1=5,beta=1", SprtError::ErrorRate),
        ] {
            assert_eq!(text.parse::<Sprt>(), Err(error), "{text}");
        }
    }

    proptest! {
        /// The ratio is finite, and the opposite for the opponent with mirrored hypotheses.
        #[test]
        fn mirrored(counts: [u16; 5], elo0 in -50.0..50.0, width in 0.5..50.0) {
            let mut counts = counts.map(u32::from);
            let there = Sprt::new(elo0, elo0 + width, 0.05, 0.05).unwrap().log_likelihood_ratio(&PairScores::new(counts));
            counts.reverse();
            let back = Sprt::new(-elo0 - width, -elo0, 0.05, 0.05).unwrap().log_likelihood_ratio(&PairScores::new(counts));
            prop_assert!(there.is_finite());
            prop_assert!((there + back).abs() <= 1e-5 * (1.0 + there.abs()), "{there} {back}");
        }
    }
}
