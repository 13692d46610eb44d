//! Pairing one bracket: the whole of what may become of it is one perfect matching of least cost.
//!
//! The vertices are the players of the bracket, those who moved down first, then those of the next bracket, then all below and the
//! bye; or instead of these some free places.

use super::absolute::{Absolute, Breach};
use super::criteria::{Criteria, Destination};
use crate::pairing::swiss::card::Card;
use crate::pairing::swiss::forest::Solver;
use crate::pairing::swiss::{Edge, Weight};
use alloc::vec::Vec;
use core::ops::Range;

/// Places in the list of cards; the higher-ranked player comes first.
#[derive(Clone, Copy)]
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

    /// All vertices and edges, with what is wrong with each.
    pub fn solver<const N: usize>(&self, criteria: &Criteria) -> Option<Solver<'_, N>> {
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
        let mut solver = Solver::new(vertices, edges, self.go_on)?;
        solver.lower_duals();
        solver.start_greedily();
        solver.complete()?;
        solver.forget_dear_edges();
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
