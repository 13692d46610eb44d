//! Best-first search with several priorities: A*, weighted A*, greedy and breadth-first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::{Direction, TaquinPuzzle, layers};
use crate::memory::{Reserve, doubling, filled, may_grow};
use crate::{Cost, KeepGoing, MAX_LEVELS, NoObserver, Observer, Snapshot, TraceEvent, Verdict};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardPriority {
    /// Moves so far plus h1.
    AStarMisplaced,
    /// Moves so far plus h2.
    AStarManhattan,
    /// Moves so far plus this multiple of h2 (Pohl 1970); a solution has at most this multiple of the fewest moves.
    Weighted(u32),
    /// h2.
    Greedy,
    /// Moves so far.
    BreadthFirst,
}

/// The boards seen, each stored once in one list with an open-addressing table of indices.
struct VisitedBoards {
    size: usize,
    cells: Vec<u8>,
    notes: Vec<Visit>,
    /// Board numbers plus one; zero is an empty slot.
    table: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Visit {
    moves: u32,
    estimate: u32,
    before: u32,
    by: Direction,
}

impl VisitedBoards {
    fn board(&self, number: u32) -> &[u8] {
        &self.cells[number as usize * self.size..][..self.size]
    }

    /// The number of a board, and whether it is new. Memory for it is reserved.
    fn enter(&mut self, board: &[u8], note: Visit) -> (u32, bool) {
        let at = self.slot(board);
        match self.table[at] {
            0 => {
                let number = self.notes.len() as u32;
                self.cells.extend_from_slice(board);
                self.notes.push(note);
                self.table[at] = number + 1;
                (number, true)
            }
            taken => (taken - 1, false),
        }
    }

    fn slot(&self, board: &[u8]) -> usize {
        let mask = self.table.len() - 1;
        let hash = board.iter().fold(0_u64, |hash, &tile| (hash ^ u64::from(tile)).wrapping_mul(0x0100_0000_01B3).rotate_left(5));
        let mut at = (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 24) as usize & mask;
        while self.table[at] != 0 && self.board(self.table[at] - 1) != board {
            at = (at + 1) & mask;
        }
        at
    }

    /// The size of the table with `more` boards: at most two thirds full.
    fn table_for(&self, more: usize) -> usize {
        ((self.notes.len() + more) * 3 / 2 + 1).next_power_of_two().max(self.table.len())
    }
}

impl Reserve for VisitedBoards {
    fn bytes_with(&self, more: usize) -> usize {
        let table = doubling(self.table.len(), self.table.len(), self.table_for(more) - self.table.len(), 4);
        self.cells.bytes_with(more * self.size) + self.notes.bytes_with(more) + table
    }

