//! What is counted, for Prometheus.

use crate::app::App;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use protocol::GameResult;
use std::sync::atomic::Ordering::Relaxed;

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct End {
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
pub struct Metrics {
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
    matches_ended: Family<End, Counter>,
    errors: Family<Code, Counter>,
    refusals: Family<Code, Counter>,
}

impl Metrics {
    /// A match has ended.
    pub fn count_end(&self, result: GameResult, reason: &'static str) {
        self.matches_ended.get_or_create(&End { result: result.word(), reason }).inc();
    }

    /// A request had no right to what it asked for.
    pub fn count_refusal(&self, code: &'static str) {
        self.refusals.get_or_create(&Code { code }).inc();
    }

    /// A bot was told an error.
    pub fn count_error(&self, code: &'static str) {
        self.errors.get_or_create(&Code { code }).inc();
    }
}

/// All figures in the OpenMetrics text format.
pub fn exposition(app: &App) -> String {
    let metrics = &app.metrics;
    let mut registry = Registry::with_prefix("arbitre");
    registry.register("moves", "Moves accepted", metrics.moves.clone());
    registry.register("matches_started", "Matches made", metrics.matches_started.clone());
    registry.register("matches_running", "Matches running", metrics.matches_running.clone());
    registry.register("matches_ended", "Matches ended, by result and reason", metrics.matches_ended.clone());
    registry.register("bots", "Bots connected", metrics.bots.clone());
    registry.register("watchers", "Spectators following a log", metrics.watchers.clone());
    registry.register("bot_errors", "Errors told to bots, by code", metrics.errors.clone());
    for (name, help, (running, waiting)) in
        [("requests", "requests", app.desk.requests.load()), ("jobs", "jobs", app.desk.jobs_pool.load())]
    {
        for (state, number) in [("running", running), ("waiting", waiting)] {
            let gauge = Gauge::<i64>::default();
            gauge.set(number as i64);
            registry.register(format!("solve_{name}_{state}"), format!("Solvers' {help}, {state}"), gauge);
        }
    }
    registry.register("refusals", "Requests refused for want of a right, or for too many of them", metrics.refusals.clone());
    let connections = Gauge::<i64>::default();
    connections.set(app.connections.load(Relaxed) as i64);
    registry.register("connections", "Connections open", connections);
    let stood_still: Gauge<f64, std::sync::atomic::AtomicU64> = Gauge::default();
    stood_still.set(app.time.stood_still().0 as f64 / 1e6);
    registry.register("stood_still_seconds", "Time in which the referee itself stood still", stood_still);
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = text::encode(&mut text, &registry);
    text
}
