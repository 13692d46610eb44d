//! Tests of every implementation of the storage.

mod derived;
pub mod plans;
mod reviews;

use super::*;
use derived::{packed_logs, pages_of_a_rare_kind, rated_games, records};
use message::Coded;
use protocol::{JobState, Seat, TimeControlJson, TournamentFormat};
use rules::{BySide, GameVerdict, Side};
use runtime::Checkpoint;
use std::net::IpAddr;

pub fn row(match_id: u64, white: &str, black: &str) -> MatchRow {
    MatchRow {
        match_id,
        game_name: if match_id.is_multiple_of(3) { "connect-four" } else { "knights" }.into(),
        players: BySide { white: white.into(), black: black.into() },
        versions: BySide { white: Some("1.0".into()), black: None },
        created_ms: 1_000 + match_id as i64,
        end: None,
        tournament: match_id.is_multiple_of(2).then_some(7),
        time: TimeControlJson { budget_us: Some(match_id), increment_us: 7, per_move_us: None },
    }
}

pub fn line(match_id: u64, number: u64) -> Change {
    Change::Line { match_id, number, body: format!("line {number} of {match_id}").into() }
}

pub fn end(match_id: u64) -> Change {
    let why = GameVerdict::Arrived { side: Side::White, knights: 3, row: 1 }.message();
    Change::End { match_id, end: EndRow { why, ..end_row(GameResult::White, 31, 5_000) } }
}

fn end_row(result: GameResult, plies: u32, ended_ms: i64) -> EndRow {
    let (reason, why, evidence) = ("rules".into(), GameVerdict::ByTheRules.message(), Evidence::default());
    EndRow { result, reason, why, ended_ms, plies, evidence }
}

pub fn cup(id: u64, stage: TournamentStage) -> TournamentRow {
    let format = TournamentFormat::Swiss;
    TournamentRow { id, name: "Cup".into(), game: "tic-tac-toe".into(), format, entrants: 4, stage, created_ms: 3, winner: None }
}

fn tournament_line(id: u64, number: u64) -> Change {
    Change::TournamentLine { id, number, body: format!("line {number}").into() }
}

async fn games(storage: &dyn Storage, filter: MatchFilter) -> Vec<u64> {
    storage.list_matches(filter).await.expect("a list").iter().map(|row| row.match_id).collect()
}

async fn conflicts(storage: &dyn Storage, changes: Vec<Change>, what: &str) {
    let refused = storage.write(changes).await.expect_err(what);
    assert_eq!(refused.kind, StorageErrorKind::Conflict, "{what}: {refused}");
}

