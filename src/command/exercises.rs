//! `exercises`: counts the winning moves that a bot finds in positions in which exactly one move wins.

use crate::doctor::program::BotProgram;
use crate::embedded_referee::LocalReferee;
use crate::error::{Error, Failure};
use crate::language::localized;
use crate::output::{Output, print};
use crate::remote::Remote;
use contest::BotName;
use protocol::{BotList, GameResult, MatchDetail, Status};
use referee::TimeControl;
use rules::{BySide, Catalogue, Game, Side};
use search::exercise::{StoredExercise, exercises};
use serde_json::json;
use server::{Config, Referee};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::{Duration, Instant};

const OPPONENT: &str = "stand-in";
/// The interval of polls whether the bot is connected, or has moved.
const POLL: Duration = Duration::from_millis(20);
/// The longest move where the time control has no limit.
const UNLIMITED: Duration = Duration::from_secs(900);
/// The wait for a move beyond its time.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Test a bot on positions in which exactly one move wins
///
/// The positions are of real games, and it is proved that no other move wins. Each position is one game, which ends with the bot's first move.
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
    /// Only exercises that are won within this many plies
    #[arg(long, value_name = "PLIES")]
    plies: Option<u32>,
    /// The time control of each exercise, which has one move
    #[arg(long, default_value = "5s")]
    time: TimeControl,
    /// Print every exercise with what was played
    #[arg(long, conflicts_with = "json")]
    details: bool,
    /// Print the outcome as one JSON object
    #[arg(long)]
    json: bool,
    /// The command that starts the bot. The environment variable ARBITRE_SERVER holds the address; so does `{url}` in the command
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// The answer of a bot to an exercise: its move, none if it made none, and the time that it was charged.
struct ExerciseAnswer {
    exercise: StoredExercise,
    played: Option<String>,
    charged: Duration,
}

impl ExerciseAnswer {
    fn is_right(&self) -> bool {
        self.played.as_deref() == self.exercise.line.first().copied()
    }

    fn line(&self) -> String {
        let StoredExercise { number, plies, position, line } = &self.exercise;
        let best = line.first().copied().unwrap_or_default().to_string();
        let played = self.played.clone().unwrap_or_else(|| localized(&Output::ExerciseNoMove));
        let verdict = localized(&if self.is_right() { Output::ExerciseRight } else { Output::ExerciseBest { best } });
        format!("{number:>3}  {:>8}  {position:<44}  {played:<6}  {verdict}\n", localized(&Output::ExercisePlies { plies: *plies }))
    }
}

impl Exercises {
    pub async fn run(self, config: Config) -> Result<(), Error> {
        let wanted = |exercise: &StoredExercise| self.plies.is_none_or(|most| exercise.plies <= most);
        let set: Vec<StoredExercise> = exercises(self.game.name()).into_iter().filter(wanted).collect();
        if set.is_empty() {
            let shortest = exercises(self.game.name()).first().map_or(0, |exercise| exercise.plies);
            return Err(Failure::NoSuchExercise { shortest }.into());
        }
        let mut local = LocalReferee::start(config).await?;
        // A bot's name has no colon, but the name of a level does.
        let own = self.engine.as_ref().map(|engine| (engine.replace(':', "-"), engine.clone()));
        let players = [(OPPONENT.into(), "random".into())].into_iter().chain(own).collect();
        let _bots = local.start_bots(self.game.name(), players, 2, 1)?;
        let mut program = BotProgram::new(self.command.clone(), local.address);
        program.start()?;
        if self.wait.is_some() && !self.json {
            println!("{}", localized(&Output::ExerciseWaiting { address: local.address.to_string() }));
        }
        let attempted = self.attempt_all(&local, &mut program, set).await;
        program.kill().await;
        // A failure of the referee shows in the attempts.
        let _ = local.stop().await;
        let (name, attempts) = attempted?;
        Ok(print(if self.json { self.json(&name, &attempts) + "\n" } else { table(&name, &attempts) })?)
    }

    async fn attempt_all(
        &self,
        local: &LocalReferee,
        program: &mut BotProgram,
        set: Vec<StoredExercise>,
    ) -> Result<(BotName, Vec<ExerciseAnswer>), Error> {
        let remote = local.remote();
        let name = self.connected(&remote, program).await?;
        let opponent: BotName = OPPONENT.parse()?;
        local.referee.meet(&opponent).await;
        let mut attempts = Vec::new();
        for exercise in set {
            let attempt = self.attempt(&local.referee, &remote, (&name, &opponent), exercise).await?;
            if self.details {
                print(attempt.line())?;
            }
            attempts.push(attempt);
        }
        Ok((name, attempts))
    }

