//! Laws of a match's handle.

use super::*;
use crate::rebuild::{check_rebuilt, rebuild};
use bytestring::ByteString;
use futures_util::future::join_all;
use proptest::collection::vec;
use proptest::prelude::*;
use protocol::{GameResult, Transport};
use referee::TerminationKind;
use rules::{Board, Outcome};
use std::time::Duration;
use storage::{Change, EndRow, Evidence};

fn referee(flags: &[&str]) -> Arc<Matches> {
    let (time, rng) = (Arc::default(), Arc::new(SharedRng::new(Some(1))));
    Arc::new(Matches::new(&Config::of_flags(flags), storage::in_memory(), time, Arc::default(), Arc::default(), rng))
}

/// A game of ann and bob.
fn proposal(matches: &Matches, game: &str) -> Proposal {
    let players = BySide { white: "ann", black: "bob" }.map(|name| name.parse().expect("a name"));
    let position = Catalogue::ALL.find(game).expect("a game").start();
    Proposal { players, position, settings: matches.match_settings(TimeControl::default()) }
}

/// A match that has begun, and its referee.
async fn begun() -> (Arc<Matches>, RunningMatch) {
    let matches = referee(&[]);
    let row = matches.create(proposal(&matches, "knights")).await.expect("a match");
    let running = matches.find(row.match_id).expect("it runs");
    (matches, running)
}

fn play(input: Input) -> MatchCommand {
    MatchCommand::Play { side: Side::White, input, info: None, at: Micros::ZERO }
}

fn sync() -> MatchCommand {
    MatchCommand::Show { side: Side::White, at: Micros::ZERO }
}

/// Both players connect and disconnect three times.
fn reconnect(running: &RunningMatch) {
    for session in 0..3 {
        for side in Side::BOTH {
            let (connection, _) = Connection::new(session, Transport::WebSocket);
            running.send(MatchCommand::Join { side, connection, at: Micros::ZERO }).expect("it runs");
            running.send(MatchCommand::Leave { side, session, at: Micros::ZERO }).expect("it runs");
        }
    }
}

/// Reads the whole log in pages of `limit` lines.
async fn read_by(running: &RunningMatch, limit: usize) -> Vec<ByteString> {
    let mut read = Vec::new();
    while let Some(lines) = running.follow(read.len() as u64, limit).await {
        assert!((1..=limit).contains(&lines.len()), "a page has 1 to `limit` lines");
        read.extend(lines);
    }
    read
}

#[tokio::test(start_paused = true)]
async fn every_reader_sees_the_same_log_at_any_page_size() {
    let (_referee, running) = begun().await;
    let readers = [1, 2, 5, 1_000].map(|limit| {
        let running = running.clone();
        tokio::spawn(async move { read_by(&running, limit).await })
    });
    tokio::task::yield_now().await;
    reconnect(&running);
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(["ann", "bob", "eve"].map(|who| running.side_of(who)), [Some(Side::White), Some(Side::Black), None]);
    running.adjudicate(None, "enough");
    running.ended().await;
    let log = running.log();
    assert_eq!(log.len(), 14, "{log:?}");
    for reader in join_all(readers).await {
        assert_eq!(reader.expect("no panic"), log);
    }
    assert_eq!(read_by(&running, 3).await, log, "a late reader");
    assert_eq!(running.follow(log.len() as u64, 1).await, None, "the end of the log");
}

#[tokio::test(start_paused = true)]
async fn every_waiter_gets_the_same_end_early_or_late() {
    for (outcome, result) in [(Some(Outcome::Win(Side::Black)), GameResult::Black), (Some(Outcome::Draw), GameResult::Draw)] {
        let (_referee, running) = begun().await;
        let early = [running.clone(), running.clone()].map(|running| tokio::spawn(async move { running.ended().await }));
        tokio::task::yield_now().await;
        assert!(running.status() != Status::Over);
        running.adjudicate(outcome, "x".repeat(300));
        running.adjudicate(None, "too late");
        let late = running.ended().await;
        let end = late.clone().expect("it has ended");
        assert_eq!((end.result, end.reason), (result, TerminationKind::Adjudicated));
        let why = end.why.to_string();
        assert!(why.contains(&"x".repeat(200)) && !why.contains(&"x".repeat(201)), "a reason has a bound");
        assert_eq!(running.status(), Status::Over);
        for early in join_all(early).await {
            assert_eq!(early.expect("no panic"), late);
        }
        assert_eq!(running.ended().await, late);
    }
}

#[tokio::test(start_paused = true)]
async fn a_match_that_is_over_accepts_no_command() {
    let (_referee, running) = begun().await;
    assert_eq!(running.send(sync()), Ok(()));
    running.adjudicate(None, "enough");
    running.ended().await;
    tokio::time::sleep(Duration::from_millis(1)).await;
    for _ in 0..100 {
        assert_eq!(running.send(sync()), Err(SendError::Over));
    }
    assert_eq!(running.log(), read_by(&running, 9).await);
}

