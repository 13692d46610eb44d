//! A tournament: who takes part, who plays whom, and what came of it.
//!
//! The same shape as a match: [`Tournament::apply`] decides which events follow from an input, the state is nothing but the sum of the
//! events, and [`Tournament::replay`] of the same events is the same tournament. Pairings come from a [`Format`](crate::format::Format);
//! a event says that a game is to be played now, by whom, and from which position; whoever runs the tournament plays it and tells the
//! end.
//!
//! The rules that are not a format's:
//! - Entry is open until the start, and after it for late joiners where the format has them. Before the start, who withdraws has never
//!   been there; after it, all that is left to play is forfeited, and in a schedule that is known beforehand there is no way back.
//!   In a Swiss, an arena or a ladder who has left may come back, and is paired from then on.
//! - A player who is not there for a game has the grace time of the settings, then loses that game only. A game that nobody came to
//!   counts for nobody. Who has not come to as many games as the settings say is withdrawn.
//! - The operator may adjudicate a game, annul it, or have it replayed, with a reason. Pairings made since stand; in a knockout, where
//!   they could not, a game that somebody has been paired on from stays as it is. An annulled game counts for nobody, and two players
//!   who have no other may be paired again.
//! - A tournament finishes by itself when its format has nothing more to pair. If the operator ends it early, games that have not
//!   ended count for nobody.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod absorb;
mod attendance;
mod event;
mod game;
mod input;
mod requests;
mod settings;
mod stage;
mod state;
mod view;

pub use event::{Event, EventKind};
pub use game::{Decided, GameEnd, GameKey, GameStatus, GameView, OperatorDecision};
pub use input::{CommandError, Decision, Input, RequestedBye};
pub use settings::Settings;
pub use stage::Stage;
pub use state::Tournament;
