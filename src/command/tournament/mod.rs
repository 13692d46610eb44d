//! `tournament`: run tournaments on a referee, or from a file in this process.

mod embedded;
mod output;
mod plan;
mod report_file;
mod table;

use crate::error::{Error, Failure};
use crate::language::localized;
use crate::output::print;
use crate::remote::{self, JSON, RefereeAddress, Remote, TEXT};
use indicatif::{ProgressBar, ProgressStyle};
use output::TournamentOutput as Output;
use plan::create_file;
use protocol::{
    Attendance, CrosstableTable, NewTournament, RollCall, RollCallRow, StandingTable, TournamentDetail, TournamentGame, TournamentGameList,
    TournamentStage,
};
use serde_json::json;
use server::StorageLocation;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Duration;
use ureq::http::Method;

/// Create, run and export tournaments
#[derive(Clone, Debug, clap::Args)]
pub struct TournamentArgs {
    #[command(flatten)]
    server: RefereeAddress,
    /// An operator's token, where one is needed
    #[arg(long, env = "ARBITRE_TOKEN", hide_env_values = true, value_parser = remote::token, global = true)]
    token: Option<String>,
    /// Data folder of a referee on this machine, whose operator's token is used if none is given
    #[arg(long, env = "ARBITRE_DATA", default_value = "./arbitre-data", global = true)]
    data: StorageLocation,
    #[command(subcommand)]
    act: Action,
}

#[derive(Clone, Debug, clap::Args)]
pub struct Id {
    /// The tournament's number
    id: u64,
}

#[derive(Clone, Debug, clap::Subcommand)]
pub enum Action {
    /// Create a tournament from a plan (TOML), start it, wait for its end, and print its table
    Run {
        /// The plan, whose fields `create --help` lists; `-` is standard input
        #[arg(value_name = "PLAN")]
        file: PathBuf,
        /// Referee it in this process, and play all entrants here: each by the engine that the plan names, or the one it is named after
        #[arg(long)]
        here: bool,
        /// Folder to write tables, games and the archive to
        #[arg(long)]
        output: Option<PathBuf>,
        /// The game, instead of the plan's: knights, connect-four or tic-tac-toe
        #[arg(long)]
        game: Option<String>,
        /// Start it though entrants are absent, unknown or not rehearsed
        #[arg(long)]
        force: bool,
    },
    /// Create a tournament from a plan (TOML); it is open for entry then. `--help` lists the fields of the plan
    #[command(after_long_help = plan::fields())]
    Create {
        /// The plan
        #[arg(value_name = "PLAN")]
        file: PathBuf,
        /// The game, instead of the plan's: knights, connect-four or tic-tac-toe
        #[arg(long)]
        game: Option<String>,
    },
    /// List the tournaments
    List,
    /// Show the progress and the plan of a tournament
    Show(Id),
    /// List the games of a tournament with their players and results
    Games {
        /// The tournament's number
        id: u64,
        /// Only this bot's
        #[arg(long)]
        bot: Option<String>,
        /// Only this round's
        #[arg(long)]
        round: Option<u32>,
    },
    /// Call the roll before the start: connected and absent entrants, unknown names, and rehearsals
    Check(Id),
    /// Play the whole plan in this process with bundled bots as entrants, and estimate how long the real tournament takes
    Simulate {
        /// The plan
        #[arg(value_name = "PLAN")]
        file: PathBuf,
        /// The engine of every entrant
        #[arg(long, default_value = "random", value_parser = ["random", "greedy"])]
        engine: String,
    },
    /// Delete a tournament in which no game was played, or one imported beside its original
    Delete(Id),
    /// Enter a bot
    Enter {
        /// The tournament's number
        id: u64,
        /// The bot
        bot: String,
        /// Orders the entrants before the first round, highest first
        #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
        rating: i32,
    },
    /// Withdraw a bot
    Withdraw {
        /// The tournament's number
        id: u64,
        /// The bot
        bot: String,
        /// Why, for the record and the table
        #[arg(long)]
        why: Option<String>,
    },
    /// Start it, if all entrants are connected
    Start {
        /// The tournament's number
        id: u64,
        /// Start it though entrants are absent, unknown or not rehearsed
        #[arg(long)]
        force: bool,
    },
    /// Pause: start no new game
    Pause(Id),
    /// Resume
    Resume(Id),
    /// End it now
    Finish(Id),
    /// Archive: allow no further change
    Archive(Id),
    /// Decide about a game
    Decide {
        /// The tournament's number
        id: u64,
        /// The game, such as 12.2
        game: String,
        /// The decision: adjudicate, annul or replay
        #[arg(value_parser = ["adjudicate", "annul", "replay"])]
        action: String,
        /// The result, for `adjudicate`
        #[arg(long, value_parser = ["white", "black", "draw"])]
        result: Option<String>,
        /// The reason, for the record
        #[arg(long)]
        why: String,
    },
    /// Print the standings
    Table {
        /// The tournament's number
        id: u64,
        /// The format: markdown, csv, html or json [default: text as wide as the terminal]
        #[arg(long, value_parser = ["markdown", "csv", "html", "json"])]
        format: Option<String>,
        /// The crosstable instead
        #[arg(long)]
        crosstable: bool,
    },
    /// Write the whole tournament to standard output as one archive
    Export(Id),
    /// Give a bot a bye in a round that is not paired yet: a zero-point bye, or with `--half` a half-point bye if the plan allows one
    Bye {
        /// The tournament's number
        id: u64,
        /// The bot
        bot: String,
        /// The round, from 1
        round: u32,
        /// A half-point bye instead of a zero-point bye
        #[arg(long)]
        half: bool,
        /// Cancel the bye
        #[arg(long, conflicts_with = "half")]
        cancel: bool,
    },
    /// Print a report file (TRF), for other arbiters' programs
    Trf {
        /// The tournament's number
        id: u64,
        /// The state after this round
        #[arg(long)]
        round: Option<u32>,
    },
    /// Print the games with the headers of PGN, for programs that rate players
    Pgn(Id),
    /// Check the pairings of a report file (TRF), and pair the next round; no referee is needed
    Pair {
        /// The file; `-` is standard input
        file: PathBuf,
        /// Print the table, too
        #[arg(long)]
        table: bool,
        /// The tie-breaks of the table, in order, such as BH-C1,BH,DE,SB,WIN [default: as in a Swiss]
        #[arg(long, value_delimiter = ',', requires = "table")]
        tie_breaks: Vec<String>,
    },
    /// Import an archive
    Import {
        /// The archive
        file: PathBuf,
    },
}

