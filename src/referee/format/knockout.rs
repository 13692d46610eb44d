//! Knockout: the loser of a match is out.

use super::parameters::{Parameters, within};
use super::{BadParameter, Format, Situation, joined_at_the_start};
use crate::TableNote;
use crate::pairing::{Encounter, EncounterEnd, History, Next, Player, Seats};
use crate::standings::{Criterion, RankingRules};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};
use rules::BySide;

/// A knockout, seeded by rating: the first seed can meet the second only in the final, the third only in a semi-final, and so on. If the
/// players are not a power of two, the first seeds have a bye in the first round.
///
/// A match is decided by the points of its games, then by the points of each of up to `tie_breaks` pairs of games, then by the seed.
///
/// A player who is absent or withdraws loses. If both are absent, their place in the next round stays empty, and the opponent there has a
/// bye if it is connected or has played a game before; otherwise no player advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knockout {
    /// Games in a match, before tie-breaks.
    pub games: u32,
    /// The most pairs of games that break a tie.
    pub tie_breaks: u32,
}

pub type BracketPlace = Option<Player>;

/// Why a player advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    Points,
    /// The points of a further pair of games.
    TieBreak,
    /// The higher seed, after all games were tied.
    Seed,
    /// The opponent was absent or withdrew.
    Forfeit,
    /// There was no opponent.
    Bye,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnockoutMatch {
    /// The upper place; none if it is open or stays empty.
    pub upper: BracketPlace,
    pub lower: BracketPlace,
    /// The half points of the upper and the lower player.
    pub half_points: [u32; 2],
    /// The player who advances, if there is one, and why; none while the match is open.
    pub settled: Option<(BracketPlace, Advance)>,
    /// The encounters of the match, by the order of pairing from 0.
    pub encounters: Vec<u32>,
}

/// The encounters of one round, by player.
struct KnockoutRound<'a> {
    history: &'a History,
    number: u32,
    of: Vec<Vec<&'a Encounter>>,
}

impl<'a> KnockoutRound<'a> {
    fn new(history: &'a History, number: u32) -> KnockoutRound<'a> {
        let mut of = alloc::vec![Vec::new(); history.entrants().len()];
        for encounter in history.encounters().iter().filter(|e| e.round == number) {
            encounter.players().for_each(|player| of[player.index()].push(encounter));
        }
        KnockoutRound { history, number, of }
    }

    fn of(&self, player: Player) -> impl Iterator<Item = &'a Encounter> {
        self.of[player.index()].iter().copied()
    }
}

enum Settled {
    Winner(BracketPlace),
    Open,
    Play(Encounter),
}

impl Format for Knockout {
    fn next(&self, situation: Situation<'_>) -> Next {
        let history = situation.history;
        let may_advance = |player| situation.is_there(player) || has_attended(history, player);
        let mut places = first_places(history);
        let mut number = 1;
        while places.len() > 1 {
            let round = KnockoutRound::new(history, number);
            let (mut wanted, mut is_open, mut winners) = (Vec::new(), false, Vec::new());
            for pair in places.as_chunks().0 {
                match self.settle(&round, *pair, &may_advance) {
                    Settled::Winner(place) => winners.push(place),
                    Settled::Open => is_open = true,
                    Settled::Play(encounter) => wanted.push(encounter),
                }
            }
            if is_open || !wanted.is_empty() {
                return Next::play_or_wait(wanted);
            }
            (places, number) = (winners, number + 1);
        }
        Next::Over
    }

    fn bracket(&self, history: &History) -> Vec<Vec<KnockoutMatch>> {
        let mut rounds = Vec::new();
        // A match that is not settled leaves its place in the next round open.
        let mut places = if history.round() == 0 { Vec::new() } else { first_places(history) };
        let mut open = alloc::vec![false; places.len()];
        while places.len() > 1 {
            let round = KnockoutRound::new(history, rounds.len() as u32 + 1);
            let pairs = places.as_chunks().0.iter().zip(open.chunks(2));
            let matches: Vec<KnockoutMatch> = pairs.map(|(pair, open)| self.match_of(&round, *pair, open.contains(&true))).collect();
            places = matches.iter().map(|pair| pair.settled.and_then(|(winner, _)| winner)).collect();
            open = matches.iter().map(|pair| pair.settled.is_none()).collect();
            rounds.push(matches);
        }
        rounds
    }

