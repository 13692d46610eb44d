//! What commands run on: one thread, a log, and the bundled bots as clients.

use crate::error::Error;
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing_appender::non_blocking::WorkerGuard;

/// How log lines look.
#[derive(Clone, Copy, ValueEnum)]
pub enum LogFormat {
    Human,
    Json,
}

/// How a command ends.
pub type Done = Result<(), Error>;

/// One thread: refereeing is light, and a thread alone has nobody to wait for.
pub fn block_on<T>(future: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(future)
}

/// Writes the log to standard error, on a thread of its own: nobody waits for whoever reads it, and lines that he does not take are lost.
/// What is left is written when the guard is dropped.
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

/// The bundled bots, ready to be started.
pub fn house(address: SocketAddr, seed: u64) -> Result<bots::HouseConfig, Error> {
    let url = format!("ws://{address}/ws").parse()?;
    Ok(bots::HouseConfig { seed, ..bots::HouseConfig::new(url) })
}

/// SIGTERM and Ctrl-C stop whatever goes by this token.
pub fn stop_on_signal(stop: CancellationToken) -> io::Result<()> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        stop.cancel();
    });
    Ok(())
}
