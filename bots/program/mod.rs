//! One program at play: the classroom's line protocol over its pipes or its TCP connection.

use crate::player::{Replies, Reply};
use protocol::{GameResult, Seat};
use std::io;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::sync::mpsc::Receiver;
use tokio::time::{Sleep, sleep, timeout};

/// No line of a program is longer, in bytes.
const LONGEST_LINE: usize = 1024;
/// A program that has written nothing is taken to be prepared after this long.
const START_UP: Duration = Duration::from_secs(2);
/// How long a program may take to end after `FIN!`.
const EXIT_WITHIN: Duration = Duration::from_secs(5);

/// What a game's task is told.
pub(crate) enum Word {
    /// The legal moves are told if there are any.
    Turn {
        ply: u32,
        last_move: Option<String>,
        legal_moves: Vec<String>,
    },
    Accepted,
    Over(Option<GameResult>),
}

/// A game, as its task sees it.
pub(crate) struct GameAtHand {
    pub game: u64,
    pub seat: Seat,
    pub words: Receiver<Word>,
    pub replies: Replies,
}

/// A program's end of the line.
pub(crate) struct Program {
    reader: Box<dyn AsyncRead + Send + Unpin>,
    writer: Box<dyn AsyncWrite + Send + Unpin>,
    lines: Lines,
    process: Option<Child>,
    /// What comes before the line feed of some lines.
    terminator: &'static str,
}

/// Text that came and has not been read as lines yet.
#[derive(Default)]
pub(crate) struct Lines(Vec<u8>);

impl Lines {
    /// The next line that is not blank; `None` at the end. Nothing is lost if the wait is given up.
    pub async fn next(&mut self, reader: &mut (impl AsyncRead + Unpin + ?Sized)) -> io::Result<Option<String>> {
        loop {
            while let Some(end) = self.0.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.0.drain(..=end).collect();
                let line = tidy(&line);
                if !line.is_empty() {
                    return Ok(Some(line));
                }
            }
            if self.0.len() > LONGEST_LINE {
                return Err(io::Error::new(io::ErrorKind::InvalidData, format!("it wrote a line of more than {LONGEST_LINE} bytes")));
            }
            let mut chunk = [0; 256];
            let length = reader.read(&mut chunk).await?;
            if length == 0 {
                let last = tidy(&std::mem::take(&mut self.0));
                return Ok(Some(last).filter(|last| !last.is_empty()));
            }
            self.0.extend_from_slice(&chunk[..length]);
        }
    }
}

fn tidy(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_matches(|c: char| c.is_whitespace() || c == '\0').to_owned()
}

/// The colour's name in the classroom's protocol.
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

impl Program {
    /// Starts a process and speaks over its standard input and output.
    pub fn spawn(command: &[String]) -> io::Result<Program> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut process = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true).spawn()?;
        let (Some(stdin), Some(stdout)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let lines = Lines::default();
        Ok(Program { reader: Box::new(stdout), writer: Box::new(stdin), lines, process: Some(process), terminator: "" })
    }

    /// A program that has connected and said its name.
    pub fn connected(stream: TcpStream, lines: Lines) -> Program {
        let (reader, writer) = stream.into_split();
        Program { reader: Box::new(reader), writer: Box::new(writer), lines, process: None, terminator: "\0" }
    }

    async fn tell(&mut self, line: &str) -> io::Result<()> {
        self.writer.write_all(line.as_bytes()).await?;
        self.writer.flush().await
    }

    async fn tell_turn(&mut self, seat: Seat) -> io::Result<()> {
        self.tell(&format!("JOUEUR {}{}\n", colour(seat), self.terminator)).await
    }

    async fn tell_end(&mut self, result: Option<GameResult>) -> io::Result<()> {
        let winner = match result {
            Some(GameResult::White) => colour(Seat::White),
            Some(GameResult::Black) => colour(Seat::Black),
            Some(GameResult::Draw | GameResult::Void) | None => "Egalité",
        };
        self.tell(&format!("FIN! {winner}{}\n", self.terminator)).await
    }

    /// Plays one game to its end.
    pub async fn play(mut self, table: GameAtHand) {
        let (game, replies) = (table.game, table.replies.clone());
        let game_on = Game {
            asked: None,
            last_asked: None,
            legal_moves: Vec::new(),
            opponent_announced: false,
            unnamed: self.process.is_some(),
            ready: false,
            table,
        };
        if let Err(error) = game_on.converse(&mut self).await {
            let status = match &mut self.process {
                Some(process) => timeout(EXIT_WITHIN, process.wait()).await.ok().and_then(Result::ok),
                None => None,
            };
            let status = status.map(|status| format!(" ({status})")).unwrap_or_default();
            let why = format!("the program is lost: {error}{status}");
            tracing::error!(game, "{why}; the game is resigned");
            drop(replies.try_send(Reply::Resign { game, why }));
            return;
        }
        drop(self.writer);
        if let Some(mut process) = self.process
            && timeout(EXIT_WITHIN, process.wait()).await.is_err()
        {
            tracing::warn!(game, "the program did not end after the game and is killed");
            drop(process.kill().await);
        }
    }
}

