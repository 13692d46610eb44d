//! HTTP client of a referee.

use crate::error::Error;
use crate::language::spoken;
use crate::local_referee;
use bots::Address;
use contest::tokens::Secret;
use message::{Coded, Message, Param};
use protocol::{Problem, TournamentDetail, TournamentList, TournamentSummary};
use serde::de::DeserializeOwned;
use std::io::{self, ErrorKind, Write};
use std::net::ToSocketAddrs;
use std::path::Path;
use std::time::Duration;
use ureq::http::{self, Method};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, AsSendBody, Body};

/// The timeout of a request: an archive of a large tournament is long.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Media types of bodies.
pub const TEXT: &str = "text/plain";
pub const JSON: &str = "application/json";

#[derive(Clone, Debug, clap::Args)]
pub struct RefereeAddress {
    /// The referee: HOST:PORT, http://HOST:PORT or https://HOST
    #[arg(long, env = "ARBITRE_SERVER", default_value = "127.0.0.1:8080", global = true)]
    pub server: Address,
}

/// Why a referee gives no answer, or none that can be read.
#[derive(Debug, Coded)]
#[code("unreached", source)]
pub enum Unreached {
    Refused { address: String, source: io::Error },
    UnknownHost { address: String },
    Encryption { address: String, source: ureq::Error },
    NotHttps { address: String, server: String },
    TooLate { address: String },
    Broken { address: String, source: io::Error },
    NotAReferee { address: String, status: u16 },
    NotRead { address: String, source: serde_json::Error },
}

#[derive(Clone, Debug)]
pub struct Remote {
    /// Such as `http://127.0.0.1:8080`, without a slash at the end.
    base: String,
    token: Option<String>,
    agent: Agent,
}

/// Parses a token, which may end with the carriage return of a CSV file. A variable that is empty counts as unset.
pub fn token(text: &str) -> Result<String, contest::Error> {
    let text = text.trim();
    if text.is_empty() { Ok(String::new()) } else { text.parse::<Secret>().map(|_| text.into()) }
}

impl Remote {
    /// The referee at an address. Certificates are those that the system trusts.
    pub fn new(server: &Address, token: Option<String>) -> Remote {
        Remote::with_timeout(server, token, TIMEOUT)
    }

    /// The same with another timeout of requests.
    pub fn with_timeout(server: &Address, token: Option<String>, timeout: Duration) -> Remote {
        let token = token.filter(|token| !token.is_empty());
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let config = Agent::config_builder().timeout_global(Some(timeout)).http_status_as_error(false).tls_config(tls);
        Remote { base: server.http(), token, agent: config.build().into() }
    }

