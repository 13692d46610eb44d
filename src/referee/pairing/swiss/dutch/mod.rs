//! FIDE's Dutch system as it is in force since 1 February 2026 (Handbook C.04.3, edition of 2025), whole.

mod absolute;
mod acceleration;
mod bracket;
mod criteria;
mod order;

pub use acceleration::Acceleration;

use super::card::{Card, Reading};
use super::colours::allocate;
use crate::pairing::{Encounter, History, Player};
use absolute::{Absolute, Rigour};
use alloc::vec::Vec;
use bracket::{Bracket, Outlook, Paired, Pairing};
use core::cmp::Reverse;
use rules::Side;

/// In a field of more players, a bracket is first paired with no look at those below the next one.
const LARGE: usize = 100;

/// How many numbers of floaters, two apart, are tried before a bracket is paired with all those below.
const MOST_TRIED: usize = 6;

/// What a tournament is paired by, besides its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regulations {
    /// How many rounds there will be: the last one knows topscorers.
    pub rounds: u32,
    /// Games in an encounter, at least 1.
    pub games: u32,
    /// The colour of the first player in the first round, which is drawn by lot.
    pub initial: Side,
    /// Virtual points in the first rounds.
    pub acceleration: Acceleration,
    /// Groups of players no two of whom shall meet, such as those of one team.
    pub apart: Vec<Vec<Player>>,
}

/// The encounters of the next round, by the scores of the players from the highest down; a bye comes last, and is
/// all there is if one player alone is to be paired.
///
/// Whoever is absent in the round by request, or has left, is not paired. If there is no pairing that keeps the absolute criteria
/// (C1 to C3), they are broken as rarely as can be: first as few pairs as possible of those that shall be kept apart, then as few as
/// possible that have met more often than others, the most frequent ones first, then a bye for whom has had fewest, then as few
/// clashes of absolute colours as possible. Within that, all other criteria hold.
pub fn pair(history: &History, regulations: &Regulations) -> Vec<Encounter> {
    pair_while(history, regulations, &|| true)
}

/// The same while `go_on` says yes. Once it has said no, it must not say yes again, and what is returned means nothing.
pub fn pair_while(history: &History, regulations: &Regulations, go_on: &dyn Fn() -> bool) -> Vec<Encounter> {
    pair_by(history, regulations, LARGE, go_on)
}

/// The same, with a choice of what is a large field: it changes how fast a round is paired, not how.
fn pair_by(history: &History, regulations: &Regulations, large: usize, go_on: &dyn Fn() -> bool) -> Vec<Encounter> {
    let virtual_points = regulations.acceleration.virtual_points(history, regulations.rounds, regulations.games);
    let Regulations { rounds, games, .. } = *regulations;
    let reading = Reading { rounds, games, virtual_points: &virtual_points };
    let cards = reading.deal(history);
    let round = history.round() + 1;
    match &cards[..] {
        [] => return Vec::new(),
        [alone] => return alloc::vec![Encounter::bye(round, alone.player, games)],
        _ => {}
    }
    let pair = |rigour: Rigour| {
        if !go_on() {
            return None;
        }
        let absolute = Absolute::new(&cards, &regulations.apart, rigour);
        Round { cards: &cards, bye_score: absolute.bye_score(&cards, go_on)?, absolute, large, go_on }.pair()
    };
    let mut pairings = pair(Rigour::Legal).or_else(|| pair(Rigour::Desperate)).unwrap_or_default();
    pairings.sort_by_key(|pairing| match *pairing {
        Pairing::Pair(higher, lower) => (false, Reverse(cards[higher].half_points.max(cards[lower].half_points)), higher),
        Pairing::Bye(bye) => (true, Reverse(0), bye),
    });
    let encounter = |pairing: &Pairing| match *pairing {
        Pairing::Bye(bye) => Encounter::bye(round, cards[bye].player, games),
        Pairing::Pair(higher, lower) => {
            let pair = [&cards[higher], &cards[lower]];
            let seats = allocate(pair[0], pair[1], regulations.initial);
            Encounter::new(round, pair[seats.white].player, pair[seats.black].player, games)
        }
    };
    pairings.iter().map(encounter).collect()
}