async fn matches_and_their_logs(storage: &dyn Storage) {
    let first = storage.allocate_match_ids(4).await.expect("numbers");
    assert_eq!(first, 1);
    for id in 1..=7 {
        assert_eq!(storage.allocate_tournament_id().await.expect("a number"), id);
    }
    storage.write(vec![Change::Tournament(cup(7, TournamentStage::Open))]).await.expect("written");
    for (game, white, black) in [(1, "ann", "bob"), (2, "bob", "cyd"), (3, "cyd", "ann"), (4, "ann", "bob")] {
        storage.write(vec![Change::Match(row(game, white, black)), line(game, 0)]).await.expect("written");
    }
    assert_eq!(storage.allocate_match_ids(1).await.expect("a number"), 5);
    storage.write(vec![line(2, 1), line(2, 2), end(2)]).await.expect("written");

    let all = || MatchFilter { limit: 10, ..MatchFilter::default() };
    assert_eq!(games(storage, all()).await, [4, 3, 2, 1]);
    assert_eq!(games(storage, MatchFilter { limit: 2, before: Some(4), ..all() }).await, [3, 2]);
    assert_eq!(games(storage, MatchFilter { ended: Some(true), ..all() }).await, [2]);
    assert_eq!(games(storage, MatchFilter { ended: Some(false), ..all() }).await, [4, 3, 1]);
    assert_eq!(games(storage, MatchFilter { bot: Some("bob".into()), ..all() }).await, [4, 2, 1]);
    assert_eq!(games(storage, MatchFilter { bot: Some("bob".into()), ended: Some(false), limit: 1, ..all() }).await, [4]);
    assert_eq!(games(storage, MatchFilter { tournament: Some(7), ..all() }).await, [4, 2]);
    assert_eq!(games(storage, MatchFilter { tournament: Some(7), bot: Some("cyd".into()), limit: usize::MAX, ..all() }).await, [2]);
    assert_eq!(games(storage, MatchFilter { after: Some(1), limit: 2, ..all() }).await, [2, 3], "the nearest first");
    assert_eq!(games(storage, MatchFilter { after: Some(1), before: Some(4), bot: Some("ann".into()), ..all() }).await, [3]);
    for (filter, found) in [
        (MatchFilter { opponent: Some("ann".into()), bot: Some("bob".into()), ..all() }, vec![4, 1]),
        (MatchFilter { game_name: Some("knights".into()), bot: Some("ann".into()), ..all() }, vec![4, 1]),
        (MatchFilter { game_name: Some("connect-four".into()), ..all() }, vec![3]),
        (MatchFilter { result: Some(GameResult::White), ..all() }, vec![2]),
        (MatchFilter { result: Some(GameResult::Black), ..all() }, vec![]),
        (MatchFilter { reason: Some("rules".into()), ..all() }, vec![2]),
        (MatchFilter { reason: Some("time".into()), ..all() }, vec![]),
        (MatchFilter { bot: Some("bob".into()), bot_won: Some(true), ..all() }, vec![2]),
        (MatchFilter { bot: Some("bob".into()), bot_won: Some(false), ..all() }, vec![]),
        (MatchFilter { bot: Some("cyd".into()), bot_won: Some(false), ..all() }, vec![2]),
        (MatchFilter { since_ms: Some(1_003), ..all() }, vec![4, 3]),
        (MatchFilter { until_ms: Some(1_003), ..all() }, vec![2, 1]),
        (MatchFilter { least_plies: Some(31), ..all() }, vec![2]),
        (MatchFilter { least_plies: Some(32), ..all() }, vec![]),
        (MatchFilter { most_plies: Some(31), ..all() }, vec![2]),
        (MatchFilter { most_plies: Some(30), ..all() }, vec![]),
    ] {
        assert_eq!(games(storage, filter.clone()).await, found, "{filter:?}");
    }
    let tally = |opponent: &str, had_white| TallyRow {
        game_name: "knights".into(),
        opponent: opponent.into(),
        had_white,
        result: "white".into(),
        reason: "rules".into(),
        version: had_white.then(|| "1.0".into()),
        since_ms: 1_002,
        games: 1,
    };
    assert_eq!(storage.tally("bob").await, Ok(vec![tally("cyd", true)]));
    assert_eq!(storage.tally("cyd").await, Ok(vec![tally("bob", false)]));
    assert_eq!(storage.tally("ann").await, Ok(vec![]), "none of its games is over");
    assert_eq!(storage.list_matches(MatchFilter { limit: 1, ..all() }).await, Ok(vec![row(4, "ann", "bob")]));
    assert_eq!(storage.find_match(9).await.expect("no error"), None);
    assert_eq!(storage.find_match(3).await.expect("no error"), Some(row(3, "cyd", "ann")));
    let ended = storage.find_match(2).await.expect("no error").expect("match 2");
    assert_eq!(ended.end.map(|end| (end.result, end.reason, end.ended_ms)), Some((GameResult::White, "rules".into(), 5_000)));

    let log = async |game, from, limit| storage.read_log(game, from, limit).await.expect("a log");
    assert_eq!(log(2, 0, 10).await, ["line 0 of 2", "line 1 of 2", "line 2 of 2"]);
    assert_eq!(log(2, 1, 1).await, ["line 1 of 2"]);
    assert!(log(2, u64::MAX, 10).await.is_empty() && log(9, 0, 10).await.is_empty() && log(u64::MAX, 0, 10).await.is_empty());
    assert_eq!(whole_log(storage, 2).await.expect("a log").len(), 3);
    storage.write(vec![line(3, 1)]).await.expect("written");
    let logs = [(1, vec!["line 0 of 1".into()]), (3, vec!["line 0 of 3".into(), "line 1 of 3".into()])];
    assert_eq!(storage.unfinished_logs(0..=3).await, Ok(logs.clone().into()), "match 2 is over");
    assert_eq!(storage.unfinished_logs(2..=3).await, Ok(logs[1..].iter().cloned().collect()));
}

