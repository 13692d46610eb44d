//! A way into the referee without a port: pipes in memory, for tests and rehearsals.

use std::io;
use tokio::io::DuplexStream;
use tokio::sync::mpsc;

/// How many bytes may be on their way in one direction.
const ON_THE_WAY: usize = 64 * 1_024;

/// Where pipes come out: a referee listens here as it does at a port.
pub struct Pipes(mpsc::UnboundedReceiver<DuplexStream>);

/// Where pipes go in.
#[derive(Clone)]
pub struct Door(mpsc::UnboundedSender<DuplexStream>);

impl Pipes {
    /// Both ends.
    pub fn new() -> (Door, Pipes) {
        let (door, pipes) = mpsc::unbounded_channel();
        (Door(door), Pipes(pipes))
    }
}

impl Door {
    /// A connection that has said nothing yet.
    ///
    /// # Errors
    /// When nobody listens.
    pub fn open(&self) -> io::Result<DuplexStream> {
        self.open_narrow(ON_THE_WAY)
    }

    /// The same, where no more than so many bytes are on their way.
    ///
    /// # Errors
    /// When nobody listens.
    pub fn open_narrow(&self, bytes: usize) -> io::Result<DuplexStream> {
        let (ours, theirs) = tokio::io::duplex(bytes);
        self.0.send(theirs).map_err(|_| io::ErrorKind::ConnectionRefused)?;
        Ok(ours)
    }
}

impl axum::serve::Listener for Pipes {
    type Io = DuplexStream;
    type Addr = ();

    async fn accept(&mut self) -> (DuplexStream, ()) {
        match self.0.recv().await {
            Some(pipe) => (pipe, ()),
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<()> {
        Ok(())
    }
}
