//! Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2013).

use core::f64::consts::PI;

/// A Glicko-2 rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glicko {
    /// The rating, which begins at 1500.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
    /// The expected change of the strength.
    pub volatility: f64,
}

/// The change of the volatility; Glickman recommends 0.3 to 1.2.
const TAU: f64 = 0.5;

/// Rating points per unit of the internal scale.
const SCALE: f64 = 173.7178;

/// The deviation of a new player, which is the largest.
const LARGEST_DEVIATION: f64 = 350.0;

impl Default for Glicko {
    fn default() -> Glicko {
        Glicko { rating: 1500.0, deviation: LARGEST_DEVIATION, volatility: 0.06 }
    }
}

impl Glicko {
    /// The rating after a period with these opponents, as they were before it, and the scores against them, from 0 to 1.
    pub fn after(self, results: &[(Glicko, f64)]) -> Glicko {
        let own = (self.rating - 1500.0) / SCALE;
        let deviation = self.deviation / SCALE;
        let (mut information, mut surprise) = (0.0, 0.0);
        for (opponent, score) in results {
            let certainty = opponent.deviation / SCALE;
            let weight = 1.0 / libm::sqrt(1.0 + 3.0 * certainty * certainty / (PI * PI));
            let expected = 1.0 / (1.0 + libm::exp(-weight * (own - (opponent.rating - 1500.0) / SCALE)));
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        if information <= 0.0 {
            let deviation = libm::sqrt(deviation * deviation + self.volatility * self.volatility) * SCALE;
            return Glicko { deviation: deviation.min(LARGEST_DEVIATION), ..self };
        }
        let variance = 1.0 / information;
        let volatility = self.volatility_after(variance * surprise, deviation, variance);
        let before = deviation * deviation + volatility * volatility;
        let squared = 1.0 / (1.0 / before + information);
        Glicko { rating: 1500.0 + SCALE * (own + squared * surprise), deviation: libm::sqrt(squared) * SCALE, volatility }
    }

    /// Step 5 of the example: the root of f by the Illinois method.
    fn volatility_after(self, improvement: f64, deviation: f64, variance: f64) -> f64 {
        let before = libm::log(self.volatility * self.volatility);
        let rest = improvement * improvement - deviation * deviation - variance;
        let f = |x: f64| {
            let square = libm::exp(x);
            let sum = deviation * deviation + variance + square;
            square * (rest - square) / (2.0 * sum * sum) - (x - before) / (TAU * TAU)
        };
        let mut a = before;
        let mut b = if rest > 0.0 {
            libm::log(rest)
        } else {
            // To the left, f grows at least as fast as its last term.
            (1..100).map(|k| before - f64::from(k) * TAU).find(|&x| f(x) >= 0.0).unwrap_or(before - 100.0 * TAU)
        };
        let (mut of_a, mut of_b) = (f(a), f(b));
        for _ in 0..100 {
            if (b - a).abs() <= 1e-6 {
                break;
            }
            let c = a + (a - b) * of_a / (of_b - of_a);
            let of_c = f(c);
            if of_c * of_b <= 0.0 {
                (a, of_a) = (b, of_b);
            } else {
                of_a /= 2.0;
            }
            (b, of_b) = (c, of_c);
        }
        libm::exp(a / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// Glickman's example, page 4.
    #[test]
    fn glickmans_own_example() {
        let player = Glicko { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let opponent = |rating, deviation| Glicko { rating, deviation, volatility: 0.06 };
        let after = player.after(&[(opponent(1400.0, 30.0), 1.0), (opponent(1550.0, 100.0), 0.0), (opponent(1700.0, 300.0), 0.0)]);
        assert_eq!(format!("{:.2} {:.2} {:.5}", after.rating, after.deviation, after.volatility), "1464.05 151.52 0.06000");
    }

    proptest! {
        #[test]
        fn laws(results in prop::collection::vec((800.0..2200.0_f64, 30.0..350.0_f64, 0u8..3), 0..40)) {
            let before = Glicko::default();
            let results: Vec<(Glicko, f64)> =
                results.into_iter().map(|(rating, deviation, score)| (Glicko { rating, deviation, volatility: 0.06 }, f64::from(score) / 2.0)).collect();
            let after = before.after(&results);
            prop_assert!(after.rating.is_finite() && after.deviation > 0.0 && after.deviation <= 350.0 && after.volatility > 0.0);
            let better = before.after(&results.iter().map(|(opponent, _)| (*opponent, 1.0)).collect::<Vec<_>>());
            prop_assert!(better.rating >= after.rating - 1e-9);
            // Only the deviation of a player without games grows.
            prop_assert!(after.after(&[]).deviation >= after.deviation && after.after(&[]).rating == after.rating);
        }
    }
}
