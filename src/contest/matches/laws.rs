//! The laws of a match as others see it. They hold for the match that is refereed, and for what stands in for it in a test.

use super::*;
use bytestring::ByteString;
use clap::Parser;
use futures_util::FutureExt;
use futures_util::future::join_all;
use protocol::{Entry, GameResult, Line, Transport};
use referee::TerminationKind;
use rules::Outcome;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// What makes a match of ann and bob: each is alone, so that one law cannot lean on another.
struct World {
    name: &'static str,
    begin: fn() -> RunningMatch,
}

const WORLDS: [World; 2] = [World { name: "a refereed match", begin: refereed }, World { name: "a stand-in", begin: stand_in }];

fn row() -> MatchRow {
    let players = BySide { white: "ann".to_string(), black: "bob".to_string() };
    MatchRow { game: 7, game_name: "knights".into(), players, versions: BySide::default(), created_ms: 0, end: None, tournament: Some(3) }
}

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    config: Config,
}

/// A referee with these flags.
fn referee(flags: &[&str]) -> Arc<Matches> {
    let config = Flags::parse_from([&["arbitre"], flags].concat()).config;
    let life = Arc::new(Life::new(CancellationToken::new()));
    let (time, lots) = (Arc::new(Timekeeper::default()), Arc::new(Lots::new(Some(1))));
    Arc::new(Matches::new(&config, storage::in_memory(), time, Arc::default(), life, lots))
}

/// As the referee begins it.
fn refereed() -> RunningMatch {
    let matches = referee(&[]);
    let position = Catalogue::ALL.find("knights").expect("a game").start();
    let MatchRow { game_name, players, .. } = row();
    let beginning = wire::Beginning { game_name, players, position: position.position(), terms: matches.terms(TimeControl::default()) };
    let body = json(&Line { line: 0, at_us: 0, entry: wire::created(7, &beginning) });
    let prepared = Prepared { row: row(), body, position, terms: beginning.terms, origin: Origin::default() };
    matches.storage.write(prepared.changes()).now_or_never().expect("memory is at hand").expect("the first of its matches");
    matches.begin(prepared)
}

/// Knows no rules: it writes down who comes and goes, and that it was ended.
fn stand_in() -> RunningMatch {
    let (running, stand_in) = StandIn::new(row());
    tokio::spawn(write_down(stand_in));
    running
}

async fn write_down(mut stand_in: StandIn) {
    while let Some(post) = stand_in.heard().await {
        match post {
            Command::Join { side, connection, .. } => {
                stand_in.write(Entry::Online { seat: wire::seat(side), link: connection.link }, Status::Waiting);
            }
            Command::Leave { side, .. } => stand_in.write(Entry::Offline { seat: wire::seat(side) }, Status::Waiting),
            Command::Say { .. } | Command::Show { .. } => {}
            Command::End(Input::Adjudicate { outcome, why }) => return stand_in.end(outcome, TerminationKind::Adjudicated, why),
            Command::End(Input::Annul { why }) => return stand_in.end(None, TerminationKind::Annulled, why),
            Command::End(input) => panic!("{input:?} is no end"),
        }
    }
}

fn json(line: &Line) -> ByteString {
    serde_json::to_string(line).expect("a line is writable as JSON").into()
}

fn said(input: Input) -> Command {
    Command::Say { side: Side::White, input, info: None, at: Micros::ZERO }
}

fn sync() -> Command {
    Command::Show { side: Side::White, at: Micros::ZERO }
}

/// Both come and go three times.
fn come_and_go(running: &RunningMatch) {
    for session in 0..3 {
        for side in Side::BOTH {
            let (connection, _) = Connection::new(session, Transport::WebSocket);
            running.post(Command::Join { side, connection, at: Micros::ZERO }).expect("it runs");
            running.post(Command::Leave { side, session, at: Micros::ZERO }).expect("it runs");
        }
    }
}

/// The whole log, as a reader sees it that takes so many lines at a time.
async fn read_by(running: &RunningMatch, limit: usize) -> Vec<ByteString> {
    let mut read = Vec::new();
    while let Some(lines) = running.follow(read.len() as u64, limit).await {
        assert!((1..=limit).contains(&lines.len()), "a reader is woken for something, and for no more than it asked for");
        read.extend(lines);
    }
    read
}

