//! A way into the referee without a port: pipes in memory, for tests and rehearsals.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tokio::io::DuplexStream;
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// How many bytes may be on their way in one direction.
const ON_THE_WAY: usize = 64 * 1_024;

/// How many connections may wait to be accepted; one more is refused, as at a port.
const BACKLOG: usize = 1_024;

/// Where a pipe comes from if nobody says otherwise: this machine.
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Where pipes come out, each as if it came from an address: a referee listens here as it does at a port.
pub struct Pipes(mpsc::Receiver<(DuplexStream, SocketAddr)>);

/// Where pipes go in.
#[derive(Clone)]
pub struct Door(mpsc::Sender<(DuplexStream, SocketAddr)>);

impl Pipes {
    /// Both ends.
    pub fn new() -> (Door, Pipes) {
        let (door, pipes) = mpsc::channel(BACKLOG);
        (Door(door), Pipes(pipes))
    }
}

impl Door {
    /// A connection that has said nothing yet.
    ///
    /// # Errors
    /// When nobody listens, or too many wait.
    pub fn open(&self) -> io::Result<DuplexStream> {
        self.send(ON_THE_WAY, HERE)
    }

    /// The same, as if from this address.
    ///
    /// # Errors
    /// When nobody listens, or too many wait.
    pub fn open_from(&self, address: IpAddr) -> io::Result<DuplexStream> {
        self.send(ON_THE_WAY, address)
    }

    /// The same, where no more than so many bytes are on their way.
    ///
    /// # Errors
    /// When nobody listens, or too many wait.
    pub fn open_narrow(&self, bytes: usize) -> io::Result<DuplexStream> {
        self.send(bytes, HERE)
    }

    fn send(&self, bytes: usize, address: IpAddr) -> io::Result<DuplexStream> {
        let (ours, theirs) = tokio::io::duplex(bytes);
        self.0.try_send((theirs, SocketAddr::new(address, 1))).map_err(|_| io::ErrorKind::ConnectionRefused)?;
        Ok(ours)
    }
}

impl axum::serve::Listener for Pipes {
    type Io = DuplexStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (DuplexStream, SocketAddr) {
        match self.0.recv().await {
            Some(connection) => connection,
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(SocketAddr::new(HERE, 80))
    }
}

/// Connections that another listener has taken: they arrive over a channel.
pub struct Arrivals {
    /// The channel.
    pub inbox: mpsc::Receiver<(TcpStream, SocketAddr)>,
    /// The address of that listener.
    pub address: SocketAddr,
}

impl axum::serve::Listener for Arrivals {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        match self.inbox.recv().await {
            Some(connection) => connection,
            // The sender is gone: whoever asks will be, too.
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}
