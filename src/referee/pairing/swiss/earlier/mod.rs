//! Pairing one round, bracket by bracket from the top, so that the rest can always be paired.

mod bracket;
mod order;

use crate::pairing::swiss::card::{Card, Reading};
use crate::pairing::swiss::colours::allocate;
use crate::pairing::swiss::{Weight, perfect_matching};
use crate::pairing::{Encounter, History};
use alloc::vec::Vec;
use bracket::{Bracket, Differences, Rigour, breach, bye_breach};
use order::{Edge, arrange};
use rules::Side;

/// In a field of more players, brackets are paired without a look at all pairings of the players below; and brackets of more consider
/// only pairs that are near to the natural ones.
const LARGE: usize = 128;

/// The cost of one more player without a pair in the next bracket: above all differences of score there (C.7).
const UNPAIRED: i64 = 1 << 42;

/// The encounters of the next round, from the highest score down; a bye comes last. None if fewer than two players are left.
pub fn pair(history: &History, rounds: u32, games: u32, initial: Side) -> Vec<Encounter> {
    let cards = Reading { rounds, games, virtual_points: &[], first_colour_counts: false, numbers_all: true }.deal(history);
    if cards.len() < 2 {
        return Vec::new();
    }
    let round = Round { cards: &cards, worth: 2 * games };
    let paired = round.pair(Rigour::Legal).or_else(|| round.pair(Rigour::Desperate)).unwrap_or_default();
    let number = history.round() + 1;
    let mut encounters: Vec<Encounter> = paired
        .iter()
        .map(|pairing| match *pairing {
            Pairing::Bye(bye) => Encounter::bye(number, cards[bye].player, games),
            Pairing::Pair(higher, lower) => {
                let pair = [&cards[higher], &cards[lower]];
                let seats = allocate(pair[0], pair[1], initial);
                Encounter::new(number, pair[seats.white].player, pair[seats.black].player, games)
            }
        })
        .collect();
    encounters.sort_by_key(|e| !matches!(e.seats, crate::pairing::Seats::Game(_)));
    encounters
}

/// Places in the list of cards; the higher-ranked player comes first.
#[derive(Clone, Copy)]
enum Pairing {
    Pair(usize, usize),
    Bye(usize),
}

struct Round<'a> {
    /// Best first.
    cards: &'a [Card],
    worth: u32,
}

/// A bracket's pairs, and who moves down.
struct Paired {
    pairs: Vec<Pairing>,
    floaters: Vec<usize>,
}

