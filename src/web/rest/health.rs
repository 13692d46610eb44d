//! Is it alive, is it ready, how is it.

use super::{Services, nodes};
use crate::Error;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use prometheus_client::encoding::text;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use protocol::{Node, NodeStanding};
use runtime::work::WorkError;

/// Whether the process answers.
#[utoipa::path(get, path = "/healthz", tag = "health", responses((status = 200, description = "It does.", body = String)))]
pub async fn live() -> &'static str {
    "ok\n"
}

/// Whether matches can be played: storage answers, and what was running has been taken up again.
#[utoipa::path(get, path = "/readyz", tag = "health", responses(
    (status = 200, description = "They can.", body = String),
    (status = 503, description = "They cannot: the referee is starting or stopping, or its storage does not take anything, or is damaged."),
))]
pub async fn ready(State(services): State<Services>) -> Result<String, Error> {
    // It may be why the referee stops.
    if let Some(damage) = services.storage.damage() {
        return Err(Error::Damaged { damage });
    }
    if !services.life.is_ready() {
        return Err(Error::Work(WorkError::Stopping));
    }
    if let Some(why) = services.storage.trouble() {
        return Err(Error::StorageWaits { why });
    }
    services.storage.find_match(0).await?;
    let warnings = services.space.warning().into_iter().chain(services.storage.warning());
    Ok(std::iter::once("ready".to_string()).chain(warnings).map(|line| line + "\n").collect())
}

/// Figures for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "health", responses((status = 200, description = "The figures, in the OpenMetrics text format.", body = String, content_type = "application/openmetrics-text")))]
pub async fn metrics(State(services): State<Services>) -> impl IntoResponse {
    // While the storage does not answer, all other figures matter the more.
    let nodes = nodes::all(&services).await.unwrap_or_default();
    ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], exposition(&services, nodes))
}

/// All figures in the OpenMetrics text format.
fn exposition(services: &Services, nodes: Vec<Node>) -> String {
    let mut registry = Registry::with_prefix("arbitre");
    services.counters.register(&mut registry);
    let solving = &services.solving;
    for (name, help, (running, waiting)) in [("requests", "requests", solving.requests.load()), ("jobs", "jobs", solving.jobs.load())] {
        for (state, number) in [("running", running), ("waiting", waiting)] {
            let gauge = Gauge::<i64>::default();
            gauge.set(number as i64);
            registry.register(format!("solve_{name}_{state}"), format!("Solvers' {help}, {state}"), gauge);
        }
    }
    let seconds = |value: f64| {
        let gauge: Gauge<f64, std::sync::atomic::AtomicU64> = Gauge::default();
        gauge.set(value);
        gauge
    };
    let stood_still = seconds(services.matches.time.stalls().0 as f64 / 1e6);
    registry.register("stood_still_seconds", "Time in which the referee itself stood still", stood_still);
    let steps = &services.life.steps;
    registry.register("step_seconds", "How long the referee's thread is held by one step of a task", steps.histogram());
    registry.register("longest_step_seconds", "The longest of them so far", seconds(steps.longest().as_secs_f64()));
    if let Some(free) = services.space.free() {
        registry.register("free_bytes", "Free space where matches are kept", seconds(free as f64));
    }
    for (what, number) in [("matches", services.matches.suspended()), ("tournaments", services.tournaments.suspended())] {
        let gauge = Gauge::<i64>::default();
        gauge.set(number as i64);
        registry.register(
            format!("{what}_suspended"),
            format!("Suspended {what}: something in them failed, and an operator resumes or ends them"),
            gauge,
        );
    }
    let trouble: Gauge<i64> = Gauge::default();
    trouble.set(services.storage.trouble().is_some().into());
    registry.register("storage_waits", "Whether nothing can be written for the moment", trouble);
    let known = Family::<Vec<(&str, String)>, Gauge<i64>>::default();
    for Node { name, address, standing, .. } in nodes {
        let standing = match standing {
            NodeStanding::Referees => "referees",
            NodeStanding::StandsBy => "stands_by",
            NodeStanding::Gone => "gone",
        };
        known.get_or_create(&vec![("node", name), ("address", address), ("standing", standing.into())]).set(1);
    }
    registry.register("nodes", "The processes that share the storage, and what each does", known);
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = text::encode(&mut text, &registry);
    text
}
