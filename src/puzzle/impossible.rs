//! Reasons why a puzzle has no solution.

use message::{Code, Coded, Message, Param, ParamType, ToParam};

use crate::{cube, knights_tour, light_up, sudoku, taquin};

/// The proven reason why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("impossible")]
pub enum Impossible {
    Cube(cube::CubeUnreachable),
    Tour(knights_tour::NoTour),
    Taquin(taquin::TaquinUnreachable),
    LightUp(light_up::LightUpContradiction),
    /// The steps that prove that the grid has no solution.
    Sudoku(sudoku::SudokuProof),
    /// All reachable cubes were searched.
    EveryCube,
    /// The search was exhausted.
    EveryWay,
    /// All fillings of the grid were searched.
    EveryFilling {
        guesses: u64,
    },
    /// All placements of bulbs were searched.
    EveryPlacing {
        guesses: u64,
    },
}

const fn pair(name: &'static str) -> Code {
    Code { name, params: &[("first", ParamType::Message), ("last", ParamType::Message)] }
}

message::register!(&[pair("steps"), pair("any_of"), pair("sudoku_links"), pair("sudoku_follows")]);

/// A list of parameters as one: a balanced tree of messages with the parameters `first` and `last`.
pub(crate) fn sequence(code: &'static str, parts: &[Param]) -> Param {
    match parts {
        [one] => one.clone(),
        parts => {
            let (first, last) = parts.split_at(parts.len() / 2);
            Message::new(code, [("first", sequence(code, first)), ("last", sequence(code, last))]).into()
        }
    }
}

/// A disjunction: `none`, `a`, `a or b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyOf<T>(pub Vec<T>);

impl<T: ToParam> ToParam for AnyOf<T> {
    const TYPE: ParamType = ParamType::Optional(&ParamType::TextOrMessage);

    fn to_param(&self) -> Param {
        let all: Vec<Param> = self.0.iter().map(ToParam::to_param).collect();
        if all.is_empty() { None::<u8>.to_param() } else { sequence("any_of", &all) }
    }
}
