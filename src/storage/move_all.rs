//! Copies everything from one storage into an empty one (`arbitre move-store`), and verifies the copy.

use super::sql::{all, number};
use super::{
    Change, JobRow, MatchFilter, MatchRow, Statement, Storage, StorageError, StorageErrorKind, TournamentFilter, TournamentRow, whole_log,
    whole_tournament,
};
use crate::StorageFailure;
use protocol::Seat;

/// The matches or jobs of a part, which is written in one transaction.
const PAGE: usize = 50;
/// The most rehearsals: more than there are bots.
const MAX_REHEARSALS: u32 = 1_000_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    pub matches: u64,
    pub tournaments: u64,
    pub tokens: u64,
    pub jobs: u64,
}

impl Moved {
    fn count(&mut self, changes: &[Change]) {
        for change in changes {
            match change {
                Change::Match(_) => self.matches += 1,
                Change::Tournament(_) => self.tournaments += 1,
                Change::Token(_) => self.tokens += 1,
                Change::Job(_) => self.jobs += 1,
                _ => {}
            }
        }
    }
}

/// A part of a storage: a tournament, some matches, the tokens, or some jobs.
#[derive(Clone, Copy)]
enum Part {
    /// The newest tournament below this number.
    Tournament(u64),
    /// The first matches after this number.
    Matches(u64),
    /// With the class key and the rehearsals.
    Tokens,
    /// The first jobs after this number, or of all.
    Jobs(Option<u64>),
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
    let mut next = Some(Part::Tournament(u64::MAX));
    while let Some(part) = next {
        let changes;
        (changes, next) = read(from, part).await?;
        moved.count(&changes);
        to.write(changes).await?;
    }
    move_numbers(from, to).await?;
    let mut next = Some(Part::Tournament(u64::MAX));
    while let Some(part) = next {
        let changes;
        (changes, next) = read(from, part).await?;
        if changes != read(to, part).await?.0 {
            let (part, number) = match part {
                Part::Tournament(_) => ("tournaments", 0),
                Part::Tokens => ("tokens", 0),
                Part::Matches(after) => ("matches", after),
                Part::Jobs(after) => ("jobs", after.unwrap_or_default()),
            };
            return Err(StorageError::damaged(StorageFailure::MovedOtherwise { part, number }));
        }
    }
    to.write(vec![Change::MoveIncomplete(false)]).await?;
    Ok(moved)
}

async fn is_empty(storage: &dyn Storage) -> Result<bool, StorageError> {
    let nothing_played = matches_after(storage, 0).await?.is_empty() && newest_tournament(storage, u64::MAX).await?.is_none();
    Ok(nothing_played && storage.list_tokens().await?.is_empty() && storage.list_jobs(None, 1).await?.is_empty())
}

async fn matches_after(storage: &dyn Storage, after: u64) -> Result<Vec<MatchRow>, StorageError> {
    storage.list_matches(MatchFilter { after: Some(after), limit: PAGE, ..MatchFilter::default() }).await
}

async fn newest_tournament(storage: &dyn Storage, below: u64) -> Result<Option<TournamentRow>, StorageError> {
    let newest = TournamentFilter { before: Some(below), limit: 1, ..TournamentFilter::default() };
    Ok(storage.list_tournaments(newest).await?.pop())
}

/// The changes that write a part into another storage, and the next part.
async fn read(storage: &dyn Storage, part: Part) -> Result<(Vec<Change>, Option<Part>), StorageError> {
    let mut changes = Vec::new();
    let next = match part {
        Part::Tournament(below) => match newest_tournament(storage, below).await? {
            Some(row) => {
                let (id, lines) = (row.id, whole_tournament(storage, row.id).await?);
                changes.extend((0..).zip(lines).map(|(number, body)| Change::TournamentLine { id, number, body }));
                changes.push(Change::Tournament(row));
                Some(Part::Tournament(id))
            }
            None => Some(Part::Matches(0)),
        },
        Part::Matches(after) => {
            let page = matches_after(storage, after).await?;
            let last = page.last().map(|row| row.match_id);
            for row in page {
                let match_id = row.match_id;
                let lines = whole_log(storage, match_id).await?;
                let end = row.end.clone();
                changes.push(Change::Match(MatchRow { end: None, ..row }));
                changes.extend((0..).zip(lines).map(|(number, body)| Change::Line { match_id, number, body }));
                changes.extend(end.map(|end| Change::End { match_id, end }));
            }
            for (seat, column) in [(Seat::White, "unseen_white"), (Seat::Black, "unseen_black")] {
                let sql = format!(
                    "SELECT game FROM matches WHERE game > ?1 AND game <= ?2 AND result IS NOT NULL AND NOT {column} ORDER BY game"
                );
                let range = [after, last.unwrap_or(after)].map(number);
                let seen: Vec<u64> = all(storage.select(Statement::new(sql, range))).await?;
                changes.extend(seen.into_iter().map(|match_id| Change::Seen { match_id, seat }));
            }
            Some(last.map_or(Part::Tokens, Part::Matches))
        }
        Part::Tokens => {
            changes.extend(storage.list_tokens().await?.into_iter().map(Change::Token));
            changes.extend(storage.class_key().await?.map(Change::ClassKey));
            let rehearsals = storage.list_rehearsals().await?.into_iter();
            changes.extend(rehearsals.map(|row| Change::Rehearsed { row, limit: MAX_REHEARSALS }));
            Some(Part::Jobs(None))
        }
        Part::Jobs(after) => {
            let page = storage.list_jobs(after, PAGE).await?;
            let last = page.last().map(|row| row.id);
            for row in page {
                let (id, end) = (row.id, row.end.clone());
                changes.push(Change::Job(JobRow { end: None, ..row }));
                changes.extend(end.map(|end| Change::JobEnd { id, end }));
            }
            last.map(|last| Part::Jobs(Some(last)))
        }
    };
    Ok((changes, next))
}

/// Copies the numbers of deleted matches and tournaments, so that they are not reused.
async fn move_numbers(from: &dyn Storage, to: &dyn Storage) -> Result<(), StorageError> {
    let match_id = from.allocate_match_ids(1).await? - 1;
    if to.list_matches(MatchFilter { limit: 1, ..MatchFilter::default() }).await?.first().is_none_or(|row| row.match_id < match_id) {
        to.write(vec![Change::Match(MatchRow { match_id, ..MatchRow::default() })]).await?;
        to.write(vec![Change::MatchForgotten { match_id }]).await?;
    }
    let id = from.allocate_tournament_id().await? - 1;
    if newest_tournament(to, u64::MAX).await?.is_none_or(|row| row.id < id) {
        to.write(vec![Change::Tournament(TournamentRow { id, ..TournamentRow::default() })]).await?;
        to.write(vec![Change::TournamentDeleted { id }]).await?;
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
