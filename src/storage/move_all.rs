//! Copies everything from one storage into an empty one (`arbitre move-store`), and verifies the copy.

use super::{
    Change, JobRow, MatchFilter, MatchRow, Storage, StorageError, StorageErrorKind, TournamentFilter, TournamentRow, whole_log,
    whole_tournament,
};
use crate::StorageFailure;
use bytestring::ByteString;
use protocol::Seat;
use std::collections::{BTreeSet, HashMap};

const PAGE: usize = 200;
/// The most changes in one transaction, unless one match or tournament has more.
const BATCH: usize = 2_000;
/// The most unseen results of a bot that are read: more than any has.
const MAX_UNSEEN: usize = 1_000_000;
/// The most rehearsals: more than there are bots.
const MAX_REHEARSALS: u32 = 1_000_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    pub matches: u64,
    pub tournaments: u64,
    pub tokens: u64,
    pub jobs: u64,
}

/// Copies everything into another storage and compares both. Checkpoints are not copied: unfinished jobs start over.
///
/// # Errors
/// When the other is not empty, either does not answer, or the copy differs.
pub async fn move_all(from: &dyn Storage, to: &dyn Storage) -> Result<Moved, StorageError> {
    if !is_empty(to).await? {
        return Err(StorageError::new(StorageErrorKind::Conflict, StorageFailure::NotEmpty));
    }
    // This blocks opening the other storage until the copy is complete.
    to.write(vec![Change::MoveIncomplete(true)]).await?;
    let mut moved = Moved::default();
    for row in tournaments(from).await? {
        let lines = whole_tournament(from, row.id).await?;
        let line = |(number, body)| Change::TournamentLine { id: row.id, number, body };
        let mut changes: Vec<Change> = (0..).zip(lines).map(line).collect();
        changes.push(Change::Tournament(row));
        to.write(changes).await?;
        moved.tournaments += 1;
    }
    let (mut unseen, mut batch) = (UnseenResults::default(), Vec::new());
    let mut last = 0;
    loop {
        let page = matches_after(from, last).await?;
        let Some(newest) = page.last() else { break };
        last = newest.match_id;
        for row in page {
            let changes = match_changes(from, row, &mut unseen).await?;
            if !batch.is_empty() && batch.len() + changes.len() > BATCH {
                to.write(std::mem::take(&mut batch)).await?;
            }
            batch.extend(changes);
            moved.matches += 1;
        }
    }
    to.write(batch).await?;
    for row in from.list_tokens().await? {
        to.write(vec![Change::Token(row)]).await?;
        moved.tokens += 1;
    }
    if let Some(key) = from.class_key().await? {
        to.write(vec![Change::ClassKey(key)]).await?;
    }
    for row in from.list_rehearsals().await? {
        to.write(vec![Change::Rehearsed { row, limit: MAX_REHEARSALS }]).await?;
    }
    moved.jobs = move_jobs(from, to).await?;
    move_numbers(from, to, last).await?;
    check(from, to).await?;
    to.write(vec![Change::MoveIncomplete(false)]).await?;
    Ok(moved)
}

async fn is_empty(storage: &dyn Storage) -> Result<bool, StorageError> {
    let nothing_played = matches_after(storage, 0).await?.is_empty() && tournaments(storage).await?.is_empty();
    Ok(nothing_played && storage.list_tokens().await?.is_empty() && storage.list_jobs(None, 1).await?.is_empty())
}

async fn matches_after(storage: &dyn Storage, after: u64) -> Result<Vec<MatchRow>, StorageError> {
    storage.list_matches(MatchFilter { after: Some(after), limit: PAGE, ..MatchFilter::default() }).await
}

/// All of them, newest first: they are few.
async fn tournaments(storage: &dyn Storage) -> Result<Vec<TournamentRow>, StorageError> {
    storage.list_tournaments(TournamentFilter { limit: usize::MAX, ..TournamentFilter::default() }).await
}

/// The results that each bot has not seen.
#[derive(Default)]
struct UnseenResults(HashMap<String, BTreeSet<u64>>);

impl UnseenResults {
    async fn is_unseen(&mut self, storage: &dyn Storage, bot: &str, match_id: u64) -> Result<bool, StorageError> {
        if !self.0.contains_key(bot) {
            let games = storage.unseen(bot, MAX_UNSEEN).await?.into_iter().map(|row| row.match_id).collect();
            self.0.insert(bot.into(), games);
        }
        Ok(self.0.get(bot).is_some_and(|games| games.contains(&match_id)))
    }
}

