//! Listeners without a port of their own: connections that arrive over a channel, from another listener or from this process.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tokio::io::DuplexStream;
use tokio::sync::mpsc;

/// Buffer of an in-memory connection in each direction, in bytes.
const BUFFER_BYTES: usize = 64 * 1_024;

/// Most connections that wait to be accepted; one more is refused, as at a port.
const BACKLOG: usize = 1_024;

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Accepts the connections that arrive over a channel.
pub struct ChannelListener<S> {
    pub inbox: mpsc::Receiver<(S, SocketAddr)>,
    pub address: SocketAddr,
}

impl<S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static> axum::serve::Listener for ChannelListener<S> {
    type Io = S;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (S, SocketAddr) {
        match self.inbox.recv().await {
            Some(connection) => connection,
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}

/// Opens in-memory connections to a listener of the same process.
#[derive(Clone)]
pub struct MemoryConnector(mpsc::Sender<(DuplexStream, SocketAddr)>);

pub fn in_memory() -> (MemoryConnector, ChannelListener<DuplexStream>) {
    let (sender, inbox) = mpsc::channel(BACKLOG);
    (MemoryConnector(sender), ChannelListener { inbox, address: SocketAddr::new(LOOPBACK, 80) })
}

impl MemoryConnector {
    /// Opens a connection from the loopback address.
    pub fn open(&self) -> io::Result<DuplexStream> {
        self.open_with(BUFFER_BYTES, LOOPBACK)
    }

    /// The same, from this address and with a buffer of this size in each direction.
    pub fn open_with(&self, bytes: usize, address: IpAddr) -> io::Result<DuplexStream> {
        let (ours, theirs) = tokio::io::duplex(bytes);
        self.0.try_send((theirs, SocketAddr::new(address, 1))).map_err(|_| io::ErrorKind::ConnectionRefused)?;
        Ok(ours)
    }
}
