//! Graph of knight's moves in which every square has at most two edges, one byte a square.

use super::board::{Chessboard, MOVES, TourSquare};

const NONE: u8 = 8;

#[derive(Clone, Debug)]
pub(super) struct TourEdges {
    board: Chessboard,
    /// Two moves of [`MOVES`], or [`NONE`]: one in the low four bits, one in the high four.
    moves: Vec<u8>,
}

impl TourEdges {
    pub(super) fn new(board: Chessboard) -> TourEdges {
        TourEdges { board, moves: vec![NONE | NONE << 4; board.squares() as usize] }
    }

    pub(super) fn of(&self, square: TourSquare) -> impl Iterator<Item = TourSquare> + use<> {
        let moves = self.moves[self.board.index(square) as usize];
        let target = |by: u8| {
            if by == NONE { None } else { self.board.after(square, usize::from(by)) }
        };
        [target(moves & 15), target(moves >> 4)].into_iter().flatten()
    }

    /// Adds an edge between two squares of at most one edge each.
    pub(super) fn join(&mut self, from: TourSquare, to: TourSquare) {
        self.replace(from, to, false);
        self.replace(to, from, false);
    }

    pub(super) fn part(&mut self, from: TourSquare, to: TourSquare) {
        self.replace(from, to, true);
        self.replace(to, from, true);
    }

    fn replace(&mut self, from: TourSquare, to: TourSquare, joined: bool) {
        let by = move_between(from, to).expect("only squares a knight's move apart are joined");
        let moves = &mut self.moves[self.board.index(from) as usize];
        let (old, new) = if joined { (by, NONE) } else { (NONE, by) };
        if *moves & 15 == old {
            *moves = *moves & 0xF0 | new;
        } else {
            assert_eq!(*moves >> 4, old, "a square has two edges at most, and loses only what it has");
            *moves = *moves & 15 | new << 4;
        }
    }

    /// The squares of the path from `start`, by index.
    pub(super) fn walk(&self, start: TourSquare) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.moves.len());
        let (mut before, mut here) = (start, start);
        loop {
            order.push(self.board.index(here));
            let next = self.of(here).find(|&next| next != before);
            match next {
                Some(next) if next != start && order.len() < self.moves.len() => (before, here) = (here, next),
                _ => return order,
            }
        }
    }
}

pub(super) fn move_between(from: TourSquare, to: TourSquare) -> Option<u8> {
    let rows = to.row.wrapping_sub(from.row) as i32;
    let columns = to.column.wrapping_sub(from.column) as i32;
    MOVES.iter().position(|&by| by == (rows, columns)).map(|by| by as u8)
}
