//! Events: the log of a tournament is the whole of its state.

use super::game::{GameKey, OperatorDecision, TournamentGameEnd};
use crate::pairing::{Encounter, Player};
use alloc::string::String;
use alloc::vec::Vec;
use message::Param;
use rules::BySide;

pub type TournamentEvent = crate::Timed<TournamentEventKind>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentEventKind {
    /// A player enters; `rating` orders the players as in [`Entrant`](crate::pairing::Entrant).
    Entered { name: String, rating: i32 },
    /// A player withdraws. The reason is text, or the message of a rule such as [`AbsentTooOften`](super::AbsentTooOften).
    Withdrawn { player: Player, why: Option<Param> },
    /// A withdrawn player takes part again.
    Returned { player: Player },
    /// A player gets a requested bye.
    Excused { player: Player, round: u32, half_points: u32 },
    /// A requested bye is cancelled.
    ByeCancelled { player: Player, round: u32 },
    /// A round has no encounters, because all players have requested byes.
    SatOut { round: u32 },
    /// A player plays in this version from now on. If it has played in another, it becomes a new player, and the old one withdraws.
    Versioned { player: Player, version: String },
    /// Pairing begins.
    Started,
    /// No new game begins.
    Paused,
    /// Games begin again.
    Resumed,
    /// Encounters are paired, in the order of play.
    Paired { encounters: Vec<Encounter> },
    /// A game begins: its players, the position before the first move, and how often it has begun, including this time.
    Begun { game: GameKey, attempt: u32, seats: BySide<Player>, position: String },
    /// A game ends that had begun for the `attempt`-th time.
    Ended { game: GameKey, attempt: u32, end: TournamentGameEnd },
    /// The operator decides about a game.
    Decided { game: GameKey, decision: OperatorDecision, why: String },
    /// The time of the tournament is over, and pairing ends.
    TimeUp,
    /// All has been played, or the operator ends it.
    Finished,
    /// The tournament becomes immutable.
    Archived,
    /// The operator revokes that it was finished or archived.
    Reopened,
}
