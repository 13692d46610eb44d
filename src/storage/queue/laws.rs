//! Property tests of every job queue, with workers that fail, time out and die at any moment.

use super::*;
#[cfg(test)]
use crate::CheckpointRow;
use proptest::prelude::*;
use protocol::JobState;
use std::collections::BTreeMap;
use std::net::IpAddr;

/// An event of a queue. Claims and jobs are indices into those so far.
#[derive(Clone, Debug)]
pub enum QueueEvent {
    Enter {
        client: u8,
        is_background: bool,
        parts: u32,
        needs: Resources,
    },
    /// A worker asks for work.
    Take {
        worker: usize,
    },
    /// A worker renews a claim with its progress, and perhaps a checkpoint.
    Renew {
        claim: usize,
        generated: u64,
        is_kept: bool,
    },
    /// A worker finishes a part, or fails the job.
    Finish {
        claim: usize,
        has_failed: bool,
    },
    /// A worker gives a part back.
    GiveBack {
        claim: usize,
    },
    End {
        job: usize,
    },
    /// Advances the clock by these seconds. No sum of them equals the duration of a claim.
    Pass {
        seconds: u64,
    },
    /// Detects dead workers.
    Expire,
}

pub fn workers() -> Vec<WorkerInfo> {
    let card = |name: &str, capacity, class| WorkerInfo { name: name.into(), capacity, class };
    let large = Resources { version: 2, mebibytes: 512, seconds: 3_600 };
    vec![
        card("large", large, JobClass::Interactive),
        card("background", large, JobClass::Background),
        card("untried", large, JobClass::FirstRun),
        card("older", Resources { version: 1, ..large }, JobClass::Interactive),
        card("small", Resources { mebibytes: 64, ..large }, JobClass::Interactive),
        card("hasty", Resources { seconds: 60, ..large }, JobClass::Background),
    ]
}

pub fn events(most: usize) -> impl Strategy<Value = Vec<QueueEvent>> {
    let needs = (1..=2_u32, prop_oneof![Just(0), Just(256_u64)], prop_oneof![Just(0), Just(600_u64)]);
    let needs = needs.prop_map(|(version, mebibytes, seconds)| Resources { version, mebibytes, seconds });
    let parts = prop_oneof![2 => Just(1_u32), 1 => 2..5_u32];
    let event = prop_oneof![
        4 => (0..3_u8, prop::bool::weighted(0.2), parts, needs)
            .prop_map(|(client, is_background, parts, needs)| QueueEvent::Enter { client, is_background, parts, needs }),
        8 => (0..6_usize).prop_map(|worker| QueueEvent::Take { worker }),
        3 => (any::<usize>(), 0..99_u64, any::<bool>())
            .prop_map(|(claim, generated, is_kept)| QueueEvent::Renew { claim, generated, is_kept }),
        5 => (any::<usize>(), prop::bool::weighted(0.1)).prop_map(|(claim, has_failed)| QueueEvent::Finish { claim, has_failed }),
        1 => any::<usize>().prop_map(|claim| QueueEvent::GiveBack { claim }),
        1 => any::<usize>().prop_map(|job| QueueEvent::End { job }),
        2 => prop_oneof![Just(3_u64), Just(11)].prop_map(|seconds| QueueEvent::Pass { seconds }),
        2 => Just(QueueEvent::Expire),
    ];
    prop::collection::vec(event, 1..most)
}

pub fn job(id: u64, client: u8, is_background: bool, parts: u32, needs: Resources) -> QueuedJob {
    let client = (client > 0).then(|| IpAddr::from([10, 0, 0, client]));
    QueuedJob { id, client, is_background, question: format!("question {id}"), parts, needs }
}

pub fn job_end(state: JobState, result: Option<String>) -> JobEnd {
    JobEnd { state, why: None, result_type: None, result, ended_ms: 5 }
}

