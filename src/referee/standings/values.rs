//! The values of the criteria (FIDE C.07, article 16 for unplayed rounds).

use super::criterion::Criterion;
use super::table::RankingRules;
use super::tally::{Tally, has_won};
use super::value::Value;
use super::{direct_encounter, ladder};
use crate::pairing::{Encounter, History, Player};
use crate::rating::Glicko;
use alloc::vec::Vec;
use rules::Side;

#[derive(Clone, Copy)]
struct RoundValue {
    /// Its number, from 1.
    number: u32,
    opponent: Option<Player>,
    half_points: i64,
    is_played: bool,
}

/// The data of the criteria.
pub(super) struct Values<'a> {
    tally: &'a Tally<'a>,
    /// Whether every player takes part in every round.
    by_rounds: bool,
    /// The rounds of each player, in order.
    rounds: Vec<Vec<RoundValue>>,
    /// Half points as they count for the opponents (16.3).
    adjusted: Vec<i64>,
    /// The most encounters of a player.
    most: i64,
    /// The ratings of a ladder; empty if they do not count.
    ratings: Vec<Glicko>,
}

/// The part of a round in Buchholz or Sonneborn-Berger.
#[derive(Clone, Copy)]
struct TieBreakPart {
    /// Whether the player missed the round by choice: unplayed and not won (16.2.5).
    by_choice: bool,
    /// The opponent's half points.
    score: i64,
    value: i64,
}