    fn rounds(&self, entrants: u32) -> Option<u32> {
        Some(entrants.max(1).next_power_of_two().ilog2())
    }

    fn stages(&self, entrants: u32) -> Vec<u64> {
        let places = u64::from(entrants.max(1).next_power_of_two());
        // In the first round, players without an opponent have a bye.
        let first = u64::from(entrants).saturating_sub(places / 2);
        let rounds = self.rounds(entrants).unwrap_or(0);
        (0..rounds).map(|round| u64::from(self.games) * if round == 0 { first } else { places >> (round + 1) }).collect()
    }

    fn most_games(&self, entrants: u32) -> u64 {
        u64::from(entrants.saturating_sub(1)) * u64::from(self.games + 2 * self.tie_breaks)
    }

    fn conclusions(&self, history: &History, name: &dyn Fn(Player) -> String) -> Vec<TableNote> {
        let none_won = |last: &Vec<KnockoutMatch>| last.iter().all(|pair| matches!(pair.settled, Some((None, _))));
        let no_winner = self.bracket(history).pop().filter(none_won).map(|_| TableNote::NoWinner);
        let is_level = |encounter: &&Encounter| encounter.ending.is_some_and(is_drawn);
        let mut level: BTreeMap<(u32, Player, Player), u32> = BTreeMap::new();
        for encounter in history.encounters().iter().filter(is_level) {
            if let Seats::Game(BySide { white, black }) = encounter.seats {
                *level.entry((encounter.round, white.min(black), white.max(black))).or_default() += 1;
            }
        }
        let by_seed = level.into_iter().filter(|(_, count)| *count == self.tie_breaks + 1).map(|((round, one, other), _)| {
            let winner = higher_seed(history, one, other);
            TableNote::BySeed { round, winner: name(winner), loser: name(if winner == one { other } else { one }) }
        });
        no_winner.into_iter().chain(by_seed).collect()
    }

    fn rules(&self, _entrants: u32) -> RankingRules {
        RankingRules { order: alloc::vec![Criterion::RoundReached, Criterion::Seed], by_rounds: false, annul_early_leavers: None }
    }
}

/// Whether both players have the same points. Without a point they are both out.
fn is_drawn(ending: EncounterEnd) -> bool {
    let (EncounterEnd::Played(points) | EncounterEnd::Forfeit(points)) = ending;
    points.white == points.black && points.white > 0
}

impl Knockout {
    pub(super) fn read(parameters: &Parameters, _seed: u64) -> Result<Knockout, BadParameter> {
        Ok(Knockout { games: parameters.games, tie_breaks: within("tie_breaks", parameters.tie_breaks, 0..=10)? })
    }

    /// The match of two places, one of which may still be open.
    fn match_of(&self, round: &KnockoutRound<'_>, places: [BracketPlace; 2], is_open: bool) -> KnockoutMatch {
        let [upper, lower] = places;
        let mut this = KnockoutMatch { upper, lower, half_points: [0, 0], settled: None, encounters: Vec::new() };
        let mut last = None;
        if let (Some(upper), Some(lower)) = (upper, lower) {
            let is_theirs = |e: &Encounter| e.round == round.number && e.involves(upper) && e.involves(lower);
            for (number, encounter) in (0..).zip(round.history.encounters()).filter(|(_, e)| is_theirs(e)) {
                this.half_points[0] += encounter.half_points(upper);
                this.half_points[1] += encounter.half_points(lower);
                this.encounters.push(number);
                last = encounter.ending;
            }
        }
        // A player without a bye on record, though the round before is over, was not connected.
        let may_advance = |player| has_attended(round.history, player);
        if !is_open && let Settled::Winner(winner) = self.settle(round, places, &may_advance) {
            let advance = match last {
                _ if upper.is_none() || lower.is_none() => Advance::Bye,
                Some(ending) if is_drawn(ending) && this.encounters.len() > self.tie_breaks as usize => Advance::Seed,
                Some(ending @ EncounterEnd::Played(_)) if !is_drawn(ending) && this.encounters.len() > 1 => Advance::TieBreak,
                Some(ending @ EncounterEnd::Played(_)) if !is_drawn(ending) => Advance::Points,
                // No game was played, or a player withdrew between two encounters.
                _ => Advance::Forfeit,
            };
            this.settled = Some((winner, advance));
        }
        this
    }