pub fn renewal(claim: Claim, generated: u64, is_kept: bool) -> Renewal {
    let checkpoint = is_kept.then(|| Checkpoint::of(&(claim.fencing_token, generated)).expect("it is small"));
    Renewal { claim, progress: JobProgress { generated, ..JobProgress::default() }, checkpoint }
}

/// The report of a correct worker at the end of a part.
pub fn part_end(taken: &TakenPart, has_failed: bool) -> PartEnd {
    let Claim { job, part, .. } = taken.claim;
    match part + 1 == taken.parts {
        _ if has_failed => PartEnd::Job(job_end(JobState::Failed, None)),
        true => PartEnd::Job(job_end(JobState::Done, Some(format!("result of {job}: {}", taken.results.join(", "))))),
        false => PartEnd::Result(format!("part {part} of {job}")),
    }
}

/// The queue, the time, all claims, and all ended jobs.
#[derive(Default)]
pub struct QueueWorld {
    pub queue: MemoryQueue,
    pub now: Duration,
    pub jobs: Vec<QueuedJob>,
    pub claims: Vec<TakenPart>,
    pub ends: BTreeMap<u64, JobEnd>,
    /// The fencing token of each part that is held, and until when: a second record beside the queue.
    holders: BTreeMap<(u64, u32), (u64, Duration)>,
    /// The last checkpoint of each part that was recorded under a claim that held.
    checkpoints: BTreeMap<(u64, u32), Checkpoint>,
}

impl QueueWorld {
    pub fn claim(&self, place: usize) -> Option<TakenPart> {
        (!self.claims.is_empty()).then(|| self.claims[place % self.claims.len()].clone())
    }

    pub fn job(&self, place: usize) -> Option<u64> {
        (!self.jobs.is_empty()).then(|| self.jobs[place % self.jobs.len()].id)
    }

    fn holds(&self, claim: Claim) -> bool {
        self.holders.get(&(claim.job, claim.part)).is_some_and(|(token, _)| *token == claim.fencing_token)
    }

    fn end(&mut self, job: u64, end: JobEnd) {
        self.holders.retain(|(held, _), _| *held != job);
        assert_eq!(self.ends.insert(job, end), None, "job {job} has one end");
    }

    /// Applies an event to the queue; returns the part that a worker takes by it.
    pub fn apply(&mut self, event: &QueueEvent) -> Option<TakenPart> {
        match *event {
            QueueEvent::Enter { client, is_background, parts, needs } => {
                let job = job(self.jobs.len() as u64 + 1, client, is_background, parts, needs);
                self.queue.enter(job.clone(), Vec::new());
                self.jobs.push(job);
            }
            QueueEvent::Take { worker } => {
                let taken = self.queue.take(&workers()[worker], self.now);
                self.claims.extend(taken.clone());
                let held =
                    taken.iter().map(|taken| ((taken.claim.job, taken.claim.part), (taken.claim.fencing_token, self.now + CLAIM_DURATION)));
                self.holders.extend(held);
                return taken;
            }
            QueueEvent::Renew { claim, generated, is_kept } => {
                if let Some(TakenPart { claim, .. }) = self.claim(claim) {
                    let renewal = renewal(claim, generated, is_kept);
                    let lost = self.queue.renew(std::slice::from_ref(&renewal), self.now);
                    assert_eq!(lost.is_empty(), self.holds(claim), "{claim:?}");
                    if self.holds(claim) {
                        let part = (claim.job, claim.part);
                        self.holders.insert(part, (claim.fencing_token, self.now + CLAIM_DURATION));
                        self.checkpoints.extend(renewal.checkpoint.map(|checkpoint| (part, checkpoint)));
                    }
                }
            }
            QueueEvent::Finish { claim, has_failed } => {
                if let Some(taken) = self.claim(claim) {
                    let ended = self.queue.finish(taken.claim, part_end(&taken, has_failed));
                    if self.holds(taken.claim) {
                        self.holders.remove(&(taken.claim.job, taken.claim.part));
                    }
                    if let Some(end) = ended {
                        self.end(taken.claim.job, end);
                    }
                }
            }
            QueueEvent::GiveBack { claim } => {
                if let Some(taken) = self.claim(claim) {
                    if self.holds(taken.claim) {
                        self.holders.remove(&(taken.claim.job, taken.claim.part));
                    }
                    self.queue.give_back(&[taken.claim]);
                }
            }
            QueueEvent::End { job } => {
                if let Some(job) = self.job(job)
                    && self.queue.remove(job)
                {
                    self.end(job, job_end(JobState::Cancelled, None));
                }
            }
            QueueEvent::Pass { seconds } => self.now += Duration::from_secs(seconds),
            QueueEvent::Expire => {
                self.holders.retain(|_, (_, until)| *until >= self.now);
                for (job, part, parts) in self.queue.expire(self.now) {
                    self.end(job, given_up(part, parts, 5));
                }
            }
        }
        None
    }

