//! Exercises: positions of played games in which exactly one move wins.

use rules::{ConnectFour, Knights, Position, TicTacToe};

/// An exercise, as text. The files were made by `examples/exercises.rs` of commit ebd7dbaa.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredExercise {
    /// Its number in its game, from 1; shorter ones come first.
    pub number: u32,
    pub plies: u32,
    pub position: &'static str,
    /// The moves of both sides to the end; the first is the winning one.
    pub line: Vec<&'static str>,
}

/// The exercises of the game of this name; none if there is no such game.
pub fn exercises(game: &str) -> Vec<StoredExercise> {
    let text = match game {
        Knights::NAME => include_str!("knights.txt"),
        ConnectFour::NAME => include_str!("connect-four.txt"),
        TicTacToe::NAME => include_str!("tic-tac-toe.txt"),
        _ => "",
    };
    let read = |(number, line): (u32, &'static str)| {
        let mut fields = line.split('\t');
        let (plies, position, moves) = (fields.next()?.parse().ok()?, fields.next()?, fields.next()?);
        Some(StoredExercise { number, plies, position, line: moves.split(' ').collect() })
    };
    (1..).zip(text.lines().filter(|line| !line.starts_with('#'))).filter_map(read).collect()
}
