//! A referee, over HTTP.

use crate::error::Error;
use message::{Param, Tell};
use protocol::{Problem, TournamentDetail, TournamentList, TournamentSummary};
use serde::de::DeserializeOwned;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::Duration;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, AsSendBody, Body, http};

/// How long a request may take altogether: an archive of a large tournament is long.
const PATIENCE: Duration = Duration::from_secs(600);

/// A referee, and the token that is shown to it.
#[derive(Clone, Debug)]
pub struct Remote {
    /// Such as `http://127.0.0.1:8080`, without a slash at the end.
    base: String,
    token: Option<String>,
    agent: Agent,
}

/// What goes with a request.
pub enum Content<'a> {
    /// No body.
    Nothing,
    /// JSON.
    Json(&'a serde_json::Value),
    /// A tournament as a teacher writes it.
    Toml(&'a str),
    /// An archive.
    Lines(&'a std::fs::File),
}

impl Remote {
    /// The referee at this address: `HOST:PORT`, or the same with `http://` or `https://` before it. Certificates are those that the
    /// system trusts.
    pub fn new(server: &str, token: Option<String>) -> Remote {
        Remote::patient(server, token, PATIENCE)
    }

    /// The same, for requests that may take no longer than this.
    pub fn patient(server: &str, token: Option<String>, patience: Duration) -> Remote {
        let server = server.trim_end_matches('/');
        // A variable that is set to nothing is none.
        let token = token.filter(|token| !token.trim().is_empty());
        let base = if server.contains("://") { server.to_string() } else { format!("http://{server}") };
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let config = Agent::config_builder().timeout_global(Some(patience)).http_status_as_error(false).tls_config(tls);
        Remote { base, token, agent: config.build().into() }
    }

    /// The referee in this process.
    pub fn here(address: SocketAddr) -> Remote {
        Remote::new(&address.to_string(), None)
    }

    /// Sends a request; an answer that is not a success is an error in the referee's own words.
    ///
    /// # Errors
    /// When nobody answers, or the answer is a refusal.
    pub fn send(&self, method: http::Method, path: &str, content: Content) -> Result<Body, Error> {
        match content {
            Content::Nothing => self.request(method, path, "text/plain", ()),
            Content::Json(value) => self.request(method, path, "application/json", value.to_string()),
            Content::Toml(text) => self.request(method, path, "application/toml", text),
            Content::Lines(file) => self.request(method, path, "application/x-ndjson", file),
        }
    }

    fn request(&self, method: http::Method, path: &str, kind: &str, body: impl AsSendBody) -> Result<Body, Error> {
        let mut request = http::Request::builder().method(method).uri(format!("{}{path}", self.base)).header("content-type", kind);
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(body).map_err(|error| self.failed(Param::displayed(&error)))?;
        let mut answer = self.agent.run(request).map_err(|error| match error {
            ureq::Error::Io(error) => self.failed(error.tell()),
            error => self.failed(Param::displayed(&error)),
        })?;
        if answer.status().is_success() {
            return Ok(answer.into_body());
        }
        let problem = answer.body_mut().read_json::<Problem>();
        Err(problem.map_or_else(|_| self.failed(Param::displayed(&answer.status())), |problem| Error::Refused(problem.message)))
    }

    fn failed(&self, why: Param) -> Error {
        Error::at(&self.base, &why)
    }

    /// Reads an answer that is JSON.
    ///
    /// # Errors
    /// When it does not read.
    pub fn read<T: DeserializeOwned>(&self, body: Body) -> Result<T, Error> {
        serde_json::from_reader(io::BufReader::new(body.into_reader())).map_err(|error| self.failed(Param::displayed(&error)))
    }

    /// Asks for something that is JSON.
    ///
    /// # Errors
    /// When nobody answers, the answer is a refusal, or it does not read.
    pub fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        self.read(self.send(http::Method::GET, path, Content::Nothing)?)
    }

    /// Copies what is at this path, of any length.
    ///
    /// # Errors
    /// When nobody answers, the answer is a refusal, or it cannot be written.
    pub fn copy(&self, path: &str, mut to: impl Write) -> Result<(), Error> {
        let body = self.send(http::Method::GET, path, Content::Nothing)?;
        match io::copy(&mut body.into_reader(), &mut to) {
            // A reader that has gone has seen enough.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(self.failed(error.tell())),
            _ => Ok(()),
        }
    }

    /// Posts JSON about a tournament; the answer is the tournament as it is then.
    ///
    /// # Errors
    /// When nobody answers, the answer is a refusal, or it does not read.
    pub fn post(&self, path: &str, value: &serde_json::Value) -> Result<TournamentDetail, Error> {
        self.read(self.send(http::Method::POST, path, Content::Json(value))?)
    }

    /// All tournaments, newest first: every page of the list.
    ///
    /// # Errors
    /// When nobody answers, the answer is a refusal, or it does not read.
    pub fn tournaments(&self) -> Result<Vec<TournamentSummary>, Error> {
        let mut all = Vec::new();
        let mut path = "/v1/tournaments".to_string();
        loop {
            let page: TournamentList = self.get(&path)?;
            all.extend(page.tournaments);
            match page.next {
                Some(next) => path = format!("/v1/tournaments?before={next}"),
                None => return Ok(all),
            }
        }
    }
}

/// A name as a part of a path.
pub fn escaped(name: &str) -> String {
    name.bytes().map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
