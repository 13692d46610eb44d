//! The games whose positions are analysed: how each is read, and its engines by name.

use crate::Error;
use rules::{ConnectFour, Knights, Position, TicTacToe};
use search::connect_four::{Cells, Lines, OpenLines};
use search::{CLASSROOM_ENGINES, Engine, KNIGHTS_ENGINES, Settings, classroom_engine, knights_engine, tic_tac_toe};

/// The method that knows Connect Four to the end.
pub const SOLVER: &str = "solver";

/// A boxed engine.
pub type Brain<P> = Box<dyn Engine<P>>;

/// A game whose positions are analysed.
pub trait Game: Position<Move: Send + Sync> + Send + Sync + 'static {
    /// The methods, the default first.
    const METHODS: &'static [&'static str];
    /// The evaluations, the default first.
    const EVALUATIONS: &'static [&'static str];

    /// Reads a position in any form that the game has.
    fn read(text: &str) -> Result<Self, Error>;
    /// The engine of that name, with the evaluation of that name.
    fn engine(method: &str, evaluation: &str, settings: &Settings) -> Result<Brain<Self>, Error>;
    /// The plies that can be left to play at most, where there is a bound.
    fn plies_left(&self) -> Option<u32> {
        None
    }
    /// The position as Connect Four, whose every value is known.
    fn solvable(&self) -> Option<&ConnectFour> {
        None
    }
}

fn unreadable(error: impl std::error::Error) -> Error {
    Error::BadRequest(format!("`position`: {error}"))
}

fn unknown(error: impl std::error::Error) -> Error {
    Error::BadRequest(format!("`method`: {error}"))
}

fn no_evaluation(name: &str, known: &[&str]) -> Error {
    Error::BadRequest(format!("`evaluation`: there is no evaluation {name:?}; there are {}", known.join(", ")))
}

impl Game for Knights {
    const METHODS: &'static [&'static str] = &[
        "alphabeta",
        "course",
        "greedy",
        "mcts",
        "minimax",
        "negamax",
        "alpha-beta",
        "iterative-deepening",
        "alpha-beta-memory",
        "mtd-f",
        "quiescence",
    ];
    const EVALUATIONS: &'static [&'static str] = &["own"];

    fn read(text: &str) -> Result<Self, Error> {
        text.parse().map_err(unreadable)
    }

    fn engine(method: &str, _: &str, settings: &Settings) -> Result<Brain<Self>, Error> {
        debug_assert_eq!(KNIGHTS_ENGINES.len(), Self::METHODS.len());
        knights_engine(method, settings).map_err(unknown)
    }
}

impl Game for ConnectFour {
    const METHODS: &'static [&'static str] =
        &[SOLVER, "alpha-beta", "minimax", "negamax", "iterative-deepening", "alpha-beta-memory", "mtd-f", "quiescence", "mcts", "greedy"];
    const EVALUATIONS: &'static [&'static str] = &["open-lines", "lines", "cells"];

    fn read(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        if text.contains('/') { text.parse().map_err(unreadable) } else { ConnectFour::after(text).map_err(unreadable) }
    }

    fn engine(method: &str, evaluation: &str, settings: &Settings) -> Result<Brain<Self>, Error> {
        if method == SOLVER {
            return Err(Error::BadRequest("the solver has no depth".into()));
        }
        match evaluation {
            "open-lines" => classroom_engine(method, OpenLines, settings),
            "lines" => classroom_engine(method, Lines, settings),
            "cells" => classroom_engine(method, Cells, settings),
            _ => return Err(no_evaluation(evaluation, Self::EVALUATIONS)),
        }
        .map_err(unknown)
    }

    fn plies_left(&self) -> Option<u32> {
        Some(rules::connect_four::CELLS - self.ply())
    }

    fn solvable(&self) -> Option<&ConnectFour> {
        Some(self)
    }
}

impl Game for TicTacToe {
    const METHODS: &'static [&'static str] =
        &["alpha-beta", "minimax", "negamax", "iterative-deepening", "alpha-beta-memory", "mtd-f", "quiescence", "mcts", "greedy"];
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

    fn engine(method: &str, evaluation: &str, settings: &Settings) -> Result<Brain<Self>, Error> {
        debug_assert_eq!(CLASSROOM_ENGINES.len(), Self::METHODS.len());
        if evaluation != "open-lines" {
            return Err(no_evaluation(evaluation, Self::EVALUATIONS));
        }
        classroom_engine(method, tic_tac_toe::OpenLines, settings).map_err(unknown)
    }

    fn plies_left(&self) -> Option<u32> {
        Some(9 - self.ply())
    }
}