    /// The state of a match between two places. A player without an opponent advances if `may_advance` says so.
    fn settle(&self, round: &KnockoutRound<'_>, places: [BracketPlace; 2], may_advance: &dyn Fn(Player) -> bool) -> Settled {
        let history = round.history;
        // In the first round byes belong to the seeds.
        let walk_over = |player| match history.is_present(player) && (round.number == 1 || may_advance(player)) {
            true => Settled::Play(Encounter::bye(round.number, player, self.games)),
            false => Settled::Winner(None),
        };
        let has_bye = |player: &Player| round.of(*player).any(|e| e.seats == Seats::Bye(*player));
        if let Some(player) = places.into_iter().flatten().find(has_bye) {
            return Settled::Winner(Some(player));
        }
        let (upper, lower) = match places {
            [Some(upper), Some(lower)] => (upper, lower),
            [Some(player), None] | [None, Some(player)] => return walk_over(player),
            [None, None] => return Settled::Winner(None),
        };
        let mut played = 0;
        for encounter in round.of(upper) {
            let side = match encounter.side_of(upper) {
                Some((side, opponent)) if opponent == lower => side,
                _ => continue,
            };
            let Some(ending) = encounter.ending else { return Settled::Open };
            let (EncounterEnd::Played(points) | EncounterEnd::Forfeit(points)) = ending;
            match points[side].cmp(&points[side.other()]) {
                Ordering::Greater => return Settled::Winner(Some(upper)),
                Ordering::Less => return Settled::Winner(Some(lower)),
                Ordering::Equal if points[side] == 0 && matches!(ending, EncounterEnd::Forfeit(_)) => return Settled::Winner(None),
                Ordering::Equal => played += 1,
            }
        }
        // This holds for a winner who has withdrawn since, too.
        if played > self.tie_breaks {
            return Settled::Winner(Some(higher_seed(history, upper, lower)));
        }
        match (history.is_present(upper), history.is_present(lower)) {
            (true, true) => {
                // The higher seed begins with White in odd rounds, and colours alternate between pairs of games.
                let (white, black) = if (round.number + played) % 2 == 1 { (upper, lower) } else { (lower, upper) };
                Settled::Play(Encounter::new(round.number, white, black, if played == 0 { self.games } else { 2 }))
            }
            (true, false) => walk_over(upper),
            (false, _) => walk_over(lower),
        }
    }
}

/// Whether a player has come to a game, or to a bye after the first round.
fn has_attended(history: &History, player: Player) -> bool {
    let shows = |e: &Encounter| match e.seats {
        Seats::Game(_) => e.is_played() || e.half_points(player) > 0,
        Seats::Bye(_) => e.round > 1,
    };
    history.encounters_of(player).any(shows)
}

fn higher_seed(history: &History, a: Player, b: Player) -> Player {
    let key = |p: Player| (Reverse(history.entrants()[p.index()].rating), p);
    if key(a) < key(b) { a } else { b }
}

/// The places of the first round, from top to bottom, a power of two: the seeds of a match add up to the number of places plus one.
fn first_places(history: &History) -> Vec<BracketPlace> {
    let mut seeds = history.by_rating();
    // Entrants who withdrew before the start have no encounter.
    let took_part = |p: &Player| history.is_present(*p) || history.encounters_of(*p).next().is_some();
    seeds.retain(|p| joined_at_the_start(history, *p) && took_part(p));
    let mut order = alloc::vec![0];
    while order.len() < seeds.len() {
        let last = 2 * order.len() - 1;
        order = order.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    order.iter().map(|&seed| seeds.get(seed).copied()).collect()
}
