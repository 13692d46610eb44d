//! The examination: runs the steps one after the other.

use super::finding::{BadEnd, DoctorAdvice, Exit, Finding, Happened, StepObservation, StepVerdict};
use super::program::BotProgram;
use super::proxy::Proxy;
use super::record::{CloseCause, Record};
use super::referee::{OwnReferee, opponent, oppose};
use super::step::{BACK_WITHIN, DoctorStep, StepName};
use crate::error::{Error, Failure};
use contest::BotName;
use protocol::About;
use referee::{DisconnectPolicy, MatchSettings, TerminationKind, TimeControl};
use rules::BySide;
use server::{Config, PlayedMatch};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// The downtime of a restarted referee.
const RESTART: Duration = Duration::from_millis(1_500);
/// The wait for a program's failure after the end of a game.
const SETTLE: Duration = Duration::from_millis(300);
/// The same after a message that is long or slow.
const SETTLE_LONG: Duration = Duration::from_secs(2);
/// The seconds of failed steps after which the rest is skipped, so that the report comes within two minutes.
const MAX_FAILED_SECONDS: f64 = 50.0;
/// The latency of the last messages of a program that has ended.
const LAST_MESSAGES: Duration = Duration::from_secs(1);
/// The most games in which the bot is led to a pass, and the time after which no other one begins.
const PASS_GAMES: u32 = 8;
const PASS_WITHIN: Duration = Duration::from_secs(40);
/// The timeout of a step.
const LONGEST_STEP: Duration = Duration::from_secs(900);

pub struct Examination {
    proxy: Proxy,
    own: OwnReferee,
    program: BotProgram,
    address: SocketAddr,
    /// The bot's timeout to connect.
    connect_timeout: Duration,
    /// The time control of whole games.
    time: TimeControl,
    /// The first step in which the program ended badly.
    bad_end_in: Option<StepName>,
}

pub struct Examined {
    /// The bot's hello; none if it never came.
    pub about: Option<About>,
    pub findings: Vec<Finding>,
}

impl Examination {
    pub async fn prepare(
        mut config: Config,
        proxy: Proxy,
        program: BotProgram,
        address: SocketAddr,
        connect_timeout: Duration,
        time: TimeControl,
    ) -> Result<Examination, Error> {
        config.contest.ready_timeout = "15s".parse().expect("at least 1s");
        let own = OwnReferee::start(config, proxy.clone()).await?;
        Ok(Examination { proxy, own, program, address, connect_timeout, time, bad_end_in: None })
    }

    /// Runs the steps; calls `each` with every finding immediately.
    pub async fn run(mut self, steps: &[DoctorStep], each: impl FnMut(&Finding)) -> Result<Examined, Error> {
        let opposing = oppose(self.proxy.clone());
        tokio::select! {
            examined = self.examine(steps, each) => examined,
            Err(source) = opposing => Err(Failure::Opponent { source }.into()),
        }
    }

    async fn examine(&mut self, steps: &[DoctorStep], mut each: impl FnMut(&Finding)) -> Result<Examined, Error> {
        let mut examined = Examined { about: None, findings: Vec::new() };
        let mut is_enough = None;
        for step in steps {
            let began = Instant::now();
            let failed = examined.findings.iter().filter(|finding| finding.verdict == StepVerdict::Failed);
            if failed.map(|finding| finding.seconds).sum::<f64>() > MAX_FAILED_SECONDS {
                is_enough = Some(Happened::EnoughToMend);
            }
            if let Some(why) = &is_enough {
                let finding = Finding::skipped(step, why);
                each(&finding);
                examined.findings.push(finding);
                continue;
            }
            let mut finding = self.attempt(step, &mut examined.about).await?;
            if finding.verdict == StepVerdict::Failed && self.proxy.read_state(|shared| has_only_left(&shared.record)) {
                finding = self.attempt(step, &mut examined.about).await?;
            }
            for _ in 1..PASS_GAMES {
                let is_pass_missing = step.name == StepName::OnlyPasse && finding.verdict == StepVerdict::Skipped;
                if !is_pass_missing || self.proxy.read_state(|shared| shared.record.passes > 0) || began.elapsed() > PASS_WITHIN {
                    break;
                }
                finding = self.attempt(step, &mut examined.about).await?;
            }
            let finding = Finding { seconds: (began.elapsed().as_secs_f64() * 10.0).round() / 10.0, ..finding };
            each(&finding);
            let (has_failed, has_moved) = (finding.verdict == StepVerdict::Failed, self.proxy.read_state(|shared| shared.record.moves > 0));
            examined.findings.push(finding);
            if has_failed {
                // The next step begins with a new process.
                self.program.kill().await;
                if !has_moved && examined.findings.len() == 1 {
                    is_enough = Some(Happened::OneGameFirst);
                }
            }
        }
        self.program.kill().await;
        Ok(examined)
    }

