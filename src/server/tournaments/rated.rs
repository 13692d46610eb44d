//! The games that count for lasting ratings, of every rated tournament that has finished: small, and kept until one of them changes.

use super::RecordedTournament;
use super::ratings::RatedTournament;
use crate::core::Error;
use crate::core::storage::{self, Storage, TournamentFilter};
use crate::core::work::Pool;
use protocol::{Play, TournamentStage};
use rules::Catalogue;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tokio::sync::Mutex;

/// How many tournaments are looked at between two waits.
const PAGE: usize = 100;

/// What has been gathered, and of which version.
#[derive(Default)]
pub struct RatedTournaments {
    version: AtomicU64,
    gathered: Mutex<Gathered>,
}

#[derive(Default)]
struct Gathered {
    version: Option<u64>,
    by_number: BTreeMap<u64, Arc<RatedTournament>>,
    /// Those that have changed since they were gathered.
    counted: Vec<Arc<RatedTournament>>,
}

impl RatedTournaments {
    /// A tournament that had finished has changed, or one has finished.
    pub fn changed(&self) {
        self.version.fetch_add(1, Relaxed);
    }

    /// All of them, the first played first, and their version. One at a time gathers; the others wait for it.
    pub async fn gather(&self, storage: &dyn Storage, reports: &Pool, games: Catalogue) -> Result<(u64, Vec<Arc<RatedTournament>>), Error> {
        let mut gathered = self.gathered.lock().await;
        let version = self.version.load(Relaxed);
        if gathered.version == Some(version) {
            return Ok((version, gathered.counted.clone()));
        }
        let over = [TournamentStage::Finished, TournamentStage::Archived];
        let mut rows = Vec::new();
        loop {
            let before = rows.last().map(|row: &storage::TournamentRow| row.id);
            let page = storage.list_tournaments(TournamentFilter { stages: over.into(), before, limit: PAGE }).await?;
            let is_last = page.len() < PAGE;
            rows.extend(page);
            if is_last {
                break;
            }
        }
        let mut by_number = BTreeMap::new();
        for row in rows.iter().rev() {
            let log = storage::whole_tournament(storage, row.id).await?;
            // A log only ever grows: one that is as long as before is as it was.
            if let Some(known) = gathered.by_number.get(&row.id).filter(|known| known.lines == log.len() as u64) {
                by_number.insert(row.id, known.clone());
                continue;
            }
            let (id, created_ms) = (row.id, row.created_ms);
            let mut reading = reports.submit(move |_| {
                let (plan, recorded) = RecordedTournament::read(&log, games)?;
                Ok::<_, String>(RatedTournament::of(id, created_ms, plan, &recorded))
            })?;
            // One whose log does not read is suspended, and counts for nobody.
            let Ok(rated) = reading.done().await? else { continue };
            by_number.insert(row.id, Arc::new(rated));
        }
        let mut counted: Vec<Arc<RatedTournament>> = Vec::new();
        for rated in by_number.values() {
            // One that has come back as an archive, perhaps from here, counts once.
            let is_copy = counted.iter().any(|other| other.created_ms == rated.created_ms && other.plan == rated.plan);
            if rated.plan.play != Some(Play::Practice) && !is_copy {
                counted.push(rated.clone());
            }
        }
        *gathered = Gathered { version: Some(version), by_number, counted };
        Ok((version, gathered.counted.clone()))
    }
}
