//! Why a puzzle has no solution.

use message::{Coded, Message, Param, Tell};

use crate::{cube, knights_tour, light_up, sudoku, taquin};

/// Why there is no answer, which is proven.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("impossible")]
pub enum Impossible {
    /// No turns solve the cube.
    #[code(from)]
    Cube(cube::Unreachable),
    /// There is no such tour.
    #[code(from)]
    Tour(knights_tour::NoTour),
    /// No slides reach the goal.
    #[code(from)]
    Taquin(taquin::Unreachable),
    /// The board cannot be lit.
    #[code(from)]
    LightUp(light_up::Contradiction),
    /// The grid cannot be filled: the steps that show it.
    #[code(same)]
    Sudoku(sudoku::Proof),
    /// Every cube that turns reach was seen.
    EveryCube,
    /// Every way was tried.
    EveryWay,
    /// Every way to fill a grid was tried.
    EveryFilling {
        /// How many guesses that took.
        guesses: u64,
    },
    /// Every way to place bulbs was tried.
    EveryPlacing {
        /// How many guesses that took.
        guesses: u64,
    },
}

/// Parameters one after the other, as one: a balanced tree of messages with the parameters `first` and `last`.
pub(crate) fn sequence(code: &'static str, parts: &[Param]) -> Param {
    match parts {
        [one] => one.clone(),
        parts => {
            let (first, last) = parts.split_at(parts.len() / 2);
            Message::new(code, [("first", sequence(code, first)), ("last", sequence(code, last))]).into()
        }
    }
}

/// One of several: `none`, `a`, `a or b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyOf<T>(pub Vec<T>);

impl<T: Tell> Tell for AnyOf<T> {
    fn tell(&self) -> Param {
        let all: Vec<Param> = self.0.iter().map(Tell::tell).collect();
        if all.is_empty() { None::<u8>.tell() } else { sequence("any_of", &all) }
    }
}
