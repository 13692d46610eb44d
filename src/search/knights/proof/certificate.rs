//! Certificate of a proof, checked independently: a set of positions, each with the reason why it is won, or not lost, for the proponent.
//!
//! The set is closed: where the proponent is to move, one move leads to another position of the set; where its opponent is to move, all moves
//! do. No position repeats in this game, so that nothing else is needed, and the order of the lines has no meaning.

use super::check::ProofLineError;
use rules::knights::Move;
use rules::{Knights, Position, Side};
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofReason {
    /// The game is over, with the claimed result.
    End,
    /// The proponent has won the race: see [`check`](super::check).
    Race,
    /// The attacker has fewer knights than have to arrive, and no more than its opponent has on the far row.
    Few,
    /// This move leads to a position of the set.
    Move(Move),
    /// All moves of the opponent do.
    All,
}

impl fmt::Display for ProofReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofReason::End => f.write_str("end"),
            ProofReason::Race => f.write_str("race"),
            ProofReason::Few => f.write_str("few"),
            ProofReason::Move(mv) => write!(f, "{mv}"),
            ProofReason::All => f.write_str("all"),
        }
    }
}

impl FromStr for ProofReason {
    type Err = ProofLineError;

    fn from_str(text: &str) -> Result<ProofReason, ProofLineError> {
        Ok(match text {
            "end" => ProofReason::End,
            "race" => ProofReason::Race,
            "few" => ProofReason::Few,
            "all" => ProofReason::All,
            mv => ProofReason::Move(mv.parse().map_err(|_| ProofLineError::UnknownReason { word: mv.into() })?),
        })
    }
}

/// The claim of a proof: its first lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    pub root: Knights,
    /// Whether its side to move wins; else it does not.
    pub wins: bool,
}

impl Certificate {
    pub fn proponent(&self) -> Side {
        let attacker = self.root.side_to_move();
        if self.wins { attacker } else { attacker.other() }
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.wins { "wins" } else { "does not win" };
        write!(f, "arbitre proof 1\nposition {}\nclaim {} {verdict}", text(&self.root), self.root.side_to_move().name())
    }
}

/// A position without its number of plies, which has no meaning in a proof.
pub(super) fn text(position: &Knights) -> String {
    let text = position.to_string();
    text.rsplit_once(' ').map_or(String::new(), |(board, _)| board.into())
}

pub(super) type PositionKey = (u128, u128, Side);

pub(super) fn place(position: &Knights) -> PositionKey {
    (position.set(Side::White), position.set(Side::Black), position.side_to_move())
}
