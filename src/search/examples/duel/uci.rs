//! A UCI program as a player.

use rules::knights::{Move, Square};
use rules::{Knights, Position, Side};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The answer to a `go`.
pub struct Answer {
    pub mv: Move,
    pub depth: u32,
    pub nodes: u64,
}

/// A running program.
pub struct Uci {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Uci {
    /// Starts a program and sets its options, `NAME=VALUE` each, in this order.
    pub fn new(program: &str, arguments: &[&str], options: &[&str]) -> Uci {
        let mut command = Command::new(program);
        let mut process = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let input = process.stdin.take().expect("it was piped");
        let output = BufReader::new(process.stdout.take().expect("it was piped"));
        let mut uci = Uci { process, input, output };
        uci.send("uci");
        uci.read_until("uciok");
        for option in options {
            let (name, value) = option.split_once('=').expect("NAME=VALUE");
            uci.send(&format!("setoption name {name} value {value}"));
        }
        uci.new_game();
        uci
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program listens");
    }

    fn read_until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("the program speaks") > 0, "the program has ended");
            let is_last = line.starts_with(word);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    pub fn new_game(&mut self) {
        self.send("ucinewgame");
        self.send("isready");
        self.read_until("readyok");
    }

    /// Its move, after the command `go` with these limits.
    pub fn search(&mut self, position: &Knights, go: &str) -> Answer {
        let text = position.to_string();
        let board = text.split(' ').next().expect("a board");
        let side = if position.side_to_move() == Side::White { 'w' } else { 'b' };
        self.send(&format!("position fen {board} {side} - - 0 {}", position.ply() / 2 + 1));
        self.send(&format!("go {go}"));
        let lines = self.read_until("bestmove");
        let last = lines.last().and_then(|line| line.split_whitespace().nth(1)).expect("a move");
        let mv = read_move(last).unwrap_or_else(|| panic!("`{last}` in {position}"));
        let info = lines.iter().rev().find(|line| line.contains(" nodes ")).map_or("", String::as_str);
        let number = |name: &str| {
            let mut words = info.split_whitespace().skip_while(|word| *word != name);
            words.nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
        };
        Answer { mv, depth: number("depth") as u32, nodes: number("nodes") }
    }
}

/// Reads `b1a3`: files are columns, and rank 1 is row 9.
fn read_move(text: &str) -> Option<Move> {
    let square = |text: &[u8]| {
        let (column, row) = (text[0].checked_sub(b'a')?, b'9'.checked_sub(text[1])?);
        Square::from_index(9 * usize::from(row) + usize::from(column))
    };
    let text = text.as_bytes();
    (text.len() >= 4).then_some(())?;
    Some(Move::Step { from: square(&text[..2])?, to: square(&text[2..4])? })
}

/// Writes a move in the same notation; `0000` for a pass.
pub fn write_move(mv: Move) -> String {
    let square = |square: Square| format!("{}{}", char::from(b'a' + square.column()), 9 - square.row());
    match mv {
        Move::Step { from, to } => square(from) + &square(to),
        Move::Pass => "0000".into(),
    }
}

/// Reads a board, a side, and the move number in the last field.
pub fn read_position(fen: &[&str]) -> Option<Knights> {
    let (&[board, side, ..], number) = (fen, fen.last()?.parse::<u32>().ok()?) else { return None };
    let ply = 2 * number.checked_sub(1)? + u32::from(side == "b");
    format!("{board} {side} {ply}").parse().ok()
}

impl Drop for Uci {
    fn drop(&mut self) {
        // The program may have ended already.
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}
