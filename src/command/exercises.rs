//! `exercises`: a bot is given positions in which exactly one move wins, and the moves it finds are counted.

use crate::doctor::patient::Patient;
use crate::error::{Error, Failure};
use crate::process::house;
use crate::remote::Remote;
use axum::serve::Listener;
use contest::BotName;
use protocol::{BotList, GameResult, MatchDetail, Status};
use referee::TimeControl;
use rules::{BySide, Catalogue, Game, Side};
use search::exercise::{Exercise, exercises};
use serde_json::json;
use server::{Config, Referee};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// Who sits at the other side of the board.
const OPPONENT: &str = "stand-in";
/// How often it is asked whether the bot is there, or has moved.
const AGAIN: Duration = Duration::from_millis(20);
/// How long a move may take where there is no limit.
const UNLIMITED: Duration = Duration::from_secs(900);
/// How much longer than its time a move is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// Give a bot positions of real games in which exactly one move wins, and count how often it finds it
///
/// That no other move wins is proved. Each position is a game of its own, which ends with the bot's first move.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("bot").required(true).args(["engine", "wait", "command"])))]
pub struct Exercises {
    /// An engine; `arbitre bot --help` lists them
    engine: Option<String>,
    /// Wait for a bot of this name, instead of starting one
    #[arg(long, value_name = "NAME")]
    wait: Option<BotName>,
    /// The game: knights, connect-four or tic-tac-toe
    #[arg(long, default_value = Catalogue::USUAL)]
    game: Game,
    /// Only exercises that are over in so many plies at most
    #[arg(long, value_name = "PLIES")]
    plies: Option<u32>,
    /// The time control of each exercise, which has one move
    #[arg(long, default_value = "5s")]
    time: TimeControl,
    /// Print every exercise with what was played
    #[arg(long, conflicts_with = "json")]
    verbose: bool,
    /// Print the outcome as one JSON object
    #[arg(long)]
    json: bool,
    /// The command that starts the bot. It finds the address in the variable ARBITRE_URL; `{url}` stands for it in the command
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// What a bot made of an exercise.
struct Attempt {
    exercise: Exercise,
    /// The move; none if it made none.
    played: Option<String>,
    /// What it was charged for it.
    charged: Duration,
}

impl Attempt {
    fn is_right(&self) -> bool {
        self.played.as_deref() == self.exercise.line.first().copied()
    }
}

impl Exercises {
    /// Asks the bot, and prints the table.
    ///
    /// # Errors
    /// When there is no such engine, exercise or program, or the bot does not come.
    pub async fn run(self, config: Config) -> Result<(), Error> {
        let wanted = |exercise: &Exercise| self.plies.is_none_or(|most| exercise.plies <= most);
        let set: Vec<Exercise> = exercises(self.game.name()).into_iter().filter(wanted).collect();
        if set.is_empty() {
            let shortest = exercises(self.game.name()).first().map_or(0, |exercise| exercise.plies);
            return Err(Failure::NoSuchExercise { shortest }.into());
        }
        let listener = web::bind(config.web.bind).await?;
        let address = listener.local_addr()?;
        let stop = CancellationToken::new();
        let referee = Referee::start(config, storage::in_memory(), stop.clone()).await?;
        let listening = tokio::spawn({
            let referee = referee.clone();
            async move { referee.listen(listener).await }
        });
        let bot = |name: &str, engine: &str| bots::HouseBot {
            name: name.into(),
            game: self.game.name().into(),
            engine: engine.into(),
            token: None,
        };
        let mut players = vec![bot(OPPONENT, "random")];
        // The names of bots have no colon, as that of a level has.
        players.extend(self.engine.as_deref().map(|engine| bot(&engine.replace(':', "-"), engine)));
        let house = bots::HouseConfig { bots: players, max_think: None, threads: 2, ..house(address, 1)? };
        let _house = bots::HouseBots::start(house)?;
        let mut program = Patient::new(self.command.clone(), address);
        program.start(address)?;
        if self.wait.is_some() && !self.json {
            println!("Waiting at ws://{address}/ws");
        }
        let remote = Remote::here(address);
        let attempted = async {
            let name = self.come(&remote, &mut program).await?;
            let opponent: BotName = OPPONENT.parse()?;
            referee.meet(&opponent).await;
            let mut attempts = Vec::new();
            for exercise in set {
                let attempt = self.attempt(&referee, &remote, (&name, &opponent), exercise).await?;
                if self.verbose {
                    println!("{}", told(&attempt));
                }
                attempts.push(attempt);
            }
            Ok::<_, Error>((name, attempts))
        }
        .await;
        program.kill().await;
        stop.cancel();
        let _ = listening.await;
        let (name, attempts) = attempted?;
        let told = if self.json { self.json(&name, &attempts) + "\n" } else { table(&name, &attempts) };
        Ok(crate::question::print(told.as_bytes())?)
    }

