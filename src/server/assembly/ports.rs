//! Listeners at addresses of this machine, and what is set on the connections they take.

use crate::core::Error;
use axum::serve::{Listener, ListenerExt};
use socket2::{SockRef, TcpKeepalive};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A listener at an address of this machine.
///
/// # Errors
/// When the address is taken, or not of this machine.
pub async fn bind(address: SocketAddr) -> Result<impl Listener<Io = TcpStream, Addr = SocketAddr>, Error> {
    Ok(taken(address, "--bind").await?.tap_io(at_once))
}

/// The same for clients of the line protocol. It has no pings: that a client's machine has gone, the system finds out.
///
/// # Errors
/// As for [`bind`].
pub async fn bind_lines(address: SocketAddr) -> Result<impl Listener<Io = TcpStream, Addr = SocketAddr>, Error> {
    Ok(taken(address, "--tcp").await?.tap_io(watched))
}

/// Whether the other side is still there, the system finds out.
pub fn watched(stream: &mut TcpStream) {
    at_once(stream);
    let probes = TcpKeepalive::new().with_time(SILENT_FOR).with_interval(PROBE_EVERY).with_retries(PROBES);
    if let Err(error) = SockRef::from(&*stream).set_tcp_keepalive(&probes) {
        tracing::debug!(%error, "a connection is not watched");
    }
}

/// A connection of the line protocol is probed when it has been silent for so long, then so often, and is lost after so many probes that
/// nobody answers: a minute and a half after a machine has gone.
const SILENT_FOR: Duration = Duration::from_secs(45);
const PROBE_EVERY: Duration = Duration::from_secs(15);
const PROBES: u32 = 3;

/// A connection between nodes is probed when it has been silent for so long, then so often, and is lost when nothing has been acknowledged for
/// so long: about ten seconds after a machine has gone.
const NODE_SILENT_FOR: Duration = Duration::from_secs(4);
const NODE_PROBED_EVERY: Duration = Duration::from_secs(2);
const NODE_LOST_AFTER: Duration = Duration::from_secs(10);

/// The same for a connection between nodes.
pub fn watched_closely(stream: &mut TcpStream) {
    at_once(stream);
    let (socket, probes) = (SockRef::from(&*stream), TcpKeepalive::new().with_time(NODE_SILENT_FOR).with_interval(NODE_PROBED_EVERY));
    let set = socket.set_tcp_keepalive(&probes.with_retries(PROBES));
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let set = set.and_then(|()| socket.set_tcp_user_timeout(Some(NODE_LOST_AFTER)));
    if let Err(error) = set {
        tracing::debug!(%error, "a connection between nodes is not watched");
    }
}

pub async fn taken(address: SocketAddr, flag: &'static str) -> Result<TcpListener, Error> {
    TcpListener::bind(address).await.map_err(|error| Error::CannotListen { address, flag, why: error.into() })
}

/// A move is a small frame that must not wait for the acknowledgement of the one before.
pub fn at_once(stream: &mut TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps its delay");
    }
}

/// Says why there is no room.
pub async fn turn_away(mut stream: impl AsyncWrite + Unpin, why: &Error) {
    let body = serde_json::to_string(&why.problem()).expect("a problem is writable as JSON");
    let length = body.len();
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\ncontent-length: {length}\r\n\
         retry-after: 5\r\nconnection: close\r\n\r\n"
    );
    // Whoever is turned away may have left.
    let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
    let _ = stream.shutdown().await;
}
