//! Connections that come to a node which does not referee: they are passed on to the one that does, byte by byte, behind one line that says
//! where they come from.

use super::ports::turn_away;
use super::standing::{Inlet, Standing};
use crate::core::Error;
use crate::core::storage::Holder;
use sha2::{Digest, Sha256};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

/// What every such line begins with.
const WORD: &str = "arbitre-relay";
/// The longest such line, in bytes.
const LONGEST: usize = 160;
/// How long the node that referees may take to answer a call.
const ANSWERED_WITHIN: Duration = Duration::from_secs(1);
/// How soon it is called again.
const AGAIN: Duration = Duration::from_millis(250);
/// How long a connection waits for a node that referees: a little longer than a lease lasts that nobody renews.
const PATIENCE: Duration = Duration::from_secs(8);

/// What a connection speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// HTTP and WebSocket.
    Http,
    /// The classroom's line protocol.
    Lines,
}

/// Where a connection comes from that another node passes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Introduction {
    /// What it speaks.
    pub speech: Speech,
    /// Whose it is.
    pub address: IpAddr,
}

impl Introduction {
    fn line(self, key: &str) -> String {
        let speech = match self.speech {
            Speech::Http => "http",
            Speech::Lines => "lines",
        };
        format!("{WORD} {key} {speech} {}\n", self.address)
    }

    fn of_line(line: &str, key: &str) -> Option<Introduction> {
        let [WORD, shown, speech, address] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
        // Of two hashes it tells nothing how long comparing them takes.
        if key.is_empty() || Sha256::digest(shown) != Sha256::digest(key) {
            return None;
        }
        let speech = match speech {
            "http" => Speech::Http,
            "lines" => Speech::Lines,
            _ => return None,
        };
        Some(Introduction { speech, address: address.parse().ok()? })
    }

    /// Reads it from a connection, and nothing beyond it; `None` if the connection begins with anything else.
    pub async fn read(stream: &mut TcpStream, key: &str) -> io::Result<Option<Introduction>> {
        let mut line = Vec::with_capacity(LONGEST);
        while line.len() < LONGEST {
            match stream.read_u8().await? {
                b'\n' => return Ok(std::str::from_utf8(&line).ok().and_then(|line| Introduction::of_line(line, key))),
                byte => line.push(byte),
            }
        }
        Ok(None)
    }
}

/// Brings a connection to whichever node referees, and waits for one if there is none.
pub async fn bring(mut stream: TcpStream, address: SocketAddr, speech: Speech, mut standing: watch::Receiver<Standing>) {
    let until = Instant::now() + PATIENCE;
    let mut silent = None;
    loop {
        let now = standing.borrow_and_update().clone();
        match now {
            Standing::Ours(inlets) => {
                let inlet: &Inlet = match speech {
                    Speech::Http => &inlets.http,
                    Speech::Lines => &inlets.lines,
                };
                match inlet.send((stream, address)).await {
                    Ok(()) => return,
                    // This node has just stopped to referee.
                    Err(returned) => stream = returned.0.0,
                }
            }
            Standing::Theirs(holder) => {
                let introduction = Introduction { speech, address: address.ip() };
                let calling = call(&holder.relay, introduction.line(&holder.key));
                let called = timeout(ANSWERED_WITHIN, calling).await;
                if let Ok(Ok(mut other)) = called {
                    if let Err(error) = copy_bidirectional(&mut stream, &mut other).await {
                        tracing::debug!(%error, "a connection that was passed on broke");
                    }
                    return;
                }
                silent = Some(holder);
            }
            Standing::Nobodys => silent = None,
        }
        tokio::select! {
            () = tokio::time::sleep(AGAIN) => {}
            _ = standing.changed() => {}
            () = sleep_until(until) => return refuse(stream, speech, silent).await,
        }
    }
}

async fn call(relay: &str, line: String) -> io::Result<TcpStream> {
    let mut other = TcpStream::connect(relay).await?;
    other.set_nodelay(true)?;
    other.write_all(line.as_bytes()).await?;
    Ok(other)
}

async fn refuse(stream: TcpStream, speech: Speech, silent: Option<Holder>) {
    let why = match silent {
        Some(Holder { name, relay, .. }) => Error::RefereeSilent { name, relay },
        None => Error::NobodyReferees,
    };
    tracing::warn!(%why, "a connection is turned away");
    // The line protocol has no line that says so.
    if speech == Speech::Http {
        turn_away(stream, &why).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_introduction_comes_back() {
        for (speech, address) in [(Speech::Http, "10.0.0.7"), (Speech::Lines, "2001:db8::1")] {
            let introduction = Introduction { speech, address: address.parse().expect("an address") };
            let line = introduction.line("secret");
            assert!(line.len() <= LONGEST);
            assert_eq!(Introduction::of_line(line.trim_end(), "secret"), Some(introduction));
        }
    }

    #[test]
    fn a_stranger_is_no_node() {
        for line in [
            "",
            "GET / HTTP/1.1",
            "arbitre-relay wrong http 10.0.0.7",
            "arbitre-relay secret http",
            "arbitre-relay secret http here",
            "arbitre-relay secret ftp 10.0.0.7",
            "arbitre-relay secret http 10.0.0.7 more",
        ] {
            assert_eq!(Introduction::of_line(line, "secret"), None, "{line}");
        }
        assert_eq!(Introduction::of_line("arbitre-relay  http 10.0.0.7", ""), None, "no key opens nothing");
    }
}
