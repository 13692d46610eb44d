//! HTTP client of a referee.

use crate::error::Error;
use message::{Coded, Message, Param, Tell};
use protocol::{Problem, TournamentDetail, TournamentList, TournamentSummary};
use serde::de::DeserializeOwned;
use std::io::{self, Write};
use std::time::Duration;
use ureq::http::{self, Method};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, AsSendBody, Body};

/// The timeout of a request: an archive of a large tournament is long.
const PATIENCE: Duration = Duration::from_secs(600);

/// Media types of bodies.
pub const TEXT: &str = "text/plain";
pub const JSON: &str = "application/json";

#[derive(Clone, Debug, clap::Args)]
pub struct Server {
    /// The referee: HOST:PORT, http://HOST:PORT or https://HOST
    #[arg(long, env = "ARBITRE_SERVER", default_value = "127.0.0.1:8080", global = true, aliases = ["address", "url"])]
    pub server: String,
}

#[derive(Clone, Debug)]
pub struct Remote {
    /// Such as `http://127.0.0.1:8080`, without a slash at the end.
    base: String,
    token: Option<String>,
    agent: Agent,
}

impl Remote {
    /// The referee at an address of the forms that `--server` takes, or of its WebSocket. Certificates are those that the system trusts.
    pub fn new(server: &str, token: Option<String>) -> Remote {
        Remote::patient(server, token, PATIENCE)
    }

    /// The same with another timeout of requests.
    pub fn patient(server: &str, token: Option<String>, patience: Duration) -> Remote {
        let server = server.trim_end_matches('/').trim_end_matches("/ws");
        let base = match server.split_once("://") {
            None => format!("http://{server}"),
            Some((scheme, rest)) => format!("{}://{rest}", scheme.replacen("ws", "http", 1)),
        };
        // A variable that is empty counts as unset.
        let token = token.filter(|token| !token.trim().is_empty());
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let config = Agent::config_builder().timeout_global(Some(patience)).http_status_as_error(false).tls_config(tls);
        Remote { base, token, agent: config.build().into() }
    }

    /// Sends a request; an answer that is not a success is an error with the referee's own message.
    pub fn send(&self, method: Method, path: &str, media_type: &str, body: impl AsSendBody) -> Result<Body, Error> {
        let mut request = http::Request::builder().method(method).uri(format!("{}{path}", self.base)).header("content-type", media_type);
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
        Err(problem
            .map_or_else(|_| self.failed(Param::displayed(&answer.status())), |problem| Error::Refused(at_terminal(problem.message))))
    }

    fn failed(&self, why: Param) -> Error {
        Error::at(&self.base, &why)
    }

    pub fn read<T: DeserializeOwned>(&self, body: Body) -> Result<T, Error> {
        serde_json::from_reader(io::BufReader::new(body.into_reader())).map_err(|error| self.failed(Param::displayed(&error)))
    }

    pub fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        self.read(self.send(Method::GET, path, TEXT, ())?)
    }

    /// Copies an answer of any length.
    pub fn copy(&self, path: &str, mut to: impl Write) -> Result<(), Error> {
        let body = self.send(Method::GET, path, TEXT, ())?;
        match io::copy(&mut body.into_reader(), &mut to) {
            // A closed pipe is no error: the reader has seen enough.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(self.failed(error.tell())),
            _ => Ok(()),
        }
    }

    /// Posts JSON about a tournament, which is the answer.
    pub fn post(&self, path: &str, value: &serde_json::Value) -> Result<TournamentDetail, Error> {
        self.read(self.send(Method::POST, path, JSON, value.to_string())?)
    }

    /// All tournaments, newest first.
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

/// Refusals that name an HTTP header, in the vocabulary of a terminal.
#[derive(Debug, Coded)]
#[code("command_denied")]
enum Denied {
    OperatorNeeded,
    TokenNeeded { bot: Option<Param> },
}

fn at_terminal(refusal: Message) -> Message {
    match refusal.code() {
        "rights.operator_needed" => Denied::OperatorNeeded.message(),
        "rights.must_show_token" | "rights.token_needed" => Denied::TokenNeeded { bot: refusal.params().get("bot").cloned() }.message(),
        _ => refusal,
    }
}

/// A name as a part of a path.
pub fn escaped(name: &str) -> String {
    name.bytes().map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_an_address_names_the_referee() {
        for (server, base) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://a:1/", "http://a:1"),
            ("https://a/deep", "https://a/deep"),
            ("ws://a:1/ws", "http://a:1"),
            ("wss://a/ws/", "https://a"),
            ("wsrv:1", "http://wsrv:1"),
        ] {
            assert_eq!(Remote::new(server, None).base, base, "{server}");
        }
    }

    #[test]
    fn a_refusal_names_the_flag_instead_of_the_header() {
        let refusal = |code: &str| serde_json::from_value(serde_json::json!({"code": code, "params": {"bot": "ann"}})).expect("a message");
        for (code, expected) in [
            ("rights.operator_needed", "`ARBITRE_TOKEN`"),
            ("rights.must_show_token", "the token of ann or an operator's is needed: give it by `--token`"),
            ("rights.token_needed", "give it by `--token`"),
            ("rights.bad_token", "this token is not valid"),
        ] {
            let sentence = at_terminal(refusal(code)).to_string();
            assert!(sentence.contains(expected) && !sentence.contains("Authorization"), "{sentence}");
        }
    }
}