impl<'a> Values<'a> {
    pub fn new(history: &History, tally: &'a Tally<'a>, rules: &RankingRules) -> Values<'a> {
        let by_rounds = rules.by_rounds;
        let ratings = if rules.order.contains(&Criterion::Rating) { ladder::ratings(history) } else { Vec::new() };
        let mut rounds: Vec<Vec<RoundValue>> = history.players().map(|player| rounds_of(tally, player, by_rounds)).collect();
        if by_rounds {
            insert_missed(history, tally, &mut rounds);
        }
        let adjusted = rounds.iter().map(|rounds| adjusted(tally, rounds, by_rounds)).collect();
        let most = rounds.iter().map(Vec::len).max().unwrap_or(0) as i64;
        Values { tally, by_rounds, rounds, adjusted, most, ratings }
    }

    pub fn of(&self, criterion: Criterion, tied: &[Player]) -> Vec<Value> {
        if criterion == Criterion::DirectEncounter {
            let counts = |encounter: &Encounter| encounter.is_played() || !self.by_rounds;
            return direct_encounter::places(self.tally, tied, &counts).into_iter().map(|place| Value::whole(-place)).collect();
        }
        tied.iter().map(|&player| self.value(criterion, player)).collect()
    }

    fn value(&self, criterion: Criterion, player: Player) -> Value {
        let number =
            |what: &dyn Fn(&Encounter) -> bool| self.tally.encounters_of(player).iter().filter(|encounter| what(encounter)).count();
        let count = |what: &dyn Fn(&Encounter) -> bool| Value::whole(number(what) as i64);
        // With the requested byes that are worth a win.
        let count_rounds =
            |what: &dyn Fn(&Encounter) -> bool| Value::whole(number(what) as i64 + i64::from(self.tally.full_point_byes(player)));
        let has_black = |e: &Encounter| e.side_of(player).is_some_and(|(side, _)| side == Side::Black);
        match criterion {
            Criterion::Points => Value::half_points(self.tally.half_points(player)),
            Criterion::Attendance => self.attendance(player),
            Criterion::Share => self.share(player),
            Criterion::Rating => ladder::value(&self.ratings, player),
            Criterion::RoundReached if self.stayed_away(player) => Value::default(),
            Criterion::RoundReached => {
                let last = self.tally.encounters_of(player).last();
                Value::whole(last.map_or(0, |e| i64::from(e.round) + i64::from(has_won(e, player))))
            }
            // Negated, so that the first seed is the highest.
            Criterion::Seed => Value::whole(-self.tally.seeds[player.index()]),
            Criterion::DirectEncounter => Value::default(),
            Criterion::Wins => count_rounds(&|e| has_won(e, player)),
            Criterion::WinsPlayed => count(&|e| e.is_played() && has_won(e, player)),
            Criterion::BlackGames => {
                let games = |e: &&&Encounter| if has_black(e) { e.games.div_ceil(2) } else { e.games / 2 };
                let played = self.tally.encounters_of(player).iter().filter(|e| e.is_played());
                Value::whole(played.map(|e| i64::from(games(&e))).sum())
            }
            Criterion::BlackWins => count(&|e| e.is_played() && e.games == 1 && has_black(e) && has_won(e, player)),
            Criterion::Attended => count_rounds(&|e| e.is_played() || has_won(e, player)),
            Criterion::Progressive => {
                // The points of a round are in the sums after it and after every later round.
                let sums = |round: &RoundValue| i64::from(self.tally.rounds - round.number + 1);
                Value::half_points(self.rounds[player.0 as usize].iter().map(|round| round.half_points * sums(round)).sum())
            }
            Criterion::Koya => {
                let half_of_all = |opponent: Player| {
                    let possible = self.rounds[opponent.0 as usize].len() as i64 * self.tally.worth;
                    2 * self.tally.half_points(opponent) >= possible
                };
                let strong = self.rounds[player.0 as usize].iter().filter(|round| round.opponent.is_some_and(half_of_all));
                Value::half_points(strong.map(|round| round.half_points).sum())
            }
            Criterion::Buchholz => self.opponents(player, false, 0, 0),
            Criterion::BuchholzCut1 => self.opponents(player, false, 1, 0),
            Criterion::BuchholzCut2 => self.opponents(player, false, 2, 0),
            Criterion::BuchholzMedian1 => self.opponents(player, false, 1, 1),
            Criterion::BuchholzMedian2 => self.opponents(player, false, 2, 2),
            Criterion::SonnebornBerger => self.opponents(player, true, 0, 0),
            Criterion::SonnebornBergerCut1 => self.opponents(player, true, 1, 0),
        }
    }

    /// Whether a player had games and came to none of them.
    fn stayed_away(&self, player: Player) -> bool {
        let mut games = self.tally.encounters_of(player).iter().filter(|e| e.players().count() == 2).peekable();
        games.peek().is_some() && games.all(|e| !e.is_played() && e.half_points(player) == 0)
    }

    /// The encounters of each player that count in an arena: one fewer than the player with most has had.
    fn common(&self) -> usize {
        (self.most as usize).saturating_sub(1).max(1)
    }

    /// The encounters of a player that count, and how many of them were played or lost by absence.
    fn counted(&self, player: Player) -> (impl Iterator<Item = &&'a Encounter>, usize) {
        let first = || self.tally.encounters_of(player).iter().take(self.common());
        (first(), first().filter(|e| says_something(e, player)).count())
    }

    fn attendance(&self, player: Player) -> Value {
        let (_, counted) = self.counted(player);
        Value::whole(i64::from(2 * counted >= self.common()))
    }

    /// The share of the points of the encounters that count. Missing ones are lost; annulled ones and walkovers are left out.
    fn share(&self, player: Player) -> Value {
        let (first, counted) = self.counted(player);
        let (mut half_points, mut had) = (0, 0);
        for encounter in first {
            had += 1;
            half_points += if says_something(encounter, player) { i64::from(encounter.half_points(player)) } else { 0 };
        }
        let possible = (counted + self.common() - had) as i64 * self.tally.worth;
        Value::new(half_points, possible.unsigned_abs())
    }

    /// Buchholz, or Sonneborn-Berger if own results count, without the lowest and the highest.
    fn opponents(&self, player: Player, own_results_count: bool, low: usize, high: usize) -> Value {
        let mut parts: Vec<TieBreakPart> =
            self.rounds[player.0 as usize].iter().filter_map(|round| self.part(player, round, own_results_count)).collect();
        parts.sort_by_key(|part| (part.score, part.value));
        for _ in 0..low.min(parts.len()) {
            // 16.5: a round missed by choice is cut first, unless that cuts less.
            let by_choice = parts.iter().position(|part| part.by_choice).filter(|&at| parts[0].value <= parts[at].value);
            parts.remove(by_choice.unwrap_or(0));
        }
        parts.truncate(parts.len().saturating_sub(high));
        let sum = parts.iter().map(|part| part.value).sum();
        // Half points, for own results times half points of a share.
        Value::new(sum, if own_results_count { 2 * self.tally.worth.unsigned_abs() } else { 2 })
    }

    fn part(&self, player: Player, round: &RoundValue, own_results_count: bool) -> Option<TieBreakPart> {
        let own = self.tally.half_points(player);
        let score = match round.opponent {
            Some(opponent) if round.is_played => self.adjusted[opponent.0 as usize],
            // In a schedule without rounds, a bye means nothing.
            None if !self.by_rounds => return None,
            // 16.4: a dummy with the player's own score, capped by the scheduled opponent (16.4.1) or by draws in all rounds so far (16.4.2).
            Some(opponent) => own.min(self.adjusted[opponent.0 as usize]),
            None => own.min(i64::from(self.tally.rounds) * self.tally.worth / 2),
        };
        let value = if own_results_count { score * round.half_points } else { score };
        Some(TieBreakPart { by_choice: is_by_choice(round, self.tally.worth), score, value })
    }
}

