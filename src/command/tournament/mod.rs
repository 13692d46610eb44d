//! `tournament`: run tournaments on a referee, or from a file in this process.

mod remote;
mod table;

pub use remote::Remote;

use protocol::{Attendance, NewTournament, RollCall, TournamentDetail, TournamentGame, TournamentGameList};
use referee::Micros;
use server::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
        /// The file: name, format, entrants, and whatever else is not to be as usual; `-` is standard input
        file: PathBuf,
        /// Referee it in this process, and play all entrants here: each by the engine that the file names, or the one it is named after
        #[arg(long)]
        here: bool,
        /// Folder to write tables, games and the archive to
        #[arg(long)]
        output: Option<PathBuf>,
    },
    /// Create a tournament from a TOML file; it is open for entry then
    Create {
        /// The file
        file: PathBuf,
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
    /// Take in an archive
    Import {
        /// The archive
        file: PathBuf,
    },
}

/// The text of a file; `-` is standard input.
///
/// # Errors
/// When it cannot be read.
pub fn text_of(file: &Path) -> Result<String, Error> {
    let text = if file.as_os_str() == "-" { io::read_to_string(io::stdin()) } else { std::fs::read_to_string(file) };
    text.map_err(|error| Error::BadRequest(format!("{}: {error}", file.display())))
}

/// What a file says. Typing errors are told with line and field.
pub fn read(file: &Path) -> Result<(String, NewTournament), Error> {
    let text = text_of(file)?;
    let plan = toml::from_str(&text).map_err(|error| Error::BadRequest(format!("{}: {}", file.display(), error.to_string().trim_end())))?;
    Ok((text, plan))
}

