//! Liveness, readiness, metrics, the machine, the nodes, and the rights of a token.

use super::access::{Actor, Operator};
use super::{JsonResult, Services};
use crate::Error;
use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use message::{Coded, Language};
use prometheus_client::encoding::text;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use protocol::{Machine, Node, NodeRole, Nodes, Rights};
use runtime::system::free_bytes;
use runtime::work::WorkError;
use runtime::{rfc3339, wall_clock_ms};
use std::path::Path;
use storage::{GONE_AFTER_MS, NodeRow};

/// Whether the process answers.
#[utoipa::path(get, path = "/healthz", tag = "health", responses((status = 200, description = "It does.", body = String)))]
pub async fn live() -> &'static str {
    "ok\n"
}

/// Whether matches can be played: the storage answers, and all unfinished matches have been resumed.
#[utoipa::path(get, path = "/readyz", tag = "health", responses((status = 200, description = "They can.", body = String)))]
pub async fn ready(services: Services, language: Language) -> Result<String, Error> {
    if let Some(damage) = services.storage.damage() {
        return Err(Error::Damaged { damage });
    }
    if !services.life.is_ready() {
        return Err(Error::Work(WorkError::Stopping));
    }
    if let Some(why) = services.storage.write_failure() {
        return Err(Error::StorageWaits { why });
    }
    services.storage.find_match(0).await?;
    let warnings = services.space.warning().map(|low| low.message()).into_iter().chain(services.storage.warning());
    let warnings = warnings.map(|warning| warning.sentence(language));
    Ok(std::iter::once("ready".to_string()).chain(warnings).map(|line| line + "\n").collect())
}

/// Figures for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "health", responses(
    (status = 200, description = "The figures, in the OpenMetrics text format.", body = String, content_type = "application/openmetrics-text"),
))]
pub async fn metrics(services: Services) -> impl IntoResponse {
    // The other figures are given even if the storage does not answer.
    let nodes = all_nodes(&services).await.unwrap_or_default();
    ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], exposition(&services, nodes))
}

fn exposition(services: &Services, nodes: Vec<Node>) -> String {
    let mut registry = Registry::with_prefix("arbitre");
    services.counters.register(&mut registry);
    let solving = &services.solving;
    let count = |number: i64| {
        let gauge: Gauge<i64> = Gauge::default();
        gauge.set(number);
        gauge
    };
    for (name, (running, waiting)) in [("requests", solving.load()), ("jobs", solving.jobs.load())] {
        for (state, number) in [("running", running), ("waiting", waiting)] {
            registry.register(format!("solve_{name}_{state}"), format!("Solvers' {name}, {state}"), count(number as i64));
        }
    }
    let seconds = |value: f64| {
        let gauge: Gauge<f64, std::sync::atomic::AtomicU64> = Gauge::default();
        gauge.set(value);
        gauge
    };
    let stood_still = seconds(services.matches.time.stalls().0 as f64 / 1e6);
    registry.register("stood_still_seconds", "Time in which the referee stalled", stood_still);
    let steps = &services.life.steps;
    registry.register("step_seconds", "How long the referee's thread is held by one step of a task", steps.histogram());
    registry.register("longest_step_seconds", "The longest of them so far", seconds(steps.longest().as_secs_f64()));
    if let Some(free) = services.space.free() {
        registry.register("free_bytes", "Free space where matches are stored", seconds(free as f64));
    }
    for (what, number) in [("matches", services.matches.suspended()), ("tournaments", services.tournaments.suspended())] {
        let help = format!("Suspended {what}: something in them failed, and an operator resumes or ends them");
        registry.register(format!("{what}_suspended"), help, count(number as i64));
    }
    let write_failure = count(services.storage.write_failure().is_some().into());
    registry.register("storage_waits", "Whether nothing can be written for the moment", write_failure);
    let known = Family::<Vec<(&str, String)>, Gauge<i64>>::default();
    for Node { name, address, role, .. } in nodes {
        known.get_or_create(&vec![("node", name), ("address", address), ("role", role.word().into())]).set(1);
    }
    registry.register("nodes", "The processes that share the storage, and what each does", known);
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = text::encode(&mut text, &registry);
    text
}

/// Whose token the request shows.
#[utoipa::path(get, path = "/v1/rights", tag = "operator", security(("token" = []), ()), responses(
    (status = 200, description = "What it may do.", body = Rights, example = json!({"operator": true, "bot": null, "open": false})),
))]
pub async fn rights(actor: Actor, services: Services) -> Json<Rights> {
    let open = actor.must_organise(&services).await.is_ok();
    Json(Rights { operator: actor.must_operate().is_ok(), bot: actor.bot().map(str::to_string), open })
}