    async fn connected(&self, remote: &Remote, program: &mut BotProgram) -> Result<BotName, Error> {
        // A person takes longer than a program.
        let until = Instant::now() + Duration::from_secs(if self.wait.is_some() { 300 } else { 30 });
        loop {
            let list: BotList = fetch(remote, "/v1/bots".into()).await?;
            let is_wanted = |name: &str| self.wait.as_ref().map_or(name != OPPONENT, |wanted| wanted.to_string() == name);
            if let Some(status) = list.bots.into_iter().find(|status| is_wanted(&status.name)) {
                if !status.plays.iter().any(|game| game == self.game.name()) {
                    return Err(Failure::OtherGame { bot: status.name, game: self.game.name(), plays: status.plays }.into());
                }
                return Ok(status.name.parse()?);
            }
            if program.ended().is_some() || Instant::now() >= until {
                let output = program.last_output().await.join(" / ");
                return Err(Failure::BotDoesNotConnect { said: Some(output).filter(|output| !output.is_empty()) }.into());
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// Has the bot make one move.
    async fn attempt(
        &self,
        referee: &Referee,
        remote: &Remote,
        (name, opponent): (&BotName, &BotName),
        exercise: StoredExercise,
    ) -> Result<ExerciseAnswer, Error> {
        let board = self.game.read(exercise.position).map_err(|why| Error::at(exercise.position, &why))?;
        let side = board.side_to_move();
        let (name, opponent) = (name.clone(), opponent.clone());
        let players = if side == Side::White { BySide { white: name, black: opponent } } else { BySide { white: opponent, black: name } };
        let game = referee.begin(players, board, referee.match_settings(self.time)).await?;
        // Without a limit, the referee's own limit of a move ends the game.
        let most = self.time.budget.or(self.time.per_move).map_or(UNLIMITED, |most| Duration::from_micros(most.0));
        let until = Instant::now() + most + TIMEOUT;
        loop {
            let detail: MatchDetail = fetch(remote, format!("/v1/matches/{game}")).await?;
            let is_over = detail.summary.status == Status::Over;
            if let Some(first) = detail.moves.first() {
                referee.annul(game, "the exercise is over");
                let charged = Duration::from_micros(first.charge.charged_us);
                return Ok(ExerciseAnswer { exercise, played: Some(first.text.clone()), charged });
            }
            if is_over && detail.summary.result == Some(GameResult::Void) || Instant::now() >= until {
                return Err(Failure::NoExercisePlayed { why: detail.summary.why }.into());
            }
            if is_over {
                return Ok(ExerciseAnswer { exercise, played: None, charged: most });
            }
            tokio::time::sleep(POLL).await;
        }
    }

    fn json(&self, name: &BotName, attempts: &[ExerciseAnswer]) -> String {
        let one = |attempt: &ExerciseAnswer| {
            let StoredExercise { number, plies, position, line } = &attempt.exercise;
            json!({"number": number, "plies": plies, "position": position, "best": line.first(), "played": attempt.played,
                "right": attempt.is_right(), "charged_us": attempt.charged.as_micros() as u64})
        };
        let right = attempts.iter().filter(|attempt| attempt.is_right()).count();
        let all: Vec<_> = attempts.iter().map(one).collect();
        json!({"bot": name.to_string(), "game": self.game.name(), "right": right, "of": attempts.len(), "exercises": all}).to_string()
    }
}

/// Asks the referee on another thread, which may block.
async fn fetch<T: serde::de::DeserializeOwned + Send + 'static>(remote: &Remote, path: String) -> Result<T, Error> {
    let remote = remote.clone();
    tokio::task::spawn_blocking(move || remote.get(&path)).await?
}

fn table(name: &BotName, attempts: &[ExerciseAnswer]) -> String {
    let mut by_length: BTreeMap<u32, Vec<&ExerciseAnswer>> = BTreeMap::new();
    attempts.iter().for_each(|attempt| by_length.entry(attempt.exercise.plies).or_default().push(attempt));
    let row = |label: String, attempts: &[&ExerciseAnswer]| {
        let (of, right) = (attempts.len(), attempts.iter().filter(|attempt| attempt.is_right()).count());
        let mean = attempts.iter().map(|attempt| attempt.charged.as_secs_f64()).sum::<f64>() / of.max(1) as f64;
        format!("{label:>6} {right:>7} {of:>4} {:>6.0} {mean:>10.3} s\n", 100.0 * right as f64 / of.max(1) as f64)
    };
    let [plies, right, of, time, all] =
        [Output::HeadPlies, Output::HeadRight, Output::HeadOf, Output::HeadTime, Output::HeadAll].map(|head| localized(&head));
    let rows = by_length.iter().map(|(plies, attempts)| row(plies.to_string(), attempts));
    let head = format!("{name}\n{plies:>6} {right:>7} {of:>4} {:>6} {time:>12}\n", "%");
    let sum = row(all, &attempts.iter().collect::<Vec<_>>());
    [head].into_iter().chain(rows).chain([sum]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_by_length() {
        let attempt = |plies, played: Option<&str>| ExerciseAnswer {
            exercise: StoredExercise { number: 1, plies, position: "", line: vec!["A1"] },
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
