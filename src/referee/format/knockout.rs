//! Who loses is out.

use super::parameters::{Parameters, within};
use super::{BadParameter, Bout, By, Format, Place, SeedDecision, Situation};
use crate::Conclusion;
use crate::pairing::{Encounter, EncounterEnd, History, Next, Player, Seats};
use crate::standings::{Criterion, RankingRules};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use rules::{BySide, Side};

/// A knockout, seeded by rating: the first seed can meet the second in the final only, the third in a semi-final only, and so on;
/// where the players are not a power of two, the first seeds have a bye in the first round.
///
/// The ladder of a match, until one step decides:
/// 1. the points of its games;
/// 2. the points of each of up to `tie_breaks` further pairs of games, one pair after the other;
/// 3. the higher seed goes on.
///
/// Who does not come or withdraws has lost; if neither comes, the place in the next round stays empty, and whoever would have played
/// there has a bye, if it is there or has come to a game before: otherwise nobody goes on. Nobody can join late: who comes after the first round has been paired is not paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knockout {
    /// Games in a match, before tie-breaks.
    pub games: u32,
    /// Tie-break pairs at most.
    pub tie_breaks: u32,
}

/// The encounters of one round, by player.
struct Round<'a> {
    number: u32,
    of: Vec<Vec<&'a Encounter>>,
}

impl Format for Knockout {
    fn word(&self) -> &'static str {
        "knockout"
    }

    fn next(&self, situation: Situation<'_>) -> Next {
        let history = situation.history;
        let may_go_on = |player| situation.is_there(player) || has_come(history, player);
        let mut places = bracket(history);
        let mut number = 1;
        while places.len() > 1 {
            let round = Round::new(history, number);
            let mut wanted = Vec::new();
            let mut waiting = false;
            let mut winners = Vec::with_capacity(places.len() / 2);
            for pair in places.chunks(2) {
                match self.settle(history, &round, (pair[0], pair.get(1).copied().flatten()), &may_go_on) {
                    Settled::Winner(place) => winners.push(place),
                    Settled::Open => waiting = true,
                    Settled::Play(encounter) => wanted.push(encounter),
                }
            }
            if !wanted.is_empty() {
                return Next::Play(wanted);
            }
            if waiting {
                return Next::Wait;
            }
            places = winners;
            number += 1;
        }
        Next::Over
    }

    fn games(&self) -> u32 {
        self.games
    }

    fn takes_late_entries(&self) -> bool {
        false
    }

    fn bouts(&self, history: &History) -> Vec<Vec<Bout>> {
        let mut rounds = Vec::new();
        // What is not settled leaves its place in the next round open; a round of which nothing is known is drawn all the same.
        let mut places = if history.round() == 0 { Vec::new() } else { bracket(history) };
        let mut open = alloc::vec![false; places.len()];
        while places.len() > 1 {
            let round = Round::new(history, rounds.len() as u32 + 1);
            let pairs = places.chunks(2).zip(open.chunks(2));
            let bouts: Vec<Bout> = pairs
                .map(|(pair, open)| self.bout(history, &round, (pair[0], pair.get(1).copied().flatten()), open.contains(&true)))
                .collect();
            places = bouts.iter().map(|bout| bout.settled.and_then(|(winner, _)| winner)).collect();
            open = bouts.iter().map(|bout| bout.settled.is_none()).collect();
            rounds.push(bouts);
        }
        rounds
    }

    fn hangs_on_every_result(&self) -> bool {
        true
    }

    fn rounds(&self, entrants: u32) -> Option<u32> {
        Some(entrants.max(1).next_power_of_two().ilog2())
    }

    fn stages(&self, entrants: u32) -> Vec<u64> {
        let places = u64::from(entrants.max(1).next_power_of_two());
        // In the first round, who has no opponent has a bye.
        let first = u64::from(entrants).saturating_sub(places / 2);
        let rounds = self.rounds(entrants).unwrap_or(0);
        (0..rounds).map(|round| if round == 0 { first } else { places >> (round + 1) }).collect()
    }

    fn most_games(&self, entrants: u32) -> Option<u64> {
        Some(u64::from(entrants.saturating_sub(1)) * u64::from(self.games + 2 * self.tie_breaks))
    }

    fn conclusion(&self, history: &History) -> Option<Conclusion> {
        let last = self.bouts(history).pop()?;
        let nobody = last.iter().all(|bout| matches!(bout.settled, Some((None, _))));
        nobody.then_some(Conclusion::NobodyWon)
    }

    fn decided_by_seed(&self, history: &History) -> Vec<SeedDecision> {
        let is_level =
            |encounter: &&Encounter| matches!(encounter.ending, Some(EncounterEnd::Played(points)) if points.white == points.black);
        let mut level: BTreeMap<(u32, Player, Player), u32> = BTreeMap::new();
        for encounter in history.encounters().iter().filter(is_level) {
            if let Seats::Game(BySide { white, black }) = encounter.seats {
                *level.entry((encounter.round, white.min(black), white.max(black))).or_default() += 1;
            }
        }
        // Then there is no step left on the ladder.
        let by_seed = level.into_iter().filter(|(_, count)| *count == self.tie_breaks + 1);
        let decision = |((round, one, other), _)| {
            let winner = higher_seed(history, one, other);
            SeedDecision { round, winner, loser: if winner == one { other } else { one } }
        };
        by_seed.map(decision).collect()
    }

    /// The round reached, then the seed, which is also the last step of a match's ladder.
    fn rules(&self, _entrants: u32) -> RankingRules {
        RankingRules { order: alloc::vec![Criterion::RoundReached, Criterion::Seed], by_rounds: false, annul_early_leavers: None }
    }
}

