//! `tournament`: run tournaments on a referee, or from a file in this process.

use crate::remote::{self, Content, Remote};
use indicatif::{ProgressBar, ProgressStyle};
use protocol::{NewTournament, TournamentDetail, TournamentStage};
use serde_json::json;
use server::Error;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
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
        /// The file: name, format, entrants, and whatever else is not to be as usual
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
    /// Create a tournament from a TOML file; it is open for entry then
    Create {
        /// The file
        file: PathBuf,
        /// The game, whatever the file says: knights, connect-four or tic-tac-toe
        #[arg(long)]
        game: Option<String>,
    },
    /// List the tournaments
    List,
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
        /// How: markdown, csv, html or json
        #[arg(long, default_value = "markdown", value_parser = ["markdown", "csv", "html", "json"])]
        format: String,
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

/// What a file says.
pub struct Plan {
    /// What it means.
    pub read: NewTournament,
    /// The file itself, so that the referee can name its lines; none if it is not the whole plan.
    text: Option<String>,
}

impl Plan {
    /// Reads a file; a game that is named beside it comes before the file's own. Typing errors are told with line and field.
    pub fn read(file: &Path, game: Option<&str>) -> Result<Plan, Error> {
        let bad = |why: String| Error::BadRequest(format!("{}: {why}", file.display()));
        let text = std::fs::read_to_string(file).map_err(|error| bad(error.to_string()))?;
        let read = toml::from_str(&text).map_err(|error| bad(error.to_string().trim_end().into()))?;
        Ok(match game {
            None => Plan { read, text: Some(text) },
            Some(game) => Plan { read: NewTournament { game: Some(game.into()), ..read }, text: None },
        })
    }
}

/// Runs a tournament to its end on this referee.
pub fn run(remote: &Remote, plan: &Plan, output: Option<&Path>) -> Result<(), Error> {
    let id = create(remote, plan)?.summary.tournament;
    let tournament = format!("/v1/tournaments/{id}");
    remote.post(&format!("{tournament}/start"), &json!({}))?;
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, round {msg}, {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    loop {
        let detail: TournamentDetail = remote.get(&tournament)?;
        bar.set_length((detail.games.over + detail.games.running + detail.games.pending).into());
        bar.set_position(detail.games.over.into());
        bar.set_message(detail.round.to_string());
        if matches!(detail.summary.stage, TournamentStage::Finished | TournamentStage::Archived) {
            break;
        }
        std::thread::sleep(Duration::from_millis(250));
    }
    bar.finish_and_clear();
    remote.copy(&format!("{tournament}/standings?format=markdown"), io::stdout())?;
    let Some(folder) = output else { return Ok(()) };
    let failed = |error: io::Error| Error::BadRequest(format!("{}: {error}", folder.display()));
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
        ("export", "archive.jsonl"),
    ] {
        remote.copy(&format!("{tournament}/{path}"), File::create(folder.join(name)).map_err(failed)?)?;
    }
    Ok(())
}

fn create(remote: &Remote, plan: &Plan) -> Result<TournamentDetail, Error> {
    match &plan.text {
        Some(text) => remote.read(remote.send(Method::POST, "/v1/tournaments", Content::Toml(text))?),
        None => remote.post("/v1/tournaments", &json!(plan.read)),
    }
}

impl Tournament {
    /// Does it, on a referee that runs already.
    pub fn run(self) -> Result<(), Error> {
        let remote = Remote::new(&self.server, self.token);
        let say = |detail: TournamentDetail| {
            let TournamentDetail { summary, entrants, games, .. } = detail;
            println!("{}\t{}\t{}\t{entrants} entrants\t{} games over", summary.tournament, summary.name, summary.stage.word(), games.over);
        };
        let path = |id: u64, what: &str| format!("/v1/tournaments/{id}/{what}");
        let act = |id: u64, act: &str| remote.post(&path(id, act), &json!({}));
        match self.act {
            Act::Run { file, output, game, .. } => run(&remote, &Plan::read(&file, game.as_deref())?, output.as_deref())?,
            Act::Create { file, game } => say(create(&remote, &Plan::read(&file, game.as_deref())?)?),
            Act::List => {
                for row in remote.tournaments()? {
                    println!("{}\t{}\t{}", row.tournament, row.name, row.stage.word());
                }
            }
            Act::Enter { id, bot, rating } => say(remote.post(&path(id, "entrants"), &json!({"bot": bot, "rating": rating}))?),
            Act::Withdraw { id, bot } => {
                let answer = remote.send(Method::DELETE, &path(id, &format!("entrants/{}", remote::escaped(&bot))), Content::Nothing)?;
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
                remote.copy(&path(id, "standings?format=markdown"), io::stdout())?;
            }
            Act::Table { id, format, crosstable } => {
                let what = if crosstable { "crosstable" } else { "standings" };
                remote.copy(&path(id, &format!("{what}?format={format}")), io::stdout())?;
            }
            Act::Export { id } => remote.copy(&path(id, "export"), io::stdout())?,
            Act::Import { file } => {
                let archive = File::open(&file).map_err(|error| Error::BadRequest(format!("{}: {error}", file.display())))?;
                say(remote.read(remote.send(Method::POST, "/v1/tournaments/import", Content::Lines(&archive))?)?);
            }
        }
        Ok(())
    }
}