    /// A worker gets the first part that it can do and that no other worker holds.
    fn check(&self, worker: &WorkerInfo, taken: &TakenPart) {
        let Claim { job, part, fencing_token } = taken.claim;
        let asked = &self.jobs[job as usize - 1];
        assert!(worker.capacity.cover(&asked.needs) && worker.class.has(asked, fencing_token - 1), "{worker:?} was handed {asked:?}");
        assert!(!self.ends.contains_key(&job), "{job} is over");
        assert_eq!((&taken.question, taken.parts), (&asked.question, asked.parts));
        let before = self
            .claims
            .iter()
            .filter(|other| (other.claim.job, other.claim.part) == (job, part) && other.claim.fencing_token >= fencing_token);
        assert_eq!(before.count(), 1, "a fencing token is given once");
        assert_eq!(taken.checkpoint.as_ref(), self.checkpoints.get(&(job, part)), "{taken:?} continues from where the last was");
        if part + 1 == taken.parts {
            let results: Vec<String> = (0..part).map(|part| format!("part {part} of {job}")).collect();
            assert_eq!(taken.results, results, "the last part waits for all others");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// After any events each job has at most one end, and one when the workers continue.
    #[test]
    fn every_job_ends_once(events in events(120)) {
        let mut world = QueueWorld::default();
        for event in &events {
            let taken = world.apply(event);
            if let (QueueEvent::Take { worker }, Some(taken)) = (event, taken) {
                world.check(&workers()[*worker], &taken);
            }
        }
        // All workers die again, and then the most capable ones finish the rest.
        world.apply(&QueueEvent::Pass { seconds: 11 });
        world.apply(&QueueEvent::Expire);
        while let Some(worker) = (0..2).find(|&worker| world.apply(&QueueEvent::Take { worker }).is_some()) {
            let last = world.claims.len() - 1;
            world.check(&workers()[worker], &world.claims[last]);
            world.apply(&QueueEvent::Finish { claim: last, has_failed: false });
        }
        for job in &world.jobs {
            let end = world.ends.get(&job.id).expect("it has ended");
            prop_assert!(world.queue.status(job.id).is_none());
            if end.state == JobState::Done {
                let parts: Vec<String> = (0..job.parts - 1).map(|part| format!("part {part} of {}", job.id)).collect();
                prop_assert_eq!(end.result.clone(), Some(format!("result of {}: {}", job.id, parts.join(", "))));
            }
        }
    }
}

#[test]
fn a_client_with_many_jobs_does_not_delay_others() {
    let mut world = QueueWorld::default();
    for client in [1, 1, 1, 2, 2, 3] {
        world.apply(&QueueEvent::Enter { client, is_background: false, parts: 1, needs: Resources::default() });
    }
    let mut order = Vec::new();
    while let Some(taken) = world.apply(&QueueEvent::Take { worker: 0 }) {
        order.push(taken.claim.job);
        world.apply(&QueueEvent::Finish { claim: order.len() - 1, has_failed: false });
    }
    assert_eq!(order, [1, 4, 6, 2, 5, 3]);
}

#[test]
fn a_job_that_kills_its_workers_is_given_up() {
    let mut world = QueueWorld::default();
    world.apply(&QueueEvent::Enter { client: 1, is_background: false, parts: 3, needs: Resources::default() });
    for death in 1..=MAX_DEATHS {
        assert!(world.ends.is_empty());
        let taken = world.apply(&QueueEvent::Take { worker: 0 }).expect("it waits");
        assert_eq!((taken.claim.part, taken.claim.fencing_token), (0, u64::from(death)));
        world.apply(&QueueEvent::Pass { seconds: 11 });
        world.apply(&QueueEvent::Expire);
    }
    let why = world.ends[&1].why.clone().expect("a reason");
    assert_eq!(why.to_string(), "given up: 2 workers died while they worked on it (part 1 of 3)");
    assert!(world.apply(&QueueEvent::Take { worker: 0 }).is_none());
}

#[test]
fn a_job_that_comes_further_is_not_given_up() {
    let mut world = QueueWorld::default();
    world.apply(&QueueEvent::Enter { client: 1, is_background: false, parts: 1, needs: Resources::default() });
    for death in 0..2 * MAX_DEATHS as usize {
        world.apply(&QueueEvent::Take { worker: 0 }).expect("it waits");
        world.apply(&QueueEvent::Renew { claim: death, generated: 1, is_kept: true });
        world.apply(&QueueEvent::Pass { seconds: 11 });
        world.apply(&QueueEvent::Expire);
    }
    assert!(world.ends.is_empty());
}

/// After a restart the queue is built from the storage.
#[test]
fn a_job_that_enters_again_continues_from_its_checkpoints() {
    let checkpoint = |part: u32| Checkpoint::of(&part).expect("it is small");
    let kept = |parts| (0..3).map(|part| CheckpointRow { job: 1, part, parts, checkpoint: checkpoint(part) }).collect::<Vec<_>>();
    let (worker, now) = (&workers()[0], Duration::ZERO);
    for (rows, wanted) in [(kept(2), [Some(checkpoint(0)), Some(checkpoint(1))]), (kept(3), [None, None])] {
        let mut queue = MemoryQueue::default();
        queue.enter(job(1, 1, false, 2, Resources::default()), rows);
        let found = wanted.clone().map(|_| {
            let taken = queue.take(worker, now).expect("it waits");
            queue.finish(taken.claim, part_end(&taken, false));
            taken.checkpoint
        });
        assert_eq!(found, wanted, "those of a job that was cut otherwise are of no use");
    }
}

/// Finished parts are not repeated after a restart.
#[test]
fn parts_that_were_done_are_kept() {
    let (worker, now) = (&workers()[0], Duration::ZERO);
    let mut queue = MemoryQueue::default();
    queue.enter(job(1, 1, false, 3, Resources::default()), Vec::new());
    let first = queue.take(worker, now).expect("it waits");
    let row = queue.done_row(first.claim, &part_end(&first, false)).expect("it is small");
    assert_eq!(queue.done_row(first.claim, &part_end(&first, true)), None, "what ends the job");
    assert_eq!(queue.done_row(first.claim, &PartEnd::Result("x".repeat(1 << 16))), None, "what is too large is done again");
    queue.finish(first.claim, part_end(&first, false));
    assert_eq!(queue.done_row(first.claim, &part_end(&first, false)), None, "it is no longer held");

    let mut again = MemoryQueue::default();
    again.enter(job(1, 1, false, 3, Resources::default()), vec![row]);
    assert_eq!(again.status(1).map(|standing| standing.progress.done), Some(1));
    let left: Vec<TakenPart> = std::iter::from_fn(|| {
        let taken = again.take(worker, now)?;
        again.finish(taken.claim, part_end(&taken, false));
        Some(taken)
    })
    .collect();
    assert_eq!(left.iter().map(|taken| taken.claim.part).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(left[1].results, ["part 0 of 1", "part 1 of 1"]);
}
