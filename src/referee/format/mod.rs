//! Formats: each owns all of its rules.
//!
//! A format holds settings and a seed, never state: [`Format::next`] is a function of the [`Situation`] alone. Whoever runs a
//! tournament asks it after each change (somebody joins or leaves, an encounter ends), notes the encounters it gives in the history,
//! and plays them in that order, as many at once as there is room for.
//!
//! A trait says what a format answers for, so that nobody else asks which format it is; an enum, [`AnyFormat`], lists those there are,
//! so that settings can be copied and compared. A new format is one file here and one line in that list.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod accelerated;
mod any;
mod arena;
mod bouts;
mod first_colours;
mod gauntlet;
mod knockout;
mod ladder;
mod parameters;
mod round_robin;
mod sprt;
mod swiss;

pub use accelerated::Accelerated;
pub use any::{AnyFormat, TooManyGames};
pub use arena::Arena;
pub use bouts::{Bout, By, Place};
pub use gauntlet::Gauntlet;
pub use knockout::Knockout;
pub use ladder::Ladder;
pub use parameters::{BadParameter, FieldError, Parameters};
pub use round_robin::RoundRobin;
pub use sprt::SprtMatch;
pub use swiss::Swiss;

use crate::pairing::swiss::Regulations;
use crate::pairing::{Encounter, History, Next, Player};
use crate::standings::RankingRules;
use crate::{Conclusion, Micros};
use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// No tournament has more entrants.
pub const MOST_ENTRANTS: u32 = 2_000;

/// No tournament has more games: its log, its lists and its tables stay of a size that one machine answers for at once.
pub const MOST_GAMES: u64 = 100_000;

/// A format that knows its pairings beforehand makes no more of them at one time than are needed to have this many open.
const OPEN_AT_ONCE: usize = 2_000;

/// What a format may know when it pairs.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// Who takes part, and who met whom.
    pub history: &'a History,
    /// Who is there to play, by the order of entry; who is in no list is not. A format that pairs for a whole round does not look.
    pub there: &'a [bool],
    /// The day, from 1. Only a format that counts days looks.
    pub day: u32,
    /// Groups of players no two of whom shall meet.
    pub apart: &'a [Vec<Player>],
    /// How many more encounters there are boards for. A format that pairs for a whole round does not look.
    pub room: usize,
}

impl<'a> Situation<'a> {
    /// Everybody of `there` is there on the first day, nobody is to be kept apart, and there is room for all.
    pub fn new(history: &'a History, there: &'a [bool]) -> Situation<'a> {
        Situation { history, there, day: 1, apart: &[], room: usize::MAX }
    }

    /// Whether a player takes part still, and is there to play.
    pub fn is_there(&self, player: Player) -> bool {
        self.history.is_present(player) && self.there.get(player.0 as usize) == Some(&true)
    }
}

/// A way to run a tournament.
pub trait Format {
    /// Its name in one word, as in a plan.
    fn word(&self) -> &'static str;

    /// The encounters to be played next, besides those in the history. Deterministic; and having noted what it gave, it does not
    /// give the same again.
    fn next(&self, situation: Situation<'_>) -> Next;

    /// Games in an encounter.
    fn games(&self) -> u32;

    /// How many may take part, from the fewest that can start.
    fn entrants(&self) -> RangeInclusive<u32> {
        2..=MOST_ENTRANTS
    }

    /// Whether anybody may enter once it has started.
    fn takes_late_entries(&self) -> bool {
        true
    }

    /// Whether who plays whom hangs on every single result. Then a result that somebody has been paired on from stays as it is, and one
    /// that is changed after the end may lead to more games.
    fn hangs_on_every_result(&self) -> bool {
        false
    }

    /// How many rounds so many entrants play; none if there are no rounds to count.
    fn rounds(&self, _entrants: u32) -> Option<u32> {
        None
    }

    /// How many encounters there are in each stage, where a stage begins when the one before has ended; empty for a format that ends by
    /// time, or by what the games show.
    fn stages(&self, entrants: u32) -> Vec<u64>;

    /// The most games that so many entrants can come to play; none if nothing but [`MOST_GAMES`] bounds them.
    fn most_games(&self, entrants: u32) -> Option<u64> {
        let stages = self.stages(entrants);
        (!stages.is_empty()).then(|| stages.iter().sum::<u64>() * u64::from(self.games()))
    }

    /// Whether the games have shown all that was asked. Then what has not ended need not be played.
    fn is_decided(&self, _history: &History) -> bool {
        false
    }

    /// A knockout's rounds, each from top to bottom; none for what is none, or has not begun.
    fn bouts(&self, _history: &History) -> Vec<Vec<Bout>> {
        Vec::new()
    }

    /// What the games have shown, where that is more than a table says.
    fn conclusion(&self, _history: &History) -> Option<Conclusion> {
        None
    }

    /// Where all games of two were played and the seed decided who goes on.
    fn decided_by_seed(&self, _history: &History) -> Vec<SeedDecision> {
        Vec::new()
    }

    /// For how long it pairs, pauses not counted; none if it does not end by time.
    fn duration(&self) -> Option<Micros> {
        None
    }

    /// Whether somebody who has left may come back.
    fn takes_returns(&self) -> bool {
        false
    }

    /// Whether a player may ask to be left out of a round.
    fn takes_requested_byes(&self) -> bool {
        false
    }

    /// Whether players can be kept apart.
    fn keeps_apart(&self) -> bool {
        false
    }

    /// Whether it goes by the days of a calendar, and its time by the wall clock: it passes while no referee runs.
    fn counts_days(&self) -> bool {
        false
    }

    /// Whether a new version of a player is a player of its own.
    fn tells_versions_apart(&self) -> bool {
        false
    }

    /// What rounds are paired by, besides the history; none for a format that is not a Swiss.
    fn regulations(&self, _history: &History, _apart: &[Vec<Player>]) -> Option<Regulations> {
        None
    }

    /// What the ranking goes by, where so many took part at the start.
    fn rules(&self, entrants: u32) -> RankingRules;
}

/// Two who were level after all their games, and whom the seed set apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedDecision {
    /// In which round.
    pub round: u32,
    /// Who went on.
    pub winner: Player,
    /// Who did not.
    pub loser: Player,
}

/// Of a schedule that is known beforehand, the part to be paired next: whole rounds, until enough encounters are open. `made` are those
/// of the schedule that the history has already.
fn part(schedule: impl Iterator<Item = Encounter>, made: usize, history: &History) -> Vec<Encounter> {
    let open = history.encounters().iter().filter(|e| !e.is_over()).count();
    let mut part: Vec<Encounter> = Vec::new();
    for encounter in schedule.skip(made) {
        let begins_a_round = part.last().is_none_or(|last| last.round != encounter.round);
        if begins_a_round && open + part.len() >= OPEN_AT_ONCE {
            break;
        }
        part.push(encounter);
    }
    part
}

/// The encounters as an answer; where there are none, it is over once all has been played.
fn play_or_end(encounters: Vec<Encounter>, history: &History) -> Next {
    match encounters.is_empty() {
        false => Next::Play(encounters),
        true if history.is_settled() => Next::Over,
        true => Next::Wait,
    }
}

/// Who took part when the first round was paired, those who have left since included.
fn starters(history: &History) -> Vec<Player> {
    history.players().filter(|&p| joined_at_the_start(history, p)).collect()
}

fn joined_at_the_start(history: &History, player: Player) -> bool {
    history.entrants().get(player.0 as usize).is_some_and(|entrant| entrant.joined_after == 0)
}
