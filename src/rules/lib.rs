//! Positions and legal moves. `no_std`, no allocation in move generation, no clock, no player, no search.
//!
//! A game is one type that implements [`Position`], for engines: static, inlined. Every position is a [`Board`], the same game as text, for
//! the referee. A [`Catalogue`] lists the games.
//!
//! ```
//! use rules::{Knights, Position, perft};
//!
//! let mut game = Knights::start();
//! assert_eq!(game.legal_moves().len(), 14);
//! game.play("A9-B7".parse()?);
//! let illegal = "A1-A2".parse().map(|mv| game.check_move(mv));
//! assert!(illegal.is_ok_and(|reason| reason.is_err()));
//! assert_eq!(perft(&Knights::start(), 1), 14);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

/// Debug output and message parameters as the displayed text.
macro_rules! displayed {
    ($type:ty) => {
        message::display_as_param!($type);

        impl core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }
    };
}

mod board;
pub mod connect_four;
mod fen;
mod game;
pub mod knights;
mod opening;
mod position;
mod random;
mod side;
pub mod tic_tac_toe;

pub use board::{Board, MoveError};
pub use connect_four::ConnectFour;
pub use game::{Catalogue, Game, UnknownGame};
pub use knights::Knights;
pub use opening::opening;
pub use position::{Position, perft};
pub use random::Rng;
pub use side::{BySide, GameVerdict, Outcome, Side};
pub use tic_tac_toe::TicTacToe;

/// Most characters of a refused text in an error.
const LONGEST_SHOWN: usize = 40;
