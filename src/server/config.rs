//! What the operator chooses: flags and ARBITRE_* variables, read once and handed down by value.

use super::storage::{Durability, StoragePlace};
use ipnet::IpNet;
use referee::{Allowance, Micros, TimeControl};
use rules::Catalogue;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

/// Who may connect as a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Registration {
    /// Anybody, by name; a name that has a token needs it.
    Open,
    /// Whoever has a token.
    Closed,
}

/// Which games are looked at again though nobody has asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum UnaskedReviews {
    /// None.
    None,
    /// Those of tournaments.
    Tournaments,
}

/// How the referee runs.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Address to listen on; port 0 takes any free one
    #[arg(long, env = "ARBITRE_BIND", default_value = "127.0.0.1:8080")]
    pub bind: SocketAddr,
    /// Address to listen on for clients of the classroom's line protocol, such as 0.0.0.0:4567 [default: none]
    #[arg(long, env = "ARBITRE_TCP", value_name = "ADDRESS")]
    pub tcp: Option<SocketAddr>,
    /// Where matches are kept.
    #[command(flatten)]
    pub place: StoragePlace,
    /// What this node is called among others that share the database [default: where they reach it]
    #[arg(long, env = "ARBITRE_NODE", value_name = "NAME", value_parser = node_name)]
    pub node: Option<String>,
    /// Address to listen on for connections that other nodes pass on [default: any free port beside `--bind`]
    #[arg(long, env = "ARBITRE_RELAY", value_name = "ADDRESS")]
    pub relay: Option<SocketAddr>,
    /// Name or address of this machine by which other nodes reach it [default: its first address on the network]
    #[arg(long, env = "ARBITRE_ADVERTISE", value_name = "HOST")]
    pub advertise: Option<String>,
    /// What an accepted move survives: the end of the process, or a power cut
    #[arg(long, env = "ARBITRE_DURABILITY", value_enum, default_value = "process")]
    pub durability: Durability,
    /// Who may connect as a bot [default: open on loopback, closed elsewhere]
    #[arg(long, env = "ARBITRE_REGISTRATION", value_enum)]
    pub registration: Option<Registration>,
    /// A name under which browsers reach the referee, such as chess.example.org; IP addresses and localhost need none. The first is shown to
    /// the class as its address
    #[arg(long, env = "ARBITRE_PUBLIC_NAME", value_name = "NAME", value_delimiter = ',')]
    pub public_name: Vec<String>,
    /// Address of a proxy in front of the referee, or a network such as 10.0.0.0/8: its `X-Forwarded-For` is believed
    #[arg(long, env = "ARBITRE_TRUSTED_PROXY", value_name = "ADDRESS", value_delimiter = ',', value_parser = network)]
    pub trusted_proxy: Vec<IpNet>,
    /// Time control of a match that names none: 360s, 10s+0.1s, 60s/5s, unlimited
    #[arg(long, env = "ARBITRE_TIME", default_value = "360s")]
    pub time: TimeControl,
    /// Time on the way that no player is charged, for a move
    #[arg(long, env = "ARBITRE_ALLOWANCE", default_value = "20ms")]
    pub allowance: Micros,
    /// Time on the way that no player is charged, for a game
    #[arg(long, env = "ARBITRE_ALLOWANCE_TOTAL", default_value = "2s")]
    pub allowance_total: Micros,
    /// How soon both players must be ready
    #[arg(long, env = "ARBITRE_READY_WITHIN", default_value = "60s")]
    pub ready_within: Micros,
    /// Seed of everything that is drawn by lot; with it, everything but timing repeats
    #[arg(long, env = "ARBITRE_SEED")]
    pub seed: Option<u64>,
    /// Most connections at one time
    #[arg(long, env = "ARBITRE_MAX_CONNECTIONS", default_value_t = 4_096)]
    pub max_connections: usize,
    /// Most connections at one time from one address, behind which a whole class may be
    #[arg(long, env = "ARBITRE_CONNECTIONS_PER_ADDRESS", default_value_t = 2_048)]
    pub connections_per_address: usize,
    /// Connections beyond these two limits that are kept for whoever shows a token
    #[arg(long, env = "ARBITRE_RESERVED_CONNECTIONS", default_value_t = 256)]
    pub reserved_connections: usize,
    /// Most readers that follow one match at one time
    #[arg(long, env = "ARBITRE_READERS_PER_MATCH", default_value_t = 512)]
    pub readers_per_match: usize,
    /// Most readers that follow matches at one time from one address: a page has one a board, and thirty of them may be behind one address
    #[arg(long, env = "ARBITRE_READERS_PER_ADDRESS", default_value_t = 1_536)]
    pub readers_per_address: usize,
    /// Most matches at one time
    #[arg(long, env = "ARBITRE_MAX_MATCHES", default_value_t = 4_096)]
    pub max_matches: usize,
    /// Most games of one bot at one time
    #[arg(long, env = "ARBITRE_GAMES_PER_BOT", default_value_t = 256)]
    pub games_per_bot: usize,
    /// Most games at one time that came of one bot's `seek`
    #[arg(long, env = "ARBITRE_SOUGHT_PER_BOT", default_value_t = 16)]
    pub sought_per_bot: usize,
    /// Most games at one time that came of a `seek` between the same two bots
    #[arg(long, env = "ARBITRE_SOUGHT_PER_PAIR", default_value_t = 4)]
    pub sought_per_pair: usize,
    /// Most games at one time that came of a `seek` from one address, behind which a whole class may be
    #[arg(long, env = "ARBITRE_SOUGHT_PER_ADDRESS", default_value_t = 256)]
    pub sought_per_address: usize,
    /// Most games at one time that came of a `seek` from one address without a token, against the same bot
    #[arg(long, env = "ARBITRE_SOUGHT_PER_OPPONENT", default_value_t = 64)]
    pub sought_per_opponent: usize,
    /// Longest for a move in a game whose time control has no limit
    #[arg(long, env = "ARBITRE_UNLIMITED_MOVE", default_value = "15min")]
    pub unlimited_move: Micros,
    /// How much a bot's sought games may write to the disk in a day, in MiB
    #[arg(long, env = "ARBITRE_QUOTA_PER_BOT", default_value = "256", value_name = "MIB")]
    pub quota_per_bot: NonZeroU32,
    /// How much the sought games of one address may write to the disk in a day, in MiB
    #[arg(long, env = "ARBITRE_QUOTA_PER_ADDRESS", default_value = "2048", value_name = "MIB")]
    pub quota_per_address: NonZeroU32,
    /// For how many days games that belong to no tournament are kept; 0: for ever
    #[arg(long, env = "ARBITRE_KEEP_FRIENDLY", default_value_t = 90, value_name = "DAYS")]
    pub keep_friendly: u32,
    /// Less free space than this, in MiB, is told in the log and on /readyz
    #[arg(long, env = "ARBITRE_LOW_SPACE", default_value_t = 1_024, value_name = "MIB")]
    pub low_space: u64,
    /// How soon a bot must say hello, and a request be complete
    #[arg(long, env = "ARBITRE_HELLO_WITHIN", default_value = "10s")]
    pub hello_within: Micros,
    /// How often a connection is asked whether it is alive; three unanswered questions end it
    #[arg(long, env = "ARBITRE_HEARTBEAT", default_value = "15s")]
    pub heartbeat: Micros,
    /// How long a reader may take to take a message
    #[arg(long, env = "ARBITRE_SLOW_READER", default_value = "10s")]
    pub slow_reader: Micros,
    /// Illegal moves that each player is forgiven in a game that came of a `seek`
    #[arg(long, env = "ARBITRE_PRACTICE_STRIKES", default_value_t = 3)]
    pub practice_strikes: u8,
    /// Requests a second from one token; ten times as many at once
    #[arg(long, env = "ARBITRE_REQUESTS_PER_TOKEN", default_value = "50")]
    pub requests_per_token: NonZeroU32,
    /// Requests a second from one address, behind which a whole class may be; ten times as many at once
    #[arg(long, env = "ARBITRE_REQUESTS_PER_ADDRESS", default_value = "300")]
    pub requests_per_address: NonZeroU32,
    /// Bots between whom a friendly match is kept going while they are connected
    #[arg(long, env = "ARBITRE_FRIENDLY", value_delimiter = ',')]
    pub friendly: Vec<String>,
    /// Threads that solve, for requests and as many again for jobs; 0: this node does nothing but referee, and `arbitre worker` solves
    /// [default: as the two options for requests and for jobs say]
    #[arg(long, env = "ARBITRE_THREADS")]
    pub threads: Option<usize>,
    /// Threads that solve puzzles and analyse positions for requests [default: one a processor]
    #[arg(long, env = "ARBITRE_SOLVE_THREADS")]
    pub solve_threads: Option<usize>,
    /// Most requests that may wait for such a thread
    #[arg(long, env = "ARBITRE_SOLVE_QUEUE", default_value_t = 64)]
    pub solve_queue: usize,
    /// Longest that one request may be worked on
    #[arg(long, env = "ARBITRE_SOLVE_SECONDS", default_value = "30s")]
    pub solve_seconds: Micros,
    /// Most memory that one search may hold, in MiB
    #[arg(long, env = "ARBITRE_SOLVE_MEMORY", default_value_t = 512)]
    pub solve_memory: u64,
    /// Threads that work on jobs
    #[arg(long, env = "ARBITRE_JOB_THREADS", default_value_t = 1)]
    pub job_threads: usize,
    /// Longest that one job may be worked on
    #[arg(long, env = "ARBITRE_JOB_TIME", default_value = "3600s")]
    pub job_time: Micros,
    /// Which games are looked at again by themselves after their end, by a thread of the lowest priority; of any game whoever asks
    #[arg(long, env = "ARBITRE_REVIEWS", value_enum, default_value = "tournaments")]
    pub reviews: UnaskedReviews,
    /// Threads that make tables, exports and imports, beside the one that pairs; 0 does it all on the referee's own thread, for simulations
    #[arg(long, env = "ARBITRE_REPORT_THREADS", default_value_t = 1, hide = true)]
    pub report_threads: usize,
    /// The games that are played here
    #[arg(skip)]
    pub games: Catalogue,
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
    /// The folder for what is kept beside the storage, if anything is kept.
    pub fn folder(&self) -> Option<&Path> {
        self.place.folder()
    }

    /// Whether solving is left to workers.
    pub fn only_referees(&self) -> bool {
        self.threads == Some(0)
    }

    /// Threads for requests.
    pub fn request_threads(&self) -> usize {
        let usual = || self.solve_threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into)).max(1);
        self.threads.unwrap_or_else(usual)
    }

    /// Threads for jobs.
    pub fn job_threads(&self) -> usize {
        self.threads.unwrap_or(self.job_threads.max(1))
    }

    /// Who may connect.
    pub fn registration(&self) -> Registration {
        let by_address = if self.bind.ip().is_loopback() { Registration::Open } else { Registration::Closed };
        self.registration.unwrap_or(by_address)
    }

    /// Whether whoever organises must show an operator's token, whether there is one already or not: strangers can reach the referee.
    pub fn is_public(&self) -> bool {
        !self.bind.ip().is_loopback() || self.public_names().next().is_some() || !self.trusted_proxy.is_empty()
    }

    /// The names under which browsers reach the referee. A variable that is set to nothing names none.
    pub fn public_names(&self) -> impl Iterator<Item = &str> {
        self.public_name.iter().map(|name| name.trim()).filter(|name| !name.is_empty())
    }

    /// Whether what a connection from here says of whom it speaks for is believed.
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.trusted_proxy.iter().any(|network| network.contains(&address.to_canonical()))
    }

    /// The allowance of every match.
    pub fn allowance(&self) -> Allowance {
        Allowance { per_move: self.allowance, total: self.allowance_total }
    }
}

/// The longest name of a node, in bytes.
const LONGEST_NODE_NAME: usize = 64;

/// A name that a log line and a table can hold.
pub fn node_name(text: &str) -> Result<String, String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    match text.len() {
        1..=LONGEST_NODE_NAME if text.bytes().all(is_plain) => Ok(text.into()),
        _ => Err(format!("1 to {LONGEST_NODE_NAME} letters, digits and -_.: are wanted")),
    }
}

/// A network, or a single address as one.
fn network(text: &str) -> Result<IpNet, String> {
    let address = text.parse::<IpAddr>().map(IpNet::from);
    address.or_else(|_| text.parse::<IpNet>()).map_err(|_| "an address such as 10.0.0.7, or a network such as 10.0.0.0/8, is wanted".into())
}

/// A length of time as the timers take it.
pub fn duration(time: Micros) -> Duration {
    Duration::from_micros(time.0)
}
