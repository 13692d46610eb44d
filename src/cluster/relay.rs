//! Relay: a standby node forwards connections to the refereeing node, byte for byte, after a line with the client's address. Nodes also
//! query each other and probe themselves at the relay port.

use crate::{Holder, LogPosition};
use message::Coded;
use protocol::Problem;
use runtime::LogSampler;
use runtime::net::{refuse_http, set_node_keepalive};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};

/// The first word of the preamble.
const WORD: &str = "arbitre-relay";
/// The longest preamble, in bytes.
const LONGEST: usize = 160;
/// The timeout of a connection to the node that referees.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// The pause before the next attempt.
const RETRY_AFTER: Duration = Duration::from_millis(250);
/// The timeout of a connection that waits for a refereeing node: slightly longer than a lease.
const TIMEOUT: Duration = Duration::from_secs(8);
/// The capacity of the queue of accepted sockets.
const BACKLOG: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClientProtocol {
    /// HTTP and WebSocket.
    Http,
    /// The line protocol.
    Lines,
}

/// Accepted sockets, as the referee receives them.
pub type AcceptedSockets = mpsc::Receiver<(TcpStream, SocketAddr)>;

/// Sends accepted sockets to the referee of this node.
pub struct SocketSenders {
    http: mpsc::Sender<(TcpStream, SocketAddr)>,
    lines: mpsc::Sender<(TcpStream, SocketAddr)>,
}

impl SocketSenders {
    /// The senders, and the receivers for HTTP and for the line protocol.
    pub fn new() -> (SocketSenders, AcceptedSockets, AcceptedSockets) {
        let ((http, of_http), (lines, of_lines)) = (mpsc::channel(BACKLOG), mpsc::channel(BACKLOG));
        (SocketSenders { http, lines }, of_http, of_lines)
    }

    pub fn of(&self, protocol: ClientProtocol) -> &mpsc::Sender<(TcpStream, SocketAddr)> {
        match protocol {
            ClientProtocol::Http => &self.http,
            ClientProtocol::Lines => &self.lines,
        }
    }
}

#[derive(Clone)]
pub enum NodeRole {
    /// No refereeing node is known.
    Waiting,
    Referee(Arc<SocketSenders>),
    /// Another node referees.
    Standby(Holder),
}

/// The first line of a connection between nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preamble {
    /// A client's connection is passed on, with the client's address.
    Relayed(ClientProtocol, IpAddr),
    /// Exchanges the last database position that each node has seen.
    Seen(LogPosition),
}

impl Preamble {
    /// A line of JSON.
    pub fn line(self, key: &str) -> String {
        serde_json::to_string(&(WORD, key, self)).expect("texts and numbers are writable as JSON") + "\n"
    }

    fn of_line(line: &[u8], key: &str) -> Option<Preamble> {
        let (word, shown, preamble): (&str, &str, Preamble) = serde_json::from_slice(line).ok()?;
        // Comparing hashes prevents a timing attack on the key.
        let is_node = word == WORD && !key.is_empty() && Sha256::digest(shown) == Sha256::digest(key);
        is_node.then_some(preamble)
    }

    /// Reads a preamble and no byte beyond it; `None` if the connection begins otherwise.
    pub async fn read(stream: &mut (impl AsyncRead + Unpin), key: &str) -> io::Result<Option<Preamble>> {
        let mut line = Vec::with_capacity(LONGEST);
        while line.len() < LONGEST {
            match stream.read_u8().await? {
                b'\n' => return Ok(Preamble::of_line(&line, key)),
                byte => line.push(byte),
            }
        }
        Ok(None)
    }
}

/// Relays a connection to the refereeing node, and waits for one if necessary.
pub async fn relay(
    mut stream: TcpStream,
    address: SocketAddr,
    protocol: ClientProtocol,
    mut role: watch::Receiver<NodeRole>,
    log: &LogSampler,
) {
    let until = Instant::now() + TIMEOUT;
    let mut silent = None;
    loop {
        let now = role.borrow_and_update().clone();
        match now {
            NodeRole::Referee(senders) => {
                match senders.of(protocol).send((stream, address)).await {
                    Ok(()) => return,
                    // The term of this node has just ended.
                    Err(returned) => stream = returned.0.0,
                }
            }
            NodeRole::Standby(holder) => {
                let preamble = Preamble::Relayed(protocol, address.ip());
                let connecting = connect(&holder.relay, preamble.line(&holder.key));
                let connected = timeout(CONNECT_TIMEOUT, connecting).await;
                if let Ok(Ok(mut other)) = connected {
                    // When the other node stops answering and loses its term, the relay ends and the client reconnects.
                    tokio::select! {
                        ended = copy_bidirectional(&mut stream, &mut other) => if let Err(error) = ended {
                            tracing::debug!(%error, "a connection that was passed on broke");
                        },
                        _ = role.wait_for(|now| !matches!(now, NodeRole::Standby(now) if now.key == holder.key)) => {
                            tracing::debug!(?address, ?holder, "a connection is closed: the node it was passed on to referees no longer");
                        }
                    }
                    return;
                }
                silent = Some(holder);
            }
            NodeRole::Waiting => silent = None,
        }
        tokio::select! {
            () = tokio::time::sleep(RETRY_AFTER) => {}
            _ = role.changed() => {}
            () = sleep_until(until) => return refuse(stream, protocol, silent, log).await,
        }
    }
}

/// Connects to a node's relay port, and sends the preamble.
///
/// # Errors
/// When nothing listens there.
pub async fn connect(relay: &str, preamble: String) -> io::Result<TcpStream> {
    let mut other = TcpStream::connect(relay).await?;
    set_node_keepalive(&mut other);
    other.write_all(preamble.as_bytes()).await?;
    Ok(other)
}

/// Why a connection is not passed on.
#[derive(Debug, message::Coded)]
#[code("no_referee")]
enum NoReferee {
    None,
    Silent { name: String, relay: String },
}

async fn refuse(stream: TcpStream, protocol: ClientProtocol, silent: Option<Holder>, log: &LogSampler) {
    let why = silent.map_or(NoReferee::None, |Holder { name, relay, .. }| NoReferee::Silent { name, relay });
    if let Some(suppressed) = log.admit() {
        tracing::warn!(%why, suppressed, "a connection is refused");
    }
    // The line protocol has no such message.
    if protocol == ClientProtocol::Http {
        let problem = Problem::new(503, "Service Unavailable", why.message());
        refuse_http(stream, &serde_json::to_string(&problem).expect("a problem is writable as JSON")).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preamble_comes_back() {
        let relayed = |protocol, address: &str| Preamble::Relayed(protocol, address.parse().expect("an address"));
        let seen = Preamble::Seen(LogPosition { term: 7, batch: 3 });
        for preamble in [relayed(ClientProtocol::Http, "10.0.0.7"), relayed(ClientProtocol::Lines, "2001:db8::1"), seen] {
            let line = preamble.line("secret");
            assert!(line.len() <= LONGEST);
            assert_eq!(Preamble::of_line(line.as_bytes(), "secret"), Some(preamble));
        }
    }

    #[test]
    fn a_stranger_is_no_node() {
        let line = Preamble::Seen(LogPosition { term: 7, batch: 3 }).line("secret");
        for stranger in ["", "GET / HTTP/1.1", &line.replace("secret", "wrong"), &line.replace(WORD, "other"), &line.replace('7', "")] {
            assert_eq!(Preamble::of_line(stranger.as_bytes(), "secret"), None, "{stranger}");
        }
        assert_eq!(Preamble::of_line(line.replace("secret", "").as_bytes(), ""), None, "no key opens nothing");
    }
}
