//! Tournament formats. Each file owns the rules of one format; the table in `any.rs` lists them. CONTRIBUTING.md has the places of a new one.
//!
//! A format has settings and a seed but no state: [`Format::next`] is a function of the [`Situation`]. The owner of a tournament calls it
//! after each change, adds the encounters to the history, and plays them in order.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod any;
mod arena;
mod candidates;
mod gauntlet;
mod knockout;
mod ladder;
mod parameters;
mod round_robin;
mod sprt;
mod swiss;

pub use any::{AnyFormat, TooManyGames};
pub use arena::Arena;
pub use gauntlet::Gauntlet;
pub use knockout::{Advance, BracketPlace, Knockout, KnockoutMatch};
pub use ladder::Ladder;
pub use parameters::{BadParameter, FieldError, Parameters};
pub use round_robin::RoundRobin;
pub use sprt::SprtMatch;
pub use swiss::Swiss;

use crate::pairing::swiss::Regulations;
use crate::pairing::{Encounter, History, Next, Player};
use crate::standings::RankingRules;
use crate::{Micros, TableNote};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

pub const MAX_ENTRANTS: u32 = 2_000;

/// The most games of a tournament: they bound its log, its lists and its tables.
pub const MAX_GAMES: u64 = 100_000;

/// A format with a fixed schedule pairs further rounds only while fewer encounters than this are open.
const MAX_OPEN: usize = 2_000;

/// The input of a pairing.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// The entrants and their encounters.
    pub history: &'a History,
    /// Whether each player is connected, by number; players beyond the end are not. Formats that pair whole rounds ignore it.
    pub there: &'a [bool],
    /// The day, from 1, for formats that count days.
    pub day: u32,
    /// Groups of players who are not to meet each other.
    pub apart: &'a [Vec<Player>],
    /// The number of free boards. Formats that pair whole rounds ignore it.
    pub room: usize,
}

impl<'a> Situation<'a> {
    /// The first day, with boards for all and no players kept apart.
    pub fn new(history: &'a History, there: &'a [bool]) -> Situation<'a> {
        Situation { history, there, day: 1, apart: &[], room: usize::MAX }
    }

    /// Whether a player has not withdrawn and is connected.
    pub fn is_there(&self, player: Player) -> bool {
        self.history.is_present(player) && self.there.get(player.index()) == Some(&true)
    }
}

/// Features of a tournament that only some formats have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A plan may choose the tie-breaks.
    TieBreaks,
    /// Players may enter after the start.
    LateEntries,
    /// A player who has withdrawn may come back.
    Returns,
    /// A player may ask for a bye.
    RequestedByes,
    /// Players can be kept apart.
    KeepsApart,
    /// Rounds are calendar days, and its time passes while no referee runs.
    Days,
    /// A new version of a player is a new player.
    Versions,
    /// Pairings depend on every single result: a result with later pairings is final, and a change after the end may lead to more games.
    EachResultPairs,
}

pub trait Format {
    /// The encounters to be played next, besides those in the history. Deterministic.
    fn next(&self, situation: Situation<'_>) -> Next;

    /// The criteria of the ranking for a number of starters.
    fn rules(&self, entrants: u32) -> RankingRules;

    /// The allowed numbers of players.
    fn entrants(&self) -> RangeInclusive<u32> {
        2..=MAX_ENTRANTS
    }

    /// The number of rounds for a number of entrants; none if the format has no rounds.
    fn rounds(&self, _entrants: u32) -> Option<u32> {
        None
    }

    /// The games of each stage that begins when the one before has ended; empty if the time or the results decide.
    fn stages(&self, _entrants: u32) -> Vec<u64> {
        Vec::new()
    }

    /// The most games that the entrants can play; 0 if only [`MAX_GAMES`] bounds them.
    fn most_games(&self, entrants: u32) -> u64 {
        self.stages(entrants).iter().sum()
    }

    /// Whether the games have decided the question, so that the others need not be played.
    fn is_decided(&self, _history: &History) -> bool {
        false
    }

    /// The bracket of a knockout that has begun: its rounds, each from top to bottom.
    fn bracket(&self, _history: &History) -> Vec<Vec<KnockoutMatch>> {
        Vec::new()
    }

    /// Results that the table does not show, with the names of the players.
    fn conclusions(&self, _history: &History, _name: &dyn Fn(Player) -> String) -> Vec<TableNote> {
        Vec::new()
    }

    /// For how long it pairs, pauses not counted; none if it does not end by time.
    fn duration(&self) -> Option<Micros> {
        None
    }

    /// The input of Swiss pairings besides the history.
    fn regulations(&self, _history: &History, _apart: &[Vec<Player>]) -> Option<Regulations> {
        None
    }
}

/// The next whole rounds of a fixed schedule, until enough encounters are open. The history has `made` encounters of it already.
fn part(schedule: impl Iterator<Item = Encounter>, made: usize, history: &History) -> Vec<Encounter> {
    let open = history.encounters().iter().filter(|e| !e.is_over()).count();
    let mut part: Vec<Encounter> = Vec::new();
    for encounter in schedule.skip(made) {
        let begins_a_round = part.last().is_none_or(|last| last.round != encounter.round);
        if begins_a_round && open + part.len() >= MAX_OPEN {
            break;
        }
        part.push(encounter);
    }
    part
}

/// These encounters; without any, the end once all has been played.
fn play_or_end(encounters: Vec<Encounter>, history: &History) -> Next {
    if encounters.is_empty() && history.is_settled() { Next::Over } else { Next::play_or_wait(encounters) }
}

/// The players of the first round, including those who have withdrawn since.
fn starters(history: &History) -> Vec<Player> {
    history.players().filter(|&p| joined_at_the_start(history, p)).collect()
}

fn joined_at_the_start(history: &History, player: Player) -> bool {
    history.entrants().get(player.index()).is_some_and(|entrant| entrant.joined_after == 0)
}

/// The number of encounters of a fixed schedule in the history: those between starters.
fn scheduled(history: &History) -> usize {
    history.encounters().iter().filter(|e| e.players().all(|player| joined_at_the_start(history, player))).count()
}
