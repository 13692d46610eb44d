//! Job queue in memory, without I/O; the reference implementation for the tests of the queue in a database.

use super::{CLAIM_DURATION, Claim, JobStatus, MAX_DEATHS, PartEnd, QueuedJob, Renewal, TakenPart, WorkerInfo};
use crate::{CheckpointRow, JobEnd};
use protocol::JobProgress;
use runtime::Checkpoint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

/// Jobs in order of arrival. Times are durations since a fixed moment.
#[derive(Default)]
pub struct MemoryQueue {
    jobs: BTreeMap<u64, Waiting>,
    /// The number of jobs so far.
    entered: u64,
    /// The turn at which each client was last served, since the queue was last empty.
    served: BTreeMap<Option<IpAddr>, u64>,
    turns: u64,
}

struct Waiting {
    job: QueuedJob,
    place: u64,
    parts: Vec<Part>,
}

#[derive(Clone, Default)]
struct Part {
    /// How often the part has been taken.
    fencing_token: u64,
    /// The expiry of the current claim.
    until: Option<Duration>,
    deaths: u32,
    progress: JobProgress,
    result: Option<String>,
    checkpoint: Option<Checkpoint>,
}

/// The result of a part, stored in place of its checkpoint for a restart.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Done {
    result: String,
}

impl Part {
    fn is_free(&self) -> bool {
        self.until.is_none() && self.result.is_none() && self.deaths < MAX_DEATHS
    }
}

impl Waiting {
    /// Whether a part can begin: the combining part waits for the others.
    fn is_ready(&self, part: usize) -> bool {
        part + 1 < self.parts.len() || self.parts[..part].iter().all(|before| before.result.is_some())
    }

    fn running(&self) -> usize {
        self.parts.iter().filter(|part| part.until.is_some()).count()
    }
}

impl MemoryQueue {
    /// Appends a job with the checkpoints and results from before a restart. They are ignored if the number of parts has changed.
    pub fn enter(&mut self, job: QueuedJob, checkpoints: Vec<CheckpointRow>) {
        if self.jobs.is_empty() {
            self.served.clear();
        }
        self.entered += 1;
        let mut parts = vec![Part::default(); job.parts as usize];
        for row in checkpoints.into_iter().filter(|row| (row.job, row.parts) == (job.id, job.parts)) {
            if let Some(part) = parts.get_mut(row.part as usize) {
                match row.checkpoint.read() {
                    Some(Done { result }) => part.result = Some(result),
                    None => part.checkpoint = Some(row.checkpoint),
                }
            }
        }
        self.jobs.entry(job.id).or_insert(Waiting { job, place: self.entered, parts });
    }

    pub fn holds(&self, job: u64) -> bool {
        self.jobs.contains_key(&job)
    }

    pub fn take(&mut self, worker: &WorkerInfo, now: Duration) -> Option<TakenPart> {
        let mut running: BTreeMap<Option<IpAddr>, usize> = BTreeMap::new();
        self.jobs.values().for_each(|waiting| *running.entry(waiting.job.client).or_default() += waiting.running());
        let parts = self.jobs.values().filter(|waiting| worker.capacity.cover(&waiting.job.needs)).flat_map(|waiting| {
            let suits = move |part: &Part| part.is_free() && worker.class.has(&waiting.job, part.fencing_token);
            let free = move |part: &usize| suits(&waiting.parts[*part]) && waiting.is_ready(*part);
            (0..waiting.parts.len()).filter(free).map(move |part| (waiting, part))
        });
        let (waiting, part) = parts.min_by_key(|(waiting, part)| {
            let client = waiting.job.client;
            (running[&client], self.served.get(&client).copied().unwrap_or(0), waiting.place, *part)
        })?;
        let job = waiting.job.id;
        self.turns += 1;
        self.served.insert(waiting.job.client, self.turns);
        let waiting = self.jobs.get_mut(&job)?;
        let is_last = part + 1 == waiting.parts.len();
        let results = if is_last { waiting.parts.iter().filter_map(|part| part.result.clone()).collect() } else { Vec::new() };
        let taken = &mut waiting.parts[part];
        let checkpoint = taken.checkpoint.take();
        let (until, deaths) = (Some(now + CLAIM_DURATION), taken.deaths);
        *taken = Part { fencing_token: taken.fencing_token + 1, until, deaths, checkpoint: checkpoint.clone(), ..Part::default() };
        let claim = Claim { job, part: part as u32, fencing_token: taken.fencing_token };
        Some(TakenPart { claim, parts: waiting.job.parts, question: waiting.job.question.clone(), results, checkpoint })
    }

