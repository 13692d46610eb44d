//! One program in one game: the line protocol over its pipes or its TCP connection.

use crate::log_message::{LogMessage, Trouble};
use crate::player::{Replies, Reply};
use message::Coded;
use protocol::{GameResult, Seat};
use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::sync::mpsc::Receiver;
use tokio::time::{Sleep, sleep, timeout};

/// The longest line of a program, in bytes.
const LONGEST_LINE: usize = 1024;
/// A program that has written nothing counts as ready after this time.
const START_UP: Duration = Duration::from_secs(2);
/// The timeout of a program's exit after `FIN!`.
const EXIT_WITHIN: Duration = Duration::from_secs(5);

/// What happens in a game. Legal moves are sent if there are any.
pub(crate) enum GameEvent {
    Turn { ply: u32, last_move: Option<String>, legal_moves: Vec<String> },
    Accepted,
    Over(Option<GameResult>),
}

pub(crate) struct GameChannel {
    pub game: u64,
    pub seat: Seat,
    pub events: Receiver<GameEvent>,
    pub replies: Replies,
}

pub(crate) struct LineProgram {
    reader: Box<dyn AsyncRead + Send + Unpin>,
    writer: Box<dyn AsyncWrite + Send + Unpin>,
    lines: LineBuffer,
    process: Option<Child>,
    /// The characters before the line feed of some lines.
    terminator: &'static str,
}

#[derive(Default)]
pub(crate) struct LineBuffer(Vec<u8>);

/// What is wrong with the output of a program.
#[derive(Debug, Coded)]
#[code("program_line")]
enum ProgramLine {
    TooLong { most: usize },
    Ended,
}

impl LineBuffer {
    /// The next line that is not blank; none at the end. Cancellation loses nothing.
    pub async fn next(&mut self, reader: &mut (impl AsyncRead + Unpin + ?Sized)) -> io::Result<Option<String>> {
        loop {
            while let Some(end) = self.0.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.0.drain(..=end).collect();
                let line = trimmed(&line);
                if !line.is_empty() {
                    return Ok(Some(line));
                }
            }
            if self.0.len() > LONGEST_LINE {
                return Err(io::Error::new(io::ErrorKind::InvalidData, ProgramLine::TooLong { most: LONGEST_LINE }.message()));
            }
            let mut chunk = [0; 256];
            let length = reader.read(&mut chunk).await?;
            if length == 0 {
                let last = trimmed(&std::mem::take(&mut self.0));
                return Ok(Some(last).filter(|last| !last.is_empty()));
            }
            self.0.extend_from_slice(&chunk[..length]);
        }
    }
}

fn trimmed(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_matches(|c: char| c.is_whitespace() || c == '\0').to_owned()
}

/// The colour's name in the line protocol.
fn colour(seat: Seat) -> &'static str {
    match seat {
        Seat::White => "Blanc",
        Seat::Black => "Noir",
    }
}

fn other(seat: Seat) -> Seat {
    match seat {
        Seat::White => Seat::Black,
        Seat::Black => Seat::White,
    }
}

impl LineProgram {
    /// Starts a process with its standard input and output as streams.
    pub fn spawn(command: &[String]) -> io::Result<LineProgram> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut process = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true).spawn()?;
        let (Some(stdin), Some(stdout)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let lines = LineBuffer::default();
        Ok(LineProgram { reader: Box::new(stdout), writer: Box::new(stdin), lines, process: Some(process), terminator: "" })
    }

    /// A program that has connected and sent its name.
    pub fn connected(stream: TcpStream, lines: LineBuffer) -> LineProgram {
        let (reader, writer) = stream.into_split();
        LineProgram { reader: Box::new(reader), writer: Box::new(writer), lines, process: None, terminator: "\0" }
    }

    async fn send(&mut self, line: &str) -> io::Result<()> {
        self.writer.write_all(line.as_bytes()).await?;
        self.writer.flush().await
    }

    async fn send_turn(&mut self, seat: Seat) -> io::Result<()> {
        self.send(&format!("JOUEUR {}{}\n", colour(seat), self.terminator)).await
    }

    async fn send_end(&mut self, result: Option<GameResult>) -> io::Result<()> {
        let winner = match result {
            Some(GameResult::White) => colour(Seat::White),
            Some(GameResult::Black) => colour(Seat::Black),
            Some(GameResult::Draw | GameResult::Void) | None => "Egalité",
        };
        self.send(&format!("FIN! {winner}{}\n", self.terminator)).await
    }

    pub async fn play(mut self, channel: GameChannel) {
        let (game, replies) = (channel.game, channel.replies.clone());
        let dialogue = Dialogue {
            pending: None,
            last_pending: None,
            legal_moves: Vec::new(),
            opponent_announced: false,
            unnamed: self.process.is_some(),
            ready: false,
            channel,
        };
        let played = dialogue.run(&mut self).await;
        if let Err(source) = played {
            let status = match &mut self.process {
                Some(process) => timeout(EXIT_WITHIN, process.wait()).await.ok().and_then(Result::ok),
                None => None,
            };
            // The same text in each language.
            let plain = |status: ExitStatus| status.to_string().replacen("exit status:", "code", 1).replacen("signal:", "signal", 1);
            let trouble = Trouble::ProgramLost { source, status: status.map(plain) };
            let why = trouble.message().localized();
            tracing::error!(game, "{}", LogMessage::Resigned { why: trouble }.localized());
            drop(replies.try_send(Reply::Resign { game, why }));
            return;
        }
        drop(self.writer);
        let Some(mut process) = self.process else { return };
        let end = async {
            let mut late = 0;
            while let Ok(Some(_)) = self.lines.next(&mut *self.reader).await {
                late += 1;
            }
            if late > 0 && played.is_ok_and(|is_asked| is_asked) {
                tracing::warn!(game, "{}", LogMessage::LateLines { lines: late }.localized());
            }
            process.wait().await
        };
        if timeout(EXIT_WITHIN, end).await.is_err() {
            tracing::warn!(game, "{}", LogMessage::Killed.localized());
            drop(process.kill().await);
        }
    }
}

