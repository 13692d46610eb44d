//! The catalogue of games, as values.

use crate::{Board, ConnectFour, Knights, Position, Rng, TicTacToe, opening};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use message::{Coded, Message};

/// A position, and the moves from the start to it.
type BoardOpening = (Box<dyn Board>, Vec<String>);

/// A game: its start, its openings and the reader of its positions.
#[derive(Clone, Copy)]
pub struct Game {
    name: &'static str,
    has_openings: bool,
    start: fn() -> Box<dyn Board>,
    read: fn(&str) -> Result<Box<dyn Board>, Message>,
    opening: fn(u64, u32) -> BoardOpening,
}

impl Game {
    pub const fn of<P: Position + Send + Sync + 'static>() -> Game {
        Game {
            name: P::NAME,
            has_openings: P::HAS_OPENINGS,
            start: || Box::new(P::start()),
            read: |text| text.parse::<P>().map(|position| position.boxed()).map_err(|error| error.message()),
            opening: |seed, plies| {
                let (position, moves) = opening::<P>(plies, &mut Rng::new(seed));
                (Box::new(position), moves.iter().map(ToString::to_string).collect())
            },
        }
    }

    pub const fn name(&self) -> &'static str {
        self.name
    }

    pub const fn has_openings(&self) -> bool {
        self.has_openings
    }

    pub fn start(&self) -> Box<dyn Board> {
        (self.start)()
    }

    /// Reads a position as [`Board::position`] writes it.
    ///
    /// # Errors
    /// The mistake in the text.
    pub fn read(&self, position: &str) -> Result<Box<dyn Board>, Message> {
        (self.read)(position)
    }

    /// The random opening of a seed and the moves from the start to it: see [`opening`].
    pub fn opening(&self, seed: u64, plies: u32) -> BoardOpening {
        (self.opening)(seed, plies)
    }
}

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

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Game, UnknownGame> {
        Catalogue::ALL.find(name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("unknown_game")]
pub struct UnknownGame {
    pub name: String,
    pub known: Vec<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Catalogue(&'static [Game]);

static GAMES: [Game; 3] = [Game::of::<Knights>(), Game::of::<ConnectFour>(), Game::of::<TicTacToe>()];

impl Catalogue {
    pub const ALL: Catalogue = Catalogue(&GAMES);
    pub const USUAL: &'static str = Knights::NAME;

    pub const fn of(games: &'static [Game]) -> Catalogue {
        Catalogue(games)
    }

    pub fn games(self) -> impl Iterator<Item = Game> {
        self.0.iter().copied()
    }

    /// The game of this name.
    ///
    /// # Errors
    /// The names of all games.
    pub fn find(self, name: &str) -> Result<Game, UnknownGame> {
        let unknown = || UnknownGame { name: name.chars().take(40).collect(), known: self.games().map(|game| game.name).collect() };
        self.games().find(|game| game.name == name).ok_or_else(unknown)
    }
}

impl Default for Catalogue {
    fn default() -> Catalogue {
        Catalogue::ALL
    }
}
