//! A simulated node: the lease and the writer of production, and a referee that reads the logs, appends lines, and acknowledges what is written.

use super::super::lease::{self, Lease, LeaseWatch};
use super::super::writer::{PendingTransaction, PostgresWriter};
use super::database::SimulatedDatabase;
use crate::Holder;
use bytestring::ByteString;
use futures_util::future::try_join_all;
use rand::RngExt;
use std::time::Duration;
use storage::{Change, MAX_QUEUED, StorageError, StorageErrorKind, WriteFailure};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

pub const LOGS: u64 = 4;
pub const LINES: u64 = 100;
/// The pause before the next attempt.
const RETRY_AFTER: Duration = Duration::from_millis(400);

pub struct SimulatedNode {
    pub database: SimulatedDatabase,
    pub itself: Holder,
    /// Cancelled by SIGTERM.
    pub stop: CancellationToken,
}

impl SimulatedNode {
    /// Alternates between standby and refereeing, until it is stopped.
    pub async fn run(self) {
        let mut watch = LeaseWatch::of(self.database.clone());
        while let Some(lease) = self.stop.run_until_cancelled(self.stand_by(&mut watch)).await {
            let other = self.database.state().terms.insert(lease.fence.term, self.itself.key.clone());
            if let Some(other) = other {
                self.violated(format!("{other} and {} both took term {}", self.itself.key, lease.fence.term));
            }
            self.referee(lease).await;
        }
    }

    fn violated(&self, what: String) {
        self.database.state().wrong.push(what);
    }

    async fn stand_by(&self, watch: &mut LeaseWatch<SimulatedDatabase>) -> Lease {
        loop {
            match watch.poll().await {
                Ok(Some((_, remaining))) => watch.wait(remaining).await,
                Ok(None) => match lease::take(&self.database, &self.itself, watch.seen()).await {
                    Ok(Ok(lease)) => return lease,
                    _ => sleep(RETRY_AFTER).await,
                },
                Err(_) => sleep(RETRY_AFTER).await,
            }
        }
    }

    async fn referee(&self, lease: Lease) {
        let (writes, inbox) = mpsc::channel(MAX_QUEUED);
        let writer = PostgresWriter::new(self.database.clone(), Some(lease.clone()), WriteFailure::default()).run(inbox);
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

    /// Continues all logs, until the storage refuses.
    async fn play(&self, writes: &mpsc::Sender<PendingTransaction>) {
        let logs = loop {
            match timeout(RETRY_AFTER * 10, self.database.read()).await {
                Ok(Ok(logs)) => break logs,
                _ => sleep(RETRY_AFTER).await,
            }
        };
        let appending = (1..=LOGS).map(|log| self.append(writes, log, logs.get(&log).map_or(0, Vec::len) as u64));
        match try_join_all(appending).await {
            Ok(_) => std::future::pending().await,
            Err(error) if matches!(error.kind, StorageErrorKind::Superseded | StorageErrorKind::Closed) => {}
            Err(error) => self.violated(format!("{}: {error}", self.itself.key)),
        }
    }

    /// The first line of a log is written with its match.
    async fn append(&self, writes: &mpsc::Sender<PendingTransaction>, log: u64, from: u64) -> Result<(), StorageError> {
        for number in from..LINES {
            let (pause, word) = self.database.random(|rng| (rng.random_range(0..2_000), rng.random::<u32>()));
            sleep(Duration::from_millis(pause)).await;
            let body: ByteString = format!("line {number} of {log}: {word:08x} by {}", self.itself.key).into();
            let begun = (number == 0).then(|| Change::Match(storage::laws::row(log, "ann", "bob")));
            let line = Change::Line { match_id: log, number, body: body.clone() };
            write(writes, begun.into_iter().chain([line]).collect()).await?;
            let before = self.database.state().accepted.insert((log, number), body.clone());
            if let Some(before) = before {
                self.violated(format!("{before} was accepted, and then {body}"));
            }
        }
        Ok(())
    }
}

pub async fn write(writes: &mpsc::Sender<PendingTransaction>, changes: Vec<Change>) -> Result<(), StorageError> {
    let (done, answer) = oneshot::channel();
    writes.send(PendingTransaction { changes, done }).await.map_err(|_| StorageError::closed())?;
    answer.await.map_err(|_| StorageError::closed())?
}
