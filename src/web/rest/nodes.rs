//! The processes that share the storage, and which of them referees.

use super::Services;
use crate::Error;
use axum::Json;
use axum::extract::State;
use protocol::{Node, NodeStanding, Nodes};
use runtime::{rfc3339, wall_clock_ms};
use storage::{GONE_AFTER_MS, NodeRow};

/// What a process is called that shares its storage with nobody, and was given no name.
const ALONE: &str = "alone";

/// Which processes share the storage, which of them referees, and which stand by. Every node answers: those that stand by pass the question on
/// like all others. A referee that is alone tells of itself.
#[utoipa::path(get, path = "/v1/nodes", operation_id = "nodes", tag = "health", responses(
    (status = 200, description = "The nodes, those among them that were seen in the last day but are gone.", body = Nodes,
        example = json!({"nodes": [
            {"name": "hall-1", "version": "0.1.0", "address": "192.168.1.20:8080", "standing": "referees", "since": "2026-05-01T08:00:00Z", "last_seen": "2026-05-01T09:30:02Z"},
            {"name": "hall-2", "version": "0.1.0", "address": "192.168.1.21:8080", "standing": "stands_by", "since": "2026-05-01T08:00:04Z", "last_seen": "2026-05-01T09:30:01Z"},
        ]})),
    (status = 503, description = "No node referees for now, or the storage does not answer."),
))]
pub async fn list(State(services): State<Services>) -> Result<Json<Nodes>, Error> {
    Ok(Json(Nodes { nodes: all(&services).await? }))
}

/// All of them.
pub async fn all(services: &Services) -> Result<Vec<Node>, Error> {
    let rows = services.storage.list_nodes().await?;
    if rows.is_empty() {
        let (config, now, runs_for) = (&services.config, wall_clock_ms(), services.matches.time.runs_for().as_millis());
        return Ok(vec![Node {
            name: services.node.clone().unwrap_or_else(|| ALONE.into()),
            version: env!("CARGO_PKG_VERSION").into(),
            address: config.bind.to_string(),
            standing: NodeStanding::Referees,
            unreached: None,
            since: rfc3339(now.saturating_sub_unsigned(runs_for as u64)),
            last_seen: rfc3339(now),
        }]);
    }
    Ok(rows.into_iter().map(node).collect())
}

fn node(row: NodeRow) -> Node {
    let standing = match row {
        NodeRow { referees: true, .. } => NodeStanding::Referees,
        NodeRow { silent_ms: ..=GONE_AFTER_MS, .. } => NodeStanding::StandsBy,
        _ => NodeStanding::Gone,
    };
    let (since, last_seen) = (rfc3339(row.since_ms), rfc3339(row.seen_ms));
    Node { name: row.name, version: row.version, address: row.address, standing, unreached: row.unreached, since, last_seen }
}
