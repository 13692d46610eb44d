//! Configuration of clients and connections, and the limits of request bodies.

use ipnet::IpNet;
use runtime::parse_duration;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

/// Who may connect as a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Registration {
    /// Any client, by name; a name that has a token needs it.
    Open,
    /// Clients with a token.
    Closed,
}

/// Flags and `ARBITRE_*` variables of the web server.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct Config {
    /// Address to listen on; port 0 takes any free one
    #[arg(long, env = "ARBITRE_BIND", default_value = "127.0.0.1:8080")]
    pub bind: SocketAddr,
    /// Who may connect as a bot [default: open on loopback without a public name or proxy, closed elsewhere]
    #[arg(long, env = "ARBITRE_REGISTRATION", value_enum)]
    pub registration: Option<Registration>,
    /// A name under which browsers reach the referee, such as chess.example.org; IP addresses, localhost and the machine's own name need none.
    /// The first is shown to the class as its address
    #[arg(long, env = "ARBITRE_PUBLIC_NAME", value_name = "NAME", value_delimiter = ',', value_parser = public_name)]
    pub public_name: Vec<String>,
    /// Address of a proxy in front of the referee, or a network such as 10.0.0.0/8: its `X-Forwarded-For` is believed
    #[arg(long, env = "ARBITRE_TRUSTED_PROXY", value_name = "ADDRESS", value_delimiter = ',', value_parser = network)]
    pub trusted_proxy: Vec<IpNet>,
    /// Most concurrent connections
    #[arg(long, env = "ARBITRE_MAX_CONNECTIONS", default_value_t = 4_096)]
    pub max_connections: usize,
    /// Most concurrent connections from one address, which a whole class may share
    #[arg(long, env = "ARBITRE_CONNECTIONS_PER_ADDRESS", default_value_t = 2_048)]
    pub connections_per_address: usize,
    /// New connections a second from one address, and ten times as many in a burst; further ones need a token
    #[arg(long, env = "ARBITRE_NEW_CONNECTIONS_PER_ADDRESS", default_value = "300")]
    pub new_connections_per_address: NonZeroU32,
    /// Connections beyond these limits reserved for clients with a token
    #[arg(long, env = "ARBITRE_RESERVED_CONNECTIONS", default_value_t = 256)]
    pub reserved_connections: usize,
    /// Most concurrent readers of one match
    #[arg(long, env = "ARBITRE_READERS_PER_MATCH", default_value_t = 512)]
    pub readers_per_match: usize,
    /// Most concurrent readers of matches from one address: a page has one a board, and a class of thirty may share an address
    #[arg(long, env = "ARBITRE_READERS_PER_ADDRESS", default_value_t = 1_536)]
    pub readers_per_address: usize,
    /// Timeout for a bot's hello and for the body of a request
    #[arg(long, env = "ARBITRE_HELLO_TIMEOUT", default_value = "10s", value_parser = parse_duration)]
    pub hello_timeout: Duration,
    /// Interval of pings; a connection is closed after three without an answer
    #[arg(long, env = "ARBITRE_HEARTBEAT", default_value = "15s", value_parser = parse_duration)]
    pub heartbeat: Duration,
    /// Write timeout: a reader that does not receive a message in this time is disconnected
    #[arg(long, env = "ARBITRE_WRITE_TIMEOUT", default_value = "10s", value_parser = parse_duration)]
    pub write_timeout: Duration,
    /// Requests a second from one token; ten times as many in a burst
    #[arg(long, env = "ARBITRE_REQUESTS_PER_TOKEN", default_value = "50")]
    pub requests_per_token: NonZeroU32,
    /// Requests a second from one address, which a whole class may share; ten times as many in a burst
    #[arg(long, env = "ARBITRE_REQUESTS_PER_ADDRESS", default_value = "300")]
    pub requests_per_address: NonZeroU32,
    /// Folder with the program for other systems, which `/kits/` serves: arbitre-Linux-x86_64, arbitre-Linux-aarch64, arbitre-Darwin-arm64,
    /// arbitre-Darwin-x86_64, arbitre-Windows-x86_64.exe [default: `programs` beside this program]
    #[arg(long, env = "ARBITRE_PROGRAMS", value_name = "FOLDER")]
    pub programs: Option<PathBuf>,
    /// The running program, which is served for its own system.
    #[arg(skip)]
    pub executable: Option<PathBuf>,
    /// Also serve an echo of any WebSocket message at /echo, for conformance tests
    #[arg(long, env = "ARBITRE_ECHO", hide = true)]
    pub echo: bool,
}

/// The largest message a bot may send, in bytes.
pub const MESSAGE_BYTES: usize = 16 * 1_024;
/// The largest body a request may have, in bytes.
pub const BODY_BYTES: usize = 64 * 1_024;

/// The largest body of a question to be solved, in bytes: a board of 200×200 fits.
pub const SOLVE_BODY_BYTES: usize = 256 * 1_024;
/// The largest plan of a tournament, in bytes: the longest names of 2,000 bots fit.
pub const PLAN_BYTES: usize = 512 * 1_024;
/// The largest archive of a tournament, in bytes.
pub const ARCHIVE_BYTES: usize = 256 * 1_024 * 1_024;

/// How long an archive may be on its way.
pub const ARCHIVE_WITHIN: Duration = Duration::from_secs(300);

impl Config {
    pub fn registration(&self) -> Registration {
        self.registration.unwrap_or(if self.is_public() { Registration::Closed } else { Registration::Open })
    }

    /// Whether organising needs an operator's token even if none exists yet: other machines can reach the referee.
    pub fn is_public(&self) -> bool {
        !self.bind.ip().is_loopback() || self.public_names().next().is_some() || !self.trusted_proxy.is_empty()
    }

    /// The names under which browsers reach the referee. A variable that is set to nothing names none.
    pub fn public_names(&self) -> impl Iterator<Item = &str> {
        self.public_name.iter().map(String::as_str).filter(|name| !name.is_empty())
    }

    /// Whether the client address that a connection from here forwards is trusted.
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.trusted_proxy.iter().any(|network| network.contains(&address.to_canonical()))
    }
}

/// A value that is not a network, or not the name of a host.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("bad_option")]
pub enum OptionError {
    NoNetwork { text: String },
    NoHostName { text: String },
}

/// The name of a host, which may have a port. A variable may be empty.
fn public_name(text: &str) -> Result<String, OptionError> {
    let is_name = |letter: char| letter.is_alphanumeric() || "-._:[]".contains(letter);
    if text.trim().chars().all(is_name) { Ok(text.trim().into()) } else { Err(OptionError::NoHostName { text: text.into() }) }
}

/// A network, or a single address as one.
fn network(text: &str) -> Result<IpNet, OptionError> {
    let address = text.parse::<IpAddr>().map(IpNet::from);
    address.or_else(|_| text.parse::<IpNet>()).map_err(|_| OptionError::NoNetwork { text: text.into() })
}
