//! The async runtime, the log and the signals of a command.

use crate::error::Error;
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use tokio_util::sync::CancellationToken;
use tracing::Level;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

#[derive(Clone, Copy, ValueEnum)]
pub enum LogFormat {
    Human,
    Json,
}

pub type CommandResult = Result<(), Error>;

/// Runs a future on this thread alone: refereeing is light, and one thread needs no locks.
pub fn block_on<T>(future: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(future)
}

/// Logs to standard error from a background thread, which drops lines that a slow reader does not take, and flushes when the guard is dropped.
pub fn log_to_stderr(format: LogFormat, level: &str) -> WorkerGuard {
    let filter = log_filter(std::env::var("ARBITRE_LOG").ok(), level);
    let (writer, guard) = tracing_appender::non_blocking(io::stderr());
    let lines = tracing_subscriber::fmt().with_max_level(Level::TRACE).with_writer(writer).with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Human => lines.with_target(false).finish().with(filter).init(),
        LogFormat::Json => lines.json().finish().with(filter).init(),
    }
    guard
}

/// What is logged: levels by target, such as `info,web=debug`. A text that does not read counts as none.
fn log_filter(asked: Option<String>, usual: &str) -> Targets {
    let read = |text: &str| text.parse().ok().filter(|_| !text.is_empty());
    asked.as_deref().and_then(read).or_else(|| read(usual)).unwrap_or_default()
}

#[test]
fn levels_are_by_target() {
    for (asked, target, level) in [
        (None, "web::rest", Level::INFO),
        (Some(""), "web", Level::INFO),
        (Some("=="), "web", Level::INFO),
        (Some("debug"), "web", Level::DEBUG),
        (Some("arbitre=debug,web=warn"), "arbitre::process", Level::DEBUG),
        (Some("arbitre=debug,web=warn"), "web::rest", Level::WARN),
    ] {
        let filter = log_filter(asked.map(String::from), "info,bots=error");
        let levels = [Level::ERROR, Level::WARN, Level::INFO, Level::DEBUG, Level::TRACE];
        let enabled = levels.iter().filter(|known| filter.would_enable(target, known));
        assert!(enabled.eq(levels.iter().filter(|known| **known <= level)), "{asked:?} {target}");
    }
}

pub fn house(address: SocketAddr, seed: u64) -> Result<bots::HouseConfig, Error> {
    let url = format!("ws://{address}/ws").parse()?;
    Ok(bots::HouseConfig { seed, ..bots::HouseConfig::new(url) })
}

/// Cancels the token on Ctrl-C, and on Unix on SIGTERM too.
pub fn stop_on_signal(stop: CancellationToken) -> io::Result<()> {
    let interrupted = bots::interrupted()?;
    tokio::spawn(async move {
        interrupted.await;
        stop.cancel();
    });
    Ok(())
}
