//! The nodes and workers that share a database, by their heartbeats.

use super::connection::Client;
use super::server::PostgresServer;
use super::url::DatabaseUrl;
use crate::Holder;
use std::time::Duration;
use storage::{GONE_AFTER_MS, NodeRow, StorageError};
use tokio_postgres::{Error, Row};
use tokio_util::sync::CancellationToken;

/// The age of the last heartbeat after which a node is deleted.
const FORGOTTEN_AFTER: &str = "1 day";
/// The most other nodes that are read.
const MAX_PEERS: i64 = 64;

pub struct NodePeer {
    pub holder: Holder,
    pub address: String,
    /// Whether its last heartbeat is recent.
    pub is_there: bool,
}

impl PostgresServer {
    /// Writes a heartbeat with the address of a node, whether it referees, and whether its self-probe fails; returns the other nodes, the latest heartbeats
    /// first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn heartbeat(&self, node: &Holder, address: &str, referees: bool, is_unreached: bool) -> Result<Vec<NodePeer>, StorageError> {
        let sql = "INSERT INTO nodes (name, address, version, relay, key, referees, unreached, since, seen)
            VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp(), clock_timestamp())
            ON CONFLICT (name, address) DO UPDATE SET version = excluded.version, relay = excluded.relay, key = excluded.key,
                referees = excluded.referees, unreached = excluded.unreached, seen = excluded.seen,
                since = CASE WHEN (nodes.key, nodes.referees) = (excluded.key, excluded.referees) THEN nodes.since ELSE excluded.since END";
        let forgotten = format!("DELETE FROM nodes WHERE seen < clock_timestamp() - interval '{FORGOTTEN_AFTER}'");
        let peers = "SELECT name, relay, key, address, seen > clock_timestamp() - make_interval(secs => $2)
            FROM nodes WHERE key <> $1 AND relay <> '' ORDER BY nodes.seen DESC LIMIT $3";
        let version = env!("CARGO_PKG_VERSION");
        self.with_client(async |client| {
            client.execute(sql, &[&node.name, &address, &version, &node.relay, &node.key, &referees, &is_unreached]).await?;
            client.batch_execute(&forgotten).await?;
            let rows = client.query(peers, &[&node.key, &(GONE_AFTER_MS as f64 / 1e3), &MAX_PEERS]).await?;
            let peer = |row: &Row| {
                let holder = Holder { name: row.try_get(0)?, relay: row.try_get(1)?, key: row.try_get(2)? };
                Ok(NodePeer { holder, address: row.try_get(3)?, is_there: row.try_get(4)? })
            };
            rows.iter().map(peer).collect()
        })
        .await
    }

    /// Deletes a node.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn leave(&self, node: &Holder) -> Result<(), StorageError> {
        self.with_client(async |client| client.execute("DELETE FROM nodes WHERE key = $1", &[&node.key]).await.map(|_| ())).await
    }
}

/// The interval of a worker's heartbeat.
const WORKER_BEAT: Duration = Duration::from_secs(5);
const LEAVE_TIMEOUT: Duration = Duration::from_millis(500);

/// Writes heartbeats of a worker until it is stopped; then deletes it. Its row has no address and no relay address.
///
/// # Errors
/// When the address has no usable TLS certificates.
pub async fn announce_worker(url: &DatabaseUrl, name: &str, stop: &CancellationToken) -> Result<(), StorageError> {
    let server = PostgresServer::new(url)?;
    let sql = "INSERT INTO nodes (name, address, version, relay, key, referees, since, seen)
        VALUES ($1, '', $2, '', 'worker', false, clock_timestamp(), clock_timestamp())
        ON CONFLICT (name, address) DO UPDATE SET version = excluded.version, seen = excluded.seen,
            since = CASE WHEN nodes.seen > excluded.seen - make_interval(secs => $3) THEN nodes.since ELSE excluded.since END";
    let gone_after = GONE_AFTER_MS as f64 / 1e3;
    let version = env!("CARGO_PKG_VERSION");
    loop {
        let written = server.with_client(async |client| client.execute(sql, &[&name, &version, &gone_after]).await);
        if let Some(Err(error)) = stop.run_until_cancelled(written).await {
            tracing::debug!(%error, "this worker cannot announce itself now");
        }
        if stop.run_until_cancelled(tokio::time::sleep(WORKER_BEAT)).await.is_none() {
            break;
        }
    }
    let leaving = server.with_client(async |client| client.execute("DELETE FROM nodes WHERE name = $1 AND address = ''", &[&name]).await);
    if !matches!(tokio::time::timeout(LEAVE_TIMEOUT, leaving).await, Ok(Ok(_))) {
        tracing::debug!("the nodes detect the missing heartbeat of this worker");
    }
    Ok(())
}

/// All nodes and workers, ordered by name and address. The row of the lease names the one that referees.
pub async fn list(client: &Client) -> Result<Vec<NodeRow>, Error> {
    let sql = "SELECT nodes.name, nodes.address, nodes.version, lease.key IS NOT NULL,
            (extract(epoch FROM nodes.since) * 1000)::bigint, (extract(epoch FROM nodes.seen) * 1000)::bigint,
            (extract(epoch FROM clock_timestamp() - nodes.seen) * 1000)::bigint, CASE WHEN nodes.unreached THEN nodes.relay END,
            nodes.relay = ''
        FROM nodes LEFT JOIN lease ON lease.key = nodes.key AND lease.until >= clock_timestamp()
        ORDER BY nodes.name, nodes.address";
    let rows = client.query(&client.prepare_cached(sql).await?, &[]).await?;
    let read = |row: &Row| {
        Ok(NodeRow {
            name: row.try_get(0)?,
            address: row.try_get(1)?,
            version: row.try_get(2)?,
            referees: row.try_get(3)?,
            since_ms: row.try_get(4)?,
            seen_ms: row.try_get(5)?,
            silent_ms: row.try_get(6)?,
            unreached: row.try_get(7)?,
            works: row.try_get(8)?,
        })
    };
    rows.iter().map(read).collect()
}
