//! The evaluation of the strong engine.

use super::features::each_feature;
use super::race::Race;
use super::weights::WEIGHTS;
use crate::{Evaluate, score};
use rules::Knights;
use rules::knights::Move;

/// The sum of many small features of the race (place, freedom, attack, tempo), each with a weight that was fitted to the results of
/// games. A hundredth of a logit is the unit: 110 wins three games of four.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fitted;

impl Fitted {
    /// How many features there are, and so weights.
    pub const FEATURES: usize = super::features::FEATURES;

    /// What the evaluation counts in a position: each feature's number, and how often it counts for the side to move (negative: for
    /// the opponent). For fitting the weights.
    pub fn features(position: &Knights, tell: impl FnMut(usize, i32)) {
        each_feature(position, tell);
    }
}

impl Evaluate<Knights> for Fitted {
    #[inline]
    fn evaluate(&self, position: &Knights) -> i32 {
        let mut sum = 0;
        each_feature(position, |feature, times| sum += times * i32::from(WEIGHTS[feature]));
        sum
    }

    fn promise(&self, position: &Knights, mv: Move) -> i32 {
        super::Exponential.promise(position, mv)
    }

    fn is_noisy(&self, position: &Knights, mv: Move) -> bool {
        super::Exponential.is_noisy(position, mv)
    }

    fn proved(&self, position: &Knights) -> Option<i32> {
        let plies = Race::of(position).decided(position)?;
        Some(plies.signum() * (score::WIN - plies.abs()))
    }

    fn unit(&self) -> f64 {
        110.0
    }
}
