//! Who referees, as far as a node knows, and the ways from its doors to its own referee.

use crate::Holder;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// How many connections may wait for the referee to take them.
pub const WAITING: usize = 256;

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
/// Its other end.
pub type Arrivals = mpsc::Receiver<(TcpStream, SocketAddr)>;

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
