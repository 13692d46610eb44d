//! The arguments of `arbitre bot`.

use crate::address::Address;
use crate::bridge::{Bridge, LINES_OVER_PIPES, LINES_OVER_TCP};
use crate::client::{ClientConfig, Error, run};
use crate::engine_player::{EnginePlayer, EnginePlayerConfig};
use crate::game_engine::EngineError;
use crate::house::bot_name;
use crate::log_message::LogMessage;
use crate::pool::DeadlinePool;
use crate::session::Seeking;
use crate::time_manager::{Schedule, SlowPace};
use clap::builder::PossibleValuesParser;
use protocol::About;
use rules::Catalogue;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

/// The kind of a bot that is another program.
const BRIDGE: &str = "bridge";

/// Play as a bot: a bundled engine, or a bridge to another program
#[derive(Clone, Debug, clap::Args)]
pub struct BotArgs {
    /// The engine, such as alphabeta, or alphabeta:1 to alphabeta:6 for learners; or `bridge` for another program
    #[arg(value_parser = PossibleValuesParser::new(kinds()))]
    kind: String,
    /// The game; each has its own engines
    #[arg(long, env = "ARBITRE_GAME", default_value = Catalogue::USUAL, value_parser = PossibleValuesParser::new(games()))]
    pub game: String,
    /// The referee: HOST:PORT, http://HOST:PORT or https://HOST, or the address of its WebSocket
    #[arg(long, env = "ARBITRE_SERVER", default_value = "127.0.0.1:8080")]
    pub server: Address,
    /// The bot's name; by default the engine's
    #[arg(long, env = "ARBITRE_NAME")]
    name: Option<String>,
    /// The bot's token, where the referee asks for one
    #[arg(long, env = "ARBITRE_BOT_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Seek games, one after the other, instead of waiting for a pairing
    #[arg(long)]
    seek: bool,
    /// Seek games against this bot alone
    #[arg(long, value_name = "NAME", requires = "seek")]
    opponent: Option<String>,
    /// The time control to seek, such as 360s, 10s+0.1s, 60s/5s or unlimited; by default the referee's
    #[arg(long, value_name = "CONTROL", requires = "seek")]
    time: Option<String>,
    /// Stop after N games
    #[arg(long, value_name = "N", requires = "seek", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// How to divide the time over the moves; by default `own`, but `course` for the engine of that name
    #[arg(long, value_enum)]
    schedule: Option<Schedule>,
    /// The time limit of one move, such as 1s or 500ms
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    max_think: Option<Duration>,
    /// The transposition table or tree of one game, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=65_536))]
    hash: usize,
    /// Search threads, one a game; alphabeta uses idle ones for its running search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    threads: usize,
    /// Search in the opponent's time, too, which keeps the threads busy
    #[arg(long)]
    ponder: bool,
    /// The random seed; by default a new one each time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The least time of each move against --slow-against, such as 1s
    #[arg(long, value_name = "DURATION", value_parser = duration, requires = "slow_against")]
    min_think: Option<Duration>,
    /// Opponents to play slowly, so that people can follow the game
    #[arg(long, value_name = "NAME", requires = "min_think")]
    slow_against: Vec<String>,
    /// For `bridge`: instead of starting a program, accept programs at this local address by TCP, as the course's referee does
    #[arg(long, value_name = "ADDRESS", conflicts_with = "program")]
    bind: Option<SocketAddr>,
    /// For `bridge`: the program, started for each game, and its arguments
    #[arg(last = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

/// The reason why a bot could not play.
#[derive(Debug, message::Coded)]
#[code("bot")]
pub enum BotError {
    ForABridge,
    LinesAreForKnights,
    NoName,
    NoProgram,
    Game(rules::UnknownGame),
    Engine(EngineError),
    Client(Error),
}

impl From<std::io::Error> for BotError {
    fn from(error: std::io::Error) -> Self {
        BotError::Client(Error::Io(error))
    }
}

fn games() -> Vec<&'static str> {
    Catalogue::ALL.games().map(|game| game.name()).collect()
}