/// Creates the tournament of a file, unless it is open or runs already, and starts it if it is open; returns its number.
fn begin(remote: &Remote, file: &Path, game: Option<&str>, force: bool) -> Result<u64, Error> {
    let id = match plan::unfinished(remote, file, game)? {
        Some(id) => id,
        None => create_file(remote, file, game)?.summary.tournament,
    };
    let detail: TournamentDetail = remote.get(&format!("/v1/tournaments/{id}"))?;
    if detail.summary.stage == TournamentStage::Open {
        start(remote, id, force)?;
    }
    eprintln!("{}", localized(&Output::Runs { tournament: id }));
    Ok(id)
}

/// Starts an open tournament. If an entrant is not there, a person at a terminal is asked first, and a script needs the flag.
fn start(remote: &Remote, id: u64, force: bool) -> Result<TournamentDetail, Error> {
    if !force && remote.get::<TournamentDetail>(&format!("/v1/tournaments/{id}"))?.summary.stage == TournamentStage::Open {
        let roll: RollCall = remote.get(&format!("/v1/tournaments/{id}/check"))?;
        let missing = missing(&roll);
        if missing > 0 {
            eprint!("{}", table::roll_call(&roll, table::terminal_width()));
            let entrants = roll.entrants.len();
            let refused = Failure::NotStarted { tournament: id, missing, entrants };
            if !io::stdin().is_terminal() {
                return Err(refused.into());
            }
            eprint!("{} ", localized(&Output::StartAnyway { missing, entrants }));
            let mut answer = String::new();
            io::stdin().read_line(&mut answer)?;
            if !matches!(answer.trim(), "y" | "yes" | "o" | "oui") {
                return Err(refused.into());
            }
        }
    }
    remote.post(&format!("/v1/tournaments/{id}/start"), &json!({}))
}

