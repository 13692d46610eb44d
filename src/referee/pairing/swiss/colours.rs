//! Who of two has White (FIDE C.04.3, section E).

use super::card::{Card, Strength};
use rules::{BySide, Side};

/// Gives the two players of a pairing their colours; `higher` is the one ranked higher.
///
/// In this order: both get what is due to them; else the stronger preference, of two absolute ones the larger difference, is granted;
/// else the colours of the last round in which one had White and the other Black are exchanged; else the higher-ranked player gets
/// what is due; else an odd pairing number (from 1) gets `initial`.
pub(super) fn allocate(higher: &Card, lower: &Card, initial: Side) -> BySide<usize> {
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
