//! Elo differences from scores, with intervals.

use super::scores::Scores;
use core::fmt;

/// The half-width of a 95 % interval, in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The same for an interval with one end.
pub(super) const Z95_ONE_SIDED: f64 = 1.644_853_626_951_472_7;

/// A difference on the logistic Elo scale: 400 Elo are a score of ten to one. Infinite for a player who won or lost all games.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Elo(pub f64);

impl Elo {
    /// The difference whose expected score is `score`, from 0 to 1.
    pub fn from_score(score: f64) -> Elo {
        let score = score.clamp(0.0, 1.0);
        Elo(400.0 * libm::log10(score / (1.0 - score)))
    }

    /// The expected score, from 0 to 1.
    pub fn score(self) -> f64 {
        1.0 / (1.0 + libm::exp10(-self.0 / 400.0))
    }
}

impl fmt::Display for Elo {
    /// `+12.3`, `-4.0`, `+∞`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == f64::INFINITY {
            f.write_str("+∞")
        } else if self.0 == f64::NEG_INFINITY {
            f.write_str("-∞")
        } else {
            write!(f, "{:+.1}", self.0)
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The difference whose expected score is the score.
    pub elo: Elo,
    /// The lower end of the 95 % interval; −∞ if nothing was won.
    pub low: Elo,
    /// The upper end of the 95 % interval; +∞ if nothing was lost.
    pub high: Elo,
    /// The likelihood of superiority of the first player, from 0 to 1.
    pub superiority: f64,
}

impl EloEstimate {
    /// Whether the interval excludes zero.
    pub fn is_separable(&self) -> bool {
        self.low.0 > 0.0 || self.high.0 < 0.0
    }

    /// The estimate from the mean of `units` independent scores between 0 and 1, where `squares` is the sum of the squared distances to it.
    ///
    /// The interval is Wilson's (JASA 22, 1927), which stays valid near 0 % and 100 %. Draws and paired games change the variance by a
    /// factor that is estimated with a prior of 1 and the weight of one decisive game. For many games it is the normal interval of fishtest
    /// and fastchess.
    fn from_moments(units: f64, mean: f64, squares: f64) -> EloEstimate {
        const PRIOR: f64 = 0.25;
        let dispersion = (squares + PRIOR) / (units * mean * (1.0 - mean) + PRIOR);
        let units = units / dispersion;
        let z2 = Z95 * Z95;
        let centre = (mean + z2 / (2.0 * units)) / (1.0 + z2 / units);
        let half = Z95 / (1.0 + z2 / units) * libm::sqrt(mean * (1.0 - mean) / units + z2 / (4.0 * units * units));
        EloEstimate {
            elo: Elo::from_score(mean),
            low: if mean > 0.0 { Elo::from_score(centre - half) } else { Elo(f64::NEG_INFINITY) },
            high: if mean < 1.0 { Elo::from_score(centre + half) } else { Elo(f64::INFINITY) },
            superiority: normal((mean - 0.5) / libm::sqrt(0.25 / units)),
        }
    }
}

impl<const N: usize> Scores<N> {
    /// The estimated difference; none without games.
    pub fn estimate(&self) -> Option<EloEstimate> {
        let (mean, squares) = self.moments()?;
        Some(EloEstimate::from_moments(self.units() as f64, mean, squares))
    }
}

