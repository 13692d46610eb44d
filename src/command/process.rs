//! The async runtime, the log and the signals of a command.

use crate::error::Error;
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use tokio_util::sync::CancellationToken;
use tracing_appender::non_blocking::WorkerGuard;

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
    let filter = tracing_subscriber::EnvFilter::try_from_env("ARBITRE_LOG").unwrap_or_else(|_| level.into());
    let (writer, guard) = tracing_appender::non_blocking(io::stderr());
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer).with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Human => lines.with_target(false).init(),
        LogFormat::Json => lines.json().init(),
    }
    guard
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
