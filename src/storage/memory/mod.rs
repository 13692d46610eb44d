//! Storage that keeps nothing beyond the process: for simulation, and for matches that nobody wants to keep.

mod query;

use super::numbers::Numbers;
use super::{
    Change, CheckpointRow, Fault, JobRow, ListedMatch, MatchFilter, MatchRow, RehearsalRow, ReviewedMatch, Storage, StorageError,
    StorageFuture, Tally, TokenRow, TournamentFilter, TournamentRow,
};
use super::{JobEnd, JobHeading};
use bytestring::ByteString;
use futures_util::FutureExt;
use protocol::Seat;
use rules::BySide;
use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::sync::{Mutex, MutexGuard, PoisonError};

struct MatchRecord {
    row: MatchRow,
    log: Vec<ByteString>,
    unseen: BySide<bool>,
}

/// Everything in memory. What is asked is done before the call returns, so that simulated time can't pass meanwhile.
#[derive(Default)]
pub struct MemoryStorage {
    numbers: Numbers,
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Memory {
    matches: BTreeMap<u64, MatchRecord>,
    tournaments: BTreeMap<u64, TournamentRow>,
    tournament_logs: BTreeMap<u64, Vec<ByteString>>,
    is_half_moved: bool,
    tokens: BTreeMap<u64, TokenRow>,
    rehearsals: BTreeMap<String, RehearsalRow>,
    jobs: BTreeMap<u64, JobRow>,
    /// By job and part.
    checkpoints: BTreeMap<(u64, u32), CheckpointRow>,
}

impl Memory {
    /// What would go wrong, before anything is written. Changes are checked against what those before them will have made.
    fn check(&self, changes: &[Change]) -> Result<(), StorageError> {
        let (mut matches, mut tournament_lines) = (BTreeMap::<u64, u64>::new(), BTreeMap::<u64, u64>::new());
        let (mut tournaments, mut jobs, mut tokens, mut hashes) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let conflict = |what: String| Err(StorageError::new(Fault::Conflict, what));
        for change in changes {
            match change {
                Change::Match(row) => {
                    if self.matches.contains_key(&row.game) || matches.insert(row.game, 0).is_some() {
                        return conflict(format!("there is a match {} already", row.game));
                    }
                }
                Change::Line { game, number, .. } => {
                    let kept = self.matches.get(game).map(|kept| kept.log.len() as u64);
                    let Some(lines) = matches.get(game).copied().or(kept) else { return conflict(format!("there is no match {game}")) };
                    if lines != *number {
                        return conflict(format!("line {number} of match {game} does not follow {lines} lines"));
                    }
                    matches.insert(*game, lines + 1);
                }
                Change::End { game, .. } => {
                    if !matches.contains_key(game) && !self.matches.contains_key(game) {
                        return conflict(format!("there is no match {game}"));
                    }
                }
                Change::Tournament(row) => {
                    if self.tournaments.contains_key(&row.id) || !tournaments.insert(row.id) {
                        return conflict(format!("there is a tournament {} already", row.id));
                    }
                }
                Change::TournamentLine { id, number, .. } => {
                    let kept = self.tournament_logs.get(id).map_or(0, |log| log.len() as u64);
                    let lines = tournament_lines.entry(*id).or_insert(kept);
                    if lines != number {
                        return conflict(format!("line {number} of tournament {id} does not follow {lines} lines"));
                    }
                    *lines += 1;
                }
                Change::TournamentState { id, .. } | Change::TournamentDeleted { id } => {
                    if !tournaments.contains(id) && !self.tournaments.contains_key(id) {
                        return conflict(format!("there is no tournament {id}"));
                    }
                }
                Change::Token(row) => {
                    if self.tokens.contains_key(&row.id) || !tokens.insert(row.id) {
                        return conflict(format!("there is a token {} already", row.id));
                    }
                    if self.tokens.values().any(|other| other.hash == row.hash) || !hashes.insert(row.hash) {
                        return conflict(format!("token {} is there already, under another number", row.id));
                    }
                }
                Change::Job(row) => {
                    if self.jobs.contains_key(&row.id) || !jobs.insert(row.id) {
                        return conflict(format!("there is a job {} already", row.id));
                    }
                }
                Change::Seen { .. } | Change::MatchForgotten { .. } | Change::Revoked { .. } | Change::ImportForgotten { .. } => {}
                Change::JobQueued(_)
                | Change::JobTaken { .. }
                | Change::JobGivenBack { .. }
                | Change::JobEnd { .. }
                | Change::Checkpoint(_)
                | Change::JobsForgotten { .. }
                | Change::Rehearsed { .. }
                | Change::Moving(_) => {}
            }
        }
        Ok(())
    }

