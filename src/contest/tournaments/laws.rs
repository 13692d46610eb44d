//! Laws of a tournament: the ends of its matches, and the wall clock.

use super::*;
use crate::matches::{Connection, NameClaim, Presence, RunningMatch};
use jiff::{Timestamp, Zoned};
use protocol::{About, Transport};
use referee::tournament::Stage;
use rules::{Outcome, Side};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

struct Stored {
    storage: Arc<dyn Storage>,
    row: TournamentRow,
}

struct Started {
    handle: Arc<TournamentHandle>,
    task: JoinHandle<Result<(), Error>>,
    matches: Arc<Matches>,
    stop: CancellationToken,
}

impl Stored {
    async fn new(plan: Value, created: Timestamp) -> Stored {
        let config = Config::of_flags(&[]);
        let rng = SharedRng::new(Some(1));
        let plan = plan::complete(&config, &rng, serde_json::from_value(plan).expect("a plan")).expect("a plan that can be");
        let storage = storage::in_memory();
        let (id, stage) = (storage.allocate_tournament_id().await.expect("a number"), TournamentStage::Open);
        let (name, game, format, created_ms) = ("Cup".into(), "knights".into(), plan.format, created.as_millisecond());
        let row = TournamentRow { id, name, game, format, entrants: plan.entrants.len() as u32, stage, created_ms, winner: None };
        let (lines, _) = entered(&plan, config.games, &BotSnapshot::default()).expect("entrants");
        storage.write(first_changes(&row, lines)).await.expect("written");
        Stored { storage, row }
    }

    async fn recorded(&self) -> (NewTournament, RecordedTournament) {
        let log = storage::whole_tournament(&*self.storage, self.row.id).await.expect("a log");
        RecordedTournament::read(&log, Catalogue::ALL).expect("a log that reads")
    }

    /// Starts its task at this time, with these bots connected.
    async fn start(&self, wall: Timestamp, connected: &[&str]) -> Started {
        let (plan, recorded) = self.recorded().await;
        let tournament = recorded.tournament.clone();
        // Without threads, no time passes during work.
        let pool = || Arc::new(ThreadPool::new(0, 0, 64));
        let (handle, messages) = TournamentHandle::new(self.row.clone(), plan, recorded, (pool(), pool()));
        let (stop, started, storage) = (CancellationToken::new(), Instant::now(), self.storage.clone());
        let (life, rng) = (Arc::new(Lifecycle::new(stop.clone())), Arc::new(SharedRng::new(Some(1))));
        let config = Config::of_flags(&[]);
        let matches = Arc::new(Matches::new(&config, storage.clone(), Arc::default(), Arc::default(), life.clone(), rng));
        for name in connected {
            let (connection, claim) =
                (Connection::new(0, Transport::WebSocket).0, NameClaim { has_token: false, resume_token: None, address: None });
            let presence = Presence { connection, about: About::named(*name), seeking: None, claim };
            matches.connected.enter(&name.parse().expect("a name"), presence);
        }
        matches.resume().await.expect("logs that read");
        let services = TournamentServices {
            matches: matches.clone(),
            wall_clock_ms: Arc::new(move || wall.as_millisecond() + started.elapsed().as_millis() as i64),
            storage,
            life,
            pairing: pool(),
            rated: Arc::new(RatedTournaments::new(1)),
        };
        let task = tokio::spawn(TournamentTask::new(services, handle.clone(), tournament, messages).run());
        Started { handle, task, matches, stop }
    }
}

/// The end of a match: an outcome, or none if it is annulled; none if it breaks off.
type FinalState = Option<Option<Outcome>>;

/// How often the tests look for matches to end: never when a referee stops, which is at a whole second.
const LOOK: Duration = Duration::from_millis(470);

/// Makes the next line of a match one that is in the storage already.
async fn break_off(storage: &dyn Storage, running: &RunningMatch) {
    let (match_id, number) = (running.row.match_id, running.log().len() as u64);
    storage.write(vec![Change::Line { match_id, number, body: "{}".into() }]).await.expect("written");
    running.annul("so it is");
}

/// The points of three bots in a round-robin whose matches end like this, and the number of matches.
async fn points(ends: &[FinalState]) -> (BTreeMap<String, f64>, usize) {
    let plan = json!({ "name": "Cup", "format": "round_robin", "games": 1, "entrants": ["ann", "bob", "cyd"] });
    let stored = Stored::new(plan, Timestamp::UNIX_EPOCH).await;
    let Started { handle, task, matches, .. } = stored.start(Timestamp::UNIX_EPOCH, &[]).await;
    handle.send(TournamentInput::Start).await.expect("it listens").expect("it begins");
    handle.unload();
    let mut played = 0;
    while !task.is_finished() {
        for running in matches.running() {
            match ends.get(played).copied().flatten() {
                Some(Some(outcome)) => running.adjudicate(Some(outcome), "so it is"),
                Some(None) => running.annul("so it is"),
                None => break_off(&*stored.storage, &running).await,
            }
            running.ended().await;
            played += 1;
        }
        sleep(LOOK).await;
    }
    task.await.expect("no panic").expect("it is over");
    let standings = handle.standings().await.expect("a table");
    (standings.rows.iter().map(|row| (row.bot.clone(), row.points)).collect(), played)
}

