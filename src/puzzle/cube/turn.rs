//! Faces, turns and metrics.

use crate::named::named;
use std::fmt;

named! {
    /// A face of the cube and its colour, in the order of the facelet text.
    pub enum Face {
        /// Up; white.
        U = "U",
        /// Right; red.
        R = "R",
        /// Front; green.
        F = "F",
        /// Down; yellow.
        D = "D",
        /// Left; orange.
        L = "L",
        /// Back; blue.
        B = "B",
    }
}

impl Face {
    pub fn opposite(self) -> Face {
        Face::ALL[(self as usize + 3) % 6]
    }

    pub fn letter(self) -> char {
        ['U', 'R', 'F', 'D', 'L', 'B'][self as usize]
    }

    /// The letter of its colour in the usual scheme: `W`, `R`, `G`, `Y`, `O` or `B`.
    pub fn color_letter(self) -> char {
        ['W', 'R', 'G', 'Y', 'O', 'B'][self as usize]
    }
}

message::display_as_param!(Face, Turn, Metric);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Amount {
    /// A quarter turn clockwise, looking at the face.
    Quarter,
    Half,
    /// A quarter turn counterclockwise.
    Counter,
}

impl Amount {
    /// Every amount, by the number of clockwise quarter turns.
    pub const ALL: [Amount; 3] = [Amount::Quarter, Amount::Half, Amount::Counter];

    /// The number of clockwise quarter turns: 1, 2 or 3.
    pub fn quarters(self) -> usize {
        self as usize + 1
    }

    pub fn inverse(self) -> Amount {
        Amount::ALL[2 - self as usize]
    }

    /// The suffix in notation: nothing, `2` or `'`.
    pub fn suffix(self) -> &'static str {
        ["", "2", "'"][self as usize]
    }
}

named! {
    /// How moves are counted, which defines the actions of a search.
    #[derive(Default)]
    pub enum Metric {
        /// Quarter and half turns are one move.
        #[default]
        Half = "half-turn",
        /// Quarter turns are one move, half turns two.
        Quarter = "quarter-turn",
    }
}

impl Metric {
    pub fn price(self, turn: Turn) -> usize {
        match (self, turn.amount) {
            (Metric::Quarter, Amount::Half) => 2,
            _ => 1,
        }
    }
}

impl std::str::FromStr for Metric {
    type Err = super::CubeError;

    fn from_str(text: &str) -> Result<Metric, super::CubeError> {
        let word = text.trim().to_lowercase();
        let named = |metric: &Metric| {
            let short = if *metric == Metric::Half { "htm" } else { "qtm" };
            metric.name() == word || metric.name().trim_end_matches("-turn") == word || short == word
        };
        Metric::ALL.into_iter().find(named).ok_or_else(|| super::CubeError::Metric { found: crate::quotation::clip(text) })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    pub face: Face,
    pub amount: Amount,
}

impl Turn {
    /// Every turn: U U2 U' R R2 R' F … B'.
    pub const ALL: [Turn; 18] = {
        let mut all = [Turn { face: Face::U, amount: Amount::Quarter }; 18];
        let mut i = 0;
        while i < 18 {
            all[i] = Turn { face: Face::ALL[i / 3], amount: Amount::ALL[i % 3] };
            i += 1;
        }
        all
    };

    pub fn index(self) -> usize {
        self.face as usize * 3 + self.amount as usize
    }

    pub fn inverse(self) -> Turn {
        Turn { face: self.face, amount: self.amount.inverse() }
    }

    pub fn actions(metric: Metric) -> impl Iterator<Item = Turn> {
        Turn::ALL.into_iter().filter(move |turn| metric.price(*turn) == 1)
    }

    /// Whether a search for shortest sequences needs to try this turn after `path`. Opposite faces turn in one order, and a face turns once, or in the
    /// quarter-turn metric by the same clockwise quarter turn twice.
    pub fn may_follow(self, path: &[Turn], metric: Metric) -> bool {
        let Some(last) = path.last() else { return true };
        if self.face == last.face {
            return metric == Metric::Quarter
                && self == *last
                && self.amount == Amount::Quarter
                && path.iter().rev().take_while(|turn| turn.face == self.face).count() == 1;
        }
        self.face != last.face.opposite() || last.face < self.face
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.face, self.amount.suffix())
    }
}
