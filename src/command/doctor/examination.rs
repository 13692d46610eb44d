//! One step after the other, against a referee of its own.

use super::course::Course;
use super::finding::{Advice, Death, Exit, Finding, Happened, Seen, Verdict};
use super::link::Link;
use super::own::{OwnReferee, opponent, oppose};
use super::patient::Patient;
use super::step::{BACK_WITHIN, Step, StepName};
use super::trouble::Trouble;
use crate::error::{Error, Failure};
use contest::BotName;
use protocol::About;
use referee::{DisconnectPolicy, MatchSettings, TerminationKind, TimeControl};
use rules::BySide;
use server::{Config, Played};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// How long the referee is away when it is restarted.
const RESTART: Duration = Duration::from_millis(1_500);
/// How long a program may take to fall over after the end of a game.
const SETTLE: Duration = Duration::from_millis(300);
/// How long it is watched after a message that is hard to read, or slow on its way.
const SETTLE_LONG: Duration = Duration::from_secs(2);
/// Once steps that failed have taken so long together, the rest is left out: whoever has something to mend is told within two minutes.
const ENOUGH_FAILED: f64 = 50.0;
/// What a program has said before its end is on its way for so long at most.
const LAST_MESSAGES: Duration = Duration::from_secs(1);
/// No step takes longer, whatever the time of whole games.
const LONGEST_STEP: Duration = Duration::from_secs(900);

/// What a bot is examined with.
pub struct Examination {
    link: Link,
    own: OwnReferee,
    patient: Patient,
    address: SocketAddr,
    /// How long the bot may take to connect.
    patience: Duration,
    /// The time of whole games.
    time: TimeControl,
    /// The first step in which the program ended badly.
    died_in: Option<StepName>,
}

/// Who was examined, as it says of itself, and what was found.
pub struct Examined {
    /// The bot; none if it never came.
    pub about: Option<About>,
    /// The findings, in the order of the steps.
    pub findings: Vec<Finding>,
}

