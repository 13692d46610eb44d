//! The values of the criteria, worked out from what each round was to each player (FIDE C.07, article 16).

use super::book::{Book, has_won};
use super::criterion::Criterion;
use super::rules::RankingRules;
use super::value::Value;
use super::{direct_encounter, ladder};
use crate::pairing::{Encounter, History, Player};
use crate::rating::Glicko;
use alloc::vec::Vec;
use rules::Side;

/// A round of a player.
#[derive(Clone, Copy)]
struct Round {
    /// Its number, from 1.
    number: u32,
    /// Who was met, or would have been.
    opponent: Option<Player>,
    half_points: i64,
    /// Whether it counts as played.
    is_played: bool,
}

/// What the criteria are worked out from.
pub(super) struct Values<'a> {
    book: &'a Book<'a>,
    /// Whether everybody plays every round.
    by_rounds: bool,
    /// The rounds of each player, the first first.
    rounds: Vec<Vec<Round>>,
    /// Half points as they count for the opponents.
    adjusted: Vec<i64>,
    /// The most encounters that anybody has.
    most: i64,
    /// Of a ladder; nothing where they do not count.
    ratings: Vec<Glicko>,
}

/// What a round adds to Buchholz or Sonneborn-Berger.
#[derive(Clone, Copy)]
struct Part {
    /// Whether the player missed it by choice: unplayed, and not won so.
    by_choice: bool,
    /// The opponent's half points.
    score: i64,
    value: i64,
}

