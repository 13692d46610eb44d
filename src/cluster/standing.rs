//! Who referees, as far as a node knows, and the ways from its doors to its own referee.

use crate::core::storage::Holder;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// How many connections may wait for the referee to take them.
const WAITING: usize = 256;

/// What a connection speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// HTTP and WebSocket.
    Http,
    /// The classroom's line protocol.
    Lines,
}

/// The way of connections to the referee of this node.
pub type Inlet = mpsc::Sender<(TcpStream, SocketAddr)>;

/// Who referees.
#[derive(Clone)]
pub enum Standing {
    /// Nobody, as far as this node knows.
    Nobodys,
    /// This node.
    Ours(Arc<Inlets>),
    /// Another.
    Theirs(Holder),
}

/// The ways into a referee, by where connections come from.
pub struct Inlets {
    /// HTTP and WebSocket.
    pub http: Inlet,
    /// The line protocol.
    pub lines: Inlet,
}

impl Inlets {
    /// The one for what a connection speaks.
    pub fn of(&self, speech: Speech) -> &Inlet {
        match speech {
            Speech::Http => &self.http,
            Speech::Lines => &self.lines,
        }
    }
}

/// Connections that come through the doors of a node.
pub struct Arrivals {
    inbox: mpsc::Receiver<(TcpStream, SocketAddr)>,
    address: SocketAddr,
}

impl Arrivals {
    /// Both ends of a way from the door at this address.
    pub(super) fn new(address: SocketAddr) -> (Inlet, Arrivals) {
        let (inlet, inbox) = mpsc::channel(WAITING);
        (inlet, Arrivals { inbox, address })
    }
}

impl axum::serve::Listener for Arrivals {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        match self.inbox.recv().await {
            Some(connection) => connection,
            // The term is over, and so is soon whoever asks.
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}
