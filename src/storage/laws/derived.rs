//! Laws of what is stored beside the logs: packed logs, records of bots, rated games, and pages of rare matches.

use super::*;

/// A packed log reads as before, and is deleted with its match.
pub async fn packed_logs(storage: &dyn Storage) {
    let first = storage.allocate_match_ids(3).await.expect("numbers");
    for game in first..first + 3 {
        storage.write(vec![Change::Match(row(game, "ann", "bob")), line(game, 0), line(game, 1), line(game, 2)]).await.expect("written");
    }
    let packed = |match_id| Change::LogPacked { match_id, body: pack(&[0, 1, 2].map(|line| format!("line {line} of {match_id}").into())) };
    conflicts(storage, vec![packed(first)], "a match that is not over").await;
    storage.write(vec![end(first), end(first + 1)]).await.expect("written");
    conflicts(storage, vec![end(first)], "a second end").await;
    assert_eq!(storage.unpacked(9).await, Ok(vec![first, first + 1]));
    let whole = whole_log(storage, first).await;
    storage.write(vec![packed(first)]).await.expect("written");
    conflicts(storage, vec![packed(first)], "a match that is packed already").await;
    assert_eq!((whole_log(storage, first).await, storage.unpacked(9).await), (whole, Ok(vec![first + 1])));
    let part = storage.read_log(first, 1, 1).await;
    assert_eq!(part, Ok(vec![format!("line 1 of {first}").into()]));
    assert_eq!(storage.read_log(first, 3, 9).await, Ok(vec![]));
    storage.write(vec![Change::MatchForgotten { match_id: first }]).await.expect("written");
    assert_eq!(storage.read_log(first, 0, 9).await, Ok(vec![]));
}

/// The records that are counted as matches end are those that are counted anew.
pub async fn records(storage: &dyn Storage) {
    let (first, hidden) = (storage.allocate_match_ids(9).await.expect("numbers"), 77);
    let bots = ["ann", "bob", "cyd"];
    for game in first..first + 9 {
        let (white, black) = (bots[game as usize % 3], bots[(game as usize + 1 + game as usize % 2) % 3]);
        let row = MatchRow { tournament: (game > first + 5).then_some(hidden), ..row(game, white, black) };
        storage.write(vec![Change::Match(row), line(game, 0)]).await.expect("written");
        if game != first {
            storage.write(vec![end(game)]).await.expect("written");
        }
    }
    let counted = async || {
        let mut games = 0;
        let mut all = Vec::new();
        for bot in bots {
            let rows = storage.tally(bot).await.expect("a list");
            games += rows.iter().map(|row| row.games).sum::<u64>();
            all.push(rows);
        }
        (games, all)
    };
    let check = async |games: u64, what: &str| {
        let kept = counted().await;
        storage.write(vec![Change::Rebuilt]).await.expect("written");
        assert_eq!(counted().await, kept, "{what}");
        assert_eq!(kept.0, 2 * games, "{what}");
    };
    check(5, "the first has not ended, and the last three are being imported").await;
    storage.write(vec![Change::Tournament(cup(hidden, TournamentStage::Finished))]).await.expect("written");
    check(8, "they are imported").await;
    storage.write(vec![Change::MatchForgotten { match_id: first + 1 }]).await.expect("written");
    check(7, "one is forgotten").await;
    storage.write(vec![Change::TournamentDeleted { id: hidden }]).await.expect("written");
    check(4, "three are deleted").await;
    storage.write(vec![Change::ImportForgotten { id: hidden }]).await.expect("written");
    check(4, "they are deleted already").await;
}

/// Rated games are those of the whole log, or are not listed.
pub async fn rated_games(storage: &dyn Storage) {
    let rated = |tournament, lines| RatedRow { tournament, lines, body: format!("games of {tournament}").into() };
    let listed = async || (storage.list_rated(0, 9).await.expect("a list"), storage.list_unrated().await.expect("a list"));
    let cups = [(1, TournamentStage::Finished), (2, TournamentStage::Running), (3, TournamentStage::Archived)];
    for (id, stage) in cups {
        storage.write(vec![Change::Tournament(cup(id, stage)), tournament_line(id, 0), tournament_line(id, 1)]).await.expect("written");
    }
    assert_eq!(listed().await, (vec![], vec![1, 3]));
    storage.write(vec![Change::Rated(rated(1, 2)), Change::Rated(rated(3, 1)), Change::Rated(rated(9, 1))]).await.expect("written");
    assert_eq!(listed().await, (vec![rated(1, 2)], vec![3]), "the log of 3 is longer, and there is no 9");
    storage.write(vec![Change::Rated(rated(3, 2)), tournament_line(1, 2)]).await.expect("written");
    assert_eq!(listed().await, (vec![rated(3, 2)], vec![1]));
    assert_eq!(storage.list_rated(3, 9).await, Ok(vec![]));
    storage.write(vec![Change::TournamentDeleted { id: 3 }]).await.expect("written");
    assert_eq!(listed().await, (vec![], vec![1]));
}

/// A page of a rare kind has what was found in the rows that were examined, and the next one continues from there.
pub async fn pages_of_a_rare_kind(storage: &dyn Storage) {
    let first = storage.allocate_match_ids(40).await.expect("numbers");
    for game in first..first + 40 {
        let (white, black) = if game % 2 == 0 { ("ann", "bob") } else { ("bob", "ann") };
        let plies = if game % 11 == 0 { 99 - game as u32 % 3 } else { 9 };
        let end = Change::End { match_id: game, end: end_row(GameResult::White, plies, 5_000) };
        let friendly = MatchRow { tournament: None, ..row(game, white, black) };
        storage.write(vec![Change::Match(friendly), line(game, 0), end]).await.expect("written");
    }
    let rare = || MatchFilter { least_plies: Some(50), limit: 3, ..MatchFilter::default() };
    let (bob, white) = (Some("bob".to_string()), Some(GameResult::White));
    let filters = [
        rare(),
        MatchFilter { after: Some(0), ..rare() },
        MatchFilter { bot: bob.clone(), ..rare() },
        MatchFilter { bot: bob.clone(), after: Some(0), bot_won: Some(true), ..rare() },
        MatchFilter { bot: bob, opponent: Some("ann".into()), ..rare() },
        MatchFilter { since_ms: Some(0), ..rare() },
        MatchFilter { since_ms: Some(0), after: Some(0), ..rare() },
        MatchFilter { result: white, ..rare() },
        MatchFilter { opponent: Some("ann".into()), result: white, ..rare() },
    ];
    for filter in filters {
        let all = games(storage, MatchFilter { limit: 99, ..filter.clone() }).await;
        assert!(all.len() > 1, "{filter:?}");
        let (mut found, mut next) = (Vec::new(), MatchFilter { most_examined: Some(7), ..filter.clone() });
        for page in 0.. {
            assert!(page < 20, "{filter:?}");
            let listed = games(storage, next.clone()).await;
            let last = match listed.len() < 3 {
                true => storage.last_examined(next.clone()).await.expect("an answer"),
                false => listed.last().copied(),
            };
            found.extend(listed);
            match (last, filter.after) {
                (None, _) => break,
                (last, Some(_)) => next.after = last,
                (last, None) => next.before = last,
            }
        }
        assert_eq!(found, all, "{filter:?}");
    }
}