async fn what_does_not_go_together_changes_nothing(storage: &dyn Storage) {
    conflicts(storage, vec![Change::Match(row(1, "eve", "fay"))], "a match that is there already").await;
    conflicts(storage, vec![line(1, 1), line(1, 1)], "the same line twice").await;
    conflicts(storage, vec![line(1, 2)], "a gap in a log").await;
    conflicts(storage, vec![line(9, 0)], "a line of no match").await;
    conflicts(storage, vec![line(1, 1), end(9)], "a good change and a bad one").await;
    conflicts(storage, vec![tournament_line(7, 1)], "a gap in a tournament's log").await;
    conflicts(storage, vec![Change::Tournament(cup(7, TournamentStage::Open))], "a tournament that is there already").await;
    let state = Change::TournamentState { id: 99, stage: TournamentStage::Running, entrants: 4, winner: None };
    conflicts(storage, vec![state], "a stage of no tournament").await;
    assert_eq!(storage.read_log(1, 0, 10).await.expect("a log"), ["line 0 of 1"], "a write that failed left nothing");
    // A refused write does not affect a concurrent one.
    let (bad, good) = tokio::join!(storage.write(vec![line(1, 5)]), storage.write(vec![line(1, 1)]));
    assert!(bad.is_err() && good == Ok(()));
    assert_eq!(storage.read_log(1, 0, 10).await.expect("a log").len(), 2);
}

async fn old_games_are_forgotten(storage: &dyn Storage) {
    let old = async |before_ms, limit| storage.old_friendly(before_ms, limit).await.expect("a list");
    let first = storage.allocate_match_ids(3).await.expect("numbers");
    for game in first..first + 3 {
        let friendly = MatchRow { tournament: None, ..row(game, "ivy", "joe") };
        storage.write(vec![Change::Match(friendly), line(game, 0), end(game)]).await.expect("written");
    }
    let ours = async || games(storage, MatchFilter { bot: Some("ivy".into()), limit: 10, ..MatchFilter::default() }).await;
    let of_ours = async |before_ms| old(before_ms, 99).await.into_iter().filter(|game| *game >= first).collect::<Vec<_>>();
    assert_eq!((of_ours(5_000).await, of_ours(5_001).await), (vec![], vec![first, first + 1]), "the newest of all stays");
    assert_eq!(old(5_001, 1).await.len(), 1);
    storage.write(vec![Change::MatchForgotten { match_id: first }]).await.expect("written");
    assert_eq!(ours().await, [first + 2, first + 1]);
    assert!(storage.read_log(first, 0, 10).await.expect("none").is_empty());
    assert_eq!(storage.find_match(first).await.expect("no error"), None);
}

async fn old_games_come_in_the_order_of_their_ends(storage: &dyn Storage) {
    let first = storage.allocate_match_ids(5).await.expect("numbers");
    for (game, ended_ms) in (first..).zip([40, 20, 30, 20, 10]) {
        let friendly = MatchRow { tournament: None, ..row(game, "kim", "lea") };
        let end = Change::End { match_id: game, end: end_row(GameResult::Draw, 1, ended_ms) };
        storage.write(vec![Change::Match(friendly), line(game, 0), end]).await.expect("written");
    }
    let old = storage.old_friendly(41, 9).await.expect("a list");
    assert_eq!(old, [first + 1, first + 3, first + 2, first], "those that ended in one moment by their numbers; the newest of all stays");
    assert_eq!(storage.old_friendly(40, 1).await.expect("a list"), [first + 1]);
}

