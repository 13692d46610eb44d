//! TCP listeners and the options set on accepted connections.

use message::{Coded, Message};
use socket2::{SockRef, TcpKeepalive};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The listener cannot be bound.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("bind_error")]
pub struct BindError {
    #[code(text)]
    pub address: SocketAddr,
    /// The command-line flag that chooses it.
    pub flag: &'static str,
    pub why: Message,
}

/// Binds a listener; `flag` names the command-line flag that chose the address.
///
/// # Errors
/// When the address is taken, or not one of this machine.
pub async fn bind(address: SocketAddr, flag: &'static str) -> Result<TcpListener, BindError> {
    TcpListener::bind(address).await.map_err(|error| BindError { address, flag, why: error.message() })
}

pub fn set_nodelay(stream: &mut TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY is not set on a connection");
    }
}

/// Sets TCP_NODELAY and keepalive probes, for protocols without a ping of their own.
pub fn set_keepalive(stream: &mut TcpStream) {
    set_nodelay(stream);
    let probes = TcpKeepalive::new().with_time(IDLE).with_interval(INTERVAL).with_retries(PROBES);
    if let Err(error) = SockRef::from(&*stream).set_tcp_keepalive(&probes) {
        tracing::debug!(%error, "keepalive is not set on a connection");
    }
}

/// Keepalive: a dead peer is detected after 45 + 3 × 15 = 90 s.
const IDLE: Duration = Duration::from_secs(45);
const INTERVAL: Duration = Duration::from_secs(15);
const PROBES: u32 = 3;

/// Keepalive between nodes: a dead peer is detected after about 10 s.
const NODE_IDLE: Duration = Duration::from_secs(4);
const NODE_INTERVAL: Duration = Duration::from_secs(2);
#[cfg(any(target_os = "linux", target_os = "android"))]
const NODE_TIMEOUT: Duration = Duration::from_secs(10);

/// Sets TCP_NODELAY, keepalive probes and, where supported, TCP_USER_TIMEOUT, for a connection between nodes.
pub fn set_node_keepalive(stream: &mut TcpStream) {
    set_nodelay(stream);
    let (socket, probes) = (SockRef::from(&*stream), TcpKeepalive::new().with_time(NODE_IDLE).with_interval(NODE_INTERVAL));
    let set = socket.set_tcp_keepalive(&probes.with_retries(PROBES));
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let set = set.and_then(|()| socket.set_tcp_user_timeout(Some(NODE_TIMEOUT)));
    if let Err(error) = set {
        tracing::debug!(%error, "keepalive is not set on a connection between nodes");
    }
}

/// Answers a connection with 503 and this problem (`application/problem+json`), and closes it.
pub async fn refuse_http(mut stream: impl AsyncWrite + Unpin, problem: &str) {
    let length = problem.len();
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\ncontent-length: {length}\r\n\
         retry-after: 5\r\nconnection: close\r\n\r\n"
    );
    // The client may have left.
    let _ = stream.write_all(format!("{head}{problem}").as_bytes()).await;
    let _ = stream.shutdown().await;
}
