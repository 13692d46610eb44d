//! Pairing one bracket: the whole of what may become of it is one perfect matching of least cost.
//!
//! The vertices are the players of the bracket, those who moved down first, then those of the next bracket, then all below and the
//! bye; or instead of these some free places.

use super::absolute::{Absolute, Breach};
use super::criteria::{Criteria, Destination};
use crate::pairing::swiss::card::Card;
use crate::pairing::swiss::forest::Solver;
use crate::pairing::swiss::weight::{Edge, Weight};
use alloc::vec::Vec;
use core::ops::Range;

/// Places in the list of cards; the higher-ranked player comes first.
#[derive(Clone, Copy, Debug)]
pub enum Pairing {
    Pair(usize, usize),
    Bye(usize),
}

/// A bracket's pairs, and who moves down.
#[derive(Default)]
pub struct Paired {
    pub pairs: Vec<Pairing>,
    pub floaters: Vec<usize>,
}

/// How far a bracket looks down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// All players below must be paired somehow (C4).
    Whole,
    /// Below the next bracket there are so many to play with that anybody may go there, up to one more than so many.
    Next {
        /// How many.
        places: usize,
    },
    /// Whoever moves down finds an opponent in the next bracket, and no fewer players will have one there.
    Here {
        /// How many move down.
        floaters: usize,
    },
}

/// A bracket about to be paired.
#[derive(Clone)]
pub(super) struct Bracket<'a> {
    pub cards: &'a [Card],
    pub absolute: &'a Absolute,
    /// Whether to go on; once it says no, nothing is paired any more.
    pub go_on: &'a dyn Fn() -> bool,
    /// Places in `cards`, in rank order: first those moved down, then the residents.
    pub players: Vec<usize>,
    pub moved_down: usize,
    /// The places of the next bracket's residents.
    pub next: Range<usize>,
    pub outlook: Outlook,
    /// C5: the score of who may have the bye.
    pub bye_score: Option<u32>,
    /// Whether the one that moves down has the bye, so that C9 counts.
    pub bye_alone: bool,
    /// How many pairs the residents make among themselves, if that is known: then their halves are in the cost.
    pub pairs: Option<usize>,
}