/// Waits for the end of a tournament, prints its table, and writes its files to the folder.
fn await_end(remote: &Remote, id: u64, output: Option<&Path>) -> Result<(), Error> {
    let tournament = format!("/v1/tournaments/{id}");
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    loop {
        let detail: TournamentDetail = remote.get(&tournament)?;
        bar.set_length((detail.games.over + detail.games.running + detail.games.pending).into());
        bar.set_position(detail.games.over.into());
        bar.set_message(localized(&Output::Progress { round: detail.round }));
        if matches!(detail.summary.stage, TournamentStage::Finished | TournamentStage::Archived) {
            break;
        }
        if let Some(why) = detail.summary.suspended {
            bar.finish_and_clear();
            return Err(Failure::Suspended { tournament: id, why }.into());
        }
        std::thread::sleep(Duration::from_millis(250));
    }
    bar.finish_and_clear();
    print_standings(remote, id)?;
    let Some(folder) = output else { return Ok(()) };
    let failed = |error: io::Error| Error::in_file(folder, &error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    let write = |path: &str, name: &str| remote.copy(&format!("{tournament}/{path}"), File::create(folder.join(name)).map_err(failed)?);
    for (format, extension) in [("markdown", "md"), ("csv", "csv"), ("json", "json"), ("html", "html")] {
        write(&format!("standings?format={format}"), &format!("standings.{extension}"))?;
        write(&format!("crosstable?format={format}"), &format!("crosstable.{extension}"))?;
    }
    for (format, extension) in [("jsonl", "jsonl"), ("text", "txt"), ("pgn", "pgn")] {
        write(&format!("games?format={format}"), &format!("games.{extension}"))?;
    }
    write("export", "archive.jsonl")
}

fn print_standings(remote: &Remote, id: u64) -> Result<(), Error> {
    let found: StandingTable = remote.get(&format!("/v1/tournaments/{id}/standings"))?;
    Ok(print(table::standings(&found, table::terminal_width()))?)
}

/// The number of entrants that are not connected, or have not rehearsed where the plan demands it.
fn missing(roll: &RollCall) -> usize {
    let is_ready = |row: &&RollCallRow| {
        row.attendance == Attendance::Connected && (!roll.rehearsed || row.rehearsal.as_ref().is_some_and(|last| last.passed))
    };
    roll.entrants.len() - roll.entrants.iter().filter(is_ready).count()
}

/// Prints the roll call; a missing entrant is an error.
fn check(roll: &RollCall) -> Result<(), Error> {
    print(table::roll_call(roll, table::terminal_width()))?;
    let missing = missing(roll);
    if missing == 0 { Ok(()) } else { Err(Failure::NotReady { missing, entrants: roll.entrants.len() }.into()) }
}

fn show(detail: &TournamentDetail) -> String {
    let TournamentDetail { summary, plan, round, rounds, games, incomplete, .. } = detail;
    let plan = serde_json::to_string_pretty(&NewTournament { entrants: Vec::new(), ..plan.clone() }).unwrap_or_default();
    let lines = [
        Some(Output::Tournament { id: summary.tournament, stage: summary.stage }),
        summary.suspended.clone().map(|why| Output::SuspendedBy { why }),
        incomplete.clone().map(|why| Output::Incomplete { why }),
        Some(Output::Made { at: summary.created.clone() }),
        Some(Output::Entrants { entrants: summary.entrants, round: *round, rounds: *rounds }),
        Some(Output::Games { over: games.over, running: games.running, pending: games.pending }),
    ];
    let lines: Vec<String> = lines.iter().flatten().map(localized).collect();
    format!("{}\n{plan}\n", lines.join("\n"))
}

fn games(remote: &Remote, id: u64, bot: Option<&str>, round: Option<u32>) -> Result<Vec<TournamentGame>, Error> {
    let bot = bot.map_or(String::new(), |bot| format!("&bot={}", remote::escaped(bot)));
    let round = round.map_or(String::new(), |round| format!("&round={round}"));
    let (mut games, mut after) = (Vec::new(), String::new());
    loop {
        let page: TournamentGameList = remote.get(&format!("/v1/tournaments/{id}/games?limit=1000{bot}{round}{after}"))?;
        games.extend(page.games);
        match page.next {
            Some(next) => after = format!("&after={next}"),
            None => return Ok(games),
        }
    }
}

impl TournamentArgs {
    pub fn run(self) -> Result<(), Error> {
        let remote = Remote::new(&self.server.server, self.token).with_local_token(self.data.folder())?;
        let say = |detail: TournamentDetail| {
            let TournamentDetail { summary, games, .. } = detail;
            let outputs = [Output::Stage { stage: summary.stage }, Output::EntrantCount { entrants: summary.entrants }];
            let [stage, entrants] = outputs.map(|output| localized(&output));
            println!(
                "{}\t{}\t{stage}\t{entrants}\t{}",
                summary.tournament,
                summary.name,
                localized(&Output::GamesOver { games: games.over })
            );
        };
        let path = |id: u64, what: &str| format!("/v1/tournaments/{id}/{what}");
        let act = |id: u64, act: &str| remote.post(&path(id, act), &json!({}));
        let width = table::terminal_width();
        match self.act {
            Action::Run { file, here: true, output, game, .. } => embedded::run(&file, game.as_deref(), output)?,
            Action::Run { file, here: false, output, game, force } => {
                let id = begin(&remote, &file, game.as_deref(), force)?;
                await_end(&remote, id, output.as_deref())?;
            }
            Action::Simulate { file, engine } => embedded::simulate(&file, &engine)?,
            Action::Show(Id { id }) => print(show(&remote.get(&format!("/v1/tournaments/{id}"))?))?,
            Action::Games { id, bot, round } => print(table::games(&games(&remote, id, bot.as_deref(), round)?, width))?,
            Action::Check(Id { id }) => check(&remote.get(&path(id, "check"))?)?,
            Action::Delete(Id { id }) => drop(remote.send(Method::DELETE, &format!("/v1/tournaments/{id}"), TEXT, ())?),
            Action::Create { file, game } => say(create_file(&remote, &file, game.as_deref())?),
            Action::List => {
                for row in remote.tournaments()? {
                    let (stage, format) = (Output::Stage { stage: row.stage }, Output::Format { format: row.format });
                    let [stage, format, entrants] =
                        [stage, format, Output::EntrantCount { entrants: row.entrants }].map(|output| localized(&output));
                    let suspended = row.suspended.map_or(String::new(), |why| format!("\t{}", localized(&Output::SuspendedBy { why })));
                    println!("{}\t{}\t{stage}\t{}\t{format}\t{entrants}{suspended}", row.tournament, row.name, row.game);
                }
            }
            Action::Enter { id, bot, rating } => say(remote.post(&path(id, "entrants"), &json!({"bot": bot, "rating": rating}))?),
            Action::Withdraw { id, bot, why } => {
                let why = why.map_or(String::new(), |why| format!("?why={}", remote::escaped(&why)));
                let answer = remote.send(Method::DELETE, &path(id, &format!("entrants/{}{why}", remote::escaped(&bot))), TEXT, ())?;
                say(remote.read(answer)?);
            }
            Action::Start { id, force } => say(start(&remote, id, force)?),
            Action::Pause(Id { id }) => say(act(id, "pause")?),
            Action::Resume(Id { id }) => say(act(id, "resume")?),
            Action::Finish(Id { id }) => say(act(id, "finish")?),
            Action::Archive(Id { id }) => say(act(id, "archive")?),
            Action::Decide { id, game, action, result, why } => {
                let mut decision = json!({"game": game, "action": action, "why": why});
                if let Some(result) = result {
                    decision["result"] = result.into();
                }
                remote.send(Method::POST, &path(id, "decisions"), JSON, decision.to_string())?;
                print_standings(&remote, id)?;
            }
            Action::Table { id, format: None, crosstable: false } => print_standings(&remote, id)?,
            Action::Table { id, format: None, crosstable: true } => {
                let found: CrosstableTable = remote.get(&path(id, "crosstable"))?;
                print(table::crosstable(&found, width))?;
            }
            Action::Table { id, format: Some(format), crosstable } => {
                let what = if crosstable { "crosstable" } else { "standings" };
                remote.copy(&path(id, &format!("{what}?format={format}")), io::stdout())?;
            }
            Action::Export(Id { id }) => remote.copy(&path(id, "export"), io::stdout())?,
            Action::Bye { id, bot, round, cancel: true, .. } => {
                let bye = path(id, &format!("entrants/{}/byes/{round}", remote::escaped(&bot)));
                say(remote.read(remote.send(Method::DELETE, &bye, TEXT, ())?)?);
            }
            Action::Bye { id, bot, round, half, cancel: false } => {
                let bye = json!({"round": round, "bye": if half { "half_point" } else { "zero_point" }});
                say(remote.post(&path(id, &format!("entrants/{}/byes", remote::escaped(&bot))), &bye)?);
            }
            Action::Trf { id, round } => {
                let query = round.map_or(String::new(), |round| format!("?round={round}"));
                remote.copy(&path(id, &format!("trf{query}")), io::stdout())?;
            }
            Action::Pgn(Id { id }) => remote.copy(&path(id, "games?format=pgn"), io::stdout())?,
            Action::Pair { file, table, tie_breaks } => {
                let report = report_file::read(&file)?;
                let table = table.then(|| report_file::table(&report, &tie_breaks)).transpose()?;
                report_file::pair(&report);
                table.iter().for_each(|table| print!("\n{table}"));
            }
            Action::Import { file } => {
                let archive = File::open(&file).map_err(|error| Error::in_file(&file, &error))?;
                say(remote.read(remote.send(Method::POST, "/v1/tournaments/import", "application/x-ndjson", &archive)?)?);
            }
        }
        Ok(())
    }
}
