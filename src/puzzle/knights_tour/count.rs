//! How many tours there are, without walking them.

use super::board::{Board, Kind, Problem};
use super::error::Error;
use super::frontier::{Ends, Frontier, Key, MOST_WIDTH};
use crate::{Cost, Solved, Verdict};

/// Which tours are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Open or closed tours from one square, both directions of a closed tour counted.
    From(Problem),
    /// Open tours from anywhere, each counted in both directions.
    OpenDirected(Board),
    /// Closed tours as figures: neither start nor direction matters.
    ClosedUndirected(Board),
}

/// Counts tours by the frontier method: time and memory grow with the number of frontier states, not of tours. Closed tours of
/// 6×8 are a matter of seconds; 7×8 has 15 million states at its widest and 8×8 far more, a job for a large machine. The cost's
/// depth is the number of squares done, of which the board's are the whole.
///
/// # Errors
/// [`Error::WideForCount`] when both sides are longer than 8, or the board too long for the count to be known to fit 64 bits
/// (64 squares).
pub fn count(what: Counted, go_on: &mut impl FnMut(&Cost) -> bool) -> Result<Solved<u64>, Error> {
    let board = match what {
        Counted::From(problem) => problem.board(),
        Counted::OpenDirected(board) | Counted::ClosedUndirected(board) => board,
    };
    let tall = board.width() <= board.height();
    let upright = if tall { board } else { board.transposed() };
    let (width, rows) = (upright.width() as usize, upright.height() as usize);
    if width > MOST_WIDTH || board.squares() > MOST_SQUARES {
        return Err(Error::WideForCount { board, most: MOST_WIDTH as u32, squares: MOST_SQUARES });
    }
    if width < 3 {
        let tours = u64::from(board.squares() == 1);
        return Ok(Solved { verdict: Verdict::Solved(tours), cost: Cost::default() });
    }
    let (ends, times) = match what {
        Counted::From(problem) if problem.kind() == Kind::Open => {
            let start = if tall { problem.start() } else { problem.start().transposed() };
            (Ends::From(upright.index(start) as usize), 1)
        }
        Counted::From(_) => (Ends::Closed, 2),
        Counted::OpenDirected(_) => (Ends::Free, 2),
        Counted::ClosedUndirected(_) => (Ends::Closed, 1),
    };
    let mut cost = Cost { generated: 1, ..Cost::default() };
    let verdict = match cycles(&Frontier::new(width, rows, ends), &mut cost, go_on) {
        Some(cycles) => Verdict::Solved(cycles * times),
        None => Verdict::GaveUp,
    };
    Ok(Solved { verdict, cost })
}

/// Boards of more squares may have more tours than 64 bits hold; on 8×8 there are fewer than 2⁶⁴ (Chernov 2014: 1.96e16 open).
const MOST_SQUARES: u32 = 64;

fn cycles(frontier: &Frontier, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) -> Option<u64> {
    let mut layer = Layer::new();
    layer.add(frontier.initial(), 1);
    for square in 0..frontier.squares() {
        let mut next = Layer::new();
        for &(key, count) in layer.slots.iter().filter(|&&(key, _)| key != EMPTY) {
            frontier.successors(square, key, |_, to| {
                cost.generated += 1;
                next.add(to, count);
            });
            cost.expanded += 1;
            if cost.expanded.is_multiple_of(4096) {
                cost.bytes = cost.bytes.max(layer.bytes() + next.bytes());
                if !go_on(cost) {
                    return None;
                }
            }
        }
        layer = next;
        cost.depth = square as u32 + 1;
        cost.frontier = cost.frontier.max(layer.len as u64);
    }
    let at = layer.slot(frontier.finished());
    // An empty slot counts nothing, and that is the answer too.
    Some(layer.slots[at].1)
}

/// The states after a square, with the number of ways to each: an open-addressing table. Ways wrap at 2⁶⁴; the last state's do not.
struct Layer {
    slots: Vec<(Key, u64)>,
    len: usize,
}

const EMPTY: Key = Key::MAX;

impl Layer {
    fn new() -> Layer {
        Layer { slots: vec![(EMPTY, 0); 64], len: 0 }
    }

    fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<(Key, u64)>()) as u64
    }

    fn slot(&self, key: Key) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing: the high bits of the product are the well-mixed ones.
        let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 24) as usize & mask;
        while self.slots[at].0 != key && self.slots[at].0 != EMPTY {
            at = (at + 1) & mask;
        }
        at
    }

    fn add(&mut self, key: Key, count: u64) {
        let at = self.slot(key);
        if self.slots[at].0 == key {
            self.slots[at].1 = self.slots[at].1.wrapping_add(count);
            return;
        }
        self.slots[at] = (key, count);
        self.len += 1;
        if self.len * 4 > self.slots.len() * 3 {
            let larger = vec![(EMPTY, 0); self.slots.len() * 2];
            let old = std::mem::replace(&mut self.slots, larger);
            for (key, count) in old.into_iter().filter(|&(key, _)| key != EMPTY) {
                let at = self.slot(key);
                self.slots[at] = (key, count);
            }
        }
    }
}