    /// Waits for the bot.
    async fn come(&self, remote: &Remote, program: &mut Patient) -> Result<BotName, Error> {
        // A person takes longer than a program.
        let until = Instant::now() + Duration::from_secs(if self.wait.is_some() { 300 } else { 30 });
        loop {
            let list: BotList = ask(remote, "/v1/bots".into()).await?;
            let is_wanted = |name: &str| self.wait.as_ref().map_or(name != OPPONENT, |wanted| wanted.to_string() == name);
            if let Some(status) = list.bots.into_iter().find(|status| is_wanted(&status.name)) {
                if !status.plays.iter().any(|game| game == self.game.name()) {
                    return Err(Failure::OtherGame { bot: status.name, game: self.game.name(), plays: status.plays }.into());
                }
                return Ok(status.name.parse()?);
            }
            if program.ended().is_ok_and(|ended| ended.is_some()) || Instant::now() >= until {
                let said = program.last_words().await.join(" / ");
                return Err(Failure::BotDoesNotConnect { said: Some(said).filter(|said| !said.is_empty()) }.into());
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Has the bot make one move.
    async fn attempt(
        &self,
        referee: &Referee,
        remote: &Remote,
        (name, opponent): (&BotName, &BotName),
        exercise: Exercise,
    ) -> Result<Attempt, Error> {
        let board = self.game.read(exercise.position).map_err(|why| Error::at(exercise.position, &why))?;
        let side = board.side_to_move();
        let (name, opponent) = (name.clone(), opponent.clone());
        let players = if side == Side::White { BySide { white: name, black: opponent } } else { BySide { white: opponent, black: name } };
        let game = referee.begin(players, board, referee.terms(self.time)).await?;
        // Without a limit, the referee has one of its own for a move.
        let most = self.time.budget.or(self.time.per_move).map_or(UNLIMITED, |most| Duration::from_micros(most.0));
        let until = Instant::now() + most + PATIENCE;
        loop {
            let detail: MatchDetail = ask(remote, format!("/v1/matches/{game}")).await?;
            let is_over = detail.summary.status == Status::Over;
            if let Some(first) = detail.moves.first() {
                referee.annul(game, "the exercise is over");
                let charged = Duration::from_micros(first.charge.charged_us);
                return Ok(Attempt { exercise, played: Some(first.text.clone()), charged });
            }
            if is_over && detail.summary.result == Some(GameResult::Void) || Instant::now() >= until {
                return Err(Failure::NoExercisePlayed { why: detail.summary.detail }.into());
            }
            if is_over {
                return Ok(Attempt { exercise, played: None, charged: most });
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    fn json(&self, name: &BotName, attempts: &[Attempt]) -> String {
        let one = |attempt: &Attempt| {
            let Exercise { number, plies, position, line } = &attempt.exercise;
            json!({"number": number, "plies": plies, "position": position, "best": line.first(), "played": attempt.played,
                "right": attempt.is_right(), "charged_us": attempt.charged.as_micros() as u64})
        };
        let right = attempts.iter().filter(|attempt| attempt.is_right()).count();
        let all: Vec<_> = attempts.iter().map(one).collect();
        json!({"bot": name.to_string(), "game": self.game.name(), "right": right, "of": attempts.len(), "exercises": all}).to_string()
    }
}

/// Asks the referee, on a thread that may wait.
async fn ask<T: serde::de::DeserializeOwned + Send + 'static>(remote: &Remote, path: String) -> Result<T, Error> {
    let remote = remote.clone();
    tokio::task::spawn_blocking(move || remote.get(&path)).await?
}

fn told(attempt: &Attempt) -> String {
    let Exercise { number, plies, position, line } = &attempt.exercise;
    let best = line.first().copied().unwrap_or_default();
    let played = attempt.played.as_deref().unwrap_or("no move");
    let verdict = if attempt.is_right() { "right".into() } else { format!("{best} wins") };
    format!("{number:>3}  {plies:>2} plies  {position:<44}  {played:<6}  {verdict}")
}

/// The score by length.
fn table(name: &BotName, attempts: &[Attempt]) -> String {
    let mut by_length: BTreeMap<u32, Vec<&Attempt>> = BTreeMap::new();
    attempts.iter().for_each(|attempt| by_length.entry(attempt.exercise.plies).or_default().push(attempt));
    let mut text = format!("{name}\n{:>6} {:>7} {:>4} {:>6} {:>12}\n", "plies", "right", "of", "%", "mean time");
    let mut row = |label: String, attempts: &[&Attempt]| {
        let right = attempts.iter().filter(|attempt| attempt.is_right()).count();
        let mean = attempts.iter().map(|attempt| attempt.charged.as_secs_f64()).sum::<f64>() / attempts.len().max(1) as f64;
        let percent = 100.0 * right as f64 / attempts.len().max(1) as f64;
        // Writing to a string does not fail.
        let _ = writeln!(text, "{label:>6} {right:>7} {:>4} {percent:>6.0} {mean:>10.3} s", attempts.len());
    };
    for (plies, attempts) in &by_length {
        row(plies.to_string(), attempts);
    }
    row("all".into(), &attempts.iter().collect::<Vec<_>>());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_by_length() {
        let attempt = |plies, played: Option<&str>| Attempt {
            exercise: Exercise { number: 1, plies, position: "", line: vec!["A1"] },
            played: played.map(String::from),
            charged: Duration::from_millis(500),
        };
        let attempts = [attempt(1, Some("A1")), attempt(3, Some("B1")), attempt(3, Some("A1")), attempt(3, None)];
        let table = table(&"ann".parse().expect("a name"), &attempts);
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[2], ["1", "1", "1", "100", "0.500", "s"]);
        assert_eq!(rows[3], ["3", "1", "3", "33", "0.500", "s"]);
        assert_eq!(rows[4], ["all", "2", "4", "50", "0.500", "s"]);
    }
}