impl Bracket<'_> {
    /// The pairs and floaters, and how many free places were taken. None if the absolute criteria do not allow for it.
    pub fn pair(&self) -> Option<(Paired, usize)> {
        let bracket: Vec<&Card> = self.players.iter().map(|&at| &self.cards[at]).collect();
        let most_games = self.cards.iter().map(|card| card.opponents.len()).max().unwrap_or(0);
        let desperate = !self.absolute.is_legal();
        let criteria = Criteria::new(&bracket, self.moved_down, self.next.len(), self.cards.len(), desperate, most_games);
        match criteria.numbers {
            ..=2 => self.arrange::<2>(&criteria),
            3 => self.arrange::<3>(&criteria),
            4 => self.arrange::<4>(&criteria),
            5..=6 => self.arrange::<6>(&criteria),
            7..=12 => self.arrange::<12>(&criteria),
            _ => self.arrange::<40>(&criteria),
        }
    }

    /// How many vertices stand for players.
    fn known(&self) -> usize {
        let below = match self.outlook {
            Outlook::Whole => self.cards.len() - self.next.start,
            Outlook::Next { .. } => self.next.len(),
            Outlook::Here { .. } => 0,
        };
        self.players.len() + below
    }

    /// The card of a vertex that stands for a player.
    fn card(&self, vertex: usize) -> usize {
        self.players.get(vertex).copied().unwrap_or_else(|| self.next.start + vertex - self.players.len())
    }

    /// All matchings of least cost.
    ///
    /// Of more numbers than a cost has, the first are minimised by themselves. What is left of them is one number, by how far an edge is from the
    /// matchings that are best so far, and that outweighs the numbers that come next.
    pub fn solver<const N: usize>(&self, criteria: &Criteria) -> Option<Solver<'_, N>> {
        let mut solver = self.solved(criteria, &[])?;
        let mut criteria = criteria.clone();
        while criteria.decided + N < criteria.numbers {
            criteria.decided += N - 2;
            solver = self.solved(&criteria, &solver.excess())?;
        }
        solver.forget_dear_edges();
        Some(solver)
    }

    /// All vertices and edges, with what is wrong with each, matched; `decided` is the first number of each edge's cost, if it is not empty.
    fn solved<const N: usize>(&self, criteria: &Criteria, decided: &[i64]) -> Option<Solver<'_, N>> {
        let (players, known) = (self.players.len(), self.known());
        let next = players + self.next.len();
        let mut edges: Vec<Edge<N>> = Vec::new();
        for a in 0..known {
            if !(self.go_on)() {
                return None;
            }
            for b in (a + 1).max(if a < self.moved_down { self.moved_down } else { 0 })..known {
                if let Some(breach) = self.absolute.pair(self.cards, self.card(a), self.card(b)) {
                    let mut cost = criteria.breach(breach);
                    if b < players {
                        criteria.pair(&self.cards[self.players[a]], &self.cards[self.players[b]], &mut cost);
                        cost.0[N - 1] = self.exchange(a, Some(b));
                    } else if a < players {
                        let to = if b < next { Destination::Next } else { Destination::Below };
                        criteria.float(&self.cards[self.players[a]], to, self.bye_alone, &mut cost);
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
                criteria.float(&self.cards[self.players[vertex]], to, self.bye_alone, &mut cost);
                cost.0[N - 1] = self.exchange(vertex, None);
            } else if vertex < next {
                criteria.next_float(&mut cost);
            }
            (vertex, place, cost)
        };
        let vertices = match self.outlook {
            Outlook::Whole => {
                let may_have_bye = |vertex: &usize| Some(self.cards[self.card(*vertex)].score) == self.bye_score;
                for vertex in (0..known).filter(may_have_bye) {
                    if let Some(breach) = self.absolute.bye(&self.cards[self.card(vertex)]) {
                        edges.push(leave(vertex, known, breach, Destination::Bye));
                    }
                }
                known + usize::from(self.bye_score.is_some())
            }
            Outlook::Here { floaters } => {
                for place in known..known + floaters {
                    edges.extend((0..known).map(|vertex| leave(vertex, place, Breach::default(), Destination::Next)));
                }
                known + floaters
            }
            Outlook::Next { places } => {
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
            // The order of pairings comes after all numbers.
            edges.iter_mut().for_each(|(_, _, cost)| cost.0[N - 1] = 0);
        }
        let mut solver = Solver::new(vertices, edges, self.go_on)?;
        solver.lower_duals();
        solver.start_greedily();
        solver.complete()?;
        Some(solver)
    }

    /// What becomes of a vertex that is a player of the bracket.
    pub fn partner<const N: usize>(&self, solver: &Solver<N>, vertex: usize) -> Option<usize> {
        Some(solver.partner(vertex)).filter(|&partner| partner < self.players.len())
    }

    /// The pairs and floaters that a matching says, and how many free places it takes.
    pub fn paired<const N: usize>(&self, solver: &Solver<N>) -> (Paired, usize) {
        let mut paired = Paired::default();
        for (vertex, &player) in self.players.iter().enumerate() {
            match self.partner(solver, vertex) {
                Some(partner) if vertex < partner => paired.pairs.push(Pairing::Pair(player, self.players[partner])),
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
    use crate::pairing::swiss::card::Reading;
    use crate::pairing::swiss::dutch::absolute::Rigour;
    use crate::pairing::{Encounter, EncounterEnd, History, Player, Rng};
    use rules::BySide;

    /// The cards of a random field after two rounds: a third has scores above 10, mostly each its own; the others have 10 and 5.
    fn cards(players: u32, rng: &mut Rng) -> Vec<Card> {
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
        Reading { rounds: 5, games: 1, virtual_points: &virtual_points }.deal(&history)
    }

    /// Numbers that do not fit a cost are minimised after those that do: it makes no difference how many fit.
    #[test]
    fn a_short_cost_says_the_same_as_a_long_one() {
        let mut rng = Rng::new(6);
        let (mut arranged, mut stages) = (0, 0);
        for _ in 0..25 {
            let cards = cards(10 + rng.below(200) as u32, &mut rng);
            let absolute = Absolute::new(&cards, &[], [Rigour::Legal, Rigour::Desperate][rng.below(2)]);
            let Some(bye_score) = absolute.bye_score(&cards, &|| true) else { continue };
            let [moved_down, end] = [11, 10].map(|least| cards.iter().filter(|card| card.score >= least).count());
            let (players, next, outlook) = ((0..end).collect(), end..cards.len(), Outlook::Whole);
            let bracket = Bracket {
                cards: &cards,
                absolute: &absolute,
                players,
                moved_down,
                next,
                outlook,
                bye_score,
                bye_alone: rng.below(2) == 0,
                pairs: None,
                go_on: &|| true,
            };
            let all: Vec<&Card> = cards.iter().collect();
            let desperate = !absolute.is_legal();
            let criteria = Criteria::new(&all[..end], moved_down, bracket.next.len(), cards.len(), desperate, 2);
            assert!(criteria.numbers <= 40);
            let told = |paired: Option<(Paired, usize)>| {
                paired.map(|(Paired { pairs, floaters }, taken)| (alloc::format!("{pairs:?}"), floaters, taken))
            };
            let long = told(bracket.arrange::<40>(&criteria));
            assert_eq!(told(bracket.arrange::<3>(&criteria)), long, "{} numbers, {} of {}", criteria.numbers, end, cards.len());
            arranged += usize::from(long.is_some());
            stages = stages.max(criteria.numbers - 2);
        }
        assert!(arranged > 10 && stages > 4, "{arranged} brackets, {stages} stages");
    }
}
