//! What ranks players: points and tie-breaks (FIDE Handbook C.07, 2024; deviations are stated).

use crate::pairing::{Encounter, Ending, History, Player, Seats};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use rules::Side;

/// A reason to be ranked higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// All points, of byes and forfeits too.
    Points,
    /// The points against each other of those who are still tied, if each of them has met all the others.
    DirectEncounter,
    /// The opponents' points together. An unplayed round counts as one against somebody with as many points as oneself; and to an
    /// opponent, a round that was not played and gave nothing counts as a draw.
    Buchholz,
    /// The same without the lowest.
    BuchholzCut1,
    /// The points of each opponent, times the share of the encounter's points that was won (half for half a point).
    SonnebornBerger,
    /// Encounters won, by forfeit too.
    Wins,
    /// Encounters won in which the first game was played with Black.
    BlackWins,
    /// For a knockout: the last round that was reached; who has won the last of all is counted as having reached one more.
    RoundReached,
    /// For a knockout, whose ladder of tie-breaks ends there: the number in the order of ratings, negated.
    Seed,
}

impl Criterion {
    /// The column's name.
    pub const fn name(self) -> &'static str {
        match self {
            Criterion::Points => "points",
            Criterion::DirectEncounter => "direct encounter",
            Criterion::Buchholz => "Buchholz",
            Criterion::BuchholzCut1 => "Buchholz cut 1",
            Criterion::SonnebornBerger => "Sonneborn-Berger",
            Criterion::Wins => "wins",
            Criterion::BlackWins => "wins with Black",
            Criterion::RoundReached => "round reached",
            Criterion::Seed => "seed",
        }
    }

    /// Its abbreviation in FIDE's regulations, as a plan names it; none for what a plan cannot choose.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Criterion::Points | Criterion::RoundReached | Criterion::Seed => None,
            Criterion::DirectEncounter => Some("DE"),
            Criterion::Buchholz => Some("BH"),
            Criterion::BuchholzCut1 => Some("BH-C1"),
            Criterion::SonnebornBerger => Some("SB"),
            Criterion::Wins => Some("WIN"),
            Criterion::BlackWins => Some("BWG"),
        }
    }

    /// All that a plan can choose.
    pub const CHOICE: [Criterion; 6] = [
        Criterion::DirectEncounter,
        Criterion::Buchholz,
        Criterion::BuchholzCut1,
        Criterion::SonnebornBerger,
        Criterion::Wins,
        Criterion::BlackWins,
    ];

    /// The criteria of these abbreviations, in this order.
    ///
    /// # Errors
    /// If one is unknown or there twice.
    pub fn read_order(words: &[String]) -> Result<Vec<Criterion>, OrderError> {
        let mut order = Vec::new();
        for word in words {
            let is_it = |criterion: &&Criterion| criterion.word().is_some_and(|known| known.eq_ignore_ascii_case(word.trim()));
            let criterion =
                *Criterion::CHOICE.iter().find(is_it).ok_or_else(|| OrderError::Unknown { word: word.chars().take(20).collect() })?;
            if order.contains(&criterion) {
                return Err(OrderError::Twice(criterion.word().unwrap_or_default()));
            }
            order.push(criterion);
        }
        Ok(order)
    }

    /// A value as people read it: of a seed, the number itself.
    pub const fn shown(self, value: Value) -> Value {
        match self {
            Criterion::Seed => Value { quarters: -value.quarters },
            _ => value,
        }
    }
}

/// Why an order of criteria is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// No such criterion.
    #[error("there is no criterion `{word}`, but {choice}", choice = choice())]
    Unknown {
        /// What was said.
        word: String,
    },
    /// A criterion that has told apart all it can.
    #[error("{0} is there twice: the second time it decides nothing")]
    Twice(&'static str),
}

fn choice() -> String {
    Criterion::CHOICE.iter().filter_map(|criterion| criterion.word()).collect::<Vec<_>>().join(", ")
}

/// The value of a criterion: quarters, so that a half of a half point is whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value {
    /// Four for each whole.
    pub quarters: i64,
}

impl Value {
    pub(super) const fn whole(n: i64) -> Value {
        Value { quarters: 4 * n }
    }

    pub(super) const fn half_points(n: i64) -> Value {
        Value { quarters: 2 * n }
    }
}

impl fmt::Display for Value {
    /// `7`, `3.5`, `12.25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.quarters < 0 { "-" } else { "" };
        let rest = ["", ".25", ".5", ".75"][(self.quarters.unsigned_abs() % 4) as usize];
        write!(f, "{sign}{}{rest}", self.quarters.unsigned_abs() / 4)
    }
}

/// The points and encounters of all players, from which the criteria are worked out.
pub(super) struct Book<'a> {
    /// The encounters that count, by player.
    encounters: Vec<Vec<&'a Encounter>>,
    points: Vec<i64>,
    /// Points as they count for the opponents.
    adjusted: Vec<i64>,
    /// For each player the rounds without an encounter.
    missed: Vec<i64>,
    /// What a round is worth, in half points.
    worth: i64,
    /// From 1.
    seeds: Vec<i64>,
}

