//! `match`: many games between two engines, in this process, refereed like any other.

use crate::error::Error;
use crate::language::said;
use axum::serve::Listener;
use contest::BotName;
use indicatif::{ProgressBar, ProgressStyle};
use referee::TimeControl;
use referee::rating::{Elo, Estimate, GameScores, PairScores, Sprt, SprtVerdict};
use rules::{Board, BySide, Catalogue, Game, Knights, Position, Side};
use serde_json::json;
use server::{Config, Played, Referee};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Play games between two engines and tell which is stronger
///
/// The games are refereed in this process, with ordinary clients over loopback. They come in pairs: the same opening twice, with colours
/// changed. It is drawn by lot: at the knights from those that a shallow search calls even, at Connect Four from those with as many lines
/// open for both. Tic-tac-toe has no openings.
#[derive(Clone, Debug, clap::Args)]
pub struct Contest {
    /// An engine; `arbitre bot --help` lists them
    pub first: String,
    /// Its opponent
    pub second: String,
    /// The game: knights, connect-four or tic-tac-toe
    #[arg(long, default_value = Catalogue::USUAL)]
    pub game: Game,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The time control of each game
    #[arg(long, default_value = "10s+0.1s")]
    time: TimeControl,
    /// How many games at one time; more than there are cores is unfair
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// How many random plies each opening has
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=30))]
    openings: u32,
    /// Chooses the openings, and whatever else is left to chance
    #[arg(long, env = "ARBITRE_SEED", default_value_t = 1)]
    pub seed: u64,
    /// Stop when this test is decided: elo0=0,elo1=10,alpha=0.05,beta=0.05. The number of games is then the most that are played
    #[arg(long)]
    sprt: Option<Sprt>,
    /// Print every game
    #[arg(long, conflicts_with = "json")]
    verbose: bool,
    /// Print the outcome as one JSON object
    #[arg(long)]
    json: bool,
}

/// Where both games of a pair begin.
fn opening(game: Game, seed: u64, plies: u32) -> Box<dyn Board> {
    if game.name() == Knights::NAME {
        Box::new(search::knights::balanced_opening(seed, plies).position)
    } else {
        game.opening(seed, plies).0
    }
}

/// One of two names for one engine.
fn names(contest: &Contest) -> Result<[BotName; 2], Error> {
    // The names of bots have no colon, as that of a level has.
    let [first, second] = [&contest.first, &contest.second].map(|engine| engine.replace(':', "-"));
    let names = if first == second { [format!("{first} 1"), format!("{second} 2")] } else { [first, second] };
    let [first, second] = names.map(|name| name.parse());
    Ok([first?, second?])
}

/// What the games have shown so far. Everything is counted from the first engine's view.
#[derive(Default)]
struct Results {
    games: GameScores,
    pairs: PairScores,
    half: std::collections::BTreeMap<u32, usize>,
    time: [Duration; 2],
    moves: u32,
    void: u32,
    /// How many games each lost on time.
    late: [u32; 2],
}

impl Results {
    fn add(&mut self, number: u32, first_is: Side, played: &Played) {
        let half_points = match played.result {
            protocol::GameResult::White => 2 * usize::from(first_is == Side::White),
            protocol::GameResult::Black => 2 * usize::from(first_is == Side::Black),
            protocol::GameResult::Draw => 1,
            protocol::GameResult::Void => {
                self.void += 1;
                return;
            }
        };
        self.games.record(half_points);
        if played.cause == Some(referee::TerminationKind::Time) {
            self.late[usize::from(half_points > 0)] += 1;
        }
        match self.half.remove(&(number / 2)) {
            Some(other) => self.pairs.record(half_points + other),
            None => drop(self.half.insert(number / 2, half_points)),
        }
        self.time[0] += played.charged[first_is];
        self.time[1] += played.charged[first_is.other()];
        self.moves += played.plies;
    }

    /// From pairs where there are any: the games of a pair are not independent.
    fn estimate(&self) -> Option<Estimate> {
        if self.pairs.units() > 0 { self.pairs.estimate() } else { self.games.estimate() }
    }
}

impl Contest {
    /// Plays all games. `start` starts the two clients against an address, and gives something that stops them when dropped.
    pub async fn run<B>(self, mut config: Config, start: impl FnOnce(SocketAddr, &[BotName; 2]) -> Result<B, Error>) -> Result<(), Error> {
        let names = names(&self)?;
        config.place = server::StoragePlace::memory();
        config.web.bind = SocketAddr::from(([127, 0, 0, 1], 0));
        config.contest.friendly.clear();
        // Nothing is far away here: all the time that passes is the engines' own.
        config.contest.allowance_total = referee::Micros(0);
        let listener = web::bind(config.web.bind).await?;
        let address = listener.local_addr()?;
        let stop = CancellationToken::new();
        let referee = Referee::start(config, storage::in_memory(), stop.clone()).await?;
        let listening = tokio::spawn({
            let referee = referee.clone();
            async move { referee.listen(listener).await }
        });
        let bots = start(address, &names)?;
        for name in &names {
            referee.meet(name).await;
        }
        let tally = self.play_all(&referee, &names).await;
        stop.cancel();
        let _ = listening.await;
        drop(bots);
        self.report(&tally?);
        Ok(())
    }

