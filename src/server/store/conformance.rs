//! What every store must do, whatever it is made of.

use super::*;

fn row(game: u64, white: &str, black: &str) -> MatchRow {
    MatchRow {
        game,
        players: BySide { white: white.into(), black: black.into() },
        created_ms: 1_000 + game as i64,
        end: None,
        tournament: game.is_multiple_of(2).then_some(7),
    }
}

fn line(game: u64, number: u64) -> Change {
    Change::Line { game, number, body: format!("line {number} of {game}").into() }
}

fn end(game: u64) -> Change {
    let end = EndRow { result: GameResult::White, reason: "rules".into(), detail: "three arrived".into(), ended_ms: 5_000 };
    Change::End { game, end }
}

fn games(store: &mut dyn Store, filter: MatchFilter) -> Vec<u64> {
    store.list_matches(&filter).expect("a list").iter().map(|row| row.game).collect()
}

fn check(store: &mut dyn Store) {
    assert_eq!(store.last_match().expect("a number"), 0);
    for (game, white, black) in [(1, "ann", "bob"), (2, "bob", "cyd"), (3, "cyd", "ann"), (4, "ann", "bob")] {
        store.write(&[Change::Match(row(game, white, black)), line(game, 0)]).expect("written");
    }
    store.write(&[line(2, 1), line(2, 2), end(2)]).expect("written");
    store.sync().expect("synced");
    assert!(store.tidy().expect("tidied"), "nobody else writes");
    assert_eq!(store.last_match().expect("a number"), 4);

    let all = || MatchFilter { limit: 10, ..MatchFilter::default() };
    assert_eq!(games(store, all()), [4, 3, 2, 1]);
    assert_eq!(games(store, MatchFilter { limit: 2, before: Some(4), ..all() }), [3, 2]);
    assert_eq!(games(store, MatchFilter { ended: Some(true), ..all() }), [2]);
    assert_eq!(games(store, MatchFilter { ended: Some(false), ..all() }), [4, 3, 1]);
    assert_eq!(games(store, MatchFilter { bot: Some("bob".into()), ..all() }), [4, 2, 1]);
    assert_eq!(games(store, MatchFilter { bot: Some("bob".into()), ended: Some(false), limit: 1, ..all() }), [4]);
    assert_eq!(games(store, MatchFilter { tournament: Some(7), ..all() }), [4, 2]);
    assert_eq!(games(store, MatchFilter { tournament: Some(7), bot: Some("cyd".into()), ..all() }), [2]);
    assert_eq!(store.find_match(9).expect("no error"), None);
    let ended = store.find_match(2).expect("no error").expect("match 2");
    assert_eq!(ended.end.map(|end| (end.result, end.reason, end.ended_ms)), Some((GameResult::White, "rules".into(), 5_000)));

    let log = |store: &mut dyn Store, game, from, limit| store.read_log(game, from, limit).expect("a log");
    assert_eq!(log(store, 2, 0, 10), ["line 0 of 2", "line 1 of 2", "line 2 of 2"]);
    assert_eq!(log(store, 2, 1, 1), ["line 1 of 2"]);
    assert!(log(store, 2, u64::MAX, 10).is_empty() && log(store, 9, 0, 10).is_empty());

    let all_or_none = [line(1, 1), line(1, 1)];
    assert!(store.write(&all_or_none).is_err(), "the same line twice");
    assert_eq!(log(store, 1, 0, 10), ["line 0 of 1"], "a write that failed left nothing");

    let unseen = |store: &mut dyn Store, bot: &str| store.unseen(bot, 5).expect("a list").iter().map(|row| row.game).collect::<Vec<_>>();
    assert_eq!((unseen(store, "bob"), unseen(store, "cyd"), unseen(store, "ann")), (vec![2], vec![2], vec![]));
    store.write(&[Change::Seen { game: 2, seat: Seat::White }]).expect("written");
    assert_eq!((unseen(store, "bob"), unseen(store, "cyd")), (vec![], vec![2]));

    assert_eq!(store.last_tournament().expect("a number"), 0);
    let cup = |id, stage| TournamentRow { id, name: "Cup".into(), stage, created_ms: 3 };
    let line = |id, number| Change::TournamentLine { id, number, body: format!("line {number}").into() };
    let first = [Change::Tournament(cup(1, TournamentStage::Open)), line(1, 0), line(1, 1)];
    store.write(&first).expect("written");
    store.write(&[Change::Tournament(cup(2, TournamentStage::Open)), line(2, 0)]).expect("written");
    store.write(&[Change::TournamentStage { id: 1, stage: TournamentStage::Running }]).expect("written");
    assert_eq!(store.list_tournaments().expect("a list"), [cup(2, TournamentStage::Open), cup(1, TournamentStage::Running)]);
    assert_eq!(store.read_tournament(1).expect("a log"), ["line 0", "line 1"]);
    assert!(store.read_tournament(9).expect("none").is_empty() && store.write(&[line(1, 1)]).is_err());

    let token = |id, bot: Option<&str>| TokenRow {
        id,
        bot: bot.map(String::from),
        team: bot.map(|_| "reds".into()),
        hash: [id as u8; 32],
        created_ms: 7,
    };
    store.write(&[Change::Token(token(1, None)), Change::Token(token(2, Some("ann")))]).expect("written");
    assert_eq!(store.list_tokens().expect("a list"), [token(1, None), token(2, Some("ann"))]);
    assert_eq!(store.find_token(&[2; 32]).expect("no error"), Some(token(2, Some("ann"))));
    assert!(store.has_token("ann").expect("no error") && !store.has_token("bob").expect("no error"));
    store.write(&[Change::Revoked { id: 2 }]).expect("written");
    assert_eq!(store.find_token(&[2; 32]).expect("no error"), None);
    check_jobs(store);
}