/// Where the talk with a program stands.
struct Game {
    table: GameAtHand,
    /// The ply whose move is awaited.
    asked: Option<u32>,
    last_asked: Option<u32>,
    /// What it was told that it may play.
    legal_moves: Vec<String>,
    /// Whether the program knows already that it is the opponent's turn.
    opponent_announced: bool,
    /// Whether the program's first line may be its name.
    unnamed: bool,
    ready: bool,
}

impl Game {
    async fn converse(mut self, program: &mut Program) -> io::Result<()> {
        program.tell(&format!("{}{}\n", colour(self.table.seat), program.terminator)).await?;
        let start_up: Sleep = sleep(START_UP);
        tokio::pin!(start_up);
        if !self.unnamed {
            self.say_ready();
        }
        loop {
            tokio::select! {
                () = &mut start_up, if !self.ready => self.say_ready(),
                word = self.table.words.recv() => match word {
                    Some(Word::Turn { ply, last_move, legal_moves }) => {
                        self.legal_moves = legal_moves;
                        self.tell_turn(program, ply, last_move).await?;
                    }
                    Some(Word::Accepted) => {
                        self.opponent_announced = true;
                        program.tell_turn(other(self.table.seat)).await?;
                    }
                    Some(Word::Over(result)) => {
                        // The program may have gone already, and that is well.
                        drop(program.tell_end(result).await);
                        return Ok(());
                    }
                    None => return Ok(()),
                },
                line = program.lines.next(&mut *program.reader) => {
                    self.hear(line?.ok_or_else(|| io::Error::new(io::ErrorKind::UnexpectedEof, "it has ended"))?);
                }
            }
        }
    }

    fn say_ready(&mut self) {
        self.ready = true;
        drop(self.table.replies.try_send(Reply::Ready { game: self.table.game }));
    }

    async fn tell_turn(&mut self, program: &mut Program, ply: u32, last_move: Option<String>) -> io::Result<()> {
        // A turn that comes again after an illegal move that was forgiven has no news.
        if let Some(last_move) = last_move.filter(|_| self.last_asked != Some(ply)) {
            if !self.opponent_announced {
                program.tell_turn(other(self.table.seat)).await?;
            }
            program.tell(&format!("MOUVEMENT {last_move}\n")).await?;
        }
        self.opponent_announced = false;
        (self.asked, self.last_asked) = (Some(ply), Some(ply));
        if !self.legal_moves.is_empty() {
            program.tell(&format!("COUPS {}\n", self.legal_moves.join(" "))).await?;
        }
        program.tell_turn(self.table.seat).await
    }

    fn hear(&mut self, line: String) {
        let game = self.table.game;
        let is_move = self.legal_moves.contains(&line) || line.parse::<rules::knights::Move>().is_ok();
        let is_name = std::mem::take(&mut self.unnamed) && !is_move;
        match self.asked.take_if(|_| !is_name) {
            _ if is_name => tracing::info!(game, "the program's name: {line}"),
            Some(ply) => drop(self.table.replies.try_send(Reply::Move { game, ply, text: line, info: None })),
            None => tracing::info!(game, "the program says: {line}"),
        }
        if !self.ready {
            self.say_ready();
        }
    }
}

#[cfg(test)]
mod tests;