    /// The outcome for programs: counts and times from the first engine's view, in order won, drawn, lost.
    fn json(&self, tally: &Results) -> serde_json::Value {
        let [lost, drawn, won] = tally.games.counts();
        let test = self.sprt.as_ref().map(|sprt| {
            let verdict = match sprt.verdict(&tally.pairs) {
                SprtVerdict::Stronger => "stronger",
                SprtVerdict::NotStronger => "not_stronger",
                SprtVerdict::Undecided => "undecided",
            };
            let (lower, upper) = sprt.bounds();
            json!({"verdict": verdict, "log_likelihood_ratio": sprt.log_likelihood_ratio(&tally.pairs), "lower": lower, "upper": upper})
        });
        // What nothing bounds is null.
        let elo = |elo: Elo| elo.0.is_finite().then_some(elo.0);
        let estimate = tally.estimate().map(|estimate| {
            json!({
                "elo": elo(estimate.elo),
                "elo_low": elo(estimate.low),
                "elo_high": elo(estimate.high),
                "superiority": estimate.superiority,
            })
        });
        let [first_seconds, second_seconds] = tally.time.map(|time| time.as_secs_f64());
        json!({
            "first": self.first,
            "second": self.second,
            "time": self.time.to_string(),
            "seed": self.seed,
            "games": won + drawn + lost,
            "won": won,
            "drawn": drawn,
            "lost": lost,
            "void": tally.void,
            "lost_on_time": tally.late[0],
            "won_on_time": tally.late[1],
            "pairs": tally.pairs.units(),
            "estimate": estimate,
            "sprt": test,
            "first_seconds": first_seconds,
            "second_seconds": second_seconds,
            "plies": tally.moves,
        })
    }

    async fn play_all(&self, referee: &Referee, names: &[BotName; 2]) -> Result<Results, Error> {
        let bar = ProgressBar::new(self.games.into());
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {elapsed} ({eta} left)  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let (done, mut played) = mpsc::channel(self.concurrency as usize);
        let mut tally = Results::default();
        let start = |number: u32| {
            let first_is = if number.is_multiple_of(2) { Side::White } else { Side::Black };
            let players = BySide::from_fn(|side| names[usize::from(side != first_is)].clone());
            // Both games of a pair draw with the same seed.
            let (seed, plies) = (self.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(number / 2)), self.openings);
            let (referee, time, game) = (referee.clone(), self.time, self.game);
            let done = done.clone();
            tokio::spawn(async move {
                // It takes some milliseconds, for which this thread has no time.
                let result = match tokio::task::spawn_blocking(move || opening(game, seed, plies)).await {
                    Ok(position) => referee.play(players, position, time).await.map_err(Error::from),
                    Err(error) => Err(error.into()),
                };
                // Nobody waits any more only after another game failed.
                let _ = done.send((number, first_is, result)).await;
            });
        };
        let mut next = self.concurrency.min(self.games);
        (0..next).for_each(&start);
        for _ in 0..self.games {
            let Some((number, first_is, result)) = played.recv().await else { break };
            let game = result?;
            tally.add(number, first_is, &game);
            if self.verbose {
                bar.suspend(|| {
                    println!(
                        "game {}: {} is {first_is}; {}: {}",
                        number + 1,
                        self.first,
                        game.result.word(),
                        game.why.map_or_else(String::new, |why| said(&why))
                    )
                });
            }
            bar.inc(1);
            bar.set_message(tally.estimate().map_or_else(String::new, |estimate| estimate.to_string()));
            if self.sprt.is_some_and(|sprt| sprt.verdict(&tally.pairs) != SprtVerdict::Undecided) {
                break;
            }
            if next < self.games {
                start(next);
                next += 1;
            }
        }
        bar.finish_and_clear();
        Ok(tally)
    }

    fn report(&self, tally: &Results) {
        if self.json {
            println!("{}", self.json(tally));
            return;
        }
        let [losses, draws, wins] = tally.games.counts();
        println!("{} against {}: {wins} won, {draws} drawn, {losses} lost, at {}", self.first, self.second, self.time);
        if tally.void > 0 {
            println!("{} games did not count", tally.void);
        }
        for (name, late) in [&self.first, &self.second].into_iter().zip(tally.late).filter(|(_, late)| *late > 0) {
            println!("{name} lost {late} of them on time");
        }
        if let Some(estimate) = tally.estimate() {
            println!("{estimate}");
            if tally.pairs.units() > 0 && !tally.half.is_empty() {
                println!("(worked out from pairs: {} games are not in it, for their pairs are incomplete)", tally.half.len());
            }
        }
        if let Some(sprt) = &self.sprt {
            let (ratio, (lower, upper)) = (sprt.log_likelihood_ratio(&tally.pairs), sprt.bounds());
            let verdict = match sprt.verdict(&tally.pairs) {
                SprtVerdict::Stronger => format!("{} is stronger, by elo1 rather than elo0", self.first),
                SprtVerdict::NotStronger => format!("{} is not stronger, by elo0 rather than elo1", self.first),
                SprtVerdict::Undecided => "undecided".into(),
            };
            let pairs = tally.pairs.units();
            println!("SPRT after {pairs} pairs: {verdict} (log-likelihood ratio {ratio:.2}, bounds {lower:.2} and {upper:.2})");
        }
        let seconds = tally.time.map(|time| time.as_secs_f64());
        println!("time charged: {} {:.1} s, {} {:.1} s, over {} plies", self.first, seconds[0], self.second, seconds[1], tally.moves);
    }
}