/// The engines of all games, and the bridge.
fn kinds() -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for engine in games().into_iter().flat_map(search::engines).chain(&[BRIDGE]) {
        if !kinds.contains(engine) {
            kinds.push(*engine);
        }
    }
    kinds
}

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("no_duration")]
pub struct DurationArgError {
    text: String,
}

/// Reads `500ms`, `2s`, `0.5s`, `5min` or `1h`, as the referee does, which a bot does not import.
fn duration(text: &str) -> Result<Duration, DurationArgError> {
    let read = text.parse::<jiff::SignedDuration>().ok().and_then(|duration| Duration::try_from(duration).ok());
    read.ok_or_else(|| DurationArgError { text: text.into() })
}

impl BotArgs {
    /// Plays until `stop` is ready, the wanted games are played, or the referee refuses the bot.
    ///
    /// # Errors
    /// A wrong combination of arguments, or a refusal.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), BotError> {
        let seed = match self.seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(std::io::Error::from)?,
        };
        let game = (self.game != Catalogue::USUAL).then(|| self.game.clone());
        let seeking = self.seek.then(|| Seeking { game, opponent: self.opponent.clone(), time: self.time.clone(), games: self.games });
        let config = |about: About| ClientConfig {
            address: self.server.clone(),
            about: About { version: Some(env!("CARGO_PKG_VERSION").into()), games: vec![self.game.clone()], ..about },
            token: self.token.clone(),
            seeking: seeking.clone(),
            seed,
        };
        let is_bridge = self.kind == BRIDGE;
        if !is_bridge && (self.bind.is_some() || !self.program.is_empty()) {
            return Err(BotError::ForABridge);
        }
        if !is_bridge {
            let own = if self.kind == "course" { Schedule::Course } else { Schedule::Own };
            let player = EnginePlayerConfig {
                game: self.game.clone(),
                engine: self.kind.clone(),
                schedule: self.schedule.unwrap_or(own),
                max_think: self.max_think,
                mebibytes: self.hash,
                seed,
                pace: SlowPace { interval: self.min_think.unwrap_or_default(), against: self.slow_against.clone() },
                threads: self.threads,
                ponders: self.ponder,
            };
            let mut player = EnginePlayer::new(player, Arc::new(DeadlinePool::new(self.threads)?))?;
            let named = |name| config(About { lang: Some("Rust".into()), ..About::named(name) });
            let (own, mut stop) = (bot_name(&self.kind), pin!(stop));
            let played = run(&named(self.name.clone().unwrap_or_else(|| own.clone())), &mut player, &mut stop).await;
            // The referee's own bot of this name has a token: a bot without a chosen name takes another.
            if let Err(Error::TokenRefused { .. }) = &played
                && self.name.is_none()
                && self.token.as_ref().is_none_or(String::is_empty)
            {
                let name = format!("{own}-{}", std::process::id());
                tracing::warn!("{}", LogMessage::NeedsToken { own, name: name.clone() }.localized());
                return Ok(run(&named(name), &mut player, stop).await?);
            }
            return Ok(played?);
        }
        if self.bind.is_some() && self.game != Catalogue::USUAL {
            return Err(BotError::LinesAreForKnights);
        }
        let name = self.name.clone().ok_or(BotError::NoName)?;
        let game = Catalogue::ALL.find(&self.game)?;
        let lines = if self.bind.is_some() { LINES_OVER_TCP } else { LINES_OVER_PIPES };
        let mut bridge = if let Some(address) = self.bind {
            let listener = tokio::net::TcpListener::bind(address).await?;
            // With port 0, the system chooses the port.
            println!("{}", LogMessage::Listening { address: listener.local_addr()?.to_string() }.localized());
            Bridge::listening(listener, game)
        } else if self.program.is_empty() {
            return Err(BotError::NoProgram);
        } else {
            Bridge::spawning(self.program.clone(), game)
        };
        // The line protocol has no line for a position.
        let about = About { openings: false, lang: Some(lines.into()), ..About::named(name) };
        let played = run(&config(about), &mut bridge, stop).await;
        bridge.finish().await;
        Ok(played?)
    }
}
