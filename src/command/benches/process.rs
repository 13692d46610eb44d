//! A referee under measurement: a process of its own, seen from outside.

use futures_util::{SinkExt, StreamExt};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// A referee as a process of its own, which ends with this value.
pub struct Server {
    process: Child,
    /// Where it listens.
    pub address: String,
}

impl Server {
    /// Starts one with these flags. `ARBITRE_BINARY` names another build, to be measured in the same way.
    pub fn start(flags: &[&str]) -> Server {
        let binary = std::env::var("ARBITRE_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_arbitre").into());
        let mut process = Command::new(binary)
            .args(["--bind", "127.0.0.1:0", "--no-house-bots", "--echo"])
            .args(flags)
            .env("ARBITRE_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let address = line.split('/').nth(2).expect("an address").to_string();
        Server { process, address }
    }

    /// Nanoseconds of processor time so far, over all threads.
    pub fn cpu(&self) -> u64 {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.process.id())).expect("its threads");
        let spent = |task: fs::DirEntry| fs::read_to_string(task.path().join("schedstat")).ok()?.split(' ').next()?.parse::<u64>().ok();
        tasks.flatten().filter_map(spent).sum()
    }

    /// Memory in bytes, as Linux calls it: `VmRSS` is what it has, `VmHWM` the most it ever had.
    pub fn memory(&self, name: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("its status");
        let line = status.lines().find(|line| line.starts_with(name)).expect("its memory");
        line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).expect("a number") * 1_024
    }

    /// A WebSocket.
    pub async fn socket(&self, path: &str) -> WebSocketStream<TcpStream> {
        let stream = TcpStream::connect(&self.address).await.expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        tokio_tungstenite::client_async(format!("ws://{}{path}", self.address), stream).await.expect("a WebSocket").0
    }

    /// A bot that has said hello.
    pub async fn bot(&self, name: &str) -> WebSocketStream<TcpStream> {
        let mut socket = self.socket("/ws").await;
        let hello = format!(r#"{{"t":"hello","proto":[1],"bot":{{"name":"{name}"}}}}"#);
        socket.send(Message::text(hello)).await.expect("sent");
        socket.next().await.expect("welcome").expect("welcome");
        socket
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().expect("killed");
        self.process.wait().expect("gone");
    }
}

/// The number after `"name":` in a message.
pub fn number(text: &str, name: &str) -> u64 {
    let start = text.find(name).expect("the field") + name.len();
    text[start..].bytes().take_while(u8::is_ascii_digit).fold(0, |value, digit| value * 10 + u64::from(digit - b'0'))
}