    /// Runs one step; notes the bot's hello.
    async fn attempt(&mut self, step: &DoctorStep, examined: &mut Option<About>) -> Result<Finding, Error> {
        self.proxy.begin(step.name);
        let limit = if examined.is_some() { self.connect_timeout.min(Duration::from_micros(BACK_WITHIN.0)) } else { self.connect_timeout };
        let about = match self.connected(limit).await? {
            Ok(about) => about,
            Err(absence) => {
                let last_words = self.program.last_output().await;
                return Ok(Finding::not_connected(step, absence, &self.record(), last_words));
            }
        };
        *examined = Some(about.clone());
        match step.at_usual_start() {
            _ if about.openings => self.step(step, &about).await,
            Some(step) => self.step(&step, &about).await,
            None => Ok(Finding::skipped(step, &Happened::UsualStartOnly)),
        }
    }

    fn record(&self) -> Record {
        self.proxy.read_state(|shared| shared.record.clone())
    }

    /// Starts the bot if it is not connected, and waits for it; the inner error says why it did not come.
    async fn connected(&mut self, limit: Duration) -> Result<Result<About, (Happened, DoctorAdvice)>, Error> {
        for run in 0..2 {
            self.program.start()?;
            let connected = self.proxy.wait_until(limit, |shared| shared.present.clone().map(|(_, about)| about));
            let found = tokio::select! {
                about = connected => about,
                () = self.program.wait() => None,
            };
            if let Some(about) = found {
                return Ok(Ok(about));
            }
            match self.program.ended() {
                // A program may play one game a run: it is started again.
                Some(status) if status.success() && run == 0 => {}
                Some(status) if status.success() => return Ok(Err((Happened::EndedBeforeHello, DoctorAdvice::StartBridge))),
                Some(_) if let Some(error) = self.record().error() => {
                    return Ok(Err((Happened::HelloRefused { error }, DoctorAdvice::FirstMessage)));
                }
                Some(status) => return Ok(Err((Happened::FailedBeforeHello { exit: Exit::of(status) }, DoctorAdvice::SeeLastWords))),
                None => break,
            }
        }
        let record = self.record();
        if let Some(error) = record.error() {
            return Ok(Err((Happened::HelloRefused { error }, DoctorAdvice::FirstMessage)));
        }
        if let Some(how) = record.before_hello {
            let advice = if how == CloseCause::Unmasked { DoctorAdvice::Mask } else { DoctorAdvice::FirstMessage };
            return Ok(Err((Happened::NoHello { how }, advice)));
        }
        let happened = Happened::NotConnected { address: self.address.to_string(), seconds: limit.as_secs() };
        Ok(Err((happened, DoctorAdvice::GiveAddress)))
    }