#[tokio::test(start_paused = true)]
async fn a_flood_takes_no_place_of_the_opponent_or_of_an_end() {
    let (_referee, running) = begun().await;
    let accepted = (0..1_000).take_while(|_| running.send(sync()).is_ok()).count();
    assert_eq!((accepted, running.send(play(Input::Ready(Side::White)))), (64, Err(SendError::Full)));
    assert_eq!(running.send(MatchCommand::Show { side: Side::Black, at: Micros::ZERO }), Ok(()), "the opponent's places are free");
    reconnect(&running);
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(running.send(sync()), Ok(()));
    assert_eq!(running.log().len(), 13);

    let (connection, _) = Connection::new(9, Transport::WebSocket);
    let join = || MatchCommand::Join { side: Side::White, connection: connection.clone(), at: Micros::ZERO };
    let leave = || MatchCommand::Leave { side: Side::White, session: 9, at: Micros::ZERO };
    assert!((0..1_000).any(|_| running.send(join()).is_err()));
    assert_eq!(running.send(leave()), Ok(()));
    assert!((0..1_000).any(|_| running.send(leave()).is_err()));
    running.adjudicate(None, "enough");
    assert_eq!(running.ended().await.map(|end| end.reason), Some(TerminationKind::Adjudicated));
}

#[tokio::test(start_paused = true)]
async fn waiters_of_a_match_that_breaks_off_return() {
    let (matches, running) = begun().await;
    let waiting = tokio::spawn({
        let running = running.clone();
        async move { (running.follow(1, 1).await, running.ended().await) }
    });
    tokio::task::yield_now().await;
    // The task cannot write this line again.
    matches.storage.write(vec![Change::Line { match_id: running.row.match_id, number: 1, body: "{}".into() }]).await.expect("written");
    running.adjudicate(None, "enough");
    assert_eq!(waiting.await.expect("no panic"), (None, None));
    assert_eq!((running.send(play(Input::Resign { side: Side::White, why: None })), matches.suspended()), (Err(SendError::Over), 1));
}

/// One step of a random game: who, and what.
async fn step(running: &RunningMatch, time: &Timekeeper, board: &mut Box<dyn Board>, side: Side, act: u8) {
    let (connection, _) = Connection::new(u64::from(act), Transport::WebSocket);
    let at = time.now();
    let played = |side, input| MatchCommand::Play { side, input, info: None, at };
    let command = match act {
        0 => MatchCommand::Leave { side, session: 1, at },
        1 => MatchCommand::Join { side, connection, at },
        2 => played(side, Input::Resign { side, why: None }),
        3 | 4 => played(side, Input::Ready(side)),
        _ => {
            let (side, ply, mut legal) = (board.side_to_move(), board.ply(), board.legal_moves());
            let text = legal.swap_remove(usize::from(act) % legal.len());
            // A move that is refused leaves the board one ahead, whose moves are refused, too.
            let _ = board.play_text(&text);
            played(side, Input::Move { side, ply, text })
        }
    };
    let _ = running.send(command);
    tokio::time::sleep(Duration::from_millis(7 * u64::from(act))).await;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    /// What is stored beside the logs of random games is what a rebuild reads from them, and a rebuild repairs it.
    #[test]
    fn a_rebuild_changes_nothing(games in vec((any::<bool>(), vec((any::<bool>(), 0..16u8), 1..40)), 1..4)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
        runtime.block_on(async {
            let matches = referee(&["--ready-timeout", "10s"]);
            for (is_ready, steps) in games {
                let mut proposal = proposal(&matches, "tic-tac-toe");
                proposal.settings.strikes = 1;
                let mut board = proposal.position.clone();
                let made = matches.create(proposal).await.expect("a match");
                let running = matches.find(made.match_id).expect("it runs");
                let begun = Side::BOTH.into_iter().flat_map(|side| [(side, 1), (side, 3)]);
                let steps = steps.into_iter().map(|(is_white, act)| (if is_white { Side::White } else { Side::Black }, act));
                for (side, act) in begun.filter(|_| is_ready).chain(steps) {
                    step(&running, &matches.time, &mut board, side, act).await;
                    if running.status() == Status::Over || board.outcome().is_some() {
                        break;
                    }
                }
                running.adjudicate(Some(Outcome::Draw), "enough");
                running.ended().await;
            }
            check_rebuilt(&*matches.storage).await;
            let found = async || matches.storage.find_match(1).await.expect("an answer").and_then(|row| row.end).expect("an end");
            let end = found().await;
            let wrong = EndRow { plies: 99, evidence: Evidence::default(), ..end.clone() };
            matches.storage.write(vec![Change::EndRebuilt { match_id: 1, end: wrong }]).await.expect("written");
            assert_eq!(rebuild(&*matches.storage, Catalogue::ALL).await.map(|rebuilt| rebuilt.mended), Ok(1));
            assert_eq!(found().await, end);
        });
    }
}

#[tokio::test]
async fn concurrent_creations_respect_the_limits() {
    for (flags, error) in [
        (["--max-matches", "1"], Error::TooManyMatches { most: 1 }),
        (["--games-per-bot", "1"], Error::TooManyGames { name: "ann".into(), most: 1 }),
    ] {
        let matches = referee(&flags);
        let make = || matches.create(proposal(&matches, "knights"));
        let (first, second) = tokio::join!(make(), make());
        assert_eq!((first.is_ok(), second.err()), (true, Some(error)));
        let running = matches.running().pop().expect("a match");
        running.annul("to make room");
        running.ended().await;
        while matches.count() > 0 {
            tokio::task::yield_now().await;
        }
        make().await.expect("the place is free again");
    }
}
