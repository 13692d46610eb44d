//! A tournament whose matches are stand-ins: what it makes of their ends, and of the wall clock, without a player or a judge of games.

use super::*;
use crate::Timekeeper;
use crate::matches::{MatchHost, Prepared, RunningMatch, StandIn};
use clap::Parser;
use jiff::{Timestamp, Zoned};
use referee::tournament::Stage;
use referee::{DisconnectPolicy, LagCompensation, MatchSettings, TerminationKind, TimeControl};
use rules::{BySide, Outcome, Side};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    config: Config,
}

/// Hands the test the other side of each match that the tournament begins.
struct Host {
    time: Timekeeper,
    /// When it was started, by the wall clock and by the test's.
    started: (Timestamp, Instant),
    present: Arc<Present>,
    begun: mpsc::UnboundedSender<(BySide<String>, StandIn)>,
}

impl MatchHost for Host {
    fn time(&self) -> &Timekeeper {
        &self.time
    }

    fn wall_clock_ms(&self) -> i64 {
        self.started.0.as_millisecond() + self.started.1.elapsed().as_millis() as i64
    }

    fn terms(&self, time: TimeControl) -> MatchSettings {
        let second = Micros::from_secs(1);
        MatchSettings {
            time,
            lag_compensation: LagCompensation::default(),
            strikes: 0,
            ready_within: second,
            disconnect: DisconnectPolicy::ClockRuns,
        }
    }

    fn present(&self) -> Arc<Present> {
        self.present.clone()
    }

    fn begin(&self, prepared: Prepared) -> RunningMatch {
        let (running, stand_in) = prepared.stand_in();
        let _ = self.begun.send((running.players().clone(), stand_in));
        running
    }

    fn find(&self, _: u64) -> Option<RunningMatch> {
        None
    }
}

/// A tournament that is in storage, with its entrants.
struct Made {
    storage: Arc<dyn Storage>,
    row: TournamentRow,
}

/// A referee that has taken a tournament up.
struct TakenUp {
    handle: Arc<TournamentHandle>,
    task: JoinHandle<Result<(), Error>>,
    matches: mpsc::UnboundedReceiver<(BySide<String>, StandIn)>,
    stop: CancellationToken,
}

impl Made {
    async fn new(plan: Value, created: Timestamp) -> Made {
        let config = Flags::parse_from(["arbitre"]).config;
        let lots = Lots::new(Some(1));
        let plan = plan::complete(&config, &lots, serde_json::from_value(plan).expect("a plan")).expect("a plan that can be");
        let storage = storage::in_memory();
        let (id, stage) = (storage.number_tournament().await.expect("a number"), TournamentStage::Open);
        let (name, game, format, created_ms) = ("Cup".into(), "knights".into(), plan.format, created.as_millisecond());
        let row = TournamentRow { id, name, game, format, entrants: plan.entrants.len() as u32, stage, created_ms };
        let (lines, _) = entered(&plan, config.games, &Present::default()).expect("entrants");
        storage.write(first_changes(&row, lines)).await.expect("written");
        Made { storage, row }
    }

    async fn recorded(&self) -> (NewTournament, RecordedTournament) {
        let log = storage::whole_tournament(&*self.storage, self.row.id).await.expect("a log");
        RecordedTournament::read(&log, Catalogue::ALL).expect("a log that reads")
    }

    /// Takes it up when the wall clock shows this, these being connected.
    async fn take_up(&self, wall: Timestamp, connected: &[&str]) -> TakenUp {
        let (plan, recorded) = self.recorded().await;
        let judge = recorded.tournament.clone();
        // Work is done where it is handed in: no time passes meanwhile.
        let pool = || Arc::new(Pool::new(0, 0, 64));
        let (handle, words) = TournamentHandle::new(self.row.clone(), plan, recorded, Pools { reports: pool(), looks: pool() });
        let games = connected.iter().map(|name| (name.to_string(), vec!["knights".to_string()])).collect();
        let present = Arc::new(Present { games, ..Present::default() });
        let (begun, matches) = mpsc::unbounded_channel();
        let stop = CancellationToken::new();
        let services = TournamentServices {
            host: Arc::new(Host { time: Timekeeper::default(), started: (wall, Instant::now()), present, begun }),
            storage: self.storage.clone(),
            life: Arc::new(Life::new(stop.clone())),
            pairing: pool(),
            rated: Arc::default(),
        };
        let task = tokio::spawn(TournamentTask::new(services, handle.clone(), judge, words).run());
        TakenUp { handle, task, matches, stop }
    }
}

/// How a match ends in a test; none if it breaks off.
type End = Option<(Outcome, TerminationKind)>;

