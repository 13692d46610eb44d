//! The interface through which a tournament plays its games; tests replace it.

use super::{BotSnapshot, Matches, Prepared, RunningMatch};
use crate::Timekeeper;
use referee::{MatchSettings, TimeControl};
use runtime::wall_clock_ms;
use std::sync::Arc;

/// Plays the games of a tournament.
pub trait MatchHost: Send + Sync {
    /// The referee's time.
    fn time(&self) -> &Timekeeper;
    /// The wall clock, in milliseconds since 1970.
    fn wall_clock_ms(&self) -> i64 {
        wall_clock_ms()
    }
    /// The default settings of a match.
    fn match_settings(&self, time: TimeControl) -> MatchSettings;
    fn bots(&self) -> Arc<BotSnapshot>;
    /// Starts a match after its changes have been stored.
    fn begin(&self, prepared: Prepared) -> RunningMatch;
    fn find(&self, match_id: u64) -> Option<RunningMatch>;
}

impl MatchHost for Arc<Matches> {
    fn time(&self) -> &Timekeeper {
        &self.time
    }

    fn match_settings(&self, time: TimeControl) -> MatchSettings {
        Matches::match_settings(self, time)
    }

    fn bots(&self) -> Arc<BotSnapshot> {
        self.connected.snapshot()
    }

    fn begin(&self, prepared: Prepared) -> RunningMatch {
        Matches::begin(self, prepared)
    }

    fn find(&self, match_id: u64) -> Option<RunningMatch> {
        Matches::find(self, match_id)
    }
}
