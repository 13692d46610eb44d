//! What nodes tell each other beside the database: how far they have seen it come, so that no term is lower than one that any of them has seen;
//! and whether they referee, for one that the database does not answer.

use crate::relay::{Introduction, call};
use crate::{HighestSeen, Holder, Progress};
use futures_util::future::join_all;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long a peer may take to answer: a take-over waits for it.
const ANSWERED_WITHIN: Duration = Duration::from_millis(500);
/// The longest answer, in bytes.
const LONGEST: u64 = 64;

/// The other nodes, and what this one has seen.
pub struct Peers {
    known: Mutex<Vec<Holder>>,
    seen: HighestSeen,
}

/// What a node answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    seen: Progress,
    referees: bool,
}

impl Peers {
    /// None yet.
    pub fn new(seen: HighestSeen) -> Peers {
        Peers { known: Mutex::default(), seen }
    }

    /// Takes note of all that the database names.
    pub fn set(&self, peers: Vec<Holder>) {
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = peers;
    }

    /// Tells all of them what this node has seen, and learns what they have: those that answer, and whether each referees.
    pub async fn exchange(&self) -> Vec<(Holder, bool)> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let asked = known.into_iter().map(async |peer| {
            let answer = tokio::time::timeout(ANSWERED_WITHIN, self.ask(&peer)).await.ok()??;
            self.seen.note(answer.seen);
            Some((peer, answer.referees))
        });
        join_all(asked).await.into_iter().flatten().collect()
    }

    async fn ask(&self, peer: &Holder) -> Option<Answer> {
        let mut stream = call(&peer.relay, Introduction::Seen(self.seen.get()).line(&peer.key)).await.ok()?;
        let mut answer = String::new();
        (&mut stream).take(LONGEST).read_to_string(&mut answer).await.ok()?;
        Answer::read(&answer)
    }

    /// Answers a peer that has told what it has seen.
    pub async fn answer(&self, told: Progress, referees: bool, mut stream: TcpStream) {
        self.seen.note(told);
        let answer = Answer { seen: self.seen.get(), referees }.write();
        // It may not wait any more.
        let _ = stream.write_all(answer.as_bytes()).await;
    }
}

impl Answer {
    fn write(self) -> String {
        format!("{} {} {}\n", self.seen.term, self.seen.batch, self.referees)
    }

    fn read(line: &str) -> Option<Answer> {
        let [term, batch, referees] = line.strip_suffix('\n')?.split(' ').collect::<Vec<_>>()[..] else { return None };
        let seen = Progress { term: term.parse().ok()?, batch: batch.parse().ok()? };
        Some(Answer { seen, referees: referees.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_comes_back() {
        for referees in [false, true] {
            let answer = Answer { seen: Progress { term: 7, batch: 3 }, referees };
            assert_eq!(Answer::read(&answer.write()), Some(answer));
        }
        for wrong in ["", "7 3\n", "7 3 true", "7 three true\n", "7 3 yes\n", "7 3 true more\n"] {
            assert_eq!(Answer::read(wrong), None, "{wrong}");
        }
    }
}
