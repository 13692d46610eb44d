//! Pairing near one's rating, day after day.

use super::first_colours::FirstColours;
use super::parameters::Parameters;
use super::{BadParameter, Format, Situation};
use crate::Micros;
use crate::pairing::{Encounter, Next, Player, Rng, Seats};
use crate::standings::{Criterion, RankingRules, ladder};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use rules::Side;

/// A ladder: for a whole term, whoever is there and free plays somebody near in rating. It ends when it is ended, when its time is over if
/// it has one, or when it has as many games as a tournament may have.
///
/// Whenever a board is free, who has waited longest chooses, of those who are free and near, who is nearest in rating; each encounter of
/// the same day counts as 50 points of difference, and who was just met is not met again at once unless there are only these
/// two. Near is whoever has at most four others between in the order of those who are there, or is within 50 points of rating: who
/// finds nobody near waits, since those who are near are playing and will be free.
///
/// Each day of the calendar is a round, and a period of the ratings (Glicko-2); the table goes by what a rating is sure to be worth. A new version of a
/// bot is a player of its own. White goes to the one who has begun fewer encounters with it, then to the one who had Black last, then by
/// lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Games in an encounter.
    pub games: u32,
    /// How many encounters a player has in a day at most, so that a term does not come to more games than a tournament may have.
    pub daily: u32,
    /// For how long players are paired, pauses not counted, but all time in which no referee runs; none: until somebody ends it.
    pub lasts: Option<Micros>,
    /// Draws colours where nothing else decides.
    pub seed: u64,
}

/// A year.
const LONGEST: Micros = Micros::from_secs(366 * 86_400);

/// By how many points of rating who was met the same day seems farther off, each time.
const MET_TODAY: f64 = 50.0;

/// How many places in the order of those who are there are near.
const PLACES: usize = 4;

/// How many points of rating are near.
const POINTS: f64 = 50.0;

impl Ladder {
    pub(super) fn read(parameters: &Parameters, seed: u64) -> Result<Ladder, BadParameter> {
        Ok(Ladder { games: parameters.games, daily: parameters.daily, lasts: parameters.duration_within(LONGEST)?, seed })
    }
}

/// Who is there and may play today still.
struct LadderPlayer {
    player: Player,
    rating: f64,
    is_free: bool,
    /// The number of the last encounter, from 1: who has the lowest has waited longest.
    last: usize,
    rival: Option<Player>,
    /// How often each opponent has been met today.
    today: BTreeMap<Player, u32>,
    colours: FirstColours,
}

impl Format for Ladder {
    fn word(&self) -> &'static str {
        "ladder"
    }

    fn next(&self, situation: Situation<'_>) -> Next {
        let history = situation.history;
        let day = history.round().max(situation.day);
        if situation.room == 0 {
            return Next::Wait;
        }
        let before = history.encounters().len() as u64;
        let encounters: Vec<Encounter> = (before..)
            .zip(pairs(self.cards(situation, day), situation.room))
            .map(|(number, (one, other))| {
                let lot = || Rng::new(self.seed ^ number).draw().is_multiple_of(2);
                let (white, black) = if one.colours.begins_against(&other.colours, lot) { (one, other) } else { (other, one) };
                Encounter::new(day, white.player, black.player, self.games)
            })
            .collect();
        if encounters.is_empty() { Next::Wait } else { Next::Play(encounters) }
    }

    fn games(&self) -> u32 {
        self.games
    }

    fn stages(&self, _entrants: u32) -> Vec<u64> {
        Vec::new()
    }

    fn duration(&self) -> Option<Micros> {
        self.lasts
    }

    fn takes_returns(&self) -> bool {
        true
    }

    fn counts_days(&self) -> bool {
        true
    }

    fn tells_versions_apart(&self) -> bool {
        true
    }

    fn rules(&self, _entrants: u32) -> RankingRules {
        RankingRules { order: alloc::vec![Criterion::Rating], by_rounds: false, annul_early_leavers: None }
    }
}

impl Ladder {
    /// All who are there and may play today still, the highest rating first.
    fn cards(&self, situation: Situation<'_>, day: u32) -> Vec<LadderPlayer> {
        let history = situation.history;
        let card = |player| {
            let (today, colours) = (BTreeMap::new(), FirstColours::default());
            LadderPlayer { player, rating: 0.0, is_free: true, last: 0, rival: None, today, colours }
        };
        let mut cards: Vec<LadderPlayer> = history.players().map(card).collect();
        for (number, encounter) in (1..).zip(history.encounters()) {
            let Seats::Game(seats) = encounter.seats else { continue };
            for side in Side::BOTH {
                let Some(card) = cards.get_mut(seats[side].index()) else { continue };
                let opponent = seats[side.other()];
                card.is_free &= encounter.is_over();
                (card.last, card.rival) = (number, Some(opponent));
                card.colours.note(side);
                if encounter.round == day {
                    *card.today.entry(opponent).or_default() += 1;
                }
            }
        }
        cards.retain(|card| situation.is_there(card.player) && (!card.is_free || card.today.values().sum::<u32>() < self.daily));
        if cards.iter().filter(|card| card.is_free).count() < 2 {
            return Vec::new();
        }
        let ratings = ladder::ratings(history);
        cards.iter_mut().for_each(|card| card.rating = ratings[card.player.index()].rating);
        cards.sort_by(|a, b| b.rating.total_cmp(&a.rating).then(a.player.cmp(&b.player)));
        cards
    }
}

/// Who meets whom now, at most so many pairs.
fn pairs(cards: Vec<LadderPlayer>, room: usize) -> Vec<(LadderPlayer, LadderPlayer)> {
    let present = cards.len();
    let mut waiting: Vec<(usize, LadderPlayer)> = cards.into_iter().enumerate().filter(|(_, card)| card.is_free).collect();
    waiting.sort_by_key(|(_, card)| (card.last, card.player));
    let mut pairs = Vec::new();
    let mut at = 0;
    while at < waiting.len() && pairs.len() < room {
        let (place, one) = &waiting[at];
        let may_meet = |(other_place, other): &(usize, LadderPlayer)| {
            let just_met = one.rival == Some(other.player) && other.rival == Some(one.player);
            let is_near = place.abs_diff(*other_place) <= PLACES || (one.rating - other.rating).abs() <= POINTS;
            is_near && (!just_met || present == 2)
        };
        let distance = |(_, other): &(usize, LadderPlayer)| {
            let times = one.today.get(&other.player).copied().unwrap_or(0);
            (one.rating - other.rating).abs() + MET_TODAY * f64::from(times)
        };
        let later = (at + 1..waiting.len()).filter(|&other| may_meet(&waiting[other]));
        match later.min_by(|&a, &b| distance(&waiting[a]).total_cmp(&distance(&waiting[b]))) {
            Some(other) => {
                let (_, other) = waiting.remove(other);
                let (_, one) = waiting.remove(at);
                pairs.push((one, other));
            }
            None => at += 1,
        }
    }
    pairs
}