    /// Writes a change that has been checked.
    fn apply(&mut self, change: &Change) {
        match change {
            Change::ImportForgotten { id } => {
                if !self.tournaments.contains_key(id) {
                    self.matches.retain(|_, kept| kept.row.tournament != Some(*id));
                    self.tournament_logs.remove(id);
                }
            }
            Change::Match(row) => {
                self.matches.insert(row.game, MatchRecord { row: row.clone(), log: Vec::new(), unseen: BySide::default() });
            }
            Change::Line { game, body, .. } => {
                if let Some(kept) = self.matches.get_mut(game) {
                    kept.log.push(body.clone());
                }
            }
            Change::End { game, end } => {
                if let Some(kept) = self.matches.get_mut(game) {
                    kept.row.end = Some(end.clone());
                    kept.unseen = BySide { white: true, black: true };
                }
            }
            Change::MatchForgotten { game } => {
                self.matches.remove(game);
                self.forget_review(*game);
            }
            Change::Seen { game, seat } => {
                if let Some(kept) = self.matches.get_mut(game) {
                    match seat {
                        Seat::White => kept.unseen.white = false,
                        Seat::Black => kept.unseen.black = false,
                    }
                }
            }
            Change::Tournament(row) => {
                self.tournaments.insert(row.id, row.clone());
            }
            Change::TournamentLine { id, body, .. } => self.tournament_logs.entry(*id).or_default().push(body.clone()),
            Change::TournamentDeleted { id } => drop(self.tournaments.remove(id)),
            Change::TournamentState { id, stage, entrants } => {
                if let Some(row) = self.tournaments.get_mut(id) {
                    (row.stage, row.entrants) = (*stage, *entrants);
                }
            }
            Change::Token(row) => drop(self.tokens.insert(row.id, row.clone())),
            Change::Moving(begins) => self.is_half_moved = *begins,
            Change::Revoked { id } => drop(self.tokens.remove(id)),
            Change::Rehearsed { row, kept } => {
                self.rehearsals.insert(row.bot.clone(), row.clone());
                let oldest = self.rehearsals.values().min_by_key(|row| row.at_ms).map(|row| row.bot.clone());
                if let Some(oldest) = oldest.filter(|_| self.rehearsals.len() > *kept as usize) {
                    self.rehearsals.remove(&oldest);
                }
            }
            Change::Job(row) => {
                if let Some(game) = row.game {
                    self.forget_review(game);
                }
                self.jobs.insert(row.id, row.clone());
            }
            Change::Checkpoint(row) => {
                if let Some(job) = self.jobs.get_mut(&row.job).filter(|job| job.end.is_none()) {
                    job.tries = job.tries.min(1);
                    self.checkpoints.insert((row.job, row.part), row.clone());
                }
            }
            Change::JobEnd { id, end } => {
                self.checkpoints.retain(|(job, _), _| job != id);
                if let Some(row) = self.jobs.get_mut(id).filter(|row| row.end.is_none()) {
                    (row.end, row.question) = (Some(end.clone()), None);
                }
            }
            Change::JobQueued(_) => {}
            Change::JobTaken { id } => {
                if let Some(row) = self.jobs.get_mut(id) {
                    row.tries += 1;
                }
            }
            Change::JobGivenBack { id } => {
                if let Some(row) = self.jobs.get_mut(id) {
                    row.tries = row.tries.saturating_sub(1);
                }
            }
            Change::JobsForgotten { kept, reviews } => {
                for (is_review, kept) in [(false, kept), (true, reviews)] {
                    let over = |row: &JobRow| Some((row.end.as_ref()?.ended_ms, row.id));
                    let mut ended: Vec<_> = self.jobs.values().filter(|row| row.game.is_some() == is_review).filter_map(over).collect();
                    ended.sort_unstable_by(|a, b| b.cmp(a));
                    for (_, id) in ended.into_iter().skip(*kept as usize) {
                        self.jobs.remove(&id);
                    }
                }
            }
        }
    }

