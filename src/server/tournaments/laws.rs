//! A tournament whose matches are stand-ins: what it makes of their ends, without a clock, a player or a judge of games.

use super::*;
use crate::core::Timekeeper;
use crate::matches::{MatchHost, MatchSettings, Prepared, RunningMatch, StandIn};
use clap::Parser;
use referee::{Absence, Allowance, Cause, Terms, TimeControl};
use rules::{BySide, Outcome, Side};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    config: Config,
}

/// Hands the test the other side of each match that the tournament begins.
struct Host {
    time: Timekeeper,
    begun: mpsc::UnboundedSender<(BySide<String>, StandIn)>,
}

impl MatchHost for Host {
    fn time(&self) -> &Timekeeper {
        &self.time
    }

    fn terms(&self, time: TimeControl) -> Terms {
        let second = Micros::from_secs(1);
        Terms { time, allowance: Allowance::default(), strikes: 0, ready_within: second, absence: Absence::ClockRuns }
    }

    fn present(&self) -> Arc<Present> {
        Arc::default()
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

/// How a match ends in a test; none if it breaks off.
type End = Option<(Outcome, Cause)>;

/// The points of each of three in a round-robin whose matches end so, the first first; and how many matches there were.
async fn points(ends: &[End]) -> (BTreeMap<String, f64>, usize) {
    let config = Flags::parse_from(["arbitre", "--data", "memory"]).config;
    let (settings, lots) = (MatchSettings::of(&config), Lots::new(Some(1)));
    let plan = serde_json::json!({ "name": "Cup", "format": "round_robin", "games": 1, "entrants": [{ "bot": "ann" }, { "bot": "bob" }, { "bot": "cyd" }] });
    let plan = plan::complete(&settings, &lots, serde_json::from_value(plan).expect("a plan")).expect("a plan that can be");
    let storage = storage::in_memory();
    let id = storage.number_tournament().await.expect("a number");
    let (name, game, format) = ("Cup".into(), "knights".into(), Some(plan.format));
    let row = TournamentRow { id, name, game, format, entrants: 3, stage: TournamentStage::Open, created_ms: 0 };
    let (lines, recorded) = entered(&plan, settings.games, &Present::default()).expect("three entrants");
    storage.write(first_changes(&row, lines)).await.expect("written");
    let judge = recorded.tournament.clone();
    let pool = || Arc::new(Pool::new(0, 1, 64));
    let (handle, words) = TournamentHandle::new(row, plan, recorded, Pools { reports: pool(), looks: pool() });
    let (begun, mut matches) = mpsc::unbounded_channel();
    let services = TournamentServices {
        host: Arc::new(Host { time: Timekeeper::default(), begun }),
        storage: storage.clone(),
        life: Arc::new(Life::new(CancellationToken::new())),
        pairing: pool(),
        rated: Arc::default(),
    };
    let task = tokio::spawn(TournamentTask::new(services, handle.clone(), judge, words).run());
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
    let win = |side| Some((Outcome::Win(side), Cause::Rules));
    let (white, black, draw) = (win(Side::White), win(Side::Black), Some((Outcome::Draw, Cause::Rules)));
    let annulled = Some((Outcome::Draw, Cause::Annulled));
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