/// The cumulative distribution function of the standard normal distribution.
pub(super) fn normal(x: f64) -> f64 {
    0.5 * libm::erfc(-x / core::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use crate::rating::{Elo, GameScores, PairScores};
    use alloc::string::ToString;
    use proptest::prelude::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not within {tolerance} of {b}");
    }

    /// The figures of fastchess' own tests: difference, half-width, likelihood of superiority; then published intervals with pentanomial
    /// results: low, middle, high.
    #[test]
    fn agrees_with_published_examples() {
        for (scores, elo, error, superiority) in [
            (GameScores::new(136, 111, 96).estimate(), 40.70, 30.43, 0.9960),
            (PairScores::new([34, 54, 63, 64, 75]).estimate(), 55.58, 27.65, 1.0),
            (PairScores::new([332, 433, 498, 333, 334]).estimate(), -8.64, 10.33, 0.0505),
            (PairScores::new([7895, 8757, 5685, 568, 9999]).estimate(), -21.04, 2.95, 0.0),
        ] {
            let estimate = scores.unwrap();
            close(estimate.elo.0, elo, 0.005);
            close((estimate.high.0 - estimate.low.0) / 2.0, error, 0.01 * error);
            close(estimate.superiority, superiority, 0.0005);
        }
        close(GameScores::new(76, 123, 89).estimate().unwrap().superiority, 0.1553, 0.001);
        for (counts, low, middle, high) in [
            ([485, 1923, 2942, 1937, 594], 1.21, 5.11, 9.02),
            ([261, 739, 2683, 737, 253], -5.00, -0.67, 3.66),
            ([63, 252, 385, 250, 74], -7.38, 3.39, 14.17),
            ([527, 1007, 1932, 933, 511], -9.16, -3.75, 1.66),
            ([175, 305, 694, 291, 157], -14.57, -5.36, 3.85),
        ] {
            let estimate = PairScores::new(counts).estimate().unwrap();
            close(estimate.low.0, low, 0.05);
            close(estimate.elo.0, middle, 0.006);
            close(estimate.high.0, high, 0.05);
        }
    }

    #[test]
    fn a_clean_score_is_honest() {
        assert_eq!(GameScores::new(0, 0, 0).estimate(), None);
        let one = GameScores::new(1, 0, 0).estimate().unwrap();
        assert_eq!((one.elo, one.high, one.is_separable()), (Elo(f64::INFINITY), Elo(f64::INFINITY), false));
        for (scores, shown, superiority) in
            [(GameScores::new(4, 0, 0), ["+∞", "+7.0", "+∞"], 0.977), (GameScores::new(0, 0, 4), ["-∞", "-∞", "-7.0"], 0.023)]
        {
            let estimate = scores.estimate().unwrap();
            assert_eq!([estimate.elo, estimate.low, estimate.high].map(|elo| elo.to_string()), shown);
            close(estimate.superiority, superiority, 0.0005);
        }
        // Ten draws do not prove equality.
        let drawn = GameScores::new(0, 10, 0).estimate().unwrap();
        assert!(drawn.low.0 < -20.0 && drawn.high.0 > 20.0, "{drawn:?}");
    }

    proptest! {
        #[test]
        fn laws(counts: [u16; 5]) {
            prop_assume!(counts.iter().any(|&n| n > 0));
            let mut counts = counts.map(u32::from);
            let estimate = PairScores::new(counts).estimate().unwrap();
            counts.reverse();
            let mirror = PairScores::new(counts).estimate().unwrap();
            prop_assert!(estimate.low <= estimate.elo && estimate.elo <= estimate.high, "{estimate:?}");
            prop_assert!(estimate.low < estimate.high);
            prop_assert!((0.0..=1.0).contains(&estimate.superiority));
            prop_assert!((estimate.superiority + mirror.superiority - 1.0).abs() < 1e-9);
            prop_assert!(estimate.low.0 == -mirror.high.0 || (estimate.low.0 + mirror.high.0).abs() < 1e-6);
            // Zero is outside the interval if and only if the superiority is beyond 97.5 %.
            let sure = (estimate.superiority - 0.5).abs();
            prop_assume!((sure - 0.475).abs() > 1e-9);
            prop_assert_eq!(estimate.is_separable(), sure > 0.475);
        }

        #[test]
        fn score_and_elo_are_inverse(elo in -1000.0..1000.0) {
            prop_assert!((Elo::from_score(Elo(elo).score()).0 - elo).abs() < 1e-6);
        }
    }
}
