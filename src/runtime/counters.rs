//! What is counted, for Prometheus.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// Of which game a match was, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct End {
    game: &'static str,
    result: &'static str,
    reason: &'static str,
}

/// A word that names an error.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Code {
    code: &'static str,
}

/// The counters.
#[derive(Default)]
pub struct Counters {
    /// Moves accepted.
    pub moves: Counter,
    /// Matches made.
    pub matches_started: Counter,
    /// Matches running now.
    pub matches_running: Gauge,
    /// Bots connected now.
    pub bots: Gauge,
    /// Spectators following a log now.
    pub watchers: Gauge,
    /// Connections open now.
    pub connections: Gauge,
    matches_ended: Family<End, Counter>,
    errors: Family<Code, Counter>,
    refusals: Family<Code, Counter>,
}

impl Counters {
    /// A match of this game has ended.
    pub fn count_end(&self, game: &'static str, result: &'static str, reason: &'static str) {
        self.matches_ended.get_or_create(&End { game, result, reason }).inc();
    }

    /// A request had no right to what it asked for.
    pub fn count_refusal(&self, code: &'static str) {
        self.refusals.get_or_create(&Code { code }).inc();
    }

    /// A bot was told an error.
    pub fn count_error(&self, code: &'static str) {
        self.errors.get_or_create(&Code { code }).inc();
    }

    /// Adds them to what is told.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("moves", "Moves accepted", self.moves.clone());
        registry.register("matches_started", "Matches made", self.matches_started.clone());
        registry.register("matches_running", "Matches running", self.matches_running.clone());
        registry.register("matches_ended", "Matches ended, by game, result and reason", self.matches_ended.clone());
        registry.register("bots", "Bots connected", self.bots.clone());
        registry.register("watchers", "Spectators following a log", self.watchers.clone());
        registry.register("bot_errors", "Errors told to bots, by code", self.errors.clone());
        registry.register("refusals", "Requests refused for want of a right, or for too many of them", self.refusals.clone());
        registry.register("connections", "Connections open", self.connections.clone());
    }
}
