//! The bot as a child process, which is started again when it has ended.

use crate::error::{Error, Failure};
use parking_lot::Mutex;
use runtime::system;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// The last lines of its output in the report.
const LAST_LINES: usize = 12;
/// The most bytes of such a line.
const LONGEST_LINE: u64 = 300;
/// The wait for the rest of its output after its end.
const ALL_READ_WITHIN: Duration = Duration::from_millis(300);
const POLL: Duration = Duration::from_millis(50);

type Tail = Arc<Mutex<VecDeque<String>>>;

pub struct BotProgram {
    /// Empty for a bot that is started elsewhere.
    command: Vec<OsString>,
    /// The WebSocket of the referee.
    url: String,
    child: Option<Child>,
    tail: Tail,
    readers: Vec<JoinHandle<()>>,
}

impl BotProgram {
    /// A program with this command, in which `{url}` stands for the referee's WebSocket.
    pub fn new(command: Vec<OsString>, address: SocketAddr) -> BotProgram {
        let url = format!("ws://{address}/ws");
        let replaced = |word: OsString| match word.to_str() {
            Some(text) => text.replace("{url}", &url).into(),
            None => word,
        };
        let command = command.into_iter().map(replaced).collect();
        BotProgram { command, url, child: None, tail: Tail::default(), readers: Vec::new() }
    }

    /// Starts it, unless it runs. The WebSocket is in `ARBITRE_SERVER`.
    pub fn start(&mut self) -> Result<(), Error> {
        let is_running = self.child.is_some() && self.ended().is_none();
        let Some((program, arguments)) = self.command.split_first().filter(|_| !is_running) else { return Ok(()) };
        self.tail.lock().clear();
        let mut command = Command::new(program);
        command.args(arguments).env("ARBITRE_SERVER", &self.url).env_remove("ARBITRE_TOKEN").env_remove("ARBITRE_BOT_TOKEN");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        system::lead_group(&mut command);
        let mut child =
            command.spawn().map_err(|error| Failure::BotDoesNotStart { program: program.to_string_lossy().into(), source: error })?;
        let out = child.stdout.take().map(|out| tokio::spawn(read_tail(out, self.tail.clone())));
        let err = child.stderr.take().map(|err| tokio::spawn(read_tail(err, self.tail.clone())));
        self.readers = out.into_iter().chain(err).collect();
        self.child = Some(child);
        Ok(())
    }

    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.as_mut()?.try_wait().ok()?
    }

    /// Waits until it has ended; never returns if it is started elsewhere.
    pub async fn wait(&mut self) {
        while self.ended().is_none() {
            sleep(POLL).await;
        }
    }

    /// The last lines of its output.
    pub async fn last_output(&mut self) -> Vec<String> {
        if self.ended().is_some() {
            for reader in self.readers.drain(..) {
                // A child process of it may hold its output open.
                let _ = timeout(ALL_READ_WITHIN, reader).await;
            }
        }
        self.tail.lock().iter().cloned().collect()
    }

    pub async fn kill(&mut self) {
        self.kill_group();
        if let Some(mut child) = self.child.take() {
            // It may have ended already.
            let _ = child.kill().await;
        }
    }

    fn kill_group(&mut self) {
        if let Some(leader) = self.child.as_ref().and_then(Child::id) {
            system::kill_group(leader);
        }
    }
}

impl Drop for BotProgram {
    fn drop(&mut self) {
        self.kill_group();
    }
}

async fn read_tail(from: impl AsyncRead + Unpin, tail: Tail) {
    let mut lines = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        // A long line is read in pieces.
        match (&mut lines).take(LONGEST_LINE).read_until(b'\n', &mut line).await {
            Ok(1..) => {}
            _ => return,
        }
        let text = String::from_utf8_lossy(&line).trim_end().replace(char::is_control, " ");
        let mut tail = tail.lock();
        tail.push_back(text);
        if tail.len() > LAST_LINES {
            tail.pop_front();
        }
    }
}
