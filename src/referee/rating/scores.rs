//! Scores of two players, by game or by pair of games.

/// The number of units with each score, worst first; a unit is a game (`N = 3`) or a pair of games (`N = 5`).
///
/// The games of a pair come from one opening with exchanged colours and depend on each other, so they are counted as one unit
/// ("pentanomial").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scores<const N: usize> {
    counts: [u32; N],
}

/// Games lost, drawn and won.
pub type GameScores = Scores<3>;

/// Pairs of games with 0, ½, 1, 1½ and 2 points.
pub type PairScores = Scores<5>;

impl<const N: usize> Default for Scores<N> {
    fn default() -> Self {
        Scores { counts: [0; N] }
    }
}

impl GameScores {
    pub const fn new(wins: u32, draws: u32, losses: u32) -> Self {
        Scores { counts: [losses, draws, wins] }
    }
}

impl PairScores {
    /// From the pairs with 0, ½, 1, 1½ and 2 points.
    pub const fn new(counts: [u32; 5]) -> Self {
        Scores { counts }
    }
}

impl<const N: usize> Scores<N> {
    /// The half points of a unit: 2 for a game, 4 for a pair.
    pub const HALF_POINTS: usize = N - 1;

    /// The units with 0, 1, 2, … half points.
    pub const fn counts(&self) -> [u32; N] {
        self.counts
    }

    /// Adds a unit; half points beyond those of a unit are cut.
    pub fn record(&mut self, half_points: usize) {
        let count = &mut self.counts[half_points.min(Self::HALF_POINTS)];
        *count = count.saturating_add(1);
    }

    /// The number of units.
    pub fn units(&self) -> u64 {
        self.counts.iter().map(|&n| u64::from(n)).sum()
    }

    pub fn half_points(&self) -> u64 {
        self.counts.iter().zip(0..).map(|(&n, half_points): (_, u64)| u64::from(n) * half_points).sum()
    }

    /// The mean score of a unit, from 0 to 1, and the sum of the squared distances to it; none without units.
    pub(super) fn moments(&self) -> Option<(f64, f64)> {
        let units = self.units();
        if units == 0 {
            return None;
        }
        let mean = self.half_points() as f64 / (units as f64 * Self::HALF_POINTS as f64);
        let squares = self.counts.iter().enumerate().map(|(i, &n)| {
            let distance = i as f64 / Self::HALF_POINTS as f64 - mean;
            f64::from(n) * distance * distance
        });
        Some((mean, squares.sum()))
    }
}