impl Examination {
    /// Starts the referee.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn prepare(
        config: Config,
        link: Link,
        patient: Patient,
        address: SocketAddr,
        patience: Duration,
        time: TimeControl,
    ) -> Result<Examination, Error> {
        let own = OwnReferee::start(config, link.clone()).await?;
        Ok(Examination { link, own, patient, address, patience, time, died_in: None })
    }

    /// Puts the bot through all of these; `told` hears of each finding at once.
    ///
    /// # Errors
    /// When the program cannot be started, or the referee itself fails.
    pub async fn run(mut self, steps: &[Step], told: impl FnMut(&Finding)) -> Result<Examined, Error> {
        let opposing = oppose(self.link.clone());
        tokio::select! {
            examined = self.examine(steps, told) => examined,
            Err(source) = opposing => Err(Failure::Opponent { source }.into()),
        }
    }

    async fn examine(&mut self, steps: &[Step], mut told: impl FnMut(&Finding)) -> Result<Examined, Error> {
        let mut examined = Examined { about: None, findings: Vec::new() };
        let mut is_enough = None;
        for step in steps {
            let began = Instant::now();
            let failed = examined.findings.iter().filter(|finding| finding.verdict == Verdict::Failed);
            if failed.map(|finding| finding.seconds).sum::<f64>() > ENOUGH_FAILED {
                is_enough = Some(Happened::EnoughToMend);
            }
            if let Some(why) = &is_enough {
                let finding = Finding::skipped(step, why);
                told(&finding);
                examined.findings.push(finding);
                continue;
            }
            let mut finding = self.attempt(step, &mut examined.about).await?;
            if finding.verdict == Verdict::Failed && self.link.look(|desk| has_only_left(&desk.course)) {
                finding = self.attempt(step, &mut examined.about).await?;
            }
            let finding = Finding { seconds: (began.elapsed().as_secs_f64() * 10.0).round() / 10.0, ..finding };
            told(&finding);
            let (has_failed, has_moved) = (finding.verdict == Verdict::Failed, self.link.look(|desk| desk.course.moves > 0));
            examined.findings.push(finding);
            if has_failed {
                // What is left of it would spoil the next step.
                self.patient.kill().await;
                if !has_moved && examined.findings.len() == 1 {
                    is_enough = Some(Happened::OneGameFirst);
                }
            }
        }
        self.patient.kill().await;
        Ok(examined)
    }

    /// One step, and who has gone through it.
    async fn attempt(&mut self, step: &Step, examined: &mut Option<About>) -> Result<Finding, Error> {
        self.link.begin(step.trouble);
        let patience = if examined.is_some() { self.patience.min(Duration::from_micros(BACK_WITHIN.0)) } else { self.patience };
        let about = match self.connected(patience).await? {
            Ok(about) => about,
            Err(absence) => {
                let last_words = self.patient.last_words().await;
                return Ok(Finding::not_there(step, absence, &self.course(), last_words));
            }
        };
        *examined = Some(about.clone());
        match step.at_usual_start() {
            _ if about.openings => self.step(step, &about).await,
            Some(step) => self.step(&step, &about).await,
            None => Ok(Finding::skipped(step, &Happened::UsualStartOnly)),
        }
    }

    fn course(&self) -> Course {
        self.link.look(|desk| desk.course.clone())
    }

    /// Waits until the bot is connected, and starts it if it is not there; or says why it is not.
    async fn connected(&mut self, patience: Duration) -> Result<Result<About, (Happened, Advice)>, Error> {
        for run in 0..2 {
            self.patient.start(self.address)?;
            let there = self.link.wait_until(patience, |desk| desk.present.clone().map(|(_, about)| about));
            let is_a_program = self.patient.is_a_program();
            let patient = &mut self.patient;
            let died = async {
                while patient.ended().is_ok_and(|ended| ended.is_none()) {
                    sleep(Duration::from_millis(50)).await;
                }
            };
            let found = tokio::select! {
                about = there => about,
                () = died, if is_a_program => None,
            };
            if let Some(about) = found {
                return Ok(Ok(about));
            }
            match self.patient.ended() {
                // One that has played its game and ended is run again for the next.
                Ok(Some(status)) if status.success() && run == 0 => {}
                Ok(Some(status)) if status.success() => return Ok(Err((Happened::EndedBeforeHello, Advice::StartBridge))),
                Ok(Some(status)) => return Ok(Err((Happened::FailedBeforeHello { exit: Exit::of(status) }, Advice::SeeLastWords))),
                _ => break,
            }
        }
        let happened = Happened::NotConnected { address: self.address.to_string(), seconds: patience.as_secs() };
        Ok(Err((happened, Advice::GiveAddress)))
    }

    async fn step(&mut self, step: &Step, about: &About) -> Result<Finding, Error> {
        let name: BotName = about.name.parse()?;
        let position = step.start.position();
        let referee = self.own.referee();
        // Who has just connected is known to the referee a moment later.
        for there in [&name, &opponent()] {
            let met = tokio::select! {
                met = timeout(self.patience, referee.meet(there)) => met.is_ok(),
                _ = self.ended_for_good() => false,
            };
            if !met && self.course().told("error").is_none() && self.patient.ended().is_ok_and(|ended| ended.is_some()) {
                // It was let in, and did not stay.
                let died = self.ended_for_good().await;
                return Ok(self.seen(step, &[], Some(died)).await);
            }
            if !met {
                let (course, last_words) = (self.course(), self.patient.last_words().await);
                let not_let_in = || Happened::NotLetIn { name: there.to_string() };
                let happened = course.told("error").map_or_else(not_let_in, |error| Happened::HelloRefused { error });
                return Ok(Finding::not_there(step, (happened, Advice::FirstMessage), &course, last_words));
            }
        }
        let terms = MatchSettings {
            strikes: step.trouble.strikes(),
            disconnect: DisconnectPolicy::ForfeitAfter(BACK_WITHIN),
            ..referee.terms(step.time(self.time))
        };
        let mut games = Vec::new();
        for _ in 0..step.games {
            let mut players = BySide { white: opponent(), black: opponent() };
            players[step.side] = name.clone();
            games.push(referee.begin(players, Box::new(position.clone()), terms).await?);
        }
        if step.restart {
            self.link.wait_until(self.patience, |desk| (desk.course.turns > 0).then_some(())).await;
            self.own.stop().await;
            sleep(RESTART).await;
            self.own.resume().await?;
        }
        let mut played: Vec<Played> = Vec::new();
        let mut left = None;
        for game in games {
            let referee = self.own.referee();
            let ended = tokio::select! {
                ended = timeout(LONGEST_STEP, referee.end(game)) => ended,
                how = self.ended_for_good() => {
                    // Nobody waits for a program that does not run.
                    left = Some(how);
                    referee.annul(game, "the program had ended");
                    timeout(LONGEST_STEP, referee.end(game)).await
                }
            };
            played.push(ended.map_err(|_| Failure::Endless { game })??);
        }
        let died = match left {
            Some(how) => Some(how),
            None => self.died(step, played.iter().any(|played| played.cause != Some(TerminationKind::Rules))).await,
        };
        Ok(self.seen(step, &played, died).await)
    }

    /// What all this has shown.
    async fn seen(&mut self, step: &Step, played: &[Played], died: Option<Death>) -> Finding {
        let course = self.course();
        let last_words = self.patient.last_words().await;
        if died.is_some() {
            self.died_in.get_or_insert(step.name);
        }
        let died_before = self.died_in.is_some_and(|first| first != step.name);
        Finding::of(step, Seen { course: &course, played, died, died_before, last_words })
    }

    /// Waits until the program has ended, and says how. A bot that comes by itself never does.
    async fn ended_for_good(&mut self) -> Death {
        while self.patient.ended().is_ok_and(|ended| ended.is_none()) || !self.patient.is_a_program() {
            sleep(Duration::from_millis(50)).await;
        }
        sleep(LAST_MESSAGES).await;
        match self.patient.ended().ok().flatten() {
            Some(status) if !status.success() => Death::Failure(Exit::of(status)),
            _ => Death::Quit,
        }
    }

    /// How the program ended, if it ended badly: by a failure, or by itself while a game was cut off.
    async fn died(&mut self, step: &Step, is_cut_off: bool) -> Option<Death> {
        let is_slow = matches!(step.trouble, Trouble::LongGameOver | Trouble::SlowLink);
        let settle = if is_slow { SETTLE_LONG } else { SETTLE };
        sleep(settle).await;
        match self.patient.ended().ok().flatten()? {
            status if !status.success() => Some(Death::Failure(Exit::of(status))),
            _ if is_cut_off => Some(Death::Quit),
            _ => None,
        }
    }
}

/// Whether the bot has done nothing in a step but to say good-bye: it had played its game before, and was on its way.
fn has_only_left(course: &Course) -> bool {
    course.moves == 0 && course.losses.iter().any(|loss| loss.is_clean && !loss.is_ours && !loss.is_flood)
}
