//! The order of equally good pairings (FIDE C.04.3, article 4): the moved-down players who are paired, their opponents, the exchanges
//! between the halves, and the transpositions of the second half.
//!
//! Residents without a moved-down opponent have bracket sequence numbers from 0, by rank. The upper player of a pair has the lower number;
//! in the natural pairing S1 are the uppers and S2 the others.

use super::bracket::{DutchPairing, Paired, ScoreBracket};
use super::criteria::Criteria;
use crate::pairing::swiss::matching::MatchingSolver;
use alloc::vec::Vec;

/// The bit of the number of exchanges in the last number of a cost; the lowest bits are for the ranks of tie-breaking.
const EXCHANGES: u32 = 42;
/// The bit of the differences of the exchanged numbers.
const SUM: u32 = 21;

impl ScoreBracket<'_> {
    /// The part of a pair, or of an unpaired player, in the exchanges: whether there is one, and how far the exchanged numbers are from the
    /// middle. A natural pair costs 0.
    pub(super) fn exchange(&self, upper: usize, lower: Option<usize>) -> i64 {
        let Some(half) = self.pairs.filter(|_| upper >= self.moved_down) else { return 0 };
        let number = |vertex: usize| vertex - self.moved_down;
        let from_second_half = match number(upper).checked_sub(half) {
            Some(beyond) if lower.is_some() => 1 << EXCHANGES | ((beyond + 1) as i64) << SUM,
            _ => 0,
        };
        // The lower player, or the unpaired one.
        let from_first_half = half.saturating_sub(number(lower.unwrap_or(upper))) as i64;
        from_second_half + (from_first_half << SUM)
    }

    /// The first of the best pairings, and the number of free places it takes.
    pub(super) fn arrange<const N: usize>(&self, criteria: &Criteria) -> Option<(Paired, usize)> {
        if self.moved_down == 0 {
            // The guess is that all residents are paired.
            return self.clone().arrange_residents::<N>(criteria, self.players.len() / 2);
        }
        let mut solver = self.solver::<N>(criteria)?;
        self.settle_moved_down(&mut solver)?;
        let (mut paired, taken) = self.paired(&solver);
        let with_moved_down: Vec<bool> = {
            let moved = |vertex: usize| vertex < self.moved_down;
            let pair = |vertex: usize| self.partner(&solver, vertex).filter(|&partner| moved(vertex) || moved(partner));
            (0..self.players.len()).map(|vertex| pair(vertex).is_some()).collect()
        };
        let pairs = paired.pairs.len() - with_moved_down[..self.moved_down].iter().filter(|&&with| with).count();
        if pairs == 0 {
            return Some((paired, taken));
        }
        // The rest is a bracket without the players who are paired with moved-down players.
        let mut rest = self.clone();
        let left = |vertex: &usize| !with_moved_down[*vertex];
        rest.moved_down = (0..self.moved_down).filter(left).count();
        rest.players = (0..self.players.len()).filter(left).map(|vertex| self.players[vertex]).collect();
        paired.pairs.retain(|pairing| matches!(pairing, DutchPairing::Pair(higher, _) if !rest.players.contains(higher)));
        let (residents, taken) = rest.arrange_residents::<N>(criteria, pairs)?;
        paired.pairs.extend(residents.pairs);
        Some((Paired { pairs: paired.pairs, floaters: residents.floaters }, taken))
    }

    /// Pairs the highest-ranked moved-down players, each with the first possible resident.
    fn settle_moved_down<const N: usize>(&self, solver: &mut MatchingSolver<N>) -> Option<()> {
        let residents = self.moved_down..self.players.len();
        for vertex in 0..self.moved_down {
            solver.settle(vertex, |other| i64::from(!residents.contains(&other)))?;
        }
        for vertex in 0..self.moved_down {
            if self.partner(solver, vertex).is_some() {
                solver.settle(vertex, |other| other as i64)?;
            }
        }
        Some(())
    }

    /// Pairs the residents among themselves, in this number of pairs.
    fn arrange_residents<const N: usize>(mut self, criteria: &Criteria, pairs: usize) -> Option<(Paired, usize)> {
        self.pairs = Some(pairs);
        let mut solver = self.solver::<N>(criteria)?;
        let made = (self.moved_down..self.players.len()).filter(|&vertex| self.is_upper(&solver, vertex)).count();
        if made != pairs {
            return self.arrange_residents::<N>(criteria, made);
        }
        self.settle_exchanges(&mut solver, pairs)?;
        let uppers: Vec<bool> = (0..self.players.len()).map(|vertex| self.is_upper(&solver, vertex)).collect();
        for vertex in (0..self.players.len()).filter(|&vertex| uppers[vertex]) {
            let is_lower = |other: usize| uppers.get(other) == Some(&false) && other >= self.moved_down;
            solver.settle(vertex, |other| if is_lower(other) { other } else { self.players.len() } as i64)?;
        }
        Some(self.paired(&solver))
    }

    fn is_upper<const N: usize>(&self, solver: &MatchingSolver<N>, vertex: usize) -> bool {
        vertex >= self.moved_down && self.partner(solver, vertex).is_some_and(|partner| vertex < partner)
    }

    /// Fixes the residents who change halves (article 4.3): the cost minimises their number, then the difference of their numbers; then the
    /// last of S1 are exchanged, then the first of S2.
    fn settle_exchanges<const N: usize>(&self, solver: &mut MatchingSolver<N>, half: usize) -> Option<()> {
        let (start, middle, end) = (self.moved_down, self.moved_down + half, self.players.len());
        let makes_upper = |vertex: usize, other: usize| other < end && vertex < other;
        let exchanges = (start..middle).filter(|&vertex| !self.is_upper(solver, vertex)).count();
        if exchanges == 0 {
            return Some(());
        }
        let mut left = exchanges;
        for vertex in (start..middle).rev() {
            if left == 0 {
                break;
            }
            solver.settle(vertex, |other| i64::from(makes_upper(vertex, other)))?;
            left -= usize::from(!self.is_upper(solver, vertex));
        }
        let mut left = exchanges;
        for vertex in middle..end {
            // The last one follows from the sum.
            if left <= 1 {
                break;
            }
            solver.settle(vertex, |other| i64::from(!makes_upper(vertex, other)))?;
            left -= usize::from(self.is_upper(solver, vertex));
        }
        // From here on the halves are fixed.
        for vertex in start..end {
            let upper = self.is_upper(solver, vertex);
            solver.settle(vertex, |other| i64::from(makes_upper(vertex, other) != upper))?;
        }
        Some(())
    }
}
