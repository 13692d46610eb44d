//! `tournament`: run tournaments on a referee, or from a file in this process.

use indicatif::{ProgressBar, ProgressStyle};
use protocol::{NewTournament, TournamentDetail, TournamentStage};
use server::Error;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Create, run and export tournaments
#[derive(Clone, Debug, clap::Args)]
pub struct Tournament {
    /// The referee: ADDRESS:PORT, or https://NAME behind a proxy with certificates
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
    },
    /// Create a tournament from a TOML file; it is open for entry then
    Create {
        /// The file
        file: PathBuf,
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

/// What a file says. Typing errors are told with line and field.
pub fn read(file: &Path) -> Result<(String, NewTournament), Error> {
    let text = std::fs::read_to_string(file).map_err(|error| Error::BadRequest(format!("{}: {error}", file.display())))?;
    let plan = toml::from_str(&text).map_err(|error| Error::BadRequest(format!("{}: {}", file.display(), error.to_string().trim_end())))?;
    Ok((text, plan))
}

/// A connection, encrypted or not.
trait Connection: Read + Write {}

impl<T: Read + Write> Connection for T {}

/// A referee, over HTTP.
#[derive(Clone)]
pub struct Remote {
    address: String,
    is_encrypted: bool,
    token: Option<String>,
}

impl Remote {
    /// The referee in this process.
    pub fn here(address: SocketAddr) -> Remote {
        Remote { address: address.to_string(), is_encrypted: false, token: None }
    }

    fn send(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> Result<Vec<u8>, Error> {
        let failed = |error: io::Error| Error::BadRequest(format!("{}: {error}", self.address));
        let tcp = TcpStream::connect(&self.address).map_err(failed)?;
        tcp.set_read_timeout(Some(Duration::from_secs(600))).map_err(failed)?;
        let mut stream: Box<dyn Connection> = match self.address.rsplit_once(':') {
            Some((host, _)) if self.is_encrypted => Box::new(bots::tls::blocking(tcp, host).map_err(failed)?),
            _ => Box::new(tcp),
        };
        let token = self.token.as_ref().map_or(String::new(), |token| format!("authorization: Bearer {token}\r\n"));
        // HTTP/1.0: nothing comes in pieces, and the end of the connection is the end of the answer.
        let head = format!(
            "{method} {path} HTTP/1.0\r\nhost: {}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n{token}\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).map_err(failed)?;
        stream.write_all(body).map_err(failed)?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).map_err(failed)?;
        let unreadable = || Error::BadRequest(format!("{}: this is no HTTP answer", self.address));
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").ok_or_else(unreadable)? + 4;
        let body = answer.split_off(end);
        let head = String::from_utf8_lossy(&answer);
        if head.split(' ').nth(1).is_some_and(|status| status.starts_with('2')) {
            return Ok(body);
        }
        let problem = serde_json::from_slice::<protocol::Problem>(&body).map(|problem| problem.detail);
        Err(Error::BadRequest(problem.unwrap_or_else(|_| head.lines().next().unwrap_or_default().into())))
    }

    fn get(&self, path: &str) -> Result<Vec<u8>, Error> {
        self.send("GET", path, "text/plain", b"")
    }

    fn detail(&self, answer: &[u8]) -> Result<TournamentDetail, Error> {
        serde_json::from_slice(answer).map_err(|error| Error::BadRequest(format!("{}: {error}", self.address)))
    }

    fn create(&self, text: &str) -> Result<TournamentDetail, Error> {
        self.detail(&self.send("POST", "/v1/tournaments", "application/toml", text.as_bytes())?)
    }

    fn act(&self, id: u64, act: &str) -> Result<TournamentDetail, Error> {
        self.detail(&self.send("POST", &format!("/v1/tournaments/{id}/{act}"), "application/json", b"{}")?)
    }

    /// Runs a tournament to its end.
    pub fn run(&self, text: &str, output: Option<&Path>) -> Result<(), Error> {
        let id = self.create(text)?.summary.tournament;
        self.act(id, "start")?;
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, round {msg}, {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        loop {
            let detail = self.detail(&self.get(&format!("/v1/tournaments/{id}"))?)?;
            bar.set_length((detail.games.over + detail.games.running + detail.games.pending).into());
            bar.set_position(detail.games.over.into());
            bar.set_message(detail.round.to_string());
            if matches!(detail.summary.stage, TournamentStage::Finished | TournamentStage::Archived) {
                break;
            }
            std::thread::sleep(Duration::from_millis(250));
        }
        bar.finish_and_clear();
        print(&self.get(&format!("/v1/tournaments/{id}/standings?format=markdown"))?)?;
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
            std::fs::write(folder.join(name), self.get(&format!("/v1/tournaments/{id}/{path}"))?).map_err(failed)?;
        }
        Ok(())
    }
}

fn print(body: &[u8]) -> Result<(), Error> {
    // A reader that has gone has seen enough.
    let _ = io::stdout().write_all(body);
    Ok(())
}

impl Tournament {
    /// Does it, on a referee that runs already.
    pub fn run(self) -> Result<(), Error> {
        let (is_encrypted, server) = match self.server.strip_prefix("https://") {
            Some(server) => (true, server),
            None => (false, self.server.trim_start_matches("http://")),
        };
        let server = server.trim_end_matches('/');
        let address = if is_encrypted && !server.contains(':') { format!("{server}:443") } else { server.to_string() };
        let remote = Remote { address, is_encrypted, token: self.token };
        let say = |detail: TournamentDetail| {
            let TournamentDetail { summary, entrants, games, .. } = detail;
            println!("{}\t{}\t{}\t{entrants} entrants\t{} games over", summary.tournament, summary.name, summary.stage.word(), games.over);
        };
        match self.act {
            Act::Run { file, output, .. } => remote.run(&read(&file)?.0, output.as_deref())?,
            Act::Create { file } => say(remote.create(&read(&file)?.0)?),
            Act::List => {
                let list: protocol::TournamentList = serde_json::from_slice(&remote.get("/v1/tournaments")?)
                    .map_err(|error| Error::BadRequest(format!("{}: {error}", remote.address)))?;
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
                let name: String = bot.bytes().map(|byte| format!("%{byte:02X}")).collect();
                let path = format!("/v1/tournaments/{id}/entrants/{name}");
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
                print(&remote.get(&format!("/v1/tournaments/{id}/standings?format=markdown"))?)?;
            }
            Act::Table { id, format, crosstable } => {
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