impl<'a> Values<'a> {
    pub fn new(history: &History, book: &'a Book<'a>, rules: &RankingRules) -> Values<'a> {
        let by_rounds = rules.by_rounds;
        let ratings = if rules.order.contains(&Criterion::Rating) { ladder::ratings(history) } else { Vec::new() };
        let mut rounds: Vec<Vec<Round>> = history.players().map(|player| rounds_of(book, player, by_rounds)).collect();
        if by_rounds {
            insert_missed(history, book, &mut rounds);
        }
        let adjusted = rounds.iter().map(|rounds| adjusted(book, rounds, by_rounds)).collect();
        let most = rounds.iter().map(Vec::len).max().unwrap_or(0) as i64;
        Values { book, by_rounds, rounds, adjusted, most, ratings }
    }

    /// The values for players who are tied.
    pub fn of(&self, criterion: Criterion, tied: &[Player]) -> Vec<Value> {
        if criterion == Criterion::DirectEncounter {
            let counts = |encounter: &Encounter| encounter.is_played() || !self.by_rounds;
            return direct_encounter::places(self.book, tied, &counts).into_iter().map(|place| Value::whole(-place)).collect();
        }
        tied.iter().map(|&player| self.value(criterion, player)).collect()
    }

    fn value(&self, criterion: Criterion, player: Player) -> Value {
        let count = |what: &dyn Fn(&Encounter) -> bool| {
            Value::whole(self.book.encounters_of(player).iter().filter(|encounter| what(encounter)).count() as i64)
        };
        let has_black = |e: &Encounter| e.side_of(player).is_some_and(|(side, _)| side == Side::Black);
        match criterion {
            Criterion::Points => Value::half_points(self.book.half_points(player)),
            Criterion::Attendance => self.attendance(player),
            Criterion::Share => self.share(player),
            Criterion::Rating => ladder::value(&self.ratings, player),
            Criterion::RoundReached if self.stayed_away(player) => Value::default(),
            Criterion::RoundReached => self.book.round_reached(player),
            Criterion::Seed => self.book.seed(player),
            Criterion::DirectEncounter => Value::default(),
            Criterion::Wins => count(&|e| has_won(e, player)),
            Criterion::WinsPlayed => count(&|e| e.is_played() && has_won(e, player)),
            Criterion::BlackGames => {
                let games = |e: &&&Encounter| if has_black(e) { e.games.div_ceil(2) } else { e.games / 2 };
                let played = self.book.encounters_of(player).iter().filter(|e| e.is_played());
                Value::whole(played.map(|e| i64::from(games(&e))).sum())
            }
            Criterion::BlackWins => count(&|e| e.is_played() && e.games == 1 && has_black(e) && has_won(e, player)),
            Criterion::Attended => count(&|e| e.is_played() || has_won(e, player)),
            Criterion::Progressive => {
                // What a round gave is in the sum after it and after every later one, also those that the player sat out.
                let sums = |round: &Round| i64::from(self.book.rounds - round.number + 1);
                Value::half_points(self.rounds[player.0 as usize].iter().map(|round| round.half_points * sums(round)).sum())
            }
            Criterion::Koya => {
                let half_of_all = |opponent: Player| {
                    let possible = self.rounds[opponent.0 as usize].len() as i64 * self.book.worth;
                    2 * self.book.half_points(opponent) >= possible
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

    /// Whether a player had games to play and came to none of them.
    fn stayed_away(&self, player: Player) -> bool {
        let mut games = self.book.encounters_of(player).iter().filter(|e| e.players().count() == 2).peekable();
        games.peek().is_some() && games.all(|e| !e.is_played() && e.half_points(player) == 0)
    }

    /// How many encounters count for each in an arena: as many as everybody has had who was there all the time, which is one less than
    /// whoever has had most.
    fn common(&self) -> usize {
        (self.most as usize).saturating_sub(1).max(1)
    }

    /// The first of a player's encounters, as many as count; and how many of them say something: those that were played, or that the
    /// player did not come to.
    fn counted(&self, player: Player) -> (impl Iterator<Item = &&'a Encounter>, usize) {
        let first = || self.book.encounters_of(player).iter().take(self.common());
        (first(), first().filter(|e| says_something(e, player)).count())
    }

    fn attendance(&self, player: Player) -> Value {
        let (_, counted) = self.counted(player);
        Value::whole(i64::from(2 * counted >= self.common()))
    }

    /// The points of those that could be had in as many encounters as count for everybody. What is missing of them was lost; what counts
    /// for nobody, or was won because the opponent stayed away, is left out.
    fn share(&self, player: Player) -> Value {
        let (first, counted) = self.counted(player);
        let (mut half_points, mut had) = (0, 0);
        for encounter in first {
            had += 1;
            half_points += if says_something(encounter, player) { i64::from(encounter.half_points(player)) } else { 0 };
        }
        let possible = (counted + self.common() - had) as i64 * self.book.worth;
        Value::new(half_points, possible.unsigned_abs())
    }

    /// Buchholz, or Sonneborn-Berger if the own results count, without the lowest and the highest.
    fn opponents(&self, player: Player, own_results_count: bool, low: usize, high: usize) -> Value {
        let mut parts: Vec<Part> =
            self.rounds[player.0 as usize].iter().filter_map(|round| self.part(player, round, own_results_count)).collect();
        let key = |part: &Part| (part.score, part.value);
        for _ in 0..low.min(parts.len()) {
            let lowest = (0..parts.len()).min_by_key(|&at| key(&parts[at]));
            let by_choice = (0..parts.len()).filter(|&at| parts[at].by_choice).min_by_key(|&at| key(&parts[at]));
            // 16.5: what a player missed by choice goes first, unless more can be cut without it.
            let cut = match (lowest, by_choice) {
                (Some(lowest), Some(by_choice)) if parts[lowest].value <= parts[by_choice].value => by_choice,
                (lowest, _) => lowest.unwrap_or(0),
            };
            parts.remove(cut);
        }
        for _ in 0..high.min(parts.len()) {
            if let Some(highest) = (0..parts.len()).max_by_key(|&at| key(&parts[at])) {
                parts.remove(highest);
            }
        }
        let sum = parts.iter().map(|part| part.value).sum();
        // Half points, and with own results half points times a share of the whole.
        Value::new(sum, if own_results_count { 2 * self.book.worth.unsigned_abs() } else { 2 })
    }

    fn part(&self, player: Player, round: &Round, own_results_count: bool) -> Option<Part> {
        let own = self.book.half_points(player);
        let score = match round.opponent {
            Some(opponent) if round.is_played => self.adjusted[opponent.0 as usize],
            // Nobody but a schedule without rounds leaves somebody without an opponent and means nothing by it.
            None if !self.by_rounds => return None,
            // 16.4: a dummy, no stronger than the one who was meant, or than who draws every round.
            Some(opponent) => own.min(self.adjusted[opponent.0 as usize]),
            None => own.min(i64::from(self.book.rounds) * self.book.worth / 2),
        };
        let value = if own_results_count { score * round.half_points } else { score };
        Some(Part { by_choice: is_by_choice(round, self.book.worth), score, value })
    }
}

/// Whether an encounter was played, or lost by a player who did not come to it.
fn says_something(encounter: &Encounter, player: Player) -> bool {
    encounter.is_played() || encounter.side_of(player).is_some_and(|(_, opponent)| has_won(encounter, opponent))
}

/// Whether a round was unplayed for want of the player: it gave less than a win.
fn is_by_choice(round: &Round, worth: i64) -> bool {
    !round.is_played && round.half_points < worth
}

fn rounds_of(book: &Book<'_>, player: Player, by_rounds: bool) -> Vec<Round> {
    let round = |encounter: &&Encounter| {
        let opponent = encounter.side_of(player).map(|(_, opponent)| opponent);
        let is_played = encounter.is_played() || (!by_rounds && opponent.is_some());
        Round { number: encounter.round, opponent, half_points: i64::from(encounter.half_points(player)), is_played }
    };
    book.encounters_of(player).iter().map(round).collect()
}

/// Puts a round without an opponent wherever a player was not paired; a bye that was asked for may give points.
fn insert_missed(history: &History, book: &Book<'_>, rounds: &mut [Vec<Round>]) {
    let last = book.rounds as usize;
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
        let unplayed = |number| Round { number, opponent: None, half_points: requested(number), is_played: false };
        rounds.extend(missed.map(|round| unplayed(round as u32)));
        rounds.sort_by_key(|round| round.number);
    }
}

/// 16.3: after the last round for which a player was there, rounds without an opponent count as drawn.
fn adjusted(book: &Book<'_>, rounds: &[Round], by_rounds: bool) -> i64 {
    let there = rounds.iter().rposition(|round| !is_by_choice(round, book.worth)).map_or(0, |at| at + 1);
    let value = |(at, round): (usize, &Round)| {
        if by_rounds && at >= there && round.opponent.is_none() { book.worth / 2 } else { round.half_points }
    };
    rounds.iter().enumerate().map(value).sum()
}
