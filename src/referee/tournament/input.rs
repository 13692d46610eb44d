//! What a tournament is told, and what follows.

use super::event::Event;
use super::game::{GameEnd, GameKey, OperatorDecision};
use super::stage::Stage;
use crate::format::TooManyGames;
use alloc::string::String;
use alloc::vec::Vec;

/// What a tournament is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Somebody wants to take part.
    Enter {
        /// The name that it takes part under.
        name: String,
        /// Orders the players before the first round, highest first.
        rating: i32,
    },
    /// Somebody wants to take part no more.
    Withdraw {
        /// The name of the entrant.
        name: String,
        /// The reason; empty if none is told.
        why: String,
    },
    /// Somebody asks to be left out of a round that has not been paired.
    Excuse {
        /// The name of the entrant.
        name: String,
        /// The round, from 1.
        round: u32,
        /// What it is to be worth.
        bye: RequestedBye,
    },
    /// Somebody who has asked to be left out of a round that has not been paired wants to play in it after all.
    CancelBye {
        /// The name of the entrant.
        name: String,
        /// The round, from 1.
        round: u32,
    },
    /// Somebody who is there says which version it is.
    Version {
        /// The name of the entrant.
        name: String,
        /// What the entrant calls its version.
        version: String,
    },
    /// Nobody waits for further entrants: the first round is paired.
    Start,
    /// Let no new game begin.
    Pause,
    /// Go on: after a pause, or after an end that was a mistake.
    Resume,
    /// End it now.
    Finish,
    /// Let nothing change any more.
    Archive,
    /// A game has ended.
    Ended {
        /// The game that has ended.
        game: GameKey,
        /// Which beginning of it.
        attempt: u32,
        /// Its result, and whether it was played.
        end: GameEnd,
    },
    /// The operator decides about a game.
    Decide {
        /// The game that is decided about.
        game: GameKey,
        /// What becomes of it.
        decision: OperatorDecision,
        /// The reason.
        why: String,
    },
    /// Nothing but the time.
    Tick,
}

/// What a round is worth that a player asked to be left out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequestedBye {
    /// Half of all points of an encounter.
    HalfPoint,
    /// No points.
    ZeroPoint,
}

/// Why an input changed nothing. The sentences are for whoever sent it.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("tournament_refused")]
pub enum CommandError {
    /// Two of one name.
    TakesPart {
        /// The name.
        name: String,
    },
    /// A player who has left wants to come back.
    Left {
        /// The name.
        name: String,
        /// The format's word.
        format: &'static str,
    },
    /// Nobody is left out of a round of this format by request.
    NoRequestedByes {
        /// The format's word.
        format: &'static str,
    },
    /// A bye in a round that has been paired, or will not be.
    NotThatRound {
        /// The round.
        round: u32,
        /// The next round.
        first: u32,
        /// The last one.
        last: u32,
    },
    /// One half-point bye more than the plan allows for.
    NoMoreHalfPoints {
        /// The name.
        name: String,
        /// How many there are for each.
        most: u32,
    },
    /// A bye is cancelled that nobody has asked for.
    NoSuchBye {
        /// The name.
        name: String,
        /// The round, from 1.
        round: u32,
    },
    /// No such player.
    Stranger {
        /// The name.
        name: String,
    },
    /// Too many players.
    Full {
        /// How many there may be.
        most: u32,
    },
    /// Too many games.
    #[code(from)]
    TooManyGames(TooManyGames),
    /// Nobody comes late to this format.
    NoLateEntry {
        /// The format's word.
        format: &'static str,
    },
    /// Not enough players.
    TooFew {
        /// How many there are.
        present: u32,
        /// How many are needed.
        needed: u32,
    },
    /// This does not go now.
    NotNow {
        /// Where it stands.
        stage: Stage,
        /// What was wanted.
        wish: &'static str,
    },
    /// No such game.
    NoSuchGame {
        /// The game that was asked for.
        game: GameKey,
    },
    /// A decision without a reason.
    NoReason,
    /// A replay of what has not been played.
    NotPlayed {
        /// The game that was asked for.
        game: GameKey,
    },
    /// A replay by somebody who is gone.
    Gone {
        /// The game that was to be replayed.
        game: GameKey,
        /// The player who has left.
        name: String,
    },
    /// Somebody has been paired on from this result.
    PairedOn {
        /// The game that was to be decided.
        game: GameKey,
        /// The player who has been paired since.
        name: String,
    },
}

/// What follows from an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// What is to be written down, in order.
    pub events: Vec<Event>,
    /// What to tell the sender if the input itself came to nothing.
    pub refusal: Option<CommandError>,
}
