//! Lines on a stream, in both directions.

use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// A line has at most so many bytes, and so many may wait to be taken.
pub const LINE_BYTES: usize = 1_024;

/// What a client did.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// It wrote a line, or more than a line can have: then this is how it begins.
    Line(String),
    /// It wrote more than can wait for its turn, or a first line without an end.
    TooMuch,
    /// It has gone.
    Gone,
}

/// A stream as lines.
pub struct Wire<S> {
    stream: S,
    /// What came and has not been taken.
    waiting: Vec<u8>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Wire<S> {
    pub fn new(stream: S) -> Wire<S> {
        Wire { stream, waiting: Vec::new() }
    }

    /// Waits for the next line that is not blank. Nothing is lost if the wait is given up.
    pub async fn line(&mut self) -> Heard {
        loop {
            match self.taken() {
                Some(line) if !line.is_empty() => return Heard::Line(line),
                Some(_) => {}
                None if self.fill().await => {}
                None => return Heard::Gone,
            }
        }
    }

    /// Waits for the client's first line, which may be blank.
    pub async fn first_line(&mut self) -> Heard {
        loop {
            if self.waiting.len() >= LINE_BYTES && !self.waiting.contains(&b'\n') {
                return Heard::TooMuch;
            }
            if let Some(line) = self.taken() {
                return Heard::Line(line);
            }
            if !self.fill().await {
                return Heard::Gone;
            }
        }
    }

    /// Keeps what comes for later, for as long as it fits and the client is there.
    pub async fn keep(&mut self) -> Heard {
        while self.waiting.len() < LINE_BYTES {
            if !self.fill().await {
                return Heard::Gone;
            }
        }
        Heard::TooMuch
    }

    /// Reads on; says whether there is more to come.
    async fn fill(&mut self) -> bool {
        let mut chunk = [0; 256];
        let room = LINE_BYTES.saturating_sub(self.waiting.len()).min(chunk.len());
        match self.stream.read(&mut chunk[..room]).await {
            Ok(length) => {
                self.waiting.extend_from_slice(&chunk[..length]);
                length > 0
            }
            Err(_) => false,
        }
    }

    /// Takes the next line, if it is there or can become no line any more.
    fn taken(&mut self) -> Option<String> {
        let end = self.waiting.iter().position(|&byte| byte == b'\n').map(|end| end + 1);
        let end = end.or((self.waiting.len() >= LINE_BYTES).then_some(LINE_BYTES))?;
        let line: Vec<u8> = self.waiting.drain(..end).collect();
        Some(text(&line).trim_matches(|c: char| c.is_whitespace() || c == '\0').to_owned())
    }

    /// Writes a line, which ends as it should already.
    pub async fn write(&mut self, line: &str) -> io::Result<()> {
        self.stream.write_all(line.as_bytes()).await?;
        self.stream.flush().await
    }

    /// Says that nothing more comes, and reads until the client has heard it: else what it has written and nobody has read would make
    /// the system take back the last line.
    pub async fn end(&mut self) {
        if self.stream.shutdown().await.is_ok() {
            let mut rest = [0; 256];
            while self.stream.read(&mut rest).await.is_ok_and(|length| length > 0) {}
        }
    }
}

/// Old clients write UTF-8, or a byte for each letter (ISO 8859-1).
fn text(line: &[u8]) -> String {
    match std::str::from_utf8(line) {
        Ok(text) => text.to_owned(),
        Err(_) => line.iter().map(|&byte| char::from(byte)).collect(),
    }
}
