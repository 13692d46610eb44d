//! `perft`, `moves` and `replay`: move generation and game replay.

use crate::error::{Error, Failure};
use crate::language::localized;
use crate::output::Output;
use rules::{Board, Catalogue, Game, Outcome};
use std::io::{self, BufRead, Write};
use std::time::Instant;

/// Count the leaves of the game tree
#[derive(Debug, clap::Args)]
pub struct Perft {
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    #[command(flatten)]
    at: PositionArgs,
}

/// List the legal moves, sorted, one a line
#[derive(Debug, clap::Args)]
pub struct Moves {
    #[command(flatten)]
    at: PositionArgs,
}

#[derive(Debug, clap::Args)]
struct PositionArgs {
    /// The game: knights, connect-four or tic-tac-toe
    #[arg(long, default_value = Catalogue::USUAL)]
    game: Game,
    /// The position; the start if left out
    #[arg(long)]
    position: Option<String>,
}

/// Replay games from standard input, one a line
///
/// Moves are separated by spaces. A line may begin with the position in quotes from which its game starts: "9/9/9/1n3n1n1/9/1N3N1N1/9/9/9 w 40" D6-E8. For each it prints RESULT, PLIES and POSITION, separated by tabs; RESULT is white, black, draw or unfinished. At the first illegal
/// move it prints `error`, the number of that move (the first is 1) and why instead, and ends with status 1.
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    #[command(flatten)]
    at: PositionArgs,
}

impl PositionArgs {
    fn board(&self) -> Result<Box<dyn Board>, Error> {
        let Some(position) = &self.position else { return Ok(self.game.start()) };
        self.game.read(position).map_err(|why| Error::at("--position", &why))
    }
}

impl Perft {
    pub fn run(self) -> Result<(), Error> {
        let board = self.at.board()?;
        let begin = Instant::now();
        let leaves = board.leaves(self.depth);
        let seconds = begin.elapsed().as_secs_f64();
        writeln!(io::stdout(), "{leaves}")?;
        let (seconds, millions) = (format!("{seconds:.3}"), format!("{:.0}", leaves as f64 / seconds / 1e6));
        Ok(writeln!(io::stderr(), "{}", localized(&Output::Leaves { seconds, millions }))?)
    }
}

impl Moves {
    pub fn run(self) -> Result<(), Error> {
        let mut out = io::stdout().lock();
        Ok(self.at.board()?.legal_moves().iter().try_for_each(|mv| writeln!(out, "{mv}"))?)
    }
}

impl ReplayArgs {
    pub fn run(self) -> Result<(), Error> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let mut input = io::BufReader::new(io::stdin().lock());
        let mut line = Vec::new();
        let start = self.at.board()?;
        let (mut lines, mut failed, mut first) = (0, 0, None);
        while input.read_until(b'\n', &mut line)? > 0 {
            // Text that is not UTF-8 is an illegal move, an error of that game alone.
            let replayed = replay(self.at.game, &*start, &String::from_utf8_lossy(&line));
            lines += 1;
            if replayed.is_err() {
                failed += 1;
                first.get_or_insert(lines);
            }
            writeln!(out, "{}", replayed.unwrap_or_else(|error| error))?;
            line.clear();
            // A client may wait for the answer before it sends the next game.
            if input.buffer().is_empty() {
                out.flush()?;
            }
        }
        out.flush()?;
        first.map_or(Ok(()), |first| Err(Failure::LinesFailed { failed, lines, first }.into()))
    }
}

/// The line of a game, or that of its error.
fn replay(game: Game, start: &dyn Board, line: &str) -> Result<String, String> {
    let (position, moves) = match line.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        Some((position, moves)) => (Some(position), moves),
        None => (None, line),
    };
    let mut board = match position.map(|position| game.read(position)) {
        None => start.boxed(),
        Some(Ok(board)) => board,
        Some(Err(error)) => return Err(format!("error\t0\t{}", localized(&error))),
    };
    for (number, mv) in (1..).zip(moves.split_whitespace()) {
        if let Err(error) = board.play_text(mv) {
            return Err(format!("error\t{number}\t{}", localized(&error)));
        }
    }
    let result = board.outcome().map_or("unfinished", Outcome::name);
    Ok(format!("{result}\t{}\t{}", board.ply(), board.position()))
}
