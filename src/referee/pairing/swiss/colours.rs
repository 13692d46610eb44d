//! The allocation of colours (FIDE C.04.3, section E).

use super::player_record::{PlayerRecord, Strength};
use rules::{BySide, Side};

/// The colours of a pair; `higher` is ranked higher.
///
/// In order: grant both preferences; else the stronger one, or of two absolute ones that with the larger difference; else alternate the
/// colours of the last round in which they differed; else grant that of the higher player; else an odd pairing number (from 1) gets
/// `initial`.
pub(super) fn allocate(higher: &PlayerRecord, lower: &PlayerRecord, initial: Side) -> BySide<usize> {
    let of_higher = match (higher.preference(), lower.preference()) {
        (Some((_, side)), None) => side,
        (None, Some((_, side))) => side.other(),
        (Some((_, a)), Some((_, b))) if a != b => a,
        (Some((strong, a)), Some((other, b))) if strong != other => {
            if strong > other {
                a
            } else {
                b.other()
            }
        }
        (Some((Strength::Absolute, a)), Some((_, b))) if higher.balance.abs() != lower.balance.abs() => {
            if higher.balance.abs() > lower.balance.abs() { a } else { b.other() }
        }
        (Some((_, due)), Some(_)) => {
            let mut latest = higher.colours.iter().rev().zip(lower.colours.iter().rev());
            latest.find(|(a, b)| a != b).map_or(due, |(a, _)| a.other())
        }
        (None, None) if higher.number.is_multiple_of(2) => initial,
        (None, None) => initial.other(),
    };
    match of_higher {
        Side::White => BySide { white: 0, black: 1 },
        Side::Black => BySide { white: 1, black: 0 },
    }
}
