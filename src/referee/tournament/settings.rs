//! The settings and the stages of a tournament.

use crate::format::AnyFormat;
use crate::standings::Criterion;
use crate::{Micros, TimeControl};
use alloc::string::String;
use alloc::vec::Vec;
use rules::Game;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub game: Game,
    pub format: AnyFormat,
    /// The tie-breaks in order; empty for those of the format.
    pub tie_breaks: Vec<Criterion>,
    /// The most players, if the format does not take fewer.
    pub capacity: u32,
    pub time: TimeControl,
    /// Illegal moves of each player in a game that do not end it.
    pub strikes: u8,
    /// How long a game waits for an absent player.
    pub ready_timeout: Micros,
    /// A player who has not come to this many games is withdrawn; none: never.
    pub absences: Option<u32>,
    /// Groups of names who are not to meet.
    pub forbidden: Vec<Vec<String>>,
    /// The half-point byes that each player may request.
    pub half_point_byes: u32,
    /// The random plies of each opening, which both games of a pair share.
    pub opening_plies: u32,
    /// Draws the openings.
    pub seed: u64,
    /// The number of boards.
    pub concurrency: u32,
    /// The games that a player plays at one time.
    pub per_player: u32,
}

message::display_as_param!(Stage);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Stage {
    /// Open for entry.
    Open,
    /// Games begin and are played.
    Running,
    /// No game begins.
    Paused,
    /// All is played.
    Finished,
    /// Immutable.
    Archived,
}
