//! Connections that come to a node which does not referee: they are passed on to the one that does, byte by byte, behind one line that says
//! where they come from. By the same way a node finds out whether the others can reach it.

use crate::Holder;
use crate::Progress;
use crate::standing::{Speech, Standing};
use message::Coded;
use protocol::Problem;
use runtime::net::{refuse_http, set_node_keepalive};
use sha2::{Digest, Sha256};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

/// What every such line begins with.
const WORD: &str = "arbitre-relay";
/// What a node asks itself, and answers.
const ITSELF: &str = "itself";
const HERE: &[u8] = b"here\n";
/// What a node tells others.
const SEEN: &str = "seen";
/// The longest such line, in bytes.
const LONGEST: usize = 160;
/// How long the node that referees may take to answer a call.
const ANSWERED_WITHIN: Duration = Duration::from_secs(1);
/// How long a node may take to answer itself, on a machine that is busy.
const ANSWERS_ITSELF_WITHIN: Duration = Duration::from_secs(4);
/// How soon the node that referees is called again.
const AGAIN: Duration = Duration::from_millis(250);
/// How long a connection waits for a node that referees: a little longer than a lease lasts that nobody renews.
const PATIENCE: Duration = Duration::from_secs(8);

/// What a connection between nodes begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Introduction {
    /// It is passed on: what it speaks, and whose it is.
    PassedOn(Speech, IpAddr),
    /// A node asks whether it is itself that answers where it says that others reach it.
    Itself,
    /// A node tells how far it has seen the database come, and asks the same.
    Seen(Progress),
}

impl Introduction {
    /// The line that is sent, to the node with this key.
    pub fn line(self, key: &str) -> String {
        match self {
            Introduction::PassedOn(Speech::Http, address) => format!("{WORD} {key} http {address}\n"),
            Introduction::PassedOn(Speech::Lines, address) => format!("{WORD} {key} lines {address}\n"),
            Introduction::Itself => format!("{WORD} {key} {ITSELF}\n"),
            Introduction::Seen(Progress { term, batch }) => format!("{WORD} {key} {SEEN} {term} {batch}\n"),
        }
    }

    fn of_line(line: &str, key: &str) -> Option<Introduction> {
        let [WORD, shown, ref what @ ..] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
        // Of two hashes it tells nothing how long comparing them takes.
        if key.is_empty() || Sha256::digest(shown) != Sha256::digest(key) {
            return None;
        }
        match what {
            ["http", address] => Some(Introduction::PassedOn(Speech::Http, address.parse().ok()?)),
            ["lines", address] => Some(Introduction::PassedOn(Speech::Lines, address.parse().ok()?)),
            [ITSELF] => Some(Introduction::Itself),
            [SEEN, term, batch] => Some(Introduction::Seen(Progress { term: term.parse().ok()?, batch: batch.parse().ok()? })),
            _ => None,
        }
    }

    /// Reads it from a connection, and nothing beyond it; `None` if the connection begins with anything else.
    pub async fn read(stream: &mut (impl AsyncRead + Unpin), key: &str) -> io::Result<Option<Introduction>> {
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
                match inlets.of(speech).send((stream, address)).await {
                    Ok(()) => return,
                    // This node has just stopped to referee.
                    Err(returned) => stream = returned.0.0,
                }
            }
            Standing::Theirs(holder) => {
                let introduction = Introduction::PassedOn(speech, address.ip());
                let calling = call(&holder.relay, introduction.line(&holder.key));
                let called = timeout(ANSWERED_WITHIN, calling).await;
                if let Ok(Ok(mut other)) = called {
                    // Of a node that falls silent, nothing would ever come: its clients are to connect again as soon as it referees no longer.
                    tokio::select! {
                        ended = copy_bidirectional(&mut stream, &mut other) => if let Err(error) = ended {
                            tracing::debug!(%error, "a connection that was passed on broke");
                        },
                        _ = standing.wait_for(|now| !matches!(now, Standing::Theirs(now) if now.key == holder.key)) => {
                            tracing::debug!(?address, ?holder, "a connection is closed: the node it was passed on to referees no longer");
                        }
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

/// A connection to another node's relay port that begins with this line.
///
/// # Errors
/// When nothing listens there.
pub async fn call(relay: &str, line: String) -> io::Result<TcpStream> {
    let mut other = TcpStream::connect(relay).await?;
    set_node_keepalive(&mut other);
    other.write_all(line.as_bytes()).await?;
    Ok(other)
}

/// Whether a node is reached where it says that the others reach it.
pub async fn reaches_itself(itself: &Holder) -> bool {
    let asking = async {
        let mut other = call(&itself.relay, Introduction::Itself.line(&itself.key)).await?;
        let mut answer = [0; HERE.len()];
        other.read_exact(&mut answer).await?;
        io::Result::Ok(answer == HERE)
    };
    matches!(timeout(ANSWERS_ITSELF_WITHIN, asking).await, Ok(Ok(true)))
}

/// Answers a node that asks itself.
pub async fn answer_itself(mut stream: TcpStream) {
    // It may not wait any more.
    let _ = stream.write_all(HERE).await;
}

/// Why a connection is not passed on.
#[derive(Debug, message::Coded)]
#[code("no_referee")]
enum NoReferee {
    None,
    Silent { name: String, relay: String },
}

async fn refuse(stream: TcpStream, speech: Speech, silent: Option<Holder>) {
    let (why, word) = match silent {
        Some(Holder { name, relay, .. }) => (NoReferee::Silent { name, relay }, "referee-silent"),
        None => (NoReferee::None, "nobody-referees"),
    };
    tracing::warn!(%why, "a connection is turned away");
    // The line protocol has no line that says so.
    if speech == Speech::Http {
        let problem = Problem {
            kind: format!("/problems/{word}"),
            title: "Service Unavailable".into(),
            status: 503,
            detail: why.to_string(),
            message: why.message(),
        };
        refuse_http(stream, &serde_json::to_string(&problem).expect("a problem is writable as JSON")).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_introduction_comes_back() {
        let passed_on = |speech, address: &str| Introduction::PassedOn(speech, address.parse().expect("an address"));
        let seen = Introduction::Seen(Progress { term: 7, batch: 3 });
        for introduction in [passed_on(Speech::Http, "10.0.0.7"), passed_on(Speech::Lines, "2001:db8::1"), Introduction::Itself, seen] {
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
            "arbitre-relay secret",
            "arbitre-relay wrong itself",
            "arbitre-relay secret itself 10.0.0.7",
            "arbitre-relay secret seen 7",
            "arbitre-relay wrong seen 7 3",
            "arbitre-relay secret http here",
            "arbitre-relay secret ftp 10.0.0.7",
            "arbitre-relay secret http 10.0.0.7 more",
        ] {
            assert_eq!(Introduction::of_line(line, "secret"), None, "{line}");
        }
        assert_eq!(Introduction::of_line("arbitre-relay  http 10.0.0.7", ""), None, "no key opens nothing");
    }
}
