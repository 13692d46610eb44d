//! The state machine of a tournament.
//!
//! [`Tournament::apply`] decides which events follow from an input, and the state is the sum of the events: [`Tournament::replay`] of the
//! same events gives the same tournament. A [`Format`](crate::format::Format) makes the pairings.
//!
//! Rules of all formats:
//! - A player who withdraws before the start is forgotten; later, its open games are forfeited. Only some formats allow a return.
//! - A player who is absent from a game for the ready timeout loses that game. A game that neither player came to does not count. A player
//!   absent from too many games is withdrawn.
//! - The operator may adjudicate, annul or replay a game, with a reason. Later pairings stand; in a knockout, a game with later pairings is
//!   final.
//! - A tournament finishes when its format has nothing more to pair. If the operator ends it early, unfinished games do not count.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod absorb;
mod attendance;
mod event;
mod game;
mod input;
mod requests;
mod settings;
mod state;
mod view;

pub use event::{TournamentEvent, TournamentEventKind};
pub use game::{AbsentTooOften, GameKey, GameStatus, GameView, OperatorDecision, RecordedDecision, TournamentGameEnd};
pub use input::{RequestedBye, TournamentCommandError, TournamentDecision, TournamentInput};
pub use settings::{Settings, Stage};
pub use state::Tournament;
