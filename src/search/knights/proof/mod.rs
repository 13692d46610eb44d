//! Proves or refutes that the side to move of a position of Chinese knights wins.
//!
//! Depth-first proof-number search (Nagai 2002): it goes where the least seems to be left to show, and comes back when that has become more than
//! elsewhere. The game has no cycles, since every step leads forward, but a position is come to in many ways: to refute all moves, the hardest
//! of them counts, and each further one for 1 (weak proof numbers, Ueda et al. 2008), where a sum would count the same work many times.
//! What a new position seems to cost comes from the engine's evaluation, so that the moves that the engine likes are looked at first; races that
//! nobody can stop any more are decided by counting.

mod certificate;
mod certify;
mod check;
mod prover;
mod question;
mod table;

pub use certificate::{Certificate, Reason};
pub use check::{Checked, Flaw, check};
pub use prover::Prover;
pub use question::Question;
pub use table::ProofTable;