/// A number is allocated once, used or not, and never after a row has it.
async fn ids_are_allocated_once(storage: &dyn Storage) {
    let (two, three) = (storage.allocate_match_ids(2).await.expect("numbers"), storage.allocate_match_ids(3).await.expect("numbers"));
    assert_eq!(three, two + 2, "nothing was written by the first two");
    storage.write(vec![Change::Match(row(three + 40, "ann", "bob"))]).await.expect("written");
    assert!(storage.allocate_match_ids(1).await.expect("a number") > three + 40, "no number of a match that is there");
    let (one, other) =
        (storage.allocate_tournament_id().await.expect("a number"), storage.allocate_tournament_id().await.expect("a number"));
    assert_eq!(other, one + 1, "nothing was written by the first");
    storage.write(vec![Change::Tournament(cup(other + 40, TournamentStage::Open))]).await.expect("written");
    assert!(storage.allocate_tournament_id().await.expect("a number") > other + 40, "no number of a tournament that is there");
}

/// A write whose future is dropped is done, in the order of the calls.
async fn a_dropped_write_is_done(storage: &dyn Storage) {
    let game = storage.allocate_match_ids(1).await.expect("a number");
    drop(storage.write(vec![Change::Match(row(game, "ann", "bob"))]));
    drop(storage.write(vec![line(game, 0)]));
    drop(storage.write(vec![line(game, 2)]));
    storage.write(vec![line(game, 1)]).await.expect("it follows an unawaited write, and the gap between was refused");
    assert_eq!(whole_log(storage, game).await.expect("a log").len(), 2);
}

async fn results_that_were_not_seen(storage: &dyn Storage) {
    let unseen = async |bot: &str| storage.unseen(bot, 5).await.expect("a list").iter().map(|row| row.match_id).collect::<Vec<_>>();
    assert_eq!((unseen("bob").await, unseen("cyd").await, unseen("ann").await), (vec![2], vec![2], vec![]));
    storage.write(vec![Change::Seen { match_id: 2, seat: Seat::White }]).await.expect("written");
    assert_eq!((unseen("bob").await, unseen("cyd").await), (vec![], vec![2]));
}