    fn forget_review(&mut self, game: u64) {
        self.jobs.retain(|_, row| row.game != Some(game) || row.end.is_none());
    }
}

/// The lines from `from` on, at most so many.
fn page(log: Option<&Vec<ByteString>>, from: u64, limit: usize) -> Vec<ByteString> {
    log.into_iter().flatten().skip(usize::try_from(from).unwrap_or(usize::MAX)).take(limit).cloned().collect()
}

impl MemoryStorage {
    fn lock(&self) -> MutexGuard<'_, Memory> {
        // No code that can panic runs under the lock.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An answer that is there already.
fn at_once<'a, T: Send + 'a>(answer: T) -> StorageFuture<'a, T> {
    ready(Ok(answer)).boxed()
}

impl Storage for MemoryStorage {
    fn write(&self, changes: Vec<Change>) -> StorageFuture<'_, ()> {
        let mut memory = self.lock();
        let checked = memory.check(&changes);
        if checked.is_ok() {
            self.numbers.note(&changes);
            changes.iter().for_each(|change| memory.apply(change));
        }
        ready(checked).boxed()
    }

    fn trouble(&self) -> Option<String> {
        None
    }

    fn number_matches(&self, count: u64) -> StorageFuture<'_, u64> {
        self.numbers.of_matches(count)
    }

    fn number_tournament(&self) -> StorageFuture<'_, u64> {
        self.numbers.of_tournament()
    }

    fn number_job(&self) -> StorageFuture<'_, u64> {
        self.numbers.of_job()
    }

    fn find_match(&self, game: u64) -> StorageFuture<'_, Option<MatchRow>> {
        at_once(self.lock().matches.get(&game).map(|kept| kept.row.clone()))
    }

    fn list_matches(&self, filter: MatchFilter) -> StorageFuture<'_, Vec<ListedMatch>> {
        at_once(self.lock().list_matches(&filter))
    }

    fn tally(&self, bot: &str) -> StorageFuture<'_, Vec<Tally>> {
        at_once(self.lock().tally(bot))
    }

    fn read_log(&self, game: u64, from: u64, limit: usize) -> StorageFuture<'_, Vec<ByteString>> {
        at_once(page(self.lock().matches.get(&game).map(|kept| &kept.log), from, limit))
    }

    fn unseen(&self, bot: &str, limit: usize) -> StorageFuture<'_, Vec<MatchRow>> {
        at_once(self.lock().unseen(bot, limit))
    }

    fn old_friendly(&self, before_ms: i64, limit: usize) -> StorageFuture<'_, Vec<u64>> {
        let memory = self.lock();
        let is_old = |row: &MatchRow| row.tournament.is_none() && row.end.as_ref().is_some_and(|end| end.ended_ms < before_ms);
        let newest = memory.matches.keys().next_back().copied();
        let old = memory.matches.values().map(|kept| &kept.row).filter(|row| Some(row.game) != newest && is_old(row));
        let mut old: Vec<_> = old.map(|row| (row.end.as_ref().map(|end| end.ended_ms), row.game)).collect();
        old.sort_unstable();
        at_once(old.into_iter().map(|(_, game)| game).take(limit).collect())
    }

    fn find_tournament(&self, id: u64) -> StorageFuture<'_, Option<TournamentRow>> {
        at_once(self.lock().tournaments.get(&id).cloned())
    }

    fn list_tournaments(&self, filter: TournamentFilter) -> StorageFuture<'_, Vec<TournamentRow>> {
        at_once(self.lock().list_tournaments(&filter))
    }

    fn read_tournament(&self, id: u64, from: u64, limit: usize) -> StorageFuture<'_, Vec<ByteString>> {
        at_once(page(self.lock().tournament_logs.get(&id), from, limit))
    }

    fn broken_imports(&self) -> StorageFuture<'_, Vec<u64>> {
        let memory = self.lock();
        let hidden = memory.matches.values().filter(|kept| !memory.is_visible(&kept.row)).filter_map(|kept| kept.row.tournament);
        at_once(hidden.collect::<BTreeSet<_>>().into_iter().collect())
    }

    fn list_tokens(&self) -> StorageFuture<'_, Vec<TokenRow>> {
        at_once(self.lock().tokens.values().cloned().collect())
    }

    fn find_token(&self, hash: [u8; 32]) -> StorageFuture<'_, Option<TokenRow>> {
        at_once(self.lock().tokens.values().find(|row| row.hash == hash).cloned())
    }

    fn has_token(&self, bot: &str) -> StorageFuture<'_, bool> {
        at_once(self.lock().tokens.values().any(|row| row.bot.as_deref() == Some(bot)))
    }

    fn list_rehearsals(&self) -> StorageFuture<'_, Vec<RehearsalRow>> {
        at_once(self.lock().rehearsals.values().cloned().collect())
    }

    fn has_operator(&self) -> StorageFuture<'_, bool> {
        at_once(self.lock().tokens.values().any(|row| row.bot.is_none()))
    }

    fn find_job(&self, id: u64) -> StorageFuture<'_, Option<JobRow>> {
        at_once(self.lock().jobs.get(&id).cloned())
    }

    fn job_heading(&self, id: u64) -> StorageFuture<'_, Option<JobHeading>> {
        let heading = |row: &JobRow| {
            let result_bytes = row.end.as_ref().and_then(|end| end.result.as_ref()).map_or(0, |result| result.len() as u64);
            let end = row.end.clone().map(|end| JobEnd { result: None, ..end });
            JobHeading { row: JobRow { question: None, end, ..row.clone() }, result_bytes }
        };
        at_once(self.lock().jobs.get(&id).map(heading))
    }

    fn list_jobs(&self, after: Option<u64>, limit: usize) -> StorageFuture<'_, Vec<JobRow>> {
        let memory = self.lock();
        let larger = memory.jobs.range(after.map_or(0, |id| id.saturating_add(1))..);
        at_once(larger.take(limit).map(|(_, row)| row.clone()).collect())
    }

    fn is_half_moved(&self) -> StorageFuture<'_, bool> {
        at_once(self.lock().is_half_moved)
    }

    fn review_of(&self, game: u64) -> StorageFuture<'_, Option<JobRow>> {
        at_once(self.lock().review_of(game).cloned())
    }

    fn list_reviewed(&self, filter: MatchFilter) -> StorageFuture<'_, Vec<ReviewedMatch>> {
        at_once(self.lock().list_reviewed(&filter))
    }

    fn unreviewed(&self, since_ms: i64, among: usize) -> StorageFuture<'_, Vec<u64>> {
        at_once(self.lock().unreviewed(since_ms, among))
    }

    fn checkpoints(&self, job: u64) -> StorageFuture<'_, Vec<CheckpointRow>> {
        at_once(self.lock().checkpoints.range((job, 0)..=(job, u32::MAX)).map(|(_, row)| row.clone()).collect())
    }

    fn unfinished_jobs(&self) -> StorageFuture<'_, Vec<u64>> {
        at_once(self.lock().jobs.values().filter(|row| row.end.is_none()).map(|row| row.id).collect())
    }
}