#[tokio::test(start_paused = true)]
async fn annulled_games_are_played_again_and_broken_ones_are_void() {
    let (white, black, draw) = (Some(Some(Outcome::Win(Side::White))), Some(Some(Outcome::Win(Side::Black))), Some(Some(Outcome::Draw)));
    let annulled = Some(None);
    let sum = |points: &BTreeMap<String, f64>| points.values().sum::<f64>();
    for (ends, games, all) in [
        (vec![white, black, draw], 3, 3.0),
        (vec![annulled, white, annulled, black, draw], 5, 3.0),
        (vec![white, None, black], 3, 2.0),
        (vec![None, None, None], 3, 0.0),
    ] {
        let (points, played) = points(&ends).await;
        assert_eq!((points.len(), played, sum(&points)), (3, games, all), "{ends:?}: {points:?}");
    }
}

/// A ladder of ann and bob with drawn games, on a referee that runs from each of these moments for a duration. No heartbeat runs: to the referee
/// all of it is a stall, as on a machine that sleeps.
async fn ladder(terms: Value, runs: &[(Timestamp, Duration)]) -> RecordedTournament {
    let mut plan = json!({ "name": "Cup", "format": "ladder", "games": 1, "entrants": ["ann", "bob"] });
    plan.as_object_mut().expect("an object").extend(terms.as_object().expect("an object").clone());
    let stored = Stored::new(plan, runs[0].0).await;
    for &(from, lasts) in runs {
        let Started { handle, task, matches, stop } = stored.start(from, &["ann", "bob"]).await;
        // It is refused after the first run.
        let _ = handle.send(TournamentInput::Start).await.expect("it listens");
        let ending = tokio::spawn(async move {
            loop {
                matches.running().iter().for_each(|running| running.adjudicate(Some(Outcome::Draw), "so it is"));
                sleep(LOOK).await;
            }
        });
        sleep(lasts).await;
        let seen = handle.read(|recorded| recorded.tournament.clone()).await.expect("it listens");
        stop.cancel();
        task.await.expect("no panic").expect("it stops");
        ending.abort();
        assert!(stored.recorded().await.1.tournament == seen, "a replay of the log differs");
    }
    stored.recorded().await.1
}

#[tokio::test(start_paused = true)]
async fn a_ladder_ends_in_time_despite_restarts() {
    let second = |second: i64| Timestamp::from_second(second).expect("a moment");
    // The periods in which the referee runs, and the second at which the ladder ends.
    let cases: [(&[(i64, u64)], u64); 4] = [
        (&[(0, 30)], 20),
        (&[(0, 12), (12, 12), (24, 12)], 20),
        (&[(0, 5), (5, 5), (10, 5), (15, 2), (17, 5)], 20),
        (&[(0, 12), (60, 5)], 60),
    ];
    for (runs, end) in cases {
        let runs: Vec<_> = runs.iter().map(|&(from, lasts)| (second(from), Duration::from_secs(lasts))).collect();
        let ladder = ladder(json!({ "duration": "20s", "daily": 1 }), &runs).await;
        assert_eq!(ladder.tournament.stage(), Stage::Finished, "{runs:?}");
        let ended = ladder.tournament.last_event_at();
        assert!((Micros::from_secs(end)..=Micros::from_secs(end + 2)).contains(&ended), "{runs:?}: over after {ended}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_days_of_a_ladder_are_those_of_the_calendar() {
    const HOUR: Duration = Duration::from_secs(3_600);
    // When the referee begins to run for an hour, and the days of the encounters.
    let cases: [(&[&str], &[u32]); 4] = [
        // Clocks go forward on the 29th.
        (&["2026-03-27T09:00", "2026-03-28T09:00", "2026-03-29T09:00", "2026-03-30T09:00"], &[1, 2, 3, 4]),
        // Clocks go back on the 25th; the referee did not run on the 26th.
        (&["2026-10-24T22:00", "2026-10-25T00:30", "2026-10-25T22:30", "2026-10-27T01:00"], &[1, 2, 4]),
        // Days change while the referee runs, in the zone of the ladder.
        (&["2026-10-24T23:30", "2026-10-25T23:30"], &[1, 2, 3]),
        (&["2026-03-28T11:00", "2026-03-28T20:30"], &[1]),
    ];
    for (runs, days) in cases {
        let moment = |local: &&str| format!("{local}[Europe/Brussels]").parse::<Zoned>().expect("a moment").timestamp();
        let runs: Vec<_> = runs.iter().map(|local| (moment(local), HOUR)).collect();
        let ladder = ladder(json!({ "daily": 3, "zone": "Europe/Brussels" }), &runs).await;
        let played: Vec<u32> = ladder.tournament.history().encounters().iter().map(|encounter| encounter.round).collect();
        assert_eq!(played, days.iter().flat_map(|day| [*day; 3]).collect::<Vec<_>>(), "{runs:?}");
        assert_eq!(ladder.tournament.stage(), Stage::Running, "it has no deadline");
    }
}