    async fn step(&mut self, step: &DoctorStep, about: &About) -> Result<Finding, Error> {
        let name: BotName = about.name.parse()?;
        let position = step.position();
        let referee = self.own.referee();
        // The referee registers a new connection a moment later.
        for there in [&name, &opponent()] {
            let met = tokio::select! {
                met = timeout(self.connect_timeout, referee.meet(there)) => met.is_ok(),
                _ = self.final_disconnection() => false,
            };
            if !met && self.record().error().is_none() && self.program.ended().is_some() {
                // It was admitted, and ended.
                let bad_end = self.final_disconnection().await;
                return Ok(self.seen(step, about, &[], Some(bad_end)).await);
            }
            if !met {
                let (record, last_words) = (self.record(), self.program.last_output().await);
                let not_let_in = || Happened::NotLetIn { name: there.to_string() };
                let happened = record.error().map_or_else(not_let_in, |error| Happened::HelloRefused { error });
                return Ok(Finding::not_connected(step, (happened, DoctorAdvice::FirstMessage), &record, last_words));
            }
        }
        let settings = MatchSettings {
            strikes: step.strikes(),
            disconnect: DisconnectPolicy::ForfeitAfter(BACK_WITHIN),
            ..referee.match_settings(step.time(self.time))
        };
        let mut games = Vec::new();
        for _ in 0..step.games {
            let mut players = BySide { white: opponent(), black: opponent() };
            players[step.side] = name.clone();
            games.push(referee.begin(players, Box::new(position.clone()), settings).await?);
        }
        if step.restarts() {
            self.proxy.wait_until(self.connect_timeout, |shared| (shared.record.turns > 0).then_some(())).await;
            self.own.stop().await;
            sleep(RESTART).await;
            self.own.resume().await?;
        }
        let mut played: Vec<PlayedMatch> = Vec::new();
        let mut left = None;
        for game in games {
            let referee = self.own.referee();
            let ended = tokio::select! {
                ended = timeout(LONGEST_STEP, referee.end(game)) => ended,
                how = self.final_disconnection() => {
                    // A program that has ended plays no more games.
                    left = Some(how);
                    referee.annul(game, "the program had ended");
                    timeout(LONGEST_STEP, referee.end(game)).await
                }
            };
            played.push(ended.map_err(|_| Failure::Endless { game })??);
        }
        let bad_end = match left {
            Some(how) => Some(how),
            None => self.bad_end(step, played.iter().any(|played| played.reason != Some(TerminationKind::Rules))).await,
        };
        Ok(self.seen(step, about, &played, bad_end).await)
    }

    async fn seen(&mut self, step: &DoctorStep, about: &About, played: &[PlayedMatch], bad_end: Option<BadEnd>) -> Finding {
        let (record, last_words) = (self.record(), self.program.last_output().await);
        if bad_end.is_some() {
            self.bad_end_in.get_or_insert(step.name);
        }
        let ended_badly_before = self.bad_end_in.is_some_and(|first| first != step.name);
        Finding::of(step, StepObservation { about, record: &record, played, bad_end, ended_badly_before, last_words })
    }

    /// Waits for the end of the program; a bot that is started elsewhere never ends.
    async fn final_disconnection(&mut self) -> BadEnd {
        self.program.wait().await;
        sleep(LAST_MESSAGES).await;
        match self.program.ended() {
            Some(status) if !status.success() => BadEnd::Failure(Exit::of(status)),
            _ => BadEnd::Quit,
        }
    }

    /// The end of the program if it has failed, or quit in a game that was cut off.
    async fn bad_end(&mut self, step: &DoctorStep, is_cut_off: bool) -> Option<BadEnd> {
        let is_slow = matches!(step.name, StepName::LongGameOver | StepName::SlowLink);
        sleep(if is_slow { SETTLE_LONG } else { SETTLE }).await;
        match self.program.ended()? {
            status if !status.success() => Some(BadEnd::Failure(Exit::of(status))),
            _ if is_cut_off => Some(BadEnd::Quit),
            _ => None,
        }
    }
}

/// Whether the bot has only disconnected in a step: it had played its game of before and was about to leave.
fn has_only_left(record: &Record) -> bool {
    record.moves == 0 && record.disconnections.iter().any(|lost| lost.is_clean && !lost.is_ours && !lost.is_flood)
}
