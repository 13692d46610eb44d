//! Fencing-token tests: a holder behind a network partition, and a fail-over to a lagging replica.

use super::super::database::{Database, LEASE_DURATION};
use super::super::lease::{self, Lease, LeaseWatch};
use super::super::writer::{PendingTransaction, PostgresWriter};
use super::database::SimulatedDatabase;
use super::{node, simulate};
use crate::{HighestSeen, Holder, LogPosition};
use rand::RngExt;
use std::time::Duration;
use storage::laws::{line, row};
use storage::{Change, StorageError, StorageErrorKind, WriteFailure};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};

fn holder(key: &str) -> Holder {
    Holder { name: key.into(), relay: String::new(), key: key.into() }
}

fn in_a_world(seed: u64, work: impl AsyncFnOnce(SimulatedDatabase)) {
    simulate(async {
        let database = SimulatedDatabase::new(seed);
        database.state().calm();
        work(database).await;
    });
}

async fn take_lease(database: &SimulatedDatabase, key: &str, seen: &HighestSeen) -> Lease {
    lease::take(&database.of(key), &holder(key), seen).await.expect("an answer").expect("it is free")
}

fn spawn_renewal(database: &SimulatedDatabase, lease: &Lease) {
    let (renewed, renewing) = (lease.clone(), database.of(&lease.holder.key));
    tokio::spawn(async move { lease::renew(&renewing, &renewed).await });
}

fn writer(database: &SimulatedDatabase, lease: &Lease) -> mpsc::Sender<PendingTransaction> {
    let (writes, inbox) = mpsc::channel(1);
    tokio::spawn(PostgresWriter::new(database.of(&lease.holder.key), Some(lease.clone()), WriteFailure::default()).run(inbox));
    writes
}

/// Writes a line of log 1, and before the first its match.
async fn write(writes: &mpsc::Sender<PendingTransaction>, number: u64) -> Result<(), StorageError> {
    let begun = (number == 0).then(|| Change::Match(row(1, "ann", "bob")));
    node::write(writes, begun.into_iter().chain([line(1, number)]).collect()).await
}

/// A holder that is cut off gives its term up before another node takes the next, and not while renewals are answered.
#[test]
fn a_holder_that_is_cut_off_stops_before_another_begins() {
    for seed in 0..200 {
        in_a_world(seed, async |database| {
            let lease = take_lease(&database, "ann", &HighestSeen::default()).await;
            spawn_renewal(&database, &lease);
            let writes = writer(&database, &lease);
            write(&writes, 0).await.expect("written");
            sleep(Duration::from_millis(database.random(|rng| rng.random_range(0..60_000)))).await;
            assert!(!lease.lost.is_cancelled(), "seed {seed}: given up without need");
            database.state().cut_off.insert("ann".into());
            let cut = Instant::now();
            let mut watch = LeaseWatch::of(database.of("bob"));
            while let Some((_, remaining)) = watch.poll().await.expect("an answer") {
                watch.wait(remaining).await;
            }
            let next = take_lease(&database, "bob", watch.seen()).await;
            assert!(lease.lost.is_cancelled(), "seed {seed}: bob has term {}, and ann continues", next.fence.term);
            assert!(cut.elapsed() < LEASE_DURATION * 2, "seed {seed}: {:?}", cut.elapsed());
            // A write that fails is refused immediately, though the network is still cut.
            let refused = timeout(Duration::from_millis(1), write(&writes, 1)).await.expect("at once").expect_err("not its own any more");
            assert_eq!(refused.kind, StorageErrorKind::Superseded, "{refused}");
        });
    }
}

/// A renewal whose answer is lost is repeated in time.
#[test]
fn a_renewal_that_is_not_answered_is_tried_again_in_time() {
    in_a_world(1, async |database| {
        let lease = take_lease(&database, "ann", &HighestSeen::default()).await;
        spawn_renewal(&database, &lease);
        for _ in 0..10 {
            sleep(Duration::from_millis(1_400)).await;
            database.state().cut_off.insert("ann".into());
            sleep(Duration::from_millis(1_600)).await;
            database.state().cut_off.clear();
            sleep(Duration::from_secs(3)).await;
        }
        assert!(!lease.lost.is_cancelled());
    });
}

/// The replica lacks a term: a node that has seen it takes a larger one and reports the loss; another node may take the same number with another id.
/// The old holder cannot write.
#[test]
fn a_replica_that_lacks_a_term_does_not_make_two_writers() {
    for has_seen in [true, false] {
        in_a_world(2, async |database| {
            let ann = take_lease(&database, "ann", &HighestSeen::default()).await;
            write(&writer(&database, &ann), 0).await.expect("written");
            let replica = database.state().tables.clone();
            database.give_back(&ann.fence).await.expect("an answer");
            let bob = take_lease(&database, "bob", &HighestSeen::default()).await;
            let of_bob = writer(&database, &bob);
            write(&of_bob, 1).await.expect("written");
            let mut watch = LeaseWatch::of(database.of("cyd"));
            if has_seen {
                watch.poll().await.expect("an answer");
            }
            database.state().tables = replica;
            while let Some((_, remaining)) = watch.poll().await.expect("an answer") {
                watch.wait(remaining).await;
            }
            assert_eq!(watch.seen().setback().is_some(), has_seen, "who has seen it tells of the loss");
            let cyd = take_lease(&database, "cyd", watch.seen()).await;
            assert_eq!(cyd.fence.term > bob.fence.term, has_seen, "{:?} {:?}", cyd.fence, bob.fence);
            write(&writer(&database, &cyd), 1).await.expect("written");
            let refused = write(&of_bob, 2).await.expect_err("it is cyd's term");
            assert_eq!(refused.kind, StorageErrorKind::Superseded, "{refused}");
            assert!(bob.lost.is_cancelled());
            assert!(has_seen || refused.to_string().contains("`cyd`"), "{refused}");
            let keys: Vec<_> = database.state().tables.written.iter().map(|(_, key)| key.clone()).collect();
            assert_eq!(keys, ["ann", "cyd"]);
        });
    }
}

/// The replica lacks the last batches of the current term: its holder gives it up, writing or idle, and reports the loss.
#[test]
fn a_replica_that_lacks_batches_ends_the_term() {
    for is_idle in [true, false] {
        in_a_world(3, async |database| {
            let seen = HighestSeen::default();
            let lease = take_lease(&database, "ann", &seen).await;
            let writes = writer(&database, &lease);
            write(&writes, 0).await.expect("written");
            let replica = database.state().tables.clone();
            write(&writes, 1).await.expect("written");
            write(&writes, 2).await.expect("written");
            assert_eq!(seen.get(), LogPosition { term: lease.fence.term, batch: 3 });
            database.state().tables = replica;
            if is_idle {
                lease::renew(&database.of("ann"), &lease).await;
            } else {
                let refused = write(&writes, 3).await.expect_err("it does not follow");
                assert_eq!(refused.kind, StorageErrorKind::Superseded, "{refused}");
            }
            assert!(lease.lost.is_cancelled());
            assert!(seen.setback().is_some_and(|setback| (setback.now.batch, setback.before.batch) == (1, 3)), "{seen:?}");
        });
    }
}

/// Another node has seen a later term, which the database has lost.
#[test]
fn a_later_term_that_another_node_tells_of_ends_this_one() {
    in_a_world(4, async |database| {
        let seen = HighestSeen::default();
        let lease = take_lease(&database, "ann", &seen).await;
        seen.note(LogPosition { term: lease.fence.term + 1, batch: 0 });
        lease::renew(&database.of("ann"), &lease).await;
        assert!(lease.lost.is_cancelled());
    });
}
