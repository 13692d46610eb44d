//! Counters for Prometheus.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// Counters by labels, each a name and a value.
type Labelled<const N: usize> = Family<[(&'static str, &'static str); N], Counter>;

/// The counters and gauges of the process.
#[derive(Default)]
pub struct Counters {
    pub moves: Counter,
    pub matches_started: Counter,
    pub matches_running: Gauge,
    pub bots: Gauge,
    /// Spectators following a log now.
    pub watchers: Gauge,
    pub connections: Gauge,
    matches_ended: Labelled<3>,
    errors: Labelled<1>,
    refusals: Labelled<1>,
}

impl Counters {
    pub fn count_end(&self, game: &'static str, result: &'static str, reason: &'static str) {
        self.matches_ended.get_or_create(&[("game", game), ("result", result), ("reason", reason)]).inc();
    }

    pub fn count_refusal(&self, code: &'static str) {
        self.refusals.get_or_create(&[("code", code)]).inc();
    }

    /// Counts an error that was sent to a bot.
    pub fn count_error(&self, code: &'static str) {
        self.errors.get_or_create(&[("code", code)]).inc();
    }

    pub fn register(&self, registry: &mut Registry) {
        registry.register("moves", "Moves accepted", self.moves.clone());
        registry.register("matches_started", "Matches made", self.matches_started.clone());
        registry.register("matches_running", "Matches running", self.matches_running.clone());
        registry.register("matches_ended", "Matches ended, by game, result and reason", self.matches_ended.clone());
        registry.register("bots", "Bots connected", self.bots.clone());
        registry.register("watchers", "Spectators following a log", self.watchers.clone());
        registry.register("bot_errors", "Errors sent to bots, by code", self.errors.clone());
        registry.register("refusals", "Requests refused for want of a right, or for too many of them", self.refusals.clone());
        registry.register("connections", "Connections open", self.connections.clone());
    }
}