async fn tournaments(storage: &dyn Storage) {
    let id = storage.allocate_tournament_id().await.expect("a number");
    assert_eq!(id, 8);
    storage
        .write(vec![Change::Tournament(cup(8, TournamentStage::Open)), tournament_line(8, 0), tournament_line(8, 1)])
        .await
        .expect("written");
    let winner = Some("ann".to_string());
    let state = Change::TournamentState { id: 8, stage: TournamentStage::Running, entrants: 5, winner: winner.clone() };
    storage.write(vec![state]).await.expect("written");
    let list = async |stages: &[TournamentStage], before, limit| {
        let filter = TournamentFilter { stages: stages.into(), before, limit };
        storage.list_tournaments(filter).await.expect("a list").iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(list(&[], None, 10).await, [8, 7]);
    assert_eq!(list(&[], Some(8), usize::MAX).await, [7]);
    assert_eq!(list(&[TournamentStage::Running, TournamentStage::Paused], None, 10).await, [8]);
    assert_eq!(
        storage.find_tournament(8).await.expect("no error"),
        Some(TournamentRow { entrants: 5, winner: winner.clone(), ..cup(8, TournamentStage::Running) })
    );
    let filter = TournamentFilter { limit: 1, ..TournamentFilter::default() };
    assert_eq!(
        storage.list_tournaments(filter).await.expect("a list"),
        [TournamentRow { entrants: 5, winner, ..cup(8, TournamentStage::Running) }]
    );
    assert_eq!(storage.find_tournament(9).await.expect("no error"), None);
    assert_eq!(storage.read_tournament(8, 1, 5).await.expect("a log"), ["line 1"]);
    assert_eq!(whole_tournament(storage, 8).await.expect("a log"), ["line 0", "line 1"]);
    assert!(storage.read_tournament(9, 0, 5).await.expect("none").is_empty());
}

/// The row of a tournament makes its matches visible; without one it is an import that broke off.
async fn imports(storage: &dyn Storage) {
    let hidden = MatchRow { tournament: Some(20), ..row(21, "gus", "hal") };
    storage.write(vec![Change::Match(hidden.clone()), line(21, 0), end(21), tournament_line(20, 0)]).await.expect("written");
    let of_gus = || MatchFilter { bot: Some("gus".into()), limit: 10, ..MatchFilter::default() };
    assert!(games(storage, of_gus()).await.is_empty(), "it is in no list yet");
    assert_eq!(storage.broken_imports().await.expect("a list"), [20]);
    let mut rounds = 0;
    while storage.broken_imports().await.expect("a list") == [20] {
        storage.write(vec![Change::ImportForgotten { id: 20 }]).await.expect("written");
        rounds += 1;
        assert!(rounds < 10, "it ends");
    }
    assert!(storage.find_match(21).await.expect("no error").is_none() && storage.read_log(21, 0, 5).await.expect("none").is_empty());
    assert!(storage.read_tournament(20, 0, 5).await.expect("none").is_empty());
    storage.write(vec![Change::Match(hidden), line(21, 0), tournament_line(20, 0)]).await.expect("written anew");
    storage.write(vec![Change::Tournament(cup(20, TournamentStage::Finished))]).await.expect("written");
    assert_eq!(games(storage, of_gus()).await, [21]);
    assert!(storage.broken_imports().await.expect("a list").is_empty());
    storage.write(vec![Change::ImportForgotten { id: 20 }]).await.expect("written");
    assert_eq!(games(storage, of_gus()).await, [21], "what has a row stays");
}

async fn tokens(storage: &dyn Storage) {
    let token = |id, bot: Option<&str>| TokenRow {
        id,
        bot: bot.map(String::from),
        team: bot.map(|_| "reds".into()),
        hash: [id as u8; 32],
        created_ms: 7,
    };
    storage.write(vec![Change::Token(token(1, None)), Change::Token(token(2, Some("ann")))]).await.expect("written");
    conflicts(storage, vec![Change::Token(token(2, None))], "a token that is there already").await;
    conflicts(storage, vec![Change::Token(TokenRow { id: 3, ..token(1, None) })], "the same token under another number").await;
    let twins = [3, 4].map(|id| Change::Token(TokenRow { id, ..token(9, None) }));
    conflicts(storage, twins.into(), "two of the same token at one time").await;
    assert_eq!(storage.list_tokens().await.expect("a list"), [token(1, None), token(2, Some("ann"))]);
    assert_eq!(storage.find_token([2; 32]).await.expect("no error"), Some(token(2, Some("ann"))));
    assert!(storage.has_operator().await.expect("no error"));
    assert!(storage.has_token("ann").await.expect("no error") && !storage.has_token("bob").await.expect("no error"));
    storage.write(vec![Change::Revoked { id: 2 }]).await.expect("written");
    assert_eq!(storage.find_token([2; 32]).await.expect("no error"), None);
    for (key, stored) in [([3; 32], [3; 32]), ([4; 32], [3; 32])] {
        storage.write(vec![Change::ClassKey(key)]).await.expect("written");
        assert_eq!(storage.class_key().await, Ok(Some(stored)), "the first one stays");
    }
}

async fn rehearsals(storage: &dyn Storage) {
    let row = |bot: &str, failed: &str, at_ms| RehearsalRow { bot: bot.into(), failed: failed.into(), at_ms };
    for row in [row("bob", "", 5), row("ann", "a slow link\na long game_over", 6), row("ann", "", 7), row("cyd", "", 8)] {
        storage.write(vec![Change::Rehearsed { row, limit: 2 }]).await.expect("written");
    }
    assert_eq!(
        storage.list_rehearsals().await.expect("a list"),
        [row("ann", "", 7), row("cyd", "", 8)],
        "the newest, the last of each bot"
    );
}

/// A deleted tournament leaves only its number, which is not reused.
async fn deleted_tournaments(storage: &dyn Storage) {
    let id = storage.allocate_tournament_id().await.expect("a number");
    let hidden = MatchRow { tournament: Some(id), ..row(31, "gus", "hal") };
    let made = vec![Change::Tournament(cup(id, TournamentStage::Open)), tournament_line(id, 0), Change::Match(hidden), line(31, 0)];
    storage.write(made).await.expect("written");
    storage.write(vec![Change::TournamentDeleted { id }]).await.expect("written");
    assert_eq!(storage.find_tournament(id).await.expect("no error"), None);
    while storage.broken_imports().await.expect("a list") == [id] {
        storage.write(vec![Change::ImportForgotten { id }]).await.expect("written");
    }
    assert!(storage.read_tournament(id, 0, 5).await.expect("none").is_empty() && storage.find_match(31).await.expect("none").is_none());
    assert!(storage.allocate_tournament_id().await.expect("a number") > id);
    let none = id + 1_000;
    conflicts(storage, vec![Change::TournamentDeleted { id: none }], "what was never there").await;
    assert!(storage.allocate_tournament_id().await.expect("a number") < none, "a change that was refused leaves nothing");
}

async fn an_incomplete_transfer_is_reported(storage: &dyn Storage) {
    for (change, known) in [(Change::MoveIncomplete(true), true), (Change::MoveIncomplete(false), false)] {
        storage.write(vec![change]).await.expect("written");
        assert_eq!(storage.is_move_incomplete().await, Ok(known));
    }
}

async fn jobs(storage: &dyn Storage) {
    let question = |id| Some(format!("{{\"n\":{id}}}"));
    let job = |id| JobRow { id, task: format!("task {id}"), created_ms: 9, question: question(id), ..JobRow::default() };
    let over = |id, end| JobRow { question: None, end: Some(end), ..job(id) };
    let end = |state, result: Option<&str>, ended_ms| JobEnd {
        state,
        why: result.is_none().then(|| Message::new("question.cancelled", [])),
        result_type: result.map(|_| "text/plain".into()),
        result: result.map(String::from),
        ended_ms,
    };
    let (one, other) = (storage.allocate_job_id().await.expect("a number"), storage.allocate_job_id().await.expect("a number"));
    assert!(one != other && one >> 63 == 0 && other >> 63 == 0);
    assert_eq!(storage.find_job(1).await.expect("no error"), None);
    storage.write(vec![Change::Job(job(1)), Change::Job(job(2)), Change::Job(job(3))]).await.expect("written");
    conflicts(storage, vec![Change::Job(job(3))], "a job that is there already").await;
    assert_eq!(storage.unfinished_jobs().await.expect("a list"), [1, 2, 3]);
    let (done, cancelled) = (end(JobState::Done, Some("4²"), 11), end(JobState::Cancelled, None, 10));
    let ends = vec![Change::JobEnd { id: 1, end: done.clone() }, Change::JobEnd { id: 3, end: cancelled.clone() }];
    storage.write(ends).await.expect("written");
    assert_eq!(storage.unfinished_jobs().await.expect("a list"), [2]);
    storage.write(vec![Change::JobEnd { id: 3, end: done.clone() }]).await.expect("written");
    assert_eq!(storage.find_job(3).await.expect("no error"), Some(over(3, cancelled)));
    let listed = async |after, limit| storage.list_jobs(after, limit).await.expect("a list").iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!((listed(None, 9).await, listed(Some(1), 1).await, listed(Some(u64::MAX), 9).await), (vec![1, 2, 3], vec![2], vec![]));
    let heading = async |id| storage.job_heading(id).await.expect("no error");
    let without_result = JobRow { end: Some(JobEnd { result: None, ..done.clone() }), ..over(1, done.clone()) };
    assert_eq!(heading(1).await, Some(JobHeading { row: without_result, result_bytes: 3 }));
    assert_eq!(heading(2).await, Some(JobHeading { row: JobRow { question: None, ..job(2) }, result_bytes: 0 }));
    assert_eq!(heading(u64::MAX).await, None);
    storage.write(vec![Change::JobTaken { id: 2 }]).await.expect("written");
    let again = JobRow { tries: 1, ..job(2) };
    // The newest is the one that ended last; unfinished jobs are never deleted.
    storage.write(vec![Change::JobsForgotten { jobs: 1, reviews: 1 }]).await.expect("written");
    assert_eq!((storage.find_job(3).await.expect("no error"), storage.find_job(2).await.expect("no error")), (None, Some(again)));
    assert_eq!(storage.find_job(1).await.expect("no error"), Some(over(1, done)));
    // Of three clients with one, two and many results, the last loses its oldest.
    let asked = |id: u64, from: Option<u8>| {
        let asker = from.map(|from| IpAddr::from([10, 0, 0, from]));
        [Change::Job(JobRow { asker, ..job(id) }), Change::JobEnd { id, end: end(JobState::Done, None, id as i64) }]
    };
    let changes = [asked(110, Some(1)), asked(111, Some(2)), asked(112, None)].into_iter().chain((113..190).map(|id| asked(id, Some(66))));
    storage.write(changes.flatten().chain([Change::JobsForgotten { jobs: 7, reviews: 1 }]).collect()).await.expect("written");
    assert_eq!(listed(None, 99).await, [1, 2, 110, 111, 112, 187, 188, 189], "job 2 is not over");
    assert_eq!(storage.find_job(110).await.expect("no error").and_then(|row| row.asker), Some(IpAddr::from([10, 0, 0, 1])));
    storage.write(vec![Change::JobsForgotten { jobs: 0, reviews: 1 }]).await.expect("written");
    assert_eq!(listed(None, 99).await, [2]);
    assert_eq!(storage.find_job(u64::MAX).await.expect("no error"), None);
}

/// The last checkpoint of each part is stored until the job ends. Not for storages whose queue stores them.
pub async fn checkpoints(storage: &dyn Storage) {
    let job = |id| JobRow { id, task: "task".into(), created_ms: 9, ..JobRow::default() };
    let row = |job, part, says: &str| CheckpointRow { job, part, parts: 3, checkpoint: Checkpoint::of(&says).expect("it is small") };
    let kept = async |job| storage.checkpoints(job).await.expect("a list");
    storage.write(vec![Change::Job(job(1)), Change::Job(job(2))]).await.expect("written");
    let rows = [row(1, 1, "b"), row(2, 0, "c"), row(1, 0, "a"), row(1, 1, "d"), row(9, 0, "of no job")];
    storage.write(rows.map(Change::Checkpoint).into()).await.expect("written");
    assert_eq!((kept(1).await, kept(9).await), (vec![row(1, 0, "a"), row(1, 1, "d")], vec![]));
    let (taken, given_back, further) = (Change::JobTaken { id: 2 }, Change::JobGivenBack { id: 2 }, Change::Checkpoint(row(2, 0, "e")));
    for (change, tries) in [
        (&taken, 1),
        (&taken, 2),
        (&given_back, 1),
        (&taken, 2),
        (&taken, 3),
        (&further, 1),
        (&given_back, 0),
        (&further, 0),
        (&given_back, 0),
    ] {
        storage.write(vec![change.clone()]).await.expect("written");
        let row = storage.find_job(2).await.expect("no error").expect("job 2");
        assert_eq!(row.tries, tries, "after {change:?}");
    }
    let end = JobEnd { state: JobState::Cancelled, why: None, result_type: None, result: None, ended_ms: 10 };
    storage.write(vec![Change::JobEnd { id: 1, end }]).await.expect("written");
    storage.write(vec![Change::Checkpoint(row(1, 0, "too late"))]).await.expect("written");
    assert_eq!((kept(1).await, kept(2).await, kept(u64::MAX).await), (vec![], vec![row(2, 0, "e")], vec![]));
}

pub async fn check(storage: &dyn Storage) {
    matches_and_their_logs(storage).await;
    results_that_were_not_seen(storage).await;
    what_does_not_go_together_changes_nothing(storage).await;
    tournaments(storage).await;
    imports(storage).await;
    deleted_tournaments(storage).await;
    tokens(storage).await;
    rehearsals(storage).await;
    jobs(storage).await;
    an_incomplete_transfer_is_reported(storage).await;
    assert_eq!(storage.write_failure(), None);
}

/// The number of laws that each begin with an empty storage.
pub const ALONE: usize = 9;

pub async fn check_alone(law: usize, storage: &dyn Storage) {
    match law {
        0 => old_games_are_forgotten(storage).await,
        1 => old_games_come_in_the_order_of_their_ends(storage).await,
        2 => ids_are_allocated_once(storage).await,
        3 => reviews::reviews(storage).await,
        4 => packed_logs(storage).await,
        5 => records(storage).await,
        6 => rated_games(storage).await,
        7 => pages_of_a_rare_kind(storage).await,
        _ => a_dropped_write_is_done(storage).await,
    }
}

#[tokio::test]
async fn memory() {
    check(&*in_memory()).await;
    checkpoints(&*in_memory()).await;
    for law in 0..ALONE {
        check_alone(law, &*in_memory()).await;
    }
}
