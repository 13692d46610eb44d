//! Laws of a tournament with fake matches: the ends of matches, and the wall clock.

use super::*;
use crate::Timekeeper;
use crate::matches::{FakeMatch, MatchHost, Prepared, RunningMatch};
use jiff::{Timestamp, Zoned};
use referee::tournament::Stage;
use referee::{DisconnectPolicy, LagCompensation, MatchSettings, TerminationKind, TimeControl};
use rules::{BySide, Outcome, Side};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

/// A host that gives the test each match.
struct Host {
    time: Timekeeper,
    /// When it was started, by the wall clock and by the test's clock.
    started: (Timestamp, Instant),
    bots: Arc<BotSnapshot>,
    begun: mpsc::UnboundedSender<(BySide<String>, FakeMatch)>,
}

impl MatchHost for Host {
    fn time(&self) -> &Timekeeper {
        &self.time
    }

    fn wall_clock_ms(&self) -> i64 {
        self.started.0.as_millisecond() + self.started.1.elapsed().as_millis() as i64
    }

    fn match_settings(&self, time: TimeControl) -> MatchSettings {
        let second = Micros::from_secs(1);
        MatchSettings {
            time,
            lag_compensation: LagCompensation::default(),
            strikes: 0,
            ready_timeout: second,
            disconnect: DisconnectPolicy::ClockRuns,
        }
    }

    fn bots(&self) -> Arc<BotSnapshot> {
        self.bots.clone()
    }

    fn begin(&self, prepared: Prepared) -> RunningMatch {
        let (running, fake) = prepared.fake();
        let _ = self.begun.send((running.row.players.clone(), fake));
        running
    }

    fn find(&self, _: u64) -> Option<RunningMatch> {
        None
    }
}

struct Stored {
    storage: Arc<dyn Storage>,
    row: TournamentRow,
}

struct Started {
    handle: Arc<TournamentHandle>,
    task: JoinHandle<Result<(), Error>>,
    matches: mpsc::UnboundedReceiver<(BySide<String>, FakeMatch)>,
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
        let (handle, messages) = TournamentHandle::new(self.row.clone(), plan, recorded, Pools { reports: pool(), reads: pool() });
        let games = connected.iter().map(|name| (name.to_string(), vec!["knights".to_string()])).collect();
        let bots = Arc::new(BotSnapshot { games, ..BotSnapshot::default() });
        let (begun, matches) = mpsc::unbounded_channel();
        let stop = CancellationToken::new();
        let services = TournamentServices {
            host: Arc::new(Host { time: Timekeeper::default(), started: (wall, Instant::now()), bots, begun }),
            storage: self.storage.clone(),
            life: Arc::new(Lifecycle::new(stop.clone())),
            pairing: pool(),
            rated: Arc::new(RatedTournaments::new(1)),
        };
        let task = tokio::spawn(TournamentTask::new(services, handle.clone(), tournament, messages).run());
        Started { handle, task, matches, stop }
    }
}

/// The end of a match; none if it breaks off.
type FinalState = Option<(Outcome, TerminationKind)>;

/// The points of three bots in a round-robin whose matches end like this, and the number of matches.
async fn points(ends: &[FinalState]) -> (BTreeMap<String, f64>, usize) {
    let plan = json!({ "name": "Cup", "format": "round_robin", "games": 1, "entrants": ["ann", "bob", "cyd"] });
    let Started { handle, task, mut matches, .. } = Stored::new(plan, Timestamp::UNIX_EPOCH).await.start(Timestamp::UNIX_EPOCH, &[]).await;
    handle.send(TournamentInput::Start).await.expect("it listens").expect("it begins");
    // It leaves memory at its end, which closes the channel of matches.
    handle.unload();
    let mut played = 0;
    while let Some((_, fake)) = matches.recv().await {
        match ends.get(played).copied().flatten() {
            Some((outcome, reason)) => fake.end(Some(outcome), reason, "so it is"),
            None => fake.break_off(),
        }
        played += 1;
    }
    task.await.expect("no panic").expect("it is over");
    let standings = handle.standings().await.expect("a table");
    (standings.rows.iter().map(|row| (row.bot.clone(), row.points)).collect(), played)
}

#[tokio::test]
async fn annulled_games_are_played_again_and_broken_ones_are_void() {
    let win = |side| Some((Outcome::Win(side), TerminationKind::Rules));
    let (white, black, draw) = (win(Side::White), win(Side::Black), Some((Outcome::Draw, TerminationKind::Rules)));
    let annulled = Some((Outcome::Draw, TerminationKind::Annulled));
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
        let Started { handle, task, mut matches, stop } = stored.start(from, &["ann", "bob"]).await;
        // It is refused after the first run.
        let _ = handle.send(TournamentInput::Start).await.expect("it listens");
        let ending = tokio::spawn(async move {
            while let Some((_, fake)) = matches.recv().await {
                fake.end(Some(Outcome::Draw), TerminationKind::Rules, "so it is");
            }
        });
        sleep(lasts).await;
        let seen = handle.read(|recorded| recorded.tournament.clone()).await.expect("it listens");
        stop.cancel();
        task.await.expect("no panic").expect("it stops");
        ending.await.expect("no panic");
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
    // When the referee runs, for how many hours, and the days of the encounters.
    let cases: [(&[&str], u32, &[u32]); 4] = [
        // Clocks go forward on the 29th.
        (&["2026-03-27T09:00", "2026-03-28T09:00", "2026-03-29T09:00", "2026-03-30T09:00"], 8, &[1, 2, 3, 4]),
        // Clocks go back on the 25th; the referee did not run on the 26th.
        (&["2026-10-24T22:00", "2026-10-25T00:30", "2026-10-25T22:30", "2026-10-27T01:00"], 1, &[1, 2, 4]),
        // Days change while the referee runs, in the zone of the ladder.
        (&["2026-10-24T20:00"], 54, &[1, 2, 3, 4]),
        (&["2026-03-28T11:00", "2026-03-28T20:30"], 1, &[1]),
    ];
    for (runs, hours, days) in cases {
        let moment = |local: &&str| format!("{local}[Europe/Brussels]").parse::<Zoned>().expect("a moment").timestamp();
        let runs: Vec<_> = runs.iter().map(|local| (moment(local), hours * HOUR)).collect();
        let ladder = ladder(json!({ "daily": 3, "zone": "Europe/Brussels" }), &runs).await;
        let played: Vec<u32> = ladder.tournament.history().encounters().iter().map(|encounter| encounter.round).collect();
        assert_eq!(played, days.iter().flat_map(|day| [*day; 3]).collect::<Vec<_>>(), "{runs:?}");
        assert_eq!(ladder.tournament.stage(), Stage::Running, "it has no deadline");
    }
}
