//! The formats there are: one line each.

use super::{Arena, BadParameter, Format, Gauntlet, Knockout, Ladder, MOST_GAMES, Parameters, RoundRobin, SprtMatch, Swiss};
use crate::standings::Criterion;
use alloc::vec::Vec;
use core::ops::Deref;

/// More games than a tournament may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{entrants} entrants would play up to {games} games, and a tournament has at most {MOST_GAMES}")]
pub struct TooManyGames {
    /// How many would take part.
    pub entrants: u32,
    /// How many games they would play.
    pub games: u64,
}

impl AnyFormat {
    /// Whether so many entrants play no more games than a tournament may have.
    ///
    /// # Errors
    /// If they would.
    pub fn must_fit(&self, entrants: u32) -> Result<(), TooManyGames> {
        match self.most_games(entrants) {
            Some(games) if games > MOST_GAMES => Err(TooManyGames { entrants, games }),
            _ => Ok(()),
        }
    }
}

macro_rules! formats {
    ($($name:ident($format:ident) = $word:literal,)+) => {
        /// One of the formats there are.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum AnyFormat {
            $(
                #[doc = concat!("See [`", stringify!($format), "`].")]
                $name($format),
            )+
        }

        impl AnyFormat {
            /// The words of all formats.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The format of this word, with these parameters; the seed draws whatever it leaves to chance.
            ///
            /// # Errors
            /// If there is no such format, a parameter is out of range or missing, or has no meaning in this format.
            pub fn read(word: &str, mut parameters: Parameters, seed: u64) -> Result<AnyFormat, BadParameter> {
                let format = match word {
                    $($word => AnyFormat::$name($format::read(&mut parameters, seed)?),)+
                    _ => return Err(BadParameter::no_such_format(word, AnyFormat::WORDS)),
                };
                parameters.must_be_used_up(word)?;
                Ok(format)
            }

            /// The fields of a plan that mean something in the format of this word, and in others nothing; none if there is no such format.
            pub fn parameters_of(word: &str) -> Vec<&'static str> {
                let Some((format, left)) = AnyFormat::example(word) else { return Vec::new() };
                let (every, left) = (Parameters::every(), left.given().collect::<Vec<_>>());
                let known = every.given().filter(|parameter| !left.contains(parameter));
                let others = [
                    format.keeps_apart().then_some("forbidden"),
                    format.takes_requested_byes().then_some("half_point_byes"),
                    format.counts_days().then_some("zone"),
                ];
                known.chain(others.into_iter().flatten()).collect()
            }

            /// The criteria that a plan may name to break ties in the table of this format; none if it takes no list.
            pub fn criteria_of(word: &str) -> Vec<&'static str> {
                let takes = AnyFormat::example(word).is_some_and(|(format, _)| format.takes_tie_breaks());
                Criterion::choice().filter(|_| takes).filter_map(Criterion::word).collect()
            }

            /// A tournament of this format with every parameter that it takes, and what it leaves.
            fn example(word: &str) -> Option<(AnyFormat, Parameters)> {
                let mut left = Parameters::every();
                let format = match word {
                    $($word => AnyFormat::$name($format::read(&mut left, 0).expect("every format takes these values, as a test holds")),)+
                    _ => return None,
                };
                Some((format, left))
            }
        }

        impl Deref for AnyFormat {
            type Target = dyn Format;

            fn deref(&self) -> &Self::Target {
                match self { $(AnyFormat::$name(format) => format,)+ }
            }
        }

        $(
            impl From<$format> for AnyFormat {
                fn from(format: $format) -> AnyFormat {
                    AnyFormat::$name(format)
                }
            }
        )+
    };
}

formats! {
    RoundRobin(RoundRobin) = "round_robin",
    Gauntlet(Gauntlet) = "gauntlet",
    Swiss(Swiss) = "swiss",
    Knockout(Knockout) = "knockout",
    Arena(Arena) = "arena",
    Sprt(SprtMatch) = "sprt",
    Ladder(Ladder) = "ladder",
}