    /// Sends a request; an answer that is not a success is an error with the referee's own message.
    pub fn send(&self, method: Method, path: &str, media_type: &str, body: impl AsSendBody) -> Result<Body, Error> {
        let mut request = http::Request::builder().method(&method).uri(format!("{}{path}", self.base)).header("content-type", media_type);
        request = request.header("accept-language", spoken().code());
        // A referee that refuses a request does not read its body.
        if !matches!(method, Method::GET | Method::DELETE) {
            request = request.header("expect", "100-continue");
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(body).map_err(|error| self.unreached(error.into()))?;
        let mut answer = self.agent.run(request).map_err(|error| self.unreached(error))?;
        if answer.status().is_success() {
            return Ok(answer.into_body());
        }
        Err(match answer.body_mut().read_json::<Problem>() {
            Ok(problem) if problem.message.code() != "http.not_found" => Error::Refused(at_terminal(problem.message)),
            _ => Unreached::NotAReferee { address: self.base.clone(), status: answer.status().as_u16() }.into(),
        })
    }

    /// The same with the operator's token in the folder of the referee that is meant, if no token is given, that referee runs on this machine, and it
    /// knows the token. The token goes to the address that the referee has noted. The files of the folder must be this user's alone.
    pub fn with_local_token(self, folder: Option<&Path>) -> Result<Remote, Error> {
        let Some(folder) = folder.filter(|_| self.token.is_none()) else { return Ok(self) };
        let Some((address, token)) = local_referee::operator(folder)? else { return Ok(self) };
        let meant = self.base.parse::<http::Uri>().ok().filter(|uri| uri.scheme_str() == Some("http"));
        let is_meant = meant.is_some_and(|uri| {
            let is_here =
                |host: &str| matches!(host, "127.0.0.1" | "localhost" | "[::1]") || address.to_string().starts_with(&format!("{host}:"));
            uri.host().is_some_and(is_here) && uri.port_u16().unwrap_or(80) == address.port()
        });
        let with_token = Remote { base: format!("http://{address}"), token: Some(token), ..self.clone() };
        let is_known = is_meant && with_token.send(Method::GET, "/v1/tournaments?limit=1", TEXT, ()).is_ok();
        Ok(if is_known { with_token } else { self })
    }

    /// Whether the name of the host has an address; the resolver's error has no kind.
    fn is_host_known(&self) -> bool {
        let uri = self.base.parse::<http::Uri>().ok();
        uri.and_then(|uri| (uri.host()?, 0).to_socket_addrs().ok()).is_some()
    }

    fn unreached(&self, source: ureq::Error) -> Error {
        let address = self.base.clone();
        let unreached = match source {
            ureq::Error::Io(source) if source.kind() == ErrorKind::ConnectionRefused => Unreached::Refused { address, source },
            ureq::Error::HostNotFound => Unreached::UnknownHost { address },
            ureq::Error::Io(_) if !self.is_host_known() => Unreached::UnknownHost { address },
            ureq::Error::Io(source) if bots::is_not_tls(&source) => {
                Unreached::NotHttps { server: address.replacen("https", "http", 1), address }
            }
            ureq::Error::Timeout(_) => Unreached::TooLate { address },
            source @ (ureq::Error::Tls(_) | ureq::Error::Rustls(_)) => Unreached::Encryption { address, source },
            source => Unreached::Broken { address, source: source.into_io() },
        };
        unreached.into()
    }

    pub fn read<T: DeserializeOwned>(&self, body: Body) -> Result<T, Error> {
        let read = serde_json::from_reader(io::BufReader::new(body.into_reader()));
        read.map_err(|source| Unreached::NotRead { address: self.base.clone(), source }.into())
    }

    pub fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        self.read(self.send(Method::GET, path, TEXT, ())?)
    }

    /// Copies an answer of any length.
    pub fn copy(&self, path: &str, mut to: impl Write) -> Result<(), Error> {
        let body = self.send(Method::GET, path, TEXT, ())?;
        match io::copy(&mut body.into_reader(), &mut to) {
            // A closed pipe is not an error: the reader has seen enough.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(self.unreached(error.into())),
            _ => Ok(()),
        }
    }

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
    NoSuchTournament { id: Option<Param> },
    NoSuchMatch { game: Option<Param> },
    TokenNeeded { bot: Option<Param> },
    EntryByToken { id: Option<Param>, bot: Option<Param> },
}

fn at_terminal(refusal: Message) -> Message {
    let param = |name| refusal.params().get(name).cloned();
    match refusal.code() {
        "rights.operator_needed" => Denied::OperatorNeeded.message(),
        "contest.no_such_tournament" => Denied::NoSuchTournament { id: param("id") }.message(),
        "contest.no_such_match" | "solving.no_such_match" => Denied::NoSuchMatch { game: param("game") }.message(),
        "rights.entry_by_token" => Denied::EntryByToken { id: param("id"), bot: param("bot") }.message(),
        "field" => match refusal.params().get("field") {
            Some(Param::Text(field)) if ["result", "why"].contains(&&**field) => {
                let flag = Param::Text(format!("--{field}"));
                refusal.with("field", flag)
            }
            _ => refusal,
        },
        "rights.must_show_token" | "rights.token_needed" => Denied::TokenNeeded { bot: param("bot") }.message(),
        _ => refusal,
    }
}

