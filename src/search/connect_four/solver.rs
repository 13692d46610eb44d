//! The exact value of any Connect Four position, by a search to the end of the game.
//!
//! After Allis 1988 and the published accounts of Tromp and Pons: bitboards, no moves that lose immediately, moves with many threats first, a
//! table of bounds, and null-window searches that narrow the value. Besides, a static bound by claimeven ([`StoneBitboards::most`]), and a probe of
//! all children before one is searched.

use super::book::{BOOK, Book};
use super::bounds::{Bounds, BoundsBucket, SolverBound};
use super::stones::StoneBitboards;
use rules::connect_four::{CELLS, COLUMNS, Column, column_cells};
use rules::{ConnectFour, Position};
use std::sync::LazyLock;

/// Columns from the middle outwards: most lines cross there.
const FROM_THE_MIDDLE: [u8; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];
/// Up to this distance from 0, the search tests each value with a null window; beyond, it bisects.
const CLOSE: i32 = 5;
/// Nodes between two calls of `keep_going`: at most, and before the first.
const POLL: u64 = 1 << 14;
const FIRST_POLL: u64 = 64;
/// With fewer empty cells than this, a search is as fast as the table.
const MIN_EMPTY: i32 = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactValue {
    /// The value for the side to move: 0 for a draw; if the winning stone is ply `n` of 42, ⌊(44 − n) / 2⌋, negative if the opponent
    /// wins.
    pub score: i32,
    pub nodes: u64,
}

/// Solves positions; the table is reused from one to the next.
pub struct ConnectFourSolver {
    bounds: Bounds,
    book: Option<&'static LazyLock<Book>>,
    nodes: u64,
    next_poll: u64,
}

impl ConnectFourSolver {
    /// A solver whose table grows with the search to the largest power of two that is at most `mebibytes` MiB. 64 are enough except for the
    /// first few plies.
    pub fn new(mebibytes: usize) -> ConnectFourSolver {
        ConnectFourSolver { bounds: Bounds::new(mebibytes), book: Some(&BOOK), nodes: 0, next_poll: FIRST_POLL }
    }

    pub fn without_book(self) -> ConnectFourSolver {
        ConnectFourSolver { book: None, ..self }
    }

    pub fn clear(&mut self) {
        self.bounds.clear();
    }

    /// The exact value of a position; none if `keep_going`, which is called every few thousand nodes with their number, stopped it.
    pub fn solve(&mut self, position: &ConnectFour, keep_going: &mut dyn FnMut(u64) -> bool) -> Option<ExactValue> {
        self.begin();
        let score = self.value(position, keep_going)?;
        Some(ExactValue { score, nodes: self.nodes })
    }

    /// The exact value of each column that can be played, for the side to move; none at all in a finished game.
    pub fn columns(&mut self, position: &ConnectFour, keep_going: &mut dyn FnMut(u64) -> bool) -> Option<[Option<i32>; COLUMNS as usize]> {
        self.begin();
        let value = self.value(position, keep_going)?;
        let mut values = [None; COLUMNS as usize];
        for (mv, child) in ConnectFourSolver::children(position) {
            // No column has a higher value than the position.
            values[usize::from(mv.index())] = Some(-self.within(&child, (-value, CELLS as i32 / 2), keep_going)?);
        }
        Some(values)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bounds.bytes()
    }

    pub(super) fn begin(&mut self) {
        (self.nodes, self.next_poll) = (0, FIRST_POLL);
    }

    /// Positions searched since the last reset.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The legal columns, from the middle outwards, and the position after each.
    fn children(position: &ConnectFour) -> impl Iterator<Item = (Column, ConnectFour)> {
        let columns = FROM_THE_MIDDLE.into_iter().filter_map(Column::from_index).filter(|&mv| position.check_move(mv).is_ok());
        columns.map(|mv| (mv, position.child(mv)))
    }

    /// The column with the value of the position, the nearest to the middle; none if the game is over or the search was stopped.
    pub(super) fn best_column(&mut self, position: &ConnectFour, value: i32, keep_going: &mut dyn FnMut(u64) -> bool) -> Option<Column> {
        for (mv, child) in ConnectFourSolver::children(position) {
            // No column has a higher value: a null window is enough.
            if -self.within(&child, (-value, 1 - value), keep_going)? >= value {
                return Some(mv);
            }
        }
        None
    }

    /// A column with the value of the position: one that the table knows, or else the nearest to the middle.
    pub(super) fn known_column(&mut self, position: &ConnectFour, value: i32, keep_going: &mut dyn FnMut(u64) -> bool) -> Option<Column> {
        let is_known = |(mv, child): (Column, ConnectFour)| {
            let code = StoneBitboards::of(&child).code();
            let (_, upper) = self.bounds.fetch(code).find(code)?;
            (-upper >= value && child.outcome().is_none()).then_some(mv)
        };
        let known = ConnectFourSolver::children(position).find_map(is_known);
        if known.is_some() { known } else { self.best_column(position, value, keep_going) }
    }

