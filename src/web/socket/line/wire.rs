//! A stream of lines in both directions.

use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Most bytes of a line, and of what waits to be read.
pub const LINE_BYTES: usize = 1_024;

/// What a client sent.
#[derive(Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A line, or the beginning of one that is too long.
    Line(String),
    /// More than may wait for the client's turn, or a first line without an end.
    TooMuch,
    /// The connection is lost.
    Gone,
}

pub struct LineStream<S> {
    stream: S,
    /// Bytes that have arrived and have not been read.
    waiting: Vec<u8>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> LineStream<S> {
    pub fn new(stream: S) -> LineStream<S> {
        LineStream { stream, waiting: Vec::new() }
    }

    /// Waits for the next line that is not blank. Cancel safe.
    pub async fn line(&mut self) -> Incoming {
        loop {
            match self.buffered_line() {
                Some(line) if !line.is_empty() => return Incoming::Line(line),
                Some(_) => {}
                None if self.fill().await => {}
                None => return Incoming::Gone,
            }
        }
    }

    /// Waits for the client's first line, which may be blank.
    pub async fn first_line(&mut self) -> Incoming {
        loop {
            if self.waiting.len() >= LINE_BYTES && !self.waiting.contains(&b'\n') {
                return Incoming::TooMuch;
            }
            if let Some(line) = self.buffered_line() {
                return Incoming::Line(line);
            }
            if !self.fill().await {
                return Incoming::Gone;
            }
        }
    }

    /// Buffers what arrives, until the buffer is full or the connection is lost.
    pub async fn keep(&mut self) -> Incoming {
        while self.waiting.len() < LINE_BYTES {
            if !self.fill().await {
                return Incoming::Gone;
            }
        }
        Incoming::TooMuch
    }

    /// Reads on; returns false at the end of the stream.
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

    /// Takes the next line from the buffer, if it is complete or too long.
    fn buffered_line(&mut self) -> Option<String> {
        let end = self.waiting.iter().position(|&byte| byte == b'\n').map(|end| end + 1);
        let end = end.or((self.waiting.len() >= LINE_BYTES).then_some(LINE_BYTES))?;
        let line: Vec<u8> = self.waiting.drain(..end).collect();
        Some(text(&line).trim_matches(|c: char| c.is_whitespace() || c == '\0').to_owned())
    }

    /// Writes a line with its own ending.
    pub async fn write(&mut self, line: &str) -> io::Result<()> {
        self.stream.write_all(line.as_bytes()).await?;
        self.stream.flush().await
    }

    /// Closes the sending side, and reads until the client closes: unread bytes would make the system reset the connection, and the last line
    /// would be lost.
    pub async fn end(&mut self) {
        if self.stream.shutdown().await.is_ok() {
            let mut rest = [0; 256];
            while self.stream.read(&mut rest).await.is_ok_and(|length| length > 0) {}
        }
    }
}

/// Old clients write UTF-8 or ISO 8859-1.
fn text(line: &[u8]) -> String {
    match std::str::from_utf8(line) {
        Ok(text) => text.to_owned(),
        Err(_) => line.iter().map(|&byte| char::from(byte)).collect(),
    }
}