impl<'a> Book<'a> {
    /// All encounters that are over and between players that count, or a bye of one.
    pub fn new(history: &'a History, counts: &dyn Fn(Player) -> bool) -> Book<'a> {
        let players = history.entrants().len();
        let mut encounters = alloc::vec![Vec::new(); players];
        let mut worth = 0;
        for encounter in history.encounters().iter().filter(|e| e.is_over()) {
            let seated = match encounter.seats {
                Seats::Bye(player) => alloc::vec![player],
                Seats::Game(seats) => alloc::vec![seats.white, seats.black],
            };
            worth = worth.max(2 * i64::from(encounter.games));
            if seated.iter().all(|&p| p.index() < players && counts(p)) {
                for player in seated {
                    encounters[player.index()].push(encounter);
                }
            }
        }
        let rounds = i64::from(history.encounters().iter().filter(|e| e.is_over()).map(|e| e.round).max().unwrap_or(0));
        let all = || history.players().zip(&encounters);
        let points: Vec<i64> = all().map(|(p, own)| own.iter().map(|e| i64::from(e.half_points(p))).sum()).collect();
        let missed: Vec<i64> = all().map(|(_, own)| (rounds - own.len() as i64).max(0)).collect();
        let empty = |e: &&&Encounter, p: Player| !e.is_played() && e.half_points(p) == 0;
        let adjusted = all()
            .map(|(p, own)| {
                let lost = own.iter().filter(|e| empty(e, p)).count() as i64;
                points[p.index()] + (lost + missed[p.index()]) * worth / 2
            })
            .collect();
        let mut seeds = alloc::vec![0; players];
        for (number, player) in (1..).zip(history.by_rating()) {
            seeds[player.index()] = number;
        }
        Book { encounters, points, adjusted, missed, worth, seeds }
    }

    pub fn encounters_of(&self, player: Player) -> &[&'a Encounter] {
        &self.encounters[player.index()]
    }

    pub fn half_points(&self, player: Player) -> i64 {
        self.points[player.index()]
    }

    /// The value for a player who is tied with the others of `tied`.
    pub fn value(&self, criterion: Criterion, player: Player, tied: &[Player]) -> Value {
        match criterion {
            Criterion::Points => Value::half_points(self.half_points(player)),
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
            Criterion::RoundReached => {
                let last = self.encounters_of(player).last();
                Value::whole(last.map_or(0, |e| i64::from(e.round) + i64::from(has_won(e, player))))
            }
            Criterion::Seed => Value::whole(-self.seeds[player.index()]),
        }
    }

    fn count(&self, player: Player, what: impl Fn(&Encounter) -> bool) -> i64 {
        self.encounters_of(player).iter().filter(|e| what(e)).count() as i64
    }

    fn among(&self, player: Player, tied: &[Player]) -> i64 {
        let meets =
            |a: Player, b: Player| self.encounters_of(a).iter().filter(move |e| e.side_of(a).is_some_and(|(_, opponent)| opponent == b));
        let all_met = tied.iter().all(|&a| tied.iter().all(|&b| a == b || meets(a, b).next().is_some()));
        if !all_met {
            return 0;
        }
        tied.iter().flat_map(|&other| meets(player, other)).map(|e| i64::from(e.half_points(player))).sum()
    }

    /// What each round adds, in half points.
    fn buchholz(&self, player: Player) -> Vec<i64> {
        let own = self.half_points(player);
        let played = self.encounters_of(player).iter().map(|e| match e.side_of(player) {
            Some((_, opponent)) if e.is_played() => self.adjusted[opponent.index()],
            _ => own,
        });
        played.chain((0..self.missed[player.index()]).map(|_| own)).collect()
    }

    fn sonneborn_berger(&self, player: Player) -> Value {
        let of = |e: &&Encounter| {
            let against = match e.side_of(player) {
                Some((_, opponent)) => self.half_points(opponent),
                None => self.half_points(player),
            };
            // Half points times a share of the whole: in quarters that is points times half points, over half the worth.
            against * i64::from(e.half_points(player)) * 2 / self.worth.max(2)
        };
        Value { quarters: self.encounters_of(player).iter().map(of).sum() }
    }
}

/// Whether a player got more than the opponent.
pub(super) fn has_won(encounter: &Encounter, player: Player) -> bool {
    match (encounter.seats, encounter.ending, encounter.side_of(player)) {
        (Seats::Bye(_), _, _) => true,
        (_, Some(Ending::Played(points)), Some((side, _))) => points[side] > points[side.other()],
        (_, Some(Ending::Forfeit(winner)), Some((side, _))) => winner == Some(side),
        _ => false,
    }
}
