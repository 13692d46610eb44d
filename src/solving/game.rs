//! The games whose positions are analysed, with their notations and engines.

use crate::Error;
use crate::board::rows;
use crate::solver_errors::bad_field;
use message::Coded;
use rules::connect_four::{COLUMNS, ROWS};
use rules::{ConnectFour, Knights, Position, TicTacToe};
use search::classroom::{Tree, tree};
use search::connect_four::{Cells, Lines, OpenLines};
use search::knights::{Exponential, Linear};
use search::review::{CONNECT_FOUR_CHANCE, KNIGHTS_CHANCE, WinChance};
use search::{
    Engine, EngineSettings, KNIGHTS_ENGINES, KeepSearching, PERFECT_ENGINES, SearchLimits, SearchObserver, SearchResult, classroom_engine,
    connect_four_engine, knights_engine, score, search_observed, tic_tac_toe_engine,
};

/// The method that solves a game to its end.
pub const PERFECT: &str = "perfect";

/// An engine by name: method, evaluation, settings.
pub type EngineName<'a> = (&'a str, &'a str, &'a EngineSettings);

pub type Observed<P> = Option<SearchResult<<P as Position>::Move>>;

pub trait AnalysedGame: Position<Move: Send + Sync> + Send + Sync + 'static {
    const METHODS: &'static [&'static str];
    const DEFAULT: &'static str;
    /// The default method of a question with a depth.
    const BY_DEPTH: &'static str;
    /// Whether [`PERFECT`] may take long, so that a job gives each move to another worker.
    const PROOFS_ARE_LONG: bool = false;
    /// The evaluations, the default first.
    const EVALUATIONS: &'static [&'static str];
    /// The meaning of values in reviews.
    const WIN_CHANCE: WinChance;

    fn read(text: &str) -> Result<Self, Error>;
    fn engine(method: &str, evaluation: &str, settings: &EngineSettings) -> Result<Box<dyn Engine<Self>>, Error>;
    /// The search tree of a classroom method; see [`tree`](search::classroom::tree).
    fn tree(&self, method: &str, depth: u32, most: usize, keep_going: KeepSearching) -> Option<Tree<Self::Move>>;
    /// A search with an observer; none if the engine reports no steps.
    fn watch(
        &self,
        engine: EngineName,
        limits: &SearchLimits,
        observer: &mut impl SearchObserver<Self>,
        keep_going: KeepSearching,
    ) -> Observed<Self>;
    /// The cell that a move fills, row by row from the top left.
    fn filled(&self, _mv: Self::Move) -> Option<usize> {
        None
    }
    /// The cells whose press on a page means a move.
    fn pressed(&self, mv: Self::Move) -> Vec<usize> {
        self.filled(mv).into_iter().collect()
    }
    /// The most plies that can be left to play.
    fn plies_left(&self) -> Option<u32> {
        None
    }
    /// A value of [`PERFECT`] in the unit that is usual for this game.
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

/// Calls a function that is generic over a game, for the game of a name.
macro_rules! by_game {
    ($name:expr, $function:ident($($argument:expr),*)) => {
        match crate::game($name)?.name {
            rules::ConnectFour::NAME => $function::<rules::ConnectFour>($($argument),*),
            rules::TicTacToe::NAME => $function::<rules::TicTacToe>($($argument),*),
            _ => $function::<rules::Knights>($($argument),*),
        }
    };
}

pub(super) use by_game;

/// The tree and the observed search of a game by its evaluations, the default last.
macro_rules! searched_by {
    ($($name:literal => $other:expr,)* _ => $usual:expr) => {
        fn tree(&self, method: &str, depth: u32, most: usize, keep_going: KeepSearching) -> Option<Tree<Self::Move>> {
            tree(method, $usual, self, depth, most, keep_going)
        }

        fn watch(
            &self,
            (method, evaluation, settings): EngineName,
            limits: &SearchLimits,
            observer: &mut impl SearchObserver<Self>,
            keep_going: KeepSearching,
        ) -> Observed<Self> {
            match evaluation {
                $($name => search_observed(method, $other, settings, (self, limits), observer, keep_going),)*
                _ => search_observed(method, $usual, settings, (self, limits), observer, keep_going),
            }
        }
    };
}

impl AnalysedGame for Knights {
    const METHODS: &'static [&'static str] = KNIGHTS_ENGINES;
    const DEFAULT: &'static str = "alphabeta";
    const BY_DEPTH: &'static str = "alphabeta";
    /// The engine's own, which is heuristic 2 of the course for classroom methods; and heuristic 1 of the course.
    const EVALUATIONS: &'static [&'static str] = &["own", "linear"];
    const WIN_CHANCE: WinChance = KNIGHTS_CHANCE;

    fn read(text: &str) -> Result<Self, Error> {
        text.parse().map_err(unreadable)
    }

    fn engine(method: &str, evaluation: &str, settings: &EngineSettings) -> Result<Box<dyn Engine<Self>>, Error> {
        match evaluation {
            "linear" => classroom_engine(method, Linear, settings),
            _ => knights_engine(method, settings),
        }
        .map_err(unknown)
    }

    searched_by!("linear" => Linear, _ => Exponential);
}

impl AnalysedGame for ConnectFour {
    const METHODS: &'static [&'static str] = PERFECT_ENGINES;
    const DEFAULT: &'static str = PERFECT;
    const BY_DEPTH: &'static str = "alphabeta-memory";
    const PROOFS_ARE_LONG: bool = true;
    const EVALUATIONS: &'static [&'static str] = &["open-lines", "lines", "cells"];
    const WIN_CHANCE: WinChance = CONNECT_FOUR_CHANCE;

    fn read(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        if text.contains('/') { text.parse().map_err(unreadable) } else { ConnectFour::after(text).map_err(unreadable) }
    }

    fn engine(method: &str, evaluation: &str, settings: &EngineSettings) -> Result<Box<dyn Engine<Self>>, Error> {
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

    searched_by!("lines" => Lines, "cells" => Cells, _ => OpenLines);

    /// The lowest cell of the column that is empty.
    fn filled(&self, mv: Self::Move) -> Option<usize> {
        let column = usize::from(mv.index());
        let empty = rows(&self.to_string()).iter().take_while(|row| row.get(column) == Some(&'.')).count();
        Some(empty.checked_sub(1)? * usize::from(COLUMNS) + column)
    }

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
    /// The unit does not matter: every value is proved.
    const WIN_CHANCE: WinChance = WinChance { unit: 1.0, nodes: 100_000 };

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

    fn engine(method: &str, _: &str, settings: &EngineSettings) -> Result<Box<dyn Engine<Self>>, Error> {
        tic_tac_toe_engine(method, settings).map_err(unknown)
    }

    fn plies_left(&self) -> Option<u32> {
        Some(9 - self.ply())
    }

    searched_by!("open-lines" => search::tic_tac_toe::OpenLines, _ => search::tic_tac_toe::OpenLines);

    fn filled(&self, mv: Self::Move) -> Option<usize> {
        Some(usize::from(mv.index()))
    }
}
