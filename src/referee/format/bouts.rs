//! A knockout's table: who met whom in each round, and who went on.

use crate::pairing::Player;
use alloc::vec::Vec;

/// A place in the bracket: a player, or nobody at all.
pub type Place = Option<Player>;

/// Why somebody went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The points of the games.
    Points,
    /// The points of a further pair of games.
    TieBreak,
    /// The higher seed, after all games were tied.
    Seed,
    /// The other did not come, or withdrew.
    Forfeit,
    /// There was nobody to play against.
    Bye,
}

/// Two places of a round, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bout {
    /// The upper place; none if nobody has come to it, or nobody will.
    pub upper: Place,
    /// The lower place.
    pub lower: Place,
    /// What the upper and the lower have scored against each other, in half points.
    pub half_points: [u32; 2],
    /// Who went on, if anybody can, and why; none while that is open.
    pub settled: Option<(Place, By)>,
    /// Their encounters, by the order of pairing from 0.
    pub encounters: Vec<u32>,
}
