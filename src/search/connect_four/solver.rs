//! The exact value of any Connect Four position, by a search to the end of the game.
//!
//! Learnt from Allis 1988, Tromp's and Pons's published accounts: bitboards, moves that lose at once never looked at, many threats
//! first, a table of bounds, and the value found by asking narrower and narrower questions. Two things of its own: a bound at once by
//! what following gets on any board ([`Stones::most`]), and a position's children are judged by all that is known before one is entered.

use super::book::{BOOK, Book};
use super::bounds::{Bound, Bounds, Bucket};
use super::stones::Stones;
use rules::connect_four::{CELLS, COLUMNS, Column, column_cells};
use rules::{ConnectFour, Position};
use std::sync::LazyLock;

/// Columns from the middle outwards: most lines cross there.
const FROM_THE_MIDDLE: [u8; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];
/// So near 0 a value is asked for itself.
const CLOSE: i32 = 5;
/// How many nodes between two questions to the caller, at most and at first.
const POLL: u64 = 1 << 14;
const FIRST_POLL: u64 = 64;
/// With fewer empty cells than this, looking is as quick as remembering.
const KEPT: i32 = 12;

/// What is known once a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The value for the side to move: 0 for a draw; if the winning stone is ply `n` of 42, ⌊(44 − n) / 2⌋, negative if the opponent
    /// wins.
    pub score: i32,
    /// Positions looked at.
    pub nodes: u64,
}

/// Solves positions; what it learns of one it keeps for the next.
pub struct Solver {
    bounds: Bounds,
    book: Option<&'static LazyLock<Book>>,
    nodes: u64,
    next_poll: u64,
}

impl Solver {
    /// With a table that grows, as a search becomes long, to the largest power of two that is at most so many MiB. 64 are enough but for the
    /// first few plies.
    pub fn new(mebibytes: usize) -> Solver {
        Solver { bounds: Bounds::new(mebibytes), book: Some(&BOOK), nodes: 0, next_poll: FIRST_POLL }
    }

    /// The same without the values of the first positions that were computed before.
    pub fn without_book(self) -> Solver {
        Solver { book: None, ..self }
    }

    /// Forgets what it has learnt.
    pub fn clear(&mut self) {
        self.bounds.clear();
    }

