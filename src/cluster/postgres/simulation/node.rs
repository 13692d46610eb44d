//! A simulated node: the lease and the writer of production, and a referee that reads the logs, pairs rounds, appends moves, and acknowledges
//! what is written.

use super::super::lease::{self, Lease, LeaseWatch};
use super::super::writer::{Right, Write, Writer};
use super::database::SimulatedDatabase;
use crate::Holder;
use bytestring::ByteString;
use futures_util::future::join_all;
use rand::RngExt;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use storage::{Change, Fault, MAX_QUEUED, StorageError, WriteFailure};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// The rounds, the games of each, and the moves of a game.
pub const ROUNDS: u64 = 8;
pub const GAMES: u64 = 4;
pub const MOVES: u64 = 12;
/// The pause before the next attempt.
const AGAIN: Duration = Duration::from_millis(400);

/// What the nodes have acknowledged.
#[derive(Default)]
pub struct Ledger {
    /// Which node took each term.
    pub terms: BTreeMap<i64, String>,
    /// Which moves were accepted, by game and line.
    pub accepted: BTreeMap<(u64, u64), ByteString>,
    /// Violations of the invariants.
    pub wrong: Vec<String>,
}

pub type SharedLedger = Arc<Mutex<Ledger>>;

/// A process that is one of several.
pub struct SimulatedNode {
    pub database: SimulatedDatabase,
    pub itself: Holder,
    pub ledger: SharedLedger,
    /// Cancelled by SIGTERM.
    pub stop: CancellationToken,
}

impl SimulatedNode {
    /// Stands by and referees in turn, until it is stopped.
    pub async fn run(self) {
        let mut watch = LeaseWatch::of(self.database.clone());
        while let Some(lease) = self.stop.run_until_cancelled(self.stand_by(&mut watch)).await {
            self.note(|ledger| {
                if let Some(other) = ledger.terms.insert(lease.fence.term, self.itself.key.clone()) {
                    ledger.wrong.push(format!("{other} and {} both took term {}", self.itself.key, lease.fence.term));
                }
            });
            self.referee(lease).await;
        }
    }

    fn note(&self, note: impl FnOnce(&mut Ledger)) {
        note(&mut self.ledger.lock().expect("no panic"));
    }

    async fn stand_by(&self, watch: &mut LeaseWatch<SimulatedDatabase>) -> Lease {
        loop {
            match watch.poll().await {
                Ok(Some((_, remaining))) => watch.wait(remaining).await,
                Ok(None) => match lease::take(&self.database, &self.itself, watch.seen()).await {
                    Ok(Ok(lease)) => return lease,
                    _ => sleep(AGAIN).await,
                },
                Err(_) => sleep(AGAIN).await,
            }
        }
    }

    async fn referee(&self, lease: Lease) {
        let (writes, inbox) = mpsc::channel(MAX_QUEUED);
        let writer = Writer::new(self.database.clone(), Right::Lease(lease.clone()), WriteFailure::default()).run(inbox);
        tokio::pin!(writer);
        let closing = async {
            tokio::select! {
                biased;
                () = lease.lost.cancelled() => {}
                () = self.stop.cancelled() => {}
                () = self.play(&writes) => {}
                () = lease::renew(&self.database, &lease) => {}
                () = &mut writer => {}
            }
        };
        self.database.state().refereeing.insert(self.itself.key.clone());
        closing.await;
        self.database.state().refereeing.remove(&self.itself.key);
        drop(writes);
        lease::close(&self.database, Some(&lease), writer).await;
    }

    /// Continues from the logs until the storage refuses or all is played.
    async fn play(&self, writes: &mpsc::Sender<Write>) {
        loop {
            let Ok(Ok(logs)) = tokio::time::timeout(AGAIN * 10, self.database.read()).await else {
                sleep(AGAIN).await;
                continue;
            };
            let under_way: Vec<_> = logs.matches.iter().filter(|(_, log)| log.len() as u64 <= MOVES).collect();
            let played = if !under_way.is_empty() {
                let games = under_way.into_iter().map(|(game, log)| self.play_game(writes, *game, log.len() as u64));
                join_all(games).await.into_iter().collect()
            } else if (logs.tournament.len() as u64) < ROUNDS {
                self.pair(writes, logs.tournament.len() as u64).await
            } else {
                sleep(AGAIN).await;
                Ok(())
            };
            if let Err(error) = played {
                if error.fault != Fault::Superseded && error.fault != Fault::Closed {
                    self.note(|ledger| ledger.wrong.push(format!("{}: {error}", self.itself.key)));
                }
                return;
            }
        }
    }

    /// A pairing and its games are one write.
    async fn pair(&self, writes: &mpsc::Sender<Write>, round: u64) -> Result<(), StorageError> {
        let line = Change::TournamentLine { id: 1, number: round, body: format!("round {round} by {}", self.itself.key).into() };
        let games = (1..=GAMES).map(|table| round * GAMES + table);
        let first = |game| Change::Line { match_id: game, number: 0, body: format!("{game} begins").into() };
        let begun = games.flat_map(|game| [Change::Match(storage::laws::row(game, "ann", "bob")), first(game)]);
        write(writes, std::iter::once(line).chain(begun).collect()).await
    }

    async fn play_game(&self, writes: &mpsc::Sender<Write>, match_id: u64, from: u64) -> Result<(), StorageError> {
        for number in from..=MOVES {
            sleep(Duration::from_millis(self.database.random(|rng| rng.random_range(0..2_000)))).await;
            let body: ByteString =
                format!("{match_id}, {number}: {:08x} by {}", self.database.random(|rng| rng.random::<u32>()), self.itself.key).into();
            write(writes, vec![Change::Line { match_id, number, body: body.clone() }]).await?;
            self.note(|ledger| {
                if let Some(before) = ledger.accepted.insert((match_id, number), body.clone()) {
                    ledger.wrong.push(format!("{before} was accepted, and then {body}"));
                }
            });
        }
        Ok(())
    }
}

pub async fn write(writes: &mpsc::Sender<Write>, changes: Vec<Change>) -> Result<(), StorageError> {
    let (done, answer) = oneshot::channel();
    writes.send(Write { changes, done }).await.map_err(|_| StorageError::closed())?;
    answer.await.map_err(|_| StorageError::closed())?
}