    fn held(&mut self, claim: Claim) -> Option<&mut Part> {
        let part = self.jobs.get_mut(&claim.job)?.parts.get_mut(claim.part as usize)?;
        (part.fencing_token == claim.fencing_token && part.until.is_some()).then_some(part)
    }

    /// Records progress and extends the claims; returns the expired ones.
    pub fn renew(&mut self, held: &[Renewal], now: Duration) -> Vec<Claim> {
        let mut lost = Vec::new();
        for Renewal { claim, progress, checkpoint } in held {
            match self.held(*claim) {
                Some(part) => {
                    (part.until, part.progress) = (Some(now + CLAIM_DURATION), *progress);
                    if let Some(checkpoint) = checkpoint {
                        (part.checkpoint, part.deaths) = (Some(checkpoint.clone()), 0);
                    }
                }
                None => lost.push(*claim),
            }
        }
        lost
    }

    /// The number of running parts of a job.
    pub fn running(&self, job: u64) -> usize {
        self.jobs.get(&job).map_or(0, Waiting::running)
    }

    pub fn parts(&self, job: u64) -> Option<u32> {
        self.jobs.get(&job).map(|waiting| waiting.job.parts)
    }

    /// The row that stores the result of a part, so that a restart does not repeat it. None if the part ends its job, the claim has
    /// expired, or the result exceeds the size of a checkpoint.
    pub fn done_row(&mut self, claim: Claim, end: &PartEnd) -> Option<CheckpointRow> {
        let PartEnd::Result(result) = end else { return None };
        self.held(claim)?;
        let checkpoint = Checkpoint::of(&Done { result: result.clone() })?;
        Some(CheckpointRow { job: claim.job, part: claim.part, parts: self.parts(claim.job)?, checkpoint })
    }

    /// Records the end of a part; returns the end of its job, if that is over.
    pub fn finish(&mut self, claim: Claim, end: PartEnd) -> Option<JobEnd> {
        let part = self.held(claim)?;
        match end {
            PartEnd::Result(result) => {
                (part.until, part.result, part.checkpoint) = (None, Some(result), None);
                None
            }
            PartEnd::Job(end) => {
                self.jobs.remove(&claim.job);
                Some(end)
            }
        }
    }

    pub fn give_back(&mut self, claims: &[Claim]) {
        for claim in claims {
            if let Some(part) = self.held(*claim) {
                part.until = None;
            }
        }
    }

    pub fn remove(&mut self, job: u64) -> bool {
        self.jobs.remove(&job).is_some()
    }

    /// Releases expired claims. Removes and returns poison jobs, each with its part. Only the database queue needs this.
    #[cfg(any(test, feature = "laws"))]
    pub fn expire(&mut self, now: Duration) -> Vec<(u64, u32, u32)> {
        let mut poison = Vec::new();
        for (id, waiting) in &mut self.jobs {
            for part in waiting.parts.iter_mut().filter(|part| part.until.is_some_and(|until| until < now)) {
                (part.until, part.deaths) = (None, part.deaths + 1);
            }
            let poison_part = waiting.parts.iter().position(|part| part.deaths >= MAX_DEATHS);
            poison.extend(poison_part.map(|part| (*id, part as u32, waiting.job.parts)));
        }
        poison.iter().for_each(|(id, ..)| drop(self.jobs.remove(id)));
        poison
    }

    pub fn status(&self, job: u64) -> Option<JobStatus> {
        let waiting = self.jobs.get(&job)?;
        let mut progress = JobProgress::default();
        for part in &waiting.parts {
            progress.generated += part.progress.generated;
            progress.depth = progress.depth.max(part.progress.depth);
            progress.bytes += if part.until.is_some() { part.progress.bytes } else { 0 };
            progress.time_us += part.progress.time_us;
            progress.done += u32::from(part.result.is_some());
        }
        progress.parts = waiting.job.parts;
        let is_begun = waiting.parts.iter().any(|part| part.until.is_some() || part.result.is_some());
        Some(JobStatus { id: job, is_running: is_begun, progress })
    }
}