#[tokio::test(start_paused = true)]
async fn every_reader_sees_the_same_log_whatever_it_takes_at_a_time() {
    for World { name, begin } in WORLDS {
        let running = begin();
        let readers = [1, 2, 5, 1_000].map(|limit| {
            let running = running.clone();
            tokio::spawn(async move { read_by(&running, limit).await })
        });
        tokio::task::yield_now().await;
        come_and_go(&running);
        tokio::time::sleep(Duration::from_millis(1)).await;
        running.adjudicate(None, "enough");
        running.ended().await;
        let log = running.log();
        assert_eq!(log.len(), 14, "{name}: who came and who went, between its beginning and its end: {log:?}");
        for reader in join_all(readers).await {
            assert_eq!(reader.expect("no panic"), log, "{name}");
        }
        assert_eq!(read_by(&running, 3).await, log, "{name}: who comes after the end reads the same");
        assert_eq!(running.follow(log.len() as u64, 1).await, None, "{name}: and there is no more");
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_the_end_hears_of_the_same_one_however_late_it_asks() {
    for World { name, begin } in WORLDS {
        for (outcome, result) in [(Some(Outcome::Win(Side::Black)), GameResult::Black), (Some(Outcome::Draw), GameResult::Draw)] {
            let running = begin();
            let early = [running.clone(), running.clone()].map(|running| tokio::spawn(async move { running.ended().await }));
            tokio::task::yield_now().await;
            assert!(running.status() != Status::Over, "{name}");
            running.adjudicate(outcome, "x".repeat(300));
            running.adjudicate(None, "too late");
            let late = running.ended().await;
            let end = late.clone().expect("it has ended");
            assert_eq!((end.result, end.cause), (result, TerminationKind::Adjudicated), "{name}");
            let said = end.why.to_string();
            assert!(said.contains(&"x".repeat(200)) && !said.contains(&"x".repeat(201)), "{name}: a reason has a bound");
            assert_eq!(running.status(), Status::Over, "{name}");
            for early in join_all(early).await {
                assert_eq!(early.expect("no panic"), late, "{name}");
            }
            assert_eq!(running.ended().await, late, "{name}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_match_that_is_over_hears_nobody() {
    for World { name, begin } in WORLDS {
        let running = begin();
        assert_eq!(running.post(sync()), Ok(()), "{name}");
        running.adjudicate(None, "enough");
        running.ended().await;
        tokio::time::sleep(Duration::from_millis(1)).await;
        // However often it is told.
        for _ in 0..100 {
            assert_eq!(running.post(sync()), Err(SendError::Over), "{name}");
        }
        assert_eq!(running.log(), read_by(&running, 9).await, "{name}");
    }
}

/// What waits for a match has a bound; but who came can go, and its end is heard, whatever waits.
#[tokio::test(start_paused = true)]
async fn what_waits_has_a_bound_and_the_end_is_always_heard() {
    for World { name, begin } in WORLDS {
        let running = begin();
        let heard = (0..1_000).take_while(|_| running.post(sync()).is_ok()).count();
        assert_eq!((heard, running.post(said(Input::Ready(Side::White)))), (64, Err(SendError::TooMuch)), "{name}");
        come_and_go(&running);
        // It has taken in what waited, and hears again.
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(running.post(sync()), Ok(()), "{name}");
        assert_eq!(running.log().len(), 13, "{name}");

        let (connection, _) = Connection::new(9, Transport::WebSocket);
        let join = || Command::Join { side: Side::White, connection: connection.clone(), at: Micros::ZERO };
        let leave = || Command::Leave { side: Side::White, session: 9, at: Micros::ZERO };
        assert!((0..1_000).any(|_| running.post(join()).is_err()), "{name}");
        assert_eq!(running.post(leave()), Ok(()), "{name}");
        assert!((0..1_000).any(|_| running.post(leave()).is_err()), "{name}");
        running.adjudicate(None, "enough");
        assert_eq!(running.ended().await.map(|end| end.cause), Some(TerminationKind::Adjudicated), "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn who_plays_is_known_from_the_beginning_to_the_end() {
    for World { name, begin } in WORLDS {
        let running = begin();
        for _ in 0..2 {
            assert_eq!((running.game(), running.tournament()), (7, Some(3)), "{name}");
            assert_eq!(running.players(), &row().players, "{name}");
            assert_eq!(["ann", "bob", "eve"].map(|who| running.side_of(who)), [Some(Side::White), Some(Side::Black), None], "{name}");
            assert_eq!(running.listed().row.players, row().players, "{name}");
            assert_eq!(running.log().first(), Some(&running.listed().first_line), "{name}");
            running.adjudicate(None, "enough");
            running.ended().await;
        }
    }
}

/// A match may break off without an end: then nobody waits for ever.
#[tokio::test(start_paused = true)]
async fn whoever_waits_for_a_match_that_breaks_off_is_told() {
    let (running, stand_in) = StandIn::new(row());
    let waiting = tokio::spawn({
        let running = running.clone();
        async move { (running.follow(1, 1).await, running.ended().await) }
    });
    tokio::task::yield_now().await;
    stand_in.break_off();
    assert_eq!(waiting.await.expect("no panic"), (None, None));
    assert_eq!(running.post(said(Input::Resign { side: Side::White, why: None })), Err(SendError::Over));
}

#[tokio::test]
async fn matches_that_are_made_at_one_time_share_no_place() {
    for (flags, error) in [
        (["--max-matches", "1"], Error::TooManyMatches { most: 1 }),
        (["--games-per-bot", "1"], Error::TooManyGames { name: "ann".into(), most: 1 }),
    ] {
        let matches = referee(&flags);
        let make = || {
            let players = BySide { white: "ann", black: "bob" }.map(|name| name.parse().expect("a name"));
            let position = Catalogue::ALL.find("knights").expect("a game").start();
            matches.create(Proposal { players, position, terms: matches.terms(TimeControl::default()) })
        };
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