    /// The exact value of a position; none if it was stopped by `go_on`, which is asked every few thousand nodes, and told how many.
    pub fn solve(&mut self, position: &ConnectFour, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Solved> {
        self.begin();
        let score = self.value(position, go_on)?;
        Some(Solved { score, nodes: self.nodes })
    }

    /// The exact value of every column that can be played, for the side to move: of a finished game, of none.
    pub fn columns(&mut self, position: &ConnectFour, go_on: &mut dyn FnMut(u64) -> bool) -> Option<[Option<i32>; COLUMNS as usize]> {
        self.begin();
        let value = self.value(position, go_on)?;
        let mut values = [None; COLUMNS as usize];
        for (mv, child) in Solver::children(position) {
            // No column is worth more than the position.
            values[usize::from(mv.index())] = Some(-self.within(&child, (-value, CELLS as i32 / 2), go_on)?);
        }
        Some(values)
    }

    /// Begins to count nodes.
    pub(super) fn begin(&mut self) {
        (self.nodes, self.next_poll) = (0, FIRST_POLL);
    }

    /// Positions looked at for the last question.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The columns that can be played, from the middle outwards, and the position after each.
    fn children(position: &ConnectFour) -> impl Iterator<Item = (Column, ConnectFour)> {
        let columns = FROM_THE_MIDDLE.into_iter().filter_map(Column::from_index).filter(|&mv| position.explain(mv).is_ok());
        columns.map(|mv| {
            let mut child = position.clone();
            child.play(mv);
            (mv, child)
        })
    }

    /// The column that is worth as much as the position, of several the nearest to the middle; none if the game is over or it was stopped.
    pub(super) fn best_column(&mut self, position: &ConnectFour, value: i32, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Column> {
        for (mv, child) in Solver::children(position) {
            // No column is worth more, so that it is enough to know whether this one is worth as much.
            if -self.within(&child, (-value, 1 - value), go_on)? >= value {
                return Some(mv);
            }
        }
        None
    }

    /// A column that is worth as much as the position: one of which that is known, or else the nearest to the middle. None if the game is
    /// over or it was stopped.
    pub(super) fn known_column(&mut self, position: &ConnectFour, value: i32, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Column> {
        let is_known = |(mv, child): (Column, ConnectFour)| {
            let code = Stones::of(&child).code();
            let (_, upper) = self.bounds.fetch(code).find(code)?;
            (-upper >= value && child.outcome().is_none()).then_some(mv)
        };
        let known = Solver::children(position).find_map(is_known);
        if known.is_some() { known } else { self.best_column(position, value, go_on) }
    }

    /// The exact value.
    pub(super) fn value(&mut self, position: &ConnectFour, go_on: &mut dyn FnMut(u64) -> bool) -> Option<i32> {
        let whole = -(CELLS as i32) / 2;
        self.within(position, (whole, -whole), go_on)
    }

    /// The value if it is within the window, else a bound on it.
    fn within(&mut self, position: &ConnectFour, (alpha, beta): (i32, i32), go_on: &mut dyn FnMut(u64) -> bool) -> Option<i32> {
        let stones = Stones::of(position);
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
            // What is decided soon is soon seen, so that the far values are asked for first.
            let middle = least + (most - least) / 2;
            let asked = if least < -CLOSE || most > CLOSE {
                if middle <= 0 { middle.min(least / 2) } else { middle.max(most / 2) }
            } else if least < 0 && most > 0 {
                0
            } else if least >= 0 {
                least
            } else {
                most - 1
            };
            let value = self.search(&stones, landings, asked, go_on)?;
            if value <= asked {
                most = value;
            } else {
                least = value;
            }
        }
        Some(least)
    }

    /// Whether the value is more than asked: a bound on it, a lower one if it is more, else an upper one. The side to move can neither win
    /// at once nor is lost at once: `landings` are its safe moves, at least one.
    fn search(&mut self, stones: &Stones, landings: u64, asked: i32, go_on: &mut dyn FnMut(u64) -> bool) -> Option<i32> {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            // Seldom once it has been long, so that a small limit is kept to as well.
            self.next_poll = self.nodes + self.nodes.clamp(FIRST_POLL, POLL);
            self.bounds.make_room(self.nodes);
            if !go_on(self.nodes) {
                return None;
            }
        }
        let before = self.nodes;
        let left = (CELLS - stones.ply) as i32;
        if left <= 2 {
            return Some(0);
        }
        // All that answers without a look further is tried first, what takes least time before the rest.
        let mut children = [(Stones::default(), 0_u64); COLUMNS as usize];
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
            children[count] = (child, replies);
            count += 1;
        }
        let children = &children[..count];
        // It does not win with its stone after next.
        let most = (left - 3) / 2;
        if most <= asked {
            return Some(most);
        }
        if let Some(least) = children.iter().map(|(child, _)| -child.most()).find(|&least| least > asked) {
            return Some(least);
        }
        let mut best = -left;
        let mut order = [0_u32; COLUMNS as usize];
        let mut count = 0;
        // To wait for memory takes longer than all the rest, so that it is waited for once.
        let mut buckets = [Bucket::default(); COLUMNS as usize];
        if left > KEPT {
            for (bucket, (child, _)) in buckets.iter_mut().zip(children) {
                *bucket = self.bounds.fetch(child.code());
            }
        }
        for (number, ((child, _), bucket)) in children.iter().zip(&buckets).enumerate() {
            if left > KEPT
                && let Some((lower, upper)) = bucket.find(child.code())
            {
                if -upper > asked {
                    return Some(-upper);
                }
                if -lower <= asked {
                    best = best.max(-lower);
                    continue;
                }
            }
            // Inserted behind those that are as good: they are nearer to the middle.
            let key = child.threatened() << 3 | (COLUMNS as u32 - number as u32);
            let mut place = count;
            while place > 0 && order[place - 1] < key {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = key;
            count += 1;
        }
        for key in &order[..count] {
            let (child, replies) = &children[usize::from(COLUMNS) - (key & 7) as usize];
            best = best.max(-self.search(child, *replies, -asked - 1, go_on)?);
            if best > asked {
                break;
            }
        }
        if left >= KEPT {
            let bound = if best > asked { Bound::Lower(best) } else { Bound::Upper(best) };
            self.bounds.store(stones.code(), bound, self.nodes - before);
        }
        Some(best)
    }
}
