//! Continuous pairing.

use super::first_colours::FirstColours;
use super::parameters::Parameters;
use super::{BadParameter, FieldError, Format, Situation};
use crate::Micros;
use crate::pairing::{Encounter, Next, Player, Rng, Seats};
use crate::standings::{Criterion, RankingRules};
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use rules::Side;

/// An arena: for as long as it is asked, whoever is there and free is paired with somebody else who is.
///
/// Who has waited longest comes first, and meets whom it has met least often. Nobody gets more than one encounter ahead of anybody who is
/// there (who comes late, or was away, catches up without being waited for), and two who have just met do not meet again at once, unless
/// there are only these two. White goes to the one who has begun fewer encounters with it, then to the one who had Black last, then by
/// lot. Anybody may join or leave at any time; the clock belongs to who runs it.
///
/// The table goes by the share of points won in as many encounters as everybody has had who was there all the time: the first ones of
/// each. What somebody misses of them is lost, so that nobody gains by leaving when ahead, as on the arenas of chess sites, where points add
/// up and who leaves gets no more of them. Unlike there, more games than others had buy nothing, and neither do the walkovers that an absent
/// opponent hands out. Ladders of engines go by a rating instead, because not everybody there has met the same opponents; here pairing
/// sees to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arena {
    /// Games in an encounter.
    pub games: u32,
    /// For how long players are paired, pauses not counted.
    pub lasts: Micros,
    /// Draws colours where nothing else decides.
    pub seed: u64,
}

/// A week.
const LONGEST: Micros = Micros::from_secs(7 * 86_400);

impl Arena {
    pub(super) fn read(parameters: &Parameters, seed: u64) -> Result<Arena, BadParameter> {
        let missing = || BadParameter::new("duration", FieldError::NoDuration);
        let lasts = parameters.duration_within(LONGEST)?.ok_or_else(missing)?;
        Ok(Arena { games: parameters.games, lasts, seed })
    }
}

impl Format for Arena {
    fn word(&self) -> &'static str {
        "arena"
    }

    fn games(&self) -> u32 {
        self.games
    }

    fn stages(&self, _entrants: u32) -> Vec<u64> {
        Vec::new()
    }

    fn takes_returns(&self) -> bool {
        true
    }

    fn duration(&self) -> Option<Micros> {
        Some(self.lasts)
    }

    fn rules(&self, _entrants: u32) -> RankingRules {
        use Criterion::{Attendance, DirectEncounter, Share};
        RankingRules { order: alloc::vec![Attendance, Share, DirectEncounter], by_rounds: false, annul_early_leavers: None }
    }

    fn next(&self, situation: Situation<'_>) -> Next {
        let history = situation.history;
        let pairs = pairs(waiting_list(situation));
        let before = history.encounters().len() as u32;
        let encounters: Vec<Encounter> = (before + 1..)
            .zip(&pairs)
            .map(|(round, (one, other))| {
                let lot = || Rng::new(self.seed ^ u64::from(round)).draw().is_multiple_of(2);
                let (white, black) = if one.colours.begins_against(&other.colours, lot) { (one, other) } else { (other, one) };
                Encounter::new(round, white.player, black.player, self.games)
            })
            .collect();
        if encounters.is_empty() { Next::Wait } else { Next::Play(encounters) }
    }
}

/// What an arena knows of a player who is there.
#[derive(Clone)]
struct ArenaPlayer {
    player: Player,
    is_free: bool,
    /// How many encounters have been begun.
    begun: u32,
    /// The number of the last one, from 1: who has the lowest has waited longest.
    last: usize,
    /// The last opponent.
    rival: Option<Player>,
    /// How often each opponent has been met.
    met: BTreeMap<Player, u32>,
    colours: FirstColours,
}

impl ArenaPlayer {
    fn times(&self, opponent: Player) -> u32 {
        self.met.get(&opponent).copied().unwrap_or(0)
    }
}

/// Everybody who is there, who has waited longest first.
fn waiting_list(situation: Situation<'_>) -> Vec<ArenaPlayer> {
    let history = situation.history;
    let card = |player| {
        let (met, colours) = (BTreeMap::new(), FirstColours::default());
        ArenaPlayer { player, is_free: true, begun: 0, last: 0, rival: None, met, colours }
    };
    let mut cards: Vec<ArenaPlayer> = history.players().map(card).collect();
    for (number, encounter) in (1..).zip(history.encounters()) {
        let Seats::Game(seats) = encounter.seats else { continue };
        for side in Side::BOTH {
            let Some(card) = cards.get_mut(seats[side].0 as usize) else { continue };
            let opponent = seats[side.other()];
            card.is_free &= encounter.is_over();
            (card.begun, card.last, card.rival) = (card.begun + 1, number, Some(opponent));
            *card.met.entry(opponent).or_default() += 1;
            card.colours.note(side);
        }
    }
    cards.retain(|card| situation.is_there(card.player));
    cards.sort_by_key(|card| (card.last, card.player));
    cards
}

/// Who meets whom now, of those who are there.
fn pairs(cards: Vec<ArenaPlayer>) -> Vec<(ArenaPlayer, ArenaPlayer)> {
    let present = cards.len();
    // Nobody gets ahead of who has begun fewest; but who comes late or was away for long holds nobody up.
    let mut begun: Vec<u32> = cards.iter().map(|card| card.begun).collect();
    begun.sort_unstable();
    let median = begun.get(begun.len() / 2).copied().unwrap_or(0);
    let level = begun.into_iter().find(|begun| begun + 2 >= median).unwrap_or(0);
    let playing: Vec<Player> = cards.iter().filter(|card| !card.is_free && card.begun == level).map(|card| card.player).collect();
    let free = cards.into_iter().filter(|card| card.is_free && card.begun <= level + 1);
    let (behind, mut ahead): (Vec<ArenaPlayer>, Vec<ArenaPlayer>) = free.partition(|card| card.begun <= level);

    let mut pairs = Vec::new();
    let mut behind = VecDeque::from(behind);
    let mut left_over = Vec::new();
    while let Some(card) = behind.pop_front() {
        // Somebody who plays still, and has been met less often by two, is worth waiting for.
        let is_worth_it = |other: &ArenaPlayer| playing.iter().all(|player| card.times(other.player) <= card.times(*player) + 1);
        let found = partner(&card, behind.make_contiguous(), present).filter(|&at| is_worth_it(&behind[at]));
        match found.and_then(|at| behind.remove(at)) {
            Some(other) => pairs.push((card, other)),
            None => left_over.push(card),
        }
    }
    // The last of those behind meet others who are one ahead; together, so that all are level then.
    if playing.is_empty() && ahead.len() >= left_over.len() {
        for card in left_over {
            if let Some(at) = partner(&card, &ahead, present) {
                pairs.push((card, ahead.remove(at)));
            }
        }
    }
    pairs
}

/// The place of the one to be met: who was met least often, and of these who has waited longest. Not the one who was just met, unless
/// there are only these two.
fn partner(card: &ArenaPlayer, others: &[ArenaPlayer], present: usize) -> Option<usize> {
    let just_met = |other: &ArenaPlayer| card.rival == Some(other.player) && other.rival == Some(card.player);
    let may_meet = (0..others.len()).filter(|&at| present == 2 || !just_met(&others[at]));
    may_meet.min_by_key(|&at| (card.times(others[at].player), others[at].begun, at))
}
