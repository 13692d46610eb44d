//! Pairing of a bracket by one perfect matching of least cost.
//!
//! The vertices are the moved-down players, the residents, the players of the next bracket, and all below with the bye, or free places
//! instead of these.

use super::absolute::{Absolute, Breach};
use super::criteria::{Criteria, Destination};
use crate::pairing::swiss::matching::{Edge, MatchingSolver, Weight};
use crate::pairing::swiss::player_record::PlayerRecord;
use alloc::vec::Vec;
use core::ops::Range;

/// Indices of records, with the higher-ranked player first.
#[derive(Clone, Copy, Debug)]
pub enum DutchPairing {
    Pair(usize, usize),
    Bye(usize),
}

#[derive(Default)]
pub struct Paired {
    pub pairs: Vec<DutchPairing>,
    pub floaters: Vec<usize>,
}

/// The players below the bracket that the matching includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookahead {
    /// All, who must be paired completely (C4).
    Whole,
    /// Those of the next bracket; up to one more than this number of players may go further down.
    Next { places: usize },
    /// None: all floaters find an opponent in the next bracket without taking it from another player.
    Here { floaters: usize },
}

/// A bracket before pairing.
#[derive(Clone)]
pub(super) struct ScoreBracket<'a> {
    pub records: &'a [PlayerRecord],
    pub absolute: &'a Absolute,
    /// Once it returns false, the pairing stops.
    pub keep_going: &'a dyn Fn() -> bool,
    /// Indices of records in rank order: the moved-down players, then the residents.
    pub players: Vec<usize>,
    pub moved_down: usize,
    /// The indices of the residents of the next bracket.
    pub next: Range<usize>,
    pub lookahead: Lookahead,
    /// The score of the player with the bye (C5).
    pub bye_score: Option<u32>,
    /// Whether the only floater has the bye, so that C9 applies.
    pub bye_alone: bool,
    /// The number of pairs of residents, if it is known: then exchanges are part of the cost.
    pub pairs: Option<usize>,
}

