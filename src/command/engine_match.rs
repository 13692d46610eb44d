//! `match`: many games between two engines, with a referee in this process.

use crate::embedded_referee::{self, LocalReferee, threads};
use crate::error::Error;
use crate::language::localized;
use crate::output::{Output, print, print_line};
use contest::BotName;
use contest::matches::wire;
use indicatif::{ProgressBar, ProgressStyle};
use protocol::GameResult;
use referee::TimeControl;
use referee::rating::{Elo, EloEstimate, GameScores, PairScores, Sprt, SprtVerdict};
use rules::{Board, BySide, Catalogue, ConnectFour, Game, Knights, Outcome, Position, Side, TicTacToe};
use search::connect_four::ConnectFourSolver;
use search::{EngineSettings, SearchLimits, tic_tac_toe_engine};
use serde_json::json;
use server::{Config, PlayedMatch, Referee};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Play games between two engines and report which is stronger
///
/// The games run in this process, over loopback, in pairs: both games of a pair have the same random opening, with colours swapped. A
/// Chinese knights opening is one that a shallow search judges even; a Connect Four opening has equally many open lines for both sides;
/// tic-tac-toe has none. Where the value of an opening can be proved, the result says which lost games began lost.
#[derive(Clone, Debug, clap::Args)]
pub struct EngineMatch {
    /// An engine; `arbitre bot --help` lists them
    first: String,
    /// Its opponent
    second: String,
    /// The game: knights, connect-four or tic-tac-toe
    #[arg(long, default_value = Catalogue::USUAL)]
    game: Game,
    /// The number of games, from one pair on
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// The time control of each game
    #[arg(long, default_value = "10s+0.1s")]
    time: TimeControl,
    /// Concurrent games; more than the machine has cores distorts the results
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Random plies of each opening
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=30))]
    openings: u32,
    /// Seed of the openings and of all other random choices
    #[arg(long, env = "ARBITRE_SEED", default_value_t = 1)]
    seed: u64,
    /// Stop when this test is decided: elo0=0,elo1=10,alpha=0.05,beta=0.05. `--games` is then the maximum
    #[arg(long)]
    sprt: Option<Sprt>,
    /// Print every game
    #[arg(long, conflicts_with = "json")]
    details: bool,
    /// Print the outcome as one JSON object
    #[arg(long)]
    json: bool,
}

/// The position from which both games of a pair begin.
fn opening(game: Game, seed: u64, plies: u32) -> Box<dyn Board> {
    if game.name() == Knights::NAME {
        Box::new(search::knights::balanced_opening(seed, plies).position)
    } else {
        game.opening(seed, plies).0
    }
}

/// The nodes of the search for the value of an opening: about two seconds.
const VALUE_NODES: u64 = 20_000_000;

/// The time between two lines of progress.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

/// The outcome with perfect play, if a search proves it. At Chinese knights none does so early in the game.
fn value(position: &dyn Board) -> Option<Outcome> {
    let (text, side) = (position.position(), position.side_to_move());
    let score = match position.game() {
        ConnectFour::NAME => ConnectFourSolver::new(64).solve(&text.parse().ok()?, &mut |nodes| nodes < VALUE_NODES)?.score,
        TicTacToe::NAME => {
            let mut engine = tic_tac_toe_engine("perfect", &EngineSettings::default()).ok()?;
            engine.search(&text.parse().ok()?, &SearchLimits::default(), &mut |_| true)?.score
        }
        _ => return None,
    };
    Some(match score.signum() {
        1 => Outcome::Win(side),
        -1 => Outcome::Win(side.other()),
        _ => Outcome::Draw,
    })
}

/// The names of the two bots, which differ even if the engines do not.
fn names(contest: &EngineMatch) -> Result<[BotName; 2], Error> {
    // A bot's name has no colon, but the name of a level does.
    let [first, second] = [&contest.first, &contest.second].map(|engine| engine.replace(':', "-"));
    let names = if first == second { [format!("{first} 1"), format!("{second} 2")] } else { [first, second] };
    let [first, second] = names.map(|name| name.parse());
    Ok([first?, second?])
}

/// The results so far, from the first engine's view.
#[derive(Default)]
struct Results {
    games: GameScores,
    pairs: PairScores,
    /// The half points of games whose pair is incomplete, by the number of the pair.
    half: std::collections::BTreeMap<u32, usize>,
    time: [Duration; 2],
    moves: u32,
    void: u32,
    /// Games that each engine lost on time.
    late: [u32; 2],
    /// Games that each engine lost: from a lost opening, from one that was not lost, and from one of unknown value.
    lost: [[u32; 3]; 2],
}

