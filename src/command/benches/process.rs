//! The measured referee: a child process, seen from outside; and blocking HTTP requests.

use futures_util::{SinkExt, StreamExt};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

pub struct RefereeProcess {
    process: Child,
    pub address: String,
}

impl RefereeProcess {
    /// Starts one with this data folder and these flags; `ARBITRE_BINARY` names another build to measure.
    pub fn start(data: &str, flags: &str) -> RefereeProcess {
        let binary = std::env::var("ARBITRE_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_arbitre").into());
        let mut process = Command::new(binary)
            .args(["--bind", "127.0.0.1:0", "--no-house-bots", "--echo", "--data", data])
            .args(flags.split_whitespace())
            .env("ARBITRE_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let address = line.split('/').nth(2).expect("an address").to_string();
        RefereeProcess { process, address }
    }

    /// The processor time of all threads so far, in nanoseconds.
    pub fn cpu(&self) -> u64 {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.process.id())).expect("its threads");
        let spent = |task: fs::DirEntry| fs::read_to_string(task.path().join("schedstat")).ok()?.split(' ').next()?.parse::<u64>().ok();
        tasks.flatten().filter_map(spent).sum()
    }

    /// Memory in bytes: `VmRSS` for now, `VmHWM` for the peak.
    pub fn memory(&self, name: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("its status");
        let line = status.lines().find(|line| line.starts_with(name)).expect("its memory");
        line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).expect("a number") * 1_024
    }

    pub async fn socket(&self, path: &str) -> WebSocketStream<TcpStream> {
        let stream = TcpStream::connect(&self.address).await.expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        tokio_tungstenite::client_async(format!("ws://{}{path}", self.address), stream).await.expect("a WebSocket").0
    }

    /// The WebSocket of a bot after its hello.
    pub async fn bot(&self, name: &str) -> WebSocketStream<TcpStream> {
        let mut socket = self.socket("/ws").await;
        let hello = format!(r#"{{"t":"hello","proto":[1],"bot":{{"name":"{name}"}}}}"#);
        socket.send(Message::text(hello)).await.expect("sent");
        socket.next().await.expect("welcome").expect("welcome");
        socket
    }
}

impl Drop for RefereeProcess {
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

/// A blocking request; the answer, which may be an error, with its head.
pub fn request(address: &str, method: &str, path: &str, kind: &str, body: &[u8]) -> String {
    let Ok(mut stream) = std::net::TcpStream::connect(address) else { return String::new() };
    // HTTP/1.0 has no chunked encoding.
    let head = format!("{method} {path} HTTP/1.0\r\nhost: 127.0.0.1\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n", body.len());
    let mut answer = Vec::new();
    let _ = stream.set_read_timeout(Some(Duration::from_secs(600)));
    if stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).is_ok() {
        let _ = stream.read_to_end(&mut answer);
    }
    String::from_utf8_lossy(&answer).into_owned()
}

pub fn get(address: &str, path: &str) -> String {
    request(address, "GET", path, "text/plain", b"")
}