/// Memory, load and disk of the machine, as far as the system reports them, and how busy the referee is.
#[utoipa::path(get, path = "/v1/admin/machine", tag = "operator", security(("token" = [])), responses(
    (status = 200, description = "How it is.", body = Machine),
))]
pub async fn machine(_: Operator, services: Services) -> JsonResult<Machine> {
    let folder = services.folder.as_deref().map(Path::to_path_buf);
    let mut machine = services.report(move || read_machine(folder.as_deref())).await?;
    machine.connections = u64::try_from(services.counters.connections.get()).unwrap_or(0);
    machine.matches = services.matches.count() as u64;
    machine.longest_step_us = u64::try_from(services.life.steps.longest().as_micros()).unwrap_or(u64::MAX);
    machine.storage_trouble = services.storage.write_failure().map(|why| why.message());
    machine.storage_warning = services.storage.warning();
    Ok(Json(machine))
}

/// Reads the files of the system, which blocks.
fn read_machine(folder: Option<&Path>) -> Machine {
    Machine {
        memory_bytes: field("/proc/self/status", "VmRSS:"),
        memory_free_bytes: field("/proc/meminfo", "MemAvailable:"),
        load: std::fs::read_to_string("/proc/loadavg").ok().and_then(|text| text.split(' ').next()?.parse().ok()),
        processors: std::thread::available_parallelism().map_or(1, |number| number.get() as u32),
        disk_free_bytes: folder.and_then(free_bytes),
        disk_used_bytes: folder.and_then(|folder| {
            let sizes = std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.metadata().ok()?.len()));
            Some(sizes.sum())
        }),
        ..Machine::default()
    }
}

/// A field of such a file, converted from kB to bytes.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1_024)
}

/// The name of a process that shares its storage with no other and has no name.
const ALONE: &str = "alone";

/// List the processes that share the storage: the node that referees, those that stand by, and the workers. A referee without a cluster lists itself.
#[utoipa::path(get, path = "/v1/nodes", operation_id = "nodes", tag = "health", responses(
    (status = 200, description = "The nodes, those among them that were seen in the last day but are gone.", body = Nodes,
        example = json!({"nodes": [
            {"name": "hall-1", "version": "0.1.0", "address": "192.168.1.20:8080", "role": "referees", "since": "2026-05-01T08:00:00Z", "last_seen": "2026-05-01T09:30:02Z"},
            {"name": "hall-2", "version": "0.1.0", "address": "192.168.1.21:8080", "role": "stands_by", "since": "2026-05-01T08:00:04Z", "last_seen": "2026-05-01T09:30:01Z"},
        ], "jobs_running": 2, "jobs_waiting": 0})),
))]
pub async fn nodes(services: Services) -> JsonResult<Nodes> {
    let (running, waiting) = services.solving.jobs.load();
    Ok(Json(Nodes { nodes: all_nodes(&services).await?, jobs_running: running as u64, jobs_waiting: waiting as u64 }))
}

async fn all_nodes(services: &Services) -> Result<Vec<Node>, Error> {
    let rows = services.storage.list_nodes().await?;
    if rows.is_empty() {
        let (config, now, runs_for) = (&services.config, wall_clock_ms(), services.matches.time.runs_for().as_millis());
        return Ok(vec![Node {
            name: services.node.clone().unwrap_or_else(|| ALONE.into()),
            version: env!("CARGO_PKG_VERSION").into(),
            address: config.bind.to_string(),
            role: NodeRole::Referees,
            unreached: None,
            since: rfc3339(now.saturating_sub_unsigned(runs_for as u64)),
            last_seen: rfc3339(now),
        }]);
    }
    Ok(rows.into_iter().map(node).collect())
}

fn node(row: NodeRow) -> Node {
    let role = match row {
        NodeRow { referees: true, .. } => NodeRole::Referees,
        NodeRow { silent_ms: GONE_AFTER_MS.., .. } => NodeRole::Gone,
        NodeRow { works: true, .. } => NodeRole::Works,
        _ => NodeRole::StandsBy,
    };
    let (since, last_seen) = (rfc3339(row.since_ms), rfc3339(row.seen_ms));
    Node { name: row.name, version: row.version, address: row.address, role, unreached: row.unreached, since, last_seen }
}
