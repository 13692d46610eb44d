//! A referee in this process: in memory, on a free port of loopback, open to every bot.

use crate::error::{Error, Failure};
use crate::process::{LogFormat, block_on, house, log_to_stderr};
use crate::remote::Remote;
use crate::{Cli, serve};
use axum::serve::Listener;
use clap::{CommandFactory, FromArgMatches};
use server::{Config, Referee, StoragePlace};
use solving::BackgroundReviews;
use std::net::SocketAddr;
use std::sync::Arc;
use storage::Storage;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use web::Registration;

pub fn config() -> Result<Config, Error> {
    let defaults = Cli::command().get_matches_from(["arbitre"]);
    let mut config = serve::Serve::from_arg_matches(&defaults).expect("the defaults are values").config;
    config.place = StoragePlace::memory();
    config.web.bind = SocketAddr::from(([127, 0, 0, 1], 0));
    config.web.registration = Some(Registration::Open);
    config.contest.exhibition.clear();
    config.solving.reviews = BackgroundReviews::None;
    Ok(config)
}

/// Runs a command that needs such a referee, until it ends or Ctrl-C interrupts it.
pub fn run<T, F: Future<Output = Result<T, Error>>>(command: impl FnOnce(Config) -> F) -> Result<T, Error> {
    let _log = log_to_stderr(LogFormat::Human, "error");
    let config = config()?;
    block_on(async {
        let interrupted = bots::interrupted()?;
        tokio::select! {
            ended = command(config) => ended,
            () = interrupted => Err(Failure::Interrupted.into()),
        }
    })
}

pub struct LocalReferee {
    pub referee: Referee,
    pub address: SocketAddr,
    stop: CancellationToken,
    listening: JoinHandle<Result<(), server::Error>>,
}

impl LocalReferee {
    pub async fn start(config: Config) -> Result<LocalReferee, Error> {
        let listener = web::bind(config.web.bind).await?;
        LocalReferee::over(listener, config, storage::in_memory()).await
    }

    /// Serves the connections of a listener.
    pub async fn over(
        listener: impl Listener<Addr = SocketAddr>,
        config: Config,
        storage: Arc<dyn Storage>,
    ) -> Result<LocalReferee, Error> {
        let (address, stop) = (listener.local_addr()?, CancellationToken::new());
        let referee = Referee::start(config, storage, stop.clone()).await?;
        let serving = referee.clone();
        let listening = tokio::spawn(async move { serving.listen(listener).await });
        Ok(LocalReferee { referee, address, stop, listening })
    }

    pub fn remote(&self) -> Remote {
        Remote::new(&self.address.to_string().parse().expect("the address of a listener is one of a referee"), None)
    }

    /// Starts bots of one game that play here, each with its name and engine.
    pub fn start_bots(&self, game: &str, players: Vec<(String, String)>, threads: usize, seed: u64) -> Result<bots::HouseBots, Error> {
        let bot = |(name, engine)| bots::HouseBot { name, game: game.into(), engine, token: None };
        let bots = players.into_iter().map(bot).collect();
        Ok(bots::HouseBots::start(bots::HouseConfig { bots, max_think: None, threads, ..house(self.address, seed)? })?)
    }

    pub async fn stop(&mut self) -> Result<(), Error> {
        self.stop.cancel();
        Ok((&mut self.listening).await??)
    }
}

impl Drop for LocalReferee {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// The number of processor cores, at least 2.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2))
}
