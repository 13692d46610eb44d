//! FIDE's Dutch system in force since 1 February 2026 (Handbook C.04.3, edition of 2025).

mod absolute;
mod acceleration;
mod bracket;
mod criteria;
mod order;

pub use acceleration::Acceleration;

use super::colours::allocate;
use super::player_record::{PlayerRecord, Reading};
use crate::pairing::{Encounter, History, Player};
use absolute::{Absolute, Rigour};
use alloc::vec::Vec;
use bracket::{DutchPairing, Lookahead, Paired, ScoreBracket};
use core::cmp::Reverse;
use rules::Side;

/// In larger fields, a bracket is first paired without the players below the next one.
const LARGE: usize = 100;

/// The numbers of floaters that are tried before a bracket is paired with all players below.
const MAX_TRIED: usize = 6;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regulations {
    /// The number of rounds; topscorers count in the last.
    pub rounds: u32,
    /// Games in an encounter, at least 1.
    pub games: u32,
    /// The colour of the first player in the first round, drawn at random.
    pub initial: Side,
    /// Virtual points in the first rounds.
    pub acceleration: Acceleration,
    /// Groups of players who are not to meet, such as teams.
    pub apart: Vec<Vec<Player>>,
}

/// The encounters of the next round, in the order of FIDE C.04.2, with a bye last.
///
/// Players with a requested bye or who have withdrawn are not paired. If C1 to C3 cannot hold, they are broken as rarely as possible: first
/// pairs to be kept apart, then repeated meetings, the most frequent first, then repeated byes, then clashes of absolute colour
/// preferences. Within that, all other criteria hold.
pub fn pair(history: &History, regulations: &Regulations) -> Vec<Encounter> {
    pair_while(history, regulations, &|| true)
}

/// The same while `keep_going` returns true. Once it has returned false, the result is meaningless.
pub fn pair_while(history: &History, regulations: &Regulations, keep_going: &dyn Fn() -> bool) -> Vec<Encounter> {
    let virtual_points = regulations.acceleration.virtual_points(history, regulations.rounds, regulations.games);
    let Regulations { rounds, games, .. } = *regulations;
    let reading = Reading { rounds, games, virtual_points: &virtual_points };
    let records = reading.records(history);
    let round = history.round() + 1;
    match &records[..] {
        [] => return Vec::new(),
        [alone] => return alloc::vec![Encounter::bye(round, alone.player, games)],
        _ => {}
    }
    let pair = |rigour: Rigour| {
        if !keep_going() {
            return None;
        }
        let absolute = Absolute::new(&records, &regulations.apart, rigour);
        DutchRound { records: &records, bye_score: absolute.bye_score(&records, keep_going)?, absolute, keep_going }.pair()
    };
    let mut pairings = pair(Rigour::Legal).or_else(|| pair(Rigour::Relaxed)).unwrap_or_default();
    // FIDE C.04.2, the order in which pairs are published: the score of the higher-ranked player, the sum of the scores, the initial rank of
    // the higher-ranked player. Virtual points do not count.
    pairings.sort_by_key(|pairing| match *pairing {
        DutchPairing::Pair(one, other) => {
            let pair = [&records[one], &records[other]];
            let (score, number) = pair.map(|record| (Reverse(record.half_points), record.number)).into_iter().min().expect("two players");
            (false, score, Reverse(pair[0].half_points + pair[1].half_points), number)
        }
        DutchPairing::Bye(bye) => (true, Reverse(0), Reverse(0), bye),
    });
    let encounter = |pairing: &DutchPairing| match *pairing {
        DutchPairing::Bye(bye) => Encounter::bye(round, records[bye].player, games),
        DutchPairing::Pair(higher, lower) => {
            let pair = [&records[higher], &records[lower]];
            let seats = allocate(pair[0], pair[1], regulations.initial);
            Encounter::new(round, pair[seats.white].player, pair[seats.black].player, games)
        }
    };
    pairings.iter().map(encounter).collect()
}

struct DutchRound<'a> {
    /// Best first.
    records: &'a [PlayerRecord],
    absolute: Absolute,
    /// The score of the player with the bye (C5); none without a bye.
    bye_score: Option<u32>,
    keep_going: &'a dyn Fn() -> bool,
}

impl DutchRound<'_> {
    /// The pairs, bracket by bracket; none if the absolute criteria cannot hold.
    fn pair(&self) -> Option<Vec<DutchPairing>> {
        let mut pairings = Vec::new();
        let mut players: Vec<usize> = Vec::new();
        let mut from = 0;
        while from < self.records.len() {
            let to = self.group_end(from);
            let moved_down = players.len();
            players.extend(from..to);
            let paired = self.pair_bracket(players, moved_down, to)?;
            pairings.extend(paired.pairs);
            players = paired.floaters;
            players.sort_unstable();
            from = to;
        }
        pairings.extend(players.into_iter().map(DutchPairing::Bye));
        Some(pairings)
    }

    /// The end of the score group that begins at `from`.
    fn group_end(&self, from: usize) -> usize {
        let score = self.records.get(from).map(|record| record.score);
        from + self.records[from..].iter().take_while(|record| Some(record.score) == score).count()
    }

    fn pair_bracket(&self, players: Vec<usize>, moved_down: usize, rest: usize) -> Option<Paired> {
        let next = rest..self.group_end(rest);
        // C9 counts the games of the only floater if it has the bye.
        let alone = self.bye_score.is_some_and(|score| score >= self.records[rest - 1].score);
        let mut bracket = ScoreBracket {
            records: self.records,
            absolute: &self.absolute,
            keep_going: self.keep_going,
            players,
            moved_down,
            next,
            lookahead: Lookahead::Whole,
            bye_score: self.bye_score,
            bye_alone: alone,
            pairs: None,
        };
        if !alone
            && self.absolute.is_legal()
            && self.records.len() - rest > LARGE
            && let Some(paired) = self.pair_freely(&bracket)
        {
            return Some(paired);
        }
        bracket.lookahead = Lookahead::Whole;
        let (paired, _) = bracket.pair()?;
        if alone && paired.floaters.len() != 1 {
            bracket.bye_alone = false;
            return bracket.pair().map(|(paired, _)| paired);
        }
        Some(paired)
    }

    /// Pairs a bracket without all players below, if these certainly can be paired; else none.
    fn pair_freely(&self, bracket: &ScoreBracket<'_>) -> Option<Paired> {
        let below = |paired: &Paired, end: usize| paired.floaters.iter().copied().chain(bracket.next.start..end).collect::<Vec<_>>();
        let sure = |paired: &Paired, end: usize, bye: Option<u32>| self.absolute.surely_completable(self.records, &below(paired, end), bye);
        let (next, all) = (bracket.next.end, self.records.len());
        let mut alone = bracket.clone();
        // Without the next bracket, if all its players can be paired with any floaters.
        for floaters in (bracket.players.len() % 2..=bracket.players.len()).step_by(2).take(MAX_TRIED) {
            alone.lookahead = Lookahead::Here { floaters };
            if let Some((paired, _)) = alone.pair() {
                if sure(&paired, next, None) && sure(&paired, all, self.bye_score) {
                    return Some(paired);
                }
                break;
            }
        }
        // With the next bracket; an unused free place shows that more places change nothing.
        for places in (2..).step_by(2).take(MAX_TRIED) {
            alone.lookahead = Lookahead::Next { places };
            let (paired, taken) = alone.pair()?;
            if taken < places {
                return sure(&paired, all, self.bye_score).then_some(paired);
            }
        }
        None
    }
}
