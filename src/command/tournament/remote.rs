//! A referee that is spoken to over HTTP.

use super::table;
use indicatif::{ProgressBar, ProgressStyle};
use protocol::{CrosstableTable, NewTournament, StandingTable, TournamentDetail, TournamentStage};
use serde::de::DeserializeOwned;
use server::Error;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

/// A referee, over HTTP.
#[derive(Clone)]
pub struct Remote {
    address: String,
    token: Option<String>,
}

/// A tournament's numbers and names in a path.
fn tournament(id: u64, rest: &str) -> String {
    format!("/v1/tournaments/{id}{rest}")
}

impl Remote {
    /// The referee in this process.
    pub fn here(address: SocketAddr) -> Remote {
        Remote { address: address.to_string(), token: None }
    }

    /// The referee at this address, which may be written as that of a page or a WebSocket.
    pub fn at(address: &str, token: Option<String>) -> Remote {
        let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
        Remote { address: rest.split('/').next().unwrap_or_default().to_string(), token }
    }

    /// Sends a request, and gives the body of the answer.
    ///
    /// # Errors
    /// What the referee says is wrong, or why it could not be asked.
    pub fn send(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> Result<Vec<u8>, Error> {
        let failed = |error: io::Error| Error::BadRequest(format!("{}: {error}", self.address));
        let mut stream = TcpStream::connect(&self.address).map_err(failed)?;
        stream.set_read_timeout(Some(Duration::from_secs(600))).map_err(failed)?;
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

    /// What is at a path.
    ///
    /// # Errors
    /// As for `send`.
    pub fn get(&self, path: &str) -> Result<Vec<u8>, Error> {
        self.send("GET", path, "text/plain", b"")
    }

    /// What is at a path, read.
    ///
    /// # Errors
    /// As for `send`, or when it does not read.
    pub fn get_json<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        self.read(&self.get(path)?)
    }

    fn read<T: DeserializeOwned>(&self, answer: &[u8]) -> Result<T, Error> {
        serde_json::from_slice(answer).map_err(|error| Error::BadRequest(format!("{}: {error}", self.address)))
    }

    /// A tournament as an answer tells it.
    ///
    /// # Errors
    /// When it does not read.
    pub fn detail(&self, answer: &[u8]) -> Result<TournamentDetail, Error> {
        self.read(answer)
    }

    /// Makes a tournament of a TOML file's text.
    ///
    /// # Errors
    /// As for `send`.
    pub fn create(&self, text: &str) -> Result<TournamentDetail, Error> {
        self.detail(&self.send("POST", "/v1/tournaments", "application/toml", text.as_bytes())?)
    }

    /// Makes a tournament of a plan.
    ///
    /// # Errors
    /// As for `send`.
    pub fn create_plan(&self, plan: &NewTournament) -> Result<TournamentDetail, Error> {
        let body = serde_json::to_string(plan).map_err(|error| Error::Internal(error.to_string()))?;
        self.detail(&self.send("POST", "/v1/tournaments", "application/json", body.as_bytes())?)
    }

    /// Starts it, pauses it, and so on.
    ///
    /// # Errors
    /// As for `send`.
    pub fn act(&self, id: u64, act: &str) -> Result<TournamentDetail, Error> {
        self.detail(&self.send("POST", &tournament(id, &format!("/{act}")), "application/json", b"{}")?)
    }

    /// Runs a tournament from its start to its end, and prints its table.
    ///
    /// # Errors
    /// As for `send`, or when a file cannot be written.
    pub fn run(&self, id: u64, output: Option<&Path>) -> Result<(), Error> {
        self.act(id, "start")?;
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, round {msg}, {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        loop {
            let detail: TournamentDetail = self.get_json(&tournament(id, ""))?;
            bar.set_length((detail.games.over + detail.games.running + detail.games.pending).into());
            bar.set_position(detail.games.over.into());
            bar.set_message(detail.round.to_string());
            if matches!(detail.summary.stage, TournamentStage::Finished | TournamentStage::Archived) {
                break;
            }
            std::thread::sleep(Duration::from_millis(250));
        }
        bar.finish_and_clear();
        self.print_standings(id)?;
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
            std::fs::write(folder.join(name), self.get(&tournament(id, &format!("/{path}")))?).map_err(failed)?;
        }
        Ok(())
    }

    /// Prints the standings as wide as the terminal.
    ///
    /// # Errors
    /// As for `send`.
    pub fn print_standings(&self, id: u64) -> Result<(), Error> {
        let table: StandingTable = self.get_json(&tournament(id, "/standings"))?;
        super::print(table::standings(&table, table::terminal_width()).as_bytes())
    }

    /// Prints the crosstable likewise.
    ///
    /// # Errors
    /// As for `send`.
    pub fn print_crosstable(&self, id: u64) -> Result<(), Error> {
        let table: CrosstableTable = self.get_json(&tournament(id, "/crosstable"))?;
        super::print(table::crosstable(&table, table::terminal_width()).as_bytes())
    }
}
