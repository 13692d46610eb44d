//! What is agreed before a tournament starts.

use crate::format::AnyFormat;
use crate::standings::Criterion;
use crate::{Micros, TimeControl};
use alloc::string::String;
use alloc::vec::Vec;
use rules::Game;

/// What is agreed before a tournament starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The game that is played.
    pub game: Game,
    /// The way it is run.
    pub format: AnyFormat,
    /// What breaks ties in the table, in this order; empty: as usual in the format.
    pub tie_breaks: Vec<Criterion>,
    /// The time each player has in a game.
    pub time: TimeControl,
    /// How many illegal moves are forgiven each player in a game.
    pub strikes: u8,
    /// How long a game waits for a player who is not there.
    pub grace: Micros,
    /// Who has not come to so many games is withdrawn by rule; none: nobody is.
    pub absences: Option<u32>,
    /// Groups of names no two of whom shall meet.
    pub forbidden: Vec<Vec<String>>,
    /// How many half-point byes each player may ask for.
    pub half_point_byes: u32,
    /// How many random plies each opening has; both games of a pair begin with the same.
    pub opening_plies: u32,
    /// Draws the openings.
    pub seed: u64,
    /// How many games are played at one time.
    pub at_once: u32,
    /// How many of them one player plays.
    pub per_player: u32,
}
