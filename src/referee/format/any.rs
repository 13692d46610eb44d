//! The table of formats.

use super::{
    Arena, BadParameter, Feature, FieldError, Format, Gauntlet, Knockout, Ladder, MAX_GAMES, Parameters, RoundRobin, SprtMatch, Swiss,
};
use crate::standings::Criterion;
use alloc::vec::Vec;
use core::ops::Deref;

/// More games than a tournament may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("too_many_games")]
pub struct TooManyGames {
    pub entrants: u32,
    /// The games that they would play.
    pub games: u64,
    /// The most games that a tournament may have.
    pub most: u64,
}

macro_rules! formats {
    ($($name:ident($format:ident) = $word:literal [$($parameter:literal),+] [$($feature:ident),*],)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum AnyFormat {
            $(
                #[doc = concat!("See [`", stringify!($format), "`].")]
                $name($format),
            )+
        }

        const TABLE: &[(&str, &[&str], &[Feature])] = &[$(($word, &[$($parameter),+], &[$(Feature::$feature),*])),+];

        impl AnyFormat {
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The format of a word with its parameters; the seed draws what is random.
            ///
            /// # Errors
            /// If there is no such format, or a parameter is missing or out of the range of the format.
            pub fn read(word: &str, parameters: &Parameters, seed: u64) -> Result<AnyFormat, BadParameter> {
                match word {
                    $($word => Ok(AnyFormat::$name($format::read(parameters, seed)?)),)+
                    _ => Err(BadParameter::new("format", FieldError::NoSuchFormat { word: word.into(), known: AnyFormat::WORDS })),
                }
            }

            pub fn word(&self) -> &'static str {
                match self { $(AnyFormat::$name(_) => $word,)+ }
            }

            pub fn games(&self) -> u32 {
                match self { $(AnyFormat::$name(format) => format.games,)+ }
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
    RoundRobin(RoundRobin) = "round_robin" ["games", "cycles"] [TieBreaks, LateEntries],
    Gauntlet(Gauntlet) = "gauntlet" ["games", "cycles", "challengers"] [TieBreaks, LateEntries],
    Swiss(Swiss) = "swiss" ["games", "rounds", "accelerated", "forbidden", "half_point_byes"]
        [TieBreaks, LateEntries, Returns, RequestedByes, KeepsApart],
    Knockout(Knockout) = "knockout" ["games", "tie_breaks"] [EachResultPairs],
    Arena(Arena) = "arena" ["games", "duration"] [TieBreaks, LateEntries, Returns],
    Sprt(SprtMatch) = "sprt" ["games", "rounds", "elo0", "elo1", "alpha", "beta"] [],
    Ladder(Ladder) = "ladder" ["games", "daily", "duration", "zone"] [LateEntries, Returns, Days, Versions],
}

impl AnyFormat {
    pub fn has(&self, feature: Feature) -> bool {
        TABLE.iter().any(|(word, _, features)| *word == self.word() && features.contains(&feature))
    }

    /// The fields of a plan that only some formats have, for the format of this word; none for an unknown word.
    pub fn parameters_of(word: &str) -> &'static [&'static str] {
        TABLE.iter().find(|(known, ..)| *known == word).map_or(&[], |(_, parameters, _)| parameters)
    }

    /// The tie-breaks that a plan may choose in the format of this word; none if the format has a fixed order.
    pub fn criteria_of(word: &str) -> Vec<&'static str> {
        let takes = TABLE.iter().any(|(known, _, features)| *known == word && features.contains(&Feature::TieBreaks));
        Criterion::choice().filter(|_| takes).filter_map(Criterion::word).collect()
    }

    /// Checks that a tournament of `entrants` keeps within [`MAX_GAMES`].
    ///
    /// # Errors
    /// If it does not.
    pub fn must_fit(&self, entrants: u32) -> Result<(), TooManyGames> {
        match self.most_games(entrants) {
            games if games > MAX_GAMES => Err(TooManyGames { entrants, games, most: MAX_GAMES }),
            _ => Ok(()),
        }
    }
}
