//! `tournament`: run tournaments on a referee, or from a file in this process.

mod plan;
mod rehearsal;
mod report_file;
pub mod table;
mod told;

pub use plan::{create, create_plan, read};
pub use rehearsal::{foretold, to_rehearse};

use crate::error::{Error, Failure};
use crate::language::said;
use crate::remote::{self, Content, Remote};
use indicatif::{ProgressBar, ProgressStyle};
use plan::create_file;
use protocol::{
    Attendance, CrosstableTable, NewTournament, RollCall, RollCallRow, StandingTable, TournamentDetail, TournamentGame, TournamentGameList,
    TournamentStage,
};
use serde_json::json;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use told::Told;
use ureq::http::Method;

/// Create, run and export tournaments
#[derive(Clone, Debug, clap::Args)]
pub struct Tournament {
    /// The referee
    #[arg(long, env = "ARBITRE_SERVER", default_value = "127.0.0.1:8080", global = true)]
    server: String,
    /// An operator's token, where one is needed
    #[arg(long, env = "ARBITRE_TOKEN", hide_env_values = true, global = true)]
    token: Option<String>,
    #[command(subcommand)]
    pub act: Act,
}

/// What to do.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Act {
    /// Create a tournament from a TOML file, start it, wait for its end, and print its table
    Run {
        /// The file, of which `create --help` tells all fields; `-` is standard input
        file: PathBuf,
        /// Referee it in this process, and play all entrants here: each by the engine that the file names, or the one it is named after
        #[arg(long)]
        here: bool,
        /// Folder to write tables, games and the archive to
        #[arg(long)]
        output: Option<PathBuf>,
        /// The game, whatever the file says: knights, connect-four or tic-tac-toe
        #[arg(long)]
        game: Option<String>,
    },
    /// Create a tournament from a TOML file; it is open for entry then. `--help` tells all that the file may say
    #[command(after_long_help = plan::fields())]
    Create {
        /// The file
        file: PathBuf,
        /// The game, whatever the file says: knights, connect-four or tic-tac-toe
        #[arg(long)]
        game: Option<String>,
    },
    /// List the tournaments
    List,
    /// Tell how far one is, and by which plan
    Show {
        /// The tournament's number
        id: u64,
    },
    /// List the games of one: who plays whom, and how it ended
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
    /// Call the roll before the start: who is connected, who is absent, which names nobody knows, and who has rehearsed
    Check {
        /// The tournament's number
        id: u64,
    },
    /// Play the whole plan in this process, with stand-ins for its entrants, and tell how long it may really take
    Rehearse {
        /// The file
        file: PathBuf,
        /// The engine that plays for everybody
        #[arg(long = "as", value_name = "ENGINE", default_value = "random", value_parser = ["random", "greedy"])]
        engine: String,
    },
    /// Delete one in which nobody has played
    Delete {
        /// The tournament's number
        id: u64,
    },
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
    /// Start it
    Start {
        /// The tournament's number
        id: u64,
    },
    /// Let no new game begin
    Pause {
        /// The tournament's number
        id: u64,
    },
    /// Go on
    Resume {
        /// The tournament's number
        id: u64,
    },
    /// End it now
    Finish {
        /// The tournament's number
        id: u64,
    },
    /// Let nothing change any more
    Archive {
        /// The tournament's number
        id: u64,
    },
    /// Decide about a game
    Decide {
        /// The tournament's number
        id: u64,
        /// The game, such as 12.2
        game: String,
        /// What: adjudicate, annul or replay
        #[arg(value_parser = ["adjudicate", "annul", "replay"])]
        action: String,
        /// Adjudicated: how it ended
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
        /// How: as wide as the terminal if left out; or markdown, csv, html or json
        #[arg(long, value_parser = ["markdown", "csv", "html", "json"])]
        format: Option<String>,
        /// The crosstable instead
        #[arg(long)]
        crosstable: bool,
    },
    /// Write the whole tournament to standard output as one archive
    Export {
        /// The tournament's number
        id: u64,
    },
    /// Leave a bot out of a round that has not been paired, for no points or, where the plan allows for it, half
    Bye {
        /// The tournament's number
        id: u64,
        /// The bot
        bot: String,
        /// The round, from 1
        round: u32,
        /// Half of all points, instead of none
        #[arg(long)]
        half: bool,
        /// Have it paired in that round after all
        #[arg(long, conflicts_with = "half")]
        cancel: bool,
    },
    /// Print a report file (TRF), for other arbiters' programs
    Trf {
        /// The tournament's number
        id: u64,
        /// As it was after so many rounds
        #[arg(long)]
        round: Option<u32>,
    },
    /// Print the games with the headers of PGN, for programs that rate players
    Pgn {
        /// The tournament's number
        id: u64,
    },
    /// Check the pairings of a report file (TRF), and pair the next round; no referee is needed
    Pair {
        /// The file; `-` is standard input
        file: PathBuf,
        /// Print the table, too
        #[arg(long)]
        table: bool,
        /// What breaks ties in the table, in this order, such as BH-C1,BH,DE,SB,WIN [default: as in a Swiss]
        #[arg(long, value_delimiter = ',', requires = "table")]
        tie_breaks: Vec<String>,
    },
    /// Take in an archive
    Import {
        /// The archive
        file: PathBuf,
    },
}

