//! The async runtime, the log and the signals of a command.

use crate::error::Error;
use clap::ValueEnum;
use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
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

/// The most lines of the log that wait for a slow reader.
const LOG_LINES: usize = 16_384;

/// The log's queue. Nothing that is logged waits: a line for which there is no space is dropped.
#[derive(Clone)]
struct LogLines(SyncSender<Vec<u8>>);

impl Write for LogLines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let _ = self.0.try_send(line.to_vec());
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The log's thread. Dropping it waits a second for the lines before; the reader may be slow.
pub struct LogThread {
    lines: LogLines,
    ended: Receiver<()>,
}

impl Drop for LogThread {
    fn drop(&mut self) {
        let _ = self.lines.write(&[]);
        let _ = self.ended.recv_timeout(Duration::from_secs(1));
    }
}

/// Logs to standard error from a thread.
pub fn log_to_stderr(format: LogFormat, level: &str) -> LogThread {
    let (lines, queue) = sync_channel(LOG_LINES);
    let (end, ended) = sync_channel::<()>(0);
    std::thread::spawn(move || {
        // An empty line is the last.
        queue.iter().take_while(|line: &Vec<u8>| !line.is_empty()).for_each(|line| drop(io::stderr().write_all(&line)));
        drop(end);
    });
    let lines = LogLines(lines);
    let log = LogThread { lines: lines.clone(), ended };
    let filter = log_filter(std::env::var("ARBITRE_LOG").ok(), level);
    let builder = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE);
    let builder = builder.with_writer(move || lines.clone()).with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Human => builder.with_target(false).finish().with(filter).init(),
        LogFormat::Json => builder.json().finish().with(filter).init(),
    }
    log
}

/// What is logged: levels by target, such as `info,web=debug`. A text that does not read counts as none.
fn log_filter(asked: Option<String>, usual: &str) -> Targets {
    let read = |text: &str| text.parse().ok().filter(|_| !text.is_empty());
    asked.as_deref().and_then(read).or_else(|| read(usual)).unwrap_or_default()
}

#[test]
fn levels_are_by_target() {
    use tracing::Level;
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
