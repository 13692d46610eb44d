//! The games whose positions are analysed: how each is read, and its engines by name.

use super::board::rows;
use super::unreadable::bad_field;
use crate::Error;
use message::Coded;
use rules::connect_four::{COLUMNS, ROWS};
use rules::{ConnectFour, Knights, Position, TicTacToe};
use search::classroom::{Tree, tree};
use search::connect_four::{Cells, Lines, OpenLines};
use search::knights::{Exponential, Linear};
use search::{
    Engine, EngineSettings, Found, KNIGHTS_ENGINES, PERFECT_ENGINES, Progress, SearchLimits, SearchObserver, classroom_engine,
    connect_four_engine, knights_engine, score, search_observed, tic_tac_toe_engine,
};

/// The method that knows a game to its end.
pub const PERFECT: &str = "perfect";

/// Whether a search may go on.
pub type GoOn<'a> = &'a mut dyn FnMut(&Progress) -> bool;

/// A boxed engine.
pub type Brain<P> = Box<dyn Engine<P>>;

/// A game whose positions are analysed.
pub trait AnalysedGame: Position<Move: Send + Sync> + Send + Sync + 'static {
    /// The methods.
    const METHODS: &'static [&'static str];
    /// The one that is used if none is named.
    const DEFAULT: &'static str;
    /// The one that is used if only a depth is named.
    const BY_DEPTH: &'static str;
    /// Whether [`PERFECT`] may take long, so that it is worth while to look at each move by itself, each on a thread of its own.
    const PROOFS_ARE_LONG: bool = false;
    /// The evaluations, the default first.
    const EVALUATIONS: &'static [&'static str];

    /// Reads a position in any form that the game has.
    fn read(text: &str) -> Result<Self, Error>;
    /// The engine of that name, with the evaluation of that name.
    fn engine(method: &str, evaluation: &str, settings: &EngineSettings) -> Result<Brain<Self>, Error>;
    /// The tree that a classroom's method walks to a depth; see [`tree`](search::classroom::tree).
    fn tree(&self, method: &str, depth: u32, most: usize, go_on: GoOn) -> Option<Tree<Self::Move>>;
    /// What the engine of that name finds, with somebody who watches it; none if it does not tell its steps.
    fn watch(
        &self,
        engine: (&str, &str, &EngineSettings),
        limits: &SearchLimits,
        observer: &mut impl SearchObserver<Self>,
        go_on: GoOn,
    ) -> Option<Found<Self::Move>>;
    /// The cell that a move fills, counted row by row from the top left, in a game whose moves fill one.
    fn filled(&self, _mv: Self::Move) -> Option<usize> {
        None
    }
    /// The cells that stand for a move, for a hand that presses one of them.
    fn pressed(&self, mv: Self::Move) -> Vec<usize> {
        self.filled(mv).into_iter().collect()
    }
    /// The plies that can be left to play at most, where there is a bound.
    fn plies_left(&self) -> Option<u32> {
        None
    }
    /// A value that [`PERFECT`] found, as those who solve this game count; if they have no custom, the engine's own.
    fn counted(&self, value: i32) -> i32 {
        value
    }
}

fn unreadable(error: impl Coded) -> Error {
    bad_field("position")(error)
}

fn unknown(error: impl Coded) -> Error {
    bad_field("method")(error)
}

impl AnalysedGame for Knights {
    const METHODS: &'static [&'static str] = KNIGHTS_ENGINES;
    const DEFAULT: &'static str = "alphabeta";
    const BY_DEPTH: &'static str = "alphabeta";
    /// Each engine's own, which the classroom's have in common: heuristic 2 of the course; and for these its heuristic 1.
    const EVALUATIONS: &'static [&'static str] = &["own", "linear"];

    fn read(text: &str) -> Result<Self, Error> {
        text.parse().map_err(unreadable)
    }

    fn engine(method: &str, evaluation: &str, settings: &EngineSettings) -> Result<Brain<Self>, Error> {
        match evaluation {
            "linear" => classroom_engine(method, Linear, settings),
            _ => knights_engine(method, settings),
        }
        .map_err(unknown)
    }

    fn tree(&self, method: &str, depth: u32, most: usize, go_on: GoOn) -> Option<Tree<Self::Move>> {
        tree(method, Exponential, self, depth, most, go_on)
    }

    fn watch(
        &self,
        (method, evaluation, settings): (&str, &str, &EngineSettings),
        limits: &SearchLimits,
        observer: &mut impl SearchObserver<Self>,
        go_on: GoOn,
    ) -> Option<Found<Self::Move>> {
        match evaluation {
            "linear" => search_observed(method, Linear, settings, (self, limits), observer, go_on),
            _ => search_observed(method, Exponential, settings, (self, limits), observer, go_on),
        }
    }
}

