//! Deterministic simulation of the lease and the writer: three nodes and a database crash, sleep, are slow, lose answers and have wrong clocks,
//! in many seeded worlds. The network, the processes and the statements of `server.rs` are simulated; the lease and the writer are those of
//! production.

mod database;
mod fences;
mod node;

use super::database::{Database, DatabaseSession, Fence, LEASE_DURATION, LeaseBatch, LeaseRow};
use crate::{Holder, LogPosition};
use database::{Logs, SimulatedDatabase};
use node::{LINES, LOGS, SimulatedNode};
use rand::RngExt;
use std::time::Duration;
use storage::Change;
use storage::laws::{line, row};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

/// The period in which failures are injected.
const FAILURE_PERIOD: Duration = Duration::from_secs(240);
/// The timeout of the rest of the lines after that.
const QUIET_TIMEOUT: Duration = Duration::from_secs(900);
/// The timeout of a take-over without failures.
const TAKEOVER_TIMEOUT: Duration = Duration::from_secs(10);
const LONGEST_WAY: Duration = Duration::from_secs(50);
const NODES: usize = 3;

/// A process, with what ends it or puts it to sleep.
struct Process {
    key: String,
    task: JoinHandle<()>,
    is_awake: watch::Sender<bool>,
    stop: CancellationToken,
}

/// Polls the work only while the process is awake. Time passes meanwhile, as for a process that is stopped.
async fn while_awake(work: impl Future<Output = ()>, mut is_awake: watch::Receiver<bool>, database: SimulatedDatabase) {
    tokio::pin!(work);
    while is_awake.wait_for(|is_awake| *is_awake).await.is_ok() {
        tokio::select! {
            biased;
            _ = is_awake.wait_for(|is_awake| !is_awake) => {
                database.state().refereeing.remove(&database.key);
            }
            () = &mut work => return,
        }
    }
}

struct World {
    database: SimulatedDatabase,
    processes: u32,
}

/// Does something later, while other things happen.
fn after(time: Duration, act: impl FnOnce() + Send + 'static) {
    tokio::spawn(async move {
        sleep(time).await;
        act();
    });
}

fn simulate<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
    runtime.block_on(work)
}

impl World {
    fn start(&mut self, number: usize) -> Process {
        self.processes += 1;
        let key = format!("process {} of node {number}", self.processes);
        let itself = Holder { name: format!("node {number}"), relay: String::new(), key: key.clone() };
        let (is_awake, awake) = watch::channel(true);
        let stop = CancellationToken::new();
        let node = SimulatedNode { database: self.database.of(&key), itself, stop: stop.clone() };
        let task = tokio::spawn(while_awake(node.run(), awake, self.database.of(&key)));
        Process { key, task, is_awake, stop }
    }

    fn kill(&self, process: &Process) {
        process.task.abort();
        self.database.state().refereeing.remove(&process.key);
    }

    fn below(&self, limit: u64) -> u64 {
        self.database.random(|rng| rng.random_range(0..limit))
    }

    /// From a millisecond to this number of seconds, with a logarithmic distribution.
    fn while_of(&self, most: f64) -> Duration {
        Duration::from_millis(1).mul_f64((most * 1_000.0).powf(self.database.random(|rng| rng.random_range(0.0..1.0))))
    }

    async fn disturb(&mut self, nodes: &mut [Process]) {
        let (database, end) = (self.database.clone(), Instant::now() + FAILURE_PERIOD);
        while Instant::now() < end {
            sleep(self.while_of(20.0)).await;
            let one = self.below(NODES as u64) as usize;
            let (key, how_long) = (nodes[one].key.clone(), self.while_of(90.0));
            match self.below(15) {
                event @ (0..3 | 7) => {
                    if event == 7 {
                        nodes[one].stop.cancel();
                        sleep(self.while_of(10.0)).await;
                    }
                    self.kill(&nodes[one]);
                    sleep(self.while_of(10.0)).await;
                    nodes[one] = self.start(one);
                }
                3..7 => {
                    let is_awake = nodes[one].is_awake.clone();
                    is_awake.send_replace(false);
                    after(how_long, move || _ = is_awake.send_replace(true));
                }
                8 => database.restart(self.while_of(15.0)).await,
                9 => {
                    let slowness = self.while_of(20.0);
                    database.state().slowness = slowness;
                    sleep(self.while_of(30.0)).await;
                    database.state().slowness = Duration::ZERO;
                }
                10 => {
                    let ahead = database.random(|rng| rng.random_range(-3_600.0..3_600.0));
                    database.state().set_clock(ahead);
                }
                11 => {
                    let database = database.clone();
                    tokio::spawn(async move { database.delete_row().await });
                }
                12 => {
                    let ahead = database.random(|rng| rng.random_range(-8.0..8.0));
                    database.state().set_clock(ahead);
                }
                _ => {
                    database.state().cut_off.insert(key.clone());
                    let database = database.clone();
                    after(how_long, move || _ = database.state().cut_off.remove(&key));
                }
            }
        }
        database.state().calm();
        for node in nodes {
            node.is_awake.send_replace(true);
        }
        // A renewal on its way may still extend the lease of a dead node.
        sleep(LONGEST_WAY).await;
    }

