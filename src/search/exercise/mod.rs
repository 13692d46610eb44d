//! Exercises: positions of games that were played, in which exactly one move wins whatever the opponent does.

use crate::{Engine, Line, Progress, SearchLimits, score};
use rules::{ConnectFour, Knights, Position, TicTacToe};

/// An exercise, as text. The files are made by the example `exercises`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// Its number among those of its game, from 1 on; the shorter ones come first.
    pub number: u32,
    /// In how many plies the game is over if both sides do their best.
    pub plies: u32,
    /// The position.
    pub position: &'static str,
    /// The moves of both sides to the end of the game; the first is the one that wins.
    pub line: Vec<&'static str>,
}

const KNIGHTS: &str = include_str!("knights.txt");
const CONNECT_FOUR: &str = include_str!("connect-four.txt");
const TIC_TAC_TOE: &str = include_str!("tic-tac-toe.txt");

/// The exercises of the game of this name; none if there is no such game.
pub fn exercises(game: &str) -> Vec<Exercise> {
    let text = match game {
        Knights::NAME => KNIGHTS,
        ConnectFour::NAME => CONNECT_FOUR,
        TicTacToe::NAME => TIC_TAC_TOE,
        _ => "",
    };
    let read = |(number, line): (u32, &'static str)| {
        let mut fields = line.split('\t');
        let (plies, position, moves) = (fields.next()?.parse().ok()?, fields.next()?, fields.next()?);
        Some(Exercise { number, plies, position, line: moves.split(' ').collect() })
    };
    (1..).zip(text.lines().filter(|line| !line.starts_with('#'))).filter_map(read).collect()
}

/// The line of play of the only move that wins: none if several do or none does, if there is no other move, or if the engine cannot prove
/// with so many nodes a move that some move does not win.
pub fn only_win<P: Position>(
    position: &P,
    engine: &mut dyn Engine<P>,
    nodes: u64,
    go_on: &mut dyn FnMut(&Progress) -> bool,
) -> Option<Line<P::Move>> {
    let moves = position.legal_moves();
    let moves = moves.as_ref();
    let mut found = None;
    for &mv in moves.iter().filter(|_| moves.len() > 1) {
        let mut child = position.clone();
        child.play(mv);
        let line = match child.outcome() {
            Some(outcome) => Line { pv: vec![mv], score: score::of(outcome, position.side_to_move(), 1), is_proved: true },
            None => {
                let reply = engine.search(&child, &SearchLimits { depth: None, nodes: Some(nodes) }, go_on)?;
                let pv = std::iter::once(mv).chain(reply.pv).collect();
                Line { pv, score: score::from_root(-reply.score, 1), is_proved: reply.is_proved || score::is_decided(reply.score) }
            }
        };
        let wins = score::is_decided(line.score) && line.score > 0;
        if !line.is_proved || wins && found.is_some() {
            return None;
        }
        if wins {
            found = Some(line);
        }
    }
    found
}
