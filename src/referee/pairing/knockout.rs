//! Who loses is out.

use super::{Encounter, Ending, Format, History, Next, Player, Seats};
use alloc::vec::Vec;
use rules::Side;

/// A knockout, seeded by rating: the first seed can meet the second in the final only, the third in a semi-final only, and so on;
/// where the players are not a power of two, the first seeds have a bye in the first round.
///
/// The ladder of a match, until one step decides:
/// 1. the points of its games;
/// 2. the points of each of up to `tie_breaks` further pairs of games, one pair after the other;
/// 3. the higher seed goes on.
///
/// Who does not come or withdraws has lost; if neither comes, the place in the next round stays empty, and whoever would have played
/// there has a bye. Nobody can join late: who comes after the first round has been paired is not paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knockout {
    /// Games in a match, before tie-breaks.
    pub games: u32,
    /// Tie-break pairs at most.
    pub tie_breaks: u32,
}

/// A place in the bracket: a player, or nobody at all.
type Place = Option<Player>;

impl Format for Knockout {
    fn next(&self, history: &History) -> Next {
        let mut places = bracket(history);
        let mut round = 1;
        while places.len() > 1 {
            let mut wanted = Vec::new();
            let mut waiting = false;
            let mut winners = Vec::with_capacity(places.len() / 2);
            for pair in places.chunks(2) {
                let (upper, lower) = (pair[0], pair.get(1).copied().flatten());
                match self.settle(history, round, upper, lower) {
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
            round += 1;
        }
        Next::Over
    }
}

enum Settled {
    Winner(Place),
    Open,
    Play(Encounter),
}

impl Knockout {
    /// Who won the tournament, once it is over.
    pub fn winner(&self, history: &History) -> Option<Player> {
        let mut places = bracket(history);
        let mut round = 1;
        while places.len() > 1 {
            let pairs = places.chunks(2).map(|pair| self.settle(history, round, pair[0], pair.get(1).copied().flatten()));
            let winners = pairs.map(|settled| if let Settled::Winner(place) = settled { Some(place) } else { None });
            places = winners.collect::<Option<Vec<Place>>>()?;
            round += 1;
        }
        places.first().copied().flatten()
    }

    fn settle(&self, history: &History, round: u32, upper: Place, lower: Place) -> Settled {
        let noted = |player: Player| history.encounters().iter().any(|e| e.round == round && e.seats == Seats::Bye(player));
        if let Some(player) = [upper, lower].into_iter().flatten().find(|&p| noted(p)) {
            return Settled::Winner(Some(player));
        }
        let (upper, lower) = match (upper, lower) {
            (Some(upper), Some(lower)) => (upper, lower),
            (Some(player), None) | (None, Some(player)) => return self.walk_over(history, round, player),
            (None, None) => return Settled::Winner(None),
        };
        let met = |e: &&Encounter| e.round == round && e.side_of(upper).is_some_and(|(_, opponent)| opponent == lower);
        let mut played = 0;
        for encounter in history.encounters().iter().filter(met) {
            let side = encounter.side_of(upper).map_or(Side::White, |(side, _)| side);
            match encounter.ending {
                None => return Settled::Open,
                Some(Ending::Forfeit(winner)) => {
                    return Settled::Winner(winner.map(|winner| if winner == side { upper } else { lower }));
                }
                Some(Ending::Played(points)) if points[side] > points[side.other()] => return Settled::Winner(Some(upper)),
                Some(Ending::Played(points)) if points[side] < points[side.other()] => return Settled::Winner(Some(lower)),
                Some(Ending::Played(_)) => played += 1,
            }
        }
        // The ladder ends here, also for a winner who has left since: what is decided stays so.
        if played > self.tie_breaks {
            return Settled::Winner(Some(higher_seed(history, upper, lower)));
        }
        match (history.is_present(upper), history.is_present(lower)) {
            (true, true) => {
                // The higher seed begins with White in odd rounds, and each further pair of games begins the other way round.
                let (white, black) = if (round + played) % 2 == 1 { (upper, lower) } else { (lower, upper) };
                Settled::Play(Encounter::new(round, white, black, if played == 0 { self.games } else { 2 }))
            }
            (true, false) => self.walk_over(history, round, upper),
            (false, _) => self.walk_over(history, round, lower),
        }
    }

    /// Nobody is left to play against `player`, if that one is there at all.
    fn walk_over(&self, history: &History, round: u32, player: Player) -> Settled {
        match history.is_present(player) {
            true => Settled::Play(Encounter::bye(round, player, self.games)),
            false => Settled::Winner(None),
        }
    }
}

fn higher_seed(history: &History, a: Player, b: Player) -> Player {
    let key = |p: Player| (core::cmp::Reverse(history.entrants()[p.index()].rating), p);
    if key(a) < key(b) { a } else { b }
}

/// The first round's places, from top to bottom: each match doubles into the seed there and the one that makes up the sum.
fn bracket(history: &History) -> Vec<Place> {
    let mut seeds = history.by_rating();
    seeds.retain(|p| {
        let entrant = &history.entrants()[p.index()];
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