struct Round<'a> {
    /// Best first.
    cards: &'a [Card],
    absolute: Absolute,
    /// What the player with the bye will have as a score (C5); none without a bye.
    bye_score: Option<u32>,
    large: usize,
    go_on: &'a dyn Fn() -> bool,
}

impl Round<'_> {
    /// Bracket by bracket from the top. None if the absolute criteria do not allow for it.
    fn pair(&self) -> Option<Vec<Pairing>> {
        let mut pairings = Vec::new();
        let mut players: Vec<usize> = Vec::new();
        let mut from = 0;
        while from < self.cards.len() {
            let to = self.group_end(from);
            let moved_down = players.len();
            players.extend(from..to);
            let paired = self.pair_bracket(players, moved_down, to)?;
            pairings.extend(paired.pairs);
            players = paired.floaters;
            players.sort_unstable();
            from = to;
        }
        pairings.extend(players.into_iter().map(Pairing::Bye));
        Some(pairings)
    }

    /// Where the score group ends that begins at `from`.
    fn group_end(&self, from: usize) -> usize {
        let score = self.cards.get(from).map(|card| card.score);
        from + self.cards[from..].iter().take_while(|card| Some(card.score) == score).count()
    }

    fn pair_bracket(&self, players: Vec<usize>, moved_down: usize, rest: usize) -> Option<Paired> {
        let next = rest..self.group_end(rest);
        // C9 asks for the games of the player with the bye where that one alone moves down.
        let alone = self.bye_score.is_some_and(|score| score >= self.cards[rest - 1].score);
        let mut bracket = Bracket {
            cards: self.cards,
            absolute: &self.absolute,
            go_on: self.go_on,
            players,
            moved_down,
            next,
            outlook: Outlook::Whole,
            bye_score: self.bye_score,
            bye_alone: alone,
            pairs: None,
        };
        if !alone
            && self.absolute.is_legal()
            && self.cards.len() - rest > self.large
            && let Some(paired) = self.pair_freely(&bracket)
        {
            return Some(paired);
        }
        bracket.outlook = Outlook::Whole;
        let (paired, _) = bracket.pair()?;
        if alone && paired.floaters.len() != 1 {
            bracket.bye_alone = false;
            return bracket.pair().map(|(paired, _)| paired);
        }
        Some(paired)
    }

    /// Pairs a bracket without all those below it, where they have so many to play with that nothing is in the way. None if that is
    /// not sure.
    fn pair_freely(&self, bracket: &Bracket<'_>) -> Option<Paired> {
        let below = |paired: &Paired, end: usize| paired.floaters.iter().copied().chain(bracket.next.start..end).collect::<Vec<_>>();
        let sure = |paired: &Paired, end: usize, bye: Option<u32>| self.absolute.surely_completable(self.cards, &below(paired, end), bye);
        let (next, all) = (bracket.next.end, self.cards.len());
        let mut alone = bracket.clone();
        // By itself: the next bracket leaves nobody over whom it could pair, whoever comes down.
        for floaters in (bracket.players.len() % 2..=bracket.players.len()).step_by(2).take(MOST_TRIED) {
            alone.outlook = Outlook::Here { floaters };
            if let Some((paired, _)) = alone.pair() {
                if sure(&paired, next, None) && sure(&paired, all, self.bye_score) {
                    return Some(paired);
                }
                break;
            }
        }
        // With the next bracket, but without those below. A free place that nobody needs says that more would change nothing.
        for places in (2..).step_by(2).take(MOST_TRIED) {
            alone.outlook = Outlook::Next { places };
            let (paired, taken) = alone.pair()?;
            if taken < places {
                return sure(&paired, all, self.bye_score).then_some(paired);
            }
        }
        None
    }
}