impl AnalysedGame for ConnectFour {
    const METHODS: &'static [&'static str] = PERFECT_ENGINES;
    const DEFAULT: &'static str = PERFECT;
    const BY_DEPTH: &'static str = "alpha-beta-memory";
    const PROOFS_ARE_LONG: bool = true;
    const EVALUATIONS: &'static [&'static str] = &["open-lines", "lines", "cells"];

    fn read(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        if text.contains('/') { text.parse().map_err(unreadable) } else { ConnectFour::after(text).map_err(unreadable) }
    }

    fn engine(method: &str, evaluation: &str, settings: &EngineSettings) -> Result<Brain<Self>, Error> {
        match (method, evaluation) {
            (PERFECT, _) => connect_four_engine(method, settings),
            (_, "lines") => classroom_engine(method, Lines, settings),
            (_, "cells") => classroom_engine(method, Cells, settings),
            _ => classroom_engine(method, OpenLines, settings),
        }
        .map_err(unknown)
    }

    fn plies_left(&self) -> Option<u32> {
        Some(rules::connect_four::CELLS - self.ply())
    }

    fn tree(&self, method: &str, depth: u32, most: usize, go_on: GoOn) -> Option<Tree<Self::Move>> {
        tree(method, OpenLines, self, depth, most, go_on)
    }

    fn watch(
        &self,
        (method, evaluation, settings): (&str, &str, &EngineSettings),
        limits: &SearchLimits,
        observer: &mut impl SearchObserver<Self>,
        go_on: GoOn,
    ) -> Option<Found<Self::Move>> {
        match evaluation {
            "lines" => search_observed(method, Lines, settings, (self, limits), observer, go_on),
            "cells" => search_observed(method, Cells, settings, (self, limits), observer, go_on),
            _ => search_observed(method, OpenLines, settings, (self, limits), observer, go_on),
        }
    }

    /// The lowest cell of the column that is empty.
    fn filled(&self, mv: Self::Move) -> Option<usize> {
        let column = usize::from(mv.index());
        let empty = rows(&self.to_string()).iter().take_while(|row| row.get(column) == Some(&'.')).count();
        Some(empty.checked_sub(1)? * usize::from(COLUMNS) + column)
    }

    /// The whole column.
    fn pressed(&self, mv: Self::Move) -> Vec<usize> {
        (0..usize::from(ROWS)).map(|row| row * usize::from(COLUMNS) + usize::from(mv.index())).collect()
    }

    /// Half of the stones that are not needed (Tromp, Pons): 0 for a draw; if the winning stone is ply n of 42, ⌊(44 − n) / 2⌋.
    fn counted(&self, value: i32) -> i32 {
        let last = score::plies_to_end(value).map(|plies| self.ply() + plies);
        last.map_or(value, |last| value.signum() * (44_u32.saturating_sub(last) / 2) as i32)
    }
}

impl AnalysedGame for TicTacToe {
    const METHODS: &'static [&'static str] = PERFECT_ENGINES;
    const DEFAULT: &'static str = PERFECT;
    const BY_DEPTH: &'static str = "classroom-alphabeta";
    const EVALUATIONS: &'static [&'static str] = &["open-lines"];

    /// Three fields, or nine cells with spaces or line breaks anywhere: the sides have taken turns.
    fn read(text: &str) -> Result<Self, Error> {
        let cells: String = text.chars().filter(|cell| !cell.is_whitespace()).map(|cell| cell.to_ascii_uppercase()).collect();
        if cells.chars().count() != 9 || cells.contains('/') {
            return text.trim().parse().map_err(unreadable);
        }
        let stones = cells.chars().filter(|cell| "XO".contains(*cell)).count();
        let cells: String = cells.chars().map(|cell| if "-_".contains(cell) { '.' } else { cell }).collect();
        let side = if stones.is_multiple_of(2) { 'w' } else { 'b' };
        let row = |at: usize| cells.chars().skip(at).take(3).collect::<String>();
        format!("{}/{}/{} {side} {stones}", row(0), row(3), row(6)).parse().map_err(unreadable)
    }

    fn engine(method: &str, _: &str, settings: &EngineSettings) -> Result<Brain<Self>, Error> {
        tic_tac_toe_engine(method, settings).map_err(unknown)
    }

    fn plies_left(&self) -> Option<u32> {
        Some(9 - self.ply())
    }

    fn tree(&self, method: &str, depth: u32, most: usize, go_on: GoOn) -> Option<Tree<Self::Move>> {
        tree(method, search::tic_tac_toe::OpenLines, self, depth, most, go_on)
    }

    fn watch(
        &self,
        (method, _, settings): (&str, &str, &EngineSettings),
        limits: &SearchLimits,
        observer: &mut impl SearchObserver<Self>,
        go_on: GoOn,
    ) -> Option<Found<Self::Move>> {
        search_observed(method, search::tic_tac_toe::OpenLines, settings, (self, limits), observer, go_on)
    }

    fn filled(&self, mv: Self::Move) -> Option<usize> {
        Some(usize::from(mv.index()))
    }
}