impl Results {
    fn add(&mut self, number: u32, first_is: Side, played: &PlayedMatch, value: Option<Outcome>) {
        let half_points = match played.result {
            GameResult::White => 2 * usize::from(first_is == Side::White),
            GameResult::Black => 2 * usize::from(first_is == Side::Black),
            GameResult::Draw => 1,
            GameResult::Void => {
                self.void += 1;
                return;
            }
        };
        self.games.record(half_points);
        if played.reason == Some(referee::TerminationKind::Time) {
            self.late[usize::from(half_points > 0)] += 1;
        }
        if half_points != 1 {
            let loser = if half_points == 0 { first_is } else { first_is.other() };
            let began = value.map_or(2, |value| usize::from(value != Outcome::Win(loser.other())));
            self.lost[usize::from(half_points > 0)][began] += 1;
        }
        match self.half.remove(&(number / 2)) {
            Some(other) => self.pairs.record(half_points + other),
            None => drop(self.half.insert(number / 2, half_points)),
        }
        self.time[0] += played.charged[first_is];
        self.time[1] += played.charged[first_is.other()];
        self.moves += played.plies;
    }
}

/// From pairs, because the games of a pair are not independent.
fn estimate(tally: &Results) -> Option<Output> {
    let EloEstimate { elo, low, high, superiority } = tally.pairs.estimate()?;
    let [elo, low, high] = [elo, low, high].map(|elo| elo.to_string());
    Some(Output::Estimate { elo, low, high, likelihood: format!("{:.1}", 100.0 * superiority) })
}

impl EngineMatch {
    pub fn run(self) -> Result<(), Error> {
        let mut tally = Results::default();
        let ended = embedded_referee::run(|config| self.play(config, &mut tally));
        // A match that is interrupted has a score, too.
        if ended.is_ok() || tally.moves > 0 {
            self.report(&tally)?;
        }
        ended
    }

    async fn play(&self, mut config: Config, tally: &mut Results) -> Result<(), Error> {
        let names = names(self)?;
        // On loopback there is no lag to compensate.
        config.contest.lag_compensation_total = referee::Micros(0);
        let mut local = LocalReferee::start(config).await?;
        let players = names.iter().map(ToString::to_string).zip([self.first.clone(), self.second.clone()]).collect();
        let bots = local.start_bots(self.game.name(), players, threads(), self.seed)?;
        for name in &names {
            local.referee.meet(name).await;
        }
        let played = self.play_all(&local.referee, &names, tally).await;
        // A failure of the referee shows in the games.
        let _ = local.stop().await;
        drop(bots);
        played
    }

    fn json(&self, tally: &Results) -> serde_json::Value {
        let [lost, drawn, won] = tally.games.counts();
        let test = self.sprt.map(|sprt| {
            let verdict = match sprt.verdict(&tally.pairs) {
                SprtVerdict::Stronger => "stronger",
                SprtVerdict::NotStronger => "not_stronger",
                SprtVerdict::Undecided => "undecided",
            };
            let (lower, upper) = sprt.bounds();
            json!({"verdict": verdict, "log_likelihood_ratio": sprt.log_likelihood_ratio(&tally.pairs), "lower": lower, "upper": upper})
        });
        // An infinite bound is null.
        let elo = |elo: Elo| elo.0.is_finite().then_some(elo.0);
        let estimate = tally.pairs.estimate().map(|estimate| {
            let EloEstimate { low, high, superiority, .. } = estimate;
            json!({"elo": elo(estimate.elo), "elo_low": elo(low), "elo_high": elo(high), "superiority": superiority})
        });
        let [first_seconds, second_seconds] = tally.time.map(|time| time.as_secs_f64());
        json!({
            "first": self.first, "second": self.second, "time": self.time.to_string(), "seed": self.seed,
            "games": won + drawn + lost, "won": won, "drawn": drawn, "lost": lost, "void": tally.void,
            "lost_from_lost_openings": tally.lost[0][0], "won_from_won_openings": tally.lost[1][0],
            "lost_from_other_openings": tally.lost[0][1], "won_from_other_openings": tally.lost[1][1],
            "lost_on_time": tally.late[0], "won_on_time": tally.late[1], "pairs": tally.pairs.units(),
            "estimate": estimate, "sprt": test, "first_seconds": first_seconds, "second_seconds": second_seconds, "plies": tally.moves,
        })
    }

