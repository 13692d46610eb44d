//! Direct messages between nodes. They exchange the highest database position that each has seen, so that no term number is reused, and
//! whether they referee, for a node that cannot reach the database.

use crate::relay::{Preamble, connect};
use crate::{HighestSeen, Holder, LogPosition};
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The timeout of a peer's answer. A take-over waits for it.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(500);
/// The timeout of a self-probe, generous for a busy machine.
const SELF_PROBE_TIMEOUT: Duration = Duration::from_secs(4);
/// The longest answer, in bytes.
const LONGEST: u64 = 128;

/// The other nodes, and the highest position seen.
pub struct Peers {
    known: Mutex<Vec<Holder>>,
    seen: HighestSeen,
}

#[derive(Serialize, Deserialize)]
struct PeerAnswer {
    seen: LogPosition,
    referees: bool,
}

impl Peers {
    pub fn new(seen: HighestSeen) -> Peers {
        Peers { known: Mutex::default(), seen }
    }

    /// Sets the nodes that the database lists.
    pub fn set(&self, peers: Vec<Holder>) {
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = peers;
    }

    /// Exchanges highest positions with all peers. Returns the peers that answer, each with whether it referees.
    pub async fn exchange(&self) -> Vec<(Holder, bool)> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let asked = known.into_iter().map(async |peer| {
            let answer = tokio::time::timeout(ANSWER_TIMEOUT, self.query(&peer)).await.ok()??;
            self.seen.note(answer.seen);
            Some((peer, answer.referees))
        });
        join_all(asked).await.into_iter().flatten().collect()
    }

    /// Whether a node answers at its advertised address.
    pub async fn reaches(&self, itself: &Holder) -> bool {
        matches!(tokio::time::timeout(SELF_PROBE_TIMEOUT, self.query(itself)).await, Ok(Some(_)))
    }

    async fn query(&self, peer: &Holder) -> Option<PeerAnswer> {
        let mut stream = connect(&peer.relay, Preamble::Seen(self.seen.get()).line(&peer.key)).await.ok()?;
        let mut answer = String::new();
        (&mut stream).take(LONGEST).read_to_string(&mut answer).await.ok()?;
        serde_json::from_str(&answer).ok()
    }

    pub async fn answer(&self, reported: LogPosition, referees: bool, mut stream: TcpStream) {
        self.seen.note(reported);
        let answer = PeerAnswer { seen: self.seen.get(), referees };
        // It may have closed the connection.
        let _ = stream.write_all(&serde_json::to_vec(&answer).expect("numbers are writable as JSON")).await;
    }
}
