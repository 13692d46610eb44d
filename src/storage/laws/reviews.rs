//! Storage tests of reviews: each match has one, which is deleted with it.

use super::{cup, end_row, line, row};
use crate::{Change, JobEnd, JobRow, MatchFilter, MatchRow, ReviewedMatch, Storage, whole_log};
use message::Message;
use protocol::{GameResult, JobState, TournamentStage};

/// Each match has one review, the latest, which is deleted with it.
pub(super) async fn reviews(storage: &dyn Storage) {
    let job = |id, game| JobRow { id, task: "review".into(), created_ms: id as i64, match_id: Some(game), ..JobRow::default() };
    let over = |id| {
        let end = JobEnd { state: JobState::Done, why: None, result_type: None, result: Some("{}".into()), ended_ms: id as i64 };
        Change::JobEnd { id, end }
    };
    let found = async |game| storage.review_of(game).await.expect("no error").map(|row| row.id);
    let waiting = async |since, among| storage.unreviewed(since, among).await.expect("a list");
    // Four games of a tournament: one continues, one was annulled, one ended before the first move; and a friendly one.
    storage.write(vec![Change::Tournament(cup(40, TournamentStage::Running))]).await.expect("written");
    for game in 401..=406 {
        let row = MatchRow { tournament: (game != 406).then_some(40), ..row(game, "ida", "jon") };
        storage.write(vec![Change::Match(row), line(game, 0)]).await.expect("written");
    }
    let ended = |match_id, result, plies, ended_ms| Change::End { match_id, end: end_row(result, plies, ended_ms) };
    let ends = [
        ended(401, GameResult::White, 31, 9_000),
        ended(402, GameResult::Void, 31, 9_000),
        ended(403, GameResult::Black, 0, 9_000),
        ended(405, GameResult::Draw, 2, 9_001),
        ended(406, GameResult::White, 31, 9_000),
    ];
    storage.write(ends.to_vec()).await.expect("written");
    assert_eq!(waiting(9_000, 10).await, [401, 405]);
    assert_eq!((waiting(9_001, 10).await, waiting(9_000, 1).await, waiting(9_002, 10).await), (vec![405], vec![405], vec![]));
    storage.write(vec![Change::Job(job(51, 401)), Change::JobsForgotten { jobs: 0, reviews: 0 }]).await.expect("written");
    assert_eq!((found(401).await, found(405).await, waiting(9_000, 10).await), (Some(51), None, vec![405]));
    // A review replaces the earlier one of its match alone; reviews and other jobs have separate limits.
    storage.write(vec![over(51), Change::Job(job(52, 401)), over(52), Change::Job(job(53, 406)), over(53)]).await.expect("written");
    assert_eq!((storage.find_job(51).await.expect("no error"), found(401).await, found(406).await), (None, Some(52), Some(53)));
    matches_are_listed_with_their_reviews(storage, [(401, true), (402, false), (406, true)]).await;
    storage.write(vec![Change::Job(job(54, 406))]).await.expect("written");
    matches_are_listed_with_their_reviews(storage, [(401, true), (406, false)]).await;
    let failed =
        JobEnd { state: JobState::Failed, why: Some(Message::new("limit.stopped", [])), result_type: None, result: None, ended_ms: 54 };
    storage.write(vec![Change::JobEnd { id: 54, end: failed }, Change::Job(job(55, 406)), over(55)]).await.expect("written");
    matches_are_listed_with_their_reviews(storage, [(401, true), (406, true)]).await;
    assert_eq!(found(406).await, Some(55));
    storage.write(vec![Change::JobsForgotten { jobs: 0, reviews: 2 }]).await.expect("written");
    assert_eq!((found(401).await, found(406).await), (Some(52), Some(55)));
    storage.write(vec![Change::JobsForgotten { jobs: 9, reviews: 1 }]).await.expect("written");
    assert_eq!((found(401).await, found(406).await), (None, Some(55)));
    storage.write(vec![Change::MatchForgotten { match_id: 406 }]).await.expect("written");
    assert_eq!((found(406).await, storage.find_job(55).await.expect("no error")), (None, None), "a review goes with its match");
}

/// The list of one query equals the answers for each match; `known` is which have a review.
async fn matches_are_listed_with_their_reviews<const N: usize>(storage: &dyn Storage, known: [(u64, bool); N]) {
    for (ended, limit) in [(None, 2), (Some(true), 3), (Some(true), 100)] {
        let filter = MatchFilter { ended, limit, ..MatchFilter::default() };
        let mut one_by_one = Vec::new();
        for row in storage.list_matches(filter.clone()).await.expect("a list") {
            let game = row.match_id;
            let review = match storage.review_of(game).await.expect("no error").and_then(JobRow::result) {
                Some(result) => Some((result, whole_log(storage, game).await.expect("a log"))),
                None => None,
            };
            one_by_one.push(ReviewedMatch { row, review });
        }
        let listed = storage.list_reviewed(filter).await.expect("a list");
        assert_eq!(listed, one_by_one);
        if limit == 100 {
            for (game, is_reviewed) in known {
                let found = listed.iter().find(|reviewed| reviewed.row.match_id == game).expect("it is over");
                assert_eq!(found.review.is_some(), is_reviewed, "match {game}");
            }
        }
    }
}
