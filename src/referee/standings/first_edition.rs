//! The criteria as the first edition of the rules had them: in quarters, rounded down, and unplayed rounds counted in a way of its own.
//! Only tables of tournaments that were played by it are worked out so.

use super::book::{Book, has_won};
use super::criterion::Criterion;
use super::value::Value;
use crate::pairing::{Encounter, History, Player};
use alloc::vec::Vec;
use rules::Side;

/// What the criteria are worked out from.
pub(super) struct FirstEdition<'a> {
    book: &'a Book<'a>,
    /// Points as they count for the opponents.
    adjusted: Vec<i64>,
    /// For each player the rounds without an encounter.
    missed: Vec<i64>,
}

impl<'a> FirstEdition<'a> {
    pub fn new(history: &History, book: &'a Book<'a>) -> FirstEdition<'a> {
        let rounds = i64::from(book.rounds);
        let all = || history.players().zip(&book.encounters);
        let missed: Vec<i64> = all().map(|(_, own)| (rounds - own.len() as i64).max(0)).collect();
        let empty = |e: &&&Encounter, p: Player| !e.is_played() && e.half_points(p) == 0;
        let adjusted = all()
            .map(|(p, own)| {
                let lost = own.iter().filter(|e| empty(e, p)).count() as i64;
                book.half_points(p) + (lost + missed[p.0 as usize]) * book.worth / 2
            })
            .collect();
        FirstEdition { book, adjusted, missed }
    }

    /// The values for players who are tied.
    pub fn values(&self, criterion: Criterion, tied: &[Player]) -> Vec<Value> {
        if criterion == Criterion::DirectEncounter && !self.all_met(tied) {
            return alloc::vec![Value::default(); tied.len()];
        }
        tied.iter().map(|&player| self.value(criterion, player, tied)).collect()
    }

    fn value(&self, criterion: Criterion, player: Player, tied: &[Player]) -> Value {
        match criterion {
            Criterion::Points => Value::half_points(self.book.half_points(player)),
            Criterion::DirectEncounter => Value::half_points(self.among(player, tied)),
            Criterion::Buchholz => Value::half_points(self.buchholz(player).iter().sum()),
            Criterion::BuchholzCut1 => {
                let opponents = self.buchholz(player);
                Value::half_points(opponents.iter().sum::<i64>() - opponents.iter().min().copied().unwrap_or(0))
            }
            Criterion::SonnebornBerger => self.sonneborn_berger(player),
            Criterion::Wins => Value::whole(self.count(player, |e| has_won(e, player))),
            Criterion::BlackWins => {
                let with_black = |e: &Encounter| e.side_of(player).is_some_and(|(side, _)| side == Side::Black);
                Value::whole(self.count(player, |e| e.is_played() && with_black(e) && has_won(e, player)))
            }
            Criterion::RoundReached => self.book.round_reached(player),
            Criterion::Seed => self.book.seed(player),
            // The first edition knew no others.
            _ => Value::default(),
        }
    }

    fn count(&self, player: Player, what: impl Fn(&Encounter) -> bool) -> i64 {
        self.book.encounters_of(player).iter().filter(|e| what(e)).count() as i64
    }

    /// Whether each of them has met each other.
    fn all_met(&self, tied: &[Player]) -> bool {
        tied.iter().all(|&player| {
            let mut met: Vec<Player> = self.book.encounters_of(player).iter().filter_map(|e| Some(e.side_of(player)?.1)).collect();
            met.sort_unstable();
            tied.iter().all(|other| *other == player || met.binary_search(other).is_ok())
        })
    }

    fn among(&self, player: Player, tied: &[Player]) -> i64 {
        let is_among = |e: &&&Encounter| e.side_of(player).is_some_and(|(_, opponent)| tied.binary_search(&opponent).is_ok());
        self.book.encounters_of(player).iter().filter(is_among).map(|e| i64::from(e.half_points(player))).sum()
    }

    /// What each round adds, in half points.
    fn buchholz(&self, player: Player) -> Vec<i64> {
        let own = self.book.half_points(player);
        let played = self.book.encounters_of(player).iter().map(|e| match e.side_of(player) {
            Some((_, opponent)) if e.is_played() => self.adjusted[opponent.0 as usize],
            _ => own,
        });
        played.chain((0..self.missed[player.0 as usize]).map(|_| own)).collect()
    }

    fn sonneborn_berger(&self, player: Player) -> Value {
        let of = |e: &&Encounter| {
            let against = match e.side_of(player) {
                Some((_, opponent)) => self.book.half_points(opponent),
                None => self.book.half_points(player),
            };
            // Half points times a share of the whole: in quarters that is points times half points, over half the worth.
            against * i64::from(e.half_points(player)) * 2 / self.book.worth.max(2)
        };
        Value::new(self.book.encounters_of(player).iter().map(of).sum(), 4)
    }
}