    fn is_over(&self) -> bool {
        let logs = self.database.logs();
        logs.len() as u64 == LOGS && logs.values().all(|log| log.len() as u64 == LINES)
    }

    fn check(&self) -> Result<(), String> {
        let state = self.database.state();
        let (mut wrong, logs, mut last) = (state.wrong.clone(), &state.tables.logs, &LeaseBatch { fence: Fence::default(), number: 0 });
        for (batch, key) in &state.tables.written {
            if state.terms.get(&batch.fence.term).is_some_and(|taker| taker != key) {
                wrong.push(format!("{key} wrote {batch:?} in the term of another"));
            }
            let is_next = batch.fence == last.fence && batch.number == last.number + 1;
            if !is_next && (batch.fence.term <= last.fence.term || batch.number != 1) {
                wrong.push(format!("{batch:?} follows {last:?}"));
            }
            last = batch;
        }
        let lost = state.accepted.iter().filter(|((log, line), body)| logs.get(log).and_then(|log| log.get(*line as usize)) != Some(body));
        wrong.extend(lost.map(|(_, body)| format!("{body} was accepted, and is not stored")));
        if logs.values().any(Vec::is_empty) {
            wrong.push("a match is stored without the line of the same write".into());
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
    }
}

type WorldOutcome = (Vec<(LeaseBatch, String)>, Logs, Duration);

fn run(seed: u64) -> Result<WorldOutcome, String> {
    simulate(async {
        let (database, began) = (SimulatedDatabase::new(seed), Instant::now());
        let mut world = World { database, processes: 0 };
        let mut nodes: Vec<Process> = (0..NODES).map(|number| world.start(number)).collect();
        world.disturb(&mut nodes).await;
        let ended = within(QUIET_TIMEOUT, || world.is_over()).await;
        world.check()?;
        // Any of them continues alone.
        let last = nodes.swap_remove(world.below(NODES as u64) as usize);
        nodes.iter().for_each(|node| world.kill(node));
        if !within(TAKEOVER_TIMEOUT, || world.database.holder().as_ref() == Some(&last.key)).await {
            return Err(format!("{} was left alone, and did not take the lease in {TAKEOVER_TIMEOUT:?}", last.key));
        }
        if !ended {
            return Err(format!("in {QUIET_TIMEOUT:?} of calm the logs did not end: {:?}", world.database.logs()));
        }
        let tables = world.database.state().tables.clone();
        Ok((tables.written, tables.logs, began.elapsed()))
    })
}

/// Waits until something holds; `false` after the timeout.
async fn within(limit: Duration, holds: impl Fn() -> bool) -> bool {
    let waiting = async {
        while !holds() {
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(limit, waiting).await.is_ok()
}

fn check_seeds(seeds: std::ops::Range<u64>) {
    let (mut terms, mut batches) = (0, 0);
    for seed in seeds.clone() {
        let (written, ..) = run(seed).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
        terms += written.chunk_by(|(one, _), (next, _)| one.fence == next.fence).count();
        batches += written.len();
    }
    println!("{} worlds, {terms} terms, {batches} batches", seeds.end - seeds.start);
}

#[test]
fn one_node_writes_and_no_acknowledged_write_is_lost() {
    check_seeds(0..20);
}

/// As many as `ARBITRE_LEASE_SEEDS` says, from another beginning.
#[test]
#[ignore = "takes minutes: .ci/long runs it"]
fn many_worlds() {
    let seeds = std::env::var("ARBITRE_LEASE_SEEDS").map_or(20_000, |seeds| seeds.parse().expect("a number of seeds"));
    check_seeds(1_000_000..1_000_000 + seeds);
}

#[test]
fn a_seed_is_a_world() {
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

#[test]
fn the_simulated_row_obeys_the_laws_of_the_row() {
    simulate(async {
        let database = SimulatedDatabase::new(0);
        database.state().calm();
        laws_of_the_row(&database, async || database.delete_row().await).await;
    });
}

/// What the lease and the writer rely on, for an empty database; `delete` deletes the row.
pub async fn laws_of_the_row(database: &impl Database, delete: impl AsyncFnOnce()) {
    let node = |name: &str| Holder { name: name.into(), relay: "127.0.0.1:8080".into(), key: name.into() };
    assert!(database.lease().await.expect("a row").remaining.is_zero(), "it is free at first");
    let first = database.take(&node("ann"), 0).await.expect("an answer").expect("it was free");
    assert_eq!(database.take(&node("bob"), 0).await.expect("an answer"), None, "it is ann's");
    let kept = database.lease().await.expect("a row");
    assert_eq!((kept.progress, kept.holder), (LogPosition { term: first, batch: 0 }, node("ann")));
    assert!(kept.remaining > LEASE_DURATION / 2 && kept.remaining <= LEASE_DURATION, "{:?}", kept.remaining);
    for name in ["somebody", "ann"] {
        let holder = Holder { name: name.into(), ..node("ann") };
        assert!(database.renew(first, 0, &holder).await.expect("an answer"));
        assert_eq!(database.lease().await.expect("a row").holder, holder, "whatever was written there is set right");
    }
    for (term, batch, name, why) in [
        (first + 1, 0, "ann", "there is no such term"),
        (first, 0, "bob", "the term is ann's, though its number is right"),
        (first, 1, "ann", "the database is behind"),
    ] {
        assert!(!database.renew(term, batch, &node(name)).await.expect("an answer"), "{why}");
    }

    let session = database.session().await.expect("a session");
    let fence = |term, id: &str| Fence { term, id: id.into() };
    let write = async |fence: Fence, number, changes: Vec<Change>| {
        session.write(Some(LeaseBatch { fence, number }), changes.iter().collect()).await.map_err(|_| "refused")
    };
    let ann = || fence(first, "ann");
    for (fence, number, changes, written, why) in [
        (ann(), 1, vec![Change::Match(row(1, "ann", "bob")), line(1, 0)], Ok(true), "it is the first"),
        (ann(), 1, vec![line(1, 1)], Ok(false), "a batch is claimed once"),
        (fence(first, "bob"), 2, vec![line(1, 1)], Ok(false), "the term is ann's, though its number is right"),
        (ann(), 3, vec![line(1, 1)], Ok(false), "none is left out"),
        (ann(), 2, vec![line(1, 2)], Err("refused"), "a line follows the last"),
        (ann(), 2, vec![line(1, 1)], Ok(true), "a batch that was refused may be claimed again"),
        (ann(), 3, vec![line(1, 1)], Err("refused"), "a line follows the last"),
    ] {
        assert_eq!(write(fence, number, changes).await, written, "{why}");
    }
    let progress = database.lease().await.expect("a row").progress;
    assert_eq!(progress, LogPosition { term: first, batch: 2 }, "a batch that was refused is not written");

    database.give_back(&fence(first, "bob")).await.expect("an answer");
    assert_eq!(database.take(&node("bob"), 0).await.expect("an answer"), None, "it was not bob's to give");
    database.give_back(&ann()).await.expect("an answer");
    let second = database.take(&node("bob"), 0).await.expect("an answer").expect("it was given back");
    assert!(second > first);
    assert_eq!(write(ann(), 3, vec![line(1, 2)]).await, Ok(false), "the term of ann is over");
    database.give_back(&ann()).await.expect("an answer");
    assert!(!database.lease().await.expect("a row").remaining.is_zero(), "it is not ann's to give");

    delete().await;
    assert_eq!(database.lease().await.expect("an answer"), LeaseRow::default(), "as if it had never been taken");
    assert!(!database.renew(second, 0, &node("bob")).await.expect("an answer"), "the term of bob went with it");
    assert_eq!(write(fence(second, "bob"), 1, vec![line(1, 2)]).await, Ok(false));
    let third = database.take(&node("cyd"), second + 1_000_000).await.expect("an answer").expect("it is free");
    assert!(third > second + 1_000_000, "{third} may have been another's");
    assert_eq!(database.take(&node("bob"), 0).await.expect("an answer"), None, "it is cyd's");
    assert_eq!(database.lease().await.expect("a row").holder, node("cyd"));
    database.give_back(&fence(third, "cyd")).await.expect("an answer");
    assert_eq!(database.take(&node("dan"), third + 7).await.expect("an answer"), Some(third + 8), "a new number");
}
