//! Proves or refutes that the side to move of a position of Chinese knights wins.
//!
//! The engine does it, with its ordering, its reductions and its table, in a game without draws: a draw is as bad for who is to win as a loss, so that
//! each game that is over says whether it was won. Depth-first proof-number search (weak proof numbers, begun by the engine's evaluation) was there
//! before it. It needed four times as long for sixteen positions of ply 18; with the engine at its leaves, 10,000,000 nodes each, it looked at 300
//! million nodes of a position of ply 14 in vain, for which the engine alone needs 88 million.

mod certificate;
mod certify;
mod check;
mod prover;
mod question;

pub use certificate::{Certificate, Reason};
pub use check::{Checked, Flaw, Wrong, check};
pub use prover::Prover;
