//! Positions and legal moves. `no_std`, no allocation in move generation, no clock, no player, no search.
//!
//! A game is one type that implements [`Position`], for engines: static, inlined, fast. The referee sees the same game as text,
//! through [`Board`], which every position implements by itself, and the games as values of a [`Catalogue`].
//!
//! ```
//! use rules::{Knights, Position, perft};
//!
//! let mut game = Knights::start();
//! assert_eq!(game.legal_moves().len(), 14);
//! game.play("A9-B7".parse()?);
//! let illegal = "A1-A2".parse().map(|mv| game.explain(mv));
//! assert!(illegal.is_ok_and(|reason| reason.is_err()));
//! assert_eq!(perft(&Knights::start(), 1), 14);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod board;
pub mod connect_four;
mod game;
pub mod knights;
mod opening;
mod perft;
mod position;
mod random;
mod side;
pub mod tic_tac_toe;
mod verdict;
mod zobrist;

pub use board::{Board, MoveError};
pub use connect_four::ConnectFour;
pub use game::{Catalogue, Game, UnknownGame};
pub use knights::Knights;
pub use opening::{Chance, opening, opening_moves};
pub use perft::perft;
pub use position::Position;
pub use random::Rng;
pub use side::{BySide, Outcome, Side};
pub use tic_tac_toe::TicTacToe;
pub use verdict::Verdict;