impl ScoreBracket<'_> {
    /// The pairs and floaters, and the number of free places used; none if the absolute criteria cannot hold.
    pub fn pair(&self) -> Option<(Paired, usize)> {
        let bracket: Vec<&PlayerRecord> = self.players.iter().map(|&at| &self.records[at]).collect();
        let most_games = self.records.iter().map(|record| record.opponents.len()).max().unwrap_or(0);
        let relaxed = !self.absolute.is_legal();
        let criteria = Criteria::new(&bracket, self.moved_down, self.next.len(), self.records.len(), relaxed, most_games);
        match criteria.numbers {
            ..=4 => self.arrange::<4>(&criteria),
            5..=12 => self.arrange::<12>(&criteria),
            _ => self.arrange::<40>(&criteria),
        }
    }

    /// The number of vertices that are players.
    fn known(&self) -> usize {
        let below = match self.lookahead {
            Lookahead::Whole => self.records.len() - self.next.start,
            Lookahead::Next { .. } => self.next.len(),
            Lookahead::Here { .. } => 0,
        };
        self.players.len() + below
    }

    fn record(&self, vertex: usize) -> usize {
        self.players.get(vertex).copied().unwrap_or_else(|| self.next.start + vertex - self.players.len())
    }

    /// All matchings of least cost.
    ///
    /// If the criteria need more numbers than a cost has, the first are minimised first. Then the excess of each edge over these optimal
    /// matchings becomes the first number, and the next criteria follow.
    pub fn solver<const N: usize>(&self, criteria: &Criteria) -> Option<MatchingSolver<'_, N>> {
        let mut solver = self.solved(criteria, &[])?;
        let mut criteria = criteria.clone();
        while criteria.decided + N < criteria.numbers {
            criteria.decided += N - 2;
            solver = self.solved(&criteria, &solver.excess())?;
        }
        solver.remove_non_tight_edges();
        Some(solver)
    }

    /// The optimal matching; `decided`, if not empty, is the first number of each edge's cost.
    fn solved<const N: usize>(&self, criteria: &Criteria, decided: &[i64]) -> Option<MatchingSolver<'_, N>> {
        let (players, known) = (self.players.len(), self.known());
        let next = players + self.next.len();
        let mut edges: Vec<Edge<N>> = Vec::new();
        for a in 0..known {
            if !(self.keep_going)() {
                return None;
            }
            for b in (a + 1).max(if a < self.moved_down { self.moved_down } else { 0 })..known {
                if let Some(breach) = self.absolute.pair(self.records, self.record(a), self.record(b)) {
                    let mut cost = criteria.breach(breach);
                    if b < players {
                        criteria.pair(&self.records[self.players[a]], &self.records[self.players[b]], &mut cost);
                        cost.0[N - 1] = self.exchange(a, Some(b));
                    } else if a < players {
                        let to = if b < next { Destination::Next } else { Destination::Below };
                        criteria.float(&self.records[self.players[a]], to, self.bye_alone, &mut cost);
                        cost.0[N - 1] = self.exchange(a, None);
                    } else if a < next && b >= next {
                        criteria.next_float(&mut cost);
                    }
                    edges.push((a, b, cost));
                }
            }
        }
        let leave = |vertex: usize, place: usize, breach: Breach, to: Destination| -> Edge<N> {
            let mut cost = criteria.breach(breach);
            if vertex < players {
                criteria.float(&self.records[self.players[vertex]], to, self.bye_alone, &mut cost);
                cost.0[N - 1] = self.exchange(vertex, None);
            } else if vertex < next {
                criteria.next_float(&mut cost);
            }
            (vertex, place, cost)
        };
        let vertices = match self.lookahead {
            Lookahead::Whole => {
                let may_have_bye = |vertex: &usize| Some(self.records[self.record(*vertex)].score) == self.bye_score;
                for vertex in (0..known).filter(may_have_bye) {
                    if let Some(breach) = self.absolute.bye(&self.records[self.record(vertex)]) {
                        edges.push(leave(vertex, known, breach, Destination::Bye));
                    }
                }
                known + usize::from(self.bye_score.is_some())
            }
            Lookahead::Here { floaters } => {
                for place in known..known + floaters {
                    edges.extend((0..known).map(|vertex| leave(vertex, place, Breach::default(), Destination::Next)));
                }
                known + floaters
            }
            Lookahead::Next { places } => {
                let end = known + places + known % 2;
                for place in known..end {
                    edges.extend((0..known).map(|vertex| leave(vertex, place, Breach::default(), Destination::Below)));
                    edges.extend((known..place).map(|other| (other, place, Weight::ZERO)));
                }
                end
            }
        };
        for ((_, _, cost), &excess) in edges.iter_mut().zip(decided) {
            cost.0[0] = excess;
        }
        if criteria.decided + N < criteria.numbers {
            // The order of pairings comes after all criteria.
            edges.iter_mut().for_each(|(_, _, cost)| cost.0[N - 1] = 0);
        }
        let mut solver = MatchingSolver::new(vertices, edges, self.keep_going)?;
        solver.lower_duals();
        solver.start_greedily();
        solver.complete()?;
        Some(solver)
    }

    pub fn partner<const N: usize>(&self, solver: &MatchingSolver<N>, vertex: usize) -> Option<usize> {
        Some(solver.partner(vertex)).filter(|&partner| partner < self.players.len())
    }

    /// The pairs and floaters of a matching, and the number of free places used.
    pub fn paired<const N: usize>(&self, solver: &MatchingSolver<N>) -> (Paired, usize) {
        let mut paired = Paired::default();
        for (vertex, &player) in self.players.iter().enumerate() {
            match self.partner(solver, vertex) {
                Some(partner) if vertex < partner => paired.pairs.push(DutchPairing::Pair(player, self.players[partner])),
                Some(_) => {}
                None => paired.floaters.push(player),
            }
        }
        let taken = (0..self.known()).filter(|&vertex| solver.partner(vertex) >= self.known()).count();
        (paired, taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::swiss::dutch::absolute::Rigour;
    use crate::pairing::swiss::player_record::Reading;
    use crate::pairing::{Encounter, EncounterEnd, History, Player, Rng};
    use rules::BySide;

    /// A random field after two rounds: a third has scores above 10, most of them different; the others have 10 and 5.
    fn records(players: u32, rng: &mut Rng) -> Vec<PlayerRecord> {
        let mut history = History::default();
        (0..players).for_each(|at| _ = history.join(3000 - at as i32));
        let mut virtual_points: Vec<Vec<u32>> = (0..players).map(|_| (0..2).map(|_| rng.below(3) as u32).collect()).collect();
        for round in [1, 2] {
            let mut left: Vec<Player> = history.players().collect();
            while left.len() > 1 {
                let [white, black] = [(); 2].map(|()| left.swap_remove(rng.below(left.len())));
                let number = history.add(&[Encounter::new(round, white, black, 1)]);
                let points = rng.below(3) as u32;
                history.finish(number, EncounterEnd::Played(BySide { white: points, black: 2 - points }));
            }
            left.into_iter().for_each(|alone| history.excuse(alone, round, 0));
        }
        for (player, points) in history.players().zip(&mut virtual_points) {
            let won: u32 = history.encounters_of(player).map(|encounter| encounter.half_points(player)).sum();
            points.push(
                match rng.below(16) {
                    0..5 => 11 + rng.below(400) as u32,
                    5..11 => 10,
                    _ => 5,
                } - won,
            );
        }
        Reading { rounds: 5, games: 1, virtual_points: &virtual_points }.records(&history)
    }

    /// Minimising in several stages gives the same result as in one.
    #[test]
    fn costs_of_any_length_agree() {
        let mut rng = Rng::new(6);
        let (mut arranged, mut stages) = (0, 0);
        for _ in 0..12 {
            let records = records(10 + rng.below(120) as u32, &mut rng);
            let absolute = Absolute::new(&records, &[], [Rigour::Legal, Rigour::Relaxed][rng.below(2)]);
            let Some(bye_score) = absolute.bye_score(&records, &|| true) else { continue };
            let [moved_down, end] = [11, 10].map(|least| records.iter().filter(|record| record.score >= least).count());
            let (players, next, lookahead) = ((0..end).collect(), end..records.len(), Lookahead::Whole);
            let bracket = ScoreBracket {
                records: &records,
                absolute: &absolute,
                players,
                moved_down,
                next,
                lookahead,
                bye_score,
                bye_alone: rng.below(2) == 0,
                pairs: None,
                keep_going: &|| true,
            };
            let all: Vec<&PlayerRecord> = records.iter().collect();
            let relaxed = !absolute.is_legal();
            let criteria = Criteria::new(&all[..end], moved_down, bracket.next.len(), records.len(), relaxed, 2);
            assert!(criteria.numbers <= 40);
            let flattened = |paired: Option<(Paired, usize)>| {
                paired.map(|(Paired { pairs, floaters }, taken)| (alloc::format!("{pairs:?}"), floaters, taken))
            };
            let long = flattened(bracket.arrange::<40>(&criteria));
            assert_eq!(flattened(bracket.arrange::<4>(&criteria)), long, "{} numbers, {} of {}", criteria.numbers, end, records.len());
            arranged += usize::from(long.is_some());
            stages = stages.max(criteria.numbers - 2);
        }
        assert!(arranged > 10 && stages > 4, "{arranged} brackets, {stages} stages");
    }
}