fn check_jobs(store: &mut dyn Store) {
    let job = |id| JobRow { id, task: format!("task {id}"), created_ms: 9, end: None };
    let end = |state, result: Option<&str>, ended_ms| JobEnd {
        state,
        why: result.is_none().then(|| "it was cancelled".into()),
        result_type: result.map(|_| "text/plain".into()),
        result: result.map(String::from),
        ended_ms,
    };
    assert_eq!(store.find_job(1).expect("no error"), None);
    store.write(&[Change::Job(job(1)), Change::Job(job(2)), Change::Job(job(3))]).expect("written");
    assert_eq!(store.unfinished_jobs().expect("a list"), [1, 2, 3]);
    let (done, cancelled) = (end(JobState::Done, Some("42"), 11), end(JobState::Cancelled, None, 10));
    let ends = [Change::JobEnd { id: 1, end: done.clone() }, Change::JobEnd { id: 3, end: cancelled.clone() }];
    store.write(&ends).expect("written");
    assert_eq!(store.unfinished_jobs().expect("a list"), [2]);
    assert_eq!(store.find_job(3).expect("no error"), Some(JobRow { end: Some(cancelled), ..job(3) }));
    // The newest is the one that ended last, whatever its number; what is not over is never forgotten.
    store.write(&[Change::JobsForgotten { kept: 1 }]).expect("written");
    assert_eq!((store.find_job(3).expect("no error"), store.find_job(2).expect("no error")), (None, Some(job(2))));
    assert_eq!(store.find_job(1).expect("no error"), Some(JobRow { end: Some(done), ..job(1) }));
    assert_eq!(store.find_job(u64::MAX).expect("no error"), None);
}

#[test]
fn memory() {
    check(&mut MemoryStore::default());
}

#[test]
fn sqlite_and_it_is_all_there_again() {
    let directory = std::env::temp_dir().join(format!("arbitre-store-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join("arbitre.db");
    check(&mut SqliteStore::open(&path).expect("a new file"));
    let mut again = SqliteStore::open(&path).expect("the same file");
    assert_eq!(again.last_match().expect("a number"), 4);
    assert_eq!(again.read_log(2, 0, 10).expect("a log").len(), 3);
    assert_eq!(again.read_log(1, 0, 10).expect("a log").len(), 1, "a write that failed left nothing");
    drop(again);
    std::fs::remove_dir_all(&directory).expect("removed");
}

#[test]
fn a_file_of_the_first_version_is_brought_up_to_date() {
    let directory = std::env::temp_dir().join(format!("arbitre-store-old-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join("arbitre.db");
    SqliteStore::of_version_1(&path).expect("an old file");
    let mut store = SqliteStore::open(&path).expect("brought up to date");
    assert_eq!(store.find_match(1).expect("no error").map(|row| (row.players.white, row.tournament)), Some(("ann".into(), None)));
    assert_eq!(store.list_tournaments().expect("a list"), []);
    drop(store);
    SqliteStore::open(&path).expect("nothing is left to do");
    std::fs::remove_dir_all(&directory).expect("removed");
}
