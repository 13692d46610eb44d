//! The formats there are: one line each.

use super::{Arena, BadParameter, FieldError, Format, Gauntlet, Knockout, Ladder, MOST_GAMES, Parameters, RoundRobin, SprtMatch, Swiss};
use crate::standings::Criterion;
use alloc::vec::Vec;
use core::ops::Deref;

/// More games than a tournament may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("too_many_games")]
pub struct TooManyGames {
    /// How many would take part.
    pub entrants: u32,
    /// How many games they would play.
    pub games: u64,
    /// How many there may be.
    pub most: u64,
}

impl AnyFormat {
    /// Whether so many entrants play no more games than a tournament may have.
    ///
    /// # Errors
    /// If they would.
    pub fn must_fit(&self, entrants: u32) -> Result<(), TooManyGames> {
        match self.most_games(entrants) {
            Some(games) if games > MOST_GAMES => Err(TooManyGames { entrants, games, most: MOST_GAMES }),
            _ => Ok(()),
        }
    }
}

macro_rules! formats {
    ($($name:ident($format:ident) = $word:literal [$($parameter:literal),+] $criteria:expr,)+) => {
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
            /// If there is no such format, or a parameter is missing or out of the format's own range.
            pub fn read(word: &str, parameters: &Parameters, seed: u64) -> Result<AnyFormat, BadParameter> {
                match word {
                    $($word => Ok(AnyFormat::$name($format::read(parameters, seed)?)),)+
                    _ => Err(BadParameter::new("format", FieldError::NoSuchFormat { word: word.into(), known: AnyFormat::WORDS })),
                }
            }

            /// The fields of a plan that mean something in the format of this word, and in others nothing; none if there is no such format.
            pub fn parameters_of(word: &str) -> &'static [&'static str] {
                match word {
                    $($word => &[$($parameter),+],)+
                    _ => &[],
                }
            }

            /// The criteria that a plan may name to break ties in the table of this format; none if it takes no list.
            pub fn criteria_of(word: &str) -> Vec<&'static str> {
                let takes = match word {
                    $($word => $criteria,)+
                    _ => false,
                };
                Criterion::choice().filter(|_| takes).filter_map(Criterion::word).collect()
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

// The word of each in a plan, the plan's fields that mean something in it alone, and whether a plan may list criteria that break ties.
formats! {
    RoundRobin(RoundRobin) = "round_robin" ["games", "cycles"] true,
    Gauntlet(Gauntlet) = "gauntlet" ["games", "cycles", "challengers"] true,
    Swiss(Swiss) = "swiss" ["games", "rounds", "accelerated", "forbidden", "half_point_byes"] true,
    Knockout(Knockout) = "knockout" ["games", "tie_breaks"] false,
    Arena(Arena) = "arena" ["games", "duration"] true,
    Sprt(SprtMatch) = "sprt" ["games", "rounds", "elo0", "elo1", "alpha", "beta"] false,
    Ladder(Ladder) = "ladder" ["games", "daily", "duration", "zone"] false,
}
