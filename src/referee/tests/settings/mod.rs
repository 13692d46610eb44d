//! What tournaments of the tests agree on where they say nothing else.

use referee::format::{AnyFormat, Parameters};
use referee::tournament::Settings;
use referee::{Micros, TimeControl};
use rules::{Game, Knights};

/// Knights from their usual start, and room for all games at one time.
pub fn settings(format: impl Into<AnyFormat>) -> Settings {
    Settings {
        game: Game::of::<Knights>(),
        format: format.into(),
        tie_breaks: Vec::new(),
        time: TimeControl::default(),
        strikes: 0,
        grace: Micros::from_secs(60),
        absences: None,
        forbidden: Vec::new(),
        half_point_byes: 0,
        opening_plies: 0,
        seed: 7,
        at_once: 2_000,
        per_player: 1,
    }
}

/// What a plan says of its format where it says nothing.
#[allow(dead_code)]
pub const PARAMETERS: Parameters = Parameters {
    games: 2,
    rounds: None,
    cycles: 1,
    challengers: 1,
    tie_breaks: 1,
    accelerated: None,
    daily: 12,
    duration: None,
    elo0: None,
    elo1: None,
    alpha: 0.05,
    beta: 0.05,
};