impl<'a> Round<'a> {
    fn new(history: &'a History, number: u32) -> Round<'a> {
        let mut of = alloc::vec![Vec::new(); history.entrants().len()];
        for encounter in history.encounters().iter().filter(|e| e.round == number) {
            encounter.players().for_each(|player| of[player.0 as usize].push(encounter));
        }
        Round { number, of }
    }

    fn of(&self, player: Player) -> impl Iterator<Item = &'a Encounter> {
        self.of[player.0 as usize].iter().copied()
    }
}

enum Settled {
    Winner(Place),
    Open,
    Play(Encounter),
}

impl Knockout {
    pub(super) fn read(parameters: &Parameters, _seed: u64) -> Result<Knockout, BadParameter> {
        Ok(Knockout { games: parameters.games, tie_breaks: within("tie_breaks", parameters.tie_breaks, 0..=10)? })
    }

    /// Who won the tournament, once it is over.
    pub fn winner(&self, history: &History) -> Option<Player> {
        let mut places = bracket(history);
        let mut number = 1;
        while places.len() > 1 {
            let round = Round::new(history, number);
            let may_go_on = |player| has_come(history, player);
            let pairs = places.chunks(2).map(|pair| self.settle(history, &round, (pair[0], pair.get(1).copied().flatten()), &may_go_on));
            let winners = pairs.map(|settled| if let Settled::Winner(place) = settled { Some(place) } else { None });
            places = winners.collect::<Option<Vec<Place>>>()?;
            number += 1;
        }
        places.first().copied().flatten()
    }

    /// What came of two places, of which one may be open still.
    fn bout(&self, history: &History, round: &Round<'_>, (upper, lower): (Place, Place), is_open: bool) -> Bout {
        let mut bout = Bout { upper, lower, half_points: [0, 0], settled: None, encounters: Vec::new() };
        let mut last = None;
        if let (Some(upper), Some(lower)) = (upper, lower) {
            for encounter in round.of(upper).filter(|e| e.involves(lower)) {
                bout.half_points[0] += encounter.half_points(upper);
                bout.half_points[1] += encounter.half_points(lower);
                last = encounter.ending;
            }
            let numbers = (0..).zip(history.encounters());
            bout.encounters =
                numbers.filter(|(_, e)| e.round == round.number && e.involves(upper) && e.involves(lower)).map(|(n, _)| n).collect();
        }
        if is_open {
            return bout;
        }
        // Whose bye has not been written down, though the round before is over, was not there to have it.
        if let Settled::Winner(winner) = self.settle(history, round, (upper, lower), &|player| has_come(history, player)) {
            let by = match (last, bout.half_points) {
                _ if upper.is_none() || lower.is_none() => By::Bye,
                (Some(EncounterEnd::Played(points)), _)
                    if points.white == points.black && bout.encounters.len() > self.tie_breaks as usize =>
                {
                    By::Seed
                }
                (Some(EncounterEnd::Played(points)), _) if points.white != points.black && bout.encounters.len() > 1 => By::TieBreak,
                (Some(EncounterEnd::Played(points)), _) if points.white != points.black => By::Points,
                // Nobody played, or somebody left between two encounters.
                _ => By::Forfeit,
            };
            bout.settled = Some((winner, by));
        }
        bout
    }