async fn match_changes(from: &dyn Storage, row: MatchRow, unseen: &mut UnseenResults) -> Result<Vec<Change>, StorageError> {
    let (match_id, end, players) = (row.match_id, row.end.clone(), row.players.clone());
    let lines: Vec<ByteString> = whole_log(from, match_id).await?;
    let mut changes = vec![Change::Match(MatchRow { end: None, ..row })];
    changes.extend((0..).zip(lines).map(|(number, body)| Change::Line { match_id, number, body }));
    if let Some(end) = end {
        changes.push(Change::End { match_id, end });
        for (seat, bot) in [(Seat::White, &players.white), (Seat::Black, &players.black)] {
            if !unseen.is_unseen(from, bot, match_id).await? {
                changes.push(Change::Seen { match_id, seat });
            }
        }
    }
    Ok(changes)
}

async fn move_jobs(from: &dyn Storage, to: &dyn Storage) -> Result<u64, StorageError> {
    let (mut after, mut moved) = (None, 0);
    loop {
        let page = from.list_jobs(after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(moved) };
        after = Some(last.id);
        for row in page {
            let (id, end) = (row.id, row.end.clone());
            let mut changes = vec![Change::Job(JobRow { end: None, ..row })];
            changes.extend(end.map(|end| Change::JobEnd { id, end }));
            to.write(changes).await?;
            moved += 1;
        }
    }
}

/// Copies the numbers of deleted matches and tournaments, so that they are not reused.
async fn move_numbers(from: &dyn Storage, to: &dyn Storage, last_match: u64) -> Result<(), StorageError> {
    let last_given = from.allocate_match_ids(1).await? - 1;
    if last_given > last_match {
        let placeholder = MatchRow { match_id: last_given, ..MatchRow::default() };
        to.write(vec![Change::Match(placeholder)]).await?;
        to.write(vec![Change::MatchForgotten { match_id: last_given }]).await?;
    }
    let last_given = from.allocate_tournament_id().await? - 1;
    if last_given > tournaments(to).await?.first().map_or(0, |row| row.id) {
        let placeholder = TournamentRow { id: last_given, ..TournamentRow::default() };
        to.write(vec![Change::Tournament(placeholder)]).await?;
        to.write(vec![Change::TournamentDeleted { id: last_given }]).await?;
    }
    Ok(())
}

async fn check(from: &dyn Storage, to: &dyn Storage) -> Result<(), StorageError> {
    let differs = |part, number| Err(StorageError::damaged(StorageFailure::MovedOtherwise { part, number }));
    let there = tournaments(from).await?;
    if there != tournaments(to).await? {
        return differs("tournaments", 0);
    }
    for row in there {
        if whole_tournament(from, row.id).await? != whole_tournament(to, row.id).await? {
            return differs("tournament", row.id);
        }
    }
    let mut last = 0;
    loop {
        let (page, moved) = (matches_after(from, last).await?, matches_after(to, last).await?);
        if page != moved {
            return differs("matches", last);
        }
        let Some(newest) = page.last() else { break };
        last = newest.match_id;
        for row in page {
            if whole_log(from, row.match_id).await? != whole_log(to, row.match_id).await? {
                return differs("match", row.match_id);
            }
        }
    }
    if from.class_key().await? != to.class_key().await? {
        return differs("class_key", 0);
    }
    if from.list_tokens().await? != to.list_tokens().await? || from.list_rehearsals().await? != to.list_rehearsals().await? {
        return differs("tokens", 0);
    }
    if from.list_jobs(None, usize::MAX).await? != to.list_jobs(None, usize::MAX).await? {
        return differs("jobs", 0);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_memory;
    use crate::laws::check as laws;

    #[tokio::test]
    async fn a_transfer_is_complete() {
        let (from, to) = (in_memory(), in_memory());
        laws(&*from).await;
        let moved = move_all(&*from, &*to).await.expect("moved");
        assert!(moved.matches > 3 && moved.tournaments > 1 && moved.tokens > 0 && moved.jobs > 0, "{moved:?}");
        for bot in ["ann", "bob", "cyd", "gus"] {
            assert_eq!(from.unseen(bot, 9).await, to.unseen(bot, 9).await, "{bot}");
            assert_eq!(from.tally(bot).await, to.tally(bot).await, "{bot}");
        }
        // `allocate_match_ids` used one number.
        let (given, next) = (from.allocate_match_ids(1).await.expect("a number"), to.allocate_match_ids(1).await.expect("a number"));
        assert!(next + 1 >= given, "{next} after {given}");
        assert!(!to.is_move_incomplete().await.expect("an answer"));
        let twice = move_all(&*from, &*to).await.expect_err("it is not empty");
        assert_eq!(twice.kind, StorageErrorKind::Conflict);
    }
}