/// A text as part of a path.
pub fn in_path(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn print(body: &[u8]) -> Result<(), Error> {
    // A reader that has gone has seen enough.
    let _ = io::stdout().write_all(body);
    Ok(())
}

/// How an arena is rehearsed: for so long.
const ARENA: &str = "20s";

/// The same plan, to be played by stand-ins in this process: nobody has rehearsed there, and nobody waits for the end of an arena.
pub fn to_rehearse(plan: &NewTournament, engine: &str) -> NewTournament {
    let entrants = plan.entrants.iter().map(|entrant| protocol::NewEntrant { engine: Some(engine.into()), ..entrant.clone() });
    NewTournament { entrants: entrants.collect(), duration: plan.duration.as_ref().map(|_| ARENA.into()), rehearsed: None, ..plan.clone() }
}

/// How long the real tournament may take.
pub fn foretold(plan: &NewTournament, detail: &TournamentDetail) -> String {
    if let Some(duration) = &plan.duration {
        return format!("The real one pairs for {duration}, and ends when the last game has ended.");
    }
    let Some(longest) = detail.longest_us else {
        return "How long the real one takes is not known: its games have no limit, or it ends by what they show.".into();
    };
    format!(
        "The real one takes {} at most if every bot uses all its time in games of {} moves; {} if they use a fifth.",
        told(Micros(longest)),
        protocol::USUAL_MOVES,
        told(Micros(longest / 5))
    )
}

fn told(time: Micros) -> String {
    let minutes = time.0.div_ceil(60_000_000);
    if minutes < 60 { format!("{minutes} min") } else { format!("{} h {:02} min", minutes / 60, minutes % 60) }
}

/// What a tournament is, a line for each thing.
fn show(detail: &TournamentDetail) -> String {
    let TournamentDetail { summary, plan, entrants, round, rounds, games, .. } = detail;
    let of_rounds = rounds.map_or(String::new(), |rounds| format!(" of {rounds}"));
    let plan = serde_json::to_string_pretty(&NewTournament { entrants: Vec::new(), ..plan.clone() }).unwrap_or_default();
    format!(
        "tournament {}, {}\nmade {}\n{entrants} entrants, round {round}{of_rounds}\ngames: {} over, {} running, {} to come\n{plan}\n",
        summary.tournament,
        summary.stage.word(),
        summary.created,
        games.over,
        games.running,
        games.pending
    )
}

/// All games that are asked for.
fn games(remote: &Remote, id: u64, bot: Option<&str>, round: Option<u32>) -> Result<Vec<TournamentGame>, Error> {
    let bot = bot.map_or(String::new(), |bot| format!("&bot={}", in_path(bot)));
    let round = round.map_or(String::new(), |round| format!("&round={round}"));
    let (mut games, mut after) = (Vec::new(), String::new());
    loop {
        let page: TournamentGameList = remote.get_json(&format!("/v1/tournaments/{id}/games?limit=1000{bot}{round}{after}"))?;
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
        let remote = Remote::at(&self.server, self.token);
        let say = |detail: TournamentDetail| {
            let TournamentDetail { summary, entrants, games, .. } = detail;
            println!("{}\t{}\t{}\t{entrants} entrants\t{} games over", summary.tournament, summary.name, summary.stage.word(), games.over);
        };
        match self.act {
            Act::Run { file, output, .. } => {
                let id = remote.create(&read(&file)?.0)?.summary.tournament;
                remote.run(id, output.as_deref())?;
            }
            Act::Rehearse { .. } => return Err(Error::Internal("a rehearsal is played in this process".into())),
            Act::Show { id } => print(show(&remote.get_json(&format!("/v1/tournaments/{id}"))?).as_bytes())?,
            Act::Games { id, bot, round } => {
                print(table::games(&games(&remote, id, bot.as_deref(), round)?, table::terminal_width()).as_bytes())?
            }
            Act::Check { id } => {
                let roll: RollCall = remote.get_json(&format!("/v1/tournaments/{id}/check"))?;
                print(table::roll_call(&roll, table::terminal_width()).as_bytes())?;
                let is_there = |row: &protocol::RollCallRow| {
                    row.attendance == Attendance::Connected && (!roll.rehearsed || row.rehearsal.as_ref().is_some_and(|last| last.passed))
                };
                let missing = roll.entrants.iter().filter(|row| !is_there(row)).count();
                if missing > 0 {
                    return Err(Error::BadRequest(format!("{missing} of {} are not ready", roll.entrants.len())));
                }
            }
            Act::Delete { id } => drop(remote.send("DELETE", &format!("/v1/tournaments/{id}"), "text/plain", b"")?),
            Act::Create { file } => say(remote.create(&read(&file)?.0)?),
            Act::List => {
                let list: protocol::TournamentList = remote.get_json("/v1/tournaments")?;
                for row in list.tournaments {
                    println!("{}\t{}\t{}", row.tournament, row.name, row.stage.word());
                }
            }
            Act::Enter { id, bot, rating } => {
                let body = serde_json::json!({"bot": bot, "rating": rating}).to_string();
                say(remote.detail(&remote.send(
                    "POST",
                    &format!("/v1/tournaments/{id}/entrants"),
                    "application/json",
                    body.as_bytes(),
                )?)?);
            }
            Act::Withdraw { id, bot } => {
                let path = format!("/v1/tournaments/{id}/entrants/{}", in_path(&bot));
                say(remote.detail(&remote.send("DELETE", &path, "text/plain", b"")?)?);
            }
            Act::Start { id } => say(remote.act(id, "start")?),
            Act::Pause { id } => say(remote.act(id, "pause")?),
            Act::Resume { id } => say(remote.act(id, "resume")?),
            Act::Finish { id } => say(remote.act(id, "finish")?),
            Act::Archive { id } => say(remote.act(id, "archive")?),
            Act::Decide { id, game, action, result, why } => {
                let mut body = serde_json::json!({"game": game, "action": action, "why": why});
                if let Some(result) = result {
                    body["result"] = result.into();
                }
                let path = format!("/v1/tournaments/{id}/decisions");
                remote.send("POST", &path, "application/json", body.to_string().as_bytes())?;
                remote.print_standings(id)?;
            }
            Act::Table { id, format: None, crosstable: false } => remote.print_standings(id)?,
            Act::Table { id, format: None, crosstable: true } => remote.print_crosstable(id)?,
            Act::Table { id, format: Some(format), crosstable } => {
                let what = if crosstable { "crosstable" } else { "standings" };
                print(&remote.get(&format!("/v1/tournaments/{id}/{what}?format={format}"))?)?;
            }
            Act::Export { id } => print(&remote.get(&format!("/v1/tournaments/{id}/export"))?)?,
            Act::Import { file } => {
                let archive = std::fs::read(&file).map_err(|error| Error::BadRequest(format!("{}: {error}", file.display())))?;
                say(remote.detail(&remote.send("POST", "/v1/tournaments/import", "application/x-ndjson", &archive)?)?);
            }
        }
        Ok(())
    }
}