    /// Plays the games with a progress bar, or without a terminal with a line of the score after the first game and then every minute.
    async fn play_all(&self, referee: &Referee, names: &[BotName; 2], tally: &mut Results) -> Result<(), Error> {
        let bar = ProgressBar::new(self.games.into());
        let style = ProgressStyle::with_template(&format!("{{bar:30}} {}  {{msg}}", localized(&Output::MatchProgress)));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let (done, mut played) = mpsc::channel(self.concurrency as usize);
        let start = |number: u32| {
            let first_is = if number.is_multiple_of(2) { Side::White } else { Side::Black };
            let players = BySide::from_fn(|side| names[usize::from(side != first_is)].clone());
            // Both games of a pair have the same opening.
            let (seed, plies) = (self.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(number / 2)), self.openings);
            let (referee, time, game) = (referee.clone(), self.time, self.game);
            let done = done.clone();
            tokio::spawn(async move {
                // An opening and its value take milliseconds to seconds, which would block the referee's thread.
                let opening = move || {
                    let position = opening(game, seed, plies);
                    let value = value(&*position);
                    (position, value)
                };
                let result = match tokio::task::spawn_blocking(opening).await {
                    Ok((position, value)) => referee.play(players, position, time).await.map(|game| (game, value)).map_err(Error::from),
                    Err(error) => Err(error.into()),
                };
                // The receiver is dropped if another game has failed.
                let _ = done.send((number, first_is, result)).await;
            });
        };
        let (began, mut next_line) = (Instant::now(), Duration::ZERO);
        let mut next = self.concurrency.min(self.games);
        (0..next).for_each(&start);
        for _ in 0..self.games {
            let Some((number, first_is, result)) = played.recv().await else { break };
            let (game, value) = result?;
            tally.add(number, first_is, &game, value);
            if self.details {
                let (number, engine, result) = (number + 1, self.first.clone(), game.result);
                let opening = value.map(|value| wire::result(Some(value)));
                bar.suspend(|| print_line(&Output::MatchGame { number, engine, side: first_is, result, why: game.why, opening }))?;
            }
            bar.inc(1);
            if bar.is_hidden() && !self.details && began.elapsed() >= next_line {
                next_line = began.elapsed() + LINE_INTERVAL;
                eprintln!("{}", localized(&self.score(tally)));
            }
            bar.set_message(estimate(tally).map_or_else(String::new, |estimate| localized(&estimate)));
            if self.sprt.is_some_and(|sprt| sprt.verdict(&tally.pairs) != SprtVerdict::Undecided) {
                break;
            }
            if next < self.games {
                start(next);
                next += 1;
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn score(&self, tally: &Results) -> Output {
        let [lost, drawn, won] = tally.games.counts();
        Output::MatchScore { first: self.first.clone(), second: self.second.clone(), won, drawn, lost, time: self.time.to_string() }
    }

    fn report(&self, tally: &Results) -> Result<(), Error> {
        if self.json {
            return Ok(print(format!("{}\n", self.json(tally)))?);
        }
        let (first, second) = (self.first.clone(), self.second.clone());
        let mut lines = vec![self.score(tally)];
        lines.extend((tally.void > 0).then_some(Output::MatchVoid { games: tally.void }));
        let late = [&first, &second].into_iter().zip(tally.late).filter(|(_, games)| *games > 0);
        lines.extend(late.map(|(engine, games)| Output::MatchLate { engine: engine.clone(), games }));
        let known = [&first, &second].into_iter().zip(tally.lost).filter(|(_, [lost, even, _])| lost + even > 0);
        lines.extend(known.map(|(engine, [lost, even, unknown])| Output::MatchOpenings { engine: engine.clone(), lost, even, unknown }));
        lines.extend(estimate(tally));
        let is_from_pairs = tally.pairs.units() > 0 && !tally.half.is_empty();
        lines.extend(is_from_pairs.then_some(Output::MatchIncomplete { games: tally.half.len() }));
        lines.extend(self.sprt.map(|sprt| {
            let (pairs, engine, bounds) = (tally.pairs.units(), first.clone(), sprt.bounds());
            let [ratio, lower, upper] = [sprt.log_likelihood_ratio(&tally.pairs), bounds.0, bounds.1].map(|number| format!("{number:.2}"));
            match sprt.verdict(&tally.pairs) {
                SprtVerdict::Stronger => Output::MatchStronger { pairs, engine, ratio, lower, upper },
                SprtVerdict::NotStronger => Output::MatchNotStronger { pairs, engine, ratio, lower, upper },
                SprtVerdict::Undecided => Output::MatchUndecided { pairs, ratio, lower, upper },
            }
        }));
        let [first_seconds, second_seconds] = tally.time.map(|time| format!("{:.1}", time.as_secs_f64()));
        lines.push(Output::MatchTime { first, first_seconds, second, second_seconds, plies: tally.moves });
        Ok(lines.iter().try_for_each(print_line)?)
    }
}
