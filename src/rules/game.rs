//! The games as values, for whoever knows none of them: the referee, the server, the bots.

use crate::{Board, Chance, ConnectFour, Knights, Position, TicTacToe, opening, opening_moves};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use message::{Coded, Message};

/// A game: how it begins, and how its positions are read.
#[derive(Clone, Copy)]
pub struct Game {
    name: &'static str,
    has_openings: bool,
    start: fn() -> Box<dyn Board>,
    read: fn(&str) -> Result<Box<dyn Board>, Message>,
    opening: fn(u32, Chance) -> Box<dyn Board>,
    opening_moves: fn(u32, Chance) -> Vec<String>,
}

impl Game {
    /// The game whose positions these are.
    pub const fn of<P: Position + Send + Sync + 'static>() -> Game {
        Game {
            name: P::NAME,
            has_openings: P::HAS_OPENINGS,
            start: || Box::new(P::start()),
            read: |text| text.parse::<P>().map(|position| position.boxed()).map_err(|error| error.message()),
            opening: |plies, below| Box::new(opening::<P>(plies, below)),
            opening_moves: |plies, below| opening_moves::<P>(plies, below).iter().map(ToString::to_string).collect(),
        }
    }

    /// Its name in addresses and messages.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Whether its openings are drawn by lot; else every game of it begins from the start.
    pub const fn has_openings(&self) -> bool {
        self.has_openings
    }

    /// The position before the first move.
    pub fn start(&self) -> Box<dyn Board> {
        (self.start)()
    }

    /// Reads a position as [`Board::position`] writes it.
    ///
    /// # Errors
    /// What is wrong with the text, and what would be right.
    pub fn read(&self, position: &str) -> Result<Box<dyn Board>, Message> {
        (self.read)(position)
    }

    /// An opening drawn by lot: see [`opening`].
    pub fn opening(&self, plies: u32, below: Chance) -> Box<dyn Board> {
        (self.opening)(plies, below)
    }

    /// The moves of that opening, from the start.
    pub fn opening_moves(&self, plies: u32, below: Chance) -> Vec<String> {
        (self.opening_moves)(plies, below)
    }
}

/// Games are told apart by their names.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.name == other.name
    }
}

impl Eq for Game {}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A game of this house, by its name.
impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Game, UnknownGame> {
        Catalogue::ALL.find(name)
    }
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("unknown_game")]
pub struct UnknownGame {
    /// The name that was asked for, or the beginning of a long one.
    pub name: String,
    /// The names that there are.
    pub known: Vec<&'static str>,
}

/// The games that are played, by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Catalogue(&'static [Game]);

static GAMES: [Game; 3] = [Game::of::<Knights>(), Game::of::<ConnectFour>(), Game::of::<TicTacToe>()];

impl Catalogue {
    /// All games of this house.
    pub const ALL: Catalogue = Catalogue(&GAMES);
    /// The game that is meant where none is named.
    pub const USUAL: &'static str = Knights::NAME;

    /// These games alone.
    pub const fn of(games: &'static [Game]) -> Catalogue {
        Catalogue(games)
    }

    /// The games.
    pub fn games(self) -> impl Iterator<Item = Game> {
        self.0.iter().copied()
    }

    /// The game of this name.
    ///
    /// # Errors
    /// The names that there are.
    pub fn find(self, name: &str) -> Result<Game, UnknownGame> {
        let unknown = || UnknownGame { name: name.chars().take(40).collect(), known: self.games().map(|game| game.name).collect() };
        self.games().find(|game| game.name == name).ok_or_else(unknown)
    }
}

impl Default for Catalogue {
    /// [All](Catalogue::ALL).
    fn default() -> Catalogue {
        Catalogue::ALL
    }
}
