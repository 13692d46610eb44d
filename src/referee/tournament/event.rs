//! What is written down of a tournament, and nothing else is known of it.

use super::game::{GameEnd, GameKey, OperatorDecision};
use crate::Micros;
use crate::pairing::{Encounter, Player};
use alloc::string::String;
use alloc::vec::Vec;
use rules::BySide;

/// An event and its moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Since the tournament was created; never less than the moment of the event before.
    pub at: Micros,
    /// What happened.
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Somebody takes part.
    Entered {
        /// The name that it takes part under.
        name: String,
        /// See [`Entrant::rating`](crate::pairing::Entrant::rating).
        rating: i32,
    },
    /// Somebody takes part no more.
    Withdrawn {
        /// The player who left.
        player: Player,
        /// The reason; empty if none was told, or it left by rule.
        why: String,
    },
    /// Somebody who had left takes part again.
    Returned {
        /// The player who came back.
        player: Player,
    },
    /// Somebody has asked to be left out of a round.
    Excused {
        /// The player who sits the round out.
        player: Player,
        /// The round, from 1.
        round: u32,
        /// What it is worth all the same.
        half_points: u32,
    },
    /// A bye that somebody has asked for is cancelled, before its round.
    ByeCancelled {
        /// The player who is paired in that round after all.
        player: Player,
        /// The round, from 1.
        round: u32,
    },
    /// Nobody plays a round: all have asked to be left out of it.
    SatOut {
        /// The round, from 1.
        round: u32,
    },
    /// Somebody plays in this version from now on. Who has played in another is a player of its own for as long, and takes part no more.
    Versioned {
        /// Who it was until now.
        player: Player,
        /// The version.
        version: String,
    },
    /// Pairing begins.
    Started,
    /// No new game begins.
    Paused,
    /// Games begin again.
    Resumed,
    /// These meet.
    Paired {
        /// In the order of play.
        encounters: Vec<Encounter>,
    },
    /// A game is to be played now.
    Begun {
        /// The game that begins.
        game: GameKey,
        /// How often it has been begun, this time included.
        attempt: u32,
        /// Who sits where.
        seats: BySide<Player>,
        /// The position before the first move.
        position: String,
    },
    /// A game has ended.
    Ended {
        /// The game that has ended.
        game: GameKey,
        /// Which beginning of it.
        attempt: u32,
        /// Its result, and whether it was played.
        end: GameEnd,
    },
    /// The operator decided about a game.
    Decided {
        /// The game that was decided about.
        game: GameKey,
        /// What becomes of it.
        decision: OperatorDecision,
        /// The reason.
        why: String,
    },
    /// The time of an arena is over: nobody is paired any more.
    TimeUp,
    /// All is played, or the operator has ended it.
    Finished,
    /// Nothing changes any more.
    Archived,
    /// The operator took back that it was finished or archived: it goes on where it stood.
    Reopened,
}