struct Dialogue {
    channel: GameChannel,
    /// The ply of the pending turn.
    pending: Option<u32>,
    last_pending: Option<u32>,
    /// The moves that were sent as legal.
    legal_moves: Vec<String>,
    /// Whether the opponent's turn was sent already.
    opponent_announced: bool,
    /// Whether the program's first line may be its name.
    unnamed: bool,
    ready: bool,
}

impl Dialogue {
    /// Plays to the end of the game; returns whether the program still owed a move.
    async fn run(mut self, program: &mut LineProgram) -> io::Result<bool> {
        program.send(&format!("{}{}\n", colour(self.channel.seat), program.terminator)).await?;
        let start_up: Sleep = sleep(START_UP);
        tokio::pin!(start_up);
        if !self.unnamed {
            self.send_ready();
        }
        loop {
            tokio::select! {
                () = &mut start_up, if !self.ready => self.send_ready(),
                event = self.channel.events.recv() => match event {
                    Some(GameEvent::Turn { ply, last_move, legal_moves }) => {
                        self.legal_moves = legal_moves;
                        self.send_turn(program, ply, last_move).await?;
                    }
                    Some(GameEvent::Accepted) => {
                        self.opponent_announced = true;
                        program.send_turn(other(self.channel.seat)).await?;
                    }
                    Some(GameEvent::Over(result)) => {
                        // The program may have ended already.
                        drop(program.send_end(result).await);
                        return Ok(self.pending.is_some());
                    }
                    None => return Ok(false),
                },
                line = program.lines.next(&mut *program.reader) => {
                    self.handle_line(line?.ok_or_else(|| io::Error::new(io::ErrorKind::UnexpectedEof, ProgramLine::Ended.message()))?);
                }
            }
        }
    }

    fn send_ready(&mut self) {
        self.ready = true;
        drop(self.channel.replies.try_send(Reply::Ready { game: self.channel.game }));
    }

    async fn send_turn(&mut self, program: &mut LineProgram, ply: u32, last_move: Option<String>) -> io::Result<()> {
        // After a forgiven illegal move, the turn is repeated without the opponent's move.
        if let Some(last_move) = last_move.filter(|_| self.last_pending != Some(ply)) {
            if !self.opponent_announced {
                program.send_turn(other(self.channel.seat)).await?;
            }
            program.send(&format!("MOUVEMENT {last_move}\n")).await?;
        }
        self.opponent_announced = false;
        (self.pending, self.last_pending) = (Some(ply), Some(ply));
        if !self.legal_moves.is_empty() {
            program.send(&format!("COUPS {}\n", self.legal_moves.join(" "))).await?;
        }
        program.send_turn(self.channel.seat).await
    }

    fn handle_line(&mut self, line: String) {
        let game = self.channel.game;
        let is_move = self.legal_moves.contains(&line) || line.parse::<rules::knights::Move>().is_ok();
        let is_name = std::mem::take(&mut self.unnamed) && !is_move;
        match self.pending.take_if(|_| !is_name) {
            _ if is_name => tracing::info!(game, "{}", LogMessage::ProgramName { line }.localized()),
            Some(ply) => drop(self.channel.replies.try_send(Reply::Move { game, ply, text: line, info: None })),
            None => tracing::info!(game, "{}", LogMessage::ProgramSays { line }.localized()),
        }
        if !self.ready {
            self.send_ready();
        }
    }
}

#[cfg(test)]
mod tests;