/// Runs a tournament from its start to its end on this referee.
///
/// # Errors
/// When the referee refuses, or a file cannot be written.
pub fn run(remote: &Remote, id: u64, output: Option<&Path>) -> Result<(), Error> {
    let tournament = format!("/v1/tournaments/{id}");
    remote.post(&format!("{tournament}/start"), &json!({}))?;
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    loop {
        let detail: TournamentDetail = remote.get(&tournament)?;
        bar.set_length((detail.games.over + detail.games.running + detail.games.pending).into());
        bar.set_position(detail.games.over.into());
        bar.set_message(said(&Told::Progress { round: detail.round }));
        if matches!(detail.summary.stage, TournamentStage::Finished | TournamentStage::Archived) {
            break;
        }
        if let Some(why) = detail.suspended {
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
    for (path, name) in [
        ("standings?format=markdown", "standings.md"),
        ("standings?format=csv", "standings.csv"),
        ("standings?format=json", "standings.json"),
        ("standings?format=html", "standings.html"),
        ("crosstable?format=markdown", "crosstable.md"),
        ("crosstable?format=csv", "crosstable.csv"),
        ("crosstable?format=json", "crosstable.json"),
        ("crosstable?format=html", "crosstable.html"),
        ("games?format=jsonl", "games.jsonl"),
        ("games?format=text", "games.txt"),
        ("games?format=pgn", "games.pgn"),
        ("export", "archive.jsonl"),
    ] {
        remote.copy(&format!("{tournament}/{path}"), File::create(folder.join(name)).map_err(failed)?)?;
    }
    Ok(())
}

fn say_all(text: &str) {
    // A reader that has gone has seen enough.
    let _ = io::Write::write_all(&mut io::stdout(), text.as_bytes());
}

/// Prints the standings as wide as the terminal.
fn print_standings(remote: &Remote, id: u64) -> Result<(), Error> {
    let found: StandingTable = remote.get(&format!("/v1/tournaments/{id}/standings"))?;
    say_all(&table::standings(&found, table::terminal_width()));
    Ok(())
}

/// Prints the roll; that somebody is missing shows in the exit status as well.
fn check(roll: &RollCall) -> Result<(), Error> {
    say_all(&table::roll_call(roll, table::terminal_width()));
    let is_ready = |row: &&RollCallRow| {
        row.attendance == Attendance::Connected && (!roll.rehearsed || row.rehearsal.as_ref().is_some_and(|last| last.passed))
    };
    let missing = roll.entrants.len() - roll.entrants.iter().filter(is_ready).count();
    if missing == 0 { Ok(()) } else { Err(Failure::NotReady { missing, entrants: roll.entrants.len() }.into()) }
}

/// What a tournament is, a line for each thing.
fn show(detail: &TournamentDetail) -> String {
    let TournamentDetail { summary, plan, round, rounds, games, suspended, .. } = detail;
    let plan = serde_json::to_string_pretty(&NewTournament { entrants: Vec::new(), ..plan.clone() }).unwrap_or_default();
    let suspended = suspended.clone().map(|why| Told::SuspendedBy { why });
    let lines = [
        Some(Told::Tournament { id: summary.tournament, stage: summary.stage.word() }),
        suspended,
        Some(Told::Made { at: summary.created.clone() }),
        Some(Told::Entrants { entrants: summary.entrants, round: *round, rounds: *rounds }),
        Some(Told::Games { over: games.over, running: games.running, pending: games.pending }),
    ];
    let lines: Vec<String> = lines.iter().flatten().map(said).collect();
    format!("{}\n{plan}\n", lines.join("\n"))
}

/// All games that are asked for.
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

impl Tournament {
    /// Does it, on a referee that runs already.
    pub fn run(self) -> Result<(), Error> {
        let remote = Remote::new(&self.server, self.token);
        let say = |detail: TournamentDetail| {
            let TournamentDetail { summary, games, .. } = detail;
            let entrants = said(&Told::EntrantCount { entrants: summary.entrants });
            let (stage, over) = (said(&Told::Stage { stage: summary.stage.word() }), said(&Told::GamesOver { games: games.over }));
            println!("{}\t{}\t{stage}\t{entrants}\t{over}", summary.tournament, summary.name);
        };
        let path = |id: u64, what: &str| format!("/v1/tournaments/{id}/{what}");
        let act = |id: u64, act: &str| remote.post(&path(id, act), &json!({}));
        match self.act {
            Act::Run { file, output, game, .. } => {
                let id = create_file(&remote, &file, game.as_deref())?.summary.tournament;
                run(&remote, id, output.as_deref())?;
            }
            Act::Rehearse { .. } => unreachable!("a rehearsal is played in this process"),
            Act::Show { id } => say_all(&show(&remote.get(&format!("/v1/tournaments/{id}"))?)),
            Act::Games { id, bot, round } => {
                say_all(&table::games(&games(&remote, id, bot.as_deref(), round)?, table::terminal_width()));
            }
            Act::Check { id } => check(&remote.get(&path(id, "check"))?)?,
            Act::Delete { id } => drop(remote.send(Method::DELETE, &format!("/v1/tournaments/{id}"), Content::Nothing)?),
            Act::Create { file, game } => say(create_file(&remote, &file, game.as_deref())?),
            Act::List => {
                for row in remote.tournaments()? {
                    let (stage, format) = (Told::Stage { stage: row.stage.word() }, Told::Format { format: row.format.word() });
                    let [stage, format, entrants] = [stage, format, Told::EntrantCount { entrants: row.entrants }].map(|told| said(&told));
                    println!("{}\t{}\t{stage}\t{}\t{format}\t{entrants}", row.tournament, row.name, row.game);
                }
            }
            Act::Enter { id, bot, rating } => say(remote.post(&path(id, "entrants"), &json!({"bot": bot, "rating": rating}))?),
            Act::Withdraw { id, bot, why } => {
                let why = why.map_or(String::new(), |why| format!("?why={}", remote::escaped(&why)));
                let answer =
                    remote.send(Method::DELETE, &path(id, &format!("entrants/{}{why}", remote::escaped(&bot))), Content::Nothing)?;
                say(remote.read(answer)?);
            }
            Act::Start { id } => say(act(id, "start")?),
            Act::Pause { id } => say(act(id, "pause")?),
            Act::Resume { id } => say(act(id, "resume")?),
            Act::Finish { id } => say(act(id, "finish")?),
            Act::Archive { id } => say(act(id, "archive")?),
            Act::Decide { id, game, action, result, why } => {
                let mut decision = json!({"game": game, "action": action, "why": why});
                if let Some(result) = result {
                    decision["result"] = result.into();
                }
                remote.send(Method::POST, &path(id, "decisions"), Content::Json(&decision))?;
                print_standings(&remote, id)?;
            }
            Act::Table { id, format: None, crosstable: false } => print_standings(&remote, id)?,
            Act::Table { id, format: None, crosstable: true } => {
                let found: CrosstableTable = remote.get(&path(id, "crosstable"))?;
                say_all(&table::crosstable(&found, table::terminal_width()));
            }
            Act::Table { id, format: Some(format), crosstable } => {
                let what = if crosstable { "crosstable" } else { "standings" };
                remote.copy(&path(id, &format!("{what}?format={format}")), io::stdout())?;
            }
            Act::Export { id } => remote.copy(&path(id, "export"), io::stdout())?,
            Act::Bye { id, bot, round, cancel: true, .. } => {
                let bye = path(id, &format!("entrants/{}/byes/{round}", remote::escaped(&bot)));
                say(remote.read(remote.send(Method::DELETE, &bye, Content::Nothing)?)?);
            }
            Act::Bye { id, bot, round, half, cancel: false } => {
                let bye = json!({"round": round, "bye": if half { "half_point" } else { "zero_point" }});
                say(remote.post(&path(id, &format!("entrants/{}/byes", remote::escaped(&bot))), &bye)?);
            }
            Act::Trf { id, round } => {
                let query = round.map_or(String::new(), |round| format!("?round={round}"));
                remote.copy(&path(id, &format!("trf{query}")), io::stdout())?;
            }
            Act::Pgn { id } => remote.copy(&path(id, "games?format=pgn"), io::stdout())?,
            Act::Pair { file, table, tie_breaks } => {
                let report = report_file::read(&file)?;
                let table = table.then(|| report_file::table(&report, &tie_breaks)).transpose()?;
                report_file::pair(&report);
                table.iter().for_each(|table| print!("\n{table}"));
            }
            Act::Import { file } => {
                let archive = File::open(&file).map_err(|error| Error::in_file(&file, &error))?;
                say(remote.read(remote.send(Method::POST, "/v1/tournaments/import", Content::Lines(&archive))?)?);
            }
        }
        Ok(())
    }
}
