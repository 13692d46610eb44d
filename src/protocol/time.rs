//! Times, as integers with their unit in the name.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How much time each player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TimeControl {
    /// For the whole game, in microseconds; null: no limit.
    pub budget_us: Option<u64>,
    /// Added after each move, in microseconds.
    pub increment_us: u64,
    /// For one move, in microseconds; null: no limit.
    pub per_move_us: Option<u64>,
}

/// Time on the way that is not charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LagCompensation {
    /// At most so much a move, in microseconds.
    pub per_move_us: u64,
    /// At most so much a game, in microseconds.
    pub total_us: u64,
}

/// What is left on both clocks, as of the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clocks {
    /// White's, in microseconds; null: no limit.
    pub white_us: Option<u64>,
    /// Black's, in microseconds; null: no limit.
    pub black_us: Option<u64>,
}

/// What a move cost and the evidence for it. Moments are microseconds since the match was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Charge {
    /// When `your_turn` had been written.
    pub sent_us: u64,
    /// When the move's frame was complete.
    pub received_us: u64,
    /// From the one to the other.
    pub round_trip_us: u64,
    /// What of it was forgiven as time on the way.
    pub forgiven_us: u64,
    /// What was taken off the clock.
    pub charged_us: u64,
    /// How long the referee itself stood still meanwhile; charged to nobody.
    pub stall_us: u64,
}
