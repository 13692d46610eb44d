//! Pruning of duplicate move sequences by a finite automaton (Taylor and Korf 1993).
//!
//! Of all sequences of moves from one cell with the same effect on every board the shortest, and first in the order of [`Direction::ALL`], is kept; the
//! others are *superfluous*. The first of the shortest solutions has no superfluous part. A breadth-first search finds the superfluous sequences up to
//! a length; an Aho–Corasick automaton recognizes them.

use super::{Direction, TaquinShape};
use std::collections::{HashMap, HashSet};

pub(super) type AutomatonState = u32;

/// No transition: the move is superfluous or leaves the board.
const NONE: AutomatonState = AutomatonState::MAX;

/// The most cells of a board as a number of five bits a cell. On larger boards only the way back is superfluous.
const MAX_CELLS: usize = 25;

pub(super) struct Sequences {
    /// The transition of each direction in the order of [`Direction::ALL`]. The first states are the initial ones, by cell of the blank.
    next: Vec<[AutomatonState; 4]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Moves {
    first: u8,
    /// Two bits a move, the last one lowest, after a leading 1; at most 31 moves.
    bits: u64,
}

impl Moves {
    fn none(cell: usize) -> Moves {
        Moves { first: cell as u8, bits: 1 }
    }

    fn count(self) -> u32 {
        self.bits.ilog2() / 2
    }

    fn with(self, by: usize) -> Moves {
        Moves { bits: self.bits << 2 | by as u64, ..self }
    }

    fn without_last(self, count: u32) -> Moves {
        Moves { bits: self.bits >> (2 * count), ..self }
    }

    fn without_first(self, to: &[Ways]) -> Moves {
        let rest = 2 * (self.count() - 1);
        let by = (self.bits >> rest & 3) as usize;
        let first = to[usize::from(self.first)][by].expect("a sequence stays on the board");
        Moves { first, bits: self.bits & ((1 << rest) - 1) | 1 << rest }
    }
}

/// The neighbour of a cell in each direction.
type Ways = [Option<u8>; 4];

/// A sequence that is not superfluous, with the cell and the board that it leads to.
struct SearchedSequence {
    moves: Moves,
    blank: u8,
    board: u128,
}

impl SearchedSequence {
    /// The empty sequence, on the board with each tile in the cell of its number.
    fn nothing(cell: usize, cells: usize) -> SearchedSequence {
        let board = (0..cells as u128).fold(0, |board, tile| board | tile << (5 * tile));
        SearchedSequence { moves: Moves::none(cell), blank: cell as u8, board }
    }

    fn then(&self, by: usize, to: u8) -> SearchedSequence {
        let (from, into) = (5 * u32::from(self.blank), 5 * u32::from(to));
        let differing = (self.board >> from ^ self.board >> into) & 31;
        SearchedSequence { moves: self.moves.with(by), blank: to, board: self.board ^ differing << from ^ differing << into }
    }
}

impl Sequences {
    /// Prunes superfluous sequences of at most `length` moves, on a large board of two.
    pub(super) fn new(shape: TaquinShape, length: u32) -> Sequences {
        let to = ways(shape);
        if length > 2 && shape.cells() <= MAX_CELLS {
            return automaton(&superfluous(&to, length), &to);
        }
        let begun = (0..to.len()).flat_map(|cell| (0..4).map(move |by| (cell, by))).filter(|&(cell, by)| to[cell][by].is_some());
        automaton(&begun.map(|(cell, by)| Moves::none(cell).with(by).with(3 - by)).collect(), &to)
    }

    pub(super) fn start(&self, cell: usize) -> AutomatonState {
        cell as AutomatonState
    }

