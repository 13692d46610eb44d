//! What is agreed before a tournament starts.

use crate::pairing::{Arena, Format, Gauntlet, History, Knockout, Next, RoundRobin, Swiss};
use crate::standings::Rules;
use crate::{Micros, TimeControl};

/// The way to pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Everybody meets everybody.
    RoundRobin(RoundRobin),
    /// A few against all the rest.
    Gauntlet(Gauntlet),
    /// By score groups.
    Swiss(Swiss),
    /// Who loses is out.
    Knockout(Knockout),
    /// Whoever is free is paired, for so long, pauses not counted.
    Arena(Arena, Micros),
}

impl System {
    fn format(&self) -> &dyn Format {
        match self {
            System::RoundRobin(format) => format,
            System::Gauntlet(format) => format,
            System::Swiss(format) => format,
            System::Knockout(format) => format,
            System::Arena(format, _) => format,
        }
    }

    /// Games in an encounter.
    pub fn games(&self) -> u32 {
        match self {
            System::RoundRobin(format) => format.games,
            System::Gauntlet(format) => format.games,
            System::Swiss(format) => format.games,
            System::Knockout(format) => format.games,
            System::Arena(format, _) => format.games,
        }
    }

    /// What the ranking goes by.
    pub fn rules(&self) -> Rules {
        match self {
            System::RoundRobin(_) => Rules::round_robin(),
            System::Gauntlet(_) => Rules::gauntlet(),
            System::Swiss(_) => Rules::swiss(),
            System::Knockout(_) => Rules::knockout(),
            System::Arena(..) => Rules::arena(),
        }
    }
}

impl Format for System {
    fn next(&self, history: &History) -> Next {
        self.format().next(history)
    }
}

/// What is agreed before a tournament starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The way to pair.
    pub system: System,
    /// The time each player has in a game.
    pub time: TimeControl,
    /// How many illegal moves are forgiven each player in a game.
    pub strikes: u8,
    /// How long a game waits for a player who is not there.
    pub grace: Micros,
    /// How many random plies each opening has; both games of a pair begin with the same.
    pub opening_plies: u32,
    /// Draws the openings.
    pub seed: u64,
    /// How many games are played at one time.
    pub at_once: u32,
    /// How many of them one player plays.
    pub per_player: u32,
}