    /// What comes of two places, where those who have nobody to play against go on if they may.
    fn settle(&self, history: &History, round: &Round<'_>, (upper, lower): (Place, Place), may_go_on: &dyn Fn(Player) -> bool) -> Settled {
        let walk_over = |player| self.walk_over(history, round.number, player, may_go_on);
        let noted = |player: Player| round.of(player).any(|e| e.seats == Seats::Bye(player));
        if let Some(player) = [upper, lower].into_iter().flatten().find(|&p| noted(p)) {
            return Settled::Winner(Some(player));
        }
        let (upper, lower) = match (upper, lower) {
            (Some(upper), Some(lower)) => (upper, lower),
            (Some(player), None) | (None, Some(player)) => return walk_over(player),
            (None, None) => return Settled::Winner(None),
        };
        let met = |e: &&Encounter| e.side_of(upper).is_some_and(|(_, opponent)| opponent == lower);
        let mut played = 0;
        for encounter in round.of(upper).filter(met) {
            let side = encounter.side_of(upper).map_or(Side::White, |(side, _)| side);
            match encounter.ending {
                None => return Settled::Open,
                Some(EncounterEnd::Played(points) | EncounterEnd::Forfeit(points)) if points[side] > points[side.other()] => {
                    return Settled::Winner(Some(upper));
                }
                Some(EncounterEnd::Played(points) | EncounterEnd::Forfeit(points)) if points[side] < points[side.other()] => {
                    return Settled::Winner(Some(lower));
                }
                Some(EncounterEnd::Forfeit(points)) if points[side] == 0 => return Settled::Winner(None),
                Some(_) => played += 1,
            }
        }
        // The ladder ends here, also for a winner who has left since: what is decided stays so.
        if played > self.tie_breaks {
            return Settled::Winner(Some(higher_seed(history, upper, lower)));
        }
        match (history.is_present(upper), history.is_present(lower)) {
            (true, true) => {
                // The higher seed begins with White in odd rounds, and each further pair of games begins the other way round.
                let (white, black) = if (round.number + played) % 2 == 1 { (upper, lower) } else { (lower, upper) };
                Settled::Play(Encounter::new(round.number, white, black, if played == 0 { self.games } else { 2 }))
            }
            (true, false) => walk_over(upper),
            (false, _) => walk_over(lower),
        }
    }

    /// Nobody is left to play against `player`, who has a bye; but after the first round, where byes are the seeds', only if that one may go on.
    fn walk_over(&self, history: &History, round: u32, player: Player, may_go_on: &dyn Fn(Player) -> bool) -> Settled {
        match history.is_present(player) && (round == 1 || may_go_on(player)) {
            true => Settled::Play(Encounter::bye(round, player, self.games)),
            false => Settled::Winner(None),
        }
    }
}

/// Whether a player is known to have come: to a game, or to a bye after the first round.
fn has_come(history: &History, player: Player) -> bool {
    let shows = |e: &Encounter| match e.seats {
        Seats::Game(_) => e.is_played() || e.half_points(player) > 0,
        Seats::Bye(_) => e.round > 1,
    };
    history.encounters_of(player).any(shows)
}

fn higher_seed(history: &History, a: Player, b: Player) -> Player {
    let key = |p: Player| (core::cmp::Reverse(history.entrants()[p.0 as usize].rating), p);
    if key(a) < key(b) { a } else { b }
}

/// The first round's places, from top to bottom: each match doubles into the seed there and the one that makes up the sum.
fn bracket(history: &History) -> Vec<Place> {
    let mut seeds = history.by_rating();
    seeds.retain(|p| {
        let entrant = &history.entrants()[p.0 as usize];
        // Who had left before the start was never in.
        entrant.joined_after == 0 && (!entrant.withdrawn || history.encounters_of(*p).next().is_some())
    });
    let mut order = alloc::vec![0];
    while order.len() < seeds.len() {
        let last = 2 * order.len() - 1;
        order = order.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    order.iter().map(|&seed| seeds.get(seed).copied()).collect()
}