    pub(super) fn value(&mut self, position: &ConnectFour, keep_going: &mut dyn FnMut(u64) -> bool) -> Option<i32> {
        let whole = -(CELLS as i32) / 2;
        self.within(position, (whole, -whole), keep_going)
    }

    /// The value if it is within the window, else a bound on it.
    fn within(&mut self, position: &ConnectFour, (alpha, beta): (i32, i32), keep_going: &mut dyn FnMut(u64) -> bool) -> Option<i32> {
        let stones = StoneBitboards::of(position);
        if let Some(outcome) = position.outcome() {
            let is_lost = outcome != rules::Outcome::Draw;
            return Some(if is_lost { (stones.ply as i32 - 44) / 2 } else { 0 });
        }
        if let Some(value) = self.book.and_then(|book| Book::value(book, position)) {
            return Some(value);
        }
        if stones.wins_at_once() {
            return Some((43 - stones.ply as i32) / 2);
        }
        let landings = stones.safe_landings();
        if landings == 0 {
            return Some((stones.ply as i32 - CELLS as i32) / 2);
        }
        let (mut least, mut most) = (-((CELLS - stones.ply) as i32) / 2, (41 - stones.ply as i32) / 2);
        (least, most) = (least.max(alpha), most.min(beta));
        while least < most {
            // Extreme values are found fastest, so they are tested first.
            let middle = least + (most - least) / 2;
            let threshold = if least < -CLOSE || most > CLOSE {
                if middle <= 0 { middle.min(least / 2) } else { middle.max(most / 2) }
            } else if least < 0 && most > 0 {
                0
            } else if least >= 0 {
                least
            } else {
                most - 1
            };
            let value = self.search(&stones, landings, threshold, keep_going)?;
            if value <= threshold {
                most = value;
            } else {
                least = value;
            }
        }
        Some(least)
    }

    /// A null-window search: a lower bound above `threshold`, or an upper bound. The side to move can neither win nor lose immediately; `landings`
    /// are its safe moves, at least one.
    fn search(&mut self, stones: &StoneBitboards, landings: u64, threshold: i32, keep_going: &mut dyn FnMut(u64) -> bool) -> Option<i32> {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            // Rarer in long searches, so that small limits hold, too.
            self.next_poll = self.nodes + self.nodes.clamp(FIRST_POLL, POLL);
            self.bounds.grow_for(self.nodes);
            if !keep_going(self.nodes) {
                return None;
            }
        }
        let before = self.nodes;
        let left = (CELLS - stones.ply) as i32;
        if left <= 2 {
            return Some(0);
        }
        // Bounds without a search come first, the fastest before the others.
        let mut children = [(StoneBitboards::default(), 0_u64, 0_u64); COLUMNS as usize];
        let mut count = 0;
        for column in FROM_THE_MIDDLE {
            let cell = landings & column_cells(column);
            if cell == 0 {
                continue;
            }
            let child = stones.after(cell);
            let replies = child.safe_landings();
            if replies == 0 {
                return Some((left - 1) / 2);
            }
            children[count] = (child, replies, cell);
            count += 1;
        }
        let children = &children[..count];
        // The side cannot win with its second stone from now.
        let most = (left - 3) / 2;
        if most <= threshold {
            return Some(most);
        }
        if let Some(least) = children.iter().map(|(child, ..)| -child.most()).find(|&least| least > threshold) {
            return Some(least);
        }
        let mut best = -left;
        let mut order = [0_u32; COLUMNS as usize];
        let mut count = 0;
        // Memory latency dominates: all buckets are fetched together.
        let mut buckets = [BoundsBucket::default(); COLUMNS as usize];
        if left > MIN_EMPTY {
            for (bucket, (child, ..)) in buckets.iter_mut().zip(children) {
                *bucket = self.bounds.fetch(child.code());
            }
        }
        for (number, ((child, replies, cell), bucket)) in children.iter().zip(&buckets).enumerate() {
            if left > MIN_EMPTY
                && let Some((lower, upper)) = bucket.find(child.code())
            {
                if -upper > threshold {
                    return Some(-upper);
                }
                if -lower <= threshold {
                    best = best.max(-lower);
                    continue;
                }
            }
            // After equal ones, which are nearer to the middle.
            let key = stones.promise(*cell, child, *replies) << 3 | (COLUMNS as u32 - number as u32);
            let mut place = count;
            while place > 0 && order[place - 1] < key {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = key;
            count += 1;
        }
        for key in &order[..count] {
            let (child, replies, _) = &children[usize::from(COLUMNS) - (key & 7) as usize];
            best = best.max(-self.search(child, *replies, -threshold - 1, keep_going)?);
            if best > threshold {
                break;
            }
        }
        if left >= MIN_EMPTY {
            let bound = if best > threshold { SolverBound::Lower(best) } else { SolverBound::Upper(best) };
            self.bounds.store(stones.code(), bound, self.nodes - before);
        }
        Some(best)
    }
}
