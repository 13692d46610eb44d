//! The bot as a program: started, and started again when it has ended; or somebody else's, who comes by itself.

use crate::error::{Error, Failure};
use std::collections::VecDeque;
use std::ffi::OsString;
use std::io;
use std::net::SocketAddr;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How many of its last lines are kept.
const LAST_LINES: usize = 12;
/// How many bytes of a line are kept.
const LONGEST_LINE: u64 = 300;

/// What a program has written is read so soon after its end.
const ALL_READ_WITHIN: Duration = Duration::from_millis(300);

/// The lines that a program wrote last.
type Tail = Arc<Mutex<VecDeque<String>>>;

/// The bot as a program.
pub struct Patient {
    command: Vec<OsString>,
    child: Option<Child>,
    tail: Tail,
    readers: Vec<JoinHandle<()>>,
}

impl Patient {
    /// A program that is started by this command, with `{url}` in it replaced by the address; none for one that comes by itself.
    pub fn new(command: Vec<OsString>, address: SocketAddr) -> Patient {
        let url = format!("ws://{address}/ws");
        let replaced = |word: OsString| match word.to_str() {
            Some(text) => text.replace("{url}", &url).into(),
            None => word,
        };
        Patient { command: command.into_iter().map(replaced).collect(), child: None, tail: Tail::default(), readers: Vec::new() }
    }

    /// Whether it is started here.
    pub fn is_a_program(&self) -> bool {
        !self.command.is_empty()
    }

    /// Starts it, unless it runs. It finds the address in `ARBITRE_URL`.
    ///
    /// # Errors
    /// When there is no such program.
    pub fn start(&mut self, address: SocketAddr) -> Result<(), Error> {
        let is_running = self.child.is_some() && self.ended()?.is_none();
        let Some((program, arguments)) = self.command.split_first().filter(|_| !is_running) else { return Ok(()) };
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let mut command = Command::new(program);
        command.args(arguments).env("ARBITRE_URL", format!("ws://{address}/ws")).env_remove("ARBITRE_TOKEN");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true).process_group(0);
        let mut child =
            command.spawn().map_err(|error| Failure::BotDoesNotStart { program: program.to_string_lossy().into(), source: error })?;
        self.readers = Vec::new();
        if let Some(out) = child.stdout.take() {
            self.readers.push(tokio::spawn(keep(out, self.tail.clone())));
        }
        if let Some(err) = child.stderr.take() {
            self.readers.push(tokio::spawn(keep(err, self.tail.clone())));
        }
        self.child = Some(child);
        Ok(())
    }

    /// How it ended, if it was started and has ended.
    pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.as_mut().map_or(Ok(None), Child::try_wait)
    }

    /// What it wrote last.
    pub async fn last_words(&mut self) -> Vec<String> {
        if self.ended().is_ok_and(|ended| ended.is_some()) {
            for reader in self.readers.drain(..) {
                // What it has started may live on, and hold its output open.
                let _ = timeout(ALL_READ_WITHIN, reader).await;
            }
        }
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Ends it, with whatever it has started.
    pub async fn kill(&mut self) {
        self.kill_group();
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself.
            let _ = child.kill().await;
        }
    }

    fn kill_group(&mut self) {
        let pid = self.child.as_ref().and_then(Child::id).and_then(|id| rustix::process::Pid::from_raw(id.try_into().ok()?));
        if let Some(pid) = pid {
            // It may have ended by itself.
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
    }
}

impl Drop for Patient {
    fn drop(&mut self) {
        self.kill_group();
    }
}

async fn keep(from: impl AsyncRead + Unpin, tail: Tail) {
    let mut lines = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        // A line without an end comes in pieces.
        match (&mut lines).take(LONGEST_LINE).read_until(b'\n', &mut line).await {
            Ok(1..) => {}
            _ => return,
        }
        let text = String::from_utf8_lossy(&line).trim_end().replace(char::is_control, " ");
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.push_back(text);
        if tail.len() > LAST_LINES {
            tail.pop_front();
        }
    }
}
