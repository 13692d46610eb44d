//! The matches as a tournament needs them: it has its games played, and finds them again. A test can stand in.

use super::{Matches, Prepared, Present, RunningMatch};
use crate::Timekeeper;
use referee::{MatchSettings, TimeControl};
use runtime::wall_clock_ms;
use std::sync::Arc;

/// Where matches are played.
pub trait MatchHost: Send + Sync {
    /// The referee's time.
    fn time(&self) -> &Timekeeper;
    /// The wall clock, in milliseconds since 1970.
    fn wall_clock_ms(&self) -> i64 {
        wall_clock_ms()
    }
    /// What a match agrees on if nobody says otherwise.
    fn terms(&self, time: TimeControl) -> MatchSettings;
    /// Who is connected.
    fn present(&self) -> Arc<Present>;
    /// Starts a match whose changes are in storage.
    fn begin(&self, prepared: Prepared) -> RunningMatch;
    /// A running match.
    fn find(&self, game: u64) -> Option<RunningMatch>;
}

impl MatchHost for Arc<Matches> {
    fn time(&self) -> &Timekeeper {
        &self.time
    }

    fn terms(&self, time: TimeControl) -> MatchSettings {
        Matches::terms(self, time)
    }

    fn present(&self) -> Arc<Present> {
        self.lobby.present()
    }

    fn begin(&self, prepared: Prepared) -> RunningMatch {
        Matches::begin(self, prepared)
    }

    fn find(&self, game: u64) -> Option<RunningMatch> {
        Matches::find(self, game)
    }
}