impl Round<'_> {
    /// None if there is no such pairing.
    fn pair(&self, rigour: Rigour) -> Option<Vec<Pairing>> {
        let mut pairings = Vec::new();
        let mut moved_down: Vec<usize> = Vec::new();
        let mut from = 0;
        while from < self.cards.len() || !moved_down.is_empty() {
            let to = self.group_end(from);
            let mut players = moved_down.clone();
            players.extend(from..to);
            let paired = self
                .pair_freely(&players, moved_down.len(), to, rigour)
                .or_else(|| self.pair_completely(&players, moved_down.len(), to, rigour))?;
            pairings.extend(paired.pairs);
            moved_down = paired.floaters;
            moved_down.sort_unstable();
            from = to;
        }
        Some(pairings)
    }

    fn group_end(&self, from: usize) -> usize {
        let score = self.cards.get(from).map(|card| card.half_points);
        from + self.cards[from..].iter().take_while(|card| Some(card.half_points) == score).count()
    }

    fn scores(&self, players: &[usize]) -> impl Iterator<Item = u32> {
        players.iter().map(|&at| self.cards[at].half_points)
    }

    /// What differences cost in a bracket (C.6), and in the next one (C.7), into which anybody may move down.
    fn differences(&self, players: &[usize], rest: usize) -> (Differences, Differences) {
        let here = Differences::new(self.scores(players), self.worth, 52);
        let next = self.cards.get(rest).map(|card| card.half_points);
        (here, Differences::new(self.scores(players).chain(next), self.worth, 42))
    }

    /// The edges within a bracket.
    fn edges(&self, bracket: &Bracket<'_>, rigour: Rigour, all: bool) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (at, &a) in bracket.players.iter().enumerate() {
            for (other, &b) in bracket.players.iter().enumerate().skip(at + 1) {
                if !all && !bracket.is_near(at, other) {
                    continue;
                }
                if let Some(breach) = breach(&self.cards[a], &self.cards[b], rigour) {
                    edges.push((at, other, bracket.pair(at, other, breach)));
                }
            }
        }
        edges
    }

    /// Pairs a bracket without a look at those below, where there are so many of them that they can surely be paired afterwards.
    /// None if that is not sure.
    fn pair_freely(&self, players: &[usize], moved_down: usize, rest: usize, rigour: Rigour) -> Option<Paired> {
        // How many can have been met is what stands in the way; below four times that, look more closely.
        let below = self.cards.len() - rest;
        let most_met = self.cards.iter().map(|card| card.opponents.len()).max().unwrap_or(0);
        if rigour != Rigour::Legal || self.cards.len() <= LARGE || below < 4 * (most_met + 1) {
            return None;
        }
        let next = self.group_end(rest);
        let n = players.len();
        let (differences, next_differences) = self.differences(players, rest);
        let mut floaters = n % 2;
        while floaters <= n {
            let bracket = Bracket { cards: self.cards, players, moved_down, floaters, differences: &differences };
            // Each floater is matched with an empty place.
            let places: Vec<Edge> = (0..n)
                .flat_map(|at| {
                    let card = &self.cards[players[at]];
                    let fits = self.cards[rest..next].iter().any(|below| breach(card, below, rigour).is_some());
                    let next = match fits {
                        true => next_differences.pair(card.half_points - self.cards[rest].half_points),
                        false => UNPAIRED + next_differences.left_over(card.half_points),
                    };
                    let cost = bracket.float(at, 0, next);
                    (0..floaters).map(move |place| (at, n + place, cost))
                })
                .collect();
            let solve = |all: bool| {
                let mut edges = self.edges(&bracket, rigour, all);
                edges.extend_from_slice(&places);
                let best = perfect_matching(n + floaters, &edges, &|| true)?;
                Some(arrange(&bracket, edges, n + floaters, best))
            };
            let solved = if n > LARGE { solve(false).or_else(|| solve(true)) } else { solve(true) };
            if let Some(matching) = solved {
                let paired = collect(players, &matching.mate);
                return self.is_completable(&paired.floaters, rest).then_some(paired);
            }
            floaters += 2;
        }
        None
    }

    /// Whether the floaters and all players from `rest` on can surely be paired: by Dirac's theorem (1952) that is so if each of them
    /// can meet at least half of them. The bye is one of them where they are odd.
    fn is_completable(&self, floaters: &[usize], rest: usize) -> bool {
        let left: Vec<&Card> = floaters.iter().map(|&at| &self.cards[at]).chain(&self.cards[rest..]).collect();
        let odd = left.len() % 2;
        let total = left.len() + odd;
        let absolute = |side: Side| left.iter().filter(|card| card.absolute() == Some(side)).count();
        let (white, black) = (absolute(Side::White), absolute(Side::Black));
        let byes = left.iter().filter(|card| card.byes == 0).count();
        let can_meet = |card: &Card| {
            let clashes = match card.absolute() {
                Some(Side::White) => white,
                Some(Side::Black) => black,
                None => 0,
            };
            (left.len() - 1).saturating_sub(card.opponents.len() + clashes)
        };
        left.iter().all(|card| 2 * can_meet(card) >= total) && (odd == 0 || 2 * byes >= total)
    }

    /// Pairs a bracket together with some pairing of all players below, which is then thrown away.
    fn pair_completely(&self, players: &[usize], moved_down: usize, rest: usize, rigour: Rigour) -> Option<Paired> {
        let n = players.len();
        let below = self.cards.len() - rest;
        let next = self.group_end(rest);
        let odd = (n + below) % 2;
        let bye = n + below;
        let (differences, next_differences) = self.differences(players, rest);
        let floaters = if below == 0 { odd } else { n % 2 };
        let bracket = Bracket { cards: self.cards, players, moved_down, floaters, differences: &differences };
        let mut edges = self.edges(&bracket, rigour, true);
        // Of the pairings below, those in the next bracket count, and whom it leaves over.
        let left_over = |card: &Card| UNPAIRED + next_differences.left_over(card.half_points);
        for (lower, card) in self.cards[rest..].iter().enumerate() {
            let is_next = rest + lower < next;
            for (at, &player) in players.iter().enumerate() {
                let above = &self.cards[player];
                if let Some(breach) = breach(above, card, rigour) {
                    let pair = next_differences.pair(above.half_points - card.half_points);
                    edges.push((at, n + lower, bracket.float(at, breach, if is_next { pair } else { left_over(above) })));
                }
            }
            for (other, below) in self.cards.iter().enumerate().skip(rest + lower + 1) {
                if let Some(breach) = breach(card, below, rigour) {
                    let cost = if is_next && other >= next { left_over(card) } else { 0 };
                    edges.push((n + lower, n + other - rest, Weight([breach, 0, cost, 0, 0, 0])));
                }
            }
            if let (1, Some(breach)) = (odd, bye_breach(card, rigour)) {
                edges.push((n + lower, bye, Weight([breach, 0, if is_next { left_over(card) } else { 0 }, 0, 0, 0])));
            }
        }
        for (at, &player) in players.iter().enumerate() {
            if let (1, Some(breach)) = (odd, bye_breach(&self.cards[player], rigour)) {
                let cost = if below > 0 { left_over(&self.cards[player]) } else { 0 };
                edges.push((at, bye, bracket.float(at, breach, cost)));
            }
        }
        let best = perfect_matching(n + below + odd, &edges, &|| true)?;
        let best = arrange(&bracket, edges, n + below + odd, best);
        let mut paired = collect(players, &best.mate);
        // Below the last bracket there is nobody but the bye.
        if below == 0 {
            paired.pairs.extend(paired.floaters.drain(..).map(Pairing::Bye));
        }
        Some(paired)
    }
}

fn collect(players: &[usize], mate: &[usize]) -> Paired {
    let mut paired = Paired { pairs: Vec::new(), floaters: Vec::new() };
    for (at, &player) in players.iter().enumerate() {
        match players.get(mate[at]) {
            Some(&other) if at < mate[at] => paired.pairs.push(Pairing::Pair(player, other)),
            Some(_) => {}
            None => paired.floaters.push(player),
        }
    }
    paired
}