/// Whether an encounter was played, or lost by the player's absence.
fn says_something(encounter: &Encounter, player: Player) -> bool {
    encounter.is_played() || encounter.side_of(player).is_some_and(|(_, opponent)| has_won(encounter, opponent))
}

/// 16.2.5: whether a round was unplayed and gave less than a win.
fn is_by_choice(round: &RoundValue, worth: i64) -> bool {
    !round.is_played && round.half_points < worth
}

fn rounds_of(tally: &Tally<'_>, player: Player, by_rounds: bool) -> Vec<RoundValue> {
    let round = |encounter: &&Encounter| {
        let opponent = encounter.side_of(player).map(|(_, opponent)| opponent);
        let is_played = encounter.is_played() || (!by_rounds && opponent.is_some());
        RoundValue { number: encounter.round, opponent, half_points: i64::from(encounter.half_points(player)), is_played }
    };
    tally.encounters_of(player).iter().map(round).collect()
}

/// Adds a round without an opponent for each round in which a player was not paired; a requested bye may give points.
fn insert_missed(history: &History, tally: &Tally<'_>, rounds: &mut [Vec<RoundValue>]) {
    let last = tally.rounds as usize;
    let mut was_paired = alloc::vec![alloc::vec![false; last + 1]; rounds.len()];
    for encounter in history.encounters().iter().filter(|e| e.round as usize <= last) {
        for player in encounter.players() {
            if let Some(was_paired) = was_paired.get_mut(player.0 as usize) {
                was_paired[encounter.round as usize] = true;
            }
        }
    }
    for (k, (rounds, was_paired)) in rounds.iter_mut().zip(was_paired).enumerate() {
        let missed = (1..=last).filter(|&round| !was_paired[round]);
        let requested = |round: u32| {
            let it = history.absences().iter().find(|absence| (absence.player.index(), absence.round) == (k, round));
            it.map_or(0, |absence| i64::from(absence.half_points))
        };
        let unplayed = |number| RoundValue { number, opponent: None, half_points: requested(number), is_played: false };
        rounds.extend(missed.map(|round| unplayed(round as u32)));
        rounds.sort_by_key(|round| round.number);
    }
}

/// 16.3.2: after the last round that was played or won, a round without an opponent counts as a draw. 16.3.1: any other round counts
/// what it gave, a forfeit nothing.
fn adjusted(tally: &Tally<'_>, rounds: &[RoundValue], by_rounds: bool) -> i64 {
    let there = rounds.iter().rposition(|round| !is_by_choice(round, tally.worth)).map_or(0, |at| at + 1);
    let value = |(at, round): (usize, &RoundValue)| {
        if by_rounds && at >= there && round.opponent.is_none() { tally.worth / 2 } else { round.half_points }
    };
    rounds.iter().enumerate().map(value).sum()
}
