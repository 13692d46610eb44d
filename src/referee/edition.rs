//! Which edition of the rules of tournaments counts.

/// An edition of the rules of tournaments: pairings, tables and ratings.
///
/// The first line of a tournament's log names it, so that a change of the rules changes no table that has been read out, and a tournament
/// under way is paired to its end as it was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edition {
    /// Of logs that name none.
    First,
    /// Tie-breaks after FIDE C.07 of 2024 in exact fractions, arenas ranked by what a game is worth, and intervals of Elo that know who
    /// was paired by score.
    Second,
    /// A Swiss plays on after a round that all sit out; who never came has nothing by the withdrawal of others; in an
    /// arena, games that somebody missed are lost.
    Third,
    /// Games of Chinese knights begin from openings that a shallow search calls even, where counting alone had to do before.
    Fourth,
}

/// There is no such edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("edition {0} of the rules of tournaments is unknown: this program knows 1 to 4, and a newer one may know more")]
pub struct UnknownEdition(pub u32);

impl Edition {
    /// Of tournaments that are made now.
    pub const CURRENT: Edition = Edition::Fourth;

    /// Its number, as logs name it.
    pub const fn number(self) -> u32 {
        match self {
            Edition::First => 1,
            Edition::Second => 2,
            Edition::Third => 3,
            Edition::Fourth => 4,
        }
    }

    /// The edition that a log names, or, as old logs do, does not.
    ///
    /// # Errors
    /// If there is no such edition.
    pub const fn of_log(number: Option<u32>) -> Result<Edition, UnknownEdition> {
        match number {
            None | Some(1) => Ok(Edition::First),
            Some(2) => Ok(Edition::Second),
            Some(3) => Ok(Edition::Third),
            Some(4) => Ok(Edition::Fourth),
            Some(other) => Err(UnknownEdition(other)),
        }
    }
}