pub fn escaped(name: &str) -> String {
    name.bytes().map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local_referee::AddressNote;
    use contest::tokens;
    use std::io::Read;
    use std::net::TcpListener;

    fn remote(server: &str) -> Remote {
        Remote::new(&server.parse().expect("an address"), None)
    }

    #[test]
    fn an_address_without_a_referee_is_named_with_what_to_do() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let free = listener.local_addr().expect("its address").to_string();
        drop(listener);
        for (server, code, says) in
            [(&*free, "unreached.refused", "arbitre serve"), ("nothing.invalid:1", "unreached.unknown_host", "http://nothing.invalid:1")]
        {
            let error = remote(server).get::<serde_json::Value>("/v1/nodes").expect_err("no referee answers");
            let (message, cause) = (error.message(), std::error::Error::source(&error).is_some());
            assert_eq!((message.code(), cause), (code, code == "unreached.refused"), "{message}");
            for language in message::Language::ALL {
                assert!(message.sentence(*language).contains(says) && message.sentence(*language).contains(server), "{message}");
            }
            assert!(!message.to_string().contains("os error"), "{message}");
        }
    }

    /// A client of another user may listen where a referee is expected: it gets no token of a referee at another port, and none by another name.
    #[test]
    fn the_operators_token_goes_to_the_referee_of_the_folder_alone() {
        let (folder, [own, other]) =
            (tempfile::tempdir().expect("a folder"), [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port")));
        let at = |listener: &TcpListener| listener.local_addr().expect("its address");
        tokens::private_text(&folder.path().join(tokens::OPERATOR_FILE), "secret").expect("written");
        let home = |server: String| remote(&server).with_local_token(Some(folder.path())).expect("private files").token;
        let port = at(&own).port();
        assert_eq!(home(format!("localhost:{port}")), None, "no referee runs");
        let _note = AddressNote::write(folder.path(), at(&own)).expect("written");
        for server in [at(&other).to_string(), format!("https://127.0.0.1:{port}"), format!("referee.example:{port}")] {
            assert_eq!(home(server), None);
        }
        other.set_nonblocking(true).expect("set");
        assert!(other.accept().is_err(), "nothing was sent there");
        let answering = std::thread::spawn(move || {
            let (mut stream, _) = own.accept().expect("a client");
            let mut head = vec![0; 4_096];
            let read = stream.read(&mut head).expect("a request");
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").expect("an answer");
            String::from_utf8_lossy(&head[..read]).into_owned()
        });
        assert_eq!(home(format!("localhost:{port}")), Some("secret".into()));
        assert!(answering.join().expect("no panic").contains("Bearer secret"));
    }

    /// A referee that refuses a request after its head, and closes the connection without reading the body.
    #[test]
    fn a_refusal_arrives_however_large_the_body_is() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let server = format!("http://{}", listener.local_addr().expect("its address"));
        let refusing = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte).expect("a request");
                head.push(byte[0]);
            }
            let problem = r#"{"type": "about:blank", "title": "", "status": 401, "detail": "", "code": "rights.bad_token", "params": {}}"#;
            let head = format!("HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", problem.len());
            stream.write_all(format!("{head}{problem}").as_bytes()).expect("an answer");
        });
        let error = remote(&server).send(Method::POST, "/v1/tournaments/import", TEXT, vec![b'x'; 64 << 20]).expect_err("a refusal");
        assert!(matches!(error, Error::Refused(_)), "{error}");
        refusing.join().expect("it has answered");
    }

    #[test]
    fn a_refusal_names_the_flag_instead_of_the_header() {
        let refusal = |code: &str| serde_json::from_value(serde_json::json!({"code": code, "params": {"bot": "ann"}})).expect("a message");
        for (code, expected) in [
            ("rights.operator_needed", "`ARBITRE_TOKEN`"),
            ("rights.entry_by_token", "give the token of ann by `--token`"),
            ("rights.must_show_token", "the token of ann or an operator's is needed: give it by `--token`"),
            ("rights.token_needed", "give it by `--token`"),
            ("rights.bad_token", "this token is not valid"),
        ] {
            let sentence = at_terminal(refusal(code)).to_string();
            assert!(sentence.contains(expected) && !sentence.contains("Authorization"), "{sentence}");
        }
    }
}