/// The points of each of three in a round-robin whose matches end so, the first first; and how many matches there were.
async fn points(ends: &[End]) -> (BTreeMap<String, f64>, usize) {
    let plan = json!({ "name": "Cup", "format": "round_robin", "games": 1, "entrants": ["ann", "bob", "cyd"] });
    let TakenUp { handle, task, mut matches, .. } = Made::new(plan, Timestamp::UNIX_EPOCH).await.take_up(Timestamp::UNIX_EPOCH, &[]).await;
    handle.tell(Input::Start).await.expect("it listens").expect("it begins");
    // Once it is over it leaves memory, and with it goes what matches come by.
    handle.leave();
    let mut played = 0;
    while let Some((_, stand_in)) = matches.recv().await {
        match ends.get(played).copied().flatten() {
            Some((outcome, cause)) => stand_in.end(Some(outcome), cause, "so it is"),
            None => stand_in.break_off(),
        }
        played += 1;
    }
    task.await.expect("no panic").expect("it is over");
    let standings = handle.standings().await.expect("a table");
    (standings.rows.iter().map(|row| (row.bot.clone(), row.points)).collect(), played)
}

#[tokio::test]
async fn a_tournament_goes_by_how_its_matches_end_and_plays_annulled_ones_again() {
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

/// A ladder of ann and bob, whose games end at once, on a referee that runs from each of these moments for so long. Nothing keeps its time
/// beating, so that to itself it stands still, as on a machine that sleeps.
async fn ladder(terms: Value, runs: &[(Timestamp, Duration)]) -> RecordedTournament {
    let mut plan = json!({ "name": "Cup", "format": "ladder", "games": 1, "entrants": ["ann", "bob"] });
    plan.as_object_mut().expect("an object").extend(terms.as_object().expect("an object").clone());
    let made = Made::new(plan, runs[0].0).await;
    for &(from, lasts) in runs {
        let TakenUp { handle, task, mut matches, stop } = made.take_up(from, &["ann", "bob"]).await;
        // It has started but for the first time.
        let _ = handle.tell(Input::Start).await.expect("it listens");
        let ending = tokio::spawn(async move {
            while let Some((_, stand_in)) = matches.recv().await {
                stand_in.end(Some(Outcome::Draw), TerminationKind::Rules, "so it is");
            }
        });
        sleep(lasts).await;
        let seen = handle.read(|recorded| recorded.tournament.clone()).await.expect("it listens");
        stop.cancel();
        task.await.expect("no panic").expect("it stops");
        ending.await.expect("no panic");
        assert!(made.recorded().await.1.tournament == seen, "a replay of the log tells another tournament");
    }
    made.recorded().await.1
}

#[tokio::test(start_paused = true)]
async fn a_ladder_ends_in_due_time_however_often_the_referee_is_restarted() {
    let second = |second: i64| Timestamp::from_second(second).expect("a moment");
    // When the referee runs, and the second at which the ladder is to be over.
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
async fn a_ladder_s_day_is_a_day_of_the_calendar() {
    const HOUR: Duration = Duration::from_secs(3_600);
    // When the referee runs, each time for so many hours, and the days of the encounters.
    let cases: [(&[&str], u32, &[u32]); 4] = [
        // In the night to the 29th clocks are set forward.
        (&["2026-03-27T09:00", "2026-03-28T09:00", "2026-03-29T09:00", "2026-03-30T09:00"], 8, &[1, 2, 3, 4]),
        // And set back in the night to the 25th; on the 26th nobody was there.
        (&["2026-10-24T22:00", "2026-10-25T00:30", "2026-10-25T22:30", "2026-10-27T01:00"], 1, &[1, 2, 4]),
        // Days change while the referee runs, and not at noon for those of another zone.
        (&["2026-10-24T20:00"], 54, &[1, 2, 3, 4]),
        (&["2026-03-28T11:00", "2026-03-28T20:30"], 1, &[1]),
    ];
    for (runs, hours, days) in cases {
        let moment = |local: &&str| format!("{local}[Europe/Brussels]").parse::<Zoned>().expect("a moment").timestamp();
        let runs: Vec<_> = runs.iter().map(|local| (moment(local), hours * HOUR)).collect();
        let ladder = ladder(json!({ "daily": 3, "zone": "Europe/Brussels" }), &runs).await;
        let played: Vec<u32> = ladder.tournament.history().encounters().iter().map(|encounter| encounter.round).collect();
        assert_eq!(played, days.iter().flat_map(|day| [*day; 3]).collect::<Vec<_>>(), "{runs:?}");
        assert_eq!(ladder.tournament.stage(), Stage::Running, "it goes on until somebody ends it");
    }
}
