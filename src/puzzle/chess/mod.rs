//! Shannon's evaluation of chess positions, term by term.
//!
//! ```
//! use puzzle::chess::{Evaluation, ChessPosition, Tenths};
//! let position: ChessPosition = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3".parse()?;
//! // White has 29 moves and Black 31, but of White's pawns one is blocked, of Black's two: −0.2 + 0.5.
//! assert_eq!(Evaluation::of(&position).sum(), Tenths(3));
//! # Ok::<(), puzzle::chess::ChessError>(())
//! ```

mod error;
mod mobility;
mod position;
mod shannon;

#[cfg(test)]
mod tests;

pub use error::{ChessError, PieceColor};
pub use position::ChessPosition;
pub use shannon::{Evaluation, ShannonRow, ShannonTerm, Tenths};