    fn reserve_more(&mut self, more: usize) -> Option<()> {
        self.cells.reserve_more(more * self.size)?;
        self.notes.reserve_more(more)?;
        let slots = self.table_for(more);
        if slots > self.table.len() {
            self.table = filled(0, slots)?;
            for number in 0..self.notes.len() as u32 {
                let at = self.slot(self.board(number));
                self.table[at] = number + 1;
            }
        }
        Some(())
    }
}

/// Boards expanded between two polls of the budget, and the most that they generate.
const POLL: u64 = 2048;
const MAX_GENERATED: usize = 4 * POLL as usize;

/// The moves to the goal, for a puzzle that has a solution and at most 255 cells.
pub(super) fn search<O: Observer>(
    puzzle: &TaquinPuzzle,
    queue: BoardPriority,
    observer: &mut O,
    cost: &mut Cost,
    keep_going: KeepGoing,
) -> Verdict<Vec<Direction>> {
    let shape = puzzle.shape();
    let size = shape.cells();
    let blank = puzzle.blank_number() as u8;
    let distance: Vec<u32> = (0..size * size).map(|pair| shape.distance(pair / size, pair % size)).collect();
    // The contribution of one tile in one cell to the estimate.
    let part = |tile: u8, cell: usize| match queue {
        _ if tile == blank => 0,
        BoardPriority::BreadthFirst => 0,
        BoardPriority::AStarMisplaced => u32::from(usize::from(tile) != cell),
        BoardPriority::AStarManhattan | BoardPriority::Weighted(_) | BoardPriority::Greedy => distance[usize::from(tile) * size + cell],
    };
    let key = |note: Visit, number: u32| {
        let first = match queue {
            BoardPriority::Greedy => note.estimate,
            BoardPriority::Weighted(weight) => note.moves + weight * note.estimate,
            _ => note.moves + note.estimate,
        };
        Reverse((first, note.estimate, number, note.moves))
    };

    let mut board: Vec<u8> = puzzle.tiles().iter().map(|&tile| tile as u8).collect();
    let estimate = board.iter().enumerate().map(|(cell, &tile)| part(tile, cell)).sum();
    let mut seen = VisitedBoards { size, cells: Vec::new(), notes: Vec::new(), table: Vec::new() };
    let mut waiting = BinaryHeap::new();
    if !may_grow(&mut [&mut seen, &mut waiting], MAX_GENERATED + 1, 0, cost, keep_going) {
        return Verdict::LimitReached;
    }
    let first = Visit { moves: 0, estimate, before: u32::MAX, by: Direction::Up };
    seen.enter(&board, first);
    waiting.push(key(first, 0));
    // The number of waiting boards by their order, for an observer.
    let mut levels = BTreeMap::from([(key(first, 0).0.0, 1_u64)]);
    cost.generated += 1;

    while let Some(Reverse((order, _, number, moves))) = waiting.pop() {
        if O::OBSERVES {
            *levels.entry(order).or_default() -= 1;
        }
        let note = seen.notes[number as usize];
        if moves > note.moves {
            continue;
        }
        board.copy_from_slice(seen.board(number));
        cost.depth = cost.depth.max(note.moves);
        let is_goal = board.iter().enumerate().all(|(cell, &tile)| usize::from(tile) == cell);
        observer.record(if is_goal { TraceEvent::Found } else { TraceEvent::Opened }, || Snapshot {
            cells: board.iter().map(|&tile| tile.into()).collect(),
            depth: note.moves,
            estimate: (queue != BoardPriority::BreadthFirst).then_some(note.estimate),
            waiting: Some(waiting.len() as u64),
            moves: path(&seen, number).iter().map(ToString::to_string).collect(),
            order: Some(order),
            frontier: levels.iter().map(|(&order, &count)| (order, count)).filter(|(_, count)| *count > 0).take(MAX_LEVELS).collect(),
            ..Snapshot::default()
        });
        if is_goal {
            return Verdict::Solved(path(&seen, number));
        }
        cost.expanded += 1;
        if cost.expanded.is_multiple_of(POLL) {
            let is_full = seen.notes.len() >= u32::MAX as usize - MAX_GENERATED;
            if is_full || !may_grow(&mut [&mut seen, &mut waiting], MAX_GENERATED, 0, cost, keep_going) {
                return Verdict::LimitReached;
            }
        }
        let from = board.iter().position(|&tile| tile == blank).expect("every board has the blank");
        for by in Direction::ALL {
            let Some(to) = by.from(from, shape) else {
                continue;
            };
            let tile = board[to];
            board.swap(from, to);
            let estimate = note.estimate + part(tile, from) - part(tile, to);
            let next = Visit { moves: note.moves + 1, estimate, before: number, by };
            let (number, new) = seen.enter(&board, next);
            board.swap(from, to);
            if !new {
                let old = &mut seen.notes[number as usize];
                // A greedy search keeps the first path that it found.
                if next.moves >= old.moves || queue == BoardPriority::Greedy {
                    continue;
                }
                *old = next;
            }
            cost.generated += u64::from(new);
            waiting.push(key(next, number));
            if O::OBSERVES {
                *levels.entry(key(next, number).0.0).or_default() += 1;
            }
        }
        cost.frontier = cost.frontier.max(waiting.len() as u64);
    }
    Verdict::Impossible(super::parity::TaquinUnreachable::EveryBoard.into())
}

fn path(seen: &VisitedBoards, mut number: u32) -> Vec<Direction> {
    let mut moves = Vec::new();
    while seen.notes[number as usize].before != u32::MAX {
        moves.push(seen.notes[number as usize].by);
        number = seen.notes[number as usize].before;
    }
    moves.reverse();
    moves
}

/// The most cells that weighted A* searches in one piece, and the most boards that it expands by each weight.
const MAX_CELLS: usize = 25;
const MAX_EXPANDED: u64 = 200_000;
/// The weights in turn: a larger one finds a longer solution sooner.
const WEIGHTS: [u32; 4] = [2, 3, 5, 10];

/// Weighted A* for up to 25 cells, after the outer lines of a larger board: moves to the goal, for a puzzle that has a solution, and a lower bound;
/// `None` when the budget ends.
pub(super) fn weighted(puzzle: &TaquinPuzzle, cost: &mut Cost, keep_going: KeepGoing) -> Option<(Vec<Direction>, u32)> {
    let (mut moves, inner) = layers::outer(puzzle, MAX_CELLS, cost, keep_going)?;
    for weight in WEIGHTS {
        let (mut spent, mut is_over) = (Cost::default(), false);
        let before = *cost;
        let verdict = search(&inner, BoardPriority::Weighted(weight), &mut NoObserver, &mut spent, &mut |spent| {
            is_over = !keep_going(&before.and(spent));
            !is_over && spent.expanded < MAX_EXPANDED
        });
        *cost = before.and(&spent);
        if let Verdict::Solved(rest) = verdict {
            // The bound holds for the puzzle only if the search had the whole board.
            let proven = if inner.shape() == puzzle.shape() { (rest.len() as u32).div_ceil(weight) } else { 0 };
            moves.extend(rest);
            return Some((moves, proven));
        }
        if is_over {
            return None;
        }
    }
    moves.extend(layers::solve(&inner, cost, keep_going)?);
    Some((moves, 0))
}