    /// The next state after a move in the direction of this place in [`Direction::ALL`]; `None` if it is superfluous.
    #[inline]
    pub(super) fn after(&self, state: AutomatonState, by: usize) -> Option<AutomatonState> {
        let next = self.next[state as usize][by];
        (next != NONE).then_some(next)
    }
}

fn ways(shape: TaquinShape) -> Vec<Ways> {
    (0..shape.cells()).map(|cell| Direction::ALL.map(|by| by.from(cell, shape).map(|to| to as u8))).collect()
}

/// The minimal superfluous sequences of at most `length` moves.
fn superfluous(to: &[Ways], length: u32) -> HashSet<Moves> {
    let mut superfluous = HashSet::new();
    let mut last: Vec<SearchedSequence> = (0..to.len()).map(|cell| SearchedSequence::nothing(cell, to.len())).collect();
    let mut reached: HashSet<(u8, u128)> = last.iter().map(|tried| (tried.moves.first, tried.board)).collect();
    for _ in 0..length {
        let kept: HashSet<Moves> = last.iter().map(|tried| tried.moves).collect();
        // The order of `last` makes the first of equivalent sequences the one that stays.
        let mut longer = Vec::new();
        for tried in &last {
            for (by, to_cell) in to[usize::from(tried.blank)].iter().enumerate() {
                let Some(tried) = to_cell.map(|to_cell| tried.then(by, to_cell)) else { continue };
                let has_superfluous_end = !kept.contains(&tried.moves.without_first(to)) && tried.moves.count() > 1;
                if has_superfluous_end {
                    continue;
                }
                if reached.insert((tried.moves.first, tried.board)) {
                    longer.push(tried);
                } else {
                    superfluous.insert(tried.moves);
                }
            }
        }
        last = longer;
    }
    superfluous
}

/// The automaton that refuses moves that complete one of these minimal sequences.
fn automaton(superfluous: &HashSet<Moves>, to: &[Ways]) -> Sequences {
    let begun = superfluous.iter().flat_map(|moves| (1..moves.count()).map(|count| moves.without_last(count)));
    let mut states: Vec<Moves> = begun.collect::<HashSet<_>>().into_iter().collect();
    // A state follows those of fewer moves, to which it falls back.
    states.sort_unstable_by_key(|moves| moves.bits << 8 | u64::from(moves.first));
    states.splice(..0, (0..to.len()).map(Moves::none));
    let numbers: HashMap<Moves, AutomatonState> =
        states.iter().enumerate().map(|(number, &moves)| (moves, number as AutomatonState)).collect();
    let mut next: Vec<[AutomatonState; 4]> = Vec::with_capacity(states.len());
    for &moves in &states {
        let fallback = (moves.count() > 0).then(|| {
            let mut shorter = moves.without_first(to);
            loop {
                match numbers.get(&shorter) {
                    Some(&state) => return next[state as usize],
                    None => shorter = shorter.without_first(to),
                }
            }
        });
        next.push(std::array::from_fn(|by| match (numbers.get(&moves.with(by)), fallback) {
            _ if superfluous.contains(&moves.with(by)) => NONE,
            (Some(&state), _) => state,
            (None, Some(fallback)) => fallback[by],
            (None, None) => to[usize::from(moves.first)][by].map_or(NONE, AutomatonState::from),
        }));
    }
    Sequences { next }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn kept(shape: TaquinShape, cell: usize, length: u32, most: usize) -> Vec<usize> {
        let (sequences, mut states) = (&Sequences::new(shape, length), vec![cell as AutomatonState]);
        let mut counts = vec![1];
        for _ in 0..most {
            states = states.into_iter().flat_map(|state| (0..4).filter_map(move |by| sequences.after(state, by))).collect();
            counts.push(states.len());
        }
        counts
    }

    fn shape(width: u64, height: u64) -> TaquinShape {
        TaquinShape::new(width, height).expect("a shape")
    }

    #[test]
    fn one_sequence_is_kept_for_each_board() {
        // The boards of the fifteen puzzle by their moves from the goal, whose blank is in a corner: https://oeis.org/A089473.
        let boards = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808];
        assert_eq!(kept(shape(4, 4), 15, 12, 12), boards);
        // Without the way back alone, more sequences are equivalent.
        assert_eq!(kept(shape(4, 4), 15, 2, 7), [1, 2, 4, 10, 24, 54, 108, 218]);
    }

    /// The new boards after each number of moves, by the sequences that `next` keeps.
    fn layers(
        shape: TaquinShape,
        cell: usize,
        mut next: impl FnMut(AutomatonState, usize) -> Option<AutomatonState>,
        moves: usize,
    ) -> Vec<BTreeSet<Vec<u8>>> {
        let to = ways(shape);
        let start: Vec<u8> = (0..shape.cells() as u8).collect();
        let mut layer = BTreeSet::from([(start.clone(), cell, cell as AutomatonState)]);
        let mut seen = BTreeSet::from([start.clone()]);
        let mut layers = vec![BTreeSet::from([start])];
        for _ in 0..moves {
            let mut after = BTreeSet::new();
            for (board, blank, state) in layer {
                for by in 0..4 {
                    if let (Some(to), Some(state)) = (to[blank][by], next(state, by)) {
                        let mut board = board.clone();
                        board.swap(blank, to.into());
                        after.insert((board, usize::from(to), state));
                    }
                }
            }
            let new: BTreeSet<Vec<u8>> = after.iter().map(|(board, ..)| board).filter(|board| !seen.contains(*board)).cloned().collect();
            seen.extend(new.iter().cloned());
            layers.push(new);
            layer = after;
        }
        layers
    }

    #[test]
    fn every_board_is_reached_as_soon_as_without() {
        for (shape, moves) in [(shape(2, 2), 6), (shape(3, 2), 21), (shape(2, 3), 21), (shape(3, 3), 15), (shape(5, 2), 14)] {
            for cell in 0..shape.cells() {
                let slow = layers(shape, cell, |_, _| Some(0), moves);
                for length in [2, 3, 6, 7, 10, 13] {
                    let sequences = Sequences::new(shape, length);
                    let fast = layers(shape, cell, |state, by| sequences.after(state, by), moves);
                    assert_eq!(fast, slow, "{shape} from cell {cell}, {length} moves");
                }
            }
        }
    }
}
