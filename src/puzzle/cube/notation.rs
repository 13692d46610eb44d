//! Move sequences in Singmaster's notation, with wide moves, slices and rotations.

use super::{Amount, CubeError, Face, Turn};
use crate::quotation::clip;
use std::fmt;
use std::str::FromStr;

/// The layers of a move. Slices and rotations turn like their reference face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MovedLayers {
    /// One outer layer: `R`.
    Layer(Face),
    /// The two outer layers on that side: `Rw` or `r`.
    Wide(Face),
    /// The layer between two faces: `M` (turns like L), `E` (like D), `S` (like F).
    Slice(Face),
    /// The whole cube: `x` (turns like R), `y` (like U), `z` (like F).
    Whole(Face),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotationMove {
    pub part: MovedLayers,
    pub amount: Amount,
}

const LETTERS: [(char, MovedLayers); 6] = [
    ('M', MovedLayers::Slice(Face::L)),
    ('E', MovedLayers::Slice(Face::D)),
    ('S', MovedLayers::Slice(Face::F)),
    ('x', MovedLayers::Whole(Face::R)),
    ('y', MovedLayers::Whole(Face::U)),
    ('z', MovedLayers::Whole(Face::F)),
];

impl From<Turn> for NotationMove {
    fn from(turn: Turn) -> NotationMove {
        NotationMove { part: MovedLayers::Layer(turn.face), amount: turn.amount }
    }
}

impl fmt::Display for NotationMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            MovedLayers::Layer(face) => write!(f, "{face}"),
            MovedLayers::Wide(face) => write!(f, "{face}w"),
            part => LETTERS.iter().filter(|(_, other)| *other == part).try_for_each(|(letter, _)| write!(f, "{letter}")),
        }?;
        f.write_str(self.amount.suffix())
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sequence(pub Vec<NotationMove>);

impl Sequence {
    pub const LONGEST: usize = 10_000;

    pub fn inverse(&self) -> Sequence {
        Sequence(self.0.iter().rev().map(|step| NotationMove { amount: step.amount.inverse(), ..*step }).collect())
    }
}

impl FromIterator<Turn> for Sequence {
    fn from_iter<I: IntoIterator<Item = Turn>>(turns: I) -> Sequence {
        Sequence(turns.into_iter().map(NotationMove::from).collect())
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            write!(f, "{}{step}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl FromStr for Sequence {
    type Err = CubeError;

    /// Parses `R U' F2 Rw2 r M x'`, with or without spaces, also `R3`, `R2'` and a typographic `’`.
    fn from_str(text: &str) -> Result<Sequence, CubeError> {
        let mut moves = Vec::new();
        let mut rest = text.trim_start();
        while let Some(letter) = rest.chars().next() {
            if moves.len() == Sequence::LONGEST {
                return Err(CubeError::SequenceLength { most: Sequence::LONGEST });
            }
            let mut after = &rest[letter.len_utf8()..];
            let part = match part(letter) {
                Some(MovedLayers::Layer(face)) if after.starts_with('w') => {
                    after = &after[1..];
                    MovedLayers::Wide(face)
                }
                Some(part) => part,
                None => {
                    let word = rest.split_whitespace().next().unwrap_or_default();
                    return Err(CubeError::Move { place: moves.len() + 1, found: clip(word) });
                }
            };
            let digits = after.chars().next().filter(|c| ('1'..='3').contains(c));
            let mut quarters = digits.map_or(1, |c| c as usize - '0' as usize);
            after = &after[digits.map_or(0, char::len_utf8)..];
            if let Some(prime) = after.chars().next().filter(|c| ['\'', '’', '′', '`'].contains(c)) {
                quarters = 4 - quarters;
                after = &after[prime.len_utf8()..];
            }
            moves.push(NotationMove { part, amount: Amount::ALL[quarters - 1] });
            rest = after.trim_start();
        }
        Ok(Sequence(moves))
    }
}

fn part(letter: char) -> Option<MovedLayers> {
    let face = |letter| Face::ALL.into_iter().find(|face| face.letter() == letter);
    if let Some((_, part)) = LETTERS.iter().find(|(other, _)| *other == letter) {
        return Some(*part);
    }
    if letter.is_ascii_lowercase() {
        face(letter.to_ascii_uppercase()).map(MovedLayers::Wide)
    } else {
        face(letter).map(MovedLayers::Layer)
    }
}
